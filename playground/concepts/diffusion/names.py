"""Samplers, chains, data sets and modes by name, and their places in the palette. No torch."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

from playground.engine.kit.diffusion.declared import PLANE
from playground.figures.layers import Role

Sampler = Literal["ancestral", "ddim", "sde", "ode", "langevin", "corrector"]
SAMPLERS: tuple[str, ...] = get_args(Sampler)

Chain = Literal["ula", "mala", "underdamped", "walk", "mirrored"]
CHAINS: tuple[str, ...] = get_args(Chain)

HALF_KNOWN: dict[str, tuple[Any, ...]] = {"mode": ("reverse",), "score": ("exact",), "data": PLANE, "inpaint": (True,)}
"""Where half of the plane is known and the other half is generated."""

LABELS = {
    "ancestral": "DDPM",
    "ddim": "DDIM",
    "sde": "SDE",
    "ode": "ODE",
    "langevin": "annealed Langevin",
    "corrector": "corrector",
    "ula": "unadjusted",
    "mala": "adjusted",
    "underdamped": "underdamped",
    "walk": "random walk",
    "mirrored": "mirrored",
}

ROLES: dict[str, Role] = {
    "ancestral": "slot4",
    "ddim": "slot5",
    "sde": "slot3",
    "ode": "slot2",
    "langevin": "slot7",
    "corrector": "slot8",
    "ula": "slot2",
    "mala": "slot3",
    "underdamped": "slot4",
    "walk": "slot5",
    "mirrored": "slot7",
}


def samplers(params: Any) -> tuple[str, ...]:
    """The samplers that are switched on."""
    return tuple(name for name in SAMPLERS if getattr(params, name))


def chains(params: Any) -> tuple[str, ...]:
    """The chains that are switched on and can sample the target: the simplex has a border, which the score ignores."""
    able = ("walk", "mirrored") if params.target == "simplex" else CHAINS[:4]
    return tuple(name for name in able if getattr(params, name))


def half_known(params: Any) -> bool:
    """Whether half of the plane is known and the other half is generated."""
    return all(getattr(params, name) in allowed for name, allowed in HALF_KNOWN.items())


class PerSampler(NamedTuple):
    """One number for each sampler; None where it does not run."""

    ancestral: float | None = None
    ddim: float | None = None
    sde: float | None = None
    ode: float | None = None
    langevin: float | None = None
    corrector: float | None = None


class PerChain(NamedTuple):
    """One number for each chain; None where it does not run."""

    ula: float | None = None
    mala: float | None = None
    underdamped: float | None = None
    walk: float | None = None
    mirrored: float | None = None
