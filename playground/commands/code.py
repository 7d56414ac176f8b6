"""`playground code ID`: the plain function behind a view or method, as a script that runs by itself."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

# Computing first: on Windows torch cannot be loaded after Qt in one process.
from playground.engine.run.listing import listing  # isort: skip

from playground import catalog
from playground.commands import Outcome
from playground.commands.output import table
from playground.commands.run_arguments import play, start
from playground.engine.declarations.code import Choices, Codes
from playground.engine.errors import BadInput
from playground.engine.files import check_target, write_bytes
from playground.engine.frame import View


def main(args: Namespace) -> Outcome:
    """Prints the script, or writes it to a file."""
    if args.list:
        panel = catalog.resolve(args.concept).panel
        return Outcome(table(list(_rows(catalog.codes(panel)))) or f"{panel}: no code is written yet")
    if args.out is not None:
        check_target(args.out)
    session = start(args)
    play(session, args.steps, [])
    found = listing(session, View())
    if not found.script:
        raise BadInput(f"code: {found.reason}", "code")
    if args.out is None:
        return Outcome(found.script.rstrip())
    write_bytes(args.out, found.script.encode())
    return Outcome(f"{args.out}: {found.title}, step {found.last}")


def _rows(codes: Codes) -> Iterator[tuple[str, ...]]:
    for code in codes.codes:
        yield code.name, code.title, _words(code.when)
    for none in codes.without:
        yield "none", none.because, _words(none.when)


def _words(when: Choices) -> str:
    return ", ".join(f"{name} = {' or '.join(map(str, values))}" for name, values in when.items())
