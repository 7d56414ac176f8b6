"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import numpy as np

from playground.concepts.pretraining import bilm
from playground.concepts.pretraining.masks import hidden_place
from playground.concepts.pretraining.reading import DIGITS, HEADS, SHOTS, shape_of
from playground.concepts.pretraining.senses import LONGEST, sentence
from playground.concepts.pretraining.sentences import every_sentence
from playground.concepts.pretraining.shots import prompted
from playground.concepts.pretraining.texts import LENGTH, names, typed
from playground.engine.kit import recurrent_layers, transformer
from playground.texts.terms import Terms

_BASE = 10_000.0


def _normal(rows: Any, gain: Any, shift: Any) -> Any:
    """Each row with mean 0 and variance 1, times a gain and shifted."""
    centred = rows - rows.mean(1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-5) * gain + shift


def _softmax(rows: Any) -> Any:
    grown = np.exp(rows - rows.max(-1, keepdims=True))
    return grown / grown.sum(-1, keepdims=True)


def _turned(rows: Any) -> Any:
    """Each pair of features of (tokens, features) as a complex number times e^(i t ω)."""
    out, size = rows.copy(), rows.shape[1]
    for t in range(len(rows)):
        for j in range(0, size - 1, 2):
            angle = t * _BASE ** (-j / size)
            pair = complex(rows[t, j], rows[t, j + 1]) * complex(math.cos(angle), math.sin(angle))
            out[t, j], out[t, j + 1] = pair.real, pair.imag
    return out


def _says(terms: Terms, net: int, causal: bool, tokens: list[int]) -> Any:
    """What a net gives to each answer at each place, (tokens, outputs), head by head in double precision."""
    shape = shape_of(terms.params, causal)
    known = transformer.matrices(terms.state.nets[net].theta, shape)
    W = {name: part.double().numpy() for name, part in known.items()}
    X = W["E"][tokens] + (W["P"][: len(tokens)] if shape.positions == "learnt" else 0.0)
    key = shape.width // HEADS
    for k in range(shape.layers):
        QKV = _normal(X, W[f"g1{k}"], W[f"b1{k}"]) @ W[f"QKV{k}"]
        found = []
        for head in range(HEADS):
            Q, K, V = (QKV[:, at * shape.width + head * key :][:, :key] for at in range(3))
            if shape.positions == "rotary":
                Q, K = _turned(Q), _turned(K)
            scores = Q @ K.T / math.sqrt(key)
            if causal:
                scores[np.triu_indices(len(tokens), 1)] = -math.inf
            found.append(_softmax(scores) @ V)
        X = X + np.concatenate(found, 1) @ W[f"O{k}"]
        if shape.inner:
            H = _normal(X, W[f"g2{k}"], W[f"b2{k}"]) @ W[f"U{k}"]
            X = X + np.where(H > 0.0, H, 0.0) @ W[f"D{k}"]
    return _softmax(_normal(X, W["g"], W["b"]) @ W["R"])


def masked_share(terms: Terms) -> Any:
    """What the masked net gives to the hidden token."""
    kind = terms.params.texts
    text = typed(kind, terms.params.own).tolist()
    place = hidden_place(terms.params, terms.state)
    given = [len(names(kind)) if at == place else token for at, token in enumerate(text)]
    return float(_says(terms, 1, False, given)[place, text[place]])


def causal_limit(terms: Terms) -> Any:
    """The best guess after every beginning: half the places are chance, or all sentences one by one."""
    if terms.params.texts == "palindromes":
        return 0.5 + 0.5 / len(names("palindromes"))
    table, right = every_sentence(), 0.0
    rows, chances = table.tokens.tolist(), table.chance.tolist()
    for place in range(LENGTH):
        mass: dict[tuple[int, ...], dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for row, chance in zip(rows, chances, strict=True):
            mass[tuple(row[:place])][row[place]] += chance
        right += sum(max(after.values()) for after in mass.values())
    return right / LENGTH


def shot_limit(terms: Terms) -> Any:
    """The letter stood 1, 2, ... times among k examples, or one digit of ten is guessed."""
    K = terms.params.keys
    each = []
    for k in range(SHOTS + 1):
        met = sum(math.comb(k, j) * (1 / K) ** j * (1 - 1 / K) ** (k - j) for j in range(1, k + 1))
        each.append(met + (1 - met) / DIGITS)
    return sum(each) / len(each)


def says_share(terms: Terms) -> Any:
    """What the net gives to its likeliest digit behind the user's prompt."""
    return float(_says(terms, 0, True, prompted(terms.params).tokens.tolist())[-1].max())


def _lstm(W: Any, inputs: list[Any]) -> list[Any]:
    """The states of an LSTM after each input, gate by gate."""
    units = W.Wh.shape[-1]
    h, c, states = np.zeros(units), np.zeros(units), []
    for x in inputs:
        o, f, i, g = (x @ W.Wx[k] + h @ W.Wh[k] + W.b[k, 0] for k in range(4))
        o, f, i = (1.0 / (1.0 + np.exp(-gate)) for gate in (o, f, i))
        c = f * c + i * np.tanh(g)
        h = o * np.tanh(c)
        states.append(h)
    return states


def _vector(terms: Terms, text: str) -> Any:
    """The mixed vector of the word in a sentence of the user's."""
    units, s = terms.params.units, terms.params.mix
    theta = terms.state.nets[0].theta.double().numpy()
    W, one = bilm.parts(theta, units), sentence(text, terms.params.word)
    table = np.concatenate([W.E, np.zeros((1, units))])
    rows = [table[bilm.END], *(table[token] for token in one.tokens[0].tolist()), table[bilm.END]]
    (ahead, back), place = recurrent_layers.weights(W.cells, bilm.layers(units))[0], one.place + 1
    states = [_lstm(ahead, rows)[place], _lstm(back, rows[::-1])[len(rows) - 1 - place]]
    return (1 - s) * np.concatenate([rows[place]] * 2) + s * np.concatenate(states)


def sees_both(terms: Terms) -> Any:
    """The word stands in both of the user's sentences."""
    params = terms.params
    texts = (params.first, params.second)
    return all(params.word in [word.strip(".,;:!?") for word in text.lower().split()][:LONGEST] for text in texts)


def own_cosine(terms: Terms) -> Any:
    """The cosine of the word's vectors in the user's two sentences."""
    a, b = (_vector(terms, text) for text in (terms.params.first, terms.params.second))
    return float(a @ b / math.sqrt((a @ a) * (b @ b)))
