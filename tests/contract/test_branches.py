"""A run of every concept goes on as a branch when a knob is turned, and is there again when it is wanted."""

from __future__ import annotations

import json
from typing import Any

from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.declarations.params import VIEW
from playground.engine.errors import BadInput
from playground.engine.kit import tree
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session


def turned(session: Session) -> bool:
    """Turns the first knob that lets itself be turned; the ones that act at once come first."""
    specs = sorted(session.params.specs().values(), key=lambda spec: (spec.effect, spec.kind == "choice"))
    for spec in specs:
        if spec.effect == VIEW or not spec.matters(session.params):
            continue
        now = getattr(session.params, spec.name)
        wanted: list[Any] = [value for value in spec.choices if value != now]
        wanted += [now / 2] if spec.kind == "real" else [not now] if spec.kind == "flag" else []
        for value in wanted:
            try:
                session.set({spec.name: value})
            except BadInput:
                continue
            if session.branches:
                return True
    return False


def test_a_branch_goes_on_beside_the_new_run_and_comes_back(concept: Concept, declared: Declaration) -> None:
    session = Session(concept)
    session.advance(5)
    straight, reached = tree.digest(session.state), session.step
    session.seek(2)
    assert turned(session)
    session.advance(2)
    frame = session.frame()
    assert frame.figure is not None
    drawn = frame.figure.series()
    assert frame.branches[-1].reached == reached
    assert set(frame.ghosts) <= set(drawn)
    recorded = [name for name in drawn if session.history(name, 10) is not None]
    assert frame.ghosts or not recorded
    other = restore(concept, json.loads(json.dumps(store(session))))
    for one in (session, other):
        one.switch(len(one.branches) - 1)
        assert (one.step, tree.digest(one.state)) == (reached, straight)
        assert one.frame().branches[-1].reached == frame.step
