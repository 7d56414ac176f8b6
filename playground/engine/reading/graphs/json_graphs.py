"""JSON: node-link files of networkx, d3, Gephi, vis.js and cytoscape.js, adjacency, trees, and lists of pairs."""

from __future__ import annotations

from typing import Any

from playground.engine.errors import BadInput
from playground.engine.reading.graphs.dialects import loaded
from playground.engine.reading.graphs.graph_file import MOST_COUNTED, GraphFile, Member, assembled, once
from playground.engine.reading.graphs.refusals import is_settings, settings_fault
from playground.engine.reading.graphs.rows import read_rows
from playground.engine.reading.graphs.sheet import Listing
from playground.engine.reading.strict_json import NotJson

MOST_EDGES = 1_000_000
_NAMES = ("id", "name", "key", "label")
_LABELS = ("label", "name", "title")
_SOURCES, _TARGETS = ("source", "from", "src", "start"), ("target", "to", "dst", "end")
_EDGES = ("edges", "links", "arcs")
_OTHERS = (
    ("nbformat", "a Jupyter notebook"),
    ("playground.scene", "a scene of the playground, which opens by itself"),
    ("features", "a map in GeoJSON"),
    ("layers", "the weights of a net"),
)


def read_json(name: str, text: str) -> list[GraphFile]:
    """The graphs of a JSON file.

    Raises:
        BadInput: it is no JSON or no graph, or says in two ways which nodes its edges join.
    """
    try:
        content = loaded(text)
    except BadInput as bad:
        if isinstance(bad, NotJson) and is_settings(text):
            raise settings_fault(name) from None
        raise BadInput(f"{name} is not JSON: {bad}", "file") from None
    if isinstance(content, dict) and isinstance(content.get("graphs"), list) and content["graphs"]:
        return [_graph(name, one) for one in content["graphs"]]
    return [_graph(name, content)]


def _graph(name: str, content: Any) -> GraphFile:
    if isinstance(content, list):
        return _listed(name, content)
    if not isinstance(content, dict):
        raise BadInput(f"{name} has no list of edges; it holds {str(content)[:40]}", "file")
    inner = content.get("graph")
    if isinstance(inner, dict) and not any(key in content for key in (*_EDGES, "nodes", "adjacency")):
        return _graph(name, inner)  # the JSON Graph Format
    elements = content.get("elements")
    if isinstance(elements, dict):
        return _node_link(name, {**content, **elements})
    if isinstance(elements, list):
        return _listed(name, elements)
    if isinstance(content.get("adjacency"), list) and isinstance(content.get("nodes"), list):
        return _adjacency_data(name, content)
    if any(isinstance(content.get(key), list) for key in _EDGES):
        return _node_link(name, content)
    if isinstance(content.get("children"), list):
        return _tree(name, content)
    if not any(key in content for key in (*_EDGES, "nodes")) and (found := _neighbours(name, content)):
        return found
    for key, what in _OTHERS:
        if key in content or content.get("format") == key:
            raise BadInput(f"{name} is no graph but {what}", "file")
    raise BadInput(f"{name} has no list of edges; allowed are edges or links, or a list of pairs", "file")


def _node_link(name: str, content: dict[str, Any]) -> GraphFile:
    """Nodes and edges in two lists; the ends of edges are names of nodes or their places in the list."""
    entries: list[Any] = next((content[key] for key in _EDGES if isinstance(content.get(key), list)), [])
    listed = content.get("nodes", [])
    if isinstance(listed, dict):  # the JSON Graph Format, version 2
        listed = [{"id": key, **(one if isinstance(one, dict) else {})} for key, one in listed.items()]
    if isinstance(listed, int) and not isinstance(listed, bool) and 0 <= listed <= MOST_COUNTED:
        listed = list(range(listed))
    if not isinstance(listed, list):
        raise BadInput(f"{name}: nodes is {str(listed)[:40]}, allowed is a list or a number of nodes", "file")
    _check_count(name, entries)
    edges = [_edge(name, k, entry) for k, entry in enumerate(entries)]
    ends = {end for one in edges for end in one.ends}
    whole = all(_is_place(end, len(listed)) for end in ends)
    nodes = [_node(name, f"node {k}", node) for k, node in enumerate(listed)]
    remarks: tuple[str, ...] = ()
    named = {one.ends[0] for one in nodes}
    objects = bool(listed) and isinstance(listed[0], dict)
    if whole and ends and len(named) == len(nodes) and not ends <= named and (objects or not ends & named):
        places = [one.ends[0] for one in nodes]
        edges = [one._replace(ends=(places[int(one.ends[0])], places[int(one.ends[1])])) for one in edges]
        remarks = ("edges name nodes by their place in the list, from 0",)
    elif len(named) < len(nodes) and whole and ends and not any(_has_id(node) for node in listed):
        # Titles that repeat are no names: the places are.
        nodes = [one._replace(ends=(str(k),), label=one.ends[0]) for k, one in enumerate(nodes)]
        remarks = ("edges name nodes by their place in the list, from 0",)
    elif whole and ends and named and not any(_has_id(node) for node in listed) and objects:
        places = [one.ends[0] for one in nodes]
        if any(places[int(end)] != end for end in ends):
            both = "are both names of nodes and places in their list"
            raise BadInput(f"{name}: the ends of the edges {both}; give each node an id", "file")
    return assembled(name, nodes, edges, content.get("directed") is True, remarks)


def _check_count(name: str, entries: list[Any]) -> None:
    if len(entries) > MOST_EDGES:
        raise BadInput(f"{name} has {len(entries):,} edges, allowed are {MOST_EDGES:,}", "file")


def _is_place(end: str, count: int) -> bool:
    return end.isascii() and end.isdigit() and len(end) < 10 and int(end) < count


def _has_id(node: Any) -> bool:
    return isinstance(node, dict) and ("id" in node or isinstance(node.get("data"), dict))


def _node(name: str, what: str, node: Any) -> Member:
    """A node by its id, or else by its name; the label is another of its titles."""
    if not isinstance(node, dict):
        return Member((_word(name, what, node),))
    inside = node["data"] if isinstance(node.get("data"), dict) and "id" not in node else node
    key = next((key for key in _NAMES if inside.get(key) is not None), "id")
    word = _word(name, what, inside.get(key), node)
    meta = inside.get("attributes") if isinstance(inside.get("attributes"), dict) else {}
    titles = [inside.get(one, (meta or {}).get(one)) for one in _LABELS]
    label = next((str(one) for one in titles if isinstance(one, str | int) and not isinstance(one, bool)), "")
    return Member((word,), label.strip(), None, any(one not in (*_NAMES, *_LABELS, "data") for one in inside))


def _edge(name: str, k: int, entry: Any) -> Member:
    if isinstance(entry, dict):
        inside = entry["data"] if isinstance(entry.get("data"), dict) else entry
        pair = [next((inside[key] for key in keys if key in inside), None) for keys in (_SOURCES, _TARGETS)]
        arrow = inside.get("directed") if isinstance(inside.get("directed"), bool) else None
        more = any(key not in (*_SOURCES, *_TARGETS, "id", "key", "directed", "data") for key in inside)
    else:
        pair, arrow, more = entry, None, isinstance(entry, list) and len(entry) > 2
    if not isinstance(pair, list) or len(pair) not in (2, 3):
        raise BadInput(f"{name}, edge {k} is {str(entry)[:40]}, allowed is a pair or source and target", "file")
    ends = tuple(_end(name, f"edge {k}", end) for end in pair[:2])
    return Member(ends, "", arrow, more)


def _end(name: str, what: str, end: Any) -> str:
    """The end of an edge: a name, or the node itself, as d3 leaves it behind."""
    inside = next((end[key] for key in _NAMES if key in end), None) if isinstance(end, dict) else end
    return _word(name, what, inside, end)


def _word(name: str, what: str, value: Any, whole: Any = None) -> str:
    """A name as text; numbers that are whole lose their point, and tuples of networkx keep their form."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, list) and 0 < len(value) < 9 and all(isinstance(one, str | int | float) for one in value):
        return str(tuple(value))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        said = str(value if whole is None else whole)[:40]
        raise BadInput(f"{name}, {what} is {said}, allowed is a name, a number or an object with id", "file")
    return str(value)


def _listed(name: str, entries: list[Any]) -> GraphFile:
    """A list of edges: pairs, objects, elements of cytoscape.js; or of rows, read as those of a table."""
    if entries and all(isinstance(one, dict) for one in entries):
        insides = [one["data"] if isinstance(one.get("data"), dict) else one for one in entries]
        edges = [one for one in insides if any(key in one for key in _SOURCES)]
        nodes = [one for one in insides if not any(key in one for key in _SOURCES)]
        if edges:
            return _node_link(name, {"nodes": nodes, "edges": edges})
        raise BadInput(f"{name} has no list of edges; its objects have no source and target", "file")
    _check_count(name, entries)
    pairs = all(isinstance(one, list) and len(one) == 2 for one in entries)
    if pairs and any(not isinstance(cell, str | int | float) for one in entries for cell in one):
        return assembled(name, [], [_edge(name, k, entry) for k, entry in enumerate(entries)], False)
    if not entries or not all(isinstance(one, list) for one in entries):
        raise BadInput(f"{name} has no list of edges; allowed are edges or links, or a list of pairs", "file")
    for k, one in enumerate(entries):
        if len(one) < 2:
            raise BadInput(f"{name}, edge {k} is {str(one)[:40]}, allowed is a pair or source and target", "file")
    rows = [[_word(name, f"row {k}", cell) for cell in one] for k, one in enumerate(entries)]
    return read_rows(Listing(name, list(range(len(rows))), rows, ","))


def _adjacency_data(name: str, content: dict[str, Any]) -> GraphFile:
    """The form of networkx's `adjacency_data`: the neighbours of each node in the order of the nodes."""
    nodes = [_node(name, f"node {k}", node) for k, node in enumerate(content["nodes"])]
    lists = content["adjacency"]
    if len(lists) != len(nodes) or not all(isinstance(one, list) for one in lists):
        raise BadInput(f"{name} has {len(lists)} lists of neighbours for {len(nodes)} nodes", "file")
    directed = content.get("directed") is True
    links = [
        (node.ends[0], _node(name, f"neighbour {j} of node {k}", other).ends[0])
        for k, (node, others) in enumerate(zip(nodes, lists, strict=True))
        for j, other in enumerate(others)
    ]
    return assembled(name, nodes, [Member(link) for link in (links if directed else once(links))], directed)


def _tree(name: str, root: dict[str, Any]) -> GraphFile:
    """Children within children, as d3's hierarchies and networkx's `tree_data` have them."""
    nodes: list[Member] = []
    edges: list[Member] = []
    waiting: list[tuple[Any, int]] = [(root, -1)]
    while waiting:
        node, parent = waiting.pop()
        k = len(nodes)
        said = _node(name, f"node {k}", {key: one for key, one in node.items() if key != "children"})
        nodes.append(said)
        if parent >= 0:
            edges.append(Member((str(parent), str(k))))
        children = node.get("children", [])
        if not isinstance(children, list) or not all(isinstance(child, dict) for child in children):
            raise BadInput(f"{name}, the children of node {k} are no list of objects", "file")
        waiting += [(child, k) for child in reversed(children)]
    if len({one.ends for one in nodes}) == len(nodes):
        names = [one.ends[0] for one in nodes]
        edges = [Member((names[int(one.ends[0])], names[int(one.ends[1])])) for one in edges]
    else:  # titles of a tree may repeat
        nodes = [one._replace(ends=(str(k),), label=one.ends[0]) for k, one in enumerate(nodes)]
    return assembled(name, nodes, edges, False)


def _neighbours(name: str, content: dict[str, Any]) -> GraphFile | None:
    """A dictionary from each node to its neighbours; None: it is something else."""
    lists = list(content.values())
    if not lists or not all(isinstance(one, list | dict) for one in lists):
        return None
    links = [(node, other) for node, others in content.items() for other in others]
    if not any(str(other) in content for _, other in links if isinstance(other, str | int)):
        return None
    if not all(isinstance(other, str | int) and not isinstance(other, bool) for _, other in links):
        return None
    pairs = [(node, str(other)) for node, other in links]
    more = any(isinstance(one, dict) and any(one.values()) for one in lists)
    edges = [Member(link, "", None, more) for link in once(pairs)]
    return assembled(name, [Member((node,)) for node in content], edges, False)
