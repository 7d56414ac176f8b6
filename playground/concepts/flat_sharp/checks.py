"""Flat and sharp: case kind to the function that computes it with the panel's own code."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playground.concepts.flat_sharp import Params, minima, pac, scalar
from playground.engine.kit.arrays import Floats
from playground.engine.kit.curvature import Landscape, hessian, lanczos, squared
from playground.engine.kit.dense.passes import with_ones

Inputs = Mapping[str, Any]
Result = dict[str, Any]
_FLAT = 1e-12


def _quadratic(inputs: Inputs) -> tuple[Floats, Floats, Floats, Callable[[Floats], float]]:
    """H, g, the start, and w -> w'Hw/2 - g'w."""
    H, g, w = (np.array(inputs[name], dtype=np.float64) for name in ("H", "g", "w0"))
    return H, g, w, lambda at: float(at @ H @ at / 2.0 - g @ at)


def gd_stability(inputs: Inputs) -> Result:
    """Gradient descent on a quadratic: limits, factors and iterates."""
    H, g, w, loss = _quadratic(inputs)
    eta, values = inputs["eta"], np.linalg.eigvalsh(H)
    values = np.where(np.abs(values) < _FLAT, 0.0, values)
    low, top = float(values[0]), float(values[-1])
    iterates, wanted = [], inputs["steps"]
    for _ in range(max(wanted) + 1):
        iterates.append(w)
        w = w - eta * (H @ w - g)
    kept = np.array([iterates[k] for k in wanted])
    near = abs(eta * top - 2.0) < _FLAT
    verdict = "diverges" if (eta * top > 2.0 and not near) or low < 0.0 else "oscillates" if near else "converges"
    best = 2.0 / (low + top) if low > 0.0 else None
    return {
        "eigenvalues": values,
        "sharpness": top,
        "eta_max": 2.0 / top if top > 0.0 else None,
        "eta_best": best,
        "best_factor": (top - low) / (top + low) if best is not None else None,
        "factors": 1.0 - eta * values,
        "iterates": kept,
        "losses": [loss(at) for at in kept],
        "verdict": verdict,
        "heavy_ball_eta_max": [2.0 * (1.0 + beta) / top if top > 0.0 else None for beta in inputs["betas"]],
    }


def _net(inputs: Inputs) -> tuple[Landscape, Floats, list[int]]:
    """A net of the kit, its flat weights, and which of them the case has, in its order."""
    layers = inputs["layers"]
    X, y = np.array(inputs["X"], dtype=np.float64), np.array(inputs["y"], dtype=np.float64)
    sizes = (X.shape[1], *(len(layer["W"]) for layer in layers))
    flat: list[float] = []
    order: list[int] = []
    for layer in layers:
        W = np.array(layer["W"], dtype=np.float64)
        units, below = W.shape
        at = len(flat)
        b = layer["b"]
        flat += [*W.T.ravel().tolist(), *(b if b is not None else [0.0] * units)]
        order += [at + i * units + j for j in range(units) for i in range(below)]
        order += [at + below * units + j for j in range(units)] if b is not None else []
    share = 1.0 if inputs["loss"] == "sum" else 1.0 / len(y)
    land = Landscape(sizes, inputs["activation"], squared(share), with_ones(X), y[:, None])
    return land, np.array(flat), order


def net_hessian(inputs: Inputs) -> Result:
    """Loss, gradient and the whole Hessian of a small net, by products."""
    land, theta, order = _net(inputs)
    loss, gradient = land.gradient(theta)
    H = hessian(land, theta)[np.ix_(order, order)]
    values, vectors = np.linalg.eigh(H)
    top = vectors[:, -1]
    top = top * np.sign(top[np.abs(top).argmax()])
    bent = land.curvature(theta)
    part = np.stack([bent.gauss_newton(one) for one in np.eye(len(theta))])[np.ix_(order, order)]
    # What Lanczos finds in the subspace of the case's weights is the same.
    start = np.cos(np.arange(1.0, len(order) + 1.0))
    found = lanczos(lambda v: H @ v, start, len(order), 1)
    return {
        "loss": loss,
        "gradient_norm": float(np.linalg.norm(gradient[order])),
        "eigenvalues": values,
        "sharpness": float(found.values[0]),
        "trace": float(np.trace(H)),
        "top_eigenvector": top,
        "eta_max": 2.0 / float(found.values[0]),
        "gauss_newton_top": float(np.linalg.eigvalsh((part + part.T) / 2.0)[-1]),
    }


def rescaling_sharpness(inputs: Inputs) -> Result:
    """One function, many sharpnesses."""
    w1, w2, power = inputs["w1"], inputs["w2"], float(np.square(inputs["x"]).sum())
    found = [scalar.sharpness(np.array([a * w1, w2 / a]), w1 * w2) * power for a in inputs["scales"]]
    return {
        "sharpness": found,
        "flattest": 2.0 * abs(w1 * w2) * power,
        "eta_max": [2.0 / one for one in found],
    }


def scalar_net_gd(inputs: Inputs) -> Result:
    """Gradient descent on two weights."""
    s, start = inputs["s"], (inputs["u0"], inputs["v0"])
    params = Params(mode="scalar", rate=inputs["eta"])
    at, places = np.array(start, dtype=np.float64), []
    for _ in range(max(inputs["steps"]) + 1):
        places.append(at)
        at = at - params.rate * scalar.gradient(at, s)
    kept = [places[k] for k in inputs["steps"]]
    return {
        "u": [float(at[0]) for at in kept],
        "v": [float(at[1]) for at in kept],
        "loss": [scalar.loss(at, s) for at in kept],
        "sharpness": [scalar.sharpness(at, s) for at in kept],
        "two_over_eta": 2.0 / inputs["eta"],
    }


def _ascent(g: Floats, rho: float) -> Floats:
    size = float(np.linalg.norm(g))
    found: Floats = rho / size * g if size > 0.0 else np.zeros_like(g)
    return found


def sam_quadratic(inputs: Inputs) -> Result:
    """SAM on a quadratic."""
    H, g, w, loss = _quadratic(inputs)
    rho, eta = inputs["rho"], inputs["eta"]
    slope = H @ w - g
    up = _ascent(slope, rho)
    iterates = [w]
    for _ in range(max(inputs["steps"])):
        at = iterates[-1]
        iterates.append(at - eta * (H @ (at + _ascent(H @ at - g, rho)) - g))
    return {
        "gradient": slope,
        "eps": up,
        "gradient_at_ascent": H @ (w + up) - g,
        "new_w": iterates[1],
        "loss": loss(w),
        "loss_at_ascent": loss(w + up),
        "loss_after": loss(iterates[1]),
        "iterates": np.array([iterates[k] for k in inputs["steps"]]),
    }


def sam_net(inputs: Inputs) -> Result:
    """One step of SAM on a small net."""
    land, theta, order = _net(inputs)
    rho, eta = inputs["rho"], inputs["eta"]
    loss, gradient = land.gradient(theta)
    up = _ascent(gradient, rho)
    slope = minima.slope_of("sam", land, theta, rho)
    return {
        "loss": loss,
        "gradient": gradient[order],
        "eps": up[order],
        "loss_at_ascent": land.value(theta + up),
        "first_order": loss + rho * float(np.linalg.norm(gradient)),
        "gradient_at_ascent": slope[order],
        "new_parameters": (theta - eta * slope)[order],
    }


def ball_maximum(inputs: Inputs) -> Result:
    """The largest loss in a ball, by the secular equation, and what SAM's one step up finds of it."""
    H, g, w, loss = _quadratic(inputs)
    rho, slope = inputs["rho"], H @ w - g
    values, vectors = np.linalg.eigh(H)
    parts = vectors.T @ slope
    least = max(float(values[-1]), 0.0)
    on_top = np.abs(values - least) < _FLAT
    rest = np.where(on_top, 0.0, parts / np.where(on_top, 1.0, least - values))
    hard = bool(np.abs(parts[on_top]).max(initial=0.0) < _FLAT and np.linalg.norm(rest) < rho)
    if hard:
        multiplier, maximiser = least, None
        away = rest.copy()
        if on_top.any():
            away[int(np.argmax(on_top))] = math.sqrt(max(0.0, rho**2 - float(rest @ rest)))
        top = loss(w + vectors @ away)
    else:
        low, high = least, least + float(np.linalg.norm(parts)) / rho + 1.0
        for _ in range(200):
            middle = (low + high) / 2.0
            size = float(np.linalg.norm(parts / (middle - values))) if (middle > values).all() else math.inf
            low, high = (middle, high) if size > rho else (low, middle)
        multiplier = high
        maximiser = vectors @ (parts / (multiplier - values))
        top = loss(w + maximiser)
    sam = loss(w + _ascent(slope, rho))
    return {
        "maximum": top,
        "multiplier": multiplier,
        "maximiser": maximiser,
        "hard_case": hard,
        "sam_value": sam,
        "gap": top - sam,
        "loss": loss(w),
    }


def _told(value: float) -> float | str:
    """As the cases have it."""
    return "inf" if math.isinf(value) else value


def pac_bayes(inputs: Inputs) -> Result:
    """The bound in three forms."""
    emp, kl, n, delta = (inputs[name] for name in ("emp", "kl", "n", "delta"))
    cost = pac.complexity(float(kl), n, delta)
    bounds = {form: pac.bound(emp, float(kl), n, delta, form) for form in ("slide", "standard", "seeger")}
    return {
        "complexity": cost,
        "slide_gap": pac.gap(cost, n, "slide"),
        "standard_gap": pac.gap(cost, n, "standard"),
        **{f"{form}_bound": value for form, value in bounds.items()},
        "vacuous": {form: bool(value >= 1.0) for form, value in bounds.items()},
    }


def gaussian_kl(inputs: Inputs) -> Result:
    """Divergences of Gaussians both ways, and the best isotropic prior."""
    q, S, p, P = (np.array(inputs[name], dtype=np.float64) for name in ("mean_q", "cov_q", "mean_p", "cov_p"))
    best = (float(np.trace(S)) + float((q - p) @ (q - p))) / len(q)
    return {
        "kl": _told(pac.gaussian_kl(q, S, p, P)),
        "reverse_kl": _told(pac.gaussian_kl(p, P, q, S)),
        "best_isotropic_variance": best,
        "kl_at_best": _told(pac.gaussian_kl(q, S, p, best * np.eye(len(q)))),
    }


def gibbs_linear_bound(inputs: Inputs) -> Result:
    """The Gibbs linear classifier's error and bounds at each width."""
    X, y, w = (np.array(inputs[name], dtype=np.float64) for name in ("X", "y", "w0"))
    n, d = X.shape
    length = np.linalg.norm(X, axis=1)
    emp, kls = [], []
    for s2 in inputs["s2"]:
        margin = np.divide(y * (X @ w), math.sqrt(s2) * length, out=np.zeros(n), where=length > 0.0)
        emp.append(float(pac.normal_cdf(-margin).mean()))
        kls.append(pac.isotropic_kl(float(w @ w), d, math.sqrt(s2), math.sqrt(inputs["p2"])))
    bounds = {
        form: [pac.bound(e, kl, n, inputs["delta"], form) for e, kl in zip(emp, kls, strict=True)]
        for form in ("standard", "slide")
    }
    return {
        "emp": emp,
        "kl": kls,
        "standard_bound": bounds["standard"],
        "slide_bound": bounds["slide"],
        "best_index": int(np.argmin(bounds["standard"])),
    }


def donsker_varadhan(inputs: Inputs) -> Result:
    """Both sides of the change of measure, and the posterior that makes them equal."""
    p, q, x = inputs["p"], inputs["q"], inputs["X"]
    left = float(np.dot(q, x))
    kl, log_mean, gibbs = pac.change_of_measure(p, q, x)
    right = kl + log_mean
    return {"left": left, "kl": _told(kl), "right": _told(right), "gap": _told(right - left), "gibbs": gibbs}


CHECKS: dict[str, Callable[[Inputs], Result]] = {
    "gd_stability": gd_stability,
    "net_hessian": net_hessian,
    "rescaling_sharpness": rescaling_sharpness,
    "scalar_net_gd": scalar_net_gd,
    "sam_quadratic": sam_quadratic,
    "sam_net": sam_net,
    "ball_maximum": ball_maximum,
    "pac_bayes": pac_bayes,
    "gaussian_kl": gaussian_kl,
    "gibbs_linear_bound": gibbs_linear_bound,
    "donsker_varadhan": donsker_varadhan,
}
