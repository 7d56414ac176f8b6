"""What both players pay, by the critic's number a (a logit, where there is a probability), and the slopes of it.

The critic minimises `real(a)` over the data plus `fake(a)` over what is made; the generator minimises `made(a)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import softplus

Elementwise = Callable[[Tensor], Tensor]


class GameLoss(NamedTuple):
    """Losses of a number a, each with its slope, elementwise.

    Attributes:
        real, real_slope: of the critic at the data.
        fake, fake_slope: of the critic at what is made.
        made, made_slope: of the generator at what it makes.
    """

    real: Elementwise
    real_slope: Elementwise
    fake: Elementwise
    fake_slope: Elementwise
    made: Elementwise
    made_slope: Elementwise


def _step(a: Tensor) -> Tensor:
    return (a > 0).to(a.dtype)


# log σ(a) = -softplus(-a) and log(1 - σ(a)) = -softplus(a): finite however large a is.
_SATURATING = GameLoss(
    real=lambda a: softplus(-a, threshold=50),
    real_slope=lambda a: -torch.sigmoid(-a),
    fake=lambda a: softplus(a, threshold=50),
    fake_slope=torch.sigmoid,
    made=lambda a: -softplus(a, threshold=50),
    made_slope=lambda a: -torch.sigmoid(a),
)
_WASSERSTEIN = GameLoss(
    real=lambda a: -a,
    real_slope=lambda a: -torch.ones_like(a),
    fake=lambda a: a,
    fake_slope=torch.ones_like,
    made=lambda a: -a,
    made_slope=lambda a: -torch.ones_like(a),
)
LOSSES: dict[str, GameLoss] = {
    "saturating": _SATURATING,
    "nonsaturating": _SATURATING._replace(
        made=lambda a: softplus(-a, threshold=50), made_slope=lambda a: -torch.sigmoid(-a)
    ),
    "clip": _WASSERSTEIN,
    "penalty": _WASSERSTEIN,
    "hinge": _WASSERSTEIN._replace(
        real=lambda a: torch.relu(1.0 - a),
        real_slope=lambda a: -_step(1.0 - a),
        fake=lambda a: torch.relu(1.0 + a),
        fake_slope=lambda a: _step(1.0 + a),
    ),
    "squares": GameLoss(
        real=lambda a: 0.5 * (a - 1.0).square(),
        real_slope=lambda a: a - 1.0,
        fake=lambda a: 0.5 * a.square(),
        fake_slope=lambda a: a,
        made=lambda a: 0.5 * (a - 1.0).square(),
        made_slope=lambda a: a - 1.0,
    ),
}
"""By the name of the parameter; `clip` and `penalty` differ in what holds the critic back."""


def probability(loss: str, a: Tensor) -> Tensor:
    """How likely a critic of this loss finds that a point is of the data; of critics without it the number itself."""
    return torch.sigmoid(a) if loss in ("saturating", "nonsaturating") else a
