"""Score matching: the slope of a log density learned from samples alone, and the masses that it does not see."""

from __future__ import annotations

from typing import Literal

from playground.concepts.score_matching.names import COMPARED, LOSSES
from playground.engine.declarations.concept import Badge, Card, JobDecl, Metric, Opens, hidden
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real
from playground.engine.kit.diffusion.declared import (
    ALPHA_BAR,
    OPENS,
    SCHEDULE_LABELS,
    DataSet,
    component_width,
    data_choice,
)
from playground.engine.kit.points.declared import PointGestures

__all__ = ["CARD", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Score matching",
    chapter="Generative models",
    line="The slope of a log density, learned from samples alone",
    badge=Badge(
        kind="sampled",
        what="the loss, and the distance of the net's samples to the data; exact scores and divergences are exact",
        against="closed forms, quadrature, and derivatives by autograd in the tests",
    ),
    sources=(
        "A. Hyvärinen, Estimation of non-normalized statistical models by score matching, JMLR 6 (2005)",
        "P. Vincent, A connection between score matching and denoising autoencoders (2011)",
        "Y. Song and S. Ermon, Generative modeling by estimating gradients of the data distribution (2019)",
        "Y. Song, S. Garg, J. Shi and S. Ermon, Sliced score matching (2020)",
        "J. Ho, A. Jain and P. Abbeel, Denoising diffusion probabilistic models (2020)",
        "L. Wenliang and H. Kanagawa, Blindness of score-based methods to isolated components (2020)",
        "T. Karras et al., Elucidating the design space of diffusion-based generative models (2022)",
        "K. Balasubramanian et al., Towards a theory of non-log-concave sampling (2022)",
    ),
    heavy=True,
    pace=25.0,
    opens=(
        *OPENS,
        Opens("weights", "a net that this panel exported; training goes on from it"),
    ),
    weights="the averaged net in training, with the mean and spread of its data",
    words=(
        "denoising score matching",
        "sliced score matching",
        "implicit score matching",
        "Hyvärinen",
        "Fisher divergence",
        "noise prediction",
        "energy-based model",
        "unnormalised density",
        "Vincent",
        "blindness",
        "manifold hypothesis",
        "dimension",
        "diffusion",
        "generative",
    ),
)

_LEARN = {"mode": ("learn", "losses")}
_ONE = {"mode": ("learn",)}
_WEAKNESS = {"mode": ("weakness",)}


class Params(ConceptParams):
    """What may be turned."""

    main = ("mode", "data", "loss_kind", "endless", "examples", "shown", "rate", "separation", "mass")

    mode: Literal["learn", "losses", "weakness", "manifold"] = choice(
        "learn",
        label="view",
        effect=RESTART,
        labels={
            "learn": "Learning the score",
            "losses": "Three losses side by side",
            "weakness": "What the score does not see",
            "manifold": "Noise round a circle",
        },
    )
    data: DataSet = data_choice(_LEARN)
    width: float = component_width(_LEARN)
    loss_kind: Literal["noise", "denoising", "sliced", "hyvarinen"] = choice(
        "noise",
        label="loss",
        effect=RESTART,
        labels=LOSSES,
        when=_ONE,
    )
    endless: bool = flag(
        True,
        label="fresh examples",
        effect=RESTART,
        meaning="Every update draws new data; off: the training examples alone.",
        when=_LEARN,
    )
    examples: int = integer(
        60,
        low=4,
        high=1000,
        log=True,
        label="training examples",
        effect=DATA,
        meaning="How many points the net is given.",
        when=_LEARN | {"endless": (False,)},
    )
    schedule: Literal["linear", "scaled", "cosine", "exploding"] = choice(
        "linear", label="noise schedule", effect=RESTART, labels=SCHEDULE_LABELS, when=_LEARN
    )
    T: int = integer(1000, low=10, high=1000, log=True, label="levels of noise T", effect=RESTART, when=_LEARN)
    shown: float = real(0.1, low=0.01, high=1.0, label="level shown t/T", effect=VIEW, when=_LEARN)
    hidden: int = integer(96, low=8, high=128, log=True, label="hidden units", effect=RESTART, when=_LEARN)
    rate: float = real(
        0.003, low=1e-4, high=0.05, log=True, label="learning rate", effect=LIVE, decimals=4, when=_LEARN
    )
    updates: int = integer(4, low=1, high=20, label="updates a step", effect=LIVE, when=_LEARN)
    separation: float = real(8.0, low=1.0, high=16.0, label="distance of the modes", effect=LIVE, when=_WEAKNESS)
    mass: float = real(
        0.8,
        low=0.02,
        high=0.98,
        label="mass of the left mode",
        effect=LIVE,
        meaning="In the model; in the data it is 1/2.",
        when=_WEAKNESS,
    )


METRICS = (
    Metric(
        "t", "level t", "The level of noise that is shown, from 0 (data) to T (noise).", decimals=None, note="of {T}"
    ),
    ALPHA_BAR,
    Metric("snr", "signal to noise", "ᾱ over the variance of the noise.", decimals=4),
    Metric("loss", "loss", "Running mean of the loss over the batches.", decimals=4),
    Metric(
        "score_error",
        "error of the score",
        "Root mean square error over the root mean square score, under the noised law, averaged over six levels.",
        decimals=3,
    ),
    Metric("error_here", "error at this level", "The same at the level that is shown, on a grid.", decimals=3),
    Metric("updates", "updates", "Of the net since the start.", decimals=None),
    Metric(
        "sample_distance", "samples by the net", "Energy distance of 1,000 samples by the net to the data.", decimals=4
    ),
    Metric("fisher", "Fisher divergence", "E|score of the data − score of the model|² under the data.", decimals=9),
    Metric("tv", "total variation", "Half the integral of the difference of the densities.", decimals=4),
    Metric("kl", "KL divergence", "Of the model from the data.", decimals=4),
    *(hidden(f"errors.{kind}", f"error, {LOSSES[kind]}", "Averaged over six levels.", 3) for kind in COMPARED),
    *(hidden(f"error.{kind}", f"error here, {LOSSES[kind]}", "At the level that is shown.", 3) for kind in COMPARED),
    Metric("score_size", "size of the score", "Root mean square of the score under the noised law.", decimals=3),
    Metric("score_by_noise", "size times σ", "1 across a curve in the plane, √2 round a point.", decimals=3),
    Metric("dimension", "dimension seen", "2 − σ² E|score|².", decimals=3),
    hidden("sigma_now", "noise σ", "Standard deviation of the noise.", 3),
)

GESTURES = (PointGestures(words="component", reach=100.0, when=_LEARN).draw("draw", "Add data along a stroke."),)

JOBS = (
    JobDecl(
        "samples",
        "samples by the net",
        "Turns noise into data with the net as it is now.",
        reads=("mode", "schedule", "T"),
        reads_state=True,
        when=_ONE,
    ),
)
