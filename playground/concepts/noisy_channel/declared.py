"""What the panel declares beside its parameters: metrics and gestures. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

METRICS = (
    Metric(
        "reranked_accuracy",
        "reranked",
        "Share of words read right, by the channel times the prior to the weight.",
        decimals=3,
    ),
    Metric("direct_accuracy", "direct", "Share of words read right, by the direct model alone.", decimals=3),
    Metric("ceiling", "among the candidates", "Share of words that the direct model proposes at all.", decimals=3),
    Metric("reranking_gain", "gain by reranking", "How much more is read right than by the direct model.", decimals=3),
    Metric("score", "score", "log p(typed | word) + λ log p(words) of the word that is read.", decimals=2),
    hidden("taken", "pairs", "Pairs of sentences so far."),
    hidden("chosen_word", "word", "The typed word that is looked at."),
    hidden("reranked_word", "reranked", "How it is read."),
    hidden("direct_word", "direct", "How the direct model reads it."),
    hidden("reads", "reranked", "How the whole sentence is read."),
    hidden("channel_score", "channel", "log p(typed | word) of the word that is read.", 2),
    hidden("prior_score", "prior", "log p(words) of the word that is read, between its neighbours.", 2),
    hidden("misread", "misread", "How many words of the sentence are read wrong; none if nobody knows."),
    hidden("own_text", "own", "Whether the user typed it."),
    hidden("best_weight", "best weight", "The weight of the curve with the most words read right.", 2),
)
GESTURES = (
    GestureDecl(
        "look_at",
        (Field("place", "real", -1000, 1000, meaning="the word of the sentence, from 0"),),
        "Looks at the candidates of one typed word.",
    ),
    GestureDecl("another", (), "Reads the next test sentence.", button="Another sentence"),
)
