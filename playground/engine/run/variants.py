"""What is computed beside a run: variants of it, and maps of two parameters. No torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Variant:
    """In what a twin differs from the first run.

    Attributes:
        changes: parameters by name.
        seed: another seed, or None.
        title: words for it where the values alone do not name it.
        anew: without the acts of the first run and without its data, as a preset starts.
    """

    changes: Mapping[str, Any]
    seed: int | None = None
    title: str = ""
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Sweep:
    """Map two parameters: every cell of the grid is the first run with these two changed from its beginning.

    Attributes:
        x, y: the parameters.
        metric: what colours a cell, or `status`.
        steps: how many steps a cell takes.
        columns, rows: the cells along numbers.
    """

    x: str
    y: str
    metric: str = "status"
    steps: int = 100
    columns: int = 16
    rows: int = 12
