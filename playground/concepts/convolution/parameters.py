"""The parameters: view, layer, what slides over what, and what each view adds. No torch."""

from __future__ import annotations

from typing import ClassVar, Literal

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

LINE: dict[str, tuple[str, ...]] = {"mode": ("signal", "shift", "spectrum")}
FLAT: dict[str, tuple[str, ...]] = {"mode": ("picture", "up", "backward", "pooling")}
LAYER: dict[str, tuple[str, ...]] = {"mode": ("picture", "up", "backward")}
SLIDING: dict[str, tuple[str, ...]] = {"mode": ("picture", "up", "backward", "pooling", "signal", "shift")}
BORDERED: dict[str, tuple[str, ...]] = {"mode": ("picture", "backward")}

LARGEST = 1024
"""Rows and columns of the largest picture."""
MOST_PADDING = 8
LONGEST = 64
"""Samples of the longest signal that is made."""
WIDEST = 15
"""Cells of the widest kernel."""


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "operation",
        "picture",
        "kernel",
        "signal",
        "taps",
        "map",
        "size",
        "stride",
        "padding",
        "extent",
        "dilation",
        "border",
        "period",
        "ties",
        "nearest",
        "gradient",
        "ink",
    )

    mode: Literal["picture", "signal", "shift", "spectrum", "up", "backward", "pooling"] = choice(
        "picture",
        label="view",
        effect=RESTART,
        labels={
            "picture": "Picture",
            "signal": "Signal",
            "shift": "Shift",
            "spectrum": "Spectrum",
            "up": "Transposed",
            "backward": "Backward",
            "pooling": "Pooling",
        },
        meaning="A kernel over a picture or a signal, what a shift does, spectra, the adjoint, gradients, or pooling.",
    )
    operation: Literal["correlation", "convolution"] = choice(
        "correlation",
        label="operation",
        effect=LIVE,
        labels={"correlation": "Cross-correlation", "convolution": "Convolution"},
        meaning="The kernel as it is, which frameworks call a convolution, or turned by 180 degrees first.",
        when={"mode": ("picture", "backward", "signal", "shift", "spectrum")},
    )
    picture: Literal["house", "digit", "rings", "squares", "checks", "noise", "point", "even", "blank"] = choice(
        "house",
        label="picture",
        effect=DATA,
        redraws=True,
        labels={
            "house": "A house",
            "digit": "A digit",
            "rings": "Rings",
            "squares": "Steps of grey",
            "checks": "Chequers",
            "noise": "Noise",
            "point": "One point",
            "even": "All ones",
            "blank": "Blank",
        },
        meaning="What the kernel slides over; paint on it, or open a picture of your own.",
        when=FLAT,
    )
    side: int = integer(
        16,
        low=4,
        high=LARGEST,
        log=True,
        label="rows and columns",
        effect=DATA,
        redraws=True,
        meaning="Of a made picture; one that was opened keeps its own.",
        when=FLAT,
    )
    colours: Literal["grey", "three"] = choice(
        "grey",
        label="channels",
        effect=DATA,
        redraws=True,
        labels={"grey": "One, grey", "three": "Red, green, blue"},
        meaning="A kernel has a slice for each channel of the picture, and their sums are added.",
        when=LAYER,
    )
    kernel: Literal[
        "upright", "level", "outline", "blur", "gauss", "sharpen", "emboss", "same", "ramp", "random", "typed"
    ] = choice(
        "upright",
        label="kernel",
        effect=DATA,
        redraws=True,
        labels={
            "upright": "Upright edges",
            "level": "Level edges",
            "outline": "Outlines",
            "blur": "Mean",
            "gauss": "Gaussian",
            "sharpen": "Sharpen",
            "emboss": "Emboss",
            "same": "Identity",
            "ramp": "Ramp",
            "random": "Random",
            "typed": "Typed",
        },
        meaning="Sobel's two, Laplace, means, and others; paint on its cells to change them.",
        when=LAYER,
    )
    size: int = integer(
        3,
        low=1,
        high=WIDEST,
        label="kernel size k",
        effect=DATA,
        redraws=True,
        meaning="Rows and columns of the kernel.",
        when=LAYER,
    )
    cells: tuple[float, ...] = vector(
        (1, 2, 1, 0, 0, 0, -1, -2, -1),
        low=-100.0,
        high=100.0,
        fewest=1,
        most=WIDEST * WIDEST,
        label="typed kernel",
        effect=DATA,
        redraws=True,
        meaning="Row by row; what is missing is 0.",
        when={"kernel": ("typed",), **LAYER},
    )
    filters: int = integer(
        1,
        low=1,
        high=4,
        label="filters",
        effect=DATA,
        redraws=True,
        meaning="How many kernels there are, and so channels of the output; the others are edges, outlines and a mean.",
        when=LAYER,
    )
    filter: int = integer(1, low=1, high=4, label="filter shown", effect=VIEW, when=LAYER)
    channel: int = integer(1, low=1, high=3, label="channel shown", effect=VIEW, when={"colours": ("three",), **LAYER})
    stride: int = integer(
        1,
        low=1,
        high=8,
        label="stride s",
        effect=LIVE,
        meaning="How far the window moves from one output to the next.",
        when=SLIDING,
    )
    padding: int = integer(
        0,
        low=0,
        high=MOST_PADDING,
        label="padding p",
        effect=LIVE,
        meaning="Cells added on every side.",
        when=FLAT,
    )
    extent: Literal["full", "same", "valid"] = choice(
        "full",
        label="extent",
        effect=LIVE,
        labels={"full": "Full", "same": "Same", "valid": "Valid"},
        meaning="Every overlap of kernel and signal, as many outputs as samples, or whole windows only.",
        when={"mode": ("signal",)},
    )
    dilation: int = integer(
        1,
        low=1,
        high=8,
        label="dilation d",
        effect=LIVE,
        meaning="From one cell of the kernel to the next, in the picture.",
        when=SLIDING,
    )
    border: Literal["zeros", "reflect", "replicate", "circular"] = choice(
        "zeros",
        label="border",
        effect=LIVE,
        labels={"zeros": "Zeros", "reflect": "Reflect", "replicate": "Replicate", "circular": "Wrap"},
        meaning="What stands in the added cells.",
        when={"mode": ("picture", "backward", "signal", "shift")},
    )
    signal: Literal["pulse", "die", "wave", "stairs", "impulse", "noise", "typed"] = choice(
        "pulse",
        label="signal",
        effect=DATA,
        redraws=True,
        labels={
            "pulse": "Pulse",
            "die": "A die",
            "wave": "Noisy wave",
            "stairs": "Stairs",
            "impulse": "Impulse",
            "noise": "Noise",
            "typed": "Typed",
        },
        meaning="What the kernel slides along; draw on it, or open a table. A die has one way for each face.",
        when=LINE,
    )
    length: int = integer(
        10,
        low=2,
        high=LONGEST,
        label="samples n",
        effect=DATA,
        redraws=True,
        meaning="Of a made signal; a die has six.",
        when=LINE,
    )
    samples: tuple[float, ...] = vector(
        (1, 2, 3),
        low=-100.0,
        high=100.0,
        fewest=1,
        most=LONGEST,
        label="typed signal",
        effect=DATA,
        redraws=True,
        when={"signal": ("typed",), **LINE},
    )
    taps: Literal["ramp", "mean", "difference", "die", "gauss", "echo", "noise", "typed"] = choice(
        "ramp",
        label="kernel",
        effect=DATA,
        redraws=True,
        labels={
            "ramp": "Ramp",
            "mean": "Mean",
            "difference": "Difference",
            "die": "A die",
            "gauss": "Gaussian",
            "echo": "Echo",
            "noise": "Noise",
            "typed": "Typed",
        },
        meaning="What slides; draw on its bars to change them.",
        when=LINE,
    )
    width: int = integer(
        3,
        low=1,
        high=WIDEST,
        label="taps m",
        effect=DATA,
        redraws=True,
        meaning="Cells of the kernel; a die has six, a difference two, an echo two or more.",
        when=LINE,
    )
    weights: tuple[float, ...] = vector(
        (4, 5, 6),
        low=-100.0,
        high=100.0,
        fewest=1,
        most=WIDEST,
        label="typed kernel",
        effect=DATA,
        redraws=True,
        when={"taps": ("typed",), **LINE},
    )
    map: Literal["layer", "random"] = choice(
        "layer",
        label="linear map",
        effect=LIVE,
        labels={"layer": "The layer", "random": "A random matrix"},
        meaning="The layer with its border and stride, or any matrix: paint on it.",
        when={"mode": ("shift",)},
    )
    nearest: bool = flag(
        False,
        label="take the nearest circulant",
        effect=LIVE,
        meaning="The matrix is replaced by the circulant that is least far from it, the mean along wrapped diagonals.",
        when={"mode": ("shift",)},
    )
    period: int = integer(
        0,
        low=0,
        high=2 * LONGEST,
        label="length of the transform N",
        effect=LIVE,
        meaning="0: n + m − 1, the shortest without wrap-around.",
        when={"mode": ("spectrum",)},
    )
    gradient: Literal["random", "one", "ones"] = choice(
        "random",
        label="gradient of the output",
        effect=DATA,
        redraws=True,
        labels={"random": "Random", "one": "One cell", "ones": "All ones"},
        meaning="What comes back to the layer; paint on it.",
        when={"mode": ("backward", "pooling")},
    )
    window: int = integer(
        2,
        low=1,
        high=8,
        label="pooling window",
        effect=LIVE,
        meaning="Rows and columns of a pooled window.",
        when={"mode": ("pooling",)},
    )
    ties: Literal["first", "shared"] = choice(
        "first",
        label="tied winners",
        effect=LIVE,
        labels={"first": "The first", "shared": "Share"},
        meaning="Of cells that are equally large the first in reading order gets the gradient, or all share it.",
        when={"mode": ("pooling",)},
    )
    step_is: Literal["window", "row"] = choice(
        "window",
        label="one step is",
        effect=LIVE,
        labels={"window": "One window", "row": "One row"},
        when=FLAT,
    )
    reveal: Literal["sliding", "all"] = choice(
        "sliding",
        label="show the output",
        effect=VIEW,
        labels={"sliding": "As it slides", "all": "All of it"},
    )
    brush: int = integer(1, low=1, high=64, label="brush", effect=VIEW, unit="cells", log=True, when=FLAT)
    ink: float = real(
        1.0,
        low=-10.0,
        high=10.0,
        label="value of the brush",
        effect=VIEW,
        meaning="What a painted cell gets; with shift it gets 0.",
        when={"mode": (*FLAT["mode"], "shift")},
    )
