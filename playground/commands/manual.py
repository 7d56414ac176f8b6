"""The reference in the handbook of a window, made once it is asked for."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable


def reference_of(args: Namespace) -> Callable[[], str]:
    """Makes the handbook's reference of the command line that these arguments come from."""

    def made() -> str:
        from playground.commands.reference import reference  # imported here: a start does without it

        return reference(args.parser())

    return made
