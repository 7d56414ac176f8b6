"""What the window and the engine process say to each other. No torch, no Qt.

Commands go to the engine, messages come back. Every command belongs to a group: the sessions under one clock that share
one frame message (a session alone, or twins in lockstep). The client numbers the commands; those numbers are `serial`.

A new command is a class here, whose base says how it is kept and answered, and a handler of its type (in `handlers`, or
in `Host` where it concerns more than its group); the window sends it by `EngineClient.send`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from playground.engine.declarations.code import CodeListing
from playground.engine.frame import Frame, PhaseMap, View
from playground.engine.run.aims import Aim, Reached
from playground.engine.run.variants import Sweep, Variant

CARD_LOST = 4  # exit status of an engine whose graphics card has failed

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
        differences: of twins, what differs: parameters by name, `@seed` or `@preset`.
        titles: of twins, words for each where values alone do not name it.
        phase: the map of two parameters that was asked for last, or None.
        arrived: the number of the last goal at which the clock stopped; 0: none.
        same: on its way, the numbers of the frames whose figure is the one that was sent before.
        reached: how far the first session is towards the aim that was set, or None.
    """

    group: str
    frames: tuple[Frame, ...]
    playing: bool
    steps_per_second: float
    device: str
    heavy_step: bool
    arrived: int = 0
    differences: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    phase: PhaseMap | None = None
    same: tuple[int, ...] = ()
    reached: Reached | None = None


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
    """The answer to `GetRecord`.

    Attributes:
        group: the group's id.
        token: as given with the command.
        record: the run as plain JSON values; of twins the first, whose key "twins" holds the others.
    """

    group: str
    token: str
    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer to `RunChecks`: one result a case with name, kind, ok, deviation and where."""

    group: str
    results: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Listed:
    """The answer to `GetListing`.

    Attributes:
        group: the group's id.
        listing: the code of the view on screen, run at the shown step.
    """

    group: str
    listing: CodeListing


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


@dataclass(frozen=True, slots=True)
class Alive:
    """The answer to `Probe`.

    Attributes:
        group: the group's id.
        state: going, or why it stands: it is gone, hidden, or held back by a frame that the window has not drawn.
    """

    group: str
    state: Literal["going", "held", "hidden", "gone"]


Message = Ready | FrameMessage | Refused | Recorded | Checked | Listed | Restarting | Restarted | Fault | Alive


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


class Command:
    """What is said to the engine about a group."""

    __slots__ = ()


class Acting(Command):
    """It changes what runs, is answered by `Handled`, and is repeated after a death.

    Attributes:
        stops: the clock stands afterwards.
        logged: an undo takes it back.
    """

    __slots__ = ()
    stops: ClassVar[bool] = False
    logged: ClassVar[bool] = False


class Asking(Command):
    """A question, which is asked again after a death until it has its answer."""

    __slots__ = ()


class Setting(Command):
    """The newest of its type is in force, also after a death."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SessionStart:
    """How one session starts: from params and seed, or from a record, which then says everything.

    Attributes:
        concept_id: the concept.
        params: values that differ from the defaults, or None.
        seed: the seed.
        record: a record of `record.store`, or None.
        step: where it stands when it is first shown.
        foreign: the record comes from outside, so it is tried in a process of its own first.
    """

    concept_id: str
    params: Mapping[str, Any] | None = None
    seed: int = 0
    record: Mapping[str, Any] | None = None
    step: int = 0
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Open(Acting):
    """Make a group of sessions, paused, or replace the group of that id.

    They stand at the step that each names, or at a record's; until they are there nothing is shown.

    Attributes:
        runs: one to four sessions.
        number: the group's number in the shared arena, from 1; the client gives it.
        epoch: the lowest epoch of its frames; the client gives it.
    """

    runs: tuple[SessionStart, ...]
    number: int = 0
    epoch: int = 0

    @classmethod
    def of(
        cls,
        concept_id: str,
        params: Mapping[str, Any] | None = None,
        seed: int = 0,
        record: Mapping[str, Any] | None = None,
        step: int = 0,
        foreign: bool = False,
    ) -> Open:
        """One run of a concept, with the twins that its record names.

        Args:
            concept_id: the concept.
            params: values that differ from the defaults.
            seed: the seed.
            record: a record, which then says everything.
            step: where it stands when it is first shown.
            foreign: the record comes from outside.
        """
        if record is None or "twins" not in record:
            return cls((SessionStart(concept_id, params, seed, record, step, foreign),))
        twins = record["twins"]
        names, titles = twins.get("names", []), twins.get("titles", [])
        own = {name: value for name, value in record.items() if name != "twins"}
        records = [
            {**one, "compared": names, "title": titles[i] if i < len(titles) else ""}
            for i, one in enumerate((own, *twins["runs"]))
        ]
        return cls(tuple(SessionStart(concept_id, record=one, foreign=foreign) for one in records))


@dataclass(frozen=True, slots=True)
class Close(Command):
    """Forget the group."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a clock that runs stops by itself.

    Attributes:
        until: a condition on metrics of the first session, see `playground.engine.run.conditions`.
        last: the step at which it stops in any case.
        number: told back as `FrameMessage.arrived`.
    """

    until: str
    last: int
    number: int


@dataclass(frozen=True, slots=True)
class Play(Command):
    """Let the clock run (or stand).

    Attributes:
        on: whether it runs.
        goal: where it shall stop by itself; None: as it was.
    """

    on: bool = True
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class Step(Acting):
    """Stop the clock and go `n` steps on, or back if negative."""

    stops = True
    n: int = 1


@dataclass(frozen=True, slots=True)
class Seek(Acting):
    """Stop the clock and go to step `k`."""

    stops = True
    k: int


@dataclass(frozen=True, slots=True)
class Advance(Acting):
    """Compute each session on to its step: part of a re-opened group's way back."""

    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Set(Acting):
    """Change parameters, of all twins or of one; changes of one stroke are taken back together."""

    logged = True
    changes: Mapping[str, Any]
    twin: int | None = None
    stroke: str = ""


@dataclass(frozen=True, slots=True)
class Act(Acting):
    """A gesture, on all twins or on one; waiting moves of one target within one stroke count once."""

    logged = True
    kind: str
    values: Mapping[str, Any]
    stroke: str = ""
    twin: int | None = None


@dataclass(frozen=True, slots=True)
class Reseed(Acting):
    """A new start with another seed, of all twins or of one."""

    logged = True
    seed: int
    twin: int | None = None


@dataclass(frozen=True, slots=True)
class Reset(Acting):
    """Stop the clock and go back to the start."""

    stops = logged = True


@dataclass(frozen=True, slots=True)
class Load(Acting):
    """A new start with the data of a file, or of several."""

    logged = True
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undo(Acting):
    """Take back the newest act, or return to the last one that was taken back."""

    stops = True
    redo: bool = False


@dataclass(frozen=True, slots=True)
class Compare(Acting):
    """Set twins beside the first run; twins that differ by something else leave.

    Attributes:
        names: what differs: parameters by name, `@seed` or `@preset`.
        twins: one to three.
        title: words for the first run, as a twin has them.
    """

    names: tuple[str, ...]
    twins: tuple[Variant, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Separate(Acting):
    """Take one of the twins away, or all but the first."""

    twin: int | None = None


@dataclass(frozen=True, slots=True)
class SwitchRun(Acting):
    """Go to a run that was left behind."""

    branch: int


@dataclass(frozen=True, slots=True)
class Rename(Acting):
    """Call a run that was left behind, or the present one, by a name."""

    branch: int | None
    name: str


@dataclass(frozen=True, slots=True)
class HideGhost(Acting):
    """Draw no run beside the present one."""


@dataclass(frozen=True, slots=True)
class StartJob(Acting):
    """Start a job."""

    name: str


@dataclass(frozen=True, slots=True)
class StopJob(Acting):
    """Cancel a job; its partial result stays."""

    name: str


@dataclass(frozen=True, slots=True)
class StartSweep(Command):
    """Map two parameters; the map comes with the frames, as far as it is."""

    sweep: Sweep


@dataclass(frozen=True, slots=True)
class StopSweep(Command):
    """Leave the map off, and forget it or keep what is done.

    Attributes:
        forget: it is not shown any more.
    """

    forget: bool = False


@dataclass(frozen=True, slots=True)
class SetView(Setting):
    """What the picture shows from now on."""

    view: View


@dataclass(frozen=True, slots=True)
class Show(Setting):
    """Whether anybody looks; groups are visible when they are opened, and a hidden one stands still."""

    visible: bool


@dataclass(frozen=True, slots=True)
class Pursue(Setting):
    """What the run shall come to; told with every frame, step by step while it plays."""

    aim: Aim | None


@dataclass(frozen=True, slots=True)
class Pace(Setting):
    """Steps per second of the clock; None: as fast as the engine can. A new group has the pace of its card."""

    steps_per_second: float | None


@dataclass(frozen=True, slots=True)
class Ask(Command):
    """The window has drawn the last frame and wants the next."""


@dataclass(frozen=True, slots=True)
class Probe(Command):
    """Answer with what the group waits for, by `Alive`."""


@dataclass(frozen=True, slots=True)
class GetRecord(Asking):
    """Answer with the group's record, by `Recorded`, or by `Refused` if there is no such group."""

    token: str


@dataclass(frozen=True, slots=True)
class GetListing(Asking):
    """Run the code of the view on screen once at the shown step of the first session; answered by `Listed`.

    Attributes:
        script: whether the script is wanted, too.
    """

    script: bool = False


@dataclass(frozen=True, slots=True)
class RunChecks(Asking):
    """Run a concept's shipped oracle cases, and answer by `Checked`."""

    concept_id: str


@dataclass(frozen=True, slots=True)
class Shutdown(Command):
    """End the process."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command on its way to the engine."""

    serial: int
    group: str
    command: Command
