"""What a study costs beside its runs, for the bench and the tests."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from playground import catalog
from playground.engine import device
from playground.engine.declarations.params import VIEW
from playground.engine.run import observing
from playground.engine.run.session import Session
from playground.sweep import identity
from playground.sweep.conduct import Conductor
from playground.sweep.executors import Executor, Serial
from playground.sweep.executors.processes import Processes
from playground.sweep.store import Store
from playground.sweep.study import Base, Study
from playground.sweep.vary import grid, read_axes
from playground.sweep.work import Result, Row

TAKES = 3


def has_sample(concept: str) -> bool:
    """Whether a panel has a real parameter to vary."""
    specs = catalog.declaration(concept).params.specs().values()
    return any(spec.kind == "real" and spec.effect != VIEW for spec in specs)


def sample(concept: str, settings: int = 10, seeds: int = 10, steps: int = 20) -> Study:
    """A study of short runs over the first real parameter of a panel, with its first two metrics."""
    declared = catalog.declaration(concept)
    base = Base(concept, steps=steps, metrics=declared.metric_names[:2])
    spec = next(spec for name, spec in declared.params.specs().items() if spec.kind == "real" and spec.effect != VIEW)
    axes = read_axes([(spec.name, f"lin:{spec.low}:{spec.high}:{settings}")], base.params())
    return Study(base, tuple(axes), grid(axes, seeds), 0, seeds)


def overhead(study: Study, takes: int = TAKES) -> float:
    """Milliseconds of processor time that a run costs in a study more than in a bare loop; the best of some takes."""
    device.prepare()
    identity.versions()  # once a process
    _bare(study)
    bare = min(_timed(lambda: _bare(study)) for _ in range(takes))
    swept = min(_timed(lambda: _computed(study, Serial())) for _ in range(takes))
    return 1e3 * (swept - bare) / len(study)


def bare(study: Study) -> float:
    """Seconds of processor time that the runs of a study take in a bare loop, the modules loaded."""
    return min(_timed(lambda: _bare(study)) for _ in range(2))


def gain(study: Study, workers: int = 2, takes: int = TAKES) -> float:
    """How many times the runs a second of one process some have, once all have started; of the best takes, in turn."""
    one, some = Processes(1), Processes(workers)
    try:
        for executor in (one, some):  # a process starts with its first task
            _computed(replace(study, settings=study.settings[: 4 * workers]), executor)
        spent = [(_spent(study, one), _spent(study, some)) for _ in range(takes)]
        return min(alone for alone, _ in spent) / min(together for _, together in spent)
    finally:
        one.close()
        some.close()


def size(study: Study) -> float:
    """Bytes by which a row makes the file grow, with made-up numbers in place of those of runs."""
    numbers, steps = random.Random(0), study.base.steps
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "one.sweep"
        with Store.open(path, study) as store:
            empty = path.stat().st_size
            for run in map(study.run, range(len(study))):
                values = tuple(numbers.random() for _ in study.base.metrics)
                store.add(Result((Row(run.number, run.seed, "running", steps, numbers.random(), "", values),)))
        return (path.stat().st_size - empty) / len(study)


def _bare(study: Study) -> None:
    base = study.base
    concept = catalog.load(base.concept)
    for run in map(study.run, range(len(study))):
        params = base.params().changed(run.values)
        session = Session(concept, params, run.seed)
        while session.step < base.steps and session.advance(base.steps - session.step):
            pass
        session.guard()
        observing.values(session, base.metrics)


def _computed(study: Study, executor: Executor) -> None:
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "one.sweep", study) as store:
        Conductor(store, executor, lambda _: None).carry_on()


def _timed(work: Callable[[], None]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _spent(study: Study, executor: Executor) -> float:
    """Seconds of wall time that a study takes."""
    begun = time.monotonic()
    _computed(study, executor)
    return time.monotonic() - begun
