"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.optimisers import race
from playground.concepts.optimisers.names import ADAPTIVE, MOMENTUM, PLANE
from playground.texts.terms import Sides, Terms

_POINTS = 400  # at random, for what must hold everywhere
_GLOBAL = ("quadratic", "pl", "plateau")


def _focus(terms: Terms) -> str:
    """The method in focus, or the first that runs."""
    running = [name for name in PLANE if getattr(terms.params, name)]
    return terms.params.method if terms.params.method in running else running[0]


def setting(terms: Terms) -> dict[str, float | None]:
    """Step size and momentum of the next step, by the definition of each schedule and the condition number alone."""
    params, name = terms.params, _focus(terms)
    rate, momentum = (params.alpha if name in ADAPTIVE else params.rate), params.momentum
    if params.problem == "quadratic" and params.tuning == "best" and name in ("gd", "average", *MOMENTUM):
        low, root = 1 / params.kappa, params.kappa**0.5
        rate = {"heavy_ball": 4 / (1 + low**0.5) ** 2, "nesterov": 1.0}.get(name, 2 / (1 + low))
        momentum = ((root - 1) / (root + 1)) ** (2 if name == "heavy_ball" else 1)
    rate *= (terms.state.race.taken + 1) ** -params.falling
    return {"eta": rate, "beta": momentum if name in MOMENTUM else None}


def _eta(terms: Terms) -> float:
    """The step size of gradient descent."""
    best = terms.params.problem == "quadratic" and terms.params.tuning == "best"
    return float(2 / (1 + 1 / terms.params.kappa) if best else terms.params.rate)


def _curvature(terms: Terms) -> float:
    """The largest curvature of the surfaces for which it is known everywhere."""
    return float({"quadratic": 1.0, "pl": 8.0, "plateau": 1.0}[terms.params.problem])


def promises(terms: Terms) -> bool:
    """Whether the gain of a step is promised: no noise, no constraint, one step size below 2/L since the start."""
    p, here = terms.params, terms.state.race
    plain = p.gd and not (p.noise or p.radius or p.falling) and here.since == 0
    return bool(plain and p.problem in _GLOBAL and _eta(terms) * _curvature(terms) < 2)


def gain(terms: Terms) -> float | None:
    """What a step from curvature L alone gains, over the squared gradient: on L x^2 / 2 it is known exactly."""
    L, eta = _curvature(terms), _eta(terms)
    x = 1.7
    after = x - eta * L * x
    return float((L * x * x / 2 - L * after * after / 2) / (L * x) ** 2)


def shrinking(terms: Terms) -> float:
    """The factor of f - f* where the PL inequality is tight: mu f* counts as |g|^2 / (2 mu)."""
    mu = _pl_constant(terms)
    return 1 - (gain(terms) or 0.0) * 2 * mu


def _pl_constant(terms: Terms) -> float:
    """The smallest |g|^2 / (2 f) on the line y = 0 and on x = 0, by a dense search."""
    ground = race.surface(terms.params, terms.data)
    x = np.linspace(1e-3, 12.0, 2_000_001)
    points = np.stack([x, np.zeros_like(x)], 1)
    along = float(((ground.gradient(points) ** 2).sum(1) / (2 * ground.value(points))).min())
    return min(along, 2.0)


def pl(terms: Terms) -> Sides:
    """How far the inequality is broken at random places, against not at all."""
    ground = race.surface(terms.params, terms.data)
    z = np.random.default_rng(5).normal(size=(_POINTS, 2)) * 4
    short = 2 * _pl_constant(terms) * (ground.value(z) - ground.lowest) - (ground.gradient(z) ** 2).sum(1)
    return Sides(float(np.maximum(short, 0.0).max()), 0.0)


def known_here(terms: Terms) -> bool:
    """Whether the curvature is known in the window alone."""
    return terms.params.problem not in _GLOBAL


def too_long(terms: Terms) -> bool:
    """Whether a step in the steep direction, 1 - eta, lands further off than it began."""
    p = terms.params
    alone = p.gd and p.tuning == "hand" and not (p.falling or p.radius)
    return bool(p.problem == "quadratic" and alone and abs(1 - p.rate) > 1 and p.rate > 0)


def lawful(terms: Terms) -> bool:
    """Whether the rates of the ravine hold: a quadratic, exact gradients, step sizes that stay."""
    p = terms.params
    return bool(p.problem == "quadratic" and not (p.noise or p.falling or p.radius))


def best(terms: Terms) -> Any:
    """The least worst factors, by search over step size and momentum, of |roots of z^2 - (1 + b - e h) z + b|."""
    h = np.array([1 / terms.params.kappa, 1.0])
    if terms.params.kappa > 200:
        return NotImplemented
    etas = np.linspace(0.5, 2.0, 60_001)[:, None]
    plain = float(np.abs(1 - etas * h).max(1).min())
    # Both directions have the factor sqrt(b) while the roots are complex; the least b for which they are is the best.
    low, high = 0.0, 1.0
    for _ in range(60):
        b = (low + high) / 2
        root = b**0.5
        # Complex for h where (1 - root)^2 <= e h <= (1 + root)^2: one step size must do for both.
        if (1 - root) ** 2 / h[0] <= (1 + root) ** 2 / h[1]:
            high = b
        else:
            low = b
    return {"best_gd": plain, "best_heavy_ball": high**0.5}


def on_border(terms: Terms) -> bool:
    """Whether the method in focus stands on the circle."""
    names = [name for name in PLANE if getattr(terms.params, name)]
    theta = terms.state.race.theta[names.index(_focus(terms))].numpy()
    return bool(terms.params.radius and abs(float(np.hypot(*theta)) - terms.params.radius) < 1e-9)


def gradient_of_matrix(terms: Terms) -> Sides:
    """Directional derivatives of the loss, by differences, against those of the gradient."""
    W = terms.state.matrices.W.numpy()[1]
    target, size = terms.data.target.numpy(), terms.params.size
    S = np.diag(np.arange(1.0, size + 1) ** -terms.params.power)
    way = np.random.default_rng(3).normal(size=(size, size)) / size

    def loss(at: Any) -> float:
        return float(np.trace((at - target) @ S @ (at - target).T) / 2)

    slope = float(((W - target) @ S * way).sum())
    return Sides((loss(W + 1e-4 * way) - loss(W - 1e-4 * way)) / 2e-4, slope, 1e-6)


def best_of_all(terms: Terms) -> Any:
    """The error of the mean of all samples: the root of the sum of N variances 1/N^2."""
    N = max(terms.state.estimates.taken, 1)
    return float(sum([N**-2.0] * N) ** 0.5) if N < 200_000 else NotImplemented


def known_everywhere(terms: Terms) -> bool:
    """Whether the largest curvature is known of the whole plane."""
    return terms.params.problem in _GLOBAL


def _excess(terms: Terms) -> Any:
    """F(x + d) - f(x) - g.d at random places, over |d|^2 / 2."""
    rng, ground = np.random.default_rng(7), race.surface(terms.params, terms.data)
    x, d = rng.normal(size=(2, _POINTS, 2)) * 3
    excess = ground.value(x + d) - ground.value(x) - (ground.gradient(x) * d).sum(1)
    return 2 * excess / (d * d).sum(1)


def bowls(terms: Terms) -> Sides:
    """By how much the curvatures along random displacements leave the range from 1/kappa to 1, against nothing."""
    bent = _excess(terms)
    return Sides(float(np.maximum(bent - 1, 1 / terms.params.kappa - bent).max().clip(0)), 0.0)


def upper_bowl(terms: Terms) -> Sides:
    """By how much they exceed the largest curvature."""
    return Sides(float((_excess(terms) - _curvature(terms)).max().clip(0)), 0.0)


def dual_length(terms: Terms) -> Any:
    """The largest -g.d over a fine polygon inside the ball, made of its powers."""
    ground = race.surface(terms.params, terms.data)
    names = [name for name in PLANE if getattr(terms.params, name)]
    g = ground.gradient(terms.state.race.theta[names.index(_focus(terms))].numpy())
    if not np.isfinite(g).all() or not g.any():
        return None if not g.any() else NotImplemented
    p, t = float(terms.params.norm), np.linspace(0.0, 1.0, 200_001)
    if np.isinf(p):
        return float(np.abs(g).sum())
    rise = (1 - t**p) ** (1 / p)
    return float((np.abs(g[0]) * t + np.abs(g[1]) * rise).max())


def settled(terms: Terms) -> Any:
    """The fixed point of the variance, v = (1 - eta h)^2 v + eta^2 s^2, by iterating it, against the formula."""
    eta, s, h = min(float(terms.params.rate), 1.5), 0.7, 1.0
    v = 0.0
    for _ in range(200_000 if eta < 1e-3 else 20_000):
        v = (1 - eta * h) ** 2 * v + eta * eta * s * s
    return Sides(v, eta * s * s / (h * (2 - eta * h))) if eta > 1e-4 else NotImplemented
