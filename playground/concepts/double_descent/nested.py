"""Least squares on the first N of many features, for every N: of least norm, with ridge, and from another start.

Up to N = n one QR factorisation of the first n columns serves all widths. Beyond, the Gram matrix of the rows grows by
the new columns, so that a sweep of widths costs hardly more than its widest fit.
"""

from __future__ import annotations

import torch
from torch import Tensor

from playground.engine.kit.giving_way import give_way
from playground.engine.kit.linear_models import pseudo_solve

_ZERO = 1e-10  # a singular value, or a pivot, below this share of the largest counts as 0
_NARROW = 1.5  # up to this N / n the wide fit avoids the square of the condition


def min_norm(Phi: Tensor, y: Tensor) -> tuple[Tensor, int]:
    """Weights theta = Phi^+ y of least norm among the minimisers of |Phi theta - y|^2, (N,), and the rank of Phi."""
    theta, rank = pseudo_solve(Phi.numpy(), y.numpy())
    return torch.as_tensor(theta), rank


def ridged(Phi: Tensor, y: Tensor, ridge: float) -> Tensor:
    """(Phi'Phi + ridge I)^-1 Phi'y, (N,), by the n rows; of least norm for ridge = 0."""
    if ridge == 0.0:
        return min_norm(Phi, y)[0]
    gram = Phi @ Phi.T
    gram.diagonal().add_(ridge)
    return Phi.T @ _cholesky(gram, y)


def _cholesky(gram: Tensor, y: Tensor) -> Tensor:
    L = torch.linalg.cholesky_ex(gram)[0]
    return torch.cholesky_solve(y[:, None], L)[:, 0]


class NestedFits:
    """Fits of the same labels on more and more columns of one matrix."""

    def __init__(self, Phi: Tensor, ridge: float = 0.0) -> None:
        """Factors nothing yet.

        Args:
            Phi: a row a sample, a column a feature, (n, M); nobody writes into it.
            ridge: lambda of the objective |Phi theta - y|^2 + lambda |theta|^2.
        """
        self._Phi, self._ridge = Phi, ridge
        self._n = len(Phi)
        self._factors: tuple[Tensor, Tensor] | None = None
        self._grams = [torch.zeros(self._n, self._n, dtype=Phi.dtype)]

    def fit(self, N: int, y: Tensor) -> Tensor:
        """The weights of the first N features for labels (n,): (N,)."""
        if self._ridge == 0.0 and _NARROW * self._n >= N:
            found = self._tall(N, y) if self._n >= N else self._slightly_wide(N, y)
            return min_norm(self._Phi[:, :N], y)[0] if found is None else found
        gram = self._gram(N)
        gram.diagonal().add_(self._ridge)
        return self._Phi[:, :N].T @ _cholesky(gram, y)

    def from_start(self, N: int, y: Tensor, start: Tensor) -> Tensor:
        """Where gradient descent from weights (M,) ends: least norm plus the part of the start that never moves."""
        start = start[:N]
        return start + self.fit(N, y - self._Phi[:, :N] @ start)

    def _tall(self, N: int, y: Tensor) -> Tensor | None:
        """By QR of the first columns; none where a column depends on those before it."""
        if self._factors is None:
            Q, R = torch.linalg.qr(self._Phi[:, : self._n])
            self._factors = Q, R
        Q, R = self._factors
        pivots = R.diagonal()[:N].abs()
        if not bool(pivots.min() > _ZERO * pivots.max()):
            return None
        found: Tensor = torch.linalg.solve_triangular(R[:N, :N], (Q[:, :N].T @ y)[:, None], upper=True)
        return found[:, 0]

    def _slightly_wide(self, N: int, y: Tensor) -> Tensor | None:
        """By QR of the transpose; none where the rows depend on one another."""
        Q, R = torch.linalg.qr(self._Phi[:, :N].T)
        pivots = R.diagonal().abs()
        if not bool(pivots.min() > _ZERO * pivots.max()):
            return None
        found: Tensor = Q @ torch.linalg.solve_triangular(R.T, y[:, None], upper=False)
        return found[:, 0]

    def _gram(self, N: int) -> Tensor:
        """Phi_N Phi_N', (n, n), in new memory; whole blocks of n columns are kept."""
        n, whole = self._n, N // self._n
        while len(self._grams) <= whole:
            at = len(self._grams) - 1
            block = self._Phi[:, at * n : (at + 1) * n]
            self._grams.append(torch.addmm(self._grams[-1], block, block.T))
            give_way()
        rest = self._Phi[:, whole * n : N]
        return torch.addmm(self._grams[whole], rest, rest.T)
