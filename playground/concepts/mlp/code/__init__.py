"""The last update of a step, the one matrix of a linear net, and the confusion matrix, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.concepts.mlp import linear
from playground.concepts.mlp.code.pieces import derivative, loss, slope, value
from playground.concepts.mlp.evaluating import evaluate, loss_of, rules_of, silence, targets_of
from playground.concepts.mlp.learning import Epochs
from playground.concepts.mlp.worst_points import worst_points
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import views

_VIEWS = ("plane", "surface", "net", "seeds", "units")
_NOTHING = "There is no point to learn from."


class _Watched(Epochs):
    """The work of a step that remembers what its last update was given, and its gradient."""

    last: tuple[Floats, Floats, Floats, Any]

    def update(self, Z: Floats, targets: Floats, factors: list[Floats] | None) -> None:
        theta = self.theta.copy()
        self.mover.look(self.theta)
        stands = self.theta.copy()
        self.theta[...] = theta
        super().update(Z, targets, factors)
        self.last = stands, Z.copy(), targets.copy(), factors


def _worked(at: Moment) -> _Watched:
    work = _Watched(at.params, at.data, at.before, at.ctx)
    work.run()
    return work


def _own(work: _Watched, part: Any, plain: int) -> Any:
    """What of an array with or without an axis of nets belongs to the net on screen."""
    array = np.asarray(part)
    return array[work.before.shown] if work.lead and array.ndim > plain else array


def _batch(at: Moment) -> Mapping[str, Any] | str:
    params, data, state = at.params, at.data, at.before
    if not bool((~data.held).any()):
        return _NOTHING
    work = _worked(at)
    theta, Z, targets, factors = work.last
    flat = _own(work, theta, 1)
    keep = [_own(work, part, 2) for part in factors] if factors is not None else [1.0] * (len(state.sizes) - 2)
    name = params.loss if data.classes else params.error
    return {
        "W": [layer.all.copy() for layer in views(flat, state.sizes)],
        "X": np.ascontiguousarray(_own(work, Z, 2).T[:, :-1]),
        "y": targets,
        "phi": value(params.activation),
        "dphi": derivative(params.activation),
        "slope": slope(name, state.sizes[-1]),
        "keep": keep,
    }


def _update(at: Moment) -> Mapping[str, Any] | str:
    found = _batch(at)
    if isinstance(found, str):
        return found
    return {**found, "eta": at.params.rate, "decay": at.params.decay, "lasso": at.params.penalty == "l1"}


def _gradient(at: Moment) -> Floats:
    work = _worked(at)
    found: Floats = _own(work, work.gradient, 1)
    return found


def _split(flat: Any, sizes: tuple[int, ...]) -> list[Floats]:
    return [layer.all for layer in views(np.asarray(flat), sizes)]


def _moved(at: Moment) -> Mapping[str, Any]:
    after = at.after
    return {
        "W_next": _split(after.theta[after.shown].numpy(), after.sizes),
        "G": _split(_gradient(at), after.sizes),
    }


def _ball(at: Moment) -> Mapping[str, Any] | str:
    """The first learnt point with its ball."""
    params, data, state = at.params, at.data, at.state
    learns = ~data.held.numpy()
    if not learns.any():
        return _NOTHING
    if params.features.replace(" ", "") != ",".join(data.inputs):
        return "The features are formulas here, whose slopes are not written out; choose the inputs as they are."
    if not state.alive.numpy().all():
        return "A unit is silenced here, which the search leaves out."
    name = params.loss if data.classes else params.error
    return {
        "x": data.X.numpy()[learns][0],
        "y": targets_of(data)[learns][:1],
        "W": [layer.all.copy() for layer in views(state.theta[state.shown].numpy(), state.sizes)],
        "phi": value(params.activation),
        "dphi": derivative(params.activation),
        "loss": loss(name, state.sizes[-1]),
        "slope": slope(name, state.sizes[-1]),
        "radius": params.radius,
    }


def _found(at: Moment) -> Mapping[str, Any]:
    params, data, state = at.params, at.data, at.state
    learns = ~data.held.numpy()
    X, targets = data.X.numpy()[learns][:1], targets_of(data)[learns][:1]
    layers, rule = views(state.theta[state.shown].numpy(), state.sizes), loss_of(params, data)
    points, highest = worst_points(layers, rules_of(params), None, rule, params.features, X, targets, params.radius)
    return {"found": points[0], "highest": highest[0]}


def _product(at: Moment) -> Mapping[str, Any] | str:
    params, state = at.params, at.state
    if linear.product(params, state) is None:
        return "Only a net of linear units without normalisation is one matrix; choose these."
    layers = views(state.theta[state.shown].numpy(), state.sizes)
    alive = silence(state) or [np.ones(m) for m in state.sizes[1:-1]]
    return {
        "W": [layer.W for layer in layers],
        "b": [layer.b[0] for layer in layers],
        "keep": [*alive, np.ones(state.sizes[-1])],
    }


def _multiplied(at: Moment) -> Mapping[str, Any]:
    found = linear.product(at.params, at.state)
    assert found is not None
    return {"M": found.W, "c": found.b, "sigma": found.values, "rank": found.rank}


def _outputs(at: Moment) -> Mapping[str, Any] | str:
    params, data, state = at.params, at.data, at.state
    if not data.classes or not len(data.y):
        return "There are no classes to be confused."
    out = evaluate(params, state, state.Z.numpy())[1].out
    return {"f": out, "y": data.y.numpy().astype(int), "K": max(data.classes, 1)}


def _counted(at: Moment) -> Mapping[str, Any]:
    K = max(at.data.classes, 1)
    return {"counts": np.asarray(at.numbers["confusion_flat"]).reshape(K, K)}


CODES = (
    Code(
        "update",
        title="The last update",
        when={"mode": _VIEWS, "norm": ("none",), "optimiser": ("sgd",)},
        reads=_update,
        gives=_moved,
        marks={"W_next": "W", "f": "f"},
    ),
    Code(
        "gradient",
        title="Forward and backward",
        when={"mode": _VIEWS, "norm": ("none",)},
        reads=_batch,
        gives=lambda at: {"G": _split(_gradient(at), at.before.sizes)},
        marks={"f": "f"},
    ),
    Code(
        "worst",
        title="The worst point near one",
        when={"mode": ("worst",), "norm": ("none",)},
        reads=_ball,
        gives=_found,
        marks={"found": "δ"},
        within=1e-6,
        step=False,
    ),
    Code("product", title="The one matrix", when={"mode": ("linear",)}, reads=_product, gives=_multiplied, step=False),
    Code(
        "confusion",
        title="The confusion matrix",
        when={"mode": ("classes",)},
        reads=_outputs,
        gives=_counted,
        step=False,
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": _VIEWS, "norm": ("batch", "layer")},
        because="The passes through normalised layers are not written out yet; without normalisation they are.",
    ),
    NoCode(
        when={"mode": ("worst",)},
        because="The search through normalised layers is not written out yet; without normalisation it is.",
    ),
)
