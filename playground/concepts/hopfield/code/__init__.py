"""One step of a recall, and the cross-talk in one memory, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from playground.concepts.hopfield.crosstalk import aligned_crosstalk, signal
from playground.concepts.hopfield.net import Net, overlaps, products, wanted
from playground.concepts.hopfield.state import State
from playground.concepts.hopfield.stepping import passed
from playground.engine.declarations.code import Code, Moment, NoCode

_MOST_WORK = 8_000_000  # products of a step that is told neuron by neuron
_EMPTY = "Nothing is stored, so there is nothing to recall."
_LONG = "Too many neurons are asked in this step to be told one by one; take one neuron a step, or a smaller net."
_W = {"mode": ("recall", "landscape"), "rule": ("hebb", "projection", "storkey")}


def _asked(at: Moment) -> tuple[list[int], list[float]]:
    """The neurons that the step asks in turn, and the random number of each."""
    params, state, ctx = at.params, at.before, at.ctx
    d, cold = len(state.s), params.temperature == 0.0

    def drawn(n: int) -> list[float]:
        return [0.0] * n if cold else ctx.rand(n).tolist()

    if params.update == "all":
        return list(range(d)), drawn(d)
    visits: list[int] = []
    chances: list[float] = []
    for _ in range(2):
        order = torch.arange(d) if state.order is None else state.order
        coming = order[state.position :]
        if params.step_is == "neuron":
            coming = coming[:1]
        u = drawn(len(coming))
        ahead = _first_flip(at, state, coming, u) if params.step_is == "flip" else len(coming)
        visits += coming[:ahead].tolist()
        chances += u[:ahead]
        quiet = params.temperature == 0.0 and state.unstable == 0
        if params.step_is != "flip" or ahead < len(coming) or quiet or _flips(at, state, coming, u):
            break
        state = passed(params, state, len(coming), ctx)
    return visits, chances


def _up(at: Moment, state: State, coming: torch.Tensor, u: list[float]) -> torch.Tensor:
    if at.params.temperature == 0.0:
        return wanted(state.net, state.product)[coming]
    field = (state.product - state.net.bars) / state.net.unit
    chance = torch.sigmoid(2 * field / at.params.temperature)[coming]
    return torch.tensor(u, dtype=chance.dtype) < chance


def _flips(at: Moment, state: State, coming: torch.Tensor, u: list[float]) -> bool:
    return bool((_up(at, state, coming, u) != (state.s[coming] > 0)).any())


def _first_flip(at: Moment, state: State, coming: torch.Tensor, u: list[float]) -> int:
    """How many neurons are asked up to the first that changes."""
    changing = (_up(at, state, coming, u) != (state.s[coming] > 0)).nonzero()
    return int(changing[0, 0]) + 1 if len(changing) else len(coming)


def _weights(net: Net) -> dict[str, Any]:
    return {
        "left": net.left.numpy(),
        "right": net.right.numpy(),
        "diagonal": net.diagonal.numpy(),
        "b": net.bars.numpy(),
        "unit": net.unit,
        "near": net.near,
    }


def _one_by_one(at: Moment) -> Mapping[str, Any] | str:
    state = at.before
    if not state.net.n:
        return _EMPTY
    visits, u = _asked(at)
    if len(visits) * state.net.right.numel() > _MOST_WORK:
        return _LONG
    s = state.s.numpy().astype(np.float64)
    return {"s": s, **_weights(state.net), "T": at.params.temperature, "visits": visits, "u": u}


def _together(at: Moment) -> Mapping[str, Any] | str:
    if not at.before.net.n:
        return _EMPTY
    _, u = _asked(at)
    s = at.before.s.numpy().astype(np.float64)
    return {"s": s, **_weights(at.before.net), "T": at.params.temperature, "u": np.array(u)}


def _dense(at: Moment) -> Mapping[str, Any] | str:
    found = _one_by_one(at)
    if isinstance(found, str):
        return found
    told = {name: found[name] for name in ("s", "b", "near", "T", "visits", "u")}
    return {**told, "X": found["right"], "together": at.params.update == "all"}


def _memory(at: Moment) -> Mapping[str, Any] | str:
    net = at.state.net
    if not net.n:
        return _EMPTY
    x = net.right[max(0, at.state.target)].numpy()
    return {"x": x, **_weights(net), "signal": signal(net)}


def _talk(at: Moment) -> Mapping[str, Any]:
    net = at.state.net
    k = max(0, at.state.target)
    x = net.right[: net.n][k : k + 1]
    unstable = wanted(net, products(net, x, overlaps(net, x))) != (x > 0)
    return {"C": aligned_crosstalk(net, x)[0], "count": int(unstable.sum())}


_MARKS = {"s": "x", "H": "H"}
CODES = (
    Code(
        "recall",
        title="Neurons in turn",
        when={**_W, "update": ("one",)},
        reads=_one_by_one,
        gives=lambda at: {"s": at.after.s},
        marks=_MARKS,
    ),
    Code(
        "together",
        title="All neurons at once",
        when={**_W, "update": ("all",)},
        reads=_together,
        gives=lambda at: {"s_next": at.after.s},
        marks={"s_next": "x", "H": "H"},
    ),
    Code(
        "dense",
        title="The dense network",
        when={"mode": ("recall", "landscape"), "rule": ("dense",)},
        reads=_dense,
        gives=lambda at: {"new": at.after.s},
        marks={"new": "x", "H": "H"},
    ),
    Code(
        "crosstalk",
        title="Cross-talk in a memory",
        when={"mode": ("crosstalk",), "rule": ("hebb", "projection", "storkey")},
        reads=_memory,
        gives=_talk,
        marks={"C": "C"},
        step=False,
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": ("capacity",)},
        because="The curves are measured on thousands of recalls of many nets; the view Recall has the code of one.",
    ),
    NoCode(
        when={"mode": ("crosstalk",), "rule": ("dense",)},
        because="The dense network has no weights, so no sum of cross-talk; its code is in the view Recall.",
    ),
)
