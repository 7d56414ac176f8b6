"""The typed features: formulas of the inputs, parted by commas, as columns of numbers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp.data import Data
from playground.engine.errors import BadInput
from playground.engine.kit.dense.activations import sigmoid
from playground.engine.kit.dense.layout import Floats
from playground.engine.kit.dense.passes import with_ones
from playground.engine.kit.formula import Node, parse

MOST = 12  # features
LARGEST = 1e6
_FUNCTIONS = {
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "tanh": np.tanh,
    "sinh": np.sinh, "cosh": np.cosh, "atan": np.arctan, "abs": np.abs, "sigmoid": sigmoid,
}  # fmt: skip
_SIGNS = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "^": np.power}


@lru_cache(maxsize=64)
def parsed(text: str, dimension: int) -> tuple[tuple[str, Node], ...]:
    """Each feature with its tree; with one input those that use y are left out.

    Raises:
        BadInput: one cannot be read, there are too many, or none is left.
    """
    words = [part.strip() for part in text.split(",")]
    trees = [(word, _tree(word)) for word in words]
    kept = tuple((word, tree) for word, tree in trees if dimension == 2 or not _uses(tree, "y"))
    if not kept:
        raise BadInput(f"features is {text!r}, with one input a formula of x is needed", "features")
    if len(kept) > MOST:
        raise BadInput(f"features has {len(kept)} formulas, allowed are {MOST}", "features")
    return kept


def _tree(word: str) -> Node:
    try:
        return parse(word)
    except BadInput as error:
        raise BadInput(f"features: {error}", "features") from None


def _uses(tree: Node, name: str) -> bool:
    return tree[0] == name or any(isinstance(part, tuple) and _uses(part, name) for part in tree[1:])


def named(text: str, data: Data) -> list[str]:
    """What the features are called; x and y by the names of the inputs."""
    own = dict(zip(("x", "y"), data.inputs, strict=False))
    return [own.get(word, word) for word, _ in parsed(text, data.dimension)]


def columns(text: str, X: Floats) -> Floats:
    """The features of points (n, d) with a last column of ones, (n, F + 1).

    Raises:
        BadInput: a feature has no value at a point.
    """
    x, y = X[:, 0], X[:, -1]
    with np.errstate(all="ignore"):
        found = [np.broadcast_to(_value(tree, x, y), len(X)) for _, tree in parsed(text, X.shape[1])]
    table = np.stack(found, axis=1).astype(np.float64)
    wrong = ~(np.abs(table) <= LARGEST)
    if wrong.any():
        row, column = np.argwhere(wrong)[0].tolist()
        word = parsed(text, X.shape[1])[column][0]
        place = ", ".join(f"{value:.2f}" for value in X[row])
        raise BadInput(f"features: {word} has no value at ({place}), or one above {LARGEST:g}", "features")
    return with_ones(table)


def inputs_of(text: str, data: Data) -> Tensor:
    """The features of all points, with a last column of ones."""
    return torch.from_numpy(np.ascontiguousarray(columns(text, data.X.numpy())))


def jacobian(text: str, X: Floats) -> Floats:
    """The derivative of each feature by each input, (n, F, d), by central differences."""
    h = 1e-5
    shifts = np.eye(X.shape[1]) * h
    both = [(columns(text, X + shift) - columns(text, X - shift))[:, :-1] / (2 * h) for shift in shifts]
    return np.stack(both, axis=2)


def _value(tree: Node, x: Floats, y: Floats) -> Floats:
    kind, *rest = tree
    match kind:
        case "number":
            return np.asarray(rest[0], dtype=np.float64)
        case "x":
            return x
        case "y":
            return y
        case "minus":
            return -_value(rest[0], x, y)
        case "call":
            found: Floats = _FUNCTIONS[rest[0]](_value(rest[1], x, y))
            return found
    joined: Floats = _SIGNS[kind](_value(rest[0], x, y), _value(rest[1], x, y))
    return joined
