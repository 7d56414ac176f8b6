"""What the panel declares beside its parameters: metrics and gestures. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

METRICS = (
    Metric("updates", "updates", "Weight changes so far.", decimals=None),
    Metric("loss", "loss", "Of the last batch: cross-entropy in nats, of waves the mean squared error.", decimals=4),
    # U-Net.
    Metric("border_with", "border IoU, skips", "Of 24 pictures that were not learnt, with skips.", decimals=3),
    Metric("border_without", "border IoU, no skips", "The same without skips.", decimals=3),
    hidden("iou_with", "IoU, skips", "Overlap over union of all pixels, with skips.", 3),
    hidden("iou_without", "IoU, no skips", "The same without skips.", 3),
    hidden("border_gain", "gain of the border IoU", "By the skips.", 3),
    hidden("mine_with", "border IoU of yours, skips", "Of the picture on the paper.", 3),
    hidden("mine_without", "border IoU of yours, no skips", "The same without skips.", 3),
    # WaveNet.
    Metric(
        "field", "receptive field", "Samples that a prediction sees: 1 + Σ (k − 1) d.", unit="samples", decimals=None
    ),
    hidden("field_measured", "field, measured", "From the first to the last sample whose derivative is not 0."),
    hidden("field_gap", "formula and measurement", "Difference of the two."),
    hidden("future", "derivative to the future", "Its largest size over all later samples.", 9),
    Metric(
        "error_made",
        "error of the wave made",
        "Root mean square distance of 64 samples made by the net from how the wave goes on.",
        decimals=3,
    ),
    hidden("moment", "moment", "The sample after which the tree asks."),
    # Words.
    Metric("accuracy", "accuracy, held out", "Share of 200 new sentences that are judged rightly.", decimals=3),
    hidden("fires", "fires on the phrase", "Share of sentences with one phrase where the leading filter is on it.", 3),
    hidden("planted_right", "planted filter is right", "Share of 200 sentences where it is largest on its phrase.", 3),
    hidden("planted_on", "planted filter is on", "The words of its best window."),
    Metric("verdict", "the sentence", "What the net says of it."),
    hidden("praise", "probability of praise", "Of the typed sentence.", 3),
    hidden("winner", "the leading phrase", "Where the filter that adds most is largest."),
    hidden("score", "its score", "Of the chosen filter in its best window, before the ReLU.", 3),
)

_PATH = Field("path", "vector", low=-1e4, high=1e4, meaning="x, y, x, y, ... in pixels from the bottom left")

GESTURES = (
    GestureDecl("draw", (_PATH,), "Add to the blobs on the paper."),
    GestureDecl("erase", (_PATH,), "Take away from them."),
    GestureDecl("ask", (Field("x", "real", low=-1e4, high=1e4, meaning="the sample"),), "Ask after this sample."),
    GestureDecl("follow", (Field("row", "integer", low=0, high=15, meaning="its number"),), "Choose a filter."),
    GestureDecl("another", (), "Take another picture, or another piece of the wave.", button="Another one"),
    GestureDecl("blank", (), "Take a new sheet of paper.", button="Clear the paper"),
)
