"""Graphs of any usual form, told apart by their content; `graphs/` holds a reader for each family of forms."""

from __future__ import annotations

import re
from pathlib import Path

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.reading.graphs import refusals, sections
from playground.engine.reading.graphs.brackets import read_gml
from playground.engine.reading.graphs.dot import read_dot
from playground.engine.reading.graphs.graph6 import read_graph6
from playground.engine.reading.graphs.graph_file import NEEDS, GraphFile
from playground.engine.reading.graphs.json_graphs import read_json
from playground.engine.reading.graphs.rows import read_rows
from playground.engine.reading.graphs.sheet import cut
from playground.engine.reading.graphs.xml_graphs import read_xml, xml_text
from playground.engine.reading.text import MOST_TEXT, decode

_HEAD = 100_000  # characters in which a form is looked for
_OTHERS = (
    (r"\s*\*(node|tie)[ _](data|properties)", "a NetDraw VNA file"),
    (r'\s*\(tlp\s+"', "a Tulip file"),
    (r"LEDA\.GRAPH", "a LEDA file"),
    (r"\s*(flowchart|graph)\s+(TD|TB|LR|RL|BT)\b", "a Mermaid diagram"),
    (r"\s*(CREATE|MATCH|MERGE)\s*\(", "a Cypher script"),
    (r"@prefix|@base|\s*<[^>\s]+>\s+<[^>\s]+>\s+[<\"]", "a file of RDF triples"),
    (r"@relation\b|@RELATION\b", "a table of Weka (ARFF)"),
)


def read_graphs(path: Path, most: int = MOST_TEXT) -> list[GraphFile]:
    """The graphs in a file, one or more: some forms hold several.

    Args:
        path: the file.
        most: the largest size in bytes.

    Raises:
        BadInput: the file cannot be used; the sentence names the row or the entry.
    """
    raw = read_bytes(path, most)
    if raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        return read_xml(path.name, xml_text(path.name, raw))
    return graphs_of(path.name, decode(path.name, raw), path.suffix.lower())


def graphs_of(name: str, text: str, suffix: str = "") -> list[GraphFile]:
    """The graphs in a text, as `read_graphs`.

    Args:
        name: of the file.
        text: what it holds.
        suffix: of the file's name, which tells what the content does not.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    head = text.lstrip()[:_HEAD]
    if head.startswith("<") and not re.match(_OTHERS[5][0], head):
        return read_xml(name, text)
    if head.startswith(("{", "[")):
        return read_json(name, text)
    if re.match(r"%?%MatrixMarket", head, re.IGNORECASE):
        return [sections.read_matrix_market(name, text.lstrip())]
    code = re.sub(r"//[^\n]*|/\*.*?\*/|^\s*[#%][^\n]*", "", head, flags=re.DOTALL | re.MULTILINE)
    if re.match(r'\s*(strict\s+)?(di)?graph\b\s*("(?:[^"\\]|\\.)*"|[\w.-]+)?\s*\{', code, re.IGNORECASE):
        return read_dot(name, text)
    if re.search(r"^\s*graph\s*\[", head, re.MULTILINE | re.IGNORECASE):
        return read_gml(name, text)
    if re.match(r"\s*\*(network|vertices|arcs|edges|matrix)", code, re.IGNORECASE):
        return sections.read_pajek(name, text)
    if re.search(r"^p\s+[a-z]+\s+\d+\s+\d+\s*$", head, re.MULTILINE):
        return [sections.read_dimacs(name, text)]
    if re.match(r"\s*nodedef\s*>", code, re.IGNORECASE):
        return [sections.read_gdf(name, text)]
    if re.match(r"\s*dl\b", code, re.IGNORECASE) and re.search(r"^\s*data\s*:", text, re.MULTILINE | re.IGNORECASE):
        return [sections.read_ucinet(name, text)]
    for form, what in _OTHERS:
        if re.match(form, head):
            raise BadInput(f"{name} is {what}, which is not read; expected are {NEEDS}", "file")
    return _plain(name, text, suffix)


def _plain(name: str, text: str, suffix: str) -> list[GraphFile]:
    """Forms without a head."""
    if (letters := read_graph6(name, text)) is not None:
        return letters
    if re.search(r"^#[ \t]*$", text, re.MULTILINE) and suffix == ".tgf":
        return [sections.read_trivial(name, text)]
    refusals.check_text(name, text)
    sheet = cut(name, text)
    if suffix == ".sif" and all(len(row) != 2 for row in sheet.rows):  # Cytoscape: a node, a kind of edge, its nodes
        sheet = sheet._replace(rows=[[row[0], *row[2:]] for row in sheet.rows])
        links = [(row[0], cell) for row in sheet.rows for cell in row[1:]]
        return [GraphFile(name, [row[0] for row in sheet.rows], links, remarks=("kinds of edges are dropped",))]
    if (found := sections.read_metis(name, text)) is not None:
        return [found]
    return [read_rows(sheet)]


def read_graph(path: Path, most: int = MOST_TEXT) -> GraphFile:
    """The first graph in a file, as `read_graphs`."""
    return read_graphs(path, most)[0]
