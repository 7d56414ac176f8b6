"""A session equals a straight replay, whatever was done to it."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import toys
from hypothesis import given, note
from hypothesis import strategies as st

from playground.engine.declarations.concept import Concept, Field, Gesture, GestureDecl, JobDecl, Opens, Partial
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import tree
from playground.engine.run import position
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session
from playground.engine.run.source import EDITED, MADE, Source, source_of
from playground.lecture.scene import read_scene, save_scene


def straight(session: Session) -> Session:
    """The same base and log, played straight through to the same step."""
    base = session.run.base
    twin = Session(session.concept, base.params, base.seed)
    twin.begin(base)
    twin.run.log[:] = session.run.log
    twin.find_entries()
    twin.seek(0)
    twin.advance(session.step)
    return twin


def assert_same(session: Session) -> None:
    twin = straight(session)
    assert twin.step == session.step
    assert tree.same(twin.state, session.state)
    assert tree.same(twin.data, session.data)


ACTS = st.one_of(
    st.tuples(st.just("advance"), st.integers(1, 40)),
    st.tuples(st.just("rate"), st.floats(0, 1)),
    st.tuples(st.just("noisy"), st.booleans()),
    st.tuples(st.just("mode"), st.sampled_from(["plane", "sum"])),
    st.tuples(st.just("start"), st.floats(-2, 2)),
    st.tuples(st.just("n"), st.integers(1, 5)),
    st.tuples(st.just("move"), st.tuples(st.integers(0, 4), st.floats(-3, 3))),
    st.tuples(st.just("drag"), st.lists(st.tuples(st.floats(-3, 3), st.integers(0, 2)), min_size=1, max_size=5)),
    st.tuples(st.just("shake"), st.none()),
    st.tuples(st.just("seek"), st.integers(0, 120)),
    st.tuples(st.just("undo"), st.none()),
    st.tuples(st.just("redo"), st.none()),
    st.tuples(st.just("reset"), st.none()),
    st.tuples(st.just("reseed"), st.integers(0, 5)),
    st.tuples(st.just("branch"), st.integers(0, 3)),
    st.tuples(st.just("store"), st.booleans()),
    st.tuples(st.just("frame"), st.none()),
)


def drag(session: Session, path: list[tuple[float, int]], stroke: str) -> None:
    for target, steps in path:
        session.act("move", {"id": 0, "value": target}, stroke)
        session.advance(steps)


def perform(session: Session, act: str, value: Any, stroke: str) -> Session:
    if act in ("rate", "noisy", "mode", "start", "n"):
        session.set({act: value})
    elif act in ("advance", "seek", "reseed"):
        getattr(session, act)(value)
    elif act in ("undo", "redo", "reset"):
        getattr(session, act)()
    elif act == "move" and value[0] < len(session.data.x):
        session.act("move", {"id": value[0], "value": value[1]})
    elif act == "drag":
        drag(session, value, stroke)
    elif act == "shake":
        session.act("shake", {})
    elif act == "branch" and value < len(session.branches):
        session.switch(value)
    elif act == "store":
        return restore(session.concept, json.loads(json.dumps(store(session, value))))
    elif act == "frame":
        session.frame(View(series=("total",)))
    return session


def status(session: Session) -> str:
    return session.status


@given(acts=st.lists(ACTS, min_size=30, max_size=30), seed=st.integers(0, 3), memory=st.sampled_from([200, 1 << 20]))
def test_any_history_equals_a_straight_replay(acts: list[Any], seed: int, memory: int) -> None:
    session = Session(toys.walk(), seed=seed, memory=memory)
    for i, (act, value) in enumerate(acts):
        note(f"{act} {value} at step {session.step}")
        session = perform(session, act, value, stroke=str(i))
    assert_same(session)


@given(acts=st.lists(ACTS, min_size=5, max_size=15))
def test_only_DATA_and_undo_touch_what_the_user_made(acts: list[Any]) -> None:
    session = Session(toys.walk())
    session.act("move", {"id": 0, "value": 2.5})
    for i, (act, value) in enumerate(acts):
        if act not in ("n", "undo", "redo", "branch", "move", "drag", "seek"):
            session = perform(session, act, value, stroke=str(i))
            assert float(session.data.x[0]) == 2.5
            assert session.data_source == "edited"


def test_effects_cost_what_they_say() -> None:
    session = Session(toys.walk())
    session.advance(10)
    data = session.data
    assert session.set({"mode": "sum"}) == VIEW
    assert session.step == 10
    assert session.log == []
    assert session.set({"rate": 0.5}) == LIVE
    assert session.step == 10
    assert session.log == [{"step": 10, "set": {"rate": 0.5}}]
    assert session.set({"start": 1.0}) == RESTART
    assert session.step == 0
    assert session.data is data
    assert session.set({"n": 4}) == DATA
    assert len(session.data.x) == 4
    assert session.params.model_dump() == {"n": 4, "rate": 0.5, "start": 1.0, "noisy": True, "mode": "sum"}


def test_view_parameters_stay_while_scrubbing() -> None:
    session = Session(toys.walk())
    session.advance(20)
    session.set({"mode": "sum"})
    session.seek(3)
    assert session.params.model_dump()["mode"] == "sum"
    session.seek(0)
    assert session.params.model_dump()["mode"] == "sum"
    assert session.undo()
    assert session.params.model_dump()["mode"] == "plane"
    assert session.step == 0


def test_undo_goes_to_the_step_of_the_act_and_redo_returns() -> None:
    session = Session(toys.walk())
    session.advance(10)
    session.set({"rate": 0.9})
    session.advance(20)
    after = session.state
    assert session.undo()
    assert session.step == 10
    assert session.log == []
    assert session.params.model_dump()["rate"] == 0.1
    assert session.can_redo
    assert session.redo()
    assert session.step == 30
    assert tree.same(session.state, after)
    assert not session.redo()


def test_undo_after_a_restart_returns_to_the_run_before() -> None:
    session = Session(toys.walk())
    session.act("move", {"id": 1, "value": 9.0})
    session.advance(25)
    before = session.state
    session.reseed(7)
    assert float(session.data.x[1]) == 9.0
    session.undo()
    assert session.seed == 0
    assert session.step == 25
    assert tree.same(session.state, before)


def test_a_drag_is_one_act() -> None:
    session = Session(toys.walk())
    session.advance(5)
    before = session.data
    for i in range(8):
        session.act("move", {"id": 0, "value": float(i)}, stroke="drag 1")
        session.advance(1)
    assert len(session.log) == 8
    session.undo()
    assert session.step == 5
    assert tree.same(session.data, before)


def test_moves_of_one_target_within_a_step_collapse() -> None:
    session = Session(toys.walk())
    for i in range(8):
        session.act("move", {"id": 0, "value": float(i)}, stroke="a")
    assert session.log == [{"step": 0, "kind": "move", "id": 0, "value": 7.0}]
    session.act("move", {"id": 1, "value": 1.0}, stroke="a")
    assert len(session.log) == 2


def test_pressing_a_button_twice_is_two_acts() -> None:
    session = Session(toys.walk())
    session.act("shake", {})
    once = session.state
    session.act("shake", {})
    assert len(session.log) == 2
    assert not torch.equal(session.state.w - once.w, once.w)


def test_what_was_left_behind_is_a_branch() -> None:
    session = Session(toys.walk())
    session.advance(50)
    old = session.state
    session.seek(20)
    session.set({"rate": 0.7})
    session.advance(5)
    assert len(session.branches) == 1
    session.switch(0)
    assert session.step == 50
    assert tree.same(session.state, old)


def test_a_bad_act_changes_nothing() -> None:
    session = Session(toys.walk())
    session.advance(3)
    before = (session.state, session.data, session.params, session.step, session.epoch, session.can_undo)
    bad: list[Any] = [
        lambda: session.set({"rate": -1.0}),
        lambda: session.set({"nothing": 1}),
        lambda: session.act("fly", {}),
        lambda: session.act("move", {"id": 0}),
        lambda: session.act("move", {"id": 900, "value": 0.0}),
        lambda: session.act("move", {"id": 0, "value": float("nan")}),
        lambda: session.reseed(-1),
    ]
    for act in bad:
        with pytest.raises(BadInput):
            act()
    assert (session.state, session.data, session.params, session.step, session.epoch, session.can_undo) == before


def test_an_exception_fails_the_run_at_its_last_good_state() -> None:
    session = Session(toys.failing(12))
    assert session.advance(100) == 12
    assert status(session) == "failed"
    frame = session.frame()
    assert frame.failure is not None
    assert "shapes (2, 64)" in frame.failure.sentence
    assert "toys.py" in frame.failure.report
    assert frame.arrays["w"].shape == (3,)
    session.seek(5)
    assert status(session) == "running"
    assert session.failure is None


def test_a_run_that_grows_past_all_numbers_freezes_at_its_last_finite_state() -> None:
    session = Session(toys.exploding())
    session.advance(1000)
    frame = session.frame(View(series=("total",)))
    assert frame.status == "diverging"
    assert frame.failure is not None
    assert frame.failure.sentence == f"w grew past all numbers at step {frame.step + 1}"
    assert torch.isfinite(session.state.w).all()
    assert frame.series["total"][0][-1] == frame.step
    assert session.advance(5) == 0
    twin = Session(toys.exploding())
    for _ in range(frame.step):
        twin.advance()
    assert tree.same(twin.state, session.state)


def test_numpy_says_nothing_of_numbers_that_grow_past_all() -> None:
    def grow(params: Any, data: Any, state: Any, ctx: Any) -> Any:
        w = torch.from_numpy(state.w.numpy() ** 2 + 2.0)
        return state._replace(w=w), toys.Info("running", float(w.sum()), w.max())

    session = Session(toys.walk(step=grow))
    session.advance(1000)
    frame = session.frame()
    assert frame.failure is not None
    assert (frame.status, frame.failure.kind) == ("diverging", "nonfinite")


def test_a_move_after_a_failed_step_is_what_a_scrub_finds() -> None:
    def picky(params: Any, data: Any, state: Any, ctx: Any) -> Any:
        if float(data.x[0]) == 1.0:
            raise RuntimeError("not this one")
        return toys.step(params, data, state, ctx)

    session = Session(toys.walk(step=picky))
    session.advance(3)
    session.act("move", {"id": 0, "value": 1.0}, "drag")
    assert session.advance(1) == 0
    session.act("move", {"id": 0, "value": 2.0}, "drag")
    assert session.advance(4) == 4
    session.seek(3)
    assert float(session.data.x[0]) == 2.0
    assert_same(session)


def test_a_new_act_ends_what_could_be_redone_and_undo_is_bounded() -> None:
    session = Session(toys.walk())
    session.set({"rate": 0.2})
    session.undo()
    session.set({"rate": 0.3})
    assert not session.can_redo
    for i in range(100):
        session.set({"rate": 0.5 + i / 1000})
    assert sum(1 for _ in iter(session.undo, False)) == 64


def test_after_a_gesture_the_last_info_is_gone() -> None:
    session = Session(toys.walk())
    session.advance(2)
    assert session.frame().metrics["move"] is not None
    session.act("move", {"id": 0, "value": 2.0})
    assert session.frame().metrics["move"] is None


def test_undo_of_the_cause_thaws_a_frozen_run() -> None:
    session = Session(toys.walk())
    session.advance(5)
    session.set({"rate": 1e6})
    session.advance(200)
    assert session.frame().status == "diverging"
    session.undo()
    assert session.step == 5
    assert session.advance(3) == 3


def test_converged_stops_and_an_act_goes_on() -> None:
    session = Session(toys.walk())
    session.set({"noisy": False})
    session.set({"rate": 1.0})
    session.advance(50)
    assert status(session) == "converged"
    assert session.step < 10
    session.act("move", {"id": 0, "value": 3.0})
    assert status(session) == "running"
    assert session.advance(50) > 0


def test_series_keep_every_step_and_survive_scrubbing() -> None:
    session = Session(toys.walk())
    session.advance(300)
    session.seek(100)
    session.advance(300)
    steps, values = session.frame(View(series=("total",))).series["total"]
    assert list(steps) == list(range(401))
    again = Session(toys.walk())
    expected = []
    for _ in range(400):
        again.advance()
        expected.append(float(again.state.w.sum()))
    assert list(values[1:]) == expected


def test_a_job_that_follows_the_run_keeps_its_last_result_until_it_has_a_new_one() -> None:
    def slow(params: Any, data: Any, state: Any, view: Any, ctx: Any) -> Iterator[Partial]:
        yield Partial({}, 0.5)
        yield Partial({"found": float(state.w.sum())}, 1.0)

    walk = toys.walk(jobs={"slow": slow})
    declared = dataclasses.replace(walk.declaration, jobs=(JobDecl("slow", "slow", "reads x", reads_state=True),))
    session = Session(dataclasses.replace(walk, declaration=declared))
    session.finish_job("slow")
    first = session.frame().metrics["found"]
    session.advance(3)
    session.start_job("slow")
    assert session.frame().metrics["found"] == first
    session.advance_jobs(0.0)
    assert session.frame().metrics["found"] == first
    session.finish_job("slow")
    assert session.frame().metrics["found"] != first


def test_no_frame_reads_a_whole_state_to_know_whether_a_result_still_belongs_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    declared = JobDecl("squares", "squares", "reads w", reads=("rate", "mode"), reads_data=False, reads_state=True)
    walk = toys.walk()
    session = Session(dataclasses.replace(walk, declaration=dataclasses.replace(walk.declaration, jobs=(declared,))))
    session.finish_job("squares")
    read: list[Any] = []
    digest = tree.digest

    def watched(value: Any) -> str:
        read.append(value)
        return digest(value)

    monkeypatch.setattr(tree, "digest", watched)
    for _ in range(3):
        session.advance()
        session.auto_jobs(View())
        assert session.frame().metrics["square_sum"] is not None
    assert not read


def test_what_followed_a_run_goes_with_its_settings_and_is_not_said_of_a_step_before() -> None:
    declared = JobDecl("squares", "squares", "reads w", reads=("rate", "mode"), reads_data=False, reads_state=True)
    walk = toys.walk()
    session = Session(dataclasses.replace(walk, declaration=dataclasses.replace(walk.declaration, jobs=(declared,))))
    session.advance(5)
    session.finish_job("squares")
    session.advance(3)
    assert session.frame().metrics["square_sum"] is not None, "the run went on"
    session.set({"mode": "sum"})
    assert session.frame().metrics["square_sum"] is not None, "it is shown in another way"
    session.seek(4)
    assert session.frame().metrics["square_sum"] is None, "it is of a later step"
    session.seek(8)
    assert session.frame().metrics["square_sum"] is not None
    session.set({"rate": 0.3})
    assert session.frame().metrics["square_sum"] is None, "it was found at another rate"


def test_jobs_run_in_slices_and_are_cached() -> None:
    session = Session(toys.walk())
    session.start_job("squares")
    assert session.frame().jobs["squares"].progress == 0.0
    while session.advance_jobs(1e-6):
        assert session.frame().jobs["squares"].running
    frame = session.frame()
    assert frame.jobs["squares"].progress == 1.0
    assert frame.metrics["square_sum"] == pytest.approx(10 * float((session.data.x**2).sum()))
    first = session.jobs.get("squares")
    session.act("move", {"id": 0, "value": 5.0})
    assert "squares" not in session.frame().arrays
    session.undo()
    session.start_job("squares")
    assert session.jobs.get("squares") is first


def taking_over() -> Concept:
    """The walk with a job whose result becomes its data."""

    def half(params: Any, data: Any, state: Any, view: View, ctx: Any) -> Iterator[Partial]:
        for share in (0.75, 0.5):
            yield Partial({"x": data.x * share}, 1.5 - share)

    def apply(params: Any, data: Any, state: Any, gesture: Gesture, ctx: Any) -> tuple[Any, Any]:
        if gesture.kind != "all":
            return toys.apply(params, data, state, gesture, ctx)
        return data._replace(x=torch.tensor(gesture.values["x"], dtype=torch.float64)), state

    walk = toys.walk(jobs={"half": half}, apply=apply)
    every = GestureDecl("all", (Field("x", "vector"),), "sets x")
    declared = dataclasses.replace(
        walk.declaration,
        gestures=(*walk.declaration.gestures, every),
        jobs=(JobDecl("half", "half", "halves x", adopt="all"),),
    )
    return Concept(declared, walk.model)


def test_what_a_job_found_is_taken_over_as_an_act() -> None:
    session = Session(taking_over())
    before = session.data.x
    session.advance(3)
    session.start_job("half")
    session.advance_jobs(0.0)
    assert torch.equal(session.data.x, before), "not before it has ended"
    assert session.frame().arrays["x"] == pytest.approx(before.numpy() * 0.75), "it is shown at once"
    while session.advance_jobs(1.0):
        pass
    assert torch.equal(session.data.x, before / 2)
    assert session.log == [{"step": 3, "kind": "all", "x": (before / 2).tolist()}]
    assert not session.frame().jobs
    session.act("move", {"id": 0, "value": 5.0})
    assert float(session.frame().arrays["x"][0]) == 5.0, "the result is no longer laid over the data"
    assert_same(session)
    again = restore(session.concept, json.loads(json.dumps(store(session))))
    assert torch.equal(again.data.x, session.data.x)
    session.undo()
    session.undo()
    assert torch.equal(session.data.x, before)
    session.finish_job("half")
    assert torch.equal(session.data.x, before / 2), "the second time from the cache"


def test_what_a_job_found_for_other_data_is_not_taken_over() -> None:
    session = Session(taking_over())
    session.start_job("half")
    session.advance_jobs(0.0)
    session.act("move", {"id": 0, "value": 5.0})
    moved = session.data.x
    while session.advance_jobs(1.0):
        pass
    assert torch.equal(session.data.x, moved)
    assert not session.jobs.all()


def test_a_failing_job_leaves_the_run_alone() -> None:
    def broken(*args: Any) -> Any:
        yield from ()
        raise RuntimeError("no luck")

    session = Session(toys.walk(jobs={"squares": broken}))
    session.start_job("squares")
    session.advance_jobs(0.1)
    assert session.frame().jobs["squares"].error == "RuntimeError: no luck"
    assert session.advance(5) == 5


def test_users_own_data_are_kept_by_reseed_and_reset(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("1 2 3 4")
    session = Session(toys.walk())
    session.load(file)
    assert session.data_source == "mine.txt"
    session.advance(5)
    session.reseed(9)
    session.reset()
    assert session.data.x.tolist() == [1, 2, 3, 4]
    restored = restore(toys.walk(), json.loads(json.dumps(store(session))))
    assert restored.data.x.tolist() == [1, 2, 3, 4]
    assert restored.data_source == "mine.txt"


@pytest.mark.parametrize(
    "name",
    [
        "made",
        "edited",
        "file",
        "caf\udce9.csv",  # a byte of another coding, as from an old archive
        "two\nlines.txt",
        "\N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4} \N{WOMAN}\u200d\N{PERSONAL COMPUTER}.csv",
        "\u05e0\u05ea\u05d5\u05e0\u05d9\u05dd.csv",
        "n" * 251 + ".csv",
    ],
)
def test_a_run_is_stored_whatever_its_file_is_called(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    try:
        file.write_text("1 2 3 4")
    except (OSError, UnicodeEncodeError):
        pytest.skip("a name that this system does not take")
    session = Session(toys.walk())
    session.load(file)
    session.advance(3)
    session.reseed(9)
    for _ in range(2):  # what was stored is stored again, and so the kind too must have come back
        save_scene(tmp_path / "kept.scene.json", store(session))
        session = restore(toys.walk(), read_scene(tmp_path / "kept.scene.json"))
        assert session.data.x.tolist() == [1, 2, 3, 4]
        assert session.source.kind == "file"
    shown = session.frame().data_source
    assert shown == name or (
        shown.replace("\N{REPLACEMENT CHARACTER}", "") in name.replace("\n", "").replace("\udce9", "")
    )
    assert shown.isprintable() or "\u200d" in shown


def test_the_words_of_a_source_do_not_tell_its_kind() -> None:
    assert source_of({"source": "made"}, False) == MADE
    assert source_of({"source": "made"}, True) == Source("file", "made")
    assert source_of({"source": "edited"}, True) == EDITED
    assert source_of({"source": "edited", "kind": "file"}, True) == Source("file", "edited")
    for wrong in ({"source": 3}, {"source": "a", "kind": "other"}, {"source": "a", "kind": ["file"]}):
        with pytest.raises(BadInput, match="data"):
            source_of(wrong, True)


def test_several_files_are_data_where_there_are_places(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.txt" for name in "abc"]
    for k, path in enumerate(paths):
        path.write_text(f"{k} 2")
    with pytest.raises(BadInput, match="2 files are given, walk opens one file at once"):
        Session(toys.walk()).load(*paths[:2])

    def load(params: Any, *given: Path) -> Any:
        read = [toys.load(params, path) for path in given]
        return read[0]._replace(x=torch.cat([one.x for one in read]))

    concept = toys.walk(load=load)
    card = dataclasses.replace(concept.declaration.card, opens=(Opens("table", "numbers", files=3),))
    declared = dataclasses.replace(concept.declaration, card=card)
    session = Session(dataclasses.replace(concept, declaration=declared))
    session.load(*paths)
    assert session.data.x.tolist() == [0, 2, 1, 2, 2, 2]
    assert session.data_source == "a.txt and 2 more"


def test_restore_with_state_keeps_picture_and_history() -> None:
    session = Session(toys.walk())
    session.advance(200)
    session.act("move", {"id": 0, "value": 5.0})
    session.advance(100)
    session.set({"rate": 0.3})
    stored = json.loads(json.dumps(store(session, with_state=True)))
    assert stored["state"]["step"] == 299
    restored = restore(toys.walk(), stored)
    view = View(series=("total",))
    a, b = session.frame(view), restored.frame(view)
    assert a.metrics == b.metrics
    assert list(a.series["total"][1]) == list(b.series["total"][1])
    restored.seek(50)
    session.seek(50)
    assert tree.same(restored.state, session.state)


def test_a_stored_state_saves_the_replay_and_one_step_back_is_as_it_was() -> None:
    taken = []

    def counted(*args: Any) -> Any:
        taken.append(1)
        return toys.step(*args)

    session = Session(toys.walk())
    session.advance(500)
    stored = json.loads(json.dumps(store(session, with_state=True)))
    restored = restore(toys.walk(step=counted), stored)
    assert len(taken) == 1
    session.seek(499)
    restored.seek(499)
    assert len(taken) == 1
    assert restored.frame().metrics == session.frame().metrics
    session.seek(256)
    assert "state" in store(session, with_state=True)
    assert_same(restore(toys.walk(), store(session, with_state=True)))


@pytest.mark.parametrize("part", ["state", "data", "info"])
def test_a_state_that_was_changed_by_hand_is_refused(part: str) -> None:
    session = Session(toys.walk())
    session.advance(3)
    session.act("move", {"id": 0, "value": 2.0})
    session.advance(3)
    stored = store(session, with_state=True)
    other = Session(toys.walk(), seed=1)
    other.advance(6)
    tampered = {"state": other.state, "data": other.data, "info": other.info}[part]
    stored["state"][part] |= tree.dump(tampered)
    with pytest.raises(BadInput, match="digest"):
        restore(toys.walk(), stored)


def test_a_state_stored_at_the_start_leaves_the_start_in_place() -> None:
    session = Session(toys.walk())
    session.act("shake", {})
    session.advance(1)
    restored = restore(toys.walk(), store(session, with_state=True))
    restored.advance(6)
    restored.act("shake", {})
    assert restored.undo()
    restored.seek(0)
    assert_same(restored)


def test_a_far_step_without_a_state_is_refused_at_once() -> None:
    stored = store(Session(toys.walk())) | {"step": 10**9}
    with pytest.raises(BadInput, match="1000000"):
        restore(toys.walk(), stored)


def test_a_replay_that_rounds_differently_says_where() -> None:
    session = Session(toys.walk())
    session.advance(64)
    stored = store(session, with_state=False)
    assert restore(toys.walk(), stored).note == ""
    stored["digests"]["64"] = "0" * 16
    said = restore(toys.walk(), stored).note
    assert said == "The numbers agree to within 1e-06, the last bits first differ at or before step 64"


@pytest.mark.parametrize(
    "damage",
    [
        {"concept": "other"},
        {"params": {"rate": "fast"}},
        {"params": []},
        {"seed": -1},
        {"seed": 1.5},
        {"step": "three"},
        {"log": {}},
        {"log": [{"step": 0, "set": {"n": 9}}]},
        {"log": [{"step": 5, "kind": "shake"}, {"step": 1, "kind": "shake"}]},
        {"log": [{"step": 0, "kind": "fly"}]},
        {"log": [{"step": 0, "kind": "move", "id": 999, "value": 1.0}]},
        {"log": [17]},
        {"data": None},
        {"data": {"source": "x", "stored": {"plain": {}, "tensors": "!"}}},
        {"data": {"source": "x", "stored": {"plain": {"names.0": {"float": "zz"}}, "tensors": ""}}},
        {"state": []},
        {"state": {"step": 99, "applied": 0, "params": {}, "state": {}, "series": {}}},
    ],
)
def test_damaged_records_get_one_sentence(damage: dict[str, Any]) -> None:
    session = Session(toys.walk())
    session.advance(8)
    stored = {**store(session), **damage}
    with pytest.raises(BadInput) as caught:
        restore(toys.walk(), stored)
    assert "\n" not in str(caught.value)


def test_steps_do_not_write_into_their_inputs() -> None:
    session = Session(toys.walk())
    session.advance(7)
    copy = tree.map_leaves(lambda leaf: leaf.clone() if isinstance(leaf, torch.Tensor) else leaf, session.state)
    kept = session.state
    session.advance(50)
    assert tree.same(kept, copy)


def test_memory_of_checkpoints_is_bounded() -> None:
    session = Session(toys.walk(), memory=10_000)
    session.advance(5000)
    assert session.run.checkpoints.nbytes <= 10_000
    session.seek(4321)
    assert_same(session)


@pytest.mark.parametrize(("seconds", "own"), [(0.005, True), (0.02, False)])
def test_only_long_steps_are_taken_on_another_thread(
    monkeypatch: pytest.MonkeyPatch, seconds: float, own: bool
) -> None:
    now, threads = [0.0], []
    monkeypatch.setattr(position, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    walk = toys.walk()

    def step(params: Any, data: Any, state: Any, ctx: Any) -> Any:
        now[0] += seconds
        threads.append(threading.get_ident())
        return walk.model.step(params, data, state, ctx)

    session = Session(dataclasses.replace(walk, model=dataclasses.replace(walk.model, step=step)))
    for _ in range(3):  # the first step of all may be of any length
        session.advance(1, now[0] + 1.0)
    assert [thread == threading.get_ident() for thread in threads] == [False, own, own]
