"""Forms with a head or a shape of their own: DIMACS, Matrix Market, GDF, UCINET, TGF, LGL and METIS."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.errors import BadInput
from playground.engine.reading.graphs.graph_file import (
    MOST_COUNTED,
    GraphFile,
    Member,
    NodePair,
    assembled,
    counted,
)
from playground.engine.reading.graphs.pajek import vertex_of, words_of

_CELL = re.compile(r"""\s*("[^"]*"|'[^']*'|[^,]*)\s*(?:,|$)""")


# ---- DIMACS


def read_dimacs(name: str, text: str) -> GraphFile:
    """The graph of a DIMACS file: `p edge 5 4`, then `e 1 2` or `a 1 2 7`.

    Raises:
        BadInput: a line names a node that is not there.
    """
    links: list[NodePair] = []
    count, arrows, more = 0, 0, False
    for k, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "p":
            count = counted(name, f"row {k}, the number of nodes", words[2] if len(words) > 2 else "")
        elif words[0] in ("e", "a") and len(words) > 2:
            a, b = (vertex_of(name, k, word, count) for word in words[1:3])
            links.append((str(a), str(b)))
            arrows += words[0] == "a"
            more = more or len(words) > 3
        elif words[0] not in ("n", "d", "v", "x", "t"):
            raise BadInput(f"{name}, row {k} begins with {words[0][:20]!r}, allowed are c, p, e, a and n", "file")
    remarks = ("weights are dropped",) if more else ()
    return GraphFile(name, [str(v) for v in range(1, count + 1)], links, arrows, remarks=remarks)


# ---- Matrix Market


def read_matrix_market(name: str, text: str) -> GraphFile:
    """The graph of a square matrix: coordinate or array, of numbers or a mere pattern, general or symmetric.

    Raises:
        BadInput: the matrix is not square, or an entry lies outside it.
    """
    lines = text.lstrip().splitlines()
    head = lines[0].lower().split()
    plain, pattern = "array" in head, "pattern" in head
    symmetric = head[-1] in ("symmetric", "skew-symmetric", "hermitian")
    rows = _entries(lines)
    k, sizes = next(rows, (1, []))
    if len(sizes) < 2:
        raise BadInput(f"{name} says no size of its matrix", "file")
    n, columns = (counted(name, f"row {k}, the size of the matrix", word) for word in sizes[:2])
    if n != columns:
        raise BadInput(f"{name} has a matrix of {n:,} rows and {columns:,} columns, that of a graph is square", "file")
    links: list[NodePair] = []
    weighted = False
    if plain:
        cells = [(i, j) for j in range(min(n, 5000)) for i in range(j if symmetric else 0, n)]
        values = [word for _, words in rows for word in words]
        if len(values) != len(cells):
            raise BadInput(f"{name} has {len(values):,} numbers, {len(cells):,} are needed", "file")
        used = [cell for cell, word in zip(cells, values, strict=True) if _value(name, word) != 0]
        links = [(str(i + 1), str(j + 1)) for i, j in used]
        weighted = not {"0", "1", "0.0", "1.0"} >= set(values)
    else:
        for k, words in rows:
            if len(words) < 2:
                raise BadInput(f"{name}, row {k} is no entry of a matrix", "file")
            a, b = (vertex_of(name, k, word, n) for word in words[:2])
            if pattern or len(words) < 3 or _value(name, words[2]) != 0:
                links.append((str(a), str(b)))
                weighted = weighted or (len(words) > 2 and words[2] not in ("1", "1.0"))
    there = set(links)
    arrows = 0
    if not symmetric and all((b, a) in there for a, b in there):
        links = [(a, b) for a, b in links if int(a) <= int(b)]
    elif not symmetric:
        arrows = len(links)
    remarks = ("weights are dropped",) if weighted else ()
    return GraphFile(name, [str(v) for v in range(1, n + 1)], links, arrows, remarks=remarks)


def _entries(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    for k, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("%"):
            yield k, line.split()


def _value(name: str, word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise BadInput(f"{name}: {word[:40]!r} is no number of a matrix", "file") from None


# ---- GDF


def read_gdf(name: str, text: str) -> GraphFile:
    """The graph of a GDF file of GUESS or Gephi: a table of nodes, then one of edges.

    Raises:
        BadInput: a row has fewer cells than its ends need.
    """
    nodes: list[Member] = []
    edges: list[Member] = []
    part, titles = "", [""]
    for k, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if head := re.match(r"\s*(node|edge)def\s*>\s*(.*)", line, re.IGNORECASE):
            part = head[1].lower()
            titles = [(title.split() or [""])[0].lower() for title in head[2].split(",")]
            continue
        cells = [cell.strip("\"'") for cell in _CELL.findall(line)]
        if part == "node":
            label = cells[titles.index("label")] if "label" in titles[: len(cells)] else ""
            nodes.append(Member((cells[0],), label, None, len(set(titles) - {"name", "label"}) > 0))
            continue
        if len(cells) < 2 or not all(cells[:2]):
            raise BadInput(f"{name}, row {k} is no edge: it needs two nodes", "file")
        arrow = cells[titles.index("directed")].lower() == "true" if "directed" in titles[: len(cells)] else False
        edges.append(Member((cells[0], cells[1]), "", arrow, len(titles) > 2 + ("directed" in titles)))
    return assembled(name, nodes, edges, False)


# ---- UCINET


def read_ucinet(name: str, text: str) -> GraphFile:
    """The graph of a UCINET DL file: a full matrix, an edge list or lists of nodes, with labels or without.

    Raises:
        BadInput: its form is another, or its parts do not fit.
    """
    head, _, data = re.sub(r"data\s*:", "\0", text, count=1, flags=re.IGNORECASE).partition("\0")
    head, *labels = re.split(r"(?:row\s+|column\s+)?labels?\s*:", head, flags=re.IGNORECASE)
    size = re.search(r"\bn\s*=\s*(\d+)", head, re.IGNORECASE)
    form = re.search(r"format\s*=\s*(\w+)", head, re.IGNORECASE)
    kind = form[1].lower() if form else "fullmatrix"
    n = counted(name, "n", size[1] if size else "")
    embedded = bool(re.search(r"labels\s+embedded", head, re.IGNORECASE))
    names = words_of(re.sub(r",\s*", "\n", labels[0])) if labels else [str(k) for k in range(1, n + 1)]
    rows = [words_of(line.replace(",", " ")) for line in data.splitlines() if line.strip()]
    if kind == "fullmatrix" and not embedded:
        cells = [word for row in rows for word in row]
        if len(cells) != n * n or len(names) != n:
            raise BadInput(f"{name} has {len(cells):,} cells and {len(names)} labels for {n} nodes", "file")
        there = [divmod(k, n) for k, word in enumerate(cells) if _value(name, word) != 0]
        both = set(there)
        directed = any((j, i) not in both for i, j in there)
        links = [(names[i], names[j]) for i, j in there if directed or i <= j]
        weights = ("weights are dropped",) if not {"0", "1"} >= set(cells) else ()
        return GraphFile(name, names, links, len(links) * directed, remarks=weights)
    if kind not in ("edgelist1", "nodelist1"):
        what = f"the format {kind[:20]}{' with embedded labels' if embedded else ''}"
        raise BadInput(f"{name} has {what}; allowed are fullmatrix, edgelist1 and nodelist1", "file")
    place = dict(zip(map(str, range(1, n + 1)), names, strict=False))
    links = []
    for row in rows:
        ends = [word if embedded else place.get(word, "") for word in (row[:2] if kind == "edgelist1" else row)]
        if not all(ends) or len(ends) < 1:
            raise BadInput(f"{name}: {' '.join(row)[:40]!r} names a node that is not there", "file")
        links += [(ends[0], end) for end in ends[1:]]
    dropped = ("weights are dropped",) if kind == "edgelist1" and any(len(row) > 2 for row in rows) else ()
    return GraphFile(name, [] if embedded else names[:n], links, len(links), remarks=dropped)


# ---- the trivial graph format


def is_trivial(text: str) -> bool:
    """Whether a line with # alone parts nodes from edges between them."""
    above, sign, below = re.sub(r"^#[ \t]*$", "\0", text, count=1, flags=re.MULTILINE).partition("\0")
    if not sign or not above.strip() or above.lstrip().startswith("#"):
        return False
    nodes = [one[0] for one in _lines(above)]
    ends = [line.split()[:2] for line in below.splitlines() if line.strip()]
    return len(set(nodes)) == len(nodes) and {*nodes} >= {end for pair in ends for end in pair}


def read_trivial(name: str, text: str) -> GraphFile:
    """Nodes with their labels, a line with # alone, and edges.

    Raises:
        BadInput: an edge has one end.
    """
    above, _, below = re.sub(r"^#\s*$", "\0", text, count=1, flags=re.MULTILINE).partition("\0")
    nodes = [Member((one[0],), one[1].strip() if len(one) > 1 else "") for one in _lines(above)]
    edges = []
    for one in _lines(below):
        ends = " ".join(one).split(None, 2)
        if len(ends) < 2:
            raise BadInput(f"{name}: the edge {ends[0][:40]!r} has one end", "file")
        edges.append(Member((ends[0], ends[1]), "", None, len(ends) > 2))
    return assembled(name, nodes, edges, True)


def _lines(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if line.strip():
            yield line.split(None, 1)


# ---- LGL


def read_lgl(name: str, text: str) -> GraphFile:
    """The graph of an LGL file: a line with # and a node, then its neighbours, a line each.

    Raises:
        BadInput: a neighbour stands before the first node.
    """
    nodes: list[str] = []
    links: list[NodePair] = []
    weighted = False
    for k, line in enumerate(text.splitlines(), 1):
        words = line.removeprefix("#").split()
        if words and line.startswith("#"):
            nodes.append(words[0])
        elif words:
            if not nodes:
                raise BadInput(f"{name}, row {k} has a neighbour of no node", "file")
            links.append((nodes[-1], words[0]))
            weighted = weighted or len(words) > 1
    return GraphFile(name, nodes, links, remarks=("weights are dropped",) if weighted else ())


# ---- METIS


def read_metis(name: str, text: str) -> GraphFile | None:
    """The graph of a METIS file: its size, then the neighbours of each node in turn; None: it is something else."""
    whole = [line for line in text.splitlines() if not line.startswith("%")]
    head = whole[0].split() if whole else []
    if len(head) not in (2, 3) or not all(word.isascii() and word.isdigit() and len(word) < 10 for word in head):
        return None
    n, m = int(head[0]), int(head[1])
    if len(whole) <= n:
        return None
    rows = [line.split() for line in whole[1:]]
    while len(rows) > n and not rows[-1]:
        rows.pop()
    if not 1 < n <= MOST_COUNTED or len(rows) != n or sum(map(len, rows)) != 2 * m or (head[2:] or ["0"])[0].strip("0"):
        return None
    links = [(str(k), word) for k, row in enumerate(rows, 1) for word in row]
    names = {str(k) for k in range(1, n + 1)}
    there = set(links)
    if not all(b in names and (b, a) in there for a, b in links):
        return None
    kept = [(a, b) for a, b in links if int(a) < int(b)]
    return GraphFile(name, [str(k) for k in range(1, n + 1)], kept, remarks=("read as METIS: neighbours line by line",))
