"""Byte-order marks: in which encoding a file of Unicode is."""

from __future__ import annotations

import codecs

# The longer marks first: that of UTF-32 begins like that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def encoding_of(raw: bytes) -> str:
    """The encoding that a file begins with a mark of, or that the zero bytes of its Latin letters tell; else UTF-8."""
    marked = next((code for mark, code in _MARKS if raw.startswith(mark)), "")
    if marked:
        return marked
    head = raw[:4096]
    pairs = len(head) // 2
    even, odd = head[0 : 2 * pairs : 2].count(0), head[1 : 2 * pairs : 2].count(0)
    if 2 * odd > pairs and not even:
        return "utf-16-le"
    if 2 * even > pairs and not odd:
        return "utf-16-be"
    return "utf-8"


def head_text(start: bytes) -> str:
    """The text with which a file begins, without a mark; bytes that are no text are left out."""
    return start.decode(encoding_of(start), errors="ignore").removeprefix("\ufeff")
