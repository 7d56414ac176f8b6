"""The oracle cases of denoising images: the best guess of finite data, radial spectra, and a move that inpaints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.image_denoising.pictures import spectrum
from playground.engine.kit.diffusion import mixtures, schedules
from playground.engine.kit.diffusion.samplers import inpainted

Inputs = Mapping[str, Any]


def _exactly(values: Any) -> Tensor:
    """Numbers or lists of numbers as float64."""
    return torch.tensor(values, dtype=torch.float64)


def denoiser_finite_data(inputs: Inputs) -> dict[str, Any]:
    """The optimal denoiser of finite data; the posterior's mean is free of cancellation."""
    law, y = mixtures.points(_exactly(inputs["points"])), _exactly(inputs["noisy"])

    def mean(sigma: float) -> Tensor:
        behind = mixtures.posterior(law, y, 1.0, sigma)
        return (behind.weights[:, :, None] * behind.means).sum(1)

    return {"denoised": torch.stack([mean(sigma) for sigma in inputs["sigmas"]]), "data_mean": mixtures.moments(law)[0]}


def radial_spectrum(inputs: Inputs) -> dict[str, Any]:
    """The mean power of pictures at each radial frequency."""
    return {"power": spectrum(_exactly(inputs["pictures"]).flatten(1))}


def inpainting_move(inputs: Inputs) -> dict[str, Any]:
    """Known pixels as the forward process has them at a level of the linear schedule, the others as they are."""
    schedule, x = schedules.linear(int(inputs["T"])), _exactly(inputs["x"])
    known = ~torch.tensor(inputs["hidden"])
    return {"x": inpainted(x, known, _exactly(inputs["truth"]), int(inputs["t"]), schedule, _exactly(inputs["noise"]))}


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "denoiser_finite_data": denoiser_finite_data,
    "radial_spectrum": radial_spectrum,
    "inpainting_move": inpainting_move,
}
