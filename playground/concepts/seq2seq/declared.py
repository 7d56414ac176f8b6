"""What the panel declares beside its parameters: metrics, gestures and the job. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden

LONGEST = 24  # tokens that are read or said at most

_OWN = "Share of tokens right when the net hears what it said, on new sequences of the length tested."
METRICS = (
    Metric("attention_right", "attention right", _OWN, decimals=3),
    Metric("fixed_right", "fixed vector right", _OWN, decimals=3),
    Metric("attention_loss", "attention loss", "Cross-entropy of its tokens, fed as in training.", "nat", 3),
    Metric("fixed_loss", "fixed vector loss", "Cross-entropy of its tokens, fed as in training.", "nat", 3),
    Metric("attention_says", "attention says", "What it says of the sequence on screen.", decimals=None),
    Metric("fixed_says", "fixed vector says", "What it says of the sequence on screen.", decimals=None),
    Metric(
        "mass",
        "weight where it stands",
        "Mean weight on the places where the answers stand, on the sequence on screen.",
        decimals=3,
        note="equal weights: {uniform}",
    ),
    Metric("map_entropy", "entropy of the weights", "Mean over the steps on screen.", "nat", 3),
    Metric(
        "free_growth",
        "error grows, hearing itself",
        "Error of the attention net in the last quarter of the steps over that in the first; step 1 is left out.",
        decimals=2,
    ),
    Metric("forced_growth", "error grows, fed right", "The same when each step hears the right token.", decimals=2),
    hidden("free_growth_measured", "error grows, hearing itself", "The same as measured on 2,000 sequences.", 2),
    hidden("forced_growth_measured", "error grows, fed right", "The same as measured on 2,000 sequences.", 2),
    hidden("fixed_last_measured", "last error of the fixed vector", "In the last quarter, measured.", 3),
    hidden("measured_on", "measured on", "How many sequences were measured."),
    hidden("reads", "read", "The sequence on screen."),
    hidden("right_answer", "right", "What should be said of it."),
    hidden("antidiagonal", "weight on the antidiagonal", "Of the map of weights, averaged over the last batch.", 3),
    hidden("diagonal", "weight on the diagonal", "Of the map of weights, averaged over the last batch.", 3),
    hidden("batch_uniform", "equal weights", "What equal weights would put there, in the last batch.", 4),
    hidden("uniform", "equal weights", "What equal weights would put on each place of the sequence on screen.", 4),
    hidden("attention_free", "error hearing itself", "Of the attention net at the length tested.", 3),
    hidden("attention_forced", "error fed right", "Of the attention net at the length tested.", 3),
    hidden("attention_long", "attention right at 20", "Share of tokens right at 20 letters, hearing itself.", 3),
    hidden("fixed_long", "fixed vector right at 20", "Share of tokens right at 20 letters, hearing itself.", 3),
    hidden("gap_long", "gap at 20", "How much more attention has right at 20 letters.", 3),
    hidden("attention_count", "attention right", "How many tokens on screen attention has right."),
    hidden("fixed_count", "fixed right", "How many tokens on screen the fixed vector has right."),
    hidden("asked", "asked", "How many tokens are to be said."),
    hidden("updates", "updates", "Updates so far."),
    hidden("weight", "weight", "Of the chosen step on the place that it looks at most.", 3),
)

_STEP = Field("query", "integer", 0, LONGEST - 1, meaning="the step that looks, from 0")
GESTURES = (
    GestureDecl("choose_step", (_STEP,), "Works out where one step looks.", when={"mode": ("unrolled",)}),
    GestureDecl(
        "look",
        (_STEP, Field("place", "integer", 0, LONGEST - 1, meaning="the place that was read, from 0")),
        "Makes a step look at one place alone; once more lets it look where it likes.",
        target=("query",),
        when={"mode": ("unrolled",)},
    ),
    GestureDecl("let_look", (), "Every step looks where it likes.", button="Let it look", when={"mode": ("unrolled",)}),
)

JOBS = (
    JobDecl(
        "measure",
        "Measure on more",
        "Tests both nets on 500 new sequences of each length, or on 2,000 of the one that is shown.",
        reads=("mode", "task", "repeats", "length", "reading", "score", "units"),
        reads_state=True,
    ),
)
