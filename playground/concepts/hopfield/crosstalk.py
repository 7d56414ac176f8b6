"""The view on cross-talk: why some bits of a memory are unstable, and how many by theory."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.naming import BARS
from playground.concepts.hopfield.net import Net, overlaps, products, wanted
from playground.concepts.hopfield.state import State
from playground.engine.kit.brush import outlines
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Image, Level, Lines, Text

BINS = 36
_LEAST_SPAN = 1.4


def aligned_crosstalk(net: Net, x: Tensor) -> Tensor:
    """x_i (C_i - b) of memories x, shape (..., d), C summed over j != i: aligned fields without the signal 1 - 1/d.

    With zero diagonal H_i = (1 - 1/d) x_i + C_i - b, so the bit is unstable if x_i (C_i - b) < -(1 - 1/d), or at a tie
    where x_i = -1. For other rules than Hebb's the same difference tells how far the field is from the signal alone.
    """
    return x * (products(net, x, overlaps(net, x)) - net.bars) / net.unit - signal(net)


def signal(net: Net) -> float:
    """The aligned field of a memory that is stored alone: 1 - 1/d, for the dense network 1."""
    return 1.0 if net.dense else 1 - 1 / net.d


def crosstalk(params: Params, data: Data, state: State) -> Drawn:
    """The histogram of one memory's cross-talk, its unstable bits, and those of the others."""
    net, k = state.net, max(0, state.target)
    x = net.right[: net.n][k : k + 1]  # no row where there is no memory
    values = aligned_crosstalk(net, x)
    unstable = wanted(net, products(net, x, overlaps(net, x))) != (x > 0)
    largest = float(values.abs().max()) if net.n else None
    span = max(_LEAST_SPAN, 1.02 * (largest or 0.0))
    edges = torch.linspace(-span, span, BINS + 1, dtype=torch.float64)
    numbers = {
        "chosen_unstable": int(torch.count_nonzero(unstable)),
        "edge": -signal(net) if net.n else -1.0,
        "largest_crosstalk": largest,
    }
    bits = _crosstalk(params, state, values, unstable, edges)
    plots = bits, _memory(data, x, unstable), _unstable(data, net, params.rule)
    return Drawn(Figure(plots=plots, hint="Click a memory in the recall view"), numbers)


def _crosstalk(params: Params, state: State, values: Tensor, unstable: Tensor, edges: Tensor) -> Plot:
    net, b = state.net, params.threshold
    named, width = "x (C − b)" if b else "x C", float(edges[1] - edges[0])
    middle = torch.linspace(float(edges[0]), float(edges[-1]), 241, dtype=torch.float64)
    return Plot(
        name="crosstalk",
        title="Cross-talk in {target_name}",
        unit=f"share of its bits; {named} < {{edge:3}} turns a bit over",
        main=True,
        x=Axis(label=f"{named}, cross-talk along the bit" + (" with the threshold" if params.threshold else "")),
        y=Axis(zero=True),
        badge="exact",
        layers=(
            Bars(
                name="bits",
                role="muted",
                heights=_counts(values, edges) / net.d,
                edges=edges,
                symbol="C",
                key="its bits",
            ),
            Bars(
                name="unstable",
                role="slot2",
                heights=_counts(values[unstable], edges) / net.d,
                edges=edges,
                outcome=True,
                key="unstable bits",
            ),
            Curve(
                name="theory",
                role="theory",
                x=middle,
                y=(_bell(middle - b, state.load, net.d) + _bell(middle + b, state.load, net.d)) / 2 * width,
                show=params.rule == "hebb" and net.n > 0,
                key="theory, random memories",
            ),
            Level(name="edge", role="theory", value="edge", across="vertical", text="unstable below {edge:3}"),
            Text(name="count", text="{chosen_unstable} of {units} bits unstable", anchor="top right", outcome=True),
        ),
    )


def _counts(values: Tensor, edges: Tensor) -> Tensor:
    """How many lie between the edges; a value on an edge belongs to the bin to its right."""
    place = (torch.bucketize(values.ravel(), edges, right=True) - 1).clamp(0, BINS - 1)
    return torch.bincount(place, minlength=BINS).double()


def _bell(x: Tensor, load: float, d: int) -> Tensor:
    """The density of Gaussian cross-talk of variance n/d, less what a memory itself takes."""
    load = max(load, 1e-6)
    spread = math.sqrt(load - 1 / d if load > 1 / d else load)
    return torch.exp(-(x**2) / (2 * spread**2)) / (spread * math.sqrt(2 * math.pi))


def _memory(data: Data, x: Tensor, unstable: Tensor) -> Plot:
    rows, columns = data.rows, data.columns
    bad = unstable.any(0).nonzero()[:, 0].numpy()
    return Plot(
        name="memory",
        title="Memory {target_name}",
        unit="unstable bits outlined",
        plane=True,
        axes=False,
        badge="exact",
        layers=(
            Image(name="memory", z=(x > 0).any(0).reshape(rows, columns).int(), color_map="binary", gaps=True),
            Lines(name="unstable", role="slot2", xy=outlines(bad, rows, columns), dash="solid", outcome=True),
        ),
    )


def _unstable(data: Data, net: Net, rule: str) -> Plot:
    counts, names = net.unstable[:BARS], list(data.names[:BARS])
    if not names:
        counts, names = torch.zeros(1, dtype=torch.int64), ["none"]
    bars = Bars(
        name="unstable", role="slot2", heights=counts, words=names, across="horizontal", text="{heights}", outcome=True
    )
    return Plot(
        name="unstable",
        title="Unstable bits",
        unit="{measured_bit_error:4} of all" + (", theory {predicted_error:4}" if rule == "hebb" else ""),
        x=Axis(zero=True, whole=True),
        badge="exact",
        layers=(bars,),
    )
