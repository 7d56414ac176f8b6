"""Finds the files under assets/, wherever the product runs: a source checkout, a wheel or a frozen application.

Bottom layer beside the engine: neither Qt nor torch.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

PACKAGE = Path(__file__).resolve().parent


SIDE = 8
"""Rows and columns of a shipped digit."""
INK = 16
"""The highest value of a pixel of it."""


def roots() -> tuple[Path, ...]:
    """The folders that may hold the assets, in the order in which they are tried.

    A frozen application unpacks them beside its code, a wheel carries them inside the package,
    and an editable install leaves them at the root of the checkout.
    """
    frozen = getattr(sys, "_MEIPASS", None)
    unpacked = (Path(frozen) / "playground" / "assets",) if frozen else ()
    return (*unpacked, PACKAGE / "assets", PACKAGE.parent / "assets")


def asset(name: str) -> Path:
    """The path of one shipped file or folder.

    Args:
        name: its path under assets/, with forward slashes, such as `fonts/Inter-Regular.ttf`.

    Raises:
        FileNotFoundError: nothing is shipped under this name.
    """
    parts = Path(name).parts
    if not parts or Path(name).is_absolute() or ".." in parts:
        raise FileNotFoundError(f"asset {name!r} is not a path under assets/")
    for root in roots():
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError(f"asset {name!r} is missing; looked in {', '.join(map(str, roots()))}")


@lru_cache(maxsize=1)
def digits() -> tuple[np.ndarray[Any, np.dtype[np.float64]], np.ndarray[Any, np.dtype[np.int64]]]:
    """All handwritten digits with pixels from 0 to 16, (1797, 8, 8), and what they are, (1797,); both are read-only."""
    import numpy as np

    with np.load(asset("data/digits.npz"), allow_pickle=False) as stored:
        images, labels = stored["images"].astype(np.float64), stored["labels"].astype(np.int64)
    images.flags.writeable = labels.flags.writeable = False
    return images, labels


def alice() -> str:
    """Four chapters of Alice's Adventures in Wonderland, a paragraph a line."""
    return asset("texts/alice.txt").read_text(encoding="utf-8")


def thumbnail(concept: str, theme: str) -> Path | None:
    """The shipped picture of a panel or door, or None."""
    for name in (f"thumbnails/{concept}-{theme}.png", f"thumbnails/{concept}.png"):
        try:
            return asset(name)
        except FileNotFoundError:
            continue
    return None
