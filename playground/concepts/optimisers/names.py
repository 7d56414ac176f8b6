"""The methods: their names in code and on screen, and their colours; surfaces and schedules. No torch."""

from __future__ import annotations

from typing import Literal, get_args

from playground.figures.layers import Role

Ground = Literal["quadratic", "rosenbrock", "himmelblau", "saddle", "pl", "plateau", "drawn", "typed"]
Method = Literal[
    "gd", "heavy_ball", "nesterov", "adagrad", "rmsprop", "adam", "adam_raw", "adamw", "newton", "average", "muon"
]

METHODS: dict[str, tuple[str, Role]] = {
    "gd": ("Gradient descent", "slot1"),
    "heavy_ball": ("Heavy ball", "slot2"),
    "nesterov": ("Nesterov", "slot3"),
    "adagrad": ("AdaGrad", "slot4"),
    "rmsprop": ("RMSProp", "slot5"),
    "adam": ("Adam", "slot6"),
    "adam_raw": ("Adam, uncorrected", "slot7"),
    "adamw": ("AdamW", "slot8"),
    "newton": ("Newton", "hero"),
    "average": ("Polyak average", "second"),
    "muon": ("Muon", "slot6"),
}
LABELS = {name: label for name, (label, _) in METHODS.items()}
ROLES = {name: role for name, (_, role) in METHODS.items()}
PLANE = tuple(METHODS)[:-1]
"""The methods that race on a surface, in the order of their rows."""
SWEPT = PLANE[:-2]
"""Those with a step size that is swept."""
ADAPTIVE = ("adagrad", "rmsprop", "adam", "adam_raw", "adamw")
MOMENTUM = ("heavy_ball", "nesterov")
CLASSICAL = ("gd", *MOMENTUM)
"""Those whose rates on a ravine are known."""
SURFACES: tuple[str, ...] = get_args(Ground)
SCHEDULES: dict[str, tuple[str, float, float]] = {
    "constant": ("0.1", 0.1, 0.0),
    "root": ("1/√t", 1.0, 0.5),
    "three_quarters": ("t^(−3/4)", 1.0, 0.75),
    "inverse": ("1/t", 1.0, 1.0),
}
"""Schedules of the estimate: how they are written, a and p of a t^-p."""
NORMS = {"1": "1", "1.5": "1.5", "2": "2", "4": "4", "inf": "∞"}
"""The powers p of the norms that are shown, as code and screen write them."""
