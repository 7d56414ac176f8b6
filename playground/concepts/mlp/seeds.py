"""The view of all seeds: the loss curves of all nets, and the one on screen."""

from __future__ import annotations

import numpy as np

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.lines import fine
from playground.concepts.mlp.loss import loss_name
from playground.concepts.mlp.net import net
from playground.concepts.mlp.state import KEPT, State
from playground.engine.frame import View
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Lines, Points
from playground.figures.values import Range


def observe(params: Params, data: Data, state: State, view: View, output: Plot) -> Drawn:
    """The losses of all nets, and the output and the diagram of one."""
    plots = (_fan(params, state), output, net(params, data, state, view))
    return Drawn(Figure(plots=plots, hint="Click the end of a curve"))


def _fan(params: Params, state: State) -> Plot:
    """log10 of the losses against epochs, the curves parted by NaN."""
    S, kept = len(state.theta), min(KEPT, state.fan.seen // state.fan.stride)
    curves = np.full((S, kept + 1, 2), np.nan)
    curves[:, :kept, 0], curves[:, :kept, 1] = state.fan.epochs.numpy()[:kept], state.fan.values.numpy()[:, :kept]
    here, ends = curves[state.shown, :kept], curves[:, kept - 1]
    return Plot(
        name="fan",
        badge="exact",
        title="Loss of every seed",
        unit=f"{loss_name(params)}, net {{nets_shown}} is drawn",
        main=True,
        x=Axis(label="epochs", range=Range(0.0, max(10.0, 1.06 * state.epochs)), whole=True),
        y=Axis(log=True),
        layers=(
            fine(name="fan", role="muted", xy=curves.reshape(-1, 2), outcome=True),
            Lines(name="here", xy=here, dash="solid", found=False, outcome=True, symbol="L"),
            Points(name="ends", role="second", xy=ends, ids=np.arange(S), size=0.7, outcome=True),
        ),
        mouse=(Mouse(on="click", target="ends", kind="choose_net", take={"id": "id"}, label="show this net"),),
    )
