"""A linear recurrence that learns to echo its input some steps later, by both parametrisations from one start.

For white noise the mean squared error of y against u_{t-d} is sum_k (h_k - [k = d])^2 over the impulse response h, so
no data are drawn: the loss is exact, and so is its gradient, which is written by hand.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.linear_recurrence import eigenvalues
from playground.concepts.linear_recurrence.eigenvalues import Eigen
from playground.concepts.linear_recurrence.names import FORMS, Form
from playground.engine.kit import optimisers
from playground.engine.kit.optimisers import Memory, Settings

REACH = 3
"""The impulse response is compared over this many times the delay."""
LEAST = 60
"""Steps that are compared at least."""
BEYOND = 2000
"""Steps over which the gain of noise is asked."""
OUTERMOST = 0.9995
TRAIL = 160
"""Updates whose way is kept."""
_BLOWN = 1e12


class Learnt(NamedTuple):
    """Both runs.

    Attributes:
        theta: v and phase, or real and imaginary part, then both parts of the output weights, (2 forms, 4, n).
        memory: what Adam remembers.
        trail: real and imaginary parts of the eigenvalues after the last updates, (k, 2 forms, 2, n).
        blown: the update at which each form was given up, or -1, (2,), int64.
    """

    theta: Tensor
    memory: Memory[Tensor]
    trail: Tensor
    blown: Tensor


def reach(delay: int) -> int:
    """How much of the impulse response is compared."""
    return max(LEAST, REACH * delay)


def begin(places: Tensor) -> Learnt:
    """Both forms of the same eigenvalues, (n, 2), with output weights 0."""
    modulus = places.norm(dim=1).clamp(1e-3, OUTERMOST)
    phase = torch.atan2(places[:, 1], places[:, 0])
    zero = torch.zeros_like(modulus)
    inside = torch.stack([eigenvalues.v_of(modulus), phase, zero, zero])
    free = torch.stack([modulus * phase.cos(), modulus * phase.sin(), zero, zero])
    theta = torch.stack([inside, free]).contiguous()
    return Learnt(theta, optimisers.begin(theta), _parts(theta)[None], torch.full((2,), -1))


def eigen_of(theta: Tensor, form: Form) -> Eigen:
    """The eigenvalues of one form, whose theta is (4, n)."""
    return eigenvalues.exponential(theta[0], theta[1]) if form == "exp" else eigenvalues.free(theta[0], theta[1])


def _parts(theta: Tensor) -> Tensor:
    """Real and imaginary parts of the eigenvalues of both forms, (2, 2, n)."""
    inside = eigen_of(theta[0], "exp").value
    return torch.stack([torch.stack([inside.real, inside.imag]), theta[1, :2]])


def response(theta: Tensor, form: Form, length: int) -> Tensor:
    """The impulse response of one form, (length,)."""
    return eigenvalues.impulse(eigen_of(theta, form), torch.complex(theta[2], theta[3]), length)


def loss_and_gradient(theta: Tensor, form: Form, delay: int) -> tuple[Tensor, Tensor]:
    """sum_k (h_k - [k = delay])^2, and its derivative by theta, (4, n).

    With h_k = Re sum_j c_j gamma_j lambda_j^k, dh_k/dc = gamma lambda^k. By exp(-exp v) d lambda^k/dv = k log|lambda|
    lambda^k and d lambda^k/d phi = i k lambda^k; by lambda itself d lambda^k = k lambda^(k-1).
    """
    length = reach(delay)
    found = eigen_of(theta, form)
    k = torch.arange(length, dtype=theta.dtype)
    power = eigenvalues.powers(found, k)
    c, gamma = torch.complex(theta[2], theta[3]), found.gamma
    by_unit = c[:, None] * power  # without gamma
    wanted = torch.zeros(length, dtype=theta.dtype)
    wanted[delay] = 1.0
    rest = (gamma[:, None] * by_unit).real.sum(0) - wanted
    push = 2 * rest
    of_c = gamma * (power * push).sum(1)
    of_gamma = (by_unit.real * push).sum(1)
    slopes = gamma * (by_unit * (k * push)).sum(1)  # sum_k push k c gamma lambda^k
    if form == "exp":
        square = torch.exp(2 * found.log_modulus)
        # gamma = sqrt(1 - |lambda|^2) and d|lambda|^2/dv = 2 log|lambda| |lambda|^2.
        by_v = slopes.real * found.log_modulus - of_gamma * square * found.log_modulus / gamma
        first, second = by_v, -slopes.imag
    else:
        by_value = slopes / found.value
        # 1 - |lambda|^2 under the root, or |lambda|^2 - 1 outside the disc.
        outward = -of_gamma * torch.sign(1 - theta[0] ** 2 - theta[1] ** 2) / gamma
        first, second = by_value.real + outward * theta[0], -by_value.imag + outward * theta[1]
    return rest @ rest, torch.stack([first, second, of_c.real, -of_c.imag])


def update(learnt: Learnt, delay: int, rate: float) -> Learnt:
    """One step of Adam of both forms; one that has blown up stays where it was."""
    pairs = [loss_and_gradient(theta, form, delay) for theta, form in zip(learnt.theta, FORMS, strict=True)]
    gradient = torch.stack([pair[1] for pair in pairs])
    blown = learnt.blown.clone()
    for row, (value, slopes) in enumerate(pairs):
        if blown[row] < 0 and not (float(value) < _BLOWN and bool(slopes.isfinite().all())):
            blown[row] = learnt.memory.taken
    held = (blown >= 0)[:, None, None]
    gradient = torch.where(held, torch.zeros_like(gradient), gradient)
    theta, memory = optimisers.adam(learnt.theta, gradient, learnt.memory, Settings(rate=rate))
    theta = torch.where(held, learnt.theta, theta).contiguous()
    return Learnt(theta, memory, torch.cat([learnt.trail, _parts(theta)[None]])[-TRAIL:], blown)


def losses(learnt: Learnt, delay: int) -> list[float]:
    """The loss of each form now."""
    found = []
    for theta, form in zip(learnt.theta, FORMS, strict=True):
        rest = response(theta, form, reach(delay))
        rest[delay] -= 1.0
        found.append(min(float(rest @ rest), _BLOWN))
    return found


def long_responses(learnt: Learnt) -> list[Tensor]:
    """The impulse response of each form over 2,000 steps."""
    return [response(theta, form, BEYOND) for theta, form in zip(learnt.theta, FORMS, strict=True)]


def long_gains(learnt: Learnt) -> list[float]:
    """The root mean square output of each form after 2,000 steps of unit white noise, at most 1e12."""
    return [min(float(h.square().sum().sqrt()), _BLOWN) for h in long_responses(learnt)]
