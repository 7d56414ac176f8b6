"""Series keep every step up to their limit, then the extremes of ever longer buckets."""

from __future__ import annotations

import base64
import math
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch

import playground.engine.run.series as series_module
from playground.engine.errors import BadInput
from playground.engine.run.series import Series


class Info(NamedTuple):
    status: str
    loss: float
    steps: int
    tensor: torch.Tensor
    vector: torch.Tensor


def filled(n: int, chunk: int = 1000) -> tuple[Series, np.ndarray]:
    series = Series()
    values = np.sin(np.arange(1, n + 1) * 0.37) * np.arange(1, n + 1)
    for start in range(0, n, chunk):
        infos = [
            Info("running", float(v), i, torch.tensor(float(v)), torch.zeros(3))
            for i, v in enumerate(values[start : start + chunk], start + 1)
        ]
        series.extend(infos, {"loss": 5.0})
    return series, values


def test_every_step_is_kept_with_the_start() -> None:
    series, values = filled(3000, chunk=7)
    assert series.names == ("loss", "steps", "tensor")
    pair = series.get("loss", 10_000)
    assert pair is not None
    assert pair[0].tolist() == list(range(3001))
    assert pair[1].tolist() == [5.0, *values]
    unknown_at_start = series.get("steps", 10_000)
    assert unknown_at_start is not None
    assert math.isnan(unknown_at_start[1][0])
    assert series.get("vector", 10) is None


def test_memory_is_bounded_and_extremes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_module, "LIMIT", 1024)
    series, values = filled(20_000)
    assert series.stride == 32
    pair = series.get("loss", 10**6)
    assert pair is not None
    assert pair[1].max() == values.max()
    assert pair[1].min() == values.min()
    assert len(pair[0]) <= 2 * 1024 + 1
    assert (pair[0][-1], pair[1][-1]) == (20_000, values[-1])
    starts = pair[0][:-1:2]
    for i in (0, 5, -1):
        covered = [v for k, v in enumerate([5.0, *values]) if starts[i] <= k < starts[i] + 32]
        assert pair[1][:-1][2 * i] == min(covered)


def test_thinning_keeps_the_extremes() -> None:
    series, values = filled(5000)
    pair = series.get("loss", 100)
    assert pair is not None
    assert len(pair[0]) <= 103
    assert (pair[0][-1], pair[1][-1]) == (5000, values[-1])
    assert pair[1].max() == values.max()
    assert pair[1].min() == values.min()


def test_extremes_kept_from_frame_to_frame_are_those_of_all_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_module, "LIMIT", 4096)
    series, values = Series(), [5.0]
    rng = np.random.default_rng(0)
    for size in [1, 700, 3, 1500, 40, 1900, 2, 2500, 3000]:
        found = rng.normal(size=size).tolist()
        series.extend([Info("running", v, 0, torch.tensor(v), torch.zeros(1)) for v in found], {"loss": 5.0})
        values += found
        if len(values) <= 60:
            continue
        for looked in (series, series.upto(series.last)):
            pair = looked.get("loss", 60)
            assert pair is not None
            # Two entries a pool; a series that is being written has its newest value at the end.
            pools = len(pair[0]) // 2
            assert 25 < pools <= 31
            edges = [*pair[0][: 2 * pools : 2].astype(int), len(values)]
            for i, (first, end) in enumerate(pairwise(edges)):
                assert (pair[1][2 * i], pair[1][2 * i + 1]) == (min(values[first:end]), max(values[first:end]))


def test_a_copy_ends_where_it_is_told_and_goes_on_alone() -> None:
    series, values = filled(100)
    copy = series.upto(40)
    assert copy.last == 40
    copy.extend([Info("running", -1.0, 0, torch.tensor(0.0), torch.zeros(1))], {})
    pair, old = copy.get("loss", 1000), series.get("loss", 1000)
    assert pair is not None
    assert old is not None
    assert pair[1].tolist() == [5.0, *values[:40], -1.0]
    assert len(old[0]) == 101


def test_stored_and_read_back() -> None:
    series, _ = filled(500)
    again = Series.undump(series.dump())
    a, b = series.get("loss", 10**6), again.get("loss", 10**6)
    assert a is not None
    assert b is not None
    assert np.array_equal(a[1], b[1])
    assert again.last == series.last


@pytest.mark.parametrize("damage", [{"table": "?"}, {"table": "AAAA"}, {"names": 3}, {"stride": "x"}])
def test_damage_gets_a_sentence(damage: dict[str, object]) -> None:
    series, _ = filled(5)
    with pytest.raises(BadInput):
        Series.undump({**series.dump(), **damage})


class Parts(NamedTuple):
    left: float | None
    right: float | None


class InfoWithParts(NamedTuple):
    status: str
    rounds: int
    distance: Parts


def test_a_part_is_recorded_under_its_own_name() -> None:
    series = Series()
    series.extend([InfoWithParts("running", k, Parts(1.5 * k, None)) for k in (1, 2)], {"distance.left": 0.0})
    assert series.names == ("rounds", "distance.left", "distance.right")
    found = series.get("distance.left", 100)
    assert found is not None
    assert found[1].tolist() == [0.0, 1.5, 3.0]
    assert series.get("distance", 100) is None
    again = Series.undump(series.dump())
    again.extend([InfoWithParts("running", 3, Parts(4.5, 1.0))], {})
    kept = again.get("distance.left", 100)
    assert kept is not None
    assert kept[1].tolist() == [0.0, 1.5, 3.0, 4.5]


def test_a_part_is_thinned_with_its_newest_value() -> None:
    series = Series()
    infos = [InfoWithParts("running", k, Parts(1.5 * k, None)) for k in range(1, 1001)]
    series.extend(infos, {"distance.left": 0.0})
    found = series.get("distance.left", 100)
    assert found is not None
    assert len(found[0]) < 1000
    assert (found[0][-1], found[1][-1]) == (1000, 1500.0)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"names": ["a", "a"]}, "in no order"),
        ({"stride": 0}, "in no order"),
        ({"stride": 3}, "in no order"),
        ({"stride": 10**400}, "in no order"),
        ({"last": 1}, "in no order"),
        ({"last": "x"}, "damaged"),
        ({"table": "x"}, "damaged"),
    ],
)
def test_a_history_that_cannot_be_one_is_refused(changes: dict[str, Any], words: str) -> None:
    table = base64.b64encode(np.array([[k, 1.0, 2.0, 1.0, 2.0] for k in range(5)], "<f8").tobytes()).decode()
    stored = {"names": ["a", "b"], "stride": 1, "last": 4, "table": table}
    assert Series.undump(stored).names == ("a", "b")
    with pytest.raises(BadInput, match=words):
        Series.undump({**stored, **changes})
