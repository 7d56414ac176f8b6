"""What the panel declares beside its parameters: metrics, gestures and jobs. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden

FARTHEST = 4

METRICS = (
    Metric(
        "accuracy", "test accuracy", "Share of the 300 test digits that each net says right.", decimals=3, over="net"
    ),
    Metric("weights", "weights", "Weights and biases of each net.", decimals=None, over="net"),
    Metric("loss", "loss", "Mean cross-entropy of the last batch of each net.", unit="nat", decimals=3, over="net"),
    Metric(
        "steady",
        "right when moved",
        "Share of the 25 places inside the frame at which each net says of your digit what it is.",
        decimals=2,
        over="net",
    ),
    Metric("lead_few", "CNN ahead at n = 100", "Of the better of the two others, the mean over the seeds.", decimals=3),
    Metric(
        "lead_many", "CNN ahead at n = 1,200", "Of the better of the two others, the mean over the seeds.", decimals=3
    ),
    Metric(
        "undone",
        "cannot be undone",
        "How far answers on scrambled digits differ from those on plain ones with the weights moved back.",
        decimals=6,
        over="net",
    ),
    Metric(
        "same_within",
        "nine places, one answer",
        "How much the CNN's probabilities differ between the nine places.",
        decimals=6,
    ),
    Metric("mlp_scrambled", "MLP, pixels scrambled", "Accuracy lost by the order of the pixels.", decimals=3),
    Metric("cnn_scrambled", "CNN, pixels scrambled", "Accuracy lost by the order of the pixels.", decimals=3),
    Metric("vit_scrambled", "ViT, pixels scrambled", "Accuracy lost by the order of the pixels.", decimals=3),
    hidden("taken", "updates", "Updates so far."),
    hidden("token_name", "token", "Whose attention is followed."),
    hidden("spread_over", "tokens looked at", "exp of the entropy of its attention: as many equal tokens.", 1),
    hidden("answer", "the ViT says", "Its answer to the digit of the shift test."),
    hidden("needs_cnn", "CNN, 70 %", "How many examples bring it to 70 %, in words."),
    hidden("needs_mlp", "MLP, 70 %", "How many examples bring it to 70 %, in words."),
    hidden("needs_vit", "ViT, 70 %", "How many examples bring it to 70 %, in words."),
    hidden("even_mean", "at even shifts", "Mean probability of the CNN inside the frame.", 3),
    hidden("odd_mean", "at odd shifts", "Mean probability of the CNN inside the frame.", 3),
    hidden("own_weight", "on the class token", "Weight of the followed token on the class token.", 3),
    hidden("reached_self", "of itself", "Share of the followed token that reaches it through all blocks.", 3),
    hidden("cnn_few", "CNN at n = 100", "Mean test accuracy over the seeds.", 3),
    hidden("cnn_many", "CNN at n = 1,200", "Mean test accuracy over the seeds.", 3),
    hidden("lead_fell", "gap narrowed", "How much smaller the lead is at n = 1,200 than at n = 100.", 3),
    hidden("found_cnn_few", "CNN at n = 100, found here", "Mean over the seeds, by the job.", 3),
    hidden("found_cnn_many", "CNN at n = 1,200, found here", "Mean over the seeds, by the job.", 3),
    hidden("found_lead_few", "CNN ahead at n = 100, found here", "Mean over the seeds, by the job.", 3),
    hidden("found_lead_many", "CNN ahead at n = 1,200, found here", "Mean over the seeds, by the job.", 3),
    hidden("found_mlp_scrambled", "MLP, pixels scrambled, found here", "Accuracy lost, by the job.", 3),
    hidden("found_cnn_scrambled", "CNN, pixels scrambled, found here", "Accuracy lost, by the job.", 3),
    hidden("found_vit_scrambled", "ViT, pixels scrambled, found here", "Accuracy lost, by the job.", 3),
)
_TEST = {"mode": ("shift",)}
_PATH = Field(
    "path", "vector", -1000, 1000, meaning="x, y, x, y, ... from the lower left of the canvas, which is 9 wide"
)
GESTURES = (
    GestureDecl(
        "draw",
        (_PATH, Field("ink", "choice", choices=("ink", "paper"), meaning="whether it draws or rubs out")),
        "Draws on the digit, or rubs out.",
        when=_TEST,
    ),
    GestureDecl("clear", (), "An empty canvas to draw on.", button="Clear the canvas", when=_TEST),
    GestureDecl(
        "choose",
        (Field("test", "integer", 0, 299, meaning="of the test digits, from 0"),),
        "Takes a test digit for the shift test.",
    ),
    GestureDecl(
        "mean",
        (Field("digit", "integer", 0, 9, meaning="what it is meant to be"),),
        "Says which digit the picture is meant to be.",
        when=_TEST,
    ),
    GestureDecl(
        "move",
        (
            Field("row", "integer", 0, 2 * FARTHEST, meaning="4 is the middle, more is further down"),
            Field("column", "integer", 0, 2 * FARTHEST, meaning="4 is the middle, more is further right"),
        ),
        "Moves the digit.",
        when=_TEST,
    ),
    GestureDecl(
        "follow",
        (Field("token", "integer", 0, 36, meaning="0 is the class token, then the patches in reading order"),),
        "Follows the attention of a token.",
        when={"mode": ("patches",)},
    ),
)

SETTINGS = (
    "task",
    "moved",
    "augment",
    "source",
    "readout",
    "border",
    "coordinates",
    "patch",
    "layers",
    "positions",
    "rate",
    "batch",
)
JOBS = (
    JobDecl(
        "curves",
        "learning curves",
        "Trains every net on 25 to 1,200 examples from four seeds each.",
        reads=("pixels", *SETTINGS),
        reads_data=False,
    ),
    JobDecl(
        "orders",
        "orders of the pixels",
        "Trains every net on four orders of the pixels from three seeds each.",
        reads=("n", *SETTINGS),
        reads_data=False,
    ),
)
