"""The jobs: a thousand random sizes, and the race of the direct sum and the FFT."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.state import Data, State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit.convolution import correlate, output_size
from playground.engine.run.context import Ctx

SETTINGS = 1000
SIDE = 256
SIZES = (1, 3, 5, 7, 9, 11, 15, 21, 31, 45, 63)
_GAIN_AT = 31


def try_sizes(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """PyTorch's own layer at random settings [n, k, p, s, d]; where it refuses, the formula must have none."""
    high = torch.tensor([40, 9, 6, 6, 4])
    drawn = (ctx.rand(SETTINGS, 5) * high).long() + torch.tensor([1, 1, 0, 1, 1])
    wrong = 0
    for i, (n, k, p, s, d) in enumerate(drawn.tolist()):
        try:
            y = torch.nn.functional.conv1d(torch.zeros(1, 1, n), torch.zeros(1, 1, k), None, s, p, d)
            happened = y.shape[-1]
        except RuntimeError:
            happened = None
        wrong += output_size(n, k, p, s, d) != happened
        if i % 50 == 49:
            found = {"settings_tried": i + 1, "size_mismatches": wrong}
            yield Partial(found, (i + 1) / SETTINGS, f"{i + 1} of {SETTINGS}")


def race(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Both ways over a picture of 256 x 256 in single precision, the shortest of three times on this thread."""
    x = ctx.rand(1, SIDE, SIDE).to(torch.float32)
    direct: list[float] = []
    fft: list[float] = []
    gap = 0.0
    found: dict[str, object] = {}
    for i, k in enumerate(SIZES):
        w = ctx.rand(1, 1, k, k).to(torch.float32)
        one, first = _timed(lambda w=w: correlate(x, w))  # type: ignore[misc]
        two, second = _timed(lambda w=w: by_fft(x[0], w[0, 0]))  # type: ignore[misc]
        direct.append(first)
        fft.append(second)
        gap = max(gap, float((one[0] - two).abs().max() / two.abs().max()))
        found = {
            "race_sizes": list(SIZES[: i + 1]),
            "race_direct": list(direct),
            "race_fft": list(fft),
            "fft_agrees": gap,
        }
        yield Partial(dict(found), (i + 1) / len(SIZES), f"kernel of {k} x {k}")
    slower = [k for k, a, b in zip(SIZES, direct, fft, strict=True) if a < b]
    later = [k for k in SIZES if not slower or k > max(slower)]
    found["crossover"] = later[0] if later else None
    at = SIZES.index(_GAIN_AT)
    found["fft_gain"] = direct[at] / fft[at]
    yield Partial(dict(found), 1.0, f"{len(SIZES)} kernels")


def by_fft(x: Tensor, w: Tensor) -> Tensor:
    """The valid cross-correlation of a picture (rows, columns) by the product of spectra."""
    rows, columns = (x.shape[a] for a in (0, 1))
    k = w.shape[0]
    product = torch.fft.rfft2(x) * torch.fft.rfft2(w, s=(rows, columns)).conj()
    whole: Tensor = torch.fft.irfft2(product, s=(rows, columns))
    return whole[: rows - k + 1, : columns - k + 1]


def _timed(work: Callable[[], Tensor | None]) -> tuple[Tensor, float]:
    """What work gives, and the shortest of three times of the processor, in ms."""
    least = float("inf")
    for _ in range(3):
        start = time.thread_time()
        done = work()
        least = min(least, time.thread_time() - start)
    assert done is not None
    return done, 1e3 * max(least, 1e-6)
