"""Markov chains on one target in lockstep: Langevin unadjusted, adjusted, with momentum, mirrored; Hamiltonian; a walk.

Sources: Roberts and Tweedie (1996), Neal (2011), Leimkuhler and Matthews (2013, BAOAB), Hsieh et al. (2018, mirrored).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.samplers import Params
from playground.concepts.samplers.first import distances, fresh, law_of, third_of
from playground.concepts.samplers.names import PerChain, running
from playground.concepts.samplers.state import Chains, Data, Info, Proposed
from playground.concepts.samplers.targets import ALPHA, Target, from_plane, modes_of, nearest_modes, target_of
from playground.engine.kit import drawing
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.sampling import constrained, hamiltonian, langevin, metropolis
from playground.engine.run.context import Ctx

_NEAR = 0.1
_WINDOW = 50
_TAIL = 12  # newest places of a path that are kept
_SHOWN, _ORBITS = 30, 12  # particles whose last move is kept, and whose way to it is
LIMIT = 1e6
_AT_ONCE = 1 << 14  # particles of a chain that are moved before it gives way
_LEAST = 1e-9  # of a factor: at the limit of stability there is rounding alone


class Move(NamedTuple):
    """One move of a chain.

    Attributes:
        x: the new points, (n, d).
        v: the new velocities, (n, d), of the underdamped chain.
        heads: what was proposed, (n, d).
        accepted: flags, (n,).
        orbit: the way there, (points, n, d), of the Hamiltonian chain.
    """

    x: Tensor
    v: Tensor
    heads: Tensor
    accepted: Tensor
    orbit: Tensor


def begin(params: Params, data: Data, ctx: Ctx) -> Chains:
    """All particles of all chains near the start."""
    target = target_of(params, data)
    place = start_of(data, target)
    x = place + 0.02 * torch.randn(params.particles, target.d, generator=ctx.rng, dtype=torch.float64)
    if target.kind == "simplex":
        x = _inside(x)
    count = max(1, len(running(params)))
    whole = x.expand(count, *x.shape).contiguous()
    visited = torch.zeros((count, params.particles, modes_of(target, data)), dtype=torch.bool)
    nothing = torch.zeros(count, 0, target.d, dtype=torch.float64)
    far = distances(law_of(target), whole[:, :, 0])
    return Chains(
        x=whole,
        v=torch.zeros_like(x),
        accepted=torch.zeros(count, dtype=torch.float64),
        square=_spread(target, whole),
        mean=whole.mean(1),
        path=whole[None, :, 0].contiguous(),
        burnt=torch.full((count,), -1, dtype=torch.int64),
        visited=_with_visits(target, data, whole, visited),
        outside=False,
        proposed=Proposed(nothing, nothing, torch.zeros(count, 0, dtype=torch.bool), nothing),
        distances=far,
        lowest=far,
        rises=torch.zeros(count, 3, dtype=torch.int64),
        flux=torch.zeros(count, 3, 3, dtype=torch.float64),
    )


def start_of(data: Data, target: Target) -> Tensor:
    """Where the chains start, in the target's coordinates, (d,)."""
    return from_plane(target, data.start[: target.d])


def _inside(x: Tensor) -> Tensor:
    shares = torch.cat([x, 1 - x.sum(1, keepdim=True)], 1).clamp_min(0.01)
    return (shares / shares.sum(1, keepdim=True))[:, :2].contiguous()


def advance(params: Params, data: Data, chains: Chains, move: int, ctx: Ctx) -> Chains:
    """All chains after one more move, their `move`-th."""
    target = target_of(params, data)
    n, d = chains.x.shape[1:]
    z = drawing.normal((n, d), ctx.rng, torch.float64)
    u = drawing.uniform((n,), ctx.rng, torch.float64)
    names = running(params)
    moves = [_all_moved(params, target, name, chains.x[row], chains.v, z, u) for row, name in enumerate(names)]
    if not moves:
        return chains
    x = chains.x.new_empty(len(moves), n, d)
    for row, one in zip(x, moves, strict=True):
        give_way()
        torch.clamp(one.x, -LIMIT, LIMIT, out=row)
    give_way()
    by_name = dict(zip(names, moves, strict=True))
    orbit = by_name["hmc"].orbit[:, :_ORBITS] if "hmc" in by_name else z[None, :0]
    proposed = Proposed(
        chains.x[:, :_SHOWN].contiguous(),
        torch.stack([one.heads[:_SHOWN] for one in moves]),
        torch.stack([one.accepted[:_SHOWN] for one in moves]),
        orbit.contiguous(),
    )
    accepted = chains.accepted + torch.stack([one.accepted.double().mean() for one in moves])
    v = by_name["underdamped"].v.clamp(-LIMIT, LIMIT) if "underdamped" in by_name else chains.v
    chains = chains._replace(v=v, accepted=accepted, proposed=proposed, flux=_flux(target, chains, x, move))
    return _counted(target, data, chains._replace(x=x), move)


def _all_moved(params: Params, target: Target, name: str, x: Tensor, v: Tensor, z: Tensor, u: Tensor) -> Move:
    """`moved`, of many particles some at a time."""
    pieces = [slice(start, start + _AT_ONCE) for start in range(0, len(x), _AT_ONCE)]
    moves = [moved(params, target, name, x[here], v[here], z[here], u[here]) for here in pieces]
    if len(moves) == 1:
        return moves[0]
    give_way()
    x, v, heads, accepted, orbit = (
        torch.cat(part, k) for part, k in zip(zip(*moves, strict=True), (0, 0, 0, 0, 1), strict=True)
    )
    return Move(x, v, heads, accepted, orbit)


def moved(params: Params, target: Target, name: str, x: Tensor, v: Tensor, z: Tensor, u: Tensor) -> Move:
    """One move of a chain: points and velocities (n, d), normal numbers (n, d), uniform ones (n,)."""
    give_way()
    eta, all_of_them, none = params.stride, torch.ones(len(x), dtype=torch.bool), z[None, :0]
    # Steps of length h = sqrt(2 eta) where there is momentum, so that eta means the same for all chains.
    h = math.sqrt(2 * eta)
    match name:
        case "walk" | "mala":
            if name == "walk":
                decision = metropolis.walk(target.sampled, x, h * z, u)
            else:
                decision = metropolis.adjusted(target.sampled, x, eta, z, u)
            return Move(decision.x, v, decision.proposal, decision.accepted, none)
        case "hmc":
            run = hamiltonian.trajectory(target.sampled, x, z, h, params.leaps, torch.ones(x.shape[1], dtype=x.dtype))
            heads = run.positions[-1].nan_to_num(0.0)
            accepted = u < torch.exp(-run.change.nan_to_num(math.inf).clamp(min=0.0))
            return Move(torch.where(accepted[:, None], heads, x), v, heads, accepted, run.positions)
        case "underdamped":
            x, v = langevin.baoab(target.sampled, x, v, h, params.friction, z)
        case "mirrored":
            shares = torch.cat([x, (1 - x.sum(1, keepdim=True))], 1).clamp_min(1e-300)
            dual = constrained.mirrored(torch.tensor(ALPHA, dtype=x.dtype), constrained.to_dual(shares), eta, z)
            x = constrained.to_simplex(dual)[:, :2]
        case _:
            x = langevin.unadjusted(target.sampled, x, eta, z)
    return Move(x, v, x, all_of_them, none)


def gradients(params: Params, name: str) -> int:
    """Slopes of the target (for the random walk: densities) that one move of a chain asks for."""
    return params.leaps if name == "hmc" else 1


# ---- what is counted


def _counted(target: Target, data: Data, chains: Chains, move: int) -> Chains:
    x = chains.x
    give_way()
    spread = _spread(target, x)
    give_way()
    burnt = chains.burnt.clone()
    burnt[(burnt < 0) & ((spread - 1).abs() < _NEAR)] = move
    share = 1 / min(move, _WINDOW)
    outside = chains.outside
    if target.kind == "simplex":
        outside = outside or bool((x < 0).any()) or bool((x.sum(2) > 1).any())
    give_way()
    found = distances(law_of(target), x[:, :, 0])
    give_way()
    rose = found > chains.lowest + fresh(target, x.shape[1])
    return chains._replace(
        square=chains.square + share * (spread - chains.square),
        mean=chains.mean + share * (x.mean(1) - chains.mean),
        burnt=burnt,
        visited=_with_visits(target, data, x, chains.visited),
        path=torch.cat([chains.path[1 - _TAIL :], x[None, :, 0]]),
        outside=outside,
        distances=found,
        lowest=torch.minimum(found, chains.lowest),
        rises=chains.rises + rose.long(),
    )


def _flux(target: Target, chains: Chains, x: Tensor, move: int) -> Tensor:
    law, counts = law_of(target), torch.zeros(len(x), 9, dtype=torch.int64)
    for start in range(0, x.shape[1], _AT_ONCE):
        give_way()
        old, new = (part[:, start : start + _AT_ONCE, 0] for part in (chains.x, x))
        pairs = 3 * third_of(law, old) + third_of(law, new)
        counts += torch.stack([torch.bincount(row, minlength=9) for row in pairs])
    now = counts.double().view(-1, 3, 3) / x.shape[1]
    return chains.flux + (now - chains.flux) / min(move, _WINDOW)


def _spread(target: Target, x: Tensor) -> Tensor:
    """Mean squared distance of the particles from the target's mean, in units of its variance, (chains,)."""
    if x.shape[1] <= _AT_ONCE:
        return ((x - target.mean).square() / target.variance).mean((1, 2))
    found = []
    for row in x:
        give_way()
        found.append(((row - target.mean).square() / target.variance).mean())
    return torch.stack(found)


def _with_visits(target: Target, data: Data, x: Tensor, visited: Tensor) -> Tensor:
    if visited.shape[2] == 1:
        return torch.ones_like(visited)
    give_way()
    here = torch.stack([nearest_modes(target, data, row) for row in x])
    return visited | torch.nn.functional.one_hot(here, visited.shape[2]).bool()


def info_of(params: Params, chains: Chains, move: int) -> Info:
    """The numbers of each chain that runs."""

    def each(values: list[float | None]) -> PerChain:
        return PerChain(**dict(zip(running(params), values, strict=False)))

    variation, divergence, wasserstein = (each([*column]) for column in chains.distances.T.tolist())
    return Info(
        status="diverging" if float(chains.x.abs().max()) >= LIMIT else "running",
        variance=each([*chains.square.tolist()]),
        acceptance=each([total / max(1, move) for total in chains.accepted.tolist()]),
        visited=each([*chains.visited.double().sum(2).mean(1).tolist()]),
        burn_in=each([float(at) if at >= 0 else None for at in chains.burnt.tolist()]),
        tv=variation,
        kl=divergence,
        w2=wasserstein,
    )


def theory(params: Params, data: Data) -> float | None:
    """The stationary spread of the unadjusted chain on a Gaussian: the mean of 1/(1 - eta lambda/2)."""
    target = target_of(params, data)
    if target.precision is None:
        return None
    factors = 1 - params.stride * torch.linalg.eigvalsh(target.precision) / 2
    return float((1 / factors).mean()) if float(factors.min()) > _LEAST else None
