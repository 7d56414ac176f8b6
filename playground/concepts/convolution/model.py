"""The bench as the functions of the contract; each view lives in a module of its own beside this one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from playground.concepts.convolution.backward import backward
from playground.concepts.convolution.gestures import apply
from playground.concepts.convolution.jobs import race, try_sizes
from playground.concepts.convolution.line import signal
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.picture import picture
from playground.concepts.convolution.pooled import pooled
from playground.concepts.convolution.shifting import shift
from playground.concepts.convolution.spectrum import spectrum
from playground.concepts.convolution.state import Data, Info, State, begin, load, make_data, redraw
from playground.concepts.convolution.stepping import step
from playground.concepts.convolution.upwards import upwards
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.figures.drawn import Drawn

_VIEWS: dict[str, Callable[[Params, Data, State, View], Drawn]] = {
    "picture": picture,
    "signal": signal,
    "shift": shift,
    "up": upwards,
    "backward": backward,
    "pooling": pooled,
}
_BY_HAND = {
    "picture": "y",
    "signal": "y",
    "shift": "error",
    "spectrum": "|ŷ|",
    "up": "rows",
    "backward": "∂L/∂x",
    "pooling": "mean of the window",
}
"""What is worked out by hand in each view."""


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    if params.mode == "spectrum":
        drawn = spectrum(params, data, state, view, findings)
    else:
        drawn = _VIEWS[params.mode](params, data, state, view)
    return replace(drawn, numbers={**drawn.numbers, "hand_of": _BY_HAND[params.mode], **findings["sizes"]})


CONCEPT = Model(
    make_data=make_data,
    init=begin,
    step=step,
    observe=observe,
    apply=apply,
    load=load,
    redraw=redraw,
    jobs={"sizes": try_sizes, "race": race},
)
