"""Pictures without a screen, by the very painters of the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QCoreApplication, QEvent, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from playground.engine.concept import Declaration
from playground.engine.files import write_bytes
from playground.engine.frame import Frame, View
from playground.figures.figure import Figure
from playground.render.figure_view import FigureView
from playground.render.tokens import Theme, factor

_ROUNDS = 3  # a frame may change a range, and the range what is observed


def still(
    figure: Figure,
    declaration: Declaration | None,
    frame_for: Callable[[View], Frame],
    size: tuple[int, int],
    theme: Theme,
    *,
    scale: float | None = None,
    lecture: bool = False,
    ask: bool = False,
) -> QImage:
    """One frame as a picture, equal pixel for pixel to the stage of a window of the same size.

    Needs an application object; the offscreen platform does.

    Args:
        figure: what is shown.
        declaration: formats the numbers.
        frame_for: observes the state for a view.
        size: width and height in px.
        theme: the colours.
        scale: the factor; None: as a window of this height has.
        lecture: in lecture mode.
        ask: without the outcome layers.
    """
    view = FigureView(theme, factor(theme, size[1]) if scale is None else scale)
    try:
        view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        view.set_lecture(lecture)
        view.set_ask(ask)
        view.resize(*size)
        view.set_figure(figure, declaration)
        view.show()
        QCoreApplication.sendPostedEvents()
        for _ in range(_ROUNDS):
            before = view.view()
            view.set_frame(frame_for(before))
            if view.view() == before:
                break
        return picture(view)
    finally:
        view.close()
        view.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def picture(view: FigureView) -> QImage:
    """The sheet of a figure view as it is now, at its device pixel ratio.

    The view port draws itself as it does on screen: `QGraphicsView.render` rounds a few px of dashes another way.
    """
    return view.canvas.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def sheet(pictures: Sequence[QImage], columns: int, gap: int = 16, ground: str = "#FFFFFF") -> QImage:
    """Several pictures on one, row by row, each in a cell as large as the largest."""
    width = max((image.width() for image in pictures), default=1)
    height = max((image.height() for image in pictures), default=1)
    columns = max(1, min(columns, len(pictures)))
    rows = max(1, -(-len(pictures) // columns))
    made = QImage(columns * (width + gap) + gap, rows * (height + gap) + gap, QImage.Format.Format_RGB32)
    made.fill(QColor(ground))
    painter = QPainter(made)
    for i, image in enumerate(pictures):
        x, y = gap + (i % columns) * (width + gap), gap + (i // columns) * (height + gap)
        painter.drawImage(QRectF(x, y, image.width(), image.height()), image)
    painter.end()
    return made


def save_png(image: QImage, path: Path | str) -> None:
    """Writes a picture in one piece: the file is whole or as it was.

    Raises:
        BadInput: the folder does not exist, or nothing can be written there.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs say bytes, PySide6 takes str
    write_bytes(path, bytes(buffer.data().data()))
