"""RNN memory and gates: how far a gradient reaches back through an Elman net, an LSTM and a GRU."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.recurrent.declared import GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card, Door
from playground.engine.declarations.params import LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real, text

__all__ = ["CARD", "DOORS", "GESTURES", "METRICS", "Params"]

CHAPTER = "Sequences and language"

CARD = Card(
    title="RNN memory and gates",
    chapter=CHAPTER,
    line="How long does it remember? A gradient goes back through time, and dries up or does not",
    badge=Badge(
        kind="exact",
        what="states, gates and gradients through time of three nets that learn while you watch, to rounding",
        against="torch's own cells, derivatives by autograd, and worked cases by independent code",
    ),
    sources=(
        "J. Elman, Finding structure in time (1990)",
        "Y. Bengio, P. Simard and P. Frasconi, Learning long-term dependencies is difficult (1994)",
        "S. Hochreiter and J. Schmidhuber, Long short-term memory (1997)",
        "M. Schuster and K. Paliwal, Bidirectional recurrent neural networks (1997)",
        "F. Gers, J. Schmidhuber and F. Cummins, Learning to forget: continual prediction with LSTM (2000)",
        "R. Pascanu, T. Mikolov and Y. Bengio, On the difficulty of training recurrent neural networks (2013)",
        "K. Cho et al., Learning phrase representations using RNN encoder-decoder (2014)",
        "C. Tallec and Y. Ollivier, Can recurrent neural networks warp time? (2018)",
    ),
    dtype="float32",
    heavy=True,
    pace=60.0,
    words=(
        "LSTM",
        "GRU",
        "Elman",
        "recurrent neural network",
        "backpropagation through time",
        "BPTT",
        "vanishing gradient",
        "exploding gradient",
        "gradient clipping",
        "forget gate",
        "cell state",
        "spectral radius",
        "truncated",
        "bidirectional",
        "stacked",
        "hidden state",
        "long-term dependencies",
    ),
)

DOORS = (
    Door(
        "vanishing_gradients",
        title="Vanishing and exploding gradients",
        chapter=CHAPTER,
        line="The norm of the gradient against the lag, with ρ^T and the product bound",
        preset="hundred",
        words=("Bengio", "Pascanu", "Jacobian product", "orthogonal"),
        plot="lag",
    ),
    Door(
        "bidirectional",
        title="Bidirectional and stacked RNNs",
        chapter=CHAPTER,
        line="Which place has seen which token",
        preset="both",
        words=("BiLSTM", "deep RNN", "ELMo", "context"),
        plot="influence",
    ),
)

NETS = ("rnn", "lstm", "gru")
MOST = 60  # tokens of a sequence of the user's

_TYPED: dict[str, tuple[str, ...]] = {"mode": ("river", "layers")}
_LEARNT: dict[str, tuple[str, ...]] = {"mode": ("river", "lag", "race")}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "sequence", "net", "flow", "radius", "keep", "depth", "both")

    mode: Literal["river", "lag", "race", "layers"] = choice(
        "river",
        label="view",
        effect=VIEW,
        labels={
            "river": "Unrolled in time",
            "lag": "Gradient and lag",
            "race": "Race to recall",
            "layers": "Layers and directions",
        },
        meaning="The nets on your sequence, how far the gradient reaches, how they learn, and who sees whom.",
    )
    sequence: str = text(
        "C: remember me to the very end.",
        longest=MOST,
        label="your sequence",
        effect=VIEW,
        meaning="A token a character. Capitals A to D are what is to be remembered; all others are fillers.",
        when=_TYPED,
    )
    flow: Literal["gradient", "state"] = choice(
        "gradient",
        label="rivers show",
        effect=VIEW,
        labels={"gradient": "The gradient", "state": "The states"},
        meaning="What comes back from the end; or what is kept, as wide as the gate that keeps it is open.",
        when={"mode": ("river",)},
    )
    net: Literal["rnn", "lstm", "gru"] = choice(
        "lstm",
        label="net shown",
        effect=VIEW,
        labels={"rnn": "RNN", "lstm": "LSTM", "gru": "GRU"},
        meaning="Whose gates and numbers are told; all three learn.",
    )
    radius: float = real(
        0.7,
        low=0.05,
        high=1.6,
        label="spectral radius ρ",
        effect=RESTART,
        meaning="The largest modulus of the eigenvalues of the RNN's recurrent weights at the start.",
        when=_LEARNT,
    )
    keep: float = real(
        3.0,
        low=-4.0,
        high=6.0,
        label="forget bias",
        effect=RESTART,
        meaning="At the start, of the gate that keeps the state: forget of the LSTM, keep of the GRU.",
    )
    length: int = integer(
        60,
        low=2,
        high=100,
        label="tokens to learn",
        effect=RESTART,
        meaning="The first of them is to be named at the end.",
        when=_LEARNT,
    )
    units: int = integer(32, low=2, high=64, label="units", effect=RESTART, meaning="Of each net.", when=_LEARNT)
    matrix: Literal["orthogonal", "random", "triangular"] = choice(
        "orthogonal",
        label="recurrent weights",
        effect=RESTART,
        labels={"orthogonal": "Orthogonal", "random": "Random", "triangular": "Triangular"},
        meaning="Of the RNN at the start, all scaled to the radius: a turn, random numbers, or a chain of units.",
        when=_LEARNT,
    )
    activation: Literal["tanh", "linear", "relu"] = choice(
        "tanh",
        label="RNN's function",
        effect=RESTART,
        labels={"tanh": "tanh", "linear": "None", "relu": "ReLU"},
        when=_LEARNT,
    )
    inputs: float = real(
        1.0,
        low=0.0,
        high=2.0,
        label="size of the input weights",
        effect=RESTART,
        meaning="Standard deviation at the start: large inputs saturate the tanh.",
        when=_LEARNT,
    )
    gain: float = real(
        0.5,
        low=0.0,
        high=2.0,
        label="size of the gates' weights",
        effect=RESTART,
        meaning="Standard deviation at the start of the recurrent weights of LSTM and GRU, times √units.",
        when=_LEARNT,
    )
    tied: bool = flag(
        True,
        label="input gate starts shut",
        effect=RESTART,
        meaning="The bias of the LSTM's input gate starts at minus the forget bias, as a GRU has it by design.",
        when=_LEARNT,
    )
    truncation: int = integer(
        0,
        low=0,
        high=100,
        label="truncated after (0: never)",
        effect=LIVE,
        unit="steps",
        meaning="How many steps the gradient goes back from the end.",
        when=_LEARNT,
    )
    clipping: bool = flag(
        True,
        label="clip the gradient",
        effect=RESTART,
        meaning="A longer gradient is shortened to the length below.",
        when=_LEARNT,
    )
    clip: float = real(
        0.1,
        low=0.01,
        high=100.0,
        log=True,
        label="longest gradient",
        effect=LIVE,
        when={"clipping": (True,), **_LEARNT},
    )
    optimiser: Literal["adam", "sgd"] = choice(
        "adam", label="optimiser", effect=LIVE, labels={"adam": "Adam", "sgd": "Gradient descent"}, when=_LEARNT
    )
    rate: float = real(0.01, low=1e-4, high=2.0, log=True, label="learning rate", effect=LIVE, decimals=4, when=_LEARNT)
    batch: int = integer(
        32,
        low=1,
        high=64,
        label="batch",
        effect=LIVE,
        meaning="New random sequences for every update.",
        when=_LEARNT,
    )
    depth: int = integer(
        2, low=1, high=3, label="layers", effect=VIEW, meaning="Cells over one another.", when={"mode": ("layers",)}
    )
    both: bool = flag(
        True,
        label="both directions",
        effect=VIEW,
        meaning="A second cell in each layer reads from the end.",
        when={"mode": ("layers",)},
    )
