"""What the panel declares beside its parameters: metrics, arrays, gestures, jobs and claims. No torch."""

from __future__ import annotations

from playground.engine.concept import ArrayDecl, Claim, Field, GestureDecl, JobDecl, Metric

_SHOWN = (
    Metric("dirichlet_energy", "Dirichlet energy", "tr(X'(I − Ã)X): how much neighbours still differ.", decimals=4),
    Metric("distance_to_limit", "distance to the limit", "‖X − X∞‖, X∞ in each component proportional to √(d + c).",
           decimals=4),
    Metric("sensitivity", "it hears the farthest", "|∂h/∂x| of the chosen node to the farthest node, attention held.",
           decimals=6, note="{far_name}, {sensitivity_hops} hops"),
    Metric("accuracy", "accuracy", "Share of the nodes of known class that are classified right.", decimals=3,
           note="{right} of {known}"),
    Metric("loss", "loss", "Mean cross-entropy of the labelled nodes.", decimals=4, note="{told} labels"),
    Metric("wl_rounds", "rounds", "Refinements that split at least one class.", decimals=None,
           note="{wl_classes} colours"),
    Metric("wl_distinguishes", "told apart", "Whether the histograms of the two graphs differ.", decimals=None),
    Metric("lambda_max", "largest λ", "The largest eigenvalue of L = D − A, above 400 nodes a bound.", decimals=3),
    Metric("components", "components", "Parts that no edge connects.", decimals=None),
    Metric("diameter", "diameter", "The largest finite distance in hops, up to 400 nodes.", decimals=None),
)  # fmt: skip


def _hidden(name: str, label: str, meaning: str, decimals: int | None = None) -> Metric:
    """A number for plots, notes and files that does not stand in the list of numbers."""
    return Metric(name, label, meaning, decimals=decimals, shown=False)


_GRAPH = (
    _hidden("node_count", "nodes", "How many nodes there are."),
    _hidden("edge_count", "edges", "How many edges there are."),
    _hidden("node_names", "names", "The names of the nodes, one a line, where they are shown."),
    _hidden("isolated", "isolated", "Nodes without neighbours."),
    _hidden("has_isolated", "isolated nodes", "Whether there are any."),
    _hidden("several", "several components", "Whether there is more than one component."),
    _hidden("chosen_name", "chosen node", "Its name."),
    _hidden("chosen_degree", "its neighbours", "How many neighbours the chosen node has."),
    _hidden("rounds_done", "rounds", "Rounds, epochs, refinements or orders so far."),
    _hidden("remark", "remark", "What had to be changed in the file."),
    _hidden("has_remark", "a remark", "Whether something had to be changed in the file."),
    _hidden("in_messages", "messages", "Whether values travel in this view."),
    _hidden("in_squashing", "squashing", "Whether the squashing view is shown."),
    _hidden("in_training", "training", "Whether the training view is shown."),
    _hidden("in_wl", "WL test", "Whether the WL view is shown."),
    _hidden("in_spectral", "spectral", "Whether the spectral view is shown."),
    *(_hidden(f"is_{layer}", layer, "Whether this layer is at work.")
      for layer in ("gcn", "mean", "sage", "sage_max", "gat", "gin", "alone")),
)  # fmt: skip
_MESSAGES = (
    _hidden("energy_share", "energy / ‖X‖²", "The Dirichlet energy over the sum of squares.", 6),
    _hidden("relative_distance", "relative distance", "The distance to the limit over ‖X‖.", 6),
    _hidden("decay_factor", "μ₂", "The second largest |eigenvalue| of the GCN matrix.", 3),
    _hidden("decay_squared", "μ₂²", "By what the energy shrinks each round in the end.", 3),
    _hidden("value_spread", "spread", "The largest value minus the smallest.", 4),
    _hidden("chosen_value", "its value", "The value of the chosen node.", 4),
    _hidden("own_weight", "its own weight", "With what weight the chosen node kept its own value.", 3),
    _hidden("weights_sum", "sum of its weights", "The sum over its neighbours and itself.", 3),
    _hidden("has_matrix", "a matrix", "Whether the graph is small enough for the matrix of influences."),
    _hidden("matrix_words", "matrix", "What the matrix shows, in words."),
    _hidden("one_node", "one node", "Whether a round is under way node by node."),
    _hidden("leak", "heard too early", "The largest influence between nodes further apart than the rounds.", 12),
    _hidden("reached", "reach", "Nodes that the chosen node hears by now."),
    _hidden("has_theory", "theory", "Whether the energy's decay is known by theory."),
    _hidden("sensitivity_hops", "hops", "How far the farthest node is."),
    _hidden("far_name", "farthest node", "Its name."),
)
_TRAINING = (
    _hidden("right", "right", "Nodes that are classified right."),
    _hidden("known", "known", "Nodes whose class is known."),
    _hidden("told", "labels", "Nodes whose label the training sees."),
    _hidden("knows", "classes are known", "Whether the accuracy can be computed."),
    _hidden("accuracy_gcn", "GCN", "Mean accuracy of five seeds with GCN.", 3),
    _hidden("accuracy_gat", "GAT", "Mean accuracy of five seeds with GAT.", 3),
    _hidden("accuracy_alone", "no messages", "Mean accuracy of five seeds without messages.", 3),
    _hidden("accuracy_least", "least", "The smallest accuracy of five seeds with GCN.", 3),
)
_WL = (
    _hidden("wl_classes", "colours", "How many colours there are."),
    _hidden("wl_stable", "stable", "Whether another round would split nothing."),
    _hidden("wl_told", "told apart", "Whether the histograms differ by now."),
    _hidden("wl_words", "verdict", "The verdict in words."),
    _hidden("wl_pair", "two graphs", "Whether there are two graphs to compare."),
    _hidden("wl_blind", "cannot tell", "Whether the test ended without telling two graphs apart."),
    _hidden("gap_sum", "gap by sums", "Relative gap of the centres after one round of sums.", 3),
    _hidden("gap_mean", "gap by means", "Relative gap of the centres after one round of means.", 3),
    _hidden("gap_max", "gap by max", "Relative gap of the centres after one round of maxima.", 3),
)
_SPECTRAL = (
    _hidden("time_passed", "time", "How long heat has flowed.", 2),
    _hidden("is_heat", "heat", "Whether heat flows."),
    _hidden("is_chebyshev", "Chebyshev", "Whether a step is an order of the filter."),
    _hidden("bounded", "within bounds", "Whether heat is nowhere hotter or colder than at first."),
    _hidden("wave_number", "mode", "The number of the chosen Fourier mode."),
    _hidden("wave_lambda", "its λ", "The eigenvalue of the chosen mode.", 3),
    _hidden("fiedler_agree", "Fiedler cut", "Nodes whose class the sign of mode 1 gives."),
    _hidden("power_gap", "Parseval gap", "Relative gap between x'Lx and Σ λ c².", 13),
    _hidden("filter_gap", "gap to exact", "Largest error of the result over the largest exact value.", 6),
    _hidden("distinct_count", "distinct λ", "How many different eigenvalues there are."),
    _hidden("small_graph", "small", "Whether the spectrum is computed: up to 400 nodes."),
)
_JOBS = (
    _hidden("level_ratio", "ratio a level", "How the sensitivity shrinks from one depth of a tree to the next.", 4),
    _hidden("shuffle_gap", "gap of shuffles", "Largest deviation from equivariance over all layers.", 12),
    _hidden("big_ms", "one layer", "Milliseconds of one layer on 100,000 nodes and 1,000,000 edges, at best.", 1),
)
METRICS = (*_SHOWN, *_GRAPH, *_MESSAGES, *_TRAINING, *_WL, *_SPECTRAL, *_JOBS)

ARRAYS = (
    ArrayDecl("nodes_xy", "nodes 2", "where the nodes stand"),
    ArrayDecl("nodes_ids", "nodes", "what gestures call them"),
    ArrayDecl("edges", "edges 2", "rows of the two ends of each edge"),
    ArrayDecl("edge_strong", "edges", "whether an edge ends at the chosen node"),
    ArrayDecl("edge_width", "edges", "the weight of its messages, the larger of both directions"),
    ArrayDecl("node_chosen", "nodes", "which node is chosen"),
    ArrayDecl("node_sizes", "nodes", "neighbours of each node"),
    ArrayDecl("node_values", "nodes", "the value of each node; in training p(class 1) − p(class 0)"),
    ArrayDecl("node_labels", "nodes", "predicted class, or the colour of the refinement as a palette slot"),
    ArrayDecl("node_told", "nodes", "whose label the training sees"),
    ArrayDecl("message_weights", "neighbours", "the weights of the messages to the chosen node"),
    ArrayDecl("message_values", "neighbours", "the values that come with them"),
    ArrayDecl("reach", "nodes nodes", "the product of all couplings: row i, column j is ∂h_i/∂x_j"),
    ArrayDecl("row_mark", "5 2", "the outline of the chosen node's row"),
    ArrayDecl("theory_x", "rounds", "rounds"),
    ArrayDecl("theory_y", "rounds", "log10 of the energy of the slowest mode"),
    ArrayDecl("heard", "nodes", "log10 |∂h/∂x| of the chosen node to each node"),
    ArrayDecl("heard_hops", "hops", "hops from the chosen node"),
    ArrayDecl("heard_mean", "hops", "log10 of the mean |∂h/∂x| at that distance"),
    ArrayDecl("plane", "nodes 2", "the embedding of the nodes"),
    ArrayDecl("plane_labels", "nodes", "true class, where it is not known the predicted one"),
    ArrayDecl("plane_told", "labels 2", "the embedding of the labelled nodes"),
    ArrayDecl("colour_left", "colours", "nodes of each colour in the first graph"),
    ArrayDecl("colour_right", "colours", "nodes of each colour in the second graph"),
    ArrayDecl("colour_slots", "colours", "the palette slot of each colour"),
    ArrayDecl("centre_gaps", "3", "relative gap of the centres by sum, mean and max"),
    ArrayDecl("spectrum_stems", "nodes 4", "stems from the axis to |c| at each eigenvalue"),
    ArrayDecl("spectrum_points", "nodes 2", "eigenvalue and |c| of the first values"),
    ArrayDecl("spectrum_ids", "nodes", "numbers of the modes"),
    ArrayDecl("wave_values", "nodes", "the chosen Fourier mode"),
    ArrayDecl("wave_at", "2", "its eigenvalue and |c|"),
    ArrayDecl("filter_x", "any", "eigenvalues"),
    ArrayDecl("filter_y", "any", "the filter there"),
    ArrayDecl("series_y", "any", "Chebyshev's polynomial there"),
    ArrayDecl("level_x", "depths", "depth of the tree"),
    ArrayDecl("level_y", "depths", "log10 of how far the root hears a leaf"),
    ArrayDecl("big_matrix", "100 100", "log(1 + entries) in blocks of a large matrix"),
    ArrayDecl("big_counts", "bins", "nodes of the large graph by value"),
    ArrayDecl("big_edges", "bins + 1", "borders of the bins"),
)

_NODE = Field("node", "integer", low=0, high=1_000_000, meaning="its id")
_XY = Field("xy", "vector", low=-100.0, high=100.0, length=2, meaning="where, in the plane of the picture")

GESTURES = (
    GestureDecl("move", (_NODE, _XY), "Move a node; the values do not change.", target=("node",)),
    GestureDecl("place", (Field("nodes_xy", "vector", low=-100.0, high=100.0, meaning="x and y of each node in turn"),),
                "Move all nodes; the layout by forces does so when it is done."),
    GestureDecl("choose", (_NODE,), "Choose a node."),
    GestureDecl("choose_row", (Field("row", "integer", low=0, high=1999, meaning="its row in the matrix"),),
                "Choose a node by its row in the matrix."),
    GestureDecl("add", (_XY,), "Add a node without edges."),
    GestureDecl("remove", (_NODE,), "Remove a node and its edges."),
    GestureDecl("link", (_NODE,), "Connect a node with the chosen one, or cut their edge."),
    GestureDecl("paint", (_NODE, Field("value", "real", low=-1000.0, high=1000.0, meaning="the new value")),
                "Set the value of a node.", target=("node",)),
    GestureDecl("label", (_NODE, Field("label", "integer", low=-1, high=7, meaning="class from 0, -1 for none")),
                "Tell the training the class of a node.", target=("node",)),
    GestureDecl("wave", (Field("mode", "integer", low=0, high=1999, meaning="its number"),), "Choose a Fourier mode."),
    GestureDecl("clear", (), "Set every value to 0.", button="Clear the values"),
    GestureDecl("scatter", (), "Draw every value at random.", button="Random values"),
)  # fmt: skip

JOBS = (
    JobDecl("layout", "Lay out by forces", "Edges pull and nodes push until the picture has settled.",
            adopt="place"),
    JobDecl("compare", "Compare layers over five seeds", "Trains GCN, GAT and a net without messages five times each.",
            reads=("features", "heads", "rate", "mode", "self_weight")),
    JobDecl("levels", "Measure the squashing of trees", "How far the root hears a leaf, for trees of depth 1 to 9.",
            reads_data=False, when={"mode": ("squashing",)}),
    JobDecl("shuffle", "Shuffle the nodes", "Renumbers the nodes ten times and compares what every layer gives.",
            reads=("sharpness", "self_weight")),
    JobDecl("large", "Try 100,000 nodes", "GCN layers on 100,000 nodes and 1,000,000 edges.", reads_data=False,
            when={"mode": ("crowd",)}),
)  # fmt: skip

CLAIMS = (
    Claim("equivariant", "Renumbering the nodes renumbers the results: every layer within 1e-5 (1e-15).",
          preset="karate", metric="shuffle_gap", op="<", threshold=1e-5, steps=0, job="shuffle"),
    Claim("hop_by_hop", "After 3 rounds no node hears one that is more than 3 hops away: exactly 0.",
          preset="karate", metric="leak", op="==", threshold=0.0, steps=3),
    Claim("two_labels", "With one label for each faction a GCN classifies 33 of 34 members right, in 5 of 5 seeds.",
          preset="two_labels", metric="accuracy_least", op=">=", threshold=0.95, steps=0, job="compare"),
    Claim("oversmoothing", "After 32 rounds the share of the Dirichlet energy is below 1e-3.",
          preset="oversmoothing", metric="energy_share", op="<", threshold=1e-3, steps=32),
    Claim("limit", "After 64 rounds the values are proportional to √(d + 1): within 1 %.",
          preset="oversmoothing", metric="relative_distance", op="<", threshold=0.01, steps=64),
    Claim("squashing", "Each level of a binary tree divides what the root hears of a leaf by 4.",
          preset="squashed", metric="level_ratio", op="<=", threshold=0.25000001, steps=0, job="levels"),
    Claim("attention", "On noisy blocks with noisy features, attention is at least as good as a plain GCN.",
          preset="noisy_blocks", metric="accuracy_gat", op=">=", threshold="accuracy_gcn", steps=0, job="compare"),
    Claim("wl_blind", "Colour refinement cannot tell a hexagon from two triangles.",
          preset="blind", metric="wl_distinguishes", op="==", threshold=False, steps=10),
    Claim("wl_tells", "It tells two trees with equal degrees apart in round 2.",
          preset="branches", metric="wl_told", op="==", threshold=True, steps=2),
    Claim("sum_sees", "The sum of the neighbours separates the two stars: a gap above 0.1.",
          preset="multisets", metric="gap_sum", op=">", threshold=0.1, steps=0),
    Claim("mean_blind", "The mean of the neighbours does not: a gap of exactly 0.",
          preset="multisets", metric="gap_mean", op="==", threshold=0.0, steps=0),
    Claim("max_blind", "Nor does the maximum.",
          preset="multisets", metric="gap_max", op="==", threshold=0.0, steps=0),
    Claim("fourier", "x'Lx is Σ λ c² to 1e-10.",
          preset="filter", metric="power_gap", op="<", threshold=1e-10, steps=0),
    Claim("fiedler", "The sign of the first mode finds the faction of at least 32 of the 34 members.",
          preset="filter", metric="fiedler_agree", op=">=", threshold=32, steps=0),
    Claim("chebyshev", "A Chebyshev series of order 16 gives the heat filter to 1e-6.",
          preset="filter", metric="filter_gap", op="<", threshold=1e-6, steps=16),
    Claim("local", "A filter of order 3 is exactly 0 beyond 3 hops.",
          preset="local", metric="leak", op="==", threshold=0.0, steps=3),
    Claim("heat", "Every mode of the heat decays as exp(−λ t): within 1 %.",
          preset="heat", metric="filter_gap", op="<", threshold=0.01, steps=100),
    Claim("maximum", "Heat is nowhere hotter or colder than at first.",
          preset="heat", metric="bounded", op="==", threshold=True, steps=100),
)  # fmt: skip
