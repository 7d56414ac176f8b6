"""What a study is, in values that can be stored, sent and compared. No torch."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playground import catalog
from playground.engine.declarations.concept import Declaration
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput, unknown
from playground.engine.files import read_bytes
from playground.sweep.vary import Setting

MOST_FILE = 1 << 30  # bytes of a data file


@dataclass(frozen=True, slots=True)
class Base:
    """What all runs of a study share.

    Attributes:
        concept: the panel.
        preset: where its runs begin; empty: at the first one.
        fixed: parameters that are set for all runs, by name.
        files: data files, each with the SHA-256 of what it holds.
        steps: how far a run goes.
        every: metrics are kept at each so many steps as well; 0: at the end alone.
        metrics: the names of what is kept.
    """

    concept: str
    preset: str = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    files: tuple[tuple[str, str], ...] = ()
    steps: int = 100
    every: int = 0
    metrics: tuple[str, ...] = ()

    def declaration(self) -> Declaration:
        """Of the panel.

        Raises:
            BadInput: there is none of this name.
        """
        return catalog.declaration(self.concept)

    def start(self) -> Mapping[str, Any]:
        """The preset at which its runs begin.

        Raises:
            BadInput: there is none of this name.
        """
        return catalog.preset_at(catalog.resolve(self.concept, self.preset or None))

    def params(self) -> ConceptParams:
        """The parameters of its runs before anything is varied.

        Raises:
            BadInput: a value is not allowed.
        """
        return self.declaration().params.make(self.start().get("params", {})).changed(self.fixed)


@dataclass(frozen=True, slots=True)
class Planned:
    """One run that is to be computed.

    Attributes:
        number: in the study, from 0.
        values: the varied parameters.
        seed: of its random numbers.
    """

    number: int
    values: Mapping[str, Any]
    seed: int


@dataclass(frozen=True)
class Study:
    """A base, and what is varied over it; runs are numbered by setting, then by seed.

    Attributes:
        base: what all runs share.
        names: the varied parameters.
        settings: their values.
        first_seed: of each setting that has none of its own.
        seeds: how many runs each setting has, with seeds in a row.
    """

    base: Base
    names: tuple[str, ...]
    settings: Sequence[Setting]
    first_seed: int = 0
    seeds: int = 1

    def __len__(self) -> int:
        """How many runs it has."""
        return len(self.settings) * self.seeds

    def run(self, number: int) -> Planned:
        """The run of this number.

        Raises:
            BadInput: there is none.
        """
        if not 0 <= number < len(self):
            raise BadInput(f"row is {number}, allowed is 0 to {len(self) - 1}", "row")
        setting = self.settings[number // self.seeds]
        first = self.first_seed if setting.seed is None else setting.seed
        return Planned(number, setting.values, first + number % self.seeds)

    def command(self, number: int) -> str:
        """What computes a run again, as it is typed in a shell."""
        run, base, specs = self.run(number), self.base, self.base.declaration().params.specs()
        words = ["playground", "run", base.concept]
        if base.preset:
            words += ["--preset", base.preset]
        for name, value in {**base.fixed, **run.values}.items():
            words += ["--set", f"{name}={specs[name].text(value)}"]
        for path, _ in base.files:
            words += ["--load", path]
        return shlex.join([*words, "--seed", str(run.seed), "--steps", str(base.steps), "--json"])

    def described(self) -> dict[str, Any]:
        """Everything but the settings, as JSON values; equal for equal studies."""
        return {
            **asdict(self.base),
            "files": [list(file) for file in self.base.files],
            "metrics": list(self.base.metrics),
            "fixed": plain(self.base.fixed),
            "params": {n: v for n, v in plain(self.base.params().plain()).items() if n not in self.names},
            "names": list(self.names),
            "settings": len(self.settings),
            "digest": digest(self.settings),
            "first_seed": self.first_seed,
            "seeds": self.seeds,
        }


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def digest(settings: Sequence[Setting]) -> str:
    """A hash of settings in their order."""
    found = hashlib.sha256()
    for setting in settings:
        found.update(json.dumps([plain(setting.values), setting.seed]).encode())
    return found.hexdigest()


def of_file(path: str) -> tuple[str, str]:
    """A data file and the SHA-256 of what it holds.

    Raises:
        BadInput: it cannot be read.
    """
    return path, hashlib.sha256(read_bytes(Path(path), MOST_FILE)).hexdigest()


def check_metrics(declared: Declaration, names: Sequence[str]) -> tuple[str, ...]:
    """The metrics that were asked for, each once; without any, all numbers that the panel shows.

    Raises:
        BadInput: there is no such metric.
    """
    for name in names:
        if name not in declared.metric_names:
            raise unknown("metric", name, declared.metric_names)
    found = declared.metric_names
    shown = [name for name in found if (metric := declared.metric(name)) is not None and metric.shown]
    return tuple(dict.fromkeys(names)) or tuple(shown)


_WORDS = {"first_seed": "the first seed", "seeds": "the number of seeds", "names": "what is varied"}


def differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[str]:
    """In what two studies as `described` differ, each as a clause."""
    for name in ("concept", "preset", "names", "steps", "every", "metrics", "first_seed", "seeds"):
        if there.get(name) != here[name]:
            yield f"{_WORDS.get(name, name)} is {_shown(there.get(name))} there and {_shown(here[name])} here"
    old: Mapping[str, Any] = there.get("params") or {}
    for name in sorted({*old, *here["params"]} - {*there.get("names", ()), *here["names"]}):
        if old.get(name) != here["params"].get(name):
            yield f"{name} is {_shown(old.get(name))} there and {_shown(here['params'].get(name))} here"
    if [hashed for _, hashed in there.get("files", ())] != [hashed for _, hashed in here["files"]]:
        yield "its data files hold something else"
    if there.get("names") == here["names"] and there.get("digest") != here["digest"]:
        yield f"the values of {', '.join(here['names']) or 'its seeds'} are others"


def _shown(value: Any) -> str:
    return (", ".join(map(str, value)) if isinstance(value, list) else str(value)) or "none"
