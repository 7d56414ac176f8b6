"""Twins of every concept: one thing differs, and each is bit for bit the run that it would be alone."""

from __future__ import annotations

from typing import Any

from playground import catalog
from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.declarations.params import DATA, VIEW, ConceptParams
from playground.engine.errors import BadInput
from playground.engine.kit import tree
from playground.engine.process.group import Group
from playground.engine.run.comparison import Cast
from playground.engine.run.session import Session
from playground.engine.run.variants import Variant


def stand(session: Session) -> tuple[Any, ...]:
    """Everything that makes up the present of a run."""
    return session.step, session.status, session.params, tree.digest((session.data, session.state))


def alone(twin: Session) -> Session:
    """The same run by itself: what was done in it is done by hand."""
    single = Session(twin.concept, twin.run.base.params, twin.seed)
    for entry in twin.run.log:
        single.seek(entry.step)
        single.act(entry.kind, entry.values)
    single.seek(twin.step)
    return single


def others(params: ConceptParams) -> list[tuple[str, Any]]:
    """Up to three parameters with another value, of different effects and kinds."""
    found: dict[tuple[Any, bool], tuple[str, Any]] = {}
    for name, spec in params.specs().items():
        if not spec.matters(params) or spec.effect == VIEW:
            continue
        now = getattr(params, name)
        match spec.kind:
            case "choice":
                values: list[Any] = [value for value in spec.choices if value != now]
            case "flag":
                values = [not now]
            case "real":
                values = [value for value in (now / 2, now + 0.25) if spec.low <= value <= spec.high and value != now]
            case "integer":
                values = [value for value in (now + 1, now - 1) if spec.low <= value <= spec.high]
            case _:
                values = []
        if values:
            found.setdefault((spec.effect, spec.kind == "choice"), (name, values[0]))
    return list(found.values())[:3]


def group_of(concept: Concept, acted: Any) -> Group:
    """A group at step 3 of the default run, after a gesture."""
    session = Session(concept)
    session.advance(1)
    for gesture in concept.declaration.gestures:
        if acted(session, gesture.kind):
            break
    session.advance(2)
    return Group(Cast((session,)), 1, 0, lambda: 0.0)


def test_twins_differ_in_the_named_parameter_alone(concept: Concept, declared: Declaration, acted: Any) -> None:
    tried = 0
    for name, value in others(declared.params()):
        group = group_of(concept, acted)
        first = group.sessions[0]
        try:
            group.compare((name,), [Variant({name: value})], "")
        except BadInput:
            continue  # this value is not allowed beside the others
        tried += 1
        group.step(3)
        first, twin = group.sessions
        assert set(first.params.diff(twin.params)) == {name}
        assert twin.seed == first.seed
        effect = first.params.effect([name])
        if effect != DATA and twin.run.log == first.run.log:
            assert tree.digest(twin.run.base.data) == tree.digest(first.run.base.data)
        assert stand(alone(twin)) == stand(twin)
    assert tried


def test_twins_of_another_seed_are_their_own_runs(concept: Concept, acted: Any) -> None:
    group = group_of(concept, acted)
    group.compare(("@seed",), [Variant({}, seed=5), Variant({}, seed=6)], "")
    group.step(2)
    assert {session.params for session in group.sessions} == {group.sessions[0].params}
    for twin in group.sessions[1:]:
        assert stand(alone(twin)) == stand(twin)
    assert [session.seed for session in group.sessions] == [0, 5, 6]


def test_the_first_run_is_not_touched_by_its_twins(concept: Concept, acted: Any) -> None:
    before = stand(group_of(concept, acted).sessions[0])
    group = group_of(concept, acted)
    group.compare(("@seed",), [Variant({}, seed=1)], "")
    group.arrive()
    assert stand(group.sessions[0]) == before
    group.step(4)
    single = group_of(concept, acted).sessions[0]
    single.advance(4)
    assert stand(group.sessions[0]) == stand(single)


def test_presets_stand_beside_one_another(concept: Concept, declared: Declaration) -> None:
    presets = list(catalog.presets(declared.id).values())
    group = Group(Cast((Session(concept),)), 1, 0, lambda: 0.0)
    chosen = presets[-1]
    params = declared.params.make(chosen["params"])
    twin = Variant(params.plain(), int(chosen.get("seed", 0)), str(chosen["title"]), anew=True)
    group.compare(("@preset",), [twin], "here")
    group.step(3)
    single = Session(concept, params, int(chosen.get("seed", 0)))
    single.advance(3)
    assert stand(group.sessions[1]) == stand(single)
    assert group.cast.titles == ("here", chosen["title"])
