"""Markov chains on one target in lockstep: Langevin unadjusted, adjusted, with momentum, mirrored; a random walk.

Sources: Roberts and Tweedie (1996), Leimkuhler and Matthews (2013, BAOAB), Hsieh et al. (2018, mirrored).
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.names import PerChain
from playground.concepts.diffusion.names import chains as running
from playground.concepts.diffusion.state import Chains, State, extended, trail
from playground.concepts.diffusion.targets import ALPHA, Target, from_plane, modes_of, nearest_modes, target_of
from playground.engine.kit.sampling import constrained, langevin, metropolis
from playground.engine.run.context import Ctx

_NEAR = 0.1
_WINDOW = 50
_LIMIT = 1e6


def begin(params: Params, data: Data, ctx: Ctx) -> Chains:
    """All particles of all chains near the start."""
    target, names = target_of(params, data), running(params)
    place = start_of(data, target)
    x = place + 0.02 * torch.randn(params.particles, target.d, generator=ctx.rng, dtype=torch.float64)
    if target.kind == "simplex":
        x = _inside(x)
    count = max(1, len(names))
    whole = x.expand(count, *x.shape).contiguous()
    followed = torch.arange(min(params.followed, params.particles))
    zeros = torch.zeros(count, dtype=torch.float64)
    visited = torch.zeros((count, params.particles, modes_of(target, data)), dtype=torch.bool)
    return Chains(
        x=whole,
        v=torch.zeros_like(x),
        accepted=zeros,
        square=spread_of(target, whole),
        mean=whole.mean(1),
        followed=followed,
        path=trail(whole[:, followed]),
        move=0,
        burnt=torch.full((count,), -1, dtype=torch.int64),
        visited=_visiting(target, data, whole, visited),
        outside=False,
    )


def start_of(data: Data, target: Target) -> Tensor:
    """Where the user lets the chains start, in the target's coordinates."""
    return from_plane(target, torch.cat([data.start, data.start])[: target.d])


def _inside(x: Tensor) -> Tensor:
    shares = torch.cat([x, 1 - x.sum(1, keepdim=True)], 1).clamp_min(0.01)
    return (shares / shares.sum(1, keepdim=True))[:, :2].contiguous()


def started(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    """The chains at a new start."""
    return state if state.chains is None else state._replace(chains=begin(params, data, ctx))


def advance(params: Params, data: Data, chains: Chains, ctx: Ctx) -> Chains:
    """One move of every chain."""
    target, names = target_of(params, data), running(params)
    n, d = chains.x.shape[1:]
    z = torch.randn(n, d, generator=ctx.rng, dtype=torch.float64)
    u = torch.rand(n, generator=ctx.rng, dtype=torch.float64)
    x, accepted, v = chains.x.clone(), chains.accepted.clone(), chains.v
    for row, name in enumerate(names):
        if name == "underdamped":
            # A step of length h = sqrt(2 eta), so that eta means the same for all chains.
            h = math.sqrt(2 * params.stride)
            x[row], v = langevin.baoab(target.sampled, chains.x[row], chains.v, h, params.friction, z)
            v = v.clamp(-_LIMIT, _LIMIT)
            took = torch.ones(n, dtype=torch.bool)
        else:
            x[row], took = move(target, name, chains.x[row], params.stride, z, u)
        accepted[row] += float(took.double().mean())
    x = x.clamp(-_LIMIT, _LIMIT)
    return _counted(target, data, chains._replace(x=x, v=v, accepted=accepted, move=chains.move + 1))


def move(target: Target, name: str, x: Tensor, eta: float, z: Tensor, u: Tensor) -> tuple[Tensor, Tensor]:
    """One move of a chain without momentum: the new points and which of them were accepted."""
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


def _counted(target: Target, data: Data, chains: Chains) -> Chains:
    x = chains.x
    spread = spread_of(target, x)
    burnt = chains.burnt.clone()
    burnt[(burnt < 0) & ((spread - 1).abs() < _NEAR)] = chains.move
    share = 1 / min(chains.move, _WINDOW)
    outside = chains.outside
    if target.kind == "simplex":
        outside = outside or bool((x < 0).any()) or bool((x.sum(2) > 1).any())
    return chains._replace(
        square=chains.square + share * (spread - chains.square),
        mean=chains.mean + share * (x.mean(1) - chains.mean),
        burnt=burnt,
        visited=_visiting(target, data, x, chains.visited),
        path=extended(chains.path, x[:, chains.followed]),
        outside=outside,
    )


def spread_of(target: Target, x: Tensor) -> Tensor:
    """Mean squared distance of the particles from the target's mean, in units of its variance, (chains,)."""
    return ((x - target.mean).square() / target.variance).mean((1, 2))


def _visiting(target: Target, data: Data, x: Tensor, visited: Tensor) -> Tensor:
    if visited.shape[2] == 1:
        return torch.ones_like(visited)
    here = torch.stack([nearest_modes(target, data, row) for row in x])
    return visited | torch.nn.functional.one_hot(here, visited.shape[2]).bool()


def numbers(params: Params, names: tuple[str, ...], chains: Chains) -> dict[str, Any]:
    """The numbers of each chain for the audience."""

    def each(values: list[float | None]) -> PerChain:
        return PerChain(**dict(zip(names, values, strict=False)))

    taken = [total / max(1, chains.move) for total in chains.accepted.tolist()]
    burnt = [float(at) if at >= 0 else None for at in chains.burnt.tolist()]
    return {
        "variance": each([*chains.square.tolist()]),
        "acceptance": each([*taken]),
        "visited": each([*chains.visited.double().sum(2).mean(1).tolist()]),
        "burn_in": each(burnt),
    }


def theory(params: Params, data: Data) -> float | None:
    """The stationary spread of the unadjusted chain on a Gaussian: the mean of 1/(1 - eta lambda/2)."""
    target = target_of(params, data)
    if target.kind not in ("gaussian", "stiff"):
        return None
    factors = 1 - params.stride * target.precision / 2
    return float((1 / factors).mean()) if float(factors.min()) > 0 else None
