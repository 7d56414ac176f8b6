"""The rows of a study by columns, for export and for pictures. No torch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from playground.engine.frame import Array
from playground.sweep.schema import column_names
from playground.sweep.store import Store


def header(store: Store, along: bool = False) -> list[str]:
    """The names of the columns.

    Args:
        store: the study.
        along: of the metrics along the way.
    """
    params, metrics = column_names(store.study.names, store.study.base.metrics)
    if along:
        return ["number", *params, "seed", "step", *metrics]
    return ["number", "setting", *params, "seed", "step", "status", "reason", "seconds", "origin", *metrics]


def rows(store: Store, along: bool = False) -> Iterator[list[Any]]:
    """The rows under `header`; parameters as the study holds them, None where a metric is undefined."""
    study = store.study
    if along:
        for number, step, *values in store.along():
            run = study.run(number)
            yield [number, *(run.values[name] for name in study.names), run.seed, step, *values]
        return
    for number, seed, step, status, reason, seconds, origin, *values in store.cells():
        place = number // study.seeds
        setting = study.settings[place].values
        own = (setting[name] for name in study.names)
        yield [number, place, *own, seed, step, status, reason, seconds, origin, *values]


def columns(store: Store, along: bool = False) -> dict[str, Array]:
    """The columns as arrays (rows,): numbers as int64 or float64, with NaN where undefined; the rest as words."""
    names = header(store, along)
    found = list(zip(*rows(store, along), strict=True)) or [()] * len(names)
    specs = store.study.base.declaration().params.specs()
    params = dict(zip(column_names(store.study.names, ())[0], store.study.names, strict=True))
    texts = {column: specs[name].text for column, name in params.items() if specs[name].kind == "vector"}
    return {
        name: _array([texts[name](v) for v in cells] if name in texts else cells)
        for name, cells in zip(names, found, strict=True)
    }


def _array(cells: Sequence[Any]) -> Array:
    kinds = {type(cell) for cell in cells}
    if kinds <= {bool} and cells:
        return np.array(cells, bool)
    if kinds <= {int} and cells:
        return np.array(cells, np.int64)
    if kinds <= {int, float, bool, type(None)}:
        return np.array([np.nan if cell is None else cell for cell in cells], np.float64)
    return np.array(["" if cell is None else str(cell) for cell in cells])
