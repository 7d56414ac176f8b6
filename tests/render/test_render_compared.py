"""Compared plots have one range, unless it would flatten one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import render_zoo as zoo

from playground.figures.figure import Axis
from playground.figures.layers import Trace
from playground.render.figure_view import FigureView, link, show_frames

FIGURE = zoo.figure(Trace(name="loss", series="loss", text=""), x=Axis(), y=Axis())


def frame(high: float, step: int = 10) -> Any:
    steps = np.arange(0.0, 11.0)
    return replace(zoo.frame(zoo.arrays(), step=step), series={"loss": (steps, steps / 10 * high)})


def shown(show: Callable[..., FigureView], *highs: float) -> list[FigureView]:
    views = [show(FIGURE, None) for _ in highs]
    link(views)
    show_frames(views, [frame(high) for high in highs])
    return views


def ranges(views: list[FigureView]) -> list[tuple[float, float]]:
    return [view.boxes["only"].map.y for view in views]


def test_a_range_is_common_while_each_run_has_a_third_of_it(show: Callable[..., FigureView]) -> None:
    first, second = shown(show, 1.0, 0.5)
    assert first.boxes["only"].map == second.boxes["only"].map
    assert first.boxes["only"].labels == second.boxes["only"].labels == ()


def test_a_flattened_run_has_its_own_range_and_says_so(show: Callable[..., FigureView]) -> None:
    views = shown(show, 1.0, 0.1)
    large, small = ranges(views)
    assert small[1] < 0.3 < 1.0 <= large[1]
    assert views[0].boxes["only"].map.x == views[1].boxes["only"].map.x
    assert [view.boxes["only"].labels for view in views] == [("own range",)] * 2
    show_frames(views, [frame(1.0, 11), frame(0.45, 11)])
    assert [view.boxes["only"].labels for view in views] == [("own range",)] * 2
    show_frames(views, [frame(1.0, 12), frame(0.9, 12)])
    assert [view.boxes["only"].labels for view in views] == [()] * 2
    assert ranges(views)[0] == ranges(views)[1]


def test_a_run_that_stands_still_is_compared(show: Callable[..., FigureView]) -> None:
    first, second = shown(show, 1.0, 0.0)
    assert first.boxes["only"].map == second.boxes["only"].map
