"""Markov chains on one target in lockstep: Langevin unadjusted, adjusted, with momentum, mirrored; a random walk.

Sources: Roberts and Tweedie (1996), Leimkuhler and Matthews (2013, BAOAB), Hsieh et al. (2018, mirrored).
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.samplers import Params
from playground.concepts.samplers.names import PerChain, running
from playground.concepts.samplers.state import Data, Info, State
from playground.concepts.samplers.targets import ALPHA, Target, from_plane, modes_of, nearest_modes, target_of
from playground.engine.kit.sampling import constrained, langevin, metropolis
from playground.engine.run.context import Ctx

_NEAR = 0.1
_WINDOW = 50
_TAIL = 40  # newest places of a path that are kept
_LIMIT = 1e6


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """All particles of all chains near the start."""
    target = target_of(params, data)
    place = start_of(data, target)
    x = place + 0.02 * torch.randn(params.particles, target.d, generator=ctx.rng, dtype=torch.float64)
    if target.kind == "simplex":
        x = _inside(x)
    count = max(1, len(running(params)))
    whole = x.expand(count, *x.shape).contiguous()
    visited = torch.zeros((count, params.particles, modes_of(target, data)), dtype=torch.bool)
    return State(
        x=whole,
        v=torch.zeros_like(x),
        accepted=torch.zeros(count, dtype=torch.float64),
        square=_spread(target, whole),
        mean=whole.mean(1),
        path=whole[None, :, 0].contiguous(),
        move=0,
        burnt=torch.full((count,), -1, dtype=torch.int64),
        visited=_with_visits(target, data, whole, visited),
        outside=False,
    )


def start_of(data: Data, target: Target) -> Tensor:
    """Where the chains start, in the target's coordinates, (d,)."""
    return from_plane(target, data.start[: target.d])


def _inside(x: Tensor) -> Tensor:
    shares = torch.cat([x, 1 - x.sum(1, keepdim=True)], 1).clamp_min(0.01)
    return (shares / shares.sum(1, keepdim=True))[:, :2].contiguous()


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One move of every chain."""
    target = target_of(params, data)
    n, d = state.x.shape[1:]
    z = torch.randn(n, d, generator=ctx.rng, dtype=torch.float64)
    u = torch.rand(n, generator=ctx.rng, dtype=torch.float64)
    x, accepted, v = state.x.clone(), state.accepted.clone(), state.v
    for row, name in enumerate(running(params)):
        if name == "underdamped":
            # A step of length h = sqrt(2 eta), so that eta means the same for all chains.
            h = math.sqrt(2 * params.stride)
            x[row], v = langevin.baoab(target.sampled, state.x[row], state.v, h, params.friction, z)
            v = v.clamp(-_LIMIT, _LIMIT)
            accepted[row] += 1.0
        else:
            x[row], took = move(target, name, state.x[row], params.stride, z, u)
            accepted[row] += float(took.double().mean())
    x = x.clamp(-_LIMIT, _LIMIT)
    state = _counted(target, data, state._replace(x=x, v=v, accepted=accepted, move=state.move + 1))
    return state, info_of(params, state)


def move(target: Target, name: str, x: Tensor, eta: float, z: Tensor, u: Tensor) -> tuple[Tensor, Tensor]:
    """One move of a chain without momentum: the new points (n, d) and which of them were accepted, (n,)."""
    match name:
        case "walk":
            decision = metropolis.walk(target.sampled, x, math.sqrt(2 * eta) * z, u)
        case "mala":
            decision = metropolis.adjusted(target.sampled, x, eta, z, u)
        case "mirrored":
            shares = torch.cat([x, (1 - x.sum(1, keepdim=True))], 1).clamp_min(1e-300)
            dual = constrained.mirrored(torch.tensor(ALPHA, dtype=x.dtype), constrained.to_dual(shares), eta, z)
            return constrained.to_simplex(dual)[:, :2], torch.ones(len(x), dtype=torch.bool)
        case _:
            return langevin.unadjusted(target.sampled, x, eta, z), torch.ones(len(x), dtype=torch.bool)
    return decision.x, decision.accepted


# ---- what is counted


def _counted(target: Target, data: Data, state: State) -> State:
    x = state.x
    spread = _spread(target, x)
    burnt = state.burnt.clone()
    burnt[(burnt < 0) & ((spread - 1).abs() < _NEAR)] = state.move
    share = 1 / min(state.move, _WINDOW)
    outside = state.outside
    if target.kind == "simplex":
        outside = outside or bool((x < 0).any()) or bool((x.sum(2) > 1).any())
    return state._replace(
        square=state.square + share * (spread - state.square),
        mean=state.mean + share * (x.mean(1) - state.mean),
        burnt=burnt,
        visited=_with_visits(target, data, x, state.visited),
        path=torch.cat([state.path[1 - _TAIL :], x[None, :, 0]]),
        outside=outside,
    )


def _spread(target: Target, x: Tensor) -> Tensor:
    """Mean squared distance of the particles from the target's mean, in units of its variance, (chains,)."""
    return ((x - target.mean).square() / target.variance).mean((1, 2))


def _with_visits(target: Target, data: Data, x: Tensor, visited: Tensor) -> Tensor:
    if visited.shape[2] == 1:
        return torch.ones_like(visited)
    here = torch.stack([nearest_modes(target, data, row) for row in x])
    return visited | torch.nn.functional.one_hot(here, visited.shape[2]).bool()


def info_of(params: Params, state: State) -> Info:
    """The numbers of each chain that runs."""

    def each(values: list[float | None]) -> PerChain:
        return PerChain(**dict(zip(running(params), values, strict=False)))

    return Info(
        status="diverging" if float(state.x.abs().max()) >= _LIMIT else "running",
        variance=each([*state.square.tolist()]),
        acceptance=each([total / max(1, state.move) for total in state.accepted.tolist()]),
        visited=each([*state.visited.double().sum(2).mean(1).tolist()]),
        burn_in=each([float(at) if at >= 0 else None for at in state.burnt.tolist()]),
    )


def theory(params: Params, data: Data) -> float | None:
    """The stationary spread of the unadjusted chain on a Gaussian: the mean of 1/(1 - eta lambda/2)."""
    target = target_of(params, data)
    if target.kind not in ("gaussian", "stiff"):
        return None
    factors = 1 - params.stride * target.precision / 2
    return float((1 / factors).mean()) if float(factors.min()) > 0 else None
