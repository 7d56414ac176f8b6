"""A text as a sequence of characters that a small model learns: its signs, its numbers, and two parts of it.

A text has at most `MOST_SIGNS` different signs here, the most frequent ones; all others are one sign, `OTHER`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.reading.text import read_text

MOST_SIGNS = 128
MOST_BYTES = 5_000_000
LEAST = 400
"""The shortest text of a user's own, in characters."""
HELD_OUT = 0.1
"""The share at the end of a text that is never learnt from."""
OTHER = "□"
_SHOWN = {" ": "·", "\n": "¶", "\t": "→"}


class CharacterText(NamedTuple):
    """A text by the numbers of its signs.

    Attributes:
        signs: the code points of its signs, the most frequent first, (V,).
        numbers: which sign stands where, (characters,), of uint8.
    """

    signs: Tensor
    numbers: Tensor


def of_text(text: str) -> CharacterText:
    """The signs of a text, the most frequent first, and their numbers."""
    points = np.frombuffer(text.encode("utf-32-le", "replace"), dtype=np.uint32)
    counts = np.bincount(points)
    different = counts.nonzero()[0]
    order = np.lexsort((different, -counts[different]))
    kept = order if len(order) <= MOST_SIGNS else order[: MOST_SIGNS - 1]
    signs = different[kept].astype(np.int64)
    if len(kept) < len(order):
        signs = np.append(signs, ord(OTHER))
    number = np.full(len(counts), len(signs) - 1, dtype=np.uint8)
    number[different[kept]] = np.arange(len(kept))
    return CharacterText(torch.from_numpy(signs), torch.from_numpy(number[points]))


def opened(path: Path) -> CharacterText:
    """A text file of the user's own.

    Raises:
        BadInput: it is larger than 5 MB, no text, or too short to learn from.
    """
    text = read_text(path, MOST_BYTES).replace("\r\n", "\n").replace("\r", "\n")
    if len(text) < LEAST:
        raise BadInput(f"{path.name} has {len(text):,} characters, allowed is {LEAST:,} or more to learn from", "file")
    found = of_text(text)
    if len(found.signs) < 2:
        raise BadInput(f"{path.name} has one and the same character throughout; there is nothing to predict", "file")
    return found


def parted(text: CharacterText, amount: int) -> tuple[Tensor, Tensor]:
    """The part that is learnt from, at most `amount` characters, and the part at the end that is held out."""
    cut = round(len(text.numbers) * (1.0 - HELD_OUT))
    return text.numbers[: min(cut, amount)], text.numbers[cut:]


def written(signs: Tensor, numbers: Tensor) -> str:
    """Numbers as the text that they stand for."""
    return "".join(map(chr, signs[numbers.long()].tolist()))


def numbered(signs: Tensor, text: str) -> Tensor:
    """A text by the numbers of its signs, (characters,) of uint8; what the signs lack is the last of them."""
    known = {chr(point): number for number, point in enumerate(signs.tolist())}
    last = len(known) - 1
    return torch.tensor([known.get(sign, last) for sign in text], dtype=torch.uint8)


def visible(sign: str) -> str:
    """A sign as it is shown: spaces and line ends too have a mark."""
    return _SHOWN.get(sign, sign if sign.isprintable() else OTHER)


def windows(numbers: Tensor, length: int, most: int) -> tuple[Tensor, Tensor]:
    """A text cut into pieces, and what follows each character in them; at most `most` characters, both (B, length)."""
    n = max(1, min(most, len(numbers) - 1) // length) * length
    length = min(length, len(numbers) - 1)
    n = max(length, n - n % length)
    inputs, following = numbers[:n].long(), numbers[1 : n + 1].long()
    return inputs.view(-1, length), following.view(-1, length)
