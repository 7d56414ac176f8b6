"""The perceptron as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.counting import counting
from playground.concepts.perceptron.data import Data, load, make_data
from playground.concepts.perceptron.gates import gates
from playground.concepts.perceptron.gestures import apply
from playground.concepts.perceptron.jobs import JOBS
from playground.concepts.perceptron.numbers import numbers_of
from playground.concepts.perceptron.plane import plane, scene
from playground.concepts.perceptron.state import State, begin, in_use
from playground.concepts.perceptron.stepping import Info, step
from playground.concepts.perceptron.training import training
from playground.concepts.perceptron.weights import weights
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.figures.drawn import Drawn


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view, and the numbers of the run with those of its claims."""
    shown = scene(params, data, state, info)
    match params.mode:
        case "weights":
            drawn = weights(params, data, state, info, view)
        case "gates":
            drawn = gates(params)
        case "cover":
            drawn = counting(state.problem.A.shape[1], plane(params, data, state, info, shown), findings)
        case _:
            drawn = Drawn(training(params, data, state, info, shown))
    proofs = {name: value for job in ("gates", "bounds", "shrinking", "norms") for name, value in findings[job].items()}
    named = {
        "x_name": shown.names[0],
        "y_name": shown.names[1],
        "line_distance": shown.distance,
        "arrow_name": "w" if bool(in_use(params, state).any()) else "w = 0",
    }
    return Drawn(drawn.figure, {**numbers_of(params, data, state, info), **named, **drawn.numbers, **proofs})


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load, jobs=JOBS)
