"""The view of layers and directions: which place has seen which token, and what each layer holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.recurrent import Params
from playground.concepts.recurrent.reading import step_of
from playground.concepts.recurrent.stack import UNITS, Stack, stack_of
from playground.concepts.recurrent.state import NAMES, State
from playground.concepts.recurrent.tokens import INPUTS, typed
from playground.engine.kit import recurrent_layers as deep
from playground.engine.kit.arrays import Reals
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Image, Level

LOWEST = -6.0  # powers of ten below which an influence is not drawn


def layers(params: Params, state: State) -> Drawn:
    """Influences, the states of every layer, and the influences on the chosen place."""
    found, t = stack_of(params, state), step_of(params, state)
    signs = typed(params.sequence)[0]
    plots = (_influence(found, signs), _states(found, signs, t), _reach(found, signs, t))
    figure = Figure(plots=plots, hint="Click a row: which tokens does this place know?")
    return Drawn(figure, numbers(params, state))


def numbers(params: Params, state: State) -> dict[str, Any]:
    """What is read of the stack."""
    found, t = stack_of(params, state), step_of(params, state)
    signs, cells = typed(params.sequence)[0], found.layers.cells
    across = np.arange(len(signs))
    ahead, behind = across[None] > across[:, None], across[None] < across[:, None]
    gates, ways = cells[0][0].gates, len(cells[0])
    terms = " + ".join(f"{ways}·{gates}·{UNITS}·({row[0].inputs} + {UNITS} + 1)" for row in cells)
    return {
        "weights": deep.length(found.layers),
        "weights_words": terms,
        "ahead": float(found.influence[ahead].max()) if ahead.any() else 0.0,
        "behind": float((found.influence[behind] > 0.0).mean()) if behind.any() else 0.0,
        "step_number": t + 1,
        "step_sign": signs[t],
        "net_name": NAMES[params.net],
        "tokens_seen": int((found.influence[t] > 0.0).sum()),
        "tokens_all": len(signs),
        "token_kinds": INPUTS,
        "is_both": params.both,
    }


def _logs(values: Reals) -> Reals:
    with np.errstate(divide="ignore"):
        found = np.log10(values)
    return np.where(values > 0.0, np.maximum(found, LOWEST), np.nan)


def _influence(found: Stack, signs: list[str]) -> Plot:
    return Plot(
        name="influence",
        title="Who has seen whom",
        unit="rows: places of the last layer; columns: tokens",
        main=True,
        badge="exact",
        layers=(
            Image(
                name="cells",
                z=_logs(found.influence),
                color_map="sequential",
                levels=(LOWEST, 0.0),
                gaps=True,
                bar="log₁₀ of the derivative",
                row_words=signs,
                column_words=signs,
                outcome=True,
                symbol="J",
            ),
        ),
        mouse=(Mouse(on="click", target="cells", kind="choose_step", take={"x": "row"}, label="choose a place"),),
    )


def _states(found: Stack, signs: list[str], t: int) -> Plot:
    """The states of every layer and direction below one another, the last layer on top."""
    rows = [done.output[:, 0].T for done in reversed(found.passes)]
    ways = found.layers.outputs // UNITS
    across = len(rows) * ways
    blocks = [
        np.concatenate([block, np.full((1, len(signs)), np.nan)]) for row in rows for block in np.split(row, ways)
    ]
    words = ("→", "←")
    names = list[str]()
    for k in range(across):
        layer, way = len(rows) - k // ways, words[k % ways]
        names += [f"layer {layer} {way}" if i == UNITS // 2 else "" for i in range(UNITS)] + [""]
    return Plot(
        name="states",
        title="States, layer by layer",
        unit="a row a unit",
        badge="exact",
        layers=(
            Image(
                name="states",
                z=np.concatenate(blocks)[:-1],
                color_map="diverging",
                levels=(-1.0, 1.0),
                row_words=names[:-1],
                column_words=signs,
                symbol="h",
            ),
        ),
    )


def _reach(found: Stack, signs: list[str], t: int) -> Plot:
    """Influences on the chosen place, token by token."""
    values = _logs(found.influence[t])
    return Plot(
        name="reach",
        title="What place {step_number} knows",
        unit="log₁₀ of the influence of each token, above −6",
        badge="exact",
        x=Axis(ticks=False),
        y=Axis(range=(0.0, 6.2)),
        layers=(
            Bars(
                name="reach",
                role="hero",
                heights=np.where(np.isnan(values), 0.0, values - LOWEST),
                words=signs,
                outcome=True,
            ),
            Level(name="chosen", role="now", value=float(t), across="vertical"),
        ),
    )
