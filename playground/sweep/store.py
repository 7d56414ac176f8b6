"""The file of a study: SQLite, with a row for each run that has ended. No torch, no Qt.

A rollback journal is used, not a write-ahead log: between two commits the file is whole in itself, it can stand on a
network drive, and others may read it while it is written. What a kill interrupts is rolled back by the next who opens
it; rows that were not committed yet are computed again.

    study     what is asked, as JSON by name
    settings  the varied parameters of each setting, a column each
    origins   where rows were computed: versions, host, device
    runs      a row for each run that has ended, a column for each metric
    along     the metrics at steps between, where the study keeps them
    results   a view of them all, for other programs
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self

from playground.engine.errors import BadInput
from playground.engine.files import check_target
from playground.lecture import locks
from playground.sweep.schema import check_header, connect, described, insert, make, study_of
from playground.sweep.study import Study, differences
from playground.sweep.work import Result, Row

COMMIT_SECONDS = 0.5
MOST_BUFFERED = 20_000


class Store:
    """An open file of a study.

    Attributes:
        path: of the file.
        study: what it holds runs of.
        total: how many runs the study has.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[bytes] | None = None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._waiting: dict[int, tuple[Row, int]] = {}
        self._committed = time.monotonic()
        self._origins: dict[str, int] = {}
        self.described: Mapping[str, Any] = described(connection, path)
        self.study = study_of(connection, self.described, path)
        self.total = len(self.study)

    # ---- opening

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Opens a file for reading, also while it is written.

        Raises:
            BadInput: it cannot be read, or is no study.
        """
        check_header(Path(path))
        return cls(Path(path), connect(Path(path), write=False))

    @classmethod
    def open(cls, path: str | Path, study: Study) -> Self:
        """The file of a study, made where it is missing, for going on.

        Raises:
            BadInput: it cannot be written, is no study, is that of another study, or another program writes to it.
        """
        target = check_target(path)
        lock = _take_lock(target)
        try:
            if not target.exists() or target.stat().st_size == 0:
                make(target, study)
            check_header(target)
            store = cls(target, connect(target, write=True), lock)
            found = next(differences(store.described, study.described()), "")
            if found:
                store.close()
                raise BadInput(f"{path} holds another study: {found}; choose another file", "out")
        except BaseException:
            _give_lock_back(target, lock)
            raise
        return store

    def close(self) -> None:
        """Commits what is left and closes the file."""
        try:
            self.commit()
        finally:
            self._connection.close()
            _give_lock_back(self.path, self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- writing

    def add(self, result: Result) -> int:
        """Takes the rows of a result, each run once; returns how many were new. They are kept by the next commit."""
        origin = self._origin(result.machine)
        new = [row for row in result.rows if row.number not in self._waiting and not self._has(row.number)]
        self._waiting |= {row.number: (row, origin) for row in new}
        if time.monotonic() - self._committed > COMMIT_SECONDS or len(self._waiting) > MOST_BUFFERED:
            self.commit()
        return len(new)

    def _has(self, number: int) -> bool:
        return self._connection.execute("SELECT 1 FROM runs WHERE number = ?", (number,)).fetchone() is not None

    def commit(self) -> None:
        """Writes what has come since, whole or not at all.

        Raises:
            BadInput: the file cannot be written, as where the disk is full.
        """
        if self._waiting:
            count = len(self.study.base.metrics)
            runs = insert("runs", 7 + count)
            along = insert("along", 2 + count)
            with _writing(self._connection, self.path) as connection:
                rows = self._waiting.values()
                connection.executemany(runs, (_cells(row, origin) for row, origin in rows))
                kept = ((row.number, step, *values) for row, _ in rows for step, values in row.along)
                connection.executemany(along, kept)
            self._waiting = {}
        self._committed = time.monotonic()

    def _origin(self, machine: Mapping[str, Any]) -> int:
        told = json.dumps(dict(machine), sort_keys=True)
        if told not in self._origins:
            with _writing(self._connection, self.path) as connection:
                connection.execute("INSERT OR IGNORE INTO origins (told) VALUES (?)", (told,))
            found = self._connection.execute("SELECT origin FROM origins WHERE told = ?", (told,)).fetchone()
            self._origins[told] = int(found[0])
        return self._origins[told]

    # ---- reading

    def ended(self) -> bytearray:
        """For each run of the study 1 where it has ended, else 0."""
        found = bytearray(self.total)
        for (number,) in self._connection.execute("SELECT number FROM runs"):
            if 0 <= number < self.total:
                found[number] = 1
        return found

    def count(self) -> int:
        """How many runs have ended."""
        return int(self._connection.execute("SELECT COUNT(*) FROM runs").fetchone()[0])

    def faults(self) -> dict[str, int]:
        """How many runs stopped before their time, by their status."""
        told = "SELECT status, COUNT(*) FROM runs WHERE reason != '' GROUP BY status ORDER BY status"
        return dict(self._connection.execute(told))

    def origins(self) -> dict[int, Mapping[str, Any]]:
        """Where rows were computed, by the number that stands in them."""
        return {int(n): json.loads(told) for n, told in self._connection.execute("SELECT origin, told FROM origins")}

    def rows(self, first: int = 0) -> Iterator[Row]:
        """The rows in the order of their numbers, without what was kept along the way.

        Args:
            first: the number from which on.
        """
        found = self._connection.execute("SELECT * FROM runs WHERE number >= ? ORDER BY number", (first,))
        for number, seed, step, status, reason, seconds, _, *values in found:
            yield Row(number, seed, status, step, seconds, reason, tuple(values))

    def cells(self) -> Iterator[tuple[Any, ...]]:
        """Of each row in their order: number, seed, step, status, reason, seconds, origin, and the metrics."""
        yield from self._connection.execute("SELECT * FROM runs ORDER BY number")

    def along(self) -> Iterator[tuple[Any, ...]]:
        """What was kept along the way: number, step and the metrics, in this order."""
        yield from self._connection.execute("SELECT * FROM along ORDER BY number, step")

    def version(self) -> int:
        """Counts the commits of others, so that a reader sees whether there is more to read."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])


def _cells(row: Row, origin: int) -> tuple[Any, ...]:
    return (row.number, row.seed, row.step, row.status, row.reason, row.seconds, origin, *row.values)


@contextmanager
def _writing(connection: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Connection]:
    """One transaction.

    Raises:
        BadInput: it could not be written.
    """
    try:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
    except sqlite3.Error as error:
        raise BadInput(f"{path} cannot be written: {error}", "out") from error


def _take_lock(target: Path) -> IO[bytes] | None:
    """The lock of the one program that writes; None where the file system has no locks.

    Raises:
        BadInput: another program writes.
    """
    try:
        file = target.with_name(f"{target.name}.lock").open("ab")
    except OSError as error:
        raise BadInput(f"{target} cannot be written: {(error.strerror or str(error)).lower()}", "out") from None
    try:
        locks.take(file)
    except (BlockingIOError, PermissionError):
        file.close()
        raise BadInput(f"{target.name} is being written by another program: wait for it, or end it", "out") from None
    except OSError:
        file.close()
        return None
    return file


def _give_lock_back(target: Path, lock: IO[bytes] | None) -> None:
    if lock is not None:
        with suppress(OSError):
            target.with_name(f"{target.name}.lock").unlink(missing_ok=True)
        lock.close()
