"""The smallest GAN: data at 0, a generator that puts all mass at θ, a critic with the logit ψ x, high on fakes.

θ minimises and ψ maximises f(ψ θ) + f(0), with f(t) = −log(1 + exp(−t)), or t for Wasserstein.

Source: L. Mescheder, A. Geiger and S. Nowozin, Which training methods for GANs do actually converge? (2018).
"""

from __future__ import annotations

import math
from typing import NamedTuple


class DiracPlay(NamedTuple):
    """How both numbers move.

    Attributes:
        loss: gan, ns (non-saturating) or wgan.
        rate: the step size.
        together: both move from the same place; otherwise ψ sees the new θ.
        clip: ψ stays within; None: anywhere.
        r1: strength of the penalty r1/2 ψ².
    """

    loss: str
    rate: float
    together: bool
    clip: float | None
    r1: float


def _sigmoid(t: float) -> float:
    return 1.0 / (1.0 + math.exp(-t)) if t >= 0 else math.exp(t) / (1.0 + math.exp(t))


def moved(play: DiracPlay, theta: float, psi: float) -> tuple[float, float]:
    """Both numbers after a step."""

    def slope(t: float) -> float:
        return 1.0 if play.loss == "wgan" else _sigmoid(-t)

    t = psi * theta
    # Non-saturating: θ descends −f(−ψθ), whose slope in t is f'(−t).
    down = psi * (slope(-t) if play.loss == "ns" else slope(t))
    new_theta = theta - play.rate * down
    seen = theta if play.together else new_theta
    new_psi = psi + play.rate * (seen * slope(psi * seen) - play.r1 * psi)
    if play.clip is not None:
        new_psi = min(max(new_psi, -play.clip), play.clip)
    return new_theta, new_psi


def moduli(play: DiracPlay) -> list[float]:
    """The moduli of the eigenvalues of a step at (0, 0), without clipping, in rising order."""
    c = play.rate * (1.0 if play.loss == "wgan" else 0.5)
    kept = 1.0 - play.rate * play.r1
    trace = 1.0 + kept if play.together else 1.0 + kept - c * c
    det = kept + c * c if play.together else kept
    inside = trace * trace / 4 - det
    if inside < 0:
        return [math.sqrt(det)] * 2
    return sorted(abs(trace / 2 + sign * math.sqrt(inside)) for sign in (-1, 1))
