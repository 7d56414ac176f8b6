"""What the panel declares beside its parameters: metrics, gestures and jobs. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden

GRAPHS = ("expression", "units", "layers")

_COUNT = "Operations of arithmetic of one {} pass."
_ESTIMATORS = (("score", "with the score", "score-function"), ("path", "through the sample", "reparameterised"))
_MEAN, _VARIANCE = "The mean of all {} estimates so far.", "The variance of the {} estimates so far."
_SHOWN = (
    Metric("output", "output", "The value of the last node; none before it is computed.", decimals=4),
    Metric(
        "nodes_done",
        "nodes done",
        "Nodes worked on so far, each once forward and once backward.",
        decimals=None,
        note="of {nodes_all}",
    ),
    Metric("paths", "paths into the node", "How many nodes use the one that is read.", decimals=None),
    Metric(
        "check_words",
        "error of the check",
        "The largest difference of backprop and central differences, over 1 or the derivative.",
        decimals=None,
    ),
    Metric("forward_total", "forward", _COUNT.format("forward"), "operations", None),
    Metric("backward_total", "backward", _COUNT.format("backward"), "operations", None),
    Metric("work_ratio", "backward over forward", "What the backward pass costs, in forward passes."),
    *(Metric(f"{one}_mean", f"mean {way}", _MEAN.format(kind), note="exact {mean}") for one, way, kind in _ESTIMATORS),
    *(
        Metric(f"{one}_variance", f"variance {way}", _VARIANCE.format(kind), note=f"exact {{{one}_exact}}")
        for one, way, kind in _ESTIMATORS
    ),
    Metric(
        "variance_ratio",
        "ratio of the variances",
        "Exact variance with the score over that through the sample.",
        decimals=1,
    ),
    Metric("sampled_ratio", "ratio so far", "The same of the estimates so far.", decimals=1),
)
_RECORDED = (
    hidden("forward_work", "forward so far", "Operations of arithmetic forward so far."),
    hidden("backward_work", "backward so far", "Operations of arithmetic backward so far."),
)
# What claims and lessons read.
_READ = (
    hidden("node_delta", "delta", "The sum of what its users have handed back so far, where it is a number.", 4),
    hidden("check_error", "error of the check", "The same as a number.", 15),
    hidden("check_entries", "entries checked", "Numbers in the leaves by which the check differentiates."),
    hidden("check_ratio", "check over forward", "What central differences cost, in forward passes.", 0),
    hidden("central_best", "best error", "The smallest error of central differences over all steps.", 15),
    hidden("forward_best", "best error", "The smallest error of one-sided differences over all steps.", 15),
    hidden("mean", "gradient", "The derivative of E f(z), from its definition; none where E f(z) does not exist.", 4),
    hidden("has_mean", "has a mean", "Whether E f(z) exists."),
    hidden("path_mean_exact", "mean through the sample", "Exact mean of the reparameterised estimator.", 4),
    hidden("path_bias", "bias through the sample", "Its exact mean over the gradient.", 4),
    hidden("mean_gap", "gap of the means", "How far the exact mean through the sample is from the gradient.", 12),
    hidden("sampled_gap", "gap of the sampled means", "How far the two means so far are apart.", 4),
    hidden("counted_low", "counted, least", "The least counted cost of backward over forward of all nets.", 2),
    hidden("counted_high", "counted, most", "The most counted cost of backward over forward of all nets.", 2),
    hidden("nets_error", "error over nets", "The largest error of the check over random nets.", 15),
)
METRICS = (*_SHOWN, *_RECORDED, *_READ)

_NODE = Field("id", "integer", 0, 999, meaning="the node's row in the graph")
_WHEN = {"mode": GRAPHS}
GESTURES = (
    GestureDecl("choose", (_NODE,), "Reads a node; once more on it: reads the node of each step again.", when=_WHEN),
    GestureDecl(
        "set_value",
        (
            _NODE,
            Field("entry", "integer", 0, 99, meaning="which entry of it"),
            Field("value", "real", -1000, 1000, meaning="its new value"),
        ),
        "Gives a leaf another value; everything computed so far is computed anew.",
        target=("id", "entry"),
        when=_WHEN,
    ),
    GestureDecl(
        "drag_value",
        (_NODE, Field("path", "vector", -100, 100, meaning="the stroke, x and y in turn")),
        "Drags the value of a leaf: upwards in the drawing is more.",
        target=("id",),
        when=_WHEN,
    ),
)

JOBS = (
    JobDecl(
        "scaling",
        "Cost of nets of all sizes",
        "Counts and measures both passes of nets from 150 to 268,000 weights.",
        reads_data=False,
        when={**_WHEN, "beside": ("cost",)},
    ),
    JobDecl(
        "nets",
        "Check many nets",
        "Gradient checks of 60 random nets: all activations, losses and depths.",
        reads_data=False,
    ),
)
