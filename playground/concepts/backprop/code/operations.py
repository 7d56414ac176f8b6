"""The operations of a graph as code: those that occur in it, their values and their pulls."""

from __future__ import annotations

from playground.concepts.backprop.graph import Graph
from playground.engine.declarations.code import CodeText

_ABOVE = "import numpy as np\n\n\n"
_SIGMOID = "1 / (1 + np.exp(-{0}))"
_LARGER = "0.5 * (1 + np.sign(a[0] - a[1]))"
# Of each operation: its value, and its local derivatives by its arguments.
_SCALAR: dict[str, tuple[str, str]] = {
    "add": ("a[0] + a[1]", "[1, 1]"),
    "sub": ("a[0] - a[1]", "[1, -1]"),
    "mul": ("a[0] * a[1]", "[a[1], a[0]]"),
    "div": ("a[0] / a[1]", "[1 / a[1], -out / a[1]]"),
    "pow": ("a[0] ** a[1]", "[a[1] * a[0] ** (a[1] - 1), out * np.log(a[0])]"),
    "max": ("np.maximum(a[0], a[1])", f"[{_LARGER}, 1 - {_LARGER}]"),
    "min": ("np.minimum(a[0], a[1])", f"[1 - {_LARGER}, {_LARGER}]"),
    "neg": ("-a[0]", "[-1]"),
    "square": ("a[0] * a[0]", "[2 * a[0]]"),
    "plus": ("a[0] + c", "[1]"),
    "from": ("c - a[0]", "[-1]"),
    "times": ("c * a[0]", "[c]"),
    "over": ("c / a[0]", "[-out / a[0]]"),
    "to": ("a[0] ** c", "[c * a[0] ** (c - 1)]"),
    "base": ("c ** a[0]", "[out * np.log(c)]"),
    "linear": ("a[0]", "[1]"),
    "relu": ("np.maximum(a[0], 0)", "[(a[0] > 0) * 1.0]"),
    "leaky_relu": ("np.where(a[0] > 0, a[0], 0.01 * a[0])", "[np.where(a[0] > 0, 1.0, 0.01)]"),
    "abs": ("np.abs(a[0])", "[np.sign(a[0])]"),
    "tanh": ("np.tanh(a[0])", "[1 - out * out]"),
    "sigmoid": (_SIGMOID.format("a[0]"), "[out * (1 - out)]"),
    "softplus": ("np.logaddexp(a[0], 0)", f"[{_SIGMOID.format('a[0]')}]"),
    "sin": ("np.sin(a[0])", "[np.cos(a[0])]"),
    "cos": ("np.cos(a[0])", "[-np.sin(a[0])]"),
    "tan": ("np.tan(a[0])", "[1 + out * out]"),
    "exp": ("np.exp(a[0])", "[out]"),
    "log": ("np.log(a[0])", "[1 / a[0]]"),
    "sqrt": ("np.sqrt(a[0])", "[0.5 / out]"),
    "sinh": ("np.sinh(a[0])", "[np.cosh(a[0])]"),
    "cosh": ("np.cosh(a[0])", "[np.sinh(a[0])]"),
    "atan": ("np.arctan(a[0])", "[1 / (1 + a[0] * a[0])]"),
    "dot": (
        "sum((w * x for w, x in zip(a[0:-1:2], a[1:-1:2])), a[-1])",
        "[p for w, x in zip(a[0:-1:2], a[1:-1:2]) for p in (x, w)] + [1]",
    ),
    "halves": (
        "sum((o - y) ** 2 for o, y in zip(a[: len(a) // 2], a[len(a) // 2 :])) / 2",
        "[s * (o - y) for s in (1, -1) for o, y in zip(a[: len(a) // 2], a[len(a) // 2 :])]",
    ),
}
_SHARES = "np.exp(a[0] - np.logaddexp.reduce(a[0]))"
# Of vectors: the value, and what the arguments get of delta.
_VECTOR: dict[str, tuple[str, str]] = {
    "affine": ("a[1] @ a[0] + a[2]", "[a[1].T @ delta, np.outer(delta, a[0]), delta]"),
    "half_mse": ("0.5 * ((a[0] - a[1]) ** 2).sum()", "[(a[0] - a[1]) * delta, (a[1] - a[0]) * delta]"),
    "mse": (
        "((a[0] - a[1]) ** 2).mean()",
        "[2 * (a[0] - a[1]) / len(a[1]) * delta, 2 * (a[1] - a[0]) / len(a[1]) * delta]",
    ),
    "bce_with_logits": (
        "(np.logaddexp(0, a[0]) - a[1] * a[0]).sum()",
        f"[({_SIGMOID.format('a[0]')} - a[1]) * delta, -a[0] * delta]",
    ),
    "softmax_cross_entropy": (
        "(a[1] * (np.logaddexp.reduce(a[0]) - a[0])).sum()",
        f"[({_SHARES} * a[1].sum() - a[1]) * delta, (np.logaddexp.reduce(a[0]) - a[0]) * delta]",
    ),
}


def value_text(graph: Graph) -> CodeText:
    """What each operation of a graph gives."""
    lines = [f'    if op == "{op}":\n        return {_of(op)[0]}\n' for op in _used(graph)]
    return CodeText(f"{_ABOVE}def value(op, a, c):\n{''.join(lines)}", "of an operation")


def pull_text(graph: Graph) -> CodeText:
    """What the arguments of each operation of a graph get of its delta."""
    lines = [f'    if op == "{op}":\n        return {_pulled(op)}\n' for op in _used(graph)]
    return CodeText(f"{_ABOVE}def pull(op, a, out, delta, c):\n{''.join(lines)}", "slopes times δ")


def _of(op: str) -> tuple[str, str]:
    return _VECTOR[op] if op in _VECTOR else _SCALAR[op]


def _pulled(op: str) -> str:
    return _VECTOR[op][1] if op in _VECTOR else f"[slope * delta for slope in {_SCALAR[op][1]}]"


def _used(graph: Graph) -> list[str]:
    return sorted({graph.nodes[k].op for k in graph.order})
