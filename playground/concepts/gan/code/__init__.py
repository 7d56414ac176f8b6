"""The best critic on the line and a step of the smallest GAN as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.concepts.gan.training import LineLaws
from playground.engine.declarations.code import Code, Moment, NoCode

__all__ = ["CODES", "WITHOUT"]


def _smallest(at: Moment) -> Mapping[str, Any]:
    theta, psi = at.before.ways[-1, 0].tolist()
    use = at.params
    return {"theta": theta, "psi": psi, "eta": use.toy_rate, "r": use.r1, "loss": use.toy_loss}


def _moved(at: Moment) -> Mapping[str, Any]:
    theta, psi = at.after.ways[-1, 0].tolist()
    return {"theta_next": theta, "psi_next": psi}


def _laws(at: Moment) -> Mapping[str, Any]:
    laws = LineLaws(at.params, at.data, at.state.teams[0])
    return {"p": laws.p.numpy(), "g": laws.g.numpy(), "width": laws.width}


def _found(at: Moment) -> Mapping[str, Any]:
    return {name: at.numbers[number] for name, number in (("js", "js"), ("w1", "w1"), ("value", "value_best"))}


CODES = (
    Code(
        "best",
        title="The best critic",
        when={"mode": ("line",)},
        reads=_laws,
        gives=_found,
        marks={"p": "p", "g": "g", "D": "D*"},
        within=1e-7,
        step=False,
    ),
    Code(
        "dirac",
        title="One step, both at once",
        when={"mode": ("dirac",)},
        reads=_smallest,
        gives=_moved,
        marks={"theta_next": "θ", "psi_next": "ψ"},
        within=1e-9,
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": ("plane", "modes")},
        because="A step is the backward pass of two nets, batched over particles and methods.",
    ),
)
