"""The exact fits and the updates, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.concepts.linear_models.problem import columns_of, decay_of, problem_of, sorting_of
from playground.engine.declarations.code import Code, Moment, NoCode

__all__ = ["CODES", "WITHOUT"]

_NONE = "There is no point to learn from."
_LARGE = 1e4  # weights beyond which another way of adding up does not agree


def _points(at: Moment) -> dict[str, Any]:
    found = problem_of(at.params, at.data)
    across = columns_of(at.params, at.data)[0]
    return {
        "x": np.ascontiguousarray(at.data.X.numpy()[found.train, across]),
        "y": np.ascontiguousarray(found.y[found.train]),
        "degree": at.params.degree,
        "alpha": found.alpha,
    }


def _unfit(at: Moment) -> str:
    found = problem_of(at.params, at.data)
    if not found.train.any():
        return _NONE
    if np.abs(found.theta).max() > _LARGE or np.abs(found.F).max(initial=0.0) > _LARGE:
        return "The weights are so large that another way of adding up does not agree."
    return ""


def _robust(at: Moment) -> Mapping[str, Any] | str:
    found = problem_of(at.params, at.data)
    if not found.train.any():
        return _NONE
    if at.params.degree > 3 or found.F.shape[1] + 1 > int(found.train.sum()) or found.mu < 1e-6 * found.L:
        return "With so many powers for so few points the rounds of weights take too long to agree."
    return _points(at) | {"delta": at.params.delta}


def _fitted(at: Moment) -> Mapping[str, Any]:
    found = problem_of(at.params, at.data)
    told = {"w": found.theta[:-1], "b": found.theta[-1], "mse": at.numbers["mse"], "free": at.numbers["free"]}
    if at.numbers["loo"] is not None:
        told["left_out"] = at.numbers["loo"]
    return told


def _weighted(at: Moment) -> Mapping[str, Any]:
    found = problem_of(at.params, at.data)
    return {"w": found.theta[:-1], "b": found.theta[-1]}


def _columns(at: Moment) -> Mapping[str, Any] | str:
    found = problem_of(at.params, at.data)
    if at.params.mode == "fit" and at.params.rho == "absolute":
        return "The least absolute values end in a corner that is found by a search."
    return _unfit(at) or {
        "X": np.ascontiguousarray(found.F[found.train]),
        "y": np.ascontiguousarray(found.y[found.train]),
        "alpha": found.alpha,
    }


def _line(at: Moment) -> Mapping[str, Any] | str:
    found, params = problem_of(at.params, at.data), at.params
    if not len(found.y):
        return _NONE
    if at.before.failed or at.after.failed or float(at.after.theta.abs().max()) > _LARGE:
        return "The weights have grown too large for another way of adding up to agree."
    if params.rho == "absolute":
        return "On a crease the last digit decides which way to go."
    return {
        "x": np.ascontiguousarray(found.F[:, 0]),
        "y": np.ascontiguousarray(found.y),
        "w": float(at.before.theta[0, 0]),
        "b": float(at.before.theta[0, 1]),
        "rate": params.rate,
        "rho": params.rho,
        "delta": params.delta,
        "updates": params.updates,
    }


def _classes(at: Moment) -> Mapping[str, Any] | str:
    sorting, params = sorting_of(at.params, at.data), at.params
    if not len(sorting.y):
        return _NONE
    if at.before.failed or at.after.failed or params.rate > 2.0:
        return "Steps beyond 2/L go to and fro, and another way of adding up does not agree."
    return {
        "A": sorting.A,
        "y": sorting.y,
        "W": at.before.theta.numpy(),
        "classes": sorting.classes,
        "rate": params.rate,
        "decay": decay_of(params),
        "updates": params.updates,
    }


CODES = (
    Code(
        "robust",
        title="The exact fit by weights",
        when={"mode": ("fit",), "rho": ("huber",)},
        reads=_robust,
        gives=_weighted,
        marks={"w": "f", "r": "r"},
        within=1e-5,
        step=False,
    ),
    Code(
        "descent",
        title="One step of descent",
        when={"mode": ("bowl",)},
        reads=_line,
        gives=lambda at: {"w": at.after.theta[0, 0], "b": at.after.theta[0, 1]},
        marks={"w": "θ", "r": "r"},
        within=1e-8,
    ),
    Code(
        "least_squares",
        title="The exact fit",
        when={"mode": ("fit", "features")},
        reads=_columns,
        gives=_fitted,
        marks={"w": "f", "r": "r"},
        within=1e-6,
        step=False,
    ),
    Code(
        "softmax",
        title="One step of descent",
        when={"mode": ("classes",)},
        reads=_classes,
        gives=lambda at: {"W": at.after.theta},
        marks={"p": "p", "W": "w"},
        within=1e-6,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
