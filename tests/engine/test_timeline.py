"""Checkpoints: evenly spaced references within a memory budget."""

from __future__ import annotations

import torch
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.run.context import derived_seed
from playground.engine.run.timeline import MOST_CHECKPOINTS, Checkpoints, Snapshot


def snapshot(step: int, size: int = 8) -> Snapshot:
    return Snapshot(step, 0, None, None, (torch.zeros(size, dtype=torch.uint8),), None, "running")


@given(budget=st.integers(1, 2000), size=st.integers(1, 100), steps=st.integers(1, 400))
def test_the_budget_holds_and_every_step_has_a_start(budget: int, size: int, steps: int) -> None:
    kept = Checkpoints(budget)
    for step in range(steps):
        if step % kept.every == 0:
            kept.add(snapshot(step, size))
    assert kept.nbytes <= max(budget, 2 * size)
    for step in (0, steps // 2, steps):
        start = kept.before(step)
        assert start is not None
        assert start.step <= step
        assert step - start.step <= 2 * max(kept.every, steps if len(kept.all()) <= 2 else 0)


def test_their_number_is_bounded_for_tiny_states() -> None:
    kept = Checkpoints(1 << 30)
    for step in range(3 * MOST_CHECKPOINTS):
        if step % kept.every == 0:
            kept.add(snapshot(step))
    assert len(kept.all()) <= MOST_CHECKPOINTS
    assert kept.every == 4


def test_one_storage_in_many_snapshots_counts_once() -> None:
    kept = Checkpoints(1 << 20)
    shared = torch.zeros(1000, dtype=torch.uint8)
    for step in range(10):
        kept.add(Snapshot(step, 0, None, shared, (shared[:3],), None, "running"))
    assert kept.nbytes == 1000


def test_streams_steps_and_large_seeds_give_their_own_numbers() -> None:
    seeds = {derived_seed(s, stream, k) for s in (1, 1 + 2**32) for stream in ("data", "step") for k in (0, 1)}
    assert len(seeds) == 8
    assert all(0 <= seed < 2**32 for seed in seeds)
