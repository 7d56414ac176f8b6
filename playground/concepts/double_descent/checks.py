"""Double descent: case kind to the function that computes it with the model's own code."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from playground.concepts.double_descent import theory
from playground.concepts.double_descent.nested import NestedFits, min_norm, ridged
from playground.engine.kit.cases import Inputs, exactly

_NOTHING = 1e-10  # of the size of the labels: a residual below is rounding


def _plain(values: list[float]) -> list[float | str]:
    """Infinity as the case files write it."""
    return ["inf" if math.isinf(value) else value for value in values]


def min_norm_fit(inputs: Inputs) -> dict[str, Any]:
    """The fit of least norm, and what it does on both sets of points."""
    Phi, y, unseen = exactly(inputs["Phi"]), exactly(inputs["y"]), exactly(inputs["Phi_test"])
    n, N = Phi.shape
    theta, rank = min_norm(Phi, y)
    rest = Phi @ theta - y
    exact = bool(rest.norm() <= _NOTHING * y.norm())
    values = torch.linalg.svdvals(Phi)
    said = unseen @ theta
    return {
        "theta": theta,
        "rank": rank,
        "regime": "under" if n > N else "threshold" if n == N else "over",
        "interpolates": exact,
        "norm": float(theta.norm()),
        "train_error": 0.0 if exact else float(rest.square().mean()),
        "predictions": said,
        "test_error": float((said - exactly(inputs["y_test"])).square().mean()),
        "smallest_singular_value": float(values[rank - 1]),
        "solution_unique": rank == N,
    }


def ridge_path(inputs: Inputs) -> dict[str, Any]:
    """Ridge fits for every lambda."""
    Phi, y, unseen = exactly(inputs["Phi"]), exactly(inputs["y"]), exactly(inputs["Phi_test"])
    found = [ridged(Phi, y, ridge) for ridge in inputs["lambdas"]]
    wanted = exactly(inputs["y_test"])
    return {
        "theta": torch.stack(found),
        "norm": [float(theta.norm()) for theta in found],
        "train_error": [float((Phi @ theta - y).square().mean()) for theta in found],
        "test_error": [float((unseen @ theta - wanted).square().mean()) for theta in found],
    }


def gd_limit(inputs: Inputs) -> dict[str, Any]:
    """Gradient descent from some weights, and where it ends."""
    Phi, y, theta, eta = exactly(inputs["Phi"]), exactly(inputs["y"]), exactly(inputs["theta0"]), inputs["eta"]
    fits, N = NestedFits(Phi), Phi.shape[1]
    iterates, at = [], theta
    for k in range(1, max(inputs["steps"]) + 1):
        at = at - eta * Phi.T @ (Phi @ at - y)
        if k in inputs["steps"]:
            iterates.append(at)
    return {
        "limit": fits.from_start(N, y, theta),
        "min_norm": fits.fit(N, y),
        "eta_max": 2 / float(torch.linalg.svdvals(Phi)[0]) ** 2,
        "iterates": torch.stack(iterates),
    }


def random_feature_sweep(inputs: Inputs) -> dict[str, Any]:
    """Fits on more and more of the given random features, by the nested code of the sweep."""
    X, y, W, c = (exactly(inputs[name]) for name in ("X", "y", "W", "c"))
    unseen, wanted = exactly(inputs["X_test"]), exactly(inputs["y_test"])
    Phi, there = (X @ W.T + c).relu(), (unseen @ W.T + c).relu()
    fits = NestedFits(Phi)
    found: dict[str, list[Any]] = {"train_error": [], "test_error": [], "norm": [], "rank": []}
    for N in inputs["N"]:
        theta = fits.fit(N, y)
        train = float((Phi[:, :N] @ theta - y).square().mean())
        found["train_error"].append(0.0 if train < _NOTHING**2 else train)
        found["test_error"].append(float((there[:, :N] @ theta - wanted).square().mean()))
        found["norm"].append(float(theta.norm()))
        found["rank"].append(int(torch.linalg.matrix_rank(Phi[:, :N], rtol=1e-10)))
    peak = inputs["N"][int(np.argmax(found["test_error"]))]
    return {**found, "peak_N": peak, "peak_at_threshold": peak == len(y)}


def subset_risk_gaussian(inputs: Inputs) -> dict[str, Any]:
    """The expected error on some of the coordinates of normal inputs."""
    beta = np.array(inputs["beta"])
    n, variance = inputs["n"], inputs["s2"]
    found = [theory.subset_risk(n, p, beta, variance) for p in inputs["p"]]
    return {"risk": _plain(found), "null_risk": theory.subset_risk(n, 0, beta, variance)}


def asymptotic_ridgeless_risk(inputs: Inputs) -> dict[str, Any]:
    """The asymptotic excess error without a preferred direction."""
    variance, power = inputs["s2"], inputs["r2"]
    best = theory.best_wide(power, variance)
    return {
        "excess_risk": _plain([theory.isotropic_risk(gamma, power, variance) for gamma in inputs["gamma"]]),
        "best_gamma_above_1": best,
        "risk_there": None if best is None else theory.isotropic_risk(best, power, variance),
        "null_risk": power,
    }


def random_feature_risk(inputs: Inputs) -> dict[str, Any]:
    """The asymptotic curve of random features, and the spectrum that it comes from."""
    known = theory.spectrum(inputs["d"], inputs["features"], inputs["target"])
    found = theory.risks(known, inputs["n"], np.array(inputs["N"]), math.sqrt(inputs["s2"]), inputs["lambda"])
    return {"eigenvalues": known.eigenvalues[:4], "target_power": known.target[:4], "excess_risk": found.test}


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "min_norm_fit": min_norm_fit,
    "ridge_path": ridge_path,
    "gd_limit": gd_limit,
    "random_feature_sweep": random_feature_sweep,
    "subset_risk_gaussian": subset_risk_gaussian,
    "asymptotic_ridgeless_risk": asymptotic_ridgeless_risk,
    "random_feature_risk": random_feature_risk,
}
