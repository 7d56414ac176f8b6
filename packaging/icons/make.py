"""Draws the application's icon in every size and format that a system asks for, from the one SVG beside this file.

    python packaging/icons/make.py FOLDER

writes PNG files named by their size, an .ico for Windows and an .icns for macOS; `python packaging/icons/make.py` alone
makes assets/icons/application.png anew, which the window itself shows. It needs the packages of the program.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

SOURCE = Path(__file__).with_name("ml-playground.svg")
ASSET = (256, SOURCE.parents[2] / "assets" / "icons" / "application.png")
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def main(folder: Path) -> None:
    """Writes all files."""
    from PIL import Image

    draw({size: folder / f"{size}.png" for size in SIZES})
    largest = Image.open(folder / f"{SIZES[-1]}.png")
    largest.save(folder / "ml-playground.ico", sizes=[(size, size) for size in SIZES if size <= 256])
    largest.save(folder / "ml-playground.icns")


def draw(targets: Mapping[int, Path]) -> None:
    """Draws the icon into PNG files, by their size in px."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication([])
    renderer = QSvgRenderer(str(SOURCE))
    for size, path in targets.items():
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter)
        painter.end()
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(str(path))
    del application


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        draw({ASSET[0]: ASSET[1]})
