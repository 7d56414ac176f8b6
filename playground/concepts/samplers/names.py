"""Targets and chains by name, and the places of chains in the palette. No torch."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

from playground.figures.layers import Role

TargetName = Literal["data", "gaussian", "stiff", "correlated", "simplex"]
DataSet = Literal["line2", "line3", "two", "eight", "grid", "unequal", "moons", "swiss", "checker", "pinwheel"]
Chain = Literal["ula", "mala", "underdamped", "hmc", "walk", "mirrored"]
CHAINS: tuple[str, ...] = get_args(Chain)

LABELS = {
    "ula": "unadjusted",
    "mala": "adjusted",
    "underdamped": "underdamped",
    "hmc": "Hamiltonian",
    "walk": "random walk",
    "mirrored": "mirrored",
}
ROLES: dict[str, Role] = {
    "ula": "slot2",
    "mala": "slot3",
    "underdamped": "slot4",
    "hmc": "slot6",
    "walk": "slot5",
    "mirrored": "slot7",
}


def running(params: Any) -> tuple[str, ...]:
    """The chains that are switched on and can sample the target: the simplex has a border, which the score ignores."""
    able = ("walk", "mirrored") if params.target == "simplex" else CHAINS[:5]
    return tuple(name for name in able if getattr(params, name))


class PerChain(NamedTuple):
    """One number for each chain; None where it does not run."""

    ula: float | None = None
    mala: float | None = None
    underdamped: float | None = None
    hmc: float | None = None
    walk: float | None = None
    mirrored: float | None = None
