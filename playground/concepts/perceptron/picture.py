"""What is shown of a state: the plane, the vector sum, the space of the weights, Cover's curves, and all metrics."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import log10

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.cover import log_number, share
from playground.concepts.perceptron.data import Data
from playground.concepts.perceptron.geometry import Point, clipped, projected, ranges, round_up
from playground.concepts.perceptron.gestures import arrow, plane_range
from playground.concepts.perceptron.problem import bound_without_one
from playground.concepts.perceptron.state import State, deciding, in_use, true_weights
from playground.concepts.perceptron.stepping import Info, promised, reading
from playground.concepts.perceptron.words import class_words, line_words, novikoff_words, period_words
from playground.engine.frame import Scalar, View

Shown = dict[str, Tensor | Scalar]

MOST_WRITTEN_OUT = 4
COVER_POINTS = 40
_NOWHERE = torch.zeros(2, dtype=torch.float64)
_NO_LINE = torch.zeros(3, dtype=torch.float64)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View) -> Mapping[str, Tensor | Scalar]:
    """Metrics always, the arrays of the plane always, those of the other views in their modes."""
    w = in_use(params, state) / state.per
    shown = _metrics(params, data, state, info, w)
    shown |= _plane(params, data, state, info, w)
    shown |= _last_update(params, data, state, info)
    if params.mode == "weights":
        shown |= _weight_space(params, data, state, info, view)
        shown |= _promise(state)
    if params.mode == "cover":
        shown |= _cover_curves(state.problem.A.shape[1])
        shown |= {"cover_words": "", **{f"other_{d}": state.problem.A.shape[1] != d for d in (5, 10, 15)}}
    return shown


# ---- numbers


def _metrics(params: Params, data: Data, state: State, info: Info | None, w: Tensor) -> Shown:
    problem, start = state.problem, state.start
    errors, margin = reading(problem, deciding(params, state))
    low, high = promised(state)
    visited = info is not None and 0 <= info.row < len(data.y)
    updated = info is not None and info.updated
    label = float(data.y[info.row]) if info is not None and visited else 0.0
    few = len(w) <= MOST_WRITTEN_OUT
    distance = _distance(params, state, w, margin)
    plain_start = start.updates == 0 and start.squared == 0.0
    unbounded = len(data.y) > 0 and not problem.separable
    return {
        "updates": state.updates,
        "errors": errors,
        "margin": margin,
        "max_margin": problem.margin if problem.separable and len(data.y) else None,
        "separable": problem.separable if len(data.y) else None,
        "converged": state.converged,
        "period": state.period,
        "epochs": state.epochs,
        "seen": state.seen,
        "R": problem.R,
        "bound": start.bound,
        "bound_note": "" if start.bound is None else f"≤ {start.bound:,.1f}",
        "bound_without_one": bound_without_one(data) if params.data == "offset pair" and params.bias else None,
        "start_updates": start.updates,
        "pass_mistakes": state.last_pass,
        "distance": distance,
        "clearance": distance if distance is not None and distance > 0.0 else None,
        "margin_gap": problem.gap,
        "proved": problem.certain,
        "version_share": problem.share,
        "alignment": state.along / state.rate if problem.separable else None,
        "alignment_low": low,
        "length": state.length / state.rate,
        "length_high": high,
        "points": len(data.y),
        "signed_rate": state.rate * label if updated else None,
        "b": float(w[-1]) if params.bias else 0.0,
        "row": info.row if info is not None and visited else None,
        "updated": updated,
        "passed_by": visited and not updated,
        "blue_mistake": updated and label > 0,
        "orange_mistake": updated and label < 0,
        "written_out": updated and few,
        "wide": not few,
        "with_bias": params.bias,
        "plain_start": plain_start and start.bound is not None,
        "moved_start": not plain_start and start.bound is not None,
        "cycling": state.period is not None,
        "acted": not plain_start,
        "inseparable": unbounded,
        "unbounded": unbounded,
        "novikoff": novikoff_words(len(data.y), start.bound),
        "period_name": period_words(state.period),
        "verdict": "no line separates these points" if unbounded else "a line separates these points",
        "weights": len(w),
        "arrow_shown": data.X.shape[1] <= 2,
        "arrow_name": "w" if bool(w.any()) else "w = 0",
        "blue_name": data.classes[0],
        "orange_name": data.classes[1],
        "classes": class_words(data.classes),
        "line_name": line_words(params.variant),
    }


def _distance(params: Params, state: State, w: Tensor, margin: float | None) -> float | None:
    """The smallest y (w.x + b) / |w|: the margin measured with |w| alone."""
    length = float(torch.linalg.vector_norm(w[:-1] if params.bias else w))
    if margin is None or length == 0.0:
        return None
    return margin * float(torch.linalg.vector_norm(w)) / length


# ---- the plane of the data


def _plane(params: Params, data: Data, state: State, info: Info | None, w: Tensor) -> Shown:
    features = data.X.shape[1]
    labels = (data.y < 0).to(torch.int32)
    common: Shown = {"labels": labels, "ids": data.ids, "weight_image": _image(w[:features])}
    flat = _flat(params, data, state, info, w) if features <= 2 else _from_aside(params, data, w)
    points = flat["plane_points"]
    assert isinstance(points, Tensor)
    at = info.row if info is not None and 0 <= info.row < len(points) else None
    return common | flat | {"visited_point": _NOWHERE if at is None else points[at]}


def _flat(params: Params, data: Data, state: State, info: Info | None, w: Tensor) -> Shown:
    """One or two features: the plane is their own."""
    features = data.X.shape[1]
    points = data.X if features == 2 else torch.cat([data.X, torch.zeros_like(data.X)], 1)
    tail, vector = arrow(params, data, state)
    newest, moves = true_weights(state), params.variant != "classic"
    line = _line(params, w, features)
    window = data.window if params.mode == "cover" else plane_range(data, tail, vector)
    away, far = _away(data, line, tail)
    updated = info is not None and info.updated
    return {
        "plane_points": points,
        "boundary": line,
        "newest": _line(params, newest, features) if moves and not torch.equal(newest, w) else _NO_LINE,
        "before": _line(params, info.before, features) if info is not None and updated else _NO_LINE,
        "arrow_tail": tail,
        "arrow": vector,
        "plane_x": window[:2],
        "plane_y": window[2:],
        "line_far": far,
        "line_distance": away,
        "x_name": data.names[0],
        "y_name": data.names[1] if features == 2 else "no second feature",
    }


def _from_aside(params: Params, data: Data, w: Tensor) -> Shown:
    """More features: the boundary seen edge-on, with the main spread of the points along it."""
    features = data.X.shape[1]
    flat = projected(data.X, w[:features], float(w[-1]) if params.bias else 0.0)
    known = bool(w[:features].any())
    corners: list[Point] = [(x, y) for x, y in flat.tolist()]
    across, up = ranges(corners)
    return {
        "plane_points": flat,
        "boundary": torch.tensor([1.0 if known else 0.0, 0.0, 0.0], dtype=torch.float64),
        "newest": _NO_LINE,
        "before": _NO_LINE,
        "arrow_tail": _NOWHERE,
        "arrow": _NOWHERE,
        "line_far": False,
        "line_distance": None,
        "plane_x": torch.tensor(across, dtype=torch.float64),
        "plane_y": torch.tensor(up, dtype=torch.float64),
        "x_name": "signed distance to the boundary" if known else "first principal direction",
        "y_name": "main spread along the boundary" if known else "second principal direction",
    }


def _away(data: Data, line: Tensor, tail: Tensor) -> tuple[float | None, bool]:
    """How far the line is from the middle of the window, and whether the arrow does not stand on it for that."""
    length = float(torch.linalg.vector_norm(line[:2]))
    if length == 0.0:
        return None, False
    middle = data.window.reshape(2, 2).mean(1)
    from_tail = abs(float(line[:2] @ tail + line[2])) / length
    size = float((data.window[1::2] - data.window[::2]).max())
    return abs(float(line[:2] @ middle + line[2])) / length, from_tail > 1e-6 * size


def _line(params: Params, w: Tensor, features: int) -> Tensor:
    """w1, w2, b as a line of the plane."""
    line = torch.zeros(3, dtype=torch.float64)
    line[:features] = w[:features]
    if params.bias:
        line[2] = w[-1]
    return line


def _image(w: Tensor) -> Tensor:
    """The weights as votes for the orange class, which is the warm end of the colour map."""
    return -w.reshape(8, 8) if len(w) == 64 else -w[None, :]


# ---- the last update


def _last_update(params: Params, data: Data, state: State, info: Info | None) -> Shown:
    """The weights before and after with the point, in numbers and as a sum of plane vectors."""
    after = true_weights(state)
    before = info.before if info is not None and info.updated else after
    updated = info is not None and info.updated and 0 <= info.row < len(data.y)
    point = torch.zeros_like(after)
    if info is not None and updated:
        point = data.y[info.row] * state.problem.A[info.row] / state.problem.scale
    features = data.X.shape[1]
    old, step = _in_their_plane(before[:features], (after - before)[:features])
    corners: list[Point] = [(x, y) for x, y in (old.tolist(), (old + step).tolist())]
    across, up = ranges(corners, least=0.5 * state.rate * state.problem.R)
    return {
        "w_before": before,
        "w_after": after,
        "x_visited": point,
        "sum_before": old,
        "sum_step": step,
        "sum_after": old + step,
        "sum_x": torch.tensor(across, dtype=torch.float64),
        "sum_y": torch.tensor(up, dtype=torch.float64),
    }


def _in_their_plane(old: Tensor, step: Tensor) -> tuple[Tensor, Tensor]:
    """Two vectors of many entries in the plane that they span, the first one along its first axis."""
    if len(old) == 2:
        return old, step
    first = old if bool(old.any()) else step
    length = torch.linalg.vector_norm(first)
    axis = first / length if float(length) > 0.0 else first
    along = axis @ step
    aside = torch.linalg.vector_norm(step - along * axis)
    return torch.stack([axis @ old, torch.zeros_like(along)]), torch.stack([along, aside])


# ---- the space of the weights


def _promise(state: State) -> Shown:
    """Novikoff's floor and ceiling from where the argument starts, to their meeting or twice as far as the run is."""
    start, problem = state.start, state.problem
    since = state.updates - start.updates
    end = round_up(max(10.0, 2.0 * since))
    if start.bound is not None:
        end = min(end, start.bound - start.updates)
    t = torch.linspace(0.0, end, 101, dtype=torch.float64)
    low = start.along / state.rate + t * problem.margin
    return {
        "promise_t": t + start.updates,
        "promise_low": low if problem.separable else t[:0],
        "promise_high": torch.sqrt(start.squared / state.rate**2 + t * problem.R**2),
    }


def _weight_space(params: Params, data: Data, state: State, info: Info | None, view: View) -> Shown:
    if data.X.shape[1] != 2:
        return _no_weight_space()
    w = true_weights(state)
    bias = float(w[2]) if params.bias else 0.0
    tail = info.before[:2] if info is not None and info.updated else w[:2]
    best = _best_in_slice(params, state, bias)
    corners: list[Point] = [(x, y) for x, y in (w[:2].tolist(), tail.tolist(), best.tolist())]
    across, up = ranges(corners, least=0.5 * state.rate * state.problem.R)
    signed = state.problem.A / state.problem.scale
    lines = torch.cat([data.X, torch.full((len(data.y), 1), bias, dtype=torch.float64)], 1)
    planes = [(row[0], row[1], row[2] * bias if params.bias else 0.0) for row in signed.tolist()]
    space = clipped(_box(view, across, up), planes)
    return {
        "blue_lines": lines[data.y > 0],
        "orange_lines": lines[data.y < 0],
        "version_space": torch.tensor(space, dtype=torch.float64).reshape(-1, 2),
        "w_plane": w[:2],
        "best_plane": best,
        "best_shown": bool(best.any()),
        "last_tail": tail,
        "last_step": w[:2] - tail,
        "weights_x": torch.tensor(across, dtype=torch.float64),
        "weights_y": torch.tensor(up, dtype=torch.float64),
        "slice_name": f"slice at b = {bias:.2f}".replace("-", "−") if params.bias else "w₁ across, w₂ up",
    }


def _no_weight_space() -> Shown:
    return {
        **dict.fromkeys(("blue_lines", "orange_lines"), torch.zeros((0, 3), dtype=torch.float64)),
        "version_space": torch.zeros((0, 2), dtype=torch.float64),
        **dict.fromkeys(("w_plane", "best_plane", "last_tail", "last_step"), _NOWHERE),
        **dict.fromkeys(("weights_x", "weights_y"), torch.tensor([-1.0, 1.0], dtype=torch.float64)),
        "best_shown": False,
        "slice_name": "needs two features",
    }


def _best_in_slice(params: Params, state: State, bias: float) -> Tensor:
    """The best direction: as long as the weights without a bias, or where it meets the slice; zeros if nowhere."""
    best = state.problem.best
    if not params.bias:
        return best[:2] * (state.length or state.rate * state.problem.R)
    return best[:2] * (bias / float(best[2])) if float(best[2]) * bias > 0.0 else _NOWHERE


def _box(view: View, across: Point, up: Point) -> tuple[float, float, float, float]:
    """The part of the weight plane in which the version space is drawn: what is visible, and some more."""
    plot = view.plot("weights")
    (x0, x1), (y0, y1) = (plot.x, plot.y) if plot is not None else (across, up)
    dx, dy = x1 - x0, y1 - y0
    return x0 - dx, x1 + dx, y0 - dy, y1 + dy


# ---- Cover


@cache
def _cover_curves(width: int) -> Shown:
    """The theorem's curves for 1 to 40 points."""
    counts = range(1, COVER_POINTS + 1)
    widths = {"d5": 5, "d10": 10, "d15": 15, "here": width}
    curves: Shown = {"cover_x": torch.tensor(list(counts), dtype=torch.float64)}
    for name, d in widths.items():
        curves[f"cover_{name}"] = torch.tensor([share(n, d) for n in counts], dtype=torch.float64)
        if name != "here":
            curves[f"half_{name}"] = torch.tensor([2.0 * d + 0.5, 0.5], dtype=torch.float64)
        curves[f"count_{name}"] = torch.tensor([log_number(n, d) for n in counts], dtype=torch.float64)
    beyond = next((n for n in counts if share(n, width) < 0.8), COVER_POINTS)
    curves["here_name"] = torch.tensor([beyond + 1.5, 0.8], dtype=torch.float64)
    curves["count_all"] = torch.tensor([n * log10(2) for n in counts], dtype=torch.float64)
    return curves
