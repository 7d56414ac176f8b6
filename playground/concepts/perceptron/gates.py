"""The view of a McCulloch-Pitts unit: one gate, one unit with weights ±1 and a threshold, and all such units."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from math import ceil
from typing import NamedTuple

import numpy as np

from playground.concepts.perceptron import Params
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Boundary, Cells, Image, Points, Ring, Table
from playground.figures.values import Column, Rows

Gate = Callable[..., int]
GATES: dict[str, Gate] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "not": lambda a: 1 - a,
    "xor": lambda a, b: a ^ b,
}
_SIGNS = {1: "+", -1: "−"}


class Unit(NamedTuple):
    """1 where sigma.x >= theta, else 0.

    Attributes:
        sigma: a weight of +1 or -1 for each input.
        theta: the threshold.
    """

    sigma: tuple[int, ...]
    theta: float

    def total(self, x: tuple[int, ...]) -> int:
        """Sigma.x."""
        return sum(s * a for s, a in zip(self.sigma, x, strict=True))

    def fires(self, x: tuple[int, ...]) -> int:
        """What it gives for an input."""
        return int(self.total(x) >= self.theta)


def inputs_of(name: str) -> int:
    """How many inputs a gate has."""
    return 1 if name == "not" else 2


def cases(inputs: int) -> list[tuple[int, ...]]:
    """All inputs of a gate."""
    return list(product((0, 1), repeat=inputs))


def rows_right(gate: Gate, unit: Unit) -> int:
    """For how many inputs the unit gives what the gate gives."""
    return sum(unit.fires(x) == gate(*x) for x in cases(len(unit.sigma)))


@cache
def all_units(inputs: int) -> tuple[Unit, ...]:
    """Every unit that differs from the others.

    Sigma.x is a whole number from -n to n, so the half thresholds from -n - 1/2 to n + 1/2 are all there are.
    """
    thresholds = [k + 0.5 for k in range(-inputs - 1, inputs + 1)]
    return tuple(Unit(sigma, theta) for sigma in product((1, -1), repeat=inputs) for theta in thresholds)


def count_units(gate: Gate, inputs: int) -> int:
    """How many units compute the gate, a function of so many inputs that are 0 or 1."""
    return sum(rows_right(gate, unit) == 2**inputs for unit in all_units(inputs))


def gates(params: Params) -> Drawn:
    """The gate's inputs with the line of the unit, what it gives, and how near each unit comes to the gate."""
    n, gate = inputs_of(params.gate), GATES[params.gate]
    unit = Unit(tuple(int(s) for s in (params.first_weight, params.second_weight)[:n]), params.theta)
    right = rows_right(gate, unit)
    numbers = {
        "gate_name": params.gate.upper(),
        "unit_right": right,
        "unit_rows": 2**n,
        "gate_units": count_units(gate, n),
        "gate_all": len(all_units(n)),
    }
    plots = _plane(unit, gate), _truth(unit, gate), _all(unit, gate)
    return Drawn(Figure(plots=plots, hint="Turn the threshold until every row is right"), numbers)


def _plane(unit: Unit, gate: Gate) -> Plot:
    inputs = cases(len(unit.sigma))
    places = np.array([(*x, 0.0)[:2] for x in inputs], dtype=np.float64)
    wanted = np.array([gate(*x) for x in inputs])
    wrong = np.array([unit.fires(x) for x in inputs]) != wanted
    # On the line itself the unit fires, so the tint of 1 begins there.
    line = np.array([*(*unit.sigma, 0.0)[:2], -unit.theta], dtype=np.float64)
    return Plot(
        name="unit",
        title="{gate_name}",
        unit="{unit_right} of {unit_rows} inputs right",
        main=True,
        plane=True,
        x=Axis(label="x₁", range=(-0.8, 1.8)),
        y=Axis(label="x₂", range=(-0.8, 1.8)),
        badge="exact",
        layers=(
            Boundary(name="line", wb=line, tint=True, key="σ·x = θ, blue where the unit gives 1", outcome=True),
            Points(
                name="inputs", role="class", xy=places, labels=1 - wanted, size=1.6, key="gate gives 1, gate gives 0"
            ),
            Ring(name="wrong", xy=places[wrong], outcome=True, key="wrong"),
        ),
    )


def _truth(unit: Unit, gate: Gate) -> Plot:
    names = ("x₁", "x₂")[: len(unit.sigma)]
    whole = [Column(name, decimals=0) for name in (*names, "σ·x", "unit", "gate")]
    rows = [(*x, unit.total(x), unit.fires(x), gate(*x)) for x in cases(len(unit.sigma))]
    mark = np.array([row[-1] != row[-2] for row in rows])
    return Plot(
        name="truth",
        title="What it gives",
        unit="1 where σ·x ≥ θ",
        axes=False,
        badge="exact",
        layers=(Table(name="truth", rows=Rows.of(whole, rows), mark=mark, outcome=True),),
    )


def _all(unit: Unit, gate: Gate) -> Plot:
    n = len(unit.sigma)
    units, across = all_units(n), 2 * n + 2
    right = np.array([rows_right(gate, one) for one in units], dtype=np.float64).reshape(-1, across)
    row = [one.sigma for one in units[::across]].index(unit.sigma)
    column = min(max(ceil(unit.theta) + n, 0), across - 1)
    return Plot(
        name="units",
        title="{gate_units} of {gate_all} units compute {gate_name}",
        unit="inputs right, for each σ and θ",
        x=Axis(label="θ"),
        badge="exact",
        layers=(
            Image(
                name="right",
                z=right,
                levels=(0.0, float(2**n)),
                gaps=True,
                row_words=["".join(_SIGNS[s] for s in one.sigma) for one in units[::across]],
                column_words=[f"{one.theta:g}".replace("-", "−") for one in units[:across]],
                outcome=True,
                key="inputs right, from none to all",
            ),
            Cells(
                name="here",
                role="now",
                xy=np.array([[column, len(right) - 1 - row]], dtype=np.float64),
                key="this unit",
            ),
        ),
    )
