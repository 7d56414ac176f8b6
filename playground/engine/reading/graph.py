"""Graphs of any usual form, told apart by their content; `graphs/` holds a reader for each family of forms."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.reading.foreign import refuse_foreign, refuse_own
from playground.engine.reading.graphs import refusals, sections
from playground.engine.reading.graphs.brackets import read_gml
from playground.engine.reading.graphs.dialects import tuples
from playground.engine.reading.graphs.dot import read_dot
from playground.engine.reading.graphs.graph6 import read_graph6
from playground.engine.reading.graphs.graph_file import NEEDS, GraphFile
from playground.engine.reading.graphs.json_graphs import read_json
from playground.engine.reading.graphs.pajek import read_pajek
from playground.engine.reading.graphs.rows import read_rows
from playground.engine.reading.graphs.sheet import cut
from playground.engine.reading.graphs.xml_graphs import read_xml, xml_text
from playground.engine.reading.text import MOST_TEXT, decode

MOST_LINES = 2_000_000
_CODE = 20_000  # characters in which comments are left out before that
_START = 65_536  # bytes that tell the files of this program
_HEAD = 100_000  # characters in which a form is looked for
_COMMENTS = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)|^[ \t]*(?:#|%(?!%?MatrixMarket))[^\n]*", re.DOTALL | re.MULTILINE)
_Reader = Callable[[str, str], list[GraphFile]]


def _one(read: Callable[[str, str], GraphFile]) -> _Reader:
    return lambda name, text: [read(name, text)]


def _form(start: str) -> re.Pattern[str]:
    return re.compile(r"\s*" + start, re.IGNORECASE)


# How each form begins, behind comments.
_FORMS: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (_form(r"%?%MatrixMarket"), _one(sections.read_matrix_market)),
    (_form(r'(strict\s+)?(di)?graph\b\s*("(?:[^"\\]|\\.)*"|[\w.-]+)?\s*\{'), read_dot),
    (_form(r"(?s:.*?)^[ \t]*graph\s*\[".replace("^", "(?m:^)")), read_gml),
    (_form(r"\*(network|vertices|arcs|edges|matrix)"), read_pajek),
    (_form(r"(c\b[^\n]*\s+)*p\s+[a-z]+\s+\d+\s+\d+\s"), _one(sections.read_dimacs)),
    (_form(r"nodedef\s*>"), _one(sections.read_gdf)),
    (_form(r"dl\b(?s:.*)\bdata\s*:"), _one(sections.read_ucinet)),
)
_TRIPLES = r'<[^>\s]+>\s+<[^>\s]+>\s+[<"]'
_OTHERS = (
    (r"\s*\*(node|tie)[ _](data|properties)", "a NetDraw VNA file"),
    (r'\s*\(tlp\s+"', "a Tulip file"),
    (r"LEDA\.GRAPH", "a LEDA file"),
    (r"\s*(flowchart|graph)\s+(TD|TB|LR|RL|BT)\b", "a Mermaid diagram"),
    (
        r"\s*(:(begin|param|use|source|commit)\b|(CREATE|MATCH|MERGE)\s*\(|CREATE\s+(CONSTRAINT|INDEX)\b|UNWIND\s*[$\[])",
        "a Cypher script",
    ),
    (r"@startuml", "a PlantUML diagram"),
    (r"\(.*\)[^()]*;\s*$", "a tree in Newick"),
    (r"@prefix|@base|" + _TRIPLES, "a file of RDF triples"),
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
    refuse_foreign(path.name, raw)
    refuse_own(path.name, raw[:_START])
    tagged = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<"
    text = xml_text(path.name, raw) if tagged else decode(path.name, raw)
    return graphs_of(path.name, text, path.suffix.lower())


def graphs_of(name: str, text: str, suffix: str = "") -> list[GraphFile]:
    """The graphs in a text, as `read_graphs`.

    Args:
        name: of the file.
        text: what it holds.
        suffix: of the file's name, which tells what the content does not.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MOST_LINES:
        raise BadInput(f"{name} has {text.count(chr(10)):,} rows, allowed are {MOST_LINES:,}", "file")
    head = text.lstrip()[:_HEAD]
    if head.startswith("<") and not re.match(_TRIPLES, head):
        return read_xml(name, text)
    if head.startswith("("):
        text = tuples(text)
        head = text[:_HEAD]
    if head.startswith(("{", "[")):
        return read_json(name, text)
    code = _COMMENTS.sub("", head[:_CODE])
    for start, read in _FORMS:
        if start.match(code):
            return read(name, text)
    for form, what in _OTHERS:
        if re.match(form, head):
            raise BadInput(f"{name} is {what}, which is not read; expected are {NEEDS}", "file")
    return _plain(name, text, suffix)


def _plain(name: str, text: str, suffix: str) -> list[GraphFile]:
    """Forms without a head."""
    if (letters := read_graph6(name, text)) is not None:
        return letters
    if sections.is_trivial(text):
        return [sections.read_trivial(name, text)]
    if suffix == ".lgl" and re.match(r"#\s*\S", text):
        return [sections.read_lgl(name, text)]
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
