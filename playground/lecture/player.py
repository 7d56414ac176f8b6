"""Playing a lesson: which beat, how far, what the next press does. A state machine without Qt, torch or clocks.

The player tells a `Stage` what to show and is told when the run has arrived; a window and a run without one are both
such stages, so what the tests play is what the lecture shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from playground.engine.declarations.concept import Declaration
from playground.engine.errors import BadInput
from playground.engine.frame import Frame, Scalar
from playground.engine.run.conditions import at_step, condition
from playground.lecture.acts import Act
from playground.lecture.lesson import Beat, Lesson
from playground.texts.template import fill

# asking: the outcome is hidden, the next press reveals it. start: it stands at the beat's start (or was left on the
# way) and waits. playing: it runs. trying: the audience tries a challenge. end: it has arrived. broken: the beat cannot
# be shown.
Phase = Literal["asking", "start", "playing", "trying", "end", "broken"]
Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a lesson stands: all that the window and the presenter show of it.

    Attributes:
        title: of the lesson.
        beat: the beat's number, from 0.
        beats: how many there are.
        phase: see `Phase`.
        name: the beat's short name.
        caption: a template for this phase; `caption_text` fills it.
        notes: the speaker notes of this beat, in plain text with line breaks.
        next_name: of the next beat; empty at the last.
        next_caption: its first caption, a template without its numbers.
        asking: the class is being asked.
        away: the lecturer has left the script; Backspace returns.
        fault: why this beat cannot be shown, or was not reached; empty if all is well.
        pin: the parameter whose row stands beside the caption, or empty.
    """

    title: str
    beat: int
    beats: int
    phase: Phase
    name: str = ""
    caption: str = ""
    notes: str = ""
    next_name: str = ""
    next_caption: str = ""
    asking: bool = False
    away: bool = False
    fault: str = ""
    pin: str = ""

    @property
    def number(self) -> str:
        """The place in words: "3 of 8"."""
        return f"{self.beat + 1} of {self.beats}"

    def caption_text(self, declaration: Declaration | None, frame: Frame | None) -> str:
        """The caption with the numbers of a frame; the fault where there is one."""
        if self.fault:
            return self.fault
        return words(self.caption, declaration, frame)


def words(template: str, declaration: Declaration | None, frame: Frame | None) -> str:
    """A template with the metrics, parameters and step of a frame, as they are declared; without one, no numbers."""
    if frame is None:
        return template if "{" not in template else ""
    return fill(template, declaration, {**frame.params, **frame.metrics, "step": frame.step}, frame.arrays)


class Stage(Protocol):
    """What shows a lesson. Every method returns at once; `play` is answered by `Player.arrived`."""

    def open(self, beat: Beat) -> None:
        """A new run as the beat says.

        Raises:
            BadInput: it cannot be opened.
        """

    def restore(self, record: Record) -> None:
        """The very run of a record, paused at its step."""

    def dress(self, beat: Beat) -> None:
        """What is visible: the focused plot and the hidden layers."""

    def ask(self, hidden: bool) -> None:
        """Hides the outcome, or reveals it."""

    def act(self, act: Act) -> None:
        """Changes parameters or does a gesture, at the present step.

        Raises:
            BadInput: it is not allowed.
        """

    def seek(self, step: int) -> None:
        """Goes to a step."""

    def start_job(self, name: str) -> None:
        """Starts a job."""

    def challenge(self) -> None:
        """The run that was opened last is that of the beat's challenge; `Player.note_done` tells when it is done."""

    def give_up(self) -> None:
        """The challenge is passed over."""

    def play(self, until: str, last: int, pace: float | None, hurry: bool) -> None:
        """Plays until a condition holds, or a step, or the run's end.

        Args:
            until: the condition.
            last: the most steps that are taken.
            pace: steps a second; None: as the panel has it.
            hurry: as fast as it can.
        """

    def keep(self, then: Callable[[Record], None]) -> None:
        """Gives the record of the run as it stands."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A piece of a beat's run: acts at the present step, then play until a condition."""

    acts: tuple[Act, ...]
    until: str


def legs(beat: Beat) -> tuple[Leg, ...]:
    """The pieces of a beat, parted where an act waits for its step; none if nothing is to be played."""
    steps = sorted({act.step for act in beat.timed_acts if act.step is not None})
    found: list[Leg] = []
    ready: tuple[Act, ...] = ()
    for step in steps:
        found.append(Leg(ready, at_step(step)))
        ready = tuple(act for act in beat.timed_acts if act.step == step)
    if ready or beat.goal:
        found.append(Leg(ready, beat.goal))
    return tuple(found)


class Player:
    """A lesson at one of its beats.

    Attributes:
        lesson: what is played.
        place: where it stands.
        changed: called after every change of the place.
    """

    def __init__(self, lesson: Lesson, stage: Stage, changed: Callable[[Place], None] = lambda place: None) -> None:
        self.lesson = lesson
        self.changed = changed
        self._stage = stage
        self._legs: tuple[Leg, ...] = ()
        self._leg = 0
        self._hurry = False  # the rest of the beat is wanted at once
        self._stop: int | None = None  # where a return to the middle of a beat ends
        self._ends: dict[int, Record] = {}
        self._run = -1  # the beat whose run is on the stage; -1: none
        self.place = Place(lesson.title, 0, len(lesson.beats), "start")

    @property
    def beat(self) -> Beat:
        """The present beat."""
        return self.lesson.beats[self.place.beat]

    # ---- what the lecturer does

    def begin(self, beat: int = 0) -> None:
        """Goes to a beat; one that continues a run that was never played begins where that run does."""
        self._enter(max(0, min(beat, len(self.lesson.beats) - 1)), go=True)

    def forward(self) -> None:
        """One press forward: reveal, play, hurry to the end of the beat, pass a challenge over, or the next beat."""
        if self.place.away and self.place.phase != "end":
            self.again()
            return
        match self.place.phase:
            case "asking":
                self._stage.ask(False)
                self._go()
            case "start":
                self._go()
            case "playing":
                self._hurry, self._stop = True, None
                self._play()
            case "trying":
                self._stage.give_up()
                self._end()
            case "end" | "broken":
                if not self.last:
                    self._enter(self.place.beat + 1, go=True)

    @property
    def last(self) -> bool:
        """Whether nothing follows."""
        return self.place.beat + 1 >= len(self.lesson.beats)

    @property
    def over(self) -> bool:
        """Whether a press forward has nothing to do: the last beat is at its end."""
        return self.last and self.place.phase in ("end", "broken") and not self.place.away

    def back(self) -> None:
        """One press back: to the start of this beat, or from there to the start of the one before."""
        place = self.place
        moved = place.phase == "playing" or (place.phase == "end" and (bool(legs(self.beat)) or self.beat.asks))
        if moved or place.away or (place.phase == "start" and self._leg):
            self._enter(place.beat)
        else:
            self._enter(max(0, place.beat - 1))

    def again(self, step: int | None = None) -> None:
        """Back to the lesson where it was left.

        Args:
            step: the step at which a run on its way was left.
        """
        place = self.place
        if place.phase == "end" and place.beat in self._ends:
            try:
                self._stage.restore(self._ends[place.beat])
            except BadInput as bad:
                self._break_off(bad)
                return
            self._run = place.beat
            self._stage.dress(self.beat)
            self._put(away=False)
        elif place.phase == "playing" and step is not None:
            self._enter(place.beat, stop=step)
        else:
            self._enter(place.beat)

    def left(self, away: bool) -> None:
        """The run on the stage is not the script's any more, or is again."""
        if away != self.place.away:
            self._put(away=away)

    def note_hidden(self, hidden: bool) -> None:
        """The outcome was hidden or revealed by hand."""
        if self.place.phase == "asking" and not hidden and not self.place.away:
            self._go()

    # ---- what the stage says

    def note_done(self) -> None:
        """The challenge of the beat is done."""
        if self.place.phase == "trying":
            self._end()

    def note_arrival(self, values: Mapping[str, Scalar]) -> None:
        """A run has come to the end of a leg.

        Args:
            values: its metrics, with `step` and `status`.
        """
        if self.place.phase != "playing" or self._leg >= len(self._legs):
            return
        until = self._legs[self._leg].until
        stop, self._stop = self._stop, None
        if until and not condition(until).holds(values):
            if stop is not None and int(values.get("step") or 0) >= stop:
                self._put(phase="start")
                return
            self._end(f"{until} was not reached: the run stands at step {values.get('step')}")
            return
        self._leg += 1
        if self._leg < len(self._legs):
            self._stop = stop
            self._begin_leg()
        else:
            self._end()

    # ---- inside

    def _enter(self, number: int, *, go: bool = False, stop: int | None = None) -> None:
        """Stands at the start of a beat, and goes on from there unless it asks; at once to a step where it was left."""
        beat, place = self.lesson.beats[number], self.place
        flows = number == self._run + 1 == place.beat + 1 and place.phase == "end" and not place.away
        self.place = replace(place, beat=number, away=False, fault="")
        self._legs, self._leg = legs(beat), 0
        self._hurry, self._stop = False, stop
        try:
            self._stand(number, beat, flows)
        except BadInput as bad:
            self._break_off(bad)
            return
        self._run = number
        if beat.asks and stop is None:
            self._put(phase="asking")
        elif beat.challenge:
            self._put(phase="trying")
        elif not self._legs:
            self._end()
        elif go or stop is not None:
            self._stage.ask(False)
            self._go()
        else:
            self._put(phase="start")

    def _stand(self, number: int, beat: Beat, flows: bool) -> None:
        """The start state of a beat: the run, what is changed on entering, what is visible.

        Args:
            number: the beat's.
            beat: the beat.
            flows: the run of the beat before stands on the stage at its end.
        """
        if number in self.lesson.faults:
            raise BadInput(self.lesson.faults[number], "beats")
        if beat.opens:
            self._stage.open(beat)
        elif not flows:
            before = self._ends.get(number - 1)
            if before is None:
                raise BadInput("it goes on with a run that no beat before it has shown", "beats")
            self._stage.restore(before)
        self._stage.dress(beat)
        self._stage.ask(beat.asks)
        for act in beat.on_entering:
            self._stage.act(act)
        if beat.step is not None:
            self._stage.seek(beat.step)
        if beat.job:
            self._stage.start_job(beat.job)
        if beat.challenge:
            self._stage.challenge()

    def _go(self) -> None:
        if self.beat.challenge:
            self._put(phase="trying", away=False)
        elif self._leg < len(self._legs):
            self._put(phase="playing", away=False)
            self._begin_leg()
        else:
            self._end()

    def _begin_leg(self) -> None:
        try:
            for act in self._legs[self._leg].acts:
                self._stage.act(act)
        except BadInput as bad:
            self._break_off(bad)
            return
        self._play()

    def _play(self) -> None:
        beat, until = self.beat, self._legs[self._leg].until or at_step(0)
        if self._stop is not None:
            until = f"{until} or {at_step(self._stop)}"
        self._stage.play(until, beat.most, beat.pace, self._hurry or self._stop is not None)

    def _end(self, fault: str = "") -> None:
        number = self.place.beat

        def keep(record: Record) -> None:
            self._ends[number] = record

        self._put(phase="end", away=False, fault=fault)
        self._stage.keep(keep)

    def _break_off(self, bad: BadInput) -> None:
        number = self.place.beat
        if number - 1 in self._ends:  # what follows goes on with the last run that was shown
            self._ends[number] = self._ends[number - 1]
        self._put(phase="broken", away=False, fault=f"Beat {number + 1} cannot be shown: {bad}")

    def _put(self, **changes: Any) -> None:
        place = replace(self.place, **changes)
        beat = self.lesson.beats[place.beat]
        after = self.lesson.beats[place.beat + 1] if place.beat + 1 < len(self.lesson.beats) else None
        self.place = replace(
            place,
            name=beat.title,
            caption=beat.caption_text(place.phase),
            notes=beat.notes,
            next_name=after.title if after is not None else "",
            next_caption=after.caption_text("asking" if after.asks else "start") if after is not None else "",
            asking=place.phase == "asking",
            pin=beat.pin,
        )
        self.changed(self.place)
