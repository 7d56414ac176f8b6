"""The text of a file that a user opens, within limits."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes

MOST_TEXT = 20_000_000  # bytes

# The longer marks first: that of UTF-32 begins like that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read_text(path: Path, most: int = MOST_TEXT, name: str = "") -> str:
    """What a text file holds, in UTF-8, UTF-16 or UTF-32, with a byte-order mark or without one.

    Args:
        path: the file.
        most: the largest size in bytes.
        name: how the sentences call it; empty: by its name.

    Raises:
        BadInput: as `read_bytes`, or it is no text; the sentence names the row.
    """
    return decode(name or path.name, read_bytes(path, most, name))


def decode(name: str, raw: bytes) -> str:
    """The text of these bytes.

    Args:
        name: of the file, for the sentence.
        raw: its bytes.

    Raises:
        BadInput: they are no text.
    """
    encoding = next((code for mark, code in _MARKS if raw.startswith(mark)), None) or _strip_mark(raw)
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        text = raw[: error.start].decode(encoding, errors="replace")
        raise BadInput(
            f"{name}, row {_row(text)} is not text in UTF-8 or UTF-16; save the file as UTF-8", "file"
        ) from None
    if sign := _CONTROL.search(text):
        raise BadInput(f"{name} is not a text file: row {_row(text[: sign.start()])} holds a control character", "file")
    return text.removeprefix("\ufeff")


def _strip_mark(raw: bytes) -> str:
    """UTF-16 without a mark is told by the zero bytes of its Latin letters, all at even or all at odd places."""
    head = raw[:4096]
    pairs = len(head) // 2
    even, odd = head[0 : 2 * pairs : 2].count(0), head[1 : 2 * pairs : 2].count(0)
    if 2 * odd > pairs and not even:
        return "utf-16-le"
    if 2 * even > pairs and not odd:
        return "utf-16-be"
    return "utf-8"


def _row(before: str) -> int:
    return before.count("\n") + 1
