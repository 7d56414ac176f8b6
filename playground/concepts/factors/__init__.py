"""Principal components, probabilistic PCA, factor analysis and the linear autoencoder on one set of samples."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.factors.declared import DOORS, GESTURES, METRICS, MOST_ROWS
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
    vector,
)

__all__ = ["CARD", "DOORS", "GESTURES", "METRICS", "Params"]

MOST_PICTURES = 200

CARD = Card(
    title="PCA and factor analysis",
    chapter="Generative models",
    line="The directions that matter in pictures and tables, with and without noise",
    badge=Badge(
        kind="exact",
        what="components, errors, likelihoods, posteriors and gradients, to rounding",
        against="worked cases by independent code, and closed forms that EM and gradient descent arrive at",
    ),
    sources=(
        "K. Pearson, On lines and planes of closest fit to systems of points in space (1901)",
        "C. Spearman, General intelligence, objectively determined and measured (1904)",
        "H. Hotelling, Analysis of a complex of statistical variables into principal components (1933)",
        "H. F. Kaiser, The varimax criterion for analytic rotation in factor analysis (1958)",
        "D. Rubin and D. Thayer, EM algorithms for ML factor analysis (1982)",
        "P. Baldi and K. Hornik, Neural networks and principal component analysis (1989)",
        "M. Turk and A. Pentland, Eigenfaces for recognition (1991)",
        "M. Tipping and C. Bishop, Probabilistic principal component analysis (1999)",
        "A. Saxe, J. McClelland and S. Ganguli, Exact solutions to the nonlinear dynamics of learning (2014)",
        "E. Alpaydin and C. Kaynak, Optical recognition of handwritten digits, UCI repository (1998)",
        "R. A. Fisher, The use of multiple measurements in taxonomic problems (1936)",
    ),
    pace=20.0,
    words=(
        "principal component analysis",
        "dimensionality reduction",
        "SVD",
        "eigenvectors",
        "covariance",
        "latent variables",
        "explained variance",
        "scree plot",
        "biplot",
        "loadings",
        "scores",
        "varimax",
        "Heywood case",
        "expectation maximisation",
        "standardise",
        "EM",
        "own data",
    ),
    opens=(
        Opens("table", "columns of numbers are features; a column of words or a class colours the rows", MOST_ROWS),
        Opens(
            "picture",
            "several are samples of one size; a single one is cut into patches of 8 × 8",
            files=MOST_PICTURES,
        ),
    ),
)

_TABLES = {"mode": ("table", "factors")}
_COMPONENTS = {"mode": ("pictures", "table")}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "data",
        "m",
        "hold",
        "sigma",
        "angle",
        "scale",
        "standardise",
        "across",
        "up",
        "rate",
        "start",
    )
    mode: Literal["pictures", "table", "spectrum", "factors", "autoencoder"] = choice(
        "pictures",
        label="view",
        effect=RESTART,
        labels={
            "pictures": "Components of pictures",
            "table": "Components of a table",
            "spectrum": "Probabilistic PCA",
            "factors": "Factor analysis",
            "autoencoder": "Linear autoencoder",
        },
        meaning="Sums of components; the same for named features; one noise for all; a noise for each feature; a net.",
    )
    data: Literal["digits", "iris", "marks", "bands"] = choice(
        "digits",
        label="data",
        effect=DATA,
        labels={"digits": "Digits, 8 × 8", "iris": "Iris", "marks": "Marks at school", "bands": "Two bands"},
        meaning="Pictures of digits, flowers, six marks made by two factors, two classes; or your own file.",
    )
    samples: int = integer(
        300, low=10, high=2000, label="samples", effect=DATA, when={"data": ("marks", "bands")}, meaning="Rows drawn."
    )
    m: int = integer(
        5,
        low=1,
        high=64,
        label="components m",
        effect=RESTART,
        meaning="Directions that are kept. In the views of components each step adds one more.",
    )
    standardise: bool = flag(
        False, label="standardise", effect=RESTART, meaning="Every feature gets variance 1.", when=_TABLES
    )
    scale: float = real(
        1.0,
        low=0.01,
        high=100.0,
        log=True,
        label="unit of the feature",
        effect=RESTART,
        meaning="What one feature is multiplied by: 10 turns centimetres into millimetres.",
        when=_TABLES,
    )
    feature: int = integer(
        1,
        low=1,
        high=64,
        label="feature in other units",
        effect=RESTART,
        meaning="Counted from 1, in the order of the columns.",
        when=_TABLES,
    )
    across: int = integer(
        1, low=1, high=64, label="component across", effect=VIEW, meaning="On the x axis.", when=_COMPONENTS
    )
    up: int = integer(
        2, low=1, high=64, label="component upwards", effect=VIEW, meaning="On the y axis.", when=_COMPONENTS
    )
    hold: bool = flag(
        False,
        label="hold the noise",
        effect=LIVE,
        meaning="EM leaves the noise where it is set, instead of learning it.",
        when={"mode": ("spectrum",)},
    )
    sigma: float = real(
        0.19,
        low=0.001,
        high=2.0,
        log=True,
        decimals=3,
        label="noise σ",
        effect=LIVE,
        meaning="Standard deviation of the noise in every feature, where it is held.",
        when={"mode": ("spectrum",), "hold": (True,)},
    )
    angle: float = real(
        0.0,
        low=0.0,
        high=360.0,
        decimals=1,
        unit="°",
        label="rotation Q",
        effect=VIEW,
        meaning="Turns the first two factors; the likelihood stays as it is.",
        when={"mode": ("factors",)},
    )
    axes: tuple[float, ...] = vector(
        (1.0, 4.0, 2.0),
        low=1,
        high=64,
        fewest=3,
        most=3,
        decimals=0,
        label="features in space",
        effect=VIEW,
        meaning="The three features that the cloud shows, counted from 1.",
        when={"mode": ("factors",)},
    )
    rate: float = real(
        0.2,
        low=0.001,
        high=10.0,
        log=True,
        decimals=3,
        label="learning rate",
        effect=LIVE,
        meaning="Step of gradient descent on the mean squared error.",
        when={"mode": ("autoencoder",)},
    )
    start: float = real(
        0.001,
        low=1e-9,
        high=1.0,
        log=True,
        decimals=6,
        label="size of the first weights",
        effect=RESTART,
        meaning="Standard deviation of both matrices at the start.",
        when={"mode": ("autoencoder",)},
    )
    updates: int = integer(
        1,
        low=1,
        high=50,
        log=True,
        label="updates a step",
        effect=LIVE,
        meaning="Iterations of EM, or gradient steps.",
        when={"mode": ("spectrum", "factors", "autoencoder")},
    )
