"""The part of `playground render` that films: many steps, watched, and called off without a trace."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from threading import Event, Thread

# Computing first: on Windows torch cannot be loaded after Qt in one process.
from playground.engine.run.session import Session  # isort: skip
from PySide6.QtWidgets import QApplication

from playground import catalog
from playground.commands import Outcome
from playground.commands.run import ready, report
from playground.commands.run_arguments import cast_of, play, stops
from playground.engine.errors import BadInput
from playground.engine.run.comparison import Cast
from playground.export.clip import clip, length
from playground.export.film import write_film
from playground.export.pace import HOLDS, Plan, end_of_story, even, every, held, story
from playground.export.progress import Cancelled, Progress, Watch, duration, words
from playground.export.shots import Shot, film_shots, rewound, take
from playground.lecture.acts import Act
from playground.lecture.lesson import read_lesson
from playground.lecture.lesson_check import check_lesson
from playground.lecture.rehearse import first_figure
from playground.lecture.shipped_lessons import lesson_path
from playground.render import fonts
from playground.render.camera import Camera
from playground.render.formats import Format
from playground.render.overrides import make_errors_whole
from playground.render.tokens import Theme, film_factor
from playground.ui.system.requirements import check_system

FPS = 30
STORY = "story"  # as in `--pace story`
GIF_RATE, GIF_FPS = 25, 50  # browsers show what is faster than 20 ms a picture at 100 ms
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
        "pace": args.pace is not None and form.kind != "film",
        "hold": args.hold is not None and form.kind != "film",
        "progress": args.progress and form.kind != "film",
        "csv": args.csv is not None and form.kind == "film",
        "job": bool(args.job) and form.kind == "film",
        "words": args.words is not None and form.suffix != ".svg",
        "clear": args.clear and not form.clear,
    }
    for name, refused in wrong.items():
        if refused:
            raise BadInput(f"--{name} does not go with {form.suffix}: {_REASONS[name]}", name)
    if form.suffix == ".gif" and (args.fps or 0) > GIF_FPS:
        raise BadInput(
            f"--fps is {args.fps}, allowed for a GIF is at most {GIF_FPS}: browsers slow a faster one down", "fps"
        )


_REASONS = {
    "from": "it is the first step of a film",
    "every": "it is for films",
    "fps": "it is for films",
    "pace": "it is for films",
    "hold": "it is for films",
    "progress": "it is for films",
    "csv": "use `playground run`",
    "job": "a film shows only jobs that start by themselves",
    "words": "only an SVG has words as text or as paths",
    "clear": "only PNG, SVG and PDF can be without a ground",
}


def film(args: Namespace, theme: Theme) -> Outcome:
    """Films a run from step to step, or several side by side.

    Raises:
        BadInput: an option does not fit, or the film cannot be written.
    """
    session, acts = ready(args)
    cast, plan = plan_film(args, session, acts)

    def shots(watch: Watch) -> tuple[Iterator[Shot], int]:
        return film_shots(stops(cast, plan, acts), plan), plan.pictures

    size, cancelled = _write(args, theme, shots)
    if cancelled is not None:
        return cancelled
    notes = _notes(args, size, cast.sessions[0], acts, plan.stops[-1].step)
    outcome = report(args, cast.sessions[0], notes)
    return outcome if args.json else replace(outcome, text=f"{args.out}: {outcome.text.splitlines()[0]}")


def plan_film(args: Namespace, session: Session, acts: list[Act]) -> tuple[Cast, Plan]:
    """The runs at the first step of their film, and what it shows of them.

    A film is of certain steps where `--steps` or `--every` say which, each as long as `--pace` says; else, and where
    that is the pace, it is the story of the run.

    Raises:
        BadInput: an option does not fit.
    """
    fps, first, each = args.fps or default_fps(args.out), args.first or 0, args.every or 1
    told = args.pace == STORY or (args.steps is None and args.every is None)
    if args.pace == STORY and args.every is not None:
        raise BadInput(f"--every does not go with --pace {STORY}, which chooses the steps that are shown", "every")
    cast, jobs_alone = cast_of(args, session), False
    if args.steps is not None or args.scene is not None:
        last = session.step if args.steps is None else args.steps
        reached = max(one.step for one in cast.sessions)
        trials = [rewound(one) for one in cast.sessions] if told else []
        for one in trials:
            play(one, last, acts, forgiving=True)
    else:
        reached, trials = session.step, [rewound(one) for one in cast.sessions]
        left = {id(one): acts for one in trials}

        def go(one: Session, step: int) -> None:
            left[id(one)] = play(one, step, left[id(one)], forgiving=one is not trials[0])

        preset = catalog.preset_at(catalog.resolve(args.concept, args.preset))
        telling = int(preset.get("steps", 0))
        last, jobs_alone = end_of_story(telling, trials, go), telling == 0
    if last < first:
        raise BadInput(f"--from is {first}, allowed is at most the last step, {last}", "from")
    if first < reached:
        cast = cast._replace(sessions=tuple(rewound(one) for one in cast.sessions))
    if isinstance(args.pace, float):
        plan = held(even(first, last, each, fps, args.pace), args.hold or (HOLDS if told else (0.0, 0.0)))
    elif told:
        plan = story(trials, first, last, fps, args.hold or HOLDS, jobs_alone=jobs_alone)
    else:
        plan = held(every(first, last, each, fps), args.hold or (0.0, 0.0))
    return cast, plan


def default_fps(path: str) -> int:
    """Pictures a second where none are asked for: a GIF's have whole hundredths of a second."""
    return GIF_RATE if path.lower().endswith(".gif") else FPS


def lesson_film(args: Namespace, theme: Theme) -> Outcome:
    """Films a lesson from its first beat to its last.

    Raises:
        BadInput: an option does not fit, the lesson cannot be read or shown, or the film cannot be written.
    """
    for name, given in vars(args).items():
        if name in _OF_RUNS and given not in (None, [], (), False):
            raise BadInput(f"--{_OF_RUNS[name]} does not go with a lesson: its beats say what is run", name)
    lesson, problems = read_lesson(lesson_path(args.concept))
    found = [*problems, *check_lesson(lesson, catalog, partial(first_figure, catalog))]
    if found:
        raise BadInput(f"{args.concept} {found[0]}", args.concept)
    fps = args.fps or default_fps(args.out)
    lasts = 0.0

    def shots(watch: Watch) -> tuple[Iterator[Shot], int]:
        nonlocal lasts
        lasts = length(lesson, watch.ask)
        return clip(lesson, fps), round(lasts * fps)

    size, cancelled = _write(args, theme, shots, lecture=True)
    if cancelled is not None:
        return cancelled
    beats = f"{len(lesson.beats)} beat{'' if len(lesson.beats) == 1 else 's'}"
    return Outcome(f"{args.out}: {lesson.title}, {beats}, {duration(lasts)}", notes=tuple(_odd(args, size)))


# Options of `render` that say what is run, by the name that argparse gives them.
_OF_RUNS = {name: name for name in ("preset", "scene", "load", "set", "seed", "compare", "steps", "gestures", "job")}
_OF_RUNS |= {name: name for name in ("arrays", "json", "csv", "npz", "save", "script", "every", "pace", "hold")}
_OF_RUNS |= {"first": "from"}

Shots = Callable[[Watch], tuple[Iterator[Shot], int]]


def _write(
    args: Namespace, theme: Theme, shots: Shots, *, lecture: bool = False
) -> tuple[tuple[int, int], Outcome | None]:
    """Writes a film; its size, and how it was called off, if it was.

    Args:
        args: size, scale, progress, pictures a second.
        theme: the colours.
        shots: gives what is to be taken and how many pictures that is; may ask whether it is called off.
        lecture: in lecture mode.
    """
    size = even_sides(args.size) if str(args.out).lower().endswith(".mp4") else args.size
    scale = film_factor(theme, size, args.scale / 100)
    try:
        with drawing(), Camera(size, theme, scale=scale, lecture=lecture) as camera, _watch(args) as watch:
            found, total = shots(watch)
            write_film(args.out, watch.over(take(found, camera), total), args.fps or default_fps(args.out))
    except Cancelled:
        return size, Outcome("", CANCELLED, ("cancelled; nothing was written",))
    return size, None


def even_sides(size: tuple[int, int]) -> tuple[int, int]:
    """The size with odd sides one px longer: H.264 keeps colours for two px at a time."""
    return size[0] + size[0] % 2, size[1] + size[1] % 2


def _notes(args: Namespace, size: tuple[int, int], session: Session, acts: list[Act], last: int) -> list[str]:
    notes = _odd(args, size)
    missed = sum((act.step or 0) > session.step for act in acts)
    if missed:
        notes.append(f"the run ended at step {session.step}, not reached: {missed} of the gestures")
    elif session.step < last:
        notes.append(f"the run ended at step {session.step}, and the film with it")
    return notes


def _odd(args: Namespace, size: tuple[int, int]) -> list[str]:
    return [] if size == args.size else [f"the film is {size[0]}x{size[1]}: H.264 takes even sides only"]


@contextmanager
def _watch(args: Namespace) -> Iterator[Watch]:
    """Progress for the terminal or for a program."""
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
def drawing() -> Iterator[QApplication]:
    """An application without a screen, in the shipped face; it lives as long as somebody holds it.

    Raises:
        BadInput: a system library that Qt needs is missing.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    check_system(window=False)
    make_errors_whole()
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else QApplication(["playground"])
    fonts.install(app)
    yield app
