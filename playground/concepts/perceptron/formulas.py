"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from playground.texts.terms import Sides, Terms

_MOST_SUBSETS = 40_000


def _points(terms: Terms) -> tuple[Any, Any]:
    """Points with the 1 of the bias, (n, D), and their labels, (n,)."""
    points, labels = terms.data.X.numpy(), terms.data.y.numpy()
    return (np.hstack([points, np.ones((len(points), 1))]) if terms.params.bias else points), labels


def _largest_margin(signed: Any) -> float | None:
    """The distance of the origin from the hull of the signed points (n, D): the least over all simplices of points.

    Returns:
        None if there are too many simplices to go through; 0 if the origin is in the hull.
    """
    n, width = signed.shape
    if sum(comb(n, k) for k in range(1, min(width, n) + 2)) > _MOST_SUBSETS:
        return None
    best = np.inf
    for size in range(1, min(width + 1, n) + 1):
        rows = signed[np.array(list(combinations(range(n), size)))]
        edges = (rows[:, 1:] - rows[:, :1]).transpose(0, 2, 1)
        shares = -np.linalg.pinv(edges, rcond=1e-10) @ rows[:, 0, :, None]
        nearest = rows[:, 0] + (edges @ shares)[..., 0]
        inside = (shares[..., 0] >= -1e-9).all(1) & (shares[..., 0].sum(1) <= 1 + 1e-9)
        best = min(best, float(np.linalg.norm(nearest[inside], axis=1).min(initial=np.inf)))
    return 0.0 if best < 1e-9 else best


def _scores(terms: Terms, weights: Any) -> Any:
    """Y w.x of every point, (n,)."""
    points, labels = _points(terms)
    return labels * (points @ weights)


def update(terms: Terms) -> Any:
    """The weights as the sum of the mistakes made so far; before the last one, without it."""
    points, labels = _points(terms)
    row = terms.numbers["row"]
    if terms.numbers["start_updates"] or terms.state.start.squared or terms.state.rate != terms.state.start.rate:
        return NotImplemented
    after = terms.params.rate * (terms.state.counts.numpy() * labels) @ points
    step = terms.params.rate * labels[row]
    return {
        "w_after": after,
        "w_before": after - step * points[row],
        "signed_rate": step,
        "x_visited": points[row],
    }


def mistaken(terms: Terms) -> Any:
    """The weights before scored the visited point wrongly, and were turned."""
    row = terms.numbers["row"]
    score = _scores(terms, terms.numbers["w_before"])[row]
    return score <= 1e-9 and bool((terms.numbers["w_before"] != terms.numbers["w_after"]).any())


def unchanged(terms: Terms) -> Any:
    """The visited point is on its right side of the line that is still the same."""
    return bool((terms.numbers["w_before"] == terms.numbers["w_after"]).all())


def novikoff(terms: Terms) -> Any:
    """Longest point, distance of the hull from the origin, and the square of their ratio."""
    points, labels = _points(terms)
    margin = _largest_margin(labels[:, None] * points)
    if margin is None:
        return NotImplemented
    longest = max(float(np.sqrt((point * point).sum())) for point in points)
    return {"R": longest, "max_margin": margin, "bound": (longest / margin) ** 2}


def counted_from_zero(terms: Terms) -> Any:
    """The points are separable, and the bound holds of the mistakes made from w = 0."""
    points, labels = _points(terms)
    margin = _largest_margin(labels[:, None] * points)
    return NotImplemented if margin is None else margin > 0 and terms.numbers["updates"] <= terms.numbers["bound"]


def separable(terms: Terms) -> Any:
    """The origin is outside the hull of the signed points."""
    points, labels = _points(terms)
    margin = _largest_margin(labels[:, None] * points)
    return NotImplemented if margin is None else margin > 0


def counted_from_here(terms: Terms) -> Any:
    """At the most mistakes that there can be, both sides of the inequality are equal."""
    start, problem = terms.state.start, terms.state.problem
    left = terms.numbers["bound"] - start.updates
    w, best = start.w.numpy(), problem.best.numpy()
    reach = start.rate * problem.R
    return Sides(w @ best + left * start.rate * problem.margin, np.sqrt(w @ w + left * reach**2), within=1e-6)


def not_separable(terms: Terms) -> Any:
    """Some points whose score must not be 0, with others, have a mixture that is 0 (Motzkin)."""
    points, labels = _points(terms)
    signed, must = labels[:, None] * points, (labels < 0) | (terms.params.rule == "margin")
    n, width = signed.shape
    if sum(comb(n, k) for k in range(1, min(width, n) + 2)) > _MOST_SUBSETS:
        return NotImplemented
    subsets = (list(rows) for size in range(1, min(width + 1, n) + 1) for rows in combinations(range(n), size))
    return any(_mixed_to_zero(signed[rows], must[rows]) for rows in subsets if must[rows].any())


def _mixed_to_zero(rows: Any, must: Any) -> bool:
    """Whether the mixture of rows (k, D) that is nearest to 0 is 0, without negative shares, some of them of `must`."""
    edges = (rows[1:] - rows[0]).T
    rest = -np.linalg.pinv(edges, rcond=1e-10) @ rows[0] if len(rows) > 1 else np.zeros(0)
    shares = np.concatenate([[1 - rest.sum()], rest])
    return bool(np.abs(shares @ rows).max() < 1e-9 and shares.min() > -1e-9 and shares[must].max() > 1e-9)


def on_the_line(terms: Terms) -> Any:
    """The origin is in the hull of the signed points, and no mixture that is 0 has one that must be off the line."""
    found, (points, labels) = not_separable(terms), _points(terms)
    return found if found is NotImplemented else not found and _largest_margin(labels[:, None] * points) == 0.0


def repeats(terms: Terms) -> Any:
    """A perceptron in fractions comes back to the same weights after so many passes."""
    state, params = terms.state, terms.params
    points, labels = _points(terms)
    passes = terms.numbers["period"]
    if state.anchor is None or passes * len(labels) > 20_000:
        return NotImplemented
    rows = [[Fraction(round(float(x) * state.problem.scale)) for x in point] for point in points]
    start = [Fraction(float(x)) for x in state.anchor]
    order = range(len(labels)) if state.order is None else state.order.tolist()
    rate = Fraction(round(params.rate * state.per / state.problem.scale))
    w = list(start)
    for _ in range(passes):
        for point, label in ((rows[i], labels[i]) for i in order):
            score = sum(a * b for a, b in zip(w, point, strict=True))
            if score * int(label) < 0 or (score == 0 and (params.rule == "margin" or label < 0)):
                w = [a + rate * int(label) * x for a, x in zip(w, point, strict=True)]
    return w == start


def converged(terms: Terms) -> Any:
    """No point is a mistake any more."""
    points, labels = _points(terms)
    scores = labels * (points @ terms.numbers["w_after"])
    return bool((scores > -1e-9).all())


def cover(terms: Terms) -> Any:
    """Cover's recursion C(n + 1, d) = C(n, d) + C(n, d - 1) against the sum; and the count where nothing is special."""
    n, d = int(terms.numbers["cover_n"]), int(terms.numbers["weights"])
    row = [0] + [2] * d
    for _ in range(n - 1):
        row = [0] + [row[k] + row[k - 1] for k in range(1, d + 1)]
    return Sides(row[d], terms.numbers["cover_formula"])


def radon(terms: Terms) -> Any:
    """One more point than weights has a mixture that is 0."""
    points, _ = _points(terms)
    few = points[: points.shape[1] + 1]
    if len(few) <= points.shape[1]:
        return NotImplemented
    mixture = np.linalg.svd(few.T)[2][-1]
    return Sides(mixture @ few, np.zeros(points.shape[1]))
