"""One move of the first picture, and the best guess of a noisy one, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.image_denoising import levels
from playground.concepts.image_denoising.model import COUNT, levels_of
from playground.concepts.image_denoising.pictures import guesses, training
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.diffusion import schedules
from playground.engine.kit.diffusion.schedules import between

_OVER = "The pictures have arrived: no move is left."


def _move(at: Moment) -> Mapping[str, Any] | str:
    params, state, visited = at.params, at.before, levels_of(at.params)
    if state.move + 1 >= len(visited):
        return _OVER
    step = between(schedules.named(params.schedule, params.T), visited[state.move], visited[state.move + 1])
    z = torch.randn(2, COUNT, state.x.shape[1], generator=at.ctx.rng, dtype=torch.float64)[:, 0]
    inpaints = params.task == "inpaint"
    return {
        "x": state.x[0].numpy(),
        "data": training(params.digit).numpy(),
        "a_t": step.scale,
        "sigma_t": step.sigma,
        "a_s": step.to_scale,
        "sigma_s": step.to_sigma,
        "z": z[0].numpy(),
        "known": (~at.data.hidden).numpy() if inpaints else None,
        "truth": state.truth[0].numpy() if inpaints else None,
        "fresh": z[1].numpy() if inpaints else None,
    }


def _noisy(at: Moment) -> Mapping[str, Any]:
    sigma = levels.sigma_of(at.state.move)
    return {"x": at.state.x[0].numpy(), "data": training(at.params.digit).numpy(), "sigma": sigma}


def _guessed(at: Moment) -> Mapping[str, Any]:
    x_0, count = guesses(at.params.digit, at.state.x[:1], 1.0, levels.sigma_of(at.state.move))
    return {"x_0": x_0[0], "effective": count}


CODES = (
    Code(
        "ddpm",
        title="One move of a picture",
        when={"task": ("generate", "inpaint")},
        reads=_move,
        gives=lambda at: {"x_next": at.after.x[0]},
        marks={"x_next": "x"},
        within=1e-6,
    ),
    Code(
        "guess",
        title="The best guess",
        when={"task": ("levels",)},
        reads=_noisy,
        gives=_guessed,
        marks={"x_0": "x", "w": "w"},
        within=1e-6,
        step=False,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
