"""The words on screen in the user's language: English as they are written, others from a catalogue of Qt Linguist.

Declarations, the controller and the widgets are written in plain English; what a widget shows goes through `tr`, which
finds it in the catalogue by its text. A text with numbers or names in it is found by its template ("Saved {}").
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QTranslator

from playground.resources import asset

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    _Base = QWidget
else:
    _Base = object

LANGUAGES = {"en": "English", "de": "Deutsch"}
CONTEXT = "playground"
TEMPLATES = "templates"  # the context of one entry that lists all templates, a line each
_HOLE = re.compile(r"\{\}")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_KEY = re.compile(r"^(?P<words>.+) \((?P<key>[^()]{1,20})\)$", re.DOTALL)
_JOINTS = ("\n", "\t", " · ", "; ", ", ", ": ", " + ", " ")
_FEW = 4  # words that are tried one by one


class _Catalogue:
    """One language.

    Attributes:
        language: its code; "en": nothing is looked up.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._translator = QTranslator()
        self._templates: list[tuple[re.Pattern[str], str]] = []
        if language == "en":
            return
        path = asset(f"translations/playground_{language}.qm")
        if not self._translator.load(str(path)):
            raise FileNotFoundError(f"catalogue {path.name!r} cannot be read")
        listed = self._translator.translate(TEMPLATES, "all") or ""
        for source in sorted(filter(None, listed.split("\n")), key=len, reverse=True):
            pattern = "(.+)".join(re.escape(part) for part in source.replace("\\n", "\n").split("{}"))
            self._templates.append((re.compile(f"^{pattern}$", re.DOTALL), source.replace("\\n", "\n")))

    def exact(self, text: str) -> str:
        """The entry of a text, or nothing."""
        return self._translator.translate(CONTEXT, text) or ""

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
        if self.language == "en" or not _LETTERS.search(text):
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


_now = _Catalogue("en")


def choose_language(setting: str) -> str:
    """The language of a setting: a code, or that of the system where it is one of ours."""
    if setting in LANGUAGES:
        return setting
    code = QLocale.system().name().partition("_")[0]
    return code if code in LANGUAGES else "en"


def use(language: str) -> None:
    """Takes a language for all words that are set from now on.

    Raises:
        FileNotFoundError: its catalogue is missing or unreadable.
    """
    global _now
    if language != _now.language:
        _now = _Catalogue(language)
        tr.cache_clear()


@lru_cache(maxsize=4096)
def tr(text: str) -> str:
    """A text in the language in use; what the catalogue does not know stays English."""
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
