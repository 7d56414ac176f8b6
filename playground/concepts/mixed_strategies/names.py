"""Games and methods by name: what the screen calls them, where they run, and their place in the palette. No torch."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from playground.figures.layers import Role

GameName = Literal["pennies", "rps", "matrix", "box"]
Method = Literal["mirror_descent", "mirror_prox", "gda", "eg", "langevin"]
MATRIX_GAMES = ("pennies", "rps", "matrix")
MOVES = {"pennies": ("heads", "tails"), "rps": ("rock", "paper", "scissors")}
MATRIX: tuple[str, ...] = ("mirror_descent", "mirror_prox")
BOX: tuple[str, ...] = ("gda", "eg", "langevin")

LABELS = {
    "mirror_descent": "mirror descent",
    "mirror_prox": "mirror-prox",
    "gda": "simultaneous",
    "eg": "extragradient",
    "langevin": "Langevin",
}
ROLES: dict[str, Role] = {
    "mirror_descent": "slot2",
    "mirror_prox": "slot1",
    "gda": "slot2",
    "eg": "slot1",
    "langevin": "slot3",
}


def running(params: Any) -> tuple[str, ...]:
    """The methods that are switched on in this game, by the panel's parameters."""
    return tuple(name for name in (MATRIX if params.game in MATRIX_GAMES else BOX) if getattr(params, name))


class PerMethod(NamedTuple):
    """One number for each method; None where it does not run or there is no such number."""

    mirror_descent: float | None = None
    mirror_prox: float | None = None
    gda: float | None = None
    eg: float | None = None
    langevin: float | None = None
