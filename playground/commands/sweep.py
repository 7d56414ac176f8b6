"""`playground sweep`: a study of many runs, carried on where it stopped, exported, and its rows as commands."""

from __future__ import annotations

import sys
import time
from argparse import Namespace

from playground import catalog
from playground.commands import Outcome
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput
from playground.sweep.conduct import Conductor, Progress
from playground.sweep.executors import Executor, Serial
from playground.sweep.executors.processes import Processes, cores
from playground.sweep.export import export
from playground.sweep.schema import SUFFIX
from playground.sweep.store import Store
from playground.sweep.study import Base, Study, check_metrics, of_file
from playground.sweep.vary import Setting, draws, grid, read_axes, read_table

_LINE_SECONDS = 10.0  # between two lines where nobody watches
_OWN = ("vary", "settings", "random", "out", "steps", "preset", "load", "metric", "set", "every")


def main(args: Namespace) -> Outcome:
    """Computes a study, or reads the file of one."""
    if args.source.endswith(SUFFIX):
        return _read(args)
    for name in ("export", "row", "resume"):
        if getattr(args, name) not in (None, False):
            raise BadInput(f"--{name} reads a study: give its file in place of {args.source}", name)
    return _compute(args, planned(args), args.out)


# ---- computing


def planned(args: Namespace) -> Study:
    """The study that the command line asks for.

    Raises:
        BadInput: an option does not fit; the sentence names it.
    """
    entrance = catalog.resolve(args.source, args.preset)
    declared = catalog.declaration(entrance.panel)
    preset = catalog.preset_at(entrance)
    start = declared.params.make(preset.get("params", {}))
    set_here = declared.params.parse(dict(args.set), start)
    fixed = {name: getattr(set_here, name) for name, _ in args.set}
    seed = int(preset.get("seed", 0)) if args.seed is None else args.seed
    if args.steps is None:
        raise BadInput("--steps is missing: how many steps each run takes", "steps")
    if args.out is None or not args.out.endswith(SUFFIX):
        raise BadInput(f"--out is {args.out or 'missing'}: a file that ends in {SUFFIX}", "out")
    if seed + args.seeds - 1 > 2**53:
        raise BadInput(f"--seeds goes past 2^53 from seed {seed} on", "seeds")
    names, settings = _settings(args, set_here, seed)
    for name in names:
        if name in fixed:
            raise BadInput(f"{name} is varied and set to {fixed[name]} for all runs: leave one of the two out", name)
    metrics = check_metrics(declared, args.metric)
    files = tuple(of_file(path) for path in args.load)
    base = Base(entrance.panel, entrance.preset, fixed, files, args.steps, args.every or 0, metrics)
    return Study(base, names, settings, seed, args.seeds)


def _settings(args: Namespace, start: ConceptParams, seed: int) -> tuple[tuple[str, ...], list[Setting]]:
    if args.settings is not None:
        given = next((name for name in ("vary", "random") if getattr(args, name)), None)
        if given:
            raise BadInput(f"--{given} does not go with --settings, which names every setting itself", given)
        return read_table(args.settings, start, args.seeds)
    axes = read_axes(args.vary, start)
    if args.random is not None:
        if not axes:
            raise BadInput("--random needs --vary: what is drawn, as in --vary rate=log:1e-3:1", "random")
        return tuple(axes), draws(axes, args.random, args.seeds, seed)
    return tuple(axes), grid(axes, args.seeds)


def _compute(args: Namespace, study: Study, out: str) -> Outcome:
    """Computes what a file lacks of its study."""
    started = time.monotonic()
    shown = _Shown()
    with Store.open(out, study) as store:
        left = store.total - store.count()
        if left < store.total:
            shown.say(f"{out}: {store.total - left:,} of {store.total:,} runs are there already")
        executor: Executor | None = None
        try:
            if left:
                executor = _executor(args, left)
                Conductor(store, executor, shown.report).carry_on()
        except KeyboardInterrupt:
            shown.end()
            store.commit()
            shown.say(f"{out} keeps {store.count():,} of {store.total:,} runs; the same command goes on")
            raise
        finally:
            if executor is not None:
                executor.close()
            shown.end()
        return Outcome(f"{out}: {_counted(store)}, in {_time(time.monotonic() - started)}")


def _executor(args: Namespace, left: int) -> Executor:
    if args.scheduler is not None:
        from playground.sweep.executors.cluster import Cluster

        return Cluster(args.scheduler)
    count = min(args.workers or cores(), left)
    return Serial() if count == 1 else Processes(count)


class _Shown:
    """Progress on stderr: one line that changes where somebody watches, else a line now and then."""

    def __init__(self) -> None:
        self._live = sys.stderr is not None and sys.stderr.isatty()
        self._last = time.monotonic()
        self._width = 0
        self._note = ""

    def say(self, line: str) -> None:
        """A line that stays."""
        self._write(f"playground: {line}\n")

    def report(self, progress: Progress) -> None:
        """The newest state, not too often."""
        now = time.monotonic()
        noted = progress.note != self._note
        if now - self._last < (0.2 if self._live else _LINE_SECONDS) and not noted:
            return
        self._last, self._note = now, progress.note
        line = in_words(progress)
        if self._live:
            self._write(f"\r{line.ljust(self._width)}")
            self._width = len(line)
        else:
            self.say(line)

    def end(self) -> None:
        """Leaves the line that changes."""
        if self._width:
            self._write("\n")
            self._width = 0

    def _write(self, words: str) -> None:
        if sys.stderr is not None:  # a frozen program without a console has none
            sys.stderr.write(words)
            sys.stderr.flush()


def in_words(progress: Progress) -> str:
    """How far a study is, in a line."""
    parts = [f"{progress.ended:,} of {progress.total:,} runs"]
    if progress.faulty:
        parts.append(f"{progress.faulty:,} stopped early")
    if progress.note:
        parts.append(progress.note)
    elif progress.left is not None:
        parts.append(f"{_time(progress.left)} left")
    return " · ".join(parts)


def _time(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60:,} h {minutes % 60} min"


def _counted(store: Store) -> str:
    there, faults = store.count(), store.faults()
    told = "".join(f", {count:,} {status}" for status, count in faults.items())
    return f"{there:,} of {store.total:,} runs of {store.study.base.steps:,} steps{told}"


# ---- reading


def _read(args: Namespace) -> Outcome:
    given = next((name for name in _OWN if getattr(args, name)), None)
    if given is not None:
        raise BadInput(f"--{given} makes a study: give a panel in place of {args.source}", given)
    if args.resume:
        with Store.read(args.source) as store:
            study = store.study
        return _compute(args, study, args.source)
    for name in ("workers", "scheduler"):
        if getattr(args, name) is not None:
            raise BadInput(f"--{name} computes: add --resume to compute what {args.source} lacks", name)
    with Store.read(args.source) as store:
        if args.export is not None:
            export(store, args.export, args.along)
            return Outcome(f"{args.export}: {_counted(store)}")
        if args.row is not None:
            return Outcome(store.study.command(args.row))
        study, base = store.study, store.study.base
        seeds = f", {study.seeds} seeds each" if study.seeds > 1 else ""
        varied = f"{len(study.settings):,} settings of {', '.join(study.names)}" if study.names else "one setting"
        machines = {str(told.get("version", "")) for told in store.origins().values()} - {""}
        notes = (f"rows of several versions: {', '.join(sorted(machines))}",) if len(machines) > 1 else ()
        return Outcome(f"{base.concept}: {varied}{seeds}\n{_counted(store)}", notes=notes)
