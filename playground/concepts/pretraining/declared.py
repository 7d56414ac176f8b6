"""What the panel declares beside its parameters: metrics and gestures. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

_SHOWN = (
    Metric(
        "masked_accuracy",
        "masked net",
        "Share of hidden tokens that the masked net says right, one hidden in each text.",
        decimals=3,
        note="at most {masked_limit}",
    ),
    Metric(
        "causal_accuracy",
        "causal net",
        "Share of tokens that the causal net says right, from what stands before them.",
        decimals=3,
        note="at most {causal_limit}",
    ),
    Metric("gain", "gain by both sides", "How much more the masked net has right.", decimals=3),
    Metric("masked_loss", "loss, masked", "Mean cross-entropy where it was asked.", unit="nat", decimals=3),
    Metric("causal_loss", "loss, causal", "Mean cross-entropy of the next token.", unit="nat", decimals=3),
    Metric(
        "shot_accuracy",
        "accuracy",
        "Share of digits that are right, after 0 to 12 examples.",
        decimals=3,
        note="at most {shot_limit}",
    ),
    Metric("most_shots", "with 12 examples", "Share of digits that are right after 12 examples.", decimals=3),
    Metric("no_shots", "without an example", "Share of digits that are right without an example.", decimals=3),
    Metric("loss", "loss", "Mean cross-entropy of the last batch.", unit="nat", decimals=3),
    Metric(
        "within",
        "cosine within a sense",
        "Mean over two sentences with one sense, of the LSTMs' states and all three words.",
        decimals=3,
    ),
    Metric(
        "between",
        "cosine between senses",
        "Mean over two sentences with two senses, of the LSTMs' states and all three words.",
        decimals=3,
    ),
    Metric("own_cosine", "your two sentences", "The cosine of the word's two vectors, as mixed.", decimals=3),
)
_OTHERS = (
    hidden("taken", "updates", "Updates so far."),
    hidden("masked_limit", "limit", "What any reader of both sides can have right.", 3),
    hidden("causal_limit", "limit", "What any reader of the left side can have right.", 3),
    hidden("shot_limit", "limit", "What can be right at all, the mean over 0 to 12 examples.", 3),
    hidden("own_layer_cosine", "own layer", "The cosine of the word's two vectors in its own layer.", 3),
    hidden("expected_asked", "asked", "How many tokens of an update are asked of the masked net, on average.", 1),
    hidden("left_behind", "between under within", "How far the cosine between senses is below that within.", 3),
    hidden("hidden_word", "hidden", "What stands at the hidden place."),
    hidden("causal_right", "causal", "What the causal net gives to the hidden token.", 3),
    hidden("masked_right", "masked", "What the masked net gives to the hidden token.", 3),
    hidden("asked_letter", "asked", "The letter that is asked."),
    hidden("says", "it says", "The likeliest digit."),
)
METRICS = (*_SHOWN, *_OTHERS)

GESTURES = (
    GestureDecl(
        "hide",
        (Field("place", "integer", 0, 7, meaning="from 0"),),
        "Hides one token of your text.",
        when={"mode": ("masks",)},
    ),
)
