"""Accuracies of the long jobs that ship, so that the picture is there at once; a test computes them again.

They stand in `stored.json` by the settings that differ from the defaults, as `packaging/build_accuracies.py` wrote
them. Whatever the job finds here and now takes their place.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from playground.concepts.inductive_bias import JOBS, Params
from playground.concepts.inductive_bias.state import NETS
from playground.engine.declarations.concept import Findings

PATH = Path(__file__).parent / "stored.json"
SEED = 0
"""Of the stored jobs."""


def settings(job: str, params: Params) -> str:
    """The settings that a job reads, where they are not the defaults, as one line."""
    reads, default = next(one.reads for one in JOBS if one.name == job), Params()
    changed = [name for name in reads if getattr(params, name) != getattr(default, name)]
    return " ".join([job, *(f"{name}={getattr(params, name)}" for name in changed)])


@cache
def _stored() -> dict[str, dict[str, list[list[float]]]]:
    found: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return found


def accuracies(job: str, params: Params, findings: Findings, nothing: Tensor) -> tuple[dict[str, Tensor], str]:
    """What a job has found here, or else what ships; and in words where it is from.

    Args:
        job: curves or orders.
        params: of the run.
        findings: of the run's jobs.
        nothing: what is shown where there is neither, all NaN, (settings, seeds).

    Returns:
        For each net (settings, seeds), float64.
    """
    here, seeds = findings[job], f"mean of {nothing.shape[1]} seeds, ± 2 standard errors"
    if here:
        return {name: here[name].double() for name in NETS}, seeds
    ships = _stored().get(settings(job, params))
    if ships is None:
        label = next(one.label for one in JOBS if one.name == job)
        return dict.fromkeys(NETS, nothing.double()), f"not computed yet: start the {label}"
    return {name: torch.tensor(ships[name], dtype=torch.float64) for name in NETS}, f"stored run, {seeds}"
