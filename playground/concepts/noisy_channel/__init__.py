"""The noisy channel: what was meant by what was typed, by Bayes' rule on candidates."""

from __future__ import annotations

from typing import ClassVar

from playground.concepts.noisy_channel.declared import GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card, Door
from playground.engine.declarations.params import DATA, LIVE, VIEW, ConceptParams, integer, real, text

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Noisy channel",
    chapter="Sequences and language",
    line="The channel says what fits the keys, the prior what is said at all",
    badge=Badge(
        kind="exact",
        what="scores, candidates and the best sentence; shares of words read right are of 300 test words",
        against="enumeration of all sentences of the candidates, and counts made one by one",
    ),
    sources=(
        "C. Shannon, A mathematical theory of communication (1948)",
        "A. Viterbi, Error bounds for convolutional codes (1967)",
        "M. Kernighan, K. Church and W. Gale, A spelling correction program based on a noisy channel model (1990)",
        "P. Brown et al., The mathematics of statistical machine translation (1993)",
        "L. Yu et al., The neural noisy channel (2017)",
    ),
    pace=10.0,
    words=(
        "noisy channel",
        "Bayes rule",
        "prior",
        "likelihood",
        "language model",
        "reranking",
        "candidates",
        "spelling correction",
        "typo",
        "Viterbi",
        "decoding",
        "MAP",
        "machine translation",
        "speech recognition",
    ),
)

DOORS = (
    Door(
        "reranking",
        title="Reranking",
        chapter="Sequences and language",
        line="A direct model proposes, channel and prior choose",
        preset="own_typing",
        words=("n-best list", "rescoring", "candidates"),
        plot="weights",
    ),
)

JOBS = ()


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("typed", "weight", "most", "slip", "clean")

    typed: str = text(
        "",
        longest=80,
        label="what you type",
        effect=VIEW,
        meaning="Words of three letters, with slips of the keys; where there is none a test sentence is read.",
    )
    weight: float = real(
        1.0,
        low=0.0,
        high=8.0,
        label="weight of the prior",
        effect=LIVE,
        meaning="λ, by which log p(words) is multiplied; 1 is Bayes' rule, 0 asks the channel alone.",
    )
    most: int = integer(
        8,
        low=1,
        high=20,
        label="candidates",
        effect=LIVE,
        meaning="How many words the direct model proposes for each typed one.",
    )
    slip: float = real(
        0.3,
        low=0.0,
        high=0.6,
        label="slips",
        effect=DATA,
        meaning="How often a finger lands on a neighbouring key.",
    )
    clean: int = integer(
        2000,
        low=1,
        high=5000,
        log=True,
        label="sentences without slips",
        effect=DATA,
        meaning="How many sentences the prior was counted on; they need no pairs.",
    )
