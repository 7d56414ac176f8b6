"""What stands beside the particles: spread, modes, distances, flux, phase space, and what the chains are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.samplers import Params
from playground.concepts.samplers.effective import PER
from playground.concepts.samplers.first import DISTANCES, fresh
from playground.concepts.samplers.names import LABELS, ROLES, running
from playground.concepts.samplers.state import Chains
from playground.concepts.samplers.targets import Target
from playground.engine.kit.diffusion.pictures import dots
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Bars, Level, Lines, Points, Trace
from playground.figures.values import Range

_PHASE = 3.5
_TITLES = {"tv": "Total variation", "kl": "KL divergence", "w2": "Wasserstein distance W₂"}


def beside(
    params: Params, target: Target, chains: Chains, focus: str, row: int, found: Mapping[str, Any]
) -> tuple[Plot, ...]:
    """The plots that the user chose to see beside the particles; `found` is what the job of effective samples has."""
    names = running(params)
    match params.beside:
        case "distances":
            floors = fresh(target, chains.x.shape[1]).tolist()
            return tuple(_distance(name, names, floor) for name, floor in zip(DISTANCES, floors, strict=True))
        case "flux":
            return (_flux(chains.flux[row], focus), spread(names))
        case "phase":
            return (_phase(chains, names), spread(names))
        case "worth":
            return (_worth(names, found), spread(names))
    return (spread(names), *((visited(names),) if params.target == "data" else ()))


def spread(names: tuple[str, ...]) -> Plot:
    """The spread of all chains over that of the target."""
    return Plot(
        name="spread",
        title="Spread over the target's",
        badge="sampled",
        unit="1 is right; over the last 50 steps",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Level(name="right", role="theory", value=1.0, text="target", log=True),
            Level(
                name="bias",
                role="muted",
                value="variance_theory",
                text="unadjusted in theory {variance_theory}",
                show="variance_theory" if "ula" in names else False,
                log=True,
            ),
            *_traces("variance", names, log=True),
        ),
    )


def visited(names: tuple[str, ...]) -> Plot:
    """How many modes a particle of each chain has been to."""
    return Plot(
        name="visited",
        title="Modes visited by a particle",
        badge="sampled",
        unit="of {modes_there}, on average",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(zero=True),
        layers=_traces("visited", names),
    )


def _traces(metric: str, names: tuple[str, ...], log: bool = False) -> tuple[Trace, ...]:
    """The history of a metric for each chain."""
    return tuple(
        Trace(name=name, role=ROLES[name], series=f"{metric}.{name}", text=LABELS[name], log=log, outcome=True)
        for name in names
    )


def _distance(metric: str, names: tuple[str, ...], floor: float) -> Plot:
    """One of the three distances of the first coordinate to its law, for all chains."""
    return Plot(
        name=metric,
        title=_TITLES[metric],
        badge="sampled",
        unit="of the first coordinate",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Level(name="fresh", role="theory", value=floor, text="fresh draws", log=True),
            *_traces(metric, names, log=True),
        ),
    )


def _flux(flux: Tensor, focus: str) -> Plot:
    """Moves between thirds of the first coordinate, each way beside the way back."""
    pairs = ((0, 1), (1, 0), (1, 2), (2, 1), (0, 2), (2, 0))
    return Plot(
        name="flux",
        title="Flux between thirds of the target",
        badge="sampled",
        unit=f"{LABELS[focus]}; share of the particles a step",
        y=Axis(zero=True),
        layers=(
            Bars(
                name="flux",
                role=ROLES[focus],
                heights=torch.stack([flux[a, b] for a, b in pairs]),
                names=tuple(f"{a + 1} → {b + 1}" for a, b in pairs),
                outcome=True,
            ),
        ),
    )


def _phase(chains: Chains, names: tuple[str, ...]) -> Plot:
    """The underdamped chain in phase space: first coordinate and its velocity, on the exact law of the velocity."""
    there = "underdamped" in names
    x = chains.x[names.index("underdamped") if there else 0]
    xy = torch.stack([x[:, 0], chains.v[:, 0]], 1) if there else torch.zeros(0, 2, dtype=torch.float64)
    return Plot(
        name="phase",
        title="Phase space",
        badge="sampled",
        unit="first coordinate and its velocity" if there else "switch the underdamped chain on",
        plane=True,
        x=Axis(label="x₁", range=Range(-_PHASE, _PHASE)),
        y=Axis(range=Range(-_PHASE, _PHASE)),
        layers=(
            Lines(name="axes", role="grid", xy=torch.tensor([[-9.0, 0, 9, 0], [0, -9.0, 0, 9]])),
            Points(
                name="phase",
                role=ROLES["underdamped"],
                xy=dots(xy),
                size=0.6,
                outcome=True,
                key="underdamped particles",
            ),
        ),
    )


def _worth(names: tuple[str, ...], found: Mapping[str, Any]) -> Plot:
    """Effective samples for so many gradients, of each chain, with their standard errors."""
    heights = found.get("worth", torch.zeros(0, dtype=torch.float64))
    errors = found.get("worth_error", heights)
    at = torch.arange(len(heights), dtype=torch.float64)
    words = tuple(LABELS[name] for name in names)
    bands = torch.stack([at, heights - errors, at, heights + errors], 1)
    return Plot(
        name="worth",
        title=f"Effective samples in {PER:,} gradients",
        badge="sampled",
        unit="of the first coordinate, in equilibrium",
        y=Axis(zero=True),
        layers=(
            Bars(
                name="worth",
                role="muted",
                heights=heights,
                names=words,
                text="{heights:1}",
            ),
            Lines(name="errors", role="hero", xy=bands, key="± standard error"),
        ),
    )
