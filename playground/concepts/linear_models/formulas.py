"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from playground.concepts.linear_models.problem import columns_of, decay_of, problem_of, sorting_of
from playground.engine.kit.arrays import Floats
from playground.texts.terms import Sides, Terms

_STEEP = 1e6  # condition beyond which another way of solving does not agree


def _fitted(terms: Terms) -> Any:
    return problem_of(terms.params, terms.data)


def mse(terms: Terms) -> Any:
    """The mean square of what the polynomial leaves, by Horner's rule."""
    found = _fitted(terms)
    if not found.train.any():
        return {"mse": None}
    x = terms.data.X.numpy()[:, columns_of(terms.params, terms.data)[0]]
    value = np.zeros_like(x)
    for weight in found.theta[:-1][::-1]:
        value = (value + weight) * x
    r = (found.y - value - found.theta[-1])[found.train]
    if np.abs(found.theta).max() > 1e7 or np.abs(x).max() > 2:
        return NotImplemented
    return {"mse": sum(float(one) ** 2 for one in r) / len(r)}


def learns(terms: Terms) -> bool:
    """Whether there is a point to learn from."""
    return len(terms.data.ids) > 0


def normal(terms: Terms) -> Any:
    """Both sides of the normal equations of centred features."""
    found = _fitted(terms)
    if not found.train.any() or np.abs(found.theta).max() > 1e7:
        return NotImplemented
    X, y = found.F[found.train], found.y[found.train]
    X, y = X - X.mean(0), y - y.mean()
    w = found.theta[:-1]
    return Sides(X.T @ X @ w + found.alpha * w, X.T @ y, within=1e-6)


def _refit(X: Floats, y: Floats, alpha: float) -> Floats | None:
    """A ridge fit with its intercept as a stacked least squares problem; None where it is not stable."""
    d = X.shape[1]
    A = np.concatenate([np.c_[X, np.ones(len(X))], np.c_[np.sqrt(alpha) * np.eye(d), np.zeros(d)]])
    theta, _, rank, s = np.linalg.lstsq(A, np.append(y, np.zeros(d)), rcond=None)
    return theta if rank == d + 1 and s[-1] > s[0] / _STEEP else None


def loo(terms: Terms) -> Any:
    """The fit without each point in turn, made anew."""
    found = _fitted(terms)
    X, y = found.F[found.train], found.y[found.train]
    if len(y) > 160:
        return NotImplemented
    total = 0.0
    for row in range(len(y)):
        rest = np.arange(len(y)) != row
        theta = _refit(X[rest], y[rest], found.alpha) if rest.any() else None
        if theta is None:
            return NotImplemented
        total += (y[row] - X[row] @ theta[:-1] - theta[-1]) ** 2
    return {"loo": total / len(y)}


def free(terms: Terms) -> Any:
    """The trace of the matrix that takes values to fitted ones."""
    found = _fitted(terms)
    X = found.F[found.train]
    X = X - X.mean(0)
    G = X.T @ X
    if found.alpha == 0.0:
        s = np.linalg.svd(X, compute_uv=False)
        known = s > 1e-10 * max(1.0, s[0]) if len(s) else s
        return {"free": 1.0 + float(np.sum(known))}
    return {"free": 1.0 + float(np.trace(np.linalg.solve(G + found.alpha * np.eye(len(G)), G)))}


def told_loo(terms: Terms) -> bool:
    """Whether every point can be left out of a squared loss: its own value must not decide its fit alone."""
    found = _fitted(terms)
    if (terms.params.mode == "fit" and terms.params.rho != "squared") or not found.train.any():
        return False
    return terms.numbers["loo"] is not None


def told_free(terms: Terms) -> bool:
    """Whether the loss is squared and there is a row to learn from."""
    return bool(_fitted(terms).train.any()) and not (terms.params.mode == "fit" and terms.params.rho != "squared")


def short(terms: Terms) -> bool:
    """Whether the polynomial has so few powers that its value can be written in a line."""
    return bool(terms.params.degree <= 3) and bool(_fitted(terms).train.any())


def quadratic(terms: Terms) -> bool:
    """Whether the bowl is that of squares."""
    return bool(terms.params.rho == "squared")


def _hessian(terms: Terms) -> Floats:
    """Of the mean squared loss over slope and intercept, by its entries."""
    found = _fitted(terms)
    x = found.F[:, 0]
    a, m = float((x * x).mean()), float(x.mean())
    return np.array([a, m, 1.0])


def _ends(terms: Terms) -> tuple[float, float]:
    """The eigenvalues of a symmetric 2 by 2 matrix by the quadratic formula, the largest first."""
    a, m, one = _hessian(terms)
    root = float(np.hypot(a - one, 2 * m))
    largest = (a + one + root) / 2
    return largest, (a * one - m * m) / largest


def condition(terms: Terms) -> Any:
    """The ratio of both curvatures."""
    if not learns(terms):
        return NotImplemented
    largest, least = _ends(terms)
    if least < 1e-7 * largest:
        return NotImplemented
    return {"condition": largest / least}


def eta(terms: Terms) -> Any:
    """The step in units of 1/L."""
    return {"eta": terms.params.rate / _ends(terms)[0]} if learns(terms) else {"eta": None}


def factor(terms: Terms) -> Any:
    """The slower of both directions, squared."""
    if not learns(terms):
        return NotImplemented
    largest, least = _ends(terms)
    step = terms.params.rate / largest
    return {"factor": max((1 - step * largest) ** 2, (1 - step * least) ** 2)}


def two(terms: Terms) -> bool:
    """Whether there are two classes."""
    return len(terms.data.classes) == 2


def not_two(terms: Terms) -> bool:
    """Whether there are more."""
    return len(terms.data.classes) != 2


def cross_entropy(terms: Terms) -> Any:
    """The mean over the rows by torch, with its penalty."""
    if not learns(terms):
        return {"loss": None}
    sorting, theta = sorting_of(terms.params, terms.data), terms.state.theta
    z = torch.from_numpy(sorting.A) @ theta.T
    if theta.shape[0] == 1:
        z = torch.cat([torch.zeros_like(z), z], 1)
    penalty = 0.5 * decay_of(terms.params) * float(theta[:, :-1].square().sum())
    return {"loss": float(torch.nn.functional.cross_entropy(z, terms.data.y)) + penalty}


def parted(terms: Terms) -> bool:
    """Whether some weights part both classes, and no penalty holds them: whether both hulls are apart."""
    return bool(terms.numbers["separable"]) and decay_of(terms.params) == 0.0
