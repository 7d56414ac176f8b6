"""What the panel shows: one figure for each view."""

from __future__ import annotations

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.view_clouds import (
    denoise,
    denoise_line,
    forward,
    forward_line,
    reverse,
    reverse_line,
)
from playground.concepts.diffusion.view_laws import laws
from playground.concepts.diffusion.view_more import digits, learn, sampling, weakness
from playground.engine.kit.diffusion.declared import LINE
from playground.figures.figure import Figure


def figure(params: Params) -> Figure:
    """The plots of the chosen view; on a line they are others than in the plane."""
    line = params.data in LINE
    match params.mode:
        case "forward":
            return forward_line(params) if line else forward(params)
        case "reverse":
            return reverse_line(params) if line else reverse(params)
        case "denoise":
            return denoise_line(params) if line else denoise(params)
        case "learn":
            return learn(params)
        case "sampling":
            return sampling(params)
        case "weakness":
            return weakness()
        case "digits":
            return digits(params)
    return laws()
