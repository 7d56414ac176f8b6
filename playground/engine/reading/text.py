"""The text of a file that a user opens, within limits."""

from __future__ import annotations

import re
from pathlib import Path

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.reading.arrays import holds_tensors, is_arrays
from playground.engine.reading.foreign import refuse_foreign
from playground.engine.reading.marks import encoding_of
from playground.engine.reading.picture import is_picture
from playground.engine.reading.sound import is_sound

MOST_TEXT = 20_000_000  # bytes

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
        BadInput: they are no text, or one of a kind that no panel opens; the sentence says which.
    """
    refuse_foreign(name, raw)
    if is_arrays(raw):
        raise BadInput(f"{name} holds arrays of NumPy, expected is text; np.savetxt writes a matrix as such", "file")
    if holds_tensors(raw):
        raise BadInput(f"{name} holds weights of a net, expected is a text file", "file")
    if is_picture(raw[:16]) or is_sound(raw):
        kind = "a sound" if is_sound(raw) else "a picture"
        raise BadInput(f"{name} is {kind}, expected is a text file", "file")
    encoding = encoding_of(raw)
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


def _row(before: str) -> int:
    return before.count("\n") + 1
