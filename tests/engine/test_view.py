"""What the picture asks of the engine."""

from __future__ import annotations

from playground.engine.frame import PlotView


def test_a_picture_has_half_the_pixels_of_its_plot_up_to_what_it_may_cost() -> None:
    seen = PlotView((0, 1), (0, 1), 640, 300)
    assert seen.cells(1000) == (320, 150)
    assert seen.cells(200) == (200, 150)
    assert PlotView((0, 1), (0, 1), 1, 1).cells(200) == (2, 2)
