"""What the user does: draw the digit of the shift test, take another, move it, say what it is, follow a token."""

from __future__ import annotations

from pathlib import Path

import torch

from playground.concepts.inductive_bias import Params, nets, transformer
from playground.concepts.inductive_bias.declared import FARTHEST
from playground.concepts.inductive_bias.pictures import CANVAS, FREE
from playground.concepts.inductive_bias.shifting import ACROSS, digit_of
from playground.concepts.inductive_bias.state import Data, State
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit import strokes
from playground.engine.kit.opened_drawing import as_drawing
from playground.engine.run.context import Ctx

PEN = 0.06
"""Standard deviation of the pen's dot as a share of the side: strokes as wide as those of the handwritten digits."""


def make_data(params: Params, ctx: Ctx) -> Data:
    """The first test digit, nothing drawn."""
    return Data(own=False, test=0, drawn=torch.zeros(CANVAS, CANVAS), meant=0, name="")


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The picture of the shift test and where it is after a gesture.

    Raises:
        BadInput: a path is empty or has half a place, or there is no such token.
    """
    values = gesture.values
    match gesture.kind:
        case "draw":
            return _drawn(data, state, values["path"], values["ink"] == "ink"), state
        case "clear":
            blank = torch.zeros(CANVAS, CANVAS)
            return data._replace(own=True, drawn=blank, meant=digit_of(data, state)[1], name=""), state
        case "choose":
            return data._replace(own=False, test=values["test"], name=""), state
        case "mean":
            return _own(data, state)._replace(meant=values["digit"]), state
        case "move":
            return data, state._replace(down=values["row"] - FARTHEST, right=values["column"] - FARTHEST)
        case _:
            most = transformer.tokens(nets.transforming(params))
            if values["token"] >= most:
                raise BadInput(f"token is {values['token']}, allowed is 0 to {most - 1}", "token")
            return data, state._replace(token=values["token"])


def _own(data: Data, state: State) -> Data:
    """The picture as one of the user's own."""
    if data.own:
        return data
    picture, meant = digit_of(data, state)
    return data._replace(own=True, drawn=picture.clone(), meant=meant, name="")


def _drawn(data: Data, state: State, path: list[float], inked: bool) -> Data:
    """The picture with a stroke more, or rubbed out along it; the path is on the moved picture, 9 wide, y up."""
    if len(path) % 2 or not path:
        raise BadInput(f"path has {len(path)} numbers, allowed are pairs of x and y", "path")
    data, places = _own(data, state), torch.tensor(path, dtype=torch.float64).view(-1, 2)
    across = places[:, 0] / ACROSS - state.right / CANVAS
    down = 1.0 - places[:, 1] / ACROSS - state.down / CANVAS
    line = strokes.stroke(torch.stack([across, down], 1).flatten().tolist(), CANVAS, PEN)
    picture = torch.maximum(data.drawn, line) if inked else data.drawn * (1.0 - line).clamp(0, 1)
    return data._replace(drawn=picture.contiguous(), name="")


def load(params: Params, path: Path) -> Data:
    """A picture of one digit as that of the shift test, as large as the handwritten ones.

    Raises:
        BadInput: it is no picture, or of one tone.
    """
    drawn = as_drawing(path, CANVAS, FREE / 2 / CANVAS)
    return Data(own=True, test=0, drawn=drawn, meant=0, name=path.name)
