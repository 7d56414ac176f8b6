"""Two nets from one start, trained in two ways: how sharp each ends, and the loss on the line between them."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from playground.concepts.flat_sharp import Params
from playground.concepts.flat_sharp.digits_net import FAR, first_weights, landscape
from playground.concepts.flat_sharp.state import Data, Info, MinimaRun
from playground.engine.frame import Status
from playground.engine.kit.arrays import Floats
from playground.engine.kit.curvature import Landscape, lanczos, squared
from playground.engine.kit.dense.layout import length
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Level, Points, Trace

SIZES = (64, 32, 10)
LENGTH = length(SIZES)
COUNT, NEW = 500, 1000
PLACES = np.linspace(-0.5, 1.5, 33)
_RAYS = 10
_FIRST_RAYS = 20
_INNER = 20
"""Iterations of the inner walk of entropy-SGD."""
_PULL = 0.1
_KEPT = 0.75
MEMORY = 100
"""About how many of the last iterates an average is of."""
MOST_WORK = 12_000


def begin(params: Params, data: Data, ctx: Ctx) -> MinimaRun:
    """Both nets at one start."""
    theta = first_weights(SIZES, ctx)
    both = np.stack([theta, theta])
    rays = ctx.randn(2, LENGTH).double().numpy()
    return _seen(data, both, both, both, rays, 0, _FIRST_RAYS, lost=False)


def iterations(params: Params) -> int:
    """As many as were asked for, as long as they fit into the time of a step."""
    work = params.left_batch * (1 + (params.left == "sam")) + params.right_batch * (1 + (params.right == "sam"))
    return max(1, min(params.iterations, MOST_WORK // work))


def advance(params: Params, data: Data, run: MinimaRun, ctx: Ctx) -> MinimaRun:
    """Some iterations of each net on batches of its own size, and a look at both."""
    if run.lost:
        return run
    land = landscape(data.X, data.Y, SIZES)
    thetas, anchors, means = (part.numpy().copy() for part in (run.thetas, run.anchors, run.means))
    ways = (params.left, params.left_batch), (params.right, params.right_batch)
    lost, count = False, iterations(params)
    with np.errstate(all="ignore"):
        for done in range(count):
            order = ctx.randperm(COUNT).numpy()
            for k, (rule, size) in enumerate(ways):
                give_way()
                batch = land if size >= COUNT else _batch(land, order[:size])
                number = run.taken + done
                thetas[k], anchors[k], means[k] = _iteration(
                    params, rule, batch, thetas[k], anchors[k], means[k], number
                )
            if not np.abs(thetas).max() < FAR:
                lost = True
                break
    if lost:
        return run._replace(lost=True)
    return _seen(data, thetas, anchors, means, run.rays.numpy(), run.taken + count, _RAYS, lost=False, params=params)


def _batch(land: Landscape, chosen: Any) -> Landscape:
    return land._replace(X=land.X[chosen], target=land.target[chosen], loss=squared(2.0 / (10 * len(chosen))))


def slope_of(rule: str, land: Landscape, theta: Floats, rho: float) -> Floats:
    """The gradient that a step takes: here, or for SAM at the end of the ascent, (P,)."""
    g = land.gradient(theta)[1]
    size = float(np.linalg.norm(g))
    if rule != "sam" or size == 0.0:
        return g
    return land.gradient(theta + rho / size * g)[1]


def _iteration(
    params: Params, rule: str, land: Landscape, theta: Floats, anchor: Floats, mean: Floats, number: int
) -> tuple[Floats, Floats, Floats]:
    """Weights, anchor and running mean after one iteration."""
    g = slope_of(rule, land, theta, params.rho)
    if rule != "entropy":
        theta = theta - params.rate * g
        if rule == "average":
            mean = mean + (theta - mean) / min(number + 1, MEMORY)
        return theta, anchor, mean
    # The walk begins at the anchor, is pulled back to it, and at its end the anchor goes to where it was on average.
    theta = theta - params.rate * (g + _PULL * (theta - anchor))
    mean = _KEPT * mean + (1.0 - _KEPT) * theta
    if number % _INNER == _INNER - 1:
        return mean, mean, mean
    return theta, anchor, mean


def shown(params: Params, run: MinimaRun) -> Floats:
    """The weights that count: of entropy-SGD the anchor, of averaging the mean, (2, P)."""
    return _counting((params.left, params.right), run.thetas.numpy(), run.anchors.numpy(), run.means.numpy())


def _counting(rules: tuple[str, str], thetas: Floats, anchors: Floats, means: Floats) -> Floats:
    kinds = {"entropy": anchors, "average": means}
    return np.stack([kinds.get(rule, thetas)[k] for k, rule in enumerate(rules)])


def _seen(
    data: Data,
    thetas: Floats,
    anchors: Floats,
    means: Floats,
    rays: Floats,
    taken: int,
    count: int,
    *,
    lost: bool,
    params: Params | None = None,
) -> MinimaRun:
    land, new = landscape(data.X, data.Y, SIZES), landscape(data.X_new, data.Y_new, SIZES)
    both = thetas if params is None else _counting((params.left, params.right), thetas, anchors, means)
    found = []
    for theta, ray in zip(both, rays, strict=True):
        bent = land.curvature(theta)
        pairs = lanczos(bent.times, ray, count, 2)
        right = float((new.outputs(theta).argmax(1) == new.target.argmax(1)).mean())
        found.append((float(pairs.values[0]), bent.loss, right, pairs.vectors.sum(0)))
    section = np.empty((2, len(PLACES)))
    for k, t in enumerate(PLACES):
        give_way()
        theta = (1.0 - t) * both[0] + t * both[1]
        section[:, k] = land.value(theta), new.value(theta)
    (a, b) = found
    return MinimaRun(
        torch.from_numpy(thetas.copy()),
        torch.from_numpy(anchors.copy()),
        torch.from_numpy(means.copy()),
        torch.from_numpy(np.stack([a[3], b[3]])),
        (a[0], b[0]),
        (a[1], b[1]),
        (a[2], b[2]),
        torch.from_numpy(section),
        taken,
        lost,
    )


def record(run: MinimaRun) -> Info:
    """Losses and sharpness of both."""
    status: Status = "diverging" if run.lost else "running"
    return Info(
        status,
        run.taken,
        run.losses[1],
        run.sharpness[1],
        left_loss=run.losses[0],
        left_sharpness=run.sharpness[0],
    )


def observe(params: Params, run: MinimaRun) -> Drawn:
    """The line between both nets, and how sharp, how good and how right each is."""
    section, middle = run.section.numpy(), len(PLACES) // 2
    a, b = run.sharpness
    between = float(section[0, middle])
    names = tuple(
        {"sgd": f"batch {size}", "sam": f"SAM, batch {size}", "entropy": "entropy-SGD", "average": "averaged"}[rule]
        for rule, size in ((params.left, params.left_batch), (params.right, params.right_batch))
    )
    numbers: dict[str, Any] = {
        "iteration": run.taken,
        "limit": 2.0 / params.rate,
        "sharpness": b,
        "left_sharpness": a,
        "sharper": a / b if b else None,
        "loss": run.losses[1],
        "left_loss": run.losses[0],
        "accuracy": run.accuracies[1],
        "left_accuracy": run.accuracies[0],
        "accuracy_gap": run.accuracies[0] - run.accuracies[1],
        "middle_loss": between,
        "middle_gain": min(run.losses) - between,
        "average_gain": run.losses[1] - run.losses[0],
        "left_words": names[0],
        "right_words": names[1],
        "per_step": iterations(params),
        "weight_count": LENGTH,
    }
    return Drawn(
        Figure(
            plots=(_between(run, section), _sharpness(names), _losses(names), _bars(run, names)),
            hint="Press space to train both from one start",
        ),
        numbers,
    )


def _between(run: MinimaRun, section: Floats) -> Plot:
    ends = np.array([[0.0, run.losses[0]], [1.0, run.losses[1]]])
    return Plot(
        name="between",
        title="The loss on the line through both nets",
        unit="mean of (out − wanted)²",
        main=True,
        x=Axis(label="t of (1 − t)·first + t·second", range=(-0.5, 1.5)),
        badge="exact",
        layers=(
            Curve(name="new", role="muted", x=PLACES, y=section[1], key="on new digits"),
            Curve(name="train", role="second", x=PLACES, y=section[0], key="on the digits that are learnt"),
            Level(name="first", role="slot1", value=0.0, across="vertical", text="{left_words}"),
            Level(name="second", role="slot2", value=1.0, across="vertical", text="{right_words}"),
            Points(name="nets", role="now", xy=ends, key="both nets"),
            Points(
                name="middle",
                role="theory",
                xy=np.array([[0.5, section[0, len(PLACES) // 2]]]),
                key="their mean",
                text="{middle_loss}",
            ),
        ),
    )


def _sharpness(names: tuple[str, ...]) -> Plot:
    return Plot(
        name="sharpness",
        title="Sharpness",
        unit="largest eigenvalue, all digits",
        x=Axis(label="step", whole=True),
        y=Axis(zero=True),
        badge="exact",
        layers=(
            Level(name="limit", role="theory", value="limit", text="2/η = {limit}", symbol="2/η"),
            Trace(name="first", role="slot1", series="left_sharpness", text=names[0], outcome=True),
            Trace(name="second", role="slot2", series="sharpness", text=names[1], outcome=True, symbol="λ"),
        ),
    )


def _losses(names: tuple[str, ...]) -> Plot:
    return Plot(
        name="losses",
        title="Loss",
        x=Axis(label="step", whole=True),
        y=Axis(log=True),
        badge="exact",
        layers=(
            Trace(name="first", role="slot1", series="left_loss", text=names[0], log=True, outcome=True),
            Trace(name="second", role="slot2", series="loss", text=names[1], log=True, outcome=True),
        ),
    )


def _bars(run: MinimaRun, names: tuple[str, ...]) -> Plot:
    return Plot(
        name="right",
        title="New digits got right",
        x=Axis(range=(0.0, 1.15)),
        badge="exact",
        layers=(
            Bars(
                name="right",
                heights=np.array(run.accuracies),
                labels=np.array([0, 1]),
                names=names,
                across="horizontal",
                text="{heights}",
                outcome=True,
            ),
        ),
    )
