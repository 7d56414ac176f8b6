"""The faults that a user can cause, each as one clear sentence."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable


class BadInput(ValueError):
    """Something a user gave cannot be used.

    The message is one sentence that names the field or file, says what came and what is allowed.
    The command line prints it and exits with status 2; the window shows it beside the field.

    Attributes:
        field: the name of the parameter, gesture field or file, for placing the message.
    """

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(printable(sentence))
        self.field = field


def unknown(what: str, name: str, known: Iterable[str]) -> BadInput:
    """The sentence for a name that does not exist, with the nearest one that does."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names) or 'none'}"
    return BadInput(f"{what} {name!r} does not exist; {hint}", name)


_NOT_SHOWN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_LONG_WORD = re.compile(r"\S{161,}")


def printable(sentence: str) -> str:
    """A sentence on one line that every terminal and window can show, whatever names are in it.

    Controls and halves of letters are replaced, new lines are blanks, endless paths and names are cut.
    """
    shown = _NOT_SHOWN.sub("\ufffd", sentence.replace("\n", " "))
    return _LONG_WORD.sub(lambda word: f"{word[0][:60]}…{word[0][-60:]}", shown)


class DeviceLost(BaseException):
    """The graphics card failed. No failure of a panel: whoever owns the process goes on with the processor.

    It passes every `except Exception` on its way. The message is the reason, as the end of a sentence.
    """
