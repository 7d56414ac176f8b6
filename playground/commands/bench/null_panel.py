"""The panel that computes and draws next to nothing."""

from __future__ import annotations

from typing import NamedTuple

from playground.engine.declarations.concept import Badge, Card, Concept, Declaration, GestureDecl, Metric, Model
from playground.engine.declarations.params import ConceptParams
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Plot


class Params(ConceptParams):
    """Nothing to set."""


class State(NamedTuple):
    """How many steps were taken."""

    steps: int


class Info(NamedTuple):
    """The same, as a step tells it, and that the run goes on."""

    steps: int
    status: str = "running"


DECLARATION = Declaration(
    id="null",
    card=Card(
        title="Nothing",
        chapter="Bench",
        line="Counts its steps",
        badge=Badge("exact", "the count", "itself"),
        sources=(),
    ),
    params=Params,
    metrics=(Metric("steps", "Steps", "How many steps were taken", decimals=None),),
    gestures=(GestureDecl("touch", (), "Changes nothing"),),
)
FIGURE = Figure(plots=(Plot(name="nothing", title="Nothing", layers=(), main=True, plane=True),))
CONCEPT = Concept(
    DECLARATION,
    Model(
        make_data=lambda params, ctx: (),
        init=lambda params, data, ctx: State(0),
        step=lambda params, data, state, ctx: (State(state.steps + 1), Info(state.steps + 1)),
        observe=lambda params, data, state, info, view, findings: Drawn(FIGURE, {"steps": state.steps}),
        apply=lambda params, data, state, gesture, ctx: (data, state),
    ),
)
