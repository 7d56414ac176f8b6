"""The numbers of a run: what is recorded at each step, and what follows from the path."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from playground.concepts.optimisers import Params, others, race, rates
from playground.concepts.optimisers.names import ADAPTIVE, SCHEDULES, running
from playground.concepts.optimisers.state import Data, Matrices, Race, State
from playground.concepts.optimisers.surfaces import Surface, flowed
from playground.engine.frame import Scalar, Status
from playground.engine.kit.optimisers import Floats
from playground.engine.kit.trail import whole

DOWN = 1e-8
"""The gap at which a method counts as down."""
_EPSILON = 1e-8


class PerMethod(NamedTuple):
    """One number for each method; None for those that do not run."""

    gd: float | None = None
    heavy_ball: float | None = None
    nesterov: float | None = None
    adagrad: float | None = None
    rmsprop: float | None = None
    adam: float | None = None
    adam_raw: float | None = None
    adamw: float | None = None
    newton: float | None = None
    average: float | None = None
    muon: float | None = None


class PerSchedule(NamedTuple):
    """One number for each schedule."""

    constant: float | None = None
    root: float | None = None
    three_quarters: float | None = None
    inverse: float | None = None


class Info(NamedTuple):
    """What is recorded of a step; the parts are metrics of the same names.

    Attributes:
        status: converged when every gradient is 0; done when the matrix's step size is 0; diverging when all are lost.
        iteration: steps, or samples, or iterations so far.
        gap: f - f*.
        gradient: its length.
        rare: error left in the rarest direction, as a share of that at the start.
        rms: root mean square error over all runs.
        average_rms: the same of Polyak's average.
        loss, sharpness: of the net.
    """

    status: Status
    iteration: int
    gap: PerMethod = PerMethod()
    gradient: PerMethod = PerMethod()
    rare: PerMethod = PerMethod()
    rms: PerSchedule = PerSchedule()
    average_rms: PerSchedule = PerSchedule()
    loss: float | None = None
    sharpness: float | None = None


def told(params: Params, data: Data, state: State) -> Info:
    """The numbers of a state."""
    if state.race is not None:
        return _of_race(params, data, state.race)
    if state.matrices is not None:
        status: Status = "done" if state.matrices.taken >= params.steps else "running"
        gap, rare = errors(params, data, state.matrices)
        both = [PerMethod(heavy_ball=pair[0], muon=pair[1]) for pair in (gap, rare)]
        return Info(status, state.matrices.taken, gap=both[0], rare=both[1])
    if state.estimates is not None:
        rows = [PerSchedule(*row) for row in state.estimates.rms[-1].tolist()]
        return Info("running", state.estimates.taken, rms=rows[0], average_rms=rows[1])
    assert state.net is not None
    net = state.net
    return Info("diverging" if net.lost else "running", net.taken, loss=net.loss, sharpness=net.sharpness)


def errors(params: Params, data: Data, state: Matrices) -> tuple[list[float], list[float]]:
    """Loss, and what is left of the error in the rarest direction, of both."""
    off = state.W.numpy() - data.target.numpy()
    loss = (off * off * others.variances(params)).sum((1, 2)) / 2
    rare = np.linalg.norm(off[:, :, -1], axis=1) / np.linalg.norm(data.target.numpy()[:, -1])
    return loss.tolist(), rare.tolist()


def left(params: Params, data: Data, state: Matrices) -> Floats:
    """What is left of the error along each input, as a share of that at the start, (2, size)."""
    off = np.linalg.norm(state.W.numpy() - data.target.numpy(), axis=1)
    return np.asarray(off / np.linalg.norm(data.target.numpy(), axis=0))


def _of_race(params: Params, data: Data, here: Race) -> Info:
    ground, names = race.surface(params, data), running(params)
    theta = here.theta.numpy()
    gap, gradient = race.gaps(ground, theta), race.gradients(ground, theta)
    status: Status = "running"
    if names and not here.alive.any():
        status = "diverging"
    elif names and not params.noise and bool((gradient[here.alive.numpy()] <= race.STILL).all()):
        status = "converged"
    return Info(
        status,
        here.taken,
        gap=PerMethod(**dict(zip(names, gap.tolist(), strict=True))),
        gradient=PerMethod(**dict(zip(names, gradient.tolist(), strict=True))),
    )


# ---- what follows from the path


def of_path(params: Params, data: Data, here: Race) -> dict[str, Scalar]:
    """Numbers over the whole path; None where it is not kept from its start, or has no such number."""
    ground, names = race.surface(params, data), running(params)
    rows = whole(here.trail, here.recent).numpy()
    kept = len(rows) == here.taken + 1
    found: dict[str, Scalar] = {}
    gap, slope = race.gaps(ground, rows), race.gradients(ground, rows)
    for i, name in enumerate(names):
        found[f"steps_to.{name}"] = _first(gap[:, i] <= DOWN) if kept else None
        found[f"first_step.{name}"] = _first_step(params, ground, rows[:, i], name) if kept and len(rows) > 1 else None
        found[f"rate_share.{name}"] = _rate_share(ground, params, here, rows, i, name) if kept else None
    if "gd" in names and kept and params.noise == 0 and not params.radius:
        found |= _bounds(params, ground, gap[:, names.index("gd")], slope[:, names.index("gd")])
        found |= flow_gaps(params, data, here, rows[-1, names.index("gd")], ground)
    if "newton" in names:
        found["order"] = _order(slope[:, names.index("newton")])
    for name in ("heavy_ball", "nesterov"):
        slow, fast = found.get("steps_to.gd"), found.get(f"steps_to.{name}")
        found[f"{name}_gain"] = float(slow) / float(fast) if slow and fast else None
    return found


def _first(flags: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> int | None:
    return int(flags.argmax()) if flags.any() else None


def _first_step(params: Params, ground: Surface, rows: Floats, name: str) -> float | None:
    """The longest coordinate of the first step, over the step size."""
    rate = race.settings(params, name, ground, 1).rate
    return float(np.abs(rows[1] - rows[0]).max() / rate) if name != "newton" else None


def _rate_share(ground: Surface, params: Params, here: Race, rows: Floats, i: int, name: str) -> float | None:
    """The smaller of the coordinates' step sizes now, over that of the first step."""
    if name not in ADAPTIVE or here.taken < 1:
        return None
    first = np.abs(ground.gradient(rows[0, i]))
    second = here.second[i].numpy()
    if name == "adagrad":
        before, now = first, np.sqrt(second)
    else:
        corrected = name in ("adam", "adamw")
        before = first * (1.0 if corrected else (1 - params.beta_2) ** 0.5)
        now = np.sqrt(second / (1 - params.beta_2**here.taken if corrected else 1.0))
    return float(((before + _EPSILON) / (now + _EPSILON)).min())


def _bounds(params: Params, ground: Surface, gap: Floats, slope: Floats) -> dict[str, Scalar]:
    """What theory says of gradient descent with the step 1/L, as slack: 0 or less where the bound holds."""
    L, mu = ground.L, ground.mu
    if L is None:
        return {}
    first = _first(slope <= params.tolerance)
    found: dict[str, Scalar] = {
        "critical_step": first,
        "critical_bound": 2 * L * float(gap[0]) / params.tolerance**2,
    }
    if len(gap) > 1:
        found["decrease_slack"] = float((gap[1:] - gap[:-1] + slope[:-1] ** 2 / (2 * L)).max() / max(gap[0], 1e-300))
    if mu is not None:
        law = gap[0] * (1 - mu / L) ** np.arange(len(gap))
        found["pl_slack"] = float(((gap - law) / max(gap[0], 1e-300)).max())
    return found


def flow_gaps(params: Params, data: Data, here: Race, theta: Floats, ground: Surface) -> dict[str, Scalar]:
    """How far gradient descent is from the gradient flow at the same time, and with half the step; on the ravine."""
    if params.problem != "quadratic" or here.since or params.falling or not here.taken or params.tuning == "best":
        return {}
    A, start = ground.hessian(np.zeros(2)), data.start.numpy()
    values, vectors = np.linalg.eigh(A)
    inside = vectors.T @ start
    exact = flowed(A, start, params.rate * here.taken)
    half = vectors @ ((1 - values * params.rate / 2) ** (2 * here.taken) * inside)
    far, near = (float(np.linalg.norm(point - exact)) for point in (theta, half))
    return {"flow_gap": far, "flow_ratio": near / far if far > 1e-14 else None}


def _order(slope: Floats) -> float | None:
    """The power p of |g'| ~ |g|^p over the last steps that are above rounding."""
    clean = slope[(slope > 1e-11) & (slope < 1.0)]
    if len(clean) < 3 or not 0 < clean[-1] < clean[-2] < clean[-3] < 1:
        return None
    return float(np.log(clean[-1] / clean[-2]) / np.log(clean[-2] / clean[-3]))


def of_place(params: Params, ground: Surface, start: Floats, theta: Floats) -> dict[str, Scalar]:
    """Curvatures, convexity along the way, and the constraint, at the method in focus."""
    with np.errstate(all="ignore"):
        bent, slope = ground.hessian(theta), ground.gradient(theta)
        if not (np.isfinite(bent).all() and np.isfinite(slope).all()):
            return {}
        low, high = (float(value) for value in np.linalg.eigvalsh(bent))
        share = np.linspace(0.0, 1.0, 33)[:, None]
        chord = (1 - share[:, 0]) * ground.value(start) + share[:, 0] * ground.value(theta)
        jensen = float((chord - ground.value((1 - share) * start + share * theta)).min())
    found: dict[str, Scalar] = {
        "x": float(theta[0]), "y": float(theta[1]), "value": float(ground.value(theta)),
        "slope_x": float(slope[0]), "slope_y": float(slope[1]), "curvature_low": low, "curvature_high": high,
        "jensen": jensen if np.isfinite(jensen) else None,
    }  # fmt: skip
    length = float(np.linalg.norm(theta)) * float(np.linalg.norm(slope))
    if params.radius and abs(np.linalg.norm(theta) - params.radius) < 1e-9 and length:
        found["sine"] = abs(float(slope[0] * theta[1] - slope[1] * theta[0])) / length
        found["multiplier"] = -float(slope @ theta) / params.radius**2
    return found


def of_schedules(taken: int) -> dict[str, Scalar]:
    """The exact errors of all schedules after so many samples."""
    found: dict[str, Scalar] = {}
    for name in SCHEDULES:
        last, mean = exact(name, taken)
        found |= {f"rms_theory.{name}": float(last[taken]), f"average_theory.{name}": float(mean[taken])}
    return found


def exact(name: str, taken: int) -> tuple[Floats, Floats]:
    """The exact errors of a schedule and of its average, from the start on to so many samples, (taken + 1,)."""
    _, a, p = SCHEDULES[name]
    return _errors(a, p).until(taken)


@lru_cache(maxsize=16)
def _errors(a: float, p: float) -> rates.ScheduleErrors:
    return rates.ScheduleErrors(a, p, 1.0, 1.0)
