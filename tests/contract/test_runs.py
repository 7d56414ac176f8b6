"""A run is a function of its declaration: pure, repeatable, storable."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from playground.engine.declarations.concept import Concept, Declaration, JobDecl
from playground.engine.declarations.params import DATA, LIVE, VIEW, ConceptParams, Spec
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import tree
from playground.engine.run import observing
from playground.engine.run.context import Ctx
from playground.engine.run.record import restore, store
from playground.engine.run.series import recorded
from playground.engine.run.session import Session

STATUSES = {"running", "done", "converged", "cycling", "diverging", "failed"}


def copied(value: Any) -> Any:
    """A deep copy of a tree."""
    return tree.map_leaves(lambda leaf: leaf.clone() if isinstance(leaf, Tensor) else leaf, value)


def stand(session: Session) -> str:
    """Everything that makes up the present of a run."""
    return f"{session.step} {session.status} {session.params} {tree.digest((session.data, session.state))}"


def test_everything_declared_is_observed_in_some_mode(
    concept: Concept, variants: list[ConceptParams], whole: bool
) -> None:
    declared = concept.declaration
    expected = set(declared.metric_names)
    metrics = set[str]()
    jobs = {job.name: job for job in declared.jobs}
    for params in variants:
        if not whole and not jobs and expected <= metrics:
            break
        session = Session(concept, params)
        session.advance(2)
        for job in [job for job in jobs.values() if _belongs(job, params)]:
            session.finish_job(job.name)
            del jobs[job.name]
        frame = session.frame()
        assert frame.failure is None
        metrics |= {*observing.see(session, View()).numbers, *(recorded(session.info) if session.info else ())}
    assert not jobs
    assert expected <= metrics


def _belongs(job: JobDecl, params: ConceptParams) -> bool:
    """Whether a job starts by itself with these parameters, or by a button."""
    return all(getattr(params, name) in values for name, values in job.when.items())


@pytest.mark.sampled
def test_the_names_of_a_frame_do_not_depend_on_the_step(at_preset: Session) -> None:
    first = at_preset.frame()
    at_preset.advance(5)
    later = at_preset.frame()
    assert set(first.metrics) == set(later.metrics)
    assert set(first.arrays) == set(later.arrays)
    assert set(first.words) == set(later.words)
    assert set(first.tables) == set(later.tables)
    assert set(first.ranges) == set(later.ranges)
    assert later.status in STATUSES


@pytest.mark.sampled
def test_nothing_writes_into_its_inputs(concept: Concept, variants: list[ConceptParams], acted: Any) -> None:
    model = concept.model
    for params in variants:
        session = Session(concept, params)
        for _ in range(3):
            before = (session.data, session.state)
            kept = copied(before)
            if not session.advance(1):
                break
            session.frame()
            for gesture in concept.declaration.gestures:
                acted(session, gesture.kind)
            assert tree.same(before, kept)
        for name, job in model.jobs.items():
            if params == variants[0]:
                kept = copied((session.data, session.state))
                ctx = Ctx(session.device, session.dtype, 0, name)
                next(iter(job(params, session.data, session.state, View(), ctx)))
                assert tree.same((session.data, session.state), kept)


@pytest.mark.sampled
def test_state_and_data_are_contiguous_trees(concept: Concept, variants: list[ConceptParams], acted: Any) -> None:
    for params in variants:
        session = Session(concept, params)
        for _ in range(2):
            for path, leaf in tree.leaves((session.data, session.state)):
                assert leaf is None or isinstance(leaf, Tensor | bool | int | float | str), path
                if isinstance(leaf, Tensor):
                    assert leaf.is_contiguous(), path
                    assert not leaf.requires_grad, path
            session.advance(1)
            for gesture in concept.declaration.gestures:
                acted(session, gesture.kind)


@pytest.mark.sampled
def test_nothing_that_is_recorded_depends_on_how_it_is_looked_at(
    concept: Concept, variants: list[ConceptParams]
) -> None:
    views = [spec for spec in concept.declaration.params.specs().values() if spec.effect is VIEW]
    runs = [params for params in variants if all(getattr(params, spec.name) == spec.default for spec in views)]
    for params in runs if views else ():
        session = Session(concept, params)
        if not session.advance(1) or session.status != "running":
            continue
        state, info = concept.model.step(params, session.data, session.state, session.context("step", 1))
        for turn in range(2):
            looked = params.changed({spec.name: _another(spec, turn) for spec in views})
            again, told = concept.model.step(looked, session.data, session.state, session.context("step", 1))
            assert tree.same(again, state)
            assert _numbers(told) == _numbers(info)


def _numbers(info: Any) -> str:
    """What is recorded of a step, exactly; NaN is equal to itself."""
    return str({k: v.item() if isinstance(v, Tensor) else v for k, v in recorded(info).items()})


def _another(spec: Spec, turn: int) -> Any:
    """A value that is not the default."""
    match spec.kind:
        case "choice":
            others = [value for value in spec.choices if value != spec.default]
            return others[turn % len(others)]
        case "flag":
            return not spec.default
        case "real" | "integer":
            ends = [value for value in (spec.low, spec.high) if value != spec.default]
            return type(spec.default)(ends[turn % len(ends)])
        case "text" if spec.length[0] <= 3 <= spec.length[1]:
            return "abc"
    return spec.default


@pytest.mark.sampled
def test_the_same_seed_gives_the_same_bits(concept: Concept, variants: list[ConceptParams]) -> None:
    for params in variants:
        first, second = Session(concept, params, 5), Session(concept, params, 5)
        first.advance(6)
        torch.manual_seed(99)
        before = torch.random.get_rng_state()
        for _ in range(6):
            second.advance(1)
            second.frame()
        assert torch.equal(torch.random.get_rng_state(), before), "the global generator was used"
        assert stand(first) == stand(second)


@pytest.mark.sampled
def test_another_seed_differs_where_there_is_chance(
    concept: Concept, variants: list[ConceptParams], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    original = vars(Ctx)["rng"]

    def rng(ctx: Ctx) -> Any:
        drawn.append(ctx.stream)
        return original.fget(ctx)

    monkeypatch.setattr(Ctx, "rng", property(rng))
    for params in variants:
        drawn.clear()
        seeds = (0, 1, 2**32) if params == variants[0] else (0, 2**32)
        ends = []
        for seed in seeds:
            session = Session(concept, params, seed)
            session.advance(8)
            ends.append(tree.digest((session.data, session.state)))
        assert len(set(ends)) == (len(seeds) if drawn else 1), params


@pytest.mark.sampled
def test_seek_is_a_straight_replay(at_preset: Session, concept: Concept, acted: Any) -> None:
    session = at_preset
    session.advance(6)
    for gesture in concept.declaration.gestures:
        if acted(session, gesture.kind):
            session.advance(3)
    log = session.log
    stands = {}
    straight = restore(concept, {**store(session, with_state=False), "step": 0, "digests": {}})
    assert straight.log == log
    last = session.step
    stands[0] = stand(straight)
    for step in range(1, last + 1):
        straight.seek(step)
        stands[step] = stand(straight)
    for step in (0, last, last // 2, last, 1, last // 3, last // 3 + 1, 0, last):
        session.seek(min(step, last))
        assert stand(session) == stands[min(step, last)]


@pytest.mark.sampled
def test_a_stored_run_goes_on_bit_for_bit(at_preset: Session, concept: Concept, acted: Any) -> None:
    session = at_preset
    session.advance(4)
    for gesture in concept.declaration.gestures:
        acted(session, gesture.kind)
    session.advance(4)
    opened = []
    for with_state in (False, True):
        again = restore(concept, json.loads(json.dumps(store(session, with_state), allow_nan=False)))
        assert not again.note
        assert stand(again) == stand(session)
        assert again.log == session.log
        opened.append(again)
    for run in (session, *opened):
        run.advance(10)
    assert {stand(again) for again in opened} == {stand(session)}


def test_data_depend_on_data_parameters_only(concept: Concept, declared: Declaration) -> None:
    default = declared.params()
    expected = tree.digest(Session(concept, default, 3).data)
    for spec in declared.params.specs().values():
        if spec.effect != DATA:
            for value in _other_values(spec):
                data = Session(concept, default.changed({spec.name: value}), 3).data
                assert tree.digest(data) == expected, (
                    f"{spec.name} = {value} changes the data, its effect is {spec.effect}"
                )


def test_every_range_can_be_used_to_its_ends(concept: Concept, declared: Declaration) -> None:
    for spec in declared.params.specs().values():
        for value in _other_values(spec):
            session = Session(concept, declared.params().changed({spec.name: value}))
            session.advance(3)
            failure = session.frame().failure
            assert failure is None or failure.kind == "nonfinite", f"{spec.name} = {value}: {failure}"


def test_live_numbers_at_their_high_end_run_without_a_warning(concept: Concept, declared: Declaration) -> None:
    """Warnings are errors here: what grows past all numbers is said by the engine, not by a line on the console."""
    for spec in declared.params.specs().values():
        if spec.kind == "real" and spec.effect is LIVE:
            session = Session(concept, declared.params().changed({spec.name: spec.high}))
            session.advance(20)
            failure = session.frame().failure
            assert failure is None or failure.kind == "nonfinite", f"{spec.name} = {spec.high}: {failure}"


def _other_values(spec: Spec) -> list[Any]:
    match spec.kind:
        case "choice":
            return [value for value in spec.choices if value != spec.default]
        case "flag":
            return [not spec.default]
        case "real" | "integer":
            return [spec.low, spec.high]
        case "vector":
            return [(value,) * max(spec.length[0], 1) for value in (spec.low, spec.high)]
        case _:
            return []


def test_changed_parameters_keep_what_the_user_made(concept: Concept, declared: Declaration, acted: Any) -> None:
    session = Session(concept)
    session.advance(3)
    edited = [gesture.kind for gesture in declared.gestures if acted(session, gesture.kind)]
    if session.data_source != "edited":
        pytest.skip(f"no gesture of {edited} edits the data")
    kept = tree.digest(session.data)
    for spec in declared.params.specs().values():
        if spec.effect != DATA:
            session.set({spec.name: _other_values(spec)[0]} if _other_values(spec) else {})
            assert tree.digest(session.data) == kept, spec.name
    session.reseed(17)
    assert tree.digest(session.data) == kept


def test_every_gesture_is_applied_and_logged(
    concept: Concept,
    declared: Declaration,
    variants: list[ConceptParams],
    acted: Callable[[Session, str], bool],
    whole: bool,
) -> None:
    done = dict.fromkeys((gesture.kind for gesture in declared.gestures), 0)
    for params in variants:
        wanted = [gesture for gesture in declared.gestures if whole or not done[gesture.kind]]
        if not wanted:
            break
        session = Session(concept, params)
        session.advance(2)
        before, here = len(session.log), session.step
        for gesture in wanted:
            kind = gesture.kind
            if not all(getattr(params, name) in values for name, values in gesture.when.items()):
                continue
            if acted(session, kind) or (not done[kind] and _taken_over(session, kind)):
                done[kind] += 1
                assert len(session.log) == before + 1
                assert session.log[-1]["kind"] == kind
                session.advance(1)
                assert session.frame().failure is None
                assert session.undo()
                assert (session.step, len(session.log)) == (here, before)
    assert [kind for kind, times in done.items() if not times] == []


def _taken_over(session: Session, kind: str) -> bool:
    """Whether some job ends with this gesture, after doing so."""
    job = next((job for job in session.concept.declaration.jobs if job.adopt == kind), None)
    if job is not None:
        session.finish_job(job.name)
    return job is not None


def test_bad_gestures_are_refused_and_change_nothing(
    concept: Concept, declared: Declaration, gesture_values: dict[str, list[dict[str, Any]]]
) -> None:
    session = Session(concept)
    session.advance(2)
    before = (stand(session), session.log)
    with pytest.raises(BadInput, match="no_such_gesture"):
        session.act("no_such_gesture", {})
    for gesture in declared.gestures:
        good = gesture_values[gesture.kind][0]
        with pytest.raises(BadInput, match="no_such_field"):
            session.act(gesture.kind, {**good, "no_such_field": 1})
        for field in gesture.fields:
            with pytest.raises(BadInput, match=field.name):
                session.act(gesture.kind, {name: value for name, value in good.items() if name != field.name})
            for value in (None, {"a": 1}, float("nan"), [float("inf")]):
                with pytest.raises(BadInput, match=field.name):
                    session.act(gesture.kind, {**good, field.name: value})
    assert (stand(session), session.log) == before
