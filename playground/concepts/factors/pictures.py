"""A picture as the mean and a sum of components, the map of all pictures, and the error by what is left out."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.factors import Params
from playground.concepts.factors.drawing import SMALL, as_tiles, places, signed_tiles, spread
from playground.concepts.factors.fitting import moments_of
from playground.concepts.factors.state import Data, State
from playground.engine.kit.linear_gaussian import Moments
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Level, Lines, Points, Ring, Text, Tiles
from playground.texts import sums
from playground.texts.template import fixed

_LARGE, _SIZE = (1.75, 1.75), (0.9, 0.9)
_TOP = 1.8  # of the large pictures, above the first row of small ones
_CELLS = 9  # pictures of the map each way
_WRITTEN_OUT = 6  # terms of a sum
CHOOSE = {"row": "id"}


def pictures(params: Params, data: Data, state: State) -> Drawn:
    """The plots with their data, and the numbers of the chosen sample."""
    found = moments_of(params, data)
    x = data.X[state.chosen]
    z = (x - found.mean) @ found.U
    rebuilt = found.mean + found.U[:, : state.summed] @ z[: state.summed]
    figure = Figure(
        plots=(_sum(data, state, found, x, z, rebuilt), scores(params, data, state, found), error_curve(state, found)),
        hint="Press space to add a component; click a picture in the map",
        share=0.62,
    )
    return Drawn(figure, component_numbers(data, state, found, x, rebuilt) | _pixel(found, z, rebuilt, state.summed))


def component_numbers(data: Data, state: State, found: Moments, x: Tensor, rebuilt: Tensor) -> dict[str, Any]:
    """What is kept and what is lost with so many components."""
    total, tail = float(found.eigenvalues.sum()), float(found.eigenvalues[state.summed :].sum())
    return {
        "count": state.summed,
        "tail": tail,
        "explained": 100 * (1 - tail / total),
        "sample_error": float((x - rebuilt).square().sum()),
        "sample": f"sample {state.chosen + 1}" + _class_of(data, state.chosen),
    }


def _class_of(data: Data, row: int) -> str:
    label = int(data.labels[row])
    return f", {data.classes[label]}" if label >= 0 else ""


def _pixel(found: Moments, z: Tensor, rebuilt: Tensor, k: int) -> dict[str, Any]:
    """The sum at the feature that varies most, in digits."""
    at = int(found.S.diagonal().argmax())
    if not 0 < k <= _WRITTEN_OUT:
        return {"pixel": at + 1, "pixel_sum": "", "pixel_value": None}
    terms = sums.products(z[:k].tolist(), found.U[at, :k].tolist(), 3)
    return {
        "pixel": at + 1,
        "pixel_sum": f"{fixed(float(found.mean[at]), 3)} + {terms}",
        "pixel_value": float(rebuilt[at]),
    }


# ---- the sum


def _sum(data: Data, state: State, found: Moments, x: Tensor, z: Tensor, rebuilt: Tensor) -> Plot:
    """The chosen picture, its sum and what is missing above; mean and components with their weights below."""
    k = state.summed
    large = torch.stack([x, found.mean, rebuilt])
    at = torch.stack([torch.tensor([0.45, 2.55, 4.65, 6.6]).double(), torch.full((4,), _TOP).double()], 1)
    shown = min(SMALL, len(found.S))
    units = signed_tiles(found.U[:, :shown].T, data.side)
    units[k:] = torch.nan
    weights = [f"{fixed(one, 2)}" if i < k else "" for i, one in enumerate(z[:shown].tolist())]
    below = places(shown)
    under = torch.tensor([0.0, 0.4], dtype=torch.float64)
    heads = ["chosen", "rebuilt", "missing", "mean"]
    pixels = as_tiles(shown_samples(large, data), data.side)
    room = torch.tensor(_LARGE, dtype=torch.float64)
    return Plot(
        name="sum",
        title="A picture as a sum",
        unit="mean + Σ weight × component, {count} of {rank}",
        badge="exact",
        main=True,
        axes=False,
        layers=(
            Tiles(
                name="given",
                z=pixels[:2],
                xy=at[[0, 3]],
                size=room,
                color_map="sequential",
                levels=(0.0, 1.0),
            ),
            Tiles(
                name="rebuilt",
                z=pixels[2:],
                xy=at[1:2],
                size=room,
                color_map="sequential",
                levels=(0.0, 1.0),
                outcome=True,
                symbol="x",
            ),
            Tiles(name="missing", outcome=True, z=_signed_missing(x - rebuilt, data, found), xy=at[2:3], size=room),
            Tiles(
                name="components",
                z=units,
                xy=below,
                size=torch.tensor(_SIZE, dtype=torch.float64),
                symbol="u",
                words=[
                    f"component {i + 1}, eigenvalue {float(one):.4g}" for i, one in enumerate(found.eigenvalues[:shown])
                ],
            ),
            # Nothing is seen of it: it makes room for the words above.
            Lines(
                name="room",
                role="grid",
                xy=torch.tensor([[0.0, _TOP + 1.25], [0.0, _TOP + 1.25]]),
                halo=False,
                found=False,
            ),
            Text(
                name="heads",
                words=heads,
                xy=at + torch.tensor([0.0, 0.86], dtype=torch.float64),
                side="above",
                plate=False,
            ),
            Text(name="weights", words=weights, xy=below - under, side="below", plate=False, role="muted", symbol="z"),
        ),
    )


def shown_samples(X: Tensor, data: Data) -> Tensor:
    """Samples (n, p) from 0 to 1: pixels are, other features go by their own range."""
    if data.side:
        return X.clamp(0.0, 1.0)
    low, high = data.X.min(0).values, data.X.max(0).values
    return ((X - low) / (high - low).clamp_min(1e-300)).clamp(0.0, 1.0)


def _signed_missing(gap: Tensor, data: Data, found: Moments) -> Tensor:
    """What is missing, (1, side, side), on the scale of the pictures; of other features by their spread."""
    scale = 1.0 if data.side else 2 * found.S.diagonal().sqrt().clamp_min(1e-300)
    return as_tiles((gap / scale).clamp(-1.0, 1.0)[None], data.side)


# ---- the map


class _Places:
    """Scores of all samples on two components, and the samples that are drawn as pictures."""

    def __init__(self, found: Moments, across: int, up: int) -> None:
        p = len(found.S)
        self.of = min(across, p) - 1, min(up, p) - 1
        self.xy = ((found.X - found.mean) @ found.U[:, list(self.of)]).contiguous()
        self.rows = spread(self.xy, _CELLS)
        size = self.xy.max(0).values - self.xy.min(0).values
        self.size = (size / (_CELLS + 1)).clamp_min(1e-12)


_PLACES: Newest[_Places] = Newest(most=8)
_PICTURES: Newest[Tensor] = Newest(most=8)


def places_of(params: Params, found: Moments) -> _Places:
    """The map for two components, kept while nothing changes."""
    axes = params.across, params.up
    return _PLACES.of(found.U, axes, lambda: _Places(found, *axes))


def scores(params: Params, data: Data, state: State, found: Moments) -> Plot:
    """All samples at their weights of two components."""
    here = places_of(params, found)
    tiles = _PICTURES.of(
        (found.U, here.rows), "tiles", lambda: as_tiles(shown_samples(found.X[here.rows], data), data.side)
    )
    return Plot(
        name="map",
        title="All of them, by two weights",
        unit="component {up} upwards; click one",
        badge="exact",
        x=Axis(label="weight of component {across}"),
        y=Axis(),
        layers=(
            Points(name="samples", role="muted", xy=here.xy, size=0.5, hover="weights {x} and {y}"),
            Tiles(
                name="pictures",
                z=tiles,
                xy=here.xy[here.rows],
                ids=here.rows,
                size=here.size,
                color_map="sequential",
                levels=(0.0, 1.0),
            ),
            Ring(name="chosen", role="now", xy=here.xy[state.chosen]),
        ),
        mouse=(
            Mouse(on="click", kind="choose", target="pictures", take=CHOOSE, label="choose a picture"),
            Mouse(on="click", kind="choose", target="samples", take=CHOOSE, label="choose a picture"),
        ),
    )


# ---- the error


def error_curve(state: State, found: Moments) -> Plot:
    """The eigenvalues left out against the number of components, and the error as measured."""
    tails = found.eigenvalues.sum() - torch.cat([torch.zeros(1, dtype=torch.float64), found.eigenvalues.cumsum(0)])
    last = found.rank
    k = torch.arange(last + 1)
    here = torch.tensor([[float(state.summed), float(tails[state.summed])]])
    return Plot(
        name="error",
        title="Mean squared error {error:4}",
        unit="sum of the eigenvalues left out: {tail:4}",
        badge="exact",
        x=Axis(label="components", whole=True, zero=True),
        y=Axis(zero=True),
        layers=(
            Level(name="count", role="now", value=state.summed, across="vertical"),
            Curve(
                name="tails",
                role="theory",
                x=k,
                y=tails[: last + 1].clamp_min(0.0),
                key="eigenvalues left out",
                symbol="λ",
            ),
            Points(name="error", xy=here, outcome=True, key="error measured", symbol="@error"),
        ),
    )
