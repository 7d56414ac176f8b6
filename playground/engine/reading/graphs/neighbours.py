"""Lists of neighbours: a node and its neighbours in each row, or a line for each of them."""

from __future__ import annotations

import re

from playground.engine.reading.graphs.graph_file import GraphFile, once
from playground.engine.reading.graphs.sheet import Listing
from playground.engine.reading.table import is_number

_WHOLE = re.compile(r"-?\d+")
_AS_LIST = "each row is read as a node and its neighbours"


def are_neighbours(sheet: Listing) -> bool:
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


def read_neighbours(sheet: Listing) -> GraphFile:
    """A node and its neighbours in each row; an edge that both its ends name counts once."""
    links = [(row[0], cell) for row in sheet.rows for cell in row[1:] if cell]
    there = set(links)
    if all((b, a) in there for a, b in there):
        links = once(links)
    return GraphFile(sheet.name, [row[0] for row in sheet.rows], links, remarks=(_AS_LIST,))


def read_counted(sheet: Listing) -> GraphFile | None:
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
