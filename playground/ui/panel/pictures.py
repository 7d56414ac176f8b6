"""The pictures on the stage: one, or those of two to four twins with their titles."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRect, QRectF, Signal
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from playground.engine.frame import Frame, View
from playground.render.camera import picture
from playground.render.figure_view import FigureView, link, show_frames
from playground.render.side_by_side import arrange
from playground.ui.controller.state import Panel
from playground.ui.controls.style import Look, dress
from playground.ui.panel.twins import TwinHead


class Pictures(QObject):
    """Keeps a figure view for every twin; the first one is always there.

    Signals:
        drawing: a frame is being drawn in the last of the pictures; the next may be made meanwhile.
        painted: a frame has been drawn in every picture.
        view_changed: what the pictures show is another than before.
        separated: the number of a twin that shall leave.
    """

    drawing = Signal()
    painted = Signal()
    view_changed = Signal()
    separated = Signal(int)

    def __init__(self, stage: QWidget, look: Look, wire: Callable[[FigureView], None]) -> None:
        """The first picture.

        Args:
            stage: holds the pictures.
            look: the theme at a factor.
            wire: connects a new picture.
        """
        super().__init__(stage)
        self._stage, self._look, self._wire = stage, look, wire
        self._frames: tuple[Frame, ...] = ()
        self._unbegun: set[FigureView] = set()
        self._undrawn: set[FigureView] = set()
        self._bare = self._ask = False
        self._place = QRect(0, 0, 1, 1)
        self._last = View()
        self.all: list[FigureView] = []
        self.heads: list[TwinHead] = []
        self._add()

    def _add(self) -> None:
        look = self._look
        view = FigureView(look.theme, look.factor, self._stage)
        view.set_reduced_motion(look.still)
        view.set_lecture(self._bare)
        view.set_ask(self._ask)
        view.drawing.connect(lambda: self._on_begin(view))
        view.painted.connect(lambda: self._on_draw(view))
        view.view_changed.connect(self._on_view)
        self._wire(view)
        self.all.append(view)
        if len(self.all) > 1:
            # Below the words on the stage, and on screen at once.
            view.stackUnder(self.all[0])
            view.show()

    def show_panel(self, panel: Panel) -> None:
        """As many pictures as there are twins, each with the figure of its own."""
        count = len(panel.twins) + 1
        many = len(self.all)
        while len(self.all) < count:
            self._add()
        if count < many:
            gone, self.all[count:] = self.all[count:], []
            for view in gone:
                link([view])
                self._unbegun.discard(view)
                self._undrawn.discard(view)
                view.hide()
                view.deleteLater()
        figures = (panel.figure, *(twin.figure for twin in panel.twins))
        for view, figure in zip(self.all, figures, strict=True):
            if figure is not None:
                before = view.figure
                view.set_figure(figure, panel.declaration)
                if view.figure is not before:
                    self._frames = ()  # it has forgotten its frame, which is to be drawn again
        if count != many:
            self._frames = ()
            link(self.all)
            self._title(panel)
            self.place(self._place)
        self._say(panel)

    def _title(self, panel: Panel) -> None:
        wanted = len(self.all) if len(self.all) > 1 else 0
        while len(self.heads) < wanted:
            head = TwinHead(self._stage)
            head.closed.connect(lambda head=head: self.separated.emit(self.heads.index(head)))
            dress(head, self._look)
            self.heads.append(head)
        for head in self.heads[wanted:]:
            head.hide()
            head.deleteLater()
        del self.heads[wanted:]

    def _say(self, panel: Panel) -> None:
        clock = panel.clock
        for head, words, frame in zip(self.heads, panel.titles, panel.frames, strict=False):
            going = panel.playing or (clock is not None and frame.step < clock.step)
            head.tell(words, frame, going, self._bare)

    def shows(self, frames: tuple[Frame, ...]) -> bool:
        """Whether these very frames are shown."""
        return len(frames) == len(self._frames) and all(a is b for a, b in zip(frames, self._frames, strict=True))

    def show_frames(self, frames: tuple[Frame, ...]) -> None:
        """Draws the newest frames, one a picture."""
        self._frames = frames
        self._unbegun, self._undrawn = set(self.all), set(self.all)
        show_frames(self.all, frames)

    def _on_begin(self, view: FigureView) -> None:
        if view in self._unbegun:
            self._unbegun.discard(view)
            if not self._unbegun:
                self.drawing.emit()

    def _on_draw(self, view: FigureView) -> None:
        if view in self._undrawn:
            self._undrawn.discard(view)
            if not self._undrawn:
                self.painted.emit()

    # ---- what all pictures share

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        for view in self.all:
            view.set_reduced_motion(look.still)
            view.set_theme(look.theme, look.factor)

    def set_ask(self, hidden: bool) -> None:
        """Hides the outcome, or reveals it."""
        self._ask = hidden
        for view in self.all:
            view.set_ask(hidden)

    def set_lecture(self, bare: bool) -> None:
        """Nothing but pictures and titles."""
        self._bare = bare
        for view in self.all:
            view.set_lecture(bare)

    def set_part(self, part: int | None) -> None:
        """Slow motion: how much of a step is shown."""
        for view in self.all:
            view.set_part(part)

    @property
    def guess_result(self) -> str:
        """What there is to say about the class's guess in one of the pictures."""
        return next((view.guess_result for view in self.all if view.guess_result), "")

    # ---- views and places

    def view(self) -> View:
        """What the pictures show, of equal plots the first one's."""
        views = [view.view() for view in self.all]
        plots = {name: plot for view in reversed(views) for name, plot in view.plots.items()}
        series = tuple(dict.fromkeys(name for view in views for name in view.series))
        return View(plots, series, max(view.points for view in views))

    def _on_view(self) -> None:
        view = self.view()
        if view != self._last:
            self._last = view
            self.view_changed.emit()

    def place(self, room: QRect) -> None:
        """Places pictures and titles in the room that the stage has for them."""
        self._place = room
        found = arrange(len(self.all), room, self._look.factor)
        for view, cell in zip(self.all, found, strict=True):
            view.setGeometry(cell.view)
        for head, cell in zip(self.heads, found, strict=False):
            head.setGeometry(cell.head)

    def image(self) -> QImage:
        """All pictures with their titles, without what lies on top of the stage."""
        first = picture(self.all[0])
        if len(self.all) == 1:
            return first
        ratio = first.devicePixelRatio()
        size = self._place.size() * ratio
        made = QImage(size, QImage.Format.Format_RGB32)
        made.setDevicePixelRatio(ratio)
        made.fill(QColor(self._look.theme.surface))
        painter = QPainter(made)
        for view, head in zip(self.all, self.heads, strict=True):
            corner = view.geometry().topLeft() - self._place.topLeft()
            below = view.canvas.geometry().topLeft()
            painter.drawImage(QRectF(corner + below, view.canvas.size()), picture(view))
            reserved, head.reserved_width = head.reserved_width, 0
            head.draw(painter, QRectF(head.geometry().translated(-self._place.topLeft())))
            head.reserved_width = reserved
        painter.end()
        return made
