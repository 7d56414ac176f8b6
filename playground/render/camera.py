"""A figure view that no screen shows: what stills, films and drawings are taken from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import TracebackType
from typing import Any, Self

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPaintDevice, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from playground.engine.concept import Declaration
from playground.engine.frame import Frame, View
from playground.figures.figure import Figure
from playground.render.figure_view import FigureView
from playground.render.tokens import Theme, factor

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

_ROUNDS = 3  # a frame may change a range, and the range what is observed


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
        self._view = FigureView(theme, factor(theme, size[1]) if scale is None else scale)
        self._view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self._view.set_lecture(lecture)
        self._view.set_ask(ask)
        self._view.resize(*size)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._view.close()
        self._view.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def take(self, figure: Figure, declaration: Declaration | None, frame_for: Callable[[View], Frame]) -> None:
        """Shows one frame; what came before counts, as in a window that played up to it.

        Args:
            figure: what is shown.
            declaration: formats the numbers.
            frame_for: observes the state for a view.
        """
        view = self._view
        view.set_figure(figure, declaration)
        if not view.isVisible():
            view.show()
            QCoreApplication.sendPostedEvents()
        for _ in range(_ROUNDS):
            before = view.view()
            view.set_frame(frame_for(before))
            if view.view() == before:
                break

    def picture(self) -> QImage:
        """The frame on the theme's surface."""
        return picture(self._view)

    def pixels(self) -> Pixels:
        """The frame as `picture` has it, drawn into an array: (height, width, 4) blue, green, red, 255."""
        width, height = self.size
        made = np.empty((height, width, 4), np.uint8)
        image = QImage(made.data, width, height, 4 * width, QImage.Format.Format_RGB32)
        self._view.canvas.viewport().render(image)
        return made

    def cut_out(self) -> QImage:
        """The frame on nothing: what the theme leaves empty is transparent."""
        image = QImage(*self.size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with self._without_ground():
            # Only what the view draws: the widget's own background would fill the picture.
            self._view.canvas.viewport().render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        return image

    def draw(self, device: QPaintDevice, *, clear: bool = False) -> None:
        """Draws the frame on a device that keeps paths and words.

        Args:
            device: such as an SVG generator.
            clear: without the ground.
        """
        painter = QPainter(device)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        with self._without_ground() if clear else nullcontext():
            self._view.canvas.render(painter, QRectF(0, 0, *self.size), self._view.canvas.viewport().rect())
        painter.end()

    @contextmanager
    def _without_ground(self) -> Iterator[None]:
        canvas = self._view.canvas
        fills = canvas.viewport().autoFillBackground()
        canvas.setBackgroundBrush(Qt.BrushStyle.NoBrush)
        canvas.viewport().setAutoFillBackground(False)
        yield
        canvas.viewport().setAutoFillBackground(fills)
        canvas.setBackgroundBrush(QColor(self._theme.surface))


def picture(view: FigureView) -> QImage:
    """The sheet of a figure view as it is now, at its device pixel ratio.

    The view port draws itself as it does on screen: `QGraphicsView.render` rounds a few px of dashes another way.
    """
    return view.canvas.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
