"""What the panel declares beside its parameters: metrics, arrays, gestures and claims. No torch."""

from __future__ import annotations

from playground.engine.concept import ArrayDecl, Claim, Field, GestureDecl, Metric

_SHOWN = (
    Metric("accuracy", "accuracy", "Share of the asked places answered right, on sequences never seen before.",
           decimals=3),
    Metric("loss", "loss", "Mean cross-entropy of the asked places, in nats.", decimals=3),
    Metric("said", "it says", "What the net answers to your sentence.", decimals=None,
           note="{said_right} of {asked_count} right"),
    Metric("aim_weight", "weight on the answer", "Mean weight of the head shown on the keys where the answers stand.",
           decimals=3, note="best {best_aim}"),
    Metric("previous_weight", "weight on the token before", "Mean weight on the key just before, of the best head.",
           decimals=3),
    Metric("head_entropy", "entropy of the head", "Mean entropy of its rows of weights.", unit="nat", decimals=3),
    Metric("rows_within", "rows sum to 1 within", "The largest difference of a row's sum from 1.", decimals=None),
    Metric("torch_within", "differs from torch by", "The largest difference from torch's own attention, all heads.",
           decimals=None),
    Metric("shuffle_gap", "the new order changes", "The largest change in what comes out of any token.", decimals=6),
    Metric("spread_within", "one distance, products within", "How much dot products at the same distance differ.",
           decimals=None),
    Metric("entropy_unscaled", "entropy of q·k", "Mean entropy of softmax(q·k) at the chosen size.", unit="nat",
           decimals=3, note="of {max_entropy}"),
    Metric("entropy_scaled", "entropy of q·k/√d", "Mean entropy of softmax(q·k/√d) at the chosen size.", unit="nat",
           decimals=3, note="of {max_entropy}"),
    Metric("jacobian_unscaled", "slope of q·k", "Mean norm of the softmax's Jacobian.", decimals=3),
    Metric("jacobian_scaled", "slope of q·k/√d", "Mean norm of the softmax's Jacobian.", decimals=3),
)  # fmt: skip


def _hidden(name: str, label: str, meaning: str, decimals: int | None = None) -> Metric:
    """A number for plots, notes and files that does not stand in the list of numbers."""
    return Metric(name, label, meaning, decimals=decimals, shown=False)


_FLAGS = (
    _hidden("in_heads", "learned heads", "Whether heads learn on sentences."),
    _hidden("in_translation", "translation", "Whether there are two sequences."),
    _hidden("in_digits", "patches", "Whether tokens are patches of a picture."),
    _hidden("in_order", "order", "Whether the order of the tokens is changed."),
    _hidden("in_scaling", "scaling", "Whether random scores are drawn."),
    _hidden("has_heads", "a net that learns", "Whether heads are learned in this view."),
    _hidden("is_scaled", "scaled", "Whether scores are divided by the root of d."),
    _hidden("is_unscaled", "not scaled", "Whether scores are the bare products."),
    _hidden("is_sinusoidal", "sinusoidal", "Whether waves tell the positions."),
    _hidden("is_rotary", "rotary", "Whether queries and keys are turned."),
    _hidden("is_placeless", "no positions", "Whether nothing tells the positions."),
    _hidden("is_silenced", "silenced", "Whether the answer is given without the head shown."),
    _hidden("is_induction", "induction", "Whether the net goes on with what is being repeated."),
    _hidden("unmasked", "no mask", "Whether tokens see what is still to come."),
    _hidden("masked_order", "a mask", "Whether the causal mask tells something of the order."),
    _hidden("moved", "moved", "Whether any token stands elsewhere than it was typed."),
    _hidden("hidden", "masked", "Whether the mask hides the chosen key from the query."),
)  # fmt: skip
_WORDS = (
    _hidden("said_right", "right", "How many of its answers are right."),
    _hidden("asked_count", "asked", "How many answers are asked for."),
    _hidden("right_answer", "right answer", "What it should say."),
    _hidden("asks", "queries", "The tokens that ask, one a line."),
    _hidden("looked", "keys", "The tokens that are looked at, one a line."),
    _hidden("typed", "as typed", "The tokens as they were typed, one a line."),
    _hidden("reordered", "new order", "The tokens in their new order, one a line."),
    _hidden("factors", "factors", "The features of query and key that are multiplied, one pair a line."),
    _hidden("position_names", "positions", "The names of some positions, one a line."),
    _hidden("feature_names", "features", "The names of some features, one a line."),
    _hidden("head_name", "head shown", "The layer and the head on screen, and which sequence looks where."),
    _hidden("taken", "updates", "Updates so far."),
    _hidden("weight_count", "weights", "How many numbers the net has learned."),
    _hidden("best_aim", "best on the answer", "The largest mean weight on the answers of any head.", 3),
    _hidden("best_head", "best head", "Which head that is."),
    _hidden("previous_head", "head that looks back by one", "Which head that is."),
)  # fmt: skip
_BY_HAND = (
    _hidden("honest_accuracy", "accuracy without the future", "With the causal mask put on for the test.", 3),
    _hidden("rows_off", "rows off", "The largest difference of a row's sum from 1.", 16),
    _hidden("library_gap", "gap to torch", "The largest difference from torch's own attention.", 16),
    _hidden("offset_spread", "spread", "How much dot products at the same distance differ.", 16),
    _hidden("query_word", "query", "The token that asks."),
    _hidden("key_word", "key", "The token that is looked at."),
    _hidden("query_place", "its place", "The place of the query, from 1."),
    _hidden("key_place", "its place", "The place of the key, from 1."),
    _hidden("product", "q·k", "The sum of the products of their features.", 3),
    _hidden("root", "√d", "What the product is divided by; 1 without scaling.", 3),
    _hidden("score", "score", "The product over the root.", 3),
    _hidden("max_score", "largest score", "Of this query.", 3),
    _hidden("grown", "e to the score", "After the largest score of the row was taken off.", 4),
    _hidden("row_sum", "sum of the row", "The sum of these over all keys that are seen.", 4),
    _hidden("weight", "weight", "The share of the key in the row.", 4),
    _hidden("row_entropy", "entropy of the row", "Of the chosen query, in nats.", 3),
)  # fmt: skip
_SCALING = (
    _hidden("draws", "draws", "How many times queries and keys were drawn."),
    _hidden("size_here", "size here", "log10 of the chosen size.", 3),
    _hidden("max_entropy", "log n", "The entropy of equal weights, in nats.", 3),
    _hidden("largest_unscaled", "largest weight", "In the row that is shown, without scaling.", 3),
    _hidden("largest_scaled", "largest weight", "In the row that is shown, with scaling.", 3),
)  # fmt: skip
METRICS = (*_SHOWN, *_FLAGS, *_WORDS, *_BY_HAND, *_SCALING)

ARRAYS = (
    ArrayDecl("weights", "queries keys", "Softmax of the scores of the head shown; rows sum to 1."),
    ArrayDecl("scores", "queries keys", "q·k over the root of d; NaN where the mask hides the key."),
    ArrayDecl("queries", "tokens d", "X W_Q, turned by the place with a rotary encoding."),
    ArrayDecl("keys_shown", "tokens d", "Y W_K, turned by the place with a rotary encoding."),
    ArrayDecl("values", "tokens d", "Y W_V."),
    ArrayDecl("outputs", "tokens d", "Weights times values."),
    ArrayDecl("grid", "pixels pixels", "The weights of all heads: a row a layer, parted by NaN."),
    ArrayDecl("grid_frames", "corners 2", "An outline of each head in it, parted by NaN."),
    ArrayDecl("grid_shown", "corners 2", "The outline of the head shown."),
    ArrayDecl("aims", "answers 2", "Cells whose key is where the query's answer stands."),
    ArrayDecl("chosen_cell", "2", "The cell that is worked out."),
    ArrayDecl("chosen_row", "keys", "The weights of the chosen query."),
    ArrayDecl("q_chosen", "d", "The chosen query."),
    ArrayDecl("k_chosen", "d", "The chosen key."),
    ArrayDecl("v_chosen", "d", "The value behind the chosen key."),
    ArrayDecl("o_chosen", "d", "The output of the head for the chosen query."),
    ArrayDecl("product_x", "2", "A range for them, with room for words."),
    ArrayDecl("products", "d", "Their products, feature by feature."),
    ArrayDecl("asks_xy", "queries 2", "Where the queries stand beside the arcs."),
    ArrayDecl("looked_xy", "keys 2", "Where the keys stand beside the arcs."),
    ArrayDecl("arc_xy", "tokens 2", "The ends of the arcs: queries, then keys."),
    ArrayDecl("arc_y", "2", "The range that the tokens take."),
    ArrayDecl("arc_pairs", "arcs 2", "Query and key of each weight above 0.03."),
    ArrayDecl("arc_widths", "arcs", "Those weights."),
    ArrayDecl("arc_strong", "arcs", "Those of the chosen query."),
    ArrayDecl("chosen_mark", "queries", "Which query is the chosen one."),
    ArrayDecl("pixels", "8 8", "The digit, from 0 to 1."),
    ArrayDecl("patch_xy", "17 2", "Where the token that asks for the class and the patches stand."),
    ArrayDecl("patch_extent", "4", "The picture's rectangle."),
    ArrayDecl("patch_cuts", "cuts 4", "Where the picture is cut."),
    ArrayDecl("look_pairs", "patches 2", "The chosen query and each patch that it looks at by more than 0.03."),
    ArrayDecl("look_widths", "patches", "How much."),
    ArrayDecl("look_strong", "patches", "All of them."),
    ArrayDecl("look_values", "17", "The weights of the chosen query on all tokens."),
    ArrayDecl("typed_xy", "tokens 2", "The tokens as typed."),
    ArrayDecl("reordered_xy", "tokens 2", "The tokens in their new order."),
    ArrayDecl("reordered_ids", "tokens", "Which token stands at each place."),
    ArrayDecl("moves", "tokens 4", "From where a token was typed to where it stands."),
    ArrayDecl("weights_typed", "tokens tokens", "The weights of the head for the tokens as typed."),
    ArrayDecl("weights_reordered", "tokens tokens", "The weights of the head for the new order."),
    ArrayDecl("change", "tokens", "The largest change in what comes out of each token."),
    ArrayDecl("change_y", "2", "A range for that, from 0 to 1 at least."),
    ArrayDecl("encoding", "positions features", "What tells the positions; zero without."),
    ArrayDecl("offsets", "distances", "Distances of two positions."),
    ArrayDecl("dots_first", "distances", "Dot products with the first position."),
    ArrayDecl("dots_later", "distances", "Dot products with the ninth position."),
    ArrayDecl("size_x", "sizes", "log10 of the key sizes."),
    *(
        ArrayDecl(f"{name}_curve_{how}{end}", "sizes", f"{words} {with_}{more}.")
        for name, words in (("entropy", "Mean entropy of the rows"), ("jacobian", "Mean norm of the Jacobian"))
        for how, with_ in (("unscaled", "without scaling"), ("scaled", "with scaling"))
        for end, more in (("", ""), ("_low", ", less two standard errors"), ("_high", ", and two standard errors"))
    ),
    ArrayDecl("theory_scaled", "sizes", "log n − 1/2, the entropy of softmax of normal scores of variance 1."),
    ArrayDecl("row_unscaled", "keys", "One row of weights without scaling."),
    ArrayDecl("row_scaled", "keys", "The same row with scaling."),
)  # fmt: skip

_TOKENS = {"mode": ("heads", "translation", "digits")}
_ORDER = {"mode": ("order",)}
_CELL = 63
GESTURES = (
    GestureDecl(
        "choose_cell",
        (
            Field("query", "integer", 0, _CELL, meaning="the row, from 0"),
            Field("key", "integer", 0, _CELL, meaning="the column, from 0"),
        ),
        "Works out one weight by hand.",
        when=_TOKENS,
    ),
    GestureDecl(
        "choose_query",
        (Field("query", "integer", 0, _CELL, meaning="the token, from 0"),),
        "Follows one token; the key is the one that it looks at most.",
        when=_TOKENS,
    ),
    GestureDecl(
        "choose_head",
        (
            Field("row", "integer", 0, 1000, meaning="of the picture of all heads"),
            Field("column", "integer", 0, 1000, meaning="of the picture of all heads"),
        ),
        "Shows the head at this cell of the picture of all heads.",
        when=_TOKENS,
    ),
    GestureDecl(
        "move_token",
        (
            Field("id", "integer", 0, _CELL, meaning="the token, as typed, from 0"),
            Field("place", "real", -1000, 1000, meaning="where it goes"),
        ),
        "Moves a token to another place.",
        target=("id",),
        when=_ORDER,
    ),
    GestureDecl("shuffle", (), "Puts the tokens in a random order.", button="Shuffle", when=_ORDER),
    GestureDecl("restore", (), "Puts the tokens back as they were typed.", button="As typed", when=_ORDER),
)

CLAIMS = (
    Claim("T1", "Every row of weights sums to 1", "reverse", "rows_off", "<=", 1e-12, 0),
    Claim("T1 library", "Worked out by hand and by torch's own attention: the same to 0.00001", "reverse",
          "library_gap", "<", 1e-5, 200),
    Claim("reverse", "It says more than 95 % backwards after 200 updates", "reverse", "accuracy", ">", 0.95, 200),
    Claim("no positions", "Without positions it says less than 30 % backwards", "no_positions", "accuracy", "<", 0.3,
          100),
    Claim("induction", "A head of the second layer puts more than 0.8 on what came next last time", "induction",
          "best_aim", ">", 0.8, 350),
    Claim("previous", "A head of the first layer puts more than 0.8 on the token before", "induction",
          "previous_weight", ">", 0.8, 350),
    Claim("one layer", "One layer gets less than 60 % of it", "one_layer", "accuracy", "<", 0.6, 150),
    Claim("no mask", "What it learned by looking ahead is worth less than 60 % with the mask on", "no_mask",
          "honest_accuracy", "<", 0.6, 150),
    Claim("T2", "64 keys of size 64 without the root: below 1.0 of 4.16 nats", "scaling", "entropy_unscaled", "<", 1.0,
          20),
    Claim("T2 scaled", "64 keys of size 64 with the root: above 3.4 of 4.16 nats", "scaling", "entropy_scaled", ">",
          3.4, 20),
    Claim("T3", "Without positions a new order changes nothing: 0.000001 at most", "bag_of_words", "shuffle_gap", "<=",
          1e-6, 5),
    Claim("T3 waves", "With positions a new order changes more than 0.1", "shuffled", "shuffle_gap", ">", 0.1, 5),
    Claim("T3 distance", "Dot products of the encoding depend on the distance alone", "shuffled", "offset_spread", "<",
          1e-9, 0),
    Claim("T4", "A translation that reorders and renames is more than 95 % right", "translation", "accuracy", ">", 0.95,
          350),
    Claim("patches", "More than 70 % of a batch of digits are right, read from patches", "patches", "accuracy", ">",
          0.7, 120),
)  # fmt: skip
