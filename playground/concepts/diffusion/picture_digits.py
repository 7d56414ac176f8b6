"""The pictures of the digits: where they are, what they may become, the nearest training digits, the spectrum."""

from __future__ import annotations

import torch

from playground.concepts.diffusion import Params, digits
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.picture_plane import Shown
from playground.concepts.diffusion.plan import schedule_of
from playground.concepts.diffusion.state import State
from playground.concepts.diffusion.stepping import level


def digit_picture(params: Params, data: Data, state: State) -> Shown:
    """Mosaics and spectra."""
    part, schedule = state.digits, schedule_of(params, data)
    assert part is not None
    t = level(params, data, state) or 0
    scale, sigma = float(schedule.scale[t]), float(schedule.sigma[t])
    guess, effective = digits.guesses(params, schedule, part.x, t)
    clean = digits.clean_spectrum(params.digit)
    signal = (scale**2 * clean).clamp_min(1e-6)
    noise = torch.full_like(signal, max(sigma**2, 1e-6))
    above = int((signal > noise).sum())
    known = torch.where(data.hidden, torch.nan, part.truth) if params.task == "inpaint" else part.truth
    return {
        "digits_now": digits.mosaic(part.x),
        "digits_guess": digits.mosaic(guess),
        "digits_nearest": digits.mosaic(digits.nearest(params, guess)),
        "digits_known": digits.mosaic(known),
        "mask": data.hidden.reshape(8, 8).to(torch.float64),
        "frequency": torch.arange(digits.FREQUENCIES),
        "power_now": digits.spectrum(part.x).clamp_min(1e-6).log10(),
        "power_signal": signal.log10(),
        "power_noise": noise.log10(),
        "frequencies_above": above,
        "effective": effective,
        "inpainting": params.task == "inpaint",
    }
