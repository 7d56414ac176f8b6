"""The pane of the parameters: what stands first, what is folded, and what is shown all the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from playground.engine.declarations.concept import Badge, Card, Declaration
from playground.engine.declarations.params import LIVE, RESTART, VIEW, ConceptParams, flag, real
from playground.render.tokens import LIGHT
from playground.ui.controller.state import Panel
from playground.ui.controls.style import Look, dress
from playground.ui.inspector.choice_rows import ToggleRow
from playground.ui.inspector.parameters_pane import ParametersPane


def one(label: str) -> float:
    return real(0.5, low=0.0, high=1.0, label=label, effect=LIVE)


class Params(ConceptParams):
    main = ("rate", "fast")

    depth: float = one("depth")
    rate: float = one("rate")
    damping: float = one("damping")
    fast: bool = flag(True, label="fast", effect=RESTART, group="methods", role="slot2")
    slow: bool = flag(False, label="slow", effect=RESTART, group="methods", role="slot3")
    grid: bool = flag(False, label="grid", effect=VIEW)


CARD = Card(title="t", chapter="c", line="l", badge=Badge("exact", "w", "a"), sources=("s",))
DECLARATION = Declaration("toy", CARD, Params, (), ())


def panel(**values: object) -> Panel:
    """A panel that began at its defaults."""
    start = Params()
    return Panel("g", DECLARATION, start.changed(values), 0, None, {}, start=start)


@pytest.fixture
def pane(qapp: object) -> Iterator[ParametersPane]:
    made = ParametersPane(DECLARATION)
    dress(made, Look(LIGHT, 1.0))
    made.resize(268, 600)
    made.show_panel(panel())
    yield made
    made.deleteLater()


def shown(pane: ParametersPane) -> list[str]:
    return [name for name, row in pane.rows.items() if not row.isHidden()]


def test_the_main_parameters_are_shown_and_the_others_wait_under_the_fold(pane: ParametersPane) -> None:
    assert shown(pane) == ["rate", "fast", "slow"]
    assert not pane.fold.isHidden()
    assert pane.fold.button.text() == "3 more parameters"
    opened: list[bool] = []
    pane.unfolded.connect(opened.append)
    pane.fold.button.click()
    assert opened == [True]
    pane.show_open(True)
    assert shown(pane) == list(Params.specs())
    assert pane.fold.button.text() == "Fewer parameters"


def test_the_main_ones_stand_in_their_order_with_their_group_as_one_view(pane: ParametersPane) -> None:
    pane.show_open(True)
    pane.show()
    pane.adjustSize()
    places = {name: row.mapTo(pane, row.rect().topLeft()).y() for name, row in pane.rows.items()}
    assert places["rate"] < places["fast"] == places["slow"] < places["depth"] < places["damping"] < places["grid"]
    assert isinstance(pane.rows["slow"], ToggleRow)


def test_what_was_changed_by_hand_is_shown_all_the_same(pane: ParametersPane) -> None:
    pane.show_panel(panel(damping=0.75))
    assert shown(pane) == ["rate", "damping", "fast", "slow"]
    assert pane.fold.button.text() == "2 more parameters"
    pane.show_panel(replace(panel(), refusal=("depth", "depth is 7, allowed is 0 to 1")))
    assert "depth" in shown(pane)


def test_the_fold_says_how_many_a_preset_has_changed(pane: ParametersPane) -> None:
    preset = Params().changed({"damping": 0.75, "grid": True})
    pane.show_panel(Panel("g", DECLARATION, preset, 0, None, {}, start=preset))
    assert shown(pane) == ["rate", "fast", "slow"]
    assert pane.fold.changed.text() == "2 changed"


def test_a_twin_can_be_asked_for_under_the_fold(pane: ParametersPane) -> None:
    pane.ask_twin("depth")
    assert not pane.rows["depth"].isHidden()


def test_without_main_ones_nothing_is_folded(qapp: object) -> None:
    class Plain(ConceptParams):
        rate: float = one("rate")

    declared = Declaration("plain", CARD, Plain, (), ())
    made = ParametersPane(declared)
    made.show_panel(Panel("g", declared, Plain(), 0, None, {}))
    assert shown(made) == ["rate"]
    assert made.fold.isHidden()
    made.deleteLater()
