"""TOML files that are read strictly, and values as they are written into them. Data only, no code."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from playground.engine.declarations.params import shown
from playground.engine.errors import BadInput, unknown
from playground.engine.reading.strict_json import within

_LARGEST_NUMBER = 10**18


def key(default: Any, allowed: str, **limits: Any) -> Any:
    """A key of a file; `allowed` says in words what may come."""
    return Field(default, description=allowed, **limits)


class Table(BaseModel):
    """A table of a file."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def read_toml(content: str, name: str, what: str) -> dict[str, Any]:
    """The values of a TOML text.

    Args:
        content: the text.
        name: how errors call the file.
        what: what the file should be, "a lesson".

    Raises:
        BadInput: it is no TOML, is nested too deeply or holds a number without measure.
    """
    try:
        raw = tomllib.loads(content)
        longest = max(map(abs, within(raw, int)), default=0)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(_toml_sentence(name, str(error), content), name) from None
    except (RecursionError, BadInput):
        raise BadInput(f"{name} is not {what}: its lists are nested too deeply", name) from None
    except ValueError:  # a whole number of thousands of digits
        longest = _LARGEST_NUMBER
    if longest >= _LARGEST_NUMBER:
        raise BadInput(f"{name} is not {what}: it holds a number of more than 18 digits", name)
    return raw


def _toml_sentence(name: str, said: str, content: str) -> str:
    found = re.search(r" \(at line (\d+), column \d+\)$", said)
    line = found[1] if found else content.count("\n") + 1
    reason = said[: found.start()] if found else said.removesuffix(" (at end of document)")
    return f"{name} line {line}: it is not TOML, {reason[:1].lower()}{reason[1:]}"


def fault_sentence(kind: type[BaseModel], error: ValidationError) -> tuple[tuple[str | int, ...], str]:
    """Where the first fault is, and what is wrong in one sentence."""
    first = error.errors(include_url=False)[0]
    path = tuple(first["loc"])
    name = str(path[0]) if path else ""
    if first["type"] == "extra_forbidden":
        return path, str(unknown("key", name, kind.model_fields))
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, BadInput):
        return path[:1], str(cause)
    field_ = kind.model_fields.get(name)
    allowed = (field_.description or "") if field_ is not None else "a table"
    if first["type"] == "missing":
        return (), f"{name} is missing, allowed is {allowed}"
    if first["type"] == "string_too_long":
        return path[:1], f"{name} has {len(str(first['input']))} characters, allowed are {first['ctx']['max_length']}"
    return path[:1], f"{name} is {shown(first['input'])}, allowed is {allowed}"


def written(value: Any) -> str:
    """A value as TOML writes it on one line.

    Raises:
        BadInput: TOML has no such value.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case float() if math.isfinite(value):
            return repr(value)
        case int():
            return str(value)
        case list() | tuple():
            return f"[{', '.join(written(entry) for entry in value)}]"
        case Mapping():
            return "{ " + ", ".join(f"{name} = {written(entry)}" for name, entry in value.items()) + " }"
    raise BadInput(f"{value!r} cannot be written into a file", "file")
