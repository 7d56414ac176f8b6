"""First-order optimisers as pure steps: where they stand and what they remember go in, and come out.

The parameters are numpy arrays, or torch tensors on whatever device. All but Muon's step is element by element, so a
leading axis may hold seeds, runners or settings, and each of the settings may be an array that broadcasts against the
parameters. Nothing that is passed in is written to. 0/0 counts as 0 for numpy: a coordinate that never had a gradient
does not move; tensors need an epsilon.

Sources: Polyak (1964), Nesterov (1983), Duchi, Hazan and Singer (2011), Tieleman and Hinton (2012), Kingma and Ba
(2015), Loshchilov and Hutter (2019), Polyak and Juditsky (1992), Jordan (2024).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np

from playground.engine.kit.arrays import Reals

if TYPE_CHECKING:
    from torch import Tensor

Hyperparameter = Any
"""A number, or an array like the parameters that broadcasts against them."""
A = TypeVar("A", Reals, "Tensor")

NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)
"""The quintic whose five steps bring singular values near 1 without a decomposition."""
_CUT = 1e-10  # singular values below this share of the largest count as 0


class Memory(NamedTuple, Generic[A]):
    """What an optimiser remembers between steps.

    Attributes:
        first: the last displacement (heavy ball, Nesterov), the running mean of gradients (Adam) or their running sum
            (Muon); the shape of the parameters.
        second: the sum (AdaGrad) or running mean (RMSProp, Adam) of squared gradients; the shape of the parameters.
        taken: number of steps so far.
    """

    first: A
    second: A
    taken: int


class Settings(NamedTuple):
    """The numbers that a step uses; each rule takes those that it knows.

    Attributes:
        rate: the step size.
        momentum: share of the last displacement that is kept (heavy ball, Nesterov, Muon).
        beta_1: share of the old mean of gradients (Adam).
        beta_2: share of the old mean of squares (RMSProp, Adam).
        epsilon: the small constant under the division, outside the root unless `inside`.
        decay: strength of decoupled weight decay (AdamW).
        corrected: whether Adam divides by 1 - beta^t.
        inside: whether AdaGrad and Adam add epsilon inside the root.
    """

    rate: Hyperparameter = 0.1
    momentum: Hyperparameter = 0.9
    beta_1: Hyperparameter = 0.9
    beta_2: Hyperparameter = 0.999
    epsilon: Hyperparameter = 1e-8
    decay: Hyperparameter = 0.0
    corrected: bool = True
    inside: bool = False


UpdateRule = Callable[[Reals, Reals, Memory[Reals], Settings], tuple[Reals, Memory[Reals]]]


def begin(theta: A) -> Memory[A]:
    """The memory before the first step: at rest, with nothing seen."""
    return Memory(_zeros(theta), _zeros(theta), 0)


def gradient_descent(theta: A, gradient: A, memory: Memory[A], use: Settings) -> tuple[A, Memory[A]]:
    """Moves by -rate * gradient."""
    return theta - use.rate * gradient, memory._replace(taken=memory.taken + 1)


def heavy_ball(theta: A, gradient: A, memory: Memory[A], use: Settings) -> tuple[A, Memory[A]]:
    """Moves by -rate * gradient + momentum * (theta - the one before)."""
    moved = use.momentum * memory.first - use.rate * gradient
    return theta + moved, Memory(moved, memory.second, memory.taken + 1)


def ahead(theta: A, memory: Memory[A], use: Settings) -> A:
    """Where Nesterov's method wants its gradient: theta + momentum * (theta - the one before)."""
    place: A = theta + use.momentum * memory.first
    return place


def adagrad(theta: A, gradient: A, memory: Memory[A], use: Settings) -> tuple[A, Memory[A]]:
    """Each coordinate's rate falls with the root of the sum of its squared gradients."""
    second = memory.second + gradient * gradient
    moved = theta - use.rate * _over(gradient, _root(second, use))
    return moved, Memory(memory.first, second, memory.taken + 1)


def rmsprop(theta: A, gradient: A, memory: Memory[A], use: Settings) -> tuple[A, Memory[A]]:
    """AdaGrad with a running mean in the place of the sum; uncorrected, so it starts with rate / sqrt(1 - beta)."""
    second = use.beta_2 * memory.second + (1 - use.beta_2) * gradient * gradient
    moved = theta - use.rate * _over(gradient, _root(second, use._replace(inside=False)))
    return moved, Memory(memory.first, second, memory.taken + 1)


def adam(theta: A, gradient: A, memory: Memory[A], use: Settings) -> tuple[A, Memory[A]]:
    """The mean of gradients over the root of the mean of squares; both start at 0, for which they can be corrected."""
    count = memory.taken + 1
    first = use.beta_1 * memory.first + (1 - use.beta_1) * gradient
    second = use.beta_2 * memory.second + (1 - use.beta_2) * (gradient * gradient)
    rate, square = use.rate, second
    if use.corrected:
        rate = rate / (1 - use.beta_1**count)
        square = second / (1 - use.beta_2**count)
    return theta - rate * _over(first, _root(square, use)), Memory(first, second, count)


def adamw(theta: A, gradient: A, memory: Memory[A], use: Settings) -> tuple[A, Memory[A]]:
    """Adam after theta was shrunk by 1 - rate * decay, outside the adaptive step."""
    return adam(theta * (1 - use.rate * use.decay), gradient, memory, use)


def muon(theta: Reals, gradient: Reals, memory: Memory[Reals], use: Settings) -> tuple[Reals, Memory[Reals]]:
    """The running sum of gradients with all its singular values set to 1, times sqrt(outputs / inputs).

    Args:
        theta: matrices, (..., outputs, inputs).
        gradient: of the same shape.
        memory: of the step before.
        use: rate and momentum.
    """
    first = use.momentum * memory.first + gradient
    scale = (theta.shape[-2] / theta.shape[-1]) ** 0.5
    return theta - use.rate * scale * orthogonalised(first), Memory(first, memory.second, memory.taken + 1)


RULES: dict[str, UpdateRule] = {
    "gd": gradient_descent,
    "heavy_ball": heavy_ball,
    "nesterov": heavy_ball,  # the same step, with the gradient taken `ahead`
    "adagrad": adagrad,
    "rmsprop": rmsprop,
    "adam": adam,
    "adamw": adamw,
    "muon": muon,
}
"""Rules by name. Nesterov's gradient is that of the point `ahead`."""


def orthogonalised(matrices: Reals) -> Reals:
    """U V' of the singular value decomposition U S V', over the singular values that are not 0, (..., m, n)."""
    u, s, vt = np.linalg.svd(matrices, full_matrices=False)
    kept = (s > _CUT * s[..., :1]) & (s > 0)
    return np.asarray((u * kept[..., None, :]) @ vt)


def newton_schulz(matrices: Reals, steps: int = 5) -> Reals:
    """What Muon uses on large matrices: a quintic of M / |M|_F, which brings large singular values to 0.7 to 1.2."""
    a, b, c = NEWTON_SCHULZ
    X: Reals = _over(matrices, np.linalg.norm(matrices, axis=(-2, -1), keepdims=True))
    for _ in range(steps):
        gram = X @ X.swapaxes(-1, -2)
        X = a * X + (b * gram + c * gram @ gram) @ X
    return X


def newton(theta: Reals, gradient: Reals, hessian: Reals, damping: Hyperparameter = 0.0) -> Reals:
    """The stationary point of the quadratic that touches at theta, of whatever type; by the shortest step if singular.

    Args:
        theta: (..., d).
        gradient: (..., d).
        hessian: symmetric, (..., d, d).
        damping: added to its diagonal.
    """
    bent = hessian + damping * np.eye(theta.shape[-1])
    return np.asarray(theta - (np.linalg.pinv(bent, rcond=_CUT, hermitian=True) @ gradient[..., None])[..., 0])


def power_rate(first: Hyperparameter, power: Hyperparameter, step: int) -> Hyperparameter:
    """The schedule first * t^-power at t = 1, 2, ...; Robbins and Monro want 1/2 < power <= 1."""
    return first * float(step) ** -power


def averaged(mean: Reals, theta: Reals, count: int) -> Reals:
    """Polyak's average of the first `count` iterates from that of one fewer and the newest."""
    return mean + (theta - mean) / count


def _is_numpy(values: Any) -> bool:
    """Whether these are numpy's; tensors have methods of their own."""
    return isinstance(values, np.ndarray | np.generic)


def _zeros(like: Any) -> Any:
    """Zeros of this shape and type."""
    return np.zeros_like(like) if _is_numpy(like) else like.new_zeros(like.shape)


def _root(square: Any, use: Settings) -> Any:
    """The root with the small constant."""
    under = square + use.epsilon if use.inside else square
    root = np.sqrt(under) if _is_numpy(under) else under.sqrt()
    return root if use.inside else root + use.epsilon


def _over(top: Any, bottom: Any) -> Any:
    """The quotient, with 0/0 = 0 for numpy."""
    if not _is_numpy(bottom) or np.all(bottom):
        return top / bottom
    return np.divide(top, bottom, out=np.zeros(np.broadcast_shapes(top.shape, bottom.shape)), where=bottom != 0)
