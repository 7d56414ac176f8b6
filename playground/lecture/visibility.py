"""What a beat lets the audience see of a figure. Pure; no Qt, no torch."""

from __future__ import annotations

from dataclasses import replace

from playground.figures.figure import Figure, Plot
from playground.lecture.lesson import Beat


def visible(figure: Figure, beat: Beat) -> Figure:
    """The figure with only the beat's plots, the first of them large, and without its hidden layers.

    Names that this figure does not have are passed over, so that a change of mode leaves a picture.
    """
    named = {plot.name: plot for plot in figure.plots}
    chosen = [named[name] for name in beat.plots if name in named]
    if not chosen and not beat.hide:
        return figure
    plots = [replace(plot, main=i == 0) for i, plot in enumerate(chosen)] if chosen else list(figure.plots)
    return replace(figure, plots=tuple(_without(plot, beat.hide) for plot in plots))


def _without(plot: Plot, hide: list[str]) -> Plot:
    layers = tuple(layer for layer in plot.layers if layer.name not in hide and f"{plot.name}.{layer.name}" not in hide)
    return plot if len(layers) == len(plot.layers) else replace(plot, layers=layers)
