"""The view of the plane: both nets in lockstep, the ball round a point that is dragged, and the attack's way in it."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.attacks import Params
from playground.concepts.attacks.attack import Attacked, attacked
from playground.concepts.attacks.attacking import Net, NormName, deepfool, score_slopes, scores_of, seen_by, size_of
from playground.concepts.attacks.data import Data
from playground.concepts.attacks.nearest import CELLS, PLACES, boundary, smallest
from playground.concepts.attacks.parts import bars_of, ground, learning, numbers_of, outline, plane_of, way
from playground.concepts.attacks.state import RULES, State, dividers, epsilon, logits
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.passes import ForwardValues, forward, with_ones
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure
from playground.figures.layers import Arrows, Layer, Lines, Points, Ring
from playground.texts.sums import signed

_CORNERS = 72
_WAYS = 360
_GRID = with_ones(PLACES)
_SEEN: Newest[ForwardValues] = Newest(2)
_FIELDS: Newest[tuple[Floats, list[Floats]]] = Newest()


def fields(params: Params, state: State) -> tuple[Floats, list[Floats]]:
    """Both nets on the grid, (2, cells, cells), and their boundaries; kept while the weights stay."""

    def make() -> tuple[Floats, list[Floats]]:
        f = seen_on_grid(params, state).out.reshape(2, CELLS, CELLS)
        return f, [boundary(f[0]), boundary(f[1])]

    return _FIELDS.of(state.divider.theta, params.net, make)


def seen_on_grid(params: Params, state: State) -> ForwardValues:
    """The pass of the grid through both nets; kept while the weights stay."""
    return _SEEN.of(state.divider.theta, params.net, lambda: forward(logits(params, state), RULES, _GRID))


def observe(params: Params, data: Data, state: State) -> Drawn:
    """Two planes, the distances, the loss on the way, and how the nets learn."""
    nets, both = dividers(params, state), attacked(params, state)
    f, pieces = fields(params, state)
    x, norm = state.point.numpy(), params.norm
    found = [smallest(nets.of(k), pieces[k], x, norm) for k in (0, 1)]
    pushed = deepfool(nets.of(0), x[None], norm)
    standard, robust = both
    numbers: dict[str, Any] = {
        **numbers_of(both),
        "distance": found[0][0],
        "robust_distance": found[1][0],
        "deepfool_size": float(size_of(pushed.eta[0], norm)),
        "deepfool_steps": float(pushed.steps[0]),
        **_exactness(nets.of(0), x, found[0], norm),
        **by_hand(nets.of(0), x, norm),
    }
    units = ("smallest change {distance}", "smallest change {robust_distance}")
    planes = tuple(
        plane_of(k, unit, (*ground(data, f[k], pieces[k], pieces[1 - k]), *_over(params, x, both[k], found[k][1])))
        for k, unit in enumerate(units)
    )
    bars = bars_of(
        "sizes",
        "Sizes of changes",
        "in the chosen norm; the ball's radius is {radius}",
        [found[0][0], numbers["deepfool_size"], standard.size, found[1][0], robust.size],
        ("smallest", "DeepFool", "attack", "least, robust", "attack, robust"),
    )
    hint = "Drag the point, turn the radius of the ball, press space to train"
    return Drawn(
        Figure(plots=(*planes, bars, way(both, "of the class given at first"), learning()), hint=hint), numbers
    )


def _over(params: Params, x: Floats, one: Attacked, eta: Floats) -> tuple[Layer, ...]:
    """The ball, the smallest change, the attack's way, and the point."""
    shown = params.method != "deepfool"
    return (
        outline("ball", "theory", x + ball(epsilon(params), params.norm), show=shown, key="ball"),
        Arrows(name="smallest", role="slot3", tails=x, vectors=eta, outcome=True, symbol="δ", key="smallest change"),
        Lines(name="way", role="slot6", xy=x + one.way, dash="solid", outcome=True, key="attack"),
        Ring(name="end", role="slot6", xy=x + one.eta, outcome=True, symbol="η"),
        Points(name="point", role="now", xy=x[None], size=1.6, symbol="x", key="attacked point"),
    )


def ball(eps: float, norm: NormName) -> Floats:
    """The rim of the ball round 0, closed, (n, 2)."""
    angle = 2 * np.pi * np.arange(_CORNERS + 1) / _CORNERS
    rim = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return np.asarray(eps * rim / size_of(rim, norm)[:, None])


def _exactness(net: Net, x: Floats, found: tuple[float | None, Floats], norm: NormName) -> dict[str, Any]:
    """Whether the smallest change just reaches the boundary, and how much longer every other way is."""
    size, eta = found
    if size is None or len(net.layers) > 1:
        return {}
    three = scores_of(net, x + np.array([[0.0], [0.999], [1.001]]) * eta).argmax(-1)
    v = net.layers[0].W[:, 1] - net.layers[0].W[:, 0]
    angle = 2 * np.pi * (np.arange(_WAYS) + 0.5) / _WAYS
    ways = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    ways /= size_of(ways, norm)[:, None]
    gain = np.abs(ways @ v).max()
    return {
        "flips_before": bool(three[1] != three[0]),
        "flips_beyond": bool(three[2] != three[0]),
        "other_ways": float(abs(eta @ v) / (gain * size)) if size and gain else None,
    }


def by_hand(net: Net, x: Floats, norm: NormName) -> dict[str, Any]:
    """What the line by hand is made of: the margin of a linearisation at the point, and its slope."""
    seen = seen_by(net, x[None])
    slopes = score_slopes(net, seen)
    v = (slopes[0] - slopes[1])[0]
    gap = float(abs(seen.out[0, 0] - seen.out[0, 1]))
    a, b = v.tolist()
    match norm:
        case "linf":
            text, size = f"{signed(abs(a), 3)} + {signed(abs(b), 3)}", abs(a) + abs(b)
        case "l2":
            text, size = f"√({signed(a, 3)}² + {signed(b, 3)}²)", float(np.hypot(a, b))
        case "l1":
            text, size = signed(max(abs(a), abs(b)), 3), max(abs(a), abs(b))
    return {"gap": gap, "slope_size": size, "slope_sum": text, "first_step": gap / size if size else None}
