"""`playground open SOURCE`, and `playground SOURCE`: the window on a file or a link."""

from __future__ import annotations

from argparse import Namespace

from playground.commands import Outcome
from playground.commands.manual import reference_of


def main(args: Namespace) -> Outcome:
    """Opens the window and returns when it is closed."""
    from playground.ui.system.launch import run

    return Outcome(status=run(source=local(args.source), entry=args.entry, reference=reference_of(args)))


def local(source: str) -> str:
    """A file's path where a desktop hands it over as a URL; anything else as it is."""
    if not source.lower().startswith("file:"):
        return source
    from urllib.parse import urlsplit  # imported here: a start does without them
    from urllib.request import url2pathname

    return url2pathname(urlsplit(source).path)
