"""Components, steps of EM for both factor models, and gradient descent on the autoencoder, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.concepts.factors.bottleneck import loss_of
from playground.concepts.factors.fitting import common, moments_of, noise_of, varying
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.linear_gaussian import LEAST_SHARE, reconstruction

_BLANK = "Some features never vary and are left out of the model, which the plain function does not do."
_GROWN = "The weights have grown too large for another way of adding up to agree."


def _components(at: Moment) -> Mapping[str, Any]:
    found = moments_of(at.params, at.data)
    return {"X": found.X.numpy(), "x": found.X[at.state.chosen].numpy(), "m": at.state.summed}


def _sums(at: Moment) -> Mapping[str, Any]:
    found, state = moments_of(at.params, at.data), at.state
    return {
        "x_hat": reconstruction(found, found.X[state.chosen], state.summed),
        "error": at.numbers["tail"],
        "tail": at.numbers["tail"],
        "lost": at.numbers["sample_error"],
    }


def _ppca(at: Moment) -> Mapping[str, Any]:
    params, state, found = at.params, at.before, moments_of(at.params, at.data)
    return {
        "S": found.S.numpy(),
        "W": state.W.numpy(),
        "sigma2": noise_of(params, float(state.noise[0]), found),
        "hold": params.hold,
        "updates": params.updates,
        "least": noise_of(params.changed({"hold": False}), 0.0, found),
    }


def _factors(at: Moment) -> Mapping[str, Any] | str:
    state, found = at.before, moments_of(at.params, at.data)
    if not bool(varying(found.S).all()):
        return _BLANK
    return {
        "S": found.S.numpy(),
        "W": state.W.numpy(),
        "psi": state.noise.numpy(),
        "updates": at.params.updates,
        "least": LEAST_SHARE,
    }


def _net(at: Moment) -> Mapping[str, Any] | str:
    state, found = at.before, moments_of(at.params, at.data)
    if float(at.after.W.abs().max()) > 1e3:
        return _GROWN
    return {
        "S": found.S.numpy(),
        "D": state.W.numpy(),
        "E": state.E.numpy(),
        "eta": at.params.rate,
        "updates": at.params.updates,
    }


def _learnt(at: Moment) -> Mapping[str, Any]:
    after, found = at.after, moments_of(at.params, at.data)
    return {"D_next": after.W, "E_next": after.E, "loss": loss_of(found.S, after.W, after.E)}


CODES = (
    Code(
        "components",
        title="Components and a sum",
        when={"mode": ("pictures", "table")},
        reads=_components,
        gives=_sums,
        marks={"z": "z", "x_hat": "x", "error": "@error"},
        step=False,
    ),
    Code(
        "ppca_em",
        title="A step of EM",
        when={"mode": ("spectrum",)},
        reads=_ppca,
        gives=lambda at: {"W_next": at.after.W, "noise": float(at.after.noise[0])},
        marks={"rho": "ρ", "noise": "σ"},
        within=1e-6,
    ),
    Code(
        "factor_em",
        title="A step of EM",
        when={"mode": ("factors",)},
        reads=_factors,
        gives=lambda at: {
            "W_next": at.after.W,
            "noise": at.after.noise,
            "common": common(moments_of(at.params, at.data), at.after).factors,
        },
        marks={"W_next": "w", "common": "h"},
        within=1e-6,
    ),
    Code(
        "autoencoder",
        title="Gradient descent",
        when={"mode": ("autoencoder",)},
        reads=_net,
        gives=_learnt,
        marks={"loss": "@error", "D_next": "D"},
        within=1e-6,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
