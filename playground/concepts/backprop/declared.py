"""What the backprop panel declares beside its parameters: metrics, arrays, gestures, jobs and claims. No torch."""

from __future__ import annotations

from playground.engine.concept import ArrayDecl, Claim, Field, GestureDecl, JobDecl, Metric

GRAPHS = ("expression", "units", "layers")


def _hidden(name: str, label: str, meaning: str, decimals: int | None = None) -> Metric:
    """A number or words for plots, notes and files that do not stand in the list of numbers."""
    return Metric(name, label, meaning, decimals=decimals, shown=False)


_GRAPH = (
    Metric("output", "output", "The value of the last node; none before it is computed.", decimals=4),
    Metric("nodes_done", "nodes done", "Nodes worked on so far, each once forward and once backward.", decimals=None,
           note="of {nodes_all}"),
    Metric("paths", "paths into the node", "How many nodes use the one that is read.", decimals=None),
    Metric("check_words", "error of the check",
           "The largest difference of backprop and central differences, over 1 or the derivative.", decimals=None),
    Metric("forward_total", "forward", "Operations of arithmetic of one forward pass.", decimals=None,
           unit="operations"),
    Metric("backward_total", "backward", "Operations of arithmetic of one backward pass.", decimals=None,
           unit="operations"),
    Metric("work_ratio", "backward over forward", "What the backward pass costs, in forward passes."),
    _hidden("forward_work", "forward so far", "Operations of arithmetic forward so far."),
    _hidden("backward_work", "backward so far", "Operations of arithmetic backward so far."),
    _hidden("nodes_all", "all turns", "Nodes that compute something, counted once forward and once backward."),
    _hidden("check_error", "error of the check", "The same as a number.", 15),
    _hidden("check_entries", "entries checked", "Numbers in the leaves by which the check differentiates."),
    _hidden("check_work", "cost of the check", "Operations of central differences by every entry."),
    _hidden("check_ratio", "check over forward", "What central differences cost, in forward passes.", 0),
    _hidden("crossings", "crossings", "Pairs of arrows that cross in the drawing."),
    _hidden("upright", "upright", "Whether the drawing flows upwards."),
    _hidden("forward_phase", "forward", "Whether the forward pass is under way."),
    _hidden("backward_phase", "backward", "Whether the backward pass has begun."),
    _hidden("phase", "phase", "What the next step does, in words."),
    _hidden("shared", "shared", "Whether the node that is read is used more than once."),
    _hidden("node_name", "node", "The node that is read."),
    _hidden("node_rule", "rule", "What it computes, in symbols."),
    _hidden("node_numbers", "numbers", "What it computes, with the numbers in it."),
    _hidden("node_value", "value", "Its value, where it is a number.", 4),
    _hidden("node_delta", "delta", "The sum of what its users have handed back so far, where it is a number.", 4),
    _hidden("node_table", "paths", "The paths into its delta: from which node, delta there, slope, product."),
    _hidden("check_table", "check", "Every leaf: backprop, central difference, their difference."),
    _hidden("cost_table", "cost", "Operations of each pass."),
    _hidden("graph_heads", "rules", "What each node computes, a line a node."),
    _hidden("graph_words", "values", "Name and value of each node, a line a node."),
    _hidden("graph_deltas", "deltas", "The delta of each node, a line a node."),
    _hidden("graph_brief", "values in brief", "The value or the shape of each node, a line a node."),
    _hidden("graph_brief_deltas", "deltas in brief", "The delta of each node or its shape, a line a node."),
    _hidden("edge_slopes", "local derivatives", "The local derivative or the shape of the Jacobian, a line an edge."),
    _hidden("edge_shares", "shares", "What each edge has handed back, a line an edge."),
    _hidden("jacobian_name", "Jacobian", "Which local Jacobian is pictured."),
    _hidden("jacobian_shape", "shape", "Its rows and columns."),
    _hidden("h_log", "step of the check", "log10 of the chosen step of the check.", 1),
    _hidden("h_words", "step of the check", "The chosen step of the check."),
    _hidden("passes_done", "passes", "Passes with an update behind them."),
    _hidden("central_best", "best error", "The smallest error of central differences over all steps.", 15),
    _hidden("forward_best", "best error", "The smallest error of one-sided differences over all steps.", 15),
)  # fmt: skip
_SAMPLED = (
    Metric("score_mean", "mean with the score", "The mean of all score-function estimates so far.",
           note="exact {mean}"),
    Metric("path_mean", "mean through the sample", "The mean of all reparameterised estimates so far.",
           note="exact {mean}"),
    Metric("score_variance", "variance with the score", "The variance of the score-function estimates so far.",
           note="exact {score_exact}"),
    Metric("path_variance", "variance through the sample", "The variance of the reparameterised estimates so far.",
           note="exact {path_exact}"),
    Metric("variance_ratio", "ratio of the variances", "Exact variance with the score over that through the sample.",
           decimals=1),
    Metric("sampled_ratio", "ratio so far", "The same of the estimates so far.", decimals=1),
    _hidden("mean", "exact gradient", "The exact derivative of E f(z).", 2),
    _hidden("mean_score", "exact mean with the score", "By quadrature.", 6),
    _hidden("mean_gap", "gap of the means", "How far the two exact means are apart.", 12),
    _hidden("sampled_gap", "gap of the sampled means", "How far the two means so far are apart.", 4),
    _hidden("expectation", "E f(z)", "The exact mean of the function.", 2),
    _hidden("score_exact", "exact variance with the score", "Of an estimate, by quadrature.", 2),
    _hidden("path_exact", "exact variance through the sample", "Of an estimate, by quadrature.", 2),
    _hidden("best_baseline", "best baseline", "The constant that makes the score estimator's variance least.", 2),
    _hidden("best_variance", "variance with the best baseline", "Of an estimate with the score.", 2),
    _hidden("estimates", "estimates", "Estimates of each kind so far."),
    _hidden("by_name", "by", "The parameter that the gradient is for."),
)  # fmt: skip
_BY_JOBS = (
    _hidden("counted_low", "counted, least", "The least counted cost of backward over forward of all nets.", 2),
    _hidden("counted_high", "counted, most", "The most counted cost of backward over forward of all nets.", 2),
    _hidden("measured_low", "measured, least", "The least measured cost of backward over forward of all nets.", 2),
    _hidden("measured_high", "measured, most", "The most measured cost of backward over forward of all nets.", 2),
    _hidden("most_weights", "weights of the largest net", "Weights and biases of the largest net."),
    _hidden("nets_error", "error over nets", "The largest error of the check over random nets.", 15),
    _hidden("nets_checked", "nets checked", "How many random nets were checked."),
)
METRICS = (*_GRAPH, *_SAMPLED, *_BY_JOBS)

ARRAYS = (
    ArrayDecl("nodes_xy", "nodes 2", "where the boxes stand"),
    ArrayDecl("nodes_ids", "nodes", "the row of each box's node in the graph"),
    ArrayDecl("nodes_state", "nodes", "0 not computed, 1 computed, 2 with a delta"),
    ArrayDecl("nodes_mark", "nodes", "1 for the node that is read"),
    ArrayDecl("edges", "edges 2", "source and target of each arrow"),
    ArrayDecl("edges_flow", "edges", "1 for what flows forward in this step, 2 for what flows back"),
    ArrayDecl("edges_xy", "points 2", "the ways of the arrows, parted by rows of NaN"),
    ArrayDecl("graph_x", "2", "range of the drawing across"),
    ArrayDecl("graph_y", "2", "range of the drawing up"),
    ArrayDecl("check_ids", "entries", "the node of each row of the check"),
    ArrayDecl("check_mark", "entries", "1 for the rows of the node that is read"),
    ArrayDecl("gradient", "entries", "the derivative of the output by each entry of the leaves"),
    ArrayDecl("central", "entries", "the same by central differences"),
    ArrayDecl("jacobian", "rows columns", "the local Jacobian that is pictured"),
    ArrayDecl("steps_h", "steps", "log10 of the step of differences"),
    ArrayDecl("central_errors", "steps", "log10 of the relative error of central differences along one direction"),
    ArrayDecl("forward_errors", "steps", "log10 of the relative error of one-sided differences along it"),
    ArrayDecl("rounding", "steps", "log10 of the rounding error of differences, machine precision |L| / h, relative"),
    ArrayDecl("bin_edges", "bins + 1", "borders of the bins of both histograms"),
    ArrayDecl("bin_range", "2", "range of both histograms"),
    ArrayDecl("score_bins", "bins", "share of the score-function estimates in each bin"),
    ArrayDecl("path_bins", "bins", "share of the reparameterised estimates in each bin"),
    ArrayDecl("z_x", "points", "places z"),
    ArrayDecl("f_y", "points", "the function there"),
    ArrayDecl("density_y", "points", "the density of z there, scaled to the function's height"),
    ArrayDecl("scale_x", "nets", "log10 of the number of weights"),
    ArrayDecl("scale_counted", "nets", "log10 of the counted cost of backward, in forward passes"),
    ArrayDecl("scale_measured", "nets", "log10 of the measured cost of backward, in forward passes"),
    ArrayDecl("scale_differences", "nets", "log10 of the cost of central differences, in forward passes"),
)

_NODE = Field("id", "integer", 0, 999, meaning="the node's row in the graph")
GESTURES = (
    GestureDecl("choose", (_NODE,), "Reads a node; once more on it: reads the node of each step again.",
                when={"mode": GRAPHS}),
    GestureDecl("set_value", (_NODE, Field("entry", "integer", 0, 99, meaning="which entry of it"),
                              Field("value", "real", -1000, 1000, meaning="its new value")),
                "Gives a leaf another value; everything computed so far is computed anew.",
                target=("id", "entry"), when={"mode": GRAPHS}),
    GestureDecl("drag_value", (_NODE, Field("path", "vector", -100, 100, meaning="the stroke, x and y in turn")),
                "Drags the value of a leaf: upwards in the drawing is more.", target=("id",),
                when={"mode": GRAPHS}),
)  # fmt: skip

JOBS = (
    JobDecl("scaling", "Cost of nets of all sizes",
            "Counts and measures both passes of nets from 150 to 268,000 weights.",
            reads_data=False, when={"mode": GRAPHS, "beside": ("cost",)}),
    JobDecl("nets", "Check many nets", "Gradient checks of 60 random nets: all activations, losses and depths.",
            reads_data=False),
)  # fmt: skip

CLAIMS = (
    Claim("check_expression", "Backprop agrees with central differences to 1e-6 in the default graph.",
          "expression", "check_error", "<", 1e-6, steps=10),
    Claim("check_net", "Backprop agrees with central differences to 1e-6 in a net of 2-3-1.",
          "net", "check_error", "<", 1e-6, steps=20),
    Claim("check_nets", "Backprop agrees with central differences to 1e-6 in 60 random nets (O1).",
          "layers", "nets_error", "<", 1e-6, steps=4, job="nets"),
    Claim("cost_least", "Counted, backward costs at least 1.5 forward passes at every size of net (O1).",
          "cost", "counted_low", ">=", 1.5, steps=4, job="scaling"),
    Claim("cost_most", "Counted, it costs at most 4, whatever the number of weights (O1).",
          "cost", "counted_high", "<=", 4.0, steps=4, job="scaling"),
    Claim("same_mean", "Both estimators of dE z² / dμ have the mean 4 (I8).",
          "estimators", "mean_gap", "<=", 1e-9, steps=40),
    Claim("sampled_means", "Over 20,000 samples their means differ by less than 0.4 (I8).",
          "estimators", "sampled_gap", "<=", 0.4, steps=40),
    Claim("variance", "The score has over ten times the variance: 87 against 4 (I8).",
          "estimators", "sampled_ratio", ">", 10.0, steps=40),
)  # fmt: skip
