"""The oracle cases, computed by the panel's own layers and filters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.every_place.phrases import scored
from playground.concepts.every_place.wavenet import Stack, causal
from playground.engine.kit.cases import exactly

Inputs = Mapping[str, Any]


def _stacked(x: Tensor, kernels: list[Tensor], dilations: list[int]) -> Tensor:
    """A stack of causal layers of one channel without anything between them, (T,)."""
    z = x[None, None]
    for kernel, d in zip(kernels, dilations, strict=True):
        z = causal(z, kernel[None, None], d)
    return z[0, 0]


def _causal_dilated(inputs: Inputs) -> Mapping[str, Any]:
    kernels, dilations = [exactly(one) for one in inputs["kernels"]], inputs["dilations"]
    x = exactly(inputs["x"]).requires_grad_()
    with torch.enable_grad():
        y = _stacked(x, kernels, dilations)
        (row,) = torch.autograd.grad(y[inputs["t"]], x)
    late = torch.cat([torch.zeros(1, dtype=torch.float64), x.detach()[:-1]])
    return {
        "output": y.detach(),
        "receptive_field": 1 + sum(Stack(len(k), (d,)).field - 1 for k, d in zip(kernels, dilations, strict=True)),
        "gradient_row": row,
        "shifted_output": _stacked(late, kernels, dilations),
    }


def _ngram_filter(inputs: Inputs) -> Mapping[str, Any]:
    E, kernel = exactly(inputs["embedding"]), exactly(inputs["filter"]).T[None]
    bias = exactly([inputs["bias"]])
    scores = scored(E, kernel, bias, torch.tensor([inputs["tokens"]]))[0, 0]
    if not len(scores):
        return {"scores": [], "argmax": None, "pooled": None}
    return {"scores": scores, "argmax": int(scores.argmax()), "pooled": float(scores.max().relu())}


CHECKS: dict[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "causal_dilated": _causal_dilated,
    "ngram_filter": _ngram_filter,
}
