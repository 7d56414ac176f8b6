"""What each architecture assumes: an MLP, a CNN and a ViT of like size learn the same digits from few examples."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.inductive_bias.declared import GESTURES, JOBS, METRICS
from playground.engine.declarations.concept import Badge, Card, Door, Opens
from playground.engine.declarations.params import LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real
from playground.figures.layers import Role

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

ROLES: dict[str, Role] = {"mlp": "slot1", "cnn": "slot2", "vit": "slot3"}

CARD = Card(
    title="What each architecture assumes",
    chapter="Convolution and vision",
    line="MLP, CNN and ViT: who needs how many examples, and why",
    badge=Badge(
        kind="sampled",
        what="accuracies on 300 test digits, of nets that learn while you watch",
        against="torch's own transformer and hand-worked cases; bands are two standard errors over seeds",
    ),
    sources=(
        "K. Fukushima, Neocognitron (1980)",
        "Y. LeCun et al., Backpropagation applied to handwritten zip code recognition (1989)",
        "T. Mitchell, The need for biases in learning generalizations (1980)",
        "A. Dosovitskiy et al., An image is worth 16x16 words (2021)",
        "S. Abnar and W. Zuidema, Quantifying attention flow in transformers (2020)",
        "M. Islam, S. Jia and N. Bruce, How much position information do convolutional neural networks encode? (2020)",
        "R. Liu et al., An intriguing failing of convolutional neural networks and the CoordConv solution (2018)",
        "R. Zhang, Making convolutional networks shift-invariant again (2019)",
        "E. Alpaydin and C. Kaynak, Optical recognition of handwritten digits, UCI repository (1998)",
    ),
    dtype="float32",
    heavy=True,
    pace=30.0,
    words=(
        "inductive bias",
        "vision transformer",
        "ViT",
        "CNN",
        "MLP",
        "learning curve",
        "sample efficiency",
        "translation",
        "shift",
        "invariance",
        "equivariance",
        "patch",
        "class token",
        "CLS",
        "attention map",
        "rollout",
        "permuted pixels",
        "data augmentation",
        "CoordConv",
        "no free lunch",
    ),
    opens=(Opens("picture", "one digit, dark on light, as the picture of the shift test"),),
)


DOORS = (
    Door(
        "vision_transformer",
        title="Vision transformer",
        chapter="Attention",
        line="A picture as tokens, and where the class token looks",
        preset="patches",
        words=("ViT", "patch", "class token", "CLS", "attention map", "rollout", "patch embedding"),
    ),
)


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "n", "task", "pixels", "moved", "augment", "layer", "head")

    mode: Literal["curves", "shift", "patches", "scrambled"] = choice(
        "curves",
        label="view",
        effect=VIEW,
        labels={
            "curves": "Learning curves",
            "shift": "Shift test",
            "patches": "Patches and attention",
            "scrambled": "Scrambled pixels",
        },
        meaning="Accuracy by examples, one digit at 81 places, where the ViT looks, or pixels in another order.",
    )
    net: Literal["mlp", "cnn", "vit"] = choice(
        "cnn",
        label="net followed",
        effect=VIEW,
        labels={"mlp": "MLP", "cnn": "CNN", "vit": "ViT"},
        roles=ROLES,
        meaning="Whose mistakes on the test digits are outlined, and whose probabilities are written out.",
        when={"mode": ("curves", "shift")},
    )
    n: int = integer(
        100,
        low=10,
        high=1497,
        log=True,
        label="examples n",
        effect=RESTART,
        meaning="How many of the digits are learnt from; the 300 test digits are none of them.",
    )
    task: Literal["digit", "place"] = choice(
        "digit",
        label="task",
        effect=RESTART,
        labels={"digit": "Which digit", "place": "Which place"},
        meaning="Say what digit it is wherever it lies, or at which of nine places it lies whatever it is.",
    )
    pixels: Literal["plain", "patches", "inside", "all"] = choice(
        "plain",
        label="pixels",
        effect=RESTART,
        labels={
            "plain": "In order",
            "patches": "Patches moved",
            "inside": "Moved in each patch",
            "all": "All moved",
        },
        meaning="The order of the pixels, the same for all pictures: nothing is lost.",
    )
    moved: int = integer(
        2,
        low=0,
        high=2,
        label="learnt shifts",
        effect=RESTART,
        unit="px",
        meaning="How far learnt digits lie from the middle at most; test digits always lie up to 2 away.",
        when={"task": ("digit",)},
    )
    augment: bool = flag(
        False,
        label="move them anew",
        effect=LIVE,
        meaning="Each time a digit is learnt from it lies at a new place, up to 2 pixels from the middle.",
    )
    source: Literal["written", "strokes"] = choice(
        "written",
        label="digits",
        effect=RESTART,
        labels={"written": "Handwritten", "strokes": "Made of strokes"},
        meaning="1,797 digits of the UCI repository, or as many drawn anew for each seed.",
    )
    layer: int = integer(
        0,
        low=0,
        high=4,
        label="block shown (0: last)",
        effect=VIEW,
        meaning="Whose attention the matrix shows, counted from 1.",
        when={"mode": ("patches",)},
    )
    head: int = integer(
        0,
        low=0,
        high=3,
        label="head shown (0: mean)",
        effect=VIEW,
        meaning="One of the three heads of every block, or the mean of them.",
        when={"mode": ("patches",)},
    )
    readout: Literal["max", "mean", "flat"] = choice(
        "max",
        label="CNN reads",
        effect=RESTART,
        labels={"max": "Largest of each map", "mean": "Mean of each map", "flat": "Every place"},
        meaning="What of its last maps the classes are read from.",
    )
    border: Literal["zeros", "wrap"] = choice(
        "zeros",
        label="CNN's border",
        effect=RESTART,
        labels={"zeros": "Zeros", "wrap": "Goes round"},
        meaning="What a window sees beyond the picture.",
    )
    coordinates: bool = flag(
        False,
        label="CNN sees coordinates",
        effect=RESTART,
        meaning="Two more channels tell each pixel how far down and across it is.",
    )
    patch: int = integer(
        4,
        low=2,
        high=4,
        label="ViT's patch",
        effect=RESTART,
        unit="px",
        meaning="Side of a patch: 36, 16 or 9 tokens.",
    )
    layers: int = integer(
        2, low=1, high=4, label="ViT's blocks", effect=RESTART, meaning="Attention, then two linear maps."
    )
    positions: bool = flag(
        True,
        label="ViT learns positions",
        effect=RESTART,
        meaning="Without them a picture is a bag of patches.",
    )
    rate: float = real(
        0.005,
        low=1e-4,
        high=0.1,
        log=True,
        label="learning rate",
        effect=LIVE,
        decimals=4,
        meaning="The step of Adam, of all three.",
    )
    batch: int = integer(32, low=1, high=64, label="batch", effect=LIVE, meaning="Examples in one update.")
