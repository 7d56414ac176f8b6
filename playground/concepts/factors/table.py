"""Named features: the biplot of rows and loadings, the matrix of the components, their shares, and one row rebuilt."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.factors import Params
from playground.concepts.factors.fitting import moments_of
from playground.concepts.factors.pictures import CHOOSE, component_numbers, places_of
from playground.concepts.factors.state import Data, State
from playground.engine.kit import linear_gaussian as g
from playground.engine.kit.linear_gaussian import Moments
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Image, Points, Ring, Table, Text
from playground.figures.values import Column, Rows
from playground.texts import sums

_MOST = 12  # features and components that are shown by name
_REACH = 0.9  # of the cloud, that the longest arrow takes
_ROWS = 10
_WRITTEN_OUT = 8  # terms of a sum


def names_of(data: Data) -> list[str]:
    """A name for each feature."""
    p = data.X.shape[1]
    return list(data.names) if len(data.names) == p else [f"{data.names[0]} {i + 1}" for i in range(p)]


def table(params: Params, data: Data, state: State) -> Drawn:
    """The plots with their data, and the numbers of the chosen row."""
    found = moments_of(params, data)
    x = found.X[state.chosen]
    rebuilt = g.reconstruction(found, x, state.summed)
    figure = Figure(
        plots=(
            _biplot(params, data, state, found),
            _matrix(data, found),
            _shares(state, found),
            _row(data, state, x, rebuilt),
        ),
        hint="Click a row of the table; press space to add a component",
    )
    largest = found.U[:, 0].square()
    numbers: dict[str, Any] = component_numbers(data, state, found, x, rebuilt)
    numbers |= _tail(found, state.summed) | _parted(params, data, found)
    numbers |= {
        "ruling": float(largest.max()),
        "ruler": names_of(data)[int(largest.argmax())],
        "ruled": bool(largest.max() > 0.9),
        "two_classes": len(data.classes) == 2,
    }
    return Drawn(figure, numbers)


def _tail(found: Moments, k: int) -> dict[str, Any]:
    """The eigenvalues left out, in digits."""
    rest = found.eigenvalues[k:]
    terms = sums.total(rest.tolist(), 5) if 1 < len(rest) <= _WRITTEN_OUT else ""
    lengths = {"first_share": 100 * float(found.eigenvalues[0] / found.eigenvalues.sum())}
    return {"tail_sum": terms, **lengths}


def _parted(params: Params, data: Data, found: Moments) -> dict[str, Any]:
    """How far apart two classes are along the component upwards, in standard deviations within them."""
    if len(data.classes) != 2:
        return {"parted": None}
    score = places_of(params, found).xy[:, 1]
    one, two = score[data.labels == 0], score[data.labels == 1]
    within = float(((one.var(correction=0) + two.var(correction=0)) / 2).sqrt())
    return {"parted": float((one.mean() - two.mean()).abs()) / within if within > 0 else None}


def _biplot(params: Params, data: Data, state: State, found: Moments) -> Plot:
    """All rows at their weights, and an arrow for each feature: its loadings on both components."""
    here = places_of(params, found)
    a, b = here.of
    p = len(found.S)
    loadings = torch.stack([found.U[:, a], found.U[:, b]], 1)
    length = loadings.norm(dim=1)
    shown = length.topk(min(p, _MOST)).indices
    reach = here.xy.abs().amax(0) / loadings.abs().amax(0).clamp_min(1e-300)
    arrows = loadings[shown] * float(reach.min()) * _REACH
    names = [names_of(data)[int(i)] for i in shown]
    known = bool((data.labels >= 0).all())
    return Plot(
        name="biplot",
        title="Rows and features",
        unit="by two components; arrows are loadings",
        badge="exact",
        main=True,
        zoom=True,
        x=Axis(label="weight of component {across}"),
        y=Axis(),
        layers=(
            Points(
                name="rows",
                xy=here.xy,
                labels=data.labels if known else "",
                class_names=data.classes,
                size=0.7,
                symbol="z",
            ),
            Ring(name="chosen", role="now", xy=here.xy[state.chosen]),
            Arrows(name="features", role="theory", outcome=True, vectors=arrows, symbol="u"),
            Text(name="names", words=names, xy=1.03 * arrows),
        ),
        mouse=(Mouse(on="click", kind="choose", target="rows", take=CHOOSE, label="choose a row"),),
    )


def _matrix(data: Data, found: Moments) -> Plot:
    """A row a component, a column a feature."""
    shown = min(len(found.S), _MOST)
    return Plot(
        name="loadings",
        title="What each component is made of",
        badge="exact",
        layers=(
            Image(
                name="loadings",
                z=found.U[:shown, :shown].T.contiguous(),
                color_map="diverging",
                levels=(-1.0, 1.0),
                gaps=True,
                row_words=[str(k + 1) for k in range(shown)],
                column_words=names_of(data)[:shown],
                symbol="u",
            ),
        ),
    )


def _shares(state: State, found: Moments) -> Plot:
    """The share of the variance that each component has."""
    shown = min(len(found.S), _MOST)
    share = 100 * found.eigenvalues[:shown] / found.eigenvalues.sum()
    return Plot(
        name="shares",
        title="Share of the variance",
        unit="in %; {explained:1} in {count}",
        badge="exact",
        x=Axis(label="component"),
        y=Axis(zero=True),
        layers=(
            Bars(
                name="shares",
                heights=share,
                words=[str(k + 1) for k in range(shown)],
                mark=torch.arange(shown) < state.summed,
                text="{heights:1}" if shown <= _MOST else "",
                symbol="λ",
            ),
        ),
    )


def _row(data: Data, state: State, x: Tensor, rebuilt: Tensor) -> Plot:
    """The chosen row, and what its weights give back."""
    columns = ("feature", Column("is", decimals=3), Column("rebuilt", decimals=3), Column("missing", decimals=3))
    cells = list(zip(names_of(data), x.tolist(), rebuilt.tolist(), (x - rebuilt).tolist(), strict=True))
    return Plot(
        name="row",
        title="One row rebuilt",
        unit="{sample}, from {count} components",
        badge="exact",
        axes=False,
        layers=(Table(name="row", rows=Rows.of(columns, cells[:_ROWS])),),
    )
