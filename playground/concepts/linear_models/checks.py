"""The oracle cases of linear models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from playground.concepts.linear_models import Params, exact, learning
from playground.concepts.linear_models.learning import slope_of_classes
from playground.concepts.linear_models.problem import Sorting, likelihoods, problem_of
from playground.concepts.linear_models.state import Data, State
from playground.engine.kit.arrays import Floats
from playground.engine.kit.cases import Inputs, exactly
from playground.engine.kit.linear_models import extended, powers
from playground.engine.run.context import Ctx


def _array(values: Any) -> Floats:
    return np.array(values, dtype=np.float64)


def leave_one_out(inputs: Inputs) -> dict[str, Any]:
    """Errors at points that are left out in turn, by one fit."""
    x, y = _array(inputs["x"]), _array(inputs["y"])
    F = powers(x, inputs["degree"])[:, 1:]
    path = exact.ridge_path(exact.solve(F, y), np.array([inputs["alpha"]]))
    errors = exact.left_out(y, path.fitted[0], path.hats[0])
    return {
        "errors": errors.tolist(),
        "mean_square": float((errors**2).mean()),
        "degrees_of_freedom": float(path.free[0]),
    }


def ridge_path(inputs: Inputs) -> dict[str, Any]:
    """Ridge fits at several penalties."""
    path = exact.ridge_path(exact.solve(_array(inputs["X"]), _array(inputs["y"])), _array(inputs["alphas"]))
    return {"weights": path.coef.tolist(), "intercepts": path.intercept.tolist()}


def robust_line(inputs: Inputs) -> dict[str, Any]:
    """A line by Huber's loss or absolute values."""
    x, y = _array(inputs["x"]), _array(inputs["y"])
    theta = exact.robust(x[:, None], y, 0.0, inputs["loss"], inputs["delta"])
    r = y - extended(x[:, None]) @ theta
    total = float(exact.loss_of(inputs["loss"], r, inputs["delta"]).sum())
    return {"slope": float(theta[0]), "intercept": float(theta[1]), "loss": total}


def line_descent(inputs: Inputs) -> dict[str, Any]:
    """The run's own steps in the bowl."""
    X = exactly([inputs["x"], inputs["y"]]).T.contiguous()
    n = len(X)
    zero = torch.zeros(2, dtype=torch.float64)
    data = Data(X, torch.zeros(n, dtype=torch.int64), zero, torch.arange(n), n, ("x", "y"), ("a", "b"), zero, zero, "")
    data = data._replace(luck=torch.ones(n, dtype=torch.float64))
    params = Params.make({"mode": "bowl", "rate": inputs["rate"]})
    ctx = Ctx(torch.device("cpu"), torch.float64, 0, "case")
    state, iterates = State(exactly([inputs["start"]]), torch.zeros((1, 3), dtype=torch.float64)), []
    for taken in range(1, max(inputs["steps"]) + 1):
        state, _ = learning.step(params, data, state, ctx)
        if taken in inputs["steps"]:
            iterates.append(state.theta[0].tolist())
    found = problem_of(params, data)
    return {"L": found.L, "mu": found.mu, "eta": params.rate / found.L, "iterates": iterates}


def class_descent(inputs: Inputs) -> dict[str, Any]:
    """Descent on the cross-entropy by the run's own gradient."""
    A, y, count = extended(_array(inputs["X"])), np.array(inputs["y"]), inputs["classes"]
    params = Params.make({"mode": "classes", "decay": max(1e-6, inputs["decay"])})
    sorting = Sorting(A, y, count, 1.0, None, None, None)
    theta = np.zeros((1 if count == 2 else count, 3))
    for _ in range(inputs["steps"]):
        theta = theta - inputs["eta"] * slope_of_classes(params, sorting, theta).gradient
    right = float((likelihoods(theta, A, count).argmax(1) == y).mean())
    return {"weights": theta.tolist(), "loss": slope_of_classes(params, sorting, theta).loss, "right": right}


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "leave_one_out": leave_one_out,
    "ridge_path": ridge_path,
    "robust_line": robust_line,
    "line_descent": line_descent,
    "class_descent": class_descent,
}
