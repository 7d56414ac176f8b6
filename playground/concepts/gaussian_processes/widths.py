"""The view of random nets: their outputs become Gaussian with width, their kernels those of the recursion."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.gaussian_processes import Params
from playground.concepts.gaussian_processes.kernels import excess_kurtosis, nngp
from playground.concepts.gaussian_processes.state import Data, RandomNets, State
from playground.engine.kit.newest import Newest
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Image
from playground.figures.values import Range

WIDTHS = (2, 8, 32, 128)
HIDDEN = (16, 64, 256)  # widths of the deep nets
NETS = 400  # of each width, a step
_FOURTH = 6.0  # E φ⁴ / (E φ²)² of relu
_EDGES = torch.linspace(-4.0, 4.0, 65, dtype=torch.float64)
_FINE = torch.linspace(-4.0, 4.0, 161, dtype=torch.float64)
_ANGLES = torch.linspace(0.0, math.pi, 13, dtype=torch.float64)
INPUTS = math.sqrt(2) * torch.stack([_ANGLES.cos(), _ANGLES.sin()], 1)
HINT = "Play draws random nets: few units give spikes and heavy tails, many a Gaussian"


def no_nets() -> RandomNets:
    """None yet."""
    m, k = len(WIDTHS), len(INPUTS)
    bins = torch.zeros(m, len(_EDGES) - 1, dtype=torch.float64)
    kernels = torch.zeros(len(HIDDEN), k, k, dtype=torch.float64)
    return RandomNets(0, torch.zeros(2, m, dtype=torch.float64), bins, kernels, torch.zeros(len(HIDDEN)).double(), 0)


def recursion(depth: int) -> Tensor:
    """The kernels of the layers by the recursion, with weights of variance 2 and no bias."""
    return _KERNELS.of(INPUTS, depth, lambda: nngp(INPUTS, depth, 2.0, 0.0))


_KERNELS: Newest[Tensor] = Newest(4)


def net_kernel(depth: int, m: int, ctx: Ctx) -> Tensor:
    """The covariance of the output of one deep net over its last weights alone, (inputs, inputs)."""
    h = INPUTS
    for _ in range(depth):
        W = ctx.randn(h.shape[1], m).double() * math.sqrt(2.0 / h.shape[1])
        h = torch.relu(h @ W)
    return 2.0 * h @ h.T / m


def more_nets(params: Params, known: RandomNets, ctx: Ctx) -> RandomNets:
    """More shallow nets of every width, and one more deep net of each hidden width."""
    powers, counts = known.powers.clone(), known.counts.clone()
    for i, m in enumerate(WIDTHS):
        z = ctx.randn(2, NETS, m).double()
        f = (math.sqrt(2.0 / m) * (z[0] * torch.relu(z[1])).sum(1)).contiguous()
        powers[0, i] += f.square().sum()
        powers[1, i] += f.square().square().sum()
        counts[i] += torch.histogram(f, _EDGES)[0]
    target = recursion(params.depth)[-1]
    kernels, errors = known.kernels.clone(), known.errors.clone()
    for i, m in enumerate(HIDDEN):
        K = net_kernel(params.depth, m, ctx)
        kernels[i] += K
        errors[i] += (K - target).norm() / target.norm()
    return RandomNets(known.n + NETS, powers, counts, kernels, errors, known.deep + 1)


def widths(params: Params, data: Data, state: State) -> Drawn:
    """Outputs of one width, tails against width, kernels by recursion and by nets, and their distance."""
    known, m = state.nets, int(params.width)
    i = WIDTHS.index(m)
    n = max(known.n, 1)
    bin_width = float(_EDGES[1] - _EDGES[0])
    outputs = Plot(
        name="outputs",
        title="Output of random nets",
        unit="{width} hidden units, {nets} nets",
        badge="sampled",
        main=True,
        x=Axis(range=Range(-4.0, 4.0), label="output f"),
        y=Axis(zero=True),
        layers=(
            Bars(
                name="counts",
                role="slot1",
                heights=known.counts[i] / n / bin_width,
                edges=_EDGES,
                outcome=True,
                key="nets",
            ),
            Curve(
                name="gaussian",
                role="theory",
                x=_FINE,
                y=torch.exp(-0.5 * _FINE.square()) / math.sqrt(2 * math.pi),
                key="infinite width",
            ),
        ),
    )
    excess = n * known.powers[1] / known.powers[0].square().clamp_min(1e-300) - 3.0
    across = torch.tensor(WIDTHS, dtype=torch.float64).log10()
    theory = torch.tensor([excess_kurtosis(one, _FOURTH) for one in WIDTHS], dtype=torch.float64)
    seen = excess > 1e-3
    tails = Plot(
        name="tails",
        title="Excess kurtosis",
        unit="{excess} at {width} units; by theory {excess_theory}",
        badge="sampled",
        x=Axis(label="hidden units m", log=True),
        y=Axis(log=True),
        layers=(
            Curve(name="theory", role="theory", x=across, y=theory.log10(), symbol="κ", key="15/m"),
            Curve(name="seen", role="slot1", x=across[seen], y=excess[seen].log10(), markers=True, key="nets so far"),
        ),
    )
    layers = recursion(params.depth)
    target = layers[-1]
    one = known.kernels[-1] / max(known.deep, 1)
    extent = torch.tensor([0.0, 180.0, 0.0, 180.0])
    both = torch.where(torch.ones_like(target).triu() > 0, target, one if known.deep else target).flip(0)
    kernels = Plot(
        name="kernels",
        title="Kernels",
        unit="apart by {kernel_error}",
        badge="sampled",
        x=Axis(range=Range(0.0, 180.0), label="angle in degrees; recursion above, nets below"),
        y=Axis(range=Range(0.0, 180.0)),
        layers=(Image(name="kernel", z=both, levels=(0.0, 2.0), extent=extent, bar="covariance", symbol="K"),),
    )
    hidden = torch.tensor(HIDDEN, dtype=torch.float64).log10()
    errors = known.errors / max(known.deep, 1)
    slope = _slope(hidden, errors.clamp_min(1e-300).log10()) if known.deep else None
    apart = Plot(
        name="apart",
        title="One net from the recursion",
        unit="falls as m^{error_slope}",
        badge="sampled",
        x=Axis(label="units a layer m", log=True),
        y=Axis(log=True),
        layers=(
            Curve(
                name="half",
                role="theory",
                x=hidden,
                y=errors[:1].clamp_min(1e-3).log10() - 0.5 * (hidden - hidden[0]),
                key="1/√m",
            ),
            Curve(
                name="errors",
                role="slot2",
                x=hidden[: 3 if known.deep else 0],
                y=errors[: 3 if known.deep else 0].clamp_min(1e-3).log10(),
                markers=True,
                key="mean distance",
            ),
        ),
    )
    numbers: dict[str, Any] = {
        "nets": known.n,
        "excess_theory": float(theory[i]),
        "error_slope": slope,
        "units": m,
        "fourth": _FOURTH,
    }
    if known.n:
        numbers |= {
            "excess": float(excess[i]),
            "excess_times": float(excess[i]) * m,
            "kernel_error": float((one - target).norm() / target.norm()),
        }
    return Drawn(Figure(plots=(outputs, tails, kernels, apart), hint=HINT), numbers)


def _slope(x: Tensor, y: Tensor) -> float:
    centred = x - x.mean()
    return float((centred * y).sum() / centred.square().sum())
