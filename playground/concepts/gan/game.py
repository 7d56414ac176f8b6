"""The game of a GAN: what a batch is, and the gradients of all teams on it, batched over nets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.gan import nets
from playground.concepts.gan.losses import LOSSES
from playground.concepts.gan.nets import NetShape
from playground.concepts.gan.players import Fields, Side, Team
from playground.engine.kit.giving_way import give_way


class Batch(NamedTuple):
    """What an update sees: data (n, d), noise (n, k), and where between the two a penalty looks, (n, 1)."""

    real: Tensor
    z: Tensor
    between: Tensor


class Game(NamedTuple):
    """What the players play.

    Attributes:
        made: the shape of generators.
        critic: the shape of critics.
        loss: which of `LOSSES`.
        penalty: strength of the gradient penalty; 0: none.
        one_sided: whether only slopes above 1 are paid for.
    """

    made: NetShape
    critic: NetShape
    loss: str
    penalty: float
    one_sided: bool


def fields_on(game: Game, batch: Batch) -> Fields:
    """The gradients of all players on a batch."""
    return Fields(
        made=lambda teams: _in_groups(teams, lambda some: _generators(game, some, batch)),
        critic=lambda teams: _in_groups(teams, lambda some: _critics(game, some, batch)),
    )


def made_by(shape: NetShape, side: Side, z: Tensor) -> Tensor:
    """What the particles of a generator make of noise (n, k), each of its part in turn, (n', d)."""
    particles = len(side.theta)
    each = len(z) // particles
    made = nets.outputs(shape, side.theta, z[: particles * each].reshape(particles, each, z.shape[1]))
    return made.reshape(particles * each, shape.out)


def said_by(shape: NetShape, side: Side, x: Tensor) -> Tensor:
    """What the critics of a team say of points (n, d) on average, (n,)."""
    return nets.outputs(shape, side.theta, x)[..., 0].mean(0)


def _in_groups(teams: Sequence[Team], gradients: Callable[[list[Team]], list[Tensor]]) -> list[Tensor]:
    """The gradients of teams, of neighbours with as many particles in one go."""
    found: list[Tensor] = []
    for _, some in groupby(teams, key=lambda team: (len(team.made.theta), len(team.critic.theta))):
        found += gradients(list(some))
    return found


def _all_of(sides: list[Side]) -> Tensor:
    return torch.cat([side.theta for side in sides])


def _points(game: Game, teams: list[Team], batch: Batch) -> nets.Passed:
    """The pass of noise through all generators, (teams · m, n / m, ...)."""
    particles = len(teams[0].made.theta)
    each = len(batch.z) // particles
    z = batch.z[: particles * each].reshape(particles, each, -1)
    return nets.forward(game.made, _all_of([team.made for team in teams]), z.repeat(len(teams), 1, 1))


def _for_critics(x: Tensor, teams: list[Team]) -> Tensor:
    """What each team has made, once for each of its critics, (teams · c, n, d)."""
    critics = len(teams[0].critic.theta)
    return x.reshape(len(teams), -1, x.shape[-1]).repeat_interleave(critics, 0)


def _critics(game: Game, teams: list[Team], batch: Batch) -> list[Tensor]:
    theta = _all_of([team.critic for team in teams])
    fake = _for_critics(_points(game, teams, batch).out, teams)
    n = fake.shape[1]
    real = batch.real[:n].expand(len(theta), -1, -1)
    loss = LOSSES[game.loss]
    seen = nets.forward(game.critic, theta, torch.cat([real, fake], 1))
    slope = torch.cat([loss.real_slope(seen.out[:, :n]), loss.fake_slope(seen.out[:, n:])], 1) / n
    gradient = nets.backward(game.critic, theta, seen, slope)
    give_way()
    if game.penalty > 0.0:
        at = torch.lerp(fake, real, batch.between[:n])
        gradient += nets.penalty(game.critic, theta, at, game.penalty, one_sided=game.one_sided)[1]
    return list(gradient.split(len(teams[0].critic.theta)))  # type: ignore[no-untyped-call]


def _generators(game: Game, teams: list[Team], batch: Batch) -> list[Tensor]:
    theta = _all_of([team.made for team in teams])
    critics = _all_of([team.critic for team in teams])
    made = _points(game, teams, batch)
    seen = nets.forward(game.critic, critics, _for_critics(made.out, teams))
    each = made.out.shape[1]
    slope = LOSSES[game.loss].made_slope(seen.out) / (each * len(teams[0].critic.theta))
    back = nets.by_inputs(game.critic, critics, seen, slope)
    give_way()
    back = back.view(len(teams), -1, *back.shape[1:]).sum(1).view(made.out.shape)
    return list(nets.backward(game.made, theta, made, back).split(len(teams[0].made.theta)))  # type: ignore[no-untyped-call]
