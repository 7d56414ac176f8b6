"""The view of the plane: both nets in lockstep, the ball round a point that is dragged, and the attack's way in it."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.attacks import Params
from playground.concepts.attacks.attack import Attacked, attacked
from playground.concepts.attacks.attacking import Net, NormName, deepfool, score_slopes, scores_of, seen_by, size_of
from playground.concepts.attacks.data import REACH, Data
from playground.concepts.attacks.nearest import WIDE, boundary, margins, smallest
from playground.concepts.attacks.picture import learning, way
from playground.concepts.attacks.state import State, dividers, epsilon
from playground.engine.kit.arrays import Floats
from playground.engine.kit.newest import Newest
from playground.figures import editing
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Image, Layer, Lines, Points, Ring
from playground.texts.sums import signed, total

PUT = Mouse(on="drag", target="point", kind="put", take={"x": "x", "y": "y"}, label="move the attacked point")
EDIT = (
    PUT,
    editing.add("add a blue point", "blue"),
    editing.add("add an orange point", "orange", on="shift+click"),
    editing.draw("draw blue points", "blue"),
    editing.delete(),
)
_RANGE = Axis(range=(-REACH, REACH), ticks=False)
_CORNERS = 72
_WAYS = 360
_FIELDS: Newest[tuple[Floats, list[Floats]]] = Newest()
_NAMES = ("standard", "robust")


def fields(params: Params, state: State) -> tuple[Floats, list[Floats]]:
    """Both nets on the grid, (2, cells, cells), and their boundaries; kept while the weights stay."""

    def make() -> tuple[Floats, list[Floats]]:
        f = margins(dividers(params, state))
        return f, [boundary(f[0]), boundary(f[1])]

    return _FIELDS.of(state.divider.theta, params.net, make)


def observe(params: Params, data: Data, state: State) -> Drawn:
    """Two planes, the distances, the loss on the way, and how the nets learn."""
    nets, both = dividers(params, state), attacked(params, state)
    f, pieces = fields(params, state)
    x, norm = state.point.numpy(), params.norm
    found = [smallest(nets.of(k), pieces[k], x, norm) for k in (0, 1)]
    pushed = deepfool(nets.of(0), x[None], norm)
    standard, robust = both
    numbers: dict[str, Any] = {
        "standard_flips": standard.flips,
        "robust_flips": robust.flips,
        "noise_flips": standard.says[0] != standard.says[2],
        "change_size": standard.size,
        "robust_size": robust.size,
        "loss_before": float(standard.losses[0]),
        "loss_after": float(standard.losses[-1]),
        "odds": total(np.exp(standard.scores - standard.scores.max()).tolist(), 4),
        "climbs": float((np.diff(standard.losses) >= -1e-12).mean()),
        "distance": found[0][0],
        "robust_distance": found[1][0],
        "deepfool_size": float(size_of(pushed.eta[0], norm)),
        "deepfool_steps": float(pushed.steps[0]),
        **_exactness(nets.of(0), x, found[0], norm),
        **by_hand(nets.of(0), x, norm),
    }
    planes = tuple(
        Plot(
            name=name,
            title=f"{name.capitalize()} net",
            unit="smallest change {distance}" if k == 0 else "smallest change {robust_distance}",
            main=True,
            plane=True,
            badge="exact",
            x=_RANGE,
            y=_RANGE,
            layers=(*ground(data, f[k], pieces[k], pieces[1 - k]), *_over(params, x, both[k], found[k][1])),
            mouse=EDIT,
        )
        for k, name in enumerate(_NAMES)
    )
    sizes = [numbers["distance"], numbers["deepfool_size"], standard.size, numbers["robust_distance"], robust.size]
    bars = Plot(
        name="sizes",
        title="Sizes of changes",
        unit="in the chosen norm; the ball's radius is {radius}",
        badge="exact",
        x=Axis(zero=True),
        layers=(
            Bars(
                name="sizes",
                heights=np.array([np.nan if one is None else one for one in sizes]),
                names=("smallest", "DeepFool", "attack", "least, robust", "attack, robust"),
                across="horizontal",
                text="{heights}",
                outcome=True,
            ),
        ),
    )
    hint = "Drag the point, turn the radius of the ball, press space to train"
    return Drawn(
        Figure(plots=(*planes, bars, way(both, "of the class given at first"), learning()), hint=hint), numbers
    )


def ground(data: Data, f: Floats, pieces: Floats, other: Floats) -> tuple[Layer, ...]:
    """How sure a net is, its boundary and that of the other net, and the points."""
    reach = WIDE * REACH
    return (
        Image(
            name="sure",
            z=-np.tanh(0.5 * f[::-1]),
            extent=np.array([-reach, reach, -reach, reach]),
            color_map="diverging",
            levels=(-3.5, 3.5),
            smooth=True,
            frame=False,
            outcome=True,
            symbol="f",
        ),
        Points(name="points", role="class", xy=data.X, labels=(data.y < 0).long(), ids=data.ids, size=0.7),
        Lines(
            name="other",
            role="ghost",
            xy=other,
            dash="dashed",
            halo=False,
            found=False,
            outcome=True,
            key="of the other net",
        ),
        Lines(
            name="boundary", role="hero", xy=pieces, dash="solid", halo=False, found=False, outcome=True, key="boundary"
        ),
    )


def _over(params: Params, x: Floats, one: Attacked, eta: Floats) -> tuple[Layer, ...]:
    """The ball, the smallest change, the attack's way, and the point."""
    shown = params.method != "deepfool"
    return (
        Lines(
            name="ball",
            role="theory",
            xy=x + ball(epsilon(params), params.norm),
            dash="solid",
            halo=False,
            found=False,
            show=shown,
            key="ball",
        ),
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
