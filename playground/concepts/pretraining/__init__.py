"""What a word means in its context: nets that learn from text alone."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.pretraining.declared import GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card, Door
from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    integer,
    real,
    text,
)

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

_CHAPTER = "Sequences and language"

CARD = Card(
    title="Words in context",
    chapter=_CHAPTER,
    line="Hide a word, show a few examples, part the senses of a word",
    badge=Badge(
        kind="sampled",
        what="accuracies on texts that the nets never saw; probabilities, vectors and scores on screen are exact",
        against="derivatives by autograd, and Bayes' rule for what can be known at all",
    ),
    sources=(
        "J. Devlin et al., BERT: pre-training of deep bidirectional transformers (2018)",
        "A. Radford et al., Improving language understanding by generative pre-training (2018)",
        "T. Brown et al., Language models are few-shot learners (2020)",
        "C. Olsson et al., In-context learning and induction heads (2022)",
        "M. Peters et al., Deep contextualized word representations (2018)",
    ),
    dtype="float32",
    heavy=True,
    pace=30.0,
    words=(
        "pretraining",
        "BERT",
        "GPT",
        "masked language model",
        "cloze",
        "causal",
        "bidirectional",
        "palindrome",
        "few-shot",
        "in-context learning",
        "prompt",
        "induction head",
        "ELMo",
        "contextual embedding",
        "word sense",
        "LSTM",
    ),
    weights="its matrices: of transformers as they multiply rows, of both LSTMs as one flat row",
)

DOORS = (
    Door(
        "bert",
        title="BERT: guess the hidden word",
        chapter=_CHAPTER,
        line="What both sides tell, and the left side does not",
        preset="sentences",
        words=("masked language model", "cloze", "MLM", "bidirectional", "encoder"),
    ),
    Door(
        "few_shot",
        title="Learning in context",
        chapter=_CHAPTER,
        line="A few examples in the prompt, and no weight moves",
        preset="few_shot",
        words=("few-shot", "in-context learning", "prompt", "GPT-3", "induction"),
    ),
    Door(
        "elmo",
        title="ELMo: one word, two vectors",
        chapter=_CHAPTER,
        line="Two LSTMs read from both ends, and a mix of layers parts the senses",
        preset="senses",
        words=("contextual embedding", "word sense", "polysemy", "biLM", "layer mix"),
    ),
)

JOBS = ()

_MASKS, _SHOTS = {"mode": ("masks",)}, {"mode": ("shots",)}
_SENSES = {"mode": ("senses",)}
_TRANSFORMERS = {"mode": ("masks", "shots")}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "texts",
        "own",
        "hidden",
        "prompt",
        "seen_shots",
        "word",
        "mix",
        "first",
        "second",
    )

    mode: Literal["masks", "shots", "senses"] = choice(
        "masks",
        label="view",
        effect=DATA,
        labels={
            "masks": "Causal or masked",
            "shots": "Few shots",
            "senses": "Two senses",
        },
        meaning="Two ways to learn from text, examples in the prompt, or the vectors of one word.",
    )
    texts: Literal["palindromes", "sentences"] = choice(
        "palindromes",
        label="texts",
        effect=DATA,
        labels={"palindromes": "Palindromes", "sentences": "Sentences"},
        meaning="Eight letters that read the same backwards, or sentences of eight words.",
        when=_MASKS,
    )
    own: str = text(
        "starrats",
        longest=80,
        label="your text",
        effect=VIEW,
        meaning="Eight letters or words, of which one is hidden; what the language does not have counts as hidden.",
        when=_MASKS,
    )
    hidden: float = real(
        0.15,
        low=0.01,
        high=1.0,
        label="share that is asked",
        effect=LIVE,
        meaning="The share of places that the masked net is asked in training; BERT's is 0.15.",
        when=_MASKS,
    )
    shown_as: Literal["bert", "mask"] = choice(
        "bert",
        label="what is asked is shown as",
        effect=LIVE,
        labels={"bert": "80 % □, 10 % another, 10 % itself", "mask": "Always □"},
        meaning="BERT replaces some of what it asks at random and leaves some as it is.",
        when=_MASKS,
    )
    prompt: str = text(
        "a3 b7 c1 b",
        longest=80,
        label="your prompt",
        effect=VIEW,
        meaning="Letters with their digits, and last the letter that is asked.",
        when=_SHOTS,
    )
    keys: int = integer(
        8, low=2, high=12, label="letters", effect=DATA, meaning="How many letters have a digit.", when=_SHOTS
    )
    seen_shots: int = integer(
        12,
        low=1,
        high=12,
        label="examples in training",
        effect=LIVE,
        meaning="How many examples the longest prompt of the training has; it is tested with up to 12.",
        when=_SHOTS,
    )
    word: Literal["bank", "bat", "spring"] = choice(
        "bank",
        label="word",
        effect=VIEW,
        labels={"bank": "bank", "bat": "bat", "spring": "spring"},
        meaning="Which of the three words with two senses is looked at.",
        when=_SENSES,
    )
    mix: float = real(
        1.0,
        low=0.0,
        high=1.0,
        label="weight of the LSTMs' layer",
        effect=VIEW,
        meaning="0 takes the word's own vector, 1 the states of the two LSTMs.",
        when=_SENSES,
    )
    first: str = text(
        "the otter saw the bank near the river",
        longest=80,
        label="first sentence",
        effect=VIEW,
        meaning="With the word in it; words that the language does not have count as nothing.",
        when=_SENSES,
    )
    second: str = text(
        "the thief robbed the bank near the road",
        longest=80,
        label="second sentence",
        effect=VIEW,
        meaning="With the word in it; words that the language does not have count as nothing.",
        when=_SENSES,
    )
    units: int = integer(
        16, low=4, high=32, label="units", effect=RESTART, meaning="Of each LSTM, and of a word's vector.", when=_SENSES
    )
    layers: int = integer(
        1, low=1, high=3, label="layers", effect=RESTART, meaning="Blocks of attention.", when=_TRANSFORMERS
    )
    inner: int = integer(
        0,
        low=0,
        high=64,
        label="hidden units",
        effect=RESTART,
        meaning="Of each block behind its attention; 0: attention alone.",
        when=_TRANSFORMERS,
    )
    rate: float = real(
        0.01,
        low=1e-4,
        high=0.1,
        log=True,
        label="learning rate",
        effect=LIVE,
        decimals=4,
        meaning="The step of Adam.",
    )
    batch: int = integer(32, low=1, high=64, label="batch", effect=LIVE, meaning="New random texts for every update.")
