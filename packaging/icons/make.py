"""Draws the application's icon in every size and format that a system asks for, from the one SVG beside this file.

    python packaging/icons/make.py FOLDER

writes PNG files named by their size, an .ico for Windows and an .icns for macOS. It needs the packages of the program.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

SOURCE = Path(__file__).with_name("ml-playground.svg")
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def main(folder: Path) -> None:
    """Writes all files."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PIL import Image
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication([])
    renderer = QSvgRenderer(str(SOURCE))
    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter)
        painter.end()
        image.save(str(folder / f"{size}.png"))
    pictures = [Image.open(folder / f"{size}.png") for size in SIZES]
    pictures[-1].save(folder / "ml-playground.ico", sizes=[(size, size) for size in SIZES if size <= 256])
    pictures[-1].save(folder / "ml-playground.icns")
    del application


if __name__ == "__main__":
    main(Path(sys.argv[1]))
