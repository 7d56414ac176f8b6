"""`playground reference`: all commands, keys and files in one page of Markdown, made from the code that they are in."""

from __future__ import annotations

import argparse
import json
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from playground.commands import Outcome
from playground.lecture.lesson import schema
from playground.lecture.scene import keys as scene_keys
from playground.render.formats import FORMATS
from playground.ui.controller.exports import TABLES
from playground.ui.keys import COMMANDS, key_label

WHERE = {"always": "everywhere", "panel": "at a panel", "gallery": "in the gallery"}


def main(args: Namespace) -> Outcome:
    """Prints it."""
    return Outcome(reference(args.parser()))


def reference(parser: argparse.ArgumentParser) -> str:
    """The page.

    Args:
        parser: of the command line, with all commands.
    """
    parts = ["# Reference", "Made from the code; nothing here is written by hand.", "## Commands"]
    for name, command in commands_of(parser).items():
        parts += [f"### playground {name}", str(command.description), *_options(command)]
    parts += ["## Keys", "They act on the stage; those marked * also while a text field has the focus."]
    for group in dict.fromkeys(command.group for command in COMMANDS):
        parts += [f"### {group}", _keys(group)]
    parts += ["## Files", "### What an export writes", _formats()]
    parts += ["### Keys of a scene", _scene(), "### Keys of a lesson", *_lesson()]
    return "\n\n".join(parts) + "\n"


def commands_of(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """The commands of a parser by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _options(command: argparse.ArgumentParser) -> Iterator[str]:
    rows = []
    for action in command._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        value = f" {action.metavar}" if action.metavar and action.option_strings else ""
        if action.choices is not None and not action.metavar:
            value = f" {'|'.join(map(str, action.choices))}"
        name = f"{', '.join(action.option_strings)}{value}" if action.option_strings else str(action.metavar)
        rows.append((f"`{name}`", action.help or ""))
    if rows:
        yield _table(("option", "what it does"), rows)


def _keys(group: str) -> str:
    rows = []
    for command in COMMANDS:
        if command.group == group:
            keys = " or ".join(key_label(key) for key in command.keys) + (
                " *" if command.keys and command.anywhere else ""
            )
            rows.append((keys or "by Ctrl+K", command.label, WHERE[command.when]))
    return _table(("key", "what it does", "where"), rows)


def _formats() -> str:
    rows = [(f"`{one.suffix}`", one.label, "yes" if one.clear else "no") for one in FORMATS]
    rows += [(f"`{suffix}`", label, "no") for suffix, label in TABLES.items()]
    return _table(("ending", "what it is", "without its ground"), rows)


def _scene() -> str:
    return _table(
        ("key", "type", ""), [(f"`{key}`", kind, "needed" if needed else "") for key, kind, needed in scene_keys()]
    )


def _lesson() -> Iterator[str]:
    """The keys of a lesson, and of the tables inside it, from its schema."""
    made = json.loads(schema())
    yield _table(("key", "type", "default"), _properties(made))
    for name, inner in made.get("$defs", {}).items():
        if inner.get("properties"):
            yield f"Of a {name.strip('_').casefold()}:"
            yield _table(("key", "type", "default"), _properties(inner))


def _properties(made: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    needed = made.get("required", ())
    return [
        (f"`{name}`", _type(one), "needed" if name in needed else _default(one.get("default")))
        for name, one in made.get("properties", {}).items()
    ]


def _default(value: object) -> str:
    return "" if value in (None, "", [], {}) else f"`{json.dumps(value)}`"


def _type(one: Mapping[str, Any]) -> str:
    if "anyOf" in one:
        kinds = dict.fromkeys(_type(part) for part in one["anyOf"] if part.get("type") != "null")
        return " or ".join(kinds)
    if "$ref" in one:
        return "table"
    if "const" in one:
        return f"`{json.dumps(one['const'])}`"
    words = {
        "string": "text",
        "integer": "whole number",
        "array": "list",
        "object": "table",
        "boolean": "true or false",
    }
    kind = str(one.get("type", "any value"))
    return words.get(kind, kind)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", " or ").replace("\n", " ") for cell in line) + " |" for line in lines
    )
