"""Probabilistic PCA: the spectrum with the noise line, what EM has found, and samples drawn from the model."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.factors import Params
from playground.concepts.factors.drawing import as_tiles, places
from playground.concepts.factors.fitting import best_of, moments_of
from playground.concepts.factors.pictures import shown_samples
from playground.concepts.factors.state import Data, State
from playground.engine.kit import linear_gaussian as g
from playground.engine.kit.linear_gaussian import Moments
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import SET, Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Level, Points, Tiles, Trace
from playground.figures.values import Range

MOST = 24  # components on the axis
_DRAWN = 12  # samples of the model
_SEED = 7


def spectrum(params: Params, data: Data, state: State) -> Drawn:
    """The plots with their data, and the numbers of both fits."""
    found = moments_of(params, data)
    best = best_of(params, data)
    lengths, directions = _axes_of(state)
    sigma2 = float(state.noise[0])
    figure = Figure(
        plots=(
            _line(params, found, best, lengths, sigma2),
            _likelihood(params, best),
            _kept(best, lengths, sigma2),
            _samples(data, state, found, lengths, directions, sigma2),
        ),
        hint="Drag the noise line; press space for a step of EM",
    )
    return Drawn(figure, _numbers(found, best, lengths, sigma2) | _by_hand(found, best))


def _axes_of(state: State) -> tuple[Tensor, Tensor]:
    """The lengths of the loadings (m,), the largest first, and their directions (p, m)."""
    directions, lengths, _ = torch.linalg.svd(state.W, full_matrices=False)
    return lengths, directions


def _numbers(found: Moments, best: g.ClosedForm, lengths: Tensor, sigma2: float) -> dict[str, Any]:
    m, p = len(lengths), len(found.S)
    finite = math.isfinite(best.log_likelihood)
    return {
        "sigma2": sigma2,
        "sigma2_best": best.sigma2,
        "sigma2_gap": abs(sigma2 - best.sigma2),
        "active": int((best.rho > 0).sum()),
        "likelihood_best": best.log_likelihood if finite else None,
        "unbounded": not finite,
        "bounded": finite,
        "tail": float(found.eigenvalues[m:].sum()),
        "left_out": p - m,
        "rho_first": float(lengths[0]),
        "rho_best": float(best.rho[0]),
        "shrunk": float(lengths[0] ** 2 / (lengths[0] ** 2 + sigma2)),
    }


def _by_hand(found: Moments, best: g.ClosedForm) -> dict[str, Any]:
    """The first loading of the closed form, in digits."""
    return {"first_eigenvalue": float(found.eigenvalues[0]), "above": bool(best.rho[0] > 0)}


def _line(params: Params, found: Moments, best: g.ClosedForm, lengths: Tensor, sigma2: float) -> Plot:
    """Standard deviations of the components over the noise, and what is left of each above it."""
    deviations = found.eigenvalues.sqrt()[:MOST]
    k = torch.arange(1, len(deviations) + 1)
    m = min(len(lengths), MOST)
    top = 1.15 * max(float(deviations[0]), min(sigma2, best.sigma2) ** 0.5, 1e-6)
    return Plot(
        name="line",
        title="What stands out of the noise",
        unit="standard deviations; {active} of {factors} factors are above it",
        badge="exact",
        main=True,
        x=Axis(label="component", whole=True, range=Range(0.3, len(deviations) + 0.7)),
        y=Axis(range=Range(0.0, top)),
        layers=(
            Bars(
                name="rho",
                outcome=True,
                role="slot1",
                heights=best.rho[:m],
                edges=torch.arange(m + 1) + 0.5,
                key="ρ = √(λ − σ²)",
                symbol="ρ",
            ),
            Curve(name="deviations", role="theory", x=k, y=deviations, markers=True, key="√λ of the data", symbol="λ"),
            Points(
                name="em",
                role="slot2",
                xy=torch.stack([k[:m].double(), lengths[:m]], 1),
                hollow=torch.ones(m),
                key="ρ of EM",
                symbol="@rho_error",
            ),
            Level(name="best", role="theory", value=best.sigma2**0.5, show=not params.hold),
            Level(name="noise", role="now", value=sigma2**0.5, text="noise σ = {sigma:3}", symbol="σ"),
        ),
        mouse=(Mouse(on="drag", kind=SET, take={"sigma": "y"}, give={"hold": True}, label="drag the noise line"),),
    )


def _likelihood(params: Params, best: g.ClosedForm) -> Plot:
    """The log-likelihood by iterations of EM, below that of the closed form."""
    known = best.log_likelihood if math.isfinite(best.log_likelihood) else None
    return Plot(
        name="likelihood",
        title="Log-likelihood {log_likelihood:3}",
        unit="mean of a sample",
        badge="exact",
        x=Axis(label="step"),
        layers=(
            Level(name="best", role="theory", value=known, text="closed form", show=known is not None),
            Trace(name="now", series="log_likelihood", text="", outcome=True),
        ),
    )


def _kept(best: g.ClosedForm, lengths: Tensor, sigma2: float) -> Plot:
    """What the posterior keeps of the weight of each component; PCA keeps all."""
    m = min(len(lengths), MOST)
    now = lengths[:m].square() / (lengths[:m].square() + sigma2)
    floor = max(best.sigma2, 1e-300)
    exact = best.rho[:m].square() / (best.rho[:m].square() + floor)
    return Plot(
        name="kept",
        title="What the posterior keeps",
        unit="ρ² / (ρ² + σ²) of each weight",
        badge="exact",
        x=Axis(label="component", whole=True),
        y=Axis(range=(0.0, 1.1)),
        layers=(
            Bars(name="kept", role="slot1", outcome=True, heights=now, edges=torch.arange(m + 1) + 0.5, key="EM"),
            Points(
                name="exact",
                role="theory",
                xy=torch.stack([torch.arange(1, m + 1).double(), exact], 1),
                key="closed form",
            ),
            Level(name="pca", role="theory", value=1.0, key="PCA, where σ → 0"),
        ),
    )


_NOISE: Newest[tuple[Tensor, Tensor]] = Newest()


def _samples(data: Data, state: State, found: Moments, lengths: Tensor, directions: Tensor, sigma2: float) -> Plot:
    """Samples of the model, by the same random numbers at every step."""
    p, m = state.W.shape

    def make() -> tuple[Tensor, Tensor]:
        rng = torch.Generator().manual_seed(_SEED)
        z = torch.randn(_DRAWN, m, generator=rng, dtype=torch.float64)
        return z, torch.randn(_DRAWN, p, generator=rng, dtype=torch.float64)

    z, noise = _NOISE.of(found.S, m, make)
    # By the axes of W, so that nothing turns while EM goes on; the sign of an axis is that of its largest entry.
    signs = directions.gather(0, directions.abs().argmax(0, keepdim=True)).sign()
    drawn = found.mean + (z * lengths) @ (directions * signs).T + sigma2**0.5 * noise
    room = torch.tensor([0.92, 0.92], dtype=torch.float64)
    return Plot(
        name="drawn",
        title="Drawn from the model",
        unit="mean + W z + noise",
        badge="sampled",
        axes=False,
        layers=(
            Tiles(
                name="drawn",
                z=as_tiles(shown_samples(drawn, data), data.side),
                xy=places(_DRAWN, 4, 1.0),
                size=room,
                color_map="sequential",
                levels=(0.0, 1.0),
            ),
        ),
    )
