"""The view on a recall: the state with its memories, energy and overlaps; and a test by forty recalls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
import torch

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.batch import relax_states
from playground.concepts.hopfield.grid import grid
from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.naming import MIXTURE, Match, shown_memories
from playground.concepts.hopfield.net import learn, overlaps, products, wanted
from playground.concepts.hopfield.state import State
from playground.concepts.hopfield.stepping import Info
from playground.concepts.hopfield.valleys import valleys
from playground.engine.declarations.concept import Partial
from playground.engine.frame import Array, View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Level, Trace

MOST_TURNS = 1000
RECALLED = 0.95  # the overlap with a memory from which on it counts as recalled


def recall(params: Params, data: Data, state: State, info: Info | None, nearest: Match) -> Drawn:
    """The state, its energy and its overlaps."""
    pictures = grid(params, data, state, info, main=True), valleys(data, state, nearest)
    plots = (*pictures, _energy(params, state), _overlaps(data, state, nearest))
    return Drawn(Figure(plots=plots, hint="Click a memory to load a damaged copy, paint on the state, press space"))


def _energy(params: Params, state: State) -> Plot:
    stored = Level(
        name="stored", role="theory", value="target_energy", text="stored {target_name}", show=state.target >= 0
    )
    return Plot(
        name="energy",
        title="Energy",
        unit="−log Σ exp(xₖ·x) + b·x" if params.rule == "dense" else "E = −½ x·Wx + b·x",
        x=Axis(label="turns of neurons", whole=True, zero=True),
        badge="exact",
        layers=(stored, Trace(name="energy", series="energy", against="asked", text="{energy}", outcome=True)),
    )


def _overlaps(data: Data, state: State, nearest: Match) -> Plot:
    """The overlaps with some memories and with the best mixture; the largest apart, so that it stands out."""
    shown = shown_memories(state.overlap, state.net, state.target)
    heights, names = state.overlap.numpy()[shown] / len(state.s), [data.names[k] for k in shown]
    largest = int(np.abs(heights).argmax()) if shown else 0
    if nearest.mixed:
        heights, names = np.append(heights, nearest.mixed_overlap), [*names, "mixture"]
        largest = len(shown) if nearest.kind == MIXTURE else largest
    best = np.arange(len(heights)) == largest

    def bars(name: str, role: Literal["muted", "hero"], which: Array) -> Bars:
        return Bars(
            name=name,
            role=role,
            heights=np.where(which, heights, np.nan),
            words=names,
            across="horizontal",
            text="{heights}",
            outcome=True,
        )

    return Plot(
        name="overlaps",
        title="Overlap",
        unit="x·xₖ / d with memory k",
        x=Axis(range=(-1.35, 1.35)),
        badge="exact",
        layers=(bars("rest", "muted", ~best), bars("best", "hero", best)),
    )


def measure_recall(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """20 random memories in 400 neurons, each with 30 % and with 45 % of its units flipped."""
    X = torch.where(ctx.rand(20, 400) < 0.5, -1, 1)
    net, rises = learn(X, "hebb", 0.0), 0
    found: dict[str, float] = {}
    for k, (name, level) in enumerate((("recalled_30", 0.3), ("recalled_45", 0.45))):
        turned = torch.where(ctx.rand(20, 400).argsort(1) < round(level * 400), -1, 1)
        ends, before = X * turned, rises
        for states, risen in relax_states(net, X * turned, check=True):
            ends, rises = states, before + risen
            yield Partial(dict(found), k / 2, f"{level:.0%} flipped")
        back = (ends * X).mean(1) >= RECALLED
        found |= {name: int(back.sum()), "energy_rises": rises}
    found["recalled_45_share"] = found["recalled_45"] / 20
    yield Partial(found, 1.0, "40 recalls")


def measure_together(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """200 random starts of 256 neurons with 38 random memories, all neurons at once, until each start repeats."""
    X = torch.where(ctx.rand(38, 256) < 0.5, -1, 1)
    net, here = learn(X, "hebb", 0.0), torch.where(ctx.rand(200, 256) < 0.5, -1, 1).to(torch.int8)
    lengths = torch.zeros(len(here), dtype=torch.int64)  # of the cycle that each start is in; 0: not known
    anchor, reach, lag = here, 1, 0  # Brent's test, which finds cycles of any length
    for turn in range(MOST_TURNS):
        here = torch.where(wanted(net, products(net, here, overlaps(net, here))), 1, -1).to(torch.int8)
        lag += 1
        back = (here == anchor).all(1) & (lengths == 0)
        lengths[back] = lag
        if bool((lengths > 0).all()):
            break
        if lag == reach:
            anchor, reach, lag = here, 2 * reach, 0
        yield Partial({}, turn / MOST_TURNS, f"{int((lengths > 0).sum())} of {len(lengths)} starts repeat")
    found = {"fixed_ends": int((lengths == 1).sum()), "paired_ends": int((lengths == 2).sum())}
    yield Partial(found | {"other_ends": len(lengths) - sum(found.values())}, 1.0, "200 starts")
