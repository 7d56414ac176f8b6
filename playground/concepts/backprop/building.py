"""Graphs of what is typed and of nets: by single units, or by layers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from playground.concepts.backprop import Params
from playground.concepts.backprop.graph import Graph, Node
from playground.concepts.backprop.ops import OPS
from playground.concepts.backprop.typed import read
from playground.concepts.backprop.words import constant_words, lowered, raised
from playground.engine.errors import BadInput
from playground.engine.kit.formula import Node as Tree
from playground.engine.kit.formula import variables
from playground.engine.kit.formula_maths import evaluate

MOST_NODES = 48
_SIGNS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "^": "pow"}
_WORDS = {
    "add": "{} + {}",
    "sub": "{} − {}",
    "mul": "{} · {}",
    "div": "{} / {}",
    "pow": "{} ^ {}",
    "max": "max({}, {})",
    "min": "min({}, {})",
    "neg": "−{}",
    "square": "{}²",
    "plus": "{} + {c}",
    "from": "{c} − {}",
    "times": "{c} {}",
    "over": "{c} / {}",
    "to": "{}^{c}",
    "base": "{c}^{}",
    "abs": "|{}|",
    "linear": "{}",
}
_BINARY = ("add", "sub", "mul", "div", "pow", "max", "min", "to", "base", "over", "from", "plus")


def graph_of(params: Params) -> Graph:
    """The graph that the parameters choose; of the histograms that of the expression."""
    widths = tuple(int(width) for width in params.widths)
    match params.mode:
        case "units":
            return units(widths, params.activation)
        case "layers":
            return layers(widths, params.activation, params.loss)
    return expression(params.expression)


# ---- expressions


@lru_cache(maxsize=64)
def expression(text: str) -> Graph:
    """The graph of a typed expression; what stands there twice is one node.

    Raises:
        BadInput: it cannot be read, has no variable, or too many nodes.
    """
    tree = read(text)
    names = variables(tree)
    nodes = [Node(name, "leaf", source="input") for name in names]
    known: dict[Tree, int] = {("name", name): k for k, name in enumerate(names)}
    _node(tree, nodes, known)
    if len(nodes) > MOST_NODES:
        raise BadInput(f"expression has {len(nodes)} nodes, allowed are {MOST_NODES}", "expression")
    labels: list[str] = []
    for node in nodes:
        count = sum(one.op != "leaf" for one in nodes[: len(labels)]) + 1
        labels.append(node.name if node.op == "leaf" else f"v{lowered(count)}")
    labels[-1] = "L" if "L" not in names else "f"
    found = []
    for node, name in zip(nodes, labels, strict=True):
        words = rule(node, [labels[arg] for arg in node.args]) if node.op != "leaf" else ""
        found.append(replace(node, name=name, words=words))
    return Graph(tuple(found))


def rule(node: Node, args: Sequence[str]) -> str:
    """What a node computes, with the names or numbers of its arguments."""
    if node.op in _BINARY or node.op in ("square", "times"):
        bare = node.op in ("add", "plus", "max", "min")
        bracketed = [f"({arg})" if arg.startswith("−") else arg for arg in args]
        args = [args[0], *bracketed[1:]] if bare else bracketed
    template = _WORDS.get(node.op, OPS[node.op].words + "({})")
    words = template.replace("{c}", constant_words(node.constant)).format(*args)
    return words.replace("+ −", "− ").replace("− −", "+ ")


def _node(tree: Tree, nodes: list[Node], known: dict[Tree, int]) -> int:
    """The row of what a tree computes, after all that it needs."""
    if tree in known:
        return known[tree]
    if not variables(tree):
        # Such as the 0 of max(x, 0); most operations take a number as their constant instead.
        nodes.append(Node(constant_words(_number(tree)), "leaf", constant=_number(tree), source="number"))
        known[tree] = len(nodes) - 1
        return known[tree]
    op, parts, constant = _op(tree)
    args = tuple(_node(part, nodes, known) for part in parts)
    nodes.append(Node("", op, args, constant))
    known[tree] = len(nodes) - 1
    return known[tree]


def _op(tree: Tree) -> tuple[str, list[Tree], float]:
    """An operation, its arguments, and the constant that it is applied with."""
    match tree:
        case ("minus", inner):
            return "neg", [inner], 0.0
        case ("call", name, *inner):
            return name, list(inner), 0.0
        case (sign, left, right):
            return _of_two(sign, left, right)
    raise AssertionError(tree)


def _of_two(sign: str, left: Any, right: Any) -> tuple[str, list[Tree], float]:
    if not variables(right):
        c = _number(right)
        if sign == "^" and c == 2.0:
            return "square", [left], c
        op = {"+": "plus", "-": "plus", "*": "times", "/": "times", "^": "to"}[sign]
        return op, [left], -c if sign == "-" else 1.0 / c if sign == "/" and c else c
    if not variables(left):
        return {"+": "plus", "-": "from", "*": "times", "/": "over", "^": "base"}[sign], [right], _number(left)
    return _SIGNS[sign], [left, right], 0.0


def _number(tree: Tree) -> float:
    return float(evaluate(tree, {}))


# ---- nets


@lru_cache(maxsize=64)
def units(widths: tuple[int, ...], activation: str) -> Graph:
    """A net by single units: weighted sums z, values h, and half the squared error; weights stand on the edges."""
    nodes = [Node(f"x{lowered(k + 1)}", "leaf", source="input") for k in range(widths[0])]
    below = list(range(widths[0]))
    hidden = widths[1:-1]
    for depth, (fan, width) in enumerate(pairwise(widths), 1):
        layer, mark = raised(depth) if len(hidden) > 1 else "", raised(depth)
        last = depth == len(widths) - 1
        sums = []
        for unit in range(width):
            weights = []
            for source in range(fan):
                index = lowered(unit + 1) + lowered(source + 1)
                weights.append(_leaf(nodes, f"w{mark}{index}", "weight"))
            bias = _leaf(nodes, f"b{mark}{lowered(unit + 1)}", "weight")
            args = tuple(row for pair in zip(weights, below, strict=True) for row in pair)
            name = f"o{lowered(unit + 1) if width > 1 else ''}" if last else f"z{layer}{lowered(unit + 1)}"
            nodes.append(Node(name, "dot", (*args, bias), words="Σ w h + b" if depth > 1 else "Σ w x + b"))
            sums.append(len(nodes) - 1)
        if not last:
            for unit, row in enumerate(sums):
                words = rule(Node("", activation), [nodes[row].name])
                nodes.append(Node(f"h{layer}{lowered(unit + 1)}", activation, (row,), words=words))
            sums = list(range(len(nodes) - width, len(nodes)))
        below = sums
    first = len(nodes)
    for unit in range(widths[-1]):
        nodes.append(Node(f"y{lowered(unit + 1) if widths[-1] > 1 else ''}", "leaf", source="target"))
    nodes.append(Node("L", "halves", (*below, *range(first, len(nodes))), words="½ Σ (o − y)²"))
    return Graph(tuple(nodes))


def _leaf(nodes: list[Node], name: str, source: str) -> int:
    nodes.append(Node(name, "leaf", shown=False, source=source))
    return len(nodes) - 1


@lru_cache(maxsize=64)
def layers(widths: tuple[int, ...], activation: str | tuple[str, ...], loss: str, samples: int = 0) -> Graph:
    """A net by layers: vectors (or batches of rows), matrices, and a loss.

    Args:
        widths: inputs, hidden units of each layer, outputs.
        activation: of all hidden layers, or of every layer.
        loss: one of `ops.LOSSES`.
        samples: rows of a batch; 0: one sample, as a vector.
    """
    depth = len(widths) - 1
    kinds = (*(activation,) * (depth - 1), "linear") if isinstance(activation, str) else activation
    rows = (samples,) if samples else ()
    # Each matrix comes before what it multiplies and the bias after: so they stand on both sides of it in the drawing.
    nodes: list[Node] = []
    pending = Node("x", "leaf", size=(*rows, widths[0]), source="input")
    for k, (fan, width) in enumerate(pairwise(widths), 1):
        mark = raised(k) if depth > 1 else ""
        nodes.append(Node(f"W{mark}", "leaf", size=(width, fan), source="weight"))
        nodes.append(pending)
        below = len(nodes) - 1
        nodes.append(Node(f"b{mark}", "leaf", size=(width,), source="weight"))
        size = (*rows, width)
        words = f"W{mark} {nodes[below].name} + b{mark}"
        plain = kinds[k - 1] == "linear"
        name = "o" if plain and k == depth else f"z{mark}"
        pending = Node(name, "affine", (below, below - 1, below + 1), size=size, words=words)
        if not plain:
            nodes.append(pending)
            words = rule(Node("", kinds[k - 1]), [name])
            name = "o" if k == depth else f"h{mark}"
            pending = Node(name, kinds[k - 1], (len(nodes) - 1,), size=size, words=words)
    nodes.append(pending)
    below = len(nodes) - 1
    nodes.append(Node("y", "leaf", size=(*rows, widths[-1]), source="target"))
    nodes.append(Node("L", loss, (below, len(nodes) - 1), float(samples), words=f"{OPS[loss].words} of o, y"))
    return Graph(tuple(nodes))
