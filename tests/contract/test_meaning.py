"""A name means one thing: whatever was looked at, computed beside the run, or saved and opened since."""

from __future__ import annotations

import json
import time
from typing import Any

import extent
import pytest
import toys

from playground import catalog
from playground.engine.declarations.concept import Concept, JobDecl
from playground.engine.declarations.params import VIEW, ConceptParams
from playground.engine.errors import BadInput
from playground.engine.frame import Frame, View
from playground.engine.kit import tree
from playground.engine.run import record
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session
from playground.engine.run.starting import begin

STEPS = 3
MOST_SECONDS = 2.0  # that a job may take where a panel is not gone through whole
JOBS = 3  # of how many jobs a sample consists
# What a clock measures is another number each time.
CLOCKED = {"big_ms", "measured_low", "measured_high", "crossover", "fft_gain", "race_gain"}


def preset_for(concept: Concept, job: JobDecl) -> dict[str, Any]:
    """A preset at which a job has something to do: one whose mode starts it, or that of a claim that needs it."""
    presets = catalog.presets(concept.id)
    modes = {name: concept.declaration.params.make(preset["params"]) for name, preset in presets.items()}
    starting = [name for name, params in modes.items() if starts(job, params)]
    claimed = [claim.preset for claim in concept.declaration.claims if claim.job == job.name]
    return dict(presets[next(iter([*starting, *claimed, *presets]))])


def starts(job: JobDecl, params: ConceptParams) -> bool:
    """Whether a job starts by itself with these parameters."""
    return bool(job.when) and all(getattr(params, name) in values for name, values in job.when.items())


def worked(session: Session, seconds: float) -> bool:
    """Works on the jobs that were started or start by themselves; whether all have ended in this time."""
    session.auto_jobs(View())
    ends = time.monotonic() + seconds
    while session.advance_jobs(0.1):
        if time.monotonic() > ends:
            return False
    return True


def opened(session: Session, with_state: bool = False) -> Session:
    """The run as a scene gives it."""
    return restore(session.concept, json.loads(json.dumps(store(session, with_state))))


def differing(one: Frame, other: Frame) -> dict[str, tuple[Any, Any]]:
    """The numbers and flags with a name of their own that differ, and the status."""
    names = [name for name in one.metrics if "." not in name and name not in CLOCKED]
    both = {name: (one.metrics[name], other.metrics.get(name)) for name in names}
    both["status"] = one.status, other.status
    return {name: pair for name, pair in both.items() if pair[0] != pair[1]}


def check_job(session: Session, name: str, seconds: float) -> None:
    """What a job finds fills names that had no value; a scene that is opened gives all of them again."""
    before = session.frame()
    session.start_job(name)
    ended = worked(session, seconds)
    after = session.frame()
    changed = differing(before, after)
    assert not {name: pair for name, pair in changed.items() if isinstance(pair[0], int | float)}, name
    if ended:
        again = opened(session)
        assert worked(again, 20 * seconds)
        assert not differing(after, again.frame()), name


def check_opened(session: Session) -> None:
    """A scene has the numbers and the status of its run."""
    before = session.frame()
    for with_state in (False, True):
        assert not differing(before, opened(session, with_state).frame())


def check_acts(session: Session, values: dict[str, list[dict[str, Any]]]) -> None:
    """No act reads what only the picture shows: the run is the same under whatever is shown when it is opened again."""
    specs = session.concept.declaration.params.specs().values()
    for kind, many in values.items():
        if any(_done(session.act, kind, one) for one in many[:6]):
            session.advance(1)
    for spec in specs:
        others: dict[str, list[Any]] = {
            "choice": list(spec.choices),
            "flag": [True, False],
            "integer": [spec.low, spec.high],
        }
        for value in others.get(spec.kind, []) if spec.effect is VIEW else []:
            if _done(session.set, {spec.name: value}):
                again = opened(session)
                assert again.note == "", f"{spec.name} = {value}: {again.note}"
                assert tree.same(again.state, session.state), f"{spec.name} = {value}"


def _done(act: Any, *values: Any) -> bool:
    """Whether an act was taken."""
    try:
        act(*values)
    except BadInput:
        return False
    return True


@pytest.mark.sampled
def test_what_a_job_finds_has_names_of_its_own_and_comes_back_with_a_scene(concept: Concept, whole: bool) -> None:
    declared = concept.declaration.jobs
    jobs = declared if whole or len(declared) <= JOBS else extent.sample(concept.id, declared, JOBS)
    for job in jobs:
        session = begin(concept, preset_for(concept, job))
        session.advance(STEPS)
        check_job(session, job.name, 60.0 if whole else MOST_SECONDS)


@pytest.mark.sampled
def test_a_scene_has_the_numbers_of_its_run(concept: Concept, at_preset: Session) -> None:
    for steps in (0, STEPS):
        at_preset.advance(steps)
        check_opened(at_preset)


@pytest.mark.sampled
def test_no_act_reads_what_only_the_picture_shows(
    concept: Concept, at_preset: Session, gesture_values: dict[str, list[dict[str, Any]]]
) -> None:
    at_preset.advance(1)
    check_acts(at_preset, gesture_values)


# ---- what breaks it is seen

MOVES: dict[str, list[dict[str, Any]]] = {"shake": [{}], "move": [{"id": 0, "value": 1.0}]}


def drifting(params: Any, data: Any, state: Any, gesture: Any, ctx: Any) -> Any:
    """An act that does another thing in another view."""
    data, state = toys.apply(params, data, state, gesture, ctx)
    return data, state._replace(w=state.w + (params.mode == "sum"))


def talkative(params: Any, data: Any, state: Any, info: Any, view: Any, findings: Any) -> Any:
    """A view whose number says what the job found, if it has."""
    drawn = toys.observe(params, data, state, info, view, findings)
    return type(drawn)(drawn.figure, {**drawn.numbers, "total": findings["squares"].get("square_sum", 1.0)})


def test_a_sound_concept_passes() -> None:
    session = Session(toys.walk())
    session.advance(2)
    check_opened(session)
    check_job(session, "squares", MOST_SECONDS)
    check_acts(session, MOVES)


def test_a_number_that_a_job_changes_is_seen() -> None:
    with pytest.raises(AssertionError, match="squares"):
        check_job(Session(toys.walk(observe=talkative)), "squares", MOST_SECONDS)


def test_a_job_that_a_scene_forgets_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "_jobs", lambda stored: [])
    with pytest.raises(AssertionError, match="squares"):
        check_job(Session(toys.walk()), "squares", MOST_SECONDS)


def test_a_view_that_an_act_reads_is_seen() -> None:
    session = Session(toys.walk(apply=drifting))
    session.advance(1)
    with pytest.raises(AssertionError, match="mode = sum"):
        check_acts(session, MOVES)


def test_a_status_that_a_scene_changes_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(toys.walk(length=lambda params: 0))
    check_opened(session)
    session.status = "running"
    with pytest.raises(AssertionError):
        check_opened(session)
