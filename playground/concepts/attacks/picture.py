"""The view of a digit: the drawing, the change ten times as strong, what becomes of it, and as much noise beside it."""

from __future__ import annotations

import numpy as np

from playground.concepts.attacks import Params
from playground.concepts.attacks.attack import Attacked, attacked
from playground.concepts.attacks.parts import PAIR, learning, numbers_of, way
from playground.concepts.attacks.state import State, epsilon
from playground.engine.kit.arrays import Floats
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Image, Text

DRAWING = (
    Mouse(on="drag", target="drawing", kind="draw", take={"path": "path"}, label="draw"),
    Mouse(on="alt+drag", target="drawing", kind="erase", take={"path": "path"}, label="rub out"),
)
TIMES = 10  # how much stronger a change is shown
_ROOM, _FIRST, _SIDE = 0.54, 1.12, 0.44  # from tile to tile, where the first stands, and its side; the paper's is 1
_COLUMNS = ("Change × 10", "What the net gets", "Noise × 10", "As much noise")
_NAMES = tuple("0123456789")


def observe(params: Params, state: State) -> Drawn:
    """The tiles, the classes, the loss on the way, and how the nets learn."""
    both = attacked(params, state)
    standard, robust = both
    numbers = {
        **numbers_of(both),
        "says": str(standard.says[0]),
        "says_after": str(standard.says[1]),
        "says_sure": float(standard.after.max()),
        "robust_says": str(robust.says[0]),
        "robust_after": str(robust.says[1]),
        "target": str(state.target),
        "aimed": state.target >= 0,
        "epsilon": epsilon(params),
        "brightest": float(np.abs(standard.eta).max()),
    }
    plots = (
        _tiles(state, both),
        _classes("standard_says", "Standard net", "{says} becomes {says_after}", standard, state.target),
        _classes("robust_says", "Robust net", "{robust_says} becomes {robust_after}", robust, state.target),
        way(both, "of the digit read at first"),
        learning(),
    )
    hint = "Draw on the paper, turn ε, click a bar to aim at it; space trains on"
    return Drawn(Figure(plots=plots, hint=hint, wide=True, share=0.58), numbers)


def _extent(column: int, row: int) -> Floats:
    left, bottom = _FIRST + column * _ROOM, 0.56 - 0.56 * row
    return np.array([left, left + _SIDE, bottom, bottom + _SIDE])


def _tiles(state: State, both: tuple[Attacked, Attacked]) -> Plot:
    """The paper, and for both nets the change, its result, the noise and its result."""
    layers = [
        Image(name="drawing", z=state.drawing, extent=np.array([0.0, 1.0, 0.0, 1.0]), levels=(0.0, 1.0), symbol="x")
    ]
    side = len(state.drawing)
    for row, one in enumerate(both):
        x = state.drawing.numpy().reshape(-1)
        shown = (TIMES * one.eta, x + one.eta, TIMES * one.noise, x + one.noise)
        for column, z in enumerate(shown):
            signed = column % 2 == 0
            layers.append(
                Image(
                    name=f"{PAIR[row]} {column}",
                    z=np.clip(z, -1.0 if signed else 0.0, 1.0).reshape(side, side),
                    extent=_extent(column, row),
                    color_map="diverging" if signed else "sequential",
                    levels=(-1.0, 1.0) if signed else (0.0, 1.0),
                    outcome=column < 2,
                    symbol="η" if column == 0 else "",
                )
            )
    words, places = _words(both)
    heads = np.array([[_FIRST + k * _ROOM + _SIDE / 2, 1.01] for k in range(len(_COLUMNS))])
    layers_of_words = (
        Text(
            name="heads", words=["Draw here", *_COLUMNS], xy=np.vstack([[0.5, 1.01], heads]), side="above", plate=False
        ),
        Text(name="answers", words=words, xy=places, side="below", plate=False, outcome=True),
    )
    return Plot(
        name="change",
        title="A change you cannot see",
        unit="no pixel moves by more than {brightest}",
        main=True,
        axes=False,
        x=Axis(range=(0.0, _FIRST + 3 * _ROOM + _SIDE)),
        y=Axis(range=(-0.13, 1.11)),
        badge="exact",
        layers=(*layers, *layers_of_words),
        mouse=DRAWING,
    )


def _words(both: tuple[Attacked, Attacked]) -> tuple[list[str], Floats]:
    """What the nets say of the drawing, of the changed one and of the noisy one, and where it stands."""
    words, places = [f"standard {_said(both[0].before)}, robust {_said(both[1].before)}"], [[0.5, -0.01]]
    for row, one in enumerate(both):
        names = (f"{PAIR[row]} net", _said(one.after), "at random", _said(one.noisy))
        for column, text in enumerate(names):
            box = _extent(column, row)
            words.append(text)
            places.append([float(box[:2].mean()), float(box[2]) - 0.01])
    return words, np.array(places)


def _said(shares: Floats) -> str:
    return f"{int(shares.argmax())} ({100 * float(shares.max()):.0f} %)"


def _classes(name: str, title: str, unit: str, one: Attacked, target: int) -> Plot:
    """The probabilities of the ten digits, before and after."""
    aim = "aim at this digit, or at any other again"
    return Plot(
        name=name,
        title=title,
        unit=unit,
        badge="exact",
        y=Axis(range=(0.0, 1.08)),
        layers=(
            Bars(
                name="after",
                role="hero",
                heights=one.after,
                names=_NAMES,
                mark=np.arange(10) == target,
                outcome=True,
                symbol="p",
                key="after the change",
            ),
            Bars(name="before", role="ghost", heights=one.before, names=_NAMES, key="before"),
        ),
        mouse=(
            *(Mouse(on="click", target=on, kind="aim", take={"digit": "id"}, label=aim) for on in ("after", "before")),
            *(
                Mouse(on="alt+click", target=on, kind="example", take={"digit": "id"}, label="put such a digit here")
                for on in ("after", "before")
            ),
        ),
    )
