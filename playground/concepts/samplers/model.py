"""A run: the data, the chains, and what the user does; pure functions of the contract."""

from __future__ import annotations

from pathlib import Path

import torch

from playground.concepts.samplers import Params
from playground.concepts.samplers.chains import init, step
from playground.concepts.samplers.race import observe
from playground.concepts.samplers.state import Data, State
from playground.engine.declarations.concept import Gesture, Model
from playground.engine.kit.diffusion import datasets, files
from playground.engine.kit.diffusion.declared import LINE
from playground.engine.reading.text import read_bytes
from playground.engine.run.context import Ctx

START = (-2.4, -2.2)


def make_data(params: Params, ctx: Ctx) -> Data:
    """The data set that the parameters name."""
    return _data(datasets.components(params.data, params.width))


def load(params: Params, path: Path) -> Data:
    """The data of a table or a picture.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    raw = read_bytes(path, files.MOST_BYTES)
    return _data(files.read_components(path, raw, 1 if params.data in LINE else 2))


def _data(found: datasets.Components) -> Data:
    return Data(
        masses=found.masses,
        means=found.means.contiguous(),
        variances=(found.spreads**2).contiguous(),
        modes=found.modes,
        start=torch.tensor(START, dtype=torch.float64),
    )


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The chains at a new start."""
    place = [gesture.values["x"], gesture.values["y"]]
    data = data._replace(start=torch.tensor(place, dtype=torch.float64))
    return data, init(params, data, ctx)


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, load=load)
