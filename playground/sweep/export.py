"""A study as CSV, NPZ or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.files import check_target, replacing
from playground.sweep.store import Store
from playground.sweep.table import columns, header, rows


def export(store: Store, path: str, along: bool = False) -> None:
    """Writes the rows of a study.

    Args:
        store: the study.
        path: ends in .csv, .npz or .parquet.
        along: the metrics along the way, a row for each step; an NPZ file holds both in any case.

    Raises:
        BadInput: the file cannot be written, or a package for it is missing.
    """
    target = check_target(path)
    write = WRITERS.get(target.suffix.lower())
    if write is None:
        raise BadInput(f"--export is {path}, allowed are files that end in {', '.join(WRITERS)}", "export")
    if along and not store.study.base.every:
        raise BadInput("--along: this study keeps no metrics along the way; --every K keeps them", "along")
    with replacing(target) as temporary:
        write(store, temporary, along)


def _csv(store: Store, target: Path, along: bool) -> None:
    specs = store.study.base.declaration().params.specs()
    first = 1 if along else 2
    texts = [specs[name].text for name in store.study.names]
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header(store, along))
        for row in rows(store, along):
            for i, text in enumerate(texts, first):
                row[i] = text(row[i])
            writer.writerow(row)


def _npz(store: Store, target: Path, along: bool) -> None:
    found = columns(store)
    if store.study.base.every:
        found |= {f"along.{name}": values for name, values in columns(store, along=True).items()}
    with target.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **found)


def _parquet(store: Store, target: Path, along: bool) -> None:
    try:
        from pyarrow import parquet, table
    except ImportError:
        raise BadInput("Parquet needs one more package: pip install 'ml-playground[parquet]'", "export") from None
    parquet.write_table(table(columns(store, along)), target)


WRITERS: dict[str, Callable[[Store, Path, bool], None]] = {".csv": _csv, ".npz": _npz, ".parquet": _parquet}
