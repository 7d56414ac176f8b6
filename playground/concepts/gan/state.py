"""What a run consists of."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.concepts.gan.players import Team
from playground.engine.frame import Status
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.datasets import Components
from playground.engine.kit.diffusion.mixtures import Mixture


class Data(NamedTuple):
    """What is imitated.

    Attributes:
        masses, means, spreads, modes: the components of the law, (K,), (K, d), (K,), (K,).
        train: what the critic is shown, (n, d), float32.
        fresh: what nobody is shown, (m, d), float32.
        edited: whether the user has drawn something, or opened a file.
    """

    masses: Tensor
    means: Tensor
    spreads: Tensor
    modes: Tensor
    train: Tensor
    fresh: Tensor
    edited: bool

    @property
    def components(self) -> Components:
        """The components of the law."""
        return Components(self.masses, self.means, self.spreads, self.modes)

    @property
    def law(self) -> Mixture:
        """The law itself."""
        return mixtures.mixture(self.masses, self.means, self.spreads**2)


class Seen(NamedTuple):
    """What a measurement found, by the names of metrics; None where the view has no such number."""

    critic_loss: float | None = None
    made_loss: float | None = None
    modes: int | None = None
    share: float | None = None
    copied: float | None = None
    js: float | None = None
    w1: float | None = None
    exact: float | None = None
    said: float | None = None
    raw: float | None = None
    steepest: float | None = None
    held_sgd: int | None = None
    held_adam: int | None = None
    held_optimistic: int | None = None
    held_mixed: int | None = None
    share_sgd: float | None = None
    share_adam: float | None = None
    share_optimistic: float | None = None
    share_mixed: float | None = None


class State(NamedTuple):
    """The present of a run.

    Attributes:
        teams: one, or four; none in the smallest GAN.
        before: the same at earlier steps, the newest last.
        past: which modes were held at the last counts, (t, teams, K), bool.
        seen: the last measurement.
        at: the place whose nearest sample is looked at, (2,).
        ways: (θ, ψ) of both at once and of one after the other, (t, 2, 2), float64.
        move: how many steps were made.
        updates: of the generator.
        failed: an update gave numbers that are not finite.
    """

    teams: tuple[Team, ...]
    before: tuple[tuple[Team, ...], ...]
    past: Tensor
    seen: Seen
    at: Tensor
    ways: Tensor
    move: int = 0
    updates: int = 0
    failed: bool = False


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    updates: int | None = None
    critic_loss: float | None = None
    made_loss: float | None = None
    modes: int | None = None
    share: float | None = None
    copied: float | None = None
    js: float | None = None
    w1: float | None = None
    exact: float | None = None
    said: float | None = None
    raw: float | None = None
    held_sgd: int | None = None
    held_adam: int | None = None
    held_optimistic: int | None = None
    held_mixed: int | None = None
    together_grew: float | None = None
    alternating_grew: float | None = None
