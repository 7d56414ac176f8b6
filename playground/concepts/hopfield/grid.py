"""The state of the neurons as a picture, and the memories beside it: shown by the views of recall and of all states."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import torch
from torch import Tensor

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.sketch import Bank
from playground.concepts.hopfield.state import State
from playground.concepts.hopfield.stepping import Info
from playground.engine.frame import Array
from playground.engine.kit.brush import Corner, outlines
from playground.engine.kit.newest import Newest
from playground.figures.figure import Axis, Event, Mouse, Plot
from playground.figures.layers import Image, Lines, Regions, Text
from playground.figures.values import Range

_BANKS: Newest[tuple[Array, Tensor]] = Newest()
MOST_OUTLINED = 400
FEW_OUTLINED = 16  # where they change one by one

# An event, its ink, and what it does on the state and on a memory.
_STROKES: tuple[tuple[Event, str, str, str], ...] = (
    ("drag", "black", "paint black", "paint on the memory"),
    ("shift+drag", "white", "erase", "erase on the memory"),
    ("alt+click", "invert", "invert under the brush", "invert on the memory"),
)


def grid(params: Params, data: Data, state: State, info: Info | None, main: bool = False) -> Plot:
    """The state with what changed last, and the memories, one of which is to be recalled."""
    rows, columns = data.rows, data.columns
    neuron = info.neuron if info is not None else None
    asked = np.array([] if neuron is None else [neuron], dtype=np.int64)
    one_by_one = params.update == "one" and params.step_is != "sweep"
    recent = state.recent[-(FEW_OUTLINED if one_by_one else MOST_OUTLINED) :].numpy()
    bank = Bank(len(data.X), rows, columns)
    left, frame = (bank.left, 1.2 * bank.scale) if bank.shown else (0.0, 0.0)
    frames, pictures = _BANKS.of(data.X, (rows, columns), lambda: (_frames(bank), _pictures(bank, data)))
    chosen = bank.frame(state.target, 0.9) if 0 <= state.target < bank.shown else []
    return Plot(
        name="state",
        title="State",
        unit="{shape}",
        main=main,
        plane=True,
        axes=False,
        x=Axis(range=Range(left - max(0.02 * columns, frame), 1.01 * columns)),
        y=Axis(range=Range(-max(0.07 * rows, frame), rows + max(0.01 * rows, frame))),
        badge="exact",
        layers=(
            Regions(name="memories", role="muted", xy=frames),
            Image(name="bank", z=pictures, color_map="binary", extent=np.array(bank.extent), frame=False),
            Lines(name="chosen", role="now", xy=_corners(chosen), dash="solid", key="memory to recall"),
            Image(
                name="state",
                z=(state.s > 0).reshape(rows, columns).int(),
                color_map="binary",
                extent=np.array([0.0, columns, 0.0, rows]),
                gaps=True,
                symbol="x",
                key="neuron at +1",
            ),
            Lines(
                name="changed",
                role="slot2",
                xy=outlines(recent[recent != neuron], rows, columns),
                dash="solid",
                outcome=True,
                key="changed last",
            ),
            Lines(
                name="asked",
                role="now",
                xy=outlines(asked, rows, columns),
                dash="solid",
                symbol="H",
                key="had its turn",
            ),
            Text(
                name="verdict",
                text="{verdict}",
                xy=np.array([columns / 2, -0.04 * rows]),
                show="verdict",
                plate=False,
                outcome=True,
            ),
        ),
        mouse=_mouse(params.brush),
    )


def _corners(places: list[Corner]) -> Array:
    return np.array(places).reshape(-1, 2)


def _frames(bank: Bank) -> Array:
    """The borders of the small pictures, parted by NaN."""
    return _corners([c for k in range(bank.shown) for c in (*bank.frame(k, 0.4), (math.nan, math.nan))][:-1])


def _pictures(bank: Bank, data: Data) -> Tensor:
    """The memories as small pictures, NaN between them."""
    image = torch.full((bank.height, bank.width), math.nan)
    for k in range(bank.shown):
        row, column = bank.place(k)
        image[row : row + data.rows, column : column + data.columns] = data.X[k].reshape(data.rows, data.columns)
    return image


@cache
def _mouse(brush: int) -> tuple[Mouse, ...]:
    """Strokes on the state, and clicks and strokes on the memories."""

    def stroke(on: Event, target: str, kind: str, take: dict[str, str], ink: str, label: str) -> Mouse:
        return Mouse(on=on, target=target, kind=kind, take=take, give={"ink": ink, "size": brush}, label=label)

    whole, part = {"path": "path"}, {"memory": "id", "path": "path"}
    memory = {"memory": "id"}
    return (
        *(stroke(on, "state", "paint", whole, ink, label) for on, ink, label, _ in _STROKES),
        Mouse(on="click", target="memories", kind="recall", take=memory, label="load a damaged copy"),
        Mouse(on="double-click", target="memories", kind="forget", take=memory, label="delete the memory"),
        *(stroke(on, "memories", "paint_memory", part, ink, label) for on, ink, _, label in _STROKES),
    )
