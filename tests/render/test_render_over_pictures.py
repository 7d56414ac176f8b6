"""What is drawn over a picture is seen on it, and a picture that stays looks the same however often it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import render_zoo as zoo

from playground.figures.layers import Arrows, Boundary, Curve, Image, Layer, Lines
from playground.render.camera import picture
from playground.render.figure_view import FigureView
from playground.render.look import FigureLook
from playground.render.tokens import LIGHT, THEMES

DARKEST = Image(name="image", z="dark", extent="whole", levels=(0.0, 1.0), frame=False)
VALUES = {**zoo.arrays(), "dark": np.ones((4, 4)), "whole": np.array([-1.2, 1.2, -1.2, 1.2])}
OVER = (
    Lines(name="line", xy="spiral", role="slot8"),
    Lines(name="long", xy="spiral", role="slot8", halo=True, fade=0.5),
    Boundary(name="boundary", wb="wb"),
    Curve(name="curve", x="x", y="y", role="slot8"),
    Arrows(name="field", tails="grid", vectors="flow", field=True, role="field"),
)


@pytest.mark.parametrize("layer", OVER, ids=lambda layer: layer.name)
def test_a_line_over_a_picture_has_a_halo(show: Callable[..., FigureView], layer: Layer) -> None:
    def light(*layers: Layer) -> int:
        view = show(zoo.figure(*layers, plane=True), None, (420, 420))
        view.set_frame(zoo.frame(VALUES))
        box = view.boxes["only"].view
        image = picture(view)
        bits = np.array(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, :3]
        inside = bits[int(box.top()) + 2 : int(box.bottom()) - 2, int(box.left()) + 2 : int(box.right()) - 2]
        return int((inside.min(axis=2) > 110).sum())

    assert light(DARKEST, layer) > light(DARKEST) + 100


@pytest.mark.parametrize("smooth", [False, True])
def test_a_picture_that_stays_looks_the_same_each_time(show: Callable[..., FigureView], smooth: bool) -> None:
    view = show(zoo.figure(Image(name="image", z="z", smooth=smooth, relief=smooth)), None, (420, 330))
    view.set_frame(zoo.frame(zoo.arrays()))
    first = picture(view)
    assert picture(view) == first
    assert picture(view) == first
    view.set_frame(replace(zoo.frame({**zoo.arrays(), "z": -zoo.arrays()["z"]}), step=7))
    assert picture(view) != first


def test_hairlines_grow_with_the_picture_and_stay_whole() -> None:
    for theme in THEMES.values():
        widths = [FigureLook(theme, theme.base * times).rule for times in (1.0, 2.0, 3.0)]
        assert widths == sorted(widths)
        assert all(width == int(width) >= 1 for width in widths)
        assert widths[-1] >= 3
    assert FigureLook(LIGHT).rule == 1.0
