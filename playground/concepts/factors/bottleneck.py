"""The linear autoencoder x -> D E x on centred data: loss, gradients and critical points, from the covariance."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import torch
from torch import Tensor


class Slopes(NamedTuple):
    """The loss mean |x - D E x|^2 and its gradients in the decoder D (p, m) and the encoder E (m, p)."""

    loss: float
    D: Tensor
    E: Tensor


def slopes(S: Tensor, D: Tensor, E: Tensor) -> Slopes:
    """Loss and gradients at a covariance S (p, p)."""
    ES = E @ S  # (m, p)
    DtD, code = D.T @ D, ES @ E.T
    pull = D.T @ S
    loss = S.diagonal().sum() - 2 * (pull * E).sum() + (DtD * code).sum()
    return Slopes(float(loss), 2 * (D @ code - ES.T), 2 * (DtD @ ES - pull))


def loss_of(S: Tensor, D: Tensor, E: Tensor) -> float:
    """The loss alone."""
    return slopes(S, D, E).loss


def angles(U: Tensor, D: Tensor) -> Tensor:
    """The principal angles in degrees, the smallest first, between the spans of U (p, m) and D (p, m).

    Small ones by their sines, since a cosine near 1 does not tell them.
    """
    if not bool(torch.isfinite(D).all()) or D.shape[1] == 0:
        return torch.full((D.shape[1],), 90.0, dtype=torch.float64)
    Q = torch.linalg.qr(D / D.abs().max().clamp_min(1e-300)).Q
    inside = U.T @ Q
    cosines = torch.linalg.svdvals(inside).clamp(0.0, 1.0)
    sines = torch.linalg.svdvals(Q - U @ inside).clamp(0.0, 1.0).flip(0)
    return torch.rad2deg(torch.atan2(sines, cosines))


def critical_losses(eigenvalues: Tensor, m: int) -> tuple[list[list[int]], Tensor]:
    """The loss at each critical point of full rank: m of the components are kept, all others are lost."""
    chosen = [list(one) for one in combinations(range(len(eigenvalues)), m)]
    total = eigenvalues.sum()
    return chosen, torch.stack([total - eigenvalues[one].sum() for one in chosen])
