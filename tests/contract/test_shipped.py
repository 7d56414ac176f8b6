"""What ships with a concept holds: presets, notes, claims, cases, and its speed."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable

import extent
import pytest
from claims import Runs

from playground import catalog
from playground.commands.verify import checks_of_panel
from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.engine.run.session import Session
from playground.texts import notes as texts
from playground.texts.conditions import names as condition_names
from playground.texts.template import names
from playground.verify import run_cases

PRESET_KEYS = {"title", "line", "params", "seed", "steps", "fails", "repair"}
SEEDS = 12
LIGHT, HEAVY = 0.010, 0.060  # seconds


def test_presets_are_sound(declared: Declaration) -> None:
    presets = catalog.presets(declared.id)
    assert presets
    for name, preset in presets.items():
        assert set(preset) <= PRESET_KEYS, name
        assert {"title", "line", "params"} <= set(preset), name
        assert preset["title"].strip()
        assert preset["line"].strip()
        params = declared.params.make(preset["params"])
        assert ("repair" in preset) == ("fails" in preset), name
        if "repair" in preset:
            assert preset["repair"]["label"].strip()
            assert preset["fails"].strip()
            repaired = preset["repair"]["set"]
            assert params.changed(repaired) != params
            off = [one for one, value in repaired.items() if value is False and declared.params.specs()[one].default]
            assert not off, f"{name}: a repair switches nothing off that runs beside it: {off}"
    first = next(iter(presets.values()))
    assert "fails" not in first, "the first preset works"
    assert (first["params"], first.get("seed", 0)) == ({}, 0), "what opens is what the command line runs"
    assert sum("fails" in preset for preset in presets.values()) >= 2, "two presets show a failure and its repair"


def test_a_repair_runs_where_the_preset_failed(declared: Declaration, concept: Concept) -> None:
    for name, preset in catalog.presets(declared.id).items():
        if "repair" in preset:
            session = Session(concept, declared.params.make(preset["params"]), preset.get("seed", 0))
            session.advance(5)
            effect = session.set(preset["repair"]["set"])
            assert effect.name != "VIEW", f"{name}: a repair changes the run, not the picture alone"
            session.advance(20)
            assert session.frame().failure is None, name


@pytest.mark.sampled
def test_presets_run(at_preset: Session) -> None:
    at_preset.advance(50)
    assert at_preset.frame().failure is None


def test_notes_name_what_exists(declared: Declaration, concept: Concept) -> None:
    sections = texts.parse(catalog.notes(declared.id))
    assert sections
    shown, known = set[str](), set(declared.params.specs())
    for chosen in catalog.presets(declared.id).values():
        session = Session(concept, declared.params.make(chosen["params"]), chosen.get("seed", 0))
        frame = session.frame()
        here = {**frame.params, **frame.metrics, **frame.arrays}
        known |= set(here)
        for section in sections:
            if section.visible({**frame.params, **frame.metrics}):
                shown.add(section.heading)
                missing = _used(section) - set(here)
                assert not missing, f"{section.heading}: {missing}"
    for section in sections:
        assert section.heading.strip()
        assert section.blocks
        assert set(condition_names(section.when)) <= known, section.when
        assert section.heading in shown or _used(section) <= known, f"{section.heading}: {_used(section) - known}"


def _used(section: texts.Section) -> set[str]:
    """The numbers that a section shows."""
    blocks = section.blocks
    return {one for part in blocks for one in (part.names if isinstance(part, texts.Formula) else names(part.text))}


@pytest.mark.slow
def test_claims_hold(declared: Declaration) -> None:
    runs = Runs(declared.id)
    for claim in declared.claims:
        assert runs.holds(claim), f"{claim.id}: {claim.metric} is {runs.metrics(claim).get(claim.metric)}"


@pytest.mark.slow
def test_claims_hold_at_twelve_seeds(declared: Declaration, request: pytest.FixtureRequest) -> None:
    """Claims without chance have the same number at two seeds, and are not run further."""
    if not extent.closely(request.config, declared.id):
        pytest.skip("in the long run, and where few panels were touched")
    left, first = list(declared.claims), Runs(declared.id, 0)
    for seed in range(1, SEEDS):
        runs = Runs(declared.id, seed)
        for claim in left:
            assert runs.holds(claim), f"{claim.id} at seed {seed}: {runs.metrics(claim).get(claim.metric)}"
        if seed == 1:
            left = [one for one in left if runs.metrics(one)[one.metric] != first.metrics(one)[one.metric]]


def test_shipped_cases_hold(declared: Declaration) -> None:
    cases = catalog.cases(declared.id)
    results = list(run_cases(cases, checks_of_panel))
    assert results
    assert not [result for result in results if not result.ok]
    assert {case["kind"] for case in cases["cases"]} == set(catalog.checks(declared.id)), "each kind is shown by a case"


def test_a_wrong_expectation_fails(declared: Declaration) -> None:
    cases = catalog.cases(declared.id)
    del cases["cases"][1:]
    cases["cases"][0]["expected"]["no_such_key"] = 1
    assert [result.ok for result in run_cases(cases, checks_of_panel)] == [False]


def test_fifty_steps_load_no_compiler() -> None:
    """All concepts in one process: the first that loads something is the one to blame."""
    probe = (
        "import sys; from playground import catalog; from playground.engine.run.session import Session\n"
        "for name in catalog.ids():\n"
        "    session = Session(catalog.load(name)); session.advance(50); session.frame()\n"
        "    loaded = [one for one in ('torch._dynamo', 'scipy', 'PySide6') if one in sys.modules]\n"
        "    assert session.step > 0, name\n"
        "    assert not loaded, (name, loaded)\n"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr


def test_step_and_observe_are_fast(concept: Concept, declared: Declaration) -> None:
    budget = HEAVY if declared.card.heavy else LIGHT
    session = Session(concept)
    model = concept.model
    here = (session.params, session.data, session.state, Ctx(session.device, session.dtype, 0, "step"))
    taken = best(lambda: model.step(*here))
    assert taken <= budget, f"a step takes {1000 * taken:.1f} ms"
    session.advance(1)
    seen = (session.params, session.data, session.state, session.info, View(), session.findings(View()))
    taken = best(lambda: model.observe(*seen))
    assert taken <= budget, f"observe takes {1000 * taken:.1f} ms"


def best(work: Callable[[], object], tries: int = 20) -> float:
    """The shortest processor time of some tries, in seconds: what the work takes when nothing else disturbs it."""
    shortest = math.inf
    for _ in range(tries):
        started = time.thread_time()
        work()
        shortest = min(shortest, time.thread_time() - started)
    return shortest
