from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playground.engine.process.arena import SLOTS, SMALL, Arena, make_memory


@pytest.fixture
def arena() -> Arena:
    return Arena(make_memory(1 << 20))


def test_large_arrays_travel_through_a_slot_and_leave_it_free(arena: Arena) -> None:
    sent: dict[str, Any] = {"a": np.arange(50_000, dtype=np.float32), "b": np.eye(3), "empty": np.zeros(0), "word": "x"}
    parcel = arena.pack(sent)
    assert parcel.slot is not None
    assert parcel.carried == ()
    got = arena.unpack(parcel)
    assert got["word"] == "x"
    assert all(np.array_equal(got[name], sent[name]) for name in ("a", "b", "empty"))
    assert arena.pack(sent).slot == parcel.slot


def test_what_was_unpacked_is_a_copy(arena: Arena) -> None:
    first = arena.unpack(arena.pack(np.zeros(50_000)))
    arena.unpack(arena.pack(np.ones(50_000)))
    assert not first.any()
    first[0] = 7.0


def test_small_messages_travel_whole(arena: Arena) -> None:
    parcel = arena.pack({"a": np.arange(SMALL // 16)})
    assert parcel.slot is None
    assert np.array_equal(arena.unpack(parcel)["a"], np.arange(SMALL // 16))


def test_without_a_free_or_large_enough_slot_the_pipe_carries_it(arena: Arena) -> None:
    array = np.random.default_rng(0).normal(size=50_000)
    held = [arena.pack(array) for _ in range(SLOTS)]
    assert {parcel.slot for parcel in held} == set(range(SLOTS))
    extra = arena.pack(-array)
    assert extra.slot is None
    assert np.array_equal(arena.unpack(extra), -array)
    assert all(np.array_equal(arena.unpack(parcel), array) for parcel in held)
    huge = np.arange(1 << 18, dtype=np.float64)
    parcel = arena.pack(huge)
    assert parcel.slot is None
    assert np.array_equal(arena.unpack(parcel), huge)


def test_the_group_at_work_is_seen_by_the_other_side() -> None:
    memory = make_memory(64)
    Arena(memory).work_on(70_000)
    assert Arena(memory).busy == 70_000
