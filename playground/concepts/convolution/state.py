"""What slides over what, how far a run is, and how the data are made and read."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.convolution import kernels, pictures
from playground.concepts.convolution.parameters import LINE, Params
from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.frame import Status
from playground.engine.reading.preview import kind_of
from playground.engine.reading.remarks import remark
from playground.engine.reading.table import read_table
from playground.engine.run.context import Ctx

TILE = 80
"""Rows and columns of the gradients of an output; those of a larger output repeat them."""
MOST_SAMPLES = 256
"""Samples of a signal that is opened."""
MOST_BYTES = 100_000_000
_MOST_ROWS, _MOST_COLUMNS = 100_000, 1000


class Made(NamedTuple):
    """What each part of the data was made of, in words, so that a change makes anew what it concerns alone."""

    picture: str
    kernel: str
    signal: str
    taps: str
    delta: str


class Data(NamedTuple):
    """What slides over what.

    Attributes:
        picture: (channels, rows, columns), from 0 to 1 unless painted otherwise.
        kernel: (filters, channels, k, k), as it is drawn.
        signal: (n,).
        taps: the kernel of the signal, (m,).
        matrix: any linear map of a signal, (n, n).
        delta: gradients of outputs, (filters, TILE, TILE).
        made: of what they were made.
    """

    picture: Tensor
    kernel: Tensor
    signal: Tensor
    taps: Tensor
    matrix: Tensor
    delta: Tensor
    made: Made


class State(NamedTuple):
    """How far a run is.

    Attributes:
        at: the output that is being made, counted row by row from 0; in some views the shift, the frequency, or the
            input whose copy was laid down last.
    """

    at: int


class Info(NamedTuple):
    """What is recorded of a step."""

    status: Status
    at: int


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """At the first output."""
    return State(0)


def make_data(params: Params, ctx: Ctx) -> Data:
    """Everything as the parameters ask for it."""
    picture, signal = pictures.made(params, ctx), kernels.signal(params, ctx)
    kernel = kernels.kernels(params, len(picture), ctx)
    delta, matrix = _delta(params, ctx), _matrix(signal, ctx)
    return Data(picture, kernel, signal, kernels.taps(params, ctx), matrix, delta, _made(params))


def _made(params: Params) -> Made:
    return Made(
        picture=f"{params.picture} {params.side} {params.colours}",
        kernel=f"{params.kernel} {params.size} {params.cells} {params.filters}",
        signal=f"{params.signal} {params.length} {params.samples}",
        taps=f"{params.taps} {params.width} {params.weights}",
        delta=f"{params.gradient} {params.filters}",
    )


def _own(params: Params) -> Made:
    """The same of a picture and a signal that were opened: these keep their own size."""
    made = _made(params)
    return made._replace(picture=f"opened {params.picture} {params.colours}", signal=f"opened {params.signal}")


def redraw(params: Params, data: Data, ctx: Ctx) -> Data:
    """The same data, with what changed parameters concern made anew."""
    old, new, own = data.made, _made(params), _own(params)
    if old.picture not in (new.picture, own.picture):
        data = data._replace(picture=pictures.made(params, ctx))
        old = old._replace(picture=new.picture)
    if old.kernel != new.kernel or data.kernel.shape[1] != len(data.picture):
        data = data._replace(kernel=kernels.kernels(params, len(data.picture), ctx))
    if old.signal not in (new.signal, own.signal):
        signal = kernels.signal(params, ctx)
        data, old = data._replace(signal=signal, matrix=_matrix(signal, ctx)), old._replace(signal=new.signal)
    if old.taps != new.taps:
        data = data._replace(taps=kernels.taps(params, ctx))
    if old.delta != new.delta:
        data = data._replace(delta=_delta(params, ctx))
    return data._replace(made=new._replace(picture=old.picture, signal=old.signal))


def load(params: Params, path: Path) -> Data:
    """Data with the user's own picture, or with the first column of a table as the signal.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    ctx = Ctx(torch.device("cpu"), torch.float64, 0, "data")
    own = _own(params)
    if kind_of(read_bytes(path, MOST_BYTES)) == "picture":
        data = make_data(params.changed({"side": 4}), ctx)
        picture = pictures.opened(params, path)
        kernel = kernels.kernels(params, len(picture), ctx)
        return data._replace(picture=picture, kernel=kernel, made=_made(params)._replace(picture=own.picture))
    signal = _samples(path)
    if params.mode not in LINE["mode"]:
        remark(f"{path.name} is the signal; it is seen in the views Signal, Shift and Spectrum")
    data = make_data(params, ctx)
    return data._replace(signal=signal, matrix=_matrix(signal, ctx), made=data.made._replace(signal=own.signal))


def _samples(path: Path) -> Tensor:
    """The first column of numbers, (n,)."""
    table = read_table(path, _MOST_ROWS, _MOST_COLUMNS, "a signal, a number in each row")
    wordy = set(table.wordy())
    numbers = [column for column in range(len(table.titles)) if column not in wordy]
    if not numbers:
        raise BadInput(f"{path.name} has no column of numbers, a signal needs one", "file")
    every = torch.from_numpy(table.numbers(numbers[:1])[:, 0].copy())
    if len(every) < 2:
        raise BadInput(f"{path.name} has {len(every)} number, a signal needs at least 2", "file")
    if len(numbers) > 1:
        remark(f"{path.name}: of {len(numbers)} columns of numbers the first is used")
    if len(every) > MOST_SAMPLES:
        remark(f"{path.name}: of {len(every):,} numbers the first {MOST_SAMPLES} are used")
    return every[:MOST_SAMPLES].to(torch.float64).contiguous()


def _matrix(signal: Tensor, ctx: Ctx) -> Tensor:
    n = len(signal)
    matrix: Tensor = ctx.randn(n, n).to(torch.float64) / n**0.5
    return matrix


def _delta(params: Params, ctx: Ctx) -> Tensor:
    shape = (params.filters, TILE, TILE)
    if params.gradient == "random":
        return (5 * ctx.rand(*shape).to(torch.float64)).floor() - 2
    delta = torch.ones(shape, dtype=torch.float64)
    if params.gradient == "one":
        delta.zero_()[:, 1, 1] = 1.0
    return delta
