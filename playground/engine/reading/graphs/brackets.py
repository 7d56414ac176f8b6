"""GML: keys with numbers, strings or lists in brackets; what is nested in a node or an edge is stepped over."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NoReturn

from playground.engine.errors import BadInput
from playground.engine.reading.graphs.graph_file import GraphFile, Member, assembled

_TOKEN = re.compile(r'"([^"]*)"|([\[\]])|([^\s\[\]"]+)|(")')
_NAMES = ("label", "name")
_Entries = list[tuple[str, "str | _Entries"]]


def read_gml(name: str, text: str) -> list[GraphFile]:
    """The graphs of a GML file.

    Raises:
        BadInput: its brackets do not fit, or a node or an edge says too little.
    """
    found = [value for key, value in _entries(name, _tokens(name, text)) if key == "graph" and isinstance(value, list)]
    if not found:
        raise BadInput(f"{name} is not a GML file: it has no graph in brackets", "file")
    return [_graph(name, one) for one in found]


def _tokens(name: str, text: str) -> Iterator[tuple[str, bool]]:
    """Each word and whether it stood in quotes; lines that begin with # are comments."""
    body = re.sub(r"^[ \t]*#.*$", "", text, flags=re.MULTILINE)
    for match in _TOKEN.finditer(body):
        if match[4]:
            _fault(name, "a quote is not closed")
        if match[1] is not None:
            yield html.unescape(match[1]), True
        else:
            yield match[0], False


def _entries(name: str, tokens: Iterator[tuple[str, bool]]) -> _Entries:
    """All keys with their values, without recursion: files may be nested however deep."""
    top: _Entries = []
    stack = [top]
    for word, quoted in tokens:
        if word == "]" and not quoted:
            if len(stack) == 1:
                _fault(name, "a bracket is closed that was not opened")
            stack.pop()
            continue
        value, value_quoted = next(tokens, ("", False))
        if quoted or word == "[" or (value in ("", "]") and not value_quoted):
            _fault(name, f"{word[:40]!r} is no key with a value")
        if value == "[" and not value_quoted:
            inner: _Entries = []
            stack[-1].append((word.lower(), inner))
            stack.append(inner)
        else:
            stack[-1].append((word.lower(), value))
    if len(stack) > 1:
        _fault(name, "a bracket is not closed")
    return top


def _graph(name: str, entries: _Entries) -> GraphFile:
    nodes: list[Member] = []
    edges: list[Member] = []
    directed = False
    for key, value in entries:
        if key == "directed":
            directed = value == "1"
        elif key == "node" and isinstance(value, list):
            ends = (_word(name, value, "node", "id", len(nodes)),)
            label = next((str(said) for wanted in _NAMES for one, said in value if one == wanted and said != ""), "")
            nodes.append(Member(ends, label, None, any(one not in ("id", *_NAMES) for one, _ in value)))
        elif key == "edge" and isinstance(value, list):
            pair = tuple(_word(name, value, "edge", end, len(edges)) for end in ("source", "target"))
            more = any(one not in ("id", "key", "source", "target") for one, _ in value)
            edges.append(Member(pair, "", None, more))
    return assembled(name, nodes, edges, directed)


def _word(name: str, entries: _Entries, what: str, key: str, number: int) -> str:
    for one, value in entries:
        if one == key and isinstance(value, str):
            return value
    raise BadInput(f"{name}, {what} {number} has no {key}", "file")


def _fault(name: str, reason: str) -> NoReturn:
    raise BadInput(f"{name} is not a GML file: {reason}", "file")
