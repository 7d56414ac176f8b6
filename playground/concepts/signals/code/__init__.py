"""Each view as one plain function: the recursion, a layer, two norms, and a step of one unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.signals import METHODS, nets, unit
from playground.concepts.signals.batches import batches_of
from playground.concepts.signals.blocks import forward
from playground.concepts.signals.columns import variance_of
from playground.concepts.signals.state import skip_of
from playground.concepts.signals.theory import mean_field
from playground.engine.declarations.code import Code, Moment
from playground.engine.kit.dense.activations import ACTIVATIONS

_NEAR = 2e-3  # the run computes in float32


def _reads_theory(at: Moment) -> Mapping[str, Any] | str:
    found = mean_field(*_asked(at)).forward
    if not abs(float(found[-1])) < 140.0:
        return "The signal is beyond all numbers."
    method, phi, variance, depth, alpha = _asked(at)
    return {"method": method, "phi": phi, "variance": variance, "depth": depth, "alpha": alpha}


def _asked(at: Moment) -> tuple[str, str, float, int, float]:
    params = at.params
    return params.shown, params.activation, variance_of(params), params.depth, skip_of(params)


def _gives_theory(at: Moment) -> Mapping[str, Any]:
    found = mean_field(*_asked(at)).forward
    return {"log_signal": found, "arrives": float(found[-1])}


def _first(at: Moment) -> tuple[Any, ...]:
    """The batch of the step, and the first hidden layer of the net shown as it was before, in double precision."""
    params, net = at.params, nets.net_of(at.params, at.data.X.shape[1], at.data.classes)
    rows = torch.randint(len(at.data.y), (params.batch,), generator=at.ctx.at(at.ctx.step).rng)
    theta = at.before.theta[METHODS.index(params.shown), 0].double().numpy()
    return at.data.X[rows].double(), nets.blocks(theta, net.sizes)[0]


def _reads_layer(at: Moment) -> Mapping[str, Any]:
    h, block = _first(at)
    W, b, g = (torch.from_numpy(part.copy()) for part in block)
    return {"h": h, "W": W, "b": b, "g": g, "method": at.params.shown, "phi": at.params.activation, "alpha": 0.0}


def _gives_layer(at: Moment) -> Mapping[str, Any]:
    h, block = _first(at)
    seen = forward(at.params.shown, h.numpy(), block, ACTIVATIONS[at.params.activation], 0.0)
    return {"z": seen.z, "out": seen.out}


def _reads_norms(at: Moment) -> Mapping[str, Any]:
    given = torch.from_numpy(batches_of(at.params, at.state).given.copy())
    return {"first": given[0], "second": given[1]}


def _gives_norms(at: Moment) -> Mapping[str, Any]:
    known = batches_of(at.params, at.state)
    moved = {name: float(at.numbers[name]) for name in ("moved_batch", "moved_layer")}
    return {"answer_1": known.batch[0, 0], "answer_2": known.batch[1, 0], **moved}


def _reads_unit(at: Moment) -> Mapping[str, Any]:
    return {
        "X": torch.from_numpy(unit.X.copy()),
        "asked": torch.from_numpy(unit.ASKED.copy()),
        "v": at.before.path[-1],
        "gamma": float(at.before.lengths[-1]),
        "eta": at.params.rate,
    }


def _gives_unit(at: Moment) -> Mapping[str, Any]:
    return {"v_next": at.after.path[-1], "gamma_next": float(at.after.lengths[-1])}


CODES = (
    Code(
        "recursion",
        title="Mean-field recursion",
        when={"mode": ("river",)},
        reads=_reads_theory,
        gives=_gives_theory,
        marks={"q": "q"},
        within=1e-6,
        step=False,
    ),
    Code(
        "layer",
        title="A layer in five forms",
        when={"mode": ("learn", "rates")},
        reads=_reads_layer,
        gives=_gives_layer,
        within=_NEAR,
    ),
    Code(
        "norms",
        title="Batch norm and layer norm",
        when={"mode": ("batches",)},
        reads=_reads_norms,
        gives=_gives_norms,
        within=1e-6,
        step=False,
    ),
    Code(
        "right_angle",
        title="A step at a right angle",
        when={"mode": ("unit",)},
        reads=_reads_unit,
        gives=_gives_unit,
        marks={"v_next": "v", "sigma_norm": "Σ"},
        within=1e-6,
    ),
)
WITHOUT = ()
