"""Work longer than a frame: the output under many orders of the hidden units."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.evaluating import rules_of
from playground.concepts.mlp.grid import FINE, features_over
from playground.concepts.mlp.state import State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit.dense.layout import permuted, views
from playground.engine.kit.dense.passes import forward
from playground.engine.run.context import Ctx

ORDERS = 100


def permutations(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The largest change of any output over 100 random orders of the units of every hidden layer."""
    flat, normalised = state.theta[state.shown].numpy(), params.norm != "none"
    Z = features_over(params.features, data, FINE)
    layer_norm = rules_of(params)._replace(norm="layer" if normalised else "none")
    before = forward(views(flat, state.sizes, normalised), layer_norm, Z).out
    widest = 0.0
    for k in range(ORDERS):
        orders = [ctx.randperm(m).numpy() for m in state.sizes[1:-1]]
        other = views(permuted(flat, state.sizes, orders, normalised), state.sizes, normalised)
        widest = max(widest, float(np.abs(forward(other, layer_norm, Z).out - before).max()))
        yield Partial({"permutation_gap": widest}, (k + 1) / ORDERS, f"{k + 1} of {ORDERS}")


JOBS = {"permutations": permutations}
