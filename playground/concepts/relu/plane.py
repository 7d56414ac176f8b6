"""The plane of two inputs: the regions of all that is visible, where the output is 0, and the points."""

from __future__ import annotations

import torch

from playground.concepts.relu.cells import Known, beyond, both
from playground.concepts.relu.look import Look
from playground.concepts.relu.painting import Picture, picture
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Layer, Lines, Points, Regions, Text

LIGHT = 2.2  # values are drawn from -1 or 0 to 1; a wider map keeps points and lines readable on it
MOST_BEYOND = 3000  # regions of a net that is drawn on all sides of the window too

COLORED = {
    "output": "coloured by the output, shaded by the direction of its slope",
    "slope": "coloured by the slope",
    "kink": "coloured by the deepest kink",
    "linear": "one colour a linear region",
    "random": "one colour an activation region",
}


def plane(
    look: Look,
    unit: str = "net {shape}",
    more: tuple[Layer, ...] = (),
    mouse: tuple[Mouse, ...] = (),
    main: bool = False,
) -> Plot:
    """The net's regions under what a view adds."""
    counted = look.counted
    drawn = counted["picture"] if counted else _visible(look, "plane", look.known, MOST_BEYOND)
    return Plot(
        name="plane",
        title="{regions_words} regions in the window" if main else "{regions_words} regions",
        unit=unit,
        main=main,
        plane=True,
        zoom=True,
        x=Axis(range=look.across),
        y=Axis(range=look.up),
        badge="exact",
        layers=(
            *_ground(look, drawn, 0.7),
            *more,
            Text(
                name="too many",
                text="only the first regions are drawn",
                anchor="top right",
                show=not counted.get("finished", look.known.complete),
            ),
            Text(
                name="counted",
                text="{counted} regions counted, {counted_linear} of them linear",
                anchor="top left",
                show=bool(counted),
            ),
        ),
        mouse=mouse,
    )


def plane_beside(look: Look, unit: str) -> Plot:
    """The regions of the net beside it."""
    return Plot(
        name="rival",
        title="{rival_regions} regions",
        unit=unit,
        plane=True,
        zoom=True,
        x=Axis(range=look.across),
        y=Axis(range=look.up),
        badge="exact",
        layers=_ground(look, _visible(look, "rival", look.rival), 0.5),
    )


def _visible(look: Look, plot: str, net: Known, most: int | None = None) -> Picture:
    """The regions of all that is on screen, of very many those in the window; only these are counted."""
    assert net.cells is not None
    cells, more = net.cells, None
    if most is None or (net.complete and net.cut <= most):
        seen = look.view.plot(plot)
        more = beyond(net.layers, look.window, look.window if seen is None else (*seen.x, *seen.y))
    every = both(cells, more) if more is not None else cells
    return picture(look.params, look.data, net.layers, every, cells.mesh.regions)


def _ground(look: Look, shown: Picture, size: float) -> tuple[Layer, ...]:
    """Regions, the border of the window, the zero line, and points of this size."""
    data, color, (x0, x1, y0, y1) = look.data, look.params.color, look.window
    by_class, by_sign = color in ("linear", "random"), color == "output"
    frame = torch.tensor([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]], dtype=torch.float64)
    return (
        Regions(
            name="cells",
            outcome=True,
            xy=shown.xy,
            values=shown.values,
            color_map="diverging" if by_sign else "sequential",
            classes=by_class,
            words=shown.words,
            light=shown.light,
            levels=None if by_class else (-LIGHT if by_sign else 0.0, LIGHT),
            symbol="f",
        ),
        Lines(name="window", role="muted", xy=frame, dash="dotted", found=False, key="window that is counted"),
        Lines(
            name="boundary",
            outcome=True,
            xy=shown.boundary,
            dash="solid",
            found=False,
            show=len(data.y) > 0,
            key="output 0",
        ),
        Points(name="points", role="class", xy=data.X, labels=(data.y < 0).to(torch.int32), ids=data.ids, size=size),
    )
