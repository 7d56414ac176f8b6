"""Image denoising: noise becomes digits along the exact score of 1,500 of them, and hidden pixels are filled in."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.engine.declarations.concept import Badge, Card, Field, GestureDecl, Metric, hidden
from playground.engine.declarations.params import RESTART, ConceptParams, choice, integer
from playground.engine.kit.diffusion.declared import NOISE, SCHEDULE_LABELS, SPACING_LABELS, LevelSpacing

__all__ = ["CARD", "GESTURES", "METRICS", "Params"]

CARD = Card(
    title="Image denoising",
    chapter="Generative models",
    line="Noise becomes digits, coarse strokes first, and half a digit is made whole",
    badge=Badge(
        kind="exact",
        what="scores, best guesses and nearest digits, for the law of 1,500 training digits",
        against="Bayes' rule and Fourier sums by independent code",
    ),
    sources=(
        "P. Vincent, A connection between score matching and denoising autoencoders (2011)",
        "J. Sohl-Dickstein et al., Deep unsupervised learning using nonequilibrium thermodynamics (2015)",
        "J. Ho, A. Jain and P. Abbeel, Denoising diffusion probabilistic models (2020)",
        "Y. Song et al., Score-based generative modeling through stochastic differential equations (2021)",
        "A. Lugmayr et al., RePaint: inpainting using denoising diffusion probabilistic models (2022)",
        "N. Carlini et al., Extracting training data from diffusion models (2023)",
        "S. Dieleman, Diffusion is spectral autoregression (2024)",
        "E. Alpaydin and C. Kaynak, Optical recognition of handwritten digits, UCI repository (1998)",
    ),
    heavy=True,
    pace=25.0,
    words=(
        "diffusion",
        "DDPM",
        "digits",
        "handwritten",
        "inpainting",
        "mask",
        "denoiser",
        "Tweedie",
        "memorisation",
        "training data",
        "power spectrum",
        "frequency",
        "pixels",
        "generative",
    ),
)

_INPAINT = {"task": ("inpaint",)}
_REVERSE = {"task": ("generate", "inpaint")}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("task", "digit", "steps", "schedule")
    task: Literal["generate", "inpaint", "levels"] = choice(
        "generate",
        label="task",
        effect=RESTART,
        labels={"generate": "Generate", "inpaint": "Inpaint", "levels": "Levels of noise"},
        meaning="Inpainting keeps the pixels outside of the mask.",
    )
    digit: int = integer(-1, low=-1, high=9, label="digit", effect=RESTART, meaning="−1: all ten digits.")
    schedule: Literal["linear", "scaled", "cosine", "exploding"] = choice(
        "linear",
        label="noise schedule",
        effect=RESTART,
        labels=SCHEDULE_LABELS,
        meaning="How much noise each level has.",
        when=_REVERSE,
    )
    T: int = integer(
        1000,
        low=10,
        high=1000,
        log=True,
        label="levels of noise T",
        effect=RESTART,
        meaning="From no noise to hardly anything else.",
        when=_REVERSE,
    )
    steps: int = integer(
        100,
        low=1,
        high=1000,
        log=True,
        label="steps",
        effect=RESTART,
        meaning="Moves from noise to data, at most one a level.",
        when=_REVERSE,
    )
    spacing: LevelSpacing = choice(
        "quadratic",
        label="levels visited",
        effect=RESTART,
        labels=SPACING_LABELS,
        meaning="Which levels the moves go to.",
        when=_REVERSE,
    )


METRICS = (
    *NOISE,
    Metric(
        "nearest_train_distance",
        "to the nearest training digit",
        "Mean Euclidean distance; pixels go from −1 to 1.",
        decimals=3,
    ),
    Metric(
        "effective",
        "averaged over",
        "exp of the entropy of the posterior: training digits that count in the best guess.",
        decimals=1,
    ),
    Metric(
        "frequencies_above",
        "frequencies above the noise",
        "Radial frequencies with more signal than noise.",
        decimals=None,
    ),
    Metric(
        "hidden_error",
        "error of the hidden pixels",
        "Root mean square difference from the true ones; pixels go from −1 to 1.",
        decimals=3,
    ),
    Metric("sigma", "noise σ", "Standard deviation of the noise; pixels go from −1 to 1.", decimals=2),
    Metric(
        "guess_distance",
        "best guess to a training digit",
        "Mean Euclidean distance of the best guesses to the nearest training digit.",
        decimals=3,
    ),
    hidden(
        "noisy_distance", "length of the noise", "Mean Euclidean distance of the noisy pictures to the clean ones.", 2
    ),
    hidden("known_error", "error of the known pixels", "The largest difference from the true ones.", 3),
)

GESTURES = (
    GestureDecl(
        "hide_pixel",
        (
            Field("row", "integer", low=0, high=7, meaning="from the top"),
            Field("column", "integer", low=0, high=7, meaning="from the left"),
            Field("hide", "choice", choices=("yes", "no"), meaning="whether it is hidden"),
        ),
        "Hide or show a pixel to inpaint.",
        target=("row", "column"),
        when=_INPAINT,
    ),
    GestureDecl("other_half", (), "Hide another half of the digits.", button="Hide another half", when=_INPAINT),
)
