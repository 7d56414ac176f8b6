"""graph6, sparse6 and digraph6: a graph in a line of printable letters, six bits each (B. McKay)."""

from __future__ import annotations

import re

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.frame import Array
from playground.engine.reading.graphs.graph_file import MOST_COUNTED, GraphFile, NodePair

_HEADS = (">>graph6<<", ">>sparse6<<", ">>digraph6<<")
_LONGEST = 1_000_000  # letters of a graph
_MOST_GRAPHS = 100  # of one file


def read_graph6(name: str, text: str) -> list[GraphFile] | None:
    """The graphs of a file, a line each; None: its lines are something else.

    Raises:
        BadInput: a head says that it is one of these forms, and a line does not fit.
    """
    found = []
    if re.match(r"\s*\S+[ \t]+\S", text):
        return None
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    headed = bool(lines) and lines[0].startswith(_HEADS)
    for k, whole in enumerate(lines[:_MOST_GRAPHS], 1):
        line = whole
        for head in _HEADS:
            line = line.removeprefix(head)
        if not line:
            continue
        graph = _graph(name, line) if len(line) <= _LONGEST and all(33 < ord(letter) < 127 for letter in line) else None
        if graph is None:
            if headed:
                raise BadInput(f"{name}, row {k} is no graph in graph6, sparse6 or digraph6", "file")
            return None
        found.append(graph)
    return found or None


def _graph(name: str, line: str) -> GraphFile | None:
    """The graph of one line; None: the line is none, its length included."""
    sparse, directed = line.startswith(":"), line.startswith("&")
    body = line[1:] if sparse or directed else line
    sixes = np.frombuffer(body.encode(), dtype=np.uint8).astype(np.int64) - 63
    if not len(sixes) or sixes.min() < 0:
        return None
    n, used = _size(sixes)
    if not 0 <= n <= MOST_COUNTED:
        return None
    bits = ((sixes[used:, None] >> np.arange(5, -1, -1)) & 1).flatten()
    links = _sparse(n, bits) if sparse else _dense(n, bits, directed)
    if links is None:
        return None
    return GraphFile(name, [str(k) for k in range(n)], links, len(links) * directed)


def _size(sixes: Array) -> tuple[int, int]:
    """The number of nodes and how many letters say it; -1: none."""
    for marks, letters in ((0, 1), (1, 3), (2, 6)):
        if len(sixes) <= marks or sixes[marks] != 63 or marks == 2:
            digits = sixes[marks : marks + letters].tolist()
            if len(digits) < letters:
                break
            value = 0
            for digit in digits:
                value = 64 * value + digit
            return value, marks + letters
    return -1, 0


def _dense(n: int, bits: Array, directed: bool) -> list[NodePair] | None:
    needed = n * n if directed else n * (n - 1) // 2
    if len(bits) != 6 * -(-needed // 6) or bits[needed:].any():
        return None
    places = np.flatnonzero(bits[:needed])
    if directed:
        i, j = places // n, places % n
    else:  # column j holds the bits of the pairs (0, j) to (j − 1, j)
        j = ((1 + np.sqrt(1 + 8 * places.astype(np.float64))) // 2).astype(np.int64)
        j -= j * (j - 1) // 2 > places
        j += (j + 1) * j // 2 <= places
        i = places - j * (j - 1) // 2
    return [(str(a), str(b)) for a, b in zip(i.tolist(), j.tolist(), strict=True)]


def _sparse(n: int, bits: Array) -> list[NodePair] | None:
    k = (n - 1).bit_length() if n > 1 else 0
    found: list[NodePair] = []
    v = at = 0
    every = bits.tolist()
    while k and at + 1 + k <= len(every):
        v += every[at]
        x = 0
        for bit in every[at + 1 : at + 1 + k]:
            x = 2 * x + bit
        at += 1 + k
        if x >= n or v >= n:  # what fills the last letter
            return found if len(every) - at < 6 else None
        if x > v:
            v = x
        else:
            found.append((str(x), str(v)))
    return found if len(every) - at < 6 + k else None
