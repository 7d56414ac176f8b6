"""Every formula of the notes is true where it is shown: its numbers, or both its sides, are computed by another way."""

from __future__ import annotations

from typing import Any

import extent
import formula_draws
import pytest

from playground import catalog
from playground.engine.declarations.concept import Concept, Declaration
from playground.texts.conditions import parse as clauses
from playground.texts.notes import Formula, parse

DRAWS, MORE, MOST, FURTHER = 30, 60, 200, 8  # of a run: usual, of a panel that was touched, the long one


def test_every_formula_says_where_it_holds(declared: Declaration) -> None:
    functions = catalog.formulas(declared.id)
    named: set[str] = set()
    for section in parse(catalog.notes(declared.id)):
        named |= {section.by} - {""}
        for block in section.blocks:
            if not isinstance(block, Formula):
                continue
            named |= {block.by} - {""}
            if block.names:
                assert block.by, f"{block.latex} under {section.heading!r} has numbers and no {{by: NAME}}"
            else:
                said = block.by or block.holds or section.when
                assert said, f"{block.latex} under {section.heading!r} does not say for which settings it holds"
    assert named == set(functions), "a function for each name, and a name for each function"


def test_what_formulas_show_follows_from_their_own_terms(
    declared: Declaration, concept: Concept, acted: Any, request: pytest.FixtureRequest
) -> None:
    functions = catalog.formulas(declared.id)
    sections = parse(catalog.notes(declared.id))
    used: set[str] = set()
    flags: dict[str, str] = {}
    every = len(catalog.presets(declared.id)) + FURTHER  # each preset at least once
    more = MOST if request.config.option.long else MORE if extent.whole(request.config, declared.id) else DRAWS
    count = max(more, every)
    for drawn in formula_draws.draws(concept, count, acted):
        found = list(formula_draws.faults(drawn, sections, functions, used))
        assert not found, "\n".join(found)
        for section in sections:
            names = [one.name for one in clauses(section.when) if one.name not in declared.params.specs()]
            if not section.by and any(isinstance(drawn.known.get(name), bool) for name in names):
                flags[section.heading] = section.when
    assert not flags, f"conditions on what the run is in, without a rule {{by: NAME}} that says when they hold: {flags}"
    assert used == set(functions), f"never computed: {set(functions) - used}"


@pytest.mark.parametrize("spoilt", ["number", "side", "condition"])
def test_a_spoilt_formula_is_seen(spoilt: str) -> None:
    concept = catalog.load("perceptron")
    functions: dict[str, Any] = dict(catalog.formulas("perceptron"))
    true = functions["novikoff"], functions["cover"], functions["converged"]
    if spoilt == "number":
        functions["novikoff"] = lambda terms: _larger(true[0](terms))
    elif spoilt == "side":
        functions["cover"] = lambda terms: true[1](terms)._replace(left=true[1](terms).left + 1)
    else:
        functions["converged"] = lambda terms: not true[2](terms)
    sections = parse(catalog.notes("perceptron"))
    drawn = formula_draws.draws(concept, DRAWS, lambda session, kind: False)
    assert any(fault for one in drawn for fault in formula_draws.faults(one, sections, functions, set()))


def _larger(told: Any) -> Any:
    return told if told is NotImplemented else {name: 1.001 * value for name, value in told.items()}
