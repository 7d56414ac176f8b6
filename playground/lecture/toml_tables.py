"""TOML files as strict tables: what is wrong in them is said in one sentence. Data only, no code."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from playground.engine.declarations.params import shown
from playground.engine.errors import BadInput, unknown
from playground.engine.reading.strict_json import within

LARGEST_NUMBER = 10**18


def key(default: Any, allowed: str, **limits: Any) -> Any:
    """A key of the file; `allowed` says in words what may come."""
    return Field(default, description=allowed, **limits)


class Table(BaseModel):
    """A table of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def parse_toml(content: str, name: str, kind: str) -> dict[str, Any]:
    """The tables in a text.

    Args:
        content: the text.
        name: how errors call the file.
        kind: what it shall be, such as lesson.

    Raises:
        BadInput: it is no TOML, or holds what no such file holds; the sentence names file and line.
    """
    try:
        raw = tomllib.loads(content)
        longest = max(map(abs, within(raw, int)), default=0)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(_toml_sentence(name, str(error), content), name) from None
    except (RecursionError, BadInput):
        raise BadInput(f"{name} is not a {kind}: its lists are nested too deeply", name) from None
    except ValueError:  # a whole number of thousands of digits
        longest = LARGEST_NUMBER
    if longest >= LARGEST_NUMBER:
        raise BadInput(f"{name} is not a {kind}: it holds a number of more than 18 digits", name)
    return raw


def _toml_sentence(name: str, said: str, content: str) -> str:
    found = re.search(r" \(at line (\d+), column \d+\)$", said)
    line = found[1] if found else content.count("\n") + 1
    reason = said[: found.start()] if found else said.removesuffix(" (at end of document)")
    return f"{name} line {line}: it is not TOML, {reason[:1].lower()}{reason[1:]}"


def fault_of(kind: type[BaseModel], error: ValidationError) -> tuple[tuple[str | int, ...], str]:
    """Where the first fault is, and what is wrong in one sentence."""
    first = error.errors(include_url=False)[0]
    path = tuple(first["loc"])
    name = str(path[0]) if path else ""
    if first["type"] == "extra_forbidden":
        return path, str(unknown("key", name, kind.model_fields))
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, BadInput):
        return path[:1], str(cause)
    field = kind.model_fields.get(name)
    allowed = (field.description or "") if field is not None else "a table"
    if first["type"] == "missing":
        return (), f"{name} is missing, allowed is {allowed}"
    if first["type"] == "string_too_long":
        return path[:1], f"{name} has {len(str(first['input']))} characters, allowed are {first['ctx']['max_length']}"
    return path[:1], f"{name} is {shown(first['input'])}, allowed is {allowed}"
