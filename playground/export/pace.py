"""How long a film shows each step: every so many at a pace that was asked for, or as the run's own story has it.

A story begins at the first picture, which is held. Jobs of the view are seen at work. Then come the steps: half of the
time is shared evenly, half goes where the metrics move, so that a run that learns in its first steps does not spend
them in a flash. It ends half as far again as the telling step, or at the run's own end where that is near, and the last
picture is held. All in all it lasts from 6 to 15 s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from playground.engine.frame import STOPPED, Array, View
from playground.engine.run.session import Session

HOLDS = (1.5, 2.5)  # s that the first and the last picture stay
LEAST, MOST = 6.0, 15.0  # s of a story
_MOVING = 9.0  # s of all steps
_STEP = 1.0  # s that a step has where there are few
_WORKING = 4.0  # s of the jobs
_LONGEST = 0.5  # s that one step of many stays
_FEW_PIECES = 8  # of work, that nobody sees getting on
_BEYOND = 1.5  # of the telling step: where a story ends
_NEAR = 3.0  # of the telling step: an end of the run up to there is shown
_SHORT = 24  # steps of a run whose story needs none


@dataclass(frozen=True, slots=True)
class Stop:
    """One picture of the run.

    Attributes:
        step: its step.
        times: how many pictures of the film it is.
        pieces: of the jobs' work that are done by then; None: all.
    """

    step: int
    times: int
    pieces: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A film before it is made.

    Attributes:
        stops: what it shows, in order.
        fps: pictures a second.
    """

    stops: tuple[Stop, ...]
    fps: int

    @property
    def pictures(self) -> int:
        """How many pictures the film has."""
        return sum(stop.times for stop in self.stops)

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return self.pictures / self.fps


def every(first: int, last: int, each: int, fps: int) -> Plan:
    """Every so many steps, one picture each."""
    return Plan(tuple(Stop(step, 1) for step in range(first, last + 1, each)), fps)


def even(first: int, last: int, each: int, fps: int, pace: float) -> Plan:
    """Steps at a pace; those that are faster than the pictures are passed over, but for the last one.

    Args:
        first: the first step.
        last: the last step.
        each: every so many are shown.
        fps: pictures a second.
        pace: steps a second.
    """
    steps = list(range(first, last + 1, each))
    ends = [round(Fraction((i + 1) * each * fps) / Fraction(pace)) for i in range(len(steps))]
    return Plan(_stops(steps, [end - before for end, before in zip(ends, [0, *ends], strict=False)]), fps)


def held(plan: Plan, holds: tuple[float, float]) -> Plan:
    """The same film with its first and its last picture held for so many seconds more."""
    stops = list(plan.stops)
    for place, seconds in zip((0, -1), holds, strict=True):
        stops[place] = replace(stops[place], times=stops[place].times + round(seconds * plan.fps))
    return Plan(tuple(stops), plan.fps)


def _stops(steps: Sequence[int], times: Sequence[int]) -> tuple[Stop, ...]:
    """The stops that have a picture; the last one has."""
    found = [Stop(step, many) for step, many in zip(steps, times, strict=True) if many > 0]
    if not found or found[-1].step != steps[-1]:
        found.append(Stop(steps[-1], 1))
    return tuple(found)


# ---- the story


def end_of_story(telling: int, runs: Sequence[Session], go: Callable[[Session, int], None]) -> int:
    """The last step of a story; the runs stand there or later, or at their end.

    Args:
        telling: the step at which the picture tells.
        runs: the runs that are shown, at their starts.
        go: plays one of them to a step.
    """
    beyond = max(telling + 1, int(np.ceil(_BEYOND * telling))) if telling else _SHORT
    near = max(beyond, int(_NEAR * telling))
    for run in runs:
        go(run, near)
    ended = [run.step for run in runs if run.status in STOPPED]
    return max(ended) if len(ended) == len(runs) else beyond


def story(
    runs: Sequence[Session],
    first: int,
    last: int,
    fps: int,
    holds: tuple[float, float] = HOLDS,
    *,
    jobs_alone: bool = False,
) -> Plan:
    """The film of runs that have been played to its last step.

    Args:
        runs: those that are shown, at the last step or beyond.
        first: the first step of the film.
        last: its last step.
        fps: pictures a second.
        holds: s that the first and the last picture stay.
        jobs_alone: where jobs are at work, the steps are no part of the story.
    """
    pieces = pieces_of_work(runs[0]) if first == 0 else 0
    working = _WORKING if pieces >= _FEW_PIECES else 0.0
    last = first if working and jobs_alone else last
    many = last - first
    moving = min(_MOVING - working / 2, many * _STEP)
    shares = _shares(changes(runs, first, last), moving) if many else np.zeros(0)
    # A step stays after it was taken: what has changed much is looked at for long.
    ends = np.rint(np.cumsum(shares) * moving * fps).astype(int).tolist()
    rest = (Stop(first, 1),) if working else ()  # with the jobs done
    stops = _stops(range(first + 1, last + 1), np.diff(ends, prepend=0).tolist()) if many else rest
    before = [Stop(first, max(1, round(holds[0] * fps)), 0 if working else None)]
    if working:
        before += _work(first, pieces, round(working * fps))
    plan = held(Plan((*before, *stops), fps), (0.0, holds[1]))
    lacking = LEAST - plan.seconds
    return held(plan, (0.0, lacking)) if lacking > 0 and holds == HOLDS else plan


def pieces_of_work(run: Session) -> int:
    """How many pieces the jobs have that the mode starts by itself, where the run does not change what they find."""
    fresh = run.beginning(run.run)
    fresh.auto_jobs(View())
    if any(job.declaration.reads_state for job in fresh.jobs.all()):
        return 0
    count = 0
    while fresh.advance_jobs(0.0):
        count += 1
    return count


def _work(step: int, pieces: int, pictures: int) -> list[Stop]:
    """The jobs at work, as evenly as their pieces are parted."""
    done = [round((i + 1) * pieces / pictures) for i in range(pictures)]
    found: list[Stop] = []
    for count in done:
        if found and found[-1].pieces == count:
            found[-1] = replace(found[-1], times=found[-1].times + 1)
        else:
            found.append(Stop(step, 1, count))
    return found


def changes(runs: Sequence[Session], first: int, last: int) -> Array:
    """How much the recorded metrics move with each step (last - first,): the sum over all, each of which moves by 1."""
    steps = np.arange(first, last + 1)
    moved = np.zeros(len(steps) - 1)
    for run in runs:
        series = run.run.series
        for name in series.names:
            found = series.get(name, 4 * last + 4)
            if found is None or not len(found[0]):
                continue
            finite = np.isfinite(found[1])
            if not finite.any():
                continue
            # What grows over many decades moves as its logarithm does.
            values = found[1][finite]
            scale = np.median(np.abs(values[values != 0])) if (values != 0).any() else 1.0
            along = np.abs(np.diff(np.interp(steps, found[0][finite], np.arcsinh(values / scale))))
            if along.sum() > 0:
                moved += along / along.sum()
    return moved


def _shares(moved: Array, seconds: float) -> Array:
    """The share of the time that each step has: half of it even, half where the metrics move, no step with too much."""
    even_ones = np.full(len(moved), 1 / len(moved))
    if moved.sum() <= 0:
        return even_ones
    longest = max(_LONGEST / seconds, 2.0 / len(moved))
    found = 0.5 * even_ones + 0.5 * np.minimum(moved / moved.sum(), longest)
    return np.asarray(found / found.sum())
