"""An answer at every place: U-Net at borders, WaveNet along time, phrase filters along a sentence."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.every_place.declared import GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card, Door
from playground.engine.declarations.params import (
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    flag,
    integer,
    real,
    text,
)

__all__ = ["CARD", "DOORS", "GESTURES", "METRICS", "Params"]

CARD = Card(
    title="An answer at every place",
    chapter="Convolution and vision",
    line="The same small net at every pixel, every moment, every word: U-Net, WaveNet and phrase filters",
    badge=Badge(
        kind="exact",
        what="every output, derivative, field and score, to rounding",
        against="worked cases by independent code, and derivatives by automatic differentiation",
    ),
    sources=(
        "O. Ronneberger, P. Fischer and T. Brox, U-Net: convolutional networks for image segmentation (2015)",
        "A. van den Oord et al., WaveNet: a generative model for raw audio (2016)",
        "T. Le Paine et al., Fast WaveNet generation algorithm (2016)",
        "Y. Kim, Convolutional neural networks for sentence classification (2014)",
        "B. Cheng et al., Boundary IoU: improving object-centric image segmentation evaluation (2021)",
    ),
    dtype="float32",
    heavy=True,
    pace=20.0,
    words=(
        "U-Net",
        "segmentation",
        "skip connections",
        "IoU",
        "WaveNet",
        "causal",
        "dilated convolution",
        "autoregressive",
        "audio",
        "text CNN",
        "n-gram",
        "bigram",
        "max-over-time pooling",
        "sentence classification",
        "encoder decoder",
        "upsampling",
    ),
    weights="the net of the chosen task",
)

DOORS = (
    Door(
        "unet",
        title="U-Net",
        chapter="Convolution and vision",
        line="What is there, and exactly where: bridges over the bottleneck",
        preset="blobs",
        words=("segmentation", "Ronneberger", "skip connections", "IoU"),
        plot="with",
    ),
    Door(
        "wavenet",
        title="WaveNet",
        chapter="Convolution and vision",
        line="A tree that doubles its reach with every layer, and never looks ahead",
        preset="wave",
        words=("causal", "dilated", "van den Oord", "autoregressive"),
    ),
    Door(
        "text_filters",
        title="Phrase filters",
        chapter="Convolution and vision",
        line="Type a sentence: filters of two words fire on the phrases that decide",
        preset="phrases",
        words=("n-gram", "text CNN", "Kim", "sentence classification"),
    ),
)

_BLOBS, _WAVE, _WORDS = {"task": ("blobs",)}, {"task": ("wave",)}, {"task": ("words",)}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("task", "noise", "layers", "width", "dilated", "causal", "sentence", "words")
    task: Literal["blobs", "wave", "words"] = choice(
        "blobs",
        label="place",
        effect=RESTART,
        labels={"blobs": "Every pixel: U-Net", "wave": "Every moment: WaveNet", "words": "Every word: filters"},
        meaning="Find blobs in a noisy picture, go on with a wave, or judge a sentence by its phrases.",
    )
    noise: float = real(
        0.5,
        low=0.0,
        high=1.5,
        label="noise",
        effect=RESTART,
        meaning="Its standard deviation; ink is 1 brighter than paper.",
        when=_BLOBS,
    )
    layers: int = integer(5, low=1, high=7, label="layers", effect=RESTART, when=_WAVE)
    width: int = integer(2, low=2, high=4, label="kernel", effect=RESTART, unit="taps", when=_WAVE)
    dilated: bool = flag(
        True,
        label="dilations double",
        effect=RESTART,
        meaning="1, 2, 4, ... from layer to layer; else all are 1.",
        when=_WAVE,
    )
    causal: bool = flag(
        True,
        label="causal",
        effect=RESTART,
        meaning="All zeros are added before the beginning, so that no output sees what is still to come.",
        when=_WAVE,
    )
    wave: Literal["two", "beat", "slow"] = choice(
        "two",
        label="wave",
        effect=RESTART,
        labels={"two": "Two tones", "beat": "A beat", "slow": "A slow tone"},
        when=_WAVE,
    )
    spread: float = real(
        0.0,
        low=0.0,
        high=0.5,
        label="noise of the new samples",
        effect=VIEW,
        meaning="Standard deviation of what is added to each prediction while a wave is made.",
        when=_WAVE,
    )
    sentence: str = text(
        "the plot was not bad but the music was very long",
        label="sentence",
        effect=VIEW,
        longest=160,
        meaning="Of the 25 words that the net knows; others are unknown to it.",
        when=_WORDS,
    )
    words: int = integer(
        2, low=1, high=4, label="filter", effect=RESTART, unit="words", meaning="Words in a window.", when=_WORDS
    )
    filters: int = integer(12, low=1, high=16, label="filters", effect=RESTART, when=_WORDS)
    planted: str = text(
        "not bad",
        label="planted phrase",
        effect=VIEW,
        longest=40,
        meaning="One to four words for which a filter is made by hand, without learning.",
        when=_WORDS,
    )
    rate: float = real(0.01, low=1e-4, high=0.5, log=True, label="learning rate", effect=LIVE, decimals=4)
