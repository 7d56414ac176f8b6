"""The numbers of a race: what follows from the whole path, and what holds where the method in focus stands."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.optimisers import Params, race, rates
from playground.concepts.optimisers.guarantees import promised
from playground.concepts.optimisers.names import ADAPTIVE, LABELS, MOMENTUM
from playground.concepts.optimisers.race import Course
from playground.concepts.optimisers.surfaces import Surface, flowed
from playground.engine.kit.arrays import Reals
from playground.engine.kit.trail import whole
from playground.texts.sums import vector

DOWN = 1e-8
"""The gap at which a method counts as down."""
_EPSILON = 1e-8
_PLACE = (
    "x",
    "y",
    "value",
    "slope_x",
    "slope_y",
    "curvature_low",
    "curvature_high",
    "jensen",
    "sine",
    "multiplier",
    "on_border",
)


def numbers(course: Course) -> dict[str, Any]:
    """The numbers that the notes and the list of numbers read, in every view of a race."""
    params, ground, here = course.params, course.ground, course.race
    limit = 2 / ground.L if ground.L else None
    plain = not (params.falling or params.radius)
    lost = [LABELS[name] for name, alive in zip(course.names, here.alive.tolist(), strict=True) if not alive]
    by_hand = "gd" in course.names and params.tuning == "hand"
    return {
        "focus": LABELS[params.method],
        "runner": course.runner,
        "surface_words": ground.words,
        "L": ground.L,
        "mu": ground.mu,
        "limit": limit,
        "inverse_L": 1 / ground.L if ground.L else None,
        "lost_words": f"left all bounds: {', '.join(lost)}" if lost else "",
        "too_long": limit is not None and params.rate > limit and by_hand and plain and params.problem == "quadratic",
        "only_here": not ground.everywhere,
        **_settings(course),
        **_ravine(course),
        "noise_here": params.noise / params.batch**0.5 if params.noise else None,
        **_of_path(course),
        **(place := _of_place(course)),
        **_by_hand(course, place),
    }


def _settings(course: Course) -> dict[str, Any]:
    """Step size and momentum of the method in focus at its next step; None where it has none or none runs."""
    if not course.names or course.runner == "newton":
        return {"eta": None, "beta": None}
    use = race.settings(course.params, course.runner, course.ground, course.race.taken + 1)
    return {"eta": float(use.rate), "beta": float(use.momentum) if course.runner in MOMENTUM else None}


def _ravine(course: Course) -> dict[str, Any]:
    """The best rates for a quadratic of this condition; None elsewhere."""
    params, ground = course.params, course.ground
    if params.problem != "quadratic" or ground.mu is None or ground.L is None:
        return {}
    best = {f"best_{name}": rates.best_steps(name, ground.mu, ground.L)[2] for name in ("gd", "heavy_ball")}
    return {**best, "has_law": not (params.noise or params.falling or params.radius)}


# ---- the path


def _of_path(course: Course) -> dict[str, Any]:
    """Numbers over the whole path; None where it is not kept from its start, or has no such number."""
    params, ground, here, names = course.params, course.ground, course.race, course.names
    rows = whole(here.trail, here.recent).numpy()
    kept = len(rows) == here.taken + 1
    found: dict[str, Any] = {}
    gap, slope = race.gaps(ground, rows), race.gradients(ground, rows)
    for i, name in enumerate(names if kept else ()):
        found[f"steps_to.{name}"] = _first(gap[:, i] <= DOWN)
        found[f"first_step.{name}"] = _first_step(params, ground, rows[:, i], name)
        found[f"rate_share.{name}"] = _rate_share(course, rows[0, i], i)
    if "gd" in names and kept and params.noise == 0 and not params.radius:
        row = names.index("gd")
        found |= promised(course, gap[:, row], slope[:, row])
        found["flow_ratio"] = _flow_ratio(course, rows[-1, row])
    if "newton" in names:
        found["order"] = _order(slope[:, names.index("newton")])
    for name in MOMENTUM:
        slow, fast = found.get("steps_to.gd"), found.get(f"steps_to.{name}")
        found[f"{name}_gain"] = slow / fast if slow and fast else None
    return found


def _first(flags: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> int | None:
    return int(flags.argmax()) if flags.any() else None


def _first_step(params: Params, ground: Surface, rows: Reals, name: str) -> float | None:
    """The longest coordinate of the first step, over the step size."""
    if name == "newton" or len(rows) < 2:
        return None
    return float(np.abs(rows[1] - rows[0]).max() / race.settings(params, name, ground, 1).rate)


def _rate_share(course: Course, start: Reals, row: int) -> float | None:
    """The smaller of the coordinates' step sizes now, over that of the first step."""
    name, taken, beta = course.names[row], course.race.taken, course.params.beta_2
    if name not in ADAPTIVE or taken < 1:
        return None
    first, second = np.abs(course.ground.gradient(start)), course.race.second[row].numpy()
    if name in ("adam", "adamw"):
        second = second / (1 - beta**taken)
    elif name != "adagrad":
        first = first * (1 - beta) ** 0.5
    return float(((first + _EPSILON) / (np.sqrt(second) + _EPSILON)).min())


def _flow_ratio(course: Course, theta: Reals) -> float | None:
    """How far gradient descent is from the flow at the same time with half the step, over that with this one.

    Only on the ravine, while no setting has changed since the start.
    """
    params, here = course.params, course.race
    if params.problem != "quadratic" or here.since or params.falling or not here.taken or params.tuning == "best":
        return None
    A, start = course.ground.hessian(np.zeros(2)), course.data.start.numpy()
    values, vectors = np.linalg.eigh(A)
    exact = flowed(A, start, params.rate * here.taken)
    half = vectors @ ((1 - values * params.rate / 2) ** (2 * here.taken) * (vectors.T @ start))
    far, near = (float(np.linalg.norm(point - exact)) for point in (theta, half))
    return near / far if far > 1e-14 else None


def _order(slope: Reals) -> float | None:
    """The power p of |g'| ~ |g|^p over the last steps that are above rounding."""
    clean = slope[(slope > 1e-11) & (slope < 1.0)]
    if len(clean) < 3 or not 0 < clean[-1] < clean[-2] < clean[-3] < 1:
        return None
    return float(np.log(clean[-1] / clean[-2]) / np.log(clean[-2] / clean[-3]))


# ---- the place


def _by_hand(course: Course, place: dict[str, Any]) -> dict[str, Any]:
    """The next step of gradient descent or of the heavy ball in digits; empty where chance or a border acts."""
    params, words = course.params, dict.fromkeys(("hand_from", "hand_slope", "hand_carried", "hand_next"), "")
    if course.runner not in ("gd", "heavy_ball") or place["slope_x"] is None or params.noise or params.radius:
        return words
    if params.falling:
        return words
    use, row = race.settings(params, course.runner, course.ground, course.race.taken + 1), course.row
    theta, slope = course.race.theta[row].numpy(), np.array([place["slope_x"], place["slope_y"]])
    carried = course.race.first[row].numpy() if course.runner == "heavy_ball" else np.zeros(2)
    ahead = theta - float(use.rate) * slope + float(use.momentum) * carried
    found = (theta, slope, carried, ahead)
    return dict(zip(words, (vector(one.tolist(), 3) for one in found), strict=True))


def _of_place(course: Course) -> dict[str, Any]:
    """Curvatures, convexity along the way, and the constraint, at the method in focus; None where it is lost."""
    found: dict[str, Any] = dict.fromkeys(_PLACE)
    if not course.names:
        return found
    params, ground, start = course.params, course.ground, course.data.start.numpy()
    theta = course.race.theta[course.row].numpy()
    with np.errstate(all="ignore"):
        bent, slope = ground.hessian(theta), ground.gradient(theta)
        if not (np.isfinite(bent).all() and np.isfinite(slope).all()):
            return found
        low, high = np.linalg.eigvalsh(bent).tolist()
        share = np.linspace(0.0, 1.0, 33)[1:-1, None]
        chord = (1 - share[:, 0]) * ground.value(start) + share[:, 0] * ground.value(theta)
        jensen = float((chord - ground.value((1 - share) * start + share * theta)).min())
    here = (*theta.tolist(), float(ground.value(theta)), *slope.tolist(), low, high)
    found |= dict(zip(_PLACE, here, strict=False))
    found["jensen"] = jensen if np.isfinite(jensen) else None
    length = float(np.linalg.norm(theta)) * float(np.linalg.norm(slope))
    if params.radius and abs(np.linalg.norm(theta) - params.radius) < 1e-9 and length:
        found["sine"] = abs(float(slope[0] * theta[1] - slope[1] * theta[0])) / length
        found["multiplier"] = -float(slope @ theta) / params.radius**2
        found["on_border"] = True
    return found
