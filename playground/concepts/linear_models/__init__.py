"""Linear models: least squares, ridge, robust losses, the bowl of the loss, logistic and softmax regression."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.linear_models.declared import DOORS, GESTURES, METRICS, MOST_ROWS
from playground.engine.declarations.concept import Badge, Card, Opens
from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    flag,
    integer,
    real,
)

__all__ = ["CARD", "DOORS", "GESTURES", "METRICS", "Params"]

CARD = Card(
    title="Linear and logistic models",
    chapter="Connectionism",
    line="Drag points: the line, the bowl of its loss and the probability follow",
    badge=Badge(
        kind="exact",
        what="fits, leave-one-out errors, paths, gradients and margins, to rounding",
        against="the normal equations, refits without each point, and linear programmes",
    ),
    sources=(
        "A.-M. Legendre, Nouvelles méthodes pour la détermination des orbites des comètes (1805)",
        "C. F. Gauss, Theoria motus corporum coelestium (1809)",
        "D. R. Cox, The regression analysis of binary sequences (1958)",
        "P. J. Huber, Robust estimation of a location parameter (1964)",
        "A. Hoerl and R. Kennard, Ridge regression (1970)",
        "D. Allen, The relationship between variable selection and data augmentation (1974)",
        "A. Albert and J. Anderson, On the existence of maximum likelihood estimates in logistic models (1984)",
        "D. Soudry and others, The implicit bias of gradient descent on separable data (2018)",
        "R. A. Fisher, The use of multiple measurements in taxonomic problems (1936)",
    ),
    pace=12.0,
    words=(
        "linear regression",
        "ordinary least squares",
        "polynomial regression",
        "overfitting",
        "residuals",
        "normal equations",
        "ridge regression",
        "Tikhonov",
        "leave-one-out",
        "cross-validation",
        "Huber loss",
        "least absolute deviations",
        "outlier",
        "gradient descent",
        "logistic regression",
        "softmax regression",
        "cross-entropy",
        "decision boundary",
        "iris",
        "own data",
    ),
    opens=(
        Opens(
            "table",
            "columns of numbers are features or the value; a column of words or a class is the class",
            MOST_ROWS,
        ),
    ),
)

_VALUES = {"mode": ("fit", "features")}
_POLYNOMIAL = {"mode": ("fit",)}
_CLASSES = {"mode": ("classes",)}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "data",
        "degree",
        "ridge",
        "rho",
        "share",
        "rate",
        "centred",
        "curved",
        "updates",
    )
    mode: Literal["fit", "bowl", "features", "classes"] = choice(
        "fit",
        label="view",
        effect=RESTART,
        labels={
            "fit": "Line and residuals",
            "bowl": "Loss as a bowl",
            "features": "Many features",
            "classes": "Probability of classes",
        },
        meaning="A curve through points; the loss over slope and intercept; named columns; logistic regression.",
    )
    data: Literal["line", "curve", "outlier", "far", "blobs", "overlap", "three", "ring", "iris"] = choice(
        "line",
        label="data",
        effect=DATA,
        labels={
            "line": "A noisy line",
            "curve": "A noisy sine",
            "outlier": "A line with outliers",
            "far": "A line far from 0",
            "blobs": "Two separable clouds",
            "overlap": "Two clouds that overlap",
            "three": "Three clouds",
            "ring": "A disc in a ring",
            "iris": "Iris",
        },
        meaning="Every column is scaled to −1 … 1; or your own table.",
    )
    points: int = integer(
        14,
        low=2,
        high=200,
        label="points",
        effect=DATA,
        when={"data": ("line", "curve", "outlier", "far", "blobs", "overlap", "three", "ring")},
    )
    noise: float = real(
        0.28,
        low=0.0,
        high=1.0,
        label="noise",
        effect=DATA,
        meaning="Standard deviation of the values round the true curve.",
        when={"data": ("line", "curve", "outlier", "far")},
    )
    across: int = integer(
        1,
        low=1,
        high=32,
        label="column across",
        effect=RESTART,
        meaning="Which feature is drawn across, counted from 1.",
        when={"mode": ("fit", "bowl", "classes")},
    )
    up: int = integer(
        2,
        low=1,
        high=32,
        label="column up",
        effect=RESTART,
        meaning="The value that is predicted; with classes the second feature. Counted from 1.",
    )
    degree: int = integer(
        1, low=0, high=12, label="degree", effect=RESTART, meaning="Of the polynomial in x.", when=_POLYNOMIAL
    )
    ridge: float = real(
        1e-6,
        low=1e-6,
        high=100.0,
        log=True,
        decimals=6,
        label="ridge α",
        effect=LIVE,
        meaning="Adds α |w|² / 2 to the summed loss; the intercept is free. The smallest value counts as 0.",
        when=_VALUES,
    )
    rho: Literal["squared", "huber", "absolute"] = choice(
        "squared",
        label="loss of a residual",
        effect=LIVE,
        labels={"squared": "Squared", "huber": "Huber", "absolute": "Absolute"},
        meaning="r²/2; the same up to δ and straight beyond; or |r|.",
        when={"mode": ("fit", "bowl")},
    )
    delta: float = real(
        0.2,
        low=0.01,
        high=2.0,
        label="Huber's δ",
        effect=LIVE,
        meaning="Where the loss goes over from a parabola to a straight line.",
        when={"mode": ("fit", "bowl"), "rho": ("huber",)},
    )
    share: float = real(
        0.0,
        low=0.0,
        high=0.6,
        label="share held out",
        effect=LIVE,
        meaning="Points drawn hollow: they are predicted, never learnt from.",
        when=_VALUES,
    )
    against: Literal["ridge", "degree"] = choice(
        "degree",
        label="errors against",
        effect=VIEW,
        labels={"ridge": "Ridge α", "degree": "Degree"},
        when=_POLYNOMIAL,
    )
    squares: bool = flag(
        True, label="squares", effect=VIEW, meaning="Each residual as a square of that side.", when=_POLYNOMIAL
    )
    rate: float = real(
        1.0,
        low=0.01,
        high=3.0,
        label="step size × L",
        effect=LIVE,
        meaning="In units of 1/L, L the largest curvature of the loss: beyond 2 a quadratic loss diverges.",
        when={"mode": ("fit", "bowl", "classes")},
    )
    centred: bool = flag(
        False,
        label="centre the feature",
        effect=RESTART,
        meaning="Descend on x minus its mean: the valley becomes round.",
        when={"mode": ("bowl",)},
    )
    curved: int = integer(
        1,
        low=1,
        high=4,
        label="degree",
        effect=RESTART,
        meaning="1: both columns; 2: their squares and product as well; and so on.",
        when=_CLASSES,
    )
    decay: float = real(
        1e-6,
        low=1e-6,
        high=1.0,
        log=True,
        decimals=6,
        label="weight decay λ",
        effect=LIVE,
        meaning="Adds λ |w|² / 2 to the mean cross-entropy. The smallest value counts as 0.",
        when=_CLASSES,
    )
    seen: int = integer(
        2, low=1, high=8, label="class on the surface", effect=VIEW, meaning="Counted from 1.", when=_CLASSES
    )
    updates: int = integer(
        1, low=1, high=100, log=True, label="updates a step", effect=LIVE, when={"mode": ("fit", "bowl", "classes")}
    )
