"""The caption line under a plot, and marks that fade or are shaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import render_zoo as zoo
from drawn import sight
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from playground.figures import layers
from playground.figures.layers import Layer
from playground.render.chrome import clauses_that_fit
from playground.render.data import Data
from playground.render.figure_view import FigureView
from playground.render.key import KeyEntry, entries, place, rows_needed
from playground.render.key_marks import KeyMark, draw_mark, fitting, mark_width
from playground.render.look import FigureLook
from playground.render.painters.fields import SHADES, resampled, shaded, slope_shades
from playground.render.painters.lines import LinesPainter, ages, strength
from playground.render.scales import UNIT
from playground.render.still import still
from playground.render.tokens import PROJECTOR, THEMES, Theme

POINTS = layers.Points(name="points", xy="xy", key="training points")
LINE = layers.Lines(name="line", xy="spiral", role="slot2", key="path")
BOUND = layers.Level(name="bound", value="margin", role="theory", key="bound {margin}")


def test_marks_with_the_same_words_are_one_entry() -> None:
    a, b = KeyMark(POINTS), KeyMark(replace(LINE, key="training points"))
    made = entries([("training points", a), ("path", KeyMark(LINE)), ("training points", b), ("", KeyMark(BOUND))])
    assert [(one.words, one.marks) for one in made] == [("training points", (a, b)), ("path", (KeyMark(LINE),))]


def test_what_has_no_room_goes_by_its_rank_and_the_last_is_shortened() -> None:
    look = FigureLook()
    rank = {"hero": 0, "theory": 2, "grid": 6}
    three = [KeyEntry(name, (KeyMark(LINE),), rank[name]) for name in rank]
    assert [one.words for one in place(three, look, 1000.0, 1)] == list(rank)
    assert [one.words for one in place(three, look, 180.0, 1)] == ["hero", "theory"]
    assert [one.row for one in place(three, look, 180.0, 2)] == [0, 0, 1]
    (only,) = place([KeyEntry("a very long name of a mark", (KeyMark(LINE),), 0)], look, 100.0, 1)
    assert only.words.endswith("…")
    assert only.words.startswith("a")
    assert rows_needed(three, look, 180.0, 400.0) == 2
    assert rows_needed(three, look, 180.0, 100.0) == 1
    assert rows_needed([], look, 180.0, 400.0) == 0


def test_a_plot_without_keys_loses_no_height(show: Callable[..., FigureView]) -> None:
    bare = show(zoo.figure(replace(POINTS, key="")), None)
    keyed = show(zoo.figure(POINTS), None)
    for view in (bare, keyed):
        view.set_frame(zoo.frame())
    assert bare.boxes["only"].key == ()
    assert keyed.boxes["only"].key == ("training points",)
    assert bare.boxes["only"].view.height() > keyed.boxes["only"].view.height()
    assert bare.boxes["only"].view.height() == 610 - 2 * 10 - 28 - 23


def test_a_layer_that_comes_and_goes_moves_nothing_while_the_run_is_played(show: Callable[..., FigureView]) -> None:
    here = replace(BOUND, show="on")
    view = show(zoo.figure(POINTS, here), None)
    seen = []
    for step, on in ((1, False), (2, True), (3, False), (2, False)):
        frame = zoo.frame(zoo.arrays(), step=step)
        view.set_frame(replace(frame, metrics={**frame.metrics, "on": on}))
        seen.append((view.boxes["only"].key, view.boxes["only"].view))
    assert len({(rect.x(), rect.y(), rect.width(), rect.height()) for _, rect in seen}) == 1
    alone, both = ("training points",), ("training points", "bound 0.30")
    assert [words for words, _ in seen] == [alone, both, both, alone]


def test_a_layer_without_data_is_not_in_the_key(show: Callable[..., FigureView]) -> None:
    view = show(zoo.figure(POINTS, LINE), None)
    view.set_frame(zoo.frame({"xy": np.zeros((0, 2)), "spiral": np.ones((4, 2))}))
    assert view.boxes["only"].key == ("path",)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("layer", zoo.LAYERS, ids=lambda layer: layer.name)
def test_every_layer_kind_has_a_mark_of_its_own_colour(layer: Layer, theme: Theme) -> None:
    look = FigureLook(theme, theme.base)
    mark = KeyMark(layer, (0, 1) if layer.role == "class" else ())
    wide = mark_width(mark, look)
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(theme.surface)
    painter = QPainter(image)
    draw_mark(painter, mark, QRectF(10, 5, wide, 30), look)
    painter.end()
    pixels = np.array(image.constBits(), np.uint8).reshape(40, 200, 4)[:, :, :3]
    columns = np.flatnonzero((pixels != pixels[0, 0]).any(axis=(0, 2)))
    assert len(columns) >= 2
    assert columns[0] >= 8
    assert columns[-1] <= 10 + wide + 2


def test_the_key_is_in_drawings_at_projector_size() -> None:
    with_key = still(sight(zoo.figure(POINTS), None, zoo.frame()), (900, 600), PROJECTOR)
    without = still(sight(zoo.figure(replace(POINTS, key="")), None, zoo.frame()), (900, 600), PROJECTOR)
    assert with_key != without


def test_a_line_fades_piece_by_piece() -> None:
    gap = np.array([[np.nan, np.nan]])
    line = np.concatenate([np.zeros((3, 2)), gap, np.zeros((2, 2))])
    assert ages(line).tolist() == [0.0, 0.5, 1.0, 0.0, 0.0, 1.0]
    steps = strength(np.array([0.0, 0.5, 1.0]), 1.0)
    shares = [share for share, _ in steps]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert sum(chosen.sum() for _, chosen in steps) == 3


def test_a_field_keeps_its_samples_and_what_is_no_number() -> None:
    z = np.add.outer(np.arange(4.0), 2 * np.arange(5.0))
    fine = resampled(z, 40, 50)
    assert fine.shape == (40, 50)
    # A plane stays a plane up to its border.
    assert np.allclose(np.diff(fine, axis=1), np.diff(fine, axis=1)[0, 0])
    assert np.isclose(fine[5, 5], z[0, 0]) or abs(fine[4:6, 4:6].mean() - z[0, 0]) < 1e-9
    z[1, 2] = np.nan
    holes = np.isnan(resampled(z, 40, 50))
    # A hole of one sample keeps about its size, and its border is finer than the samples.
    assert holes[13:17, 23:27].all()
    assert 30 < holes.sum() < 110
    assert not holes[:, :15].any()


def test_slopes_to_the_light_are_bright() -> None:
    middle = SHADES // 2
    rise = np.add.outer(np.arange(9.0), np.arange(9.0))
    assert (slope_shades(rise) > middle).all()
    assert (slope_shades(-rise) < middle).all()
    assert (slope_shades(np.ones((5, 5))) == middle).all()


def test_classes_that_have_names_have_an_entry_each(show: Callable[..., FigureView]) -> None:
    named = layers.Points(
        name="points", role="class", xy="xy", labels="labels", class_names="told", key="hollow: held out"
    )
    view = show(zoo.figure(named), None)
    frame = zoo.frame()
    labels = np.arange(len(frame.arrays["xy"])) % 3
    for names, there in ((("cat", "dog", "emu"), 3), (("cat", "dog", "emu"), 2)):
        view.set_frame(
            replace(frame, arrays={**frame.arrays, "labels": labels % there}, words={**frame.words, "told": names})
        )
        assert view.boxes["only"].key == (*names[:there], "hollow: held out")


def test_the_key_of_some_hollow_points_is_hollow(show: Callable[..., FigureView]) -> None:
    named = layers.Points(
        name="points", role="class", xy="xy", labels="labels", hollow="hollow", class_names="told", key="held out"
    )
    view = show(zoo.figure(named), None)
    frame = zoo.frame()
    count = len(frame.arrays["xy"])
    arrays = {**frame.arrays, "labels": np.zeros(count), "hollow": np.arange(count) % 2}
    view.set_frame(replace(frame, arrays=arrays, words={**frame.words, "told": ("cat",)}))
    put = view.boxes["only"]._key._put
    hollow = {one.words: [mark.hollow for mark in one.entry.marks] for one in put}
    assert hollow == {"cat": [False], "held out": [True]}


@pytest.mark.parametrize("length", [4.0, 10.0, 16.0, 60.0])
def test_a_dash_of_the_key_is_seen_twice(length: float) -> None:
    for dash in ((5.0, 4.0), (2.0, 3.0), (8.0, 3.0, 2.0, 3.0)):
        made = fitting(dash, length)
        assert sum(made) + made[0] <= length + 1e-9
        assert made[0] / made[1] == pytest.approx(dash[0] / dash[1])
    assert fitting((), length) == ()


def test_a_line_of_many_pieces_has_no_gaps() -> None:
    ring = np.linspace(0.0, 2 * np.pi, 200)
    points = 0.5 + 0.4 * np.stack([np.cos(ring), np.sin(ring)], axis=1)
    painter = LinesPainter(layers.Lines(name="ring", xy="ring", role="hero", dash="solid"))
    painter.take(Data(zoo.frame({"ring": np.concatenate([points[:-1], points[1:]], axis=1)}), None))
    painter.refresh(FigureLook(PROJECTOR, 1.44), UNIT)
    pens: list[QPen] = []

    class Seen(QPainter):
        def drawLines(self, *args: object) -> None:
            pens.append(self.pen())

    image = QImage(100, 100, QImage.Format.Format_ARGB32)
    seen = Seen(image)
    painter.draw(seen)
    seen.end()
    assert [made.capStyle() for made in pens] == [Qt.PenCapStyle.SquareCap]


def test_shadows_are_not_grey() -> None:
    deepest = int(shaded(np.array([0xFFFFFFFF], np.uint32))[0, 0])
    red, green, blue = deepest >> 16 & 255, deepest >> 8 & 255, deepest & 255
    assert red < green < blue
    assert red >= 200


def test_parts_of_one_path_fade_as_one() -> None:
    gap = np.array([[np.nan, np.nan]])
    path = np.concatenate([np.zeros((2, 2)), gap, np.ones((3, 2)) + np.arange(3)[:, None]])
    painter = LinesPainter(layers.Lines(name="path", xy="spiral", values="age", fade=1.0))
    painter.take(Data(zoo.frame({"spiral": path, "age": np.arange(6) / 5}), None))
    painter.refresh(FigureLook(), UNIT)
    assert painter.fault == ""
    assert painter._aged is not None
    shares = [share for share, chosen in strength(painter._aged[1], 1.0) for _ in range(int(chosen.sum()))]
    assert shares == sorted(shares)
    assert shares[0] < 0.4
    assert shares[-1] == 1.0


def test_a_number_that_is_not_there_yet_takes_its_clause_with_it() -> None:
    frame = replace(zoo.frame(), metrics={"rate": None, "slope": float("nan"), "count": 3})
    data = Data(frame, None)
    assert data.known_clauses("in {rate} ms; log of the entries") == "log of the entries"
    assert data.known_clauses("slope {slope}") == ""
    assert data.known_clauses("{count} nodes; in blocks") == "{count} nodes; in blocks"


def test_a_unit_that_does_not_fit_loses_its_last_clauses_first() -> None:
    unit = "component 2 upwards; click one"
    assert clauses_that_fit(unit, lambda words: len(words) <= 40) == unit
    assert clauses_that_fit(unit, lambda words: len(words) <= 20) == "component 2 upwards"
    assert clauses_that_fit(unit, lambda words: len(words) <= 10) == ""
