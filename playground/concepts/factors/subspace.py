"""The linear autoencoder: principal angles and loss, its map in the basis of the components, its pictures."""

from __future__ import annotations

from typing import Any

import torch

from playground.concepts.factors import Params, bottleneck
from playground.concepts.factors.drawing import signed_tiles
from playground.concepts.factors.fitting import moments_of
from playground.concepts.factors.state import Data, State
from playground.engine.kit.linear_gaussian import Moments
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Image, Level, Lines, Slot, Text, Tiles, Trace
from playground.texts import sums

_TOLD = 6  # angles and losses that are drawn
_BASIS = 10  # components of the map
_PICTURES = 8
_LARGE = 1e3  # beyond it nothing is worked out in digits
_ROW = 1.4  # from one row of pictures to the next
_SLOTS: tuple[Slot, ...] = ("slot1", "slot2", "slot3", "slot4", "slot5", "slot6")


def subspace(params: Params, data: Data, state: State) -> Drawn:
    """The plots with their data, and the numbers of the net."""
    found = moments_of(params, data)
    figure = Figure(
        plots=(
            _angles(params),
            _loss(params, found),
            _map(state, found),
            _pictures(data, state, found),
        ),
        hint="Press space: one step of gradient descent on both matrices",
    )
    return Drawn(figure, _numbers(params, found, state))


def _numbers(params: Params, found: Moments, state: State) -> dict[str, Any]:
    """The loss beside its minimum, the angles, and the update of one weight in digits."""
    m = state.W.shape[1]
    slope = bottleneck.slopes(found.S, state.W, state.E)
    tail, total = float(found.eigenvalues[m:].sum()), float(found.eigenvalues.sum())
    largest = float(bottleneck.angles(found.U[:, :m], state.W)[-1])
    at = int(slope.D[:, 0].abs().argmax())
    weight, slope_there = float(state.W[at, 0]), float(slope.D[at, 0])
    return {
        "tail": tail,
        "loss_gap": slope.loss - tail,
        "explained": 100 * (1 - tail / total),
        "cosine": float(torch.cos(torch.deg2rad(torch.tensor(largest, dtype=torch.float64)))),
        "weight": weight,
        "slope": slope_there,
        "next_weight": weight - params.rate * slope_there,
        "slope_words": sums.signed(slope_there, 5) if max(abs(slope_there), abs(weight)) < _LARGE else "",
        "steep": params.rate * 2 * float(found.eigenvalues[0]) > 1,
        "fastest": 1 / (2 * float(found.eigenvalues[0])),
        "stair_gap": abs(slope.loss - float(found.eigenvalues[m - 1 :].sum())),
        "weight_at": at + 1,
    }


def _angles(params: Params) -> Plot:
    """The angles between the span of the decoder and that of the first m components."""
    told = min(params.m, _TOLD)
    return Plot(
        name="angles",
        title="Principal angles",
        unit="between decoder and first m components, in degrees; largest {angle_1:2}",
        badge="exact",
        main=True,
        x=Axis(label="step", zero=True),
        y=Axis(range=(0.0, 95.0)),
        layers=tuple(
            Trace(
                name=f"angle {k}",
                role=_SLOTS[k - 1],
                series=f"angle_{k}",
                text="largest" if k == 1 else "",
                outcome=True,
            )
            for k in range(told, 0, -1)
        ),
    )


def _loss(params: Params, found: Moments) -> Plot:
    """The loss, and where it may rest: with 0, 1, 2, ... of the first components learnt."""
    stairs = found.eigenvalues.sum() - torch.cat(
        [torch.zeros(1, dtype=torch.float64), found.eigenvalues.cumsum(0)]
    ).clamp_min(0.0)
    m = min(params.m, len(found.S))
    shown = min(params.m, _TOLD)
    levels = tuple(
        Level(
            name=f"level {k}",
            role="theory" if k == shown else "grid",
            value=float(stairs[min(k if k < shown else m, len(stairs) - 1)]),
            key="eigenvalues left out" if k == shown else "",
        )
        for k in range(shown + 1)
    )
    return Plot(
        name="loss",
        title="Loss {error:4}",
        unit="lines: saddles with 0, 1, 2, … components learnt",
        badge="exact",
        main=True,
        x=Axis(label="step", zero=True),
        layers=(*levels, Trace(name="loss", series="error", text="", outcome=True, symbol="@error")),
    )


def _map(state: State, found: Moments) -> Plot:
    """The map D E of the net, written in the basis of the principal components."""
    shown = min(len(found.S), _BASIS)
    U = found.U[:, :shown]
    inside = (U.T @ state.W) @ (state.E @ U)
    return Plot(
        name="map",
        title="The net in the basis of components",
        unit="U′DEU: 1 where it keeps, 0 where it drops",
        badge="exact",
        layers=(
            Image(
                name="map",
                z=torch.where(torch.isfinite(inside), inside, 0.0),
                color_map="diverging",
                levels=(-1.0, 1.0),
                gaps=True,
                row_words=[str(k + 1) for k in range(shown)],
                column_words=[str(k + 1) for k in range(shown)],
                symbol="D",
            ),
        ),
    )


def _pictures(data: Data, state: State, found: Moments) -> Plot:
    """The columns of the decoder below the components: other pictures, in the end of the same span."""
    m = min(state.W.shape[1], _PICTURES)
    D = state.W[:, :m]
    both = torch.cat([found.U[:, :m].T, torch.where(torch.isfinite(D), D, 0.0).T])
    x = torch.arange(m, dtype=torch.float64)
    xy = torch.cat([torch.stack([x, 0 * x], 1), torch.stack([x, 0 * x - _ROW], 1)])
    heads = torch.tensor([[(m - 1) / 2, 0.46], [(m - 1) / 2, 0.46 - _ROW]], dtype=torch.float64)
    return Plot(
        name="decoder",
        title="Two bases of one span",
        unit="the decoder's columns are no components",
        badge="exact",
        axes=False,
        layers=(
            Tiles(
                name="decoder",
                z=signed_tiles(both, data.side),
                xy=xy,
                size=torch.tensor([0.92, 0.92], dtype=torch.float64),
            ),
            # Nothing is seen of it: it makes room for the words above.
            Lines(name="room", role="grid", xy=torch.tensor([[0.0, 0.85], [0.0, 0.85]]), halo=False, found=False),
            Text(name="heads", words=["components", "columns of the decoder"], xy=heads, side="above", plate=False),
        ),
    )
