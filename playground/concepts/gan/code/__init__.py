"""Why there is no plain function yet, and the one of the smallest GAN."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.declarations.code import Code, Moment, NoCode

__all__ = ["CODES", "WITHOUT"]


def _smallest(at: Moment) -> Mapping[str, Any]:
    theta, psi = at.before.ways[-1, 0].tolist()
    use = at.params
    return {"theta": theta, "psi": psi, "eta": use.toy_rate, "r": use.r1, "loss": use.toy_loss}


def _moved(at: Moment) -> Mapping[str, Any]:
    theta, psi = at.after.ways[-1, 0].tolist()
    return {"theta_next": theta, "psi_next": psi}


CODES = (
    Code(
        "dirac",
        title="One step, both at once",
        when={"mode": ("dirac",)},
        reads=_smallest,
        gives=_moved,
        marks={"theta_next": "@theta", "psi_next": "@psi"},
        within=1e-9,
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": ("plane", "line", "modes")},
        because="A step is the backward pass of two nets, batched over particles and methods.",
    ),
)
