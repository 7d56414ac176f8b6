"""What the score does not see: modes with the wrong masses."""

import numpy as np


def weakness(separation, sigma, w):
    """Divergences of two laws of two modes with the same noise.

    separation: of the modes, which have variance 1 before the noise.
    sigma: the noise. w: the mass of the model's left mode; the data
    have 1/2.
    """
    v = 1 + sigma**2
    far = separation / 2 + 9 * np.sqrt(v)
    x = np.linspace(-far, far, 1601)
    dx = x[1] - x[0]
    left, right = -separation / 2 - x, separation / 2 - x
    log_left = -(left**2) / (2 * v) - np.log(2 * np.pi * v) / 2
    log_right = -(right**2) / (2 * v) - np.log(2 * np.pi * v) / 2
    log_p = np.logaddexp(log_left, log_right) + np.log(0.5)
    part_left = log_left + np.log(w)
    part_right = log_right + np.log(1 - w)
    log_q = np.logaddexp(part_left, part_right)
    p, q = np.exp(log_p), np.exp(log_q)
    share_p = np.exp(np.log(0.5) + log_left - log_p)
    share_q = np.exp(part_left - log_q)
    gap = (share_q - share_p) * (left - right) / v
    fisher = (p * gap**2).sum() * dx
    tv = np.abs(q - p).sum() * dx / 2
    kl = (p * (log_p - log_q)).sum() * dx
    return fisher, tv, kl
