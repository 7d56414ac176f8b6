"""The code beside the picture comes to the same numbers as the run's own step, and its script does by itself."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import code_draws
import extent
import pytest

from playground import catalog
from playground.engine.declarations.code import NOT_WRITTEN, Code
from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.run.code_trace import anatomy, run
from playground.engine.run.listing import Told, listing, told
from playground.engine.run.session import Session
from playground.texts.links import linkable

DRAWS, MORE, MOST = 6, 10, 40  # of a code: usual, of a panel that was touched, the long one
LEAST_LINES, MOST_LINES, WIDEST = 8, 70, 72
ALLOWED = {"math", "numpy", "torch"}


def count(request: pytest.FixtureRequest, concept_id: str) -> int:
    if request.config.option.long:
        return MOST
    return MORE if extent.whole(request.config, concept_id) else DRAWS


def test_every_view_has_code_or_says_why_it_has_none(
    declared: Declaration, variants: list[ConceptParams], concept_id: str, record_property: Any
) -> None:
    codes = catalog.codes(concept_id)
    missing = {params: found for params in variants if isinstance(found := codes.at(params), str)}
    for reason in missing.values():
        assert reason.endswith(".")
        assert reason[0].isupper()
    specs = declared.params.specs()
    for when in (*(one.when for one in codes.codes), *(one.when for one in codes.without)):
        assert set(when) <= set(specs), f"{when} names a parameter that is not there"
        for name, values in when.items():
            assert all(value in (specs[name].choices or (True, False)) for value in values), when
    record_property("without code", sorted(set(missing.values())))


def test_a_code_is_short_and_plain(concept: Concept) -> None:
    codes = concept.codes()
    assert len({code.name for code in codes.codes}) == len(codes.codes)
    for code in codes.codes:
        text = codes.texts[code.name]
        lines = text.rstrip().splitlines()
        assert LEAST_LINES <= len(lines) <= MOST_LINES, f"{code.name} has {len(lines)} lines"
        assert max(map(len, lines)) <= WIDEST, f"{code.name} has a line of more than {WIDEST} letters"
        tree = ast.parse(text)
        functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert [name for name in functions if not name.startswith("_")] == [code.name]
        imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {name.split(".")[0] for name in imported} <= ALLOWED
        assert anatomy(text, code.name).results, f"{code.name} does not end by returning names"
        assert ast.get_docstring(tree), f"{code.name} does not say what it is"


def test_a_code_comes_to_what_the_run_has(
    concept: Concept, acted: Any, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    scripts: dict[str, tuple[str, tuple[str, ...]]] = {}
    values: dict[str, list[Any]] = {}
    for code in concept.codes().codes:
        ran = 0
        for drawn in code_draws.draws(concept, code, count(request, concept.id), acted):
            if isinstance(drawn.told, str):
                assert drawn.told.endswith("."), drawn.told
                continue
            ran += 1
            faults = list(code_draws.faults(drawn.told))
            assert not faults, "\n".join([*faults, f"with {drawn.where}"])
            assert drawn.told.expected, f"{code.name} is held against nothing"
            if code.name not in scripts or ran % 4 == 0:
                name = f"{code.name}_{ran}" if code.name in scripts else code.name
                results = anatomy(concept.codes().texts[code.name], code.name).results
                scripts[name] = listing(drawn.session, drawn.view).script, results
                values[name] = [code_draws.bare(drawn.told.run.values[one]) for one in results]
        assert ran, f"{code.name} was never run"
    found = code_draws.results(scripts, tmp_path)
    for name, ends in found.items():
        assert repr(ends) == repr(values[name]), f"the script of {name} ends at other numbers"
    assert sys.gettrace() is None or "coverage" in sys.modules or "pydevd" in sys.modules


def test_what_is_tied_to_the_picture_is_in_some_picture(concept: Concept, variants: list[ConceptParams]) -> None:
    for code in concept.codes().codes:
        left = set(code.marks)
        for params in variants:
            if left:
                left -= _tied(concept, code, params)
        assert not left, f"{code.name}: {left} are tied to no layer of any picture"


def _tied(concept: Concept, code: Code, params: ConceptParams) -> set[str]:
    """The names of a code that the picture has a layer for, at parameters with those of the code."""
    try:
        other = {name: values for name, values in code.when.items() if getattr(params, name) not in values}
        params = params.changed({name: values[0] for name, values in other.items()})
    except BadInput:
        return set()
    if concept.codes().at(params) is not code:
        return set()
    session = Session(concept, params)
    session.advance(1)
    found = told(session, View())
    figure = session.frame().figure
    if isinstance(found, str) or figure is None:
        return set()
    known = {*found.arguments, *found.run.values}
    return {name for name, keys in code.marks.items() if set(keys.split()) & linkable(figure) and name in known}


def test_a_spoilt_code_is_seen() -> None:
    concept = catalog.load("minimax")
    codes = concept.codes()
    code = next(one for one in codes.codes if one.name == "eg")
    spoilt = codes.texts["eg"].replace("z - eta * v_ahead", "z - eta * v")
    session = Session(concept, concept.declaration.params.make({"method": "eg"}))
    session.advance(3)
    found = told(session, View())
    assert isinstance(found, Told)
    assert not list(code_draws.faults(found))
    other = found._replace(run=run(spoilt, "eg", found.arguments, code.marks))
    assert list(code_draws.faults(other))


def test_a_panel_without_code_says_so() -> None:
    concept = catalog.load("minimax")
    bare = type(concept)(concept.declaration, concept.model)
    assert listing(Session(bare), View()).reason == NOT_WRITTEN
