"""Three architectures as the functions of the contract, and the numbers that every view reads."""

from __future__ import annotations

from typing import Any

from playground.concepts.inductive_bias import Params, curves, nets, scrambling
from playground.concepts.inductive_bias.attending import patches
from playground.concepts.inductive_bias.gestures import apply, load, make_data
from playground.concepts.inductive_bias.learning import info_of, init, step
from playground.concepts.inductive_bias.pictures import TESTS
from playground.concepts.inductive_bias.shifting import shift
from playground.concepts.inductive_bias.state import NETS, Data, Info, State
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view, and the numbers that are read."""
    match params.mode:
        case "curves":
            drawn = curves.curves(params, data, state, findings)
        case "shift":
            drawn = shift(params, data, state)
        case "patches":
            drawn = patches(params, data, state)
        case "scrambled":
            drawn = scrambling.scramble(params, state, findings)
    return Drawn(drawn.figure, _numbers(params, state) | dict(drawn.numbers))


def _numbers(params: Params, state: State) -> dict[str, Any]:
    """What is read of a run in every view."""
    counts = {f"weights.{name}": nets.count(name, params) for name in NETS}
    return {
        **recorded(info_of(state)),
        **counts,
        **{f"{name}_weights": nets.count(name, params) for name in NETS},
        **nets.counts_by_part(params),
        "taken": state.taken,
        "tests": TESTS,
    }


CONCEPT = Model(
    make_data=make_data,
    init=init,
    step=step,
    observe=observe,
    apply=apply,
    load=load,
    jobs={"curves": curves.measure, "orders": scrambling.measure},
)
