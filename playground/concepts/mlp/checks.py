"""What the shipped cases compute, by the panel's own code: linear models, normalisation, dropout, starts, orders."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import numpy as np

from playground.concepts.mlp.checks_linear import LINEAR
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense import normalise as nm
from playground.engine.kit.dense.activations import softmax
from playground.engine.kit.dense.layout import permuted, views
from playground.engine.kit.dense.losses import LOSSES
from playground.engine.kit.dense.passes import Rules, forward, with_ones
from playground.engine.kit.dense.starts import VARIANCES, backward_factor, forward_factor, through

Inputs = Mapping[str, Any]


def _array(value: Any) -> Floats:
    return np.array(value, dtype=np.float64)


def dropout_layer(inputs: Inputs) -> dict[str, Any]:
    """Both scalings of a given mask."""
    x, mask, p = _array(inputs["x"]), _array(inputs["keep_mask"]), inputs["drop_probability"]
    factors = nm.scaled_mask(mask, p)
    return {
        "train_output_inverted": x * factors,
        "grad_inverted": _array(inputs["upstream"]) * factors,
        "eval_output_inverted": x,
        "train_output_classical": x * mask,
        "eval_output_classical": x * (1.0 - p),
        "mean_inverted": x if p < 1.0 else np.zeros_like(x),
        "variance_inverted": x * x * p / (1.0 - p) if p < 1.0 else np.zeros_like(x),
    }


def dropout_ensemble(inputs: Inputs) -> dict[str, Any]:
    """The mean over all masks, and the net with scaled inputs."""
    W, b, x = _array(inputs["W"]), _array(inputs["b"]), _array(inputs["x"])
    p = inputs["drop_probability"]
    masks = _array(list(product((0.0, 1.0), repeat=len(x))))
    chance = np.prod(np.where(masks > 0, 1.0 - p, p), axis=1)
    logits = (masks * x) @ W.T + b
    likely = softmax(logits)
    arithmetic = chance @ likely
    geometric = np.exp(chance @ np.log(likely))
    scaled = softmax(W @ (x * (1.0 - p)) + b)
    return {
        "masks": len(masks),
        "arithmetic_mean": arithmetic,
        "normalised_geometric_mean": geometric / geometric.sum(),
        "scaled_net": scaled,
        "mean_logits": chance @ logits,
        "largest_gap_arithmetic_against_scaled": float(np.abs(arithmetic - scaled).max()),
    }


def _norm(inputs: Inputs, axis: int) -> tuple[dict[str, Any], nm.Normed]:
    gain, shift = _array(inputs["gamma"]), _array(inputs["beta"])
    found = nm.normalised(_array(inputs["X"]), gain, shift, axis, inputs["epsilon"])
    by_x, by_gain, by_shift = nm.normalised_back(_array(inputs["upstream"]), found, gain, axis)
    return {
        "mean": found.mean.ravel(),
        "variance_biased": found.variance.ravel(),
        "normalised": found.normalised,
        "output": found.out,
        "grad_X": by_x,
        "grad_gamma": by_gain,
        "grad_beta": by_shift,
    }, found


def batch_norm(inputs: Inputs) -> dict[str, Any]:
    """Training, gradients, running statistics and evaluation."""
    results, found = _norm(inputs, -2)
    X, momentum = _array(inputs["X"]), inputs["momentum"]
    mean, variance = _array(inputs["running_mean"]), _array(inputs["running_var"])
    spread = nm.unbiased(found.variance[0], len(X))
    return results | {
        "running_mean_after": nm.running(mean, found.mean[0], momentum),
        "running_var_after": nm.running(variance, spread, momentum) if len(X) > 1 else None,
        "eval_output_with_given_running_statistics": nm.with_running(
            X, _array(inputs["gamma"]), _array(inputs["beta"]), mean, variance, inputs["epsilon"]
        ),
    }


def layer_norm(inputs: Inputs) -> dict[str, Any]:
    """The same over the units of each sample."""
    return _norm(inputs, -1)[0]


def weight_norm(inputs: Inputs) -> dict[str, Any]:
    """Gradients by the length and the direction."""
    v, gamma = _array(inputs["v"]), inputs["gamma"]
    by_gamma, by_v = nm.weight_normed_back(v, gamma, _array(inputs["grad_w"]))
    after = v - inputs["eta"] * by_v
    return {
        "w": nm.weight_normed(v, gamma),
        "grad_gamma": by_gamma,
        "grad_v": by_v,
        "inner_product_grad_v_v": float(by_v @ v),
        "v_after_step": after,
        "norm_before": float(np.linalg.norm(v)),
        "norm_after": float(np.linalg.norm(after)),
    }


def batch_norm_as_weight_norm(inputs: Inputs) -> dict[str, Any]:
    """Batch norm of a linear unit, and the unit with its weights divided."""
    X, w, gamma, beta = _array(inputs["X"]), _array(inputs["w"]), inputs["gamma"], inputs["beta"]
    gain, shift = np.array([gamma]), np.array([beta])

    def normed(weights: Floats) -> Floats:
        return nm.normalised((X @ weights)[:, None], gain, shift, -2, 0.0).out[:, 0]

    covariance, size = nm.as_weight_norm(X, w)
    return {
        "batch_norm_output": normed(w),
        "sigma_norm": size,
        "covariance": covariance,
        "reparametrised_output": gamma * (X - X.mean(0)) @ w / size + beta,
        "output_with_w_scaled_by_10": normed(10.0 * w),
    }


def init_variance(inputs: Inputs) -> dict[str, Any]:
    """The rules, and what they do to sizes on the way forward and back."""
    n, m, widths = inputs["fan_in"], inputs["fan_out"], inputs["widths"]
    rows = []
    for rule, variance in VARIANCES.items():
        rows.append(
            {
                "scheme": rule,
                "variance": variance(n, m),
                "std": math.sqrt(variance(n, m)),
                "uniform_bound": math.sqrt(3.0 * variance(n, m)),
                "forward_factor_linear": forward_factor(rule, n, m, relu=False),
                "forward_factor_relu": forward_factor(rule, n, m, relu=True),
                "backward_factor_linear": backward_factor(rule, n, m, relu=False),
                "backward_factor_relu": backward_factor(rule, n, m, relu=True),
            }
        )
    ratios = {rule: {"linear": through(rule, widths, False), "relu": through(rule, widths, True)} for rule in VARIANCES}
    return {
        "schemes": rows,
        "expected_squared_norm_ratio_through_the_widths": ratios,
        "torch_linear_default_variance": 1.0 / (3.0 * n),
    }


def hidden_permutation(inputs: Inputs) -> dict[str, Any]:
    """A net, and the same net with the units of a layer in another order."""
    layers, at = inputs["layers"], inputs["hidden_layer"]
    X, Y = _array(inputs["X"]), _array(inputs["Y"])
    sizes = (X.shape[1], *(len(one["b"]) for one in layers))
    flat = np.concatenate([part for one in layers for part in (_array(one["W"]).T.ravel(), _array(one["b"]))])
    orders = [np.arange(m) for m in sizes[1:-1]]
    orders[at] = np.array(inputs["permutation"])
    moved = permuted(flat, sizes, orders)
    rules = Rules(layers[0]["activation"])
    out, other = (forward(views(one, sizes), rules, with_ones(X)).out for one in (flat, moved))
    found = views(moved, sizes)
    loss = LOSSES["squared"].value(out, Y[:, 0])
    return {
        "permuted_W_in": found[at].W.T,
        "permuted_b_in": found[at].b[0],
        "permuted_W_out": found[at + 1].W.T,
        "output": out,
        "output_permuted": other,
        "loss": float(loss.mean()),
        "equivalent_nets_of_this_layer": math.factorial(sizes[at + 1]),
    }


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    **LINEAR,
    "dropout_layer": dropout_layer,
    "dropout_ensemble": dropout_ensemble,
    "batch_norm": batch_norm,
    "layer_norm": layer_norm,
    "weight_norm": weight_norm,
    "batch_norm_as_weight_norm": batch_norm_as_weight_norm,
    "init_variance": init_variance,
    "hidden_permutation": hidden_permutation,
}
