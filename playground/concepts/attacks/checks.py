"""The oracle cases, computed by the panel's own attacks, distances, radii and bounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playground.concepts.attacks import lipschitz, smoothing, targeted
from playground.concepts.attacks.attacking import (
    Net,
    NormName,
    affine_distances,
    climb,
    deepfool,
    dual_size,
    losses_of,
    one_step,
    scores_of,
    seen_by,
    slopes_of,
    steepest,
    within,
)
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import DenseLayer
from playground.engine.kit.dense.passes import Rules

Inputs = Mapping[str, Any]
_NORMS: tuple[NormName, ...] = ("l2", "linf", "l1")
_GLOBAL = 1e6  # half the side of a box that holds every corner of the cases


def _layers(inputs: Inputs) -> list[DenseLayer]:
    found = []
    for one in inputs["layers"]:
        W, b = np.array(one["W"], dtype=np.float64).T, np.array(one["b"], dtype=np.float64)[None]
        every = np.vstack([W, b])
        found.append(DenseLayer(every, every[:-1], every[-1:], None))
    return found


def _net(inputs: Inputs) -> Net:
    return Net(_layers(inputs), Rules(inputs.get("activation", "relu")))


def _told(value: float) -> float | str:
    return "inf" if math.isinf(value) else float(value)


def _affine(inputs: Inputs) -> Mapping[str, Any]:
    W, b, x = (np.array(inputs[name], dtype=np.float64) for name in ("W", "b", "x"))
    found: dict[str, Any] = {"scores": W @ x + b}
    for norm in _NORMS:
        own, far, nearest, eta = affine_distances(W, b, x, norm)
        distances: list[Any] = [_told(one) for one in far]
        distances[own] = None
        found |= {"predicted": own, "on_boundary": bool(far.min() == 0.0)}
        found[norm] = {"distances": distances, "nearest": nearest, "minimum": float(far.min()), "eta": eta}
    return found


def _targeted(inputs: Inputs) -> Mapping[str, Any]:
    W, b, x = (np.array(inputs[name], dtype=np.float64) for name in ("W", "b", "x"))
    k, scores = inputs["target"], W @ x + b
    others = np.arange(len(b)) != k
    A, gaps = (W[k] - W)[others], (scores - scores[k])[others]
    l2, eta = targeted.smallest_l2(A, gaps)
    own = int(scores.argmax())
    size = float(dual_size(W[own] - W[k], "l2"))
    return {
        "l2": _told(l2),
        "eta_l2": eta,
        "linf": _told(targeted.smallest_linf(A, gaps)),
        "pairwise_l2": float(scores[own] - scores[k]) / size if size else 0.0,
    }


def _fgsm(inputs: Inputs) -> Mapping[str, Any]:
    net, x, y = _net(inputs), np.array([inputs["x"]], dtype=np.float64), np.array([inputs["y"]])
    seen = seen_by(net, x)
    clip = inputs.get("clip")
    found = one_step(net, x, y, inputs["eps"], "linf", clip and tuple(clip))
    after = x + found.etas[-1]
    return {
        "loss": float(losses_of(seen.out, y)[0]),
        "gradient": slopes_of(net, seen, y)[0],
        "x_adv": after[0],
        "loss_after": float(found.losses[-1, 0]),
        "class_before": int(seen.out.argmax()),
        "class_after": int(found.scores.argmax()),
    }


def _sphere(z: Floats, eps: float) -> Floats:
    """On the sphere of radius eps; 0 stays where it is."""
    return eps * steepest(z, "l2")


def _projection(inputs: Inputs) -> Mapping[str, Any]:
    points, eps = np.array(inputs["points"], dtype=np.float64), inputs["eps"]
    sphere = [one.tolist() if one.any() else None for one in _sphere(points, eps)]
    return {**{norm: within(points, eps, norm) for norm in _NORMS}, "l2_sphere": sphere}


def _pgd(inputs: Inputs) -> Mapping[str, Any]:
    eps, alpha = inputs["eps"], inputs["alpha"]
    moves: dict[str, Callable[[Floats, Floats], Floats]] = {
        "linf_sign": lambda eta, g: within(eta + alpha * steepest(g, "linf"), eps, "linf"),
        "l2_normalised": lambda eta, g: within(eta + alpha * steepest(g, "l2"), eps, "l2"),
        "l2_raw": lambda eta, g: within(eta + alpha * g, eps, "l2"),
        "l2_sphere_raw": lambda eta, g: _sphere(eta + alpha * g, eps),
    }
    x, y, start = np.array([inputs["x"]], dtype=np.float64), np.array([inputs["y"]]), np.array([inputs["eta0"]])
    clip = inputs.get("clip")
    found = climb(
        _net(inputs), x, y, moves[inputs["rule"]], inputs["steps"], start.astype(np.float64), clip and tuple(clip)
    )
    last = found.etas[-1, 0]
    return {
        "eta": found.etas[:, 0],
        "loss": found.losses[:, 0],
        "final_class": int(found.scores.argmax()),
        "final_norm_l2": float(np.linalg.norm(last)),
        "final_norm_linf": float(np.abs(last).max()),
    }


def _deepfool(inputs: Inputs) -> Mapping[str, Any]:
    x = np.array([inputs["x"]], dtype=np.float64)
    found = deepfool(_net(inputs), x, "l2", inputs["max_steps"], inputs["overshoot"])
    return {
        "class_before": int(found.before[0]),
        "steps": int(found.steps[0]),
        "sum_r": found.path[1:, 0],
        "eta": found.eta[0],
        "norm": float(np.linalg.norm(found.eta[0])),
        "class_after": int(found.after[0]),
    }


def _robust_logistic(inputs: Inputs) -> Mapping[str, Any]:
    w, x, y, eps = np.array(inputs["w"]), np.array(inputs["x"]), inputs["y"], inputs["eps"]
    margin = y * (float(w @ x) + inputs["b"])
    found: dict[str, Any] = {"clean_loss": float(np.logaddexp(0.0, -margin))}
    for norm in ("l2", "linf"):
        worst = margin - eps * float(dual_size(w, norm))
        eta = -y * eps * steepest(w, norm)
        found[norm] = {
            "robust_loss": float(np.logaddexp(0.0, -worst)),
            "eta": eta,
            "robust_margin": worst,
            "gradient_w": -y / (1.0 + math.exp(worst)) * (x + eta),
        }
    return found


def _lipschitz(inputs: Inputs) -> Mapping[str, Any]:
    layers = _layers(inputs)
    weights, (low, high) = [one.W for one in layers], inputs["box"]
    every, box = (-_GLOBAL, _GLOBAL, -_GLOBAL, _GLOBAL), (low[0], high[0], low[1], high[1])
    found: dict[str, Any] = {}
    for norm in ("l2", "linf"):
        steepest_, pieces = lipschitz.exact(layers, every, norm)
        inside, pieces_inside = lipschitz.exact(layers, box, norm)
        found |= {"patterns": pieces, "patterns_in_box": pieces_inside}
        found[norm] = {
            "product": lipschitz.product(weights, norm),
            "absolute_product": lipschitz.absolute(weights, norm),
            "all_patterns": lipschitz.every_pattern(weights, norm),
            "exact": steepest_,
            "exact_in_box": inside,
        }
    return found


def _certified(inputs: Inputs) -> Mapping[str, Any]:
    net, x = _net(inputs), np.array([inputs["x"]], dtype=np.float64)
    out = scores_of(net, x)[0]
    own = int(out.argmax())
    before = [one.W for one in net.layers[:-1]]
    last = net.layers[-1].W
    radii = [
        float(out[own] - out[j]) / lipschitz.product([*before, (last[:, own] - last[:, j])[:, None]], "l2")
        for j in range(len(out))
        if j != own
    ]
    pushed = deepfool(net, x)
    return {
        "class": own,
        "radius_by_class": radii,
        "radius": min(radii),
        "deepfool_norm": float(np.linalg.norm(pushed.eta[0])),
    }


def _smoothed(inputs: Inputs) -> Mapping[str, Any]:
    k, n, sigma, alpha = (inputs[name] for name in ("votes", "samples", "sigma", "alpha"))
    low, high = smoothing.share_below(k, n, alpha), smoothing.share_above(k, n, alpha)
    return {"low": low, "high": high, "radius": smoothing.radius(low, sigma)}


CHECKS: dict[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "affine_min_perturbation": _affine,
    "targeted_min_perturbation": _targeted,
    "fgsm": _fgsm,
    "ball_projection": _projection,
    "pgd": _pgd,
    "deepfool": _deepfool,
    "robust_logistic_loss": _robust_logistic,
    "lipschitz_bounds": _lipschitz,
    "certified_radius": _certified,
    "smoothed_radius": _smoothed,
}
