"""The figure on the stage: plots in their places, frames in, gestures out, and the states in between."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QMenu, QToolButton, QVBoxLayout, QWidget

from playground.engine.declarations.concept import Declaration
from playground.engine.frame import Frame, View
from playground.figures.figure import Figure, Plot
from playground.figures.layers import Trace
from playground.render import icons
from playground.render.canvas import Canvas
from playground.render.data import Data
from playground.render.guess import Guess
from playground.render.layout import Arrangement, arrange
from playground.render.look import FigureLook
from playground.render.mouse import Pointer
from playground.render.overlays import WARMING, Empty, FailureStrip, Warming
from playground.render.painter import Hit
from playground.render.plot_box import PlotBox
from playground.render.scales import Span
from playground.render.tokens import MOTION, SPACING, Theme
from playground.render.words import tr
from playground.texts import links

_NOTCH = 1.2  # of the wheel, in range
_LEAST_POINTS = 400


class FigureView(QWidget):
    """Shows the frames of one session.

    Signals:
        gesture: kind, values and stroke of what the mouse did.
        view_changed: `view()` is another one than before.
        drawing: a frame that was set is being drawn; the next may be made meanwhile.
        painted: it has been drawn.
        looked: the user zoomed, panned or drew a guess, which a second picture of the same run takes over by `mirror`.
        touched: the keys (see `texts.links`) of the layer under the cursor.
        use_preset, back_one, repair: buttons of the empty and failed states.
        copy_report: the report that should go to the clipboard.
    """

    gesture = Signal(str, dict, str)
    view_changed = Signal()
    drawing = Signal()
    painted = Signal()
    looked = Signal()
    touched = Signal(object)
    use_preset = Signal()
    back_one = Signal()
    copy_report = Signal(str)
    repair = Signal()

    def __init__(self, theme: Theme, factor: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = FigureLook(theme, factor, dpr=self.devicePixelRatioF())
        self._figure: Figure | None = None
        self._declaration: Declaration | None = None
        self._frame: Frame | None = None
        self._boxes: dict[str, PlotBox] = {}
        self._arrangement = Arrangement({})
        self._chosen = self._repair = ""
        self._ask = self._plain = False
        self._guess: Guess | None = None
        self._revealed = -1
        self._touched = links.NONE
        self._part: int | None = None
        self._reduced = self._awaits_theme = False
        self._waiting = False
        self._peers: tuple[FigureView, ...] = (self,)
        self._last_view: View | None = None
        self._view_stale = True
        self._empty: Empty | None = None
        self._reveal = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._reveal.valueChanged.connect(self._fade)
        self._build()

    def _build(self) -> None:
        self._canvas = Canvas(self)
        self._pointer = Pointer(self, self)
        self._pointer.gesture.connect(self.gesture)
        self._pointer.guessed.connect(self.looked)
        self._canvas.pointer = self._pointer
        self._canvas.on_begin = self._on_begin
        self._canvas.on_draw = self._on_draw
        self._canvas.on_wheel = self._zoom
        self._strip = FailureStrip(self)
        self._strip.back_one.connect(self.back_one)
        self._strip.copy_report.connect(self.copy_report)
        self._strip.repair.connect(self.repair)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        # The stage gives the size; a least size of its own would only be argued about with the window system.
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(self._strip)
        column.addWidget(self._canvas, 1)
        self._warming = Warming(self._canvas)
        self._chooser = QToolButton(self._canvas)
        self._chooser.setAccessibleName(tr("Choose the plot"))
        self._chooser.setToolTip(tr("Choose the plot"))
        self._chooser.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._chooser.hide()
        self._canvas.installEventFilter(self)
        self.set_theme(self._look.theme, self._look.factor)

    # ---- what it shows

    def set_figure(self, figure: Figure, declaration: Declaration | None) -> None:
        """Takes another figure; frames of the old one are forgotten.

        Nothing happens if the figure is equal to the one shown, so a changed parameter costs no flicker.
        """
        if figure == self._figure and declaration is self._declaration:
            return
        self._drop_guess()
        turned = {name: box.surface.turned for name, box in self._boxes.items() if box.surface is not None}
        for box in self._boxes.values():
            box.remove()
        self._pointer.forget()
        self._figure, self._declaration, self._frame = figure, declaration, None
        self._boxes = {plot.name: PlotBox(plot, self._canvas.sheet) for plot in figure.plots}
        for name, box in self._boxes.items():
            if box.surface is not None:
                box.surface.set_turned(turned.get(name, (0.0, 0.0)))
        self._chosen = ""
        self._fill_chooser(figure)
        if self._ask:
            self._take_guesses(figure)
        link(self._peers)
        self._arrange()

    def set_frame(self, frame: Frame) -> None:
        """Draws a frame; `drawing` and `painted` follow when it comes on screen."""
        self._take(frame)
        self._present(frame)

    def _take(self, frame: Frame) -> None:
        self._frame = frame
        data = Data(frame, self._declaration)
        for name in self._arrangement.boxes:
            self._boxes[name].take(data, self._part)

    def _present(self, frame: Frame) -> None:
        if not self._ask and frame.step < self._revealed:
            self._drop_guess()
        self._revealed = frame.step
        self._refresh()
        self._warming.set_on(False)
        self._tell_failure()
        if not self._plain:
            self._waiting = True
            # The corner is asked for so that a frame that changes nothing is answered as well.
            self._canvas.viewport().update(0, 0, 1, 1)

    def await_theme(self) -> None:
        """Another theme is about to come: until then another size is not arranged for."""
        self._awaits_theme = True

    def set_theme(self, theme: Theme, factor: float) -> None:
        """Takes a theme at a factor."""
        self._awaits_theme = False
        self._look = FigureLook(theme, factor, self._look.lecture, dpr=self.devicePixelRatioF())
        self._canvas.setBackgroundBrush(QColor(theme.surface))
        self._warming.set_look(self._look, self._reduced)
        side = self._look.px(SPACING.field)
        self._chooser.setFixedSize(side, side)
        self._chooser.setIconSize(QSize(self._look.px(SPACING.icon_bar), self._look.px(SPACING.icon_bar)))
        self._chooser.setIcon(icons.icon("chevron-down", theme, self._look.px(SPACING.icon_bar)))
        self._chooser_sheet = (
            f"QToolButton {{ border: 1px solid {theme.control}; border-radius: {self._look.px(SPACING.radius)}px;"
            f" background: {theme.surface}; }} QToolButton::menu-indicator {{ image: none; }}"
            f"QToolButton:hover {{ background: {theme.sunken}; }}"
            f"QToolButton:focus {{ border: {SPACING.focus}px solid {theme.accent}; }}"
        )
        self._tell_failure()
        self._drop_empty()
        self._arrange()

    def set_reduced_motion(self, on: bool) -> None:
        """Nothing turns or fades."""
        self._reduced = on
        self._warming.set_look(self._look, on)

    def set_lecture(self, on: bool) -> None:
        """Lecture mode: wider margins, thicker lines, no ticks on planes, no hovering controls."""
        self._look = FigureLook(self._look.theme, self._look.factor, on, dpr=self._look.dpr)
        self._arrange()

    def set_ask(self, hidden: bool) -> None:
        """Hides the outcome layers and takes the class's guess, or reveals them beside the guess."""
        if hidden == self._ask:
            return
        self._ask = hidden
        if hidden:
            self._drop_guess()
            if self._figure is not None:
                self._take_guesses(self._figure)
        else:
            self._pointer.guess = None
            self._revealed = self._frame.step if self._frame is not None else -1
        self._reveal.stop()
        self._fade(1.0)
        if not hidden and not self._reduced and self._frame is not None:
            self._reveal.setDuration(MOTION.reveal)
            self._reveal.start()
        self._refresh()

    def set_part(self, part: int | None) -> None:
        """Slow motion: layers of later parts keep drawing the frame before; None shows all of the newest frame."""
        self._part = part
        if self._frame is not None:
            data = Data(self._frame, self._declaration)
            for box in self.boxes.values():
                box.take(data, part)
        self._refresh()

    def set_stand_in(self, picture: QPixmap) -> None:
        """What stands here until the first frame comes, such as the thumbnail of the panel."""
        self._warming.set_picture(picture)

    def set_warming(self, on: bool, words: tuple[str, str] = WARMING, over: bool = False) -> None:
        """Says after 150 ms that a picture is on its way; the first frame ends it.

        Args:
            on: whether it is.
            words: a line, and a smaller one.
            over: the picture of another run stays as long; else the stand-in appears at once.
        """
        self._warming.set_on(on, words, over)

    def set_repair(self, words: str) -> None:
        """The remedy that the diverged state offers, or nothing."""
        self._repair = words
        self._tell_failure()

    def set_plain(self) -> None:
        """A picture that only a camera takes: nothing says where a run stopped, and nothing is painted by itself."""
        self._plain = True
        self._canvas.sheet.screen = None

    def _tell_failure(self) -> None:
        if not self._plain:
            self._strip.show_failure(self._frame, self._repair, self._look)

    def choose(self, name: str) -> None:
        """Puts a plot into the main place where not all have room, in all that are compared."""
        for view in self._peers:
            view._chosen = name
            view._arrange()

    # ---- what it says

    @property
    def figure(self) -> Figure | None:
        """What is shown, or None before the first frame."""
        return self._figure

    @property
    def canvas(self) -> Canvas:
        """The sheet, for stills and exporters."""
        return self._canvas

    @property
    def boxes(self) -> dict[str, PlotBox]:
        """The plots on the stage by name, in reading order."""
        return {name: self._boxes[name] for name in self._arrangement.boxes}

    @property
    def faults(self) -> tuple[str, ...]:
        """What went wrong in painters."""
        return tuple(fault for box in self._boxes.values() for fault in box.faults)

    def view(self) -> View:
        """What the picture shows, for the engine."""
        if self._figure is None:
            return View()
        plots = {name: box.plot_view() for name, box in self.boxes.items()}
        traced = [
            plots[plot.name].width
            for plot in self._figure.plots
            if plot.name in plots and any(isinstance(layer, Trace) for layer in plot.layers)
        ]
        return View(plots, self._figure.series(), max([_LEAST_POINTS, *(2 * width for width in traced)]))

    @property
    def guess_result(self) -> str:
        """What there is to say about a guess beside the revealed outcome; empty: there is no guess."""
        return self._guess.comparison() if self._guess is not None and self._guess.strokes and not self._ask else ""

    def reset_view(self) -> None:
        """Back to the plots' own ranges."""
        for view in self._peers:
            for box in view._boxes.values():
                box.zoomed = None
                if box.surface is not None:
                    box.surface.set_turned((0.0, 0.0))
            view._refresh()
        self.looked.emit()

    def light(self, wanted: frozenset[str]) -> None:
        """What is tied to these keys stands out; none, or none that anything is tied to: all is as it was."""
        known = self._figure is not None and bool(links.linkable(self._figure) & wanted)
        for box in self._boxes.values():
            box.light(wanted if known else links.NONE)

    def mirror(self, other: FigureView) -> None:
        """Takes over how another picture of the same figure is looked at: its ranges and the guess."""
        if other._figure != self._figure:
            return
        for name, box in self._boxes.items():
            for peer in box.peers:
                peer.zoomed = other._boxes[name].zoomed
                seen = other._boxes[name].surface
                if peer.surface is not None and seen is not None:
                    peer.surface.set_turned(seen.turned)
        if self._guess is not None and other._guess is not None:
            self._guess.strokes = list(other._guess.strokes)
        for view in self._peers:
            view._refresh()

    def place_of(self, position: QPointF) -> tuple[str, float, float] | None:
        """The plot at a position of this widget, and where in it, in data units; None beside all plots."""
        sheet = QPointF(self._canvas.mapFrom(self, position.toPoint()))
        found = next(((name, box) for name, box in self.boxes.items() if box.view.contains(sheet)), None)
        if found is None:
            return None
        name, box = found
        return name, *box.map.data(sheet.x() - box.view.left(), sheet.y() - box.view.top())

    def position_of(self, place: tuple[str, float, float]) -> QPointF | None:
        """Where a place that another picture of the figure has named lies here; None where it is not shown."""
        box = self.boxes.get(place[0])
        if box is None:
            return None
        x, y = box.map.px(np.array([place[1:]]))[0].tolist()
        inside = QPointF(x + box.view.left(), y + box.view.top())
        return QPointF(self._canvas.mapTo(self, inside.toPoint())) if box.view.contains(inside) else None

    def point(self, position: QPointF | None) -> None:
        """Rings the datum at a position of this widget as if the cursor were there; None: nothing is ringed."""
        if position is None:
            self._pointer.leave()
        else:
            self._pointer.point(QPointF(self._canvas.mapFrom(self, position.toPoint())))

    # ---- layout

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """The sheet has another size, with the view or since the strip came or went: all find their places again."""
        if watched is self._canvas and event.type() == QEvent.Type.Resize:
            self._arrange()
        return False

    def _arrange(self) -> None:
        size = self._canvas.size()
        self._warming.setGeometry(0, 0, size.width(), size.height())
        if self._awaits_theme or self._figure is None or size.width() < 2 or size.height() < 2:
            return
        self._look = FigureLook(self._look.theme, self._look.factor, self._look.lecture, dpr=self.devicePixelRatioF())
        self._view_stale = True
        if not self._plain:
            self._canvas.viewport().update()
        self._arrangement = arrange(self._figure, size.width(), size.height(), self._look, self._chosen)
        chooser = bool(self._arrangement.chosen_from) and not self._look.lecture
        reserved = self._chooser.width() + self._look.px(SPACING.steps[1]) if chooser else 0
        for name, box in self._boxes.items():
            place = self._arrangement.boxes.get(name)
            box.show(place is not None)
            if place is not None:
                box.arrange(place, self._look, reserved)
                if self._frame is not None:
                    box.take(Data(self._frame, self._declaration), self._part)
        self._refresh()
        self._place_chooser(chooser)

    def _fill_chooser(self, figure: Figure) -> None:
        menu = self._chooser.menu() or QMenu(self._chooser)
        menu.clear()
        for plot in figure.plots:
            title = plot.title if "{" not in plot.title else plot.name
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setData(plot.name)
            action.triggered.connect(lambda _=False, name=plot.name: self.choose(name))
        self._chooser.setMenu(menu)

    def _place_chooser(self, wanted: bool) -> None:
        self._chooser.setVisible(wanted)
        if not wanted or self._figure is None:
            return
        if self._chooser.styleSheet() != self._chooser_sheet:  # which costs a theme some milliseconds
            self._chooser.setStyleSheet(self._chooser_sheet)
        menu = self._chooser.menu()
        menu.setFont(self._look.font("body"))
        name, box = next(iter(self.boxes.items()))
        for action in menu.actions():
            action.setChecked(action.data() == name)
            if action.isChecked():
                self._chooser.setToolTip(tr(f"Choose the plot; this is: {action.text()}"))
        row = box.title_row
        self._chooser.move(
            round(row.right() - self._chooser.width()), round(row.center().y() - self._chooser.height() / 2)
        )

    def _hidden(self, box: PlotBox) -> frozenset[str]:
        empty = bool(box.plot.empty) and self._is_empty(box)
        return frozenset(layer.name for layer in box.plot.layers if empty or (self._ask and layer.outcome))

    def _refresh(self) -> None:
        for box in self.boxes.values():
            box.asking = self._ask
            self._view_stale |= box.refresh(self._hidden(box))
        if self._guess is not None:
            self._guess.refresh()
        self._pointer.follow()
        self._show_empty()
        if self._view_stale:
            self._tell_view()

    def _tell_view(self) -> None:
        self._view_stale = False
        view = self.view()
        if view != self._last_view:
            self._last_view = view
            self.view_changed.emit()

    def _fade(self, opacity: float) -> None:
        for box in self._boxes.values():
            for painter in box.painters:
                if painter.layer.outcome:
                    painter.setOpacity(opacity)

    def _take_guesses(self, figure: Figure) -> None:
        self._guess = self._pointer.guess = Guess(self._boxes[figure.main.name])

    def _drop_guess(self) -> None:
        if self._guess is not None:
            self._guess.remove()
        self._guess = self._pointer.guess = None

    def _show_empty(self) -> None:
        box = next((one for one in self.boxes.values() if one.plot.empty and self._is_empty(one)), None)
        if box is None:
            self._drop_empty()
            return
        if self._empty is None:
            self._empty = Empty(self._canvas, box.plot.empty_text, box.plot.empty_keys, self._look)
            self._empty.use_preset.connect(self.use_preset)
        self._empty.place(box.view)

    def _is_empty(self, box: PlotBox) -> bool:
        return self._frame is not None and not Data(self._frame, self._declaration).true(box.plot.empty)

    def _drop_empty(self) -> None:
        if self._empty is not None:
            self._empty.remove()
            self._empty = None

    def _on_begin(self) -> None:
        if self._waiting:
            self.drawing.emit()

    def _on_draw(self) -> None:
        if self._waiting:
            self._waiting = False
            # After the paint event, not in it: the next frame may arrive at once.
            QTimer.singleShot(0, self, self.painted.emit)

    # ---- the pointer's stage

    def box_at(self, position: QPointF) -> PlotBox | None:
        """The plot whose view box is under a position of the sheet."""
        return next((box for box in self.boxes.values() if box.view.contains(position)), None)

    def touch(self, box: PlotBox | None, position: QPointF) -> None:
        """Says which symbols the layer at a position of the sheet is tied to, and where the cursor is in its plot."""
        self._look_at(box, position)
        layer = None
        if box is not None:
            x, y = position.x() - box.view.left(), position.y() - box.view.top()
            layer = box.under(x, y, box.look.px(SPACING.snap))
        found = links.keys(layer) if layer is not None else links.NONE
        if found != self._touched:
            self._touched = found
            self.touched.emit(found)

    def _look_at(self, box: PlotBox | None, position: QPointF) -> None:
        """The place under the cursor becomes a part of the view in the plot that asks for it, and of no other."""
        moved = False
        for other in self.boxes.values():
            at = None
            if other is box and other.plot.cursor:
                at = other.map.data(position.x() - other.view.left(), position.y() - other.view.top())
            moved |= other.cursor != at
            other.cursor = at
        if moved:
            self._tell_view()

    def hover(self, box: PlotBox, hit: Hit | None) -> None:
        """Rings a datum in its plot, and in every plot what is linked with it."""
        box.hover(hit)
        linked = box.links_of(hit)
        for other in self.boxes.values():
            other.ring(linked)

    def pan(self, box: PlotBox, dx: float, dy: float) -> None:
        """Moves a plot's range by px."""
        (x0, x1), (y0, y1) = box.map.x, box.map.y
        right, up = dx * (x1 - x0) / box.map.width, dy * (y1 - y0) / box.map.height
        self._range(box, ((x0 - right, x1 - right), (y0 + up, y1 + up)))

    def turn(self, box: PlotBox, dx: float, dy: float) -> None:
        """Turns a plot's surface, and those compared with it, by a drag of so many px."""
        if box.surface is not None:
            box.surface.turn(dx, dy)
            self._turn_to(box, box.surface.turned)

    def _turn_to(self, box: PlotBox, turned: tuple[float, float]) -> None:
        for peer in box.peers:
            if peer.surface is not None:
                peer.surface.set_turned(turned)
        for view in self._peers:
            view._refresh()
        self.looked.emit()

    def reset_range(self, box: PlotBox) -> None:
        """Back to the plot's own range and its first view."""
        if box.surface is not None:
            self._turn_to(box, (0.0, 0.0))
        self._range(box, None)

    def _range(self, box: PlotBox, zoomed: tuple[Span, Span] | None) -> None:
        """The range of a plot, and of those compared with it."""
        for peer in box.peers:
            peer.zoomed = zoomed
        for view in self._peers:
            view._refresh()
        self.looked.emit()

    def _zoom(self, position: QPointF, notches: float) -> None:
        box = self.box_at(position)
        if box is None or not box.plot.zoom or not notches:
            return
        x, y = box.map.data(position.x() - box.view.left(), position.y() - box.view.top())
        times = _NOTCH**-notches
        (x0, x1), (y0, y1) = box.map.x, box.map.y
        across = (x + (x0 - x) * times, x + (x1 - x) * times)
        self._range(box, (across, (y + (y0 - y) * times, y + (y1 - y) * times)))


def link(views: Sequence[FigureView]) -> None:
    """Compares views: the same plot has one range and one meaning of colours in all, those of the first lead.

    A view that is left over is linked with itself alone.
    """
    for view in views:
        view._peers = tuple(views)
        for name, box in view._boxes.items():
            found = [one._boxes[name] for one in views if name in one._boxes]
            box.peers = tuple(one for one in found if _alike(one.plot, box.plot))
            box.zoomed = box.peers[0].zoomed
            if box.surface is not None and box.peers[0].surface is not None:
                box.surface.set_turned(box.peers[0].surface.turned)


def _alike(one: Plot, other: Plot) -> bool:
    return (one.x, one.y, one.plane, one.axes) == (other.x, other.y, other.plane, other.axes)


def show_frames(views: Sequence[FigureView], frames: Sequence[Frame]) -> None:
    """Draws a frame in each of several views; all are read before the first is drawn, since ranges are common."""
    pairs = list(zip(views, frames, strict=True))
    for view, frame in pairs:
        view._take(frame)
    for view, frame in pairs:
        view._present(frame)
