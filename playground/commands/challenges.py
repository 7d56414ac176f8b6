"""`playground challenges [ID]`: the tasks of a panel, which are done here, and with `--play` whether they hold."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from playground import catalog
from playground.commands import Outcome
from playground.commands.output import to_json
from playground.engine.errors import BadInput
from playground.lecture.attempts import problems
from playground.lecture.challenges import Challenge, check_challenge, read_challenges
from playground.lecture.settings import open_settings, write_settings

_TOLD = ("concept", "id", "title", "task", "holds", "during", "within", "allows", "hint")


def main(args: Namespace) -> Outcome:
    """Lists them; status 1 if one that is played does not hold."""
    if args.clear:
        settings, _ = open_settings()
        kept = write_settings(replace(settings, challenges=()))
        return Outcome("The ticks are cleared") if kept else Outcome("The settings cannot be written", 1)
    concepts = [catalog.resolve(args.concept).panel] if args.concept else list(catalog.ids())
    if args.play and not args.concept:
        raise BadInput("ID is missing: whose challenges are played", "ID")
    done = open_settings()[0].challenges
    rows = [_row(one, one.ref in done, args.play) for concept in concepts for one in _of(concept)]
    status = int(any(row["problems"] for row in rows))
    if args.json:
        return Outcome(to_json(rows), status)
    return Outcome("\n".join(line for row in rows for line in _lines(row, args)) or "There are none", status)


def _of(concept: str) -> tuple[Challenge, ...]:
    return tuple(read_challenges(catalog.challenges(concept), concept).values())


def _row(challenge: Challenge, done: bool, play: bool) -> dict[str, Any]:
    found: list[str] = []
    if play:
        declared, presets = catalog.declaration(challenge.concept), catalog.presets(challenge.concept)
        found = list(check_challenge(challenge, declared, presets)) or list(problems(challenge, catalog))
    return challenge.model_dump(include=set(_TOLD)) | {"done": done, "problems": found}


def _lines(row: dict[str, Any], args: Namespace) -> Iterator[str]:
    tick = "✓" if row["done"] else "·"
    yield f"{tick} {row['concept']}/{row['id']}: {row['title']}"
    yield f"    {row['task']}"
    if args.play:
        yield from (f"    {sentence}" for sentence in row["problems"] or ["its solution does it, and nothing easier"])
