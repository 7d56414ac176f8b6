"""`playground verify FILE.json`: a case file against the code that the panels use."""

from __future__ import annotations

from argparse import Namespace
from difflib import get_close_matches
from typing import Any

from playground import catalog
from playground.commands import Outcome
from playground.commands.output import table, to_json
from playground.engine.errors import BadInput, unknown
from playground.verify import CaseResult, Checks, read_cases, run_cases


def main(args: Namespace) -> Outcome:
    """Runs all cases of a file; the status is 0 only if all of them hold."""
    case_file = read_cases(args.file)
    try:
        results = list(run_cases(case_file, checks_of_panel))
    except BadInput as error:
        raise BadInput(f"{args.file}: {error}", error.field) from None
    status = 0 if all(result.ok for result in results) else 1
    if args.json:
        return Outcome(to_json({"cases": [result.as_dict() for result in results]}), status)
    return Outcome(_text(results), status)


def checks_of_panel(panel: str) -> Checks:
    """The routines by kind of all concepts whose shipped cases belong to this panel.

    A concept whose cases come from several files names all of them under `panels`; not each of these is a panel.

    Raises:
        BadInput: no concept has such cases.
    """
    found: dict[str, Any] = {}
    shipped = {name: catalog.cases(name) for name in catalog.ids()}
    panels = {name: {name, str(case["panel"]), *map(str, case.get("panels", ()))} for name, case in shipped.items()}
    for name, theirs in panels.items():
        if panel in theirs:
            found.update(catalog.checks(name))
    if not found:
        named = sorted(set().union(*panels.values()))
        raise unknown("panel", panel, get_close_matches(panel, named, 1) or catalog.ids())
    return found


def _text(results: list[CaseResult]) -> str:
    rows = [
        (
            "holds" if result.ok else "FAILS",
            result.name,
            result.kind,
            "" if result.deviation is None else f"{result.deviation:.3g}",
            "" if result.ok else f"{result.where}: {result.reason}",
        )
        for result in results
    ]
    holding = sum(result.ok for result in results)
    head = ("", "case", "kind", "deviation", "")
    return f"{table([head, *rows], indent='')}\n{holding} of {len(results)} cases hold"
