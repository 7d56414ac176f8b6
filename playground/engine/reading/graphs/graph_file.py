"""What a file says of a graph, and how it is said what it had to lose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from playground.engine.errors import BadInput

NodePair = tuple[str, str]

NEEDS = "an edge a row, a matrix, or a file of another program for graphs"
MOST_COUNTED = 100_000  # nodes that a file may give as a mere number
_LISTED = 4  # columns that are named


class GraphFile(NamedTuple):
    """What a file says of a graph.

    Attributes:
        name: of the file.
        nodes: named one by one, before those that only edges name.
        links: the ends of each edge as they stand in the file, repeated ones and loops included.
        directed: how many of the edges have a direction.
        labels: what nodes are called on screen, where the file says something else than the name in `nodes`.
        remarks: what was dropped or guessed, a clause each.
    """

    name: str
    nodes: list[str]
    links: list[NodePair]
    directed: int = 0
    labels: dict[str, str] = {}  # noqa: RUF012, nobody writes into it
    remarks: tuple[str, ...] = ()

    def numbered(self) -> dict[str, int]:
        """The number of each node, by first appearance."""
        place = {node: k for k, node in enumerate(dict.fromkeys(self.nodes))}
        for link in self.links:
            for end in link:
                place.setdefault(end, len(place))
        return place


class Member(NamedTuple):
    """A node or an edge of a file while it is read.

    Attributes:
        ends: the node, or both ends of an edge.
        label: what it is called, or empty.
        directed: an edge that says so itself; None: as the graph says.
        more: it says more than that.
    """

    ends: tuple[str, ...]
    label: str = ""
    directed: bool | None = None
    more: bool = False


def assembled(
    name: str, nodes: Sequence[Member], edges: Sequence[Member], directed: bool, remarks: Sequence[str] = ()
) -> GraphFile:
    """The graph of these nodes and edges.

    Args:
        name: of the file.
        nodes: as they stand in it.
        edges: as they stand in it.
        directed: edges that do not say it have directions.
        remarks: what is known of it already.
    """
    labels = {one.ends[0]: one.label for one in nodes if one.label and one.label != one.ends[0]}
    more = [what for what, parts in (("nodes", nodes), ("edges", edges)) if any(one.more for one in parts)]
    said = [f"attributes of {' and '.join(more)} are dropped"] if more else []
    arrows = sum(directed if one.directed is None else one.directed for one in edges)
    links = [(one.ends[0], one.ends[1]) for one in edges]
    return GraphFile(name, [one.ends[0] for one in nodes], links, arrows, labels, (*remarks, *said))


def once(links: list[NodePair]) -> list[NodePair]:
    """Lists of neighbours say an edge at each of its ends; the second time is left out."""
    waiting: dict[NodePair, int] = {}
    kept = []
    for a, b in links:
        if a != b and waiting.get((b, a), 0):
            waiting[b, a] -= 1
        else:
            waiting[a, b] = waiting.get((a, b), 0) + 1
            kept.append((a, b))
    return kept


def columns_dropped(titles: Iterable[str], named: bool) -> tuple[str, ...]:
    """The remark on columns that are not used; empty where there are none."""
    found = [title[:20].strip() for title in titles]
    if not found:
        return ()
    shown = found if len(found) <= _LISTED else [*found[: _LISTED - 1], f"{len(found) - _LISTED + 1} more"]
    words = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
    if len(found) == 1:
        return (f"{'the column' if named else 'column'} {words} is dropped",)
    return (f"columns {words} are dropped",)


def counted(name: str, what: str, text: str, most: int = MOST_COUNTED) -> int:
    """A number of nodes that a file gives.

    Args:
        name: of the file.
        what: the number is called.
        text: its digits.
        most: the largest that is allowed.

    Raises:
        BadInput: it is no whole number from 0, or too large.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most):
        raise BadInput(f"{name}: {what} is {text[:20]!r}, allowed is a whole number up to {most:,}", "file")
    return int(text)
