"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from playground.texts.terms import Sides, Terms

_MOST = 120  # nodes
_SLOPE = 0.2

Near = list[list[int]]


def _near(terms: Terms) -> Near:
    """The neighbours of each node, from the list of edges."""
    found: Near = [[] for _ in range(terms.data.n)]
    for i, j in terms.data.edges.tolist():
        found[i].append(j)
        found[j].append(i)
    return found


def _matrix(terms: Terms) -> Any:
    """The GCN matrix (n, n), entry by entry."""
    near, c = _near(terms), terms.params.self_weight
    n = len(near)
    A = np.zeros((n, n))
    for i, row in enumerate(near):
        if len(row) + c > 0:
            A[i, i] = c / (len(row) + c)
        for j in row:
            A[i, j] = 1 / math.sqrt((len(row) + c) * (len(near[j]) + c))
    return A


def _parts(near: Near) -> list[list[int]]:
    """The nodes of each component, by search."""
    seen: set[int] = set()
    found = []
    for start in range(len(near)):
        if start in seen:
            continue
        part, waiting = [], [start]
        seen.add(start)
        while waiting:
            i = waiting.pop()
            part.append(i)
            fresh = [j for j in near[i] if j not in seen]
            seen.update(fresh)
            waiting += fresh
        found.append(part)
    return found


def _layer(terms: Terms, x: Sequence[float], i: int, near: Near) -> float:
    """What the layer gives for one node, by its formula."""
    row, params = near[i], terms.params
    match params.layer:
        case "gcn":
            c, d = params.self_weight, len(row)
            own = c / (d + c) * x[i] if d + c > 0 else 0.0
            return float(own + sum(x[j] / math.sqrt((d + c) * (len(near[j]) + c)) for j in row))
        case "mean":
            return float((x[i] + sum(x[j] for j in row)) / (len(row) + 1))
        case "sage":
            return float(x[i] / 2 + (sum(x[j] for j in row) / len(row) / 2 if row else 0.0))
        case "sage_max":
            return float(x[i] / 2 + (max(x[j] for j in row) / 2 if row else 0.0))
        case "gat":
            logits = [params.sharpness * (x[i] + x[j]) for j in [i, *row]]
            logits = [logit if logit > 0 else _SLOPE * logit for logit in logits]
            heat = [math.exp(logit - max(logits)) for logit in logits]
            return float(sum(h * x[j] for h, j in zip(heat, [i, *row], strict=True)) / sum(heat))
        case "gin":
            return float(x[i] + sum(x[j] for j in row))
    return float(x[i])


def _round(terms: Terms, x: Sequence[float], first: Sequence[float], near: Near) -> list[float]:
    """All values after a round and its remedy."""
    h = [_layer(terms, x, i, near) for i in range(len(near))]
    match terms.params.remedy:
        case "skip":
            return [(a + b) / 2 for a, b in zip(x, h, strict=True)]
        case "initial":
            return [0.9 * a + 0.1 * b for a, b in zip(h, first, strict=True)]
        case "pairnorm":
            mean = sum(h) / len(h)
            size = math.sqrt(sum((value - mean) ** 2 for value in h) / len(h))
            return [(value - mean) / (size or 1.0) for value in h]
    return h


def node_value(terms: Terms) -> Any:
    """The name and the value of the chosen node, from the values before its round."""
    state = terms.state
    if terms.params.weights == "random" or len(state.first) > _MOST:
        return NotImplemented
    name = terms.data.label(state.focus)
    under_way = state.position > 0
    if under_way and state.focus >= state.position:
        value = float(state.x[state.focus, 0])
    elif state.rounds == state.base and not under_way:
        value = float(state.first[state.focus, 0])
    else:
        before = (state.x[:, 0] if under_way else state.sent).tolist()
        if max(map(abs, before)) > 1e15:
            return NotImplemented
        value = _round(terms, before, state.first[:, 0].tolist(), _near(terms))[state.focus]
    return {"chosen_name": name, "chosen_value": value}


def energy(terms: Terms) -> Any:
    """The trace with the matrix itself."""
    state = terms.state
    if state.position or len(state.x) > _MOST:
        return NotImplemented
    X = state.x.numpy()
    return float(np.trace(X.T @ (X - _matrix(terms) @ X)))


def _factor(terms: Terms) -> float | None:
    """The largest size of an eigenvalue of the walk (A + cI) / (d + c), which has those of the GCN matrix."""
    near, c = _near(terms), terms.params.self_weight
    if len(near) > _MOST:
        return None
    walk = np.zeros((len(near), len(near)))
    for i, row in enumerate(near):
        if len(row) + c > 0:
            walk[i, i] = c / (len(row) + c)
            walk[i, row] = 1 / (len(row) + c)
    found = sorted(np.linalg.eigvals(walk).real.tolist())
    ones = sum(len(part) > 1 or c > 0 for part in _parts(near))
    return max((abs(value) for value in found[: len(found) - ones]), default=0.0)


def decay(terms: Terms) -> Any:
    """The factor and its square."""
    factor = _factor(terms)
    return NotImplemented if factor is None else {"decay_factor": factor, "decay_squared": factor**2}


def _plain(terms: Terms) -> bool:
    """A GCN without weights and remedies."""
    params = terms.params
    return bool(params.layer == "gcn" and params.remedy == "nothing" and params.weights == "fixed")


def fades(terms: Terms) -> Any:
    """Powers of the matrix times the values come to rest."""
    factor = _factor(terms)
    return NotImplemented if factor is None else _plain(terms) and factor < 1 - 1e-9


def swings(terms: Terms) -> Any:
    """Without self loops some part can be painted in two colours so that no edge has one colour."""
    near = _near(terms)
    for part in _parts(near):
        colour = {part[0]: 0}
        waiting = [part[0]]
        while waiting:
            i = waiting.pop()
            for j in near[i]:
                if j not in colour:
                    colour[j] = 1 - colour[i]
                    waiting.append(j)
        if len(part) > 1 and all(colour[i] != colour[j] for i in part for j in near[i]):
            return _plain(terms) and terms.params.self_weight == 0
    return False


def heard(terms: Terms) -> Any:
    """What comes of a pulse at the far node, round by round."""
    state, near = terms.state, _near(terms)
    linear = terms.params.layer not in ("gat", "sage_max") and terms.params.remedy != "pairnorm"
    if not linear or len(near) > _MOST:
        return NotImplemented
    labels = terms.data.labels
    if len(set(labels)) < len(labels):
        return NotImplemented
    pulse = [float(label == terms.numbers["far_name"]) for label in labels]
    x = pulse
    for _ in range(state.rounds - state.base):
        x = _round(terms, x, pulse, near)
    return abs(x[state.focus])


def equivariance(terms: Terms) -> Any:
    """Three rounds on the renumbered graph, node by node, against those on the first one in the new order."""
    if terms.data.n > _MOST or terms.params.mode != "renumber":
        return NotImplemented
    near, order = _near(terms), terms.state.renumbered.order.tolist()
    place = {node: number for number, node in enumerate(order)}
    other = [[place[j] for j in near[node]] for node in order]
    x = terms.data.signal.tolist()
    y = [x[node] for node in order]
    for _ in range(3):
        x = [_layer(terms, x, i, near) for i in range(len(x))]
        y = [_layer(terms, y, i, other) for i in range(len(y))]
    if max(map(abs, x)) > 1e12:
        return NotImplemented
    return Sides(y, [x[node] for node in order])


def loss(terms: Terms) -> Any:
    """How many labels there are, and the mean of the negative logarithms of their probabilities."""
    given, logits = terms.data.given.tolist(), terms.state.net.logits.tolist()
    each = []
    for told, row in zip(given, logits, strict=True):
        if told >= 0:
            largest = max(row)
            total = sum(math.exp(value - largest) for value in row)
            each.append(math.log(total) + largest - row[told])
    return {"told": len(each), "loss": sum(each) / len(each)}


def _unfolded(near: Near, depth: int) -> list[str]:
    """What each node sees to this depth, written out and numbered from level to level."""
    seen = [""] * len(near)
    for _ in range(depth):
        told = [f"{seen[i]}({','.join(sorted(seen[j] for j in row))})" for i, row in enumerate(near)]
        names = {words: str(k) for k, words in enumerate(sorted(set(told)))}
        seen = [names[words] for words in told]
    return seen


def blind(terms: Terms) -> Any:
    """The nodes of both graphs see the same, as deep as there are nodes."""
    near, side = _near(terms), terms.data.side.tolist()
    seen = _unfolded(near, len(near))
    left, right = (Counter(words for words, mine in zip(seen, side, strict=True) if mine == k) for k in (0, 1))
    return bool(right) and left == right


def two_graphs(terms: Terms) -> Any:
    """Some nodes are of a second graph."""
    return 1 in terms.data.side.tolist()


def parseval(terms: Terms) -> Any:
    """Squares of the differences along the edges, against the spectrum as it is drawn."""
    points = terms.numbers.get("spectrum.modes.xy")
    if points is None or not len(points):
        return NotImplemented
    x = terms.state.first[:, 0].tolist()
    left = sum((x[i] - x[j]) ** 2 for i, j in terms.data.edges.tolist())
    return Sides(left, float((points[:, 0] * points[:, 1] ** 2).sum()), within=1e-4)
