"""One pixel at a time: a masked net draws digits pixel by pixel, and completes a drawing of your own."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.autoregressive.declared import GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card, Door, Opens
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real

__all__ = ["CARD", "DOORS", "GESTURES", "METRICS", "Params"]

CARD = Card(
    title="One pixel at a time",
    chapter="Generative models",
    line="A net learns to draw digits pixel by pixel, and finishes what you begin",
    badge=Badge(
        kind="exact",
        what="masks, probabilities, likelihoods, derivatives and blind spots, to rounding",
        against="worked cases by independent code, sums over all states, and autograd",
    ),
    sources=(
        "B. Frey, Graphical models for machine learning and digital communication (1998)",
        "H. Larochelle and I. Murray, The neural autoregressive distribution estimator (2011)",
        "B. Uria, I. Murray and H. Larochelle, A deep and tractable density estimator (2014)",
        "M. Germain et al., MADE: masked autoencoder for distribution estimation (2015)",
        "A. van den Oord, N. Kalchbrenner and K. Kavukcuoglu, Pixel recurrent neural networks (2016)",
        "A. van den Oord et al., Conditional image generation with PixelCNN decoders (2016)",
        "E. Alpaydin and C. Kaynak, Optical recognition of handwritten digits, UCI repository (1998)",
    ),
    dtype="float32",
    heavy=True,
    pace=20.0,
    words=(
        "autoregressive",
        "MADE",
        "NADE",
        "PixelCNN",
        "PixelRNN",
        "sigmoid belief net",
        "chain rule",
        "likelihood",
        "nats",
        "bits",
        "masked autoencoder",
        "mask",
        "ancestral sampling",
        "temperature",
        "digits",
        "MNIST",
        "pixels",
        "drawing",
        "inpainting",
        "generative",
    ),
    opens=(Opens("picture", "dark is ink and light is paper; it becomes 8 × 8 pixels of ink or paper"),),
    weights="the masked net that draws digits",
)

DOORS = (
    Door(
        "pixel_completion",
        title="Complete my drawing",
        chapter="Generative models",
        line="Draw the top of a digit, and see two dozen ways to go on",
        preset="complete",
        words=("inpainting", "conditional sampling", "likelihood"),
    ),
    Door(
        "masked_autoencoder",
        title="MADE: triangles of zeros",
        chapter="Generative models",
        line="Three masks whose product leaves each pixel its predecessors, and nothing else",
        preset="masks",
        words=("MADE", "autoencoder", "triangular", "connectivity"),
        plot="product",
    ),
    Door(
        "pixelcnn",
        title="PixelCNN's blind spot",
        chapter="Generative models",
        line="Masked kernels look back, and there is a corner that they never see",
        preset="blind_spot",
        words=("PixelCNN", "masked convolution", "receptive field"),
    ),
)

_DRAWS = {"mode": ("fill", "complete")}
_MASKS = {"mode": ("masks",)}
_KERNELS = {"mode": ("kernels",)}
_NET = {"mode": ("fill", "complete", "masks")}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "half", "order", "temperature", "heat", "kernel", "depth")
    mode: Literal["fill", "complete", "masks", "kernels"] = choice(
        "fill",
        label="view",
        effect=VIEW,
        labels={"fill": "Pixel by pixel", "complete": "Complete it", "masks": "Masks", "kernels": "Kernels"},
        meaning="A digit that is drawn by the net; your drawing gone on with; who may see whom; masked convolutions.",
    )
    half: Literal["top", "bottom", "left", "right", "nothing"] = choice(
        "top",
        label="given",
        effect=VIEW,
        labels={"top": "Top", "bottom": "Bottom", "left": "Left", "right": "Right", "nothing": "Nothing"},
        meaning="Which half of your drawing the net is given; with nothing it dreams.",
        when={"mode": ("complete",)},
    )
    order: Literal["raster", "reverse", "columns", "random", "several", "any"] = choice(
        "raster",
        label="order of the pixels",
        effect=RESTART,
        labels={
            "raster": "Row by row",
            "reverse": "From the end",
            "columns": "Column by column",
            "random": "A random order",
            "several": "Eight orders",
            "any": "Any order",
        },
        meaning="Which pixel comes first. Eight orders are learnt in turn by the same weights; any order: a new random "
        "one at every update, so that whatever is given may come first.",
        when=_NET,
    )
    temperature: float = real(
        1.0,
        low=0.0,
        high=3.0,
        label="temperature",
        effect=LIVE,
        meaning="Logits are divided by it where a pixel is drawn; 0: the likelier value.",
        when=_DRAWS,
    )
    layers: int = integer(
        1,
        low=0,
        high=2,
        label="hidden layers",
        effect=RESTART,
        meaning="0: a sigmoid belief net, one triangle of weights.",
        when=_NET,
    )
    units: int = integer(256, low=8, high=512, log=True, label="units a layer", effect=RESTART, when=_NET)
    masked: bool = flag(
        True, label="masks", effect=RESTART, meaning="Off: an autoencoder, which sees the answer.", when=_NET
    )
    learnt: int = integer(
        1397,
        low=10,
        high=1397,
        log=True,
        label="digits learnt from",
        effect=DATA,
        meaning="Of 1,797; 400 are held out.",
    )
    digit: int = integer(
        3, low=0, high=9, label="first drawing", effect=RESTART, meaning="The digit on your paper at the start."
    )
    rate: float = real(0.005, low=1e-4, high=0.2, log=True, label="learning rate", effect=LIVE, decimals=4)
    batch: int = integer(64, low=1, high=128, log=True, label="batch", effect=LIVE, meaning="Digits an update.")
    updates: int = integer(
        4, low=0, high=8, label="updates a step", effect=LIVE, meaning="Of Adam; 0: the net stays as it is."
    )
    pixels: int = integer(
        1, low=0, high=8, label="pixels a step", effect=LIVE, meaning="How fast the digit is drawn.", when=_DRAWS
    )
    heat: Literal["paths", "slopes"] = choice(
        "paths",
        label="heat",
        effect=VIEW,
        labels={"paths": "Number of paths", "slopes": "Derivatives"},
        meaning="What the masks allow, or what the weights make of it: the derivative of each logit by each pixel of "
        "your drawing.",
        when=_MASKS,
    )
    kernel: Literal["3", "5", "7"] = choice(
        "3",
        label="kernel",
        effect=VIEW,
        labels={"3": "3 × 3", "5": "5 × 5", "7": "7 × 7"},
        when=_KERNELS,
    )
    depth: int = integer(
        2, low=0, high=16, label="further layers", effect=VIEW, meaning="With mask B, behind one with A.", when=_KERNELS
    )
