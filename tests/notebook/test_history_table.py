"""The history of a run as a table: the numbers of the run itself, wide and long, in each library."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from playground import catalog, open_session
from playground.engine.errors import BadInput
from playground.notebook import history_table


def test_a_row_a_step_holds_what_each_step_had() -> None:
    run = open_session("minimax").step(6)
    table = run.history(library="arrays")
    assert table["step"].tolist() == list(range(7))
    walked = open_session("minimax")
    for step in range(7):
        for name, value in walked.metrics.items():
            if name in table and isinstance(value, int | float):
                assert table[name][step] == value, (step, name)
        walked.step()
    assert np.isnan(table["distance.eg"]).sum() == 0
    run.seek(2)
    assert len(run.history(library="arrays")["step"]) == 7, "what was computed stays"


def test_a_run_that_has_not_begun_has_its_step_alone() -> None:
    table = open_session("minimax").history(library="arrays")
    assert {name: column.tolist() for name, column in table.items()} == {"step": [0]}


@pytest.mark.parametrize("every_number", [False, True])
def test_long_tables_have_a_row_for_each_value_of_a_choice(every_number: bool) -> None:
    run = open_session("minimax").step(4)
    wide = run.history(library="arrays", every_number=every_number)
    long = run.history(long="method", library="arrays", every_number=every_number)
    assert {len(column) for column in long.values()} == {5 * len(set(long["method"].tolist()))}
    for step, method, distance in zip(long["step"], long["method"], long["distance"], strict=True):
        assert distance == wide[f"distance.{method}"][step]
    values = catalog.declaration("minimax").params.specs()["method"].choices
    assert not any(f"distance.{value}" in long for value in values)
    with pytest.raises(BadInput, match="table of minimax over 'methods' does not exist; did you mean method"):
        run.history(long="methods")


def test_every_number_is_that_of_each_step_with_the_acts_that_were_done() -> None:
    run = open_session("perceptron", seed=3, points=60).step(5).set(rate=0.5).step(5)
    table = run.history(every_number=True, library="arrays")
    assert table["step"].tolist() == list(range(run.step_number + 1))
    assert set(run.history(library="arrays")) < set(table)
    for step in (3, run.step_number):
        there = run.seek(step).metrics
        for name, column in table.items():
            value = there.get(name)
            if isinstance(value, int | float):
                assert column[step] == pytest.approx(float(value)), name


@pytest.mark.parametrize("concept", catalog.ids())
def test_every_panel_has_a_table(concept: str) -> None:
    run = open_session(concept).step(2)
    table = run.history(library="arrays")
    assert {len(column) for column in table.values()} == {run.step_number + 1}
    for choice in {one.over for one in catalog.declaration(concept).metrics if one.over}:
        assert "step" in run.history(long=choice, library="arrays")


def test_one_metric_is_a_pair_as_before() -> None:
    pair = open_session("minimax").step(3).history("distance.eg")
    assert pair is not None
    assert pair[0].tolist() == [0, 1, 2, 3]
    assert open_session("minimax").step(3).history("nothing") is None


def test_a_library_that_is_loaded_is_taken_then_one_that_is_there_then_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = {"step": np.arange(2)}
    for name in ("pandas", "polars"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(history_table, "find_spec", lambda name: None)
    assert history_table.table_of(columns, None) == columns
    fake: Any = ModuleType("polars")
    fake.DataFrame = lambda found: ("polars", found)
    monkeypatch.setitem(sys.modules, "polars", fake)
    assert history_table.table_of(columns, None) == ("polars", columns)
    with pytest.raises(BadInput, match="library 'excel' does not exist; known: arrays, pandas, polars"):
        history_table.table_of(columns, "excel")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BadInput, match="library is pandas, which is not installed: pip install pandas"):
        history_table.table_of(columns, "pandas")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_data_frame_has_the_same_columns(library: str) -> None:
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    run = open_session("minimax").step(4)
    frame = run.history(long="method", library=library)
    arrays = run.history(long="method", library="arrays")
    assert list(frame.columns) == list(arrays)
    for name, column in arrays.items():
        np.testing.assert_array_equal(frame[name].to_numpy(), column)
