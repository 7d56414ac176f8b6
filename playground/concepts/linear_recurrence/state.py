"""What a run is about: eigenvalues, a long signal, the inputs of a scan; how far it is, and what it has learnt."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.linear_recurrence import Params, eigenvalues, learning
from playground.concepts.linear_recurrence.eigenvalues import Eigen
from playground.concepts.linear_recurrence.learning import Learnt
from playground.concepts.linear_recurrence.names import PerForm
from playground.concepts.linear_recurrence.signals import opened, signal
from playground.engine.frame import Status
from playground.engine.kit.newest import Newest
from playground.engine.run.context import Ctx

MOST_TIMES = 1024
STORED = {"double": torch.float64, "single": torch.float32}


class Data(NamedTuple):
    """What the run is about.

    Attributes:
        places: the eigenvalues as they stand in the plane, (n, 2); of `exp` the modulus of one outside is inverted.
        signal: what is filtered, (T,).
        inputs: of the scan, whole numbers from -3 to 3 unless set otherwise, (1024,).
        erased: where a factor is 0, if factors are erased, flags (1024,).
        drawn, taken: what eigenvalues and signal were made of, in words.
    """

    places: Tensor
    signal: Tensor
    inputs: Tensor
    erased: Tensor
    drawn: str
    taken: str


class State(NamedTuple):
    """How far a run is.

    Attributes:
        t: steps so far: of the impulse, hundredths of the signal, powers of the matrix, or rounds of the scan.
        focus: which eigenvalue is looked at.
        node: the round and the time of the combination that is looked at; (-1, -1): the last of the newest round.
        learnt: the weights in training; None in other views.
    """

    t: int
    focus: int
    node: tuple[int, int]
    learnt: Learnt | None


class Info(NamedTuple):
    """What is recorded of a step."""

    status: Status
    loss: PerForm = PerForm()
    largest: PerForm = PerForm()
    updates_done: int | None = None
    rounds_done: int | None = None
    combined: int | None = None


def _drawn(params: Params) -> str:
    return f"{params.units} {params.ring} {params.law} {params.widest}"


def make_data(params: Params, ctx: Ctx) -> Data:
    """Eigenvalues on their ring, a signal, and inputs of a scan."""
    u = ctx.rand(2, 32).double()
    inputs = (ctx.rand(MOST_TIMES).double() * 7).floor() - 3
    erased = ctx.rand(MOST_TIMES) < 0.2
    inputs[:2], erased[:2] = torch.tensor([1.0, 2.0], dtype=torch.float64), False
    return Data(_ring(params, u), signal(params.signal, ctx), inputs, erased, _drawn(params), params.signal)


def _ring(params: Params, u: Tensor) -> Tensor:
    found = eigenvalues.ring(
        u[0, : params.units],
        u[1, : params.units],
        min(params.ring),
        max(params.ring),
        area=params.law == "area",
        widest=math.radians(params.widest),
    )
    return torch.stack([found.modulus * found.phase.cos(), found.modulus * found.phase.sin()], 1)


def redraw(params: Params, data: Data, ctx: Ctx) -> Data:
    """The same data, with what changed parameters concern made anew."""
    u = ctx.rand(2, 32).double()
    if data.drawn != _drawn(params):
        data = data._replace(places=_ring(params, u), drawn=_drawn(params))
    if data.taken != params.signal:
        data = data._replace(signal=signal(params.signal, ctx), taken=params.signal)
    return data


def load(params: Params, path: Path) -> Data:
    """Data with the first column of numbers of a table as the signal.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    ctx = Ctx(torch.device("cpu"), torch.float64, 0, "data")
    return make_data(params, ctx)._replace(signal=opened(path))


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """The start."""
    learnt = learning.begin(data.places) if params.mode == "learn" else None
    return State(0, 0, (-1, -1), learnt)


_EIGEN: Newest[Eigen] = Newest(8)


def eigen_of(params: Params, data: Data) -> Eigen:
    """The eigenvalues as they are parametrised and stored."""
    key = (params.form, params.precision if params.mode == "disc" else "double", params.normalised)

    def made() -> Eigen:
        dtype = STORED[key[1]]
        re, im = data.places.unbind(1)
        if params.form == "exp":
            phase, v = torch.atan2(im, re), eigenvalues.v_of(torch.hypot(re, im))
            found = eigenvalues.exponential(v.to(dtype), phase.to(dtype))
        else:
            found = eigenvalues.free(re.to(dtype), im.to(dtype))
        found = Eigen(*(part.double() for part in found))
        return found if params.normalised else found._replace(gamma=torch.ones_like(found.gamma))

    return _EIGEN.of(data.places, key, made)


def weights_of(found: Eigen) -> Tensor:
    """What each state is multiplied by in the output: 1/n, (n,), complex."""
    return torch.full((len(found.phase),), 1.0 / len(found.phase), dtype=torch.complex128)
