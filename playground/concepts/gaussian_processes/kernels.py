"""Covariance functions of one variable, and their sums and products.

Sources: C. Rasmussen and C. Williams, "Gaussian processes for machine learning" (2006), chapter 4; Y. Cho and L. Saul,
"Kernel methods for deep learning" (2009).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.gaussian_processes import Params


class Covariance(NamedTuple):
    """A composed kernel: amplitude² times the first, alone or with the second.

    Attributes:
        first, second: names of kernels; an empty second one is none.
        times: the two are multiplied, else added.
        amplitude: the square root of what the whole is multiplied by.
        length, period: of the first; the period counts for "periodic" alone.
        length2, period2: of the second.
    """

    first: str
    second: str = ""
    times: bool = False
    amplitude: float = 1.0
    length: float = 1.0
    period: float = 2.0
    length2: float = 1.0
    period2: float = 2.0

    def __call__(self, a: Tensor, b: Tensor) -> Tensor:
        """Covariances (n, m) of the function's values at a (n,) and b (m,)."""
        k = KERNELS[self.first](a[:, None], b[None, :], self.length, self.period)
        if self.second:
            other = KERNELS[self.second](a[:, None], b[None, :], self.length2, self.period2)
            k = k * other if self.times else k + other
        return self.amplitude**2 * k

    def variance(self, a: Tensor) -> Tensor:
        """The prior variance at a (n,)."""
        k = KERNELS[self.first](a, a, self.length, self.period)
        if self.second:
            other = KERNELS[self.second](a, a, self.length2, self.period2)
            k = k * other if self.times else k + other
        return self.amplitude**2 * k


def covariance_of(params: Params) -> Covariance:
    """The kernel that the parameters compose."""
    return Covariance(
        params.kernel,
        "" if params.join == "alone" else params.second,
        params.join == "product",
        params.amplitude,
        params.length,
        params.period,
        params.length2,
        params.period2,
    )


def _rbf(a: Tensor, b: Tensor, length: float, period: float) -> Tensor:
    return (-0.5 * ((a - b) / length).square()).exp()


def _matern12(a: Tensor, b: Tensor, length: float, period: float) -> Tensor:
    return (-(a - b).abs() / length).exp()


def _matern32(a: Tensor, b: Tensor, length: float, period: float) -> Tensor:
    r = math.sqrt(3) * (a - b).abs() / length
    return (1 + r) * (-r).exp()


def _matern52(a: Tensor, b: Tensor, length: float, period: float) -> Tensor:
    r = math.sqrt(5) * (a - b).abs() / length
    return (1 + r + r.square() / 3) * (-r).exp()


def _periodic(a: Tensor, b: Tensor, length: float, period: float) -> Tensor:
    return (-2 * (math.pi * (a - b) / period).sin().square() / length**2).exp()


def _linear(a: Tensor, b: Tensor, length: float, period: float) -> Tensor:
    return 1 + a * b / length**2


def _arccosine(a: Tensor, b: Tensor, length: float, period: float) -> Tensor:
    """Of order 1 on the vectors (1, x/length): twice the mean of relu(u) relu(v)."""
    k11, k22 = 1 + (a / length).square(), 1 + (b / length).square()
    return 2 * relu_mean(k11 + 0 * b, k22 + 0 * a, 1 + a * b / length**2)


KERNELS: dict[str, Callable[[Tensor, Tensor, float, float], Tensor]] = {
    "rbf": _rbf,
    "matern12": _matern12,
    "matern32": _matern32,
    "matern52": _matern52,
    "periodic": _periodic,
    "linear": _linear,
    "arccosine": _arccosine,
}


# ---- infinitely wide nets


def angle_between(k11: Tensor, k22: Tensor, k12: Tensor) -> Tensor:
    """The angle of two Gaussian variables with these moments; of a variance of 0 a right one."""
    size = (k11 * k22).sqrt()
    return torch.where(size > 0, (k12 / size.clamp_min(1e-300)).clamp(-1.0, 1.0), torch.zeros_like(size)).acos()


def relu_mean(k11: Tensor, k22: Tensor, k12: Tensor) -> Tensor:
    """E[relu(u) relu(v)] of Gaussian variables with these variances and this covariance."""
    t = angle_between(k11, k22, k12)
    return (k11 * k22).sqrt() / (2 * math.pi) * (t.sin() + (math.pi - t) * t.cos())


def nngp(X: Tensor, depth: int, weight: float, bias: float) -> Tensor:
    """The kernels of a relu net of infinite width, layer by layer, (depth + 1, n, n).

    Args:
        X: inputs, (n, d).
        depth: hidden layers.
        weight: variance of a weight, times the width of its layer.
        bias: variance of a bias.
    """
    K = bias + weight * X @ X.T / X.shape[1]
    layers = [K]
    for _ in range(depth):
        d = K.diagonal()
        K = bias + weight * relu_mean(d[:, None] + 0 * K, d[None, :] + 0 * K, K)
        layers.append(K)
    return torch.stack(layers)


def excess_kurtosis(m: int, fourth: float, readout: float = 3.0) -> float:
    """Of the sum of m independent hidden units: (1/m)(E v⁴ E φ⁴ / (E φ²)² − 3).

    Args:
        m: the width.
        fourth: E φ⁴ / (E φ²)² of a hidden unit; 6 for relu.
        readout: E v⁴ of a weight of variance 1; 3 for Gaussian ones.
    """
    return (readout * fourth - 3) / m
