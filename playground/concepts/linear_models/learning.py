"""Gradient descent on the mean loss: of values by squares or robust losses, of classes by cross-entropy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from playground.concepts.linear_models import Params, exact
from playground.concepts.linear_models.problem import (
    Problem,
    Sorting,
    decay_of,
    kind_of,
    likelihoods,
    mean_loss,
    problem_of,
    sorting_of,
    tensor,
)
from playground.concepts.linear_models.state import Data, Info, State
from playground.engine.frame import Status
from playground.engine.kit.arrays import Floats
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.linear_models import extended
from playground.engine.run.context import Ctx

START = (-1.5, 1.6)  # slope and intercept in the bowl
_FAR = 1e8
_MOST_PLACES = 600
_PIECE = 10  # updates between two looks at the clock


class Slope(NamedTuple):
    """The mean loss at some weights, and its gradient, of the shape of the weights."""

    loss: float
    gradient: Floats


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """Weights 0; in the bowl a place on its wall."""
    if params.mode == "classes":
        sorting = sorting_of(params, data)
        rows = 1 if sorting.classes == 2 else sorting.classes
        theta = np.zeros((rows, sorting.A.shape[1]))
    elif params.mode == "bowl":
        theta = np.array([START])
    else:
        theta = np.zeros((1, problem_of(params, data).F.shape[1] + 1))
    return anew(params, data, State(tensor(theta), torch.zeros((0, 3), dtype=torch.float64)))


def anew(params: Params, data: Data, state: State) -> State:
    """The same weights, whose way begins here."""
    theta = state.theta.numpy()
    row = torch.tensor([[0.0, *_told(params, data, theta)]], dtype=torch.float64)
    return State(state.theta, row, made=state.made, begun=state.made)


def _told(params: Params, data: Data, theta: Floats) -> tuple[float, float]:
    if params.mode == "bowl":
        return float(theta[0, 0]), float(theta[0, 1])
    if params.mode == "classes":
        sorting = sorting_of(params, data)
        return length(theta), slope_of_classes(params, sorting, theta).loss if len(sorting.y) else 0.0
    return 0.0, 0.0


def length(theta: Floats) -> float:
    """|w| over all rows, intercepts left out."""
    return float(np.linalg.norm(theta[:, :-1]))


def slope_of_values(params: Params, found: Problem, A: Floats, y: Floats, theta: Floats) -> Slope:
    """The mean loss of values at weights (1, d + 1)."""
    w = theta[0]
    pull = exact.pull_of(kind_of(params), y - A @ w, params.delta)
    gradient = -(pull @ A) / len(y) + found.alpha / len(y) * np.append(w[:-1], 0.0)
    return Slope(mean_loss(params, A, y, w, found.alpha), gradient[None])


def slope_of_classes(params: Params, sorting: Sorting, theta: Floats) -> Slope:
    """The mean cross-entropy with its penalty at weights (k, d + 1)."""
    A, y, lam = sorting.A, sorting.y, decay_of(params)
    n = len(y)
    w = theta.copy()
    w[:, -1] = 0.0
    if sorting.classes == 2:
        z = A @ theta[0]
        signs = np.where(y > 0, 1.0, -1.0)
        loss = float(np.logaddexp(0.0, -signs * z).mean())
        # sigma(-signs z) without overflow: how wrong each is.
        wrong = np.exp(-np.logaddexp(0.0, signs * z))
        gradient = (-(signs * wrong) @ A / n)[None]
    else:
        p = likelihoods(theta, A, sorting.classes)
        with np.errstate(divide="ignore"):
            loss = float(-np.log(np.maximum(p[np.arange(n), y], 1e-300)).mean())
        p[np.arange(n), y] -= 1.0
        gradient = p.T @ A / n
    return Slope(loss + 0.5 * lam * float((w * w).sum()), gradient + lam * w)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Some updates."""
    if params.mode == "features" or len(data.y) == 0 or state.failed:
        return state, info_of(params, data, state)
    theta, slack, taken = state.theta.numpy(), state.slack, state.taken
    if params.mode == "classes":
        sorting = sorting_of(params, data)
        L = sorting.L

        def slope(at: Floats) -> Slope:
            return slope_of_classes(params, sorting, at)

    else:
        found = problem_of(params, data)
        A, y = extended(found.F[found.train]), found.y[found.train]
        L = found.L

        def slope(at: Floats) -> Slope:
            return slope_of_values(params, found, A, y, at)

    eta, lost = params.rate / L, params.rate / L * (1.0 - params.rate / 2.0)
    here, rows = slope(theta), []
    for _ in range(params.updates):
        theta = theta - eta * here.gradient
        if not np.abs(theta).max() < _FAR:
            break
        before, here = here, slope(theta)
        slack = min(slack, before.loss - here.loss - lost * float((before.gradient**2).sum()))
        taken += 1
        rows.append(
            (float(taken), *((theta[0, 0], theta[0, 1]) if params.mode == "bowl" else (length(theta), here.loss)))
        )
        if taken % _PIECE == 0:
            give_way()
    failed = not np.abs(theta).max() < _FAR
    if failed:
        return state._replace(failed=True), info_of(params, data, state._replace(failed=True))
    path = torch.cat([state.path, torch.tensor(rows[-1:] if params.mode == "classes" else rows, dtype=torch.float64)])
    if len(path) > _MOST_PLACES:
        path = torch.cat([path[:1], path[1:-1:2], path[-1:]])
    after = State(tensor(theta), path, taken, slack, False, state.made + 1, state.begun)
    return after, info_of(params, data, after, here)


def info_of(params: Params, data: Data, state: State, here: Slope | None = None) -> Info:
    """What is recorded of a state."""
    theta = state.theta.numpy()
    status: Status = "failed" if state.failed else "running"
    if len(data.y) == 0 or params.mode == "features":
        return Info("done" if params.mode == "features" else "running")
    if params.mode == "classes":
        sorting = sorting_of(params, data)
        here = here or slope_of_classes(params, sorting, theta)
        p = likelihoods(theta, sorting.A, sorting.classes)
        right = float((p.argmax(1) == sorting.y).mean())
        fit = sorting.fit
        distance = None if fit is None else _apart(theta[0], fit)
        return Info(
            status, here.loss, None, distance, float(np.linalg.norm(here.gradient)), length(theta), right, state.taken
        )
    found = problem_of(params, data)
    here = here or slope_of_values(params, found, extended(found.F[found.train]), found.y[found.train], theta)
    gap = here.loss - found.best
    return Info(
        status,
        here.loss,
        float(np.log10(max(gap, 1e-17))),
        _apart(theta[0], found.theta),
        float(np.linalg.norm(here.gradient)),
        length(theta),
        None,
        state.taken,
    )


def _apart(theta: Floats, wanted: Floats) -> float:
    size = float(np.linalg.norm(wanted))
    return float(np.linalg.norm(theta - wanted)) / (size if size > 0 else 1.0)
