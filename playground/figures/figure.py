"""Figures and plots: which layers stand where, what the axes say, and what the mouse does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from playground.figures.layers import Layer
from playground.figures.values import Flag, Named, Range

SET = "set"  # the kind of a mouse event that changes parameters
Event = Literal["click", "shift+click", "alt+click", "double-click", "drag", "shift+drag", "alt+drag", "hover"]


Trust = Literal["", "exact", "sampled", "illustration"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mouse:
    """A mouse event that becomes a gesture.

    Attributes:
        on: the event. A drag sends the gesture at press (where a click or double click on the same target has a meaning
            too: when it first moves), at every move and at release, as one stroke.
        target: the layer that must lie under the cursor; empty: the plot's background.
        kind: the gesture's kind; `SET`: it is no gesture, and `take` and `give` have the new values of parameters by
            name; a number that is taken stays within the range of its parameter.
        take: gesture field -> what fills it: "x", "y", "xy" (a datum that is dragged keeps its distance from the
            cursor), "id" (of the datum where the button went down), "path" (all points of a stroke so far, flat),
            "row", "column" (of an image), "vector" (of an arrow that is dragged: from its tail).
        give: gesture field -> a constant.
        label: what the event does, for the keys overlay and the tool tip ("add a blue point").
    """

    on: Event
    kind: str
    target: str = ""
    take: dict[str, str] = field(default_factory=dict)
    give: dict[str, Any] = field(default_factory=dict)
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """One axis.

    Attributes:
        label: the quantity, with its unit; for y it stands in the title's unit instead.
        range: fixed (low, high); "auto": round numbers round the data, kept while the data fit; a `Range` that follows
            from the state; or the name of one among the frame's numbers.
        ticks: whether ticks are drawn.
        log: tick labels are powers of ten (the data are drawn as log10).
        zero: auto ranges include zero.
        whole: ticks at whole numbers only.
        foot: an auto range begins a little lower than it would, so that marks on its low end are whole.
        words: of the ticks at 0, 1, 2 and so on, in the place of numbers.
    """

    label: str = ""
    range: tuple[float, float] | Range | Named | str = "auto"
    ticks: bool = True
    log: bool = False
    zero: bool = False
    whole: bool = False
    foot: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """One plot.

    Attributes:
        name: as `View.plots` and tests call it.
        title: a template, in sentence case.
        unit: the small words after the title; a template.
        layers: from back to front.
        x, y: the axes.
        plane: equal aspect, a hairline frame, no grid.
        main: takes the large place; others stand beside it or below. Two of them share it.
        axes: false: no axes at all (images, graphs), equal aspect, and the range is what the layers cover.
        zoom: wheel zooms and a drag of the background pans.
        mouse: what the mouse does here.
        badge: how far the plot can be trusted: exact (computed to rounding), sampled (an estimate, whose error is drawn
            as a band or told), illustration (a drawing); empty: it is not said.
        cursor: the model is told where the cursor is (`PlotView.cursor`), for what it shows there.
        empty: while it is zero or false the empty state is shown; "": there is none.
        empty_text: the gesture in words, for the empty state.
        empty_keys: the keys in words, for the empty state.
    """

    name: str
    title: str
    layers: tuple[Layer, ...]
    unit: str = ""
    x: Axis = Axis()
    y: Axis = Axis()
    plane: bool = False
    main: bool = False
    axes: bool = True
    zoom: bool = False
    mouse: tuple[Mouse, ...] = ()
    badge: Trust = ""
    cursor: bool = False
    empty: Flag = ""
    empty_text: str = ""
    empty_keys: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What one panel shows: one to six plots, one of them the main one, or two.

    Attributes:
        plots: in reading order.
        hint: the first-run hint, one line.
        even: all plots have the same size, in a grid; none is the main one.
        wide: the main plot lies over the whole width and the others below it, however wide the stage is: for a river,
            a sentence, a strip.
        share: of the stage that the main plot takes beside the others, or above them, from 0.3 to 0.85; 0: as usual.
        face: the plot that a card shows alone; empty: the main one.
    """

    plots: tuple[Plot, ...]
    hint: str = ""
    even: bool = False
    wide: bool = False
    share: float = 0.0
    face: str = ""

    @property
    def main(self) -> Plot:
        """The plot that takes the large place, the first of two."""
        return next((plot for plot in self.plots if plot.main), self.plots[0])

    @property
    def badge(self) -> Trust:
        """How far the figure can be trusted: no further than its main plot."""
        return self.main.badge

    def series(self) -> tuple[str, ...]:
        """The recorded metrics that some trace draws."""
        for known, found in _NEWEST:
            if known is self:  # asked of the same spec in every frame
                return found
        found = self._find_series()
        _NEWEST[:] = [(self, found)]
        return found

    def _find_series(self) -> tuple[str, ...]:
        from playground.figures.layers import Trace

        names: dict[str, None] = {}
        for plot in self.plots:
            for layer in plot.layers:
                if isinstance(layer, Trace):
                    names[layer.series] = None
                    if layer.against:
                        names[layer.against] = None
        return tuple(names)


_NEWEST: list[tuple[Figure, tuple[str, ...]]] = []  # the figure that was asked last, and its series
