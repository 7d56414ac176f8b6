"""A small transformer of attention layers alone, with a hand-written way back.

Nothing but attention: no normalisation and no other layers, so that Q = X W_Q holds for the very X on screen, and what
the net can do, its heads do. At this size a call costs more than its arithmetic; blocks from a library would cost many
times as much.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from playground.engine.kit import attention as at

Kind = Literal["self", "source", "target", "cross"]
Encoding = Literal["none", "sinusoidal", "rotary"]


class Shape(NamedTuple):
    """What a net looks like.

    Attributes:
        width: features of a token, d.
        heads: heads of each layer.
        key: features of a query, key or value of one head, d_k.
        layers: what each layer looks from and at: a stream at itself, or the target at the source.
        inputs: rows of the embedding of the source, or values of a patch.
        targets: rows of the embedding of the target; 0: there is one stream only.
        outputs: what may be answered.
        encoding: how positions are told.
        scaled: whether scores are divided by sqrt(d_k).
        masked: whether the stream that answers looks back only.
    """

    width: int
    heads: int
    key: int
    layers: tuple[Kind, ...]
    inputs: int
    targets: int
    outputs: int
    encoding: Encoding
    scaled: bool
    masked: bool


class Layer(NamedTuple):
    """What one layer did, for a batch: (B, heads, tokens, features) each, X and Y (B, tokens, width).

    Attributes:
        X: the stream that asks, before the layer.
        Y: the stream that is looked at, before the layer.
        Q, K, V: queries, keys (both turned, with a rotary encoding) and values.
        scores, weights: (B, heads, queries, keys).
        output: what each head answers, weights times V.
    """

    X: Tensor
    Y: Tensor
    Q: Tensor
    K: Tensor
    V: Tensor
    scores: Tensor
    weights: Tensor
    output: Tensor


class Pass(NamedTuple):
    """A way through the net.

    Attributes:
        layers: what each layer did.
        stream: what answers, after the last layer, (B, tokens, width).
        logits: (B, tokens, outputs).
    """

    layers: tuple[Layer, ...]
    stream: Tensor
    logits: Tensor


class Batch(NamedTuple):
    """Some sequences at once.

    Attributes:
        source: token numbers (B, n), or patches (B, patches, values) of pictures.
        target: token numbers (B, m) of the stream that answers, where it is another one; else None.
        answers: what should come at each place, (B, m).
        counted: which places are asked, (B, m) of 0 and 1.
    """

    source: Tensor
    target: Tensor | None
    answers: Tensor
    counted: Tensor


@lru_cache(maxsize=64)
def parts(shape: Shape) -> dict[str, tuple[int, int, tuple[int, int]]]:
    """Where each matrix lies in the flat weights, and its shape."""
    d, features = shape.width, shape.heads * shape.key
    sizes = {"E": (shape.inputs, d)}
    if shape.targets:
        sizes["F"] = (shape.targets, d)
    for number in range(len(shape.layers)):
        sizes |= {f"{name}{number}": (d, features) for name in "QKV"}
        sizes[f"O{number}"] = (features, d)
    sizes["U"] = (d, shape.outputs)
    found, start = {}, 0
    for name, (rows, columns) in sizes.items():
        found[name] = (start, start + rows * columns, (rows, columns))
        start += rows * columns
    return found


def matrices(theta: Tensor, shape: Shape) -> dict[str, Tensor]:
    """The matrices as views of the flat weights."""
    return {name: theta[a:b].view(size) for name, (a, b, size) in parts(shape).items()}


def begin(shape: Shape, draw: Tensor) -> Tensor:
    """First weights from standard normal numbers: embeddings as they are, matrices over the root of their inputs.

    Args:
        shape: of the net.
        draw: as many numbers as there are weights.
    """
    theta = draw.clone()
    for name, (a, b, (rows, _)) in parts(shape).items():
        if name[0] == "O":
            theta[a:b] /= math.sqrt(rows * len(shape.layers))
        elif name[0] not in "EF":
            theta[a:b] /= math.sqrt(rows)
    return theta


def size(shape: Shape) -> int:
    """How many weights there are."""
    return max(stop for _, stop, _ in parts(shape).values())


@lru_cache(maxsize=64)
def _positions(n: int, width: int, dtype: torch.dtype) -> Tensor:
    return at.sinusoidal(torch.arange(n, dtype=dtype), width)


@lru_cache(maxsize=64)
def _turns(n: int, key: int, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    return at.turns(torch.arange(n, dtype=dtype), key)


def embedded(W: dict[str, Tensor], shape: Shape, tokens: Tensor, name: str = "E") -> Tensor:
    """Tokens as rows of their embedding, or patches times it behind a first row that asks; plus the encoding."""
    if tokens.is_floating_point():
        # The last row of the embedding is the token that asks for the class.
        asks = W[name][-1].expand(len(tokens), 1, -1)
        X = torch.cat([asks, tokens @ W[name][:-1]], 1)
    else:
        X = W[name][tokens]
    if shape.encoding == "sinusoidal":
        X = X + _positions(X.shape[1], shape.width, X.dtype).to(X.device)
    return X


def _ends(kind: Kind, streams: dict[str, Tensor]) -> tuple[str, str]:
    """The stream that asks and the one that is looked at."""
    if kind == "cross":
        return "target", "source"
    return ("target", "target") if kind == "target" else ("source", "source")


def run(theta: Tensor, shape: Shape, batch: Batch, silent: tuple[int, int] | None = None) -> Pass:
    """All layers on a batch.

    Args:
        theta: flat weights.
        shape: of the net.
        batch: what it is asked.
        silent: a layer and a head whose output is left out, both from 0.
    """
    W = matrices(theta, shape)
    streams = {"source": embedded(W, shape, batch.source)}
    if batch.target is not None:
        streams["target"] = embedded(W, shape, batch.target, "F")
    layers = []
    for number, kind in enumerate(shape.layers):
        asks, looked = _ends(kind, streams)
        layer = _layer(W, shape, number, kind, streams[asks], streams[looked])
        if silent is not None and silent[0] == number:
            heard = torch.arange(shape.heads, device=theta.device)[:, None, None] != silent[1]
            layer = layer._replace(output=layer.output * heard)
        layers.append(layer)
        streams[asks] = layer.X + at.join_heads(layer.output) @ W[f"O{number}"]
    stream = streams["source" if batch.target is None else "target"]
    return Pass(tuple(layers), stream, stream @ W["U"])


def _layer(W: dict[str, Tensor], shape: Shape, number: int, kind: Kind, X: Tensor, Y: Tensor) -> Layer:
    Q, K, V = (at.split_heads(S @ W[f"{name}{number}"], shape.heads) for name, S in (("Q", X), ("K", Y), ("V", Y)))
    if shape.encoding == "rotary":
        Q = at.rotary(Q, _turns(Q.shape[-2], shape.key, Q.dtype))
        K = at.rotary(K, _turns(K.shape[-2], shape.key, K.dtype))
    allowed = at.causal(X.shape[1], X.device) if is_causal(shape, kind) else None
    return Layer(X, Y, Q, K, V, *at.attend(Q, K, V, allowed, shape.scaled))


def is_causal(shape: Shape, kind: Kind) -> bool:
    """Whether the queries of a layer look back only."""
    return shape.masked and kind in ("self", "target")


def sees(shape: Shape, kind: Kind, query: int, keys: int) -> Tensor:
    """Which keys a query may look at, (keys,)."""
    return torch.arange(keys) <= (query if is_causal(shape, kind) else keys)


class Judged(NamedTuple):
    """What the answers are worth, at the places that are asked.

    Attributes:
        loss: the mean cross-entropy.
        accuracy: the share of them whose likeliest answer is right.
        by_logits: the derivative of the loss by the logits, (B, tokens, outputs).
    """

    loss: float
    accuracy: float
    by_logits: Tensor


def judged(logits: Tensor, batch: Batch) -> Judged:
    """Loss and accuracy of a batch, and where the way back begins."""
    share = batch.counted / batch.counted.sum()
    logs = logits.log_softmax(-1)
    answers = batch.answers[..., None]
    right = (logits.argmax(-1) == batch.answers) * share
    by_logits = logs.exp().scatter_add_(-1, answers, torch.full_like(share, -1.0)[..., None]) * share[..., None]
    return Judged(-float((logs.gather(-1, answers)[..., 0] * share).sum()), float(right.sum()), by_logits)


def gradient(theta: Tensor, shape: Shape, batch: Batch, done: Pass, by_logits: Tensor) -> Tensor:
    """The derivative of the loss by all weights, as flat as they are."""
    W = matrices(theta, shape)
    grown = torch.zeros_like(theta)
    G = matrices(grown, shape)
    torch.matmul(done.stream.flatten(0, 1).T, by_logits.flatten(0, 1), out=G["U"])
    answering = "source" if batch.target is None else "target"
    back = {answering: by_logits @ W["U"].T}
    for number in range(len(shape.layers) - 1, -1, -1):
        asks, looked = _ends(shape.layers[number], back)
        if asks in back:
            _layer_back(W, G, shape, number, done.layers[number], back, asks, looked)
    _embedding_back(G["E"], batch.source, back.get("source"))
    if batch.target is not None:
        _embedding_back(G["F"], batch.target, back.get("target"))
    return grown


def _layer_back(
    W: dict[str, Tensor],
    G: dict[str, Tensor],
    shape: Shape,
    number: int,
    layer: Layer,
    back: dict[str, Tensor],
    asks: str,
    looked: str,
) -> None:
    """Adds to the gradients of a layer's matrices, and takes the derivatives by the streams below it."""
    upstream = back[asks]
    joined = at.join_heads(layer.output)
    torch.matmul(joined.flatten(0, 1).T, upstream.flatten(0, 1), out=G[f"O{number}"])
    by_output = at.split_heads(upstream @ W[f"O{number}"].T, shape.heads)
    found = at.gradient(layer.Q, layer.K, layer.V, layer.weights, by_output, shape.scaled)
    by_Q, by_K = found.Q, found.K
    if shape.encoding == "rotary":
        by_Q = at.rotary(by_Q, _turns(by_Q.shape[-2], shape.key, by_Q.dtype), back=True)
        by_K = at.rotary(by_K, _turns(by_K.shape[-2], shape.key, by_K.dtype), back=True)
    for name, by, stream, place in (
        ("Q", by_Q, layer.X, asks),
        ("K", by_K, layer.Y, looked),
        ("V", found.V, layer.Y, looked),
    ):
        flat = at.join_heads(by)
        torch.matmul(stream.flatten(0, 1).T, flat.flatten(0, 1), out=G[f"{name}{number}"])
        below = flat @ W[f"{name}{number}"].T
        back[place] = back[place] + below if place in back else below


def _embedding_back(G: Tensor, tokens: Tensor, back: Tensor | None) -> None:
    if back is None:
        return
    if tokens.is_floating_point():
        G[-1] = back[:, 0].sum(0)
        torch.matmul(tokens.flatten(0, 1).T, back[:, 1:].flatten(0, 1), out=G[:-1])
    else:
        G.index_add_(0, tokens.flatten(), back.flatten(0, 1))
