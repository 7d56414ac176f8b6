"""The views of a net that learns: one head with its numbers worked out, all heads, arcs, or the patches of a digit."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from playground.concepts.attention import Params, net
from playground.concepts.attention.arcs import arcs, sentence
from playground.concepts.attention.grid import grid
from playground.concepts.attention.head import Head, matrix
from playground.concepts.attention.patches import digit
from playground.concepts.attention.signs import exact, head_name, power, short
from playground.concepts.attention.state import State, shown
from playground.concepts.attention.tasks import BAR, Probe, said, shape_of
from playground.concepts.attention.vectors import vectors
from playground.engine.kit import attention as at
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Text, Trace
from playground.figures.values import Range
from playground.texts.sums import products

_WRITTEN_OUT = 16  # features

HINT = "Press space to learn, click a cell to see it worked out, type a sentence of your own"


def heads(params: Params, asked: Probe, state: State) -> Drawn:
    """The plots of the chosen picture, and every number that the notes read."""
    shape = shape_of(params)
    done = net.run(state.theta, shape, asked.batch)
    one = _head(params, shape, asked, state, done)
    silent = (one.number, one.head) if params.silenced else None
    answered = said(params, asked, net.run(state.theta, shape, asked.batch, silent).logits if silent else done.logits)
    numbers = {
        "taken": state.moments.taken,
        "weight_count": len(state.theta),
        "head_name": head_name(one.kind, one.number, one.head),
        "said": _joined(params, answered),
        "right_answer": _joined(params, asked.right),
        "said_right": sum(a == b for a, b in zip(answered, asked.right, strict=True)),
        "asked_count": len(asked.right),
        **_by_hand(one),
        **(_aimed(one, asked) if params.mode != "digits" else {}),
        **(_previous(done) if params.mode == "heads" else {}),
    }
    return Drawn(_figure(one, asked, state, answered), numbers)


def _figure(one: Head, asked: Probe, state: State, answered: tuple[str, ...]) -> Figure:
    params = one.params
    if params.picture == "vectors":
        return Figure(plots=vectors(one), even=True, hint="Point at a token: it lights up in every picture")
    learning = accuracy(one, state)
    if params.picture == "grid":
        return Figure(plots=(grid(one), matrix(one), learning), hint="Click a head to see it alone")
    if params.mode == "digits":
        return Figure(plots=(digit(one), matrix(one), learning), hint="Click a patch, or the class token")
    if params.picture == "matrix":
        return Figure(plots=(matrix(one, main=True), by_hand(one), learning), hint=HINT)
    main = sentence(one, asked, answered) if one.kind == "self" else arcs(one)
    return Figure(plots=(main, matrix(one), learning), hint="Press space to learn, type a sentence of your own")


def _head(params: Params, shape: net.Shape, asked: Probe, state: State, done: net.Pass) -> Head:
    number, head = shown(params, len(shape.layers))
    kind, layer = shape.layers[number], done.layers[number]
    asks, looked = asked.asks, asked.looked
    if kind == "source":
        asks = looked
    elif kind == "target":
        asks = looked = (BAR, *asked.right[:-1])
    query = state.query if 0 <= state.query < len(asks) else _first_asked(asked)
    key = state.key if 0 <= state.key < len(looked) else int(layer.weights[0, head, query].argmax())
    aims = torch.zeros(0, 2, dtype=torch.float64)
    if params.mode != "digits" and kind in ("self", "cross"):
        asking = asked.aims >= 0
        aims = torch.stack([asked.aims[asking], len(asks) - 1 - asking.nonzero()[:, 0]], 1).to(torch.float64)
    return Head(params, shape, done, layer, kind, number, head, list(asks), list(looked), query, key, aims)


def _joined(params: Params, words: tuple[str, ...]) -> str:
    return ("" if params.mode == "heads" and params.tokens == "characters" else " ").join(words)


def _first_asked(asked: Probe) -> int:
    """The first place with an answer to be found, or else the first that is asked at all."""
    for wanted in (asked.aims >= 0, asked.batch.counted[0] > 0):
        if bool(wanted.any()):
            return int(wanted.nonzero()[0])
    return 0


# ---- one head


def by_hand(one: Head) -> Plot:
    """The chosen cell, feature by feature."""
    q, k = one.of(one.layer.Q)[one.query], one.of(one.layer.K)[one.key]
    factors = [f"{short(a)} × {short(b)}" for a, b in zip(q.tolist(), k.tolist(), strict=True)]
    low, high = min(float((q * k).min()), 0.0), max(float((q * k).max()), 0.0)
    room = 0.3 * max(high - low, 1e-6)  # for the words beyond the ends of the bars
    return Plot(
        name="by_hand",
        title="{query_word} · {key_word} = {product:2}",
        badge="exact",
        unit="/ {root:2} = {score:2}",
        x=Axis(range=Range(low - room if low < 0 else 0.0, high + room)),
        layers=(
            Bars(
                name="products",
                heights=q * k,
                words=factors,
                across="horizontal",
                text="{heights}",
                outcome=True,
                symbol="q k",
            ),
        ),
    )


def _by_hand(one: Head) -> dict[str, Any]:
    """The chosen cell, from the two vectors to the weight."""
    layer, head, query, key = one.layer, one.head, one.query, one.key
    q, k = layer.Q[0, head, query], layer.K[0, head, key]
    weights, scores = layer.weights[0, head], layer.scores[0, head, query]
    allowed = net.sees(one.shape, one.kind, query, len(scores))
    largest, score = float(scores[allowed].max()), float(scores[key])
    gap = _library_gap(one)
    return {
        "query_word": one.asks[query],
        "key_word": one.looked[key],
        "query_place": query + 1,
        "key_place": key + 1,
        "q_chosen": q,
        "k_chosen": k,
        "o_chosen": layer.output[0, head, query],
        "products": products(q.tolist(), k.tolist()) if len(q) <= _WRITTEN_OUT else "",
        "product": float(q @ k),
        "root": math.sqrt(one.shape.key) if one.shape.scaled else 1.0,
        "score": score,
        "max_score": largest,
        "grown": math.exp(score - largest),
        "row_sum": float((scores[allowed] - largest).exp().sum()),
        "weight": float(weights[query, key]),
        "row_entropy": float(at.entropy(weights[query])),
        "head_entropy": float(at.entropy(weights).mean()),
        "ahead": 0 if bool(allowed[key]) else key - query,
        **exact(layer.weights),
        "library_gap": gap,
        "torch_within": power(gap),
    }


def _library_gap(one: Head) -> float:
    """The largest difference from torch's own attention over all heads of the layer."""
    layer, scale = one.layer, at.scale_of(one.shape.key, one.shape.scaled)
    theirs = scaled_dot_product_attention(
        layer.Q, layer.K, layer.V, is_causal=net.is_causal(one.shape, one.kind), scale=scale
    )
    return float((layer.output - theirs).abs().max())


def _aimed(one: Head, asked: Probe) -> dict[str, Any]:
    """How much each head looks where the answers stand."""
    asking = asked.aims >= 0
    queries, keys = asking.nonzero()[:, 0], asked.aims[asking]
    if not len(keys):
        return {"best_head": "none"}
    looks = [kind in ("self", "cross") for kind in one.shape.layers]
    # The mean weight on the right key of every head of every layer.
    each = torch.stack([layer.weights[0, :, queries, keys].mean(1) for layer in one.done.layers])
    each[[not look for look in looks]] = 0.0
    best, name = _best(each)
    return {
        "best_aim": best,
        "best_head": name,
        "aim_weight": float(each[one.number, one.head]) if looks[one.number] else None,
    }


def _previous(done: net.Pass) -> dict[str, Any]:
    """Which head looks at the token just before, and how much."""
    before = torch.stack([layer.weights[0].diagonal(-1, 1, 2).mean(1) for layer in done.layers])
    weight, head = _best(before)
    return {"previous_weight": weight, "previous_head": head}


def _best(each: Tensor) -> tuple[float, str]:
    """The largest of (layers, heads), and whose it is."""
    place = int(each.argmax())
    return float(each.max()), f"layer {place // each.shape[1] + 1}, head {place % each.shape[1] + 1}"


def accuracy(one: Head, state: State) -> Plot:
    """How well it learns."""
    mode = one.params.mode
    honest = Trace(
        name="honest",
        role="second",
        series="honest_accuracy",
        outcome=True,
        text="{honest_accuracy}",
        key="without the future",
    )
    # The arcs above a sentence have it in large letters.
    speaks = state.moments.taken > 0 and (one.kind != "self" or one.params.picture != "arcs" or mode == "digits")
    says = Text(name="says", text="it says {said}", anchor="bottom right", outcome=True, show=speaks)
    looking_ahead = not one.shape.masked and mode == "heads"
    as_trained = "as trained" if looking_ahead else ""
    return Plot(
        name="accuracy",
        title="Accuracy",
        badge="sampled",
        unit="on {batch} new sequences" if mode != "digits" else "on {batch} pictures",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            *((honest,) if looking_ahead else ()),
            Trace(
                name="accuracy",
                series="accuracy",
                text="{accuracy}",
                outcome=True,
                key=as_trained,
            ),
            says,
        ),
    )
