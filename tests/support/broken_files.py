"""Strategies for files that are almost right: what a broken disk, a bad editor or a hostile hand makes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

MONSTERS: tuple[bytes, ...] = (
    b"9" * 400,
    b"9" * 5000,
    b"-1",
    b"0",
    b"2147483648",
    b"18446744073709551616",
    b"1e308",
    b"-1e999",
    b"nan",
    b"inf",
    b"1.5",
    b"",
)
PIECES: tuple[bytes, ...] = (
    *(bytes([sign]) for sign in b"\0\"',;\t\n\r[]{}<>="),
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"\\ud800",
    b"[" * 600,
    b"{" * 3000,
    b"null",
    b"true",
    b"PK\x03\x04",
    b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
    b"&b;",
    b"\xe2\x80\xae",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    "",
    "x" * 300,
    "half \ud800 letter",
    "../../etc/passwd",
    "/dev/zero",
    -1,
    0,
    1,
    2**31,
    2**63,
    10**19,
    10**400,
    1.5,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
    [],
    {},
    [[]] * 50,
)
_NUMBER = re.compile(rb"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


@st.composite
def broken(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """One of some files, with one to four changes of its bytes."""
    whole = draw(st.sampled_from(seeds))
    for change in draw(st.lists(st.sampled_from(_CHANGES), min_size=1, max_size=4)):
        whole = change(draw, whole)
    return whole


@st.composite
def broken_json(draw: st.DrawFn, seeds: Sequence[Any]) -> bytes:
    """One of some values as JSON, with one to three of its parts replaced, taken away, nested or there twice."""
    value = deepcopy(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(1, 3))):
        value = _replace_part(draw, value)
    text = json.dumps(value)
    if draw(st.integers(0, 9)) == 0 and text.startswith("{"):
        text = "{" + text[1:-1] + "," + text[1:]  # every key is there twice
    return text.encode()


def _replace_part(draw: st.DrawFn, value: Any) -> Any:
    if not isinstance(value, dict | list) or not value or draw(st.integers(0, 3)) == 0:
        return _monster(draw, value)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = draw(st.sampled_from(keys[:50]))
    what = draw(st.sampled_from(("below", "below", "below", "away", "repeat", "rename")))
    if what == "away":
        del value[key]
    elif what == "repeat" and isinstance(value, list):
        value.extend([value[key]] * draw(st.sampled_from((1, 50, 3000))))
    elif what == "rename" and isinstance(value, dict):
        value[draw(st.sampled_from(("", "x", "step", "\udfff", "n" * 300)))] = value.pop(key)
    else:
        value[key] = _replace_part(draw, value[key])
    return value


def _monster(draw: st.DrawFn, value: Any) -> Any:
    depth = draw(st.sampled_from((0, 0, 0, 0, 0, 60, 600)))
    made = deepcopy(draw(st.sampled_from(VALUES)))
    if isinstance(value, int | float) and draw(st.booleans()):
        made = value * draw(st.sampled_from((-1, 2, 1000, 10**6, 10**9)))
    for _ in range(depth):
        made = [made]
    return made


# ---- changes of bytes


def _place(draw: st.DrawFn, whole: bytes) -> tuple[int, int]:
    start = draw(st.integers(0, len(whole)))
    return start, min(len(whole), start + draw(st.sampled_from((1, 2, 4, 16, 100))))


def _cut(draw: st.DrawFn, whole: bytes) -> bytes:
    return whole[: draw(st.integers(0, len(whole)))]


def _delete(draw: st.DrawFn, whole: bytes) -> bytes:
    start, end = _place(draw, whole)
    return whole[:start] + whole[end:]


def _repeat(draw: st.DrawFn, whole: bytes) -> bytes:
    start, end = _place(draw, whole)
    return whole[:end] + whole[start:end] * draw(st.sampled_from((1, 2, 50, 2000))) + whole[end:]


def _swap(draw: st.DrawFn, whole: bytes) -> bytes:
    (a, b), (c, d) = sorted((_place(draw, whole), _place(draw, whole)))
    return whole if b > c else whole[:a] + whole[c:d] + whole[b:c] + whole[a:b] + whole[d:]


def _set(draw: st.DrawFn, whole: bytes) -> bytes:
    start, end = _place(draw, whole)
    return whole[:start] + draw(st.binary(min_size=end - start, max_size=end - start)) + whole[end:]


def _insert(draw: st.DrawFn, whole: bytes) -> bytes:
    start, _ = _place(draw, whole)
    return whole[:start] + draw(st.sampled_from(PIECES)) + whole[start:]


def _renumber(draw: st.DrawFn, whole: bytes) -> bytes:
    found = list(_NUMBER.finditer(whole))[:500]
    if not found:
        return whole
    one = draw(st.sampled_from(found))
    return whole[: one.start()] + draw(st.sampled_from(MONSTERS)) + whole[one.end() :]


_CHANGES: tuple[Callable[[st.DrawFn, bytes], bytes], ...] = (
    _cut,
    _delete,
    _repeat,
    _swap,
    _set,
    _insert,
    _renumber,
    _renumber,
)
