"""A plain function is run once, noted line by line, and written as a script with its inputs."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from playground.engine.declarations.code import CodeText
from playground.engine.run.code_script import script
from playground.engine.run.code_trace import MOST_VISITS, run
from playground.engine.run.short_values import short

TEXT = '''"""Halves a number."""

import numpy as np


def halved(x, times, f):
    """So many times."""
    path = []
    for k in range(times):
        x = f(x) / (
            2.0
        )
        path.append(x)
    if times > 1000:
        x = None
    total = _sum(path)
    return x, total


def _sum(path):
    unseen = sum(path)
    return unseen
'''
SAME = CodeText("def f(x):\n    y = x\n    return y\n", "the same")


def traced(times: int = 2, x: Any = 8.0) -> Any:
    return run(TEXT, "halved", {"x": x, "times": times, "f": SAME}, {"x": "x @x"})


def test_every_line_is_noted_with_what_it_gave_and_nothing_that_it_calls() -> None:
    found = traced()
    lines = [event.line for event in found.events]
    assert lines == [6, 8, 9, 10, 13, 9, 10, 13, 9, 14, 16, 17]
    assert [value.text for value in found.events[0].values] == ["8", "2", "the same"]
    assert [value.text for event in found.events if event.line == 10 for value in event.values] == ["4", "2"]
    assert found.events[3].end == 12
    assert found.events[3].values[0].keys == ("x", "@x")
    assert "unseen" not in {value.name for event in found.events for value in event.values}
    assert found.result == (2.0, 6.0)
    assert found.values["total"] == 6.0
    assert sys.gettrace() is None or "coverage" in sys.modules


def test_of_many_runs_of_a_line_the_first_and_the_last_are_kept() -> None:
    found = traced(500)
    loop = [event for event in found.events if event.line == 10]
    assert len(loop) == MOST_VISITS
    assert loop[-1].values[0].text == short(8.0 / 2**500)
    assert sum(event.passed for event in loop) == 500 - MOST_VISITS


def test_a_tracer_of_someone_else_comes_back() -> None:
    def other(*args: Any) -> None:
        return None

    before = sys.gettrace()
    sys.settrace(other)
    try:
        traced()
        assert sys.gettrace() is other
    finally:
        sys.settrace(before)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (1.0, "1"),
        (-0.0, "0"),
        (-1234.5678, "−1235"),
        (3.2e-11, "3.2e−11"),
        (float("nan"), "not a number"),
        (float("-inf"), "−∞"),
        (True, "yes"),
        (1 - 2j, "1 − 2i"),
        (np.array([1.0, -0.5]), "(1, −0.5)"),
        (torch.tensor(2.5), "2.5"),
        (torch.zeros(3, 40), "3 × 40: 0, 0, 0, 0, …"),
        (np.zeros((0, 2)), "(0, 2)"),
        (list(range(100)), "[0, 1, 2, 3, … 100 entries]"),
        ((1, "a"), "(1, a)"),
        (None, "none"),
    ],
)
def test_values_are_short(value: Any, words: str) -> None:
    found = short(value)
    assert found == words or ((words == "(0, 2)" and "empty" in found) or found == "")


@pytest.mark.parametrize(
    "x",
    [
        0.1,
        np.array([[0.1, float("inf")], [1e-300, -0.0]]),
        torch.arange(6, dtype=torch.int64).reshape(2, 3),
        torch.rand(20, 30, generator=torch.Generator().manual_seed(1)),
        np.linspace(0.0, 1.0, 1000),
    ],
)
def test_a_script_has_its_inputs_to_the_last_bit(x: Any, tmp_path: Path) -> None:
    found = traced(3, x)
    text = script(["A head."], TEXT, "halved", {"x": x, "times": 3, "f": SAME}, {"total": found.values["total"]})
    path = tmp_path / "halved.py"
    path.write_text(text, encoding="utf-8")
    ast.parse(text)
    space = runpy.run_path(str(path))
    assert type(space["x"]) is type(found.values["x"])
    assert np.array_equal(np.asarray(space["x"]), np.asarray(found.values["x"]), equal_nan=True)
    assert text.startswith("# A head.\n\nimport ")
