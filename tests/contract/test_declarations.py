"""What a concept declares is complete, consistent, and refuses what it does not allow."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from bad_values import bad_values

from playground import catalog
from playground.commands.describe import description
from playground.commands.output import to_json
from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.errors import BadInput
from playground.engine.run.session import Session


def test_the_card_is_filled(declared: Declaration) -> None:
    card = declared.card
    assert re.fullmatch(r"[a-z][a-z0-9_]*", declared.id)
    for words in (card.title, card.chapter, card.line, card.badge.what, card.badge.against, *card.sources):
        assert words.strip(), words
        assert "!" not in words
    assert card.sources
    assert card.pace > 0


def test_what_a_panel_opens_is_declared(declared: Declaration, concept: Concept) -> None:
    opens = declared.card.opens
    assert bool(opens) == (concept.model.load is not None)
    assert len({one.kind for one in opens}) == len(opens)
    assert all(one.what.strip() for one in opens)


def test_parameters_are_declared_completely(declared: Declaration) -> None:
    specs = declared.params.specs()
    assert specs
    for spec in specs.values():
        assert spec.label.strip(), spec.name
        assert "!" not in spec.label + spec.meaning
        if spec.kind in ("real", "integer", "vector"):
            assert spec.low is not None
            assert spec.high is not None
            assert spec.low < spec.high
            assert not spec.log or spec.low > 0, f"{spec.name}: a logarithmic slider needs a range above 0"
        if spec.kind == "choice":
            assert len(spec.choices) > 1
            assert all(spec.choices.values())
        _check_when(declared, spec.when)


def test_names_are_unique_and_everything_has_a_meaning(declared: Declaration) -> None:
    for group in (declared.metrics, declared.jobs):
        names = [one.name for one in group]
        assert len(set(names)) == len(names)
        assert all(one.meaning.strip() for one in group)
        for one in (*group, *declared.params.specs().values()):
            assert _plain(one.meaning) != _plain(one.label), f"{one.name}: a meaning says more than the label"
    kinds = [gesture.kind for gesture in declared.gestures]
    assert len(set(kinds)) == len(kinds)
    for metric in declared.metrics:
        assert metric.label.strip(), metric.name
        assert metric.over is None or declared.params.specs()[metric.over].kind == "choice"


def _plain(words: str) -> str:
    return words.strip(" .").casefold() or "no words"


def test_gestures_jobs_and_claims_name_what_exists(declared: Declaration, concept: Concept) -> None:
    specs, metrics = declared.params.specs(), set(_metric_names(declared))
    for gesture in declared.gestures:
        assert gesture.meaning.strip()
        names = [field.name for field in gesture.fields]
        assert len(set(names)) == len(names)
        assert set(gesture.target) <= set(names)
        assert not {"step", "kind", "set"} & set(names), "these words have a meaning in the log"
        assert not (gesture.button and names), "a button has no values to give"
        _check_when(declared, gesture.when)
    assert not declared.gestures or concept.model.apply is not None
    assert {job.name for job in declared.jobs} == set(concept.model.jobs)
    for job in declared.jobs:
        assert job.label.strip()
        assert set(job.reads) <= set(specs)
        _check_when(declared, job.when)
        if job.adopt:
            assert declared.gesture(job.adopt).fields
    for claim in declared.claims:
        assert claim.text.strip()
        assert claim.preset in catalog.presets(declared.id)
        assert claim.metric in metrics
        assert not isinstance(claim.threshold, str) or claim.threshold in metrics
        if claim.job:
            declared.job(claim.job)


def _metric_names(declared: Declaration) -> Iterator[str]:
    """The names of all metrics; of one over a choice NAME.VALUE for each of its values."""
    for metric in declared.metrics:
        if metric.over is None:
            yield metric.name
        else:
            yield from (f"{metric.name}.{value}" for value in declared.params.specs()[metric.over].choices)


def _check_when(declared: Declaration, when: Any) -> None:
    for name, values in when.items():
        assert values
        for value in values:
            declared.params().changed({name: value})


def test_what_is_not_allowed_is_refused_with_its_name(declared: Declaration, concept: Concept) -> None:
    session = Session(concept)
    before = (session.params, session.step, session.epoch)
    for name, value in bad_values(declared.params):
        with pytest.raises(BadInput, match=re.escape(name)) as refused:
            session.set({name: value})
        assert refused.value.field == name
        assert "\n" not in str(refused.value)
    assert (session.params, session.step, session.epoch) == before


def test_description_is_json(declared: Declaration) -> None:
    assert declared.id in to_json(description(declared))


def test_a_declaration_loads_without_torch(concept_id: str) -> None:
    probe = (
        "import sys; from playground import catalog\n"
        f"declared = catalog.declaration('{concept_id}')\n"
        "declared.params()\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout.split()
    assert f"playground.concepts.{concept_id}" in loaded
    assert not {"torch", "scipy", "networkx", "PySide6", "pyqtgraph"} & set(loaded)


def test_a_case_kind_belongs_to_one_concept() -> None:
    pairs = [[(catalog.cases(one)["panel"], kind) for kind in catalog.checks(one)] for one in catalog.ids()]
    every = list(chain.from_iterable(pairs))
    assert len(set(every)) == len(every)
