"""The Hopfield network: memories as valleys of an energy, and how many of them fit."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.hopfield.declared import GESTURES, JOBS, METRICS
from playground.engine.declarations.concept import Badge, Card, Opens
from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    integer,
    real,
    vector,
)

__all__ = ["CARD", "GESTURES", "JOBS", "METRICS", "Params"]

MOST_PICTURES = 36  # files at once

CARD = Card(
    title="Hopfield recall",
    chapter="Connectionism",
    line="Memories are valleys: start on a slope and roll down into one",
    badge=Badge(
        kind="exact",
        what="every update of Hebb's rule without a threshold, in whole numbers: fields, ties, fixed points, cycles",
        against="rational arithmetic, all states of small nets, and the theory of the critical load",
    ),
    sources=(
        "J. J. Hopfield, Neural networks and physical systems with emergent collective computational abilities (1982)",
        "D. J. Amit, H. Gutfreund and H. Sompolinsky, Statistical mechanics of neural networks near saturation (1987)",
        "L. Personnaz, I. Guyon and G. Dreyfus, Information storage and retrieval in spin-glass like networks (1985)",
        "A. Storkey, Increasing the capacity of a Hopfield network without sacrificing functionality (1997)",
        "E. Goles, F. Fogelman and D. Pellegrin, Decreasing energy functions as a tool for studying networks (1985)",
        "M. Demircigil et al., On a model of associative memory with huge storage capacity (2017)",
        "J. Hertz, A. Krogh and R. G. Palmer, Introduction to the theory of neural computation (1991)",
    ),
    heavy=True,
    pace=240.0,
    words=(
        "associative memory",
        "attractor",
        "energy",
        "Hebb",
        "Storkey",
        "pseudo-inverse",
        "spurious state",
        "capacity",
        "cross-talk",
        "spin glass",
        "Glauber",
        "modern Hopfield network",
    ),
    opens=(
        Opens(
            "picture",
            "dark is ink and light is paper; a wide picture is cut into several memories",
            files=MOST_PICTURES,
        ),
    ),
)

DRAWN = ("signs", "letters", "digits", "handwritten", "stripes")
ONE_BY_ONE = {"update": ("one",)}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "patterns", "rule", "noise", "temperature", "update", "load", "neurons")

    mode: Literal["recall", "crosstalk", "landscape", "capacity"] = choice(
        "recall",
        label="view",
        effect=VIEW,
        labels={"recall": "Recall", "crosstalk": "Cross-talk", "landscape": "Landscape", "capacity": "Capacity"},
        meaning="The state as it relaxes, why bits of a memory fail, all states of a small net, or how much fits.",
    )
    noise: float = real(
        0.3,
        low=0.0,
        high=0.5,
        label="noise",
        effect=RESTART,
        meaning="The share of the units that is flipped at the start.",
        when={"damage": ("flip",)},
    )
    temperature: float = real(
        0.0,
        low=0.0,
        high=2.0,
        label="temperature",
        effect=LIVE,
        meaning="At 0 the sign of the field decides; above, a neuron is +1 with probability 1/(1 + exp(−2H/T)).",
    )
    update: Literal["one", "all"] = choice(
        "one",
        label="update",
        effect=LIVE,
        labels={"one": "One unit", "all": "All units"},
        meaning="One neuron after the other, each seeing the last change, or all at once.",
    )
    step_is: Literal["neuron", "flip", "sweep"] = choice(
        "neuron",
        label="one step is",
        effect=LIVE,
        labels={"neuron": "One neuron", "flip": "One flip", "sweep": "One sweep"},
        when=ONE_BY_ONE,
    )
    rule: Literal["hebb", "projection", "storkey", "dense"] = choice(
        "projection",
        label="learning rule",
        effect=RESTART,
        labels={"hebb": "Hebb", "projection": "Projection", "storkey": "Storkey", "dense": "Dense"},
        meaning="Hebb's sum, the pseudo-inverse, Storkey's rule, or the modern dense network with exponential energy.",
    )
    start: int = integer(
        2, low=1, high=512, label="memory to recall", effect=RESTART, meaning="Or click a memory in the picture."
    )
    damage: Literal["flip", "blank", "mixture", "random"] = choice(
        "flip",
        label="start from",
        effect=RESTART,
        labels={"flip": "Flipped units", "blank": "Half a memory", "mixture": "Three mixed", "random": "Nothing"},
        meaning="A copy with flipped units or with its lower half white, three memories mixed, or pure chance.",
    )
    patterns: Literal["signs", "letters", "digits", "handwritten", "stripes", "random", "own"] = choice(
        "signs",
        label="memories",
        effect=DATA,
        labels={
            "signs": "Drawn signs",
            "letters": "Letters",
            "digits": "Digits",
            "handwritten": "Handwritten",
            "stripes": "Stripes",
            "random": "Random",
            "own": "Your own",
        },
        meaning="What is stored; memories can be painted, added, deleted, or opened as a picture.",
    )
    count: int = integer(
        6,
        low=1,
        high=36,
        label="how many",
        effect=DATA,
        meaning="As far as the set reaches: 6 signs, 26 letters, 10 digits.",
        when={"patterns": DRAWN},
    )
    load: float = real(
        0.05,
        low=0.0,
        high=3.0,
        label="load n/d",
        effect=DATA,
        decimals=3,
        meaning="Random memories for each neuron; at most 512 memories.",
        when={"patterns": ("random",)},
    )
    rows: int = integer(24, low=2, high=64, label="rows", effect=DATA)
    columns: int = integer(24, low=2, high=64, label="columns", effect=DATA)
    threshold: float = real(
        0.0,
        low=-1.0,
        high=1.0,
        label="threshold b",
        effect=RESTART,
        meaning="The field that a neuron needs to be on; the same for all.",
    )
    order: Literal["cyclic", "random", "given"] = choice(
        "random",
        label="order of the neurons",
        effect=RESTART,
        labels={"cyclic": "In turn", "random": "Random", "given": "Given"},
        meaning="In turn, in a new random order for each sweep, or in the order given below.",
        when=ONE_BY_ONE,
    )
    sequence: tuple[float, ...] = vector(
        (),
        low=0.0,
        high=4095.0,
        fewest=0,
        most=4096,
        label="given order",
        effect=RESTART,
        decimals=0,
        meaning="Neuron numbers from 0; those that are not named follow in turn. Empty: the last neuron first.",
        when={"order": ("given",), **ONE_BY_ONE},
    )
    brush: int = integer(2, low=1, high=16, label="brush", effect=VIEW, unit="cells")
    neurons: int = integer(
        1000,
        low=200,
        high=2000,
        label="neurons in the sweep",
        effect=VIEW,
        meaning="How many neurons the nets of the capacity sweep have.",
        when={"mode": ("capacity",)},
    )
