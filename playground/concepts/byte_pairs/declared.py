"""What the panel declares beside its parameters: metrics and gestures. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

MOST_MERGES = 512
PAIRS = 8  # pairs on screen

METRICS = (
    Metric("tokens", "tokens", "Of the whole text.", decimals=None, note="of {bytes} bytes"),
    Metric("vocabulary", "vocabulary", "The 256 bytes, and a token for each merge.", decimals=None),
    Metric("ratio", "bytes a token", "Of the whole text."),
    Metric(
        "bits", "bits", "Of the text with a whole code for each token: tokens times log₂ of the vocabulary.", decimals=0
    ),
    Metric("best_count", "times of the best pair", "How often it stands in the text.", decimals=None),
    Metric(
        "ties", "pairs as frequent", "With it; of these the one that stands first in the text is merged.", decimals=None
    ),
    Metric("replaced", "replaced", "How often the last pair was replaced.", decimals=None),
    hidden("bytes", "bytes", "Of the text in UTF-8."),
    hidden("pair", "next pair", "The pair that is merged next, in words."),
    hidden("merges", "merges", "Learnt so far."),
    hidden("before", "tokens before", "Before the last merge."),
    hidden("raw_bits", "bits of the bytes", "Eight for each byte."),
    hidden("longest", "longest token", "In bytes."),
    hidden("halves", "half characters", "Tokens whose bytes are no whole characters, of those made by merges."),
    # The word.
    hidden("word_bytes", "bytes of the words", "Of those to encode, in UTF-8."),
    hidden("word_tokens", "tokens of the words", "What the merges leave."),
    hidden("word_ratio", "bytes a token", "Of the words to encode.", 2),
    hidden("unseen", "unseen bytes", "Bytes of the words that the text does not have."),
    hidden("bare", "bare bytes", "Tokens of the words that are single bytes."),
)

GESTURES = (
    GestureDecl(
        "merge",
        (Field("id", "integer", low=0, high=PAIRS - 1, meaning="the pair's place among the most frequent, from 0"),),
        "Merge this pair now, whether it is the most frequent or not.",
    ),
)
