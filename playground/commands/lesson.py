"""`playground lesson FILE`: the window with a lesson."""

from __future__ import annotations

from argparse import Namespace

from playground.commands import Outcome
from playground.commands.manual import reference_of
from playground.lecture.lesson import read_lesson
from playground.lecture.shipped_lessons import lesson_path


def main(args: Namespace) -> Outcome:
    """Opens the window on the lesson and returns when it is closed."""
    path = lesson_path(args.file)
    read_lesson(path)  # a file that is none is said before the window opens
    from playground.ui.system.launch import run

    return Outcome(status=run(source=path, entry=args.entry, reference=reference_of(args)))
