"""The typed features: formulas of the inputs, parted by commas, as columns of numbers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp.data import Data
from playground.engine.errors import BadInput
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.passes import with_ones
from playground.engine.kit.formula import Node, parse, variables
from playground.engine.kit.formula_maths import derivative, evaluate

MOST = 12  # features
LARGEST = 1e6


@lru_cache(maxsize=64)
def parsed(text: str, dimension: int) -> tuple[tuple[str, Node], ...]:
    """Each feature with its tree; with one input those that use y are left out.

    Raises:
        BadInput: one cannot be read, there are too many, or none is left.
    """
    words = [part.strip() for part in text.split(",")]
    trees = [(word, parse(word, field="features")) for word in words]
    kept = tuple((word, tree) for word, tree in trees if dimension == 2 or "y" not in variables(tree))
    if not kept:
        raise BadInput(f"features is {text!r}, with one input a formula of x is needed", "features")
    if len(kept) > MOST:
        raise BadInput(f"features has {len(kept)} formulas, allowed are {MOST}", "features")
    return kept


def named(text: str, data: Data) -> list[str]:
    """What the features are called; x and y by the names of the inputs."""
    own = dict(zip(("x", "y"), data.inputs, strict=False))
    return [own.get(word, word) for word, _ in parsed(text, data.dimension)]


def columns(text: str, X: Floats) -> Floats:
    """The features of points (n, d) with a last column of ones, (n, F + 1).

    Raises:
        BadInput: a feature has no value at a point, or one above `LARGEST`.
    """
    table = _table([tree for _, tree in parsed(text, X.shape[1])], X)
    wrong = ~(np.abs(table) <= LARGEST)
    if wrong.any():
        row, column = np.argwhere(wrong)[0].tolist()
        word = parsed(text, X.shape[1])[column][0]
        place = ", ".join(f"{value:.2f}" for value in X[row])
        raise BadInput(f"features: {word} has no value at ({place}), or one above {LARGEST:g}", "features")
    return with_ones(table)


def anywhere(text: str, X: Floats) -> Floats:
    """The same for points that nobody chose: 0 where a feature has no value, and none above `LARGEST`."""
    table = _table([tree for _, tree in parsed(text, X.shape[1])], X)
    return with_ones(np.clip(np.nan_to_num(table, nan=0.0), -LARGEST, LARGEST))


def inputs_of(text: str, data: Data) -> Tensor:
    """The features of all points, with a last column of ones."""
    return torch.from_numpy(np.ascontiguousarray(columns(text, data.X.numpy())))


def jacobian(text: str, X: Floats) -> Floats:
    """The derivative of each feature by each input, (n, F, d); 0 where it has none."""
    d = X.shape[1]
    trees = [tree for _, tree in parsed(text, d)]
    slopes = [_table([derivative(tree, name) for tree in trees], X) for name in ("x", "y")[:d]]
    return np.nan_to_num(np.stack(slopes, axis=2), posinf=0.0, neginf=0.0)


def _table(trees: list[Node], X: Floats) -> Floats:
    """The values of formulas at points (n, d), a column each."""
    values = {"x": X[:, 0], "y": X[:, -1]}
    return np.stack([np.broadcast_to(evaluate(tree, values), len(X)) for tree in trees], axis=1)
