"""Ranges, ticks, places: arithmetic without a picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import render_demo as demo
from hypothesis import given
from hypothesis import strategies as st

from playground.render.layout import arrange
from playground.render.look import FigureLook
from playground.render.scales import (
    Mapping,
    auto_range,
    equal_aspect,
    power_label,
    steady,
    tick_label,
    ticks,
    word_ticks,
)
from playground.render.tokens import DARK, LIGHT, PROJECTOR, Theme

spans = st.tuples(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(spans, st.booleans())
def test_an_auto_range_holds_the_data(data: tuple[float, float], zero: bool) -> None:
    low, high = auto_range(data, zero=zero)
    slack = 1e-6 * (data[1] - data[0])
    assert low <= data[0] + slack
    assert high >= data[1] - slack
    assert not zero or low <= 0 <= high


def test_an_auto_range_is_kept_while_the_data_fit() -> None:
    first = auto_range((0.0, 9.0), zero=True)
    assert first == (0.0, 10.0)
    assert auto_range((0.0, 9.7), zero=True, before=first) == first
    assert auto_range((0.0, 4.5), zero=True, before=first) == first
    grown = auto_range((0.0, 12.0), zero=True, before=first)
    assert grown[1] >= 12
    # Data that have become small do not stay a dot at the bottom.
    assert auto_range((0.0, 1.0), zero=True, before=first)[1] < 2


def test_a_plane_grows_and_is_kept_while_it_is_not_far_too_wide() -> None:
    x, y = (-1.0, 1.0), (0.0, 1.0)
    assert steady(x, y, None) == (x, y)
    assert steady((-1.5, 0.5), y, (x, y)) == ((-1.5, 1.0), y)
    # A flat picture is as wide as it is long.
    assert steady(x, (0.0, 0.1), (x, y)) == (x, y)
    assert steady((-0.1, 0.1), (0.0, 0.1), (x, y)) == ((-0.1, 0.1), (0.0, 0.1))


def test_an_auto_range_without_data_or_span() -> None:
    assert auto_range(None, zero=False) == (0.0, 1.0)
    assert auto_range(None, zero=False, before=(2.0, 3.0)) == (2.0, 3.0)
    low, high = auto_range((5.0, 5.0), zero=False)
    assert low < 5 < high


@given(spans, st.floats(50, 2000))
def test_ticks_are_inside_and_apart(span: tuple[float, float], length: float) -> None:
    found = [value for value, _ in ticks(span, length, 45)]
    slack = 1e-6 * (span[1] - span[0])
    assert all(span[0] - slack <= value <= span[1] + slack for value in found)
    scale = length / (span[1] - span[0])
    # Two numbers come before their distance: an axis with one says nothing.
    assert len(found) == 2 or all((b - a) * scale >= 44.9 for a, b in pairwise(found))


@given(spans, st.floats(60, 2000), st.booleans(), st.booleans())
def test_an_axis_has_two_numbers_at_least(span: tuple[float, float], length: float, log: bool, whole: bool) -> None:
    if log:
        span = (span[0] / 1e5, span[0] / 1e5 + max(0.01, (span[1] - span[0]) / 1e5))
    found = ticks(span, length, 100, log=log, whole=whole)
    assert len(found) >= 2
    assert len({words for _, words in found}) == len(found), found
    slack = 1e-6 * (span[1] - span[0])
    assert all(span[0] - slack <= value <= span[1] + slack for value, _ in found)


@pytest.mark.parametrize("wiggle", [0.0, 0.02, 0.6])
def test_a_log_axis_is_a_decade_long_at_least(wiggle: float) -> None:
    low, high = auto_range((0.3, 0.3 + wiggle), zero=False, log=True)
    assert high - low >= 1
    assert low < 0.3
    assert 0.3 + wiggle < high
    assert high - low < 1.5
    assert len(ticks((low, high), 200, 45, log=True)) >= 2


def test_labels_of_ticks() -> None:
    assert [words for _, words in ticks((-3.0, 3.0), 300, 60)] == ["−2", "0", "2"]
    assert [words for _, words in ticks((-2.0, 1.0), 300, 60, log=True)] == ["10⁻²", "10⁻¹", "1", "10¹"]
    assert [words for _, words in ticks((0.0, 3.0), 900, 45, whole=True)] == ["0", "1", "2", "3"]
    assert "2" in [words for _, words in ticks((0.0, 1.0), 300, 45, log=True)]
    assert tick_label(-0.0, 1) == "0.0"
    assert tick_label(1500.0, 0) == "1,500"
    assert power_label(-12) == "10⁻¹²"
    assert ticks((0.0, float("nan")), 100, 45) == []


@given(st.floats(10, 2000), st.floats(10, 2000))
def test_equal_aspect(width: float, height: float) -> None:
    x, y = equal_aspect((-3.0, 3.0), (-1.0, 1.0), width, height)
    assert (x[1] - x[0]) / width == pytest.approx((y[1] - y[0]) / height)
    assert x[0] <= -3 + 1e-9
    assert x[1] >= 3 - 1e-9
    assert y[0] <= -1 + 1e-9


@given(st.floats(-5, 5), st.floats(-5, 5))
def test_px_and_back(x: float, y: float) -> None:
    mapping = Mapping((-5.0, 5.0), (-5.0, 5.0), 640.0, 480.0)
    px, py = mapping.px(np.array([[x, y]]))[0]
    assert mapping.data(px, py) == pytest.approx((x, y), abs=1e-9)


@pytest.mark.parametrize(
    ("theme", "scale", "size", "shown"),
    [
        (LIGHT, 1.0, (980, 610), ["plane", "mistakes", "update"]),
        (DARK, 1.0, (724, 659), ["plane", "mistakes", "update"]),
        (PROJECTOR, 1.35, (908, 572), ["plane", "mistakes"]),
        (PROJECTOR, 1.35, (700, 572), ["plane"]),
        (LIGHT, 1.0, (420, 300), ["plane"]),
    ],
)
def test_side_plots_leave_where_they_have_no_room(
    theme: Theme, scale: float, size: tuple[int, int], shown: list[str]
) -> None:
    found = arrange(demo.figure(), *size, FigureLook(theme, scale))
    assert list(found.boxes) == shown
    assert bool(found.chosen_from) == (len(shown) < 3)
    for x, y, width, height in found.boxes.values():
        assert x >= 0
        assert y >= 0
        assert x + width <= size[0]
        assert y + height <= size[1]


def test_wide_stages_have_a_column_and_high_ones_a_row() -> None:
    wide = arrange(demo.figure(), 980, 610, FigureLook()).boxes
    assert wide["mistakes"][0] == wide["update"][0] > wide["plane"][0]
    high = arrange(demo.figure(), 724, 659, FigureLook()).boxes
    assert high["mistakes"][1] == high["update"][1] > high["plane"][1]
    assert high["plane"][2] == 724 - 32


def test_a_plane_keeps_its_place_beside_the_plot_that_is_chosen() -> None:
    look = FigureLook(PROJECTOR, 1.35)
    first = arrange(demo.figure(), 908, 572, look)
    assert list(first.boxes) == ["plane", "mistakes"]
    chosen = arrange(demo.figure(), 908, 572, look, "update")
    assert list(chosen.boxes) == ["plane", "update"]
    assert chosen.boxes["plane"] == first.boxes["plane"]
    flat = replace(demo.figure(), plots=tuple(replace(plot, plane=False) for plot in demo.figure().plots))
    assert list(arrange(flat, 908, 572, look).boxes) == ["plane"], "what is no plane uses the whole width"


def test_a_wide_plot_keeps_those_below_it_that_have_room() -> None:
    plots = demo.figure().plots
    figure = replace(demo.figure(), wide=True, plots=(*plots, *(replace(plots[1], name=name) for name in "ab")))
    assert list(arrange(figure, 1200, 700, FigureLook()).boxes) == ["plane", "mistakes", "update", "a", "b"]
    first = arrange(figure, 724, 659, FigureLook())
    assert list(first.boxes) == ["plane", "mistakes", "update"]
    assert first.chosen_from == ("plane", "mistakes", "update", "a", "b")
    assert list(arrange(figure, 724, 659, FigureLook(), "update").boxes) == ["plane", "mistakes", "update"]
    chosen = arrange(figure, 724, 659, FigureLook(), "b").boxes
    assert list(chosen) == ["plane", "mistakes", "b"]
    assert chosen["b"] == first.boxes["update"]
    assert list(arrange(figure, 724, 220, FigureLook()).boxes) == ["plane"]


def test_a_figure_says_how_much_of_the_stage_its_main_plot_takes() -> None:
    plain = arrange(demo.figure(), 980, 610, FigureLook()).boxes["plane"]
    large = arrange(replace(demo.figure(), share=0.72), 980, 610, FigureLook()).boxes
    assert large["plane"][2] == round((980 - 32 - 18) * 0.72) > plain[2]
    river = arrange(replace(demo.figure(), wide=True, share=0.6), 980, 610, FigureLook()).boxes
    assert river["plane"][2] == 980 - 32
    assert river["plane"][3] == round((610 - 20 - 18) * 0.6)
    assert river["mistakes"][1] == river["update"][1] > river["plane"][1] + river["plane"][3]


def test_plots_of_an_even_figure_are_alike() -> None:
    figure = replace(demo.figure(), even=True)
    boxes = arrange(figure, 980, 610, FigureLook()).boxes
    assert list(boxes) == [plot.name for plot in figure.plots]
    assert len({box[2:] for box in boxes.values()}) == 1
    assert len({box[0] for box in boxes.values()}) == 3
    assert max(x + width for x, _, width, _ in boxes.values()) <= 980
    assert len({box[0] for box in arrange(figure, 300, 1200, FigureLook()).boxes.values()}) == 1
    six = replace(figure, plots=(*figure.plots, *(replace(figure.plots[1], name=name) for name in "abc")))
    high = arrange(six, 724, 659, FigureLook()).boxes
    assert len(high) == 6, "two columns in which all can be read, though three are nearer to squares"
    assert len({box[0] for box in high.values()}) == 2
    some = arrange(six, 968, 572, FigureLook(PROJECTOR, 1.35))
    assert list(some.boxes) == ["plane", "mistakes", "update", "a"]
    assert some.chosen_from == tuple(plot.name for plot in six.plots)
    assert list(arrange(six, 968, 572, FigureLook(PROJECTOR, 1.35), "c").boxes)[-1] == "c"


def test_two_main_plots_share_the_large_place() -> None:
    plots = demo.figure().plots
    figure = replace(demo.figure(), plots=(plots[0], replace(plots[1], main=True), *plots[2:]))
    for size in ((980, 610), (724, 659)):
        boxes = arrange(figure, *size, FigureLook()).boxes
        assert list(boxes) == [plot.name for plot in plots]
        first, second, *sides = boxes.values()
        assert first[1:] == (second[1], second[2], second[3]), "as large as one another, side by side"
        assert all(box[1] > first[1] + first[3] and box[3] < first[3] for box in sides)
    narrow = FigureLook(PROJECTOR, 1.35)
    assert list(arrange(figure, 1366, 572, narrow).boxes) == ["plane", "mistakes"], "the others leave first"
    assert list(arrange(figure, 1366, 572, narrow, "update").boxes) == ["update"]
    assert list(arrange(figure, 600, 572, narrow).boxes) == ["plane"]
    many = replace(figure, plots=(*figure.plots, *(replace(plots[1], name=name) for name in "abc")))
    assert list(arrange(many, 724, 659, FigureLook()).boxes) == ["plane", "mistakes", "update", "a"]
    assert list(arrange(many, 724, 659, FigureLook(), "c").boxes) == ["plane", "mistakes", "update", "c"]


def test_one_plot_can_be_chosen() -> None:
    found = arrange(demo.figure(), 420, 300, FigureLook(), "mistakes")
    assert list(found.boxes) == ["mistakes"]
    assert found.chosen_from == ("plane", "mistakes", "update")


def test_a_log_axis_has_ticks_to_the_end_of_the_floats_and_beyond() -> None:
    for low, high in ((307.9, 308.2), (308.4, 308.9), (300.0, 320.0), (-330.0, -320.0), (-324.2, -323.6)):
        found = ticks((low, high), 300.0, 40.0, log=True)
        assert all(low <= place <= high for place, _ in found)
    assert ticks((300.0, 320.0), 300.0, 40.0, log=True)


def test_words_stand_at_their_places_and_thin_out_where_there_is_no_room() -> None:
    words = ("0.03", "0.1", "1")
    assert word_ticks(words, (-0.5, 2.5), 600.0, 80.0) == [(0.0, "0.03"), (1.0, "0.1"), (2.0, "1")]
    assert word_ticks(words, (-0.5, 2.5), 150.0, 80.0) == [(0.0, "0.03"), (2.0, "1")]
    assert word_ticks(words, (0.4, 1.4), 600.0, 80.0) == [(1.0, "0.1")]
