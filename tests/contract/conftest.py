"""The contract is tested for every concept in the catalog, in all its modes.

A test with the mark `sampled` looks for what holds of every run alike, and takes a few presets or settings of each
panel, `sampled(n)` n presets; see `extent`.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import extent
import pytest

from playground import catalog
from playground.engine.declarations.concept import Concept, Declaration, Field
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput
from playground.engine.run.session import Session

PRESETS = 3
"""Of how many presets a sample consists."""
SETTINGS = 9
"""Of how many settings a sample consists."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `preset` runs for every preset of every concept, one with `concept_id` for every concept."""
    if "preset" in metafunc.fixturenames:
        pairs = [(one, name) for one in catalog.ids() for name in _presets(metafunc, one)]
        metafunc.parametrize(("concept_id", "preset"), pairs, ids=[f"{one}-{name}" for one, name in pairs])
    elif "concept_id" in metafunc.fixturenames:
        metafunc.parametrize("concept_id", catalog.ids())


def _presets(metafunc: pytest.Metafunc, concept_id: str) -> list[str]:
    """The names of the presets; a concept without them is reported by the test of its presets."""
    try:
        names = list(catalog.presets(concept_id))
    except Exception:
        return []
    if not _is_sampled(metafunc.definition, concept_id):
        return names
    most = next((mark.args[0] for mark in metafunc.definition.iter_markers("sampled") if mark.args), PRESETS)
    return extent.sample(concept_id, names, most)


def _is_sampled(item: pytest.Item | pytest.Function, concept_id: str) -> bool:
    """Whether a test takes a sample of this panel."""
    return item.get_closest_marker("sampled") is not None and not extent.whole(item.config, concept_id)


@pytest.fixture
def declared(concept_id: str) -> Declaration:
    """What the concept declares."""
    return catalog.declaration(concept_id)


@pytest.fixture
def concept(concept_id: str) -> Concept:
    """The concept with its functions."""
    return catalog.load(concept_id)


@pytest.fixture
def at_preset(concept: Concept, preset: str) -> Session:
    """A session at the start of a preset."""
    chosen = catalog.presets(concept.id)[preset]
    return Session(concept, concept.declaration.params.make(chosen["params"]), chosen.get("seed", 0))


@pytest.fixture
def variants(declared: Declaration, request: pytest.FixtureRequest) -> list[ConceptParams]:
    """The default, every preset, and the default with each choice and flag at each of its other values.

    Of a test with the mark `sampled`, the default and some of the others.
    """
    default = declared.params()
    found = [default]
    found += [declared.params.make(preset["params"]) for preset in catalog.presets(declared.id).values()]
    for spec in declared.params.specs().values():
        values = spec.choices if spec.kind == "choice" else (True, False) if spec.kind == "flag" else ()
        found += [default.changed({spec.name: value}) for value in values]
    found = list(dict.fromkeys(found))
    return extent.sample(declared.id, found, SETTINGS) if _is_sampled(request.node, declared.id) else found


@pytest.fixture
def whole(concept_id: str, request: pytest.FixtureRequest) -> bool:
    """Whether the panel is gone through whole, also when nothing new is to be expected."""
    return extent.whole(request.config, concept_id)


def candidates(field: Field) -> list[Any]:
    """Values of a gesture field that a concept may accept, the likeliest first."""
    low, high = max(field.low, -1.0), min(field.high, 1.0)
    middle = (low + high) / 2 if low <= high else field.low
    match field.kind:
        case "real":
            return [middle + 0.3 * (high - middle), field.low, field.high]
        case "integer":
            return list(range(int(field.low), int(min(field.low + 4, field.high)) + 1))
        case "vector":
            lengths = [field.length] if field.length is not None else [1, 2, 4, 16, 64]
            return [[middle] * length for length in lengths]
        case "choice":
            return list(field.choices)
        case "text":
            return ["x", ""]


@pytest.fixture
def gesture_values(declared: Declaration) -> dict[str, list[dict[str, Any]]]:
    """For each kind of gesture up to 40 sets of values to try."""
    found = {}
    for gesture in declared.gestures:
        names = [field.name for field in gesture.fields]
        many = list(product(*(candidates(field) for field in gesture.fields)))[:40]
        found[gesture.kind] = [dict(zip(names, values, strict=True)) for values in many]
    return found


@pytest.fixture
def acted(gesture_values: dict[str, list[dict[str, Any]]]) -> Any:
    """A function that does a gesture with the first values that a session accepts; false if it accepts none."""

    def act(session: Session, kind: str) -> bool:
        for values in gesture_values[kind]:
            try:
                session.act(kind, values)
            except BadInput:
                continue
            return True
        return False

    return act
