"""GAN lab: a generator against a critic, in the plane, on the line beside the truth, and four at once."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.engine.declarations.concept import Badge, Card, Door, GestureDecl, Metric, hidden
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real
from playground.engine.kit.diffusion.declared import DATA_LABELS, LINE, OPENS
from playground.engine.kit.points.declared import PointGestures

__all__ = ["CARD", "DOORS", "GESTURES", "METRICS", "Params"]

CARD = Card(
    title="GAN lab",
    chapter="Generative models",
    line="A generator against a critic, beside what a perfect critic would say",
    badge=Badge(
        kind="sampled",
        what="training on batches; on the line laws, the best critic and distances are computed in small cells",
        against="worked cases by independent code, and gradients by automatic differentiation",
    ),
    sources=(
        "I. Goodfellow et al., Generative adversarial nets (2014)",
        "M. Arjovsky, S. Chintala and L. Bottou, Wasserstein GAN (2017)",
        "I. Gulrajani et al., Improved training of Wasserstein GANs (2017)",
        "L. Mescheder, A. Geiger and S. Nowozin, Which training methods for GANs do actually converge? (2018)",
        "Y.-P. Hsieh, C. Liu and V. Cevher, Finding mixed Nash equilibria of generative adversarial networks (2019)",
    ),
    dtype="float32",
    heavy=True,
    pace=20.0,
    opens=OPENS,
    words=(
        "generative adversarial network",
        "discriminator",
        "mode collapse",
        "Wasserstein",
        "Jensen-Shannon",
        "gradient penalty",
        "hinge loss",
        "least squares GAN",
        "extragradient",
        "optimistic Adam",
        "mixed Nash equilibrium",
    ),
)
DOORS = (
    Door(
        "optimal_discriminator",
        title="The best discriminator",
        chapter="Generative models",
        line="D* = p/(p + g), and how near a net comes to it",
        preset="best_critic",
        words=("Jensen-Shannon divergence", "density ratio"),
    ),
    Door(
        "mode_collapse",
        title="Mode collapse",
        chapter="Generative models",
        line="25 Gaussians, and how many of them four methods hold",
        preset="four",
        words=("25 Gaussians", "mode dropping", "cycling"),
    ),
)

_PLANE, _LINE, _MODES, _DIRAC = ({"mode": (name,)} for name in ("plane", "line", "modes", "dirac"))
_NETS = {"mode": ("plane", "line", "modes")}
_ONE = {"mode": ("plane", "line")}
LOSS_WORDS = {
    "saturating": "Saturating: log(1 − D)",
    "nonsaturating": "Non-saturating: −log D",
    "clip": "Wasserstein, clipped",
    "penalty": "Wasserstein, penalty",
    "hinge": "Hinge",
    "squares": "Least squares",
}
RULE_WORDS = {
    "sgd": "Gradient steps",
    "adam": "Adam",
    "extragradient": "Extragradient",
    "optimistic": "Optimistic",
    "mixed": "Mixed strategies",
}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar = ("mode", "data", "law", "loss", "toy_loss", "optimiser", "together", "turns", "rate", "frozen")

    mode: Literal["plane", "line", "modes", "dirac"] = choice(
        "plane",
        label="view",
        effect=DATA,
        labels={
            "plane": "Cloud and critic",
            "line": "On the line, beside the truth",
            "modes": "Four methods, 25 Gaussians",
            "dirac": "The smallest GAN",
        },
    )
    data: Literal["two", "eight", "grid", "unequal", "moons", "swiss", "checker", "pinwheel", "blank"] = choice(
        "eight",
        label="data",
        effect=DATA,
        labels={name: words for name, words in DATA_LABELS.items() if name not in LINE},
        when=_PLANE,
    )
    law: Literal["line2", "line3", "blank"] = choice(
        "line2",
        label="law",
        effect=DATA,
        labels={name: DATA_LABELS[name] for name in ("line2", "line3", "blank")},
        when=_LINE,
    )
    width: float = real(
        0.12,
        low=0.03,
        high=0.6,
        label="width of a Gaussian",
        effect=DATA,
        meaning="Standard deviation of a component of the Gaussian data sets.",
        when=_ONE,
    )
    examples: int = integer(
        2000,
        low=5,
        high=5000,
        log=True,
        label="training points",
        effect=DATA,
        meaning="With a few of them the generator learns them by heart.",
        when=_PLANE,
    )
    loss: Literal["saturating", "nonsaturating", "clip", "penalty", "hinge", "squares"] = choice(
        "nonsaturating", label="loss", effect=LIVE, labels=LOSS_WORDS, when=_NETS
    )
    toy_loss: Literal["gan", "ns", "wgan"] = choice(
        "wgan",
        label="loss of the smallest GAN",
        effect=RESTART,
        labels={"gan": "Saturating", "ns": "Non-saturating", "wgan": "Wasserstein"},
        when=_DIRAC,
    )
    r1: float = real(
        0.0,
        low=0.0,
        high=2.0,
        label="penalty ψ²",
        effect=LIVE,
        meaning="Strength of r/2 ψ²: the critic's slope at the data.",
        when=_DIRAC,
    )
    toy_rate: float = real(0.2, low=0.01, high=1.0, log=True, label="step size", effect=LIVE, when=_DIRAC)
    optimiser: Literal["sgd", "adam", "extragradient", "optimistic", "mixed"] = choice(
        "adam", label="method", effect=RESTART, labels=RULE_WORDS, when=_ONE
    )
    adaptive: bool = flag(
        True,
        label="scaled by Adam",
        effect=LIVE,
        meaning="Extragradient, optimistic and mixed steps are scaled by Adam's root of squares.",
        when=_NETS,
    )
    together: bool = flag(
        False,
        label="both at once",
        effect=LIVE,
        meaning="Both players move from the same place; off: the generator sees the critic's new weights.",
        when=_NETS,
    )
    turns: int = integer(
        1, low=1, high=5, label="critic's turns", effect=LIVE, meaning="For one of the generator.", when=_NETS
    )
    rate: float = real(0.003, low=1e-4, high=0.3, log=True, label="learning rate", effect=LIVE, decimals=4, when=_NETS)
    critic_rate: float = real(
        0.003, low=1e-4, high=0.3, log=True, label="critic's learning rate", effect=LIVE, decimals=4, when=_NETS
    )
    frozen: Literal["none", "made", "critic"] = choice(
        "none",
        label="stays as it is",
        effect=LIVE,
        labels={"none": "Nobody", "made": "The generator", "critic": "The critic"},
        when=_NETS,
    )
    penalty: float = real(
        10.0,
        low=0.1,
        high=100.0,
        log=True,
        label="gradient penalty",
        effect=LIVE,
        meaning="Strength of the mean of (slope − 1)².",
        when={**_NETS, "loss": ("penalty",)},
    )
    one_sided: bool = flag(
        False,
        label="only slopes above 1",
        effect=LIVE,
        meaning="The penalty is max(0, slope − 1)² in the place of (slope − 1)².",
        when={**_NETS, "loss": ("penalty",)},
    )
    clip: float = real(
        0.2,
        low=0.01,
        high=1.0,
        log=True,
        label="weights within",
        effect=LIVE,
        meaning="The critic's weights are clipped to ± this number.",
        when={**_NETS, "loss": ("clip",)},
    )
    particles: int = integer(
        8,
        low=2,
        high=8,
        label="generators of the mixture",
        effect=RESTART,
        meaning="Particles of the generator's mixed strategy; each makes its share of a batch.",
        when=_NETS,
    )
    critics: int = integer(1, low=1, high=4, label="critics of the mixture", effect=RESTART, when=_NETS)
    noise: float = real(
        0.1,
        low=0.0,
        high=1.0,
        label="noise of the mixture",
        effect=LIVE,
        meaning="Standard deviation of what is added to each weight of a particle, in learning rates.",
        when=_NETS,
    )
    hidden: int = integer(
        32, low=4, high=64, log=True, label="hidden units", effect=RESTART, meaning="In each of two layers.", when=_NETS
    )
    units: Literal["leaky", "tanh"] = choice(
        "leaky", label="units", effect=RESTART, labels={"leaky": "Leaky lines", "tanh": "tanh"}, when=_NETS
    )
    batch: int = integer(256, low=16, high=512, log=True, label="points an update", effect=LIVE, when=_NETS)
    updates: int = integer(2, low=1, high=5, label="updates a step", effect=LIVE, when=_ONE)
    arrows: bool = flag(
        True,
        label="where samples are sent",
        effect=VIEW,
        meaning="Arrows down the generator's loss at some samples.",
        when=_PLANE,
    )
    warped: bool = flag(True, label="the generator's grid", effect=VIEW, when=_PLANE)
    logit: float = real(
        -10.0,
        low=-12.0,
        high=12.0,
        label="logit of a sample",
        effect=VIEW,
        meaning="Where the slopes of the losses are read.",
        when=_PLANE,
    )


METRICS = (
    Metric("updates", "updates", "Of the generator since the start.", decimals=None),
    Metric("critic_loss", "critic's loss", "On 500 data and 500 samples.", decimals=3),
    Metric("made_loss", "generator's loss", "On 500 samples.", decimals=3),
    Metric(
        "modes",
        "modes held",
        "10 of 2,500 samples within 3 deviations; none where the data have no modes.",
        decimals=None,
    ),
    Metric("share", "samples in a mode", "Share of 2,500 samples within 3 deviations of a mode."),
    Metric(
        "verdict",
        "the trace says",
        "Of the modes held at the last counts: growing, settled, cycling or collapse.",
        decimals=None,
    ),
    Metric("changes", "modes gained or lost", "At the last 12 counts.", decimals=None),
    Metric("copied", "to a training point", "Median distance of samples to the nearest training point.", decimals=3),
    Metric("fresh", "of new data", "The same of data that nobody has seen.", decimals=3),
    Metric("slope_saturating", "saturating slope", "−σ(a) at the chosen logit.", decimals=6),
    Metric("slope_other", "non-saturating slope", "−σ(−a) at the chosen logit.", decimals=6),
    Metric("js", "JS(p, g)", "Jensen-Shannon divergence of both laws, at most log 2.", decimals=4),
    Metric("w1", "W1(p, g)", "The earth mover's distance of both laws.", decimals=4),
    Metric("exact", "a perfect critic finds", "The distance that belongs to the loss.", decimals=4),
    Metric("said", "the net says", "The same by the net: never more.", decimals=4),
    Metric("ratio", "share of it", "What the net says over what there is.", decimals=3),
    Metric("raw", "E_p f − E_g f", "The difference itself, not divided by the steepest slope.", decimals=4),
    Metric("steepest", "steepest slope", "Of the critic on the line.", decimals=3),
    Metric("value_best", "V(D*)", "E_p log D* + E_g log(1 − D*).", decimals=4),
    Metric("identity", "V(D*) − (2 JS − log 4)", "0 but for rounding.", decimals=7),
    *(
        Metric(
            f"held_{rule}",
            f"modes, {RULE_WORDS[rule].lower()}",
            "Of 25: 10 of 2,500 samples within 3 deviations.",
            decimals=None,
        )
        for rule in ("sgd", "adam", "optimistic", "mixed")
    ),
    *(
        Metric(f"share_{rule}", f"in a mode, {RULE_WORDS[rule].lower()}", "Share of the samples within 3 deviations.")
        for rule in ("sgd", "adam", "optimistic", "mixed")
    ),
    Metric("together_grew", "both at once", "Distance from (0, 0) over that at the start."),
    Metric("alternating_grew", "in turn", "Distance from (0, 0) over that at the start."),
    hidden("range", "range", "Modes held at most less at least, over the last 12 counts."),
    hidden("theta", "θ", "Of who moves at once.", 3),
    hidden("psi", "ψ", "Of who moves at once.", 3),
)

_points = PointGestures(words="component", reach=100.0, when=_ONE)
GESTURES = (
    _points.draw("draw", "Add data along a stroke."),
    GestureDecl("choose", _points.place, "Look at the sample nearest to a place and its training point.", when=_PLANE),
    GestureDecl(
        "rewind_made", (), "The generator back to an earlier state.", button="Rewind the generator", when=_NETS
    ),
    GestureDecl("rewind_critic", (), "The critic back to an earlier state.", button="Rewind the critic", when=_NETS),
)
