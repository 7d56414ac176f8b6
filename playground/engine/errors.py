"""The faults that a user can cause, each as one clear sentence."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class BadInput(ValueError):
    """Something a user gave cannot be used.

    The message is one sentence that names the field or file, says what came and what is allowed.
    The command line prints it and exits with status 2; the window shows it beside the field.

    Attributes:
        field: the name of the parameter, gesture field or file, for placing the message.
    """

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


def unknown(what: str, name: str, known: Iterable[str]) -> BadInput:
    """The sentence for a name that does not exist, with the nearest one that does."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names) or 'none'}"
    return BadInput(f"{what} {name!r} does not exist; {hint}", name)


class DeviceLost(BaseException):
    """The graphics card failed. No failure of a panel: whoever owns the process goes on with the processor.

    It passes every `except Exception` on its way. The message is the reason, as the end of a sentence.
    """
