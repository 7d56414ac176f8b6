"""Pictures without a screen, by the very painters of the window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from playground.engine.files import write_bytes
from playground.render.camera import Camera
from playground.render.slide import Sight
from playground.render.tokens import Theme


def still(
    sight: Sight,
    size: tuple[int, int],
    theme: Theme,
    *,
    scale: float | None = None,
    lecture: bool = False,
    ask: bool = False,
) -> QImage:
    """One frame as a picture; see `Camera`.

    Args:
        sight: the run to be shown.
        size: width and height in px.
        theme: the colours.
        scale: the factor; None: as a window of this height has.
        lecture: in lecture mode.
        ask: without the outcome layers.
    """
    with Camera(size, theme, scale=scale, lecture=lecture, ask=ask) as camera:
        camera.take((sight,))
        return camera.picture()


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
    write_bytes(path, png(image))


def png(image: QImage) -> bytes:
    """A picture as the bytes of a PNG."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs say bytes, PySide6 takes str
    return bytes(buffer.data().data())
