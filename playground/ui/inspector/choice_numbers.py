"""Which columns and rows the numbers over a choice have in a frame."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from playground.engine.declarations.concept import Declaration, Metric
from playground.engine.frame import Frame
from playground.texts.template import fill
from playground.ui.inspector.number_table import TableColumn, TableRow

# "theory {theory.*}" and "± {error.*}": another number at the same value of the choice, with its words before it.
_OTHER = re.compile(r"(?P<words>[^{]*?)\s*(?P<template>\{\w+\.\*(?::\d)?\})")
_LETTERS = re.compile(r"[^\W\d_]")


class ShownNumber(NamedTuple):
    """What a column shows.

    Attributes:
        metric: the number.
        column: its column.
        other: the template of another number that stands there instead, with `*` for the value; empty: none.
        run: which of the frames.
    """

    metric: Metric
    column: TableColumn
    other: str = ""
    run: int = 0

    def text(self, declared: Declaration, frames: Sequence[Frame], value: str) -> str:
        """What stands in its cell in the row of a value; nothing where there is no such number."""
        frame = frames[self.run]
        number = frame.metrics.get(f"{self.metric.name}.{value}")
        if number is None:
            return ""
        if self.other:
            return fill(self.other.replace("*", value), declared, {**frame.params, **frame.metrics}, frame.arrays)
        return self.metric.text(number)


def parts(declared: Declaration, over: str, frames: Sequence[Frame], heads: Sequence[str]) -> list[ShownNumber]:
    """The columns of the table over a choice: each shown number that some row has, and what its note says beside it.

    Args:
        declared: the panel.
        over: the choice.
        frames: of the run and its twins.
        heads: of the twins' columns; empty: there are no twins.
    """
    found: list[ShownNumber] = []
    for metric in declared.metrics:
        if metric.over != over or not metric.shown or not _is_there(declared, metric, frames):
            continue
        unit = f" ({metric.unit})" if metric.unit else ""
        if len(frames) > 1:
            found += [
                ShownNumber(metric, TableColumn(head, metric.meaning, metric.label + unit), "", run)
                for run, head in enumerate(heads)
            ]
            continue
        other = _OTHER.fullmatch(metric.note)
        beside = "" if other or not metric.note else " " + fill(metric.note, declared, frames[0].metrics)
        found.append(ShownNumber(metric, TableColumn(f"{metric.label}{unit}{beside}", metric.meaning)))
        if other:
            words = other["words"]
            head, sign = (words, "") if _LETTERS.search(words) else ("", f"{words} ")
            found.append(
                ShownNumber(metric, TableColumn(head, metric.meaning, strong=False), f"{sign}{other['template']}")
            )
    return found


def rows(declared: Declaration, over: str, frames: Sequence[Frame], columns: Sequence[ShownNumber]) -> list[TableRow]:
    """The rows: every value of the choice that has a number in some column."""
    spec = declared.params.specs()[over]
    found = []
    for value, words in spec.choices.items():
        cells = tuple(part.text(declared, frames, value) for part in columns)
        if any(cells):
            found.append(TableRow(words, spec.roles.get(value), cells))
    return found


def _is_there(declared: Declaration, metric: Metric, frames: Sequence[Frame]) -> bool:
    values = declared.params.specs()[metric.over or ""].choices
    return any(frame.metrics.get(f"{metric.name}.{value}") is not None for frame in frames for value in values)
