"""The pictures of the forward process, of the samplers, and of denoising."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.names import SAMPLERS, half_known, samplers
from playground.concepts.diffusion.picture_cursor import cursor_picture
from playground.concepts.diffusion.picture_halves import half_picture
from playground.concepts.diffusion.picture_plane import (
    Shown,
    centres,
    field,
    no_field,
    over_time,
    plane_background,
    quantile_lines,
    strip,
    window,
)
from playground.concepts.diffusion.plan import law_at, levels_of, schedule_of, score_of
from playground.concepts.diffusion.state import Clouds, State
from playground.concepts.diffusion.stepping import level
from playground.engine.frame import View
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.measures import mode_masses, nearest_components
from playground.engine.kit.diffusion.pictures import (
    density_curve,
    density_image,
    dots,
    grid,
    half_window,
    histogram,
    paths,
)
from playground.engine.kit.diffusion.schedules import Schedule

_NONE = torch.zeros(0, 2)
_LAST = 9  # places of a noisy path that are drawn
_COUNTED = 1024
_STEP = 1e-5
_FEW = 4  # followed particles of samplers that are not in focus


# ---- forward


def forward_picture(params: Params, data: Data, state: State, view: View) -> Shown:
    """The cloud on its exact density, the schedule, and on a line the density over time."""
    clouds, schedule = state.clouds, schedule_of(params, data)
    assert clouds is not None
    t = level(params, data, state) or 0
    up = levels_of(params, data)[::-1]
    shown = _place(params, data, schedule, t, view, "plane")
    shown |= {"cloud": dots(clouds.x[0]), "path": _drawn(clouds.path.whole[:, 0]), "ends": _ends(clouds, 0)}
    shown |= schedule_picture(params, data, schedule, t) | centres(data)
    if data.d == 1:
        half = half_window(data, schedule, params.T)
        shown |= strip(data, schedule, up, half) | _line_picture(data, schedule, t, clouds.x[0], half)
        shown |= {"strip_path": over_time(clouds.path.whole[:, 0]), "strip_now": _now(clouds, half)}
    return shown


def schedule_picture(params: Params, data: Data, schedule: Schedule, t: int) -> Shown:
    """Signal and noise over t, where we are, and the nodes of a drawn schedule."""
    at = torch.linspace(0, params.T, 101).round().long()
    share = at / params.T
    nodes = torch.arange(1, 6, dtype=torch.float64) / 5
    own = params.schedule == "own"
    return {
        "schedule_x": share,
        "schedule_scale": schedule.scale[at],
        "schedule_sigma": schedule.sigma[at] / max(1.0, float(schedule.sigma[-1])),
        "schedule_now": torch.tensor([[t / params.T, 0.0], [t / params.T, 1.0]]),
        "nodes": torch.stack([nodes, data.curve.sqrt()], 1) if own else _NONE,
        "node_ids": torch.arange(5) if own else torch.arange(0),
        "sigma_unit": max(1.0, float(schedule.sigma[-1])),
    }


# ---- reverse


def reverse_picture(params: Params, data: Data, state: State, view: View) -> Shown:
    """Each sampler's cloud and paths, on the exact density and the score that moves them."""
    clouds, schedule, names = state.clouds, schedule_of(params, data), samplers(params)
    assert clouds is not None
    t, levels = level(params, data, state) or 0, levels_of(params, data)
    shown: Shown = {}
    side = params.compare == "side" and data.d == 2
    for name in SAMPLERS:
        row = names.index(name) if name in names else -1
        there = row >= 0
        shown[f"cloud_{name}"] = dots(clouds.x[row]) if there and (side or name == params.sampler) else _NONE
        shown[f"path_{name}"] = _drawn(_readable(params, name, clouds.path.whole[:, row])) if there else _NONE
        shown[f"ends_{name}"] = _ends(clouds, row) if there else _NONE
        shown[f"strip_{name}"] = over_time(clouds.path.whole[:, row]) if there else _NONE
    plot = next((f"plane {name}" for name in names), "plane") if side else "plane"
    shown |= _place(params, data, schedule, t, view, plot) | centres(data)
    half = half_window(data, schedule, params.T)
    shown |= strip(data, schedule, levels, half)
    shown["strip_now"] = _now(clouds, half)
    row = names.index(params.sampler) if params.sampler in names else 0
    shown |= _shares(params, data, clouds.x[row])
    if half_known(params):
        shown |= half_picture(params, data, clouds, row, t, view)
    if data.d == 1:
        shown |= _line_picture(data, schedule, t, clouds.x[row], half_window(data, schedule, t))
        shown["quantiles"] = quantile_lines(data, schedule, levels)
    return shown | {"examples": _examples(params, data)}


def _shares(params: Params, data: Data, x: Tensor) -> Shown:
    """The share of the particles in each mode beside its mass; what guidance gives and what it costs."""
    masses = mode_masses(data)
    seen = x[:_COUNTED].to(torch.float64)
    nearest = nearest_components(data, seen)
    found = torch.bincount(data.modes[nearest], minlength=len(masses)) / len(seen)
    place = torch.arange(len(masses))
    wanted = data.labels[nearest] == (0 if params.label == "blue" else 1)
    inside = (seen - data.means[nearest]).square().mean(1) / data.variances[nearest]
    return {
        "mode_shares": found,
        "mode_masses": torch.stack([place - 0.45, masses, place + 0.45, masses], 1),
        "label_share": float(wanted.double().mean()),
        "diversity": float(inside.clamp(max=9.0).mean().sqrt()),
    }


def _readable(params: Params, name: str, whole: Tensor) -> Tensor:
    """The part of the paths that can be followed by eye: the last moves of noisy samplers, few of the background."""
    smooth = name == "ode" or (name == "ddim" and params.eta == 0)
    if params.compare == "over" and name != params.sampler:
        whole = whole[:, :_FEW]
    return whole if smooth else whole[-_LAST:]


def _examples(params: Params, data: Data) -> Tensor:
    """The training examples where they are what the score knows."""
    return _in_plane(data.examples) if params.score == "empirical" and data.d == 2 else _NONE


# ---- denoising


def denoise_picture(params: Params, data: Data, state: State, view: View) -> Shown:
    """The noisy sample, its posterior and posterior mean; one jump beside many small steps."""
    part, schedule = state.denoising, schedule_of(params, data)
    assert part is not None
    t = level(params, data, state) or 0
    scale, sigma = float(schedule.scale[part.level]), float(schedule.sigma[part.level])
    probe = data.probe[None]
    score = score_of(params, data, schedule)
    guess = (probe + sigma**2 * score(probe.to(torch.float32), part.level).to(torch.float64)) / scale
    exact = mixtures.posterior(data.law, probe, scale, sigma)
    mean = (exact.weights[0, :, None] * exact.means[0]).sum(0)
    tweedie = mixtures.denoised(data.law, probe, scale, sigma)[0]
    spread = _posterior_spread(exact, mean)
    shown: Shown = {
        "tweedie_gap": float((mean - tweedie).abs().max()),
        "posterior_spread": spread,
        "sigma_now": sigma,
        "scale_now": scale,
        "guess_x": float(guess[0, 0]),
        "probe_x": float(data.probe[0]),
        "score_gap": _score_gap(law_at(data, schedule, part.level), probe),
        "effective": float(torch.exp(-(exact.weights * exact.weights.clamp_min(1e-300).log()).sum())),
        "examples": _examples(params, data),
    }
    if data.d == 1:
        return shown | _denoise_line(
            data, part.x, part.jump, scale, sigma, guess, half_window(data, schedule, part.level), t
        )
    half = half_window(data, schedule, part.level)
    shown |= _place(params, data, schedule, t, view, "plane") | {"cloud": dots(part.x)}
    law = mixtures.mixture(exact.weights[0], exact.means[0], exact.variances)
    home = half_window(data, schedule, 0)
    at_x, at_y, extent = grid(view.plot("posterior"), home)
    data_x, data_y, data_extent = grid(view.plot("result"), home)
    return shown | {
        "posterior": density_image(law, at_x, at_y),
        "posterior_extent": extent,
        "home_range": torch.tensor([-home, home]),
        "data_density": density_image(data.law, data_x, data_y),
        "data_extent": data_extent,
        "jump": dots(part.jump),
        "probe": probe,
        "probe_now": part.probed.whole[-1, 0],
        "guess": guess,
        "guess_arrow": guess - probe,
        "probe_path": _drawn(part.probed.whole[:, 0]),
        "plane_half": half,
    }


def _score_gap(law: mixtures.Mixture, probe: Tensor) -> float:
    """The largest difference of the score at a point and a central difference of the log density."""
    steps = _STEP * torch.eye(probe.shape[1], dtype=torch.float64)
    slopes = mixtures.log_density(law, probe + steps) - mixtures.log_density(law, probe - steps)
    return float((slopes / (2 * _STEP) - mixtures.score(law, probe)[0]).abs().max())


def _posterior_spread(exact: mixtures.Posterior, mean: Tensor) -> float:
    """Root mean square distance of x_0 from its posterior mean."""
    weights, d = exact.weights[0], exact.means.shape[2]
    inner = float((weights * exact.variances).sum()) * d
    return float((inner + (weights * (exact.means[0] - mean).square().sum(1)).sum()) ** 0.5)


def _denoise_line(
    data: Data, x: Tensor, jump: Tensor, scale: float, sigma: float, guess: Tensor, half: float, t: int
) -> Shown:
    places = torch.linspace(-half, half, 241, dtype=torch.float64)
    home = max(3.0, 1.3 * float(data.means.abs().max()))
    denoised = mixtures.denoised(data.law, places[:, None], scale, sigma)[:, 0]
    exact = mixtures.posterior(data.law, data.probe[None], scale, sigma)
    law = mixtures.mixture(exact.weights[0], exact.means[0], exact.variances)
    data_x, data_y = density_curve(data.law, home)
    posterior_x, posterior_y = density_curve(law, home)
    edges, jumps = histogram(jump[:, 0], home)
    _, steps = histogram(x[:, 0], home)
    return {
        "denoiser_x": places,
        "denoiser_y": denoised,
        "identity_y": places / scale,
        "line_range": torch.tensor([-half, half]),
        "home_range": torch.tensor([-home, home]),
        "probe": torch.stack([data.probe, guess[0]], 1),
        "posterior_x": posterior_x,
        "posterior_y": posterior_y,
        "data_x": data_x,
        "data_y": data_y,
        "hist_edges": edges,
        "jump_hist": jumps,
        "steps_hist": steps,
    }


# ---- shared


def _place(params: Params, data: Data, schedule: Schedule, t: int, view: View, plot: str) -> Shown:
    """Window, exact density and arrows at level t; on a line the window alone."""
    half = half_window(data, schedule, t)
    if data.d == 1:
        return window(half)
    shown = plane_background(data, law_at(data, schedule, t), plot, half, view)
    shown |= cursor_picture(params, data, schedule, t, view.plot(plot))
    if not params.arrows:
        return shown | no_field()
    return shown | field(score_of(params, data, schedule), t, view.plot(plot), half)


def _line_picture(data: Data, schedule: Schedule, t: int, x: Tensor, half: float) -> Shown:
    """The histogram of a cloud on the line and the exact density at level t."""
    edges, heights = histogram(x[:, 0], half)
    at, density = density_curve(law_at(data, schedule, t), half)
    return {
        "hist_edges": edges, "hist": heights, "line_x": at, "line_density": density,
        "line_range": torch.tensor([-half, half]),
    }  # fmt: skip


def _in_plane(x: Tensor) -> Tensor:
    """A cloud in the plane; none on a line."""
    return x if x.shape[1] == 2 else _NONE


def _drawn(whole: Tensor) -> Tensor:
    return paths(whole) if whole.shape[2] == 2 else _NONE


def _ends(clouds: Clouds, row: int) -> Tensor:
    return _in_plane(clouds.x[row, clouds.followed])


def _now(clouds: Clouds, half: float) -> Tensor:
    """The line of now across the density over time."""
    return torch.tensor([[float(clouds.move), -half], [float(clouds.move), half]])
