"""The view of spectra: frequency by frequency they multiply, and the waves add up to the convolution."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.convolution import by_hand
from playground.concepts.convolution.layer import along, period_of
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.state import Data, State
from playground.concepts.convolution.stepping import place
from playground.engine.declarations.concept import Findings
from playground.engine.frame import View
from playground.engine.kit.convolution import Sliding
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Curve, Level, Lines, Role

_CIRCLE = np.stack([np.cos(np.linspace(0, 2 * np.pi, 97)), np.sin(np.linspace(0, 2 * np.pi, 97))], 1)


class Spectra(NamedTuple):
    """Transforms of length N.

    Attributes:
        f, h: of the signal and of the kernel, (N,), complex; of a cross-correlation h is conjugate.
        product: entry by entry.
        circular: the inverse of the product, (N,).
        linear: the full convolution, or the cross-correlation from lag -(m - 1) on, (n + m - 1,).
        folded: the linear result with what does not fit into N wrapped round, (N,).
        wrapped: the places of N on which more than one of its values falls, int64.
    """

    f: Tensor
    h: Tensor
    product: Tensor
    circular: Tensor
    linear: Tensor
    folded: Tensor
    wrapped: Tensor


def spectra_of(f: Tensor, h: Tensor, N: int, convolution: bool) -> Spectra:
    """Transforms of a signal (n,) and a kernel (m,) and their product.

    Args:
        f: the signal.
        h: the kernel.
        N: the length, at least that of either.
        convolution: or a cross-correlation.
    """
    m = len(h)
    F, H = torch.fft.fft(f, N), torch.fft.fft(h, N)
    H = H if convolution else H.conj().resolve_conj()
    linear = along(f, h.flip(0) if convolution else h, Sliding(before=(0, m - 1), after=(0, m - 1)))
    at = (torch.arange(len(linear)) - (0 if convolution else m - 1)) % N
    folded = torch.zeros(N, dtype=f.dtype).index_add_(0, at, linear)
    wrapped = (torch.bincount(at, minlength=N) > 1).nonzero()[:, 0]
    return Spectra(F, H, F * H, torch.fft.ifft(F * H).real.contiguous(), linear, folded, wrapped)


def waves(product: Tensor, k: int) -> Tensor:
    """The sum of the waves up to frequency k, (N,)."""
    N = len(product)
    kept = product.clone()
    kept[k + 1 : N - k] = 0
    found: Tensor = torch.fft.ifft(kept).real.contiguous()
    return found


def spectrum(params: Params, data: Data, state: State, view: View, findings: Findings) -> Drawn:
    """The result as a sum of waves, three spectra, one frequency as arrows, and the race of both ways."""
    N, k = period_of(params, data), place(params, data, state)[1]
    found = spectra_of(data.signal, data.taps, N, params.operation == "convolution")
    sum_so_far = waves(found.product, k)
    half = N // 2 + 1
    figure = Figure(
        plots=(
            _result(found, sum_so_far),
            _phasors(found, k),
            _magnitudes("signal", "Signal", found.f, half, k, "slot1"),
            _magnitudes("kernel", "Kernel", found.h, half, k, "slot2"),
            _magnitudes("product", "Product", found.product, half, k, "slot3"),
            _race(findings["race"]),
        ),
        even=True,
        hint="Press space to add the next frequency",
    )
    largest = float(found.linear.abs().max())
    gap = float((found.circular - found.folded).abs().max())
    one = (found.f[k], found.h[k], found.product[k])
    numbers: dict[str, Any] = {
        "at": k,
        "outputs": half,
        "done": k >= half - 1,
        "N": N,
        "n": len(data.signal),
        "m": len(data.taps),
        "enough": len(found.linear),
        "aliased": len(found.wrapped),
        "fft_error": gap / largest if largest > 0 else 0.0,
        "missing": float((sum_so_far - found.circular).abs().max()),
        "length_f": float(one[0].abs()),
        "length_h": float(one[1].abs()),
        "length_product": float(one[2].abs()),
        "by_hand": by_hand.products([float(one[1].abs())], [float(one[0].abs())]),
        "angle_f": math.degrees(float(one[0].angle())),
        "angle_h": math.degrees(float(one[1].angle())),
        "angle_product": math.degrees(float(one[2].angle())),
        "free": len(data.taps),
        "entries": N * N,
        "rows": N,
        "columns": N,
        "fits": True,
        **{name: findings["race"].get(name) for name in ("crossover", "fft_gain", "fft_agrees")},
    }
    return Drawn(figure, numbers)


def _result(found: Spectra, now: Tensor) -> Plot:
    x = torch.arange(len(now))
    marked = torch.zeros(len(now), dtype=torch.bool)
    marked[found.wrapped] = True
    return Plot(
        name="result",
        title="Waves add up to the result",
        unit="up to frequency {at} of {outputs}; {aliased} places wrapped round",
        main=True,
        badge="exact",
        x=Axis(label="output", whole=True),
        y=Axis(zero=True),
        layers=(
            Bars(name="direct", role="muted", heights=found.circular, mark=marked, key="all frequencies", outcome=True),
            Curve(name="waves", role="hero", x=x, y=now, markers=True, key="sum of waves so far", symbol="y"),
        ),
    )


def _phasors(found: Spectra, k: int) -> Plot:
    """One frequency: three arrows whose lengths multiply and whose angles add up."""
    one = torch.stack([found.f[k], found.h[k], found.product[k]])
    arrows = torch.stack([one.real, one.imag], 1).to(torch.float64)
    names: tuple[tuple[str, Role, str], ...] = (
        ("signal", "slot1", "F"),
        ("kernel", "slot2", "H"),
        ("product", "slot3", "F H"),
    )
    return Plot(
        name="phasors",
        title="One frequency",
        unit="{length_f} · {length_h} = {length_product}; angles add up",
        plane=True,
        badge="exact",
        layers=(
            Lines(name="circle", role="grid", xy=_CIRCLE, halo=False, found=False),
            *(
                Arrows(name=name, role=role, vectors=arrows[i], text=text, plate=True)
                for i, (name, role, text) in enumerate(names)
            ),
        ),
    )


def _magnitudes(name: str, title: str, spectrum: Tensor, half: int, k: int, role: Role) -> Plot:
    heights = spectrum[:half].abs()
    marked = torch.zeros(half, dtype=torch.bool)
    marked[k] = True
    return Plot(
        name=name,
        title=title,
        unit="size of each frequency",
        badge="exact",
        x=Axis(label="frequency", whole=True),
        y=Axis(zero=True),
        layers=(Bars(name="sizes", role=role, heights=heights, mark=marked),),
        mouse=(Mouse(on="drag", kind="go", take={"place": "xy"}, label="go to a frequency"),),
    )


def _race(found: dict[str, Any] | Any) -> Plot:
    """How long both ways take, by the size of the kernel."""
    empty = np.zeros(0)
    size, direct, fft = (found.get(name, empty) for name in ("race_sizes", "race_direct", "race_fft"))
    where = found.get("crossover")
    return Plot(
        name="race",
        title="Direct against FFT",
        unit="ms for a picture of 256 × 256, here and now",
        badge="sampled",
        x=Axis(label="kernel size", log=True),
        y=Axis(log=True),
        layers=(
            Level(
                name="crossover",
                role="now",
                value=math.log10(where) if where else None,
                across="vertical",
                text="FFT is faster from {crossover}",
                show="crossover",
            ),
            Curve(name="direct", role="slot4", x=_log(size), y=_log(direct), markers=True, text="direct"),
            Curve(name="fft", role="slot5", x=_log(size), y=_log(fft), markers=True, text="FFT"),
        ),
    )


def _log(values: Any) -> Any:
    return np.log10(np.maximum(np.asarray(values, dtype=np.float64), 1e-9))
