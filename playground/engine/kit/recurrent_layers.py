"""Recurrent layers over one another, in one direction or in both, with the way back: see `recurrent` for the arrays.

A layer reads the states of the layer below it at the same time. With two directions a second cell reads the sequence
from its end, and the two states at each time lie side by side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.engine.kit import recurrent, recurrent_back
from playground.engine.kit.arrays import Reals
from playground.engine.kit.recurrent import CellKind, CellWeights, RecurrentCell, Unrolled
from playground.engine.kit.recurrent_back import SlopesInTime


class RecurrentLayers(NamedTuple):
    """RecurrentLayers of one kind and size.

    Attributes:
        kind: of the cells.
        inputs: features that enter the first layer.
        units: of each cell.
        depth: layers.
        both: whether each layer reads in both directions.
    """

    kind: CellKind
    inputs: int
    units: int
    depth: int = 1
    both: bool = False

    @property
    def outputs(self) -> int:
        """Features of what the last layer gives."""
        return self.units * (2 if self.both else 1)

    @property
    def cells(self) -> tuple[tuple[RecurrentCell, ...], ...]:
        """The cells of each layer: the one that reads forward, and with both directions the one that reads back."""
        ways = 2 if self.both else 1
        below = [self.inputs] + [self.outputs] * (self.depth - 1)
        return tuple((RecurrentCell(self.kind, n, self.units),) * ways for n in below)


class RecurrentPass(NamedTuple):
    """What one layer did.

    Attributes:
        x: what entered, (..., T, B, features).
        ways: the pass of each direction; the second one's times run from the end.
        output: the states, side by side, at the times of the sequence, (..., T, B, outputs).
    """

    x: Reals
    ways: tuple[Unrolled, ...]
    output: Reals


class RecurrentBack(NamedTuple):
    """What backpropagation through time finds in layers.

    Attributes:
        x: derivative by what entered, (..., T, B, inputs).
        ways: of each layer and direction, from the first layer on.
    """

    x: Reals
    ways: tuple[tuple[SlopesInTime, ...], ...]


def length(layers: RecurrentLayers) -> int:
    """How many weights and biases there are."""
    return sum(recurrent.length(cell) for row in layers.cells for cell in row)


def weights(theta: Reals, layers: RecurrentLayers) -> tuple[tuple[CellWeights, ...], ...]:
    """The first numbers of a row (..., N) as the weights of each layer and direction: views."""
    found, start = list[tuple[CellWeights, ...]](), 0
    for row in layers.cells:
        ways = list[CellWeights]()
        for cell in row:
            ways.append(recurrent.weights(theta[..., start:], cell))
            start += recurrent.length(cell)
        found.append(tuple(ways))
    return tuple(found)


def begin(layers: RecurrentLayers, normal: Reals, keep: float = 0.0) -> Reals:
    """A start of all layers from standard normal numbers (..., length(layers)), as `recurrent.begin` makes it."""
    theta, start = np.empty_like(normal), 0
    for row in layers.cells:
        for cell in row:
            part = slice(start, start := start + recurrent.length(cell))
            theta[..., part] = recurrent.begin(cell, normal[..., part], keep)
    return theta


def forward(theta: Reals, layers: RecurrentLayers, x: Reals, alive: Reals | None = None) -> tuple[RecurrentPass, ...]:
    """All layers on vectors (..., T, B, inputs), from states of 0.

    Args:
        theta: flat weights, (..., N).
        layers: what they look like.
        x: what enters.
        alive: 1 where a sequence has a token, 0 where it is padded, (T, B, 1); None: no sequence is padded.
    """
    passes = list[RecurrentPass]()
    for cells, known in zip(layers.cells, weights(theta, layers), strict=True):
        ways = list[Unrolled]()
        for back, (cell, w) in enumerate(zip(cells, known, strict=True)):
            drive = recurrent.driven(w, turned(x, back))
            ways.append(
                recurrent.forward_alive(cell, w.Wh, drive, None if alive is None else alive[:: -1 if back else 1])
            )
        states = [turned(seen.states, back) for back, seen in enumerate(ways)]
        passes.append(RecurrentPass(x, tuple(ways), states[0] if len(ways) == 1 else np.concatenate(states, -1)))
        x = passes[-1].output
    return tuple(passes)


def backward(
    theta: Reals, layers: RecurrentLayers, passes: tuple[RecurrentPass, ...], asked: Reals, gradient: Reals
) -> RecurrentBack:
    """Writes the gradient of all weights of the layers.

    Args:
        theta: flat weights.
        layers: what they look like.
        passes: the forward pass.
        asked: derivative of the loss by what the last layer gives, (..., T, B, outputs).
        gradient: row into whose first numbers is written, (..., N).
    """
    ways = list[tuple[SlopesInTime, ...]]()
    for done, known, out in reversed(list(zip(passes, weights(theta, layers), weights(gradient, layers), strict=True))):
        slopes = list[SlopesInTime]()
        below: Reals | None = None
        for back, (seen, w, g) in enumerate(zip(done.ways, known, out, strict=True)):
            part = asked[..., back * layers.units : (back + 1) * layers.units]
            found = recurrent_back.backward(seen, w.Wh, turned(part, back))
            recurrent_back.recurrent_gradient(seen, found.drive, g.Wh)
            by_x = turned(recurrent_back.driven_back(w, turned(done.x, back), found.drive, g), back)
            below = by_x if below is None else below + by_x
            slopes.append(found)
        assert below is not None
        asked = below
        ways.append(tuple(slopes))
    return RecurrentBack(asked, tuple(reversed(ways)))


def turned(a: Reals, back: int | bool) -> Reals:
    """The times from the end, if asked: (..., T, B, features)."""
    return a[..., ::-1, :, :] if back else a
