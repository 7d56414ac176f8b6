"""Longer work: the cost of both passes against the size of a net, and gradient checks of many random nets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from playground.concepts.backprop import Params
from playground.concepts.backprop.building import layers, units
from playground.concepts.backprop.checking import central, entries, relative
from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.ops import ACTIVATIONS, LOSSES, Floats
from playground.concepts.backprop.state import Data, State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx

WIDTHS = (8, 16, 32, 64, 128, 256, 512)
SAMPLES = 64
_TRIES = 7
NETS = 60
_KINK = 1e-3  # a net with a kink this near to its values is no test of differences


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
        forward, backward = (sum(graph.work(k)[way] for k in graph.order) for way in (0, 1))
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
    """The nets so far."""
    table = torch.tensor(rows, dtype=torch.float64).reshape(-1, 3)
    weights, counted, measured = table.unbind(1)
    arrays: dict[str, Any] = {
        "scale_x": weights.log10(),
        "scale_counted": counted.log10(),
        "scale_measured": measured.log10(),
        "scale_differences": (2 * weights).log10(),
        "counted_low": float(counted.min()) if rows else None,
        "counted_high": float(counted.max()) if rows else None,
        "measured_low": float(measured.min()) if rows else None,
        "measured_high": float(measured.max()) if rows else None,
        "most_weights": int(weights.max()) if rows else 0,
    }
    return Partial(arrays, done / len(WIDTHS), f"{done} of {len(WIDTHS)} nets")


def random_net(rng: np.random.Generator, number: int) -> tuple[Graph, Floats]:
    """A net of one to three hidden layers with random weights and data, by units or by layers; none near a kink."""
    activation, loss = ACTIVATIONS[number % len(ACTIVATIONS)], LOSSES[number % len(LOSSES)]
    while True:
        widths = tuple(int(n) for n in rng.integers(1, 5, size=int(rng.integers(2, 5))))
        graph = units(widths, activation) if number % 3 == 0 else layers(widths, activation, loss)
        leaves = {k: rng.normal(size=graph.nodes[k].size) for k in graph.leaves}
        if loss in LOSSES[2:] and number % 3:
            leaves = {
                k: np.abs(v) / np.abs(v).sum() if graph.nodes[k].source == "target" else v for k, v in leaves.items()
            }
        values = graph.forward(leaves)
        bends = [k for k in graph.order if graph.nodes[k].op in ("relu", "leaky_relu")]
        if all(np.abs(values[graph.nodes[k].args[0]]).min() > _KINK for k in bends):
            return graph, graph.packed(values)


def nets(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The largest error of the gradient check over random nets, at the step 1e-5."""
    rng = np.random.default_rng(ctx.seed)
    worst = 0.0
    for number in range(NETS):
        graph, flat = random_net(rng, number)
        gradient = graph.packed(graph.backward(graph.unpacked(flat)))
        places = entries(graph).places
        worst = max(worst, float(relative(central(graph, flat, places, 1e-5), gradient[list(places)]).max()))
        yield Partial({"nets_error": worst, "nets_checked": number + 1}, (number + 1) / NETS, f"{number + 1} of {NETS}")


JOBS = {"scaling": scaling, "nets": nets}
