"""Tokens: four to remember and four fillers, drawn at random or typed."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch

from playground.concepts.recurrent import MOST
from playground.engine.kit.arrays import Reals

Tokens = np.ndarray[Any, np.dtype[np.int64]]

ASKED = 4
FILLERS = 4
INPUTS = ASKED + FILLERS
LETTERS = "ABCD"


class Sequences(NamedTuple):
    """Some sequences of one length.

    Attributes:
        tokens: (T, B), each 0 to INPUTS - 1.
        answers: the first token of each, (B,).
    """

    tokens: Tokens
    answers: Tokens


def drawn(length: int, batch: int, rng: torch.Generator) -> Sequences:
    """Random sequences: one of the four to remember, and fillers to the end."""
    first = torch.randint(ASKED, (1, batch), generator=rng)
    rest = torch.randint(ASKED, INPUTS, (length - 1, batch), generator=rng)
    return Sequences(torch.cat([first, rest]).numpy(), first[0].numpy())


def typed(sequence: str) -> tuple[list[str], Tokens]:
    """The characters of what the user typed, and their tokens, (T,): fillers in the order in which they appear."""
    signs = list(sequence[:MOST]) or [" "]
    others: dict[str, int] = {}
    for sign in signs:
        if sign not in LETTERS:
            others.setdefault(sign, len(others))
    tokens = [LETTERS.index(s) if s in LETTERS else ASKED + others[s] % FILLERS for s in signs]
    return ["␣" if sign == " " else sign for sign in signs], np.array(tokens)


_EYE: dict[Any, Reals] = {np.dtype(kind): np.eye(INPUTS, dtype=kind) for kind in (np.float32, np.float64)}


def one_hot(tokens: Tokens, dtype: Any) -> Reals:
    """Tokens (T, B) as vectors, (T, B, INPUTS)."""
    found: Reals = _EYE[np.dtype(dtype)][tokens]
    return found
