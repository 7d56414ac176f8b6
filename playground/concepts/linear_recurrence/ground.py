"""The unit disc with its eigenvalues, as several views show it and as the mouse moves them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.linear_recurrence import Params
from playground.concepts.linear_recurrence.eigenvalues import Eigen
from playground.figures.figure import Mouse
from playground.figures.layers import Layer, Lines, Points, Ring
from playground.figures.values import Range

_TURN = np.linspace(0.0, 2 * np.pi, 181)
CIRCLE = np.stack([np.cos(_TURN), np.sin(_TURN)], 1)

MOUSE = (
    Mouse(
        on="drag", target="eigenvalues", kind="move", take={"id": "id", "x": "x", "y": "y"}, label="move an eigenvalue"
    ),
    Mouse(on="click", target="eigenvalues", kind="look_at", take={"id": "id"}, label="look at an eigenvalue"),
    Mouse(on="click", kind="add", take={"x": "x", "y": "y"}, label="add an eigenvalue"),
    Mouse(on="alt+click", target="eigenvalues", kind="remove", take={"id": "id"}, label="take an eigenvalue away"),
)


def side(params: Params) -> Range:
    """What a plot of the disc shows each way."""
    most = max(1.12, 1.12 * max(params.ring))
    return Range(-most, most)


def places(found: Eigen) -> Tensor:
    """The eigenvalues in the plane, (n, 2)."""
    return torch.view_as_real(found.value)


def disc(params: Params, found: Eigen, focus: int) -> tuple[Layer, ...]:
    """The unit circle, the ring, the eigenvalues with their conjugates, and the one in focus."""
    xy = places(found)
    rings = np.concatenate([radius * CIRCLE for radius in sorted(set(params.ring))] or [CIRCLE])
    gaps = np.full((1, 2), np.nan)
    rings = np.concatenate([rings[:181], gaps, rings[181:]]) if len(rings) > 181 else rings
    below = xy * torch.tensor([1.0, -1.0], dtype=torch.float64)
    return (
        Lines(name="ring", role="grid", xy=rings, halo=False, found=False),
        Lines(name="circle", role="theory", xy=CIRCLE, dash="solid", halo=False, found=False, key="|λ| = 1"),
        Points(name="conjugates", role="ghost", xy=below, size=0.8, key="conjugates"),
        Points(
            name="eigenvalues",
            xy=xy,
            size=1.3,
            hover="λ = {x:4} + {y:4} i",
            symbol="λ",
            key="eigenvalues",
        ),
        Ring(name="focus", role="second", xy=xy[focus : focus + 1]),
    )


def numbers(found: Eigen, focus: int) -> dict[str, Any]:
    """What is read of the eigenvalues, and of the one in focus."""
    memory, modulus = found.memory, found.modulus
    log = float(found.log_modulus[focus])
    part = memory * -torch.expm1(found.log_modulus)
    stable = bool((found.log_modulus < 0).all())
    return {
        "radius": float(modulus.max()),
        "longest": float(memory.max()),
        "shortest": float(memory.min()),
        "memory_low": float(part.min()) if stable else None,
        "memory_high": float(part.max()) if stable else None,
        "silent": int((found.gamma == 0).sum()),
        "count": len(modulus),
        "focus_modulus": float(modulus[focus]),
        "focus_degrees": math.degrees(float(found.phase[focus])),
        "focus_memory": float(memory[focus]),
        "focus_gamma": float(found.gamma[focus]),
        "focus_v": math.log(-log) if log < 0 and math.isfinite(log) else None,
        "focus_x": float(found.value[focus].real),
        "focus_y": float(found.value[focus].imag),
        "inside": stable,
        "focus_inside": log < 0 and math.isfinite(log),
    }
