"""The user's own data: points in a table, a picture whose dark pixels are the density, or a net that was exported."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data, data_of, make_data
from playground.concepts.diffusion.state import State
from playground.engine.errors import BadInput
from playground.engine.kit.diffusion import files, training
from playground.engine.kit.diffusion.declared import LINE
from playground.engine.reading.preview import kind_of
from playground.engine.reading.text import read_bytes
from playground.engine.run.context import Ctx


def load(params: Params, path: Path) -> Data:
    """The data of a file.

    Table: a row a point, its first columns of numbers (two, or one on a line), at most 300 rows evenly over the file,
    each a small Gaussian. Picture: dark pixels become the density. Weights: a net that was exported; the data are those
    of the parameters.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    ctx = Ctx(torch.device("cpu"), torch.float64, 0, "data")
    raw = read_bytes(path, files.MOST_BYTES)
    if kind_of(raw[:4096], len(raw)) == "weights":
        return _with_net(params, path.name, raw, ctx)
    found = files.read_components(path, raw, 1 if params.data in LINE else 2)
    return data_of(found.masses, found.means, found.spreads**2, found.modes, params.examples, ctx.rng)


def _with_net(params: Params, name: str, raw: bytes, ctx: Ctx) -> Data:
    data = make_data(params, ctx)
    net = training.from_bytes(raw)
    if net.sizes[-1] != data.d:
        raise BadInput(f"{name} is a net for {net.sizes[-1]} coordinates, the data have {data.d}", "file")
    if not all(bool(torch.isfinite(part).all()) for part in net[:3]):
        raise BadInput(f"{name} holds numbers that are not finite", "file")
    return data._replace(net=training.packed(net), net_words=name)


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The averaged net in training, or the net that was kept.

    Raises:
        BadInput: there is neither.
    """
    if state.learning is not None:
        return training.tensors(state.learning.training.best)
    if not data.net:
        raise BadInput("there is no net to write: learn a score and keep its net first", "weights")
    return training.tensors(training.unpacked(data.net))
