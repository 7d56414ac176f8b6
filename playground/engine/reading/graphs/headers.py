"""Which columns of a table of edges are their two ends, told by the titles that programs give them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from playground.engine.reading.table import is_number

# Titles that stand for the two ends, whole or at the beginning or end of longer ones.
_PAIRS = (
    ("source", "target"),
    ("source", "destination"),
    ("source", "sink"),
    ("src", "dst"),
    ("src", "dest"),
    ("src", "tgt"),
    ("src", "trg"),
    ("from", "to"),
    ("start", "end"),
    ("sender", "receiver"),
    ("sender", "recipient"),
    ("sent", "received"),
    ("head", "tail"),
    ("tail", "head"),
    ("parent", "child"),
    ("origin", "destination"),
    ("origin", "dest"),
    ("citing", "cited"),
    ("caller", "callee"),
    ("follower", "followee"),
    ("follower", "followed"),
    ("user", "friend"),
    ("ego", "alter"),
    ("left", "right"),
    ("subject", "object"),
    ("predecessor", "successor"),
    ("row", "col"),
    ("row", "column"),
    ("trustor", "trustee"),
    ("rater", "ratee"),
    ("supplier", "customer"),
    ("first", "second"),
    ("von", "nach"),
    ("quelle", "ziel"),
    ("origine", "destination"),
    ("origen", "destino"),
    ("source", "cible"),
    ("start", "stop"),
)
_LETTERS = (("1", "2"), ("0", "1"), ("a", "b"), ("i", "j"), ("u", "v"))
_COORDINATES = {"x", "y", "z", "lat", "lon", "lng", "latitude", "longitude", "dim", "pc", "feature", "col", "column"}
_NODES = {"id", "label", "name", "node", "nodeid", "nodes", "vertex", "key", "title"}
_LONGEST = 80  # letters of a title
_LOOKED_AT = 60  # columns


class Header(NamedTuple):
    """The columns of a table of edges.

    Attributes:
        ends: those of the two ends.
        weak: the titles could be names as well.
    """

    ends: tuple[int, int]
    weak: bool


def plain(title: str) -> str:
    """A title without case and signs, and without what Neo4j adds in brackets."""
    return re.sub(r"[^a-z0-9]", "", re.sub(r"\([^()]*\)", "", title[:_LONGEST].lower()))


def find_header(titles: Sequence[str]) -> Header | None:
    """The columns that are the ends of edges; None: the titles do not say."""
    if any(is_number(title) for title in titles):
        return None
    words = [plain(title) for title in titles[:_LOOKED_AT]]
    places = {word: k for k, word in reversed(list(enumerate(words))) if word}
    for first, second in _PAIRS:  # short titles before long ones
        if first in places and second in places:
            return Header((places[first], places[second]), False)
    for first, second in _PAIRS:
        for word, k in places.items():
            other = _partner(word, first, second)
            if other in places and places[other] != k:
                return Header((k, places[other]), False)
    for first, second in _LETTERS:
        for word, k in places.items():
            stem = word.removesuffix(first)
            if word.endswith(first) and stem + second in places and stem not in _COORDINATES:
                return Header((k, places[stem + second]), True)
    return _properties(titles)


def _properties(titles: Sequence[str]) -> Header | None:
    """The same property of two nodes, as `n.name` and `m.name` of Cypher."""
    seen: dict[str, int] = {}
    for k, title in enumerate(titles[:_LOOKED_AT]):
        match = re.fullmatch(r"[A-Za-z]\w*\.([A-Za-z]\w*)", title)
        if match and match[1] in seen:
            return Header((seen[match[1]], k), True)
        if match:
            seen[match[1]] = k
    return None


def _partner(word: str, first: str, second: str) -> str:
    if word.startswith(first):
        return second + word.removeprefix(first)
    return word.removesuffix(first) + second if word.endswith(first) else ""


def are_coordinates(titles: Sequence[str]) -> bool:
    """Whether the first two titles are those of points."""
    return all(re.sub(r"\d+$", "", plain(title)) in _COORDINATES for title in titles[:2])


def are_of_nodes(titles: Sequence[str]) -> bool:
    """Whether the titles are those of a table of nodes, as Gephi writes beside that of the edges."""
    return len(titles) > 1 and plain(titles[0]) in _NODES
