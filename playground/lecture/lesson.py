"""Lesson files: TOML with a list of beats, read strictly; what is wrong is said with its line. Data only, no code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, Literal

from pydantic import ValidationError, field_validator

from playground.engine.declarations.params import shown
from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.reading.marks import head_text
from playground.engine.reading.text import decode
from playground.engine.run.conditions import at_step, condition
from playground.lecture.acts import Act, act_of
from playground.lecture.toml_lines import line_of, lines_of
from playground.lecture.toml_tables import Table, fault_sentence, key, read_toml

FORMAT = "playground.lesson"
VERSION = 1
SUFFIX = ".lesson.toml"
LARGEST = 1_000_000  # bytes
MOST_BEATS = 200
MOST_STEPS = 10_000
BESIDE = "the path of a scene file beside the lesson"


class Beat(Table):
    """One beat.

    With `concept`, `preset`, `params`, `seed`, `compare`, `scene` or `challenge` it opens a run; without them it goes
    on with the run of the beat before.
    """

    title: str = key("", "a short name", max_length=60)
    concept: str = key("", "the id of a concept; without it that of the lesson")
    preset: str = key("", "the name of a preset of the concept; without it the first")
    params: dict[str, Any] = key({}, "parameters on top of the preset's")
    seed: int | None = key(None, "a whole number from 0 to 2^53 instead of the preset's", ge=0, le=2**53)
    scene: str = key("", BESIDE)
    compare: dict[str, list[Any]] = key(
        {}, "one parameter, seed or preset with 2 to 4 values, as in { rate = [0.1, 1.0] }", max_length=1
    )
    challenge: str = key("", "the name of a challenge of the concept; the beat waits until it is done")
    step: int | None = key(None, "the step at which the beat begins, a whole number from 0", ge=0, le=10**9)
    set: dict[str, Any] = key({}, "parameters that are changed on entering")
    plots: list[str] = key([], "the plots that are shown, the first one large; without it all")
    hide: list[str] = key([], "the layers that are hidden, by name or as plot.layer")
    ask: bool = key(False, "true or false: the outcome stays hidden until the next press")
    question: str = key("", "the caption while the class is asked; implies ask", max_length=240)
    until: int | str | None = key(None, "a step, or a condition such as mistakes == 0")
    most: int = key(MOST_STEPS, "the last step that is taken, a whole number from 1", ge=1, le=10**9)
    pace: float | None = key(None, "steps a second, 0.1 to 10000", ge=0.1, le=10_000)
    acts: list[dict[str, Any]] = key([], 'gestures and changes, as in { step = 3, kind = "move", id = 7 }')
    job: str = key("", "the name of a job that is started")
    caption: str = key("", "one or two lines; {metric} and {step} are filled in", max_length=240)
    after: str = key("", "the caption once the beat has arrived", max_length=240)
    notes: str = key("", "what to say and to ask", max_length=4000)
    claim: str = key("", "a condition that holds at the end; tested by check --play")
    pin: str = key("", "the parameter whose row stands beside the caption")

    @field_validator("until", "claim")
    @classmethod
    def _readable(cls, value: Any) -> Any:
        if isinstance(value, str) and value:
            condition(value)
        elif isinstance(value, int) and not 0 <= value <= 10**9:
            raise BadInput(f"until is {value}, allowed is a step from 0 or a condition", "until")
        return value

    @field_validator("scene")
    @classmethod
    def _beside(cls, value: str) -> str:
        if PureWindowsPath(value).anchor or PurePosixPath(value).anchor or ".." in PureWindowsPath(value).parts:
            raise BadInput(f"scene is {shown(value)}, allowed is {BESIDE}", "scene")
        return value

    @field_validator("acts")
    @classmethod
    def _acts(cls, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        for number, raw in enumerate(value, start=1):
            try:
                act_of(raw, timed=False)
            except BadInput as bad:
                raise BadInput(f"act {number}: {bad}", "acts") from None
        return value

    @field_validator("compare")
    @classmethod
    def _many(cls, value: dict[str, list[Any]]) -> dict[str, list[Any]]:
        for name, values in value.items():
            if not 2 <= len(values) <= 4:
                raise BadInput(f"compare has {len(values)} values of {name}, allowed are 2 to 4", "compare")
        return value

    @property
    def opens(self) -> bool:
        """Whether the beat opens a run of its own."""
        fresh = (self.concept, self.preset, self.params, self.scene, self.compare, self.challenge)
        return any(fresh) or self.seed is not None

    @property
    def asks(self) -> bool:
        """Whether the outcome is hidden at first."""
        return self.ask or bool(self.question)

    @property
    def goal(self) -> str:
        """The condition that ends the beat's run, or empty if nothing is played."""
        if self.until is None or self.until == "":
            return ""
        return at_step(self.until) if isinstance(self.until, int) else self.until

    @property
    def parsed_acts(self) -> tuple[Act, ...]:
        """The acts as they stand, those of `set` first."""
        changes = (Act(None, "", self.set),) if self.set else ()
        return (*changes, *(act_of(raw, timed=False) for raw in self.acts))

    @property
    def on_entering(self) -> tuple[Act, ...]:
        """What is done before anybody sees the beat."""
        return tuple(act for act in self.parsed_acts if act.step is None)

    @property
    def timed_acts(self) -> tuple[Act, ...]:
        """What is done when the run reaches a step, in that order."""
        return tuple(sorted((act for act in self.parsed_acts if act.step is not None), key=lambda act: act.step or 0))

    def caption_text(self, phase: Literal["asking", "start", "playing", "trying", "end", "broken"]) -> str:
        """The caption's template in a phase."""
        if phase == "asking":
            return self.question or self.caption
        return self.after or self.caption if phase == "end" else self.caption


class _Head(Table):
    """What stands above the beats."""

    format: Literal["playground.lesson"] = key(FORMAT, f'"{FORMAT}"')
    version: int = key(VERSION, "1", ge=1)
    title: str = key(..., "the lesson's name", min_length=1, max_length=80)
    line: str = key("", "one line for the gallery", max_length=160)
    concept: str = key("", "the id of the concept of all beats that name none")
    minutes: int = key(0, "how long it takes, a whole number from 1 to 240", ge=0, le=240)


class _File(_Head):
    """A lesson file as a whole, for the schema."""

    beats: list[Beat] = key(..., "one or more tables [[beats]]", min_length=1, max_length=MOST_BEATS)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a lesson.

    Attributes:
        line: of the file, from 1.
        beat: its number from 0; None: the head.
        sentence: what came and what is allowed.
    """

    line: int
    beat: int | None
    sentence: str

    def __str__(self) -> str:
        where = f"line {self.line}: " + (f"beat {self.beat + 1}: " if self.beat is not None else "")
        return where + self.sentence


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson.

    Attributes:
        title: its name.
        beats: in order; one that cannot be read is empty, and `faults` says why.
        line: one line for the gallery.
        concept: the concept of the beats that name none.
        minutes: how long it takes; 0: not said.
        name: how errors call the file.
        folder: where scenes are looked for.
        lines: the lines of the keys.
        faults: why a beat cannot be shown, by its number from 0.
    """

    title: str
    beats: tuple[Beat, ...]
    line: str = ""
    concept: str = ""
    minutes: int = 0
    name: str = ""
    folder: Path = Path()
    lines: Mapping[tuple[str | int, ...], int] = field(default_factory=dict, repr=False)
    faults: Mapping[int, str] = field(default_factory=dict)

    def scene_file(self, beat: Beat) -> Path:
        """The scene file that a beat names, which stands beside the lesson, links followed.

        Raises:
            BadInput: it stands elsewhere.
        """
        named = self.folder / beat.scene
        try:
            beside = named.resolve().is_relative_to(self.folder.resolve())
        except (OSError, RuntimeError, ValueError):  # links that go round, or no path: its reader says so
            beside = True
        if not beside:
            raise BadInput(f"scene is {shown(beat.scene)}, which leads elsewhere; allowed is {BESIDE}", "scene")
        return named

    def problem(self, beat: int, sentence: str, *path: str | int) -> Problem:
        """A problem at a key of a beat."""
        return Problem(line_of(self.lines, ("beats", beat, *path)), beat, sentence)


def is_lesson(start: bytes) -> bool:
    """Whether a file that begins like this is a lesson, by its content."""
    lines = (line for line in head_text(start).splitlines() if "=" in line)
    return any(line.partition("=")[0].strip() == "format" and FORMAT in line for line in lines)


def read_lesson(path: str | Path) -> tuple[Lesson, list[Problem]]:
    """The lesson in a file, and what is wrong with its beats.

    Raises:
        BadInput: the file cannot be read, or is no lesson of this version; the sentence names file and line.
    """
    content = decode(str(path), read_bytes(path, LARGEST, str(path)))
    return parse_lesson(content, str(path), Path(path).parent)


def parse_lesson(content: str, name: str, folder: Path | None = None) -> tuple[Lesson, list[Problem]]:
    """The lesson in a text; `name` is how errors call it.

    Raises:
        BadInput: it is no lesson of this version.
    """
    raw = read_toml(content, name, "a lesson")
    if raw.get("format") != FORMAT:
        raise BadInput(f'{name} is not a lesson: it has no line format = "{FORMAT}"', name)
    lines = lines_of(content)
    version = raw.get("version", VERSION)
    if isinstance(version, int) and version > VERSION:
        raise BadInput(f"{name} was made by a newer version of the program (format {version})", name)
    beats = raw.pop("beats", None)
    if not isinstance(beats, list) or not 1 <= len(beats) <= MOST_BEATS:
        raise BadInput(f"{name} line 1: beats is missing, allowed are 1 to {MOST_BEATS} tables [[beats]]", name)
    try:
        head = _Head.model_validate(raw)
    except ValidationError as error:
        path, sentence = fault_sentence(_Head, error)
        raise BadInput(f"{name} line {line_of(lines, path)}: {sentence}", name) from None
    return _with_beats(head, beats, name, folder or Path(), lines)


def _with_beats(
    head: _Head, raw: list[Any], name: str, folder: Path, lines: Mapping[tuple[str | int, ...], int]
) -> tuple[Lesson, list[Problem]]:
    beats: list[Beat] = []
    problems: list[Problem] = []
    for number, table in enumerate(raw):
        try:
            beats.append(Beat.model_validate(table))
        except ValidationError as error:
            path, sentence = fault_sentence(Beat, error)
            problems.append(Problem(line_of(lines, ("beats", number, *path)), number, sentence))
            beats.append(Beat())
    faults = {found.beat: f"line {found.line}: {found.sentence}" for found in problems if found.beat is not None}
    lesson = Lesson(head.title, tuple(beats), head.line, head.concept, head.minutes, name, folder, lines, faults)
    return lesson, problems


def schema() -> str:
    """The JSON schema of a lesson file."""
    made = _File.model_json_schema()
    made["title"] = "A lesson of the playground"
    return json.dumps(made, indent=2, ensure_ascii=False)
