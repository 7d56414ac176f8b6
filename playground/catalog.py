"""Finds the concepts: every folder under `playground/concepts`. Nobody names a concept anywhere else.

Declarations are torch-free and load with the catalog; models, figures, notes, presets and cases load on demand.
"""

from __future__ import annotations

import gzip
import json
import pkgutil
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, cast

from playground import concepts
from playground.engine.declarations.code import Code, Codes
from playground.engine.declarations.concept import Claim, Concept, Declaration, Door, Entrance, Model
from playground.engine.errors import BadInput, unknown
from playground.resources import asset
from playground.texts.links import symbol_key
from playground.texts.terms import Formulas


@cache
def ids() -> tuple[str, ...]:
    """The ids of all concepts, in alphabetical order."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(concepts.__path__) if found.ispkg))


@cache
def declaration(concept_id: str) -> Declaration:
    """What a concept declares, without torch.

    Raises:
        BadInput: there is no such concept; of a door, the panel that it opens is named.
    """
    if concept_id not in ids():
        entrance = resolve(concept_id)
        raise BadInput(
            f"{concept_id} is a door to {entrance.panel}: name that, with its preset {entrance.preset}", concept_id
        )
    module = import_module(f"playground.concepts.{concept_id}")
    return Declaration(
        id=concept_id,
        card=module.CARD,
        params=module.Params,
        metrics=module.METRICS,
        gestures=getattr(module, "GESTURES", ()),
        jobs=getattr(module, "JOBS", ()),
        claims=_claims(concept_id),
        doors=getattr(module, "DOORS", ()),
    )


def doors() -> dict[str, tuple[Declaration, Door]]:
    """Every door by its id, with the declaration of the panel that it opens."""
    return {door.id: (one, door) for one in map(declaration, ids()) for door in one.doors}


def resolve(concept_id: str, preset: str | None = None) -> Entrance:
    """Where the id of a panel or of a door leads.

    Args:
        concept_id: the id.
        preset: the name of a preset of the panel; None: that of the door, or the first one.

    Raises:
        BadInput: there is no such panel, door or preset.
    """
    found = _resolve(concept_id)
    if preset is None:
        return found
    if preset not in presets(found.panel):
        raise unknown("preset", preset, presets(found.panel))
    return Entrance(found.panel, preset)


def _resolve(concept_id: str) -> Entrance:
    if concept_id in ids():
        return Entrance(concept_id)
    known = doors()
    if concept_id not in known:
        raise unknown("concept", concept_id, (*ids(), *known))
    declared, door = known[concept_id]
    return Entrance(declared.id, door.preset)


def _claims(concept_id: str) -> tuple[Claim, ...]:
    """The claims of `claims.toml`, in its order; none without such a file."""
    path = files(f"playground.concepts.{concept_id}").joinpath("claims.toml")
    told = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return tuple(Claim.of(name, claim) for name, claim in told.items())


@cache
def load(concept_id: str) -> Concept:
    """A concept with its functions; this imports torch.

    Raises:
        BadInput: there is no such concept.
    """
    declared = declaration(concept_id)
    model = cast(Model, import_module(f"playground.concepts.{concept_id}.model").CONCEPT)
    return Concept(declared, model, partial(shipped_start, concept_id), partial(codes, concept_id))


def start_name(concept_id: str, preset: str) -> str:
    """Where the run of a preset at its telling step ships, as a path under assets."""
    return f"starts/{concept_id}-{preset}.scene.json.gz"


def shipped_start(concept_id: str, params: Mapping[str, Any], seed: int, step: int) -> Mapping[str, Any] | None:
    """The record of a preset's run at its telling step, where one ships with these parameters and this seed."""
    make = declaration(concept_id).params.make
    for name, preset in presets(concept_id).items():
        if preset.get("steps", 0) != step or preset.get("seed", 0) != seed:
            continue
        if make(preset.get("params", {})).plain() == params:
            return _start_record(start_name(concept_id, name), params, seed, step)
    return None


def _start_record(path: str, params: Mapping[str, Any], seed: int, step: int) -> Mapping[str, Any] | None:
    """A shipped record; None where there is none, or it is that of another version of the preset."""
    try:
        record: Mapping[str, Any] = json.loads(gzip.decompress(asset(path).read_bytes()))
    except FileNotFoundError:
        return None
    fits = record.get("params") == params and (record.get("seed"), record.get("step")) == (seed, step)
    return record if fits else None


def notes(concept_id: str) -> str:
    """The notes in Markdown, with formulas whose numbers are bound to metric names."""
    declaration(concept_id)
    return files(f"playground.concepts.{concept_id}").joinpath("notes.md").read_text(encoding="utf-8")


@cache
def challenges(concept_id: str) -> str:
    """The challenges as `challenges.toml` has them; empty without such a file. `lecture.challenges` reads them."""
    declaration(concept_id)
    path = files(f"playground.concepts.{concept_id}").joinpath("challenges.toml")
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@cache
def formulas(concept_id: str) -> Formulas:
    """The functions that compute the formulas of the notes from their own terms, by name."""
    declaration(concept_id)
    name = f"playground.concepts.{concept_id}.formulas"
    if find_spec(name) is None:
        return {}
    module = import_module(name)
    own = {key: one for key, one in vars(module).items() if getattr(one, "__module__", "") == name and callable(one)}
    return {key: one for key, one in own.items() if not key.startswith("_")}


@cache
def codes(concept_id: str) -> Codes:
    """The plain functions that stand beside the picture, with their sources; this imports the model."""
    declaration(concept_id)
    name = f"playground.concepts.{concept_id}.code"
    if find_spec(name) is None:
        return Codes()
    module, folder = import_module(name), files(name)
    told = {one.name: folder.joinpath(f"{one.name}.py").read_text(encoding="utf-8") for one in module.CODES}
    return Codes(tuple(map(_keyed, module.CODES)), module.WITHOUT, told)


def _keyed(code: Code) -> Code:
    """A code whose marks are keys of `texts.links`."""
    marks = {
        name: " ".join(key if key.startswith("@") else symbol_key(key) for key in keys.split())
        for name, keys in code.marks.items()
    }
    return replace(code, marks=marks)


@cache
def presets(concept_id: str) -> Mapping[str, Mapping[str, Any]]:
    """Presets by name: `title`, `line`, `params`, `seed`, and for those that fail `fails` and `repair`."""
    declaration(concept_id)
    raw = files(f"playground.concepts.{concept_id}").joinpath("presets.toml").read_text(encoding="utf-8")
    return cast(Mapping[str, Mapping[str, Any]], tomllib.loads(raw))


def preset_at(entrance: Entrance) -> Mapping[str, Any]:
    """The preset at which a panel is entered: the door's, or the first one."""
    known = presets(entrance.panel)
    return known[entrance.preset] if entrance.preset else next(iter(known.values()), {})


def cases(concept_id: str) -> dict[str, Any]:
    """The shipped oracle cases, in the format that `verify` reads."""
    declaration(concept_id)
    raw = files(f"playground.concepts.{concept_id}").joinpath("cases.json").read_text(encoding="utf-8")
    return cast(dict[str, Any], json.loads(raw))


@cache
def checks(concept_id: str) -> Mapping[str, Callable[[Mapping[str, Any]], Any]]:
    """The routines that compute oracle cases with the model's own code, by case kind."""
    declaration(concept_id)
    module = import_module(f"playground.concepts.{concept_id}.checks")
    return cast(Mapping[str, Callable[[Mapping[str, Any]], Any]], module.CHECKS)
