"""Edge lists, adjacency lists and matrices: which of them the rows of a text are, by their widths, titles and names."""

from __future__ import annotations

import re

from playground.engine.errors import BadInput
from playground.engine.reading.graphs import headers, refusals
from playground.engine.reading.graphs.dialects import kinds_within
from playground.engine.reading.graphs.graph_file import (
    MOST_COUNTED,
    NEEDS,
    GraphFile,
    NodePair,
    columns_dropped,
)
from playground.engine.reading.graphs.matrices import find_matrix
from playground.engine.reading.graphs.neighbours import are_neighbours, read_counted, read_neighbours
from playground.engine.reading.graphs.sheet import Listing
from playground.engine.reading.table import is_number, to_number

_WIDEST = 4  # columns of an edge without titles: ends, weight, time
_KINDS = {"directed", "undirected", "true", "false"}
_WHOLE = re.compile(r"-?\d+")
_SHORT = re.compile(r"-?\d{1,15}")  # what may be counted with
_ALLOWED = "allowed are the two ends of an edge and what belongs to it, or one node alone"


def read_rows(sheet: Listing) -> GraphFile:
    """The graph of a list of edges, a list of neighbours, or a matrix.

    Raises:
        BadInput: it is none of them, or could be two of them.
    """
    if not sheet.rows:
        raise BadInput(f"{sheet.name} is empty; expected are {NEEDS}", "file")
    if re.search(r"^GMT ", sheet.comments, re.MULTILINE):  # networkx says so above lists of neighbours alone
        return read_counted(sheet) or read_neighbours(sheet)
    if (braced := read_counted(sheet)) is not None:
        return braced
    sheet = _with_titles(sheet)
    found = headers.find_header(sheet.rows[0])
    if found is not None and (len(sheet.rows) < 2 or _resembles(sheet, found)):
        found = None
    if (found is None or found.weak) and (matrix := find_matrix(sheet)) is not None:
        return matrix
    return _untitled(sheet) if found is None else _titled(sheet, found)


def _with_titles(sheet: Listing) -> Listing:
    """The sheet with the titles that a comment above it holds, if it is as wide as the rows."""
    above = sheet.comments.rpartition("\n")[2]
    titles = [cell.strip() for cell in (above.split(sheet.mark) if sheet.mark else above.split())]
    if len(titles) != sheet.width or headers.find_header(titles) is None:
        return sheet
    return sheet._replace(lines=[0, *sheet.lines], rows=[titles, *sheet.rows])


# ---- with titles


def _resembles(sheet: Listing, found: headers.Header) -> bool:
    """Whether the cells of the first row are nodes: names below it are the same, or of the same make."""
    titles = [sheet.rows[0][k] for k in found.ends]
    names = {cell for row in sheet.rows[1:] for cell in row[:2]}
    if names & set(titles):
        return True
    stem = re.sub(r"\w$", "", titles[0])
    if not found.weak:
        return False
    if not stem:
        return any(len(name) == 1 and not name.isdigit() for name in names)
    return any(name.startswith(stem) and len(name) <= len(stem) + 2 for name in names)


def _titled(sheet: Listing, found: headers.Header) -> GraphFile:
    """The edges between the two columns that the titles name."""
    titles, body = list(sheet.rows[0]), sheet.without(1)
    if body.width == len(titles) + 1 and all(len(row) == body.width for row in body.rows):
        titles.insert(0, "")  # R leaves the title of the row names out
        found = headers.Header((found.ends[0] + 1, found.ends[1] + 1), found.weak)
    s, t = found.ends
    kind = _kind_column(titles, body)
    links, alone, arrows = [], [], 0
    lines, nodes = [], 0
    for line, row in zip(body.lines, body.rows, strict=True):
        if len(row) > len(titles):
            raise BadInput(f"{sheet.name}, row {line} has {len(row)} columns, row 1 has {len(titles)}", "file")
        ends = [row[k] if k < len(row) else "" for k in (s, t)]
        if all(ends):
            links.append((ends[0], ends[1]))
            lines.append(line)
            arrows += kind >= 0 and kind < len(row) and row[kind].lower() in ("directed", "true")
        elif any(ends) and len(row) == 1:
            alone.append(row[0])
        elif not any(ends):
            nodes += 1
        else:
            raise BadInput(f"{sheet.name}, row {line} has {len(row)} columns, but not both ends of an edge", "file")
    _check_ends(body._replace(lines=lines, rows=[list(link) for link in links]), titled=True)
    left = [title for k, title in enumerate(titles) if k not in (s, t, kind) and title]
    remarks = columns_dropped(left, True)
    if nodes:
        remarks = (f"{nodes} {'row' if nodes == 1 else 'rows'} without ends of an edge are dropped", *remarks)
    return GraphFile(sheet.name, alone, _whole_names(links), arrows or _arrows(sheet, links), remarks=remarks)


def _kind_column(titles: list[str], body: Listing) -> int:
    """The column that says which edges have directions; -1: none."""
    for k, title in enumerate(titles):
        if headers.plain(title) in ("type", "directed", "isdirected") and all(
            k < len(row) and row[k].lower() in _KINDS for row in body.rows
        ):
            return k
    return -1


def _arrows(sheet: Listing, links: list[NodePair]) -> int:
    """How many edges have directions by the comments, as SNAP and KONECT say it."""
    said = re.search(r"^(directed|asym\b)|\bdirected graph", sheet.comments.lower(), re.MULTILINE)
    return len(links) if said and "undirected" not in sheet.comments.lower() else 0


# ---- without titles


def _untitled(sheet: Listing) -> GraphFile:
    titles, body = sheet.rows[0], sheet.without(1)
    if body.rows and len(titles) > 1 and not any(is_number(cell) for cell in titles):
        pair = [cell for row in body.rows for cell in row[:2]]
        if headers.are_coordinates(titles) and any(map(is_number, pair)):
            raise refusals.points(sheet.name, f"row {body.lines[0]}, column 1", body.rows[0][0])
        if headers.are_of_nodes(titles) and all(len(row) <= len(titles) for row in body.rows):
            what = "a table of nodes, not of edges; open the one with the columns Source and Target"
            raise BadInput(f"{sheet.name} is {what}", "file")
        if (named := _of_cytoscape(sheet)) is not None:
            return named
        if not titles[0] and _counts_up(body):
            dropped = Listing(sheet.name, sheet.lines, [row[1:] for row in sheet.rows], sheet.mark, sheet.comments)
            return read_rows(dropped)
        if all(map(is_number, pair)):
            ends = " and ".join(title[:20] for title in titles[:2])
            remarks = (f"row {sheet.lines[0]} is read as titles; edges join {ends}",)
            return _edges(body, remarks, [title for title in titles[2:] if title])
    if (sized := _sized(sheet)) is not None:
        return sized
    if _two_long_rows(sheet):
        links = [(a, b) for a, b in zip(*sheet.rows, strict=True)]
        said = ("the two rows are read as the two ends of each edge",)
        return GraphFile(sheet.name, [], links, remarks=said)
    return _edges(sheet)


def _of_cytoscape(sheet: Listing) -> GraphFile | None:
    """The edges that the column `shared name` or `name` of Cytoscape spells out as `A (pp) B`."""
    titles = [title.lower() for title in sheet.rows[0]]
    for title in ("shared name", "name"):
        if title in titles and "interaction" in titles:
            k = titles.index(title)
            links = kinds_within([row[k] if k < len(row) else "" for row in sheet.rows[1:]])
            if links is not None:
                said = (f"the ends are taken from the column {title}", "kinds of edges are dropped")
                return GraphFile(sheet.name, [], links, remarks=said)
    return None


def _two_long_rows(sheet: Listing) -> bool:
    """Whether these are the two rows of an `edge_index` of PyTorch Geometric, whose numbers leave none out."""
    rows = sheet.rows
    if len(rows) != 2 or sheet.width < 4 or len(rows[0]) != len(rows[1]):
        return False
    cells = [*rows[0], *rows[1]]
    return all(map(_SHORT.fullmatch, cells)) and {*map(int, cells)} == {*range(len(set(cells)))}


def _counts_up(body: Listing) -> bool:
    """Whether the first column counts the rows."""
    return len(body.rows[0]) > 2 and all(
        row[0] in (str(k), str(k + 1)) and len(row) > 2 for k, row in enumerate(body.rows)
    )


def _sized(sheet: Listing) -> GraphFile | None:
    """A first row that says how many nodes and edges follow; None: it is an edge."""
    first, body = sheet.rows[0], sheet.without(1)
    if len(body.rows) < 2 or len(first) not in (2, 3) or not all(map(_SHORT.fullmatch, first)):
        return None
    if int(first[-1]) != len(body.rows) or (len(first) == 3 and first[0] != first[1]):
        return None
    ends = [cell for row in body.rows for cell in row[:2]]
    if not all(len(row) >= 2 for row in body.rows) or not all(map(_SHORT.fullmatch, ends)):
        return None
    numbers, n = set(map(int, ends)), int(first[0])
    low = min(numbers)
    if low not in (0, 1) or max(numbers) - low >= n or n > MOST_COUNTED:
        return None
    made = _edges(body, (f"row {sheet.lines[0]} is read as the size: {n:,} nodes, {len(body.rows):,} edges",))
    return made._replace(nodes=[str(k) for k in range(low, low + n)])


def _edges(sheet: Listing, remarks: tuple[str, ...] = (), titles: list[str] | None = None) -> GraphFile:
    """Edges row by row, or lists of neighbours where the rows say so.

    Args:
        sheet: the rows.
        remarks: what the first row said, which is none of them; empty: there was none.
        titles: of the columns behind the ends; None: they have none.
    """
    refusals.check_rows(sheet.name, sheet.lines, sheet.rows)
    if sheet.width < 2:
        raise BadInput(f"{sheet.name} names no edge: each row holds one name; expected are {NEEDS}", "file")
    if not remarks and sheet.width > 2 and are_neighbours(sheet):
        return read_neighbours(sheet)
    _check_ends(sheet, bool(remarks))
    if not remarks:
        _check_columns(sheet)
    numbers = [str(k) for k in range(3, sheet.width + 1)]
    extra = columns_dropped(numbers, False) if titles is None else columns_dropped(titles, True)
    for line, row in zip(sheet.lines, sheet.rows, strict=True):
        if not all(row[:2]):
            raise BadInput(f"{sheet.name}, row {line} has {len(row)} columns, {_ALLOWED}", "file")
    alone = any(len(row) == 1 for row in sheet.rows)
    nodes = [cell for row in sheet.rows for cell in row[:2]] if alone else []
    links = _whole_names([(row[0], row[1]) for row in sheet.rows if len(row) > 1])
    if re.search(r"^bip\b", sheet.comments, re.MULTILINE):
        links = [(f"left {a}", f"right {b}") for a, b in links]
        nodes, extra = [], (*extra, "both sides count their nodes on their own")
    return GraphFile(sheet.name, nodes, links, _arrows(sheet, links), remarks=(*remarks, *extra))


def _whole_names(links: list[NodePair]) -> list[NodePair]:
    """Numbers that are whole lose their point, as numpy writes them; names stay."""
    if not any("." in end or "e" in end for link in links[:3] for end in link):
        return links
    if not all(is_number(end) for link in links for end in link):
        return links
    return [(str(int(to_number(a))), str(int(to_number(b)))) for a, b in links]


def _check_ends(sheet: Listing, titled: bool) -> None:
    """Numbers as the ends of edges are whole, and one end is not a name where the other is a number.

    Raises:
        BadInput: it is a table of points.
    """
    seen: list[set[bool]] = [set(), set()]
    for line, row in zip(sheet.lines, sheet.rows, strict=True):
        if len(row) < 2:
            continue
        for k, cell in enumerate(row[:2]):
            if _WHOLE.fullmatch(cell):
                seen[k].add(True)
                continue
            if is_number(cell) or (sheet.mark != "," and is_number(cell, comma=True)):
                value = to_number(cell)
                if not value.is_integer():
                    raise refusals.points(sheet.name, f"row {line}, column {k + 1}", cell)
                seen[k].add(True)
            else:
                seen[k].add(False)
    if not titled and seen in ([{True}, {False}], [{False}, {True}]) and not _titles_hint(sheet):
        what = "one column holds names and the other numbers; where these are nodes, call the columns source and target"
        raise BadInput(f"{sheet.name} is no list of edges: {what}", "file")


def _titles_hint(sheet: Listing) -> bool:
    """Whether the comments name the ends."""
    return any(headers.find_header(re.split(r"[\s,;]+", line)) for line in sheet.comments.splitlines()[:50])


def _check_columns(sheet: Listing) -> None:
    """What stands behind two ends is a weight, a time or a word that is no node.

    Raises:
        BadInput: rows are too wide or too uneven for edges.
    """
    widths = {len(row) for row in sheet.rows if len(row) > 1}
    if sheet.width > _WIDEST or len(widths) > 1:
        thirds = all(is_number(row[2]) for row in sheet.rows if len(row) > 2)
        if sheet.width > 3 or not all(cell for row in sheet.rows for cell in row[:2]):
            raise sheet.uneven(_ALLOWED)
        if not thirds:
            k = next(k for k, row in enumerate(sheet.rows) if len(row) > 2 and not is_number(row[2]))
            raise _two_ways(sheet, k)
    if sheet.width == 2:
        return
    names = {cell for row in sheet.rows for cell in row[:2]}
    # What stands in braces are the attributes that networkx writes.
    words = [row[2] for row in sheet.rows if len(row) > 2 and not is_number(row[2]) and not row[2].startswith("{")]
    among = any(word in names for word in words)
    apart = not sheet.mark and len(names) == 2 * len(sheet.rows)  # as the words of a text are
    if words and (among or apart):
        k = next(k for k, row in enumerate(sheet.rows) if len(row) > 2 and not is_number(row[2]))
        raise _two_ways(sheet, k)


def _two_ways(sheet: Listing, k: int) -> BadInput:
    said = f"the third name in row {sheet.lines[k]} may be a node or belong to the edge"
    return BadInput(f"{sheet.name} can be read in two ways: {said}; {_ALLOWED}", "file")
