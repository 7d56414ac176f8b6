"""Which window goes to which screen while presenting: arithmetic alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Places:
    """Where the two windows go.

    Attributes:
        audience: the number of the screen that the picture fills.
        speaker: the number of the screen with the notes.
        alone: there is one screen; one of the two windows is in front.
    """

    audience: int
    speaker: int
    alone: bool = False


def places(screens: int, primary: int, swapped: bool) -> Places:
    """The screens of the audience and the speaker.

    The speaker keeps the primary screen, which on a laptop is its own; the audience gets the first other one.

    Args:
        screens: how many there are.
        primary: the number of the primary one.
        swapped: the other way round.
    """
    others = [number for number in range(screens) if number != primary]
    if not others:
        return Places(primary, primary, alone=True)
    return Places(primary, others[0]) if swapped else Places(others[0], primary)
