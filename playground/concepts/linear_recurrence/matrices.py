"""A matrix and its eigenbasis: z_{t+1} = A z_t + B x_t, y_t = C z_t, and the same as one scalar recurrence a mode."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

DEFECTIVE = 1e12
"""A condition of the eigenvectors from which on there is no basis of them in double precision."""
_TWINS = 1e-7  # eigenvalues so near to each other are one: those of a Jordan block come apart by rounding


class Basis(NamedTuple):
    """A = P diag(values) P^-1.

    Attributes:
        values: the eigenvalues by real and then imaginary part, (n,), complex.
        vectors: P with columns of length 1, (n, n), complex.
        condition: the largest over the smallest singular value of P; infinite where A is not diagonalisable.
    """

    values: Tensor
    vectors: Tensor
    condition: float

    @property
    def exists(self) -> bool:
        """Whether there are as many independent eigenvectors as rows."""
        return self.condition < DEFECTIVE


def basis(A: Tensor) -> Basis:
    """The eigenbasis of a square matrix, as far as it has one."""
    values, vectors = torch.linalg.eig(A)
    order = sorted(range(len(values)), key=lambda i: (round(float(values[i].real), 9), float(values[i].imag)))
    values, vectors = values[order], vectors[:, order]
    singular = torch.linalg.svdvals(vectors)
    condition = float(singular[0] / singular[-1]) if float(singular[-1]) > 0 else math.inf
    if condition * _TWINS > 1 and _is_defective(A, values):
        condition = math.inf
    return Basis(values, vectors, condition if condition < DEFECTIVE else math.inf)


def _is_defective(A: Tensor, values: Tensor) -> bool:
    """Whether some eigenvalue has fewer eigenvectors than its multiplicity, by the rank of A - lambda I."""
    size = max(float(A.abs().max()), 1e-300)
    for value in values:
        near = (values - value).abs() < _TWINS * size
        count = int(near.sum())
        middle = values[near].mean()
        singular = torch.linalg.svdvals(A - middle * torch.eye(len(A), dtype=values.dtype))
        if count > int((singular < 1e-10 * size).sum()):
            return count > 1
    return False


def states(A: Tensor, B: Tensor, x: Tensor) -> Tensor:
    """z_1 to z_T from z_0 = 0, (T, n)."""
    z, found = torch.zeros_like(B), []
    for one in x:
        z = A @ z + B * one
        found.append(z)
    return torch.stack(found)


def impulse(A: Tensor, B: Tensor, C: Tensor, length: int) -> Tensor:
    """g_k = C A^(k-1) B for k = 0 to length - 1, with g_0 = 0, by multiplying with A again and again, (length,)."""
    z, found = B, [torch.zeros((), dtype=A.dtype)]
    for _ in range(length - 1):
        found.append(C @ z)
        z = A @ z
    return torch.stack(found)


def modes(found: Basis, B: Tensor, C: Tensor, length: int) -> Tensor:
    """What each mode gives to that: (C P)_j (P^-1 B)_j lambda_j^(k-1), (n, length), complex; 0 at k = 0.

    Without a basis it is what the eigenvectors reach of B, by the pseudo-inverse.
    """
    least = 1e-13 if found.exists else 1e-7  # parallel eigenvectors are one
    inside = torch.linalg.pinv(found.vectors, rtol=least) @ B.to(found.values.dtype)
    weights = (C.to(found.values.dtype) @ found.vectors) * inside
    factors = found.values[:, None].expand(-1, length).clone()
    factors[:, 0], factors[:, 1] = 0.0, 1.0
    factors[:, 1:] = factors[:, 1:].cumprod(1)
    found_modes: Tensor = weights[:, None] * factors
    return found_modes


def norms(A: Tensor, length: int) -> Tensor:
    """The spectral norms of A^0 to A^(length-1), (length,): how far a state can have grown."""
    power, found = torch.eye(len(A), dtype=A.dtype), []
    for _ in range(length):
        found.append(power)
        power = (A @ power).clamp(-1e100, 1e100)
    largest: Tensor = torch.linalg.matrix_norm(torch.stack(found), ord=2)
    return largest
