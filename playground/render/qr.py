"""QR codes: a text as a picture that a camera reads."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

MOST = 1500  # letters; with more the modules are too fine for a camera at a lecture's distance
_QUIET = 4  # modules of white round the code, as the standard asks


def qr_image(text: str, side: int) -> QImage | None:
    """The QR code of a text, black on white whatever the theme is, with whole pixels a module.

    Args:
        text: what it says.
        side: the room in px; the picture is at most so large, unless a pixel a module needs more.

    Returns:
        The picture, or None for a text that is too long.
    """
    if len(text) > MOST:
        return None
    import segno

    rows = [bytes(row) for row in segno.make(text, error="l", micro=False).matrix]
    modules = len(rows) + 2 * _QUIET
    small = QImage(modules, modules, QImage.Format.Format_Grayscale8)
    small.fill(255)
    for y, row in enumerate(rows, _QUIET):
        for x, dark in enumerate(row, _QUIET):
            if dark:
                small.setPixel(x, y, 0)
    size = modules * max(1, side // modules)
    return small.scaled(size, size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.FastTransformation)
