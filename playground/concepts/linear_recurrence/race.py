"""The same filter in four ways, timed here and now: as a loop, a scan over blocks, a convolution, and by FFT."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.linear_recurrence import eigenvalues
from playground.concepts.linear_recurrence.eigenvalues import Eigen
from playground.concepts.linear_recurrence.filtering import convolved, digits, filtered
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Curve, Role

if TYPE_CHECKING:
    from playground.concepts.linear_recurrence import Params
    from playground.concepts.linear_recurrence.state import Data, State

LENGTHS = (256, 512, 1024, 2048, 4096, 8192, 16384, 32768)
WAYS = ("loop", "convolution", "fft", "scan")
_UNITS = 4
_DIRECT = 8192  # samples from which on the direct convolution, whose work is T², is left out
_NAMES: dict[str, tuple[str, Role]] = {
    "loop": ("sample by sample", "slot7"),
    "convolution": ("convolution", "slot4"),
    "fft": ("FFT", "slot5"),
    "scan": ("scan over blocks", "slot6"),
}
_PIECE = 512


def race(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Four ways through four eigenvalues with the least of three times on this thread, at growing lengths."""
    u = ctx.randn(LENGTHS[-1]).double()
    turn = torch.arange(_UNITS, dtype=torch.float64)
    found = eigenvalues.exponential(-2.0 - turn, 0.2 + 0.5 * turn)
    weights = torch.full((_UNITS,), 1.0 / _UNITS, dtype=torch.complex128)
    times: dict[str, list[float]] = {name: [] for name in WAYS}
    gap = 0.0
    told: dict[str, Any] = {}
    for i, T in enumerate(LENGTHS):
        given = u[:T]
        h = eigenvalues.impulse(found, weights, T)
        ways: dict[str, Callable[[], Tensor]] = {
            "loop": lambda given=given: looped(given, found, weights),  # type: ignore[misc]
            "fft": lambda given=given, h=h: convolved(given, h),  # type: ignore[misc]
            "scan": lambda given=given: filtered(given, found, weights),  # type: ignore[misc]
        }
        if T < _DIRECT:
            ways["convolution"] = lambda given=given, h=h: direct(given, h)  # type: ignore[misc]
        outputs = []
        for name, way in ways.items():
            output, taken = _timed(way, 1 if name == "loop" else 3)
            times[name].append(taken)
            outputs.append(output)
            give_way()
        gap = max(gap, *(float((one - outputs[0]).abs().max() / outputs[0].abs().max()) for one in outputs[1:]))
        told = {
            "race_lengths": list(LENGTHS[: i + 1]),
            **{f"race_of_{name}": list(times[name]) for name in WAYS},
            "race_digits": digits(gap),
            "race_length": T,
            "race_gain": times["loop"][-1] / times["scan"][-1],
        }
        yield Partial(dict(told), (i + 1) / len(LENGTHS), f"{T:,} samples")


def looped(u: Tensor, found: Eigen, weights: Tensor) -> Tensor:
    """The recurrence one sample after another, as NumPy does it, (T,)."""
    value, gamma = found.value.numpy(), found.gamma.numpy()
    c, xi, samples = weights.numpy(), np.zeros(len(found.phase), dtype=complex), u.numpy()
    y = np.empty(len(samples))
    for t, one in enumerate(samples):
        xi = value * xi + gamma * one
        y[t] = (c * xi).real.sum()
        if t % _PIECE == 0:
            give_way()
    return torch.from_numpy(y)


def direct(u: Tensor, h: Tensor) -> Tensor:
    """The first len(u) entries of the convolution with h by its definition, (T,)."""
    return torch.from_numpy(np.convolve(u.numpy(), h.numpy())[: len(u)])


def _timed(work: Callable[[], Tensor], tries: int) -> tuple[Tensor, float]:
    """What work gives, and the shortest of some times of the processor, in ms."""
    least, done = float("inf"), torch.zeros(0)
    for _ in range(tries):
        start = time.thread_time()
        done = work()
        least = min(least, time.thread_time() - start)
    return done, 1e3 * max(least, 1e-6)


def race_plot(told: Mapping[str, Any]) -> Plot:
    """The times by length."""
    lengths = np.asarray(told.get("race_lengths", ()), dtype=float)
    layers = []
    for name in WAYS:
        y = np.asarray(told.get(f"race_of_{name}", ()), dtype=float)
        words, role = _NAMES[name]
        x = np.log10(lengths[: len(y)]) if len(y) else y
        layers.append(Curve(name=name, role=role, x=x, y=np.log10(y) if len(y) else y, markers=True, text=words))
    return Plot(
        name="race",
        badge="sampled",
        title="One filter, four ways",
        unit="ms, measured here and now",
        x=Axis(label="samples", log=True),
        y=Axis(log=True),
        layers=tuple(layers),
    )
