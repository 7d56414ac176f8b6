"""`playground check FILE`: whether a lesson or a scene can be shown, and with `--play` whether it holds."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from typing import Any

from playground import catalog
from playground.commands import Outcome
from playground.commands.output import to_json
from playground.engine.errors import BadInput
from playground.engine.files import read_head
from playground.engine.run.trial import try_record
from playground.lecture.lesson import Lesson, Problem, is_lesson, read_lesson, schema
from playground.lecture.lesson_check import check_lesson
from playground.lecture.parent import end_with
from playground.lecture.rehearse import first_figure
from playground.lecture.scene import LARGEST, parse_scene, read_scene
from playground.lecture.shipped_lessons import lesson_path

BEGINNING = 65_536  # bytes in which a file says what it is


def main(args: Namespace) -> Outcome:
    """Says what is wrong, each with its line; status 2 if anything is."""
    if args.schema:
        return Outcome(schema())
    if args.file is None:
        raise BadInput("FILE is missing: which lesson or scene is checked", "FILE")
    if args.file == "-":
        return _given_scene()
    args.file = lesson_path(args.file)
    if is_lesson(read_head(args.file, BEGINNING, str(args.file))):
        return _lesson(args)
    return _scene(args)


def _lesson(args: Namespace) -> Outcome:
    lesson, problems = read_lesson(args.file)
    problems += check_lesson(lesson, catalog, partial(first_figure, catalog))
    problems += _scenes(lesson, {problem.beat for problem in problems})
    played: list[dict[str, Any]] = []
    if args.play and not problems:
        from playground.lecture.rehearse import rehearse

        for one in rehearse(lesson, catalog):
            problems += one.problems
            played.append({"beat": one.beat + 1, "step": one.step, "caption": one.caption})
    problems.sort(key=lambda problem: problem.line)
    if args.json:
        return Outcome(to_json(_result(lesson, problems, played)), 2 if problems else 0)
    if problems:
        return Outcome(status=2, notes=tuple(f"{args.file} {problem}" for problem in problems))
    lines = [f"{args.file}: {lesson.title}, {_count(len(lesson.beats), 'beat')}, sound"]
    lines += [f"  {one['beat']:>2}  step {one['step']:<6} {one['caption']}" for one in played]
    return Outcome("\n".join(lines))


def _scenes(lesson: Lesson, passed_over: set[int | None]) -> Iterator[Problem]:
    """What is wrong with the scenes that beats begin with; those of beats with other faults are passed over."""
    for number, beat in enumerate(lesson.beats):
        if beat.scene and number not in passed_over:
            try:
                _try(beat.scene, read_scene(lesson.scene_file(beat)))
            except BadInput as bad:
                yield lesson.problem(number, str(bad), "scene")


def _result(lesson: Lesson, problems: list[Problem], played: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "kind": "lesson",
        "title": lesson.title,
        "beats": len(lesson.beats),
        "ok": not problems,
        "problems": [
            {"line": one.line, "beat": None if one.beat is None else one.beat + 1, "sentence": one.sentence}
            for one in problems
        ],
        "played": played,
    }


def _scene(args: Namespace) -> Outcome:
    scene = read_scene(args.file)
    declared = catalog.declaration(str(scene["concept"]))
    note = _try(args.file, scene)
    if args.json:
        return Outcome(to_json({"kind": "scene", "concept": declared.id, "step": scene["step"], "note": note}))
    said = f"{args.file}: a scene of {declared.card.title} at step {scene['step']}, sound"
    return Outcome(said, 0, (f"{args.file}: {note}",) if note else ())


def _given_scene() -> Outcome:
    """Tries the scene on the standard input for a program that waits for the answer."""
    end_with(os.getppid())  # nobody else waits for the answer
    name = "this scene"
    _try(name, parse_scene(sys.stdin.buffer.read(LARGEST), name))
    return Outcome()


def _try(name: str, scene: dict[str, Any]) -> str:
    """Does with a scene what the window would do; where its numbers first differ, or nothing.

    Raises:
        BadInput: it cannot be opened.
    """
    return try_record(catalog.load(str(scene["concept"])), scene, name)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")
