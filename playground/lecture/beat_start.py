"""What a beat opens: the concept, parameters and seed of its run, or a scene. No torch, no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from playground.engine.declarations.concept import Declaration
from playground.engine.declarations.params import ConceptParams, shown
from playground.engine.declarations.value_text import difference
from playground.engine.errors import BadInput, unknown
from playground.lecture.challenges import Challenge, read_challenges
from playground.lecture.lesson import Beat, Lesson
from playground.lecture.scene import read_scene


class Catalog(Protocol):
    """What lessons need of the catalog."""

    def declaration(self, concept_id: str) -> Declaration:
        """What a concept declares."""

    def presets(self, concept_id: str) -> Mapping[str, Mapping[str, Any]]:
        """Presets by name."""

    def challenges(self, concept_id: str) -> str:
        """The challenges as their file has them; empty: none."""


@dataclass(frozen=True, slots=True)
class Twin:
    """One of the runs of a beat that compares.

    Attributes:
        title: what differs, in words.
        params: its parameters.
        seed: its seed.
    """

    title: str
    params: ConceptParams
    seed: int


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a beat's run begins.

    Attributes:
        declaration: of its concept.
        preset: its name; empty: a scene.
        params: the preset's with the beat's on top.
        seed: the seed.
        record: of the scene, or None.
        twins: the runs that are compared; empty: one run.
        challenge: what the audience shall do, or None.
    """

    declaration: Declaration
    preset: str
    params: ConceptParams
    seed: int
    record: Mapping[str, Any] | None = None
    twins: tuple[Twin, ...] = ()
    challenge: Challenge | None = None


def beginning(lesson: Lesson, beat: Beat, catalog: Catalog) -> Beginning:
    """How the run of a beat that opens one begins.

    Raises:
        BadInput: a name, a value or a scene cannot be used; its field is the key of the beat.
    """
    if beat.scene:
        record = read_scene(lesson.scene_file(beat))
        declared = catalog.declaration(str(record["concept"]))
        return Beginning(declared, "", declared.params.make(record["params"]), int(record["seed"]), record)
    concept = beat.concept or lesson.concept
    if not concept:
        raise BadInput("concept is missing: neither the beat nor the lesson names one", "concept")
    try:
        declared = catalog.declaration(concept)
    except BadInput as bad:
        raise BadInput(str(bad), "concept") from None
    if beat.challenge:
        return challenge_start(_challenge(declared, beat.challenge, catalog), catalog)
    params, seed, preset = _of_preset(declared, beat.preset, catalog)
    try:
        params = params.changed(beat.params)
    except BadInput as bad:
        raise BadInput(str(bad), "params") from None
    seed = seed if beat.seed is None else beat.seed
    twins = tuple(
        twin
        for name, values in beat.compare.items()
        for twin in (_twin(declared, params, seed, name, value, catalog) for value in values)
    )
    first = twins[0] if twins else Twin("", params, seed)
    return Beginning(declared, preset, first.params, first.seed, None, twins)


def challenge_start(challenge: Challenge, catalog: Catalog) -> Beginning:
    """How the run of a challenge begins.

    Raises:
        BadInput: its preset or its parameters cannot be used.
    """
    declared = catalog.declaration(challenge.concept)
    params, seed, preset = _of_preset(declared, challenge.preset, catalog)
    seed = seed if challenge.seed is None else challenge.seed
    return Beginning(declared, preset, params.changed(challenge.params), seed, challenge=challenge)


def _challenge(declared: Declaration, name: str, catalog: Catalog) -> Challenge:
    known = read_challenges(catalog.challenges(declared.id), declared.id)
    if name not in known:
        bad = unknown(f"challenge of {declared.id}", name, known)
        raise BadInput(str(bad), "challenge")
    return known[name]


def _of_preset(declared: Declaration, name: str, catalog: Catalog) -> tuple[ConceptParams, int, str]:
    presets = catalog.presets(declared.id)
    chosen = name or next(iter(presets), "")
    if chosen and chosen not in presets:
        bad = unknown(f"preset of {declared.id}", chosen, presets)
        raise BadInput(str(bad), "preset")
    preset = presets.get(chosen, {})
    return declared.params.make(preset.get("params", {})), int(preset.get("seed", 0)), chosen


def _twin(declared: Declaration, params: ConceptParams, seed: int, name: str, value: Any, catalog: Catalog) -> Twin:
    """One run of those that are compared: only the named difference differs."""
    if name == "seed":
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 2**53:
            raise BadInput(f"compare: seed is {shown(value)}, allowed is a whole number from 0 to 2^53", "compare")
        return Twin(f"seed {value}", params, value)
    if name == "preset":
        try:
            made, its_seed, chosen = _of_preset(declared, str(value), catalog)
        except BadInput as bad:
            raise BadInput(f"compare: {bad}", "compare") from None
        return Twin(str(catalog.presets(declared.id)[chosen].get("title", chosen)), made, its_seed)
    try:
        changed = params.changed({name: value})
    except BadInput as bad:
        raise BadInput(f"compare: {bad}", "compare") from None
    return Twin(difference((name,), changed, seed), changed, seed)
