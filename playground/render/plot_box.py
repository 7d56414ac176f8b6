"""One plot: title row, view box with axes, layers, labels and frame, kept and changed in place."""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from playground.engine.frame import PlotView
from playground.engine.kit.arrays import Floats
from playground.figures import layers
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Layer
from playground.render import scales
from playground.render.chrome import ColorBar, Edge, Head, Hover, Linked
from playground.render.data import Data
from playground.render.key import KeyLine
from playground.render.labels import LabelItem
from playground.render.layout import Box
from playground.render.look import FigureLook
from playground.render.painter import Extent, Hit, Label, Link, Painter
from playground.render.painters import painter_for
from playground.render.painters.pictures import ImagePainter
from playground.render.painters.turned import TurnedPainter
from playground.render.pg import PlotFrame
from playground.render.scales import Mapping, Span
from playground.render.tokens import FADED, SPACING
from playground.render.words import tr
from playground.texts import links

_LEFT = (22, 36, 48, 60, 74, 90)  # widths of a left axis: fixed steps, so that a longer label does not shake a film
_BOTTOM = 23
_LABEL_ROW = 20
_TIGHT = 0.7  # of a line, the least distance of the names of rows
_ROOM = 0.22  # of the x range, for names at the ends of lines
_MOST_WORDS = 0.7  # share of an axis that words at its ends may have
_THIRD = 1 / 3  # of a common y range that a curve has at least, or the range is not common
_HEAD = 0.16  # of the y range, for words on level lines
_FOOT = 0.06  # share of the range below its low end where an axis has a foot
_GAP_UP, _GAP_ACROSS, _GAP_PLANE = 36, 64, 100


class PlotBox:
    """One plot of a figure with all its items.

    Attributes:
        plot: its specification.
        painters: its layers' painters, from back to front.
        map: from data to px of the view box.
        view: the view box's rectangle in px of the stage.
        peers: this plot and those compared with it, the same in each; the first one's range is that of all.
    """

    def __init__(self, plot: Plot, scene: QGraphicsScene) -> None:
        self.plot = plot
        self.look = FigureLook()
        self.map = scales.UNIT
        self.view = QRectF(0, 0, 1, 1)
        self.box: Box = (0, 0, 1, 1)
        self.zoomed: tuple[Span, Span] | None = None
        self.cursor: tuple[float, float] | None = None
        self.peers: tuple[PlotBox, ...] = (self,)
        self._frame = PlotFrame(scene)
        self._head = Head()
        scene.addItem(self._head)
        self.painters: list[Painter[Any]] = []
        for place, layer in enumerate(plot.layers):
            painter = painter_for(layer)
            painter.setParentItem(self._frame.box)
            painter.setZValue(float(place))
            self.painters.append(painter)
        for above, painter in enumerate(self.painters):
            painter.over_image = any(is_picture(layer) for layer in plot.layers[:above])
        self._key = KeyLine(self._head, self.painters)
        self._lines = Edge(self._frame.box, above=False)
        self._border = Edge(self._frame.box, above=True)
        self._labels = LabelItem(self._frame.box)
        self._linked = Linked(self._frame.box)
        self._hover = Hover(self._frame.box)
        self._auto: tuple[Span | None, Span | None] = (None, None)
        self._auto_own: Span | None = None
        self._apart = False  # the compared plots have y ranges of their own; the first one knows
        self._left = -1
        self._data: Data | None = None
        self.asking = False  # numbers in the words of the plot are kept from the class
        self._styled: FigureLook | None = None
        self._rows: tuple[str, ...] = ()
        self._before: tuple[Span, Span] | None = None
        self._steady: tuple[Span, Span] | None = None
        self._placed: tuple[Any, ...] = ()
        self._ranged: tuple[Span, Span] = ((0.0, 1.0), (0.0, 1.0))
        self._words: dict[Painter[Any], tuple[Label, ...]] = {}
        self._places: dict[tuple[Painter[Any], str], Floats] = {}  # that words keep clear of
        self._wanted = [painter for painter in self.painters if not painter.layer.show]
        self._shown: tuple[bool, ...] = ()

    # ---- what the figure view asks for

    def arrange(self, box: Box, look: FigureLook, reserved: int = 0) -> None:
        """Takes a place on the stage and a look."""
        dashed = any(layer.role == "theory" or getattr(layer, "dash", "") == "dashed" for layer in self.plot.layers)
        slots = sum(layer.role.startswith("slot") for layer in self.plot.layers)
        plain = dashed or self.plot.plane or slots < 2
        self.look = FigureLook(look.theme, look.factor, look.lecture, not plain, look.dpr)
        self.box = box
        for painter in self.painters:
            painter.dress(self.look)
        self._head.set(reserved_width=reserved)

    def show(self, visible: bool) -> None:
        """Shows or hides the plot."""
        self._frame.show(visible)
        self._head.setVisible(visible)

    def remove(self) -> None:
        """Takes all items out of the scene."""
        scene = self._head.scene()
        self._frame.remove()
        if scene is not None:
            scene.removeItem(self._head)

    def take(self, data: Data, part: int | None = None) -> bool:
        """Reads a frame; says whether anything changes.

        Args:
            data: the frame.
            part: layers of later parts keep what they draw; None: all take the frame.
        """
        if self._data is None:
            part = None
        old, new = self._data.frame if self._data is not None else None, data.frame
        if old is not new:
            # A run that goes on is a film, which must not shake; an act or a step back takes the range as it is.
            goes_on = old is not None and old.epoch == new.epoch and old.step <= new.step
            self._before, self._steady = self._steady if goes_on else None, None
            if not goes_on:
                self._key.begin()
        self._data = data
        moments = [painter.layer.part for painter in self.painters if painter.layer.moment]
        now = max(moments, default=0) if part is None else part
        held = {painter for painter in self.painters if painter.layer.moment and painter.layer.part != now}
        fresh = [painter for painter in self.painters if part is None or painter.layer.part <= part]
        shown = {painter for painter in fresh if not painter.layer.show or data.true(painter.layer.show)} - held
        kept = set(self._wanted).difference(fresh) - held
        self._wanted = [painter for painter in self.painters if painter in shown or painter in kept]
        # A layer that this frame does not show is read when one does.
        return bool(sum([painter.take(data) for painter in self._wanted if painter in shown]))

    def refresh(self, hide: frozenset[str] = frozenset()) -> bool:
        """Brings range, axes, layers and words up to what was taken; says whether range or place have changed.

        Args:
            hide: names of layers that are not shown now.
        """
        # A layer that is only hidden for a while keeps its say in the range: the picture must not jump on reveal.
        extents = self._extents(self._wanted)
        wanted = set(self._wanted)
        shown = tuple(painter in wanted and painter.layer.name not in hide for painter in self.painters)
        fresh = shown != self._shown
        if fresh:
            self._shown = shown
            for painter, visible in zip(self.painters, shown, strict=True):
                painter.setVisible(visible)
        self._rows = next((extent.rows for extent in extents if extent.rows), ())
        if self.peers[0] is self:
            self._apart = self._is_flattened()
            self._ranged = self._ranges(self._company(extents))
        ranges = self.peers[0]._ranged
        if self.peers[0]._apart and self.zoomed is None:
            ranges = ranges[0], self._own_y(extents)
        self._share_levels()
        names = next((extent.names for extent in extents if extent.names), ())
        x_label = self._fill(self.plot.x.label) if self.plot.axes else ""
        line = 0
        if self._key.wanted:
            line = self._key.room(self._fill, self.look, self.box[2] - self._axis_width(ranges), self.box[3])
        key = (ranges, self.box, self.look, names, self._rows, x_label, line, self.peers[0]._apart)
        moved = key != self._placed
        if moved:
            self._placed = key
            self._place_view(ranges, x_label, line)
            self._show_axes(names)
        for painter, visible in zip(self.painters, shown, strict=True):
            if visible and painter.refresh(self.look, self.map):
                self._words.pop(painter, None)
                for kind in ("obstacles", "strokes"):
                    self._places.pop((painter, kind), None)
                fresh = True
        title, unit = self._fill(self.plot.title), self._fill(self._unit())
        self._head.set(title=title, unit=unit, bar=self._bar(), badge=self.plot.badge)
        if fresh or moved:
            self._show_words()
        left, bottom = self.view.left(), float(self.box[1] + self.box[3])
        under = QRectF(left, bottom - line, self.box[0] + self.box[2] - left, line)
        self._key.show_key(self._data, self._readable, self._fill, self.look, under)
        return moved

    def plot_view(self) -> PlotView:
        """Range and size for the engine."""
        return PlotView(self.map.x, self.map.y, round(self.map.width), round(self.map.height), self.cursor)

    def hit(self, x: float, y: float, reach: float, only: str = "") -> Hit | None:
        """The topmost datum within `reach` px of a px position of the view box."""
        for painter in reversed(self.painters):
            if painter.isVisible() and painter.values and not painter.fault and only in ("", painter.layer.name):
                found: Hit | None = painter.hit(x, y, reach)
                if found is not None:
                    return found
        return None

    def hover(self, hit: Hit | None) -> None:
        """Rings a datum and shows its value."""
        taken = tuple(placed.box for placed in self._labels.placements) if hit is not None else ()
        self._hover.set(hit, self.look, self.map.width, self.map.height, taken)
        for painter in self.painters:
            over = hit is not None and painter.layer.name == hit.layer
            if painter.hovered != over:
                painter.hovered = over
                painter.update()

    def under(self, x: float, y: float, reach: float) -> Layer | None:
        """The topmost layer at a px position of the view box that is tied to symbols of formulas."""
        for painter in reversed(self.painters):
            if self._readable(painter) and links.keys(painter.layer) and painter.near(x, y, reach):
                layer: Layer = painter.layer
                return layer
        return None

    def light(self, wanted: frozenset[str]) -> None:
        """Layers that are tied to one of these keys stay as they are, the others fade; without keys all stay."""
        for painter in self.painters:
            lit = not wanted or bool(links.keys(painter.layer) & wanted)
            painter.setOpacity(1.0 if lit else FADED)

    def links_of(self, hit: Hit | None) -> tuple[Link, ...]:
        """What a datum stands for in other layers."""
        of = [painter for painter in self.painters if hit is not None and painter.layer.name == hit.layer]
        return tuple(link for painter in of for link in painter.links(hit.of if hit is not None else ()))

    def ring(self, links: tuple[Link, ...]) -> None:
        """Rings what is linked with a datum; without links nothing."""
        outline = QPainterPath()
        for painter in self.painters if links else ():
            if self._readable(painter):
                for link in links:
                    outline.addPath(painter.link_outline(link))
        self._linked.set(outline, self.look, self.map.width, self.map.height)

    @property
    def ring_outline(self) -> QPainterPath:
        """What is ringed because it is linked with the datum under the cursor."""
        return self._linked.outline

    @property
    def sheet(self) -> QGraphicsItem:
        """The item whose px are those of the view."""
        return self._frame.box

    @property
    def hovered(self) -> Hit | None:
        """The datum that is ringed."""
        return self._hover.hit

    @property
    def labels(self) -> tuple[str, ...]:
        """The words that are shown in the view."""
        return tuple(placed.label.text for placed in self._labels.placements)

    @property
    def key(self) -> tuple[str, ...]:
        """The words of the key under the plot."""
        return self._key.entries

    @property
    def key_line(self) -> KeyLine:
        """What its marks mean."""
        return self._key

    @property
    def title(self) -> tuple[str, str]:
        """Title and unit as they are filled now."""
        return self._head.title, self._head.unit

    @property
    def faults(self) -> tuple[str, ...]:
        """What went wrong in painters, each once."""
        return tuple(painter.fault for painter in self.painters if painter.fault)

    @property
    def title_row(self) -> QRectF:
        """The title row's rectangle in px of the stage."""
        return self._head.row

    @property
    def surface(self) -> TurnedPainter[Any] | None:
        """What a drag of the background turns; None: nothing."""
        return next((one for one in self.painters if isinstance(one, TurnedPainter)), None)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The place in data units under a px position of the view box."""
        ground = self.surface.ground(x, y) if self.surface is not None else None
        return self.map.data(x, y) if ground is None else ground

    # ---- ranges

    def _extents(self, painters: list[Painter[Any]]) -> list[Extent]:
        """What the layers cover, where a range or the words of an axis follow the data."""
        follows = "auto" in (self.plot.x.range, self.plot.y.range) or not self.plot.axes
        bars = any(isinstance(layer, layers.Bars) for layer in self.plot.layers)
        if not bars and (not follows or self.zoomed is not None):
            return []
        return [painter.extent() for painter in painters if painter.values and not painter.fault]

    def _company(self, extents: list[Extent]) -> list[Extent]:
        """What the layers of all compared plots cover."""
        others = [extent for box in self.peers[1:] for extent in box._extents(box._wanted)]
        return extents + others if others else extents

    def _share_levels(self) -> None:
        """Colours mean the same in all compared plots."""
        for painter in self.painters:
            others = [one for box in self.peers for one in box.painters if one.values] if len(self.peers) > 1 else []
            alike = [one for one in others if one.layer == painter.layer]
            spans = [found for one in alike if (found := one.colour_span()) is not None]
            painter.share((min(low for low, _ in spans), max(high for _, high in spans)) if spans else None)

    @staticmethod
    def _readable(painter: Painter[Any]) -> bool:
        return bool(painter.values) and not painter.fault and painter.isVisible()

    def _ranges(self, extents: list[Extent]) -> tuple[Span, Span]:
        if self.zoomed is not None:
            return self.zoomed
        exact = any(extent.exact for extent in extents)
        width, height = self._inner_size()
        ends = [(extent.left, extent.right) for extent in extents], [(extent.foot, extent.head) for extent in extents]
        x_room, y_room = _shares(ends[0], width), _shares(ends[1], height)
        least = 0.0 if self.plot.plane else _ROOM
        spans = [extent.x for extent in extents], [extent.y for extent in extents]
        x = self._range(self.plot.x, spans[0], self._auto[0], x_room, least, exact, self.peers)
        y = self._range(self.plot.y, spans[1], self._auto[1], y_room, _HEAD, exact, self.peers)
        if self._rows:
            y = (-0.5, len(self._rows) - 0.5)
        # A range of nothing is no range to be kept.
        self._auto = (x if any(spans[0]) else self._auto[0], y if any(spans[1]) else self._auto[1])
        if self.plot.plane:
            self._steady = self._steady or scales.steady(x, y, self._before)
            return self._steady
        return self._foot_span(self.plot.x, x), self._foot_span(self.plot.y, y)

    def _is_flattened(self) -> bool:
        """Whether a common y range would leave one of the compared curves under a third of it.

        Planes stay common: places are compared there. Once apart they stay so until they are much alike again.
        """
        compared = [box._covered_y() for box in self.peers] if len(self.peers) > 1 and self.plot.axes else []
        spans = [span for span in compared if span is not None and span[1] > span[0]]
        if len(spans) < 2 or self.plot.plane or self._rows:
            return False
        whole = max(high for _, high in spans) - min(low for low, _ in spans)
        smallest = min(high - low for low, high in spans)
        return smallest < whole * (_THIRD * 1.5 if self._apart else _THIRD)

    def _covered_y(self) -> Span | None:
        """What this plot alone covers up and down."""
        if isinstance(self.plot.y.range, tuple):
            return None
        if self.plot.y.range != "auto":
            return self._data.range(self.plot.y.range) if self._data is not None else None
        spans = [extent.y for extent in self._extents(self._wanted) if extent.y is not None]
        if not spans:
            return None
        low, high = min(span[0] for span in spans), max(span[1] for span in spans)
        return (min(low, 0.0), max(high, 0.0)) if self.plot.y.zero else (low, high)

    def _own_y(self, extents: list[Extent]) -> Span:
        """The y range of this plot alone, kept as the common one is."""
        room = _shares([(extent.foot, extent.head) for extent in extents], self._inner_size()[1])
        spans = [extent.y for extent in extents]
        exact = any(extent.exact for extent in extents)
        y = self._range(self.plot.y, spans, self._auto_own, room, _HEAD, exact, (self,))
        self._auto_own = y if any(spans) else self._auto_own
        return self._foot_span(self.plot.y, y)

    @staticmethod
    def _foot_span(axis: Axis, span: Span) -> Span:
        return (span[0] - _FOOT * (span[1] - span[0]), span[1]) if axis.foot and axis.range == "auto" else span

    def _inner_size(self) -> tuple[float, float]:
        """About the size of the view in px, before the ranges are known."""
        across = self.look.px(_LEFT[2]) if self._tick_sides[1] else 0
        down = self.look.px(SPACING.title_row) + self._below() + (self.look.px(_LABEL_ROW) if self.plot.x.label else 0)
        return max(1.0, self.box[2] - across), max(1.0, self.box[3] - down - self._key.least(self.look))

    def _range(
        self,
        axis: Axis,
        spans: list[Span | None],
        before: Span | None,
        room: tuple[float, float],
        least: float,
        exact: bool,
        boxes: tuple[PlotBox, ...],
    ) -> Span:
        if isinstance(axis.range, tuple):
            return axis.range
        if axis.range != "auto" and self._data is not None:
            ends = [box._data.range(axis.range) for box in boxes if box._data is not None]
            found = [pair for pair in ends if pair is not None]
            low, high = min((pair[0] for pair in found), default=0.0), max((pair[1] for pair in found), default=0.0)
            if low < high:
                found_range = float(low), float(high)
                return scales.at_least_a_decade(found_range) if axis.log else found_range
        known = [span for span in spans if span is not None]
        data = (min(span[0] for span in known), max(span[1] for span in known)) if known else None
        if not self.plot.axes or exact:
            return data if data is not None and data[1] > data[0] else before or (0.0, 1.0)
        options: dict[str, Any] = {"zero": axis.zero, "before": before, "whole": axis.whole, "log": axis.log}
        if data is None or not any(room):
            return scales.auto_range(data, **options)
        return scales.roomy_range(data, room, least if room[1] else 0.0, **options)

    def _place_view(self, ranges: tuple[Span, Span], x_label: str, key: int) -> None:
        """The view box's rectangle: what title, tick labels, the x label and the key leave."""
        look, (x, y, width, height) = self.look, self.box
        top = look.px(SPACING.title_row) if not look.lecture else look.px(SPACING.title_row * 1.25)
        below, left = self._below(), self._axis_width(ranges)
        label = look.px(_LABEL_ROW) if x_label else 0
        view = QRectF(x + left, y + top, max(1, width - left), max(1, height - top - below - label - key))
        spans = ranges
        if self.plot.plane or not self.plot.axes:
            spans = scales.equal_aspect(*ranges, view.width(), view.height())
        self.map = Mapping(spans[0], spans[1], view.width(), view.height())
        self._frame.place(view, left, below)
        self.view = view
        self._head.set(
            look=look,
            rect=QRectF(x, y, width, height),
            row=QRectF(x + left, y, width - left, top),
            x_label=x_label,
            label_box=QRectF(view.left(), view.bottom() + below, view.width(), label),
        )

    @property
    def _tick_sides(self) -> tuple[bool, bool]:
        if not self.plot.axes or (self.look.lecture and self.plot.plane):
            return False, False
        return self.plot.x.ticks, self.plot.y.ticks

    def _below(self) -> int:
        return self.look.px(_BOTTOM) if self._tick_sides[0] else 0

    def _axis_width(self, ranges: tuple[Span, Span]) -> int:
        if not self._tick_sides[1]:
            return 0
        found = self._y_ticks(ranges[1], self.box[3] * 0.8)
        widest = max((self.look.text_width("caption", words) for _, words in found), default=0.0)
        need = widest + self.look.px(SPACING.tick_offset)
        steps = [self.look.px(step) for step in (_LEFT if self.plot.plane else _LEFT[1:])]
        return next((step for step in steps if step >= need), steps[-1])

    def _y_ticks(self, span: Span, length: float) -> list[tuple[float, str]]:
        if self._rows:
            last, room = len(self._rows) - 1, self.look.px(_LEFT[-1]) - self.look.px(SPACING.tick_offset)
            # Where rows are lower than words, as many of these are left out as would stand on one another.
            every = ceil(_TIGHT * self.look.text_height("caption") * len(self._rows) / max(1.0, length))
            named = list(enumerate(self._rows))[:: max(1, every)]
            return [(float(last - i), self.look.shorten("caption", one, room)) for i, one in named]
        gap, room = self._gap(_GAP_UP, length), self.look.px(_LEFT[-1]) - self.look.px(SPACING.tick_offset)
        return self._ticks(self.plot.y, span, length, gap, room)

    def _ticks(self, axis: Axis, span: Span, length: float, gap: float, room: float) -> list[tuple[float, str]]:
        """Where an axis has ticks and what they say; words are cut to their room and stand `gap` apart."""
        if not axis.words:
            return scales.ticks(span, length, gap, log=axis.log, whole=axis.whole)
        named = scales.word_ticks(axis.words, span, length, gap)
        return [(at, self.look.shorten("caption", word, room)) for at, word in named]

    def _gap(self, least: int, length: float) -> float:
        """The distance of ticks: few on a long axis, but more than one on a short one."""
        most = _GAP_PLANE if self.plot.plane else 1.6 * least
        return max(self.look.px(least), min(self.look.px(most), length / 5))

    def _show_axes(self, names: tuple[str, ...]) -> None:
        look, theme = self.look, self.look.theme
        ticked = self._tick_sides
        named = any(isinstance(one, layers.Image) and (one.row_words or one.column_words) for one in self.plot.layers)
        grid = self.plot.axes and not self.plot.plane and not named
        if self._styled != look:
            self._frame.style(
                theme.muted, theme.grid, look.rule, look.font("caption"), look.px(SPACING.tick_offset), grid
            )
            self._styled = look
        self._frame.show_range(self.map.x, self.map.y)
        gap = self._gap(_GAP_ACROSS, self.map.width)
        x = self._ticks(self.plot.x, self.map.x, self.map.width, gap, gap - look.px(SPACING.tick_offset))
        if names:
            room = self.map.width / max(1, sum(map(bool, names))) - 2
            x = [(float(i), look.shorten("caption", name, room)) for i, name in enumerate(names)]
        y = self._y_ticks(self.map.y, self.map.height)
        self._frame.show_ticks(x if ticked[0] else [], y if ticked[1] else [])
        bare = self.plot.plane and not self.plot.x.ticks and not self.plot.y.ticks
        framed = self.plot.plane and self.plot.axes and not bare
        self._border.set(theme.line if framed else "", self.map, look.rule)
        self._lines.set(theme.grid if bare and self.plot.axes else "", self.map, look.rule)

    # ---- words

    def _fill(self, template: str) -> str:
        if self._data is None:
            return "" if "{" in template else template
        return self._data.fill(template, None, **(self._data.secrets(template) if self.asking else {}))

    def _unit(self) -> str:
        return self._data.known_clauses(self.plot.unit) if self._data is not None else self.plot.unit

    def _show_words(self) -> None:
        labels: list[Label] = []
        readable = [painter for painter in self.painters if self._readable(painter)]
        for painter in readable:
            if painter not in self._words:
                self._words[painter] = painter.labels()
            labels.extend(self._words[painter])
        kinds = {label.kind for label in labels}
        # Only names at the ends of lines keep clear of lines, and only these two of marks.
        lines = self._all_places(readable if "end" in kinds else [], "strokes")
        marks = self._all_places(readable if kinds & {"beside", "plate"} else [], "obstacles")
        if self.peers[0]._apart:
            muted = self.look.theme.muted
            labels.append(
                Label(tr("own range"), 0, 0, muted, "corner", anchor="top right", style="caption", plate=True)
            )
        self._labels.show_labels(labels, self.look, self.map.width, self.map.height, marks, lines)

    def _all_places(self, painters: list[Painter[Any]], kind: str) -> Floats:
        """Places (n, 2) in px of all these layers, kept until a layer is another."""
        for painter in painters:
            if (painter, kind) not in self._places:
                self._places[painter, kind] = getattr(painter, kind)()
        return np.concatenate([np.zeros((0, 2)), *(self._places[painter, kind] for painter in painters)])

    def _bar(self) -> ColorBar | None:
        for painter in self.painters:
            if isinstance(painter, ImagePainter) and painter.layer.bar and self._readable(painter):
                low, high = painter.levels()
                layer: layers.Image = painter.layer
                words = [self._data.format_value("", end) if self._data is not None else "" for end in (low, high)]
                return words[0], words[1], layer.bar, self.look.theme.map(layer.color_map)
        return None


def is_picture(layer: Layer) -> bool:
    """Whether a layer covers what is behind it with colours of its own, so that lines above need a halo."""
    return isinstance(layer, layers.Image | layers.Regions)


def _shares(ends: list[tuple[float, float]], length: float) -> tuple[float, float]:
    """The shares of an axis that words at its two ends need, not more than leaves room for the data."""
    low, high = (max((pair[i] for pair in ends), default=0.0) / length for i in (0, 1))
    times = min(1.0, _MOST_WORDS / max(low + high, 1e-9))
    return low * times, high * times
