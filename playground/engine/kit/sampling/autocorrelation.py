"""How many independent points a chain is worth (Geyer's initial positive sequence, 1992)."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Worth(NamedTuple):
    """The effective sample size and what it comes from.

    Attributes:
        pairs: how many sums rho_2k + rho_2k+1 were positive.
        time: integrated autocorrelation time 2 sum - 1; None of a constant chain.
        size: effective sample size n / time; None if it is undefined.
    """

    pairs: int
    time: float | None
    size: float | None


def autocovariances(chain: Tensor, lags: int) -> Tensor:
    """c_k = sum of (x_i - mean)(x_{i+k} - mean) / n for k < lags, (lags,)."""
    away, n = chain - chain.mean(), len(chain)
    found = [(away[: n - k] * away[k:]).sum() / n if k < n else torch.zeros((), dtype=away.dtype) for k in range(lags)]
    return torch.stack(found)


def worth(chain: Tensor) -> Worth:
    """The effective sample size of a chain (n,)."""
    n = len(chain)
    away = chain - chain.mean()
    # The correlation of the padded chain with itself is its power spectrum turned back.
    spectrum = torch.fft.rfft(away, 2 * n)
    covariances = torch.fft.irfft(spectrum * spectrum.conj(), 2 * n)[:n] / n
    if away.abs().max().item() <= 1e-12 * max(1.0, chain.abs().max().item()):
        return Worth(0, None, None)
    rho = covariances / covariances[0]
    sums = rho[: n - n % 2].view(-1, 2).sum(1)
    falling = (sums <= 0).nonzero()
    pairs = int(falling[0].item()) if len(falling) else len(sums)
    time = 2 * sums[:pairs].sum().item() - 1
    return Worth(pairs, time, n / time if time > 1e-12 else None)
