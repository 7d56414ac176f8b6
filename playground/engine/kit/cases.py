"""What is read out of the inputs of a case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from playground.engine.kit.diffusion.mixtures import Mixture, mixture

Inputs = Mapping[str, Any]


def exactly(values: Any) -> Tensor:
    """Numbers or lists of numbers as float64."""
    return torch.tensor(values, dtype=torch.float64)


def law_of(stored: Inputs) -> Mixture:
    """The mixture with these weights (K,), means (K, d) and variances (K,)."""
    return mixture(*(exactly(stored[name]) for name in ("weights", "means", "variances")))
