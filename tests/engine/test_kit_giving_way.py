"""Long work gives way amid what it does, strictly in turn, and is the same as if it had been done in one go."""

from __future__ import annotations

import gc
import math
import threading
import time

import numpy as np
import pytest
import torch

from playground.engine.kit.giving_way import LongWork, give_way


def counted(n: int, seen: list[int]) -> int:
    for k in range(n):
        seen.append(k)
        give_way()
    return sum(seen)


def test_it_gives_way_wherever_its_time_is_up_and_goes_on_there() -> None:
    seen: list[int] = []
    work = LongWork(lambda: counted(5, seen))
    for done in range(1, 6):
        assert not work.go_on(0.0)
        assert seen == list(range(done))
    assert work.go_on(0.0)
    assert work.result == 10


def test_without_a_deadline_that_passes_it_is_done_in_one_go() -> None:
    work = LongWork(lambda: counted(5, []))
    assert work.go_on(math.inf)
    assert work.result == 10


def test_nothing_waits_where_nobody_does() -> None:
    before = threading.active_count()
    assert counted(3, []) == 3
    assert threading.active_count() == before


def test_two_works_take_turns() -> None:
    first, second = (LongWork(lambda: counted(3, [])) for _ in range(2))
    while not (first.go_on(0.0) & second.go_on(0.0)):
        pass
    assert (first.result, second.result) == (3, 3)


def test_an_error_reaches_who_waits() -> None:
    def fails() -> None:
        give_way()
        raise ValueError("no")

    work = LongWork(fails)
    assert not work.go_on(0.0)
    assert work.go_on(0.0)
    with pytest.raises(ValueError, match="no"):
        _ = work.result


def test_what_nobody_holds_is_left_off_and_its_thread_serves_again() -> None:
    seen: list[int] = []
    ended: list[bool] = []

    def work_on() -> None:
        try:
            counted(1000, seen)
        finally:
            ended.append(True)

    work = LongWork(work_on)
    work.go_on(0.0)
    threads = threading.active_count()
    del work
    gc.collect()
    assert (len(seen), ended) == (1, [True])
    again = LongWork(lambda: counted(2, []))
    again.go_on(math.inf)
    assert threading.active_count() == threads


def test_work_that_never_began_never_does() -> None:
    seen: list[int] = []
    work = LongWork(lambda: counted(2, seen))
    work.leave_off()
    assert work.go_on(math.inf)
    assert seen == []


def test_numbers_are_those_of_one_go() -> None:
    def product() -> tuple[torch.Tensor, bool]:
        generator, found = torch.Generator().manual_seed(3), torch.eye(40)
        for _ in range(20):
            found = torch.tanh(found @ torch.randn(40, 40, generator=generator))
            give_way()
        return found, torch.is_grad_enabled()

    with torch.no_grad():
        expected = product()
        work = LongWork(product)
    slices = 1
    while not work.go_on(time.perf_counter()):
        slices += 1
    assert slices > 10
    assert torch.equal(work.result[0], expected[0])
    assert work.result[1] is expected[1] is False


def test_a_small_net_is_learnt_in_the_same_way(  # memory that passes share is never left amid a pass
) -> None:
    from playground import catalog
    from playground.engine.run.session import Session

    concept = catalog.load("mlp")
    params = concept.declaration.params.make({"widths": [16.0, 16.0], "nets": 20, "batch": 50, "epochs": 3})
    runs = [Session(concept, params, 1) for _ in range(3)]
    runs[0].advance(3)
    while min(run.step for run in runs) < 3:
        for run in runs[1:]:
            run.advance(1 if run.step < 3 else 0, 0.0)
    states = [run.state.theta for run in runs]
    assert all(np.array_equal(states[0], state) for state in states[1:])
