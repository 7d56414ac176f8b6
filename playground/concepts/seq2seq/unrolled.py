"""The first view: both decoders over and under what they read, and the map of weights that forms as they learn."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.seq2seq import Params
from playground.concepts.seq2seq.net import ATTENDS, FIXED
from playground.concepts.seq2seq.screen import Screen, learning, numbers_of, screen_of, weight_map
from playground.concepts.seq2seq.state import Data, State
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Graph, Image, Lines, Text
from playground.figures.values import Range
from playground.texts.template import fixed

LEAST = 0.02  # weights below have no line
ABOVE, BELOW = 1.0, -1.0  # where the decoders write; what was read stands at 0
STRIP = (-0.62, -0.48)  # the vector, from its lower to its upper edge
_NAMES = 0.17  # room for the names of the rows, of the width
_LARGE = 1.6  # times the usual size of a node
_WRONG, _PLAIN = 3, -1  # classes of nodes

HINT = "Type letters of your own, press space; click a step, then the place it must look at"


def observe(params: Params, data: Data, state: State) -> Drawn:
    """The plots and every number that the notes read."""
    one = screen_of(params, data, state, params.fed)
    click = Mouse(on="click", target="weights", kind="choose_step", take={"query": "row"}, label="work out this step")
    figure = Figure(plots=(_unrolled(one, state), weight_map(one, mouse=(click,)), learning()), hint=HINT)
    return Drawn(figure, {**numbers_of(params, state, one), **_by_hand(one, state)})


def _row(n: int, wide: int, y: float) -> Any:
    """The middles of n nodes in the middle of a row, (n, 2)."""
    return np.stack([np.arange(n) + (wide - n) / 2, np.full(n, y)], 1).astype(float)


def _chain(xy: Any) -> Any:
    """From each node to the next, (n - 1, 4)."""
    return np.concatenate([xy[:-1], xy[1:]], 1)


def _unrolled(one: Screen, state: State) -> Plot:
    steps, places = one.weights.shape
    wide = max(steps, places)
    above, middle, below = _row(steps, wide, ABOVE), _row(places, wide, 0.0), _row(steps, wide, BELOW)
    step, place = np.nonzero(one.weights > LEAST)
    looks = np.concatenate([middle[place], above[step]], 1)
    weights = one.weights[step, place]
    chosen = step == one.chosen
    first, last = middle[0, 0] - 0.35, middle[-1, 0] + 0.35
    # Into the vector from where reading ends, and from it into every step.
    into = np.array([[middle[-1, 0], 0.0, middle[-1, 0], STRIP[1]]])
    out = np.concatenate([below * (1, 0) + (0, STRIP[0]), below], 1)
    names = np.array([[-0.6, ABOVE], [-0.6, 0.0], [-0.6, BELOW]])
    return Plot(
        name="unrolled",
        title="Read “{reads}”, write “{right_answer}”",
        badge="exact",
        unit="attention {attention_count} of {asked}, fixed vector {fixed_count} of {asked}; wrong ones are ringed",
        main=True,
        x=Axis(range=Range(-0.6 - _NAMES * wide, wide - 0.4), ticks=False),
        y=Axis(range=(-1.25, 1.25), ticks=False),
        layers=(
            Lines(
                name="chains",
                role="grid",
                xy=np.concatenate([_chain(above), _chain(middle), _chain(below)]),
                halo=False,
                found=False,
            ),
            Lines(
                name="through the vector",
                role="slot2",
                xy=np.concatenate([into, out]),
                widths=np.full(1 + steps, 0.4),
                dash="solid",
                halo=False,
                found=False,
            ),
            Image(
                name="vector",
                z=one.read.last[FIXED],
                extent=np.array([first, last, *STRIP]),
                color_map="diverging",
                levels=(-1.0, 1.0),
                frame=True,
                key="the fixed vector: {vector_size} numbers",
            ),
            Lines(
                name="looks",
                role="slot1",
                xy=looks,
                widths=weights,
                halo=False,
                found=False,
                outcome=True,
                symbol="α",
                key="weight of attention",
            ),
            Lines(
                name="look",
                role="now",
                xy=looks[chosen],
                widths=weights[chosen],
                halo=False,
                found=False,
                outcome=True,
                key="worked out in the notes",
            ),
            _nodes("read", middle, one.asked.read, None),
            _nodes("attention", above, one.says[ATTENDS], one.right[ATTENDS]),
            _nodes("fixed", below, one.says[FIXED], one.right[FIXED]),
            Text(name="names", xy=names, words=("attention", "it reads", "fixed vector"), side="left", plate=False),
        ),
        mouse=(
            Mouse(on="click", target="attention", kind="choose_step", take={"query": "id"}, label="work out this step"),
            Mouse(
                on="click",
                target="read",
                kind="look",
                take={"place": "id"},
                give={"query": one.chosen},
                label="let it look here alone",
            ),
        ),
    )


def _nodes(name: str, xy: Any, words: tuple[str, ...], right: Any) -> Graph:
    none = np.zeros((0, 2), dtype=np.int64)
    wrong = np.zeros(len(xy), dtype=bool) if right is None else ~right
    return Graph(
        name=name,
        xy=xy,
        pairs=none,
        labels=np.where(wrong, _WRONG, _PLAIN),
        mark=wrong,
        words=words,
        scale=_LARGE,
        outcome=right is not None,
    )


def _by_hand(one: Screen, state: State) -> dict[str, Any]:
    """The weight of the chosen step on the place that it looks at most, from the scores."""
    weights = one.weights[one.chosen]
    scores = one.spoken.scores[0, one.chosen][weights > 0]
    best = float(scores.max())
    gaps = (scores - best).tolist()
    return {
        "best_score": best,
        "exponentials": " + ".join(f"exp({fixed(gap, 2)})" for gap in gaps),
        "told": int((state.look >= 0).sum()),
    }
