"""Longer work: counts of separable labelings, and the panel's claims tested on many random sets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import log10, sqrt

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.cover import cover_number, grow_labelings, sample_labelings, share
from playground.concepts.perceptron.data import Data, data_of
from playground.concepts.perceptron.gates import GATES, count_units, inputs_of
from playground.concepts.perceptron.geometry import version_share
from playground.concepts.perceptron.state import State, begin, true_weights
from playground.concepts.perceptron.stepping import step
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit.separability import is_separable
from playground.engine.run.context import Ctx

MOST_EXACT = 12
SETS = 200
SLACK = 1e-9

# ---- Cover


def cover(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Exact counts on the first points on screen, up to 12, then samples for more of them."""
    rows = torch.cat([data.X, torch.ones((len(data.y), 1), dtype=torch.float64)], 1) if params.bias else data.X
    n, width = rows.shape
    counted = min(n, MOST_EXACT)
    beyond = [k for k in range(MOST_EXACT + 1, min(n, 40) + 1) if (k - MOST_EXACT) % 3 == 0]
    arrays: dict[str, Tensor | float | str] = dict.fromkeys(_COVER_ARRAYS, torch.zeros(0, dtype=torch.float64))
    exact: list[int] = []
    for found in grow_labelings(rows[:counted]):
        if found is not None:
            exact.append(len(found))
            arrays |= _exact_arrays(exact, width)
        yield Partial(dict(arrays), 0.7 * len(exact) / counted, f"{len(exact)} of {counted} points")
    samples: list[tuple[int, float, float]] = []
    for k in beyond:
        for found_share in sample_labelings(rows[:k], 200, ctx.rng):
            progress = 0.7 + 0.3 * (len(samples) + found_share.tried / 200) / len(beyond)
            yield Partial(dict(arrays), progress, f"{k} of {n} points")
        samples.append((k, found_share.share, found_share.error))
        arrays |= _sample_arrays("sampled", samples)
    yield Partial(dict(arrays), 1.0)


_COVER_ARRAYS = ("exact_x", "exact_share", "exact_count", "sampled_x", "sampled_share", "sampled_low", "sampled_high")


def _exact_arrays(counts: list[int], width: int) -> dict[str, Tensor | float | str]:
    n = len(counts)
    return {
        "exact_x": torch.arange(1, n + 1, dtype=torch.float64),
        "exact_share": torch.tensor([c / 2 ** (k + 1) for k, c in enumerate(counts)], dtype=torch.float64),
        "exact_count": torch.tensor([log10(c) if c else float("nan") for c in counts], dtype=torch.float64),
        "cover_n": n,
        "cover_count": counts[-1],
        "cover_all": 2**n,
        "cover_words": f"{counts[-1]:,} of {2**n:,} labelings of {n} points",
        "cover_formula": cover_number(n, width),
        "cover_fraction": counts[-1] / 2**n,
    }


def _sample_arrays(name: str, samples: list[tuple[int, float, float]]) -> dict[str, Tensor | float | str]:
    table = torch.tensor(samples, dtype=torch.float64)
    x, middle, error = table.unbind(1)
    low, high = (middle - 2 * error).clamp(min=0.0), (middle + 2 * error).clamp(max=1.0)
    return {f"{name}_x": x, f"{name}_share": middle, f"{name}_low": low, f"{name}_high": high}


def capacity(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Gaussian points in 10 dimensions, through the origin: sampled shares beside Cover's."""
    sizes = (10, 14, 17, 20, 23, 26, 30, 35)
    samples: list[tuple[int, float, float]] = []
    gap = 0.0
    arrays: dict[str, Tensor | float | str] = {}
    for n in sizes:
        for found in sample_labelings(ctx.randn(n, 10), 200, ctx.rng):
            yield Partial(dict(arrays), (len(samples) + found.tried / 200) / (len(sizes) + 1), f"{n} points")
        samples.append((n, found.share, found.error))
        gap = max(gap, abs(found.share - share(n, 10)))
        arrays = _sample_arrays("capacity", samples) | {"cover_gap": gap}
    yield Partial(arrays, 1.0)


# ---- claims


def gates(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Every McCulloch-Pitts unit with weights ±1 on all inputs of AND, OR, NOT and XOR."""
    found = {name: count_units(gate, inputs_of(name)) for name, gate in GATES.items()}
    realised = sum(found[name] > 0 for name in ("and", "or", "not"))
    yield Partial({"gates_exact": realised, "xor_solutions": found["xor"]}, 1.0, "all units tried")


def bounds(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """200 random separable sets of 20 points in 2 to 10 dimensions, trained to the end by the panel's own step."""
    ratio, residual, one_pass = 0.0, 0.0, Params(step_is="pass")
    for k in range(SETS):
        X = ctx.randn(20, 2 + k % 9)
        y = torch.where(X @ ctx.randn(X.shape[1]) + 0.3 * ctx.randn(1) >= 0, 1.0, -1.0).to(torch.float64)
        trained = begin(one_pass, points := data_of(X, y), ctx)
        while not trained.converged:
            trained, _ = step(one_pass, points, trained, ctx)
            yield Partial({"bound_ratio": ratio, "span_residual": residual}, k / SETS, f"{k} of {SETS} sets")
        assert trained.start.bound is not None
        ratio = max(ratio, trained.updates / trained.start.bound)
        residual = max(residual, outside_span(trained))
    yield Partial({"bound_ratio": ratio, "span_residual": residual}, 1.0, f"{SETS} of {SETS} sets")


def outside_span(state: State) -> float:
    """|w - sum_i k_i y_i x_i| / |w|, with k_i the mistakes on point i (rate 1, start at 0)."""
    dual = state.problem.A.T @ state.counts.to(torch.float64) / state.problem.scale
    w = true_weights(state)
    return float(torch.linalg.vector_norm(w - dual) / torch.linalg.vector_norm(w).clamp(min=1.0))


def shrinking(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """200 random sequences of points with a bias: the version space may not grow, and is empty iff not separable."""
    violations = 0
    for k in range(SETS):
        X, coins = ctx.randn(10, 2), ctx.rand(10)
        signed = torch.where(coins < 0.5, -1.0, 1.0)[:, None] * torch.cat([X, torch.ones(10, 1).to(X)], 1)
        before = 1.0
        for n in range(1, len(signed) + 1):
            now = version_share(signed[:n].tolist())
            violations += now > before + SLACK
            violations += (now > 0.0) != is_separable(signed[:n].numpy())
            before = now
            yield Partial(
                {"version_violations": violations}, (k + n / len(signed)) / SETS, f"{k + 1} of {SETS} sequences"
            )


def norms(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """10,000 random pairs of vectors in 1 to 50 dimensions: the norm chain and the Cauchy-Schwarz inequality."""
    violations = 0
    for d in range(1, 51):
        violations += count_norm_violations(ctx.randn(200, d), ctx.randn(200, d))
        yield Partial({"norm_violations": violations}, d / 50, f"{200 * d} of 10000 vectors")


def count_norm_violations(x: Tensor, y: Tensor) -> int:
    """How many of |x|2/sqrt d <= |x|inf <= |x|2 <= |x|1 <= sqrt d |x|2 and |x.y| <= |x|2 |y|2 fail by over 1e-12.

    Args:
        x: vectors as rows, shape (n, d).
        y: other vectors, same shape.
    """
    root = sqrt(x.shape[1])
    one, two, largest = x.abs().sum(1), torch.linalg.vector_norm(x, dim=1), x.abs().max(1).values
    chain = (two / root, largest, two, one, root * two)
    pairs = [*pairwise(chain), ((x * y).sum(1).abs(), two * torch.linalg.vector_norm(y, dim=1))]
    return sum(int((low > high * (1 + 1e-12)).sum()) for low, high in pairs)


JOBS = {"cover": cover, "capacity": capacity, "gates": gates, "bounds": bounds, "shrinking": shrinking, "norms": norms}
