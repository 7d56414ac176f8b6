"""JSON and tables as the commands print them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def to_json(value: Any) -> str:
    """Strict JSON on one line: what JSON cannot say (NaN and infinities) is null."""
    return json.dumps(plain(value), allow_nan=False, ensure_ascii=False)


def plain(value: Any) -> Any:
    """Arrays, tuples and mappings as JSON values, with null for numbers that are not finite."""
    if isinstance(value, Mapping):
        return {str(name): plain(entry) for name, entry in value.items()}
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def table(rows: Iterable[Sequence[str]], indent: str = "  ") -> str:
    """Rows as aligned columns; the last column is as wide as it is."""
    ready = [list(row) for row in rows]
    if not ready:
        return ""
    widths = [max(len(row[i]) for row in ready) for i in range(len(ready[0]) - 1)]
    lines = []
    for row in ready:
        cells = [cell.ljust(width) for cell, width in zip(row, [*widths, 0], strict=True)]
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)
