"""A change you cannot see: attacks on nets that read digits or divide a plane, robust training, what is certain."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.attacks.declared import GESTURES, JOBS, METRICS
from playground.engine.declarations.concept import Badge, Card, Door, Opens
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, integer, real

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="A change you cannot see",
    chapter="Generalisation",
    line="Draw a digit, and see how little it takes to make a net read another",
    badge=Badge(
        kind="exact",
        what="every gradient, attack, distance, radius and bound, to rounding; accuracies are of 400 held out digits",
        against="worked cases by linear programs, active sets and torch, and differences in the tests",
    ),
    sources=(
        "C. Szegedy et al., Intriguing properties of neural networks (2014)",
        "I. Goodfellow, J. Shlens and C. Szegedy, Explaining and harnessing adversarial examples (2015)",
        "S. Moosavi-Dezfooli, A. Fawzi and P. Frossard, DeepFool (2016)",
        "A. Madry et al., Towards deep learning models resistant to adversarial attacks (2018)",
        "Y. Tsuzuku, I. Sato and M. Sugiyama, Lipschitz-margin training (2018)",
        "J. Cohen, E. Rosenfeld and J. Kolter, Certified adversarial robustness via randomized smoothing (2019)",
        "M. Fazlyab et al., Efficient and accurate estimation of Lipschitz constants (2019)",
        "F. Latorre, P. Rolland and V. Cevher, Lipschitz constant estimation via sparse polynomial optimization (2020)",
        "M. Jordan and A. Dimakis, Exactly computing the local Lipschitz constant of ReLU networks (2020)",
        "E. Alpaydin and C. Kaynak, Optical recognition of handwritten digits, UCI repository (1998)",
    ),
    heavy=True,
    pace=30.0,
    words=(
        "adversarial example",
        "adversarial training",
        "robustness",
        "FGSM",
        "PGD",
        "DeepFool",
        "perturbation",
        "Lipschitz constant",
        "spectral norm",
        "randomised smoothing",
        "certified radius",
        "transfer",
        "black box",
        "security",
        "digits",
        "drawing",
        "minimax",
    ),
    opens=(
        Opens("picture", "dark is ink and light is paper; it is made square and as small as the net's digits"),
        Opens("weights", "a net of ReLU units, 784-64-10, 64-64-10 or 2-16-16-1, in the place of the standard one"),
    ),
    weights="the standard net of the view",
)

DOORS = (
    Door(
        "robust_training",
        title="Robust training",
        chapter="Generalisation",
        line="Two nets in lockstep: one learns from the points, one from the worst points near them",
        preset="lockstep",
        words=("Madry", "adversarial training", "min-max", "saddle point"),
    ),
    Door(
        "certified_radius",
        title="Certified radius",
        chapter="Generalisation",
        line="A disc in which nothing can change the answer, by a bound or by noise",
        preset="certified",
        words=("randomised smoothing", "Cohen", "Clopper-Pearson", "guarantee", "provable robustness"),
    ),
    Door(
        "lipschitz",
        title="Lipschitz constant of a net",
        chapter="Generalisation",
        line="The steepest place of a net, and bounds that overshoot it",
        preset="bounds",
        words=("spectral norm", "product bound", "gradient norm", "sensitivity"),
    ),
)

PLANE = ("plane", "certified", "bounds")
_PICTURES = {"mode": ("picture", "accuracy")}
_ATTACKED = {"mode": ("picture", "accuracy", "plane")}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "method",
        "norm",
        "eps",
        "eps2",
        "eps1",
        "radius",
        "net",
        "sigma",
        "samples",
        "guard",
    )
    mode: Literal["picture", "accuracy", "plane", "certified", "bounds"] = choice(
        "picture",
        label="view",
        effect=LIVE,
        labels={
            "picture": "A digit attacked",
            "accuracy": "Accuracy and transfer",
            "plane": "In the plane",
            "certified": "Certified radius",
            "bounds": "Lipschitz bounds",
        },
        meaning="Steps train the nets of the view: those that read digits, or those that divide the plane.",
    )
    method: Literal["fgsm", "pgd", "deepfool"] = choice(
        "fgsm",
        label="attack",
        effect=VIEW,
        labels={"fgsm": "One step (FGSM)", "pgd": "Projected ascent (PGD)", "deepfool": "To the boundary (DeepFool)"},
        meaning="One step in the steepest direction; many small ones, each back into the ball; or step after step to "
        "the boundary of the linearised scores, with no ball.",
        when={"mode": ("picture", "plane")},
    )
    norm: Literal["linf", "l2", "l1"] = choice(
        "linf",
        label="size measured by",
        effect=VIEW,
        labels={"linf": "Largest entry, ∞", "l2": "Length, 2", "l1": "Sum of sizes, 1"},
        meaning="The norm of a change: a square, a disc or a diamond in the plane.",
        when={"mode": ("picture", "accuracy", "plane", "bounds")},
    )
    eps: float = real(
        0.1,
        low=0.0,
        high=0.5,
        label="ε, largest change of a pixel",
        effect=VIEW,
        decimals=3,
        when={**_PICTURES, "norm": ("linf",)},
    )
    eps2: float = real(
        2.0, low=0.0, high=8.0, label="ε, length of the change", effect=VIEW, when={**_PICTURES, "norm": ("l2",)}
    )
    eps1: float = real(
        15.0, low=0.0, high=60.0, label="ε, sum of all changes", effect=VIEW, when={**_PICTURES, "norm": ("l1",)}
    )
    radius: float = real(0.4, low=0.0, high=2.0, label="ε, radius of the ball", effect=VIEW, when={"mode": ("plane",)})
    steps: int = integer(
        10, low=1, high=40, label="steps of PGD", effect=VIEW, when={"mode": ("picture", "plane"), "method": ("pgd",)}
    )
    stride: float = real(
        0.25,
        low=0.02,
        high=1.0,
        label="stride, share of ε",
        effect=VIEW,
        when={"mode": ("picture", "plane"), "method": ("pgd",)},
    )
    digits: Literal["strokes", "handwritten"] = choice(
        "strokes",
        label="digits",
        effect=DATA,
        labels={"strokes": "Strokes, 28 × 28", "handwritten": "Handwritten, 8 × 8"},
        meaning="Digits drawn here by a jittered pen, or 1,797 digits that people wrote.",
        when=_PICTURES,
    )
    digit: int = integer(
        3,
        low=0,
        high=9,
        label="first drawing",
        effect=RESTART,
        meaning="The digit on the paper at the start.",
        when={"mode": ("picture",)},
    )
    points: Literal["moons", "circles", "blobs"] = choice(
        "moons",
        label="points",
        effect=DATA,
        labels={"moons": "Two moons", "circles": "A ring", "blobs": "Two clouds"},
        when={"mode": PLANE},
    )
    net: Literal["curve", "line"] = choice(
        "curve",
        label="boundary",
        effect=RESTART,
        labels={"curve": "A curve: 2-16-16-1", "line": "A line: 2-1"},
        meaning="A net with two hidden layers of ReLU units, or none.",
        when={"mode": PLANE},
    )
    sigma: float = real(
        0.4,
        low=0.02,
        high=2.0,
        log=True,
        label="σ of the noise",
        effect=LIVE,
        when={"mode": ("certified",)},
        meaning="The smoothed classifier gives the class that is likeliest under noise of this size.",
    )
    samples: int = integer(
        1000, low=10, high=10_000, log=True, label="samples of the noise", effect=VIEW, when={"mode": ("certified",)}
    )
    guard: float = real(
        0.1,
        low=0.0,
        high=1.0,
        label="ε of the robust training",
        effect=LIVE,
        decimals=3,
        meaning="The robust net learns from the worst points within this distance.",
    )
    against: Literal["linf", "l2", "l1"] = choice(
        "linf",
        label="robust training measured by",
        effect=LIVE,
        labels={"linf": "Largest entry, ∞", "l2": "Length, 2", "l1": "Sum of sizes, 1"},
    )
    inner: int = integer(2, low=1, high=8, label="steps of the robust training", effect=LIVE, meaning="Of PGD.")
    rate: float = real(0.008, low=1e-4, high=0.2, log=True, label="learning rate", effect=LIVE, decimals=4)
    decay: float = real(0.0, low=0.0, high=20.0, label="weight decay", effect=LIVE, meaning="AdamW's, on all weights.")
    updates: int = integer(2, low=1, high=8, label="updates a step", effect=LIVE)
