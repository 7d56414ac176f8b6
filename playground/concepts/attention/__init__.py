"""Attention: who looks at whom and why, with heads that are learned live and never made by hand."""

from __future__ import annotations

from typing import Literal

from playground.concepts.attention.declared import ARRAYS, CLAIMS, GESTURES, METRICS
from playground.engine.concept import Badge, Card
from playground.engine.params import LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real, text

__all__ = ["ARRAYS", "CARD", "CLAIMS", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Attention inspector",
    chapter="Attention",
    line="Who looks at whom, and every number that says why",
    badge=Badge(
        kind="exact",
        what="queries, keys, values, scores, weights and outputs of a net that learns while you watch",
        against="torch's own attention, worked cases by independent code, and derivatives by autograd in the tests",
    ),
    sources=(
        "A. Vaswani et al., Attention is all you need (2017)",
        "D. Bahdanau, K. Cho and Y. Bengio, Neural machine translation by jointly learning to align (2015)",
        "J. Su et al., RoFormer: enhanced transformer with rotary position embedding (2021)",
        "N. Elhage et al., A mathematical framework for transformer circuits (2021)",
        "C. Olsson et al., In-context learning and induction heads (2022)",
        "A. Dosovitskiy et al., An image is worth 16x16 words (2021)",
        "B. Derrida, Random-energy model (1981)",
    ),
    heavy=True,
    pace=60.0,
    words=("transformer", "self-attention", "cross-attention", "head", "query", "key", "value", "softmax", "mask",
           "positional encoding", "rotary", "induction head", "sequence to sequence", "translation", "token", "BERT",
           "GPT", "vision transformer"),
    weights="its matrices, rows times columns, by the names that the formulas have",
)  # fmt: skip

JOBS = ()

LEARNING = ("heads", "translation", "digits")
NETS: dict[str, tuple[str, ...]] = {"mode": (*LEARNING, "order")}
SENTENCES: dict[str, tuple[str, ...]] = {"mode": ("heads", "translation", "order")}


class Params(ConceptParams):
    """What may be turned."""

    mode: Literal["heads", "translation", "digits", "order", "scaling"] = choice(
        "heads",
        label="view",
        effect=RESTART,
        labels={
            "heads": "Learned heads",
            "translation": "Translation",
            "digits": "Patches of a digit",
            "order": "Order of tokens",
            "scaling": "Scaling",
        },
        meaning="Heads on your own sentence, two sequences, a picture cut into patches, positions, or the root of d.",
    )
    picture: Literal["matrix", "arcs", "vectors", "grid"] = choice(
        "matrix",
        label="picture",
        effect=VIEW,
        labels={"matrix": "Matrix", "arcs": "Arcs", "vectors": "Q K V", "grid": "All heads"},
        meaning="The weights of one head as a matrix or as arcs, everything that leads to them, or all heads at once.",
        when={"mode": LEARNING},
    )
    sentence: str = text(
        "attention",
        longest=120,
        label="your sentence",
        effect=VIEW,
        meaning="What the net is asked; it never saw it in training. What does not fit is left out.",
        when=SENTENCES,
    )
    tokens: Literal["characters", "words"] = choice(
        "characters",
        label="a token is",
        effect=VIEW,
        labels={"characters": "A character", "words": "A word"},
        meaning="Equal tokens get the same number, in the order in which they first appear.",
        when=SENTENCES,
    )
    digit: int = integer(
        0, low=0, high=1796, label="picture", effect=VIEW, meaning="One of the 1,797 handwritten digits.",
        when={"mode": ("digits",)},
    )  # fmt: skip
    task: Literal["reverse", "copy", "induction"] = choice(
        "reverse",
        label="task",
        effect=RESTART,
        labels={"reverse": "Reverse", "copy": "Copy", "induction": "Induction"},
        meaning="Say the tokens backwards, say them again, or go on with what is being repeated.",
        when={"mode": ("heads",)},
    )
    layer: int = integer(
        0, low=0, high=3, label="layer shown", effect=VIEW, meaning="Counted from 1; 0 is the last one.", when=NETS
    )
    head: int = integer(1, low=1, high=4, label="head shown", effect=VIEW, meaning="One of the layer's heads.",
                        when=NETS)  # fmt: skip
    silenced: bool = flag(
        False, label="silence this head", effect=VIEW, meaning="What the net says without the head shown.",
        when={"mode": LEARNING},
    )  # fmt: skip
    layers: int = integer(
        1, low=1, high=3, label="layers", effect=RESTART, meaning="How often tokens look at one another.",
        when={"mode": ("heads", "digits", "order")},
    )  # fmt: skip
    heads: int = integer(2, low=1, high=4, label="heads", effect=RESTART, meaning="Heads of each layer.", when=NETS)
    key: int = integer(
        8, low=2, high=64, label="key size", effect=RESTART, meaning="d, the features of a query or key of one head.",
        when=NETS,
    )  # fmt: skip
    encoding: Literal["none", "sinusoidal", "rotary"] = choice(
        "sinusoidal",
        label="positions",
        effect=RESTART,
        labels={"none": "None", "sinusoidal": "Sinusoidal", "rotary": "Rotary"},
        meaning="Waves added to the tokens, queries and keys turned by their place, or nothing that tells the place.",
        when=NETS,
    )
    scaled: bool = flag(
        True, label="divide by √d", effect=RESTART, meaning="Whether scores are divided by the root of the key size.",
        when=NETS,
    )  # fmt: skip
    masked: bool = flag(
        True, label="causal mask", effect=RESTART, meaning="Whether a token sees only itself and what came before.",
        when={"mode": ("heads", "order")},
    )  # fmt: skip
    length: int = integer(
        9, low=2, high=12, label="tokens to learn", effect=RESTART,
        meaning="How many tokens are reversed, copied or translated; induction sees twice as many.",
        when={"mode": ("heads", "translation")},
    )  # fmt: skip
    width: int = integer(
        32, low=8, high=64, label="token width", effect=RESTART, meaning="Features of a token between the layers.",
        when=NETS,
    )  # fmt: skip
    rate: float = real(
        0.01, low=1e-4, high=0.3, log=True, label="learning rate", effect=LIVE, decimals=4, meaning="The step of Adam.",
        when={"mode": LEARNING},
    )  # fmt: skip
    batch: int = integer(
        32, low=1, high=64, label="batch", effect=LIVE, meaning="New random sequences for every update.",
        when={"mode": LEARNING},
    )  # fmt: skip
    updates: int = integer(
        1, low=1, high=10, label="updates a step", effect=LIVE,
        meaning="How often the weights move in one step, less often where a net is large.", when={"mode": LEARNING},
    )  # fmt: skip
    size: int = integer(
        64, low=1, high=1024, log=True, label="key size", effect=RESTART,
        meaning="d of the row of weights that is shown; the curves have all sizes.", when={"mode": ("scaling",)},
    )  # fmt: skip
    keys: int = integer(
        64, low=2, high=256, label="keys", effect=RESTART, meaning="How many keys a query chooses from.",
        when={"mode": ("scaling",)},
    )  # fmt: skip
