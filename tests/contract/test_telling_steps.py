"""What a person opens stands at its telling step: not the last one, not empty, and soon there."""

from __future__ import annotations

import gzip
import json
import time

import numpy as np
import pytest

from playground import catalog
from playground.engine import device as devices
from playground.engine.declarations.concept import Concept
from playground.engine.frame import STOPPED, Frame, View
from playground.engine.kit import tree
from playground.engine.run import agreement
from playground.engine.run.record import restore
from playground.engine.run.session import Session
from playground.engine.run.shipped_starts import shipped
from playground.engine.run.starting import at_telling_step, begin
from playground.figures.figure import Plot
from playground.figures.layers import Layer, Trace
from playground.render.data import Data
from playground.resources import asset, roots

PATIENCE = 1.5
"""Seconds of computing until the picture is there."""
TOLERANCE = 1e-6
"""Of what jobs found: sums in another order round differently."""


def ships(concept_id: str, preset: str) -> bool:
    return any((root / catalog.start_name(concept_id, preset)).is_file() for root in roots())


@pytest.fixture
def opened(concept: Concept, preset: str) -> Session:
    """A run as a person opens it."""
    chosen = catalog.presets(concept.id)[preset]
    session = shipped(begin(concept, chosen), chosen.get("steps", 0))
    session.seek(chosen.get("steps", 0))
    return session


@pytest.mark.sampled
def test_the_run_goes_on_from_there(opened: Session, concept: Concept, preset: str) -> None:
    steps = catalog.presets(concept.id)[preset].get("steps", 0)
    assert opened.step == steps, "the run ends before"
    one_step = opened.length is not None and opened.length <= 1
    assert one_step or opened.status not in STOPPED, f"it is {opened.status} at step {steps}: choose an earlier one"


@pytest.mark.sampled
def test_the_picture_is_not_empty(opened: Session) -> None:
    opened.auto_jobs(View())
    while opened.advance_jobs(1.0):
        pass
    frame = opened.frame(View())
    assert frame.failure is None
    assert frame.figure is not None
    main = frame.figure.main
    if main.empty and not Data(frame, None).true(main.empty):
        assert opened.step == 0, "a sheet for the user's own data says how to begin, and has nothing to step"
        assert main.empty_text
        return
    assert any(draws(frame, main, layer) for layer in main.layers), "nothing is drawn in the main plot"


def draws(frame: Frame, plot: Plot, layer: Layer) -> bool:
    """Whether a layer is shown and has something of the state to show."""
    if layer.show and not Data(frame, None).true(layer.show):
        return False
    own = f"{plot.name}.{layer.name.replace(' ', '_')}."
    arrays = [array for name, array in frame.arrays.items() if name.startswith(own)]
    traced = isinstance(layer, Trace) and len(frame.series.get(layer.series, ((), ()))[0]) > 1
    told = any(name.startswith(own) and table for name, table in frame.tables.items())
    return traced or told or any(array.size and np.isfinite(array).any() for array in arrays)


@pytest.mark.sampled
def test_the_picture_is_soon_there(concept: Concept, preset: str) -> None:
    chosen = catalog.presets(concept.id)[preset]
    took = []
    for _ in range(2):  # the first time code is loaded and kernels are chosen
        began = time.process_time()
        shipped(begin(concept, chosen), chosen.get("steps", 0)).seek(chosen.get("steps", 0))
        took.append(time.process_time() - began)
        if took[-1] < PATIENCE:
            return
    pytest.fail(f"{min(took):.1f} s to step {chosen['steps']}; packaging/build_starts.py makes a start that ships")


@pytest.mark.sampled(2)
@pytest.mark.slow
def test_a_shipped_start_is_what_is_computed(concept: Concept, preset: str) -> None:
    if not ships(concept.id, preset):
        return
    record = json.loads(gzip.decompress(asset(catalog.start_name(concept.id, preset)).read_bytes()))
    chosen, again = catalog.presets(concept.id)[preset], "run packaging/build_starts.py once more"
    computed, stored = at_telling_step(concept, chosen), restore(concept, record)
    assert stored.params.plain() == computed.params.plain(), again
    assert (stored.seed, stored.step) == (computed.seed, computed.step), again
    if record["machine"] == devices.fingerprint():
        assert tree.same(stored.state, computed.state), again
    assert agreement.agrees(computed, record), again
    opened = shipped(begin(concept, chosen), computed.step)
    for session in (computed, opened):
        session.auto_jobs(View())
        while session.advance_jobs(1.0):
            pass
    mine, theirs = computed.frame(View()), opened.frame(View())
    assert {name for name, job in theirs.jobs.items() if job.shipped} == set(record["findings"]), again
    for name, array in mine.arrays.items():
        np.testing.assert_allclose(array, theirs.arrays[name], rtol=1e-3, atol=TOLERANCE, err_msg=f"{name}: {again}")


def test_every_start_that_ships_is_of_a_preset() -> None:
    known = {catalog.start_name(one, name) for one in catalog.ids() for name in catalog.presets(one)}
    found = [path for root in roots() for path in (root / "starts").glob("*")]
    assert {f"starts/{path.name}" for path in found} <= known
    assert sum(path.stat().st_size for path in found) < 4_000_000
