"""`playground list`: the concepts by chapter."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from itertools import groupby

from playground import catalog
from playground.commands import Outcome
from playground.commands.output import table, to_json
from playground.engine.declarations.concept import Card, Declaration, Door


def main(args: Namespace) -> Outcome:
    """Every panel and door in the catalog, sorted by chapter and title."""
    cards: list[tuple[str, Card | Door, Declaration]] = [
        *((one.id, one.card, one) for one in map(catalog.declaration, catalog.ids())),
        *((name, door, declared) for name, (declared, door) in catalog.doors().items()),
    ]
    cards.sort(key=lambda entry: (entry[1].chapter, entry[1].title))
    if args.json:
        return Outcome(
            to_json(
                [
                    {
                        "id": name,
                        "title": card.title,
                        "chapter": card.chapter,
                        "line": card.line,
                        "badge": asdict(declared.card.badge),
                        "panel": declared.id,
                    }
                    for name, card, declared in cards
                ]
            )
        )
    chapters = []
    for chapter, members in groupby(cards, key=lambda entry: entry[1].chapter):
        rows = [
            (name, card.title, card.line if name == declared.id else f"{card.line} (opens {declared.id})")
            for name, card, declared in members
        ]
        chapters.append(f"{chapter}\n{table(rows)}")
    return Outcome("\n\n".join(chapters))
