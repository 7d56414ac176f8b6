"""What is shown of a state: all metrics, and the arrays of the problem on screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from playground.concepts.optimisers import Params, numbers, picture_problems, race, rates
from playground.concepts.optimisers.declared import HIDDEN_NUMBERS, OVER_METHODS, OVER_SCHEDULES
from playground.concepts.optimisers.names import ADAPTIVE, LABELS, SCHEDULES, running
from playground.concepts.optimisers.numbers import Info, PerMethod, PerSchedule
from playground.concepts.optimisers.state import Data, Race, State
from playground.concepts.optimisers.surfaces import Surface
from playground.engine.frame import Scalar, View
from playground.engine.kit import optimisers
from playground.engine.kit.contours import contours
from playground.engine.kit.optimisers import Floats
from playground.engine.kit.trail import near, whole

Shown = dict[str, Tensor | Scalar]
Window = tuple[float, float, float, float]
_SIDE = 72
_LEVELS = 14
_LOW = -17.0
_EMPTY = torch.zeros((0, 2), dtype=torch.float64)
_NO_PIECES = torch.zeros((0, 4), dtype=torch.float64)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View) -> Mapping[str, Tensor | Scalar]:
    """Metrics always, the arrays of the problem on screen."""
    told = info if info is not None else numbers.told(params, data, state)
    shown: Shown = {f"{name}.{method}": None for name in OVER_METHODS for method in LABELS}
    shown |= {f"{name}.{schedule}": None for name in OVER_SCHEDULES for schedule in SCHEDULES}
    shown |= dict.fromkeys(HIDDEN_NUMBERS)
    shown |= {"iteration": told.iteration, "loss": told.loss, "sharpness": told.sharpness}
    for name in ("gap", "gradient", "rare", "rms", "average_rms"):
        part: PerMethod | PerSchedule = getattr(told, name)
        shown |= {f"{name}.{key}": value for key, value in part._asdict().items() if value is not None}
    shown |= {
        "focus": LABELS[params.method],
        "on_surface": state.race is not None,
        "in_matrix": False,
        "in_net": False,
        "in_estimate": False,
    }
    if state.race is not None:
        return shown | _race(params, data, state.race, view)
    if state.matrices is not None:
        return shown | picture_problems.matrices(params, data, state.matrices)
    if state.estimates is not None:
        return shown | picture_problems.estimates(params, state.estimates)
    assert state.net is not None
    return shown | picture_problems.net(params, state.net)


# ---- the race


def _race(params: Params, data: Data, here: Race, view: View) -> Shown:
    ground, names = race.surface(params, data), running(params)
    row = names.index(params.method) if params.method in names else 0
    shown: Shown = {**numbers.of_path(params, data, here)}
    if names:
        shown |= numbers.of_place(params, ground, data.start.numpy(), here.theta[row].numpy())
    shown |= _known(params, ground, here, names)
    shown |= _plane(params, data, ground, here, names, view)
    shown |= _laws(params, ground, here, names)
    if params.mode == "update" and names:
        shown |= _update(params, ground, here, names[row], row, view)
    return shown


def _known(params: Params, ground: Surface, here: Race, names: tuple[str, ...]) -> Shown:
    lost = [LABELS[name] for name, alive in zip(names, here.alive.tolist(), strict=True) if not alive]
    low = here.since == 0 and ground.mu is not None
    return {
        "surface_words": ground.words,
        "L": ground.L,
        "mu": ground.mu,
        "limit": 2 / ground.L if ground.L else None,
        "inverse_L": 1 / ground.L if ground.L else None,
        "log_limit": float(np.log10(2)),
        "kappa_here": params.kappa if params.problem == "quadratic" else None,
        "points_found": len(ground.points),
        "some_lost": bool(lost),
        "lost_words": f"left all bounds: {', '.join(lost)}" if lost else "",
        "too_long": bool(ground.L and params.rate > 2 / ground.L and "gd" in names and params.tuning == "hand"),
        "has_law": bool(low and params.problem == "quadratic"),
        "is_pl": params.problem == "pl",
        "constrained": params.radius > 0,
        "momentum_here": params.momentum,
        "rate_here": params.rate,
        "alpha_here": params.alpha,
        "noise_here": params.noise / params.batch**0.5 if params.noise else None,
    }


def _visible(view: View, ground: Surface) -> Window:
    """What the plane shows."""
    (x, y), half = ground.centre, ground.half
    return view.window("plane", (x - half, x + half, y - half, y + half))


def _plane(params: Params, data: Data, ground: Surface, here: Race, names: tuple[str, ...], view: View) -> Shown:
    (x, y), half = ground.centre, ground.half
    seen = _visible(view, ground)
    rows = near(whole(here.trail, here.recent), seen)
    shown: Shown = {
        "plane_x": torch.tensor([x - half, x + half], dtype=torch.float64),
        "plane_y": torch.tensor([y - half, y + half], dtype=torch.float64),
        "level_lines": _levels(ground, seen) if params.levels else _NO_PIECES,
        "start": data.start[None],
        "minima": _places(ground, "minimum"),
        "saddles": _places(ground, "saddle"),
        "maxima": _places(ground, "maximum"),
        "flow_path": _flow(ground, data.start.numpy(), params.rate * here.taken) if params.flow else _EMPTY,
        "disc": _disc(params.radius),
    }
    for i, name in enumerate(names):
        shown[f"path_{name}"] = rows[:, i].contiguous()
        shown[f"at_{name}"] = here.theta[i : i + 1]
    return shown


@lru_cache(maxsize=16)
def _levels(ground: Surface, seen: Window) -> Tensor:
    """Level sets, closer together where it is low: at equal steps of the root of the height."""
    x0, x1, y0, y1 = seen
    x, y = np.linspace(x0, x1, _SIDE), np.linspace(y0, y1, _SIDE)
    with np.errstate(all="ignore"):
        values = ground.value(np.stack(np.meshgrid(x, y, indexing="xy"), -1))
    known = values[np.isfinite(values)]
    if not known.size or float(known.max()) <= float(known.min()):
        return _NO_PIECES
    low, high = float(known.min()), float(np.quantile(known, 0.97))
    steps = ((np.arange(_LEVELS) + 0.5) / _LEVELS) ** 2
    levels = sorted({low + (high - low) * float(share) for share in steps})
    return contours(torch.from_numpy(values), torch.from_numpy(x), torch.from_numpy(y), levels)


def _places(ground: Surface, kind: str) -> Tensor:
    found = [point[:2] for point in ground.points if point[2] == kind]
    return torch.tensor(found, dtype=torch.float64).reshape(-1, 2)


def _flow(ground: Surface, start: Floats, time: float, steps: int = 200) -> Tensor:
    """The curve theta' = -grad f up to a time, by the classical Runge-Kutta method."""
    theta, h = start.copy(), min(time, 1e4) / steps
    rows = [theta]
    with np.errstate(all="ignore"):
        for _ in range(steps):
            a = -ground.gradient(theta)
            b = -ground.gradient(theta + h / 2 * a)
            c = -ground.gradient(theta + h / 2 * b)
            d = -ground.gradient(theta + h * c)
            theta = theta + h / 6 * (a + 2 * b + 2 * c + d)
            if not np.isfinite(theta).all() or np.abs(theta).max() > race.FAR:
                break
            rows.append(theta)
    return torch.from_numpy(np.array(rows))


def _disc(radius: float) -> Tensor:
    if not radius:
        return _EMPTY
    turn = torch.linspace(0, 2 * torch.pi, 129, dtype=torch.float64)
    return radius * torch.stack([turn.cos(), turn.sin()], 1)


def _laws(params: Params, ground: Surface, here: Race, names: tuple[str, ...]) -> Shown:
    """Theory of f - f* from the last change of a setting on: (step, log10) at both ends of each line."""
    shown: Shown = {f"law_{name}": _EMPTY for name in ("gd", "heavy_ball", "nesterov", "pl", "bound")}
    if ground.mu is None or ground.L is None or params.noise or params.falling or params.radius or not len(here.gap):
        return shown
    first = float(here.gap.max()) if here.under else float(race.gaps(ground, here.theta.numpy()).max())
    end = max(60.0, 1.3 * here.taken)
    # Theory goes little further down than the methods are, so that the picture is theirs.
    low = np.log10(max(first, 1e-16)) - 4
    reached = race.gaps(ground, here.theta.numpy())
    low = max(min(low, float(np.log10(max(float(reached.min()), 1e-16))) - 1), _LOW)
    for name in names:
        if name not in ("gd", "heavy_ball", "nesterov") or params.problem != "quadratic":
            continue
        use = race.settings(params, name, ground, 1)
        values = np.array([ground.mu, ground.L])
        factor = rates.worst_factor(name, values, float(use.rate), float(use.momentum))
        shown[f"law_{name}"] = _line(here.since, first, factor**2, end, low)
    if params.problem == "pl" and "gd" in names:
        shown["law_pl"] = _line(here.since, first, 1 - ground.mu / ground.L, end, low)
    if params.problem == "quadratic":
        shown["law_bound"] = _line(here.since, first, rates.lower_bound_rate(ground.mu, ground.L) ** 2, end, low)
    return shown


def _line(begin: int, first: float, factor: float, end: float, low: float) -> Tensor:
    """The straight line of first * factor^t on the log scale, no further than numbers that a run can reach."""
    if first <= 0 or factor <= 0:
        return _EMPTY
    at, slope = float(np.log10(first)), float(np.log10(factor))
    edge = low if slope < 0 else 12.0
    reach = (edge - at) / slope if slope else np.inf
    stop = min(end, begin + max(float(reach), 1.0))
    return torch.tensor([[begin, at], [stop, at + (stop - begin) * slope]], dtype=torch.float64)


# ---- one update


def _stretched(square: Window, view: View) -> Window:
    """The window of one update as wide or as high as its plot is on screen: both axes have one scale."""
    plot = view.plot("update")
    if plot is None:
        return square
    x0, x1, y0, y1 = square
    wide, high = max(1.0, plot.width / plot.height) - 1, max(1.0, plot.height / plot.width) - 1
    half_x, half_y = (x1 - x0) / 2, (y1 - y0) / 2
    return x0 - wide * half_x, x1 + wide * half_x, y0 - high * half_y, y1 + high * half_y


def _update(params: Params, ground: Surface, here: Race, name: str, row: int, view: View) -> Shown:
    """The next update of the method in focus: the parts that add up to it, its numbers, and the ground round it."""
    theta, first, second = (part[row].numpy() for part in (here.theta, here.first, here.second))
    under = "gd" if name == "average" else name
    use = race.settings(params, under, ground, here.taken + 1)
    memory = optimisers.Memory(first, second, here.taken)
    stands = first if name == "average" and here.taken else theta
    with np.errstate(all="ignore"):
        after, then = race.moved(params, under, ground, stands, memory)
        at = optimisers.ahead(stands, memory, use) if name == "nesterov" else stands
        slope = ground.gradient(at)
    move = np.nan_to_num(after - stands, nan=0.0, posinf=0.0, neginf=0.0)
    slope = np.nan_to_num(slope, nan=0.0, posinf=0.0, neginf=0.0)
    carried = np.asarray(use.momentum * first) if name in ("heavy_ball", "nesterov") else np.zeros(2)
    pulled = (
        -np.asarray(use.rate) * slope
        if name not in ADAPTIVE and name != "newton"
        else -np.asarray(use.rate) * slope / max(float(np.linalg.norm(slope)), 1e-300)
    )
    scale = np.abs(move) / np.maximum(np.abs(then.first if "adam" in name else slope), 1e-300)
    half = 1.6 * max(float(np.abs(np.stack([move, carried, pulled, carried + pulled])).max()), 1e-9)
    middle = stands + move / 2
    x0, x1, y0, y1 = (
        float(f"{edge:.6g}") for edge in (middle[0] - half, middle[0] + half, middle[1] - half, middle[1] + half)
    )
    return {
        "update_x": torch.tensor([x0, x1], dtype=torch.float64),
        "update_y": torch.tensor([y0, y1], dtype=torch.float64),
        "update_levels": _levels(ground, _stretched((x0, x1, y0, y1), view)) if x1 > x0 and y1 > y0 else _NO_PIECES,
        "update_from": torch.from_numpy(stands.copy()),
        "update_carried": torch.from_numpy(carried),
        "update_pulled_from": torch.from_numpy(stands + carried),
        "update_pulled": torch.from_numpy(pulled),
        "update_move": torch.from_numpy(move),
        "update_to": torch.from_numpy(stands + move)[None],
        "update_scale": torch.from_numpy(scale),
        "update_moments": torch.from_numpy(np.stack([slope, then.first, np.sqrt(then.second)]).T.ravel().copy()),
        "m_x": float(then.first[0]), "m_y": float(then.first[1]),
        "v_x": float(then.second[0]), "v_y": float(then.second[1]),
        "move_x": float(move[0]), "move_y": float(move[1]),
        "scale_x": float(scale[0]), "scale_y": float(scale[1]),
        "takes_moments": name in ADAPTIVE,
        "takes_momentum": name in ("heavy_ball", "nesterov"),
        "takes_hessian": name == "newton",
    }  # fmt: skip
