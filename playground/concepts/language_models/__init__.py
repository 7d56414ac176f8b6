"""A character model that learns while you watch: what may come next, how surprised it is, and what it writes."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.language_models.declared import GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card, Door, Opens
from playground.engine.declarations.params import LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real, text

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Tiny language models",
    chapter="Sequences and language",
    line="Predict the next character, again and again",
    badge=Badge(
        kind="exact",
        what="every chance, weight and perplexity on screen is that of a net that learns while you watch",
        against="derivatives by autograd, cases by independent code, and tables of counts on the same text",
    ),
    sources=(
        "C. E. Shannon, A mathematical theory of communication (1948)",
        "Y. Bengio et al., A neural probabilistic language model (2003)",
        "A. Vaswani et al., Attention is all you need (2017)",
        "A. Radford et al., Improving language understanding by generative pre-training (2018)",
        "A. Karpathy, The unreasonable effectiveness of recurrent neural networks (2015)",
        "A. Holtzman et al., The curious case of neural text degeneration (2020)",
    ),
    dtype="float32",
    heavy=True,
    pace=60.0,
    words=(
        "GPT",
        "transformer",
        "decoder",
        "character model",
        "next token",
        "autoregressive",
        "text generation",
        "perplexity",
        "cross-entropy",
        "bits per character",
        "temperature",
        "top-k",
        "sampling",
        "prompt",
        "n-gram",
        "bigram",
        "Markov chain",
        "overfitting",
        "attention",
    ),
    opens=(Opens("text", "its characters are learnt, but for the last tenth, which is held out"),),
    weights="its matrices, rows times columns, by the names that the notes have",
)

DOORS = (
    Door(
        "perplexity",
        title="Perplexity meter",
        chapter="Sequences and language",
        line="How surprised is a model by each of your letters?",
        preset="meter",
        words=("surprise", "cross-entropy", "bits per character", "log-likelihood", "Shannon"),
    ),
    Door(
        "temperature",
        title="Temperature and top-k",
        chapter="Sequences and language",
        line="From loops to noise by one number",
        preset="write",
        words=("softmax", "sampling", "greedy decoding", "decoding", "degeneration", "top-k"),
    ),
    Door(
        "letter_chains",
        title="Shannon's chain of letters",
        chapter="Sequences and language",
        line="Text by a table of pairs, as in 1948",
        preset="pairs",
        words=("Markov chain", "bigram", "n-gram", "unigram", "counting", "Shannon"),
    ),
)

JOBS = ()

NET: dict[str, tuple[str, ...]] = {"model": ("net",)}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "model", "prompt", "sentence", "temperature", "top_k", "learns")

    mode: Literal["learn", "write", "meter"] = choice(
        "learn",
        label="view",
        effect=VIEW,
        labels={"learn": "Learn", "write": "Write", "meter": "Perplexity"},
        meaning="How it learns and what it writes meanwhile, what may come next, or how your own text surprises it.",
    )
    model: Literal["net", "pairs", "single", "uniform"] = choice(
        "net",
        label="model",
        effect=LIVE,
        labels={"net": "Transformer", "pairs": "Bigram", "single": "Unigram", "uniform": "Uniform"},
        meaning="Who writes and is measured: the net, counts of pairs or of single characters, or all alike.",
        when={"mode": ("write", "meter")},
    )
    prompt: str = text(
        "Alice was ",
        longest=60,
        label="prompt",
        effect=LIVE,
        meaning="What the text begins with; a new one begins a new text.",
        when={"mode": ("learn", "write")},
    )
    sentence: str = text(
        "The White Rabbit said to Alice that it was late. Then it ran down the hole again, qxz, as quick as a cat.",
        longest=240,
        label="your text",
        effect=VIEW,
        meaning="What is measured; the net never learns from it.",
        when={"mode": ("meter",)},
    )
    temperature: float = real(
        0.8,
        low=0.0,
        high=3.0,
        label="temperature",
        effect=LIVE,
        meaning="Logits are divided by it before a character is drawn; 0 always takes the likeliest.",
        when={"mode": ("learn", "write")},
    )
    top_k: int = integer(
        0,
        low=0,
        high=40,
        label="top k (0: all)",
        effect=LIVE,
        meaning="Only the k likeliest characters may be drawn; 0: all of them.",
        when={"mode": ("learn", "write")},
    )
    learns: bool = flag(
        True,
        label="learns while it writes",
        effect=LIVE,
        meaning="Each step is one update and one character; without it a character alone.",
    )
    head: int = integer(
        1,
        low=1,
        high=8,
        label="head shown",
        effect=VIEW,
        meaning="One of the layer's heads.",
        when={"mode": ("write",)},
    )
    layer: int = integer(
        0,
        low=0,
        high=4,
        label="layer shown (0: last)",
        effect=VIEW,
        meaning="Counted from 1; 0 is the last one.",
        when={"mode": ("write",)},
    )
    rate: float = real(
        0.003,
        low=1e-5,
        high=1.0,
        log=True,
        label="learning rate",
        effect=LIVE,
        decimals=4,
        meaning="The step of Adam, reached after 20 updates.",
    )
    batch: int = integer(
        16, low=1, high=32, label="batch", effect=LIVE, meaning="Pieces of text, drawn anew for every update."
    )
    dropout: float = real(
        0.0,
        low=0.0,
        high=0.6,
        label="dropout",
        effect=LIVE,
        meaning="The share of features that is silent in an update, drawn anew for each.",
    )
    amount: int = integer(
        5_000_000,
        low=300,
        high=5_000_000,
        log=True,
        label="characters to learn from",
        effect=RESTART,
        meaning="From the beginning of the text; what there is at most.",
    )
    length: int = integer(
        64, low=8, high=128, label="context", effect=RESTART, meaning="How many characters it can look back."
    )
    layers: int = integer(1, low=1, high=4, label="layers", effect=RESTART, meaning="Blocks of the transformer.")
    heads: int = integer(4, low=1, high=8, label="heads", effect=RESTART, meaning="Heads of each block.")
    key: int = integer(
        16, low=2, high=24, label="key size", effect=RESTART, meaning="Features of a head; the width is heads times it."
    )
    positions: Literal["learnt", "rotary", "none"] = choice(
        "rotary",
        label="positions",
        effect=RESTART,
        labels={"learnt": "Learnt", "rotary": "Rotary", "none": "None"},
        meaning="Rows of a matrix that is learnt, queries and keys turned by their place, or nothing but the mask.",
    )
