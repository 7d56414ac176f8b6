"""The view of a scan: pairs are combined round by round, work and rounds are counted, and the loop comes out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.linear_recurrence import Params, scans
from playground.concepts.linear_recurrence.filtering import digits
from playground.concepts.linear_recurrence.names import SCAN_ROLES, SCAN_WORDS, SCANS, ScanKind
from playground.concepts.linear_recurrence.race import race_plot
from playground.concepts.linear_recurrence.scan_net import cone, net_of
from playground.concepts.linear_recurrence.state import Data, State
from playground.engine.frame import Array
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Graph, Image, Layer, Lines, Points, Ring
from playground.figures.values import Range
from playground.texts.sums import signed
from playground.texts.template import fixed

SEEN = 32
"""The longest scan whose combinations are drawn one by one."""
ROWS = 33
_LARGEST = 1e30
_LENGTHS = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
_NONE = np.zeros((0, 2))


class Pairs(NamedTuple):
    """z_t = a_t z_{t-1} + b_t, (T,) each, and its states by the loop."""

    a: Tensor
    b: Tensor
    states: Tensor


_PAIRS: Newest[Pairs] = Newest()


def pairs_of(params: Params, data: Data) -> Pairs:
    """The pairs that are scanned."""

    def made() -> Pairs:
        x = data.inputs[: params.length]
        if params.gates == "gated":
            a = torch.sigmoid(params.openness * x)
            b = (1 - a) * x
        else:
            a, b = torch.full_like(x, params.decay), x
            if params.gates == "erased":
                a = torch.where(data.erased[: params.length], torch.zeros_like(a), a)
        return Pairs(a, b, scans.loop(a, b))

    key = (params.length, params.gates, params.decay, params.openness)
    return _PAIRS.of(data.inputs, key, made)


def after(pairs: Pairs, kind: ScanKind, t: int) -> tuple[Tensor, Tensor]:
    """The pairs after t rounds."""
    if kind == "loop":
        done = min(t + 1, len(pairs.a))
        return (
            torch.cat([pairs.a[:done].cumprod(0), pairs.a[done:]]),
            torch.cat([pairs.states[:done], pairs.b[done:]]),
        )
    a, b = pairs.a, pairs.b
    for one in scans.rounds(len(a), kind)[:t]:
        a, b = scans.combined(a, b, one)
    return a, b


def clicked(params: Params, state: State, x: float, y: float) -> tuple[int, int]:
    """The round and the time of the combination nearest to a place."""
    return min(max(round(-y), 0), state.t), min(max(round(x), 0), params.length - 1)


def tree(params: Params, data: Data, state: State, race: Mapping[str, Any]) -> Drawn:
    """The tree so far, the states, work and rounds by length, and the race."""
    T, kind, pairs = params.length, params.scan, pairs_of(params, data)
    ways = scans.rounds(T, kind)
    t = min(state.t, len(ways))
    b = after(pairs, kind, t)[1]
    size = float(pairs.states.abs().max())
    ended = t == len(ways)
    gap = float((b - pairs.states).abs().max()) / (size or 1.0) if ended else None
    main = _drawn_out(params, pairs, state, t) if T <= SEEN else _reached(params, t)
    figure = Figure(
        plots=(main, _states(params, pairs, b, t), _work(T, kind), _depth(T, kind), race_plot(race)),
        hint="Press space for the next round" + ("; click a combination" if T <= SEEN else ""),
    )
    numbers = {
        "loop_error": gap,
        "loop_digits": digits(gap),
        "depth": len(ways),
        "work": scans.work(T, kind),
        "loop_depth": T - 1,
        "doubling_work": scans.work(T, "doubling"),
        "sweeps_work": scans.work(T, "sweeps"),
        "scan_word": SCAN_WORDS[kind],
        "logarithm": math.ceil(math.log2(T)),
        "power_of_two": T & (T - 1) == 0,
        **_by_hand(params, pairs, state, t),
        **{name: race.get(name) for name in ("race_digits", "race_length", "race_gain")},
    }
    return Drawn(figure, numbers)


# ---- the combination in focus


def _in_focus(params: Params, state: State, t: int) -> tuple[int, int]:
    """Its round and its time."""
    ways = scans.rounds(params.length, params.scan)
    if state.node[0] >= 0:
        return min(state.node[0], t), min(state.node[1], params.length - 1)
    return (t, int(ways[t - 1].later[-1])) if t else (0, params.length - 1)


def _by_hand(params: Params, pairs: Pairs, state: State, t: int) -> dict[str, Any]:
    row, time = _in_focus(params, state, t)
    found: dict[str, Any] = {"combines": False, "hand_a": "", "hand_b": "", "hand_time": time, "hand_round": row}
    if not row:
        return found
    one = scans.rounds(params.length, params.scan)[row - 1]
    at = (one.later == time).nonzero()
    if not len(at):
        return found
    before_a, before_b = after(pairs, params.scan, row - 1)
    earlier = int(one.earlier[int(at[0, 0])])
    a1, b1, a2, b2 = (float(part) for part in (before_a[earlier], before_b[earlier], before_a[time], before_b[time]))
    if max(map(abs, (a1, b1, a2, b2, a2 * a1, a2 * b1 + b2))) > 1e4:
        return found
    return {
        **found,
        "combines": True,
        "hand_a": f"{signed(a2, 4)}·{signed(a1, 4)} = {fixed(a2 * a1, 3)}",
        "hand_b": f"{signed(a2, 4)}·{signed(b1, 4)} + {signed(b2, 4)} = {fixed(a2 * b1 + b2, 2)}",
    }


# ---- the tree


def _drawn_out(params: Params, pairs: Pairs, state: State, t: int) -> Plot:
    T, kind = params.length, params.scan
    net, focus = net_of(T, kind), _in_focus(params, state, t)
    seen = (t + 1) * T
    rows = [after(pairs, kind, r) for r in range(t + 1)]
    values = torch.cat([b for _, b in rows]).clamp(-_LARGEST, _LARGEST)
    reached = net.combining[:, 3] >= -t
    now = net.combining[net.combining[:, 3] == -t] if t else np.zeros((0, 4))
    words = [fixed(one, 2 if T <= 10 else 1) for one in values.tolist()] if T <= 16 else [""] * seen
    layers: tuple[Layer, ...] = (
        Lines(name="to come", role="grid", xy=net.combining[~reached], halo=False, found=False),
        Points(name="empty", role="field", xy=net.xy[seen:], size=0.6),
        Lines(name="carried", role="muted", xy=net.carried[: t * T], halo=False, found=False),
        Lines(name="combined", role="muted", xy=net.combining[reached], dash="solid", halo=False, found=False),
        Lines(name="newest", role="slot1", xy=now, halo=False, found=False, key="combined in this round", outcome=True),
        Lines(
            name="cone", role="slot2", xy=cone(T, kind, *focus), halo=False, found=False, key="what one prefix holds"
        ),
        Graph(
            name="prefixes",
            xy=net.xy[:seen],
            pairs=np.zeros((0, 2), dtype=np.int64),
            values=values,
            words=words,
            hover="b = {x}",
            symbol="z",
            scale=2.0 if T <= 16 else 1.0,
        ),
        Ring(name="focus", role="second", xy=np.array([[focus[1], -focus[0]]], dtype=float)),
    )
    return Plot(
        name="tree",
        badge="exact",
        title="{scan_word}: round {rounds_done} of {depth}",
        unit="{combined} of {work} combinations; in each node the b of its prefix",
        main=True,
        x=Axis(label="time t, from 0", range=Range(-0.7, T - 0.3), whole=True),
        y=Axis(range=Range(-len(scans.rounds(T, kind)) - 0.5, 0.5), ticks=False),
        layers=layers,
        mouse=(Mouse(on="click", kind="node", take={"x": "x", "y": "y"}, label="look at a combination"),),
    )


def _reached(params: Params, t: int) -> Plot:
    """A long scan: how many pairs each prefix holds, a row for each round."""
    T, kind = params.length, params.scan
    rows, total = scans.reach(T, kind, ROWS), len(scans.rounds(T, kind))
    z = rows.double().log2()
    z = z.clone()
    z[math.ceil((len(z) - 1) * t / total) + (1 if t < total else 0) :] = 0.0
    return Plot(
        name="tree",
        badge="exact",
        title="{scan_word}: round {rounds_done} of {depth}",
        unit="{combined} of {work} combinations",
        main=True,
        x=Axis(label="time t, from 0", range=(0.0, float(T)), whole=True),
        y=Axis(range=(0.0, float(len(z))), ticks=False),
        layers=(
            Image(
                name="reach",
                z=z,
                outcome=True,
                extent=torch.tensor([0.0, float(T), 0.0, float(len(z))]),
                levels=(0.0, float(math.log2(T))),
                bar="log2 of the pairs held",
            ),
        ),
    )


# ---- beside it


def _states(params: Params, pairs: Pairs, b: Tensor, t: int) -> Plot:
    T = params.length
    k, right = torch.arange(T, dtype=torch.float64), pairs.states.clamp(-_LARGEST, _LARGEST)
    now = b.clamp(-_LARGEST, _LARGEST)
    done = (b - pairs.states).abs() <= 1e-9 * (1 + pairs.states.abs())
    return Plot(
        name="states",
        badge="exact",
        title="States",
        unit="the loop, and the scan so far",
        x=Axis(label="time t", range=Range(-0.5, T - 0.5), whole=True),
        y=Axis(zero=True),
        layers=(
            Curve(name="loop", role="theory", x=k, y=right, key="by the loop"),
            Points(name="scan", xy=torch.stack([k, now], 1), hollow=~done, size=0.7, key="by the scan", symbol="z")
            if T <= 64
            else Curve(name="scan", x=k, y=now, key="by the scan", symbol="z"),
        ),
        mouse=(Mouse(on="shift+drag", kind="set_input", take={"x": "x", "y": "y"}, label="set an input"),),
    )


@lru_cache(maxsize=1)
def _counts() -> dict[str, tuple[Array, Array]]:
    """log10 of combinations and of rounds at each length, by scan."""
    return {
        kind: (
            np.log10([scans.work(T, kind) for T in _LENGTHS]),
            np.log10([len(scans.rounds(T, kind)) for T in _LENGTHS]),
        )
        for kind in SCANS
    }


def _work(T: int, kind: ScanKind) -> Plot:
    return _count_plot("work", "Work", "combinations in all", 0, T, scans.work(T, kind))


def _depth(T: int, kind: ScanKind) -> Plot:
    return _count_plot("depth", "Rounds", "one after another", 1, T, len(scans.rounds(T, kind)))


def _count_plot(name: str, title: str, unit: str, which: int, T: int, mine: int) -> Plot:
    x = np.log10(_LENGTHS)
    return Plot(
        name=name,
        badge="exact",
        title=title,
        unit=unit,
        x=Axis(label="length T", log=True),
        y=Axis(log=True),
        layers=(
            *(
                Curve(name=kind, role=SCAN_ROLES[kind], x=x, y=_counts()[kind][which], text=SCAN_WORDS[kind])
                for kind in SCANS
            ),
            Ring(name="here", role="now", xy=np.log10([[float(T), float(mine)]])),
        ),
    )
