"""`playground list`: the concepts by chapter."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from itertools import groupby

from playground import catalog
from playground.commands import Outcome
from playground.commands.output import table, to_json


def main(args: Namespace) -> Outcome:
    """Every concept in the catalog, sorted by chapter and title."""
    declared = [catalog.declaration(name) for name in catalog.ids()]
    declared.sort(key=lambda one: (one.card.chapter, one.card.title))
    if args.json:
        return Outcome(
            to_json(
                [
                    {
                        "id": one.id,
                        "title": one.card.title,
                        "chapter": one.card.chapter,
                        "line": one.card.line,
                        "badge": asdict(one.card.badge),
                    }
                    for one in declared
                ]
            )
        )
    chapters = []
    for chapter, members in groupby(declared, key=lambda one: one.card.chapter):
        rows = [(one.id, one.card.title, one.card.line) for one in members]
        chapters.append(f"{chapter}\n{table(rows)}")
    return Outcome("\n\n".join(chapters))
