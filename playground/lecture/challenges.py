"""Challenges: short tasks of a panel, as its `challenges.toml` has them, read strictly. Data only; no torch, no Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import ValidationError, field_validator

from playground.engine.declarations.concept import Declaration
from playground.engine.declarations.params import VIEW
from playground.engine.errors import BadInput, unknown
from playground.engine.run.aims import KNOWN, Aim
from playground.engine.run.conditions import condition
from playground.lecture.acts import Act, act_of
from playground.lecture.toml_lines import line_of, lines_of
from playground.lecture.toml_tables import Table, fault_sentence, key, read_toml
from playground.texts.template import names

FILE = "challenges.toml"
SEED = "seed"  # among what is allowed: another seed
MOST_STEPS = 100_000
_MOVES = ("steps", "job", "seed", "say")


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a solution does, with a word about it.

    Attributes:
        act: a gesture or a change of parameters, or None.
        steps: how many steps are played.
        job: the name of a job that is done to its end, or empty.
        seed: a new start with this seed, or None.
        say: why; empty: nothing is said.
    """

    act: Act | None = None
    steps: int = 0
    job: str = ""
    seed: int | None = None
    say: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """What must be allowed: parameters, a gesture, or the seed."""
        if self.seed is not None:
            return (SEED,)
        if self.act is None:
            return ()
        return (self.act.kind,) if self.act.kind else tuple(self.act.values)


def move_of(raw: Mapping[str, Any]) -> Move:
    """The move in a table: `steps`, `job` or `seed`, or an act as lessons have it; `say` may stand beside each.

    Raises:
        BadInput: it is none.
    """
    rest = dict(raw)
    say = rest.pop("say", "")
    if not isinstance(say, str) or len(say) > 160:
        raise BadInput("say is no text of at most 160 characters", "say")
    named = [name for name in _MOVES if name in rest]
    if not named and ("set" in rest or "kind" in rest) and "step" not in rest:
        return Move(act_of(rest, timed=False), say=say)
    if len(named) != 1 or len(rest) != 1:
        raise BadInput("a move is one of steps = N, job = NAME, seed = N, set = { NAME = VALUE } or kind = GESTURE", "")
    name, value = named[0], rest[named[0]]
    if name == "job":
        if not isinstance(value, str):
            raise BadInput(f"job is {value!r}, allowed is the name of a job", "job")
        return Move(job=value, say=say)
    low, high = (1, MOST_STEPS) if name == "steps" else (0, 2**53)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadInput(f"{name} is {value!r}, allowed is a whole number from {low} to {high}", name)
    return Move(steps=value, say=say) if name == "steps" else Move(seed=value, say=say)


class _Written(Table):
    """A challenge as its table has it."""

    title: str = key(..., "a short name, at most 40 characters", min_length=1, max_length=40)
    task: str = key(..., "what is to be done, at most 160 characters", min_length=1, max_length=160)
    preset: str = key("", "the name of a preset where it begins; without it the first")
    params: dict[str, Any] = key({}, "parameters on top of the preset's")
    seed: int | None = key(None, "a whole number from 0 to 2^53 instead of the preset's", ge=0, le=2**53)
    step: int = key(0, "the step at which it begins, a whole number from 0", ge=0, le=MOST_STEPS)
    holds: str = key(..., "a condition such as mistakes == 0 and step <= 40", min_length=1)
    during: int = key(0, "for how many steps in a row it shall hold, a whole number from 1", ge=1, le=MOST_STEPS)
    within: int | None = key(None, "the step by which it shall hold, a whole number from 1", ge=1, le=MOST_STEPS)
    allows: list[str] = key(..., "parameters and gestures that may be used, and seed", min_length=1)
    now: str = key("", "where it stands, with numbers in braces, at most 120 characters", max_length=120)
    hint: str = key(..., "a hint, at most 200 characters", min_length=1, max_length=200)
    after: str = key(..., "what is to be learnt from it, at most 240 characters", min_length=1, max_length=240)
    solution: list[dict[str, Any]] = key(..., "the moves that do it, a list of tables", min_length=1, max_length=40)
    wrong: list[dict[str, Any]] = key(..., "moves that are tried first and fail", min_length=1, max_length=40)

    @field_validator("holds")
    @classmethod
    def _readable(cls, value: str) -> str:
        condition(value)
        return value

    @field_validator("solution", "wrong")
    @classmethod
    def _moves(cls, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        for number, raw in enumerate(value, start=1):
            try:
                move_of(raw)
            except BadInput as bad:
                raise BadInput(f"move {number}: {bad}", "solution") from None
        return value


class Challenge(_Written):
    """A short task.

    Attributes:
        concept: the id of its panel.
        id: its name there.
    """

    concept: str = ""
    id: str = ""

    @property
    def ref(self) -> str:
        """Its name among those of all panels."""
        return f"{self.concept}/{self.id}"

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the solution."""
        return tuple(map(move_of, self.solution))

    @property
    def wrong_moves(self) -> tuple[Move, ...]:
        """The moves that fail."""
        return tuple(map(move_of, self.wrong))

    def aim(self, number: int = 0) -> Aim:
        """What the run shall come to."""
        return Aim(self.holds, self.during, self.within, number)

    def permits(self, name: str, declared: Declaration) -> bool:
        """Whether a parameter, a gesture or the seed may be used; what changes the view alone always may."""
        spec = declared.params.specs().get(name)
        return name in self.allows or (spec is not None and spec.effect is VIEW)


@lru_cache(maxsize=64)
def read_challenges(content: str, concept: str) -> Mapping[str, Challenge]:
    """The challenges in the text of a file, by name.

    Args:
        content: the text; empty: there are none.
        concept: the panel that they belong to.

    Raises:
        BadInput: it cannot be read; the sentence names file and line.
    """
    name = f"{concept}/{FILE}"
    lines = lines_of(content)
    found: dict[str, Challenge] = {}
    for one, table in read_toml(content, name, "a list of challenges").items():
        if not isinstance(table, dict):
            raise BadInput(f"{name} line {line_of(lines, (one,))}: {one} is no table [{one}]", name)
        try:
            found[one] = Challenge.model_construct(**dict(_Written.model_validate(table)), concept=concept, id=one)
        except ValidationError as error:
            path, sentence = fault_sentence(_Written, error)
            raise BadInput(f"{name} line {line_of(lines, (one, *path))}: {one}: {sentence}", name) from None
    return found


def check_challenge(
    challenge: Challenge, declared: Declaration, presets: Mapping[str, Mapping[str, Any]]
) -> Iterator[str]:
    """What a challenge names that its panel does not have, and what its moves use that it does not allow."""
    specs, kinds = declared.params.specs(), [gesture.kind for gesture in declared.gestures]
    if challenge.preset and challenge.preset not in presets:
        yield str(unknown("preset", challenge.preset, presets))
        return
    try:
        declared.params.make(presets.get(challenge.preset, {}).get("params", {})).changed(challenge.params)
    except BadInput as bad:
        yield f"params: {bad}"
    for name in challenge.allows:
        if name not in (*specs, *kinds, SEED):
            yield f"allows: {unknown('parameter or gesture', name, (*specs, *kinds, SEED))}"
    known = (*KNOWN, *declared.metric_names, *specs)
    told = {"holds": condition(challenge.holds).names, "now": names(challenge.now), "after": names(challenge.after)}
    yield from (
        f"{where}: {unknown('number', one, known)}" for where in told for one in told[where] if one not in known
    )
    for what, moves in (("solution", challenge.moves), ("wrong", challenge.wrong_moves)):
        for number, move in enumerate(moves, start=1):
            for sentence in _faults(move, challenge, declared):
                yield f"{what}: move {number}: {sentence}"


def _faults(move: Move, challenge: Challenge, declared: Declaration) -> Iterator[str]:
    try:
        if move.act is not None:
            move.act.check(declared)
        if move.job:
            declared.job(move.job)
    except BadInput as bad:
        yield str(bad)
        return
    for name in move.needs:
        if not challenge.permits(name, declared):
            yield f"{name} is not among what is allowed"
