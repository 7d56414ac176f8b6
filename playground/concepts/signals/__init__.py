"""Will the signal survive: initialisation, depth, residual layers and normalisation."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.signals.declared import GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card, Door, Opens
from playground.engine.declarations.params import LIVE, RESTART, VIEW, ConceptParams, choice, integer, real

__all__ = ["CARD", "DOORS", "GESTURES", "METHODS", "METRICS", "Params"]

METHODS = ("plain", "residual", "batch", "layer", "weight")
CHAPTER = "Neural networks"

CARD = Card(
    title="Will the signal survive?",
    chapter=CHAPTER,
    line="Fifty layers, five ways to build them: where signals and gradients die, explode or arrive",
    badge=Badge(
        kind="exact",
        what="every value and gradient of five random nets, and nets that learn while you watch, to rounding",
        against="derivatives by autograd, worked cases by independent code, and the mean-field recursion",
    ),
    sources=(
        "Y. LeCun et al., Efficient BackProp (1998)",
        "X. Glorot and Y. Bengio, Understanding the difficulty of training deep feedforward neural networks (2010)",
        "A. Saxe, J. McClelland and S. Ganguli, Exact solutions to the nonlinear dynamics of learning (2014)",
        "K. He et al., Delving deep into rectifiers (2015)",
        "K. He et al., Deep residual learning for image recognition (2016)",
        "S. Ioffe and C. Szegedy, Batch normalization (2015)",
        "J. L. Ba, J. R. Kiros and G. E. Hinton, Layer normalization (2016)",
        "T. Salimans and D. P. Kingma, Weight normalization (2016)",
        "B. Poole et al., Exponential expressivity in deep neural networks through transient chaos (2016)",
        "S. Schoenholz et al., Deep information propagation (2017)",
        "S. Santurkar et al., How does batch normalization help optimization? (2018)",
        "J. Kohler et al., Exponential convergence rates for batch normalization (2019)",
        "G. Yang et al., A mean field theory of batch normalization (2019)",
    ),
    dtype="float32",
    heavy=True,
    pace=20.0,
    opens=(Opens("table", "up to 64 columns of numbers and one of up to 10 classes, which the nets learn", most=5000),),
    words=(
        "initialisation",
        "LeCun",
        "Glorot",
        "Xavier",
        "He",
        "Kaiming",
        "orthogonal",
        "mean field",
        "edge of chaos",
        "vanishing gradient",
        "exploding gradient",
        "residual",
        "skip connection",
        "ResNet",
        "batch normalisation",
        "layer normalisation",
        "weight normalisation",
        "learning rate",
        "depth",
    ),
)

DOORS = (
    Door(
        "batch_norm",
        title="Batch norm and layer norm",
        chapter=CHAPTER,
        line="The same example in two batches: one answer or two",
        preset="two_batches",
        words=("Ioffe", "Ba", "normalisation", "batch statistics", "moving average"),
    ),
    Door(
        "resnet",
        title="Residual layers",
        chapter=CHAPTER,
        line="Thirty-two layers that do not learn, and thirty-two that do",
        preset="residual",
        words=("ResNet", "skip connection", "identity mapping"),
    ),
    Door(
        "weight_norm",
        title="Weight norm",
        chapter=CHAPTER,
        line="A gradient at a right angle: the weights can only grow",
        preset="right_angle",
        words=("Salimans", "direction and length", "scale invariance"),
    ),
)

_RIVER = {"mode": ("river",)}
_LEARN = {"mode": ("learn", "rates")}
_NETS = {"mode": ("river", "learn", "rates")}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "init", "gain", "activation", "depth", "width", "shown", "rate")

    mode: Literal["river", "learn", "rates", "batches", "unit"] = choice(
        "river",
        label="view",
        effect=RESTART,
        labels={
            "river": "Signals by depth",
            "learn": "Do they learn?",
            "rates": "Which rates learn",
            "batches": "Two batches",
            "unit": "Weights of a unit",
        },
        meaning="Random nets, nets that learn, many rates at once, what a batch does, and normalised weights.",
    )
    init: Literal["he", "lecun", "glorot", "orthogonal", "torch"] = choice(
        "lecun",
        label="initialisation",
        effect=RESTART,
        labels={
            "he": "He 2/n",
            "lecun": "LeCun 1/n",
            "glorot": "Glorot 2/(n+m)",
            "orthogonal": "Orthogonal",
            "torch": "PyTorch 1/(3n)",
        },
        meaning="The variance of a weight by the units n below and m above; or an orthogonal matrix.",
        when=_NETS,
    )
    gain: float = real(
        1.0,
        low=0.2,
        high=3.0,
        log=True,
        label="gain",
        effect=RESTART,
        decimals=3,
        meaning="A factor of your own on all weights.",
        when=_NETS,
    )
    activation: Literal["relu", "tanh", "gelu", "linear"] = choice(
        "relu",
        label="activation",
        effect=RESTART,
        labels={"relu": "ReLU", "tanh": "tanh", "gelu": "GELU", "linear": "None"},
        when=_NETS,
    )
    depth: int = integer(50, low=2, high=100, label="hidden layers", effect=RESTART, when=_NETS)
    width: int = integer(256, low=4, high=256, label="width", effect=RESTART, meaning="Units of a layer.", when=_NETS)
    branch: float = real(
        1.0,
        low=0.05,
        high=1.0,
        label="size of residual branches",
        effect=RESTART,
        meaning="α in h + α φ(W h): 1/√depth keeps a deep sum from growing.",
        when=_NETS,
    )
    shown: Literal["plain", "residual", "batch", "layer", "weight"] = choice(
        "plain",
        label="column shown",
        effect=VIEW,
        labels={
            "plain": "Plain",
            "residual": "Residual",
            "batch": "Batch norm",
            "layer": "Layer norm",
            "weight": "Weight norm",
        },
        meaning="Whose numbers and histograms are told; all five are computed.",
        when=_NETS,
    )
    optimiser: Literal["sgd", "adam"] = choice(
        "sgd",
        label="optimiser",
        effect=RESTART,
        labels={"sgd": "Gradient descent", "adam": "Adam"},
        when={"mode": ("learn",)},
    )
    rate: float = real(
        0.1,
        low=1e-4,
        high=10.0,
        log=True,
        label="learning rate",
        effect=LIVE,
        decimals=4,
        when={"mode": ("learn", "unit")},
    )
    batch: int = integer(64, low=2, high=128, label="batch", effect=LIVE, when=_LEARN)
    shift: float = real(
        2.0,
        low=-4.0,
        high=4.0,
        label="shift of the second batch",
        effect=LIVE,
        meaning="By how much all of it but the example lies further to the right.",
        when={"mode": ("batches",)},
    )
    spread: float = real(
        1.5,
        low=0.1,
        high=4.0,
        log=True,
        label="spread of the second batch",
        effect=LIVE,
        when={"mode": ("batches",)},
    )
    members: int = integer(
        16, low=1, high=32, label="batch size", effect=LIVE, meaning="Of either batch.", when={"mode": ("batches",)}
    )
