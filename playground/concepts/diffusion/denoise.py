"""The view of denoising: Tweedie's formula, one jump to the best guess, and many small steps."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.line import bars, density_curve
from playground.concepts.diffusion.names import on_line
from playground.concepts.diffusion.plan import law_at, levels_from, schedule_of, score_of
from playground.concepts.diffusion.plane import density, field, training_examples, window
from playground.concepts.diffusion.state import Denoising
from playground.concepts.diffusion.tweedie import in_digits
from playground.engine.frame import View
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import dots, half_window, paths
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Curve, Level, Lines, Points, Role
from playground.figures.values import Range

_DRAG = Mouse(on="drag", target="probe", kind="look_at", take={"x": "x", "y": "y"}, label="drag the noisy sample")
_CLICK = Mouse(on="click", kind="look_at", take={"x": "x", "y": "y"}, label="look at a noisy sample here")
_HINT = "Drag the noisy sample; press space for many small steps"
_LINE_HINT = "Click or drag on the curve"
_STEP = 1e-5


class Probe(NamedTuple):
    """The noisy sample that is looked at, and what it may have been.

    Attributes:
        x: where it is, (1, d).
        guess: its best guess by the score that moves the particles, (1, d).
        posterior: the exact law of the clean sample.
        scale, sigma: of its level.
        half: half the window at its level.
    """

    x: Tensor
    guess: Tensor
    posterior: Mixture
    scale: float
    sigma: float
    half: float


def level(params: Params, denoising: Denoising) -> int:
    """The level that the small steps have come to."""
    down = levels_from(params, denoising.level)
    return down[min(denoising.move, len(down) - 1)]


def denoise(params: Params, data: Data, denoising: Denoising, view: View) -> Drawn:
    """The noisy samples, what the probe may have been, and what one jump and many steps make of the cloud."""
    schedule, t = schedule_of(params, data), denoising.level
    scale, sigma, x = float(schedule.scale[t]), float(schedule.sigma[t]), data.probe[None]
    score = score_of(params, data, schedule)(x.to(torch.float32), t).to(torch.float64)
    exact = mixtures.posterior(data.law, x, scale, sigma)
    law = mixtures.mixture(exact.weights[0], exact.means[0], exact.variances)
    probe = Probe(x, (x + sigma**2 * score) / scale, law, scale, sigma, half_window(data, schedule, t))
    mean = (exact.weights[0, :, None] * exact.means[0]).sum(0)
    numbers = {
        "tweedie_gap": float((mean - mixtures.denoised(data.law, x, scale, sigma)[0]).abs().max()),
        "posterior_spread": _spread(exact, mean),
        **in_digits(x, score, scale, sigma),
        "sigma_now": sigma,
        "scale_now": scale,
        "guess_x": float(probe.guess[0, 0]),
        "score_gap": _score_gap(law_at(data, schedule, t), x),
        "effective": float(torch.special.entr(exact.weights).sum().exp()),
    }
    plots = _on_line(data, denoising, probe) if on_line(params) else _in_plane(params, data, denoising, probe, view)
    return Drawn(Figure(plots=plots, hint=_LINE_HINT if on_line(params) else _HINT), numbers)


def _score_gap(law: Mixture, x: Tensor) -> float:
    """The largest difference of the score at a point and a central difference of the log density."""
    steps = _STEP * torch.eye(x.shape[1], dtype=torch.float64)
    slopes = mixtures.log_density(law, x + steps) - mixtures.log_density(law, x - steps)
    return float((slopes / (2 * _STEP) - mixtures.score(law, x)[0]).abs().max())


def _spread(exact: mixtures.Posterior, mean: Tensor) -> float:
    """Root mean square distance of x_0 from its posterior mean."""
    weights, d = exact.weights[0], exact.means.shape[2]
    inner = float((weights * exact.variances).sum()) * d
    return float((inner + (weights * (exact.means[0] - mean).square().sum(1)).sum()) ** 0.5)


# ---- in the plane


def _in_plane(params: Params, data: Data, denoising: Denoising, probe: Probe, view: View) -> tuple[Plot, ...]:
    """The noisy sample in its cloud, its posterior, and the jumps."""
    schedule, t = schedule_of(params, data), level(params, denoising)
    now, home = half_window(data, schedule, t), half_window(data, schedule, 0)
    axis = window(home)
    seen, path = view.plot("plane"), denoising.probed.whole
    there = path[-1, 0]
    plane = Plot(
        name="plane",
        title="Noisy samples",
        badge="sampled",
        unit="t = {t} of {T}",
        main=True,
        plane=True,
        x=window(now),
        y=window(now),
        layers=(
            density(law_at(data, schedule, t), seen, now),
            field(params, data, schedule, t, seen, now),
            Points(name="cloud", role="slot2", xy=dots(denoising.x), size=0.6, outcome=True, key="by small steps"),
            Lines(name="small steps", role="hero", xy=paths(path[:, 0]), halo=True, key="path by small steps"),
            Arrows(
                name="jump",
                role="slot6",
                tails=probe.x,
                vectors=probe.guess - probe.x,
                text="E[x₀ | x]",
                plate=True,
                symbol="x_0",
            ),
            Points(
                name="probe",
                role="now",
                xy=probe.x,
                size=1.2,
                hover="noisy sample {x}, {y}",
                symbol="x",
                key="noisy sample, drag it",
            ),
            Points(name="probe now", role="hero", xy=there),
        ),
        mouse=(_DRAG, _CLICK),
    )
    posterior = Plot(
        name="posterior",
        title="What it may have been",
        badge="exact",
        unit="posterior of x₀, spread {posterior_spread}",
        plane=True,
        x=axis,
        y=axis,
        layers=(
            density(probe.posterior, view.plot("posterior"), home, "posterior", "x_0"),
            Points(
                name="mean", role="slot6", xy=probe.guess, hover="posterior mean {x}, {y}", key="its mean, one jump"
            ),
            Points(name="many steps", role="hero", xy=there, key="small steps"),
        ),
    )
    result = Plot(
        name="result",
        title="One jump",
        badge="sampled",
        unit="W₁ {jump_distance}; many steps {steps_distance}",
        plane=True,
        x=axis,
        y=axis,
        layers=(
            density(data.law, view.plot("result"), home, "data", ""),
            Points(
                name="jumps",
                role="slot6",
                xy=dots(denoising.jump),
                size=0.6,
                outcome=True,
                key="best guesses by one jump",
            ),
            training_examples(params, data),
        ),
    )
    return plane, posterior, result


# ---- on a line


def _on_line(data: Data, denoising: Denoising, probe: Probe) -> tuple[Plot, ...]:
    """The denoiser as a curve, the posterior, and histograms of the jumps and of the small steps."""
    places = torch.linspace(-probe.half, probe.half, 241, dtype=torch.float64)
    home = max(3.0, 1.3 * float(data.means.abs().max()))
    guesses = mixtures.denoised(data.law, places[:, None], probe.scale, probe.sigma)[:, 0]
    denoiser = Plot(
        name="denoiser",
        title="The best guess of x₀",
        badge="exact",
        unit="E[x₀ | x] against the noisy x",
        main=True,
        x=Axis(label="noisy x", range=Range(-probe.half, probe.half)),
        y=window(home),
        layers=(
            Curve(name="identity", role="muted", x=places, y=places / probe.scale, key="x / √ᾱ"),
            Curve(name="denoiser", role="slot6", x=places, y=guesses, symbol="x_0", key="E[x₀ | x]"),
            Points(
                name="probe",
                role="now",
                xy=torch.stack([probe.x[0], probe.guess[0]], 1),
                size=1.2,
                hover="x {x}, guess {y}",
            ),
        ),
        mouse=(_CLICK, _DRAG),
    )
    posterior = Plot(
        name="posterior",
        title="What it may have been",
        badge="exact",
        unit="posterior of x₀, spread {posterior_spread}",
        x=Axis(label="x₀", range=Range(-home, home)),
        y=Axis(zero=True, ticks=False),
        layers=(
            density_curve("data", data.law, home, "muted"),
            density_curve("posterior", probe.posterior, home, "slot1", "x_0"),
            Level(name="mean", role="slot6", value="guess_x", across="vertical", text="mean {guess_x:3}"),
        ),
    )
    truth = density_curve("data", data.law, home)

    def outcome(name: str, title: str, unit: str, x: Tensor, role: Role) -> Plot:
        layers = bars(name, x[:, 0], home, role), truth
        return Plot(
            name=name,
            title=title,
            badge="sampled",
            unit=unit,
            x=window(home),
            y=Axis(zero=True, ticks=False),
            layers=layers,
        )

    jumps = outcome("jumps", "One jump", "W₁ {jump_distance}", denoising.jump, "slot6")
    steps = outcome("steps", "Many small steps", "W₁ {steps_distance}", denoising.x, "slot2")
    return denoiser, posterior, jumps, steps
