"""The part of `playground render` that films: many steps, watched, and called off without a trace."""

from __future__ import annotations

import json
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Event, Thread

# Computing first: on Windows torch cannot be loaded after Qt in one process.
from playground.engine.session import Session  # isort: skip
from PySide6.QtWidgets import QApplication

from playground.commands import Outcome
from playground.commands.playing import stops
from playground.commands.run import ready, report
from playground.engine.errors import BadInput
from playground.export.film import write_film
from playground.export.progress import Cancelled, Progress, Watch, words
from playground.export.shots import rewound, shot, take
from playground.lecture.acts import Act
from playground.render import fonts
from playground.render.camera import Camera
from playground.render.formats import Format
from playground.render.tokens import Theme, factor
from playground.ui.system import check_system

FPS = 30
CANCELLED = 130


def check_options(args: Namespace, form: Format) -> None:
    """Each option belongs to some formats.

    Raises:
        BadInput: one does not fit this format; the sentence names it.
    """
    wrong = {
        "from": args.first is not None and form.kind != "film",
        "every": args.every is not None and form.kind != "film",
        "fps": args.fps is not None and form.kind != "film",
        "progress": args.progress and form.kind != "film",
        "csv": args.csv is not None and form.kind == "film",
        "job": bool(args.job) and form.kind == "film",
        "words": args.words is not None and form.suffix != ".svg",
        "clear": args.clear and not form.clear,
    }
    for name, refused in wrong.items():
        if refused:
            raise BadInput(f"--{name} does not go with {form.suffix}: {_REASONS[name]}", name)


_REASONS = {
    "from": "it is the first step of a film",
    "every": "it is for films",
    "fps": "it is for films",
    "progress": "it is for films",
    "csv": "use `playground run`",
    "job": "a film shows only jobs that start by themselves",
    "words": "only an SVG has words as text or as paths",
    "clear": "only PNG, SVG and PDF can be without a ground",
}


def film(args: Namespace, theme: Theme) -> Outcome:
    """Films a run from step to step.

    Raises:
        BadInput: an option does not fit, or the film cannot be written.
    """
    session, acts = ready(args)
    first, last = args.first or 0, session.step if args.steps is None else args.steps
    if args.steps is None and args.scene is None:
        raise BadInput("--steps is missing: to which step the film goes, a whole number from 0", "steps")
    if last < first:
        raise BadInput(f"--from is {first}, allowed is at most the last step, {last}", "from")
    if first < session.step:
        session = rewound(session)
    every = args.every or 1
    size = even(args.size) if str(args.out).lower().endswith(".mp4") else args.size
    try:
        with (
            drawing(),
            Camera(size, theme, scale=factor(theme, size[1], args.scale / 100)) as camera,
            _watch(args) as w,
        ):
            shots = (shot(at) for at in stops(session, first, last, every, acts))
            pictures = w.over(take(shots, camera), (last - first) // every + 1)
            write_film(args.out, pictures, args.fps or FPS)
    except Cancelled:
        return Outcome("", CANCELLED, ("cancelled; nothing was written",))
    outcome = report(args, session, _notes(args, size, session, acts, last - (last - first) % every))
    return outcome if args.json else replace(outcome, text=f"{args.out}: {outcome.text.splitlines()[0]}")


def even(size: tuple[int, int]) -> tuple[int, int]:
    """The size with odd sides one px longer: H.264 keeps colours for two px at a time."""
    return size[0] + size[0] % 2, size[1] + size[1] % 2


def _notes(args: Namespace, size: tuple[int, int], session: Session, acts: list[Act], last: int) -> list[str]:
    notes = []
    if size != args.size:
        notes.append(f"the film is {size[0]}x{size[1]}: H.264 takes even sides only")
    missed = sum((act.step or 0) > session.step for act in acts)
    if missed:
        notes.append(f"the run ended at step {session.step}, not reached: {missed} of the gestures")
    elif session.step < last:
        notes.append(f"the run ended at step {session.step}, and the film with it")
    return notes


@contextmanager
def _watch(args: Namespace) -> Iterator[Watch]:
    """Progress for the terminal or for a program, and an end in order when the system ends the process."""
    with _ended_in_order():
        if args.progress:
            yield Watch(_print_json, _end_of_input())
        elif sys.stderr.isatty():
            yield Watch(lambda progress: print(f"\r{words(progress)}\033[K", end="", file=sys.stderr))  # noqa: T201
            print("\r\033[K", end="", file=sys.stderr)  # noqa: T201
        else:
            yield Watch()


def _print_json(progress: Progress) -> None:
    line = {"done": progress.done, "total": progress.total, "left": progress.left, "words": words(progress)}
    print(json.dumps(line), flush=True)  # noqa: T201


def _end_of_input() -> Callable[[], bool]:
    """Whether our input has ended: whoever started us wants no more, or is gone."""
    ended = Event()

    def read() -> None:
        while os.read(sys.stdin.fileno(), 1024):
            pass
        ended.set()

    Thread(target=read, name="end of input", daemon=True).start()
    return ended.is_set


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """While this lasts, the signal that ends a process lets it take its unfinished file away first."""

    def end(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def drawing() -> Iterator[QApplication]:
    """An application without a screen, in the shipped face; it lives as long as somebody holds it.

    Raises:
        BadInput: a system library that Qt needs is missing.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    check_system(window=False)
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else QApplication(["playground"])
    fonts.install(app)
    yield app
