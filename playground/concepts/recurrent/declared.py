"""What the panel declares beside its parameters: metrics and gestures. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, Metric, hidden

METRICS = (
    Metric(
        "accuracy",
        "recall of the first token",
        "Share that was right in the last eight batches, each new to the net.",
        decimals=3,
        over="net",
    ),
    Metric("loss", "loss", "Mean cross-entropy of the last batch.", unit="nat", decimals=3, over="net"),
    Metric(
        "norm",
        "length of the gradient",
        "Of all weights of the net in the last update, before it is clipped.",
        decimals=3,
        over="net",
    ),
    Metric(
        "digits",
        "log₁₀ of what reaches the start",
        "The gradient by the state before the first token over that by the last state, root mean square of a batch.",
        decimals=2,
        over="net",
    ),
    Metric("reached", "99 % after", "Updates until the recall was 99 %.", unit="updates", decimals=None, over="net"),
    Metric("updates", "updates", "Updates so far.", decimals=None),
    Metric("says", "the net shown says", "What it names at the end of your sequence.", note="with {says_share}"),
    # Your sequence.
    hidden("first_share", "probability of the first", "That the net shown gives to what stands first.", 3),
    hidden("step_sign", "token", "The token of the chosen step."),
    hidden("net_name", "net", "The net shown."),
    hidden("tokens_seen", "tokens known", "How many tokens the chosen place knows."),
    hidden("tokens_all", "tokens", "Of your sequence."),
    hidden("says_share", "probability", "Of what the net shown says.", 3),
    hidden("step_digits", "log₁₀ at the chosen step", "Gradient there over that at the end, of the net shown.", 2),
    hidden("rnn_step_digits", "RNN", "The same of the RNN.", 2),
    hidden(
        "bptt_gap",
        "gap",
        "Unrolled gradient against the sum of what each step adds, as a share of it.",
        16,
    ),
    # Gradient and lag.
    hidden("power", "ρ^T", "The spectral radius to the power of the lag.", 6),
    hidden("power_digits", "log₁₀ ρ^T", "Its logarithm.", 3),
    hidden("ratio_rnn", "RNN", "The gradient of the RNN at the start over that at the end.", 6),
    hidden("radius_now", "ρ now", "The spectral radius of the RNN's recurrent weights as they are now.", 4),
    hidden("sigma_now", "σ now", "Their largest singular value.", 4),
    hidden("rises_to", "rises to", "The largest norm of a power of the recurrent weights, over all lags.", 4),
    hidden("power_gap", "gap", "log₁₀ of the RNN's ratio less that of ρ^T.", 9),
    hidden("bound_slack", "slack", "The least that the product bound lies above the gradient, in powers of ten.", 6),
    hidden("norm_least", "least", "The least of ‖U^k‖ / ρ^k over all lags k.", 6),
    # Layers.
    hidden("weights", "weights", "Of the stack of layers."),
    hidden("ahead", "from tokens to come", "Largest influence of a later token on an earlier place.", 12),
    hidden("behind", "from tokens before", "Share of the pairs with an earlier token that have an influence.", 3),
    hidden("clipped_share", "kept", "By what the gradient of the net shown is multiplied by clipping.", 3),
)

_RUN = {"mode": ("river", "layers")}
_RIVER = {"mode": ("river",)}
GESTURES = (
    GestureDecl(
        "choose_step",
        (Field("x", "real", -1e4, 1e4, meaning="the token, from 0"),),
        "Chooses a step of the sequence.",
        when=_RUN,
    ),
    GestureDecl(
        "turn_valve",
        (Field("x", "real", -1e4, 1e4, meaning="the token, from 0"),),
        "Shuts the gate that keeps the state at a step; then opens it; then leaves it to the net again.",
        when=_RIVER,
    ),
    GestureDecl("free", (), "Leaves all gates to the nets again.", button="Leave all gates to the nets", when=_RIVER),
)
