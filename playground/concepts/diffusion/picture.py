"""What is shown of a state: all metrics of the view, and the arrays of its plots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.laws import JUMPS, METHODS
from playground.concepts.diffusion.names import CHAINS, LABELS, SAMPLERS
from playground.concepts.diffusion.names import chains as chains_of
from playground.concepts.diffusion.names import samplers as samplers_of
from playground.concepts.diffusion.picture_chains import chain_picture
from playground.concepts.diffusion.picture_clouds import denoise_picture, forward_picture, reverse_picture
from playground.concepts.diffusion.picture_digits import digit_picture
from playground.concepts.diffusion.picture_learning import learn_picture
from playground.concepts.diffusion.picture_plane import Shown
from playground.concepts.diffusion.picture_weakness import weak_picture
from playground.concepts.diffusion.plan import inpaints, level_of
from playground.concepts.diffusion.state import State
from playground.concepts.diffusion.stepping import Info, noise_at, told
from playground.engine.frame import Scalar, View
from playground.engine.kit.diffusion.measures import MEASURED, mode_masses, ruler

_BY_SAMPLER = ("energy_distance", "sliced_wasserstein", "mode_mass_error", "modes_covered")
_BY_CHAIN = ("variance", "acceptance", "visited", "burn_in")
MEASURED_BY_JOBS = (
    *(f"w1_{name}" for name in METHODS),
    *(f"w1_jumps_{count}" for count in JUMPS),
    "tv_exact", "tv_wrong", "tv_few", "tv_rises", "examples_slope", "mse_high", "mse_low",
    "bound_total", "bound_model", "bound_truth", "weights_gap",
)  # fmt: skip
MODES = ("forward", "reverse", "denoise", "learn", "sampling", "weakness", "digits", "laws")


def observe(params: Params, data: Data, state: State, info: Info | None, view: View) -> Mapping[str, Tensor | Scalar]:
    """Metrics always, the arrays of the view on screen."""
    shown: Shown = {}
    numbers = info if info is not None else told(params, data, state)
    for name, value in numbers._asdict().items():
        if name in _BY_SAMPLER:
            shown |= _of_those(
                name, value, samplers_of(params) if params.mode == "reverse" else (), SAMPLERS, params.sampler
            )
        elif name in _BY_CHAIN:
            shown |= _of_those(
                name, value, chains_of(params) if params.mode == "sampling" else (), CHAINS, params.chain
            )
        elif name != "status":
            shown[name] = value
    shown |= _words(params, data, state)
    match params.mode:
        case "forward":
            return shown | forward_picture(params, data, state, view)
        case "reverse":
            return shown | reverse_picture(params, data, state, view)
        case "denoise":
            return shown | denoise_picture(params, data, state, view)
        case "learn":
            # The level that is looked at is no matter of the run, so it is not among what a step records.
            shown |= noise_at(params, data, level_of(params, params.shown))
            return shown | learn_picture(params, data, state, view)
        case "sampling":
            return shown | chain_picture(params, data, state, view)
        case "weakness":
            return shown | weak_picture(params, state)
        case "digits":
            return shown | digit_picture(params, data, state)
    # What jobs will measure; until then there is no such number.
    return shown | dict.fromkeys(MEASURED_BY_JOBS)


def _of_those(name: str, value: Any, running: tuple[str, ...], every: tuple[str, ...], focus: str) -> Shown:
    """The numbers of those that run, and None for the one in focus and for what is recorded of the others."""
    return {f"{name}.{one}": getattr(value, one) if one in running else None for one in every}


def _words(params: Params, data: Data, state: State) -> Shown:
    """Numbers and flags for notes and titles."""
    rule = ruler(data, params.particles)
    views: Shown = {f"is_{mode}": params.mode == mode for mode in MODES}
    numbers: Shown = {
        "floor": rule.floor[0],
        "sliced_floor": rule.floor[1],
        "mass_floor": rule.floor[2],
        "sliced_spread": rule.floor[3],
        "mass_spread": rule.floor[4],
        "modes": len(mode_masses(data)),
        "measured": min(params.particles, MEASURED),
        "components": len(data.masses),
        "focus": LABELS[params.sampler],
        "exploding": params.schedule == "exploding",
        "preserving": params.schedule != "exploding",
        "has_net": bool(data.net),
        "memorises": params.score == "empirical" and params.mode in ("reverse", "denoise"),
        "no_net": params.score == "learned" and not data.net and params.mode in ("reverse", "denoise"),
        "half_known": inpaints(params, data),
        "guided": params.guidance > 0 and params.mode == "reverse" and params.score == "exact",
        "net_words": data.net_words,
    }
    return views | numbers | _errors(params, state)


def _errors(params: Params, state: State) -> Shown:
    """Standard errors of the energy distances of those that run."""
    if state.clouds is None or params.mode != "reverse":
        return {f"energy_error.{name}": None for name in SAMPLERS}
    found = dict(zip(samplers_of(params), state.clouds.measured, strict=False))
    return {f"energy_error.{name}": found[name].energy_error if name in found else None for name in SAMPLERS}
