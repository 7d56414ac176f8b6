"""The lessons that ship: their heads alone, so that the gallery need not read the beats. No torch, no Qt."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playground.engine.errors import BadInput, unknown
from playground.engine.files import is_there, read_head
from playground.lecture.lesson import SUFFIX, is_lesson
from playground.resources import asset

_START = 65536  # bytes of a file that are looked at
SHORT = ".lesson"  # behind the name of a lesson that ships, where a concept might be meant


@dataclass(frozen=True, slots=True)
class Head:
    """What the gallery says of a lesson.

    Attributes:
        id: its short name.
        title: its name.
        line: one line.
        minutes: how long it takes; 0: not said.
        beats: how many there are.
        concept: the concept that most of it shows, or empty.
        path: the file.
        words: what the search reads.
    """

    id: str
    title: str
    line: str
    minutes: int
    beats: int
    concept: str
    path: str
    words: str


@cache
def shelf() -> tuple[Head, ...]:
    """The lessons that ship, by title; a file that cannot be read is left out."""
    try:
        folder = asset("lessons")
    except FileNotFoundError:
        return ()
    heads = [_head(path) for path in sorted(folder.glob(f"*{SUFFIX}"))]
    return tuple(sorted((head for head in heads if head is not None), key=lambda head: head.title))


def lesson_path(name: str) -> str:
    """The path of a lesson file: as it is, or that of a lesson that ships by its short name (`perceptron.lesson` too).

    Raises:
        BadInput: there is neither.
    """
    if is_there(name):
        return name
    found = {head.id: head.path for head in shelf()}
    short = name.removesuffix(".toml").removesuffix(SHORT)
    if short in found:
        return found[short]
    if "/" in name or "." in name:
        raise BadInput(f"{name} does not exist", name)
    raise unknown("lesson", name, found)


def names_lesson(name: str) -> bool:
    """Whether this is the path of a lesson file, whatever its ending, or `NAME.lesson` of one that ships."""
    if is_there(name):
        try:
            return is_lesson(read_head(name, _START))
        except BadInput:
            return False
    return name.removesuffix(".toml").endswith(SHORT) or name.endswith(".mllesson")


def _head(path: Path) -> Head | None:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        beats = raw["beats"]
        spoken = [str(beat.get(key, "")) for beat in beats for key in ("title", "caption", "question", "notes")]
        return Head(
            id=path.name.removesuffix(SUFFIX),
            title=str(raw["title"]),
            line=str(raw.get("line", "")),
            minutes=int(raw.get("minutes", 0)),
            beats=len(beats),
            concept=str(raw.get("concept", "")),
            path=str(path),
            words=" ".join([str(raw["title"]), str(raw.get("line", "")), *spoken]).casefold(),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
