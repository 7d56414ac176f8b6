"""Layers over one another and in both directions: which output a token has an influence on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.concepts.recurrent import Params
from playground.concepts.recurrent.state import State
from playground.concepts.recurrent.tokens import INPUTS, one_hot, typed
from playground.engine.kit import recurrent_layers as deep
from playground.engine.kit.arrays import Reals
from playground.engine.kit.newest import Newest
from playground.engine.kit.recurrent import CellKind
from playground.engine.kit.recurrent_layers import RecurrentLayers, RecurrentPass

UNITS = 8  # of each cell
MOST_WEIGHTS = deep.length(RecurrentLayers("lstm", INPUTS, UNITS, 3, both=True))
_KINDS: dict[str, CellKind] = {"rnn": "elman", "lstm": "lstm", "gru": "gru"}


class Stack(NamedTuple):
    """What a stack of untrained layers does to a sequence.

    Attributes:
        layers: what it is.
        passes: of each layer, with one sequence in the batch.
        influence: the length of the derivative of a random sum of the last layer's outputs at each place by each token,
            (places, tokens).
    """

    layers: RecurrentLayers
    passes: tuple[RecurrentPass, ...]
    influence: Reals


_NEWEST: Newest[Stack] = Newest()


def layers_of(params: Params) -> RecurrentLayers:
    """The stack that the parameters ask for."""
    return RecurrentLayers(_KINDS[params.net], INPUTS, UNITS, params.depth, params.both)


def stack_of(params: Params, state: State) -> Stack:
    """The stack on the user's sequence; kept while nothing changes."""
    key = (params.net, params.depth, params.both, params.keep, params.sequence)
    return _NEWEST.of(state.normal, key, lambda: _made(params, state))


def start_of(params: Params, state: State) -> Reals:
    """The weights of the stack, in double precision."""
    layers = layers_of(params)
    return deep.begin(layers, state.normal[: deep.length(layers)].double().numpy(), params.keep)


def _made(params: Params, state: State) -> Stack:
    layers, theta = layers_of(params), start_of(params, state)
    tokens = typed(params.sequence)[1]
    T = len(tokens)
    # As many copies of the sequence as it has places: copy t is asked about place t alone.
    passes = deep.forward(theta, layers, one_hot(np.repeat(tokens[:, None], T, 1), np.float64))
    asked = np.zeros((T, T, layers.outputs))
    asked[np.arange(T), np.arange(T)] = 1.0 / np.sqrt(layers.outputs)
    found = deep.backward(theta, layers, passes, asked, np.zeros_like(theta))
    influence = np.sqrt(np.square(found.x).sum(-1)).T
    return Stack(layers, deep.forward(theta, layers, one_hot(tokens[:, None], np.float64)), influence)
