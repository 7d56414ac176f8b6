"""What a file holds, told from its first bytes before a panel uses it. No torch."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.reading.array_rows import rows_of_arrays
from playground.engine.reading.arrays import holds_layers, is_arrays, read_arrays
from playground.engine.reading.foreign import refuse_foreign, refuse_own
from playground.engine.reading.graph import graphs_of
from playground.engine.reading.graphs.xml_graphs import xml_text
from playground.engine.reading.picture import is_picture, picture_size
from playground.engine.reading.remarks import listening
from playground.engine.reading.sound import is_sound, sound_of
from playground.engine.reading.table import records_of, table_of
from playground.engine.reading.text import decode

FileKind = Literal["table", "picture", "graph", "weights", "text"]

# From these sizes on a file is shown before it is used.
LARGE_BYTES = 200_000
LARGE_PIXELS = 4_000_000

MOST_BYTES = 100_000_000
_HEAD = 65_536  # bytes that are looked at
_START = 4096  # of them for a form of our own
_ROWS = 4
_MOST_SHOWN = 2000  # rows and columns of arrays
_COLUMNS = 6
_CELL = 18

_WORDS: dict[FileKind, str] = {
    "table": "a table",
    "picture": "a picture",
    "graph": "a graph",
    "weights": "weights of a net",
    "text": "text",
}


@dataclass(frozen=True, slots=True)
class Preview:
    """What the window says of a file before a panel uses it.

    Attributes:
        name: of the file.
        kind: what it holds.
        size: how much, in words.
        rows: the first rows of a table, or one row for each of some parts.
        large: whether it should be asked for before it is used.
        count: about how many rows a table has, without a head; 0 of anything else.
        remark: what was guessed or will be left out, in words.
    """

    name: str
    kind: FileKind
    size: str
    rows: tuple[tuple[str, ...], ...]
    large: bool
    count: int = 0
    remark: str = ""


def preview(path: Path, opens: Sequence[FileKind]) -> Preview:
    """A look at a file.

    Args:
        path: the file.
        opens: what the panel can open; an edge list and a table look alike.

    Raises:
        BadInput: the file cannot be opened, or holds what the panel has no use for.
    """
    raw = read_bytes(path, MOST_BYTES)
    refuse_foreign(path.name, raw)
    refuse_own(path.name, raw[:_START])
    kind = kind_of(raw)
    if kind == "table" and "table" not in opens and "graph" in opens and not is_arrays(raw):
        kind = "graph"
    if "text" in opens and kind not in opens and kind != "picture" and not is_arrays(raw):
        return _text(path.name, raw)
    if kind not in opens:
        allowed = " or ".join(_WORDS[one] for one in opens)
        holds = "JSON that is no table" if kind == "graph" and raw.lstrip()[:1] in (b"{", b"[") else _WORDS[kind]
        raise BadInput(f"{path.name} holds {holds}; this panel opens {allowed or 'no files'}", "file")
    many = f"{len(raw):,} bytes" if len(raw) < 10_000 else f"{len(raw) / 1e6:,.2f} MB"
    large = len(raw) > LARGE_BYTES
    if kind == "picture":
        width, height = picture_size(raw) or (0, 0)
        return Preview(path.name, kind, f"{width:,} x {height:,} pixels, {many}", (), width * height > LARGE_PIXELS)
    if kind == "weights":
        parts = _parts(raw)
        return Preview(path.name, kind, f"{len(parts)} tensors, {many}", parts[:_ROWS], large)
    if is_arrays(raw):
        return _arrays(path.name, raw, many, large)
    if is_sound(raw):
        said, samples = sound_of(path.name, raw)
        seconds = f"{len(samples):,} samples of {_many(said.channels, 'channel')}, {len(samples) / said.rate:,.1f} s"
        return Preview(path.name, kind, f"{seconds}, {many}", (), large, len(samples))
    return _rows(path.name, kind, raw, many, large)


def _text(name: str, raw: bytes) -> Preview:
    """The first lines of a text, and how long it is."""
    text = decode(name, raw)
    lines = tuple((line,) for line in text[:_START].splitlines() if line.strip())
    return Preview(name, "text", f"{len(text):,} characters", lines[:_ROWS], len(raw) > LARGE_BYTES)


def kind_of(raw: bytes) -> FileKind:
    """What a file holds by its bytes; what is nothing else is a table."""
    head = raw[:_HEAD]
    if is_picture(head):
        return "picture"
    if is_arrays(raw):
        return "weights" if holds_layers(raw) else "table"
    if is_sound(head):
        return "table"
    if head[:2] == b"PK" or is_safetensors(head, len(raw)):
        return "weights"
    text = head.decode("utf-8", errors="replace").lstrip("\ufeff \t\r\n")
    if text.startswith(("{", "[")):
        return "weights" if re.match(r'\{\s*"(layers"|[^"\n]*weight"\s*:)', text) else "graph"
    return "graph" if text.startswith("<") or re.search(r"^\s*graph\s*\[", text, re.MULTILINE) else "table"


def is_safetensors(head: bytes, size: int) -> bool:
    """Whether a file begins as one of safetensors: the length of the JSON that follows, and its bracket."""
    return head[8:9] == b"{" and 8 + int.from_bytes(head[:8], "little") <= size


def _rows(name: str, kind: FileKind, raw: bytes, many: str, large: bool) -> Preview:
    """The first rows of a text, and about how many there are."""
    head = raw[:_HEAD]
    if len(raw) > _HEAD:  # whole rows only
        head = head[: head.rfind(b"\n") + 1] or head
    head = head[: len(head) - len(head) % 4] if b"\0" in head else head
    tagged = kind == "graph" and head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<"
    text = xml_text(name, head) if tagged else decode(name, head)
    lines = max(1, raw.count(b"\n") + (not raw.rstrip(b"\0").endswith(b"\n")))
    if kind == "graph" and len(raw) <= _HEAD:
        return _graph(name, text, many, large)
    if text.lstrip().startswith(("<", "{", "[")):
        return Preview(name, kind, f"{lines:,} lines, {many}", (), large)
    found = records_of(name, text, "rows of cells", comments=kind == "graph")
    shown = tuple(tuple(_short(cell) for cell in row[:_COLUMNS]) for row in found.rows[:_ROWS])
    size = f"{lines:,} rows, {len(found.rows[0]):,} columns, {many}"
    said = _remark(name, text, kind)
    return Preview(name, kind, size, shown, large, max(0, lines - 1) if kind == "table" else 0, said)


def _graph(name: str, text: str, many: str, large: bool) -> Preview:
    """What the reader of graphs finds in a whole text: nodes and edges, the first of these, and what it lost."""
    found = graphs_of(name, text, Path(name).suffix.lower())
    counts = [f"{_many(len(one.numbered()), 'node')}, {_many(len(one.links), 'edge')}" for one in found[:2]]
    size = f"{' and '.join(counts)}, {many}"
    first = found[0]
    rows = tuple(tuple(_short(first.labels.get(end, end)) for end in link) for link in first.links[:_ROWS])
    return Preview(name, "graph", size, rows, large, 0, "; ".join(first.remarks))


def _many(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count:,} {what}s"


def _remark(name: str, text: str, kind: FileKind) -> str:
    """What the reader says of the rows that are looked at; nothing where it refuses them, as it will say."""
    with listening() as said, suppress(BadInput):
        if kind == "graph":
            said += graphs_of(name, text, Path(name).suffix.lower())[0].remarks
        else:
            table_of(name, text, "")
    return "; ".join(said)


def _arrays(name: str, raw: bytes, many: str, large: bool) -> Preview:
    """The first rows of arrays that hold a table; of many, or where it cannot be told which, the sizes of all."""
    with listening() as said, suppress(BadInput):
        titles, rows = rows_of_arrays(name, raw, _MOST_SHOWN, _MOST_SHOWN)
        shown = tuple(tuple(_short(cell) for cell in row[:_COLUMNS]) for row in [titles, *rows][:_ROWS])
        size = f"{len(rows):,} rows, {len(titles):,} columns, {many}"
        return Preview(name, "table", size, shown, large, len(rows), "; ".join(said))
    parts = _parts(raw)
    return Preview(name, "table", f"{_many(len(parts), 'array')}, {many}", parts[:_ROWS], large)


def _short(cell: str) -> str:
    return cell if len(cell) <= _CELL else f"{cell[: _CELL - 1]}…"


def _parts(raw: bytes) -> tuple[tuple[str, ...], ...]:
    """Name and size of each tensor, as far as the file says it without being loaded."""
    try:
        if is_arrays(raw):
            found = read_arrays("", raw)
            return tuple((name, " x ".join(map(str, array.shape))) for name, array in found.items())
        if raw[:2] == b"PK":
            with zipfile.ZipFile(io.BytesIO(raw)) as archive:
                return tuple(
                    (one.filename, f"{one.file_size:,} bytes") for one in archive.infolist() if "/data/" in one.filename
                )
        if raw[8:9] == b"{" and raw[:1] != b"{":
            head = json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])
            return tuple(
                (name, " x ".join(map(str, one["shape"]))) for name, one in head.items() if name != "__metadata__"
            )
        layers = json.loads(raw)["layers"]
        return tuple((f"layer {k}", f"{len(one['W'])} units") for k, one in enumerate(layers, 1))
    except Exception:  # damaged: the reader will say so
        return ()
