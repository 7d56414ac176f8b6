"""Samplers, data sets and modes by name, and their places in the palette. No torch."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

from playground.engine.kit.diffusion.declared import LINE, PLANE
from playground.figures.layers import Role

Sampler = Literal["ancestral", "ddim", "sde", "ode", "langevin", "corrector"]
SAMPLERS: tuple[str, ...] = get_args(Sampler)

PROCESSES = ("forward", "reverse", "denoise")
"""The modes in which particles move."""
HALF_KNOWN: dict[str, tuple[Any, ...]] = {"mode": ("reverse",), "score": ("half",), "data": PLANE}
"""Where half of the plane is known and the other half is generated."""
RACES = {
    "one": ("ode",),
    "two": ("ode", "sde"),
    "three": ("ode", "sde", "ancestral"),
    "four": ("ode", "sde", "ancestral", "ddim"),
    "six": SAMPLERS,
}
"""Which samplers run together."""

LABELS = {
    "ancestral": "DDPM",
    "ddim": "DDIM",
    "sde": "SDE",
    "ode": "ODE",
    "langevin": "annealed Langevin",
    "corrector": "corrector",
}

ROLES: dict[str, Role] = {
    "ancestral": "slot4",
    "ddim": "slot5",
    "sde": "slot3",
    "ode": "slot2",
    "langevin": "slot7",
    "corrector": "slot8",
}


def samplers(params: Any) -> tuple[str, ...]:
    """The samplers that run, in the order of their clouds."""
    return tuple(name for name in SAMPLERS if name in RACES[params.samplers])


def focus(params: Any) -> str:
    """The sampler in the large plot: the chosen one, or the first where that does not run."""
    names = samplers(params)
    return params.sampler if params.sampler in names else names[0]


def on_line(params: Any) -> bool:
    """Whether the data are on a line."""
    return params.data in LINE


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
