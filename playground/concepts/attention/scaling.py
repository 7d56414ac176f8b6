"""The view on scaling: the entropy of random scores with and without the root of d, against the size of keys."""

from __future__ import annotations

import math
from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.attention import Params
from playground.concepts.attention.state import Draws, State
from playground.engine.kit import attention as at
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Level, Role

QUERIES = 16  # in one draw
_LARGEST = 10  # log2 of the largest key size


@lru_cache(maxsize=32)
def sizes(chosen: int) -> tuple[int, ...]:
    """The key sizes that are measured: powers of two, and the chosen one."""
    return tuple(sorted({*(2**power for power in range(_LARGEST + 1)), chosen}))


def nothing_drawn(params: Params, ctx: Ctx) -> Draws:
    """Before the first draw."""
    many = len(sizes(params.size)) if params.mode == "scaling" else 0
    zeros = torch.zeros(4, many, dtype=ctx.dtype, device=ctx.device)
    rows = torch.zeros(2, params.keys if many else 0, dtype=ctx.dtype, device=ctx.device)
    return Draws(0, zeros, zeros, rows)


def draw(params: Params, before: Draws, ctx: Ctx) -> Draws:
    """Queries and keys of independent normal entries at every size, and what softmax makes of their products."""
    found, rows = [], before.rows
    for size in sizes(params.size):
        Q, K = ctx.randn(QUERIES, size), ctx.randn(params.keys, size)
        products = Q @ K.T
        weights = at.softmax(torch.stack([products, products * at.scale_of(size)]))
        found.append(torch.cat([at.entropy(weights).mean(1), at.jacobian_norm(weights).mean(1)]))
        if size == params.size:
            rows = weights[:, 0].contiguous()
    now = torch.stack(found, 1)
    return Draws(before.taken + 1, before.total + now, before.square + now.square(), rows)


def entropies(params: Params, draws: Draws) -> tuple[float, float]:
    """Mean entropy at the chosen size, unscaled and scaled."""
    place = sizes(params.size).index(params.size)
    unscaled, scaled = (draws.total[:2, place] / draws.taken).tolist()
    return unscaled, scaled


def scaling(params: Params, state: State) -> Drawn:
    """Entropy and slope against the size of keys, and one row of weights of each kind."""
    draws, here = state.draws, sizes(params.size)
    mean = draws.total / draws.taken
    error = 2.0 * (draws.square / draws.taken - mean.square()).clamp_min(0.0).sqrt() / math.sqrt(draws.taken)
    across, most = torch.tensor(here, dtype=mean.dtype).log10(), math.log(params.keys)
    names = ("entropy_unscaled", "entropy_scaled", "jacobian_unscaled", "jacobian_scaled")
    numbers = dict(zip(names, mean[:, here.index(params.size)].tolist(), strict=True))
    numbers |= {"draws": draws.taken, "max_entropy": most}
    numbers |= dict(zip(("largest_unscaled", "largest_scaled"), draws.rows.amax(1).tolist(), strict=True))

    def curve(row: int, role: Role, text: str = "", outcome: bool = False) -> Curve:
        return Curve(
            name=names[row].split("_")[1],
            role=role,
            x=across,
            y=mean[row],
            low=mean[row] - error[row],
            high=mean[row] + error[row],
            text=text,
            markers=True,
            outcome=outcome,
        )

    size = Axis(label="key size d", log=True, range=(0.0, 3.6))
    entropy = Plot(
        name="entropy",
        title="Entropy of the weights",
        badge="sampled",
        unit="in nats, over {keys} keys, {draws} draws",
        main=True,
        x=size,
        y=Axis(zero=True),
        layers=(
            Level(name="most", role="muted", value=most, text="all alike: log n = {value:3}"),
            Level(name="here", role="muted", value=math.log10(params.size), across="vertical", text="d = {size}"),
            # Normal scores of variance 1: log n - 1/2 up to terms of order 1/n.
            Curve(name="law", role="theory", x=across, y=torch.full_like(across, most - 0.5), text="log n − ½"),
            curve(0, "slot2", "q·k", outcome=True),
            curve(1, "slot1", "q·k/√d", outcome=True),
        ),
    )
    slopes = Plot(
        name="jacobian",
        title="Slope of the softmax",
        badge="sampled",
        unit="norm of its Jacobian",
        x=size,
        y=Axis(zero=True),
        layers=(curve(2, "slot2"), curve(3, "slot1")),
    )
    rows = _row("unscaled", "q·k", "slot2", draws.rows[0]), _row("scaled", "q·k/√d", "slot1", draws.rows[1])
    return Drawn(Figure(plots=(entropy, *rows, slopes), hint="Press space to draw"), numbers)


def _row(how: str, words: str, role: Role, weights: Tensor) -> Plot:
    bars = Bars(name="row", role=role, heights=weights, outcome=True)
    return Plot(
        name=f"row_{how}",
        title=f"One row of softmax({words})",
        badge="sampled",
        unit=f"largest {{largest_{how}:3}}",
        x=Axis(label="key", whole=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(bars,),
    )
