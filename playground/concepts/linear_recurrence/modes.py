"""The view of a given matrix: its powers, and the same as separate modes where there is an eigenbasis."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.linear_recurrence import Params, ground, matrices
from playground.concepts.linear_recurrence.filtering import digits
from playground.concepts.linear_recurrence.matrices import Basis
from playground.concepts.linear_recurrence.state import State
from playground.concepts.linear_recurrence.typed import read
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Layer, Level, Lines, Points, Role
from playground.figures.values import Range
from playground.texts.sums import total

LENGTH = 61
"""Powers that are shown."""
_ROLES: tuple[Role, ...] = ("slot1", "slot2", "slot3", "slot4", "slot5", "slot6")
_FLOOR = 1e-16
_LARGEST = 1e12


class Split(NamedTuple):
    """A system and its modes.

    Attributes:
        A, B, C: what was typed, B and C filled up with 0.
        basis: the eigenbasis, as far as there is one.
        states: A^(k-1) B for k = 1 to 60, (60, n).
        response: C A^(k-1) B, with 0 at k = 0, (61,).
        parts: what each mode gives to that, (n, 61), complex; without a basis what the eigenvectors reach.
        norms: of A^k, (61,).
    """

    A: Tensor
    B: Tensor
    C: Tensor
    basis: Basis
    states: Tensor
    response: Tensor
    parts: Tensor
    norms: Tensor


@lru_cache(maxsize=16)
def split(text: str, inward: tuple[float, ...], outward: tuple[float, ...]) -> Split:
    """The system that was typed."""
    A = torch.tensor(read(text), dtype=torch.float64)
    B, C = (_filled(part, len(A)) for part in (inward, outward))
    found = matrices.basis(A)
    response = matrices.impulse(A, B, C, LENGTH)
    parts = matrices.modes(found, B, C, LENGTH)
    x = torch.zeros(LENGTH - 1, dtype=torch.float64)
    x[0] = 1.0
    return Split(A, B, C, found, matrices.states(A, B, x), response, parts, matrices.norms(A, LENGTH))


def _filled(values: tuple[float, ...], n: int) -> Tensor:
    found = torch.zeros(n, dtype=torch.float64)
    found[: len(values)] = torch.tensor(values[:n], dtype=torch.float64)
    return found


def modes(params: Params, state: State) -> Drawn:
    """The state in the plane, eigenvalues, the response by powers and by modes, each mode, and how far powers grow."""
    found = split(params.matrix, params.inward, params.outward)
    t = min(state.t, LENGTH - 1)
    figure = Figure(
        plots=(_plane(found, t), _response(found, t), _parts(found, t), _disc(found), _growth(found, t)),
        hint="Press space for the next power; type a matrix of your own",
    )
    values, sums = found.basis.values, found.parts.sum(0).real
    largest = float(found.response.abs().max())
    gap = float((sums - found.response).abs().max()) / (largest or 1.0)
    shares = found.parts[:, t].real.tolist()
    numbers: dict[str, Any] = {
        "radius": float(values.abs().max()),
        "condition": found.basis.condition if found.basis.exists else None,
        "has_basis": found.basis.exists,
        "mode_error": gap,
        "mode_digits": digits(gap),
        "grown": float(found.norms.max()),
        "t": t,
        "response_now": float(found.response[t]),
        "bound_now": float(min(found.basis.condition * values.abs().max() ** t, torch.tensor(_LARGEST))),
        "norm_now": float(found.norms[t]),
        "dimension": len(values),
        "modes_text": total(shares, 4) if found.basis.exists and max(map(abs, shares)) < 1e3 else "",
        "modes_sum": float(sum(shares)),
        "works_out": t > 0 and found.basis.exists and max(map(abs, shares)) < 1e3,
        "largest_mode": float(found.parts.abs().max()),
        "basis_words": "An eigenbasis" if found.basis.exists else "No eigenbasis: too few eigenvectors",
        "misses": not found.basis.exists and gap > 1e-9,
    }
    return Drawn(figure, numbers)


def _plane(found: Split, t: int) -> Plot:
    xy = torch.cat([found.states, torch.zeros_like(found.states)], 1)[:, :2].clamp(-_LARGEST, _LARGEST)
    path = xy[: max(t, 1)]
    far = max(float(path.abs().max()) * 1.15, 1e-3)
    real = found.basis.values.imag.abs() < 1e-9
    vectors = found.basis.vectors.real.T[real]
    vectors = torch.cat([vectors, torch.zeros_like(vectors)], 1)[:, :2]
    ways = torch.cat([-3 * far * vectors, 3 * far * vectors], 1)
    layers: tuple[Layer, ...] = (
        Lines(name="eigenvectors", role="theory", xy=ways, dash="solid", halo=False, found=False, key="eigenvectors"),
        Lines(name="path", xy=path if len(path) > 1 else path[:0], fade=0.8, outcome=True, halo=False),
        Points(name="past", xy=path[:-1], size=0.7, outcome=True),
        Points(name="state", role="second", xy=path[-1:], symbol="z", size=1.3, outcome=True),
    )
    return Plot(
        name="plane",
        badge="exact",
        title="The state after an impulse",
        unit="step {t}; {basis_words}",
        main=True,
        plane=True,
        x=Axis(range=Range(-far, far), label="first coordinate"),
        y=Axis(range=Range(-far, far), label="second coordinate"),
        layers=layers,
    )


def _response(found: Split, t: int) -> Plot:
    k = np.arange(LENGTH)
    sums = found.parts.sum(0).real.clamp(-_LARGEST, _LARGEST)
    shown = sums[: t + 1]
    return Plot(
        name="response",
        badge="exact",
        title="Impulse response",
        unit="C A^(k−1) B",
        x=Axis(label="step k", range=(0.0, LENGTH - 1.0)),
        y=Axis(zero=True),
        layers=(
            Curve(name="powers", role="muted", x=k, y=found.response.clamp(-_LARGEST, _LARGEST), key="by powers of A"),
            Curve(
                name="sum", x=k[: len(shown)], y=shown, markers=True, key="sum of the modes", symbol="g", outcome=True
            ),
        ),
    )


def _parts(found: Split, t: int) -> Plot:
    k = np.arange(LENGTH)
    rows = found.parts.real.clamp(-_LARGEST, _LARGEST)
    none = torch.zeros(0)
    return Plot(
        name="parts",
        badge="exact",
        title="Modes",
        unit="what each gives; condition of P {condition:1}",
        x=Axis(label="step k", range=(0.0, LENGTH - 1.0)),
        y=Axis(zero=True),
        layers=(
            *(
                Curve(
                    name=f"mode {j + 1}",
                    role=_ROLES[j],
                    x=k if j < len(rows) else none,
                    y=rows[j] if j < len(rows) else none,
                )
                for j in range(len(_ROLES))
            ),
            Level(name="now", role="now", across="vertical", value=float(t)),
        ),
    )


def _disc(found: Split) -> Plot:
    xy = torch.view_as_real(found.basis.values)
    far = max(1.12, 1.12 * float(found.basis.values.abs().max()))
    return Plot(
        name="disc",
        badge="exact",
        title="Eigenvalues",
        unit="largest modulus {radius:4}",
        plane=True,
        x=Axis(range=Range(-far, far)),
        y=Axis(range=Range(-far, far)),
        layers=(
            Lines(name="circle", role="theory", xy=ground.CIRCLE, dash="solid", halo=False, found=False),
            Points(
                name="values",
                xy=xy,
                labels=torch.arange(len(xy)),
                size=1.2,
                symbol="λ",
                hover="λ = {x:4} + {y:4} i",
            ),
        ),
    )


def _growth(found: Split, t: int) -> Plot:
    k = torch.arange(LENGTH, dtype=torch.float64)
    radius = float(found.basis.values.abs().max())
    law = k * math.log10(max(radius, _FLOOR))
    law = law.clamp_min(math.log10(_FLOOR))
    bound = law + math.log10(found.basis.condition) if found.basis.exists else torch.full_like(k, math.nan)
    norms = found.norms.clamp(_FLOOR, 1e100).log10()
    return Plot(
        name="growth",
        badge="exact",
        title="How far a state can grow",
        unit="norm of A^k",
        x=Axis(label="step k", range=(0.0, LENGTH - 1.0)),
        y=Axis(log=True, zero=True),
        layers=(
            Curve(name="radius", role="theory", x=k, y=law, key="ρ^k"),
            Curve(name="bound", role="ghost", x=k, y=bound, key="κ ρ^k, a bound"),
            Curve(name="norms", x=k, y=norms, key="‖A^k‖"),
            Points(name="now", role="now", xy=torch.stack([k, norms], 1)[t : t + 1]),
        ),
    )
