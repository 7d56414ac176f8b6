from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import engine_toys
import pytest

from playground.engine.process.measure import bare_loop, throughput


def move(i: int) -> tuple[str, Mapping[str, Any]]:
    return "move_point", {"id": i % 5, "xy": [float(i), 0.0]}


def test_a_playing_engine_is_measured() -> None:
    got = throughput(engine_toys.load, "walk", {"work": 500}, gesture=move, seconds=0.5, gestures=3)
    assert got.gestures.count == 3
    assert got.frames.count > 5
    assert 0.0 < got.frames.p50 <= got.frames.p95 <= got.frames.p99
    assert 0.0 < got.steps_per_second <= 2000.0


def test_what_the_engine_refuses_is_said() -> None:
    with pytest.raises(RuntimeError, match="rate is -1"):
        throughput(engine_toys.load, "walk", {"rate": -1.0}, gesture=move, seconds=0.1)


def test_the_bare_loop_counts_steps() -> None:
    assert 100.0 < bare_loop(engine_toys.WALK, {"work": 1000}, seconds=0.2) <= 1000.0
