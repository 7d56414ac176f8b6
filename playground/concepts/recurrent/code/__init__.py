"""Each cell with its way back, and layers over one another, as plain functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from playground.concepts.recurrent import nets
from playground.concepts.recurrent.reading import read, step_of
from playground.concepts.recurrent.stack import layers_of, stack_of, start_of
from playground.concepts.recurrent.tokens import drawn, one_hot, typed
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit import recurrent_layers as deep

_NEAR = 2e-4  # the run computes in float32
_HELD = 80.0
_ROUNDING = 1e-12
_CHAOTIC = (
    "The weights are so large that the states are chaotic: the rounding of the last digit decides the loss, and "
    "another order of the same sums has another one."
)


def _net(at: Moment, theta: Any) -> dict[str, Any]:
    """The weights of the net shown, and how far its gradient goes."""
    one = nets.net(theta.double().numpy(), at.params, at.params.net)
    V, U, b, W, c = (torch.from_numpy(part.copy()) for part in (*one.known, one.W, one.b))
    steps = at.params.truncation or at.params.length + len(at.params.sequence) + 1
    if at.params.net == "rnn":
        phi = "none" if at.params.activation == "linear" else at.params.activation
        return {"V": V[0], "U": U[0], "b": b[0, 0], "W": W, "c": c, "phi": phi, "steps": steps}
    return {"V": V, "U": U, "b": b[:, 0], "W": W, "k": c, "steps": steps}


def _reads(at: Moment) -> Mapping[str, Any] | str:
    """The user's sequence through the nets on screen, or the batch of the step through those before it."""
    if at.params.mode == "river":
        shown = read(at.params, at.state, at.params.net)
        tokens, answers, theta = shown.tokens[:, None], np.array([shown.answer]), at.state.theta
        held = _HELD * at.state.valves[: len(tokens)].double()
    else:
        if abs(_loss(at, 1.0 + _ROUNDING) - _loss(at, 1.0)) > _NEAR / 10:
            return _CHAOTIC
        batch = drawn(at.params.length, at.params.batch, at.ctx.at(at.ctx.step).rng)
        tokens, answers, theta = batch.tokens, batch.answers, at.before.theta
        held = torch.zeros(at.params.length, dtype=torch.float64)
    told = {} if at.params.net == "rnn" else {"held": held}
    x = torch.from_numpy(one_hot(tokens, np.float64))
    return {"x": x, "answers": torch.from_numpy(answers), **told, **_net(at, theta)}


def _loss(at: Moment, scale: float) -> float:
    """The loss of the step itself in double precision, with all weights scaled.

    Saturated gates carry what single precision rounds away.
    """
    batch = drawn(at.params.length, at.params.batch, at.ctx.at(at.ctx.step).rng)
    theta = at.before.theta.double().numpy() * scale
    return nets.learnt(theta, at.params, at.params.net, batch, np.zeros_like(theta), at.params.truncation or None).loss


def _gives(at: Moment) -> Mapping[str, Any]:
    if at.params.mode != "river":
        return {"loss": _loss(at, 1.0)}
    shown = read(at.params, at.state, at.params.net)
    return {"p": shown.shares[None], "loss": shown.loss}


def _stacked(at: Moment) -> Mapping[str, Any]:
    theta, shape = start_of(at.params, at.state), layers_of(at.params)
    known = deep.weights(theta, shape)
    cells = [[tuple(torch.from_numpy(a.copy()) for a in (w.Wx[0], w.Wh[0], w.b[0, 0])) for w in row] for row in known]
    x = torch.from_numpy(one_hot(typed(at.params.sequence)[1], np.float64))
    return {"x": x, "cells": cells, "place": step_of(at.params, at.state)}


def _known(at: Moment) -> Mapping[str, Any]:
    found = stack_of(at.params, at.state)
    return {"y": found.passes[-1].output[:, 0], "known": found.influence[step_of(at.params, at.state)]}


_TITLES = {"rnn": "An RNN and its way back", "lstm": "An LSTM and its way back", "gru": "A GRU and its way back"}
CODES = (
    *(
        Code(
            name,
            title=title,
            when={"mode": ("river", "lag", "race"), "net": (name,)},
            reads=_reads,
            gives=_gives,
            marks={"share": "δ"},
            within=_NEAR,
        )
        for name, title in _TITLES.items()
    ),
    Code(
        "layers",
        title="Layers and who knows what",
        when={"mode": ("layers",), "net": ("rnn",)},
        reads=_stacked,
        gives=_known,
        marks={"known": "J", "y": "h"},
        within=1e-6,
        step=False,
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": ("layers",), "net": ("lstm", "gru")},
        because="Layers are put together in one way whatever their cells are; choose the RNN, whose cell is one line.",
    ),
)
