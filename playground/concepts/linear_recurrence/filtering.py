"""A signal through a diagonal recurrence, as a scan over blocks: matrix products inside of them, doubling between.

Inside a block of 128 samples the output is a product with a Toeplitz matrix of the impulse response; what goes from
block to block is one number an eigenvalue, z_m = lambda^128 z_{m-1} + s_m, which is a scan of 782 steps in 10 rounds.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.linear_recurrence import eigenvalues
from playground.concepts.linear_recurrence.eigenvalues import Eigen

BLOCK = 128
LARGEST = 1e9
"""Outputs beyond it are cut off."""
_MOST = 1e30


def filtered(u: Tensor, found: Eigen, weights: Tensor) -> Tensor:
    """y_t = Re(sum of weight xi_t), xi_t = lambda xi_{t-1} + gamma u_t, for a signal (T,); (T,).

    Args:
        u: the signal.
        found: n eigenvalues.
        weights: (n,), complex.
    """
    T, c = len(u), (weights * found.gamma)[:, None]
    blocks = torch.nn.functional.pad(u, (0, -T % BLOCK)).reshape(-1, BLOCK)
    power = eigenvalues.powers(found, torch.arange(BLOCK + 1, dtype=torch.float64))
    h = (c * power[:, :BLOCK]).real.sum(0)
    back = torch.arange(BLOCK)[None] - torch.arange(BLOCK)[:, None]
    y = blocks @ torch.where(back >= 0, h[back.clamp_min(0)], torch.zeros_like(h[:1]))
    late = power[:, :BLOCK].flip(1)
    z = carried(torch.complex(blocks @ late.real.T, blocks @ late.imag.T), found)
    ahead = c * power[:, 1:]
    y[1:] += z[:-1].real @ ahead.real - z[:-1].imag @ ahead.imag
    return y.reshape(-1)[:T].clamp(-LARGEST, LARGEST)


def digits(gap: float | None) -> float | None:
    """To how many digits two ways agree that differ by this share of the largest value, at most 16."""
    return None if gap is None else min(16.0, -math.log10(max(gap, 1e-16)))


def carried(ends: Tensor, found: Eigen) -> Tensor:
    """The states at the ends of blocks from what each block adds, (blocks, n), complex, by doubling."""
    z, stride = ends, 1
    while stride < len(z):
        factor = eigenvalues.powers(found, torch.tensor([float(BLOCK * stride)], dtype=torch.float64))[:, 0]
        z = torch.cat([z[:stride], z[stride:] + factor * z[:-stride]])
        z = torch.view_as_complex(torch.view_as_real(z).clamp(-_MOST, _MOST))
        stride *= 2
    return z


def convolved(u: Tensor, h: Tensor) -> Tensor:
    """The first len(u) entries of the convolution with an impulse response, by FFT, (T,)."""
    size = 1 << (len(u) + len(h) - 1).bit_length()
    product = torch.fft.rfft(u, size) * torch.fft.rfft(h, size)
    found: Tensor = torch.fft.irfft(product, size)[: len(u)]
    return found
