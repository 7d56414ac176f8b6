"""One move of each sampler, of the first particle that is followed, as plain code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playground.concepts.diffusion.code.scores import score_text
from playground.concepts.diffusion.moving import noise
from playground.concepts.diffusion.names import LABELS, SAMPLERS, focus, samplers
from playground.concepts.diffusion.plan import RATE, levels_of, schedule_of, setting_of
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.diffusion.samplers import draws
from playground.engine.kit.diffusion.schedules import between

_OVER = "The particles have arrived: no move is left."


def _row(at: Moment) -> int:
    """The first particle that is followed, or the first of all."""
    followed = at.before.clouds.followed
    return int(followed[0]) if len(followed) else 0


def _reads(name: str) -> Callable[[Moment], Mapping[str, Any] | str]:
    def reads(at: Moment) -> Mapping[str, Any] | str:
        params, data, clouds = at.params, at.data, at.before.clouds
        if focus(params) != name:
            return f"{LABELS[name]} does not run here; choose more samplers, or another in focus."
        score = score_text(params, data)
        if isinstance(score, str):
            return score
        levels, schedule, setting = levels_of(params, data), schedule_of(params, data), setting_of(params)
        if clouds.move + 1 >= len(levels):
            return _OVER
        names, row = samplers(params), _row(at)
        step = between(schedule, levels[clouds.move], levels[clouds.move + 1])
        z = noise(at.ctx, draws(names, setting), *clouds.x.shape[1:])[:, row].double().numpy()
        first = z[0] if len(z) else np.zeros(data.d)
        known: dict[str, dict[str, Any]] = {
            "ancestral": {"z": first},
            "ddim": {"eta": setting.eta, "z": first},
            "sde": {"clock": step.clock, "z": first},
            "langevin": {"rate": RATE, "z": z[: setting.inner]},
            "corrector": {"rate": RATE, "z": z[: 1 + setting.inner]},
        }
        own = known.get(name, {})
        x = clouds.x[names.index(name), row].double().numpy()
        levels_told = {"a_t": step.scale, "sigma_t": step.sigma, "a_s": step.to_scale, "sigma_s": step.to_sigma}
        return {"x": x, "score": score, **levels_told, **own}

    return reads


def _gives(name: str) -> Callable[[Moment], Mapping[str, Any]]:
    return lambda at: {"x_next": at.after.clouds.x[samplers(at.params).index(name), _row(at)].double()}


def _forward(at: Moment) -> Mapping[str, Any] | str:
    clouds = at.before.clouds
    levels, schedule = levels_of(at.params, at.data)[::-1], schedule_of(at.params, at.data)
    if clouds.move + 1 >= len(levels):
        return _OVER
    step = between(schedule, levels[clouds.move + 1], levels[clouds.move])
    row = _row(at)
    return {
        "x": clouds.x[0, row].double().numpy(),
        "a_t": step.scale,
        "sigma_t": step.sigma,
        "a_s": step.to_scale,
        "sigma_s": step.to_sigma,
        "z": noise(at.ctx, *clouds.x.shape[1:])[row].double().numpy(),
    }


def _noisy(at: Moment) -> Mapping[str, Any] | str:
    here, schedule = at.state.denoising, schedule_of(at.params, at.data)
    score = score_text(at.params, at.data)
    if isinstance(score, str):
        return score
    t = here.level
    x = here.noisy[0].double().numpy()
    return {"x": x, "score": score, "a": float(schedule.scale[t]), "sigma": float(schedule.sigma[t])}


CODES = (
    *(
        Code(
            name,
            title=f"One move: {LABELS[name]}",
            when={"mode": ("reverse",), "sampler": (name,)},
            reads=_reads(name),
            gives=_gives(name),
            marks={"x_next": "x_t"},
            within=2e-4,
            tried={"samplers": "six"},
        )
        for name in SAMPLERS
    ),
    Code(
        "forward",
        title="One step into noise",
        when={"mode": ("forward",)},
        reads=_forward,
        gives=lambda at: {"x_next": at.after.clouds.x[0, _row(at)].double()},
        within=1e-5,
    ),
    Code(
        "tweedie",
        title="The one jump",
        when={"mode": ("denoise",)},
        reads=_noisy,
        gives=lambda at: {"x_0": at.state.denoising.jump[0].double()},
        marks={"x_0": "x_0"},
        within=2e-4,
        step=False,
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": ("laws",)},
        because="The laws are carried exactly through all moves at once; the view Reverse has the code of one move.",
    ),
)
