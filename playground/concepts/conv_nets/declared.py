"""What the panel declares beside its parameters: metrics and gestures. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

METRICS = (
    Metric("says", "the net says", "The digit with the largest probability."),
    Metric("probability", "with probability", "Of that digit, by the softmax of the outputs.", decimals=3),
    Metric("loss", "loss", "Mean cross-entropy of the last batch, in nats.", decimals=3),
    Metric(
        "held_accuracy",
        "accuracy, held out",
        "Share of 400 digits that the net never learns from; fifty are asked anew at every step.",
        decimals=3,
    ),
    Metric("updates", "updates", "Weight changes so far.", decimals=None),
    Metric("weights", "weights", "Weights and biases of the net.", decimals=None),
    Metric(
        "field",
        "receptive field",
        "Side of the square that a unit of the chosen layer can see, by the recursion.",
        unit="pixels",
        decimals=None,
        note="measured {field_measured}",
    ),
    Metric("unit_value", "chosen unit", "Its value before the ReLU for this drawing.", decimals=3),
    # Of the chosen unit.
    hidden("field_measured", "field, measured", "Extent of the non-zero derivatives of one unit, all weights alike."),
    hidden("field_gap", "formula and measurement", "Largest difference over the layers, of extent and of start."),
    hidden("seen_share", "pixels reached", "Share of the pixels of the field that reach the unit.", 3),
    hidden("outside", "outside of the box", "Largest derivative of the unit by a pixel outside of its field.", 9),
    hidden("effective", "effective field", "Share of the field that holds 95 % of the size of the gradient.", 3),
    hidden("silent_fall", "fall by silence", "How much lower the probability is while the channel is silent.", 3),
    hidden("jump", "jump", "Pixels from one unit of the layer to the next."),
    hidden("start", "start", "The first pixel that the first unit sees; below 0 in the padding."),
    # Why.
    hidden("asked", "asked about", "The digit whose logit is explained."),
    hidden("logit", "logit", "Of that digit.", 3),
    hidden("evidence_gap", "evidence and logit", "How far the places' evidence and the bias sum from the logit.", 6),
    hidden("fall_gradient", "fall, gradient", "Fall of the logit without the pixels that the gradient names first.", 3),
    hidden("fall_occlusion", "fall, occlusion", "The same for those that occlusion names.", 3),
    hidden("fall_evidence", "fall, evidence", "The same for those that the map of evidence names.", 3),
    hidden("fall_random", "fall, random", "The same for as many pixels of ink by chance, the mean of eight draws.", 3),
    # Counted.
    hidden("counted_weights", "weights", "Of the architecture, with biases."),
    hidden("counted_work", "multiply-adds", "Of its convolutions and linear layers for one picture."),
    hidden("counted_field", "field", "Receptive field of its last unit before the first linear layer."),
    hidden("stack_ratio", "two 3 × 3 to one 5 × 5", "Weights without biases, one over the other.", 3),
    hidden("stack_field", "field of two 3 × 3", "By the recursion."),
    hidden("single_field", "field of one 5 × 5", "By the recursion."),
    hidden("saving", "saved by the 1 × 1", "Multiply-adds of the 5 × 5 alone over those behind a 1 × 1.", 2),
    hidden("shared_weights", "shared weights", "Of the first layer as a convolution: K (p q c + 1)."),
    hidden("local_weights", "local weights", "Of the same layer with weights of its own at every place."),
    hidden("full_weights", "full weights", "Of a layer that joins every pixel to every unit of the same maps."),
    hidden("count_gap", "formula and count", "Largest difference between the three formulas and what was counted."),
)

_DIGIT = Field("digit", "integer", low=0, high=9, meaning="the digit")
_PATH = Field("path", "vector", low=-1e4, high=1e4, meaning="x, y, x, y, ... in pixels from the bottom left")
_UNIT = (
    Field("layer", "integer", low=1, high=4, meaning="the layer, from 1"),
    Field("id", "integer", low=0, high=31, meaning="the channel, from 0"),
)
_PLACE = tuple(Field(one, "real", low=-1e4, high=1e4, meaning="where in the picture") for one in ("x", "y"))

GESTURES = (
    GestureDecl("draw", (_PATH,), "Draw on the paper."),
    GestureDecl("erase", (_PATH,), "Rub out."),
    GestureDecl("choose_unit", (*_UNIT, *_PLACE), "Choose a unit of a map."),
    GestureDecl("choose_place", _PLACE, "Choose the unit of the same channel that sees this place."),
    GestureDecl(
        "choose_cell",
        tuple(Field(one, "integer", low=0, high=27, meaning=f"its {one}, from 0") for one in ("row", "column")),
        "Choose another unit of the map.",
    ),
    GestureDecl("silence", _UNIT, "Silence a channel, or let it speak again."),
    GestureDecl("example", (_DIGIT,), "Put a digit of this kind on the paper."),
    GestureDecl("ask", (_DIGIT,), "Ask about this digit instead of the likeliest one."),
    GestureDecl("blank", (), "Take a new sheet of paper.", button="Clear the paper"),
    GestureDecl("speak", (), "Let every channel speak again.", button="Let all channels speak"),
)
