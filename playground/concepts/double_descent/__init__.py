"""Double descent and memorisation: more features than points, labels that mean nothing, and how steep a fit must be."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.double_descent.declared import GESTURES, JOBS, METRICS
from playground.engine.declarations.concept import Badge, Card, Door
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, integer, real
from playground.figures.layers import Role

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

ROLES: dict[str, Role] = {"true": "slot1", "shuffled": "slot2", "part": "slot3", "random": "slot4"}
WIDEST = 20
"""Features for each training point at the wide end."""

CARD = Card(
    title="Double descent and memorisation",
    chapter="Learning theory",
    line="Past the width that fits every label exactly, the error falls again",
    badge=Badge(
        kind="sampled",
        what="median errors over 20 draws of points and features; every single fit is exact to rounding",
        against="pseudo-inverses, closed forms, and the asymptotic curve of random features",
    ),
    sources=(
        "M. Belkin, D. Hsu, S. Ma and S. Mandal, Reconciling modern machine-learning practice and the classical "
        "bias-variance trade-off (2019)",
        "C. Zhang et al., Understanding deep learning requires rethinking generalization (2017)",
        "S. Bubeck and M. Sellke, A universal law of robustness via isoperimetry (2021)",
        "T. Hastie et al., Surprises in high-dimensional ridgeless least squares interpolation (2022)",
        "S. Mei and A. Montanari, The generalization error of random features regression (2022)",
        "J. B. Simon et al., More is better in modern machine learning (2024)",
        "E. Alpaydin and C. Kaynak, Optical recognition of handwritten digits, UCI repository (1998)",
    ),
    heavy=True,
    pace=25.0,
    words=(
        "overfitting",
        "interpolation threshold",
        "bias-variance",
        "overparametrised",
        "minimum norm",
        "ridge",
        "random features",
        "benign overfitting",
        "random labels",
        "memorisation",
        "generalisation",
        "robustness",
        "Lipschitz",
        "implicit bias",
        "kernel",
    ),
)

DOORS = (
    Door(
        "random_labels",
        title="Random labels",
        chapter="Learning theory",
        line="A net that learns digits learns nonsense by heart, too",
        preset="nonsense",
        words=("Zhang", "randomisation test", "memorisation", "shuffled pixels", "capacity", "rethinking"),
    ),
    Door(
        "law_of_robustness",
        title="Law of robustness",
        chapter="Learning theory",
        line="A smooth fit through noisy labels takes many more features than points",
        preset="steep",
        words=("Bubeck", "Sellke", "Lipschitz", "gradient", "smooth", "overparametrised"),
    ),
)

_WIDTHS = {"mode": ("sweep", "gradient")}
_LABELS = {"mode": ("labels",)}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "noise", "ridge", "n", "solution", "net", "fraction")

    mode: Literal["sweep", "labels", "gradient"] = choice(
        "sweep",
        label="view",
        effect=RESTART,
        labels={"sweep": "Error by width", "labels": "Random labels", "gradient": "Steepness by width"},
        meaning="Error against the number of features, digits with meaningless labels, or how steep fits are.",
    )
    noise: float = real(
        0.3,
        low=0.0,
        high=1.0,
        label="noise of the labels",
        effect=LIVE,
        meaning="Its standard deviation; the true function has values of about 1.",
        when=_WIDTHS,
    )
    ridge: float = real(
        0.0,
        low=0.0,
        high=10.0,
        label="ridge λ",
        effect=LIVE,
        decimals=3,
        meaning="What λ|θ|² adds to the sum of squared residuals. 0: of all exact fits the one of least norm.",
        when=_WIDTHS,
    )
    n: int = integer(
        200, low=10, high=200, label="training points n", effect=DATA, meaning="The peak is at N = n.", when=_WIDTHS
    )
    solution: Literal["least", "started", "few"] = choice(
        "least",
        label="of all exact fits",
        effect=LIVE,
        labels={"least": "Least norm", "started": "Nearest to a start", "few": "Only n features"},
        meaning="Where gradient descent ends from 0, from random weights, or a fit that leaves all but n features out.",
        when=_WIDTHS,
    )
    start: float = real(
        0.2,
        low=0.0,
        high=1.0,
        label="size of the start",
        effect=LIVE,
        decimals=2,
        meaning="Standard deviation of the weights that gradient descent starts at.",
        when={**_WIDTHS, "solution": ("started",)},
    )
    d: int = integer(
        15,
        low=2,
        high=20,
        label="inputs d",
        effect=DATA,
        meaning="Points lie on a sphere in d dimensions; for d = 2 it is a circle, and all of it is seen.",
        when=_WIDTHS,
    )
    target: Literal["bend", "wave", "line"] = choice(
        "bend",
        label="true function",
        effect=LIVE,
        labels={"bend": "0.75 |x₁|", "wave": "1.5 sin x₁", "line": "x₁"},
        meaning="Of the first input; the others do not matter.",
        when=_WIDTHS,
    )
    features: Literal["relu", "tanh", "step"] = choice(
        "relu",
        label="features",
        effect=LIVE,
        labels={"relu": "ReLU", "tanh": "tanh", "step": "Step"},
        meaning="φ(w·x + c) with random w and c that are not learnt.",
        when=_WIDTHS,
    )
    net: Literal["true", "shuffled", "part", "random"] = choice(
        "random",
        label="net followed",
        effect=VIEW,
        labels={
            "true": "True labels",
            "shuffled": "Shuffled pixels",
            "part": "Labels in part random",
            "random": "Random labels",
        },
        roles=ROLES,
        meaning="Whose labels and answers stand below the digits.",
        when=_LABELS,
    )
    call: int = integer(
        0, low=0, high=9, label="a click says it is a", effect=VIEW, meaning="Only to the last net.", when=_LABELS
    )
    fraction: float = real(
        0.5,
        low=0.0,
        high=1.0,
        label="labels drawn anew",
        effect=RESTART,
        meaning="Share of the training labels of the third net that are replaced by random digits.",
        when=_LABELS,
    )
    hidden: int = integer(
        256, low=4, high=256, log=True, label="hidden units", effect=RESTART, meaning="Of each net.", when=_LABELS
    )
    rate: float = real(
        0.01,
        low=1e-4,
        high=0.1,
        log=True,
        label="learning rate",
        effect=LIVE,
        decimals=4,
        meaning="The step of Adam.",
        when=_LABELS,
    )
