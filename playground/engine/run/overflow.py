"""Numbers that grow past the largest float: the engine looks for them itself and says so in words."""

from __future__ import annotations

import numpy as np


def without_warnings() -> np.errstate:
    """A block in which numpy does not warn of overflow and of what infinities lead to.

    A run that blows up is stopped by `Position.guard` at its last finite state; a warning would say the same on the
    console, or, where warnings are errors, pass for a fault in the code. Divisions by zero still warn.
    """
    return np.errstate(over="ignore", invalid="ignore")
