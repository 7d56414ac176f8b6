"""The view unrolled in time: units as rivers from the first token to the last, and what one step is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.recurrent import NETS, Params
from playground.concepts.recurrent.by_hand import step_words
from playground.concepts.recurrent.reading import Reading, all_read, step_of
from playground.concepts.recurrent.state import NAMES, ROLES, State
from playground.concepts.recurrent.tokens import ASKED, LETTERS, typed
from playground.engine.kit.arrays import Reals
from playground.engine.kit.recurrent_back import recurrent_gradient
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Event, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Level, Points, Regions, Text
from playground.figures.values import Range

RIVERS = 8  # units of a net that are drawn
GAP = 1.6  # between two nets
DEPTH = 6.0  # powers of ten from the full width of a river to none
_BANK = 0.46  # half of the width of a full river
_HINT = "Click a step; shift and click shuts the gate that keeps the state there; space trains the nets"
_EVENTS: tuple[tuple[Event, str, str], ...] = (
    ("click", "choose_step", "choose a step"),
    ("shift+click", "turn_valve", "shut the gate that keeps, open it, leave it"),
)
GATE_NAMES: dict[str, tuple[str, ...]] = {"lstm": ("output", "forget", "input"), "gru": ("keep", "reset"), "rnn": ()}


def river(params: Params, state: State) -> Drawn:
    """All nets on the user's sequence, the gradient by lag, the gates of the chosen step, and the answer."""
    known, t = all_read(params, state), step_of(params, state)
    signs = typed(params.sequence)[0]
    plots = (_rivers(params, state, known, signs, t), _digits(known, t), _gates(params, known[params.net], t))
    figure = Figure(plots=(*plots, _answer(known[params.net])), hint=_HINT, wide=True, share=0.62)
    return Drawn(figure, numbers(params, state))


def numbers(params: Params, state: State) -> dict[str, Any]:
    """What is read of the chosen step and net."""
    known, t = all_read(params, state), step_of(params, state)
    shown, signs = known[params.net], typed(params.sequence)[0]
    best = int(shown.shares.argmax())
    valve = int(state.valves[t])
    return {
        "says": LETTERS[best],
        "says_share": float(shown.shares[best]),
        "first_share": float(shown.shares[shown.tokens[0]]) if shown.tokens[0] < ASKED else None,
        "asked_letter": LETTERS[shown.answer],
        "step_number": t + 1,
        "steps_left": len(signs) - t - 1,
        "step_sign": signs[t],
        "step_digits": _value(shown.digits[t + 1]),
        "rnn_step_digits": _value(known["rnn"].digits[t + 1]),
        "bptt_gap": _gap(shown),
        "net_name": NAMES[params.net],
        "valve_words": ("left to the net", "held open", "held shut")[valve],
        "valve_here": valve,
        **step_words(params.net, shown, t),
    }


def _value(digits: float) -> float | None:
    return float(digits) if np.isfinite(digits) else None


def _gap(shown: Reading) -> float:
    """The gradient of Wh as the update takes it against what each step adds, one after another, for the first unit."""
    whole = np.empty_like(shown.net.known.Wh)
    recurrent_gradient(shown.seen, shown.slopes.drive, whole)
    entered = np.broadcast_to(shown.seen.h[:-1, 0], (len(whole), *shown.seen.h[:-1, 0].shape)).copy()
    if shown.seen.kind == "gru" and shown.seen.inner is not None:
        entered[2] = shown.seen.inner[:, 0]
    added = np.cumsum(entered * shown.slopes.drive[:, :, 0, :1], axis=1)[:, -1]
    size = float(np.abs(whole[:, :, 0]).max())
    return float(np.abs(added - whole[:, :, 0]).max()) / size if size else 0.0


def widths(params: Params, name: str, shown: Reading) -> tuple[Reals, Reals]:
    """Width from 0 to 1 and content from -1 to 1 of each unit's river at each step, (units, T) each."""
    units = slice(0, RIVERS)
    if params.flow == "gradient":
        last = np.sqrt(np.square(shown.back[-1]).mean()) or 1.0
        share = shown.back[1:, units].T / last
        with np.errstate(divide="ignore"):
            wide = np.clip(1.0 + np.log10(np.abs(share)) / DEPTH, 0.0, 1.0)
        return wide, np.sign(share) * wide
    seen = shown.seen
    if name == "lstm" and seen.c is not None:
        return seen.gates[1, :, 0, units].T, np.tanh(seen.c[1:, 0, units].T)
    content = seen.h[1:, 0, units].T
    if name == "gru":
        return seen.gates[0, :, 0, units].T, content
    # An RNN has no gate: what is kept is said by the slope alone.
    return np.full_like(content, 0.5), np.clip(content, -1.0, 1.0)


def polygons(wide: Reals, content: Reals, base: float) -> tuple[Reals, Reals]:
    """Rivers as polygons from each step to the next, (pieces * 5, 2), and their values, (pieces,).

    Args:
        wide: half-widths over `_BANK`, (units, T).
        content: what flows, (units, T).
        base: where the first unit runs; each next one runs 1 lower.
    """
    units, T = wide.shape
    half = _BANK * np.concatenate([wide, wide[:, -1:]], 1)
    t = np.arange(T) - 0.5
    y = base - np.arange(units)[:, None]
    xy = np.full((units, T, 5, 2), np.nan)
    xy[:, :, (0, 3), 0] = t[None, :, None]
    xy[:, :, (1, 2), 0] = t[None, :, None] + 1.0
    xy[:, :, 0, 1], xy[:, :, 3, 1] = y + half[:, :-1], y - half[:, :-1]
    xy[:, :, 1, 1], xy[:, :, 2, 1] = y + half[:, 1:], y - half[:, 1:]
    return xy.reshape(-1, 2), content.ravel()


def _rivers(params: Params, state: State, known: dict[str, Reading], signs: list[str], t: int) -> Plot:
    T, rows, values, names = len(signs), [], [], []
    base = 0.0
    for name in NETS:
        wide, content = widths(params, name, known[name])
        xy, flows = polygons(wide, content, base)
        rows.append(xy)
        values.append(flows)
        names.append((-0.9, base - (len(wide) - 1) / 2))
        base -= len(wide) + GAP
    held = state.valves[:T].numpy()
    top = 1.3
    shut, opened = np.nonzero(held < 0)[0], np.nonzero(held > 0)[0]
    gradient = params.flow == "gradient"
    return Plot(
        name="rivers",
        title="The gradient on its way back" if gradient else "What is kept on its way forward",
        unit="width: log of its size, none below 10⁻⁶ of the end" if gradient else "width: the gate that keeps",
        main=True,
        badge="exact",
        x=Axis(range=Range(-0.12 * T, T - 0.4), ticks=False),
        y=Axis(range=Range(base - 0.4, top + 0.8), ticks=False),
        layers=(
            Regions(
                name="rivers",
                xy=np.concatenate(rows),
                values=np.concatenate(values),
                color_map="diverging",
                levels=(-1.0, 1.0),
                edges=False,
                symbol="δ" if gradient else "c h",
                key="one unit a river; colour: its sign",
            ),
            Level(name="chosen", role="now", value=t, across="vertical"),
            Text(
                name="nets", role="muted", words=[NAMES[n] for n in NETS], xy=np.array(names), side="left", plate=False
            ),
            Text(
                name="tokens",
                words=signs,
                xy=np.stack([np.arange(T), np.full(T, base + 0.6)], 1),
                side="below",
                plate=False,
                symbol="x",
            ),
            Points(
                name="shut",
                role="negative",
                xy=np.stack([shut, np.full(len(shut), top)], 1).astype(float),
                key="gate held shut",
            ),
            Points(
                name="open",
                role="positive",
                xy=np.stack([opened, np.full(len(opened), top)], 1).astype(float),
                hollow=np.ones(len(opened), dtype=bool),
                key="gate held open",
            ),
        ),
        mouse=tuple(
            Mouse(on=on, target=target, kind=kind, take={"x": "x"}, label=label)
            for target in ("", "rivers")
            for on, kind, label in _EVENTS
        ),
    )


def _digits(known: dict[str, Reading], t: int) -> Plot:
    """The gradient of each net by the step, as powers of ten."""
    T = len(known["rnn"].tokens)
    x = np.arange(T + 1.0) - 1.0
    return Plot(
        name="digits",
        title="Gradient by the state after each token",
        unit="powers of ten; log₁₀ of its share of that at the end",
        badge="exact",
        x=Axis(label="token, from 0", whole=True, range=Range(-1.5, 1.15 * T)),
        y=Axis(zero=True),
        layers=(
            Level(name="chosen", role="now", value=t, across="vertical"),
            *(
                Curve(name=name, role=ROLES[name], x=x, y=one.digits, text=NAMES[name], outcome=True, symbol="δ")
                for name, one in known.items()
            ),
        ),
        mouse=(Mouse(on="click", kind="choose_step", take={"x": "x"}, label="choose a step"),),
    )


def _gates(params: Params, shown: Reading, t: int) -> Plot:
    """How far each gate is open at the chosen step, the mean over the units."""
    names, gates = GATE_NAMES[params.net], shown.seen.gates[:, t, 0]
    heights: Reals = gates[: len(names)].mean(-1) if names else np.zeros(0)
    keeps = {"lstm": 1, "gru": 0}.get(params.net, -1)
    here = np.arange(len(names)) == keeps
    return Plot(
        name="gates",
        title="Gates at step {step_number}" if names else "The RNN has no gates",
        unit="mean opening over the units",
        badge="exact",
        y=Axis(range=(0.0, 1.08)),
        layers=(
            Bars(name="others", role="muted", heights=np.where(here, np.nan, heights), words=list(names)),
            Bars(name="keeps", role="hero", heights=np.where(here, heights, np.nan), words=list(names), symbol="f s"),
        ),
    )


def _answer(shown: Reading) -> Plot:
    """What the net shown says at the end."""
    best = np.arange(len(LETTERS)) == shown.shares.argmax()
    return Plot(
        name="answer",
        title="{net_name} says {says}",
        unit="probability of each token to remember",
        badge="exact",
        y=Axis(range=(0.0, 1.08)),
        layers=(
            Bars(name="others", role="muted", heights=np.where(best, np.nan, shown.shares), names=tuple(LETTERS)),
            Bars(
                name="best",
                role="hero",
                heights=np.where(best, shown.shares, np.nan),
                names=tuple(LETTERS),
                outcome=True,
                symbol="p",
            ),
        ),
    )
