"""The view of random labels: four nets learn everything that they are told, and one digit of theirs after the other."""

from __future__ import annotations

from typing import Any

import torch

from playground.concepts.double_descent import ROLES, Params
from playground.concepts.double_descent.learning import EPOCH, LEARNT, UNSEEN, lesson, logits
from playground.concepts.double_descent.state import NAMES, NETS, Data, State
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Level, Text, Tiles, Trace

_ACROSS, _DOWN = 5, 2
_ROOM = 1.7  # of a tile with its words, up


def labels(params: Params, data: Data, state: State) -> Drawn:
    """Accuracy on what was learnt and on unseen digits, and ten digits with what the followed net says."""
    digits, told = _digits(params, data, state)
    plots = (
        _accuracy("learnt", "Learnt by heart", "share of the own labels that each net says", "accuracy", main=True),
        _accuracy("unseen", "Unseen digits", "share of true labels", "unseen", main=False),
        digits,
    )
    epochs = dict(zip(NETS, state.epochs.tolist(), strict=True))
    numbers: dict[str, Any] = {f"epochs.{name}": epochs[name] or None for name in NETS}
    right = round(float(state.accuracy[NETS.index(params.net)]) * LEARNT)
    both = epochs["true"] and epochs["random"]
    numbers |= {
        "epoch": state.taken // EPOCH,
        "times_longer": epochs["random"] / epochs["true"] if both else None,
        "epochs_true": epochs["true"] or None,
        "epochs_random": epochs["random"] or None,
        "epochs_shuffled": epochs["shuffled"] or None,
        "shuffled_gap": abs(float(state.unseen[0] - state.unseen[1])),
        "all_learnt": bool((state.epochs > 0).all()),
        "followed": NAMES[params.net],
        "right": right,
        "followed_accuracy": right / LEARNT,
        "unseen_right": round(float(state.unseen[NETS.index(params.net)]) * UNSEEN),
        "followed_unseen": float(state.unseen[NETS.index(params.net)]),
        "weights": int(state.theta.shape[1]),
        **told,
    }
    return Drawn(Figure(plots=plots, hint="Press space: all four learn whatever they are told"), numbers)


def _accuracy(name: str, title: str, unit: str, series: str, *, main: bool) -> Plot:
    traces = tuple(
        Trace(
            name=net,
            role=ROLES[net],
            series=f"{series}.{net}",
            text=f"{NAMES[net]} {{{series}.{net}:2}}",
            outcome=True,
        )
        for net in NETS
    )
    chance = Level(name="chance", role="theory", value=0.1, text="chance")
    return Plot(
        name=name,
        title=title,
        unit=unit,
        main=main,
        x=Axis(label=f"updates, {EPOCH} an epoch", whole=True, zero=True),
        y=Axis(range=(0.0, 1.08)),
        badge="exact",
        layers=(chance, *traces),
    )


def _digits(params: Params, data: Data, state: State) -> tuple[Plot, dict[str, Any]]:
    """Digits that the followed net learns from, the label that it is told, and what it says."""
    known, place, count = lesson(params, data), NETS.index(params.net), _ACROSS * _DOWN
    x, y = known.x[place, :count], known.y[place, :count]
    said = logits(state.theta[place : place + 1], params.hidden, x[None])[0].argmax(-1)
    k = torch.arange(count)
    middles = torch.stack([k % _ACROSS + 0.5, (_DOWN - 1 - k // _ACROSS + 0.68) * _ROOM], 1).double()
    lower = middles - torch.tensor([0.0, 0.56])
    pictures = Tiles(
        name="digits",
        z=x.view(count, 8, 8),
        xy=middles,
        size=torch.tensor([0.84, 0.84]),
        color_map="sequential",
        levels=(0.0, 1.0),
        mark=said != y,
        ids=k,
        words=[f"told {int(a)}, says {int(b)}" for a, b in zip(y, said, strict=True)],
        key="outlined: not learnt yet",
    )
    words = Text(
        name="told",
        role=ROLES[params.net],
        words=[str(int(a)) if a == b else f"{int(a)}, not {int(b)}" for a, b in zip(y, said, strict=True)],
        xy=lower,
        side="below",
        plate=False,
    )
    plot = Plot(
        name="digits",
        title="What it is told",
        unit="below each digit the label, {followed}",
        axes=False,
        x=Axis(range=(0.0, float(_ACROSS))),
        y=Axis(range=(0.0, _DOWN * _ROOM + 0.1)),
        badge="exact",
        layers=(pictures, words),
        mouse=(
            Mouse(
                on="click",
                target="digits",
                kind="relabel",
                take={"digit": "id"},
                give={"label": params.call},
                label=f"tell the last net that it is a {params.call}",
            ),
        ),
    )
    return plot, {"first_told": int(y[0]), "first_said": int(said[0])}
