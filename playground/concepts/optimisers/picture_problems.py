"""What is shown of the problems beside the race: a matrix, a mean, a net."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.optimisers import Params, numbers, others
from playground.concepts.optimisers.names import SCHEDULES
from playground.concepts.optimisers.state import Data, Estimates, Matrices, Net
from playground.engine.frame import Scalar
from playground.engine.kit.arrays import Reals

Shown = dict[str, Tensor | Scalar]
_BINS = 40


def matrices(params: Params, data: Data, here: Matrices) -> Shown:
    """What is left along each input, and the singular values of gradient and updates, as shares of the largest."""
    slope = others.slope_of(params, data, here.W.numpy()[1])
    of_slope = _singular(slope)
    updates = [_singular(here.update.numpy()[i]) for i in range(2)]
    left = numbers.left(params, data, here)
    return {
        "in_matrix": True,
        "inputs": torch.arange(1.0, params.size + 1, dtype=torch.float64),
        "left_heavy_ball": torch.from_numpy(left[0]),
        "left_muon": torch.from_numpy(left[1]),
        "singular_gradient": _logged(of_slope),
        "singular_heavy_ball": _logged(updates[0]),
        "singular_muon": _logged(updates[1]),
        "gradient_condition": _condition(of_slope),
        "update_condition": _condition(updates[1]) if here.taken else None,
        "weights_off": torch.from_numpy(
            np.abs(here.W.numpy() - data.target.numpy()).transpose(1, 0, 2).reshape(params.size, -1).copy()
        ),
    }


def _singular(matrix: Reals) -> Reals:
    found = np.linalg.svd(matrix, compute_uv=False)
    return found / found[0] if found[0] > 0 else np.zeros_like(found)


def _logged(values: Reals) -> Tensor:
    return torch.from_numpy(np.log10(np.maximum(values, 1e-12)))


def _condition(values: Reals) -> float | None:
    return float(values[0] / values[-1]) if values[-1] > 0 else None


def estimates(params: Params, here: Estimates) -> Shown:
    """Errors against samples on logarithmic axes, measured and exact, and how the runs of one schedule are spread."""
    shown: Shown = {"in_estimate": True, **numbers.of_schedules(here.taken)}
    shown["best"] = 1 / max(here.taken, 1) ** 0.5
    times = here.times[1:].log10()
    end = max(here.taken, 100)
    ticks = np.unique(np.logspace(0, np.log10(end), 60).astype(int))
    shown["exact_x"] = torch.from_numpy(np.log10(ticks))
    shown["best_line"] = torch.tensor([[0.0, 0.0], [np.log10(end), -np.log10(end) / 2]], dtype=torch.float64)
    for k, name in enumerate(SCHEDULES):
        last, mean = numbers.exact(name, end)
        shown[f"rms_{name}"] = torch.stack([times, here.rms[1:, 0, k].log10()], 1)
        shown[f"mean_{name}"] = torch.stack([times, here.rms[1:, 1, k].log10()], 1)
        shown[f"exact_{name}"] = torch.from_numpy(np.log10(np.maximum(last[ticks], 1e-12)))
        shown[f"exact_mean_{name}"] = torch.from_numpy(np.log10(np.maximum(mean[ticks], 1e-12)))
    row = list(SCHEDULES).index(params.schedule)
    deviation = float(here.rms[-1, 0, row])
    edges = np.linspace(-4 * deviation, 4 * deviation, _BINS + 1) if deviation else np.linspace(-1, 1, _BINS + 1)
    heights = np.histogram(here.theta[row].numpy(), edges)[0] / len(here.theta[row]) / (edges[1] - edges[0])
    shown["spread_edges"] = torch.from_numpy(edges)
    shown["spread"] = torch.from_numpy(heights)
    middle = (edges[1:] + edges[:-1]) / 2
    exact = float(shown[f"rms_theory.{params.schedule}"] or 1.0)
    shown["normal_x"] = torch.from_numpy(middle)
    shown["normal"] = torch.from_numpy(np.exp(-((middle / exact) ** 2) / 2) / (exact * (2 * np.pi) ** 0.5))
    return shown


def net(params: Params, here: Net) -> Shown:
    """How the sharpness stands to its limit."""
    limit = 2 / params.rate
    share = float(here.looks.mean()) / limit if len(here.looks) else here.sharpness / limit
    return {
        "in_net": True,
        "limit": limit,
        "share_of_limit": share,
        "at_edge": bool(abs(share - 1) < 0.1),
        "rate_here": params.rate,
        "weight_count": others.LENGTH,
    }
