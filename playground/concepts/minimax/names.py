"""The methods by name: what the screen calls them, where they may run, and their place in the palette. No torch."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

from playground.figures.layers import Role

Classic = Literal["gda", "alt_gda", "ppm", "eg", "ogda", "rfbs"]
Further = Literal["eg_plus", "adaptive_eg_plus", "curvature_eg_plus", "adam"]
Method = Literal[Classic, Further, "mirror_descent", "mirror_prox", "langevin"]
METHODS: tuple[str, ...] = get_args(Method)
PLANE: tuple[str, ...] = METHODS[:10]
MATRIX: tuple[str, ...] = METHODS[10:12]
BOX: tuple[str, ...] = ("gda", "eg", "langevin")

PlaneGame = Literal["bilinear", "saddle", "quadratic", "monkey", "weird", "almost", "forsaken", "polar", "gan", "typed"]
Game = Literal[PlaneGame, "pennies", "rps", "box"]
PLANE_GAMES: tuple[str, ...] = get_args(PlaneGame)
MATRIX_GAMES = ("pennies", "rps")
MOVES = {"pennies": ("heads", "tails"), "rps": ("rock", "paper", "scissors")}


def running(params: Any) -> tuple[str, ...]:
    """The methods that are switched on in this game, by the panel's parameters."""
    names = MATRIX if params.game in MATRIX_GAMES else BOX if params.game == "box" else PLANE
    return tuple(name for name in names if getattr(params, name))


LABELS = {
    "gda": "simultaneous",
    "alt_gda": "alternating",
    "ppm": "proximal point",
    "eg": "extragradient",
    "ogda": "optimistic",
    "rfbs": "reflected",
    "eg_plus": "EG+",
    "adaptive_eg_plus": "AdaptiveEG+",
    "curvature_eg_plus": "CurvatureEG+",
    "adam": "Adam",
    "mirror_descent": "mirror descent",
    "mirror_prox": "mirror-prox",
    "langevin": "Langevin",
}

ROLES: dict[str, Role] = {
    "gda": "slot2",
    "alt_gda": "slot5",
    "ppm": "slot8",
    "eg": "slot1",
    "ogda": "slot3",
    "rfbs": "slot6",
    "eg_plus": "slot4",
    "adaptive_eg_plus": "slot7",
    "curvature_eg_plus": "hero",
    "adam": "second",
    "mirror_descent": "slot2",
    "mirror_prox": "slot1",
    "langevin": "slot3",
}


class PerMethod(NamedTuple):
    """One number for each method; None where it does not run or there is no such number."""

    gda: float | None = None
    alt_gda: float | None = None
    ppm: float | None = None
    eg: float | None = None
    ogda: float | None = None
    rfbs: float | None = None
    eg_plus: float | None = None
    adaptive_eg_plus: float | None = None
    curvature_eg_plus: float | None = None
    adam: float | None = None
    mirror_descent: float | None = None
    mirror_prox: float | None = None
    langevin: float | None = None
