"""Scores as functions of (x, t) for the samplers: exact, of finite data, guided by a label.

Classifier-free guidance (Ho and Salimans 2021) in the convention u + w (u_label - u): w = 0 ignores the label, w = 1
samples the conditional law exactly, and any other w gives no score of a noised law.
"""

from __future__ import annotations

from torch import Tensor

from playground.engine.kit.diffusion.fast import cloud_score
from playground.engine.kit.diffusion.mixtures import Mixture, noised
from playground.engine.kit.diffusion.mixtures import score as mixture_score
from playground.engine.kit.diffusion.samplers import Score
from playground.engine.kit.diffusion.schedules import Schedule


def exact(law: Mixture, schedule: Schedule) -> Score:
    """The score of the noised mixture (of finite data: `mixtures.points`), in the dtype of the points it is given."""

    def score(x: Tensor, t: int) -> Tensor:
        later = noised(law, schedule.scale[t].item(), schedule.sigma[t].item())
        return mixture_score(later, x) if x.dtype == law.means.dtype and len(x) < _FEW else cloud_score(later, x)

    return score


_FEW = 2000
"""From this many points on the score is computed by products of matrices."""


def guided(plain: Score, conditional: Score, weight: float) -> Score:
    """Classifier-free guidance: plain + weight (conditional - plain)."""
    if weight == 0.0:
        return plain
    if weight == 1.0:
        return conditional

    def score(x: Tensor, t: int) -> Tensor:
        return plain(x, t).lerp(conditional(x, t), weight)

    return score
