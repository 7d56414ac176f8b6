"""What is fitted: the design that a view makes of the table, who is held out, and the exact fit."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch

from playground.concepts.linear_models import Params, exact
from playground.concepts.linear_models.state import Data
from playground.engine.kit.arrays import Floats
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.linear_models import WidestMargin, extended, logistic_fit, powers, widest_margin
from playground.engine.kit.newest import Newest
from playground.engine.kit.separability import is_separable

Flags: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"

NOTHING = 1e-6  # of the ridge; counts as 0
_FEWEST_PAIRS = 60  # points up to which the widest margin is looked for
_ALPHAS = np.logspace(-6, 2, 41)
DEGREES = 13


class Problem(NamedTuple):
    """Values to predict from a design.

    Attributes:
        F, y: the design (n, d) and the values (n,) of all rows.
        train: rows that are learnt from, (n,), flags.
        solved: the decomposition of the training design; None without a row.
        theta: the exact fit, intercept last, (d + 1,).
        best: its mean loss.
        L, mu: the largest and the least curvature of the mean squared loss with its penalty.
        alpha: the penalty.
        shift: what the feature was moved by, for the bowl.
    """

    F: Floats
    y: Floats
    train: Flags
    solved: exact.Solved | None
    theta: Floats
    best: float
    L: float
    mu: float
    alpha: float
    shift: float


def columns_of(params: Params, data: Data) -> tuple[int, int]:
    """The columns across and up, within those that there are and never the same."""
    p = data.X.shape[1]
    up = min(params.up, p) - 1
    across = min(params.across, p) - 1
    return across if across != up or params.mode == "features" else (up + 1) % p, up


def features_of(params: Params, data: Data) -> list[int]:
    """The columns that predict, in the view of many features."""
    up = columns_of(params, data)[1]
    return [column for column in range(data.X.shape[1]) if column != up]


def alpha_of(params: Params) -> float:
    """The penalty in use."""
    return params.ridge if params.ridge > NOTHING and params.mode in ("fit", "features") else 0.0


_PROBLEMS: Newest[Problem] = Newest(8)


def problem_of(params: Params, data: Data) -> Problem:
    """What is fitted in a view of values; kept while nothing of it changes."""
    key = tuple(
        getattr(params, name)
        for name in ("mode", "across", "up", "degree", "ridge", "rho", "delta", "share", "centred")
    )
    return _PROBLEMS.of((data.X, data.luck), key, lambda: _pose(params, data))


def held_out(params: Params, data: Data) -> Flags:
    """The share of the rows with the least luck, flags (n,); new points are the last to go."""
    n = len(data.luck)
    count = min(n - 1, round(params.share * n)) if params.mode in ("fit", "features") else 0
    held = np.zeros(n, dtype=bool)
    held[np.argsort(data.luck.numpy(), kind="stable")[: max(0, count)]] = True
    return held


def design(params: Params, x: Floats, degree: int) -> Floats:
    """Powers of x from the first on, (n, degree)."""
    return powers(x, degree)[:, 1:]


def _pose(params: Params, data: Data) -> Problem:
    X = data.X.numpy()
    across, up = columns_of(params, data)
    y, alpha, shift = X[:, up], alpha_of(params), 0.0
    held = held_out(params, data)
    if params.mode == "features":
        F = X[:, features_of(params, data)]
    else:
        degree = params.degree if params.mode == "fit" else 1
        x = X[:, across]
        if params.mode == "bowl" and params.centred and len(x):
            shift = float(x.mean())
        F = design(params, x - shift, degree)
    train = ~held
    if not train.any():
        return Problem(F, y, train, None, np.zeros(F.shape[1] + 1), 0.0, 1.0, 1.0, alpha, shift)
    G, v = F[train], y[train]
    solved = exact.solve(G, v)
    if kind_of(params) == "squared":
        path = exact.ridge_path(solved, np.array([alpha]))
        theta = np.append(path.coef[0], path.intercept[0])
    else:
        theta = exact.robust(G, v, alpha, params.rho, params.delta)
    A = extended(G)
    curved = np.linalg.eigvalsh(A.T @ A / len(v) + alpha / len(v) * np.diag(np.append(np.ones(G.shape[1]), 0.0)))
    best = mean_loss(params, A, v, theta, alpha)
    return Problem(
        F, y, train, solved, theta, best, max(float(curved[-1]), 1e-300), max(float(curved[0]), 0.0), alpha, shift
    )


def kind_of(params: Params) -> str:
    """The loss of a residual in this view."""
    return params.rho if params.mode in ("fit", "bowl") else "squared"


def mean_loss(params: Params, A: Floats, y: Floats, theta: Floats, alpha: float) -> float:
    """Mean of ρ plus the penalty's share, of an extended design."""
    rho = exact.loss_of(kind_of(params), y - A @ theta, params.delta)
    return float(rho.mean() + 0.5 * alpha * (theta[:-1] @ theta[:-1]) / len(y))


class Errors(NamedTuple):
    """Mean squared errors against something: on the training rows, left out in turn, and held out."""

    at: Floats
    train: Floats
    loo: Floats
    test: Floats


_ERRORS: Newest[Errors] = Newest(8)
_PATHS: Newest[exact.Path] = Newest(8)


def path_of(params: Params, data: Data) -> exact.Path | None:
    """Ridge fits at all penalties."""
    found = problem_of(params, data)
    if found.solved is None:
        return None
    solved = found.solved
    key = (params.mode, params.across, params.up, params.degree, params.share)
    return _PATHS.of((data.X, data.luck), key, lambda: exact.ridge_path(solved, _ALPHAS))


def errors_of(params: Params, data: Data) -> Errors:
    """The errors over log10 of the penalty, or over the degree."""
    over_degree = params.mode == "fit" and params.against == "degree"
    key = (params.mode, params.across, params.up, params.degree, params.share, params.ridge, over_degree)
    return _ERRORS.of(
        (data.X, data.luck), key, lambda: _over_degree(params, data) if over_degree else _over_ridge(params, data)
    )


def alphas_of() -> Floats:
    """log10 of the penalties of a path."""
    return np.log10(_ALPHAS)


def _over_ridge(params: Params, data: Data) -> Errors:
    found, path = problem_of(params, data), path_of(params, data)
    if path is None:
        return Errors(*(np.zeros(0) for _ in range(4)))
    return Errors(alphas_of(), *_of_path(found.F, found.y, found.train, path))


def _over_degree(params: Params, data: Data) -> Errors:
    found = problem_of(params, data)
    if found.solved is None:
        return Errors(*(np.zeros(0) for _ in range(4)))
    x = data.X.numpy()[:, columns_of(params, data)[0]]
    rows = []
    for degree in range(DEGREES):
        give_way()
        F = design(params, x, degree)
        path = exact.ridge_path(exact.solve(F[found.train], found.y[found.train]), np.array([found.alpha]))
        rows.append([part[0] for part in _of_path(F, found.y, found.train, path)])
    return Errors(np.arange(float(DEGREES)), *np.array(rows).T)


def _of_path(F: Floats, y: Floats, train: Flags, path: exact.Path) -> tuple[Floats, Floats, Floats]:
    inner = ((y[train] - path.fitted) ** 2).mean(1)
    loo = (exact.left_out(y[train], path.fitted, path.hats) ** 2).mean(1)
    if train.all():
        return inner, loo, np.full(len(inner), np.nan)
    return inner, loo, ((y[~train] - path.coef @ F[~train].T - path.intercept[:, None]) ** 2).mean(1)


# ---- classes


class Sorting(NamedTuple):
    """Classes to tell apart.

    Attributes:
        A: features with ones last, (n, d + 1).
        y: classes, (n,).
        classes: how many there are.
        L: the largest curvature that the mean cross-entropy can have.
        margin: the widest gap of two classes; None where there is none or it is not looked for.
        separable: whether two classes can be parted; None where it is not asked.
        fit: the minimiser (w, b), (d + 1,), of two classes; None where there is none or it is not looked for.
    """

    A: Floats
    y: Floats
    classes: int
    L: float
    margin: WidestMargin | None
    separable: bool | None
    fit: Floats | None


_SORTINGS: Newest[Sorting] = Newest(8)


def monomials(X: Floats, degree: int) -> Floats:
    """x₁, x₂, then x₁², x₁x₂, x₂² and so on, and ones last, (n, columns)."""
    a, b = X[:, 0], X[:, 1]
    columns = [a ** (total - k) * b**k for total in range(1, degree + 1) for k in range(total + 1)]
    return np.stack([*columns, np.ones(len(X))], 1)


def decay_of(params: Params) -> float:
    """λ in use."""
    return params.decay if params.decay > 1e-6 else 0.0


def sorting_of(params: Params, data: Data) -> Sorting:
    """What is fitted in the view of classes; kept while nothing of it changes."""
    key = (params.across, params.up, params.curved, params.decay)
    return _SORTINGS.of((data.X, data.y), key, lambda: _sort(params, data))


def _sort(params: Params, data: Data) -> Sorting:
    A = monomials(data.X.numpy()[:, list(columns_of(params, data))], params.curved)
    y, K, lam = data.y.numpy(), len(data.classes), decay_of(params)
    n = len(y)
    top = float(np.linalg.eigvalsh(A.T @ A / n)[-1]) if n else 1.0
    L = top * (0.25 if K == 2 else 0.5) + lam
    margin, separable, fit = None, None, None
    if K == 2 and 0 < int(y.sum()) < n:
        separable = is_separable((2.0 * y - 1.0)[:, None] * A)
        if separable and n <= _FEWEST_PAIRS and lam == 0.0:
            margin = widest_margin(A[:, :-1], y.astype(np.float64))
        elif (not separable or lam > 0.0) and params.curved == 1:
            w, b = logistic_fit(A[:, :-1], y.astype(np.float64), lam)
            fit = np.append(w, b)
    return Sorting(A, y, K, L, margin, separable, fit)


def likelihoods(theta: Floats, A: Floats, count: int) -> Floats:
    """The probability of each class, (n, count)."""
    z = A @ theta.T
    if count == 2:
        z = np.concatenate([np.zeros_like(z), z], 1)
    z = z - z.max(1, keepdims=True)
    e = np.exp(z)
    return np.asarray(e / e.sum(1, keepdims=True), dtype=np.float64)


def tensor(values: Floats) -> torch.Tensor:
    """As the state and layers take it."""
    return torch.from_numpy(np.ascontiguousarray(values))
