"""Diffusion: how noise turns into data, exactly where the score is known, and with a score learned while you watch."""

from __future__ import annotations

from typing import Literal

from playground.concepts.diffusion.claims import CLAIMS
from playground.concepts.diffusion.declared import GESTURES, JOBS, METRICS
from playground.concepts.diffusion.declared_arrays import ARRAYS
from playground.concepts.diffusion.names import LABELS, Chain, Sampler
from playground.engine.declarations.concept import Badge, Card, Opens
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real
from playground.engine.kit.diffusion.declared import DATA_LABELS, MOST_ROWS, PLANE, SCHEDULE_LABELS

__all__ = ["ARRAYS", "CARD", "CLAIMS", "GESTURES", "JOBS", "METRICS", "Params"]

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
        "A. Hyvärinen, Estimation of non-normalized statistical models by score matching, JMLR 6 (2005)",
        "P. Vincent, A connection between score matching and denoising autoencoders (2011)",
        "B. Efron, Tweedie's formula and selection bias, JASA 106 (2011)",
        "J. Sohl-Dickstein et al., Deep unsupervised learning using nonequilibrium thermodynamics (2015)",
        "Y. Song and S. Ermon, Generative modeling by estimating gradients of the data distribution (2019)",
        "Y. Song, S. Garg, J. Shi and S. Ermon, Sliced score matching (2020)",
        "J. Ho, A. Jain and P. Abbeel, Denoising diffusion probabilistic models (2020)",
        "J. Song, C. Meng and S. Ermon, Denoising diffusion implicit models (2021)",
        "Y. Song et al., Score-based generative modeling through stochastic differential equations (2021)",
        "J. Ho and T. Salimans, Classifier-free diffusion guidance (2021)",
        "T. Karras et al., Elucidating the design space of diffusion-based generative models (2022)",
        "S. Chen et al., Sampling is as easy as learning the score (2023)",
        "K. Balasubramanian et al., Towards a theory of non-log-concave sampling (2022)",
    ),
    heavy=True,
    pace=25.0,
    opens=(
        Opens("table", "two columns of numbers are points (one on a line), each a small Gaussian", MOST_ROWS),
        Opens("picture", "dark pixels become the density"),
        Opens("weights", "a net that this panel exported"),
    ),
    weights="the averaged net in training, elsewhere the net that you kept; with the mean and spread of its data",
    words=(
        "DDPM",
        "DDIM",
        "score matching",
        "Langevin",
        "SDE",
        "denoising",
        "Tweedie",
        "generative",
        "noise",
        "guidance",
    ),
)

_PLANE = ("forward", "reverse", "denoise", "learn")


def _sampler(default: bool, name: str, meaning: str) -> bool:
    return flag(default, label=LABELS[name], effect=RESTART, meaning=meaning, when={"mode": ("reverse",)})


def _chain(default: bool, name: str, meaning: str, targets: tuple[str, ...] | None = None) -> bool:
    when: dict[str, tuple[str, ...]] = {"mode": ("sampling",)}
    return flag(
        default,
        label=LABELS[name],
        effect=RESTART,
        meaning=meaning,
        when=when | ({"target": targets} if targets else {}),
    )


class Params(ConceptParams):
    """What may be turned."""

    mode: Literal["forward", "reverse", "denoise", "learn", "sampling", "weakness", "digits", "laws"] = choice(
        "reverse",
        label="view",
        effect=RESTART,
        labels={
            "forward": "Forward: data to noise",
            "reverse": "Reverse: noise to data",
            "denoise": "Denoising: one jump or many steps",
            "learn": "Learning the score",
            "sampling": "Langevin sampling",
            "weakness": "What the score does not see",
            "digits": "Digits",
            "laws": "Laws of the samplers",
        },
    )
    data: Literal[
        "line2", "line3", "two", "eight", "grid", "unequal", "moons", "swiss", "checker", "pinwheel", "blank"
    ] = choice(
        "eight",
        label="data",
        effect=DATA,
        labels=DATA_LABELS,
        meaning="All are Gaussian mixtures, curves by many small components, so that the score is known exactly.",
    )
    width: float = real(
        0.18,
        low=0.03,
        high=0.6,
        label="width of a Gaussian",
        effect=DATA,
        decimals=2,
        meaning="Standard deviation of a component of the Gaussian data sets.",
    )
    examples: int = integer(
        60,
        low=4,
        high=1000,
        log=True,
        label="training examples",
        effect=DATA,
        meaning="How many points the empirical score and the net are given.",
    )
    schedule: Literal["linear", "scaled", "cosine", "exploding", "own"] = choice(
        "linear",
        label="noise schedule",
        effect=RESTART,
        labels={**SCHEDULE_LABELS, "own": "Drawn by you"},
        when={"mode": ("forward", "reverse", "denoise", "learn", "digits")},
    )
    T: int = integer(
        1000,
        low=10,
        high=1000,
        log=True,
        label="levels of noise T",
        effect=RESTART,
        when={"mode": ("forward", "reverse", "denoise", "learn", "digits")},
    )
    steps: int = integer(
        100,
        low=1,
        high=1000,
        log=True,
        label="steps",
        effect=RESTART,
        meaning="Moves from noise to data (or back), at most one a level.",
        when={"mode": ("forward", "reverse", "denoise", "digits")},
    )
    spacing: Literal["even", "quadratic", "snr"] = choice(
        "quadratic",
        label="levels visited",
        effect=RESTART,
        labels={"even": "Even in t", "quadratic": "Denser near data", "snr": "Even in log SNR"},
        when={"mode": ("forward", "reverse", "denoise", "digits")},
    )
    particles: int = integer(
        2000,
        low=100,
        high=1_000_000,
        log=True,
        label="particles",
        effect=RESTART,
        meaning="In each cloud; above 20,000 a cloud is drawn as a density.",
        when={"mode": ("forward", "reverse", "denoise", "sampling")},
    )
    followed: int = integer(
        8,
        low=0,
        high=32,
        label="particles followed",
        effect=RESTART,
        when={"mode": ("forward", "reverse", "sampling")},
    )
    sampler: Sampler = choice(
        "ode",
        label="sampler in focus",
        effect=VIEW,
        labels={name: LABELS[name] for name in ("ancestral", "ddim", "sde", "ode", "langevin", "corrector")},
        meaning="Its cloud is in the large plot; the others start from the same noise.",
        when={"mode": ("reverse",)},
    )
    compare: Literal["over", "side"] = choice(
        "over",
        label="samplers",
        effect=VIEW,
        labels={"over": "One large", "side": "Side by side"},
        when={"mode": ("reverse",)},
    )
    ode: bool = _sampler(True, "ode", "Probability-flow ODE by Heun's method: no noise, each quantile keeps its place.")
    sde: bool = _sampler(True, "sde", "Reverse SDE by Euler and Maruyama.")
    ancestral: bool = _sampler(True, "ancestral", "Draws each level from its posterior (ancestral sampling).")
    ddim: bool = _sampler(False, "ddim", "Keeps the noise that the score implies, but for a share η that is fresh.")
    langevin: bool = _sampler(False, "langevin", "Langevin steps at each level of noise, from high to low.")
    corrector: bool = _sampler(False, "corrector", "A DDPM step as predictor, then Langevin steps as corrector.")
    eta: float = real(
        0.0,
        low=0.0,
        high=1.0,
        label="fresh noise η",
        effect=LIVE,
        meaning="Of DDIM: 0 is deterministic, 1 is DDPM.",
        when={"mode": ("reverse",), "ddim": (True,)},
    )
    inner: int = integer(
        2,
        low=1,
        high=20,
        label="Langevin steps a level",
        effect=LIVE,
        when={"mode": ("reverse",)},
    )
    score: Literal["exact", "empirical", "learned"] = choice(
        "exact",
        label="score",
        effect=RESTART,
        labels={"exact": "Exact", "empirical": "Of the examples", "learned": "Learned"},
        meaning="Of the noised law itself; of the training examples alone (it memorises); or of the net that you kept.",
        when={"mode": ("reverse", "denoise")},
    )
    error: float = real(
        0.0,
        low=0.0,
        high=1.0,
        label="error in the score",
        effect=LIVE,
        meaning="A false field of this size, relative to the noise, is added to the score.",
        when={"mode": ("reverse",)},
    )
    guidance: float = real(
        0.0,
        low=0.0,
        high=8.0,
        label="guidance w",
        effect=LIVE,
        decimals=1,
        meaning="score + w (score of the label − score): 0 ignores the label, 1 is the conditional law.",
        when={"mode": ("reverse",), "score": ("exact",)},
    )
    label: Literal["blue", "orange"] = choice(
        "blue",
        label="wanted label",
        effect=LIVE,
        labels={"blue": "Blue", "orange": "Orange"},
        when={"mode": ("reverse",), "score": ("exact",)},
    )
    inpaint: bool = flag(
        False,
        label="inpaint half of the plane",
        effect=RESTART,
        meaning="One side of a line keeps true data; the other side is generated, given that it is there.",
        when={"mode": ("reverse",), "score": ("exact",), "data": PLANE},
    )
    level: float = real(
        0.3,
        low=0.01,
        high=1.0,
        label="level of noise t/T",
        effect=RESTART,
        when={"mode": ("denoise",)},
    )
    shown: float = real(
        0.1,
        low=0.01,
        high=1.0,
        label="level shown t/T",
        effect=VIEW,
        when={"mode": ("learn",)},
    )
    loss_kind: Literal["noise", "denoising", "sliced", "hyvarinen"] = choice(
        "noise",
        label="loss",
        effect=RESTART,
        labels={
            "noise": "Noise prediction",
            "denoising": "Denoising score matching",
            "sliced": "Sliced score matching",
            "hyvarinen": "Hyvärinen's loss",
        },
        when={"mode": ("learn",)},
    )
    hidden: int = integer(
        96,
        low=8,
        high=128,
        log=True,
        label="hidden units",
        effect=RESTART,
        when={"mode": ("learn",)},
    )
    rate: float = real(
        0.003,
        low=1e-4,
        high=0.05,
        log=True,
        label="learning rate",
        effect=LIVE,
        decimals=4,
        when={"mode": ("learn",)},
    )
    updates: int = integer(
        4,
        low=1,
        high=20,
        label="updates a step",
        effect=LIVE,
        when={"mode": ("learn",)},
    )
    endless: bool = flag(
        True,
        label="fresh examples",
        effect=RESTART,
        meaning="Every update draws new data; off: the training examples alone.",
        when={"mode": ("learn",)},
    )
    target: Literal["data", "gaussian", "stiff", "simplex"] = choice(
        "data",
        label="target",
        effect=RESTART,
        labels={"data": "The data", "gaussian": "Gaussian", "stiff": "Stiff Gaussian", "simplex": "Dirichlet"},
        when={"mode": ("sampling",)},
    )
    ula: bool = _chain(True, "ula", "A step along the score and noise, never refused: biased by its step size.")
    mala: bool = _chain(True, "mala", "The same step as a proposal that is accepted or refused (MALA).")
    underdamped: bool = _chain(False, "underdamped", "With momentum and friction, by the splitting BAOAB.")
    walk: bool = _chain(False, "walk", "Metropolis's random walk: it does not look at the score.")
    mirrored: bool = _chain(True, "mirrored", "Langevin steps in the logarithms of the shares.", ("simplex",))
    chain: Chain = choice(
        "ula",
        label="chain in focus",
        effect=VIEW,
        labels={name: LABELS[name] for name in ("ula", "mala", "underdamped", "walk", "mirrored")},
        when={"mode": ("sampling",)},
    )
    stride: float = real(
        0.01,
        low=1e-4,
        high=2.0,
        log=True,
        label="step size",
        effect=LIVE,
        decimals=4,
        when={"mode": ("sampling",)},
    )
    friction: float = real(
        2.0,
        low=0.1,
        high=20.0,
        log=True,
        label="friction γ",
        effect=LIVE,
        when={"mode": ("sampling",), "underdamped": (True,)},
    )
    separation: float = real(
        8.0,
        low=1.0,
        high=16.0,
        label="distance of the modes",
        effect=LIVE,
        when={"mode": ("weakness",)},
    )
    mass: float = real(
        0.8,
        low=0.02,
        high=0.98,
        label="mass of the left mode",
        effect=LIVE,
        meaning="In the model; in the data it is 1/2.",
        when={"mode": ("weakness",)},
    )
    task: Literal["generate", "inpaint"] = choice(
        "generate",
        label="task",
        effect=RESTART,
        labels={"generate": "Generate", "inpaint": "Inpaint"},
        meaning="Inpainting keeps the pixels outside of the mask.",
        when={"mode": ("digits",)},
    )
    digit: int = integer(
        -1,
        low=-1,
        high=9,
        label="digit",
        effect=RESTART,
        meaning="−1: all ten digits.",
        when={"mode": ("digits",)},
    )
    arrows: bool = flag(True, label="score arrows", effect=VIEW, when={"mode": _PLANE})
