"""How the best rate depends on the condition number κ of two families of games.

Bowls: (x^2 - y^2 / κ) / 2, where both players go downhill on their own, and the bowl of y gets flat. Turning:
(a x^2 + 2 b x y - a y^2) / 2 with a = 1 / κ and a^2 + b^2 = 1, which becomes x y. In both V is strongly monotone with
the constant 1 / κ, and its Lipschitz constant is 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.minimax import Params
from playground.concepts.minimax.data import Data
from playground.concepts.minimax.games import Game, quadratic
from playground.concepts.minimax.linear import best
from playground.concepts.minimax.methods import Setting, many, memory
from playground.concepts.minimax.names import LABELS, ROLES
from playground.concepts.minimax.state import State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Lines

_CASES = (("bowls", "eg"), ("bowls", "ogda"), ("turning", "gda"), ("turning", "eg"))
_SLOPES = (("bowls", "eg", -1.0), ("turning", "gda", -2.0))
"""What theory says of the steep part."""
_NONE = torch.zeros(0, dtype=torch.float64)
_STEEP = 1.0
"""log10 of the condition number from which on slopes are fitted."""
_RUN = 600


def condition_plot(found: Mapping[str, Any]) -> Plot:
    """-ln of the measured factor of an iteration at the best step, over the condition number."""
    kappa = found.get("kappa", _NONE)
    laws = [
        Lines(
            name=f"law {family}",
            role="theory",
            xy=_law(kappa, found.get(f"{family} {name}", _NONE), slope),
            key="1/κ and 1/κ²",
        )
        for family, name, slope in _SLOPES
    ]
    lines = [
        Lines(
            name=f"{family} {name}",
            role=ROLES[name],
            xy=torch.stack([kappa, found.get(f"{family} {name}", _NONE)], 1),
            dash="solid" if family == "bowls" else "dotted",
            text=LABELS[name],
            key="two bowls" if family == "bowls" else "towards x y",
        )
        for family, name in _CASES
    ]
    return Plot(
        name="condition",
        badge="exact",
        title="Best rate over κ",
        unit="−ln r; slopes {kappa_eg} and {kappa_gda}",
        x=Axis(label="condition number κ", log=True),
        y=Axis(log=True),
        layers=(*laws, *lines),
    )


def _law(kappa: Tensor, measured: Tensor, slope: float) -> Tensor:
    """A line of that slope which ends where the measured one does, (2, 2)."""
    if len(kappa) < 2:
        return torch.zeros((0, 2), dtype=torch.float64)
    low, high, end = float(kappa[0]), float(kappa[-1]), float(measured[-1])
    return torch.tensor([[low, end - slope * (high - low)], [high, end]], dtype=torch.float64)


def _game(family: str, kappa: float) -> Game:
    a = 1 / kappa
    bowls = family == "bowls"
    return quadratic("quadratic", family, 1.0 if bowls else a, 0.0 if bowls else math.sqrt(1 - a * a), a)


def conditioning(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Each method at its best step on games with condition numbers from 1.5 to 300, its factor measured by running."""
    kappas = torch.logspace(math.log10(1.5), math.log10(300.0), 10, dtype=torch.float64)
    rows: list[list[float]] = []
    found: dict[str, Any] = {}
    for count, kappa in enumerate(kappas.tolist(), 1):
        row = []
        for family, name in _CASES:
            game = _game(family, kappa)
            row.append(measured(game, name, best(name, game.matrix(0j))[0]))
            yield Partial(found, (count - 1) / len(kappas))
        rows.append(row)
        logs = (-torch.tensor(rows, dtype=torch.float64).log()).log10()
        cases = (f"{family} {name}" for family, name in _CASES)
        found = {"kappa": kappas[:count].log10()} | dict(zip(cases, logs.unbind(1), strict=True))
    steep = found["kappa"] > _STEEP
    for family, name, _ in _SLOPES:
        found[f"kappa_{name}"] = slope(found["kappa"][steep], found[f"{family} {name}"][steep])
    yield Partial(found, 1.0)


def measured(game: Game, name: str, eta: float) -> float:
    """The factor of the distance in one iteration near 0, where V is linear, after the first third of a run."""
    z = torch.full((1, 1), complex(0.8, 0.6), dtype=torch.complex128)
    first, second = (part for part in memory(name, game, z))
    total, counted = 0.0, 0
    for k in range(_RUN):
        give_way()
        move = many(game, (name,), z, first, second, Setting(eta, eta))[0]
        size = float(move.z.abs())
        # Set back to length 1, so that nothing runs out of the numbers.
        z, first = move.z[None] / size, move.first[None] / size
        if k >= _RUN // 3:
            total, counted = total + math.log(size), counted + 1
    return math.exp(total / counted)


def slope(x: Tensor, y: Tensor) -> float:
    """Of the least-squares line."""
    centred = x - x.mean()
    return float((centred * y).sum() / (centred * centred).sum())
