"""Where the data of a run came from: its kind and, apart from it, what the user's file is called."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

from playground.engine.errors import BadInput
from playground.engine.frame import DataKind

UNREADABLE = "\N{REPLACEMENT CHARACTER}"
_NO_LETTERS = ("Cc", "Cs", "Zl", "Zp")  # controls, halves of letters, ends of lines and paragraphs
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # turn the direction of what follows as well


class Source(NamedTuple):
    """Where data came from.

    Attributes:
        kind: "made" again from parameters and seed, "edited" by the user, or from a "file".
        name: what the file is called, in letters that every text can hold; empty where it is none.
    """

    kind: DataKind
    name: str = ""

    @property
    def words(self) -> str:
        """The name of the file, or else the kind."""
        return self.name if self.kind == "file" else self.kind

    def store(self) -> dict[str, str]:
        """As JSON values; older programs read the words alone."""
        return {"source": self.words, "kind": self.kind}


MADE = Source("made")
EDITED = Source("edited")


def of_files(paths: Sequence[Path | str]) -> Source:
    """The source of data from one file or from several."""
    first, more = readable(Path(paths[0]).name), len(paths) - 1
    return Source("file", f"{first} and {more} more" if more else first)


def readable(name: str) -> str:
    """A file's name as text of one line: what stands for no letter, such as a byte of another coding, is marked."""
    bad = [letter in _TURNS or unicodedata.category(letter) in _NO_LETTERS for letter in name]
    return "".join(UNREADABLE if wrong else letter for letter, wrong in zip(name, bad, strict=True))


def source_of(stored: Mapping[str, Any], has_data: bool) -> Source:
    """What `Source.store` stored; where an older program has stored the words alone, its data tell the kind.

    Args:
        stored: the JSON values.
        has_data: whether data are stored beside them.

    Raises:
        BadInput: it is no source.
    """
    words, kind = stored.get("source", "made"), stored.get("kind")
    if not isinstance(words, str):
        raise BadInput(f"data source is {str(words)[:40]!r}, allowed is text", "data")
    if kind is None:
        kind = words if words == "edited" or (words == "made" and not has_data) else "file"
    if kind not in get_args(DataKind):
        raise BadInput(f"kind of the data is {str(kind)[:40]!r}, allowed is one of {get_args(DataKind)}", "data")
    return {"made": MADE, "edited": EDITED}.get(kind) or Source("file", readable(words))
