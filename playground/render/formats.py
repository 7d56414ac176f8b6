"""The formats of pictures and films, told apart by the ending of the file's name. Imports nothing heavy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playground.engine.errors import BadInput

FormatKind = Literal["picture", "drawing", "film"]


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes:
        suffix: of the file's name.
        label: in the list of formats.
        kind: picture: pixels of one step; drawing: paths and words of one step; film: pixels of many steps.
        clear: whether the ground may be transparent.
    """

    suffix: str
    label: str
    kind: FormatKind
    clear: bool = False


FORMATS: tuple[Format, ...] = (
    Format(".png", "PNG picture", "picture", clear=True),
    Format(".svg", "SVG drawing", "drawing", clear=True),
    Format(".pdf", "PDF drawing", "drawing", clear=True),
    Format(".mp4", "MP4 film", "film"),
    Format(".gif", "GIF film", "film"),
    Format(".webp", "WebP film", "film"),
)


def format_of(path: str | Path) -> Format:
    """The format that a file's name asks for.

    Raises:
        BadInput: the ending is none of the known ones.
    """
    suffix = Path(path).suffix.lower()
    for known in FORMATS:
        if known.suffix == suffix:
            return known
    endings = ", ".join(known.suffix for known in FORMATS)
    raise BadInput(f"{path} cannot be written: its ending is {suffix or 'missing'}, allowed are {endings}", "out")
