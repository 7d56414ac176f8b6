"""A phase map kept as a study: its rows are those that the study itself computes, and it can be gone on with."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from studies import carry_out, outcome

from playground import catalog, cli
from playground.engine.errors import BadInput
from playground.engine.run.phase import Phase
from playground.engine.run.session import Session
from playground.engine.run.source import EDITED
from playground.engine.run.timeline import Base
from playground.engine.run.variants import Sweep
from playground.render.phase import axis_of
from playground.sweep.of_map import keep, study_of
from playground.sweep.store import Store
from playground.sweep.summary import read
from playground.sweep.vary import Setting
from playground.sweep.work import Result, Row


def mapped(session: Session, sweep: Sweep, cells: int = 1000) -> Any:
    """The map after so many cells."""
    phase = Phase.begin(session, sweep)
    while phase.map.done < cells and phase.advance(1e-4):
        pass
    phase.stop()
    return phase.map


def perceptron() -> Session:
    session = Session(catalog.load("perceptron"), catalog.declaration("perceptron").params.make({"noise": 0.1}), 3)
    session.advance(4)
    return session


@pytest.mark.parametrize("metric", ["margin", "errors", "status"])
def test_the_rows_of_a_map_are_those_of_its_study(tmp_path: Path, metric: str) -> None:
    phase = mapped(perceptron(), Sweep("rate", "points", metric, 12, 4, 3))
    assert keep(tmp_path / "map.sweep", "perceptron", phase) == 12
    study = study_of("perceptron", phase)
    assert outcome(tmp_path / "map.sweep") == carry_out(study, tmp_path / "computed.sweep")
    with Store.read(tmp_path / "map.sweep") as store:
        assert all(row.seconds > 0 for row in store.rows())
        assert store.origins()


def test_a_map_that_was_left_off_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def say(*words: str) -> tuple[str, str]:
        cli.main(words)
        return capsys.readouterr()

    path = tmp_path / "map.sweep"
    phase = mapped(perceptron(), Sweep("rate", "points", "margin", 12, 4, 3), cells=5)
    held = keep(path, "perceptron", phase)
    assert 5 <= held < 12
    kept = outcome(path)
    assert "--resume" in say("sweep", str(path), "--workers", "1")[1]
    assert "12 of 12 runs" in say("sweep", str(path), "--resume", "--workers", "1")[0]
    assert outcome(path)[:held] == kept
    assert outcome(path) == carry_out(study_of("perceptron", phase), tmp_path / "computed.sweep")
    _, *words = say("sweep", str(path), "--row", "7")[0].split()
    number = json.loads(say(*words)[0])["metrics"]["margin"]
    with Store.read(path) as store:
        assert next(store.rows(7)).values == (number,)


def test_cells_that_failed_are_left_for_the_study(tmp_path: Path) -> None:
    session = Session(catalog.load("optimisers"))
    phase = mapped(session, Sweep("rate", "momentum", "status", 300, 6, 2))
    held = keep(tmp_path / "map.sweep", "optimisers", phase)
    rows = carry_out(study_of("optimisers", phase), tmp_path / "map.sweep")
    assert held == sum(not row[4] for row in rows)
    assert len(rows) == 12


def moved(session: Session) -> None:
    session.set({"variant": "pocket"})


def touched(session: Session) -> None:
    session.act("aim", {"x": 0.5, "y": 0.5})


def drawn(session: Session) -> None:
    session.begin(Base(session.params, session.data, session.seed, EDITED))


@pytest.mark.parametrize(
    ("change", "said"),
    [(moved, "variant changed at step 4"), (touched, "touched at step 4"), (drawn, "changed by hand")],
)
def test_a_run_that_parameters_and_seed_do_not_repeat_is_no_study(
    tmp_path: Path, change: Callable[[Session], None], said: str
) -> None:
    session = perceptron()
    change(session)
    phase = mapped(session, Sweep("rate", "points", "margin", 2, 2, 2), cells=0)
    with pytest.raises(BadInput, match=said):
        keep(tmp_path / "map.sweep", "perceptron", phase)
    assert not list(tmp_path.iterdir())


def test_a_change_of_what_is_swept_is_no_obstacle() -> None:
    session = perceptron()
    session.set({"rate": 0.5})
    assert session.run.log
    assert not mapped(session, Sweep("rate", "points", "margin", 2, 2, 2), cells=0).obstacle


def test_a_metric_that_shows_something_comes_first(tmp_path: Path) -> None:
    study = study_of("perceptron", mapped(perceptron(), Sweep("rate", "points", "margin", 12, 2, 2), cells=0))
    study = replace(study, base=replace(study.base, metrics=("cover_gap", "points", "margin")))
    settings = [Setting({"rate": rate, "points": 20}) for rate in (0.1, 1.0)]
    with Store.open(tmp_path / "one.sweep", replace(study, settings=settings)) as store:
        for number, margin in enumerate((0.5, 0.25)):
            store.add(Result((Row(number, 3, "running", 12, 0.1, "", (None, 20, margin)),)))
    assert read(tmp_path / "one.sweep").telling() == ["margin", "points", "cover_gap"]


def test_values_that_stand_unevenly_are_named_at_their_places() -> None:
    specs = catalog.declaration("perceptron").params.specs()
    uneven = axis_of(specs["points"], (8, 20, 21))
    assert (uneven.words, uneven.range, uneven.label) == (("8", "20", "21"), (-0.5, 2.5), specs["points"].label)
    assert axis_of(specs["points"], (8, 10, 12)).words == ()
    assert axis_of(specs["variant"], ("classic", "pocket")).words == ("Classic", "Pocket")
