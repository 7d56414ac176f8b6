"""The race: all running methods on one surface, one step each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from playground.concepts.optimisers import Params, rates
from playground.concepts.optimisers.names import ADAPTIVE, MOMENTUM, PLANE
from playground.concepts.optimisers.state import Data, Info, PerMethod, Race
from playground.concepts.optimisers.surfaces import Drops, Surface, surface_of
from playground.engine.frame import Status
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.optimisers import Memory, Settings
from playground.engine.kit.trail import appended
from playground.engine.run.context import Ctx

FAR = 1e6
"""A coordinate beyond which a method counts as lost."""
STILL = 1e-10
"""Length of a gradient at which a method has arrived."""
_HUGE = 1e300  # what stands for a height or a slope that is not defined
_ONLY = {"adam_raw": "adam", "average": "gd"}


class Course(NamedTuple):
    """A race with all that it depends on, as the views take it.

    Attributes:
        params, data: what is set, and where all begin.
        race: where the methods are.
        ground: the surface.
        names: the methods that run, in the order of their rows.
    """

    params: Params
    data: Data
    race: Race
    ground: Surface
    names: tuple[str, ...]

    @property
    def runner(self) -> str:
        """The method in focus, or the first one where that does not run; empty if none runs."""
        return self.params.method if self.params.method in self.names else "".join(self.names[:1])

    @property
    def row(self) -> int:
        """The row of the runner."""
        return self.names.index(self.runner)


def course(params: Params, data: Data, race: Race) -> Course:
    """The race with its surface and its methods."""
    return Course(params, data, race, surface(params, data), running(params))


def surface(params: Params, data: Data) -> Surface:
    """The surface of this run."""
    return surface_of(params, drops_of(data))


def drops_of(data: Data) -> Drops:
    """What was drawn, so that it can be a key."""
    return tuple((x, y, height) for x, y, height in data.drops.tolist())


def running(params: Params) -> tuple[str, ...]:
    """The methods that are switched on, in the order of their rows."""
    return tuple(name for name in PLANE if getattr(params, name))


def begin(params: Params, data: Data) -> Race:
    """All methods at the start, at rest."""
    count = len(running(params))
    theta = projected(data.start.numpy(), params.radius)
    places = torch.from_numpy(np.broadcast_to(theta, (count, 2)).copy())
    still = torch.zeros_like(places)
    return Race(
        theta=places,
        first=still,
        second=still.clone(),
        alive=torch.ones(count, dtype=torch.bool),
        ended=torch.full((count,), -1, dtype=torch.int64),
        taken=0,
        since=0,
        gap=torch.zeros(count, dtype=torch.float64),
        under="",
        trail=places[None].clone(),
        recent=torch.zeros((0, count, 2), dtype=torch.float64),
    )


def settings(params: Params, name: str, ground: Surface, step: int) -> Settings:
    """What a method uses at its step 1, 2, ..."""
    rate, momentum = (params.alpha if name in ADAPTIVE else params.rate), params.momentum
    if (
        params.problem == "quadratic"
        and params.tuning == "best"
        and name in ("gd", "heavy_ball", "nesterov", "average")
    ):
        assert ground.mu is not None
        assert ground.L is not None
        rate, momentum, _ = rates.best_steps("gd" if name == "average" else name, ground.mu, ground.L)
    if params.falling:
        rate = float(optimisers.power_rate(rate, params.falling, step))
    return Settings(rate, momentum, params.beta_1, params.beta_2, decay=params.decay, corrected=name != "adam_raw")


def conditions(params: Params) -> str:
    """What a step depends on, in words."""
    p = params
    return repr((p.rate, p.alpha, p.momentum, p.tuning, p.beta_1, p.beta_2, p.decay, p.damping, p.falling, p.noise))


def moved(
    params: Params,
    name: str,
    ground: Surface,
    theta: Reals,
    memory: Memory[Reals],
    noise: Reals | float = 0.0,
    use: Settings | None = None,
) -> tuple[Reals, Memory[Reals]]:
    """One step of one method from any number of places.

    Args:
        params: the settings.
        name: of `running`, but not average, which is made of gradient descent.
        ground: the surface.
        theta: (..., 2).
        memory: of the same shape.
        noise: added to the gradient, (2,) or 0.
        use: the settings of this step, unless those of the parameters.
    """
    use = use or settings(params, name, ground, memory.taken + 1)
    at = optimisers.ahead(theta, memory, use) if name == "nesterov" else theta
    gradient = ground.gradient(at) + noise
    if name == "newton":
        after = newton(theta, gradient, ground.hessian(theta), params.damping)
        found = after, memory._replace(taken=memory.taken + 1)
    else:
        found = optimisers.RULES[_ONLY.get(name, name)](theta, gradient, memory, use)
    if not params.radius:
        return found
    inside = projected(found[0], params.radius)
    if name in MOMENTUM:
        # What is remembered is the way that was gone.
        return inside, found[1]._replace(first=inside - theta)
    return inside, found[1]


def newton(theta: Reals, gradient: Reals, hessian: Reals, damping: float) -> Reals:
    """Newton's step; where the Hessian is not finite the place is lost."""
    known = np.isfinite(hessian).all((-1, -2), keepdims=True)
    row = np.asarray(known)[..., 0] & np.isfinite(gradient).all(-1, keepdims=True)
    slope, bent = np.where(row, gradient, 0.0), np.where(row[..., None], hessian, 1.0)
    return np.where(row, optimisers.newton(theta, slope, bent, damping), np.nan)


def projected(theta: Reals, radius: float) -> Reals:
    """The nearest points of the disc round the origin; all points if the radius is 0."""
    if not radius:
        return theta
    length = np.linalg.norm(theta, axis=-1, keepdims=True)
    return np.where(length > radius, theta * (radius / np.maximum(length, radius)), theta)


def advance(params: Params, data: Data, race: Race, ctx: Ctx) -> Race:
    """One step of all methods."""
    ground, names = surface(params, data), running(params)
    race = _under(params, ground, race)
    noise: Reals | float = 0.0
    if params.noise:
        noise = (params.noise / params.batch**0.5 * ctx.randn(2)).numpy()
    theta, first, second = (part.numpy().copy() for part in (race.theta, race.first, race.second))
    alive, ended, count = race.alive.numpy().copy(), race.ended.numpy().copy(), race.taken + 1
    with np.errstate(all="ignore"):
        for i, name in enumerate(names):
            if not alive[i]:
                continue
            new, memory = _one(params, name, ground, race, i, noise)
            if np.isfinite([new, memory.first, memory.second]).all() and np.abs(new).max() < FAR:
                theta[i], first[i], second[i] = new, memory.first, memory.second
            else:
                alive[i], ended[i] = False, count
    trail, recent = appended(race.trail, race.recent, torch.from_numpy(theta)[None].clone())
    return race._replace(
        theta=torch.from_numpy(theta),
        first=torch.from_numpy(first),
        second=torch.from_numpy(second),
        alive=torch.from_numpy(alive),
        ended=torch.from_numpy(ended),
        taken=count,
        trail=trail,
        recent=recent,
    )


def _one(
    params: Params, name: str, ground: Surface, race: Race, i: int, noise: Reals | float
) -> tuple[Reals, Memory[Reals]]:
    """The step of row i; the average keeps the iterate of gradient descent in its memory."""
    theta, memory = race.theta[i].numpy(), Memory(race.first[i].numpy(), race.second[i].numpy(), race.taken)
    if name != "average":
        return moved(params, name, ground, theta, memory, noise)
    under = theta if race.taken == 0 else memory.first
    new, _ = moved(params, "gd", ground, under, memory, noise)
    return optimisers.averaged(theta, new, race.taken + 1) if race.taken else new, memory._replace(first=new)


def _under(params: Params, ground: Surface, race: Race) -> Race:
    """The race with a new beginning of the theory where a setting changed."""
    under = conditions(params)
    if under == race.under:
        return race
    return race._replace(under=under, since=race.taken, gap=torch.from_numpy(gaps(ground, race.theta.numpy())))


def gaps(ground: Surface, theta: Reals) -> Reals:
    """F - f* at any number of places, (..., 2) to (...); never below 0, and very large where f is not defined."""
    with np.errstate(all="ignore"):
        found = ground.value(theta) - ground.lowest
    return np.asarray(np.maximum(np.fmin(found, _HUGE), 0.0))


def gradients(ground: Surface, theta: Reals) -> Reals:
    """Lengths of the gradients, (..., 2) to (...); very large where there is none."""
    with np.errstate(all="ignore"):
        found = np.linalg.norm(ground.gradient(theta), axis=-1)
    return np.asarray(np.fmin(found, _HUGE))


def record(params: Params, data: Data, race: Race) -> Info:
    """Gaps and lengths of the gradients of all methods, and whether anything still moves."""
    ground, names = surface(params, data), running(params)
    theta, alive = race.theta.numpy(), race.alive.numpy()
    gap, gradient = gaps(ground, theta), gradients(ground, theta)
    status: Status = "running"
    if names and not alive.any():
        status = "diverging"
    elif names and not params.noise and bool((gradient[alive] <= STILL).all()):
        status = "converged"
    each = [PerMethod(**dict(zip(names, values.tolist(), strict=True))) for values in (gap, gradient)]
    return Info(status, race.taken, gap=each[0], gradient=each[1])
