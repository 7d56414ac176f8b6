"""What the window and the engine process say to each other. No torch, no Qt.

Commands go to the engine, messages come back. Every command belongs to a group: the sessions under one clock that share
one frame message (a session alone, or twins in lockstep). The client numbers the commands; those numbers are `serial`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.engine.frame import Frame, PhaseMap, View

# ---- to the window


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine has loaded and takes commands.

    Attributes:
        device: the fastest device, in words.
        versions: what decides about equal bits, and the Python version.
        warning: a sentence where there is a graphics card that cannot be used; empty otherwise.
    """

    device: str
    versions: Mapping[str, Any]
    warning: str = ""


@dataclass(frozen=True, slots=True)
class CardFailed:
    """The graphics card failed while it was used; the engine ends, and the next one does without the card.

    Attributes:
        reason: why, as the end of a sentence.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class FrameMessage:
    """The newest observed state of a group; the window asks for the next when it has drawn this one.

    Attributes:
        group: the group's id.
        frames: one frame a session.
        playing: whether the clock runs (false once every session has stopped).
        steps_per_second: as measured over the last half second of play; 0 while paused.
        device: what the sessions compute on, in words.
        heavy_step: the last steps took more than 10 ms each, so the engine answers late.
        compared: of twins, what differs: parameters by name, `@seed` or `@preset`.
        titles: of twins, words for each where values alone do not name it.
        phase: the map of two parameters that was asked for last, or None.
        arrived: the number of the last goal at which the clock stopped; 0: none.
        same: on its way, the numbers of the frames whose figure is the one that was sent before.
    """

    group: str
    frames: tuple[Frame, ...]
    playing: bool
    steps_per_second: float
    device: str
    heavy_step: bool
    arrived: int = 0
    compared: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    phase: PhaseMap | None = None
    same: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A command could not be used and changed nothing.

    Attributes:
        group: the group's id.
        sentence: why, in one sentence.
        field: the parameter, gesture field or file that it concerns; may be empty.
    """

    group: str
    sentence: str
    field: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer to `record`.

    Attributes:
        group: the group's id.
        token: as given with the command.
        record: the run as plain JSON values; of twins the first, whose key "twins" holds the others (see `runs_of`).
    """

    group: str
    token: str
    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer to `check`: one result a case with name, kind, ok, deviation and where."""

    group: str
    results: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Restarting:
    """The engine process died; a new one is being started, and `Restarted` follows when it is ready.

    Attributes:
        reason: how the process ended, in words.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Restarted:
    """The engine process died; a new one runs and has every group as it was.

    Attributes:
        reason: how the process ended, in words.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of ours: the group cannot go on. An empty group means the whole engine.

    Attributes:
        group: the group's id.
        sentence: what happened, in one sentence.
        report: everything a bug report needs, to be copied.
    """

    group: str
    sentence: str
    report: str


Message = Ready | FrameMessage | Refused | Recorded | Checked | Restarting | Restarted | Fault


# ---- from the engine to the client alone


@dataclass(frozen=True, slots=True)
class Handled:
    """A command was carried out, or refused.

    Attributes:
        group: the group's id.
        serial: the command's number.
        steps: the step of each session before the command.
        ok: false if the command was refused and changed nothing.
    """

    group: str
    serial: int
    steps: tuple[int, ...]
    ok: bool


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What the client re-opens a group from if the process dies.

    Attributes:
        group: the group's id.
        serial: the last command that the records contain.
        records: one record a session.
    """

    group: str
    serial: int
    records: tuple[Mapping[str, Any], ...]


# ---- to the engine


@dataclass(frozen=True, slots=True)
class Run:
    """How one session starts: from params and seed, or from a record, which then says everything.

    Attributes:
        concept_id: the concept.
        params: values that differ from the defaults, or None.
        seed: the seed.
        record: a record of `Session.record`, or None.
    """

    concept_id: str
    params: Mapping[str, Any] | None = None
    seed: int = 0
    record: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """Make a group of sessions, or replace the group of that id.

    Attributes:
        runs: one to four sessions.
        number: the group's number in the shared arena, from 1.
        epoch: the lowest epoch of its frames.
    """

    runs: tuple[Run, ...]
    number: int
    epoch: int = 0


@dataclass(frozen=True, slots=True)
class Close:
    """Forget the group."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a clock that runs stops by itself.

    Attributes:
        until: a condition on metrics of the first session, see `playground.engine.run.until`.
        last: the step at which it stops in any case.
        number: told back as `FrameMessage.arrived`.
    """

    until: str
    last: int
    number: int


@dataclass(frozen=True, slots=True)
class Play:
    """Let the clock run (or stand).

    Attributes:
        on: whether it runs.
        goal: where it shall stop by itself; None: as it was.
    """

    on: bool
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """Stop the clock and go `n` steps on, or back if negative."""

    n: int


@dataclass(frozen=True, slots=True)
class Seek:
    """Stop the clock and go to step `k`."""

    k: int


@dataclass(frozen=True, slots=True)
class Advance:
    """Compute each session on to its step: part of a re-opened group's way back."""

    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Set:
    """Change parameters, of all twins or of one; changes of one stroke are taken back together."""

    changes: Mapping[str, Any]
    twin: int | None = None
    stroke: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """A gesture, on all twins or on one."""

    kind: str
    values: Mapping[str, Any]
    stroke: str = ""
    twin: int | None = None


@dataclass(frozen=True, slots=True)
class Reseed:
    """A new start with another seed, of all twins or of one."""

    seed: int
    twin: int | None = None


@dataclass(frozen=True, slots=True)
class Reset:
    """Stop the clock and go back to the start."""


@dataclass(frozen=True, slots=True)
class Load:
    """A new start with the data of a file."""

    path: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the newest act, or return to the last one that was taken back."""

    redo: bool = False


@dataclass(frozen=True, slots=True)
class Twin:
    """In what a twin differs from the first run.

    Attributes:
        changes: parameters by name.
        seed: another seed, or None.
        title: words for it where the values alone do not name it.
        anew: without the acts of the first run and without its data, as a preset starts.
    """

    changes: Mapping[str, Any]
    seed: int | None = None
    title: str = ""
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Compare:
    """Set twins beside the first run; twins that differ by something else leave.

    Attributes:
        names: what differs: parameters by name, `@seed` or `@preset`.
        twins: one to three.
        title: words for the first run, as a twin has them.
    """

    names: tuple[str, ...]
    twins: tuple[Twin, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Separate:
    """Take one of the twins away, or all but the first."""

    twin: int | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """Go to a run that was left behind."""

    branch: int


@dataclass(frozen=True, slots=True)
class Rename:
    """Call a run that was left behind, or the present one, by a name."""

    branch: int | None
    name: str


@dataclass(frozen=True, slots=True)
class HideGhost:
    """Draw no run beside the present one."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """Map two parameters: every cell of the grid is the first run with these two changed from its beginning.

    Attributes:
        x, y: the parameters.
        metric: what colours a cell, or `status`.
        steps: how many steps a cell takes.
        columns, rows: the cells along numbers.
    """

    x: str
    y: str
    metric: str = "status"
    steps: int = 100
    columns: int = 16
    rows: int = 12


@dataclass(frozen=True, slots=True)
class StopSweep:
    """Leave the map off, and forget it or keep what is done.

    Attributes:
        forget: it is not shown any more.
    """

    forget: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What the picture shows now."""

    view: View = field(default_factory=View)


@dataclass(frozen=True, slots=True)
class Show:
    """Whether anybody looks: a hidden group stands still and keeps its state."""

    visible: bool


@dataclass(frozen=True, slots=True)
class Pace:
    """Steps per second of the clock; None: as fast as the engine can."""

    steps_per_second: float | None


@dataclass(frozen=True, slots=True)
class Ask:
    """The window has drawn the last frame and wants the next."""


@dataclass(frozen=True, slots=True)
class Job:
    """Start a job, or stop it."""

    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Record:
    """Answer with the group's record."""

    token: str


@dataclass(frozen=True, slots=True)
class Check:
    """Run a concept's shipped oracle cases."""

    concept_id: str


@dataclass(frozen=True, slots=True)
class Stop:
    """End the process."""


Acting = (
    Open
    | Step
    | Seek
    | Advance
    | Set
    | Act
    | Reseed
    | Reset
    | Load
    | Undo
    | Compare
    | Separate
    | Switch
    | Rename
    | HideGhost
    | Job
)
Asking = Record | Check
Command = Acting | Asking | Sweep | StopSweep | Close | Play | Look | Show | Pace | Ask | Stop


@dataclass(frozen=True, slots=True)
class Order:
    """A command on its way to the engine."""

    serial: int
    group: str
    command: Command
