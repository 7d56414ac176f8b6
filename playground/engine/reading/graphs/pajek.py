"""Pajek: vertices, then lines as arcs, edges, lists of either, or a matrix."""

from __future__ import annotations

import re

from playground.engine.errors import BadInput
from playground.engine.reading.graphs.graph_file import MOST_COUNTED, GraphFile, Member, assembled, counted

_WORD = re.compile(r'"([^"]*)"|(\S+)')
_ASIDE = ("*partition", "*vector", "*permutation", "*cluster", "*hierarchy", "*events")


def words_of(line: str) -> list[str]:
    """The words of a line; those in quotes may hold blanks."""
    return [match[1] if match[1] is not None else match[2] for match in _WORD.finditer(line)]


class _Network:
    """A network while it is read.

    Attributes:
        nodes: its vertices.
        edges: its arcs and edges.
        row: of the matrix, the last one that was read.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.nodes: list[Member] = []
        self.edges: list[Member] = []
        self.row = 0

    def graph(self) -> GraphFile:
        """The network as a graph."""
        return assembled(self.name, self.nodes, self.edges, False)

    def take(self, section: str, k: int, words: list[str]) -> None:
        """Reads the words of a line of a section.

        Raises:
            BadInput: the line does not fit.
        """
        count = len(self.nodes)
        if section == "*vertices":
            v = vertex_of(self.name, k, words[0], count)
            self.nodes[v - 1] = Member((str(v),), words[1] if len(words) > 1 else "")
        elif section in ("*arcs", "*edges"):
            if len(words) < 2:
                raise BadInput(f"{self.name}, row {k} has one vertex, an edge has two ends", "file")
            a, b = (vertex_of(self.name, k, word, count) for word in words[:2])
            more = len(words) > 3 or (len(words) > 2 and words[2] not in ("1", "1.0"))
            self.edges.append(Member((str(a), str(b)), "", section == "*arcs", more))
        elif section in ("*arcslist", "*edgeslist"):
            a, *others = (vertex_of(self.name, k, word, count) for word in words)
            self.edges += [Member((str(a), str(b)), "", section == "*arcslist") for b in others]
        elif section == "*matrix":
            self.row += 1
            a = vertex_of(self.name, k, str(self.row), count)
            if len(words) != count:
                raise BadInput(f"{self.name}, row {k} has {len(words)} columns, {count} are needed", "file")
            self.edges += [Member((str(a), str(b)), "", True) for b, word in enumerate(words, 1) if word.strip("0.")]


def read_pajek(name: str, text: str) -> list[GraphFile]:
    """The networks of a Pajek file, .net or .paj.

    Raises:
        BadInput: a line names a vertex that is not there.
    """
    found: list[GraphFile] = []
    here, section, aside, total = _Network(name), "", False, 0
    for k, line in enumerate(text.splitlines(), 1):
        words = words_of(line)
        if not words or words[0].startswith("%"):
            continue
        if not words[0].startswith("*"):
            if not aside:
                here.take(section, k, words)
            continue
        section, here.row = words[0].lower(), 0
        # What stands between a partition and the next network says something of the vertices.
        aside = section in _ASIDE or (aside and section != "*network")
        if aside:
            continue
        if section in ("*network", "*vertices") and (here.nodes or here.edges):
            found.append(here.graph())
            here = _Network(name)
        if section == "*vertices":
            count = counted(name, f"row {k}, the number of vertices", words[1] if len(words) > 1 else "")
            total += count
            if total > MOST_COUNTED:
                raise BadInput(f"{name} has networks of {total:,} vertices, allowed are {MOST_COUNTED:,}", "file")
            here.nodes = [Member((str(v),)) for v in range(1, count + 1)]
    return [*found, here.graph()] if here.nodes or here.edges or not found else found


def vertex_of(name: str, k: int, word: str, count: int) -> int:
    """The number of a vertex.

    Args:
        name: of the file.
        k: the row.
        word: that names it.
        count: of the vertices.

    Raises:
        BadInput: there is no such vertex.
    """
    # `-2` in a list of arcs is one with a negative sign.
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and 1 <= int(digits) <= count):
        raise BadInput(f"{name}, row {k}: {word[:40]!r} is no vertex, there are 1 to {count:,}", "file")
    return int(digits)
