"""The state of a run: the nets, what their optimiser remembers, and what the user points at."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import REACH, Data
from playground.concepts.mlp.features import inputs_of, named
from playground.concepts.mlp.grid import FINE, features_over
from playground.engine.errors import BadInput
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import Sizes, length, views, whole
from playground.engine.kit.dense.starts import deviation
from playground.engine.kit.optimisers import Memory
from playground.engine.run.context import Ctx

KEPT = 256  # entries of a loss curve; then every second one goes
MOST_WEIGHTS = 400_000  # of all nets; at least one net is always allowed
SPREADS = {"small": 0.03, "large": 3.0}  # deviations of starts that do not depend on the widths
AWAKE = 0.15  # a singular value that is learnt
_BEYOND = 4  # steps of the even start on each side of the window
_SHARP = 0.5  # width of a step, in distances between steps


class Fan(NamedTuple):
    """The loss curves of all nets.

    Attributes:
        values: log10 of the losses, (S, KEPT); 0 where there is none yet.
        epochs: at which epoch each entry was made, (KEPT,); 0 where there is none yet.
        stride: steps from one entry to the next.
        seen: steps so far.
    """

    values: Tensor
    epochs: Tensor
    stride: int
    seen: int


class State(NamedTuple):
    """A run.

    Attributes:
        theta: flat weights of S nets, (S, N); see `engine.kit.dense.layout`.
        memory: what the optimiser remembers.
        means, variances: running statistics of batch normalisation, (S, hidden units).
        alive: 1 for each hidden unit, 0 where the user silenced it, (hidden units,).
        sizes: inputs of the net, units of each hidden layer, outputs.
        Z: what enters the net for every point, with a last column of ones, (n, inputs + 1).
        updates: weight changes so far.
        epochs: passes over the learnt points so far.
        fan: the loss curves.
        growth: sums for the correlation of |w| with the logarithm of the updates, (6,).
        woke: the epochs at which the singular values of a net of linear units first passed `AWAKE`, (4,); 0: not yet.
        shown: which net is on screen, from 0.
        chosen: the unit whose weights are laid out: hidden units and outputs counted in order.
    """

    theta: Tensor
    memory: Memory[Tensor]
    means: Tensor
    variances: Tensor
    alive: Tensor
    sizes: Sizes
    Z: Tensor
    updates: int
    epochs: int
    fan: Fan
    growth: Tensor
    woke: Tensor
    shown: int
    chosen: int

    @property
    def hidden(self) -> int:
        """The number of hidden units."""
        return sum(self.sizes[1:-1])


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """A run from the chosen start.

    Raises:
        BadInput: a width is no whole number, or a feature cannot be read.
    """
    features_over(params.features, data, FINE)  # what has no value somewhere in the window is refused here
    sizes = (len(named(params.features, data)), *whole(params.widths), data.outputs)
    normalised = params.norm != "none"
    N = length(sizes, normalised)
    if params.nets * N > MOST_WEIGHTS:
        most = max(1, MOST_WEIGHTS // N)
        raise BadInput(f"nets is {params.nets}, allowed of a net with {N:,} weights are 1 to {most}", "nets")
    theta = np.zeros((params.nets, N))
    for row in theta:
        _start(row, sizes, params, data, ctx)
    hidden = sum(sizes[1:-1])
    S = params.nets
    weights = torch.from_numpy(theta)
    return State(
        theta=weights,
        memory=optimisers.begin(weights),
        means=torch.zeros((S, hidden), dtype=torch.float64),
        variances=torch.ones((S, hidden), dtype=torch.float64),
        alive=torch.ones(hidden, dtype=torch.float64),
        sizes=sizes,
        Z=inputs_of(params.features, data),
        updates=0,
        epochs=0,
        fan=Fan(torch.zeros((S, KEPT), dtype=torch.float64), torch.zeros(KEPT, dtype=torch.int64), 1, 0),
        growth=torch.zeros(6, dtype=torch.float64),
        woke=torch.zeros(4, dtype=torch.int64),
        shown=0,
        chosen=hidden,
    )


def _start(theta: Floats, sizes: Sizes, params: Params, data: Data, ctx: Ctx) -> None:
    """Writes the start of one net: weights by the rule, biases 0, gains 1."""
    layers = views(theta, sizes, params.norm != "none")
    for layer in layers:
        n, m = layer.W.shape
        if params.init == "equal":
            layer.W[...] = 1.0 / n
        else:
            rule = "glorot" if params.init == "steps" else params.init
            spread = SPREADS.get(rule) or deviation(rule, n, m)
            layer.W[...] = spread * ctx.randn(n, m).numpy()
        if layer.gain is not None:
            layer.gain[...] = 1.0
    if params.init == "steps" and len(layers) > 1:
        _steps(theta, sizes, params, data)


def _steps(theta: Floats, sizes: Sizes, params: Params, data: Data) -> None:
    """A first layer of even steps; for one input and one hidden layer the steps add up to the curve.

    With sigmoids s of width h/2 at even places c_i the sum f(x_0) + sum_i (f(x_i) - f(x_i-1)) s((x - c_i) / width) is a
    smoothed f, and its error goes down with the distance h of the steps (Cybenko's theorem, made by hand). Two inputs
    get steps across, turned from unit to unit.
    """
    first = views(theta, sizes, params.norm != "none")[0]
    n, m = first.W.shape
    spacing = 2 * REACH / max(1, m - 2 * _BEYOND)
    centres = REACH * np.zeros(1) if m == 1 else (np.arange(m) - (m - 1) / 2) * spacing
    scale = 1.0 / (_SHARP * spacing)
    # tanh(z) = 2 sigmoid(2 z) - 1: half the slope gives the same step.
    half = 0.5 if params.activation == "tanh" else 1.0
    turn = np.pi * np.arange(m) / m
    first.W[...] = 0.0
    first.W[0] = half * scale * (np.ones(m) if data.dimension == 1 else np.cos(turn))
    if data.dimension == 2 and n > 1:
        first.W[1] = half * scale * np.sin(turn)
    first.b[...] = -half * scale * centres
    if data.dimension == 1 and len(sizes) == 3 and len(data.y):
        last = views(theta, sizes, params.norm != "none")[-1]
        edges = np.append(centres - spacing / 2, centres[-1] + spacing / 2)
        heights = curve_at(data, edges)
        rises = np.diff(heights)
        last.W[:, 0] = half * rises
        last.b[0, 0] = heights[0] + (0.5 * float(rises.sum()) if half < 1.0 else 0.0)


def curve_at(data: Data, x: Floats) -> Floats:
    """The points of a function joined by straight lines, and drawn on beyond both ends."""
    order = torch.argsort(data.X[:, 0])
    at, heights = data.X[order, 0].numpy(), data.y[order].numpy()
    inside: Floats = np.interp(x, at, heights)
    if len(at) < 2:
        return inside
    for end, before, outside in ((0, 1, x < at[0]), (-1, -2, x > at[-1])):
        run = at[end] - at[before]
        slope = (heights[end] - heights[before]) / run if run else 0.0
        inside = np.where(outside, heights[end] + slope * (x - at[end]), inside)
    return inside
