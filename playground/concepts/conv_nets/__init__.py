"""A net on your drawing: every map of a small convolutional net, and what each unit sees and says."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.conv_nets.declared import GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card, Door, Opens
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

CARD = Card(
    title="A net on your drawing",
    chapter="Convolution and vision",
    line="Draw a digit, and see every map of a net that learns here and now",
    badge=Badge(
        kind="exact",
        what="every map, winner, receptive field, derivative and count, to rounding",
        against="worked cases by independent code, differences in the tests, and the published sizes of the nets",
    ),
    sources=(
        "Y. LeCun, L. Bottou, Y. Bengio and P. Haffner, Gradient-based learning applied to document recognition (1998)",
        "A. Krizhevsky, I. Sutskever and G. Hinton, ImageNet classification with deep convolutional networks (2012)",
        "K. Simonyan, A. Vedaldi and A. Zisserman, Deep inside convolutional networks (2013)",
        "M. Zeiler and R. Fergus, Visualizing and understanding convolutional networks (2014)",
        "K. Simonyan and A. Zisserman, Very deep convolutional networks for large-scale image recognition (2015)",
        "C. Szegedy et al., Going deeper with convolutions (2015)",
        "B. Zhou et al., Learning deep features for discriminative localization (2016)",
        "W. Luo et al., Understanding the effective receptive field in deep convolutional networks (2016)",
        "F. Yu and V. Koltun, Multi-scale context aggregation by dilated convolutions (2016)",
        "J. Adebayo et al., Sanity checks for saliency maps (2018)",
        "E. Alpaydin and C. Kaynak, Optical recognition of handwritten digits, UCI repository (1998)",
    ),
    dtype="float32",
    heavy=True,
    pace=30.0,
    words=(
        "CNN",
        "convolutional neural network",
        "feature map",
        "receptive field",
        "pooling",
        "LeNet",
        "AlexNet",
        "VGG",
        "Inception",
        "GoogLeNet",
        "saliency",
        "occlusion",
        "class activation map",
        "CAM",
        "dilation",
        "digits",
        "MNIST",
        "drawing",
        "parameters",
        "FLOPs",
        "explain",
    ),
    opens=(Opens("picture", "dark is ink and light is paper; it is made square and as small as the net's digits"),),
    weights="the convolutional net that reads the digits",
)

DOORS = (
    Door(
        "receptive_field",
        title="Receptive field",
        chapter="Convolution and vision",
        line="What a unit can see, and what it does see",
        preset="field",
        words=("effective receptive field", "dilated convolution", "Luo", "gridding"),
        plot="heat",
    ),
    Door(
        "saliency",
        title="Why did the net say so?",
        chapter="Convolution and vision",
        line="Saliency, occlusion and class activation: three answers to one question",
        preset="why",
        words=("explanation", "interpretability", "Grad-CAM", "XAI", "sanity check"),
        plot="occlusion",
    ),
    Door(
        "architectures",
        title="LeNet, AlexNet, VGG, Inception",
        chapter="Convolution and vision",
        line="Shapes, weights and multiplications of the nets that made history, counted layer by layer",
        preset="vgg",
        words=("parameter count", "multiply-adds", "bottleneck", "1x1 convolution", "two 3x3"),
    ),
)

_NET = {"mode": ("maps", "unit", "why")}


def _per_layer(default: tuple[float, ...], low: float, high: float, label: str, meaning: str) -> tuple[float, ...]:
    return vector(
        default, low=low, high=high, fewest=1, most=4, decimals=0, label=label, effect=RESTART, meaning=meaning
    )


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "digits", "channels", "kernels", "tiles", "architecture", "side", "heat")
    mode: Literal["maps", "unit", "why", "shapes"] = choice(
        "maps",
        label="view",
        effect=VIEW,
        labels={"maps": "Feature maps", "unit": "Receptive field", "why": "Why", "shapes": "Architectures"},
        meaning="All maps of the drawing; what one unit sees; why the net says what it says; nets layer by layer.",
    )
    digits: Literal["strokes", "handwritten"] = choice(
        "strokes",
        label="digits",
        effect=DATA,
        labels={"strokes": "Strokes, 28 × 28", "handwritten": "Handwritten, 8 × 8"},
        meaning="Digits drawn here by a jittered pen, or 1,797 digits that people wrote.",
    )
    digit: int = integer(
        3, low=0, high=9, label="first drawing", effect=RESTART, meaning="The digit on the paper at the start."
    )
    wild: float = real(
        1.0,
        low=0.0,
        high=2.0,
        label="variety of the digits learnt",
        effect=DATA,
        meaning="How much the strokes are turned, slanted and moved: 1 is what the net is tested on, 0 is none.",
        when={"digits": ("strokes",)},
    )
    channels: tuple[float, ...] = _per_layer((8.0, 12.0), 1, 32, "channels", "Maps of each layer; one number a layer.")
    kernels: tuple[float, ...] = _per_layer(
        (5.0,), 1, 9, "kernels", "Side of each kernel; the last holds for the rest."
    )
    strides: tuple[float, ...] = _per_layer((1.0,), 1, 4, "strides", "From one window to the next.")
    paddings: tuple[float, ...] = _per_layer((-1.0,), -1, 6, "padding", "Zeros on each side; −1: they keep the side.")
    dilations: tuple[float, ...] = _per_layer((1.0,), 1, 8, "dilations", "From one cell of the kernel to the next.")
    pools: tuple[float, ...] = _per_layer((2.0,), 1, 4, "pooling", "Side of the squares of which the largest is kept.")
    head: Literal["flat", "mean"] = choice(
        "flat",
        label="output reads",
        effect=RESTART,
        labels={"flat": "Every place", "mean": "The mean of each map"},
        meaning="All numbers of the last maps, or the mean over each map, which forgets where.",
    )
    rate: float = real(0.005, low=1e-4, high=0.5, log=True, label="learning rate", effect=LIVE, decimals=4)
    batch: int = integer(16, low=1, high=64, log=True, label="batch", effect=LIVE, meaning="Digits an update.")
    updates: int = integer(
        1, low=1, high=8, label="updates a step", effect=LIVE, meaning="Of Adam; fewer where the net is large."
    )
    tiles: Literal["relu", "raw", "winners"] = choice(
        "relu",
        label="maps show",
        effect=VIEW,
        labels={"relu": "Behind the ReLU", "raw": "Before the ReLU", "winners": "Winners of the pooling"},
        meaning="What a unit passes on; the sum before it, with its sign; or only what the pooling keeps.",
        when={"mode": ("maps",)},
    )
    heat: Literal["one", "mean", "paths"] = choice(
        "one",
        label="heat",
        effect=VIEW,
        labels={"one": "Gradient, this drawing", "mean": "|Gradient|, 40 digits", "paths": "Number of paths"},
        meaning="The derivative of the unit by each pixel; its mean size over digits; or how many ways lead from a "
        "pixel to the unit, which all weights alike would give.",
        when={"mode": ("unit",)},
    )
    patch: int = integer(
        5,
        low=2,
        high=12,
        label="occluding square",
        effect=VIEW,
        unit="pixels",
        meaning="Side of the square of paper that is slid over the drawing.",
        when={"mode": ("why",)},
    )
    absolute: bool = flag(
        False,
        label="size of the gradient only",
        effect=VIEW,
        meaning="Without its sign.",
        when={"mode": ("why",)},
    )
    architecture: Literal["own", "lenet", "alexnet", "vgg", "inception", "bottleneck", "wide", "threes", "five"] = (
        choice(
            "own",
            label="architecture",
            effect=VIEW,
            labels={
                "own": "The net trained here",
                "lenet": "LeNet-5 (1998)",
                "alexnet": "AlexNet (2012)",
                "vgg": "VGG-16 (2014)",
                "inception": "GoogLeNet (2014)",
                "bottleneck": "5 × 5 behind a 1 × 1",
                "wide": "5 × 5 alone",
                "threes": "Two 3 × 3",
                "five": "One 5 × 5",
            },
            meaning="What is counted.",
            when={"mode": ("shapes",)},
        )
    )
    side: int = integer(
        28,
        low=8,
        high=512,
        log=True,
        label="side of the picture",
        effect=VIEW,
        unit="pixels",
        meaning="For the comparison of shared, local and full weights.",
        when={"mode": ("shapes",)},
    )
