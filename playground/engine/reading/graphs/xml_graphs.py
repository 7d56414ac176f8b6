"""GraphML, GEXF and XGMML. Entities are refused before anything is read; any other document type is read over."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, XMLParser

from playground.engine.errors import BadInput
from playground.engine.reading.graphs.graph_file import GraphFile, Member, assembled
from playground.engine.reading.text import decode

MOST_TAGS = 2_000_000

_HEAD = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_ENCODINGS = re.compile(
    r"iso8859-\d+|latin-?1|cp\d{3,4}|ascii|koi8-[rut]|mac-?\w+|shift_jis|euc_(jp|kr)|gb(2312|k|18030)|big5|tis-620"
)
_PLACE = {"viz", "position", "graphics"}  # elements that say where and how to draw
_KINDS = {"graphml": "GraphML", "gexf": "GEXF"}
_OTHERS = {
    "html": "a web page",
    "svg": "a drawing in SVG",
    "rss": "a news feed",
    "gpx": "a GPS track",
    "kml": "a map",
    "mxfile": "a draw.io drawing",
}


def xml_text(name: str, raw: bytes) -> str:
    """The text of an XML file in the encoding that its head names, else in that of any text.

    Raises:
        BadInput: it is not text in this encoding.
    """
    head = _HEAD.match(raw)
    if head is not None:
        try:
            known = codecs.lookup(head[1].decode()).name
        except LookupError:
            known = ""
        if _ENCODINGS.fullmatch(known):
            try:
                return raw.decode(known)
            except UnicodeDecodeError as error:
                row = raw.count(b"\n", 0, error.start) + 1
                raise BadInput(f"{name}, row {row} is not text in {known}, which its head names", "file") from None
        if not known.startswith(("utf-8", "utf-16", "utf-32")):
            raise BadInput(f"{name} is in the encoding {head[1].decode()}; save the file as UTF-8", "file")
    return decode(name, raw)


def read_xml(name: str, text: str) -> list[GraphFile]:
    """The graphs of a file, one for each outer element `graph`.

    Raises:
        BadInput: it is none of these forms, declares entities, or is damaged.
    """
    start = re.sub(r"<!--.*?(?:-->|\Z)", "", text[:100_000], flags=re.DOTALL)
    root_name = re.search(r"<(?:[A-Za-z][\w.-]*:)?([A-Za-z][\w.-]*)", start)
    kind = root_name[1].lower() if root_name else ""
    page = re.match(r"\s*<!doctype\s+html", text[:1000], re.IGNORECASE)
    if page or kind in _OTHERS:
        raise BadInput(f"{name} is no graph but {_OTHERS['html' if page else kind]}", "file")
    if re.search(r"<!ENTITY", text, re.IGNORECASE):
        raise BadInput(f"{name} declares a document type with entities, which is not allowed", "file")
    if kind not in ("graphml", "gexf") and not (kind == "graph" and "xgmml" in start.lower()):
        raise BadInput(f"{name} is no GraphML or GEXF file: its outer element is {kind[:40] or 'missing'}", "file")
    root = _root(name, text, _KINDS.get(kind, "XGMML"))
    graphs = [root] if kind == "graph" else [one for one in root if _tag(one) == "graph"]
    if not graphs:
        raise BadInput(f"{name} has no element graph", "file")
    keys = {key.get("id", ""): key for key in root if _tag(key) == "key"}
    return [_graph(name, one, keys) for one in graphs]


def _root(name: str, text: str, kind: str) -> Element:
    if text.count("<") > MOST_TAGS:
        raise BadInput(f"{name} has {text.count('<'):,} tags, allowed are {MOST_TAGS:,}", "file")
    body = re.sub(r"\A\ufeff?\s*<\?xml.*?\?>", "", text, count=1, flags=re.DOTALL)
    parser = XMLParser(encoding="utf-8")
    try:
        parser.feed(body.encode())
        root = parser.close()
    except (ParseError, UnicodeEncodeError, RecursionError) as error:
        reason = " ".join(str(error).split())[:120]
        raise BadInput(f"{name} is not a {kind} file: {reason}", "file") from None
    if not isinstance(root, Element):
        raise BadInput(f"{name} is not a {kind} file", "file")
    return root


def _tag(element: Element) -> str:
    """The name without its namespace, in lower case."""
    return str(element.tag).rpartition("}")[2].lower()


class _Said(NamedTuple):
    """What an element says beside its ends."""

    label: str
    more: bool


def _graph(name: str, graph: Element, keys: dict[str, Element]) -> GraphFile:
    """One graph; nested ones count to it, and so do nodes within nodes."""
    names = {key for key, one in keys.items() if (one.get("attr.name") or "").lower() in ("label", "name")}
    nodes: list[Member] = []
    edges: list[Member] = []
    remarks = {"times are dropped"} if graph.get("mode") == "dynamic" or graph.get("timerepresentation") else set()
    for element in graph.iter():
        tag = _tag(element)
        if tag == "node":
            said = _said(element, names)
            nodes.append(Member((_need(name, element, "id", len(nodes)),), said.label, None, said.more))
        elif tag == "edge":
            ends = (_need(name, element, "source", len(edges)), _need(name, element, "target", len(edges)))
            edges.append(Member(ends, "", _arrow(element), _said(element, names).more))
        elif tag == "hyperedge":
            remarks.add("edges of more than two ends are dropped")
    default = graph.get("edgedefault") or graph.get("defaultedgetype") or graph.get("directed") or "undirected"
    return assembled(name, nodes, edges, default.lower() in ("directed", "1"), sorted(remarks))


def _said(element: Element, names: set[str]) -> _Said:
    """The label of a node, and whether it or an edge says more."""
    label, more = element.get("label") or "", False
    if element.get("weight") not in (None, "1", "1.0"):
        more = True
    for child in element.iter():
        tag = _tag(child)
        if tag in ("node", "edge", "graph") and child is not element:
            break  # what follows belongs to those
        named = tag == "nodelabel" or (tag == "data" and child.get("key") in names)
        if named and (words := (child.text or "").strip()):
            label = label or words
        elif tag in ("data", "attvalue", "att") or tag in _PLACE:
            more = True
    return _Said(label, more)


def _arrow(edge: Element) -> bool | None:
    """Whether an edge has a direction of its own; None: it does not say."""
    said = (edge.get("directed") or edge.get("type") or "").lower()
    return {"true": True, "false": False, "1": True, "0": False, "directed": True, "undirected": False}.get(said)


def _need(name: str, element: Element, key: str, number: int) -> str:
    value = element.get(key)
    if value is None:
        raise BadInput(f"{name}, {_tag(element)} {number} has no {key}", "file")
    return value
