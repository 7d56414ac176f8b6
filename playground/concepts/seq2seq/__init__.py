"""Sequence to sequence: one vector of all that was read against looking back at it, learned side by side."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.seq2seq.declared import GESTURES, JOBS, METRICS
from playground.engine.declarations.concept import Badge, Card, Door
from playground.engine.declarations.params import LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real, text

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

CHAPTER = "Sequences and language"
CARD = Card(
    title="Seq2seq alignment",
    chapter=CHAPTER,
    line="One vector of all that was read, or a look back at every word",
    badge=Badge(
        kind="exact",
        what="states, scores, weights and answers of two nets that learn the same batches side by side",
        against="worked cases by independent code, and derivatives by autograd in the tests",
    ),
    sources=(
        "K. Cho et al., Learning phrase representations using RNN encoder-decoder (2014)",
        "I. Sutskever, O. Vinyals and Q. Le, Sequence to sequence learning with neural networks (2014)",
        "D. Bahdanau, K. Cho and Y. Bengio, Neural machine translation by jointly learning to align (2015)",
        "M.-T. Luong, H. Pham and C. Manning, Effective approaches to attention-based translation (2015)",
        "S. Bengio et al., Scheduled sampling for sequence prediction with recurrent neural networks (2015)",
    ),
    dtype="float32",
    heavy=True,
    pace=60.0,
    words=(
        "sequence to sequence",
        "encoder",
        "decoder",
        "bottleneck",
        "context vector",
        "attention",
        "alignment",
        "translation",
        "GRU",
        "teacher forcing",
        "exposure bias",
        "scheduled sampling",
        "free running",
        "Bahdanau",
        "Luong",
    ),
    weights="both nets, net 0 with the single vector and net 1 with attention, by the names that the formulas have",
)

DOORS = (
    Door(
        "bottleneck",
        title="The bottleneck of a fixed vector",
        chapter=CHAPTER,
        line="Accuracy by length: one vector forgets, attention does not",
        preset="by_length",
        words=("long sentences", "fixed-length vector", "encoder-decoder"),
    ),
    Door(
        "exposure_bias",
        title="Teacher forcing and exposure bias",
        chapter=CHAPTER,
        line="A net that always heard the right word meets its own mistakes",
        preset="hears_itself",
        words=("scheduled sampling", "free running", "error accumulation"),
    ),
)

LETTERS = ("reverse", "copy", "sort")


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "task", "sentence", "date", "length", "fed", "forcing", "reading")

    mode: Literal["unrolled", "lengths", "feeding"] = choice(
        "unrolled",
        label="view",
        effect=VIEW,
        labels={"unrolled": "Alignment", "lengths": "Accuracy by length", "feeding": "Hearing itself"},
        meaning="The same two nets: on your own sequence, at all lengths, or step by step when they hear themselves.",
    )
    task: Literal["reverse", "copy", "sort", "dates"] = choice(
        "reverse",
        label="task",
        effect=RESTART,
        labels={"reverse": "Reverse", "copy": "Copy", "sort": "Sort", "dates": "Dates"},
        meaning="Say the letters backwards, as they are, or in the order of the alphabet; or write a date in digits.",
    )
    sentence: str = text(
        "attention",
        longest=24,
        label="your letters",
        effect=VIEW,
        meaning="What both nets read; they never saw it in training. What is no letter from a to z is left out.",
        when={"task": LETTERS, "mode": ("unrolled", "feeding")},
    )
    date: str = text(
        "27 March 2024",
        longest=24,
        label="your date",
        effect=VIEW,
        meaning="Day, month in English and year from 1900 to 2099.",
        when={"task": ("dates",), "mode": ("unrolled", "feeding")},
    )
    fed: Literal["own", "right"] = choice(
        "own",
        label="the decoder hears",
        effect=VIEW,
        labels={"own": "What it said", "right": "What is right"},
        meaning="What enters each step on your sequence: the token that the net said before, or the right one.",
        when={"mode": ("unrolled",)},
    )
    shortest: int = integer(
        6,
        low=1,
        high=24,
        label="shortest to learn",
        effect=LIVE,
        meaning="Letters of the shortest sequences of the training.",
        when={"task": LETTERS},
    )
    longest: int = integer(
        12,
        low=1,
        high=24,
        label="longest to learn",
        effect=LIVE,
        meaning="Letters of the longest sequences of the training; at least the shortest.",
        when={"task": LETTERS},
    )
    repeats: bool = flag(
        True,
        label="letters may repeat",
        effect=LIVE,
        meaning="Whether a letter may stand in a random sequence more than once.",
        when={"task": LETTERS},
    )
    length: int = integer(
        10,
        low=4,
        high=24,
        label="length tested",
        effect=LIVE,
        meaning="Letters of the sequences on which both nets are tested at every second step.",
        when={"task": LETTERS},
    )
    forcing: float = real(
        1.0,
        low=0.0,
        high=1.0,
        label="right tokens fed",
        effect=LIVE,
        meaning="In training: the share of steps that hear the right token before; the others hear what the net said.",
    )
    reading: Literal["both", "forward"] = choice(
        "both",
        label="the encoder reads",
        effect=RESTART,
        labels={"both": "Both ways", "forward": "Forward"},
        meaning="One cell from the front and one from the end, or the first alone.",
    )
    score: Literal["product", "additive"] = choice(
        "product",
        label="scores",
        effect=RESTART,
        labels={"product": "Products", "additive": "Additive"},
        meaning="How a state of the decoder meets one of the encoder: s·A h, or v·tanh(Wₛ s + Wₑ h + b).",
    )
    units: int = integer(
        32,
        low=4,
        high=64,
        label="units",
        effect=RESTART,
        meaning="Numbers of the state of each cell.",
    )
    rate: float = real(
        0.01,
        low=1e-4,
        high=0.3,
        log=True,
        label="learning rate",
        effect=LIVE,
        decimals=4,
        meaning="The step of Adam.",
    )
    batch: int = integer(
        32,
        low=1,
        high=64,
        label="batch",
        effect=LIVE,
        meaning="New random sequences for every update.",
    )
