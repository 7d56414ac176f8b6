"""One row a parameter, made from its declaration."""

from __future__ import annotations

from collections.abc import Callable

from playground.engine.declarations.params import Spec
from playground.ui.inspector.choice_rows import ChoiceRow, flag_row
from playground.ui.inspector.field_rows import FileRow, NumberRow, WideRow
from playground.ui.inspector.row import Row

KINDS: dict[str, Callable[[Spec], Row]] = {
    "real": NumberRow,
    "integer": NumberRow,
    "choice": ChoiceRow,
    "flag": flag_row,
    "text": WideRow,
    "vector": WideRow,
    "file": FileRow,
}


def row(spec: Spec) -> Row:
    """The row of one declaration."""
    return KINDS[spec.kind](spec)
