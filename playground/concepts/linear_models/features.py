"""The view of many features: prediction against truth, the weights by name, their path and the errors."""

from __future__ import annotations

import numpy as np

from playground.concepts.linear_models import Params
from playground.concepts.linear_models.fit import REACH, errors_plot, numbers_of, residual_lines, ridge_plot
from playground.concepts.linear_models.problem import columns_of, errors_of, features_of, problem_of
from playground.concepts.linear_models.state import Data, State
from playground.engine.kit.linear_models import extended
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Lines, Points
from playground.figures.values import Range


def features(params: Params, data: Data, state: State) -> Drawn:
    """Named columns that predict one of them: prediction against truth, weights, their path and the errors."""
    found = problem_of(params, data)
    names = [data.names[column] for column in features_of(params, data)]
    up = columns_of(params, data)[1]
    fitted = np.clip(extended(found.F) @ found.theta, -5, 5)
    main = Plot(
        name="plane",
        title="Predicted against true",
        unit=f"{data.names[up]}: mean squared residual {{mse}}",
        badge="exact",
        main=True,
        plane=True,
        x=Axis(label="predicted", range=Range(-REACH, REACH)),
        y=Axis(label="true", range=Range(-REACH, REACH)),
        layers=(
            Lines(name="equal", role="theory", xy=np.array([[-REACH, -REACH], [REACH, REACH]]), key="predicted = true"),
            Lines(
                name="residuals",
                role="muted",
                xy=np.stack([fitted, fitted, fitted, found.y], 1),
                found=False,
                symbol="r",
                key="residuals",
            ),
            Points(
                name="points",
                xy=np.stack([fitted, found.y], 1),
                labels=data.y,
                class_names=list(data.classes),
                ids=data.ids,
                hollow=~found.train,
                symbol="y",
                key="rows; hollow ones are held out" if params.share > 0 else "",
            ),
        ),
    )
    bars = Plot(
        name="weights",
        title="Weights",
        unit="of columns scaled to −1 … 1",
        badge="exact",
        x=Axis(zero=True),
        layers=(
            Bars(
                name="weights",
                role="slot1",
                heights=found.theta[:-1],
                words=names,
                across="horizontal",
                symbol="w",
                text="{heights:2}",
            ),
        ),
    )
    row = int(np.argmax(np.abs(found.y - fitted))) if len(found.y) else 0
    hand = residual_lines(found, row, np.append(found.F[row], 1.0), 4) | {"target": data.names[up]}
    plots = (main, bars, ridge_plot(params, data), errors_plot(params, errors_of(params, data)))
    return Drawn(
        Figure(plots=plots, hint="Turn the ridge and the share held out"), numbers_of(params, data, found) | hand
    )
