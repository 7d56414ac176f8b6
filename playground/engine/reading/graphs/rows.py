"""Edge lists, adjacency lists and matrices: which of them the rows of a text are, by their widths, titles and names."""

from __future__ import annotations

import re

from playground.engine.errors import BadInput
from playground.engine.reading.graphs import headers, refusals
from playground.engine.reading.graphs.graph_file import (
    MOST_COUNTED,
    NEEDS,
    GraphFile,
    NodePair,
    columns_dropped,
    once,
)
from playground.engine.reading.graphs.matrices import find_matrix
from playground.engine.reading.graphs.sheet import Sheet
from playground.engine.reading.table import is_number, to_number

_WIDEST = 4  # columns of an edge without titles: ends, weight, time
_KINDS = {"directed", "undirected", "true", "false"}
_WHOLE = re.compile(r"-?\d+")
_AS_LIST = "each row is read as a node and its neighbours"
_ALLOWED = "allowed are the two ends of an edge and what belongs to it, or one node alone"


def read_rows(sheet: Sheet) -> GraphFile:
    """The graph of a list of edges, a list of neighbours, or a matrix.

    Raises:
        BadInput: it is none of them, or could be two of them.
    """
    if not sheet.rows:
        raise BadInput(f"{sheet.name} is empty; expected are {NEEDS}", "file")
    if re.search(r"^GMT ", sheet.comments, re.MULTILINE):  # networkx says so above lists of neighbours alone
        return _with_counts(sheet) or _neighbours(sheet)
    if (braced := _with_counts(sheet)) is not None:
        return braced
    found = headers.find_header(sheet.rows[0])
    if found is not None and len(sheet.rows) > 1 and not _resembles(sheet, found):
        return _titled(sheet, found)
    if (matrix := find_matrix(sheet)) is not None:
        return matrix
    return _untitled(sheet)


# ---- with titles


def _resembles(sheet: Sheet, found: headers.Header) -> bool:
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


def _titled(sheet: Sheet, found: headers.Header) -> GraphFile:
    """The edges between the two columns that the titles name."""
    titles, body = list(sheet.rows[0]), sheet.without(1)
    if body.width == len(titles) + 1 and all(len(row) == body.width for row in body.rows):
        titles.insert(0, "")  # R leaves the title of the row names out
        found = headers.Header((found.ends[0] + 1, found.ends[1] + 1), found.weak)
    s, t = found.ends
    kind = _kind_column(titles, body)
    links, alone, arrows = [], [], 0
    lines = []
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
        else:
            raise BadInput(f"{sheet.name}, row {line} has {len(row)} columns, but not both ends of an edge", "file")
    _check_ends(body._replace(lines=lines, rows=[list(link) for link in links]), titled=True)
    left = [title for k, title in enumerate(titles) if k not in (s, t, kind) and title]
    return GraphFile(
        sheet.name, alone, _whole_names(links), arrows or _arrows(sheet, links), remarks=columns_dropped(left, True)
    )


def _kind_column(titles: list[str], body: Sheet) -> int:
    """The column that says which edges have directions; -1: none."""
    for k, title in enumerate(titles):
        if headers.plain(title) in ("type", "directed", "isdirected") and all(
            k < len(row) and row[k].lower() in _KINDS for row in body.rows
        ):
            return k
    return -1


def _arrows(sheet: Sheet, links: list[NodePair]) -> int:
    """How many edges have directions by the comments, as SNAP and KONECT say it."""
    said = re.search(r"^(directed|asym\b)|\bdirected graph", sheet.comments.lower(), re.MULTILINE)
    return len(links) if said and "undirected" not in sheet.comments.lower() else 0


# ---- without titles


def _untitled(sheet: Sheet) -> GraphFile:
    titles, body = sheet.rows[0], sheet.without(1)
    if body.rows and len(titles) > 1 and not any(is_number(cell) for cell in titles):
        pair = [cell for row in body.rows for cell in row[:2]]
        if headers.are_coordinates(titles) and any(map(is_number, pair)):
            raise refusals.points(sheet.name, f"row {body.lines[0]}, column 1", body.rows[0][0])
        if headers.are_of_nodes(titles) and all(len(row) <= len(titles) for row in body.rows):
            what = "a table of nodes, not of edges; open the one with the columns Source and Target"
            raise BadInput(f"{sheet.name} is {what}", "file")
        if not titles[0] and _counts_up(body):
            dropped = Sheet(sheet.name, sheet.lines, [row[1:] for row in sheet.rows], sheet.mark, sheet.comments)
            return read_rows(dropped)
        if all(map(is_number, pair)):
            ends = " and ".join(title[:20] for title in titles[:2])
            remarks = (f"row {sheet.lines[0]} is read as titles; edges join {ends}",)
            return _edges(body, remarks, [title for title in titles[2:] if title])
    if (sized := _sized(sheet)) is not None:
        return sized
    return _edges(sheet)


def _counts_up(body: Sheet) -> bool:
    """Whether the first column counts the rows."""
    return len(body.rows[0]) > 2 and all(
        row[0] in (str(k), str(k + 1)) and len(row) > 2 for k, row in enumerate(body.rows)
    )


def _sized(sheet: Sheet) -> GraphFile | None:
    """A first row that says how many nodes and edges follow; None: it is an edge."""
    first, body = sheet.rows[0], sheet.without(1)
    if len(body.rows) < 2 or len(first) not in (2, 3) or not all(map(_WHOLE.fullmatch, first)):
        return None
    if int(first[-1]) != len(body.rows) or (len(first) == 3 and first[0] != first[1]):
        return None
    ends = [cell for row in body.rows for cell in row[:2]]
    if not all(len(row) >= 2 for row in body.rows) or not all(map(_WHOLE.fullmatch, ends)):
        return None
    numbers, n = set(map(int, ends)), int(first[0])
    low = min(numbers)
    if low not in (0, 1) or max(numbers) - low >= n or n > MOST_COUNTED:
        return None
    made = _edges(body, (f"row {sheet.lines[0]} is read as the size: {n:,} nodes, {len(body.rows):,} edges",))
    return made._replace(nodes=[str(k) for k in range(low, low + n)])


def _edges(sheet: Sheet, remarks: tuple[str, ...] = (), titles: list[str] | None = None) -> GraphFile:
    """Edges row by row, or lists of neighbours where the rows say so.

    Args:
        sheet: the rows.
        remarks: what the first row said, which is none of them; empty: there was none.
        titles: of the columns behind the ends; None: they have none.
    """
    refusals.check_rows(sheet.name, sheet.lines, sheet.rows)
    if sheet.width < 2:
        raise BadInput(f"{sheet.name} names no edge: each row holds one name; expected are {NEEDS}", "file")
    if not remarks and sheet.width > 2 and _are_neighbours(sheet):
        return _neighbours(sheet)
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


def _check_ends(sheet: Sheet, titled: bool) -> None:
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
                if value != int(value):
                    raise refusals.points(sheet.name, f"row {line}, column {k + 1}", cell)
                seen[k].add(True)
            else:
                seen[k].add(False)
    if not titled and seen in ([{True}, {False}], [{False}, {True}]) and not _titles_hint(sheet):
        what = "one column holds names and the other numbers; where these are nodes, call the columns source and target"
        raise BadInput(f"{sheet.name} is no list of edges: {what}", "file")


def _titles_hint(sheet: Sheet) -> bool:
    """Whether the comments name the ends."""
    return any(headers.find_header(re.split(r"[\s,;]+", line)) for line in sheet.comments.splitlines())


def _check_columns(sheet: Sheet) -> None:
    """What stands behind two ends is a weight, a time or a word that is no node.

    Raises:
        BadInput: rows are too wide or too uneven for edges.
    """
    widths = {len(row) for row in sheet.rows if len(row) > 1}
    if sheet.width > _WIDEST or len(widths) > 1:
        thirds = all(is_number(row[2]) for row in sheet.rows if len(row) > 2)
        if sheet.width > 3 or not thirds:
            raise sheet.uneven(_ALLOWED)
    if sheet.width == 2:
        return
    names = {cell for row in sheet.rows for cell in row[:2]}
    words = [row[2] for row in sheet.rows if len(row) > 2 and not is_number(row[2])]
    among = any(word in names for word in words)
    apart = not sheet.mark and len(names) == 2 * len(sheet.rows)  # as the words of a text are
    if words and (among or apart):
        k = next(k for k, row in enumerate(sheet.rows) if len(row) > 2 and not is_number(row[2]))
        said = f"the third name in row {sheet.lines[k]} may be a node or belong to the edge"
        raise BadInput(f"{sheet.name} can be read in two ways: {said}; {_ALLOWED}", "file")


# ---- lists of neighbours


def _are_neighbours(sheet: Sheet) -> bool:
    """Whether each row is a node with its neighbours: no node begins two rows, and the others are nodes too."""
    rows = sheet.rows
    heads = {row[0] for row in rows}
    if len(heads) < len(rows) or len(rows) < 2 or not all(cell for row in rows for cell in row):
        return False
    closed = all(cell in heads for row in rows for cell in row[1:])
    if len({len(row) for row in rows}) > 1:
        if closed:
            return True
        if sheet.width == 3 and all(is_number(row[2]) for row in rows if len(row) > 2):
            return False
        if sheet.mark and sheet.width > 3:
            return all(len(cell.split()) <= 3 for row in rows for cell in row)
        whole = all(_WHOLE.fullmatch(cell) for row in rows for cell in row)
        among = {cell for row in rows for cell in row[1:]}
        return sheet.width > 3 and (whole or 2 * len(heads & among) >= len(heads))
    if not closed:
        return False
    numbers = all(is_number(row[2]) for row in rows)
    pairs = {(row[0], cell) for row in rows for cell in row[1:]}
    return not (sheet.width == 3 and numbers) or all((b, a) in pairs for a, b in pairs)


def _neighbours(sheet: Sheet) -> GraphFile:
    """A node and its neighbours in each row; an edge that both its ends name counts once."""
    links = [(row[0], cell) for row in sheet.rows for cell in row[1:] if cell]
    there = set(links)
    if all((b, a) in there for a, b in there):
        links = once(links)
    return GraphFile(sheet.name, [row[0] for row in sheet.rows], links, remarks=(_AS_LIST,))


def _with_counts(sheet: Sheet) -> GraphFile | None:
    """The form of networkx's `write_multiline_adjlist`: a node, how many neighbours follow, and a line for each."""
    rows = sheet.rows
    links, nodes, k = [], [], 0
    while k < len(rows):
        if len(rows[k]) != 2 or not rows[k][1].isdigit():
            return None
        count = int(rows[k][1]) if len(rows[k][1]) < 9 else len(rows)
        below = rows[k + 1 : k + 1 + count]
        if len(below) < count or not all(len(row) == 2 and row[-1].startswith("{") for row in below):
            return None
        nodes.append(rows[k][0])
        links += [(rows[k][0], row[0]) for row in below]
        k += 1 + count
    empty = "GMT " in sheet.comments and all(row[1] == "0" for row in rows)
    return GraphFile(sheet.name, nodes, links) if links or empty else None
