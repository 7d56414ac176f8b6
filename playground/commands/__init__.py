"""What the commands do, one module a command: `main(args)` takes the parsed line and returns an `Outcome`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command has to say.

    Attributes:
        text: for stdout; empty for none.
        status: the exit status.
        notes: lines for stderr.
    """

    text: str = ""
    status: int = 0
    notes: tuple[str, ...] = ()
