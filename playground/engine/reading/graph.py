"""Graphs: edge lists, adjacency matrices, node-link JSON, GraphML, GEXF and GML, told apart by their content."""

from __future__ import annotations

import io
import re
import warnings
from pathlib import Path
from typing import Any, NamedTuple

from playground.engine.errors import BadInput
from playground.engine.reading.strict_json import parse_json
from playground.engine.reading.table import Records, is_number, records_of
from playground.engine.reading.text import MOST_TEXT, read_text

NodePair = tuple[str, str]

NEEDS = "an edge a row, an adjacency matrix, JSON, GraphML, GEXF or GML"
MOST_COUNTED = 100_000  # nodes that a JSON file may give as a mere number
_HEADS = {"source", "target", "from", "to", "weight", "node1", "node2", "a", "b"}


class GraphFile(NamedTuple):
    """What a file says of a graph.

    Attributes:
        name: of the file.
        nodes: named one by one, before those that only edges name.
        links: the ends of each edge as they stand in the file, repeated ones and loops included.
        directed: the edges have directions.
    """

    name: str
    nodes: list[str]
    links: list[NodePair]
    directed: bool

    def numbered(self) -> dict[str, int]:
        """The number of each node, by first appearance."""
        place: dict[str, int] = {}
        for node in [*self.nodes, *(end for link in self.links for end in link)]:
            place.setdefault(node, len(place))
        return place


def read_graph(path: Path, most: int = MOST_TEXT) -> GraphFile:
    """The graph in a file. Weights of edges are read over.

    Args:
        path: the file.
        most: the largest size in bytes.

    Raises:
        BadInput: the file cannot be used; the sentence names the row or the entry.
    """
    text = read_text(path, most)
    start = text.lstrip()[:4096]
    if start.startswith("<"):
        return _xml(path.name, text)
    if start.startswith(("{", "[")):
        return _json(path.name, text)
    if re.search(r"^\s*graph\s*\[", text[:100_000], re.MULTILINE):
        return _gml(path.name, text)
    return _table(records_of(path.name, text, NEEDS, comments=True))


# ---- tables


def _table(found: Records) -> GraphFile:
    """An adjacency matrix if the table is square with numbers or its corner is empty, an edge list otherwise."""
    first = found.rows[0]
    if len(first) > 3 or (len(first) > 1 and (not first[0] or _is_square(found))):
        return _adjacency(found)
    return _edge_list(found)


def _is_square(found: Records) -> bool:
    """Whether as many rows as columns have zeros where they meet."""
    rows = found.rows
    square = all(len(row) == len(rows) for row in rows)
    return square and all(is_number(row[k], found.comma) and not row[k].strip("0.,+-") for k, row in enumerate(rows))


def _edge_list(found: Records) -> GraphFile:
    start = 1 if {cell.lower() for cell in found.rows[0]} <= _HEADS else 0
    links, alone = [], []
    for line, row in zip(found.lines[start:], found.rows[start:], strict=True):
        if len(row) == 1:
            alone.append(row[0])
        elif len(row) in (2, 3) and all(row[:2]):
            links.append((row[0], row[1]))
        else:
            allowed = "allowed are the two ends of an edge and a weight, or one node alone"
            raise BadInput(f"{found.name}, row {line} has {len(row)} columns, {allowed}", "file")
    return GraphFile(found.name, alone, links, False)


def _adjacency(found: Records) -> GraphFile:
    first = found.rows[0]
    names = [str(k) for k in range(len(found.rows))]
    if not is_number(first[-1], found.comma):
        names = [cell for cell in first if cell]
        found = found._replace(rows=found.rows[1:], lines=found.lines[1:])
    if len(set(names)) < len(names):
        twice = next(name for k, name in enumerate(names) if name in names[:k])
        raise BadInput(f"{found.name}, row 1 names the node {twice[:40]!r} twice", "file")
    if len(found.rows) != len(names):
        raise BadInput(
            f"{found.name} has {len(found.rows)} rows for {len(names)} nodes, expected is a square matrix", "file"
        )
    named = int(bool(found.rows) and len(found.rows[0]) == len(names) + 1)  # the rows have names as well
    there = []
    for i, (line, row) in enumerate(zip(found.lines, found.rows, strict=True)):
        if len(row) != len(names) + named:
            raise BadInput(f"{found.name}, row {line} has {len(row)} columns, {len(names) + named} are needed", "file")
        there += [(i, j) for j in range(len(names)) if found.number(i, j + named, largest=1e300) != 0]
    both = set(there)
    directed = any((j, i) not in both for i, j in there)
    return GraphFile(found.name, names, [(names[i], names[j]) for i, j in there if directed or i <= j], directed)


# ---- structured files


def _json(name: str, text: str) -> GraphFile:
    """Node-link JSON: an object with edges or links, and nodes; or a list of pairs."""
    try:
        content = parse_json(text)
    except BadInput as bad:
        raise BadInput(f"{name} is not JSON: {bad}", "file") from None
    entries = content if isinstance(content, list) else None
    nodes: list[str] = []
    directed = False
    if isinstance(content, dict):
        entries = content.get("edges", content.get("links"))
        directed = bool(content.get("directed", False))
        listed = content.get("nodes", [])
        if isinstance(listed, int) and not isinstance(listed, bool) and 0 <= listed <= MOST_COUNTED:
            listed = list(range(listed))
        if not isinstance(listed, list):
            raise BadInput(f"{name}: nodes is {str(listed)[:40]}, allowed is a list or a number of nodes", "file")
        nodes = [_node(name, f"node {k}", node) for k, node in enumerate(listed)]
    if not isinstance(entries, list):
        raise BadInput(f"{name} has no list of edges; allowed are edges or links, or a list of pairs", "file")
    return GraphFile(name, nodes, [_link(name, k, entry) for k, entry in enumerate(entries)], directed)


def _node(name: str, what: str, node: Any) -> str:
    value = node.get("id", node.get("name")) if isinstance(node, dict) else node
    if not isinstance(value, str | int) or isinstance(value, bool):
        allowed = "allowed is a name, a number or an object with id"
        raise BadInput(f"{name}, {what} is {str(node)[:40]}, {allowed}", "file")
    return str(value)


def _link(name: str, k: int, entry: Any) -> NodePair:
    if isinstance(entry, dict):
        entry = [entry.get("source"), entry.get("target")]
    if not isinstance(entry, list) or len(entry) not in (2, 3):
        raise BadInput(f"{name}, edge {k} is {str(entry)[:40]}, allowed is a pair or source and target", "file")
    return _node(name, f"edge {k}", entry[0]), _node(name, f"edge {k}", entry[1])


def _xml(name: str, text: str) -> GraphFile:
    # networkx takes a while to load, so only files that need it load it.
    import networkx as nx

    if re.search(r"<!(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise BadInput(f"{name} declares a document type, which is not allowed in GraphML and GEXF files", "file")
    root = re.search(r"<(?:\w+:)?(graphml|gexf)\b", text[:100_000])
    if root is None:
        raise BadInput(f"{name} is no GraphML or GEXF file: it has no element graphml or gexf", "file")
    body = re.sub(r"^\s*<\?xml[^>]*\?>", "", text).encode()
    read, kind = (nx.read_graphml, "GraphML") if root[1] == "graphml" else (nx.read_gexf, "GEXF")
    return _of_networkx(name, kind, lambda: read(io.BytesIO(body)))


def _gml(name: str, text: str) -> GraphFile:
    import networkx as nx

    label = "label" if re.search(r"\blabel\b", text) else "id"
    return _of_networkx(name, "GML", lambda: nx.parse_gml(text, label=label))


def _of_networkx(name: str, kind: str, read: Any) -> GraphFile:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            graph = read()
        links = [(str(a), str(b)) for a, b in graph.edges()]
        return GraphFile(name, [str(node) for node in graph.nodes], links, bool(graph.is_directed()))
    except Exception as error:  # each reader raises errors of its own kind, and of its parser's
        reason = " ".join(str(error).split())[:160] or type(error).__name__
        raise BadInput(f"{name} is not a {kind} file: {reason}", "file") from None
