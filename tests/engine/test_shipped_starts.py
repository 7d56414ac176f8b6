"""Runs that ship at their telling step: used where they fit, computed where they do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
import toys

from playground.engine.declarations.concept import Concept, JobDecl
from playground.engine.frame import View
from playground.engine.kit import tree
from playground.engine.process import messages as m
from playground.engine.process.host import Host
from playground.engine.run.session import Session
from playground.engine.run.shipped_starts import pack, shipped

STEP = 20


def at_step(concept: Concept, step: int = STEP) -> Session:
    session = Session(concept, seed=4)
    session.seek(step)
    return session


@pytest.fixture
def walk() -> Concept:
    """The walk, whose job belongs to the view."""
    made = toys.walk()
    job = JobDecl("squares", "squares", "sums of squares", reads_data=True, when={"mode": ("plane",)})
    return replace(made, declaration=replace(made.declaration, jobs=(job,)))


@pytest.fixture
def record(walk: Concept) -> dict[str, Any]:
    session = at_step(walk)
    session.auto_jobs(View())
    while session.advance_jobs(1.0):
        pass
    return pack(session)


def with_start(concept: Concept, record: Mapping[str, Any]) -> Concept:
    return replace(concept, starts=lambda params, seed, step: record)


def test_it_is_the_run_that_is_computed(walk: Concept, record: dict[str, Any]) -> None:
    found, straight = shipped(Session(with_start(walk, record), seed=4), STEP), at_step(walk)
    assert (found.step, found.note) == (STEP, "")
    assert tree.same(found.state, straight.state)
    assert found.history("total", 100)[1].tolist() == straight.history("total", 100)[1].tolist()  # type: ignore[index]
    found.seek(0)
    assert (found.step, found.reached) == (0, STEP)
    found.seek(STEP + 5)
    straight.seek(STEP + 5)
    assert tree.same(found.state, straight.state)


def test_what_its_jobs_found_is_there_at_once_and_says_so(walk: Concept, record: dict[str, Any]) -> None:
    found = shipped(Session(with_start(walk, record), seed=4), STEP)
    found.auto_jobs(View())
    job = found.frame().jobs["squares"]
    assert (job.progress, job.running, job.shipped) == (1.0, False, True)
    assert found.frame().metrics["square_sum"] == pytest.approx(10 * float((found.data.x**2).sum()))


def test_of_other_data_it_is_computed(walk: Concept, record: dict[str, Any]) -> None:
    found = shipped(Session(with_start(walk, record), seed=4), STEP)
    found.set({"n": 4})
    found.auto_jobs(View())
    assert not found.frame().jobs["squares"].shipped


def other_data(params: toys.Params, ctx: Any) -> toys.Data:
    made = toys.make_data(params, ctx)
    return made._replace(x=made.x + 1)


def other_step(params: toys.Params, data: toys.Data, state: toys.State, ctx: Any) -> tuple[toys.State, toys.Info]:
    new, info = toys.step(params, data, state, ctx)
    return new._replace(w=new.w * 1.01), info


def other_ending(params: toys.Params, data: toys.Data, state: toys.State, ctx: Any) -> tuple[toys.State, toys.Info]:
    new, info = toys.step(params, data, state, ctx)
    return (new._replace(w=new.w + 1), info._replace(total=info.total + 1)) if state.hits > 10 else (new, info)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"make_data": other_data}, id="data"),
        pytest.param({"step": other_step}, id="step"),
        pytest.param({"step": other_ending}, id="a later step"),
    ],
)
def test_of_other_code_it_is_not_used(walk: Concept, record: dict[str, Any], change: dict[str, Any]) -> None:
    changed = replace(walk, model=replace(walk.model, **change))
    fresh = Session(with_start(changed, record), seed=4)
    assert shipped(fresh, STEP) is fresh


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda record: record["state"].pop("state"), id="a part is missing"),
        pytest.param(lambda record: record["state"]["state"].update(digest="0"), id="changed by hand"),
        pytest.param(lambda record: record["findings"].update(nothing=record["findings"]["squares"]), id="no such job"),
    ],
)
def test_a_damaged_one_is_not_used(walk: Concept, record: dict[str, Any], spoil: Callable[[Any], object]) -> None:
    spoil(record)
    fresh = Session(with_start(walk, record), seed=4)
    assert shipped(fresh, STEP) is fresh


@pytest.mark.parametrize("ships", [True, False])
def test_the_engine_shows_it_without_computing_the_way(walk: Concept, record: dict[str, Any], ships: bool) -> None:
    concept = with_start(walk, record) if ships else walk
    sent: list[Any] = []
    host = Host(lambda name: concept, sent.append)
    host.take([m.Order(1, "a", m.Open((m.SessionStart("walk", None, 4, step=STEP),), number=1))])
    assert host.groups["a"].travelling != ships
    while not any(isinstance(message, m.FrameMessage) for message in sent):
        host.run()
    frame = next(message for message in sent if isinstance(message, m.FrameMessage)).frames[0]
    assert (frame.step, frame.reached, frame.note) == (STEP, STEP, "")
