"""The losses by name, and their places in the palette. No torch."""

from __future__ import annotations

from typing import NamedTuple

from playground.figures.layers import Role

LOSSES = {
    "noise": "Noise prediction",
    "denoising": "Denoising score matching",
    "sliced": "Sliced score matching",
    "hyvarinen": "Hyvärinen's loss",
}
COMPARED = ("denoising", "sliced", "hyvarinen")
ROLES: dict[str, Role] = {"denoising": "slot2", "sliced": "slot3", "hyvarinen": "slot4"}


class PerLoss(NamedTuple):
    """One number for each loss; None where it is not compared."""

    noise: float | None = None
    denoising: float | None = None
    sliced: float | None = None
    hyvarinen: float | None = None
