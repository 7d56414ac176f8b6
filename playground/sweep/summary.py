"""A study as pictures need it: its metrics by setting and seed, read at once. No torch, no Qt."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from playground.engine.declarations.axes import STATUSES
from playground.engine.errors import BadInput
from playground.engine.frame import Array
from playground.sweep.store import Store
from playground.sweep.study import Study

STATUS = "status"
_CODES = {status: float(i) for i, status in enumerate(STATUSES)} | {
    "refused": float(STATUSES.index("failed")),
    "lost": float(STATUSES.index("failed")),
}


@dataclass(frozen=True)
class Summary:
    """What has ended of a study.

    Attributes:
        name: of the file.
        study: the study.
        count: how many runs have ended.
        faults: how many of them stopped before their time.
        values: by metric, and for `STATUS` its place among `STATUSES`: array (settings, seeds), NaN where undefined.
        reached: array (settings, seeds) of the step that each run reached, NaN where it has not ended.
        along: by metric, array (steps, settings, seeds); empty where the study keeps none.
        steps: array (steps,) of the steps of `along`.
        axes: the values of each varied parameter by name, in their order.
        places: array (settings, axes): where the value of each setting stands among them.
        whole: every combination of the values is a setting.
    """

    name: str
    study: Study
    count: int
    faults: int
    values: Mapping[str, Array]
    reached: Array
    along: Mapping[str, Array]
    steps: Array
    axes: Mapping[str, tuple[Any, ...]]
    places: Array
    whole: bool

    def telling(self) -> list[str]:
        """The metrics in the order in which they show something: those that differ, that are defined, the others."""
        names = self.study.base.metrics
        distinct = {name: len(np.unique(self.values[name][np.isfinite(self.values[name])])) for name in names}
        return sorted(names, key=lambda name: -min(distinct[name], 2))

    def setting(self, places: Mapping[str, int]) -> int | None:
        """The first setting whose values stand at these places, or None."""
        found = self.among(places)
        return int(found[0]) if len(found) else None

    def among(self, places: Mapping[str, int]) -> Array:
        """The numbers of all settings whose values stand at these places."""
        names = list(self.axes)
        held = np.ones(len(self.places), bool)
        for name, place in places.items():
            held &= self.places[:, names.index(name)] == place
        return np.flatnonzero(held)


def read(path: str | Path) -> Summary:
    """Reads the file of a study, also while it is written.

    Raises:
        BadInput: it cannot be read.
    """
    try:
        with Store.read(path) as store:
            return _summary(store)
    except sqlite3.Error as error:
        raise BadInput(f"{Path(path).name} cannot be read: {error}", "file") from None


def _summary(store: Store) -> Summary:
    study, metrics = store.study, store.study.base.metrics
    shape = (len(study.settings), study.seeds)
    values = {name: np.full(shape, np.nan) for name in (*metrics, STATUS)}
    reached, count = np.full(shape, np.nan), 0
    for number, _, step, status, _, _, _, *found in store.cells():
        if not 0 <= number < len(study):
            continue
        place = divmod(number, study.seeds)
        count += 1
        reached[place] = step
        values[STATUS][place] = _CODES.get(status, np.nan)
        for name, value in zip(metrics, found, strict=True):
            if isinstance(value, int | float):
                values[name][place] = value
    along, steps = _along(store, shape)
    axes, places = _axes(study)
    whole = len(study.settings) == int(np.prod([len(one) for one in axes.values()], initial=1))
    whole = whole and len(np.unique(places, axis=0)) == len(places)
    faults = sum(store.faults().values())
    return Summary(store.path.name, study, count, faults, values, reached, along, steps, axes, places, whole)


def _along(store: Store, shape: tuple[int, int]) -> tuple[dict[str, Array], Array]:
    base = store.study.base
    if not base.every:
        return {}, np.zeros(0)
    steps = np.arange(0, base.steps, base.every, dtype=np.float64)
    found = {name: np.full((len(steps), *shape), np.nan) for name in base.metrics}
    for number, step, *values in store.along():
        if 0 <= number < len(store.study) and 0 <= step < base.steps and step % base.every == 0:
            place = (step // base.every, *divmod(number, store.study.seeds))
            for name, value in zip(base.metrics, values, strict=True):
                if isinstance(value, int | float):
                    found[name][place] = value
    return found, steps


def _axes(study: Study) -> tuple[dict[str, tuple[Any, ...]], Array]:
    specs = study.base.declaration().params.specs()
    axes: dict[str, tuple[Any, ...]] = {}
    for name in study.names:
        values = dict.fromkeys(setting.values[name] for setting in study.settings)
        axes[name] = tuple(sorted(values)) if specs[name].kind in ("real", "integer") else tuple(values)
    where = {name: {value: i for i, value in enumerate(values)} for name, values in axes.items()}
    rows = [[where[name][setting.values[name]] for name in study.names] for setting in study.settings]
    return axes, np.array(rows, np.int64).reshape(len(study.settings), len(study.names))
