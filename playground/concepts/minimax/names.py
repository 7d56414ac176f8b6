"""The games and methods by name: what the screen calls them, and their place in the palette. No torch."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

from playground.figures.layers import Role

Classic = Literal["gda", "alt_gda", "ppm", "eg", "ogda", "rfbs"]
Further = Literal["eg_plus", "adaptive_eg_plus", "curvature_eg_plus", "corrected_eg_plus", "adam"]
Method = Literal[Classic, Further]
METHODS: tuple[str, ...] = get_args(Method)
FURTHER = ("ppm", "rfbs", *get_args(Further))
"""Methods that run only where the further ones are asked for."""
GameName = Literal["bilinear", "saddle", "quadratic", "monkey", "weird", "almost", "forsaken", "polar", "gan", "typed"]
GAMES: tuple[str, ...] = get_args(GameName)


def running(params: Any) -> tuple[str, ...]:
    """The methods that are switched on, by the panel's parameters."""
    return tuple(name for name in METHODS if getattr(params, name) and (params.further or name not in FURTHER))


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
    "corrected_eg_plus": "corrected EG+",
    "adam": "Adam",
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
    "corrected_eg_plus": "muted",
    "adam": "second",
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
    corrected_eg_plus: float | None = None
    adam: float | None = None
