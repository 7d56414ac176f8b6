"""The tables of a study's file: made, opened and vetted. No torch, no Qt."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from playground.engine.declarations.params import Spec
from playground.engine.errors import BadInput
from playground.engine.files import read_head, replacing
from playground.sweep.study import Base, Study
from playground.sweep.vary import Setting

SUFFIX = ".sweep"
MARK = 0x4D4C5357  # application_id of SQLite's header: MLSW
FORMAT = 1
FIXED = ("number", "setting", "seed", "step", "status", "reason", "seconds", "origin")
TABLES = frozenset({"study", "settings", "origins", "runs", "along"})
_BUSY = 10.0  # seconds that a commit waits for a reader


def column_names(names: Sequence[str], metrics: Sequence[str]) -> tuple[list[str], list[str]]:
    """What the columns of parameters and of metrics are called: by their names, with a prefix where two would meet."""
    params = [f"param.{name}" if name in FIXED else name for name in names]
    return params, [f"metric.{name}" if name in FIXED or name in params else name for name in metrics]


def insert(table: str, count: int) -> str:
    """The statement that adds rows to a table, of so many cells each; a row that is there stays."""
    return f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * count)})"


def connect(path: Path, write: bool) -> sqlite3.Connection:
    """Opens a file.

    Raises:
        BadInput: SQLite cannot.
    """
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
        head = read_head(path, 72)
    except BadInput:
        return False
    return head.startswith(b"SQLite format 3\0") and int.from_bytes(head[68:72]) == MARK


def check_header(path: Path) -> None:
    """Raises BadInput where a file is no study, before SQLite is asked."""
    if not path.is_file():
        raise BadInput(f"{path.name} cannot be opened: there is no such file", "file")
    if not is_study(path):
        raise BadInput(f"{path.name} is no study of the playground", "file")


def _quoted(names: Iterable[str]) -> str:
    return ", ".join('"' + name.replace('"', '""') + '"' for name in names)


def make(target: Path, study: Study) -> None:
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
            connection.executemany(insert("settings", 2 + len(study.names)), rows)
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


def described(connection: sqlite3.Connection, path: Path) -> dict[str, Any]:
    """What the study is, as `Study.described` gave it.

    Raises:
        BadInput: the file is of another format, or damaged.
    """
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != FORMAT:
            raise BadInput(
                f"{path.name} has format {version}, this program reads {FORMAT}: get a newer version", "file"
            )
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= TABLES:
            raise BadInput(f"{path.name} is damaged: it has no {min(TABLES - tables)}", "file")
        found = dict(connection.execute("SELECT name, value FROM study LIMIT 100"))
        return {str(name): json.loads(value) for name, value in found.items()}
    except (sqlite3.Error, ValueError, TypeError) as error:
        connection.close()
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{path.name} is damaged: {error}", "file") from None


def study_of(connection: sqlite3.Connection, told: Mapping[str, Any], path: Path) -> Study:
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
