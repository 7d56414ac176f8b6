"""The view of one word in many sentences: its vectors by layer, mixed as the user likes, and how alike they are."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.pretraining import Params, bilm
from playground.concepts.pretraining.bilm import Layered
from playground.concepts.pretraining.sentences import AMBIGUOUS, NUMBER, PLACE, SENSES, WORDS
from playground.concepts.pretraining.state import Data, State
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Image, Level, Points, Ring, Text, Trace
from playground.texts.sums import signed
from playground.texts.template import fixed

LONGEST = 12  # words of a sentence of the user's
EACH = 12  # sentences of each sense in the matrix
MIXES = torch.linspace(0.0, 1.0, 11)
_READ: Newest[tuple[Layered, Tensor]] = Newest(6)
_OWN: Newest[Layered] = Newest(6)


class Own(NamedTuple):
    """A sentence of the user's.

    Attributes:
        tokens: (1, words); `bilm.END` + 1 is a word that is not known.
        place: where the word stands, from 0; -1: nowhere.
        unknown: the words that are not known.
    """

    tokens: Tensor
    place: int
    unknown: tuple[str, ...]


def sentence(text: str, word: str) -> Own:
    """What the user typed, as the nets read it."""
    words = [one.strip(".,;:!?") for one in text.lower().split()][:LONGEST]
    tokens = torch.tensor([[NUMBER.get(one, bilm.END + 1) for one in words] or [bilm.END + 1]])
    unknown = tuple(one for one in words if one not in NUMBER)
    return Own(tokens, words.index(word) if word in words else -1, unknown)


def occurrences(data: Data, theta: Tensor, units: int, word: str) -> tuple[Layered, Tensor]:
    """The vectors of a word in the sentences that were held back, and its sense there, 0 or 1."""

    def made() -> tuple[Layered, Tensor]:
        here = data.topics // 2 == AMBIGUOUS.index(word)
        order = (data.topics[here] % 2).argsort(stable=True)
        tokens = data.held[here][order]
        found = bilm.vectors(theta, units, tokens, torch.full((len(tokens),), PLACE))
        return Layered(found.own.double(), found.states.double()), data.topics[here][order] % 2

    return _READ.of((theta, data.held), (units, word), made)


def tested(data: Data, theta: Tensor, units: int) -> Tensor:
    """The mean cosine of the states within a sense and between senses, over all words, (1, 2)."""
    found = []
    for word in AMBIGUOUS:
        layered, sense = occurrences(data, theta, units, word)
        found.append(bilm.within_between(bilm.cosines(layered.states), sense))
    return torch.tensor(found, dtype=torch.float64).mean(0, keepdim=True)


def plane(vectors: Tensor) -> tuple[Tensor, Tensor]:
    """The mean of some vectors and their two directions of largest variance, (2, features), the first sense left."""
    mean = vectors.mean(0)
    centred = vectors - mean
    directions = torch.linalg.eigh(centred.T @ centred).eigenvectors.T[-2:].flip(0)
    first = ((vectors[:EACH] - mean) @ directions.T).mean(0)
    return mean, directions * torch.where(first > 0, -1.0, 1.0)[:, None]


def senses(params: Params, data: Data, state: State) -> Drawn:
    """The plots of the view, and the numbers that are read."""
    theta, units = state.nets[0].theta, params.units
    layered, sense = occurrences(data, theta, units, params.word)
    mixes = bilm.cosines((1.0 - MIXES[:, None, None]) * layered.own + MIXES[:, None, None] * layered.states)
    within, between = _by_sense(mixes, sense)
    vectors = bilm.mixed(layered, params.mix)
    mean, directions = plane(vectors)
    texts = [sentence(text, params.word) for text in (params.first, params.second)]
    own = _own(theta, units, texts)
    placed = [bilm.mixed(one, params.mix) for one in own if one is not None]
    rings = torch.cat([((one - mean) @ directions.T) for one in placed]) if placed else torch.zeros(0, 2)
    unknown = sorted({word for one in texts for word in one.unknown})
    cosine = bilm.cosines(vectors)
    now_within, now_between = bilm.within_between(cosine, sense)
    numbers = {
        "within": float(state.tested[0, 0]),
        "between": float(state.tested[0, 1]),
        "left_behind": float(state.tested[0, 0] - state.tested[0, 1]),
        "loss": state.nets[0].loss,
        "mixed_within": now_within,
        "mixed_between": now_between,
        "occurrences": len(sense),
        "unknown_words": ", ".join(unknown) or "none",
        "known_words": ", ".join(sorted(WORDS)),
        "lacking": len(placed) < 2,
        **_by_hand(params, own),
    }
    first = int((sense == 0).sum())
    shown = torch.cat(
        [torch.arange(EACH).clamp(max=first - 1), first + torch.arange(EACH).clamp(max=len(sense) - first - 1)]
    )
    matrix = cosine[shown][:, shown]
    xy = (vectors - mean) @ directions.T
    return Drawn(
        _figure(
            params,
            xy,
            sense,
            rings,
            tuple(name for name, one in zip(("first", "second"), own, strict=True) if one is not None),
            (within, between),
            matrix,
        ),
        numbers,
    )


def _by_sense(cosines: Tensor, sense: Tensor) -> tuple[Tensor, Tensor]:
    """Mean cosines within a sense and between senses, for each mix."""
    same = sense[:, None] == sense[None]
    pairs = same & ~torch.eye(len(sense), dtype=torch.bool)
    return cosines[:, pairs].mean(1), cosines[:, ~same].mean(1)


def _own(theta: Tensor, units: int, texts: list[Own]) -> list[Layered | None]:
    """The layers of the word in each sentence; those of one length are read at once."""
    found: list[Layered | None] = [None] * len(texts)
    for length in {one.tokens.shape[1] for one in texts}:
        here = [k for k, one in enumerate(texts) if one.place >= 0 and one.tokens.shape[1] == length]
        if here:
            tokens, places = torch.cat([texts[k].tokens for k in here]), torch.tensor([texts[k].place for k in here])
            key = (units, tuple(tokens.flatten().tolist()), tuple(places.tolist()))
            both = _OWN.of(theta, key, partial(bilm.vectors, theta, units, tokens, places))
            for row, k in enumerate(here):
                found[k] = Layered(both.own[row : row + 1].double(), both.states[row : row + 1].double())
    return found


def _by_hand(params: Params, own: list[Layered | None]) -> dict[str, Any]:
    """The cosine of the two vectors, and one feature of the mix."""
    first, second = own
    if first is None or second is None:
        return {
            "own_cosine": None,
            "cosine_by_hand": "",
            "mix_by_hand": "",
            "own_layer_cosine": None,
            "states_cosine": None,
        }
    a, b = (bilm.mixed(one, params.mix)[0] for one in (first, second))
    dot, long, other = float(a @ b), float(a.norm()), float(b.norm())
    s, x, y = params.mix, float(first.own[0, 0]), float(first.states[0, 0])
    less = f"(1 − {fixed(s, 2)})·{signed(x, 3)} + {fixed(s, 2)}·{signed(y, 3)}"
    return {
        "own_cosine": dot / (long * other),
        "own_layer_cosine": float(bilm.cosines(torch.cat([first.own, second.own]))[0, 1]),
        "states_cosine": float(bilm.cosines(torch.cat([first.states, second.states]))[0, 1]),
        "cosine_by_hand": f"{fixed(dot, 3)} / ({fixed(long, 3)}·{fixed(other, 3)}) = {fixed(dot / (long * other), 2)}",
        "mix_by_hand": f"{less} = {fixed((1 - s) * x + s * y, 2)}",
    }


def _figure(
    params: Params,
    xy: Tensor,
    sense: Tensor,
    rings: Tensor,
    ringed: tuple[str, ...],
    curves: tuple[Tensor, Tensor],
    matrix: Tensor,
) -> Figure:
    names = tuple(f"{params.word} {one.name}" for one in SENSES[params.word])
    within, between = curves
    plane_plot = Plot(
        name="plane",
        title="One word in {occurrences} sentences",
        unit="its vectors, in their two directions of largest variance",
        badge="exact",
        main=True,
        x=Axis(ticks=False),
        y=Axis(ticks=False),
        layers=(
            Points(name="word", role="class", xy=xy, labels=sense, class_names=names, outcome=True, symbol="v"),
            Ring(name="own", role="now", xy=rings),
            Text(name="own words", xy=rings, words=ringed, side="above"),
        ),
    )
    by_mix = Plot(
        name="by_mix",
        title="How alike the vectors are",
        unit="mean cosine of two sentences",
        badge="exact",
        x=Axis(label="weight of the LSTMs' layer", range=(0.0, 1.6)),
        y=Axis(range="auto"),
        layers=(
            Level(name="mix", role="now", value=params.mix, across="vertical"),
            Curve(
                name="within",
                role="slot3",
                x=MIXES,
                y=within,
                text="one sense {mixed_within:2}",
                outcome=True,
                symbol="s",
            ),
            Curve(name="between", role="slot4", x=MIXES, y=between, text="two senses {mixed_between:2}", outcome=True),
        ),
    )
    alike = Plot(
        name="alike",
        title="Sentence pairs",
        unit="first sense first",
        badge="exact",
        axes=False,
        layers=(Image(name="cosines", z=matrix, bar="cosine", outcome=True, linked="sentences"),),
    )
    trace = Plot(
        name="parting",
        title="The senses part while it learns",
        unit="mean cosine of the states, all three words",
        badge="sampled",
        x=Axis(label="update", whole=True, zero=True),
        layers=(
            Trace(name="within", role="slot3", series="within", text="one sense {within:2}", outcome=True),
            Trace(name="between", role="slot4", series="between", text="two senses {between:2}", outcome=True),
        ),
    )
    return Figure(
        plots=(plane_plot, by_mix, alike, trace),
        hint="Press space to learn, drag the mix of the layers, write the word into sentences of your own",
    )
