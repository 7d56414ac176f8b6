"""A figure view that no screen shows: what stills, films and drawings are taken from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from types import TracebackType
from typing import Any, Self

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPaintDevice, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from playground.render.figure_view import FigureView
from playground.render.slide import Foot, Sight, Slide, SlideWords
from playground.render.tokens import Theme, factor

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
CORNER = QPointF(0.0, 0.0)


class Camera:
    """Takes pictures of frames, equal pixel for pixel to the stage of a window of the same size.

    Needs an application object; the offscreen platform does. Use it as a context manager, which closes its view.
    """

    def __init__(
        self,
        size: tuple[int, int],
        theme: Theme,
        *,
        scale: float | None = None,
        lecture: bool = False,
        ask: bool = False,
    ) -> None:
        """A camera without a figure.

        Args:
            size: width and height in px.
            theme: the colours.
            scale: the factor; None: as a window of this height has.
            lecture: in lecture mode.
            ask: without the outcome layers.
        """
        self.size = size
        self._theme = theme
        times = factor(theme, size[1]) if scale is None else scale
        self._slide = Slide(size, theme, times, lecture=lecture, ask=ask)
        self._pixels: Pixels = np.empty((size[1], size[0], 4), np.uint8)
        self._image = QImage(self._pixels.data, *size, 4 * size[0], QImage.Format.Format_RGB32)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._slide.close()
        self._slide.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def take(
        self,
        sights: Sequence[Sight],
        words: SlideWords | None = None,
        *,
        ask: bool | None = None,
        foot: Foot | None = None,
    ) -> None:
        """Shows one frame of each of several runs, side by side with their titles.

        Args:
            sights: one to four runs.
            words: below the pictures, with a line of progress; None: there is nothing.
            ask: whether the outcome is hidden; None: as the camera was made.
            foot: the line below the pictures of a film.
        """
        self._slide.take(sights, words, ask, foot)

    @property
    def views(self) -> Sequence[FigureView]:
        """The pictures, one a run, for whoever hands them the mouse; none before the first frame."""
        return self._slide.views

    def picture(self) -> QImage:
        """The frame on the theme's surface."""
        self.pixels()
        return self._image.copy()

    def pixels(self) -> Pixels | None:
        """The frame as `picture` has it: (height, width, 4) blue, green, red, 255; None: nothing has changed.

        It is the same array each time, drawn over where something has changed.
        """
        region = self._slide.dirty_region()
        if region.isEmpty():
            return None
        painter = QPainter(self._image)
        painter.setClipRegion(region)
        painter.fillRect(self._image.rect(), QColor(self._theme.surface))
        self._slide.draw_around(painter)
        painter.end()
        for view in self._slide.views:
            sheet = view.canvas.viewport()
            corner = sheet.mapTo(self._slide, QPoint())
            part = region.translated(-corner).intersected(sheet.rect())
            if not part.isEmpty():
                sheet.render(self._image, corner + part.boundingRect().topLeft(), part)
        if self._slide.caption.height() and self._slide.caption.words:
            self._slide.caption.render(self._image, self._slide.caption.pos())
        return self._pixels

    def cut_out(self) -> QImage:
        """The frame on nothing: what the theme leaves empty is transparent."""
        image = QImage(*self.size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with self._without_ground():
            for view in self._slide.views:
                sheet = view.canvas.viewport()
                # Only what the view draws: the widget's own background would fill the picture.
                sheet.render(image, sheet.mapTo(self._slide, QPoint()), QRegion(), QWidget.RenderFlag.DrawChildren)
        painter = QPainter(image)
        self._slide.draw_around(painter, ground=False)
        painter.end()
        return image

    def draw(self, device: QPaintDevice, *, clear: bool = False) -> None:
        """Draws the frame on a device that keeps paths and words.

        Args:
            device: such as an SVG generator.
            clear: without the ground.
        """
        painter = QPainter(device)
        self.paint(painter, clear=clear)
        painter.end()

    def paint(self, painter: QPainter, at: QPointF = CORNER, *, clear: bool = False) -> None:
        """Draws the frame as a part of a larger drawing.

        Args:
            painter: draws on any device.
            at: where its corner stands.
            clear: without the ground.
        """
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        with self._without_ground() if clear else nullcontext():
            for view in self._slide.views:
                sheet = view.canvas.viewport()
                place = QRectF(sheet.rect()).translated(sheet.mapTo(self._slide, QPointF()) + at)
                view.canvas.render(painter, place, sheet.rect())
        painter.save()
        painter.translate(at)
        self._slide.draw_around(painter, ground=not clear)
        painter.restore()

    @contextmanager
    def _without_ground(self) -> Iterator[None]:
        for view in self._slide.views:
            view.canvas.setBackgroundBrush(Qt.BrushStyle.NoBrush)
            view.canvas.viewport().setAutoFillBackground(False)
        yield
        for view in self._slide.views:
            view.canvas.viewport().setAutoFillBackground(True)
            view.canvas.setBackgroundBrush(QColor(self._theme.surface))


def picture(view: FigureView) -> QImage:
    """The sheet of a figure view as it is now, at its device pixel ratio.

    The view port draws itself as it does on screen: `QGraphicsView.render` rounds a few px of dashes another way.
    """
    return view.canvas.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
