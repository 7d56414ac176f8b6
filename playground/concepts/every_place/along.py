"""The view on WaveNet: the tree of a prediction, its derivative by every sample, and a wave that the net makes."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.every_place import Params, wavenet
from playground.concepts.every_place.state import State
from playground.concepts.every_place.wavenet import LENGTH, MADE, Stack
from playground.engine.kit.arrays import Floats
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Level, Lines, Points, Trace
from playground.figures.values import Range
from playground.texts.sums import total

_MADE: Newest[Tensor] = Newest()
_SLOPES: Newest[Tensor] = Newest()
_LATER, _EARLIER = 8, 3  # samples shown after the moment, and before the field


def along(params: Params, state: State) -> Drawn:
    """The four plots, and the numbers of WaveNet."""
    stack = wavenet.stack_of(params)
    t = state.moment
    slopes = _SLOPES.of(state.theta, (state.wave, t), lambda: wavenet.by_sample(state.theta, stack, state.wave, t))
    made = goes_on(params, state, stack)
    true = state.wave[LENGTH:]
    reached = slopes.nonzero()[:, 0]
    measured = int(reached[-1] - reached[0]) + 1 if len(reached) else 0
    low = max(0, t - stack.field - _EARLIER)
    plots = (
        _tree(stack, t, low),
        _derivative(slopes, t, low),
        _wave(state, made),
        _learning(),
    )
    numbers = {
        "field": stack.field,
        "reach_sum": total([(stack.width - 1) * d for d in stack.dilations], 0),
        "field_measured": measured,
        "field_gap": abs(stack.field - measured) if stack.whole(t, len(slopes)) else None,
        "future": float(slopes[t + 1 :].abs().max()),
        "error_made": float((made - true).square().mean().sqrt()),
        "moment": t,
    }
    hint = "Click a sample to ask after it, press space to train"
    return Drawn(Figure(plots=plots, wide=True, share=0.45, hint=hint), numbers)


def goes_on(params: Params, state: State, stack: Stack) -> Tensor:
    """How the net goes on with the wave on screen, (MADE,)."""
    noise = torch.randn(MADE, generator=torch.Generator().manual_seed(0), dtype=torch.float64) * params.spread

    def make() -> Tensor:
        return wavenet.made(state.theta, stack, state.wave[:LENGTH], MADE, noise.tolist())

    return _MADE.of(state.theta, (state.wave, params.spread), make)


def ways(stack: Stack, t: int) -> tuple[Floats, Floats]:
    """The nodes that a prediction reaches, (n, 2), and the edges between them, (m, 4): sample and layer each."""
    nodes, edges, here = [(t, len(stack.dilations))], list[tuple[int, int, int, int]](), {t}
    for k in range(len(stack.dilations), 0, -1):
        d, below = stack.dilations[k - 1], set[int]()
        for at in sorted(here):
            for tap in range(stack.width):
                source = at - (stack.width - 1 - tap) * d + stack.ahead(d)
                edges.append((source, k - 1, at, k))
                below.add(source)
        nodes += [(at, k - 1) for at in sorted(below)]
        here = below
    return np.array(nodes, dtype=np.float64), np.array(edges, dtype=np.float64)


def _tree(stack: Stack, t: int, low: int) -> Plot:
    """Every unit round the moment, and the ways that lead to the prediction after it."""
    L, high = len(stack.dilations), t + 1 + _LATER + (0 if stack.causal else sum(stack.dilations) * (stack.width - 1))
    nodes, edges = ways(stack, t)
    every = np.stack(np.meshgrid(np.arange(low, high), np.arange(L + 1)), 2).reshape(-1, 2).astype(np.float64)
    ahead = edges[:, 0] > t
    return Plot(
        name="tree",
        title="What the prediction after sample {moment} hangs on",
        unit="{field} samples through {layers} layers",
        main=True,
        badge="exact",
        x=Axis(label="sample", range=Range(low - 1.0, float(high)), whole=True),
        y=Axis(range=Range(-0.5, L + 1.2), whole=True),
        layers=(
            Points(name="units", role="grid", xy=every, size=0.55),
            Lines(name="edges", role="hero", xy=edges[~ahead], dash="solid", halo=False, found=False, symbol="w"),
            Lines(name="looking ahead", role="negative", xy=edges[ahead], dash="solid", halo=False, found=False),
            Points(name="reached", role="hero", xy=nodes, size=0.8, outcome=True),
            Points(
                name="asked", role="now", xy=np.array([[float(t), float(L)]]), size=1.3, text="predicts sample {next}"
            ),
        ),
        mouse=(
            Mouse(on="click", target="units", kind="ask", take={"x": "x"}, label="ask after this sample"),
            Mouse(on="click", target="reached", kind="ask", take={"x": "x"}, label="ask after this sample"),
        ),
    )


def _derivative(slopes: Tensor, t: int, low: int) -> Plot:
    """The derivative of the prediction by every sample."""
    high = min(len(slopes), t + 1 + 4 * _LATER)
    x = np.arange(low, high)
    return Plot(
        name="derivative",
        title="Its derivative by each sample",
        unit="after sample {moment} at most {future}",
        badge="exact",
        x=Axis(label="sample", range=Range(low - 1.0, float(high)), whole=True),
        y=Axis(zero=True),
        layers=(
            Bars(
                name="slopes",
                heights=slopes.numpy()[low:high].astype(np.float64),
                edges=np.append(x - 0.5, x[-1] + 0.5),
                outcome=True,
                symbol="x",
            ),
            Level(name="now", role="now", value=t + 0.5, across="vertical", text="now"),
        ),
    )


def _wave(state: State, made: Tensor) -> Plot:
    """The end of what is given, what the net makes of it, and how it does go on."""
    start = LENGTH - 32
    before, after = np.arange(start, LENGTH), np.arange(LENGTH - 1, LENGTH + MADE)
    joined = torch.cat([state.wave[LENGTH - 1 : LENGTH], made]).numpy().astype(np.float64)
    true = state.wave.numpy().astype(np.float64)
    return Plot(
        name="wave",
        title="A wave it makes",
        unit="from its own samples; {error_made} from the true one",
        badge="exact",
        x=Axis(label="sample", whole=True),
        y=Axis(range=(-1.6, 1.6)),
        layers=(
            Curve(name="true", role="ghost", x=after, y=true[LENGTH - 1 :], text="true"),
            Curve(name="given", role="muted", x=before, y=true[start:LENGTH]),
            Curve(name="made", role="hero", x=after, y=np.clip(joined, -1.6, 1.6), text="made"),
        ),
    )


def _learning() -> Plot:
    return Plot(
        name="learning",
        title="Squared error of the next sample",
        unit="{loss} after {updates} updates",
        badge="sampled",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(log=True),
        layers=(Trace(name="loss", series="loss", against="updates", log=True, outcome=True),),
    )
