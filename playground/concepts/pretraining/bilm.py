"""ELMo's two language models: an LSTM reads a sentence forward and says the next word, another reads it backwards.

A word has a vector of its own, which knows no context, and the states of both LSTMs after they have read it. The
vector of the word's own layer stands there twice, so that both layers have as many features and can be mixed.

Source: M. Peters et al., "Deep contextualized word representations" (2018).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.pretraining.sentences import WORDS
from playground.engine.kit import optimisers, recurrent_layers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Memory
from playground.engine.kit.recurrent_layers import RecurrentLayers, RecurrentPass

END = len(WORDS)
"""The token before the first word and behind the last one."""
KEEP = 1.0  # the first bias of the forget gates


class BiLM(NamedTuple):
    """The parts of the flat weights, as views.

    Attributes:
        E: a row for each word, END and what is not known, (words + 2, units).
        R: from a state to the words that may stand beside it, (units, words + 1).
        cells: flat weights of both LSTMs.
    """

    E: Reals
    R: Reals
    cells: Reals


@lru_cache(maxsize=16)
def layers(units: int) -> RecurrentLayers:
    """Two LSTMs side by side."""
    return RecurrentLayers("lstm", units, units, both=True)


def size(units: int) -> int:
    """How many weights there are."""
    return (END + 1) * units * 2 + recurrent_layers.length(layers(units))


def parts(theta: Reals, units: int) -> BiLM:
    """The parts of flat weights."""
    one = (END + 1) * units
    return BiLM(theta[:one].reshape(END + 1, units), theta[one : 2 * one].reshape(units, END + 1), theta[2 * one :])


def begin(normal: Tensor, units: int) -> Tensor:
    """First weights from standard normal numbers."""
    theta = normal.numpy().copy()
    W = parts(theta, units)
    W.R[...] /= np.sqrt(units)
    W.cells[...] = recurrent_layers.begin(layers(units), W.cells, KEEP)
    return torch.from_numpy(theta)


def with_ends(tokens: Tensor) -> Any:
    """Sentences (n, words) as (words + 2, n) with END before and behind them."""
    ends = torch.full_like(tokens[:, :1], END)
    return torch.cat([ends, tokens, ends], 1).T.numpy()


def forward(theta: Tensor, units: int, rows: Any) -> tuple[Reals, RecurrentPass]:
    """The words' own vectors (T, B, units) and the pass of both LSTMs; END + 1 is a word that is not known."""
    W = parts(theta.numpy(), units)
    table = np.concatenate([W.E, np.zeros((1, units), W.E.dtype)])
    own = table[rows]
    return own, recurrent_layers.forward(W.cells, layers(units), own)[0]


class Update(NamedTuple):
    """Weights after a step of Adam, and the losses before it, in nats a word.

    Attributes:
        theta: flat weights.
        moments: what Adam remembers.
        loss: the mean of both directions.
    """

    theta: Tensor
    moments: Memory[Tensor]
    loss: float


def loss_and_gradient(theta: Tensor, units: int, tokens: Tensor) -> tuple[float, Tensor]:
    """The mean cross-entropy of both directions, and its derivative by all weights."""
    rows = with_ends(tokens)
    _, done = forward(theta, units, rows)
    W, slope = parts(theta.numpy(), units), np.zeros(len(theta), theta.numpy().dtype)
    G = parts(slope, units)
    give_way()
    asked, loss = np.zeros_like(done.output), 0.0
    # The forward states but the last say the next word, the backward states but the first the one before.
    for states, by_states, answers in (
        (done.output[:-1, :, :units], asked[:-1, :, :units], rows[1:]),
        (done.output[1:, :, units:], asked[1:, :, units:], rows[:-1]),
    ):
        flat, right = states.reshape(-1, units), answers.ravel()
        said = flat @ W.R
        said -= said.max(1, keepdims=True)
        shares = np.exp(said)
        total = shares.sum(1, keepdims=True)
        at = np.arange(len(right))
        loss += float(np.log(total[:, 0]).mean() - said[at, right].mean()) / 2
        shares /= total
        shares[at, right] -= 1.0
        shares /= 2 * len(right)
        G.R[...] += flat.T @ shares
        by_states[...] = (shares @ W.R.T).reshape(states.shape)
        give_way()
    back = recurrent_layers.backward(W.cells, layers(units), (done,), asked, G.cells)
    np.add.at(G.E, rows.ravel(), back.x.reshape(-1, units))
    return loss, torch.from_numpy(slope)


def updated(theta: Tensor, moments: Memory[Tensor], units: int, tokens: Tensor, rate: float) -> Update:
    """A step of Adam on some sentences."""
    loss, slope = loss_and_gradient(theta, units, tokens)
    theta, moments = optimisers.adam(theta, slope, moments, optimisers.Settings(rate=rate, beta_2=0.98))
    return Update(theta, moments, loss)


class Layered(NamedTuple):
    """The vectors of some words by layer.

    Attributes:
        own: the word's own vector twice, (n, 2 * units).
        states: forward and backward state side by side, (n, 2 * units).
    """

    own: Tensor
    states: Tensor


def vectors(theta: Tensor, units: int, tokens: Tensor, places: Tensor) -> Layered:
    """Both layers of the words at these places (n,) of sentences (n, words)."""
    own, done = forward(theta, units, with_ends(tokens))
    at, each = places.numpy() + 1, np.arange(len(tokens))
    twice = np.concatenate([own[at, each]] * 2, -1)
    return Layered(torch.from_numpy(twice), torch.from_numpy(done.output[at, each].copy()))


def mixed(layered: Layered, mix: float) -> Tensor:
    """ELMo's mix of the layers, (1 - s) own + s states."""
    return (1.0 - mix) * layered.own + mix * layered.states


def cosines(a: Tensor) -> Tensor:
    """The cosine of each two rows, (n, n)."""
    unit = a / a.norm(dim=-1, keepdim=True).clamp_min(1e-12)
    found: Tensor = unit @ unit.transpose(-1, -2)
    return found


def within_between(cosine: Tensor, senses: Tensor) -> tuple[float, float]:
    """The mean cosine of two occurrences of one sense, and that of two senses."""
    same = senses[:, None] == senses[None]
    pairs = ~torch.eye(len(senses), dtype=torch.bool)
    return float(cosine[same & pairs].mean()), float(cosine[~same].mean())
