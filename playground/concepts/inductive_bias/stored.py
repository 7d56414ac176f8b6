"""Accuracies of the long jobs that ship, so that the picture is there at once; a test computes them again.

They stand in `stored.json` by the settings that differ from the defaults, as `packaging/build_accuracies.py` wrote
them. Whatever the job finds here and now takes their place.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

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


class Accuracies(NamedTuple):
    """Accuracies of each net, (settings, seeds), float64, NaN where they are not known.

    Attributes:
        found: by the job, here and now.
        ships: what the program brings along.
        words: which of the two is shown, and what the bands are.
    """

    found: dict[str, Tensor]
    ships: dict[str, Tensor]
    words: str

    @property
    def shown(self) -> dict[str, Tensor]:
        """What has been found here, or else what ships."""
        known = any(not bool(one.isnan().all()) for one in self.found.values())
        return self.found if known else self.ships


def accuracies(job: str, params: Params, findings: Findings, nothing: Tensor) -> Accuracies:
    """What a job has found here, and what ships.

    Args:
        job: curves or orders.
        params: of the run.
        findings: of the run's jobs.
        nothing: what is shown where there is neither, all NaN, (settings, seeds).
    """
    here, stored = findings[job], _stored().get(settings(job, params))
    unknown = dict.fromkeys(NETS, nothing.double())
    found = {name: here[name].double() for name in NETS} if here else unknown
    ships = {name: torch.tensor(stored[name], dtype=torch.float64) for name in NETS} if stored else unknown
    words = f"mean of {nothing.shape[1]} seeds, ± 2 standard errors"
    if not here:
        label = next(one.label for one in JOBS if one.name == job)
        words = f"stored run, {words}" if stored else f"not computed yet: start the {label}"
    return Accuracies(found, ships, words)
