"""The view of a curve through points: residuals as squares, errors against the degree or the ridge, ridge paths."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.linear_models import Params, exact
from playground.concepts.linear_models.problem import (
    Errors,
    Problem,
    alphas_of,
    columns_of,
    design,
    errors_of,
    features_of,
    path_of,
    problem_of,
)
from playground.concepts.linear_models.state import Data, State
from playground.engine.kit.arrays import Floats
from playground.engine.kit.linear_models import extended, powers
from playground.figures import editing
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Layer, Level, Lines, Points, Regions
from playground.figures.values import Range
from playground.texts.sums import products

HINT = "Drag a point and watch the line; click adds one, Alt and click takes one away"
REACH = 1.25
_GRID = np.linspace(-REACH, REACH, 241)
_LOWEST = -7.0  # log10 of errors that are drawn
_MOST_LINES = 12  # of a ridge path


def fit(params: Params, data: Data, state: State) -> Drawn:
    """The points with the exact fit and the one in descent, and how good they are elsewhere."""
    found = problem_of(params, data)
    side = _third(params, data, found)
    figure = Figure(
        plots=(_plane(params, data, state, found), errors_plot(params, errors_of(params, data)), side), hint=HINT
    )
    return Drawn(figure, numbers_of(params, data, found) | _by_hand(params, data, found))


def _curve(theta: Floats, degree: int) -> Floats:
    values = powers(_GRID, degree) @ np.append(theta[-1], theta[:-1])
    return np.asarray(np.clip(values, -50.0, 50.0), dtype=np.float64)


def _plane(params: Params, data: Data, state: State, found: Problem) -> Plot:
    across, up = columns_of(params, data)
    x, y, train = data.X.numpy()[:, across], found.y, found.train
    fitted = extended(found.F) @ found.theta
    name_y = data.names[up]
    robust = params.rho != "squared"
    layers: list[Layer] = [
        Regions(
            name="squares",
            xy=_areas(params, x[train], y[train], fitted[train]) if params.squares else np.zeros((0, 2)),
            values=np.zeros(int(train.sum()) if params.squares else 0, dtype=np.int64),
            classes=True,
            key=_AREAS[params.rho],
        ),
        Lines(
            name="residuals",
            role="muted",
            xy=np.stack([x, fitted, x, y], 1),
            found=False,
            symbol="r",
            key="residuals",
        ),
    ]
    if robust:
        layers.append(
            Curve(name="squared", role="theory", x=_GRID, y=_curve(_squared(found), params.degree), key="least squares")
        )
    layers += [
        Curve(
            name="descent",
            role="second",
            x=_GRID,
            y=_curve(state.theta.numpy()[0], params.degree),
            key="gradient descent so far",
        ),
        Curve(name="fit", x=_GRID, y=_curve(found.theta, params.degree), symbol="f", outcome=True, key="exact fit"),
        Points(
            name="points",
            role="slot2",
            xy=np.stack([x, y], 1),
            ids=data.ids,
            hollow=~train,
            hover="{x:2}, {y:2}",
            symbol="y",
            key="points; hollow ones are held out" if params.share > 0 else "points",
        ),
    ]
    home = Axis(range=Range(-REACH, REACH), label=data.names[across])
    return Plot(
        name="plane",
        title=f"{_TITLES[params.rho]}, degree {{degree}}",
        unit="mean squared residual {mse}",
        badge="exact",
        main=True,
        plane=True,
        zoom=True,
        x=home,
        y=Axis(range=Range(-REACH, REACH), label=name_y),
        layers=tuple(layers),
        mouse=(editing.move(), editing.add("add a point", "1"), editing.delete()),
        empty=len(data.y) > 0,
        empty_text="Click to put points",
        empty_keys="click",
    )


_AREAS = {
    "squared": "squares of the residuals",
    "huber": "area: twice the loss of a residual",
    "absolute": "all pull alike",
}
_TITLES = {"squared": "Least squares", "huber": "Huber's loss", "absolute": "Least absolute values"}


def _squared(found: Problem) -> Floats:
    """The ridge fit by squares, intercept last."""
    if found.solved is None:
        return np.zeros_like(found.theta)
    path = exact.ridge_path(found.solved, np.array([found.alpha]))
    return np.append(path.coef[0], path.intercept[0])


def _areas(params: Params, x: Floats, y: Floats, fitted: Floats) -> Floats:
    """A rectangle at each residual, as high as it is and as wide that its area is twice its loss, (5 n, 2)."""
    r = y - fitted
    if not len(r):
        return np.zeros((0, 2))
    size = np.abs(r)
    wide = 2 * exact.loss_of(params.rho, r, params.delta) / np.maximum(size, 1e-12)
    if params.rho == "absolute":
        wide = np.full_like(size, 0.03)
    wide = np.minimum(wide, 2 * REACH) * np.where(x > 0, -1.0, 1.0)
    gap = np.full_like(x, np.nan)
    corners = [(x, fitted), (x + wide, fitted), (x + wide, y), (x, y), (gap, gap)]
    return np.stack([np.stack(one, 1) for one in corners], 1).reshape(-1, 2)[:-1]


def _log(errors: Floats) -> Floats:
    with np.errstate(all="ignore"):
        return np.where(np.isfinite(errors), np.log10(np.maximum(errors, 10**_LOWEST)), np.nan)


def errors_plot(params: Params, errors: Errors) -> Plot:
    """The errors on the rows learnt from, left out in turn and held out, as log10."""
    over_degree = params.mode == "fit" and params.against == "degree"
    here = float(params.degree) if over_degree else float(np.log10(params.ridge))
    return Plot(
        name="errors",
        title="Error against the degree" if over_degree else "Error against the ridge",
        unit="left out in turn {loo}",
        badge="exact",
        x=Axis(label="degree", whole=True) if over_degree else Axis(label="α", log=True),
        y=Axis(range=Range(-4.0, 1.0), log=True),
        layers=(
            Level(name="here", role="now", value=here, across="vertical"),
            Curve(name="train", role="slot2", x=errors.at, y=_log(errors.train), markers=over_degree, key="training"),
            Curve(
                name="loo",
                role="hero",
                x=errors.at,
                y=_log(errors.loo),
                markers=over_degree,
                outcome=True,
                key="leave one out",
            ),
            Curve(
                name="test",
                role="slot4",
                x=errors.at,
                y=_log(errors.test),
                markers=over_degree,
                outcome=True,
                key="held out" if params.share > 0 else "",
            ),
        ),
    )


def _third(params: Params, data: Data, found: Problem) -> Plot:
    """The ridge path of squares; of a robust loss the loss itself with the residuals on it."""
    return ridge_plot(params, data) if params.rho == "squared" else _rho(params, found)


def _rho(params: Params, found: Problem) -> Plot:
    r = np.linspace(-1.6, 1.6, 161)
    own = (found.y - extended(found.F) @ found.theta)[found.train]
    own = own[np.abs(own) < 1.6]
    return Plot(
        name="rho",
        title="The loss of a residual",
        unit="ρ(r)",
        badge="exact",
        x=Axis(label="residual", range=Range(-1.6, 1.6)),
        y=Axis(range=Range(-0.05, 1.3)),
        layers=(
            Curve(name="square", role="theory", x=r, y=0.5 * r * r, text="r²/2"),
            Curve(name="rho", x=r, y=exact.loss_of(params.rho, r, params.delta), symbol="ρ", key="ρ"),
            Points(
                name="own",
                role="slot2",
                xy=np.stack([own, exact.loss_of(params.rho, own, params.delta)], 1),
                key="the residuals",
            ),
        ),
    )


def ridge_plot(params: Params, data: Data) -> Plot:
    """Every weight against the penalty."""
    path = path_of(params, data)
    at = alphas_of()
    if params.mode == "features":
        names = [data.names[column] for column in features_of(params, data)]
    else:
        names = [f"w{_LOW[k]}" for k in range(1, params.degree + 1)]
    drawn = min(len(names), _MOST_LINES)
    layers: list[Layer] = [
        Level(name="zero", role="muted", value=0.0),
        Level(name="here", role="now", value=float(np.log10(params.ridge)), across="vertical"),
    ]
    for k in range(drawn):
        shown = at if path is not None else np.zeros(0)
        values = np.arcsinh(path.coef[:, k]) if path is not None else np.zeros(0)
        layers.append(
            Curve(name=f"w{k + 1}", role=_SLOTS[k % 8], x=shown, y=values, symbol="w" if k == 0 else "", key=names[k])
        )
    return Plot(
        name="ridge",
        title="Ridge path",
        unit="arsinh of each weight; {free} degrees of freedom",
        badge="exact",
        x=Axis(label="α", log=True, range=Range(-6.2, 2.2)),
        y=Axis(zero=True),
        layers=tuple(layers),
    )


_LOW = (*"₀₁₂₃₄₅₆₇₈₉", "₁₀", "₁₁", "₁₂")
_SLOTS: tuple[Any, ...] = ("slot1", "slot2", "slot3", "slot4", "slot5", "slot6", "slot7", "slot8")


def numbers_of(params: Params, data: Data, found: Problem) -> dict[str, Any]:
    """What is read of the exact fit."""
    if found.solved is None:
        none = dict.fromkeys(("best", "mse", "loo", "test", "free", "slope", "condition"))
        return {**none, "learns": False, "told_loo": False, "told_free": False}
    fitted = extended(found.F) @ found.theta
    r = found.y - fitted
    path = exact.ridge_path(found.solved, np.array([found.alpha]))
    loo = exact.left_out(found.y[found.train], path.fitted[0], path.hats[0])
    squared = params.rho == "squared" or params.mode == "features"
    mse = float((r[found.train] ** 2).mean())
    one = params.mode == "bowl" or (params.mode == "fit" and params.degree == 1)
    told = squared and bool(np.isfinite(loo).all())
    return {
        "learns": True,
        "told_loo": told,
        "told_free": squared,
        "best": found.best,
        "mse": mse,
        "loo": float((loo**2).mean()) if told else None,
        "test": None if found.train.all() else float((r[~found.train] ** 2).mean()),
        "free": float(path.free[0]) if squared else None,
        "slope": float(found.theta[0]) if one else None,
        "intercept": float(found.theta[-1]),
        "condition": found.L / found.mu if found.mu > 1e-12 * found.L else None,
        "interpolates": mse < 1e-16,
        "count": len(data.y),
        "robust": not squared,
        "held": int((~found.train).sum()),
    }


def _by_hand(params: Params, data: Data, found: Problem) -> dict[str, Any]:
    """The residual of one point written out: the largest one."""
    if not found.train.any():
        return {"short": False}
    r = found.y - extended(found.F) @ found.theta
    row = int(np.where(found.train, np.abs(r), -1.0).argmax())
    factors = np.append(
        design(params, data.X.numpy()[row : row + 1, columns_of(params, data)[0]], params.degree)[0], 1.0
    )
    decimals = 4 if params.degree > 2 else 3
    return {"short": params.degree <= 3, **residual_lines(found, row, factors, decimals + 1)}


def residual_lines(found: Problem, row: int, factors: Floats, decimals: int) -> dict[str, Any]:
    """What the notes work out of one row: its prediction, its residual and the square of that."""
    fitted = float(extended(found.F)[row] @ found.theta)
    r = float(found.y[row]) - fitted
    told = {"at_fit": fitted, "at_y": float(found.y[row]), "at_r": r, "at_square": r * r}
    return {"at_line": products(found.theta, factors, decimals), **told}
