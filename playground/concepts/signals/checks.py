"""The worked cases, computed by the layers of the panel, its recursion and its unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playground.concepts.signals.blocks import Block, backward, forward
from playground.concepts.signals.theory import mean_field
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import ACTIVATIONS
from playground.engine.kit.dense.normalise import as_weight_norm, normalised, weight_normed, weight_normed_back

Inputs = Mapping[str, Any]


def _array(values: Any) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _block(inputs: Inputs) -> Mapping[str, Any]:
    block = Block(*(_array(inputs[name]) for name in ("W", "b", "g")))
    phi, method, skip = ACTIVATIONS[inputs["activation"]], inputs["method"], inputs["alpha"]
    seen = forward(method, _array(inputs["h"]), block, phi, skip)
    found = backward(method, _array(inputs["upstream"]), seen, block, phi, skip)
    by_g = {"by_g": found.g} if method in ("batch", "layer", "weight") else {}
    return {"out": seen.out, "by_h": found.h, "by_W": found.W, "by_b": found.b, **by_g}


def _mean_field(inputs: Inputs) -> Mapping[str, Any]:
    known = ("method", "activation", "variance", "depth", "alpha")
    found = mean_field(*(inputs[name] for name in known))
    return {"log10_forward": found.forward, "log10_backward": found.backward}


def _weight_norm(inputs: Inputs) -> Mapping[str, Any]:
    v, gamma = _array(inputs["v"]), inputs["gamma"]
    by_gamma, by_v = weight_normed_back(v, gamma, _array(inputs["grad_w"]))
    after = v - inputs["eta"] * by_v
    return {
        "w": weight_normed(v, gamma),
        "grad_gamma": by_gamma,
        "grad_v": by_v,
        "inner_product_grad_v_v": float(by_v @ v),
        "v_after_step": after,
        "norm_before": float(np.linalg.norm(v)),
        "norm_after": float(np.linalg.norm(after)),
    }


def _batch_norm_as_weight_norm(inputs: Inputs) -> Mapping[str, Any]:
    X, w, gamma, beta = _array(inputs["X"]), _array(inputs["w"]), inputs["gamma"], inputs["beta"]

    def normed(weights: Floats) -> Floats:
        return normalised((X @ weights)[:, None], _array([gamma]), _array([beta]), -2, 0.0).out[:, 0]

    covariance, size = as_weight_norm(X, w)
    return {
        "batch_norm_output": normed(w),
        "sigma_norm": size,
        "covariance": covariance,
        "reparametrised_output": gamma * (X - X.mean(0)) @ w / size + beta,
        "output_with_w_scaled_by_10": normed(10.0 * w),
    }


CHECKS: dict[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "signal_block": _block,
    "mean_field": _mean_field,
    "weight_norm": _weight_norm,
    "batch_norm_as_weight_norm": _batch_norm_as_weight_norm,
}
