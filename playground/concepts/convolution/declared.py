"""What the panel declares beside its parameters: metrics, gestures and jobs. No torch."""

from __future__ import annotations

from playground.concepts.convolution.parameters import FLAT, LAYER, LINE
from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden

METRICS = (
    Metric("value", "the window's sum", "Products of the kernel with what lies under it, added.", decimals=3),
    Metric("at", "output", "Which output is being made, counted from 0.", decimals=None, note="of {outputs}"),
    Metric(
        "formula_size",
        "size by formula",
        "floor((n + 2p − d(k − 1) − 1)/s) + 1 of the rows.",
        decimals=None,
        note="in fact {rows}",
    ),
    Metric("free", "free numbers", "Weights of the layer.", decimals=None, note="its matrix has {entries}"),
    Metric("shift_error", "shift error", "Largest |L(shifted) − shifted L|, relative to the largest |L|.", decimals=4),
    Metric("flip_error", "turned kernel", "Largest |convolution − correlation with the turned kernel|.", decimals=12),
    Metric("fft_error", "FFT against direct", "Largest deviation, relative to the largest value.", decimals=12),
    Metric(
        "autograd_error", "against autograd", "Largest deviation of both gradients from those of autograd.", decimals=12
    ),
    Metric("adjoint_gap", "adjoint", "|(A u)·x − u·(A′ x)| for a random u, relative to the larger.", decimals=12),
    Metric("tied_windows", "windows with ties", "Windows with more than one largest cell.", decimals=None),
    # Read by titles, notes, the lesson and claims.
    hidden("outputs", "outputs", "How many outputs there are."),
    hidden("rows", "rows", "Rows of the output."),
    hidden("columns", "columns", "Columns of the output."),
    hidden("entries", "entries", "Entries of the layer's matrix."),
    hidden("fits", "a window fits", "Whether at least one window fits."),
    hidden("done", "at the end", "Whether every output was made."),
    hidden("row", "row", "Row of the present output, from 0."),
    hidden("column", "column", "Its column, from 0."),
    hidden("conv_value", "convolution here", "The present output of the convolution.", 2),
    hidden("corr_value", "cross-correlation here", "The present output of the cross-correlation.", 2),
    hidden("length_f", "of the signal", "Size of the present frequency in the signal.", 2),
    hidden("length_h", "of the kernel", "Size of the present frequency in the kernel.", 2),
    hidden("length_product", "of the product", "Size of the present frequency in the product.", 2),
    hidden("lit", "cells with a gradient", "Cells of the picture that get a gradient."),
    hidden("commute_error", "swapped", "Largest |f * h − h * f|.", 12),
    hidden("matrix_error", "matrix", "Largest |matrix times signal − convolution|.", 12),
    hidden("operations_differ", "difference", "Largest |convolution − cross-correlation| at the same windows.", 3),
    hidden("map_error", "of the map", "The shift error of the map before anything is replaced.", 4),
    hidden("circulant_error", "of its circulant", "The shift error of the nearest circulant.", 12),
    hidden(
        "distance", "distance", "Frobenius distance of the map from the nearest circulant, relative to its norm.", 3
    ),
    hidden("aliased", "wrapped around", "How many outputs are falsified by the wrap-around."),
    hidden("least_overlap", "least overlap", "The fewest copies that fall on an inner cell."),
    hidden("most_overlap", "most overlap", "The most copies that fall on an inner cell."),
    hidden("leaked", "leaked gradient", "The gradient that reaches cells which won nothing.", 12),
    hidden("unturned_error", "without the turn", "Deviation from autograd if the kernel is not turned.", 3),
    hidden("settings_tried", "settings tried", "How many random settings of [n, k, p, s, d] were tried."),
    hidden("size_mismatches", "sizes that differ", "For how many the formula is not what happened."),
    hidden("crossover", "crossover", "The kernel size from which on the FFT is faster, measured here and now."),
    hidden("fft_gain", "gain at 31", "How many times as fast the FFT is with a kernel of 31 x 31.", 2),
    hidden("fft_agrees", "FFT against direct", "Largest relative deviation of the two in the race.", 12),
)

_PATH = Field("path", "vector", meaning="x, y, x, y, ... of the stroke, in cells from the bottom left")
_VALUE = Field("value", "real", low=-1000, high=1000, meaning="what the cells get")
_SIZE = Field("size", "integer", low=1, high=64, meaning="side of the brush in cells")
_FILTER = Field("filter", "integer", low=0, high=3, meaning="from 0")
_PLACE = Field("place", "vector", length=2, meaning="x and y in cells from the bottom left")

GESTURES = (
    GestureDecl(
        "paint",
        (_VALUE, _SIZE, Field("channel", "integer", low=0, high=2, meaning="of the picture, from 0"), _PATH),
        "Paint on the picture.",
        target=("value", "size", "channel"),
        when=FLAT,
    ),
    GestureDecl(
        "paint_kernel",
        (_VALUE, _FILTER, Field("channel", "integer", low=0, high=2, meaning="from 0"), _PATH),
        "Set cells of the kernel.",
        target=("value", "filter", "channel"),
        when=LAYER,
    ),
    GestureDecl(
        "paint_gradient",
        (_VALUE, _FILTER, _PATH),
        "Set the gradient of outputs.",
        target=("value", "filter"),
        when={"mode": ("backward", "pooling")},
    ),
    GestureDecl("paint_matrix", (_VALUE, _PATH), "Set entries of the matrix.", ("value",), when={"mode": ("shift",)}),
    GestureDecl("draw_signal", (_PATH,), "Draw the signal.", when=LINE),
    GestureDecl("draw_taps", (_PATH,), "Draw the kernel.", when=LINE),
    GestureDecl("go", (_PLACE,), "Go to a window."),
    GestureDecl("clear", (), "Make the picture blank.", button="Clear the picture", when=FLAT),
    GestureDecl("turn", (), "Turn the kernel by 180 degrees.", button="Turn the kernel"),
)

JOBS = (
    JobDecl(
        "sizes",
        "Try 1,000 sizes",
        "Runs PyTorch's own layer at 1,000 random settings and compares its size with the formula.",
        reads_data=False,
    ),
    JobDecl(
        "race",
        "Race direct sum and FFT",
        "Times both on a picture of 256 x 256 with kernels from 1 to 63.",
        reads_data=False,
        when={"mode": ("spectrum",)},
    ),
)
