"""What the panel declares beside its parameters: metrics and gestures. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

_SHOWN = (
    Metric(
        "train_perplexity",
        "perplexity, training",
        "e to the mean loss of the last 10 updates, on what it learns from.",
        note="of {uniform_perplexity} alike",
    ),
    Metric(
        "held_out_perplexity",
        "perplexity, held out",
        "On text that it never learns from, measured after every tenth update.",
    ),
    Metric("bigram_perplexity", "bigram, held out", "Of counts of pairs of characters, on the same text."),
    Metric("unigram_perplexity", "unigram, held out", "Of counts of single characters, on the same text."),
    Metric("uniform_perplexity", "uniform", "All characters alike: as many as there are."),
    Metric("perplexity", "perplexity of your text", "2 to the mean surprise in bits, e to that in nats."),
    Metric("bits", "bits per character", "The mean surprise, −log₂ p.", unit="bit", decimals=3),
    Metric("nats", "nats per character", "The mean surprise, −log p.", unit="nat", decimals=3),
    Metric("surprise", "surprise", "−log₂ of what was given to the character chosen.", unit="bit", decimals=3),
    Metric("next_entropy", "entropy of the next", "Of the chances at the place chosen.", unit="bit", decimals=3),
    Metric(
        "known_words",
        "words that the text has",
        "The share of the last words written that occur in the text that is learnt.",
        decimals=2,
    ),
    Metric(
        "variety",
        "different words",
        "The share of the last words written that were not written before among them.",
    ),
    Metric(
        "period",
        "repeats itself after",
        "Characters after which the end of the text repeats; none: it does not.",
        decimals=None,
    ),
    Metric("weight_count", "weights", "How many numbers are learnt.", decimals=None),
)

_RECORDED = (
    hidden("signs", "characters", "How many different characters the text has."),
    hidden("place_sign", "character", "The character after which the next one is asked."),
    hidden("first_sign", "likeliest", "The likeliest character there."),
    hidden("first_chance", "its chance", "What the likeliest is given, after temperature and top k.", 3),
    hidden("written_count", "written", "Characters written after the prompt."),
    hidden("taken", "updates", "Updates so far."),
    hidden(
        "base_gap", "bases differ by", "The difference of 2 to the bits and e to the nats, over the perplexity.", 18
    ),
    hidden(
        "uniform_gap", "uniform off", "The difference of the uniform model's perplexity from the count of signs.", 15
    ),
    hidden("over_ratio", "held out over training", "The perplexity held out over that of training.", 3),
    hidden(
        "start_ratio", "off uniform", "The perplexity held out over the number of signs, or the other way round.", 3
    ),
    hidden("chance", "chance", "What the place before gave to the character chosen.", 4),
    hidden("gradient_norm", "gradient", "The norm of the gradient, in which 1 is the most that is used.", 3),
)
METRICS = (*_SHOWN, *_RECORDED)

_MOST = 1_000_000
GESTURES = (
    GestureDecl(
        "choose_place",
        (Field("place", "integer", -1, _MOST, meaning="the character in the text, from 0; -1: the last one"),),
        "Looks at what came next there, and at what its heads looked at.",
    ),
    GestureDecl(
        "write",
        (Field("rank", "integer", 0, 127, meaning="how many are likelier"),),
        "Writes a character of your own choice.",
        when={"mode": ("write",)},
    ),
    GestureDecl(
        "begin_again",
        (),
        "Throws away what was written and begins anew with the prompt.",
        button="Begin again",
        when={"mode": ("learn", "write")},
    ),
)
