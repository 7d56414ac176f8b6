"""Every layer kind has a painter that draws, and that draws nothing of nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import render_zoo as zoo
from drawn import sight
from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsScene

from playground.figures import layers
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Layer
from playground.render import still
from playground.render.data import Data
from playground.render.figure_view import FigureView
from playground.render.look import FigureLook
from playground.render.painter import Painter
from playground.render.painters import PAINTERS, painter_for
from playground.render.painters.points import MOST
from playground.render.scales import Mapping
from playground.render.tokens import LIGHT, THEMES

SIZE = (300, 240)
EMPTY: dict[str, Any] = {}


def pixels(image: QImage) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A copy: views of an image's memory outlive it."""
    return np.array(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, :3].copy()


def drawn(layer: Layer, values: dict[str, Any] | None) -> np.ndarray[Any, np.dtype[np.uint8]]:
    frame = zoo.frame(values, margin=None if values == EMPTY else 0.3)
    return pixels(still.still(sight(zoo.figure(layer), None, frame), SIZE, LIGHT))


def test_every_layer_kind_has_a_painter() -> None:
    kinds = {
        kind
        for kind in vars(layers).values()
        if isinstance(kind, type) and issubclass(kind, Layer) and kind is not Layer
    }
    assert kinds == set(PAINTERS)
    assert kinds == {type(layer) for layer in zoo.LAYERS}


@pytest.mark.parametrize("layer", zoo.LAYERS, ids=lambda layer: layer.name)
def test_it_draws_something_and_nothing(layer: Layer) -> None:
    blank = drawn(layers.Points(name="none", xy=""), EMPTY)
    full = drawn(layer, None)
    assert (full != blank).any(axis=2).sum() > 20
    if not isinstance(layer, layers.Text):
        # Without values, words, bars and points vanish, and no fault is shown.
        assert (drawn(layer, EMPTY) == blank).all()


@pytest.mark.parametrize("layer", zoo.LAYERS, ids=lambda layer: layer.name)
@pytest.mark.parametrize("ruin", ["nan", "empty", "one", "flat", "huge"])
def test_no_values_make_it_fail(layer: Layer, ruin: str) -> None:
    def ruined(value: Any) -> Any:
        array = np.asarray(value, float)
        match ruin:
            case "nan":
                return np.full(array.shape, np.nan)
            case "empty":
                return array[:0]
            case "one":
                return array[:1]
            case "flat":
                return array.ravel()
        return array * 1e30

    values = {name: ruined(value) for name, value in zoo.arrays().items()}
    painter = painter_for(layer)
    for auto in (True, False):
        painter.take(Data(zoo.frame(values, margin=float("nan")), None))
        painter.refresh(FigureLook(), Mapping((0.0, 1.0), (0.0, 1.0), 100.0 + auto, 80.0))
        painter.extent()
        painter.labels()
        painter.hit(5.0, 5.0, 12.0)
        painter.obstacles()
        paint(painter)
        assert painter.fault == ""


def paint(painter: Painter[Any]) -> QImage:
    image = QImage(120, 90, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    scene = QGraphicsScene()
    scene.addItem(painter)
    target = QPainter(image)
    scene.render(target, QRectF(0, 0, 120, 90), QRectF(0, 0, 120, 90))
    target.end()
    scene.removeItem(painter)
    return image


@pytest.mark.parametrize("layer", zoo.LAYERS, ids=lambda layer: layer.name)
def test_a_painter_without_a_frame_draws_nothing(layer: Layer) -> None:
    assert (pixels(paint(painter_for(layer))) == 255).all()


def test_a_fault_is_recorded_once_and_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    painter = painter_for(zoo.LAYERS[0])
    painter.take(Data(zoo.frame(), None))
    painter.refresh(FigureLook(), Mapping((-1.0, 1.0), (-1.0, 1.0), 100.0, 80.0))

    def broken(target: QPainter) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(painter, "draw", broken)
    image = pixels(paint(painter))
    assert "layer points" in painter.fault
    assert "ZeroDivisionError" in painter.fault
    assert (image != 255).any()


def test_only_what_changed_is_prepared_again() -> None:
    painter = painter_for(zoo.LAYERS[0])
    look, mapping = FigureLook(), Mapping((-1.0, 1.0), (-1.0, 1.0), 100.0, 80.0)
    assert painter.take(Data(zoo.frame(), None))
    assert painter.refresh(look, mapping)
    assert not painter.take(Data(zoo.frame(), None))
    assert not painter.refresh(look, mapping)
    assert painter.builds == 1
    moved = zoo.arrays()
    moved["xy"][0, 0] += 0.5
    assert painter.take(Data(zoo.frame(moved), None))
    assert painter.refresh(look, mapping)
    assert painter.builds == 2


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_a_class_point_has_its_colour_at_its_place(theme: Any) -> None:
    layer = layers.Points(name="points", xy="xy", labels="labels", role="class")
    frame = zoo.frame({"xy": np.array([[0.6, 0.0], [-0.6, 0.0]]), "labels": np.array([0, 1])})
    figure = zoo.figure(layer, x=Axis(range=(-1.0, 1.0), ticks=False), y=Axis(range=(-1.0, 1.0), ticks=False))
    image = still.still(sight(figure, None, frame), (400, 300), theme, scale=1.0)
    # Margins 16 and 10, title row 28.
    width, height = 400 - 32, 300 - 20 - 28
    for x, slot in ((0.6, 0), (-0.6, 1)):
        at = image.pixelColor(round(16 + (x + 1) / 2 * width), 10 + 28 + height // 2)
        assert at.name().upper() == theme.slots[slot].line
    assert image.pixelColor(2, 2).name().upper() == theme.surface


def test_many_points_are_a_density() -> None:
    rng = np.random.default_rng(0)
    xy = rng.normal(0, 0.3, (MOST + 1, 2)).astype(np.float32)
    layer = layers.Points(name="points", xy="xy")
    image = drawn(layer, {"xy": xy})
    # The middle is dark, the corner of the view is the sheet.
    assert image[140, 168].astype(int).sum() < image[60, 60].astype(int).sum()
    painter = painter_for(layer)
    painter.take(Data(zoo.frame({"xy": xy}), None))
    painter.refresh(FigureLook(), Mapping((-1.0, 1.0), (-1.0, 1.0), 100.0, 80.0))
    assert painter.hit(50, 40, 12) is None


def test_level_bars_are_named_by_the_data_and_carry_their_values() -> None:
    layer = layers.Bars(name="bars", heights="heights", words="told", across="horizontal", text="{heights}")
    frame = zoo.frame({"heights": np.array([0.5, -1.0, np.nan])}, told=("one", "two", "three"))
    painter = painter_for(layer)
    painter.take(Data(frame, None))
    painter.refresh(FigureLook(), Mapping((-1.0, 1.0), (-0.5, 2.5), 200.0, 90.0))
    assert painter.extent().rows == ("one", "two", "three")
    assert [(label.text, round(label.x), round(label.y)) for label in painter.labels()] == [
        ("0.50", 150, 15),
        ("−1.00", 0, 45),
    ]
    first, second = painter.hit(120, 15, 0.0), painter.hit(50, 45, 0.0)
    assert first is not None
    assert second is not None
    assert (first.id, first.text) == (0, "one: 0.50")
    assert (second.id, second.at) == (1, (-1.0, 1.0))
    assert painter.hit(50, 80, 0.0) is None


def test_the_words_of_level_bars_stand_at_the_axis(show: Callable[..., FigureView]) -> None:
    layer = layers.Bars(name="bars", heights="heights", names=("first", "second"), across="horizontal")
    view = show(zoo.figure(layer, y=Axis()), None)
    view.set_frame(zoo.frame({"heights": np.array([0.4, 0.9])}))
    assert view.view().plots["only"].y == (-0.5, 1.5)


def test_upright_bars_leave_room_for_their_values_above(show: Callable[..., FigureView]) -> None:
    layer = layers.Bars(name="bars", heights="heights", text="{heights}")
    view = show(Figure(plots=(Plot(name="only", title="Only", y=Axis(zero=True), layers=(layer,)),)), None)
    view.set_frame(zoo.frame({"heights": np.array([6.0, 2.0])}))
    assert view.boxes["only"].map.y[1] > 6.5


def test_in_svg_points_are_paths() -> None:
    painter = painter_for(zoo.LAYERS[0])
    painter.take(Data(zoo.frame(), None))
    painter.refresh(FigureLook(), Mapping((-1.0, 1.0), (-1.0, 1.0), 100.0, 80.0))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(100, 80))
    scene = QGraphicsScene()
    scene.addItem(painter)
    target = QPainter(generator)
    scene.render(target, QRectF(0, 0, 100, 80), QRectF(0, 0, 100, 80))
    target.end()
    text = bytes(buffer.data().data()).decode()
    scene.removeItem(painter)
    assert "<image" not in text
    assert text.count("<path") + text.count("<ellipse") + text.count("<polygon") >= 40


def test_grid_lines_have_exactly_the_token() -> None:
    layer = layers.Points(name="points", xy="xy")
    image = still.still(sight(zoo.figure(layer), None, zoo.frame(EMPTY)), (400, 300), LIGHT)
    colors = {tuple(row) for row in pixels(image)[60:200, 60:360].reshape(-1, 3).tolist()}
    assert colors == {(0xFF, 0xFF, 0xFF), (0xE2, 0xE8, 0xEA)}  # blue, green, red


@pytest.mark.parametrize("halo", [True, False])
def test_a_halo_clears_what_a_line_crosses(halo: bool) -> None:
    below = layers.Lines(name="below", role="theory", xy="below", dash="solid")
    above = layers.Lines(name="above", role="slot1", xy="above", dash="solid", halo=halo)
    values = {"below": np.array([[-1.0, 0.0], [1.0, 0.0]]), "above": np.array([[0.0, -1.0], [0.0, 1.0]])}
    plot = Plot(name="p", title="", layers=(below, above), x=Axis(range=(-1.0, 1.0)), y=Axis(range=(-1.0, 1.0)))
    frame = zoo.frame(values)
    image = pixels(still.still(sight(Figure(plots=(plot,)), None, frame), SIZE, LIGHT))
    columns = np.flatnonzero((image.max(axis=2) < 60).any(axis=0))
    # What of the lower line is missing at the crossing: the width of the upper line, and with a halo some more.
    gap = int(np.diff(columns).max()) - 1
    assert gap >= 1
    assert (gap > 3) is halo
