"""The view of a manifold: a thin circle under noise, the size of its score, and the dimension that is seen.

If x = y + sigma z with y on a manifold of dimension k that is flat on the scale of sigma, the posterior mean of y is
the projection of x, so that sigma^4 E|s|^2 = E|E[y|x] - x|^2 = (d - k) sigma^2. Hence k = d - sigma^2 E|s|^2, exactly
computed here by quadrature along a radius, since the circle of components looks alike from all its components.

Sources: Fefferman, Mitter, Narayanan (2016); Stanczuk et al., Your diffusion model secretly knows the dimension (2022).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from playground.engine.frame import View
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import arrows, density_image, grid
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Curve, Image, Level
from playground.figures.values import Range

STEPS = 60
WIDTH = 0.03
"""Standard deviation of the circle's thickness; its radius is 1."""
COMPONENTS = 240
_LEAST, _MOST = 0.003, 6.0  # noise at the first and at the last step
_RADII, _ANGLES = 400, 2


@lru_cache(maxsize=1)
def circle() -> Mixture:
    """Components on the unit circle, nearer to each other than they are wide."""
    angle = 2 * math.pi * torch.arange(COMPONENTS, dtype=torch.float64) / COMPONENTS
    means = torch.stack([angle.cos(), angle.sin()], 1)
    one = torch.ones(COMPONENTS, dtype=torch.float64)
    return mixtures.mixture(one, means, WIDTH**2 * one)


def sigma_after(move: int) -> float:
    """The noise after so many steps: each multiplies it by the same factor."""
    return float(_LEAST * (_MOST / _LEAST) ** (move / STEPS))


@lru_cache(maxsize=128)
def mean_square(sigma: float) -> float:
    """E|score|^2 of the circle under noise of this size."""
    law = mixtures.noised(circle(), 1.0, sigma)
    width = math.hypot(WIDTH, sigma)
    radius = torch.linspace(max(0.0, 1 - 8 * width), 1 + 8 * width, _RADII, dtype=torch.float64)
    # One wedge between the middles of two neighbouring gaps stands for all.
    angle = (torch.arange(_ANGLES, dtype=torch.float64) + 0.5) / _ANGLES * math.pi / COMPONENTS
    at = (radius[:, None, None] * torch.stack([angle.cos(), angle.sin()], 1)).reshape(-1, 2)
    weight = mixtures.log_density(law, at).exp() * radius.repeat_interleave(_ANGLES)
    squares = mixtures.score(law, at).square().sum(1)
    return float((weight * squares).sum() / weight.sum())


def dimension(sigma: float) -> float:
    """How many dimensions the noise sees: 2 - sigma^2 E|s|^2."""
    return 2.0 - sigma**2 * mean_square(sigma)


@lru_cache(maxsize=1)
def _curves() -> tuple[Tensor, Tensor, Tensor]:
    """log10 of the noise, log10 of the root mean square score, and the dimension, (n,) each."""
    sigmas = [sigma_after(move) for move in range(STEPS + 1)]
    sizes = [0.5 * math.log10(mean_square(sigma)) for sigma in sigmas]
    logs = [math.log10(sigma) for sigma in sigmas]
    found = torch.tensor([logs, sizes, [dimension(sigma) for sigma in sigmas]], dtype=torch.float64)
    return found[0], found[1], found[2]


def numbers(move: int) -> dict[str, Any]:
    """What is recorded of a step."""
    sigma = sigma_after(move)
    size = math.sqrt(mean_square(sigma))
    return {"score_size": size, "score_by_noise": sigma * size, "dimension": dimension(sigma)}


def manifold(move: int, view: View) -> Drawn:
    """The noised circle with its score, how large the score is, and the dimension seen, against the noise."""
    sigma = sigma_after(move)
    law = mixtures.noised(circle(), 1.0, sigma)
    half = 1.6 + 1.6 * sigma
    seen = view.plot("plane")
    at_x, at_y, extent = grid(seen, half)
    at, vectors = arrows(lambda x, t: mixtures.score(law, x.double()), 1, seen, half)
    plane = Plot(
        name="plane",
        title="A noisy circle",
        badge="exact",
        unit="noise σ = {sigma_now}",
        main=True,
        plane=True,
        x=Axis(range=Range(-half, half)),
        y=Axis(range=Range(-half, half)),
        layers=(
            Image(
                name="density",
                z=density_image(law, at_x, at_y),
                extent=extent,
                levels=(0.0, 1.0),
                smooth=True,
                frame=False,
                symbol="p",
                key="exact density",
            ),
            Arrows(name="score", role="field", tails=at, vectors=vectors, field=True, symbol="s", key="score"),
        ),
    )
    logs, sizes, dimensions = _curves()
    now = Level(name="now", role="now", value=math.log10(sigma), across="vertical")
    noise = Axis(label="noise σ", range=Range(float(logs[0]), float(logs[-1])), log=True)
    size = Plot(
        name="size",
        title="Size of the score",
        badge="exact",
        unit="root mean square {score_size}",
        x=noise,
        y=Axis(log=True),
        layers=(
            now,
            Curve(name="law", role="theory", x=logs, y=-logs, key="1/σ: one dimension across"),
            Curve(name="size", role="slot1", x=logs, y=sizes, outcome=True, key="of the circle"),
        ),
    )
    dimension_plot = Plot(
        name="dimension",
        title="Dimension that the noise sees",
        badge="exact",
        unit="2 − σ² E|s|² = {dimension}",
        x=noise,
        y=Axis(range=(-0.1, 2.2)),
        layers=(
            now,
            Level(name="line", role="theory", value=1.0, text="a curve"),
            Curve(name="dimension", role="slot1", x=logs, y=dimensions, outcome=True),
        ),
    )
    figure = Figure(plots=(plane, size, dimension_plot), hint="Press space to add noise")
    return Drawn(figure, {"sigma_now": sigma})
