"""Long words at the marks of every painter: none is cut off, and none lies on its own mark."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import render_zoo as zoo
from PySide6.QtCore import QRectF

from playground.figures.figure import Axis
from playground.figures.layers import Bars, Curve, Layer, Level, Lines, Surface, Text, Trace
from playground.render.figure_view import FigureView
from playground.render.painters.bars import BarsPainter
from playground.render.plot_box import PlotBox
from playground.render.tokens import LIGHT, PROJECTOR, Theme

LONG = "extragradient 0.0012"
LOOKS = [(LIGHT, 1.0), (LIGHT, 1.25), (PROJECTOR, 1.35), (PROJECTOR, 2.0)]
SIZES = [(360, 280), (560, 330), (900, 520)]
AUTO = {"x": Axis(), "y": Axis()}
HEIGHTS = np.array([0.4, 1234.0, -300.0])
NAMED: tuple[tuple[Layer, dict[str, Any]], ...] = (
    (
        Bars(name="level", heights="heights", names=("a", "b", "c"), across="horizontal", text="of votes {heights}"),
        {},
    ),
    (Bars(name="upright", heights="heights", names=("a", "b", "c"), text="{heights}"), {}),
    (
        Bars(name="fixed", heights="heights", names=("a", "b", "c"), across="horizontal", text="{heights}"),
        {"x": Axis(range=(0.0, 1234.0))},
    ),
    (Curve(name="rising", x="x", y="y", text=LONG), {}),
    (Curve(name="fixed rising", x="x", y="y", text=LONG), {"x": Axis(range=(-1.0, 1.0))}),
    (Curve(name="fixed falling", x="x", y="minus", text=LONG), {"x": Axis(range=(-1.0, 1.0))}),
    (Lines(name="line", xy="falling", role="slot2", text=LONG), {}),
    (Trace(name="trace", series="loss", role="slot1", text=LONG), {}),
    (Trace(name="hero", series="loss", text=LONG), {"x": Axis(range=(0.0, 20.0))}),
    (Level(name="level line", value="margin", role="theory", text=LONG), {}),
    (Level(name="upright line", value="margin", across="vertical", role="theory", text=LONG), {}),
    (Text(name="words", text=LONG, anchor="bottom right"), {}),
)


def frame() -> Any:
    t = np.linspace(-1, 1, 30)
    more = {"minus": -(zoo.arrays()["y"]), "falling": np.stack([t, -t], axis=1), "heights": HEIGHTS}
    made = zoo.frame({**zoo.arrays(), **more}, step=20)
    steps = np.arange(0.0, 21.0)
    return replace(made, series={"loss": (steps, np.exp(-steps / 5))})


def own(box: PlotBox) -> list[QRectF]:
    """The marks that words must not lie on, as small rectangles in px of the view."""
    (painter,) = box.painters
    if isinstance(painter, BarsPainter):
        return []
    px = getattr(painter, "_px", np.zeros((0, 2)))
    view = QRectF(0, 0, box.view.width(), box.view.height())
    seen = px[np.isfinite(px).all(axis=1)] if len(px) else px
    return [QRectF(x - 0.5, y - 0.5, 1, 1) for x, y in seen.tolist() if view.contains(x, y)]


@pytest.mark.parametrize(("theme", "factor"), LOOKS, ids=lambda value: getattr(value, "name", str(value)))
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("layer", "axes"), NAMED, ids=lambda value: getattr(value, "name", ""))
def test_no_words_are_cut_or_lie_on_their_mark(
    show: Callable[..., FigureView],
    layer: Layer,
    axes: dict[str, Any],
    size: tuple[int, int],
    theme: Theme,
    factor: float,
) -> None:
    view = show(zoo.figure(layer, **{**AUTO, **axes}), None, size, theme, factor)
    view.set_frame(frame())
    box = view.boxes["only"]
    placed = box._labels.placements
    assert placed
    inside = QRectF(0, 0, box.view.width(), box.view.height())
    for one in placed:
        wide = box.look.text_width(one.label.style, one.label.text)
        if wide > inside.width() - 2 * one.label.clear:
            continue
        assert inside.contains(one.box), one
        letters = one.box.adjusted(1, 0.2 * one.box.height(), -1, -0.2 * one.box.height())
        assert not any(letters.intersects(mark) for mark in own(box)), one
    (painter,) = box.painters
    if isinstance(painter, BarsPainter):
        _check_bars(box, painter)


def _check_bars(box: PlotBox, painter: BarsPainter) -> None:
    """Words stand beside their bar, or wholly inside it in an ink that is read there."""
    words = {placed.label.text: placed for placed in box._labels.placements}
    for label, (number, bar) in zip(painter.labels(), painter._boxes, strict=True):
        placed = words.get(label.text)
        if placed is None:
            continue
        letters = placed.box.adjusted(1, 0.25 * placed.box.height(), -1, -0.25 * placed.box.height())
        apart = not letters.intersects(bar)
        inside = bar.contains(letters) and label.color in ("#FFFFFF", "#000000")
        # On a plate the digits are whole as well: where words take more than the plot has.
        assert apart or inside or (label.plate and box.view.width() < 4 * letters.width()), (label, bar, number)


def test_long_names_of_surfaces_are_in_the_picture(show: Callable[..., FigureView]) -> None:
    layer = Surface(name="surface", z="z", paths="falling", words="told", slots="one")
    view = show(zoo.figure(layer, axes=False), None, (420, 300))
    view.set_frame(replace(frame(), words={"told": (LONG,)}))
    box = view.boxes["only"]
    (placed,) = box._labels.placements
    assert QRectF(0, 0, box.view.width(), box.view.height()).contains(placed.box)
