"""The view of a net of linear units: it is one matrix, and the narrowest layer limits its rank."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.evaluating import evaluate, silence
from playground.concepts.mlp.features import named
from playground.concepts.mlp.grid import COARSE, features_over
from playground.concepts.mlp.net import net
from playground.concepts.mlp.state import State
from playground.engine.frame import View
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import views
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Image, Slot, Text, Trace

MOST = 4
"""Singular values that are followed."""
Followed = tuple[float | None, float | None, float | None, float | None]
_NONE = 1e-9
"""A singular value below this share of the largest is 0."""


class Product(NamedTuple):
    """The one matrix that a net of linear units is: outputs = features W + b.

    Attributes:
        W: (features, outputs).
        b: (outputs,).
        values: the singular values of W, the largest first.
        rank: how many of them are not 0.
    """

    W: Floats
    b: Floats
    values: Floats
    rank: int


def product(params: Params, state: State) -> Product | None:
    """The product of all weights of the net on screen; None where a unit is not linear, or numbers are lost."""
    if params.activation != "linear" or params.norm != "none":
        return None
    layers = views(state.theta[state.shown].numpy(), state.sizes, False)
    alive = silence(state) or [np.ones(m) for m in state.sizes[1:-1]]
    W, b = np.eye(state.sizes[0]), np.zeros(state.sizes[0])
    for layer, kept in zip(layers, [*alive, np.ones(state.sizes[-1])], strict=True):
        W, b = W @ layer.W * kept, (b @ layer.W + layer.b[0]) * kept
    if not np.isfinite(W).all():
        return None
    values = np.linalg.svd(W, compute_uv=False)
    rank = int((values > _NONE * max(float(values[0]), 1e-300)).sum())
    return Product(W, b, np.asarray(values, dtype=np.float64), rank)


def followed(params: Params, state: State) -> Followed:
    """The first singular values of the product, none where there are fewer or the net is not linear."""
    found = product(params, state)
    values: list[float | None] = [] if found is None else found.values[:MOST].tolist()
    one, two, three, four = [*values, None, None, None, None][:MOST]
    return one, two, three, four


def observe(params: Params, data: Data, state: State, view: View) -> Drawn:
    """The singular values over the epochs, the matrix, and the net."""
    found = product(params, state)
    gap = None
    if found is not None:
        Z = features_over(params.features, data, COARSE)
        gap = float(np.abs(evaluate(params, state, Z)[1].out - Z[:, :-1] @ found.W - found.b).max())
    numbers = {
        "closure_gap": gap,
        "rank": found and found.rank,
        "narrowest": min(state.sizes),
    }
    plots = (_values(found), _matrix(params, data, state, found), net(params, data, state, view))
    return Drawn(Figure(plots=plots, hint="Press space to train"), numbers)


def _values(found: Product | None) -> Plot:
    trace = partial(Trace, against="epochs", outcome=True)
    roles: tuple[Slot, ...] = ("slot1", "slot2", "slot3", "slot4")
    return Plot(
        name="singular",
        badge="exact",
        title="Singular values of the one matrix",
        unit="rank {rank}, narrowest layer {narrowest}",
        main=True,
        x=Axis(label="epochs", whole=True, zero=True),
        y=Axis(zero=True),
        layers=tuple(
            trace(name=f"value {k}", role=role, series=f"singular_{k}", text=f"σ{'₁₂₃₄'[k - 1]}")
            for k, role in enumerate(roles, 1)
        ),
        empty=found is not None,
        empty_text="Choose linear units without normalisation",
    )


def _matrix(params: Params, data: Data, state: State, found: Product | None) -> Plot:
    """The product, features by outputs."""
    W = found.W if found is not None else np.zeros((state.sizes[0], state.sizes[-1]))
    outputs = list(data.names) if data.classes > 2 else ["output"]
    rows, columns = np.divmod(np.arange(W.size), W.shape[1])
    return Plot(
        name="matrix",
        badge="exact",
        title="The one matrix",
        unit="its outputs differ by {closure_gap}",
        layers=(
            Image(
                name="matrix",
                z=-W,
                color_map="diverging",
                gaps=True,
                row_words=named(params.features, data),
                column_words=outputs,
                symbol="W",
                outcome=True,
            ),
            Text(
                name="entries",
                words=[f"{value:.2f}".replace("-", "−") for value in W.ravel().tolist()],
                xy=np.stack([columns, W.shape[0] - 1.0 - rows], axis=1),
                outcome=True,
            ),
        ),
    )
