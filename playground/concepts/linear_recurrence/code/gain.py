"""The gain of a recurrence at one angle of the unit circle."""

import math

import torch


def gain(lam, gamma, omega):
    """|H(e^{i omega})|, and the distance to each eigenvalue.

    lam: complex eigenvalues, each for itself and its conjugate.
    gamma: what the input is multiplied by. omega: the angle.
    """
    here = complex(math.cos(omega), math.sin(omega))
    d = (here - lam).abs()
    d_conjugate = (here - lam.conj()).abs()
    H = 0.5 * gamma / (1 - lam / here)
    H = H + 0.5 * gamma / (1 - lam.conj() / here)
    H = torch.mean(H)
    size = H.abs()
    return size, d, d_conjugate
