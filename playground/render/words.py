"""The words on screen: English as they are written, looked up in one catalogue.

Declarations, the controller and the widgets are written in plain English; what a widget shows goes through `tr`, which
looks for it in the catalogue in use. The one of English is empty: what is unknown stays as it is. A text with numbers
or names in it is found by its template ("Saved {}"). `packaging/window_texts.py` writes all texts as one file, from
which another language begins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    _Base = QWidget
else:
    _Base = object

_HOLE = re.compile(r"\{\}")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_KEY = re.compile(r"^(?P<words>.+) \((?P<key>[^()]{1,20})\)$", re.DOTALL)
_JOINTS = ("\n", "\t", " · ", "; ", ", ", ": ", " + ", " ")
_FEW = 4  # words that are tried one by one


class Catalogue:
    """One language."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        """A catalogue.

        Args:
            entries: from each English text to its words; holes are {}. Empty: English.
        """
        self._entries = entries
        self._templates: list[tuple[re.Pattern[str], str]] = []
        for source in sorted((text for text in entries if "{}" in text), key=len, reverse=True):
            pattern = "(.+)".join(re.escape(part) for part in source.split("{}"))
            self._templates.append((re.compile(f"^{pattern}$", re.DOTALL), source))

    def exact(self, text: str) -> str:
        """The entry of a text, or nothing."""
        return self._entries.get(text, "")

    def template(self, text: str) -> str:
        """The text by the longest template that it fits, its parts translated as well, or nothing."""
        for pattern, source in self._templates:
            match = pattern.match(text)
            if match is not None:
                pieces = _HOLE.split(self.exact(source))
                parts = [self.words(part) for part in match.groups()]
                # A hole of the English plural may be missing in another language.
                return "".join(a + b for a, b in zip_longest(pieces, parts[: len(pieces) - 1], fillvalue=""))
        return ""

    def words(self, text: str) -> str:
        """A text in this language; what is unknown stays as it is."""
        if not self._entries or not _LETTERS.search(text):
            return text
        return self.exact(text) or self.template(text) or self._keyed(text) or self._joined(text)

    def _keyed(self, text: str) -> str:
        """A tool tip that ends with its key."""
        match = _KEY.match(text)
        return f"{self.words(match['words'])} ({self.words(match['key'])})" if match is not None else ""

    def _joined(self, text: str) -> str:
        """Parts that are known by themselves."""
        for joint in _JOINTS:
            parts = text.split(joint)
            if len(parts) > 1 and (joint != " " or len(parts) <= _FEW):
                found = [self.exact(part) or self.template(part) or self._keyed(part) for part in parts]
                if any(found):
                    return joint.join(new or self.words(old) for new, old in zip(found, parts, strict=True))
        return text


_now = Catalogue({})


def use(catalogue: Catalogue) -> None:
    """Takes a catalogue for all words that are set from now on."""
    global _now
    _now = catalogue
    tr.cache_clear()


@lru_cache(maxsize=4096)
def tr(text: str) -> str:
    """A text in the language in use; what its catalogue does not know stays English."""
    return _now.words(text)


class NamedWidget(_Base):
    """A mixin for widgets: what they say about themselves goes through the catalogue."""

    def setToolTip(self, text: str) -> None:
        """Says words under the cursor."""
        super().setToolTip(tr(text))

    def setAccessibleName(self, text: str) -> None:
        """Gives screen readers words."""
        self.word = text  # in English, by which what it is for is found
        super().setAccessibleName(tr(text))

    def setPlaceholderText(self, text: str) -> None:
        """Shows words in an empty field."""
        super().setPlaceholderText(tr(text))  # type: ignore[misc]


class Worded(NamedWidget):
    """A mixin for widgets that show words: these go through the catalogue as well."""

    def setText(self, text: str) -> None:
        """Shows words."""
        super().setText(tr(text))  # type: ignore[misc]
