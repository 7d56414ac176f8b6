"""What needs no training: the entropy of random scores with and without the root of d, and what an order changes."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.attention import Params, net
from playground.concepts.attention.signs import exact, head_name, power
from playground.concepts.attention.state import Draws, State, order_of, shown
from playground.concepts.attention.tasks import Probe, shape_of
from playground.engine.kit import attention as at
from playground.engine.run.context import Ctx

QUERIES = 16  # in one draw
POSITIONS = 48  # of the picture of an encoding
LATER = 8  # the second place from which dot products are taken
_LARGEST = 10  # log2 of the largest key size


# ---- scaling


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


def scaling(params: Params, state: State) -> dict[str, Any]:
    """What the view on scaling shows."""
    draws, here = state.draws, sizes(params.size)
    mean = draws.total / draws.taken
    spread = (draws.square / draws.taken - mean.square()).clamp_min(0.0).sqrt()
    error = 2.0 * spread / math.sqrt(draws.taken)
    across = torch.tensor(here, dtype=mean.dtype).log10()
    place = here.index(params.size)
    most = math.log(params.keys)
    unscaled, scaled, jacobian_unscaled, jacobian_scaled = mean[:, place].tolist()
    found: dict[str, Any] = {
        "size_x": across,
        "size_here": math.log10(params.size),
        # Normal scores of variance 1: log n - 1/2 up to terms of order 1/n.
        "theory_scaled": torch.full_like(across, most - 0.5),
        "max_entropy": most,
        "draws": draws.taken,
        "entropy_unscaled": unscaled,
        "entropy_scaled": scaled,
        "jacobian_unscaled": jacobian_unscaled,
        "jacobian_scaled": jacobian_scaled,
        "largest_unscaled": float(draws.rows[0].max()),
        "largest_scaled": float(draws.rows[1].max()),
        "row_unscaled": draws.rows[0],
        "row_scaled": draws.rows[1],
    }
    for number, name in enumerate(("entropy_curve_unscaled", "entropy_curve_scaled", "jacobian_curve_unscaled",
                                   "jacobian_curve_scaled")):  # fmt: skip
        found |= {name: mean[number], f"{name}_low": mean[number] - error[number],
                  f"{name}_high": mean[number] + error[number]}  # fmt: skip
    return found


# ---- order


class Reordered(NamedTuple):
    """A layer before and after its tokens changed places.

    Attributes:
        before, after: what the layers did with the tokens as typed, and in the new order.
        change: for each token the largest difference in what comes out of it, (tokens,).
    """

    before: net.Pass
    after: net.Pass
    change: Tensor


def reordered(params: Params, asked: Probe, state: State) -> Reordered:
    """All layers on the tokens as typed and in their new order."""
    shape = shape_of(params)
    order = order_of(state, len(asked.asks))
    moved = asked.batch._replace(source=asked.batch.source[:, order])
    before, after = net.run(state.theta, shape, asked.batch), net.run(state.theta, shape, moved)
    change = torch.zeros(len(order), dtype=state.theta.dtype)
    change[order] = (after.stream[0] - before.stream[0][order]).abs().amax(1)
    return Reordered(before, after, change)


def order(params: Params, asked: Probe, state: State) -> dict[str, Any]:
    """The tokens as typed and in their new order, and what comes out of both."""
    shape = shape_of(params)
    found = reordered(params, asked, state)
    number, head = shown(params, state, len(shape.layers))
    n = len(asked.asks)
    order = order_of(state, n)
    places = torch.arange(n, dtype=state.theta.dtype)
    above = torch.stack([places, torch.ones_like(places)], 1)
    below = torch.stack([places, torch.zeros_like(places)], 1)
    words = [asked.asks[token] for token in order.tolist()]
    return encoding(params) | {
        "head_name": head_name("self", number, head),
        "typed": "\n".join(asked.asks),
        "reordered": "\n".join(words),
        "typed_xy": above,
        "reordered_xy": below,
        "reordered_ids": order,
        "moves": torch.cat([above[order], below], 1),
        "weights_typed": found.before.layers[number].weights[0, head],
        "weights_reordered": found.after.layers[number].weights[0, head],
        "change": found.change,
        # Rounding errors must not fill the plot.
        "change_y": torch.tensor([0.0, max(1.0, 1.1 * float(found.change.max()))], dtype=torch.float64),
        "shuffle_gap": float(found.change.max()),
        "masked_order": params.masked,
        "moved": bool((order != torch.arange(n)).any()),
        **exact(found.after.layers[number].weights),
    }


def encoding(params: Params) -> dict[str, Any]:
    """The encoding of the first positions, and its dot products against the distance.

    For a rotary encoding the rows are cosines and sines of what a key is turned by, and the product is that of a query
    and a key whose pairs are (1, 0), turned by their places.
    """
    features = params.key if params.encoding == "rotary" else params.width
    places = torch.arange(POSITIONS, dtype=torch.float64)
    if params.encoding == "none":
        rows = torch.zeros(POSITIONS, features, dtype=torch.float64)
    else:
        rows = at.sinusoidal(places, features)
    far = torch.arange(POSITIONS - LATER)
    first, later = rows[0] @ rows[far].T, rows[LATER] @ rows[LATER + far].T
    pairs = rows @ rows.T
    spread = max(float(torch.diagonal(pairs, -offset).sub(pairs[offset, 0]).abs().max()) for offset in far.tolist())
    return {
        "encoding": rows,
        "position_names": _every(8, POSITIONS),
        "feature_names": _every(8, features),
        "offsets": far.to(torch.float64),
        "dots_first": first,
        "dots_later": later,
        "offset_spread": spread,
        "spread_within": power(spread),
    }


def _every(stride: int, n: int) -> str:
    """The numbers from 0 at every so many lines, and empty lines between."""
    return "\n".join("" if number % stride else str(number) for number in range(n))
