"""The view of four methods on 25 Gaussians: four clouds, the modes that each holds, and their trace."""

from __future__ import annotations

from typing import Any

import torch

from playground.concepts.gan import RULE_WORDS, Params, measures, training
from playground.concepts.gan.players import Team
from playground.concepts.gan.state import Data, State
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Level, Points, Role, Trace
from playground.figures.values import Range

HINT = "Press space to train all four on the same batches"
_HALF, _SHOWN = 2.7, 400
_ROLES: dict[str, Role] = {"sgd": "slot3", "adam": "slot2", "optimistic": "slot5", "mixed": "slot4"}


def four(params: Params, data: Data, state: State) -> Drawn:
    """Four clouds and two traces."""
    clouds = tuple(_cloud(params, data, state, row, team) for row, team in enumerate(state.teams))
    return Drawn(
        Figure(
            plots=(
                *clouds,
                Plot(
                    name="trace",
                    title="Modes held",
                    badge="sampled",
                    unit="10 of 2,500 samples within 3 σ",
                    x=Axis(label="updates", whole=True, zero=True),
                    y=Axis(range=Range(-0.5, 26.0)),
                    layers=(
                        Level(name="all", role="theory", value=25.0, text="all 25"),
                        *(
                            Trace(
                                name=rule,
                                role=_ROLES[rule],
                                series=f"held_{rule}",
                                against="updates",
                                text=RULE_WORDS[rule],
                            )
                            for rule in training.FOUR
                        ),
                    ),
                ),
            ),
            hint=HINT,
            even=True,
        ),
        _numbers(params, state),
    )


def _cloud(params: Params, data: Data, state: State, row: int, team: Team) -> Plot:
    x = training.samples(params, team, _SHOWN)
    x = x[torch.isfinite(x).all(1)]
    held = state.past[-1, row]
    places = data.means.float()
    home = Axis(range=Range(-_HALF, _HALF))
    return Plot(
        name=f"cloud_{team.rule}",
        title=RULE_WORDS[team.rule],
        badge="sampled",
        unit=f"{{held_{team.rule}}} of 25; {{verdict_{team.rule}}}",
        plane=True,
        x=home,
        y=home,
        layers=(
            Points(
                name="missed",
                role="muted",
                xy=places[~held],
                hollow=torch.ones(int((~held).sum())),
                size=0.9,
                key="missed",
            ),
            Points(name="held", role="slot1", xy=places[held], size=1.0, key="held"),
            Points(name="samples", role=_ROLES[team.rule], xy=x, size=0.4, outcome=True, key="samples"),
        ),
    )


def _numbers(params: Params, state: State) -> dict[str, Any]:
    seen = state.seen
    found: dict[str, Any] = {}
    for row, rule in enumerate(training.FOUR):
        past = state.past[:, row]
        found[f"verdict_{rule}"] = measures.verdict(past)
        found[f"share_{rule}"] = getattr(seen, f"share_{rule}")
        if rule == "adam":
            counts = past.sum(1)
            found["range"] = int(counts.max() - counts.min())
            found["verdict"] = found["verdict_adam"]
            found["changes"] = int((past[1:] ^ past[:-1]).sum())
    looked = measures.SAMPLES // params.particles * params.particles
    share = seen.share_mixed or 0.0
    return {**found, "looked": looked, "inside": round(share * looked)}
