"""What both nets make of the sequence on screen, and the plots that several views share."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from playground.concepts.seq2seq import Params, alignment, net, tasks
from playground.concepts.seq2seq.net import ATTENDS, FIXED, Read, Spoken, Weights
from playground.concepts.seq2seq.state import Data, State, looks
from playground.concepts.seq2seq.tasks import Probe
from playground.concepts.seq2seq.testing import FREE, errors_of
from playground.engine.kit.arrays import Floats, Reals
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Cells, Image, Trace


class Screen(NamedTuple):
    """The sequence on screen and what comes of it.

    Attributes:
        asked: what is read and what should be said.
        known: the weights of both nets.
        read: what the encoders made of it.
        spoken: what the decoders said.
        says: their words, of each net.
        right: which of them are right, (nets, M).
        chosen: the step that is worked out.
    """

    asked: Probe
    known: Weights
    read: Read
    spoken: Spoken
    says: tuple[tuple[str, ...], ...]
    right: Any
    chosen: int

    @property
    def weights(self) -> Reals:
        """Where the attention net looked, (M, S)."""
        found: Reals = self.spoken.weights[0]
        return found


def screen_of(params: Params, data: Data, state: State, fed: str) -> Screen:
    """The sequence on screen through both nets.

    Args:
        params: of the run.
        data: what is shown unless it is the user's own.
        state: the nets.
        fed: whether each step hears its "own" words or the "right" ones.
    """
    shape, asked = tasks.shape_of(params), tasks.probe(params, data.letters.numpy(), data.day)
    known = net.weights(state.theta.numpy(), shape)
    read = net.read(known, shape, asked.batch.source)
    steps, places = asked.aims.shape
    look = looks(state, steps, places) if params.mode == "unrolled" else None
    forced = np.full((steps, 1), fed == "right" and asked.known)
    spoken = net.speak(known, shape, read, steps, asked.batch.answers, forced, look)
    says = tuple(tasks.words_of(params, row[:, 0]) for row in spoken.said)
    right = (spoken.said == asked.batch.answers)[..., 0]
    return Screen(asked, known, read, spoken, says, right, min(max(0, state.chosen), steps - 1))


def numbers_of(params: Params, state: State, one: Screen) -> dict[str, Any]:
    """What is read in every view."""
    steps, places = one.asked.aims.shape
    aimed = one.asked.aims.any(1)
    n = tasks.tested_length(params)
    wrong = errors_of(params, state.tested, n)
    weights = one.weights[one.chosen]
    place = int(weights.argmax())
    return {
        "vector_size": one.read.last.shape[-1],
        "updates": state.moments.taken,
        "weight_count": state.theta.shape[1],
        "attention_says": "".join(one.says[ATTENDS]),
        "fixed_says": "".join(one.says[FIXED]),
        "right_answer": "".join(one.asked.right),
        "reads": "".join(one.asked.read),
        "attention_count": int(one.right[ATTENDS].sum()),
        "fixed_count": int(one.right[FIXED].sum()),
        "asked": steps,
        "read_count": places,
        "aimed": int(aimed.sum()),
        "mass": float((one.weights * one.asked.aims).sum(1)[aimed].mean()) if aimed.any() else None,
        "uniform": 1.0 / places,
        "map_entropy": float(alignment.entropy(one.weights).mean()),
        "attention_right": None if wrong is None else 1.0 - float(wrong[ATTENDS, FREE]),
        "fixed_right": None if wrong is None else 1.0 - float(wrong[FIXED, FREE]),
        "length_shown": n,
        "tested_on": round(float(state.tested.seen[n])),
        "chosen_step": one.chosen + 1,
        "chosen_place": place + 1,
        "chosen_word": one.says[ATTENDS][one.chosen],
        "looked_word": one.asked.read[place],
        "weight": float(weights[place]),
    }


def weight_map(one: Screen, name: str = "map", title: str = "Alignment", mouse: tuple[Mouse, ...] = ()) -> Plot:
    """The weights, a step each row; places where the answers stand are outlined."""
    steps = len(one.weights)
    step, place = one.asked.aims.nonzero()
    chosen = np.array([[int(one.weights[one.chosen].argmax()), steps - 1 - one.chosen]], dtype=float)
    return Plot(
        name=name,
        title=title,
        badge="exact",
        unit="a step that writes each row, a place that was read each column",
        layers=(
            Image(
                name="weights",
                z=one.weights,
                levels=(0.0, 1.0),
                gaps=True,
                outcome=True,
                symbol="α",
                row_words=one.says[ATTENDS],
                column_words=one.asked.read,
            ),
            Cells(
                name="answers",
                role="theory",
                xy=np.stack([place, steps - 1 - step], 1).astype(float),
                key="where the answer stands",
            ),
            *((Cells(name="chosen", role="now", xy=chosen, key="worked out in the notes"),) if mouse else ()),
        ),
        mouse=mouse,
    )


def error_of_share(share: Floats, many: Any) -> Floats:
    """Two standard errors of shares of so many, with one more of each kind so that none is 0."""
    likely = (share * many + 1.0) / (many + 2.0)
    return np.asarray(2.0 * np.sqrt(likely * (1.0 - likely) / (many + 2.0)))


def learning() -> Plot:
    """How both nets do at the length tested, as they learn."""
    return Plot(
        name="learning",
        title="Right without help",
        badge="sampled",
        unit="share of tokens; each net hears what it said; new sequences of {length_shown}",
        x=Axis(label="update", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Trace(name="fixed", role="slot2", series="fixed_right", text="fixed vector {fixed_right:2}", outcome=True),
            Trace(
                name="attention",
                role="slot1",
                series="attention_right",
                text="attention {attention_right:2}",
                outcome=True,
            ),
        ),
    )
