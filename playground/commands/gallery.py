"""`playground gallery`: the best picture of every panel and door in every theme, and the pictures of the README."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

# Computing first: on Windows torch cannot be loaded after Qt in one process.
from playground.commands.render import picture  # isort: skip
from playground.commands.thumbnails import at_preset  # isort: skip
from PySide6.QtGui import QImage

import playground
from playground import catalog
from playground.commands import Outcome
from playground.commands.filming import drawing
from playground.engine.errors import BadInput
from playground.engine.files import replacing, write_bytes
from playground.render.still import save_png
from playground.render.tokens import THEMES, factor

README_SIZE = (640, 360)
COLOURS = 128  # of a picture in the README: a third of the bytes, and nothing to be seen of it
COLUMNS = 3
BEGIN, END = "<!-- gallery: made by `playground gallery --readme` -->", "<!-- end of the gallery -->"


def main(args: Namespace) -> Outcome:
    """Draws what was asked for."""
    if args.readme == (args.out is not None):
        raise BadInput("one of --out DIR and --readme says where the pictures go", "out")
    for name in args.only:
        catalog.resolve(name)
    names = (*catalog.ids(), *catalog.doors())
    if not args.readme:
        return Outcome("\n".join(map(str, draw(args.only or names, Path(args.out), args.size))))
    root = Path(playground.__file__).resolve().parents[1]
    readme = root / "README.md"
    if not readme.is_file():
        raise BadInput(f"--readme works in a source checkout only, and {root} is none", "readme")
    written = draw(args.only or names, root / "docs" / "gallery", README_SIZE, colours=COLOURS)
    write_bytes(readme, with_block(readme.read_text(encoding="utf-8"), block(names)).encode())
    return Outcome("\n".join(map(str, [*written, readme])))


def draw(names: Sequence[str], folder: Path, size: tuple[int, int], colours: int = 0) -> list[Path]:
    """Draws panels in every theme, as `ID-THEME.png`.

    Args:
        names: ids of panels and doors.
        folder: where to; made if it is missing.
        size: width and height in px.
        colours: how many there are in a picture; 0: as many as there are.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {(error.strerror or str(error)).lower()}", "out") from None
    written = []
    with drawing():
        for name in names:
            session = at_preset(name)
            for theme in THEMES.values():
                path = folder / f"{name}-{theme.name}.png"
                _save(picture(session, size, theme, factor(theme, size[1])), path, colours)
                written.append(path)
    return written


def _save(image: QImage, path: Path, colours: int) -> None:
    if not colours:
        save_png(image, path)
        return
    from PIL import Image

    rgb = image.convertToFormat(QImage.Format.Format_RGB888)
    made = Image.frombytes("RGB", (rgb.width(), rgb.height()), bytes(rgb.constBits()), "raw", "RGB", rgb.bytesPerLine())
    with replacing(path) as temporary:
        made.quantize(colours, dither=Image.Dither.NONE).save(temporary, optimize=True)


def block(names: Sequence[str]) -> str:
    """The lines of the README: a table of all panels and doors, light or dark as the reader has it."""
    cells = [_cell(name) for name in names]
    cells += [""] * (-len(cells) % COLUMNS)
    rows = [cells[i : i + COLUMNS] for i in range(0, len(cells), COLUMNS)]
    lines = ["|" + " |" * COLUMNS, "|" + "---|" * COLUMNS, *("| " + " | ".join(row) + " |" for row in rows)]
    return "\n".join([BEGIN, *lines, END])


def _cell(name: str) -> str:
    card = catalog.declaration(name).card if name in catalog.ids() else catalog.doors()[name][1]
    place = f"docs/gallery/{name}"
    dark = f'<source media="(prefers-color-scheme: dark)" srcset="{place}-dark.png">'
    return f'<picture>{dark}<img src="{place}-light.png" alt="{card.title}" width="260"></picture><br>{card.title}'


def with_block(readme: str, lines: str) -> str:
    """A README with its gallery made anew.

    Raises:
        BadInput: it has no place for a gallery.
    """
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise BadInput("README.md has no place for the gallery: the two comments round it are missing", "readme")
    return before + lines + after
