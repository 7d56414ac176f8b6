"""What the panel declares beside its parameters: metrics and gestures. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

SIDE = 8
GRID = 12  # side of the picture that masked kernels look at

METRICS = (
    Metric(
        "nats",
        "nats a digit, held out",
        "Mean of −log p(x) over 400 digits that the net never learns from; fifty are asked anew at every step.",
        note="independent {independent}",
    ),
    Metric("bits", "bits a pixel", "The same by log 2 and 64 pixels.", decimals=3),
    Metric("loss", "nats, last batch", "The same for the digits of the last update, before it."),
    Metric("updates", "updates", "Weight changes so far.", decimals=None),
    Metric("weights", "weights", "Weights and biases that are not masked.", decimals=None),
    Metric("spent", "nats so far", "−log p of the pixels of the chosen picture that are drawn or given."),
    Metric("total", "nats in all", "−log p of the whole chosen picture, exactly."),
    hidden("leak", "leak", "Largest derivative of a logit by its own pixel or a later one.", 9),
    hidden("wrong_paths", "forbidden paths", "Ways from a pixel to itself or to an earlier one."),
    hidden("independent", "independent model", "Nats of held out digits where no pixel knows of another.", 2),
    hidden("gained", "gained", "Nats of the independent model less those of the net, held out.", 2),
    hidden("mixture", "mixture of orders", "−log of the mean of p(x) over eight orders, held out, in nats.", 2),
    hidden("mixture_gain", "gain of the mixture", "Mean nats of the eight orders less those of their mixture.", 3),
    hidden("overfit", "held out less learnt", "Nats of held out digits less those of the last batch.", 2),
    # The next pixel, and the chosen picture.
    hidden("next_place", "place", "Of the pixel to be drawn next, from 1."),
    hidden("next_row", "row", "Of the pixel to be drawn next, from the top."),
    hidden("next_column", "column", "Of the pixel to be drawn next, from the left."),
    hidden("z_next", "logit", "Of the next pixel.", 2),
    hidden("p_next", "probability of ink", "Of the next pixel, at the temperature.", 3),
    hidden("rest", "nats to go", "−log p of the pixels that are not given, in the chosen picture.", 2),
    hidden("apart", "nats of the parts", "How far given and rest are from the whole.", 6),
    hidden("completions_nats", "mean of the completions", "Mean nats of the pictures, given pixels included.", 2),
    hidden("given_nats", "nats of the given", "Mean of −log p of the given pixels, at their places in the order.", 2),
    hidden("own_nats", "your drawing", "−log p of your whole drawing.", 2),
    hidden("effective", "pictures that count", "Of 48, weighted by how likely the given half is after each.", 1),
    hidden("misfit", "misfit", "Nats that the given half costs more after what was drawn than after your own.", 2),
    hidden("different", "different completions", "How many of the completions on screen differ from all others."),
    hidden("finished", "digits drawn", "By the net, so far."),
    # Masks and kernels.
    hidden("place", "place", "Of the chosen pixel in the order, from 1."),
    hidden("sees", "sees", "Pixels that the chosen pixel may look at."),
    hidden("ways", "paths", "From the pixel in the middle of what it sees."),
    hidden("blind", "blind spot", "Earlier pixels that no number of layers reaches."),
    hidden("reached", "reached", "Pixels that the chosen pixel sees through these layers."),
    hidden("kept_a", "weights of mask A", "Of a kernel; its centre is 0."),
    hidden("ahead", "later pixels seen", "Reached pixels that come at its own place or later."),
)

_PATH = Field("path", "vector", low=-1e4, high=1e4, meaning="x, y, x, y, ... in pixels from the bottom left")
_TILE = Field("id", "integer", low=0, high=23, meaning="its number, from 0")


def _cell(side: int) -> tuple[Field, ...]:
    return tuple(
        Field(one, "integer", low=0, high=side - 1, meaning=f"its {one}, from 0 at the top left")
        for one in ("row", "column")
    )


GESTURES = (
    GestureDecl("flip", _cell(SIDE), "Turn a pixel over; what comes after it is undone."),
    GestureDecl("draw", (_PATH,), "Draw on your paper."),
    GestureDecl("erase", (_PATH,), "Rub out."),
    GestureDecl("choose_picture", (_TILE,), "Choose one of the pictures: this one comes true."),
    GestureDecl("choose_pixel", _cell(SIDE), "Choose the pixel that looks back."),
    GestureDecl(
        "choose_place",
        tuple(Field(one, "integer", low=0, high=63, meaning=f"its {one}, from 0") for one in ("row", "column")),
        "Choose the pixel of a row of the matrices.",
    ),
    GestureDecl("choose_cell", _cell(GRID), "Choose the pixel that looks back through the kernels."),
    GestureDecl(
        "example",
        (Field("digit", "integer", low=0, high=9, meaning="the digit"),),
        "Put a held out digit of this kind on your paper.",
    ),
    GestureDecl("dice", (), "Draw with other random numbers.", button="Roll the dice again"),
    GestureDecl("blank", (), "Take a new sheet of paper.", button="Clear the paper"),
)
