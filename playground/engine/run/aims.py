"""What a run shall come to: a condition that holds now, during some steps, or within some. No torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playground.engine.frame import STOPPED, Frame, Scalar
from playground.engine.run.conditions import ALWAYS_THERE, condition

ACTS = "acts"  # how many acts stand in the log of the run
KNOWN = (*ALWAYS_THERE, ACTS)


@dataclass(frozen=True, slots=True)
class Aim:
    """What a run shall come to.

    Attributes:
        holds: a condition over metrics, parameters, `step`, `status` and `acts`.
        during: for how many steps in a row it shall hold, or to the end of the run; 0: once.
        within: the step by which it shall have come about; None: whenever.
        number: told back with `Reached`.
    """

    holds: str
    during: int = 0
    within: int | None = None
    number: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """What the condition mentions."""
        return condition(self.holds).names


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a run is towards an aim.

    Attributes:
        number: of the aim.
        held: during how many steps the condition has held; None: it does not hold.
        done: it is reached, or was before.
    """

    number: int
    held: int | None = None
    done: bool = False


class Pursuit:
    """Sees whether a run comes to its aim; any act, and any way but step by step, begins the count anew.

    Attributes:
        aim: what is pursued.
        reached: how far the run is.
    """

    def __init__(self, aim: Aim) -> None:
        self.aim = aim
        self.reached = Reached(aim.number)
        self._condition = condition(aim.holds)
        self._since: int | None = None  # the step from which on it has held
        self._seen = (-1, -1)  # acts and step

    def note(self, values: Mapping[str, Any], step: int, acts: int) -> bool:
        """Takes what a run shows now; returns whether the aim is reached.

        Args:
            values: what the condition mentions, by name.
            step: of the run.
            acts: how many stand in its log.
        """
        before, self._seen = self._seen, (acts, step)
        if not self._condition.holds(values):
            self._since = None
        elif self._since is None or before not in ((acts, step), (acts, step - 1)):
            self._since = step
        held = None if self._since is None else step - self._since
        in_time = self.aim.within is None or step <= self.aim.within
        long = held is not None and (held >= self.aim.during or values.get("status") in STOPPED)
        done = self.reached.done or (long and in_time)
        self.reached = Reached(self.aim.number, held, done)
        return done

    def note_frame(self, frame: Frame) -> bool:
        """Takes what a frame shows; returns whether the aim is reached."""
        return self.note(frame_values(frame), frame.step, len(frame.marks))


def frame_values(frame: Frame) -> dict[str, Scalar]:
    """What a condition of an aim may mention, as a frame has it."""
    there = {"step": frame.step, "status": frame.status, ACTS: len(frame.marks)}
    return {**frame.params, **frame.metrics, **there}
