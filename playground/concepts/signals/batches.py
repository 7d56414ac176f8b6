"""The view of two batches that hold the same example: what batch norm and layer norm make of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from playground.concepts.signals import Params
from playground.concepts.signals.state import State
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.normalise import normalised
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Layer, Points, Ring
from playground.figures.values import Range
from playground.texts.sums import signed
from playground.texts.template import fixed

EPSILON = 1e-5


class Batches(NamedTuple):
    """Two batches of which row 0 is the same example, and what is made of them, (2, members, features) each."""

    given: Floats
    batch: Floats
    layer: Floats
    mean: Floats
    spread: Floats


def batches_of(params: Params, state: State) -> Batches:
    """The batches as they are now."""
    given = state.batches.numpy()[:, : params.members].copy()
    given[1] *= params.spread
    given[1, :, 0] += params.shift
    given[1, 0] = given[0, 0]
    one, zero = np.ones(given.shape[-1]), np.zeros(given.shape[-1])
    by_batch = normalised(given, one, zero, -2, EPSILON)
    return Batches(
        given, by_batch.out, normalised(given, one, zero, -1, EPSILON).out, by_batch.mean[:, 0], by_batch.spread[:, 0]
    )


def batches(params: Params, state: State) -> Drawn:
    """The two batches as they come, after batch norm and after layer norm, and the example feature by feature."""
    known = batches_of(params, state)
    plots = (
        _plane("given", "Two batches with one example in common", "two of eight features", known.given, drag=True),
        _plane("batch", "After batch norm: two answers", "the example is {moved_batch} apart", known.batch),
        _plane("layer", "After layer norm: one answer", "the example is {moved_layer} apart", known.layer),
        _features(known),
    )
    figure = Figure(plots=plots, even=True, hint="Drag the ringed example, or any other point; move the second batch")
    return Drawn(figure, numbers(known))


def _plane(name: str, title: str, unit: str, values: Floats, drag: bool = False) -> Plot:
    members = values.shape[1]
    xy = values[:, 1:, :2].reshape(-1, 2)
    labels = np.repeat([0, 1], members - 1)
    example = values[:, 0, :2]
    ids = np.concatenate([np.arange(1, members), 100 + np.arange(1, members)])
    edge = 1.1 * max(3.0, float(np.abs(values[:, :, :2]).max()))
    apart: tuple[Layer, ...] = (
        Arrows(name="apart", role="hero", outcome=True, tails=example[0], vectors=example[1] - example[0]),
    )
    return Plot(
        name=name,
        title=title,
        unit=unit,
        plane=True,
        main=drag,
        badge="exact",
        x=Axis(label="feature 1", range=Range(-edge, edge)),
        y=Axis(range=Range(-edge, edge)),
        layers=(
            Points(
                name="others", role="class", xy=xy, labels=labels, ids=ids, class_names=["first batch", "second batch"]
            ),
            *(apart if not drag else ()),
            Points(
                name="example", role="hero", xy=example[:1] if drag else example, ids=np.array([0] if drag else [0, 0])
            ),
            Ring(name="ring", xy=example[:1] if drag else example, text="the example" if drag else ""),
        ),
        mouse=(
            Mouse(
                on="drag", target="example", kind="move_point", take={"id": "id", "xy": "xy"}, label="move the example"
            ),
            Mouse(on="drag", target="others", kind="move_point", take={"id": "id", "xy": "xy"}, label="move a point"),
        )
        if drag
        else (),
    )


def _features(known: Batches) -> Plot:
    """How far apart the two answers are, feature by feature."""
    x = np.arange(known.given.shape[-1] + 1.0)
    edges = x + 0.5
    return Plot(
        name="features",
        title="The example's two answers apart",
        unit="by feature; layer norm's are 0",
        badge="exact",
        x=Axis(label="feature", whole=True, range=Range(0.4, float(edges[-1]) + 0.1)),
        y=Axis(),
        layers=(
            Bars(
                name="batch",
                role="slot3",
                outcome=True,
                edges=edges,
                heights=known.batch[1, 0] - known.batch[0, 0],
                key="batch norm",
            ),
            Bars(
                name="layer", role="slot4", edges=edges, heights=known.layer[1, 0] - known.layer[0, 0], key="layer norm"
            ),
        ),
    )


def numbers(known: Batches) -> dict[str, Any]:
    """What is read of the example."""
    apart = [float(np.linalg.norm(both[1, 0] - both[0, 0])) for both in (known.batch, known.layer)]
    row = known.given[0, 0]
    return {
        "moved_batch": apart[0],
        "moved_layer": apart[1],
        "batch_words_1": _worked(float(row[0]), float(known.mean[0, 0]), float(known.spread[0, 0])),
        "batch_words_2": _worked(float(row[0]), float(known.mean[1, 0]), float(known.spread[1, 0])),
        "answer_1": float(known.batch[0, 0, 0]),
        "answer_2": float(known.batch[1, 0, 0]),
        "row_answer": float(known.layer[0, 0, 0]),
    }


def _worked(value: float, mean: float, spread: float) -> str:
    return f"({fixed(value, 6)} − {signed(mean, 6)}) / {fixed(spread, 6)}"
