"""What the panel declares beside its parameters: metrics, gestures and jobs. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden

_SHOWN = (
    Metric(
        "dirichlet_energy",
        "Dirichlet energy",
        "tr(X'(I − Ã)X), Ã the GCN matrix: how much neighbours still differ.",
        decimals=4,
    ),
    Metric(
        "distance_to_limit",
        "distance to the limit",
        "‖X − X∞‖, for layers whose limit X∞ is known: GCN, mean and SAGE without random weights.",
        decimals=4,
    ),
    Metric(
        "sensitivity",
        "it hears the farthest",
        "|∂h/∂x| of the chosen node to the farthest node, attention held.",
        decimals=6,
        note="{far_name}, {sensitivity_hops} hops",
    ),
    Metric(
        "accuracy",
        "accuracy",
        "Share of the nodes whose class is known but was not told that are classified right.",
        decimals=3,
        note="{right} of {known}",
    ),
    Metric("loss", "loss", "Mean cross-entropy of the labelled nodes.", decimals=4, note="{told} labels"),
    Metric(
        "wl_rounds", "rounds", "Refinements that split at least one class.", decimals=None, note="{wl_classes} colours"
    ),
    Metric("wl_distinguishes", "told apart", "Whether the histograms of the two graphs differ.", decimals=None),
    Metric("lambda_max", "largest λ", "The largest eigenvalue of L = D − A, above 400 nodes a bound.", decimals=3),
    Metric("shuffle_gap", "numbers matter", "Largest change of a layer by any order so far, relative.", decimals=16),
    Metric("dense_gap", "without sharing", "Smallest change of a net without shared weights, relative.", decimals=3),
    Metric("components", "components", "Parts that no edge connects.", decimals=None),
    Metric("diameter", "diameter", "The largest finite distance in hops, up to 400 nodes.", decimals=None),
)


_READ = (
    hidden("node_count", "nodes", "How many nodes there are."),
    hidden("chosen_name", "chosen node", "Its name."),
    hidden("rounds_done", "rounds", "Rounds, epochs, refinements or orders so far."),
    hidden("energy_share", "energy / ‖X‖²", "The Dirichlet energy over the sum of squares.", 6),
    hidden("relative_distance", "relative distance", "The distance to the limit over ‖X‖.", 6),
    hidden("leak", "heard too early", "The largest influence between nodes further apart than the rounds.", 12),
    hidden("reached", "reach", "Nodes that the chosen node hears by now."),
    hidden("right", "right", "Nodes that are classified right."),
    hidden("known", "known", "Nodes whose class is known but was not told."),
    hidden("told", "labels", "Nodes whose label the training sees."),
    hidden("accuracy_gcn", "GCN", "Mean accuracy of five seeds with GCN.", 3),
    hidden("accuracy_gat", "GAT", "Mean accuracy of five seeds with GAT.", 3),
    hidden("accuracy_least", "least", "The smallest accuracy of five seeds with GCN.", 3),
    hidden("wl_classes", "colours", "How many colours there are."),
    hidden("wl_stable", "stable", "Whether another round would split nothing."),
    hidden("wl_told", "told apart", "Whether the histograms differ by now."),
    hidden("wl_words", "verdict", "The verdict in words."),
    hidden("wl_blind", "cannot tell", "Whether the test ended without telling two graphs apart."),
    hidden("gap_sum", "gap by sums", "Relative gap of the centres after one round of sums.", 3),
    hidden("gap_mean", "gap by means", "Relative gap of the centres after one round of means.", 3),
    hidden("gap_max", "gap by max", "Relative gap of the centres after one round of maxima.", 3),
    hidden("bounded", "within bounds", "Whether heat is nowhere hotter or colder than at first."),
    hidden("fiedler_agree", "Fiedler cut", "Nodes whose class the sign of mode 1 gives."),
    hidden("power_gap", "Parseval gap", "Relative gap between x'Lx and Σ λ x̂².", 13),
    hidden("filter_gap", "gap to exact", "Largest error of the result over the largest exact value.", 6),
    hidden("level_ratio", "ratio a level", "How the sensitivity shrinks from one depth of a tree to the next.", 4),
    hidden("level_gap", "gap of the ratio", "|ratio a level − 1 / (3 + c)|.", 16),
    hidden("edges_help", "what edges help", "Accuracy of GCN less that without messages, no edge astray.", 3),
    hidden("edges_harm", "what edges harm", "Accuracy without messages less that of GCN, half of the edges astray.", 3),
    hidden("attention_gain", "gain of attention", "Mean accuracy of GAT less that of GCN over all shares.", 3),
    hidden("attention_gap", "size of the gain", "Without its sign.", 3),
    hidden("rate_gap", "gap of the rate", "|E of this round over E of the last − μ²|.", 9),
    hidden("sum_before", "sum", "Sum of the outputs with the first numbers.", 6),
    hidden("sum_after", "sum after", "Sum of the outputs with the new numbers.", 6),
    hidden("dense_before", "sum without sharing", "The same of the net without shared weights.", 6),
    hidden("dense_after", "sum without sharing, after", "The same with the new numbers.", 6),
)
METRICS = (*_SHOWN, *_READ)

_NODE = Field("node", "integer", low=0, high=1_000_000, meaning="its id")
_XY = Field("xy", "vector", low=-100.0, high=100.0, length=2, meaning="where, in the plane of the picture")

GESTURES = (
    GestureDecl("move", (_NODE, _XY), "Move a node; the values do not change.", target=("node",)),
    GestureDecl(
        "place",
        (Field("nodes_xy", "vector", low=-100.0, high=100.0, meaning="x and y of each node in turn"),),
        "Move all nodes; the layout by forces does so when it is done.",
    ),
    GestureDecl("choose", (_NODE,), "Choose a node."),
    GestureDecl(
        "choose_row",
        (Field("row", "integer", low=0, high=1999, meaning="its row in the matrix"),),
        "Choose a node by its row in the matrix.",
    ),
    GestureDecl("add", (_XY,), "Add a node without edges."),
    GestureDecl("remove", (_NODE,), "Remove a node and its edges."),
    GestureDecl("link", (_NODE,), "Connect a node with the chosen one, or cut their edge."),
    GestureDecl(
        "paint",
        (_NODE, Field("value", "real", low=-1000.0, high=1000.0, meaning="the new value")),
        "Set the value of a node.",
        target=("node",),
    ),
    GestureDecl(
        "label",
        (_NODE, Field("label", "integer", low=-1, high=7, meaning="class from 0, -1 for none")),
        "Tell the training the class of a node.",
        target=("node",),
    ),
    GestureDecl("wave", (Field("mode", "integer", low=0, high=1999, meaning="its number"),), "Choose a Fourier mode."),
    GestureDecl("clear", (), "Set every value to 0.", button="Clear the values"),
    GestureDecl("scatter", (), "Draw every value at random.", button="Random values"),
)

JOBS = (
    JobDecl("layout", "Lay out by forces", "Edges pull and nodes push until the picture has settled.", adopt="place"),
    JobDecl(
        "compare",
        "Compare layers over five seeds",
        "Trains GCN, GAT and a net without messages five times each.",
        reads=("features", "heads", "rate", "mode", "self_weight"),
    ),
    JobDecl(
        "mislead",
        "Mislead them",
        "Trains GCN, GAT and a net without messages on blocks of which more and more edges lead astray.",
        reads=("heads", "rate"),
        reads_data=False,
        when={"mode": ("training",), "graph": ("blocks",)},
    ),
    JobDecl(
        "large",
        "Try 100,000 nodes",
        "GCN layers on 100,000 nodes and 1,000,000 edges.",
        reads_data=False,
        when={"mode": ("crowd",)},
    ),
)
