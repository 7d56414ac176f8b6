"""The methods: their names in code and on screen, their colours, and which of them run. No torch."""

from __future__ import annotations

from typing import Literal, Protocol

from playground.figures.layers import Role

Method = Literal[
    "gd", "heavy_ball", "nesterov", "adagrad", "rmsprop", "adam", "adam_raw", "adamw", "newton", "average", "muon"
]

LABELS: dict[str, str] = {
    "gd": "Gradient descent",
    "heavy_ball": "Heavy ball",
    "nesterov": "Nesterov",
    "adagrad": "AdaGrad",
    "rmsprop": "RMSProp",
    "adam": "Adam",
    "adam_raw": "Adam, uncorrected",
    "adamw": "AdamW",
    "newton": "Newton",
    "average": "Polyak average",
    "muon": "Muon",
}
ROLES: dict[str, Role] = {
    "gd": "slot1", "heavy_ball": "slot2", "nesterov": "slot3", "adagrad": "slot4", "rmsprop": "slot5", "adam": "slot6",
    "adam_raw": "slot7", "adamw": "slot8", "newton": "hero", "average": "second", "muon": "slot6",
}  # fmt: skip
PLANE = tuple(LABELS)[:-1]
"""The methods that race on a surface, in the order of their rows."""
ADAPTIVE = ("adagrad", "rmsprop", "adam", "adam_raw", "adamw")
SURFACES = (
    "quadratic", "rosenbrock", "himmelblau", "saddle", "pl", "plateau", "drawn", "typed"
)  # fmt: skip
SCHEDULES: dict[str, tuple[str, float, float]] = {
    "constant": ("0.1", 0.1, 0.0),
    "root": ("1/√t", 1.0, 0.5),
    "three_quarters": ("t^(−3/4)", 1.0, 0.75),
    "inverse": ("1/t", 1.0, 1.0),
}
"""Schedules of the estimate: how they are written, a and p of a t^-p."""


class Chosen(Protocol):
    """Parameters of the race."""

    @property
    def problem(self) -> str:
        """What is minimised."""


def running(params: Chosen) -> tuple[str, ...]:
    """The methods that are switched on, in the order of their rows."""
    if params.problem == "matrix":
        return ("heavy_ball", "muon")
    return tuple(name for name in PLANE if getattr(params, name))
