"""What is observed of a run: the head on screen with every number that leads to its weights."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad, scaled_dot_product_attention

from playground.concepts.attention import Params, net
from playground.concepts.attention.lab import order, scaling
from playground.concepts.attention.signs import exact, head_name, power, short
from playground.concepts.attention.state import Data, Info, State, shown
from playground.concepts.attention.tasks import BAR, PATCH, PATCHES, Probe, pictures, probe, said, shape_of
from playground.engine.frame import View
from playground.engine.kit import attention as at
from playground.resources import SIDE

LEAST = 0.03  # weights below are no arcs


def observe(params: Params, data: Data, state: State, info: Info | None, view: View) -> Mapping[str, Any]:
    """The arrays and numbers of the chosen view."""
    recorded = {name: getattr(info, name, None) for name in Info._fields if name != "status"}
    flags: dict[str, Any] = recorded | {
        "in_heads": params.mode == "heads",
        "in_translation": params.mode == "translation",
        "in_digits": params.mode == "digits",
        "in_order": params.mode == "order",
        "in_scaling": params.mode == "scaling",
        "has_heads": params.mode not in ("order", "scaling"),
        "is_scaled": params.mode != "scaling" and params.scaled,
        "is_unscaled": params.mode != "scaling" and not params.scaled,
        "is_sinusoidal": params.mode != "scaling" and params.encoding == "sinusoidal",
        "is_rotary": params.mode != "scaling" and params.encoding == "rotary",
        "is_placeless": params.mode != "scaling" and params.encoding == "none",
    }
    if params.mode == "scaling":
        return flags | scaling(params, state)
    asked = probe(params, data.relabel, state.theta.dtype)
    if params.mode == "order":
        return flags | order(params, asked, state)
    return flags | _heads(params, asked, state)


# ---- heads


class Shown(NamedTuple):
    """The head on screen.

    Attributes:
        layer: what its layer did.
        kind: of the layer.
        number, head: counted from 0.
        asks, looked: the words of its queries and keys.
        query, key: the cell that is worked out.
    """

    layer: net.Layer
    kind: net.Kind
    number: int
    head: int
    asks: tuple[str, ...]
    looked: tuple[str, ...]
    query: int
    key: int


def _heads(params: Params, asked: Probe, state: State) -> dict[str, Any]:
    shape = shape_of(params)
    done = net.run(state.theta, shape, asked.batch)
    one = _shown(params, asked, state, done)
    silent = (one.number, one.head) if params.silenced else None
    answered = said(params, asked, net.run(state.theta, shape, asked.batch, silent).logits if silent else done.logits)
    found: dict[str, Any] = {
        "taken": state.moments.taken,
        "weight_count": len(state.theta),
        "head_name": head_name(one.kind, one.number, one.head),
        "asks": "\n".join(one.asks),
        "looked": "\n".join(one.looked),
        "said": _joined(params, answered),
        "right_answer": _joined(params, asked.right),
        "said_right": sum(a == b for a, b in zip(answered, asked.right, strict=True)),
        "asked_count": len(asked.right),
        "is_silenced": params.silenced,
        "unmasked": not shape.masked and params.mode == "heads",
    }
    found |= _matrices(one) | _by_hand(shape, one) | _arcs(one) | _all(done, one)
    if params.mode == "digits":
        return found | _digit(params, one)
    found |= _aims(shape, asked, done, one)
    return found | _previous(params, done) if params.mode == "heads" else found


def _shown(params: Params, asked: Probe, state: State, done: net.Pass) -> Shown:
    kinds = shape_of(params).layers
    number, head = shown(params, state, len(kinds))
    kind, layer = kinds[number], done.layers[number]
    asks, looked = asked.asks, asked.looked
    if kind == "source":
        asks = looked
    elif kind == "target":
        asks = looked = (BAR, *asked.right[:-1])
    query = state.query if 0 <= state.query < len(asks) else _first_asked(asked)
    key = state.key if 0 <= state.key < len(looked) else int(layer.weights[0, head, query].argmax())
    return Shown(layer, kind, number, head, asks, looked, query, key)


def _joined(params: Params, words: tuple[str, ...]) -> str:
    return ("" if params.mode == "heads" and params.tokens == "characters" else " ").join(words)


def _first_asked(asked: Probe) -> int:
    """The first place with an answer to be found, or else the first that is asked at all."""
    for wanted in (asked.aims >= 0, asked.batch.counted[0] > 0):
        if bool(wanted.any()):
            return int(wanted.nonzero()[0])
    return 0


def _all(done: net.Pass, one: Shown) -> dict[str, Any]:
    """The weights of all heads: a row a layer, a column a head, parted by gaps, each in a frame."""
    rows = [torch.cat(list(pad(layer.weights[0], (0, 1, 0, 1), value=torch.nan)), 1) for layer in done.layers]
    heads, tall, wide = one.layer.weights.shape[1:]
    layers = len(done.layers)
    frames = [_frame(layers, tall, wide, layer, head) for layer in range(layers) for head in range(heads)]
    return {
        "grid": torch.cat(rows)[:-1, :-1].contiguous(),
        "grid_frames": torch.cat(frames),
        "grid_shown": _frame(layers, tall, wide, one.number, one.head),
    }


def _frame(layers: int, tall: int, wide: int, layer: int, head: int) -> Tensor:
    """The outline of a head, and a row of NaN."""
    x, y = head * (wide + 1.0), (layers - 1 - layer) * (tall + 1.0)
    corners = [[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall], [x, y], [math.nan, math.nan]]
    return torch.tensor(corners, dtype=torch.float64)


def _matrices(one: Shown) -> dict[str, Any]:
    layer, head = one.layer, one.head
    weights = layer.weights[0, head]
    below = len(one.asks) - 1 - one.query
    return {
        "weights": weights,
        "scores": torch.where(weights > 0, layer.scores[0, head], torch.nan),
        "queries": layer.Q[0, head],
        "keys_shown": layer.K[0, head],
        "values": layer.V[0, head],
        "outputs": layer.output[0, head],
        "chosen_cell": torch.tensor([one.key, below], dtype=weights.dtype),
        "chosen_row": weights[one.query],
        "head_entropy": float(at.entropy(weights).mean()),
        "row_entropy": float(at.entropy(weights[one.query])),
    }


def _by_hand(shape: net.Shape, one: Shown) -> dict[str, Any]:
    """The chosen cell, from the two vectors to the weight."""
    layer, head, query, key = one.layer, one.head, one.query, one.key
    q, k = layer.Q[0, head, query], layer.K[0, head, key]
    weight = layer.weights[0, head, query]
    scores = layer.scores[0, head, query]
    allowed = net.sees(shape, one.kind, query, len(scores))
    largest = float(scores[allowed].max())
    score = float(scores[key])
    return {
        "query_word": one.asks[query],
        "key_word": one.looked[key],
        "query_place": query + 1,
        "key_place": key + 1,
        "q_chosen": q,
        "k_chosen": k,
        "products": q * k,
        "factors": "\n".join(f"{short(a)} × {short(b)}" for a, b in zip(q.tolist(), k.tolist(), strict=True)),
        "product_x": _room_for_words(q * k),
        "v_chosen": layer.V[0, head, key],
        "o_chosen": layer.output[0, head, query],
        "product": float(q @ k),
        "root": math.sqrt(shape.key) if shape.scaled else 1.0,
        "score": score,
        "max_score": largest,
        "grown": math.exp(score - largest),
        "row_sum": float((scores[allowed] - largest).exp().sum()),
        "weight": float(weight[key]),
        "hidden": not bool(allowed[key]),
        **exact(layer.weights),
        "library_gap": (gap := _library_gap(shape, one)),
        "torch_within": power(gap),
    }


def _room_for_words(bars: Tensor) -> Tensor:
    """A range with zero in it, and room for words beyond the ends of bars on both sides."""
    low, high = min(float(bars.min()), 0.0), max(float(bars.max()), 0.0)
    room = 0.3 * max(high - low, 1e-6)
    return torch.tensor([low - room if low < 0 else 0.0, high + room], dtype=torch.float64)


def _library_gap(shape: net.Shape, one: Shown) -> float:
    """The largest difference from torch's own attention over all heads of the layer."""
    layer = one.layer
    theirs = scaled_dot_product_attention(
        layer.Q, layer.K, layer.V, is_causal=net.is_causal(shape, one.kind), scale=at.scale_of(shape.key, shape.scaled)
    )
    return float((layer.output - theirs).abs().max())


def _aims(shape: net.Shape, asked: Probe, done: net.Pass, one: Shown) -> dict[str, Any]:
    """Where the answers stand, and how much each head looks there."""
    asking = asked.aims >= 0
    queries, keys = asking.nonzero()[:, 0], asked.aims[asking]
    looks = [kind in ("self", "cross") for kind in shape.layers]
    found: dict[str, Any] = {
        "aim_weight": None, "best_aim": None, "best_head": "none", "aims": torch.zeros(0, 2, dtype=done.stream.dtype)
    }  # fmt: skip
    if len(keys):
        # The mean weight on the right key of every head of every layer.
        each = torch.stack([layer.weights[0, :, queries, keys].mean(1) for layer in done.layers])
        each[[not look for look in looks]] = 0.0
        found["best_aim"], found["best_head"] = _best(each)
        if looks[one.number]:
            found["aim_weight"] = float(each[one.number, one.head])
            found["aims"] = torch.stack([keys, len(one.asks) - 1 - queries], 1).to(done.stream.dtype)
    return found


def _previous(params: Params, done: net.Pass) -> dict[str, Any]:
    """Which head looks at the token just before, and how much."""
    before = torch.stack([layer.weights[0].diagonal(-1, 1, 2).mean(1) for layer in done.layers])
    weight, head = _best(before)
    return {"previous_weight": weight, "previous_head": head, "is_induction": params.task == "induction"}


def _best(each: Tensor) -> tuple[float, str]:
    """The largest of (layers, heads), and whose it is."""
    place = int(each.argmax())
    return float(each.max()), f"layer {place // each.shape[1] + 1}, head {place % each.shape[1] + 1}"


def _arcs(one: Shown) -> dict[str, Any]:
    """Queries at the left, keys at the right, and a line for each weight that counts."""
    weights = one.layer.weights[0, one.head]
    left, right = (torch.arange(len(words), dtype=weights.dtype) for words in (one.asks, one.looked))
    asks_xy = torch.stack([torch.zeros_like(left), -left], 1)
    looked_xy = torch.stack([torch.ones_like(right), -right], 1)
    pairs = (weights > LEAST).nonzero()
    return {
        "asks_xy": asks_xy,
        "looked_xy": looked_xy,
        "arc_xy": torch.cat([asks_xy, looked_xy]),
        "arc_y": torch.tensor([-max(len(left), len(right)) + 0.3, 0.7], dtype=weights.dtype),
        "arc_pairs": pairs + torch.tensor([0, len(left)]),
        "arc_widths": weights[pairs[:, 0], pairs[:, 1]],
        "arc_strong": pairs[:, 0] == one.query,
        "chosen_mark": torch.arange(len(left)) == one.query,
    }


def _digit(params: Params, one: Shown) -> dict[str, Any]:
    """The picture, its patches, and how much the chosen query looks at each."""
    side = SIDE // PATCH
    places = torch.arange(PATCHES)
    across, down = PATCH * (places % side + 0.5), SIDE - PATCH * (places // side + 0.5)
    outside = torch.tensor([[-1.0, SIDE / 2]])
    cuts = torch.arange(PATCH, SIDE, PATCH, dtype=torch.float64)
    ends = torch.tensor([0.0, SIDE], dtype=torch.float64).expand(len(cuts), 2)
    upright = torch.stack([cuts, ends[:, 0], cuts, ends[:, 1]], 1)
    weights = one.layer.weights[0, one.head, one.query]
    seen = torch.arange(len(weights))[(weights > LEAST) & (torch.arange(len(weights)) != one.query)]
    return {
        "pixels": pictures()[0][params.digit],
        "patch_xy": torch.cat([outside, torch.stack([across, down], 1)]),
        "patch_extent": torch.tensor([0.0, SIDE, 0.0, SIDE]),
        "patch_cuts": torch.cat([upright, upright[:, [1, 0, 3, 2]]]),
        "look_pairs": torch.stack([torch.full_like(seen, one.query), seen], 1),
        "look_widths": weights[seen],
        "look_strong": torch.ones(len(seen), dtype=torch.bool),
        "look_values": weights,
    }
