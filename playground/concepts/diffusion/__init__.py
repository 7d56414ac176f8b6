"""Diffusion: how data turn into noise, and noise into data by following a score that is known exactly."""

from __future__ import annotations

from typing import Any, Literal

from playground.concepts.diffusion.declared import GESTURES, JOBS, METRICS
from playground.concepts.diffusion.names import LABELS, PROCESSES, ROLES, SAMPLERS, Sampler
from playground.engine.declarations.concept import Badge, Card, Opens
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real
from playground.engine.kit.diffusion.declared import (
    OPENS,
    SCHEDULE_LABELS,
    SPACING_LABELS,
    DataSet,
    LevelSpacing,
    component_width,
    data_choice,
)

__all__ = ["CARD", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Diffusion, backwards",
    chapter="Generative models",
    line="Noise turns into data by following the score",
    badge=Badge(
        kind="sampled",
        what="distances of clouds, with error bars; densities, scores and posteriors are exact",
        against="closed forms, quadrature and the laws that the probability flow keeps",
    ),
    sources=(
        "B. Efron, Tweedie's formula and selection bias, JASA 106 (2011)",
        "J. Sohl-Dickstein et al., Deep unsupervised learning using nonequilibrium thermodynamics (2015)",
        "Y. Song and S. Ermon, Generative modeling by estimating gradients of the data distribution (2019)",
        "J. Ho, A. Jain and P. Abbeel, Denoising diffusion probabilistic models (2020)",
        "J. Song, C. Meng and S. Ermon, Denoising diffusion implicit models (2021)",
        "Y. Song et al., Score-based generative modeling through stochastic differential equations (2021)",
        "J. Ho and T. Salimans, Classifier-free diffusion guidance (2021)",
        "T. Karras et al., Elucidating the design space of diffusion-based generative models (2022)",
        "S. Chen et al., Sampling is as easy as learning the score (2023)",
    ),
    heavy=True,
    pace=25.0,
    opens=(
        *OPENS,
        Opens("weights", "a net that was trained by score matching, for the learned score"),
    ),
    words=(
        "DDPM",
        "DDIM",
        "score",
        "SDE",
        "probability flow",
        "Langevin",
        "denoising",
        "Tweedie",
        "generative",
        "noise",
        "guidance",
    ),
)


_COMMON: dict[str, tuple[Any, ...]] = {"mode": PROCESSES}
_REVERSE: dict[str, tuple[Any, ...]] = {"mode": ("reverse",)}
_SCORED: dict[str, tuple[Any, ...]] = {"mode": ("reverse", "denoise")}


class Params(ConceptParams):
    """What may be turned."""

    main = ("mode", "data", "sampler", "level", "score", "error", "guidance", "label", "examples", "schedule", "steps")

    mode: Literal["forward", "reverse", "denoise", "laws"] = choice(
        "reverse",
        label="view",
        effect=RESTART,
        labels={
            "forward": "Forward: data to noise",
            "reverse": "Reverse: noise to data",
            "denoise": "Denoising: one jump or many steps",
            "laws": "Laws of the samplers",
        },
    )
    data: DataSet = data_choice(_COMMON)
    width: float = component_width(_COMMON)
    schedule: Literal["linear", "scaled", "cosine", "exploding", "own"] = choice(
        "linear",
        label="noise schedule",
        effect=RESTART,
        labels=SCHEDULE_LABELS | {"own": "Drawn by you"},
        when=_COMMON,
    )
    T: int = integer(1000, low=10, high=1000, log=True, label="levels of noise T", effect=RESTART, when=_COMMON)
    steps: int = integer(
        100,
        low=1,
        high=1000,
        log=True,
        label="steps",
        effect=RESTART,
        meaning="Moves from noise to data (or back), at most one a level.",
        when=_COMMON,
    )
    spacing: LevelSpacing = choice(
        "quadratic",
        label="levels visited",
        effect=RESTART,
        labels=SPACING_LABELS,
        when={"mode": ("forward", "reverse")},
    )
    particles: int = integer(
        2000,
        low=100,
        high=1_000_000,
        log=True,
        label="particles",
        effect=RESTART,
        meaning="In each cloud; above 20,000 a cloud is drawn as a density.",
        when=_COMMON,
    )
    followed: int = integer(
        8, low=0, high=32, label="particles followed", effect=RESTART, when={"mode": ("forward", "reverse")}
    )
    samplers: Literal["one", "two", "three", "four", "six"] = choice(
        "three",
        label="samplers",
        effect=RESTART,
        labels={
            "one": "ODE",
            "two": "ODE, SDE",
            "three": "ODE, SDE, DDPM",
            "four": "ODE, SDE, DDPM, DDIM",
            "six": "All six",
        },
        meaning="They start from the same noise: the probability flow by Heun's method, the reverse SDE by Euler and "
        "Maruyama, DDPM, which draws each level from its posterior, DDIM, which keeps the noise that the score "
        "implies, Langevin steps at each level, and DDPM corrected by Langevin steps.",
        when=_REVERSE,
    )
    sampler: Sampler = choice(
        "ode",
        label="sampler in focus",
        effect=VIEW,
        labels={name: LABELS[name] for name in SAMPLERS},
        roles=ROLES,
        meaning="Its cloud is in the large plot; the others start from the same noise.",
        when=_REVERSE,
    )
    compare: Literal["over", "side"] = choice(
        "over", label="clouds", effect=VIEW, labels={"over": "One large", "side": "Side by side"}, when=_REVERSE
    )
    eta: float = real(
        0.0,
        low=0.0,
        high=1.0,
        label="fresh noise η",
        effect=LIVE,
        meaning="Of DDIM: 0 is deterministic, 1 is DDPM.",
        when={**_REVERSE, "sampler": ("ddim",)},
    )
    inner: int = integer(
        2,
        low=1,
        high=20,
        label="Langevin steps a level",
        effect=LIVE,
        when={**_REVERSE, "sampler": ("langevin", "corrector")},
    )
    score: Literal["exact", "wrong", "guided", "half", "empirical", "learned"] = choice(
        "exact",
        label="score",
        effect=RESTART,
        labels={
            "exact": "Exact",
            "wrong": "With an error",
            "guided": "Guided by a label",
            "half": "Given half of the plane",
            "empirical": "Of the examples",
            "learned": "Learned",
        },
        meaning="Of the noised law itself; bent by a false field; drawn to a label; of the law given that one side of "
        "a line keeps true data; of the training examples alone (it memorises); or of a net whose weights you opened.",
        when=_SCORED,
    )
    error: float = real(
        0.6,
        low=0.0,
        high=1.0,
        label="error in the score",
        effect=LIVE,
        meaning="A false field of this size, relative to the noise, is added to the score.",
        when={**_SCORED, "score": ("wrong",)},
    )
    guidance: float = real(
        4.0,
        low=0.0,
        high=8.0,
        label="guidance w",
        effect=LIVE,
        decimals=1,
        meaning="score + w (score of the label − score): 0 ignores the label, 1 is the conditional law.",
        when={**_SCORED, "score": ("guided",)},
    )
    label: Literal["blue", "orange"] = choice(
        "blue",
        label="wanted label",
        effect=LIVE,
        labels={"blue": "Blue", "orange": "Orange"},
        when={**_SCORED, "score": ("guided",)},
    )
    examples: int = integer(
        60,
        low=4,
        high=1000,
        log=True,
        label="training examples",
        effect=DATA,
        meaning="How many points the empirical score is given.",
        when={**_SCORED, "score": ("empirical",)},
    )
    level: float = real(
        0.3, low=0.01, high=1.0, label="level of noise t/T", effect=RESTART, when={"mode": ("denoise",)}
    )
    arrows: bool = flag(True, label="score arrows", effect=VIEW, when=_COMMON)
