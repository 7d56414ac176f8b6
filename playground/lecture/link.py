"""Links: a scene compressed into one line of text, `playground:` and base64url. Data only, limited in size."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput
from playground.lecture.scene import FORMAT, VERSION, parse_scene, read_scene

SCHEME = "playground:"
LONGEST = 32_000  # letters: a system hands a link over as one word of a command line
LARGEST = 1_000_000  # bytes of the scene in it
_NAME = "the link"
_DIGITS = 9
# What a scene can do without: a replay makes it again, or it only says more exactly where a replay differs.
_LEFT_OUT = ("state", "digests", "view", "version", "format", "program")


def to_link(record: Mapping[str, Any]) -> str:
    """The link of a run.

    Args:
        record: what `Session.record` gives, or a scene that was read.

    Raises:
        BadInput: the run is too large for a link; it says what to do.
    """
    scene = {"format": FORMAT, "version": VERSION, "program": record.get("program", record.get("version"))}
    scene |= {name: value for name, value in record.items() if name not in _LEFT_OUT}
    numbers = record.get("numbers")
    if isinstance(numbers, Mapping) and isinstance(numbers.get("now"), Mapping):
        scene["numbers"] = {"now": {name: _round(value) for name, value in numbers["now"].items()}}
    content = json.dumps(scene, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode()
    link = SCHEME + base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")
    if len(link) > LONGEST or len(content) > LARGEST:
        raise BadInput(
            f"this run needs a link of {len(link):,} letters, allowed are {LONGEST:,}; save it as a scene file"
        )
    return link


def from_link(link: str) -> dict[str, Any]:
    """The scene in a link, checked as one in a file.

    Raises:
        BadInput: it is no link, is cut off, damaged or too large, or holds no scene of this version.
    """
    body = "".join(link.split())
    if not is_link(body):
        raise BadInput(f"{link[:40]!r} is no link of this program; one begins with {SCHEME}", "link")
    if len(body) > LONGEST:
        raise BadInput(f"{_NAME} has {len(body):,} letters, allowed are {LONGEST:,}", "link")
    body = body[len(SCHEME) :].strip("/")
    unpacker = zlib.decompressobj()
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        content = unpacker.decompress(packed, LARGEST + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise BadInput(f"{_NAME} is damaged", "link") from None
    if len(content) > LARGEST:
        raise BadInput(f"{_NAME} unpacks to more than {LARGEST:,} bytes", "link")
    if not unpacker.eof or unpacker.unused_data:
        raise BadInput(f"{_NAME} is damaged or cut off", "link")
    return parse_scene(content, _NAME)


def is_link(text: str) -> bool:
    """Whether a text is meant as a link."""
    return text[: len(SCHEME)].lower() == SCHEME


def scene_of(source: str) -> dict[str, Any]:
    """The scene in a file or a link.

    Raises:
        BadInput: there is none.
    """
    return from_link(source) if is_link(source) else read_scene(Path(source))


def _round(value: Any) -> Any:
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value
