"""Each cell with its way back, and layers over one another, as plain functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.concepts.recurrent import nets
from playground.concepts.recurrent.reading import read, step_of
from playground.concepts.recurrent.stack import layers_of, stack_of, start_of
from playground.concepts.recurrent.state import at as place_of
from playground.concepts.recurrent.tokens import drawn, one_hot, typed
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit import recurrent_layers as deep

_NEAR = 2e-4  # the run computes in float32
_HELD = 40.0


def _net(at: Moment, theta: Any) -> dict[str, Any]:
    """The weights of the net shown, and how far its gradient goes."""
    one = nets.net(theta.double().numpy(), at.params, at.params.net)
    V, U, b = (part.copy() for part in one.known)
    steps = at.params.truncation or at.params.length + len(at.params.sequence) + 1
    if at.params.net == "rnn":
        phi = "none" if at.params.activation == "linear" else at.params.activation
        return {"V": V[0], "U": U[0], "b": b[0, 0], "W": one.W.copy(), "c": one.b.copy(), "phi": phi, "steps": steps}
    return {"V": V, "U": U, "b": b[:, 0], "W": one.W.copy(), "k": one.b.copy(), "steps": steps}


def _typed(at: Moment) -> Mapping[str, Any]:
    shown = read(at.params, at.state, at.params.net)
    x = one_hot(shown.tokens[:, None], np.float64)
    held = {} if at.params.net == "rnn" else {"held": _HELD * at.state.valves[: len(x)].double().numpy()}
    return {"x": x, "answers": np.array([shown.answer]), **held, **_net(at, at.state.theta)}


def _said(at: Moment) -> Mapping[str, Any]:
    shown = read(at.params, at.state, at.params.net)
    return {"p": shown.shares[None], "loss": shown.loss}


def _batch(at: Moment) -> Mapping[str, Any]:
    batch = drawn(at.params.length, at.params.batch, at.ctx.rng)
    held = {} if at.params.net == "rnn" else {"held": np.zeros(at.params.length)}
    x = one_hot(batch.tokens, np.float64)
    return {"x": x, "answers": batch.answers, **held, **_net(at, at.before.theta)}


def _learnt(at: Moment) -> Mapping[str, Any]:
    return {"loss": float(at.after.losses[place_of(at.params.net)])}


def _stacked(at: Moment) -> Mapping[str, Any]:
    theta, shape = start_of(at.params, at.state), layers_of(at.params)
    cells = [[(w.Wx[0].copy(), w.Wh[0].copy(), w.b[0, 0].copy()) for w in row] for row in deep.weights(theta, shape)]
    x = one_hot(typed(at.params.sequence)[1], np.float64)
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
            when={"mode": ("river",), "net": (name,)},
            reads=_typed,
            gives=_said,
            marks={"p": "p", "share": "δ"},
            within=1e-6,
            step=False,
        )
        for name, title in _TITLES.items()
    ),
    *(
        Code(
            name,
            title=title,
            when={"mode": ("lag", "race"), "net": (name,)},
            reads=_batch,
            gives=_learnt,
            marks={"share": f"δ_{name}"},
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
