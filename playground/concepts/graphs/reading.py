"""The user's own graph from an edge list, an adjacency CSV, JSON, GraphML, GEXF or GML."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from playground.concepts.graphs import Params
from playground.concepts.graphs.graphs import Data, Plan, finished
from playground.engine.errors import BadInput

MOST_NODES = 2000
MOST_EDGES = 20_000
_SUFFIXES = ".csv, .txt, .edges, .json, .graphml, .gexf and .gml"

Link = tuple[str, str]


def load(params: Params, path: Path) -> Data:
    """The graph of a file. Directions, weights, repeated edges and self loops are dropped, and that is said.

    Raises:
        BadInput: the file cannot be used; the sentence names the line or the entry.
    """
    suffix = path.suffix.lower()
    if suffix in (".graphml", ".gexf", ".gml"):
        nodes, links, directed = _by_networkx(path, suffix)
    elif suffix == ".json":
        nodes, links, directed = _json(path)
    elif suffix in (".csv", ".txt", ".edges", ".tsv"):
        nodes, links, directed = _table(path)
    else:
        raise BadInput(f"{path.name} ends with {suffix or 'nothing'}, allowed are {_SUFFIXES}", "file")
    return finished(_plan(path, nodes, links, directed), params.start, None)


def _plan(path: Path, nodes: list[str], links: list[Link], directed: bool) -> Plan:
    """Nodes by first appearance, edges once each, and what had to be dropped, in words."""
    place: dict[str, int] = {}
    for node in [*nodes, *(end for link in links for end in link)]:
        place.setdefault(node, len(place))
    if not 2 <= len(place) <= MOST_NODES:
        raise BadInput(f"{path.name} has {len(place)} nodes, allowed are 2 to {MOST_NODES}", "file")
    loops = sum(a == b for a, b in links)
    edges = sorted({(min(place[a], place[b]), max(place[a], place[b])) for a, b in links if a != b})
    if len(edges) > MOST_EDGES:
        raise BadInput(f"{path.name} has {len(edges)} edges, allowed are {MOST_EDGES}", "file")
    words = []
    if directed:
        words.append("directions are dropped")
    if loops:
        words.append(f"{loops} self loops are dropped, layers add their own")
    if not directed and len(links) - loops > len(edges):
        words.append(f"{len(links) - loops - len(edges)} repeated edges are dropped")
    names = list(place)
    numbered = names == [str(k) for k in range(len(names))]
    clean = [" ".join(name.split()) or "?" for name in names]
    return Plan(len(names), edges, names="" if numbered else "\n".join(clean), remark="; ".join(words))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(f"{path.name} cannot be opened: {error.strerror}", "file") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path.name} is not a text file in UTF-8", "file") from None


# ---- tables


def _table(path: Path) -> tuple[list[str], list[Link], bool]:
    """An adjacency matrix if the table is square with numbers, an edge list of two or three columns otherwise."""
    text = _text(path)
    rows = [
        (k, line) for k, line in enumerate(text.splitlines(), 1) if line.strip() and not line.lstrip().startswith("#")
    ]
    if not rows:
        raise BadInput(f"{path.name} is empty; allowed are an edge a line or an adjacency matrix", "file")
    first = rows[0][1]
    delimiter = next((mark for mark in ",;\t" if mark in first), None)
    cells = [(k, _cells(line, delimiter)) for k, line in rows]
    width = len(cells[0][1])
    if width > 3 or (width in (2, 3) and _is_square(cells)):
        return _adjacency(path, cells)
    return _edge_list(path, cells)


def _cells(line: str, delimiter: str | None) -> list[str]:
    if delimiter is None:
        return line.split()
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]


def _is_square(cells: list[tuple[int, list[str]]]) -> bool:
    square = all(len(row) == len(cells) for _, row in cells)
    return square and all(row[k] in ("0", "0.0") for k, (_, row) in enumerate(cells))


def _edge_list(path: Path, cells: list[tuple[int, list[str]]]) -> tuple[list[str], list[Link], bool]:
    heads = {"source", "target", "from", "to", "weight", "node1", "node2", "a", "b"}
    if {cell.lower() for cell in cells[0][1]} <= heads:
        cells = cells[1:]
    links, alone = [], []
    for line, row in cells:
        if len(row) == 1:
            alone.append(row[0])
        elif len(row) in (2, 3) and row[0] and row[1]:
            links.append((row[0], row[1]))
        else:
            raise BadInput(f"{path.name}, line {line} has {len(row)} entries, allowed are the two ends of an edge and "
                           f"a weight, or one node alone", "file")  # fmt: skip
    return alone, links, False


def _adjacency(path: Path, cells: list[tuple[int, list[str]]]) -> tuple[list[str], list[Link], bool]:
    names = [str(k) for k in range(len(cells))]
    if not _number(cells[0][1][-1]):
        names, cells = [cell for cell in cells[0][1] if cell], cells[1:]
    if cells and len(cells[0][1]) == len(names) + 1:
        cells = [(line, row[1:]) for line, row in cells]
    if len(cells) != len(names):
        raise BadInput(f"{path.name} has {len(cells)} rows for {len(names)} nodes, allowed is a square matrix", "file")
    links, there = [], set()
    for i, (line, row) in enumerate(cells):
        if len(row) != len(names):
            raise BadInput(f"{path.name}, line {line} has {len(row)} entries, {len(names)} are needed", "file")
        for j, cell in enumerate(row):
            if not _number(cell):
                raise BadInput(f"{path.name}, line {line}, column {j + 1}: {cell[:40]!r} is not a number", "file")
            if float(cell) != 0:
                links.append((names[i], names[j]))
                there.add((i, j))
    directed = any((j, i) not in there for i, j in there)
    once = [link for link, (i, j) in zip(links, sorted(there), strict=True) if directed or i <= j]
    return names, once, directed


def _number(cell: str) -> bool:
    try:
        return float(cell) == float(cell)
    except ValueError:
        return False


# ---- structured files


def _json(path: Path) -> tuple[list[str], list[Link], bool]:
    """Node-link JSON: an object with edges or links, and nodes; or a list of pairs."""
    try:
        content = json.loads(_text(path))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path.name} is not JSON: {str(error).splitlines()[0]}", "file") from None
    entries = content if isinstance(content, list) else None
    nodes: list[str] = []
    directed = False
    if isinstance(content, dict):
        entries = content.get("edges", content.get("links"))
        directed = bool(content.get("directed", False))
        listed = content.get("nodes", [])
        if isinstance(listed, int) and not isinstance(listed, bool) and 0 <= listed <= MOST_NODES:
            listed = list(range(listed))
        if not isinstance(listed, list):
            raise BadInput(f"{path.name}: nodes is {type(listed).__name__}, allowed is a list", "file")
        nodes = [_name(path, f"node {k}", node) for k, node in enumerate(listed)]
    if not isinstance(entries, list):
        raise BadInput(f"{path.name} has no list of edges; allowed are edges or links, or a list of pairs", "file")
    links = [_link(path, k, entry) for k, entry in enumerate(entries)]
    return nodes, links, directed


def _name(path: Path, what: str, node: Any) -> str:
    value = node.get("id", node.get("name")) if isinstance(node, dict) else node
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise BadInput(
            f"{path.name}, {what} is {str(node)[:40]}, allowed is a name, a number or an object with id", "file"
        )
    return str(value)


def _link(path: Path, k: int, entry: Any) -> Link:
    if isinstance(entry, dict):
        entry = [entry.get("source"), entry.get("target")]
    if not isinstance(entry, list) or len(entry) not in (2, 3):
        raise BadInput(f"{path.name}, edge {k} is {str(entry)[:40]}, allowed is a pair or source and target", "file")
    return _name(path, f"edge {k}", entry[0]), _name(path, f"edge {k}", entry[1])


def _by_networkx(path: Path, suffix: str) -> tuple[list[str], list[Link], bool]:
    _text(path)
    # networkx takes a while to load, so only files that need it load it.
    import networkx as nx

    read = {".graphml": nx.read_graphml, ".gexf": nx.read_gexf, ".gml": nx.read_gml}[suffix]
    try:
        graph = read(path)
    except Exception as error:  # each reader raises errors of its own kind, and of its parser's
        reason = " ".join(str(error).split())[:160] or type(error).__name__
        raise BadInput(f"{path.name} is not a {suffix[1:]} file: {reason}", "file") from None
    links = [(str(a), str(b)) for a, b in graph.edges()]
    return [str(node) for node in graph.nodes], links, bool(graph.is_directed())
