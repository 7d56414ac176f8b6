"""What the panel declares beside its parameters: metrics, arrays, gestures and claims. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

_SHOWN = (
    Metric(
        "accuracy", "accuracy", "Share of the asked places answered right, on sequences never seen before.", decimals=3
    ),
    Metric("loss", "loss", "Mean cross-entropy of the asked places, in nats.", decimals=3),
    Metric(
        "said",
        "it says",
        "What the net answers to your sentence.",
        decimals=None,
        note="{said_right} of {asked_count} right",
    ),
    Metric(
        "aim_weight",
        "weight on the answer",
        "Mean weight of the head shown on the keys where the answers stand.",
        decimals=3,
        note="best {best_aim}",
    ),
    Metric(
        "previous_weight",
        "weight on the token before",
        "Mean weight on the key just before, of the best head.",
        decimals=3,
    ),
    Metric("head_entropy", "entropy of the head", "Mean entropy of its rows of weights.", unit="nat", decimals=3),
    Metric("rows_within", "rows sum to 1 within", "The largest difference of a row's sum from 1.", decimals=None),
    Metric(
        "torch_within",
        "differs from torch by",
        "The largest difference from torch's own attention, all heads.",
        decimals=None,
    ),
    Metric("shuffle_gap", "the new order changes", "The largest change in what comes out of any token.", decimals=6),
    Metric(
        "spread_within",
        "one distance, products within",
        "How much dot products at the same distance differ.",
        decimals=None,
    ),
    Metric(
        "entropy_unscaled",
        "entropy of q·k",
        "Mean entropy of softmax(q·k) at the chosen size.",
        unit="nat",
        decimals=3,
        note="of {max_entropy}",
    ),
    Metric(
        "entropy_scaled",
        "entropy of q·k/√d",
        "Mean entropy of softmax(q·k/√d) at the chosen size.",
        unit="nat",
        decimals=3,
        note="of {max_entropy}",
    ),
    Metric("jacobian_unscaled", "slope of q·k", "Mean norm of the softmax's Jacobian.", decimals=3),
    Metric("jacobian_scaled", "slope of q·k/√d", "Mean norm of the softmax's Jacobian.", decimals=3),
)


_RECORDED = (
    hidden("honest_accuracy", "accuracy without the future", "With the causal mask put on for the test.", 3),
    hidden("best_aim", "best on the answer", "The largest mean weight on the answers of any head.", 3),
    hidden("rows_off", "rows off", "The largest difference of a row's sum from 1.", 16),
    hidden("library_gap", "gap to torch", "The largest difference from torch's own attention.", 16),
    hidden("offset_spread", "spread", "How much dot products at the same distance differ.", 16),
    hidden("max_entropy", "log n", "The entropy of equal weights, in nats.", 3),
    hidden("said_right", "right", "How many of its answers are right."),
    hidden("taken", "updates", "Updates so far."),
    hidden("query_word", "query", "The token that asks."),
    hidden("key_word", "key", "The token that is looked at."),
    hidden("product", "q·k", "The sum of the products of their features.", 3),
    hidden("score", "score", "The product over the root.", 3),
    hidden("weight", "weight", "The share of the key in the row.", 4),
)
METRICS = (*_SHOWN, *_RECORDED)

_TOKENS = {"mode": ("heads", "translation", "digits")}
_ORDER = {"mode": ("order",)}
_CELL = 63
GESTURES = (
    GestureDecl(
        "choose_cell",
        (
            Field("query", "integer", 0, _CELL, meaning="the row, from 0"),
            Field("key", "integer", 0, _CELL, meaning="the column, from 0"),
        ),
        "Works out one weight by hand.",
        when=_TOKENS,
    ),
    GestureDecl(
        "choose_query",
        (Field("query", "integer", 0, _CELL, meaning="the token, from 0"),),
        "Follows one token; the key is the one that it looks at most.",
        when=_TOKENS,
    ),
    GestureDecl(
        "move_token",
        (
            Field("id", "integer", 0, _CELL, meaning="the token, as typed, from 0"),
            Field("place", "real", -1000, 1000, meaning="where it goes"),
        ),
        "Moves a token to another place.",
        target=("id",),
        when=_ORDER,
    ),
    GestureDecl("shuffle", (), "Puts the tokens in a random order.", button="Shuffle", when=_ORDER),
    GestureDecl("restore", (), "Puts the tokens back as they were typed.", button="As typed", when=_ORDER),
)
