"""Eigenvalues of a diagonal recurrence xi_t = lambda xi_{t-1} + gamma u_t: parametrisation, ring, powers, response.

lambda = exp(-exp(v)) (cos phi + i sin phi) keeps the modulus below 1 for every real v. What is needed of it is computed
from log |lambda| = -exp(v), which neither rounds to 0 nor overflows where |lambda| itself rounds to 1 or 0.

Source: A. Orvieto et al., Resurrecting recurrent neural networks for long sequences (2023).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

LARGEST_POWER = 60.0
"""The logarithm at which growing powers are cut off."""
LEAST_V = -30.0
"""v of what is put on the unit circle itself."""


class Eigen(NamedTuple):
    """Eigenvalues, each with its conjugate left out, (n,) each.

    Attributes:
        log_modulus: log |lambda|, from -inf to above 0.
        phase: the angle.
        gamma: what the input is multiplied by, sqrt(|1 - |lambda|^2|): white noise then leaves a state of variance 1.
    """

    log_modulus: Tensor
    phase: Tensor
    gamma: Tensor

    @property
    def modulus(self) -> Tensor:
        """|lambda|, (n,)."""
        return self.log_modulus.exp()

    @property
    def memory(self) -> Tensor:
        """Steps after which a state is 1/e of what it was, -1/log|lambda|; infinite from modulus 1 on, (n,)."""
        found = -1.0 / self.log_modulus
        return torch.where(self.log_modulus < 0, found, torch.full_like(found, math.inf))

    @property
    def value(self) -> Tensor:
        """lambda, (n,), complex."""
        return torch.polar(self.modulus, self.phase)


def exponential(v: Tensor, phase: Tensor) -> Eigen:
    """The eigenvalue exp(-exp(v)) exp(i phase)."""
    log_modulus = -v.exp()
    return Eigen(log_modulus, phase, (-torch.expm1(2 * log_modulus)).sqrt())


def free(re: Tensor, im: Tensor) -> Eigen:
    """The eigenvalue re + i im, whatever its modulus."""
    square = re * re + im * im
    return Eigen(square.log() / 2, torch.atan2(im, re), (1 - square).abs().sqrt())


def v_of(modulus: Tensor) -> Tensor:
    """The parameter v = log|log modulus|; above modulus 1 that of the inverse, whose gain has the same shape."""
    return modulus.log().abs().log().clamp_min(LEAST_V)


def slope(v: Tensor) -> Tensor:
    """d|lambda|/dv = -exp(v) exp(-exp(v)), (n,)."""
    return -v.exp() * (-v.exp()).exp()


class Ring(NamedTuple):
    """Eigenvalues drawn on a ring, (n,) each."""

    phase: Tensor
    modulus: Tensor


def ring(u1: Tensor, u2: Tensor, inner: float, outer: float, *, area: bool, widest: float = 2 * math.pi) -> Ring:
    """A ring from uniform numbers in [0, 1).

    Args:
        u1: of the modulus, (n,).
        u2: of the angle, (n,).
        inner: the smaller radius.
        outer: the larger one.
        area: every piece of area is equally likely; else every radius.
        widest: the largest angle.
    """
    if area:
        return Ring(widest * u2, (u1 * (outer**2 - inner**2) + inner**2).sqrt())
    return Ring(widest * u2, u1 * (outer - inner) + inner)


def powers(eigen: Eigen, k: Tensor) -> Tensor:
    """lambda^k, (n, len(k)), complex; growth is cut off at exp(60)."""
    logs = torch.where(k > 0, eigen.log_modulus[:, None] * k, torch.zeros_like(k)).clamp_max(LARGEST_POWER)
    return torch.polar(logs.exp(), eigen.phase[:, None] * k)


def impulse(eigen: Eigen, weights: Tensor, length: int) -> Tensor:
    """The answer to a single 1: Re(sum of weight gamma lambda^k) for k = 0 to length - 1, (length,).

    Args:
        eigen: n eigenvalues.
        weights: (n,), complex.
        length: how many.
    """
    # lambda^(S q + r) = lambda^(S q) lambda^r: two short tables of powers and a product of them.
    S = math.isqrt(max(length - 1, 0)) + 1
    inner = powers(eigen, torch.arange(S, dtype=torch.float64))
    outer = (weights * eigen.gamma)[:, None] * powers(eigen, S * torch.arange(S, dtype=torch.float64))
    table = outer.real.T @ inner.real - outer.imag.T @ inner.imag
    return table.reshape(-1)[:length]


def gain(eigen: Eigen, weights: Tensor, omega: Tensor) -> Tensor:
    """H(e^(i omega)) of that impulse response, summed up as a geometric series, (len(omega),), complex.

    The real part of a sum over lambda is half the sum over lambda and half that over the conjugates.
    """
    z = torch.polar(torch.ones_like(omega), -omega)
    value, c = eigen.value[:, None], (weights * eigen.gamma)[:, None]
    found: Tensor = (c / (1 - value * z) + c.conj() / (1 - value.conj() * z)).sum(0) / 2
    return found
