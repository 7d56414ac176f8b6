"""What one look at a state reads, for every view alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.relu import Params
from playground.concepts.relu.cells import MOST_PLANE, Known, cell_at, known, on_plane
from playground.concepts.relu.data import Data
from playground.concepts.relu.net import layers_of
from playground.concepts.relu.state import State, shown
from playground.engine.declarations.concept import Findings
from playground.engine.frame import View
from playground.engine.kit.dense.layout import Sizes
from playground.figures.values import Range

HINT = "Press space to train, drag a line by its ring, click a region to read its map"
_NO_NET = torch.zeros(0, dtype=torch.float64)


class Look(NamedTuple):
    """A state as it is looked at.

    Attributes:
        net: the flat weights of the net on screen, shape (N,).
        known: what is known of it in the window.
        cell: the number of the picked cell; None where no cell is picked.
        window: x0, x1, y0, y1 of the inputs.
    """

    params: Params
    data: Data
    state: State
    view: View
    findings: Findings
    net: Tensor
    known: Known
    cell: int | None
    window: tuple[float, float, float, float]

    @property
    def across(self) -> Range:
        """The first input's range."""
        return Range(*self.window[:2])

    @property
    def up(self) -> Range:
        """The second input's range."""
        return Range(*self.window[2:])

    @property
    def rival(self) -> Known:
        """What is known of the net beside it."""
        assert self.state.rival is not None
        return known(self.state.rival.theta, 0, self.state.rival_sizes, self.window)

    @property
    def counted(self) -> Mapping[str, Any]:
        """What the job that counts every region of a large net found; nothing where its picture is not drawn."""
        found = self.found("all_regions")
        return found if not self.known.complete and found.get("color") == self.params.color else {}

    @property
    def on_plane(self) -> int | None:
        """Activation regions on the whole plane or line; None where they are too many to count at once."""
        inputs, *widths, _ = self.state.sizes
        if inputs == 2 and sum(widths) > MOST_PLANE:
            found: int | None = self.found("plane").get("regions_plane")
            return found
        return _on_plane(self.net.numpy().tobytes(), self.state.sizes)

    def found(self, job: str) -> Mapping[str, Any]:
        """What a job found of the very net on screen; nothing where it counted another one."""
        found = self.findings[job]
        return found if torch.equal(found.get("net", _NO_NET), self.net) else {}


def look_at(params: Params, data: Data, state: State, view: View, findings: Findings) -> Look:
    """A look at a state."""
    row, window = shown(params, state), data.bounds
    net = known(state.nets.theta, row, state.sizes, window)
    cell = None if net.cells is None else cell_at(net.cells, net.layers, state.pick.numpy())
    return Look(params, data, state, view, findings, state.nets.theta[row], net, cell, window)


@lru_cache(maxsize=16)
def _on_plane(net: bytes, sizes: Sizes) -> int | None:
    """The count of one net, which a paused picture asks for again and again."""
    return on_plane(layers_of(torch.frombuffer(bytearray(net), dtype=torch.float64), sizes))
