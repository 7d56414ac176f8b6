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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self

from playground.engine.declarations.params import Spec
from playground.engine.errors import BadInput
from playground.engine.files import check_target, replacing
from playground.lecture import locks
from playground.sweep.study import Base, Study, differences
from playground.sweep.vary import Setting
from playground.sweep.work import Result, Row

SUFFIX = ".sweep"
MARK = 0x4D4C5357  # application_id of SQLite's header: MLSW
FORMAT = 1
FIXED = ("number", "setting", "seed", "step", "status", "reason", "seconds", "origin")
COMMIT_SECONDS = 0.5
MOST_BUFFERED = 20_000
_BUSY = 10.0  # seconds that a commit waits for a reader
_TABLES = {"study", "settings", "origins", "runs", "along"}


def column_names(names: Sequence[str], metrics: Sequence[str]) -> tuple[list[str], list[str]]:
    """What the columns of parameters and of metrics are called: by their names, with a prefix where two would meet."""
    params = [f"param.{name}" if name in FIXED else name for name in names]
    return params, [f"metric.{name}" if name in FIXED or name in params else name for name in metrics]


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
        self.described: Mapping[str, Any] = _described(connection, path)
        self.study = _study(connection, self.described, path)
        self.total = len(self.study)

    # ---- opening

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Opens a file for reading, also while it is written.

        Raises:
            BadInput: it cannot be read, or is no study.
        """
        _check_header(Path(path))
        return cls(Path(path), _connect(Path(path), write=False))

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
                _make(target, study)
            _check_header(target)
            store = cls(target, _connect(target, write=True), lock)
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
            runs = _insert("runs", 7 + count)
            along = _insert("along", 2 + count)
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

    def counts(self) -> dict[str, int]:
        """How many runs have ended in each status."""
        return dict(self._connection.execute("SELECT status, COUNT(*) FROM runs GROUP BY status ORDER BY status"))

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


def _insert(table: str, count: int) -> str:
    return f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * count)})"


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


def _connect(path: Path, write: bool) -> sqlite3.Connection:
    try:
        uri = f"{path.resolve().as_uri()}?mode={'rw' if write else 'ro'}"
        connection = sqlite3.connect(uri, uri=True, timeout=_BUSY, isolation_level=None)
        connection.execute("PRAGMA trusted_schema = OFF")
        if write:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA synchronous = FULL")
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        raise BadInput(f"{path.name} cannot be opened: {error}", "file") from None
    return connection


def is_study(path: str | Path) -> bool:
    """Whether a file is that of a study, by its first bytes."""
    try:
        with Path(path).open("rb") as file:
            head = file.read(72)
    except (OSError, ValueError):
        return False
    return head.startswith(b"SQLite format 3\0") and int.from_bytes(head[68:72]) == MARK


def _check_header(path: Path) -> None:
    if not path.is_file():
        raise BadInput(f"{path.name} cannot be opened: there is no such file", "file")
    if not is_study(path):
        raise BadInput(f"{path.name} is no study of the playground", "file")


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


# ---- the tables


def _quoted(names: Iterable[str]) -> str:
    return ", ".join('"' + name.replace('"', '""') + '"' for name in names)


def _make(target: Path, study: Study) -> None:
    """Writes a new file, whole or not at all."""
    params, metrics = column_names(study.names, study.base.metrics)
    columns, kept, added = (f", {_quoted(names)}" if names else "" for names in (params, metrics, metrics))
    with replacing(target) as temporary:
        connection = sqlite3.connect(temporary, isolation_level=None)
        try:
            connection.executescript(
                f"""
                PRAGMA application_id = {MARK};
                PRAGMA user_version = {FORMAT};
                BEGIN;
                CREATE TABLE study (name TEXT PRIMARY KEY, value TEXT NOT NULL);
                CREATE TABLE settings (setting INTEGER PRIMARY KEY, seed INTEGER{columns});
                CREATE TABLE origins (origin INTEGER PRIMARY KEY, told TEXT NOT NULL UNIQUE);
                CREATE TABLE runs (number INTEGER PRIMARY KEY, seed INTEGER, step INTEGER, status TEXT, reason TEXT,
                    seconds REAL, origin INTEGER{kept});
                CREATE TABLE along (number INTEGER, step INTEGER{kept}, PRIMARY KEY (number, step)) WITHOUT ROWID;
                CREATE VIEW results AS SELECT number, setting{columns}, runs.seed AS seed, step, status, reason,
                    seconds, origin{added} FROM runs JOIN settings ON setting = number / {study.seeds};
                """
            )
            told = study.described()
            connection.executemany("INSERT INTO study VALUES (?, ?)", ((n, json.dumps(v)) for n, v in told.items()))
            rows = (
                (i, setting.seed, *(_stored(setting.values[name]) for name in study.names))
                for i, setting in enumerate(study.settings)
            )
            connection.executemany(_insert("settings", 2 + len(study.names)), rows)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise BadInput(f"{target} cannot be written: {error}", "out") from error
        finally:
            connection.close()


def _stored(value: Any) -> Any:
    return json.dumps(list(value)) if isinstance(value, tuple) else int(value) if isinstance(value, bool) else value


def _value(spec: Spec, cell: Any) -> Any:
    """A parameter's value from its cell.

    Raises:
        ValueError: it is of another kind than the parameter.
    """
    match spec.kind:
        case "flag" if cell in (0, 1):
            return bool(cell)
        case "real" if isinstance(cell, int | float):
            return float(cell)
        case "integer" if isinstance(cell, int):
            return cell
        case "vector" if isinstance(cell, str):
            return tuple(float(entry) for entry in json.loads(cell))
        case "choice" | "text" | "file" if isinstance(cell, str):
            return cell
    raise ValueError(f"{spec.name} is {str(cell)[:40]!r}, allowed is {spec.range_text()}")


def _described(connection: sqlite3.Connection, path: Path) -> dict[str, Any]:
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != FORMAT:
            raise BadInput(f"{path.name} has format {version}, this program reads {FORMAT}: get a newer version", "file")
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not _TABLES <= tables:
            raise BadInput(f"{path.name} is damaged: it has no {min(_TABLES - tables)}", "file")
        found = dict(connection.execute("SELECT name, value FROM study LIMIT 100"))
        return {str(name): json.loads(value) for name, value in found.items()}
    except (sqlite3.Error, ValueError, TypeError) as error:
        connection.close()
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{path.name} is damaged: {error}", "file") from None


def _study(connection: sqlite3.Connection, told: Mapping[str, Any], path: Path) -> Study:
    """The study of a file, each of its values vetted."""
    try:
        base = Base(
            concept=str(told["concept"]),
            preset=str(told["preset"]),
            fixed={name: tuple(v) if isinstance(v, list) else v for name, v in told["fixed"].items()},
            files=tuple((str(name), str(hashed)) for name, hashed in told["files"]),
            steps=int(told["steps"]),
            every=int(told["every"]),
            metrics=tuple(map(str, told["metrics"])),
        )
        names, start = tuple(map(str, told["names"])), base.params()
        specs = [start.specs()[name] for name in names]
        found = []
        for _, seed, *cells in connection.execute("SELECT * FROM settings ORDER BY setting"):
            values = {name: _value(spec, cell) for name, spec, cell in zip(names, specs, cells, strict=True)}
            found.append(Setting(values, None if seed is None else int(seed)))
        return Study(base, names, found, int(told["first_seed"]), max(1, int(told["seeds"])))
    except (sqlite3.Error, KeyError, ValueError, TypeError, AttributeError) as error:
        connection.close()
        if isinstance(error, BadInput):
            raise BadInput(f"{path.name} cannot be used: {error}", "file") from None
        raise BadInput(f"{path.name} is damaged: {error}", "file") from None
