"""How two players move: who first, how often, and by which rule; of any game whose gradients are given.

A team is a generator against a critic, or a few of each as particles of two mixed strategies. Teams are independent;
their gradients are asked for together.

Sources: G. Gidel et al., A variational inequality perspective on GANs (2019); C. Daskalakis et al., Training GANs with
optimism (2018); Y.-P. Hsieh, C. Liu and V. Cevher, Finding mixed Nash equilibria of GANs (2019).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from playground.engine.kit import optimisers
from playground.engine.kit.optimisers import Memory, Settings

PlayRule = Literal["sgd", "adam", "extragradient", "optimistic", "mixed"]
Player = Literal["made", "critic"]


class Side(NamedTuple):
    """One player of a team.

    Attributes:
        theta: the weights of its particles, (m, P).
        adam: what Adam remembers of them.
        last: the last displacement, of the optimistic step, (m, P).
    """

    theta: Tensor
    adam: Memory[Tensor]
    last: Tensor


class Team(NamedTuple):
    """Two players and the rule by which both move.

    Attributes:
        rule: how they move.
        made: the generator, or several.
        critic: the critic, or several.
    """

    rule: PlayRule
    made: Side
    critic: Side


class Fields(NamedTuple):
    """The gradients that the players of some teams descend, (m, P) of each team.

    Attributes:
        made: of the generators.
        critic: of the critics.
    """

    made: Callable[[Sequence[Team]], list[Tensor]]
    critic: Callable[[Sequence[Team]], list[Tensor]]


class Play(NamedTuple):
    """The numbers of a move.

    Attributes:
        rates: of the generator and of the critic.
        adaptive: whether extragradient, optimistic and mixed steps are scaled by Adam's.
        together: both move from the same place; otherwise the generator sees the critic's new weights.
        turns: moves of the critic for one of the generator.
        frozen: the player that stays, if any.
        noise: standard deviation of the noise of a mixed strategy's particle, times the rate.
        clip: the critic's weights stay within; 0: anywhere.
        momentum: Adam's share of the old mean of gradients.
    """

    rates: tuple[float, float]
    adaptive: bool
    together: bool
    turns: int
    frozen: str = "none"
    noise: float = 0.0
    clip: float = 0.0
    momentum: float = 0.5


def side_of(theta: Tensor) -> Side:
    """A player that has not moved."""
    return Side(theta, optimisers.begin(theta), torch.zeros_like(theta))


def moved(teams: Sequence[Team], fields: Callable[[], Fields], play: Play, rng: torch.Generator) -> tuple[Team, ...]:
    """All teams after one move of the generator and `turns` of the critic.

    Args:
        teams: as they stand.
        fields: gives the gradients on the next batch.
        play: the numbers.
        rng: for the noise of mixed strategies.
    """
    now = list(teams)
    early = play.turns - 1 if play.together else play.turns
    for _ in range(early if play.frozen != "critic" else 0):
        _critics(now, [k for k in range(len(now)) if not _is_extra(now[k]) or play.together], fields(), play, rng)
    game = fields()
    extra = [k for k, team in enumerate(now) if _is_extra(team)]
    plain = [k for k, team in enumerate(now) if not _is_extra(team)]
    if extra:
        if not play.together:
            for _ in range(early - 1 if play.frozen != "critic" else 0):
                _critics(now, extra, game, play, rng)
        _extrapolated(now, extra, game, play)
    if plain:
        some = [now[k] for k in plain]
        made = game.made(some) if play.frozen != "made" else []
        if play.together and play.frozen != "critic":
            _critics(now, plain, game, play, rng)
        for k, gradient in zip(plain, made, strict=bool(made)):
            now[k] = now[k]._replace(made=_step(now[k].rule, now[k].made, gradient, play.rates[0], play, rng))
    return tuple(now)


def _is_extra(team: Team) -> bool:
    return team.rule == "extragradient"


def _critics(now: list[Team], which: list[int], game: Fields, play: Play, rng: torch.Generator) -> None:
    """One move of some teams' critics."""
    if not which:
        return
    for k, gradient in zip(which, game.critic([now[k] for k in which]), strict=True):
        rule = "adam" if _is_extra(now[k]) and play.adaptive else "sgd" if _is_extra(now[k]) else now[k].rule
        now[k] = now[k]._replace(
            critic=_held(_step(rule, now[k].critic, gradient, play.rates[1], play, rng), play.clip)
        )


def _extrapolated(now: list[Team], which: list[int], game: Fields, play: Play) -> None:
    """Both players look ahead from where they are, and then move by the gradients that they find there.

    If each looked ahead in its own variable alone, the step on a bilinear game would be that of plain descent.
    """
    start = [now[k] for k in which]
    ahead = _both(start, start, game, play)
    for k, team in zip(which, _both(start, ahead, game, play), strict=True):
        now[k] = team


def _both(start: list[Team], at: list[Team], game: Fields, play: Play) -> list[Team]:
    """The teams `start` moved by the gradients that are found at the teams `at`."""
    rule: PlayRule = "adam" if play.adaptive else "sgd"
    found = []
    for team, there, g, c in zip(start, at, game.made(at), game.critic(at), strict=True):
        made, critic = team.made._replace(adam=there.made.adam), team.critic._replace(adam=there.critic.adam)
        made = team.made if play.frozen == "made" else _step(rule, made, g, play.rates[0], play)
        critic = team.critic if play.frozen == "critic" else _step(rule, critic, c, play.rates[1], play)
        found.append(Team(team.rule, made, _held(critic, play.clip)))
    return found


def _step(
    rule: PlayRule, side: Side, gradient: Tensor, rate: float, play: Play, rng: torch.Generator | None = None
) -> Side:
    """A player after one step along a gradient."""
    if rule == "adam" or (play.adaptive and rule != "sgd"):
        use = Settings(rate=rate, beta_1=play.momentum, beta_2=0.9 if rule != "adam" else 0.999)
        shift, adam = optimisers.adam(torch.zeros_like(gradient), gradient, side.adam, use)
    else:
        shift, adam = -rate * gradient, side.adam._replace(taken=side.adam.taken + 1)
    theta = side.theta + (2.0 * shift - side.last if rule == "optimistic" else shift)
    if rule == "mixed" and play.noise > 0.0 and rng is not None:
        theta = theta + play.noise * rate * torch.randn(theta.shape, generator=rng)
    return Side(theta, adam, shift if rule == "optimistic" else side.last)


def _held(side: Side, clip: float) -> Side:
    """Weights clipped."""
    return side._replace(theta=side.theta.clamp(-clip, clip)) if clip > 0.0 else side


def is_finite(teams: Sequence[Team]) -> bool:
    """Whether all weights are finite."""
    return all(math.isfinite(float(side.theta.sum())) for team in teams for side in (team.made, team.critic))
