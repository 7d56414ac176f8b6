"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from playground.engine.kit.arrays import Floats
from playground.texts.terms import Sides, Terms


def _samples(terms: Terms) -> Floats:
    """The samples as the view takes them, feature by feature, (n, p)."""
    params, X = terms.params, terms.data.X.numpy().copy()
    if params.mode in ("table", "factors"):
        X[:, min(params.feature, X.shape[1]) - 1] *= params.scale
        if params.standardise:
            for column in X.T:
                column -= column.mean()
                column /= column.std() or 1.0
    return np.asarray(X)


def _singular(terms: Terms) -> tuple[Floats, Floats]:
    """Eigenvalues of the covariance, with zeros to the end, and its directions as rows, by singular values."""
    X = _samples(terms)
    _, values, rows = np.linalg.svd(X - X.mean(0), full_matrices=True)
    eigenvalues = np.zeros(X.shape[1])
    eigenvalues[: len(values)] = values**2 / len(X)
    return eigenvalues, rows


def sample_error(terms: Terms) -> Any:
    """The chosen sample less its sum, term by term."""
    _, rows = _singular(terms)
    X = _samples(terms)
    left = X[terms.state.chosen] - X.mean(0)
    for k in range(terms.state.summed):
        left = left - (left @ rows[k]) * rows[k]
    return {"sample_error": float(left @ left)}


def tail(terms: Terms) -> Any:
    """The eigenvalues left out, by singular values."""
    return {"tail": float(_singular(terms)[0][terms.state.summed :].sum())}


def _factors(terms: Terms) -> int:
    return int(min(terms.params.m, terms.data.X.shape[1]))


def best_noise(terms: Terms) -> Any:
    """The variance that the first components leave, for each of the other directions."""
    m, X = _factors(terms), _samples(terms)
    rows = _singular(terms)[1][m:]
    found = float(((X - X.mean(0)) @ rows.T).var(0).mean()) if len(rows) else 0.0
    return {"sigma2_best": found}


def best_rho(terms: Terms) -> Any:
    """The first loading by a search for the highest likelihood of a single direction."""
    first = float(_singular(terms)[0][0])
    sigma2 = terms.params.sigma**2 if terms.params.hold else best_noise(terms)["sigma2_best"]
    if sigma2 < 1e-6 * first:
        return NotImplemented

    def slope(rho: float) -> float:
        modelled = rho**2 + sigma2
        return float(first / modelled - 1)

    low, high = 0.0, math.sqrt(first) + 1.0
    if slope(0.0) <= 0:
        return {"rho_best": 0.0}
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return {"rho_best": low}


def em(terms: Terms) -> Any:
    """The new loadings by both steps written out over the samples, and by the formula."""
    X = _samples(terms)
    gap, W = X - X.mean(0), terms.state.W.numpy()
    m, sigma2 = W.shape[1], float(terms.state.noise[0])
    S = gap.T @ gap / len(X)
    if sigma2 < 1e-4 * np.trace(S) / len(S) or sigma2 > 1e4 * np.trace(S) / len(S):
        return NotImplemented
    M = W.T @ W + sigma2 * np.eye(m)
    means = gap @ W @ np.linalg.inv(M)
    second = len(X) * sigma2 * np.linalg.inv(M) + means.T @ means
    by_samples = np.linalg.solve(second, means.T @ gap).T
    return Sides(S @ W @ np.linalg.inv(sigma2 * np.eye(m) + np.linalg.inv(M) @ W.T @ S @ W), by_samples, 1e-6)


def gain(terms: Terms) -> Any:
    """The distance from the pseudo-inverse at a tenth and at a hundredth of the noise: it falls a hundredfold."""
    W = terms.state.W.numpy()
    sizes = np.linalg.svd(W, compute_uv=False)
    if sizes[-1] < 1e-3:
        return NotImplemented
    inverse = np.linalg.pinv(W)
    small = 1e-6 * float(sizes[-1]) ** 2

    def off(sigma2: float) -> Any:
        return W.T @ np.linalg.inv(W @ W.T + sigma2 * np.eye(len(W))) - inverse

    return Sides(np.abs(off(small)).max() / np.abs(inverse).max(), 0.0, 1e-4)


def likelihood(terms: Terms) -> Any:
    """The log density of every row by the whole covariance."""
    X, W, noise = _samples(terms), terms.state.W.numpy(), terms.state.noise.numpy()
    kept = X.var(0) > 1e-12 * X.var(0).max()
    X, W, noise = X[:, kept], W[kept], noise[kept]
    C = W @ W.T + np.diag(noise)
    gap = X - X.mean(0)
    _, log_det = np.linalg.slogdet(C)
    fits = (gap * np.linalg.solve(C, gap.T).T).sum(1)
    return {"log_likelihood": float(-0.5 * (X.shape[1] * math.log(2 * math.pi) + log_det + fits.mean()))}


def _turned(terms: Terms) -> Floats:
    """The loadings after the rotation of the first two factors."""
    W = terms.state.W.numpy().copy()
    if W.shape[1] > 1:
        first = (W[:, 0] + 1j * W[:, 1]) * np.exp(-1j * math.radians(terms.params.angle))
        W[:, 0], W[:, 1] = first.real, first.imag
    return np.asarray(W)


def turns(terms: Terms) -> Any:
    """WW' before and after."""
    W, turned = terms.state.W.numpy(), _turned(terms)
    return Sides(turned @ turned.T, W @ W.T)


def common(terms: Terms) -> Any:
    """The common share of each feature, and one less its own share of the modelled variance."""
    W, noise = terms.state.W.numpy(), terms.state.noise.numpy()
    modelled = np.diag(W @ W.T) + noise
    kept = modelled > 0
    return Sides(1 - noise[kept] / modelled[kept], (W**2).sum(1)[kept] / modelled[kept])


def posterior(terms: Terms) -> Any:
    """Both forms of the posterior mean of the chosen row."""
    X, W, noise = _samples(terms), _turned(terms), terms.state.noise.numpy()
    kept = noise > 0
    gap, W, noise = (X[terms.state.chosen] - X.mean(0))[kept], W[kept], noise[kept]
    scaled = W.T / noise
    left = np.linalg.solve(np.eye(W.shape[1]) + scaled @ W, scaled @ gap)
    return Sides(left, W.T @ np.linalg.solve(W @ W.T + np.diag(noise), gap), 1e-6)


def loss(terms: Terms) -> Any:
    """The mean over the samples of what the net leaves."""
    X = _samples(terms)
    gap, D, E = X - X.mean(0), terms.state.W.numpy(), terms.state.E.numpy()
    if np.abs(D).max() > 1e6:
        return NotImplemented
    return {"error": float(((gap - gap @ E.T @ D.T) ** 2).sum(1).mean())}


def span(terms: Terms) -> Any:
    """The eigenvalues left out by singular values, and the largest angle by the distance of two projectors."""
    m, D = _factors(terms), terms.state.W.numpy()
    eigenvalues, rows = _singular(terms)
    if np.abs(D).max() > 1e6 or np.linalg.matrix_rank(D) < m:
        return NotImplemented
    values = np.linalg.svd(D, compute_uv=False)
    if values[-1] < 1e-9 * values[0]:
        return NotImplemented
    onto = D @ np.linalg.pinv(D)
    cosine = math.sqrt(max(0.0, 1 - float(np.linalg.norm(onto - rows[:m].T @ rows[:m], 2)) ** 2))
    return {"tail": float(eigenvalues[m:].sum()), "cosine": cosine}


def slopes(terms: Terms) -> Any:
    """The gradients by automatic differentiation of the loss over the samples, and by the formulas."""
    X = torch.from_numpy(_samples(terms))
    gap, D, E = X - X.mean(0), terms.state.W.clone(), terms.state.E.clone()
    if float(D.abs().max()) > 1e6:
        return NotImplemented
    D.requires_grad_(), E.requires_grad_()
    by_samples = torch.autograd.grad((gap - gap @ E.T @ D.T).square().sum(1).mean(), (D, E))
    D, E, S = D.detach(), E.detach(), gap.T @ gap / len(gap)
    left = torch.eye(len(S), dtype=S.dtype) - D @ E
    here = torch.cat([(-2 * left @ S @ E.T).ravel(), (-2 * D.T @ left @ S).ravel()])
    return Sides(here.numpy(), torch.cat([one.ravel() for one in by_samples]).numpy(), 1e-8)


# ---- when a section holds


def ruled(terms: Terms) -> Any:
    """Whether one feature has most of the first direction, by singular values."""
    return float((_singular(terms)[1][0] ** 2).max()) > 0.9


def two_classes(terms: Terms) -> Any:
    """Whether the rows have two labels."""
    return len(set(terms.data.labels.tolist()) - {-1}) == 2


def above(terms: Terms) -> Any:
    """Whether the first eigenvalue is above the noise."""
    first = float(_singular(terms)[0][0])
    sigma2 = terms.params.sigma**2 if terms.params.hold else best_noise(terms)["sigma2_best"]
    return NotImplemented if abs(first - sigma2) < 1e-9 * first else first > sigma2


def unbounded(terms: Terms) -> Any:
    """Whether nothing is left over for a noise that is learnt."""
    eigenvalues = _singular(terms)[0]
    sigma2 = terms.params.sigma**2 if terms.params.hold else float(eigenvalues[_factors(terms) :].sum())
    return sigma2 < 1e-9 * float(eigenvalues[0])


def heywood(terms: Terms) -> Any:
    """Whether some feature that varies has next to no noise of its own."""
    variances, noise = _samples(terms).var(0), terms.state.noise.numpy()
    kept = variances > 1e-12 * variances.max()
    return bool((noise[kept] / variances[kept]).min() < 0.005)


def steep(terms: Terms) -> Any:
    """Whether the rate is above two over the curvature of the first valley."""
    return terms.params.rate > 2 / (4 * float(_singular(terms)[0][0]))
