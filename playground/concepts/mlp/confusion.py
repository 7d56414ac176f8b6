"""The view of the confusion matrix: true classes against decisions, and how sure the net is of each point."""

from __future__ import annotations

import math

import numpy as np
import torch

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.evaluating import Whole, decisions, evaluate, probabilities
from playground.concepts.mlp.lines import fine
from playground.concepts.mlp.net import HINT
from playground.concepts.mlp.state import State
from playground.engine.kit.arrays import Floats
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Plot
from playground.figures.layers import Image, Points, Text

_LINE = np.array([[1.0, 0.0], [0.0, 0.0]])  # the corners of two probabilities
_TRIANGLE = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, math.sqrt(0.75)]])  # of three


def observe(params: Params, data: Data, state: State, output: Plot) -> Drawn:
    """The matrix, the plane, and the probabilities as places."""
    K = max(data.classes, 1)
    counts, places = np.zeros((K, K), dtype=np.int64), np.zeros((0, 2))
    if data.classes and len(data.y):
        out = evaluate(params, state, state.Z.numpy())[1].out
        np.add.at(counts, (data.y.numpy().astype(int), decisions(data, out)), 1)
        places = _placed(probabilities(data, out, params.temperature))
    plots = (_matrix(data, counts), output, _simplex(data, places))
    return Drawn(Figure(plots=plots, hint=HINT), {"confusion_flat": counts.ravel()})


def _matrix(data: Data, counts: Whole) -> Plot:
    """The counts (K, K), each shaded by its share of the true class."""
    K, names = len(counts), data.names
    z = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
    rows, columns = np.divmod(np.arange(K * K), K)
    return Plot(
        name="confusion",
        badge="exact",
        title="Confusion matrix",
        unit="rows are the true classes, columns the decisions, over all points",
        main=True,
        layers=(
            Image(name="shares", z=z, levels=(0.0, 1.18), gaps=True, outcome=True, row_words=names, column_words=names),
            Text(name="counts", xy=np.stack([columns, K - 1.0 - rows], axis=1), text="{confusion_flat}", outcome=True),
        ),
        empty=data.classes > 0,
        empty_text="Values have no classes",
    )


def _simplex(data: Data, places: Floats) -> Plot:
    """The probabilities of each point, in the triangle of the first three classes or on a line."""
    labels = data.y.to(torch.int32)[: len(places)]
    corners = _TRIANGLE if data.classes > 2 else _LINE
    return Plot(
        name="simplex",
        badge="exact",
        title="Probabilities",
        unit="a point in the corner of its class is sure of it",
        axes=False,
        layers=(
            fine(name="frame", role="muted", xy=np.concatenate([corners, corners[:1]])),
            Points(name="probabilities", role="class", xy=places, labels=labels, size=0.6, outcome=True, symbol="p"),
        ),
    )


def _placed(likely: Floats) -> Floats:
    """Probabilities of two classes on a line, of three in a triangle; of more the first three, made to sum to 1."""
    if likely.shape[1] == 2:
        return np.stack([likely[:, 0], np.zeros(len(likely))], axis=1)
    first = likely[:, :3]
    found: Floats = first / np.maximum(first.sum(axis=1, keepdims=True), 1e-300) @ _TRIANGLE
    return found
