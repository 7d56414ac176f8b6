"""Files changed at random, as a broken disk, a bad editor or a hostile hand would."""

from __future__ import annotations

import random
from collections.abc import Callable

_PIECES = (
    b"",
    *(bytes([sign]) for sign in b"\0\"',;\t\n\r"),
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"nan",
    b"inf",
    b"-1e999",
    b"1" * 400,
    b"1_0",
    b"0x10",
    b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
    b"&b;",
    b"[" * 3000,
    b"{" * 3000,
    b"PK\x03\x04",
    b"__import__('os').system('true')",
    b"cposix\nsystem\n(S'true'\ntR.",
    b"=cmd|' /C calc'!A0",
    b"\xe2\x88\x92",
)


def mutated(rng: random.Random, whole: bytes) -> bytes:
    """The file with one to four changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        whole = rng.choice(_CHANGES)(rng, whole)
    return whole


def _place(rng: random.Random, whole: bytes) -> tuple[int, int]:
    start = rng.randrange(len(whole) + 1)
    return start, min(len(whole), start + rng.choice((1, 1, 2, 4, 16, 100)))


def _flip(rng: random.Random, whole: bytes) -> bytes:
    if not whole:
        return whole
    at = rng.randrange(len(whole))
    return whole[:at] + bytes([whole[at] ^ (1 << rng.randrange(8))]) + whole[at + 1 :]


def _set(rng: random.Random, whole: bytes) -> bytes:
    start, end = _place(rng, whole)
    return whole[:start] + bytes(rng.choice((0, 255, rng.randrange(256))) for _ in range(end - start)) + whole[end:]


def _insert(rng: random.Random, whole: bytes) -> bytes:
    start, _ = _place(rng, whole)
    return whole[:start] + rng.choice(_PIECES) + whole[start:]


def _delete(rng: random.Random, whole: bytes) -> bytes:
    start, end = _place(rng, whole)
    return whole[:start] + whole[end:]


def _repeat(rng: random.Random, whole: bytes) -> bytes:
    start, end = _place(rng, whole)
    return whole[:end] + whole[start:end] * rng.choice((1, 2, 50)) + whole[end:]


def _cut(rng: random.Random, whole: bytes) -> bytes:
    return whole[: rng.randrange(len(whole) + 1)]


_CHANGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _flip,
    _flip,
    _set,
    _insert,
    _insert,
    _delete,
    _repeat,
    _cut,
)
