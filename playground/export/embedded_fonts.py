"""The shipped face inside an SVG: the glyphs that its words need, as WOFF in a style sheet."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise

from PySide6.QtGui import QFont, QRawFont, QTextLayout

from playground.render import fonts
from playground.resources import asset

_FILES = dict(zip((400, 500, 600), fonts.FILES, strict=True))
_SIGNATURE = b"wOFF"
_MORE, _WORDS, _SCALE, _BOTH, _MATRIX = 0x20, 0x01, 0x08, 0x40, 0x80  # flags of a part of a compound glyph
_SIZE = 64  # px at which words are shaped; which glyphs they need depends on no size


def font_faces(words: Mapping[int, Iterable[str]]) -> str:
    """The style sheet that gives words their face.

    Args:
        words: by weight, 400, 500 or 600.
    """
    rules = []
    for weight, texts in sorted(words.items()):
        data = base64.b64encode(subset(weight, frozenset(texts))).decode()
        source = f"url(data:font/woff;base64,{data}) format('woff')"
        rules.append(f"@font-face{{font-family:'{fonts.FAMILY}';font-weight:{weight};src:{source}}}")
    return "\n".join(rules)


def subset(weight: int, texts: frozenset[str]) -> bytes:
    """The face with the outlines that some words need, as WOFF; how they are shaped stays.

    Args:
        weight: 400, 500 or 600.
        texts: the words.
    """
    tables = dict(_tables(weight))
    outlines, places = _outlines(tables)
    wanted = _closure(_glyphs(weight, texts), outlines)
    kept = [outline if glyph in wanted else b"" for glyph, outline in enumerate(outlines)]
    tables["glyf"], tables["loca"] = _joined(kept, places)
    return _woff(tables)


@cache
def _tables(weight: int) -> Mapping[str, bytes]:
    """The tables of a shipped file by name."""
    raw = asset(_FILES[weight]).read_bytes()
    count = struct.unpack_from(">H", raw, 4)[0]
    entries = (struct.unpack_from(">4sIII", raw, 12 + 16 * i) for i in range(count))
    return {tag.decode(): raw[offset : offset + length] for tag, _, offset, length in entries}


def _glyphs(weight: int, texts: frozenset[str]) -> set[int]:
    """The glyphs that words are shaped into, and those of their letters alone."""
    face = fonts.plain(_SIZE, weight)
    raw = QRawFont.fromFont(QFont(face))
    found = {0}
    for text in texts:
        found.update(raw.glyphIndexesForString(text))
        layout = QTextLayout(text, face)
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        for run in layout.glyphRuns():
            if run.rawFont().familyName() == fonts.FAMILY:
                found.update(run.glyphIndexes())
    return found


def _outlines(tables: Mapping[str, bytes]) -> tuple[list[bytes], bool]:
    """The outline of each glyph, and whether their places are written in long form."""
    long = struct.unpack_from(">h", tables["head"], 50)[0] == 1
    count = struct.unpack_from(">H", tables["maxp"], 4)[0] + 1
    places = struct.unpack_from(f">{count}{'I' if long else 'H'}", tables["loca"])
    starts = places if long else tuple(2 * place for place in places)
    return [tables["glyf"][a:b] for a, b in pairwise(starts)], long


def _closure(wanted: set[int], outlines: list[bytes]) -> set[int]:
    """The glyphs with the parts of those that are put together from others."""
    left, found = list(wanted), set(wanted)
    while left:
        outline = outlines[left.pop()] if left[-1] < len(outlines) else b""
        if len(outline) < 10 or struct.unpack_from(">h", outline)[0] >= 0:
            continue
        at, flags = 10, _MORE
        while flags & _MORE:
            flags, part = struct.unpack_from(">HH", outline, at)
            at += 4 + (4 if flags & _WORDS else 2)
            at += 2 if flags & _SCALE else 4 if flags & _BOTH else 8 if flags & _MATRIX else 0
            if part not in found:
                found.add(part)
                left.append(part)
    return found


def _joined(outlines: list[bytes], long: bool) -> tuple[bytes, bytes]:
    """The tables of outlines and of their places."""
    padded = [outline + b"\0" * (-len(outline) % 4) for outline in outlines]
    starts = [0]
    for outline in padded:
        starts.append(starts[-1] + len(outline))
    form = "I" if long else "H"
    return b"".join(padded), struct.pack(f">{len(starts)}{form}", *(at if long else at // 2 for at in starts))


def _woff(tables: Mapping[str, bytes]) -> bytes:
    """Tables as a WOFF file."""
    whole = dict(tables)
    whole["head"] = whole["head"][:8] + b"\0\0\0\0" + whole["head"][12:]
    total = (0xB1B0AFBA - _sum(_sfnt(whole))) & 0xFFFFFFFF
    sums = {tag: _sum(body) for tag, body in whole.items()}
    whole["head"] = whole["head"][:8] + struct.pack(">I", total) + whole["head"][12:]
    at, directory, bodies = 44 + 20 * len(whole), b"", b""
    for tag, body in sorted(whole.items()):
        packed = min(zlib.compress(body, 9), body, key=len)
        directory += struct.pack(">4sIIII", tag.encode(), at + len(bodies), len(packed), len(body), sums[tag])
        bodies += packed + b"\0" * (-len(packed) % 4)
    size = 12 + 16 * len(whole) + sum(len(body) + -len(body) % 4 for body in whole.values())
    head = struct.pack(
        ">4sIIHHIHHIIIII", _SIGNATURE, 0x00010000, at + len(bodies), len(whole), 0, size, 1, 0, 0, 0, 0, 0, 0
    )
    return head + directory + bodies


def _sfnt(tables: Mapping[str, bytes]) -> bytes:
    """Tables as a TrueType file, for the sum over all of it."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    head = struct.pack(">IHHHH", 0x00010000, count, 16 * power, power.bit_length() - 1, 16 * (count - power))
    at, directory, bodies = 12 + 16 * count, b"", b""
    for tag, body in sorted(tables.items()):
        directory += struct.pack(">4sIII", tag.encode(), _sum(body), at + len(bodies), len(body))
        bodies += body + b"\0" * (-len(body) % 4)
    return head + directory + bodies


def _sum(body: bytes) -> int:
    """The checksum of a table."""
    padded = body + b"\0" * (-len(body) % 4)
    total: int = sum(struct.unpack(f">{len(padded) // 4}I", padded))
    return total & 0xFFFFFFFF
