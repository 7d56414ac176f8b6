"""Tokens as blocks of letters: where each byte stands, its letter, and the frames of tokens of several bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats

PITCH = 1.35  # height of a row, in widths of a cell
_SIGNS = {" ": "·", "\n": "↵", "\t": "→", "\r": "↵"}


def letters(token: bytes) -> list[str]:
    """What stands in the cells of a token: its characters, each in its first byte; bytes that are none in hex."""
    found: list[str] = []
    at = 0
    while at < len(token):
        for width in (1, 2, 3, 4):
            try:
                sign = token[at : at + width].decode()
            except UnicodeDecodeError:
                continue
            if sign:
                found += [_SIGNS.get(sign, sign if sign.isprintable() else f"{token[at]:02X}"), *[""] * (width - 1)]
                at += width
                break
        else:
            found.append(f"{token[at]:02X}")
            at += 1
    return found


def spoken(token: bytes) -> str:
    """A token in a line of words."""
    return "".join(letters(token))


def whole(token: bytes) -> bool:
    """Whether a token's bytes are whole characters."""
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True


class Blocks(NamedTuple):
    """Rows of tokens.

    Attributes:
        z: how long the token of each cell is, in bytes; NaN where it is a single one, (rows, columns).
        words: the letters of the cells, row by row.
        frames: the outlines of tokens of two bytes and more, (n, 2), in cells that are 1 wide and PITCH high.
        spans: row, first column and length of each token.
        ids: the token of each span.
    """

    z: Floats
    words: list[str]
    frames: Floats
    spans: list[tuple[int, int, int]]
    ids: list[int]


def laid(rows: Sequence[Sequence[int]], spelled: Sequence[bytes], columns: int) -> Blocks:
    """Tokens side by side; what does not fit into a row is left out."""
    z = np.full((len(rows), columns), np.nan)
    words = [""] * z.size
    spans, ids = list[tuple[int, int, int]](), list[int]()
    for row, tokens in enumerate(rows):
        at = 0
        for token in tokens:
            raw = spelled[token]
            if at + len(raw) > columns:
                break
            words[row * columns + at : row * columns + at + len(raw)] = letters(raw)
            if len(raw) > 1:
                z[row, at : at + len(raw)] = len(raw)
            spans.append((row, at, len(raw)))
            ids.append(token)
            at += len(raw)
    return Blocks(z, words, frames([one for one in spans if one[2] > 1], len(rows)), spans, ids)


def frames(spans: Sequence[tuple[int, int, int]], rows: int, inset: float = 0.05) -> Floats:
    """Outlines of pieces of rows, parted by NaN, (n, 2)."""
    if not spans:
        return np.zeros((0, 2))
    row, at, length = np.array(spans, dtype=np.float64).T
    left, right = at + inset, at + length - inset
    low, high = PITCH * (rows - row - 1) + inset, PITCH * (rows - row) - inset
    gap = np.full(len(row), np.nan)
    return np.stack([left, low, right, low, right, high, left, high, left, low, gap, gap], 1).reshape(-1, 2)[:-1]
