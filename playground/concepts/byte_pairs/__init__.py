"""Byte pairs: the most frequent pair of tokens becomes a token, again and again, until words are pieces."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.byte_pairs.declared import GESTURES, METRICS, MOST_MERGES
from playground.engine.declarations.concept import Badge, Card, Door, Opens
from playground.engine.declarations.params import DATA, LIVE, VIEW, ConceptParams, choice, flag, integer
from playground.engine.declarations.params import text as line

__all__ = ["CARD", "DOORS", "GESTURES", "METRICS", "Params"]

CARD = Card(
    title="Byte pairs",
    chapter="Sequences and language",
    line="Merge the most frequent pair, again and again: bytes become pieces of words",
    badge=Badge(
        kind="exact",
        what="every count, tie, merge and token",
        against="the published example, and a plain program on strings",
    ),
    sources=(
        "P. Gage, A new algorithm for data compression (1994)",
        "R. Sennrich, B. Haddow and A. Birch, Neural machine translation of rare words with subword units (2016)",
        "A. Radford et al., Language models are unsupervised multitask learners (2019)",
        "K. Bostrom and G. Durrett, Byte pair encoding is suboptimal for language model pretraining (2020)",
    ),
    dtype="float64",
    pace=4.0,
    words=(
        "BPE",
        "tokenizer",
        "tokeniser",
        "token",
        "subword",
        "vocabulary",
        "UTF-8",
        "unicode",
        "compression",
        "merge",
    ),
    opens=(Opens("text", "its first 300,000 bytes"),),
)

DOORS = (
    Door(
        "tokenizer",
        title="How a word becomes tokens",
        chapter="Sequences and language",
        line="The learnt merges, one after another, on a word that was never seen",
        preset="new_word",
        words=("tokenizer", "encode", "subword"),
    ),
)

WOOD = (
    "how much wood would a woodchuck chuck if a woodchuck could chuck wood? "
    "he would chuck, he would, as much as he could, and chuck as much wood as a woodchuck would "
    "if a woodchuck could chuck wood."
)


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "text", "word", "within")
    mode: Literal["learn", "encode"] = choice(
        "learn",
        label="view",
        effect=VIEW,
        labels={"learn": "Learn merges", "encode": "Encode a word"},
        meaning="Which pair is merged next; what the merges make of other words.",
    )
    text: str = line(WOOD, longest=1000, label="text", effect=DATA, meaning="What pairs are counted in.")
    word: str = line(
        "a wooden chuckle",
        longest=60,
        label="words to encode",
        effect=VIEW,
        meaning="Any characters: what was never seen falls into bytes.",
        when={"mode": ("encode",)},
    )
    within: bool = flag(
        True,
        label="merges stay within words",
        effect=DATA,
        meaning="A word is what stands between spaces, with the space before it. Off: any neighbours may be merged.",
    )
    least: int = integer(
        2,
        low=2,
        high=50,
        log=True,
        label="fewest times",
        effect=LIVE,
        meaning="A pair that comes less often is not merged.",
    )
    most: int = integer(
        MOST_MERGES,
        low=1,
        high=MOST_MERGES,
        log=True,
        label="most merges",
        effect=LIVE,
        meaning="It ends sooner where no pair comes often enough.",
    )
