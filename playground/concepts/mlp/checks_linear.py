"""What the shipped cases of linear models compute, by the code that the panel and the kit use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.engine.kit import linear_models as lm
from playground.engine.kit import shrinkage as sh
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import entropy, log_softmax, log_sum_exp, softmax, softmax_jacobian
from playground.engine.kit.dense.layout import views
from playground.engine.kit.dense.losses import LOSSES
from playground.engine.kit.dense.passes import Rules, mean_gradient, with_ones

Inputs = Mapping[str, Any]


def _array(value: Any) -> Floats:
    return np.array(value, dtype=np.float64)


def _data(inputs: Inputs) -> tuple[Floats, Floats]:
    return _array(inputs["X"]), _array(inputs["y"])


def least_squares(inputs: Inputs) -> dict[str, Any]:
    """The fit, its residuals and the normal equations."""
    X, y = _data(inputs)
    fit = lm.least_squares(X, y, inputs["intercept"])
    A = lm.extended(X, inputs["intercept"])
    fitted = X @ fit.coef + fit.intercept
    residuals = y - fitted
    square = float(residuals @ residuals)
    around = y - y.mean() if inputs["intercept"] else y  # without an intercept the zero fit is what to beat
    return {
        "rank": fit.rank,
        "unique": fit.unique,
        "gram": A.T @ A,
        "coef": fit.coef,
        "intercept": fit.intercept if inputs["intercept"] else None,
        "fitted": fitted,
        "residuals": residuals,
        "half_sum_of_squares": square / 2,
        "mean_squared_error": square / len(y),
        "r_squared": 1.0 - square / float(around @ around),
        "normal_equation_residual": A.T @ residuals,
    }


def ridge(inputs: Inputs) -> dict[str, Any]:
    """A fit for each alpha."""
    X, y = _data(inputs)
    fits = [lm.ridge(X, y, alpha, inputs["intercept"])._asdict() for alpha in inputs["alphas"]]
    return {"fits": fits, "alpha_per_sample": [alpha / len(y) for alpha in inputs["alphas"]]}


def squared_loss_gradient(inputs: Inputs) -> dict[str, Any]:
    """The three scalings, from the backward pass of a net without hidden units."""
    X, y = _data(inputs)
    theta = np.append(_array(inputs["w"]), inputs["b"])
    sizes = (X.shape[1], 1)
    gradient = np.empty_like(theta)
    seen = mean_gradient(
        views(theta, sizes), Rules("linear"), with_ones(X), y, LOSSES["squared"], views(gradient, sizes)
    )
    residuals = seen.out[:, 0] - y
    mean = float(LOSSES["squared"].value(seen.out, y).mean())
    found: dict[str, Any] = {"residuals": residuals}
    for name, share in (("half_sum", len(y) / 2), ("half_mean", 0.5), ("mean", 1.0)):
        found[name] = {"loss": share * mean, "grad_w": share * gradient[:-1], "grad_b": share * float(gradient[-1])}
    return found


def polynomial_fit(inputs: Inputs) -> dict[str, Any]:
    """Coefficients, ascending, and values on a grid where they are unique."""
    x, y = _array(inputs["x"]), _array(inputs["y"])
    A = lm.powers(x, inputs["degree"])
    coefficients, rank = lm.pseudo_solve(A, y)
    fitted = A @ coefficients
    unique = rank == A.shape[1]
    return {
        "coefficients": coefficients,
        "rank": rank,
        "unique": unique,
        "fitted": fitted,
        "training_mse": float(np.square(fitted - y).mean()),
        "grid_values": lm.powers(_array(inputs["grid"]), inputs["degree"]) @ coefficients if unique else None,
    }


def gd_least_squares(inputs: Inputs) -> dict[str, Any]:
    """Iterates, the step limit, and where the descent ends."""
    X, y = _data(inputs)
    w0, eta = _array(inputs["w0"]), inputs["eta"]
    values, _ = sh.eigen(X.T @ X / len(y))
    bound = 2.0 / float(values.max())
    return {
        "hessian_eigenvalues": values,
        "step_limit": bound,
        "converges": eta < bound,
        "iterates": [sh.descended(X, y, w0, eta, steps) for steps in inputs["steps"]],
        "limit": sh.limit(X, y, w0) if eta < bound else None,
        "minimum_norm_solution": lm.pseudo_solve(X, y)[0],
    }


def logistic_loss_gradient(inputs: Inputs) -> dict[str, Any]:
    """Losses, gradient and Hessian at a point."""
    X, y = _data(inputs)
    here = lm.logistic_at(X, y, _array(inputs["w"]), inputs["b"])
    predictions = (here.logits >= 0).astype(int)
    return {
        "logits": here.logits,
        "probabilities": here.probabilities,
        "losses": here.losses,
        "mean_loss": float(here.losses.mean()),
        "grad_w": here.grad_w,
        "grad_b": here.grad_b,
        "hessian_w_b": here.hessian,
        "predictions": predictions,
        "accuracy": float((predictions == y).mean()),
    }


def logistic_fit(inputs: Inputs) -> dict[str, Any]:
    """The minimiser."""
    X, y = _data(inputs)
    w, b = lm.logistic_fit(X, y, inputs["l2"])
    here = lm.logistic_at(X, y, w, b)
    mean = float(here.losses.mean())
    return {
        "w": w,
        "b": b,
        "mean_loss": mean,
        "objective": mean + 0.5 * inputs["l2"] * float(w @ w),
        "probabilities": here.probabilities,
    }


def logistic_separability(inputs: Inputs) -> dict[str, Any]:
    """The widest margin, or that there is none and so a minimiser."""
    found = lm.widest_margin(*_data(inputs))
    return {
        "separable": found is not None,
        "maximum_margin_direction": found.direction if found else None,
        "maximum_margin": found.margin if found else None,
        "support": list(found.support) if found else None,
        "offset": found.offset if found else None,
        "infimum_of_the_loss_attained": found is None,
    }


def softmax_regression(inputs: Inputs) -> dict[str, Any]:
    """Probabilities, losses and gradients at a point."""
    X, y = _data(inputs)
    here = lm.softmax_at(X, y, _array(inputs["W"]), _array(inputs["b"]))
    kept = ("logits", "probabilities", "losses", "grad_W", "grad_b", "grad_logits")
    return {name: here[name] for name in kept} | {
        "mean_loss": float(here["losses"].mean()),
        "argmax": here["logits"].argmax(axis=1),
    }


def softmax_temperature(inputs: Inputs) -> dict[str, Any]:
    """Probabilities and entropy by temperature."""
    logits = _array(inputs["logits"])
    rows = []
    for temperature in inputs["temperatures"]:
        p = softmax(logits, temperature)
        logs = log_softmax(logits, temperature) if temperature else None
        rows.append({"probabilities": p, "log_probabilities": logs, "entropy": float(entropy(p))})
    return {
        "by_temperature": rows,
        "jacobian_at_temperature_1": softmax_jacobian(softmax(logits)),
        "log_sum_exp": float(log_sum_exp(logits)),
    }


def _or_none(values: Floats) -> list[float | None]:
    return [None if np.isnan(value) else value for value in values.tolist()]


def weight_decay_shrinkage(inputs: Inputs) -> dict[str, Any]:
    """Factors of the eigendirections by the strength of the decay."""
    values, vectors = sh.eigen(_array(inputs["H"]))
    star = vectors.T @ _array(inputs["theta_star"])
    rows = []
    for mu in inputs["mus"]:
        factors = sh.shrink_factors(values, mu)
        known = bool(np.isfinite(factors).all())
        theta = vectors @ (factors * star) if known else None
        rows.append(
            {
                "factors": _or_none(factors),
                "theta": theta,
                "degrees_of_freedom": float(factors.sum()) if known else None,
                "norm": float(np.linalg.norm(theta)) if theta is not None else None,
            }
        )
    return {"eigenvalues": values, "by_mu": rows}


def early_stopping(inputs: Inputs) -> dict[str, Any]:
    """Early stopping against decay with mu = 1 / (eta T)."""
    values, eta, T = _array(inputs["eigenvalues"]), inputs["eta"], inputs["T"]
    mu = 1.0 / (eta * T)
    stopped, shrunk = sh.stopped_factors(values, eta, T), sh.shrink_factors(values, mu)
    gap, at = sh.flow_gap()
    return {
        "mu": mu,
        "early_stopping_factors": stopped,
        "weight_decay_factors": shrunk,
        "gradient_flow_factors": sh.flow_factors(values, eta * T),
        "largest_gap": float(np.abs(stopped - shrunk).max()),
        "exact_mu_per_direction": [
            sh.matching_decay(value, factor) for value, factor in zip(values.tolist(), stopped.tolist(), strict=True)
        ],
        "sup_gap_of_gradient_flow": gap,
        "sup_gap_at_lambda_times_time": at,
    }


def weight_decay_step(inputs: Inputs) -> dict[str, Any]:
    """One step, and some of pure decay."""
    theta, gradient = _array(inputs["theta"]), _array(inputs["gradient"])
    eta, mu = inputs["eta"], inputs["mu"]
    rows = []
    for k in inputs["k"]:
        here = theta
        for _ in range(k):
            here = sh.decayed(here, np.zeros_like(here), eta, mu)
        rows.append(here)
    return {"theta": sh.decayed(theta, gradient, eta, mu), "zero_gradient_after_k": rows}


def sgd_stationary_variance(inputs: Inputs) -> dict[str, Any]:
    """Where SGD with a constant step stays."""
    A, C = _array(inputs["A"]), _array(inputs["noise_covariance"])
    rows = []
    for one in inputs["settings"]:
        found = sh.stationary_covariance(A, C / one["batch"], one["eta"], one["beta"])
        rows.append(
            {
                "stable": found is not None,
                "covariance": found,
                "trace": None if found is None else float(np.trace(found)),
                "expected_excess_loss": None if found is None else float(np.trace(A @ found)) / 2,
            }
        )
    return {"step_limit_without_momentum": 2.0 / float(sh.eigen(A)[0].max()), "settings": rows}


def minibatch_gradient(inputs: Inputs) -> dict[str, Any]:
    """Gradients of single samples and the covariance of a batch's mean."""
    X, y = _data(inputs)
    rows = sh.sample_gradients(X, y, _array(inputs["w"]))
    single = sh.batch_covariance(rows, 1, True)
    return {
        "per_sample_gradients": rows,
        "full_gradient": rows.mean(0),
        "per_sample_covariance": single,
        "covariance_with_replacement": sh.batch_covariance(rows, inputs["batch"], True),
        "covariance_without_replacement": sh.batch_covariance(rows, inputs["batch"], False),
        "noise_scale_trace": float(np.trace(single)),
    }


def norms_and_projections(inputs: Inputs) -> dict[str, Any]:
    """Norms, nearest points of balls, and Hölder's bounds."""
    x, y, radius = _array(inputs["x"]), _array(inputs["y"]), inputs["radius"]
    sizes = {order: (float(np.linalg.norm(x, order)), float(np.linalg.norm(y, order))) for order in (1, 2, np.inf)}
    inner = float(x @ y)
    both = sizes[2][0] * sizes[2][1]
    return {
        "l1": sizes[1][0],
        "l2": sizes[2][0],
        "linf": sizes[np.inf][0],
        "project_l2": sh.onto_l2(x, radius),
        "project_linf": sh.onto_linf(x, radius),
        "project_l1": sh.onto_l1(x, radius),
        "cosine": inner / both if both else None,
        "inner_product": inner,
        "holder_bounds": [sizes[1][0] * sizes[np.inf][1], both, sizes[np.inf][0] * sizes[1][1]],
    }


LINEAR = {
    routine.__name__: routine
    for routine in (
        least_squares,
        ridge,
        squared_loss_gradient,
        polynomial_fit,
        gd_least_squares,
        logistic_loss_gradient,
        logistic_fit,
        logistic_separability,
        softmax_regression,
        softmax_temperature,
        weight_decay_shrinkage,
        early_stopping,
        weight_decay_step,
        sgd_stationary_variance,
        minibatch_gradient,
        norms_and_projections,
    )
}
