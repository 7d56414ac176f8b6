"""What the net learns from, and what it is asked on screen.

Tokens are numbers below `VOCABULARY`, so characters and words alike: training sequences are random, and a sentence of
the user is numbered in the order in which its tokens first appear. The net has never seen it.
"""

from __future__ import annotations

from functools import lru_cache
from string import ascii_lowercase
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.attention import Params
from playground.concepts.attention.net import Batch, Kind, Shape
from playground.resources import asset

VOCABULARY = 32
BREAK = VOCABULARY  # the token between what is said and what is to be said, and the first of a translation
FILLED, BLANK, BAR, CLASS = "□", "_", "|", "class"
LONGEST = 24  # tokens of a sentence whose order is changed
SIDE, PATCH = 8, 2
PATCHES = (SIDE // PATCH) ** 2
KINDS = 10
_SYLLABLES = tuple(first + second for second in "aeiou" for first in "bdfgklmnprstvz")[:VOCABULARY]


class Probe(NamedTuple):
    """The sequence on screen, as a batch of one.

    Attributes:
        batch: what the net is asked.
        asks: the words of the queries.
        looked: the words of the keys.
        aims: for each query the key where its answer stands, -1 where there is none, (queries,).
        right: the words that should come at the places that are asked.
    """

    batch: Batch
    asks: tuple[str, ...]
    looked: tuple[str, ...]
    aims: Tensor
    right: tuple[str, ...]


def shape_of(params: Params) -> Shape:
    """The net that a mode needs."""
    layers: list[Kind] = ["source", "target", "cross"]
    if params.mode != "translation":
        layers = ["self"] * params.layers
    inputs, outputs = VOCABULARY + 1, VOCABULARY
    if params.mode == "digits":
        inputs, outputs = PATCH * PATCH + 1, KINDS
    return Shape(
        width=params.width,
        heads=params.heads,
        key=params.key,
        layers=tuple(layers),
        inputs=inputs,
        targets=VOCABULARY + 1 if params.mode == "translation" else 0,
        outputs=outputs,
        encoding=params.encoding,
        scaled=params.scaled,
        masked=params.mode == "translation" or (params.masked and params.mode != "digits"),
    )


# ---- training


def drawn(params: Params, relabel: Tensor, rng: torch.Generator, dtype: torch.dtype) -> Batch:
    """New random sequences of the task."""
    n, many = params.length, params.batch
    if params.mode == "digits":
        pixels, labels = pictures()
        return _asked_class(pixels[(rows := torch.randint(len(labels), (many,), generator=rng))], labels[rows], dtype)
    if params.mode == "heads" and params.task == "induction":
        names = torch.rand(many, VOCABULARY, generator=rng).argsort(1)
        period = torch.randint(2, n + 1, (many, 1), generator=rng)
        place = torch.arange(2 * n + 1).expand(many, -1)
        said = names.gather(1, place % period)
        return Batch(said[:, :-1].contiguous(), None, said[:, 1:].contiguous(), (place[:, 1:] > period).to(dtype))
    said = torch.randint(VOCABULARY, (many, n), generator=rng)
    return _translated(said, relabel, dtype) if params.mode == "translation" else _told_again(params, said, dtype)


def _told_again(params: Params, said: Tensor, dtype: torch.dtype) -> Batch:
    """The tokens, a break, and the tokens again or backwards; each token is to say what comes next."""
    again = said.flip(1) if params.task == "reverse" else said
    whole = torch.cat([said, torch.full((len(said), 1), BREAK), again], 1)
    counted = torch.zeros(len(said), 2 * params.length, dtype=dtype)
    counted[:, params.length :] = 1.0
    return Batch(whole[:, :-1].contiguous(), None, whole[:, 1:].clamp(max=VOCABULARY - 1).contiguous(), counted)


def swapped(n: int) -> Tensor:
    """The order of the other language: each two words change places, as an adjective and its noun do."""
    places = torch.arange(n)
    pairs = n // 2 * 2
    places[:pairs] = places[:pairs].view(-1, 2).flip(1).flatten()
    return places


def _translated(said: Tensor, relabel: Tensor, dtype: torch.dtype) -> Batch:
    answers = relabel[said[:, swapped(said.shape[1])]]
    before = torch.cat([torch.full((len(said), 1), BREAK), answers[:, :-1]], 1)
    return Batch(said, before, answers.contiguous(), torch.ones(answers.shape, dtype=dtype))


def _asked_class(pixels: Tensor, labels: Tensor, dtype: torch.dtype) -> Batch:
    """Patches behind a token that is to say the class."""
    answers = labels[:, None].expand(-1, PATCHES + 1).contiguous()
    counted = torch.zeros(answers.shape, dtype=dtype)
    counted[:, 0] = 1.0
    return Batch(patches(pixels).to(dtype), None, answers, counted)


@lru_cache(maxsize=1)
def pictures() -> tuple[Tensor, Tensor]:
    """All digits with pixels from 0 to 1, (1797, 8, 8), and what they are."""
    with np.load(asset("data/digits.npz"), allow_pickle=False) as stored:
        return torch.from_numpy(stored["images"] / 16.0), torch.from_numpy(stored["labels"].astype(np.int64))


def patches(pixels: Tensor) -> Tensor:
    """Pictures (n, 8, 8) as rows of patches (n, 16, 4)."""
    side = SIDE // PATCH
    return pixels.view(-1, side, PATCH, side, PATCH).transpose(2, 3).reshape(-1, PATCHES, PATCH * PATCH)


# ---- what is on screen


def words_of(params: Params) -> list[str]:
    """The tokens of the sentence."""
    if params.tokens == "words":
        return params.sentence.split()
    return [BLANK if sign.isspace() else sign for sign in params.sentence]


def numbered(words: list[str]) -> Tensor:
    """Equal tokens get the same number, in the order of their first appearance."""
    names = {word: number for number, word in enumerate(dict.fromkeys(words))}
    return torch.tensor([names[word] % VOCABULARY for word in words], dtype=torch.int64)


def filled(words: list[str], n: int) -> tuple[list[str], Tensor]:
    """Exactly n tokens: what is too long is left out, and what is missing becomes tokens that occur nowhere else."""
    kept = words[:n]
    numbers = numbered(kept).tolist()
    free = [number for number in range(VOCABULARY) if number not in numbers]
    missing = n - len(kept)
    return kept + [FILLED] * missing, torch.tensor([*numbers, *free[:missing]], dtype=torch.int64)


def probe(params: Params, relabel: Tensor, dtype: torch.dtype) -> Probe:
    """The user's sentence, or the chosen picture, as the net gets it."""
    if params.mode == "digits":
        return _picture(params, dtype)
    if params.mode == "translation":
        return _sentence_to_translate(params, relabel, dtype)
    if params.mode == "order":
        return _plain(params, dtype)
    if params.task == "induction":
        return _repeated(params, dtype)
    words, numbers = filled(words_of(params), params.length)
    batch = _told_again(params, numbers[None], dtype)
    again = words[::-1] if params.task == "reverse" else words
    asks = (*words, BAR, *again[:-1])
    n = params.length
    places = torch.arange(n)
    aims = torch.cat([torch.full((n,), -1), places.flip(0) if params.task == "reverse" else places])
    return Probe(batch, asks, asks, aims, tuple(again))


def _repeated(params: Params, dtype: torch.dtype) -> Probe:
    """A sentence in which what has been said comes again."""
    words = words_of(params)[: 2 * params.length + 1]
    words, numbers = filled(words, max(len(words), 3))
    said = words[:-1]
    aims, last = [], dict[str, int]()
    for place, word in enumerate(said):
        aims.append(last[word] + 1 if word in last and word != FILLED else -1)
        last[word] = place
    found = torch.tensor(aims)
    # Only where the last time was followed by the same token is there something to be known.
    answers = numbers[1:]
    known = (found >= 0) & (numbers[found.clamp(min=0)] == answers)
    batch = Batch(numbers[None, :-1], None, answers[None], known.to(dtype)[None])
    right = tuple(word for word, told in zip(words[1:], known.tolist(), strict=True) if told)
    return Probe(batch, tuple(said), tuple(said), torch.where(known, found, -1), right)


def _sentence_to_translate(params: Params, relabel: Tensor, dtype: torch.dtype) -> Probe:
    words, numbers = filled(words_of(params), params.length)
    batch = _translated(numbers[None], relabel, dtype)
    right = tuple(_SYLLABLES[number] for number in batch.answers[0].tolist())
    return Probe(batch, right, tuple(words), swapped(params.length), right)


def _picture(params: Params, dtype: torch.dtype) -> Probe:
    pixels, labels = pictures()
    batch = _asked_class(pixels[params.digit : params.digit + 1], labels[params.digit : params.digit + 1], dtype)
    words = (CLASS, *ascii_lowercase[:PATCHES])
    return Probe(batch, words, words, torch.full((len(words),), -1), (str(int(labels[params.digit])),))


def _plain(params: Params, dtype: torch.dtype) -> Probe:
    words = words_of(params)[:LONGEST]
    words, numbers = filled(words, max(len(words), 2))
    nothing = torch.zeros(1, len(words), dtype=dtype)
    batch = Batch(numbers[None], None, numbers[None], nothing)
    return Probe(batch, tuple(words), tuple(words), torch.full((len(words),), -1), ())


def said(params: Params, probe: Probe, logits: Tensor) -> tuple[str, ...]:
    """What the net answers to the probe at the places that are asked, in words."""
    likeliest = logits[0].argmax(-1)[probe.batch.counted[0] > 0].tolist()
    if params.mode == "digits":
        return tuple(str(kind) for kind in likeliest)
    if params.mode == "translation":
        return tuple(_SYLLABLES[number] for number in likeliest)
    source = probe.batch.source[0].tolist()
    known = {number: word for number, word in zip(source, probe.looked, strict=True) if number != BREAK}
    return tuple(known.get(number, "?") for number in likeliest)
