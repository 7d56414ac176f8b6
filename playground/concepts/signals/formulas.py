"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from playground.concepts.signals import METHODS
from playground.concepts.signals.state import VARIANCES
from playground.concepts.signals.unit import ASKED, X
from playground.texts.terms import Terms

_GRID = torch.linspace(-10.0, 10.0, 8001, dtype=torch.float64)
_MASS = torch.exp(-0.5 * _GRID**2) / torch.exp(-0.5 * _GRID**2).sum()
_FUNCTIONS: dict[str, Any] = {
    "relu": torch.relu,
    "tanh": torch.tanh,
    "gelu": lambda z: torch.nn.functional.gelu(z, approximate="tanh"),
    "linear": lambda z: z,
}


def theory_arrives(terms: Terms) -> dict[str, Any]:
    """Gaussian means on a fine grid, layer after layer."""
    params = terms.params
    variance = VARIANCES[params.init] * params.gain**2
    q, m = 1.0, 0.0
    for _ in range(params.depth):
        v = 1.0 if params.shown in ("batch", "layer") else variance * q
        a = _FUNCTIONS[params.activation](math.sqrt(v) * _GRID)
        mean, square = float(_MASS @ a), float(_MASS @ a**2)
        if params.shown == "residual":
            q += 2.0 * params.branch * m * mean + params.branch**2 * square
            m += params.branch * mean
        else:
            q = square
    return {"theory_arrives": 0.5 * math.log10(q) if 0.0 < q < math.inf else None}


def chance_loss(terms: Terms) -> dict[str, Any]:
    """Of a net that gives every class the same share."""
    return {"chance_loss": -math.log(1.0 / terms.data.classes)}


def shown_reach(terms: Terms) -> dict[str, Any]:
    """The difference of two logarithms of the profile."""
    row = terms.state.profile[METHODS.index(terms.params.shown)].tolist()
    return {"shown_reach": max(-300.0, min(300.0, row[0] - row[-1]))}


def usable_shown(terms: Terms) -> dict[str, Any]:
    """Counted net by net."""
    count = 0
    for batches in terms.state.losses[METHODS.index(terms.params.shown)].tolist():
        known = [loss for loss in batches if loss >= 0.0]
        count += sum(known) / len(known) < 0.2
    return {"usable_shown": count}


def answer_1(terms: Terms) -> dict[str, Any]:
    """Torch's own batch norm of the first batch."""
    rows = terms.state.batches[0, : terms.params.members]
    if len(rows) < 2:
        return {"answer_1": 0.0}
    return {"answer_1": float(torch.nn.functional.batch_norm(rows, None, None, training=True)[0, 0])}


def row_answer(terms: Terms) -> dict[str, Any]:
    """Torch's own layer norm of the example alone."""
    row = terms.state.batches[0, 0]
    return {"row_answer": float(torch.nn.functional.layer_norm(row, row.shape)[0])}


def norm_next(terms: Terms) -> dict[str, Any]:
    """One step by torch's own derivative."""
    v = terms.state.path[-1].clone().requires_grad_(True)
    w: Any = terms.state.lengths[-1] * v / v.norm()
    inputs, asked = torch.tensor(X), torch.tensor(ASKED)
    loss = 0.5 * (inputs @ (w - asked)).square().mean()
    loss.backward()
    assert v.grad is not None
    return {"norm_next": float((v.detach() - terms.params.rate * v.grad).norm())}


def sigma_norm(terms: Terms) -> dict[str, Any]:
    """The standard deviation of the unit's outputs."""
    return {"sigma_norm": float(np.std(X @ terms.state.path[-1].numpy()))}
