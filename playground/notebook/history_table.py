"""The history of a run as a table: pandas, Polars, or a dictionary of arrays."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from playground.commands.run import numbers
from playground.engine.declarations.concept import Declaration
from playground.engine.errors import BadInput, unknown
from playground.engine.frame import STOPPED, Array
from playground.engine.run.session import Session
from playground.export.shots import rewound

Columns = Mapping[str, Array]
LIBRARIES = ("pandas", "polars", "arrays")
_ALL = 2**31  # entries; a history has fewer


def recorded_columns(session: Session) -> dict[str, Array]:
    """Every recorded metric up to the last step that was computed, a row a step, each (n,): `step` and float64.

    Flags are 1 and 0, and what is undefined is NaN. A run of more than 65,536 steps keeps the lowest and the highest
    value of each 2, 4, ... steps, which are two rows, and its newest step.
    """
    series = session.run.series
    found: dict[str, Array] = {"step": np.zeros(0 if series.names else 1, np.int64)}
    for name in series.names:
        pair = series.get(name, _ALL)
        if pair is not None:
            found["step"], found[name] = pair[0].astype(np.int64), pair[1]
    return found


def observed_columns(session: Session) -> dict[str, Array]:
    """Every number of the panel at each step up to the present one, by running it again from its start."""
    twin, rows = rewound(session), []
    while True:
        rows.append(_told(twin))
        if twin.step >= session.step or twin.status in STOPPED or not twin.advance(1):
            break
    names = dict.fromkeys(name for row in rows for name in row)
    values = {name: [np.nan if (cell := row.get(name)) is None else float(cell) for row in rows] for name in names}
    return {"step": np.arange(len(rows)), **{name: np.array(column) for name, column in values.items()}}


def _told(session: Session) -> Mapping[str, Any]:
    """The numbers and flags of a step, without what layers hold."""
    found = numbers(session, session.frame())
    return {name: value for name, value in found.items() if value is None or isinstance(value, bool | int | float)}


def long_columns(wide: Columns, declared: Declaration, choice: str) -> dict[str, Array]:
    """A row for each step and each value of a choice; metrics that are not over it are the same in all rows of a step.

    Args:
        wide: a row a step, in which metrics over the choice are named `metric.value`.
        declared: of the panel.
        choice: the name of the parameter.

    Raises:
        BadInput: no metric is over such a choice.
    """
    choices = dict.fromkeys(one.over for one in declared.metrics if one.over is not None)
    if choice not in choices:
        raise unknown(f"table of {declared.id} over", choice, choices)
    over = [one.name for one in declared.metrics if one.over == choice]
    values = [
        value
        for value in declared.params.specs()[choice].choices
        if any(f"{name}.{value}" in wide and not np.isnan(wide[f"{name}.{value}"]).all() for name in over)
    ]
    many, steps = len(values), len(wide["step"])
    found: dict[str, Array] = {"step": np.repeat(wide["step"], many), choice: np.tile(np.array(values, str), steps)}
    for name in over:
        columns = [wide.get(f"{name}.{value}", np.full(steps, np.nan)) for value in values]
        if any(f"{name}.{value}" in wide for value in values):
            found[name] = np.stack(columns, axis=1).ravel()
    moved = {f"{name}.{value}" for name in over for value in declared.params.specs()[choice].choices}
    found |= {name: np.repeat(column, many) for name, column in wide.items() if name not in moved | {"step"}}
    return found


def table_of(columns: Columns, library: str | None) -> Any:
    """The columns as a data frame.

    Args:
        columns: arrays (n,) by name.
        library: pandas, polars or arrays; None: the one that the notebook has loaded, else one that is installed, else
            arrays.

    Raises:
        BadInput: there is no such library, or it is not installed.
    """
    if library is not None and library not in LIBRARIES:
        raise unknown("library", library, LIBRARIES)
    chosen = library or _library()
    if chosen == "arrays":
        return dict(columns)
    try:
        frames = import_module(chosen)
    except ImportError:
        raise BadInput(f"library is {chosen}, which is not installed: pip install {chosen}", "library") from None
    return frames.DataFrame(dict(columns))


def _library() -> str:
    frames = LIBRARIES[:2]
    loaded: Iterable[str] = [name for name in frames if name in sys.modules]
    return next(iter([*loaded, *(name for name in frames if find_spec(name) is not None)]), "arrays")
