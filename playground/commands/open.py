"""`playground open SOURCE`, and `playground SOURCE`: the window on a file or a link."""

from __future__ import annotations

from argparse import Namespace

from playground.commands import Outcome, reference_of


def main(args: Namespace) -> Outcome:
    """Opens the window and returns when it is closed."""
    from playground.ui.app import run

    return Outcome(status=run(source=args.source, entry=args.entry, reference=reference_of(args)))
