"""What both nets learn, and what they are asked on screen.

A batch has sequences of one length, so that nothing is padded. Letters are numbers from 0 to 25; a date is read letter
by letter and written as year, month and day.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache
from string import ascii_lowercase, digits
from typing import Any, NamedTuple

import numpy as np

from playground.concepts.seq2seq import Params
from playground.concepts.seq2seq.declared import LONGEST
from playground.concepts.seq2seq.net import Batch, Shape, Tokens

LETTERS = ascii_lowercase
READ = " " + digits + "abcdefghijlmnoprstuvy"  # what the English months are made of
WRITTEN = digits + "-"
MONTHS = tuple(
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
FIRST, LAST = date(1900, 1, 1), date(2099, 12, 31)
ISO = 10  # characters of a date in digits
SPACE = "␣"
SAMPLE = "attention"
_DATE = re.compile(r"(\d{1,2}) ([a-z]+) (\d{4})")
Rng = np.random.Generator


def shape_of(params: Params) -> Shape:
    """The nets that a task needs."""
    read, written = (READ, WRITTEN) if params.task == "dates" else (LETTERS, LETTERS)
    return Shape(len(read), len(written), params.units, params.reading == "both", params.score)


def spelled(day: date) -> str:
    """A date as it is read: 27 march 2024."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


@lru_cache(maxsize=1)
def calendar() -> dict[int, tuple[Tokens, Tokens]]:
    """By the number of characters read: all dates of that many, read (days, S) and written (days, ISO)."""
    rows: dict[int, tuple[list[list[int]], list[list[int]]]] = {}
    for k in range((LAST - FIRST).days + 1):
        day = FIRST + timedelta(k)
        words = spelled(day)
        read, written = rows.setdefault(len(words), ([], []))
        read.append([READ.index(sign) for sign in words])
        written.append([WRITTEN.index(sign) for sign in day.isoformat()])
    return {n: (np.array(read), np.array(written)) for n, (read, written) in sorted(rows.items())}


def lengths(params: Params) -> tuple[int, ...]:
    """The lengths that are tested one after another."""
    return tuple(calendar()) if params.task == "dates" else tuple(range(2, LONGEST + 1, 2))


def tested_length(params: Params) -> int:
    """The length that the other views show: of dates the commonest one."""
    return 16 if params.task == "dates" else params.length


def steps_of(params: Params, n: int) -> int:
    """How many tokens are said of n that are read."""
    return ISO if params.task == "dates" else n


def answered(params: Params, source: Tokens) -> Tokens:
    """What should be said of letters (S, B)."""
    if params.task == "sort":
        return np.sort(source, 0)
    return source[::-1] if params.task == "reverse" else source


def of_length(params: Params, n: int, many: int, rng: Rng) -> Batch:
    """New random sequences of n tokens."""
    if params.task == "dates":
        read, written = calendar()[n]
        rows = rng.integers(len(read), size=many)
        return Batch(np.ascontiguousarray(read[rows].T), np.ascontiguousarray(written[rows].T))
    if params.repeats:
        source = rng.integers(len(LETTERS), size=(n, many))
    else:
        source = rng.random((len(LETTERS), many)).argsort(0)[:n]
    return Batch(source, np.ascontiguousarray(answered(params, source)))


def drawn(params: Params, rng: Rng) -> Batch:
    """A batch to learn from; each length is as likely as another, each day as another."""
    if params.task == "dates":
        known = calendar()
        sizes = np.array([len(read) for read, _ in known.values()])
        n = int(rng.choice(list(known), p=sizes / sizes.sum()))
    else:
        n = int(rng.integers(params.shortest, max(params.shortest, params.longest) + 1))
    return of_length(params, n, params.batch, rng)


# ---- what is on screen


class Probe(NamedTuple):
    """The sequence on screen.

    Attributes:
        batch: of one.
        read: its tokens as words.
        right: what should be said, as words.
        aims: whether the answer of a step stands at a place, (M, S).
        known: whether there is a right answer.
    """

    batch: Batch
    read: tuple[str, ...]
    right: tuple[str, ...]
    aims: np.ndarray[Any, np.dtype[np.bool_]]
    known: bool


def probe(params: Params, letters: Any, day: int) -> Probe:
    """What is shown: the user's own, or one of the length tested in the view of all lengths.

    Args:
        params: of the run.
        letters: random letters, (2, LONGEST), in row 0 each once.
        day: a random day of the calendar.
    """
    own = params.mode != "lengths"
    if params.task == "dates":
        return _of_date(params.date if own else spelled(FIRST + timedelta(day)))
    known = [LETTERS.index(sign) for sign in params.sentence.lower() if sign in LETTERS] if own else []
    if own:
        source = np.array(known or [LETTERS.index(sign) for sign in SAMPLE])[:, None]
    else:
        source = np.asarray(letters)[int(params.repeats), : params.length, None]
    answers = np.ascontiguousarray(answered(params, source))
    if params.task == "sort":
        aims = answers == source[:, 0]
    else:
        aims = np.eye(len(source), dtype=bool)
        aims = aims[::-1] if params.task == "reverse" else aims
    read, right = (tuple(LETTERS[k] for k in row[:, 0]) for row in (source, answers))
    return Probe(Batch(source, answers), read, right, aims, known=True)


def _of_date(words: str) -> Probe:
    """A date; of what is none the nets still say something, and nothing is right."""
    told = " ".join(words.lower().split())
    day = parsed(told)
    if day is not None:
        told = spelled(day)
    signs = [sign for sign in told if sign in READ] or list("27 march 2024")
    source = np.array([READ.index(sign) for sign in signs])[:, None]
    right = day.isoformat() if day is not None else "?" * ISO
    answers = np.array([WRITTEN.find(sign) for sign in right])[:, None]
    aims = np.zeros((ISO, len(signs)), dtype=bool)
    if day is not None:
        first, second, _ = (len(part) for part in told.split(" "))
        month = first + 1
        aims[np.arange(4), month + second + 1 + np.arange(4)] = True
        aims[5:7, month : month + second] = True
        aims[8 if first == 2 else 9, 0] = True
        aims[9, first - 1] = True
    read = tuple(SPACE if sign == " " else sign for sign in signs)
    return Probe(Batch(source, answers), read, tuple(right), aims, day is not None)


def parsed(told: str) -> date | None:
    """The day that words in small letters name, from 1900 to 2099; a month may be cut off after three letters."""
    found = _DATE.fullmatch(told)
    if found is None:
        return None
    month = next((k for k, name in enumerate(MONTHS, 1) if len(found[2]) >= 3 and name.startswith(found[2])), 0)
    try:
        day = date(int(found[3]), month, int(found[1]))
    except ValueError:
        return None
    return day if FIRST <= day <= LAST else None


def words_of(params: Params, tokens: Any) -> tuple[str, ...]:
    """What was said, as words."""
    signs = WRITTEN if params.task == "dates" else LETTERS
    return tuple(signs[k] for k in tokens)
