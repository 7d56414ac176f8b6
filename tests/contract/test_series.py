"""A series has one name, one colour and one shape in a figure, and a colour of the palette means one series."""

from __future__ import annotations

from collections import defaultdict

import pytest

from playground.engine.declarations.concept import Concept
from playground.engine.run.session import Session
from playground.figures.figure import Figure
from playground.figures.layers import Role
from playground.render.data import Data
from playground.render.look import FigureLook
from playground.render.painters.points import shape_of
from playground.render.tokens import LIGHT


def names_of(figure: Figure, data: Data) -> dict[str, dict[str, str]]:
    """For each slot the names that its layers carry, without case, and where."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for plot in figure.plots:
        for layer in plot.layers:
            shown = not layer.show or data.true(layer.show)
            words = getattr(layer, "text", "")
            # Words with numbers are values, not names.
            named = shown and layer.role.startswith("slot") and words not in ("", "auto") and "{" not in words
            if named:
                found[layer.role].setdefault(words.casefold(), f"{plot.name}, {layer.name}")
    return found


@pytest.mark.sampled
def test_a_colour_means_one_series(concept: Concept, preset: str, at_preset: Session) -> None:
    frame = at_preset.frame()
    assert frame.figure is not None
    found = names_of(frame.figure, Data(frame, None))
    several = {slot: names for slot, names in found.items() if len(names) > 1}
    assert not several, f"one colour, several names: {several}"
    slots: dict[str, list[str]] = defaultdict(list)
    for slot, names in found.items():
        for name in names:
            slots[name].append(slot)
    twice = {name: where for name, where in slots.items() if len(where) > 1}
    assert not twice, f"one name, several colours: {twice}"


@pytest.mark.parametrize("number", range(1, 9))
def test_a_series_has_the_shape_of_its_marker_in_every_plot(number: int) -> None:
    slot = LIGHT.slots[number - 1]
    role: Role = f"slot{number}"  # type: ignore[assignment]
    assert shape_of(role, FigureLook()) == slot.shape
    assert shape_of("positive", FigureLook()) == LIGHT.slots[0].class_shape
    assert shape_of("hero", FigureLook()) == "o"
