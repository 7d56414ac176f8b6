"""The code of a view tells the step that led to what is on screen, and asks nothing of a run that plays."""

from __future__ import annotations

from typing import Any

from playground import catalog
from playground.engine.frame import View
from playground.engine.process import messages as m
from playground.engine.process.host import Host
from playground.engine.run.listing import Told, listing, told
from playground.engine.run.session import Session


def minimax(**changes: Any) -> Session:
    concept = catalog.load("minimax")
    return Session(concept, concept.declaration.params.make(changes))


def span(session: Session) -> tuple[int, int]:
    found = listing(session, View())
    return found.first, found.last


def test_the_step_that_led_here_is_told_and_the_one_to_come_where_none_did() -> None:
    session = minimax()
    assert span(session) == (0, 1)
    session.advance(7)
    assert span(session) == (6, 7)
    session.set({"eta": 0.1})
    assert span(session) == (6, 7)
    found = told(session, View())
    assert isinstance(found, Told)
    assert found.arguments["eta"] == 0.2
    session.act("set_start", {"x": 1.0, "y": 1.0})
    assert span(session) == (7, 8)


def test_after_going_back_the_same_step_is_told() -> None:
    session = minimax()
    session.advance(300)
    first = listing(session, View())
    session.seek(128)
    assert span(session) == (127, 128)
    session.seek(300)
    again = listing(session, View())
    assert (again.events, again.script) == (first.events, first.script)
    assert session.step == 300


def test_a_code_that_fails_says_so_and_the_run_goes_on() -> None:
    session = minimax(game="typed", formula="log(x)", start=[-1.0, 1.0])
    found = listing(session, View())
    assert found.text
    assert found.events or found.reason
    assert session.advance(1) >= 0


def test_the_engine_answers_with_the_code() -> None:
    sent: list[Any] = []
    host = Host(catalog.load, sent.append)
    host.take([m.Order(1, "a", _opened())])
    host.take([m.Order(2, "a", m.Step(3)), m.Order(3, "a", m.GetListing())])
    (answer,) = [one for one in sent if isinstance(one, m.Listed)]
    assert answer.listing.title == "Simultaneous"
    assert (answer.listing.first, answer.listing.last, answer.listing.shown) == (2, 3, 3)
    assert any(isinstance(one, m.Handled) and one.serial == 3 for one in sent)


def _opened() -> m.Open:
    return m.Open((m.SessionStart("minimax", {"method": "gda"}),), number=1)
