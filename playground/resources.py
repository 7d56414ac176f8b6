"""Finds the files under assets/, wherever the product runs: a source checkout, a wheel or a frozen application.

Bottom layer beside the engine: neither Qt nor torch.
"""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


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
