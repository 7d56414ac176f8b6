"""How fast a model steps by itself, against which the cost of everything round a step is measured. For `bench`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from playground.engine.declarations.concept import Concept
from playground.engine.frame import STOPPED


def bare_loop(
    concept: Concept,
    params: Mapping[str, Any] | None = None,
    seconds: float = 1.0,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Steps per second of the model alone: a loop round `step` with a fresh generator, nothing kept or recorded.

    A run that comes to its end begins again, off the clock, so that the steps are those of a session.

    Args:
        concept: the model.
        params: its parameters in their plain form; None: as they are.
        seconds: how long.
        clock: real time, or that of the processor, which others on it do not lengthen.
    """
    import torch

    from playground.engine import device as devices
    from playground.engine.run.context import Ctx

    card = concept.declaration.card
    device, dtype = devices.choose(card.dtype, card.heavy)
    values = concept.declaration.params.make(params or {})
    with devices.preparation(), torch.no_grad():
        data = concept.model.make_data(values, Ctx(device, dtype, 0, "data"))
        ctx, steps, spent, step = Ctx(device, dtype, 0, "step"), 0, 0.0, concept.model.step
        length = concept.model.length(values)
        while spent < seconds:
            state, at, status = concept.model.init(values, data, Ctx(device, dtype, 0, "init")), 0, "running"
            begin = clock()
            while status not in STOPPED and at != length and spent + clock() - begin < seconds:
                for _ in range(64 if length is None else min(64, length - at)):
                    state, info = step(values, data, state, ctx.at(at))
                    at += 1
                    if info.status in STOPPED:
                        break
                status = info.status
            spent += clock() - begin
            steps += at
        return steps / spent
