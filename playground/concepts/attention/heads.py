"""The views of a net that learns: one head with its numbers worked out, all heads, arcs, or the patches of a digit."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad, scaled_dot_product_attention

from playground.concepts.attention import Params, net
from playground.concepts.attention.signs import exact, head_name, power, short
from playground.concepts.attention.state import State, shown
from playground.concepts.attention.tasks import BAR, PATCH, PATCHES, Probe, pictures, said, shape_of
from playground.engine.kit import attention as at
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Cells, Graph, Image, Lines, Points, Text, Trace
from playground.figures.values import Range
from playground.resources import SIDE

LEAST = 0.03  # weights below are no arcs
HINT = "Press space to learn, click a cell to see it worked out, type a sentence of your own"
CHOOSE = Mouse(
    on="click", target="weights", kind="choose_cell", take={"query": "row", "key": "column"}, label="work out a weight"
)


class Head(NamedTuple):
    """The head on screen.

    Attributes:
        params, shape, done: what is asked of which net, and all that it did.
        layer, kind: what its layer did, and of which kind that is.
        number, head: counted from 0.
        asks, looked: the words of its queries and keys.
        query, key: the cell that is worked out.
        aims: the cells where the answers stand, (answers, 2).
    """

    params: Params
    shape: net.Shape
    done: net.Pass
    layer: net.Layer
    kind: net.Kind
    number: int
    head: int
    asks: list[str]
    looked: list[str]
    query: int
    key: int
    aims: Tensor

    def of(self, what: Tensor) -> Tensor:
        """Of what the layer did for a batch of all heads that of this one."""
        return what[0, self.head]

    @property
    def chosen(self) -> Tensor:
        """The cell that is worked out, in the picture of the weights."""
        return torch.tensor([self.key, len(self.asks) - 1 - self.query], dtype=torch.float64)

    @property
    def links(self) -> tuple[str, str]:
        """What rows and columns of a matrix stand for; in one sequence both are its tokens."""
        return ("targets", "sources") if self.params.mode == "translation" else ("tokens", "")


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
    return Drawn(_figure(one, state), numbers)


def _figure(one: Head, state: State) -> Figure:
    params = one.params
    if params.picture == "vectors":
        return Figure(plots=vectors(one), even=True, hint="Point at a token: it lights up in every picture")
    learning = accuracy(one, state)
    if params.picture == "grid":
        return Figure(plots=(grid(one), matrix(one), learning), hint="Click a head to see it alone")
    if params.mode == "digits":
        return Figure(plots=(digit(one), matrix(one), learning), hint="Click a patch, or the class token")
    main = arcs(one) if params.picture == "arcs" else matrix(one, main=True)
    return Figure(plots=(main, by_hand(one), learning), hint=HINT)


def _head(params: Params, shape: net.Shape, asked: Probe, state: State, done: net.Pass) -> Head:
    number, head = shown(params, state, len(shape.layers))
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


def _weights(one: Head) -> Image:
    rows, columns = one.links
    return Image(
        name="weights",
        z=one.of(one.layer.weights),
        levels=(0.0, 1.0),
        gaps=True,
        outcome=True,
        symbol="A α",
        row_words=one.asks,
        column_words=one.looked,
        linked=rows,
        linked_columns=columns,
    )


def matrix(one: Head, main: bool = False) -> Plot:
    """The weights; cells where the answers stand are outlined, and the one that is worked out is ringed."""
    answers = () if one.params.mode == "digits" else (Cells(name="answers", role="theory", xy=one.aims),)
    return Plot(
        name="matrix",
        title="Weights",
        unit="{head_name}; a query each row, a key each column",
        main=main,
        layers=(_weights(one), *answers, Cells(name="chosen", role="now", xy=one.chosen, symbol="α")),
        mouse=(CHOOSE,),
    )


def by_hand(one: Head) -> Plot:
    """The chosen cell, feature by feature."""
    q, k = one.of(one.layer.Q)[one.query], one.of(one.layer.K)[one.key]
    factors = [f"{short(a)} × {short(b)}" for a, b in zip(q.tolist(), k.tolist(), strict=True)]
    low, high = min(float((q * k).min()), 0.0), max(float((q * k).max()), 0.0)
    room = 0.3 * max(high - low, 1e-6)  # for the words beyond the ends of the bars
    return Plot(
        name="by_hand",
        title="{query_word} · {key_word} = {product:2}",
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
        "product": float(q @ k),
        "root": math.sqrt(one.shape.key) if one.shape.scaled else 1.0,
        "score": score,
        "max_score": largest,
        "grown": math.exp(score - largest),
        "row_sum": float((scores[allowed] - largest).exp().sum()),
        "weight": float(weights[query, key]),
        "row_entropy": float(at.entropy(weights[query])),
        "head_entropy": float(at.entropy(weights).mean()),
        "hidden": not bool(allowed[key]),
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
    honest = Trace(
        name="honest",
        role="second",
        series="honest_accuracy",
        outcome=True,
        text="without the future {honest_accuracy}",
    )
    says = Text(name="says", text="it says {said}", anchor="bottom right", outcome=True, show=state.moments.taken > 0)
    looking_ahead = not one.shape.masked and one.params.mode == "heads"
    return Plot(
        name="accuracy",
        title="Accuracy",
        unit="on new sequences" if one.params.mode != "digits" else "on a batch",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            *((honest,) if looking_ahead else ()),
            Trace(name="accuracy", series="accuracy", text="{accuracy}", outcome=True),
            says,
        ),
    )


def arcs(one: Head) -> Plot:
    """Queries at the left, keys at the right, and a line for each weight that counts."""
    weights, (rows, columns) = one.of(one.layer.weights), one.links
    left, right = (torch.arange(len(words), dtype=weights.dtype) for words in (one.asks, one.looked))
    asks, looked = torch.stack([torch.zeros_like(left), -left], 1), torch.stack([torch.ones_like(right), -right], 1)
    pairs = (weights > LEAST).nonzero()
    return Plot(
        name="arcs",
        title="Who looks at whom",
        unit="{head_name}; queries left, keys right",
        main=True,
        x=Axis(range=(-0.35, 1.35), ticks=False),
        y=Axis(range=Range(-max(len(left), len(right)) + 0.3, 0.7), ticks=False),
        layers=(
            Graph(
                name="arcs",
                xy=torch.cat([asks, looked]),
                pairs=pairs + torch.tensor([0, len(left)]),
                widths=weights[pairs[:, 0], pairs[:, 1]],
                strong=pairs[:, 0] == one.query,
                scale=0.1,
                outcome=True,
                symbol="A α",
            ),
            Points(name="asks", xy=asks, size=0.8, linked=rows),
            Points(name="looked", role="second", xy=looked, size=0.8, linked=columns or rows),
            Text(name="asking", xy=asks, words=one.asks, side="left"),
            Text(name="looked at", xy=looked, words=one.looked, side="right"),
        ),
        mouse=(Mouse(on="click", target="asks", kind="choose_query", take={"query": "id"}, label="follow this token"),),
    )


# ---- everything that leads to the weights


def vectors(one: Head) -> tuple[Plot, ...]:
    """Queries, keys and values, scores, weights and outputs."""
    layer, (rows, columns) = one.layer, one.links

    def features(name: str, title: str, z: Tensor, symbol: str, words: list[str], link: str, out: bool = False) -> Plot:
        image = Image(
            name=name,
            z=one.of(z),
            color_map="diverging",
            gaps=True,
            row_words=words,
            linked=link,
            linked_columns="features",
            symbol=symbol,
            outcome=out,
        )
        return Plot(name=name, title=title, layers=(image,), x=Axis(ticks=False))

    seen = torch.where(one.of(layer.weights) > 0, one.of(layer.scores), torch.nan)
    scores = Image(
        name="scores",
        z=seen,
        color_map="diverging",
        gaps=True,
        row_words=one.asks,
        column_words=one.looked,
        linked=rows,
        linked_columns=columns,
        symbol="S",
    )
    pick = Mouse(
        on="click",
        target="scores",
        kind="choose_cell",
        take={"query": "row", "key": "column"},
        label="work out a weight",
    )
    chosen = Cells(name="chosen", role="now", xy=one.chosen, symbol="α")
    return (
        features("queries", "Queries Q = X Wq", layer.Q, "Q q", one.asks, rows),
        features("keys", "Keys K = X Wk", layer.K, "K k", one.looked, columns or rows),
        features("values", "Values V = X Wv", layer.V, "V v", one.looked, columns or rows),
        Plot(name="scores", title="Scores QK'/{root:3}", layers=(scores, chosen), mouse=(pick,)),
        Plot(name="matrix", title="Softmax", unit="{head_name}", layers=(_weights(one), chosen), mouse=(CHOOSE,)),
        features("outputs", "Output A V", layer.output, "o", one.asks, rows, out=True),
    )


def grid(one: Head) -> Plot:
    """The weights of all heads: a row a layer, a column a head, parted by gaps, each in a frame."""
    layers = one.done.layers
    rows = [torch.cat(list(pad(layer.weights[0], (0, 1, 0, 1), value=torch.nan)), 1) for layer in layers]
    count, tall, wide = layers[0].weights.shape[1:]
    frames = [_frame(len(layers), tall, wide, layer, head) for layer in range(len(layers)) for head in range(count)]
    return Plot(
        name="grid",
        title="All heads",
        unit="a row a layer, a column a head",
        main=True,
        axes=False,
        layers=(
            Image(
                name="grid",
                z=torch.cat(rows)[:-1, :-1].contiguous(),
                levels=(0.0, 1.0),
                outcome=True,
                frame=False,
                symbol="A α",
            ),
            Lines(name="frames", role="muted", xy=torch.cat(frames), halo=False, found=False),
            Lines(
                name="shown",
                role="now",
                xy=_frame(len(layers), tall, wide, one.number, one.head),
                halo=False,
                found=False,
            ),
        ),
        mouse=(
            Mouse(
                on="click",
                target="grid",
                kind="choose_head",
                take={"row": "row", "column": "column"},
                give={"layer": params.layer, "head": params.head},
                label="show this head",
            ),
        ),
    )


def _frame(layers: int, tall: int, wide: int, layer: int, head: int) -> Tensor:
    """The outline of a head, and a row of NaN."""
    x, y = head * (wide + 1.0), (layers - 1 - layer) * (tall + 1.0)
    corners = [[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall], [x, y], [math.nan, math.nan]]
    return torch.tensor(corners, dtype=torch.float64)


def digit(one: Head) -> Plot:
    """The picture, its patches, and how much the chosen query looks at each."""
    side, places = SIDE // PATCH, torch.arange(PATCHES)
    across, down = PATCH * (places % side + 0.5), SIDE - PATCH * (places // side + 0.5)
    outside = torch.tensor([[-1.0, SIDE / 2]])
    cuts = torch.arange(PATCH, SIDE, PATCH, dtype=torch.float64)
    ends = torch.tensor([0.0, SIDE], dtype=torch.float64).expand(len(cuts), 2)
    upright = torch.stack([cuts, ends[:, 0], cuts, ends[:, 1]], 1)
    weights = one.of(one.layer.weights)[one.query]
    seen = torch.arange(len(weights))[(weights > LEAST) & (torch.arange(len(weights)) != one.query)]
    return Plot(
        name="digit",
        title="Patches of a digit",
        unit="where {query_word} looks; it says {said}",
        main=True,
        axes=False,
        layers=(
            Image(
                name="pixels",
                z=pictures()[0][one.params.digit],
                extent=torch.tensor([0.0, SIDE, 0.0, SIDE]),
                levels=(0.0, 1.8),
            ),
            Lines(name="cuts", role="grid", xy=torch.cat([upright, upright[:, [1, 0, 3, 2]]]), halo=False, found=False),
            Graph(
                name="patches",
                xy=torch.cat([outside, torch.stack([across, down], 1)]),
                pairs=torch.stack([torch.full_like(seen, one.query), seen], 1),
                widths=weights[seen],
                strong=torch.ones(len(seen), dtype=torch.bool),
                values=weights,
                sizes=weights,
                color_map="sequential",
                levels=(0.0, 1.0),
                words=one.asks,
                hover="{values}",
                mark=torch.arange(len(one.asks)) == one.query,
                linked="tokens",
                outcome=True,
                symbol="A α",
            ),
        ),
        mouse=(
            Mouse(on="click", target="patches", kind="choose_query", take={"query": "id"}, label="follow this token"),
        ),
    )
