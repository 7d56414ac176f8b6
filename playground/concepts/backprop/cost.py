"""The view of the cost: what both passes take in this graph, and in nets of all sizes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.backprop import Params
from playground.concepts.backprop.building import layers
from playground.concepts.backprop.ops import Floats
from playground.concepts.backprop.passes import Passes, work_so_far
from playground.concepts.backprop.state import Data, State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Curve, Role, Table
from playground.figures.values import Column, Rows, Scalar

WIDTHS = (8, 16, 32, 64, 128, 256, 512)
SAMPLES = 64
_TRIES = 7


def scaling(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Backward over forward of nets 8-n-n-1 on 64 samples, counted in operations and measured in seconds."""
    rng = np.random.default_rng(0)
    rows: list[tuple[float, float, float]] = []
    for done, width in enumerate(WIDTHS, 1):
        shape = (8, width, width, 1)
        graph = layers(shape, "tanh", "half_mse", SAMPLES)
        leaves: dict[int, Floats] = {}
        for k in graph.leaves:
            leaves[k] = rng.normal(size=graph.nodes[k].size) / width**0.5
            yield _scaled(rows, done - 1)
        forward, backward = graph.total
        values = graph.forward(leaves)
        yield _scaled(rows, done - 1)
        passes = (partial(graph.forward, leaves), partial(graph.backward, values))
        spent: list[list[float]] = [[], []]
        for _ in range(_TRIES):
            for one, times in zip(passes, spent, strict=True):
                times.append(_seconds(one))
                yield _scaled(rows, done - 1)
        weights = sum((a + 1) * b for a, b in pairwise(shape))
        rows.append((float(weights), backward / forward, min(spent[1]) / min(spent[0])))
        yield _scaled(rows, done)


def _seconds(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return max(time.perf_counter() - started, 1e-9)


def _scaled(rows: list[tuple[float, float, float]], done: int) -> Partial:
    """The nets so far: weights, counted and measured cost of backward in forward passes, (nets,) each."""
    weights, counted, measured = torch.tensor(rows, dtype=torch.float64).reshape(-1, 3).unbind(1)
    found = {"weights": weights, "counted": counted, "measured": measured}
    return Partial(found, done / len(WIDTHS), f"{done} of {len(WIDTHS)} nets")


# ---- what is seen of it


def cost_numbers(passes: Passes, entries: int) -> dict[str, Any]:
    """Operations of arithmetic so far and of whole passes, and what differences by so many entries would take."""
    done, (forward, backward) = work_so_far(passes.graph, passes.cursor), passes.graph.total
    cells: list[list[Scalar]] = [
        ["forward", forward, 1],
        ["backward, all derivatives", backward, backward / forward],
        [f"central differences by {entries}", 2 * entries * forward, 2 * entries],
    ]
    return {
        "forward_work": done[0],
        "backward_work": done[1],
        "forward_total": forward,
        "backward_total": backward,
        "work_ratio": backward / forward,
        "check_work": 2 * entries * forward,
        "check_ratio": 2.0 * entries,
        "cost_table": Rows.of(["pass", "operations", Column("cost", "forward passes")], cells),
    }


def cost_plot() -> Plot:
    """What each way to all derivatives costs in this graph."""
    table = Table(name="cost", rows="cost_table")
    return Plot(
        name="cost", title="This graph", unit="operations of arithmetic", axes=False, badge="exact", layers=(table,)
    )


def scaling_plot(found: Mapping[str, Any]) -> tuple[Plot, dict[str, Any]]:
    """The cost of all derivatives against the size of nets, as far as the job is; and the ends of its curves."""
    nothing = torch.zeros(0, dtype=torch.float64)
    weights, counted, measured = (found.get(name, nothing) for name in ("weights", "counted", "measured"))
    across = weights.log10()

    def curve(name: str, role: Role, cost: Tensor) -> Curve:
        return Curve(name=name, role=role, outcome=True, x=across, y=cost.log10(), text=name, markers=True)

    differences = Curve(
        name="differences", role="theory", x=across, y=(2 * weights).log10(), text="central differences"
    )
    plot = Plot(
        name="scaling",
        title="Cost of all derivatives",
        unit="in forward passes, log",
        badge="sampled",
        x=Axis(label="weights of the net", log=True),
        y=Axis(log=True, range=(-1.0, 7.0)),
        layers=(differences, curve("measured", "slot2", measured), curve("counted", "slot1", counted)),
    )
    ends = {"counted": counted, "measured": measured}
    numbers = {f"{name}_low": float(cost.min()) if len(cost) else None for name, cost in ends.items()}
    numbers |= {f"{name}_high": float(cost.max()) if len(cost) else None for name, cost in ends.items()}
    return plot, {**numbers, "most_weights": int(weights.max()) if len(weights) else None}
