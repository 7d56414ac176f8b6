"""A sheet that no screen shows: pictures side by side with their titles, and in a lecture the caption below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from playground.engine.declarations.concept import Declaration
from playground.engine.frame import Frame, View
from playground.figures.figure import Figure
from playground.render import fonts
from playground.render.caption import CaptionStrip
from playground.render.figure_view import FigureView, link, show_frames
from playground.render.side_by_side import Cell, TwinTitle, arrange, ending
from playground.render.tokens import SPACING, Theme, px

FOOT = 20  # px at factor 1 of the line below the pictures of a film
_ROUNDS = 3  # a frame may change a range, and the range what is observed


@dataclass(frozen=True, slots=True)
class Sight:
    """One run to be shown.

    Attributes:
        declaration: formats the numbers.
        frame_for: observes the state for a view.
        title: what sets it apart where several are shown.
        visible: what is shown of a frame's figure.
    """

    declaration: Declaration | None
    frame_for: Callable[[View], Frame]
    title: str = ""
    visible: Callable[[Figure], Figure] = lambda figure: figure


@dataclass(frozen=True, slots=True)
class SlideWords:
    """What stands below the pictures in a lecture.

    Attributes:
        caption: what to see.
        place: "beat 3 of 8".
    """

    caption: str
    place: str


@dataclass(frozen=True, slots=True)
class Foot:
    """The line below the pictures of a film.

    Attributes:
        words: "step 40".
        share: how much of the film is over.
    """

    words: str
    share: float


def _take_figure(view: FigureView, sight: Sight, frame: Frame) -> None:
    if frame.figure is not None:
        view.set_figure(sight.visible(frame.figure), sight.declaration)


class Slide(QWidget):
    """Places pictures as the window's stage does, and tells what has to be drawn anew.

    Attributes:
        views: one a run.
        titles: one a run where there are several.
        caption: below the pictures.
    """

    def __init__(self, size: tuple[int, int], theme: Theme, factor: float, *, lecture: bool, ask: bool) -> None:
        """An empty slide.

        Args:
            size: width and height in px.
            theme: the colours.
            factor: what the table's sizes are multiplied by.
            lecture: in lecture mode.
            ask: without the outcome layers.
        """
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self.resize(*size)
        self.theme, self._factor, self._lecture, self._ask = theme, factor, lecture, ask
        self.views: list[FigureView] = []
        self.titles: list[TwinTitle] = []
        self.caption = CaptionStrip(self)
        self.caption.set_theme(theme, factor)
        self._share = 0.0
        self._foot: Foot | None = None
        self._laid: tuple[int, ...] = ()
        self._dirty: list[QRect] = []

    def take(
        self, sights: Sequence[Sight], words: SlideWords | None, ask: bool | None, foot: Foot | None = None
    ) -> None:
        """Shows one frame of each run; what came before counts, as in a window that played up to it.

        Args:
            sights: one to four runs.
            words: below the pictures; None: there is nothing.
            ask: whether the outcome is hidden; None: as the slide was made.
            foot: the line below the pictures of a film.
        """
        self._fit(len(sights))
        for view, sight in zip(self.views, sights, strict=True):
            view.set_ask(self._ask if ask is None else ask)
            if view.figure is None:
                _take_figure(view, sight, sight.frame_for(View()))
        self._lay_out(words, foot)
        if not self.isVisible():
            self.show()
            QCoreApplication.sendPostedEvents()
        frames: list[Frame] = []
        for _ in range(_ROUNDS):
            before = [view.view() for view in self.views]
            frames = [sight.frame_for(seen) for sight, seen in zip(sights, before, strict=True)]
            for view, sight, frame in zip(self.views, sights, frames, strict=True):
                _take_figure(view, sight, frame)
            show_frames(self.views, frames)
            if [view.view() for view in self.views] == before:
                break
        self._say(sights, frames, words)
        self._show_foot(foot)

    def _fit(self, count: int) -> None:
        """As many pictures as runs."""
        if count == len(self.views):
            return
        for view in self.views[count:]:
            link([view])
            view.hide()
            view.deleteLater()
        del self.views[count:]
        while len(self.views) < count:
            view = FigureView(self.theme, self._factor, self)
            view.set_plain()
            view.set_lecture(self._lecture)
            view.set_reduced_motion(True)
            view.canvas.sheet.changed.connect(lambda rects, view=view: self._invalidate(view, rects))
            self.views.append(view)
        for title in self.titles:
            title.deleteLater()
        self.titles = [TwinTitle(self) for _ in range(count)] if count > 1 else []
        for title in self.titles:
            title.set_theme(self.theme, self._factor)
        if self.isVisible():
            for view in self.views:
                view.show()
        self._laid = ()

    def _lay_out(self, words: SlideWords | None, foot: Foot | None) -> None:
        """Places everything, as a page in lecture mode does."""
        if words is not None:
            self.caption.tell(words.caption, self.caption.texts[1], words.place)
        strip = self.caption.room if words is not None else 0
        if foot is not None:
            strip = px(FOOT, self._factor)
        line = px(SPACING.progress, self._factor) if words is not None or foot is not None else 0
        laid = (len(self.views), strip, line)
        if laid == self._laid:
            return
        self._laid = laid
        width, height = self.width(), self.height()
        for view, title, cell in self._places(QRect(0, 0, width, max(1, height - strip - line))):
            view.setGeometry(cell.view)
            if title is not None:
                title.setGeometry(cell.head)
        self.caption.setGeometry(0, height - strip - line, width, strip if words is not None else 0)
        if len(self.views) > 1:
            link(self.views)
        self._dirty = [self.rect()]

    def _places(self, room: QRect) -> list[tuple[FigureView, TwinTitle | None, Cell]]:
        cells = arrange(len(self.views), room, self._factor)
        titles: Sequence[TwinTitle | None] = self.titles or [None] * len(self.views)
        return list(zip(self.views, titles, cells, strict=True))

    def _say(self, sights: Sequence[Sight], frames: Sequence[Frame], words: SlideWords | None) -> None:
        """Fills titles, caption and the line of progress."""
        clock = max(frame.step for frame in frames)
        for title, sight, frame in zip(self.titles, sights, frames, strict=False):
            if title.say(sight.title, ending(frame, frame.step < clock)):
                self._dirty.append(title.geometry())
        if words is None:
            return
        said = self.caption.texts
        self.caption.tell(words.caption, f"{clock:,}", words.place)
        ahead = max(frames, key=lambda frame: frame.step)
        share = min(1.0, ahead.step / ahead.total)
        if self.caption.texts != said or share != self._share:
            self._share = share
            top = self.caption.y()
            self._dirty.append(QRect(0, top, self.width(), self.height() - top))

    def _show_foot(self, foot: Foot | None) -> None:
        """Takes the line below the pictures."""
        if foot != self._foot:
            self._foot = foot
            self._share = foot.share if foot is not None else 0.0
            high = px(FOOT, self._factor) + px(SPACING.progress, self._factor)
            self._dirty.append(QRect(0, self.height() - high, self.width(), high))

    def _invalidate(self, view: FigureView, rects: Sequence[QRectF]) -> None:
        corner = view.canvas.viewport().mapTo(self, view.canvas.viewport().rect().topLeft())
        # One px more on each side: what is drawn soft reaches over its edge.
        self._dirty += [rect.toAlignedRect().adjusted(-1, -1, 1, 1).translated(corner) for rect in rects]

    def dirty_region(self) -> QRegion:
        """What has to be drawn since this was last asked."""
        for view in self.views:
            QCoreApplication.sendPostedEvents(view.canvas.sheet)
        region = QRegion()
        for rect in self._dirty:
            region += rect
        self._dirty = []
        return region.intersected(self.rect())

    def draw_around(self, painter: QPainter, ground: bool = True) -> None:
        """Draws what stands round the pictures: titles, and the line of progress.

        Args:
            painter: draws on any device, in px of the slide.
            ground: with the sheet under the titles.
        """
        for title in self.titles:
            if ground:
                painter.fillRect(title.geometry(), QColor(self.theme.surface))
            title.draw(painter, QRectF(title.geometry()))
        if self._foot is not None:
            room = px(FOOT, self._factor)
            painter.setFont(fonts.font("caption", self._factor))
            painter.setPen(QColor(self.theme.muted))
            right = self.width() - px(SPACING.stage[0], self._factor)
            middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(QRectF(0, self.height() - room - self._laid[2], right, room), middle, self._foot.words)
        high = self._laid[2] if self._laid else 0
        if high:
            line = QRectF(0, self.height() - high, self.width(), high)
            painter.fillRect(line, QColor(self.theme.sunken))
            line.setWidth(self.width() * self._share)
            painter.fillRect(line, QColor(self.theme.accent))
