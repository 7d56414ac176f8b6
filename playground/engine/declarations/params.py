"""Parameters: declared once, and everything else follows from the line.

A concept writes a frozen pydantic class whose values are made by `real`, `integer`, `choice`, `flag`, `text`,
`vector` or `file`. From that come the widget, the validation and its sentence, the file format, `describe --json`,
`--set` and the negative tests.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, ClassVar, Literal, Self, TypeVar, cast, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from playground.engine.declarations.plain import plain
from playground.engine.errors import BadInput, unknown
from playground.figures.layers import Role

T = TypeVar("T", bound=str)
_LONGEST_NUMBER = 30  # digits of a whole number; more are no number that anybody means
ParamKind = Literal["real", "integer", "choice", "flag", "text", "vector", "file"]


class Effect(IntEnum):
    """What a change costs; a set of changes costs the largest of them."""

    VIEW = 0  # redraw only
    LIVE = 1  # from the next step
    RESTART = 2  # same data, new start
    DATA = 3  # new data, new start


VIEW, LIVE, RESTART, DATA = Effect.VIEW, Effect.LIVE, Effect.RESTART, Effect.DATA


@dataclass(frozen=True, slots=True)
class Spec:
    """Everything the declaration of one parameter says.

    Attributes:
        name: the name in code, files and on the command line.
        kind: which widget and which parser.
        label: what the screen says, a noun in plain English.
        effect: what a change costs.
        default: the value unless somebody changes it.
        low, high: the allowed range of a number, or of each entry of a vector.
        log: the slider is logarithmic.
        decimals: how many decimals the field shows.
        unit: shown after the field.
        choices: the allowed words of a choice, each with its label.
        length: the allowed number of characters or entries, as (fewest, most).
        suffixes: the allowed endings of a file.
        meaning: one sentence for the tool tip.
        when: the parameter matters only if each named choice or flag has one of these values.
        roles: how the series of each value of a choice is drawn; of a flag that of its own, under the flag's name.
        group: flags with the same words here stand together under them, as toggles.
        redraws: it makes new data, but of data of the user's own it changes a part: `Model.redraw` does.
    """

    name: str
    kind: ParamKind
    label: str
    effect: Effect
    default: Any
    low: float | None = None
    high: float | None = None
    log: bool = False
    decimals: int = 2
    unit: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    length: tuple[int, int] = (0, 0)
    suffixes: tuple[str, ...] = ()
    meaning: str = ""
    when: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    roles: Mapping[str, Role] = field(default_factory=dict)
    group: str = ""
    redraws: bool = False

    def range_text(self) -> str:
        """What may come, in words, as used in error sentences and tool tips."""
        match self.kind:
            case "real":
                return f"{number(self.low)} to {number(self.high)}"
            case "integer":
                return f"a whole number from {number(self.low)} to {number(self.high)}"
            case "choice":
                return ", ".join(self.choices)
            case "flag":
                return "true or false"
            case "text":
                return f"{self.length[0]} to {self.length[1]} characters"
            case "vector":
                many = (
                    str(self.length[0]) if self.length[0] == self.length[1] else f"{self.length[0]} to {self.length[1]}"
                )
                return f"{many} numbers, each {number(self.low)} to {number(self.high)}"
            case "file":
                return "a file ending in " + " or ".join(self.suffixes)

    def text(self, value: Any) -> str:
        """A value as `--set` takes it; it is read back as the very same value."""
        match self.kind:
            case "flag":
                return "true" if value else "false"
            case "real":
                return _shortest(value)
            case "vector":
                return ",".join(map(_shortest, value))
        return str(value)

    def matters(self, params: ConceptParams) -> bool:
        """Whether the parameter has a use beside the current values of the others."""
        return all(getattr(params, name) in values for name, values in self.when.items())

    def as_dict(self) -> dict[str, Any]:
        """The declaration as plain JSON values."""
        return {
            "name": self.name,
            "kind": self.kind,
            "label": self.label,
            "effect": self.effect.name.lower(),
            "default": list(self.default) if isinstance(self.default, tuple) else self.default,
            "low": self.low,
            "high": self.high,
            "log": self.log,
            "decimals": self.decimals,
            "unit": self.unit,
            "choices": dict(self.choices),
            "length": list(self.length),
            "suffixes": list(self.suffixes),
            "meaning": self.meaning,
            "when": {name: list(values) for name, values in self.when.items()},
            "allowed": self.range_text(),
        }


def number(value: float | None) -> str:
    """A number as people write it: no trailing zeros, no exponent where it can be avoided."""
    if value is None:
        return "any"
    return f"{value:.10g}"


def _shortest(value: float) -> str:
    """A float that reads back as itself, without a needless point."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def _declare(kind: ParamKind, default: Any, extra: dict[str, Any], **limits: Any) -> Any:
    return Field(default, json_schema_extra={"spec": {"kind": kind, **extra}}, **limits)


def real(
    default: float,
    *,
    low: float,
    high: float,
    label: str,
    effect: Effect,
    log: bool = False,
    decimals: int = 2,
    unit: str = "",
    meaning: str = "",
    when: Mapping[str, tuple[Any, ...]] | None = None,
) -> float:
    """A real number in [low, high]."""
    extra = dict(label=label, effect=effect, low=low, high=high, log=log, decimals=decimals, unit=unit)
    extra |= dict(meaning=meaning, when=when or {})
    return cast(float, _declare("real", default, extra, ge=low, le=high, allow_inf_nan=False))


def integer(
    default: int,
    *,
    low: int,
    high: int,
    label: str,
    effect: Effect,
    log: bool = False,
    unit: str = "",
    meaning: str = "",
    when: Mapping[str, tuple[Any, ...]] | None = None,
    redraws: bool = False,
) -> int:
    """A whole number in [low, high]."""
    extra = dict(label=label, effect=effect, low=low, high=high, log=log, decimals=0, unit=unit)
    extra |= dict(meaning=meaning, when=when or {}, redraws=redraws)
    return cast(int, _declare("integer", default, extra, ge=low, le=high))


def choice(
    default: T,
    *,
    label: str,
    effect: Effect,
    labels: Mapping[str, str] | None = None,
    meaning: str = "",
    when: Mapping[str, tuple[Any, ...]] | None = None,
    roles: Mapping[str, Role] | None = None,
    redraws: bool = False,
) -> T:
    """One word of a `Literal`, which the annotation lists.

    `labels` says the words in plain English, `roles` how the series of each is drawn: numbers over the choice are then
    a table whose rows have its mark.
    """
    extra = dict(label=label, effect=effect, labels=labels or {}, meaning=meaning, when=when or {}, roles=roles or {})
    extra["redraws"] = redraws
    return cast(T, _declare("choice", default, extra))


def flag(
    default: bool,
    *,
    label: str,
    effect: Effect,
    meaning: str = "",
    when: Mapping[str, tuple[Any, ...]] | None = None,
    group: str = "",
    role: Role | None = None,
) -> bool:
    """True or false; flags with the same `group` stand together as toggles, with the mark of their series' role."""
    extra = dict(label=label, effect=effect, meaning=meaning, when=when or {}, group=group, role=role)
    return cast(bool, _declare("flag", default, extra))


def text(
    default: str,
    *,
    label: str,
    effect: Effect,
    longest: int,
    meaning: str = "",
    when: Mapping[str, tuple[Any, ...]] | None = None,
) -> str:
    """A line of text of at most `longest` characters."""
    extra = dict(label=label, effect=effect, length=(0, longest), meaning=meaning, when=when or {})
    return cast(str, _declare("text", default, extra, max_length=longest))


def vector(
    default: tuple[float, ...],
    *,
    low: float,
    high: float,
    fewest: int,
    most: int,
    label: str,
    effect: Effect,
    decimals: int = 2,
    unit: str = "",
    meaning: str = "",
    when: Mapping[str, tuple[Any, ...]] | None = None,
    redraws: bool = False,
) -> tuple[float, ...]:
    """From `fewest` to `most` numbers, each in [low, high]."""
    extra = dict(label=label, effect=effect, low=low, high=high, decimals=decimals, unit=unit)
    extra |= dict(length=(fewest, most), meaning=meaning, when=when or {}, redraws=redraws)
    return cast(tuple[float, ...], _declare("vector", default, extra, min_length=fewest, max_length=most))


def file(
    *,
    suffixes: tuple[str, ...],
    label: str,
    effect: Effect = DATA,
    meaning: str = "",
    when: Mapping[str, tuple[Any, ...]] | None = None,
) -> str:
    """The path of a file that the user opens; empty means none."""
    extra = dict(label=label, effect=effect, suffixes=suffixes, length=(0, 4096), meaning=meaning, when=when or {})
    return cast(str, _declare("file", "", extra, max_length=4096))


class ConceptParams(BaseModel):
    """Base of every concept's `Params`: frozen, strict, hashable, comparable.

    Attributes:
        main: the names of the parameters that the screen shows first, the rest being folded; empty: all are shown.
    """

    main: ClassVar[tuple[str, ...]] = ()

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, validate_default=True, defer_build=True)

    @field_validator("*", mode="before")
    @classmethod
    def _plain(cls, value: Any) -> Any:
        """A value of Python, whatever library it comes from; lists are vectors."""
        return _value(value)

    @field_validator("*")
    @classmethod
    def _entries(cls, value: Any, info: ValidationInfo) -> Any:
        """Every entry of a vector is finite and within the declared range."""
        spec = cls.specs()[info.field_name or ""]
        if spec.kind == "vector" and not all(_within(spec, entry) for entry in value):
            raise ValueError(spec.range_text())
        return value

    _specs: ClassVar[dict[type, dict[str, Spec]]] = {}

    @classmethod
    def specs(cls) -> Mapping[str, Spec]:
        """The declarations by name, in the order in which they are written."""
        if cls not in ConceptParams._specs:
            ConceptParams._specs[cls] = {name: _spec(cls, name) for name in cls.model_fields}
        return ConceptParams._specs[cls]

    @classmethod
    def make(cls, values: Mapping[str, Any]) -> Self:
        """Params from typed values, as they stand in JSON; scalars and arrays of NumPy are values too.

        Raises:
            BadInput: a name is unknown or a value is not allowed.
        """
        for name in values:
            if name not in cls.model_fields:  # asked here, since names with half a letter in them come back as none
                raise unknown("parameter", name, cls.model_fields)
        try:
            return cls.model_validate({name: _value(raw) for name, raw in values.items()})
        except ValidationError as error:
            raise _sentence(cls, error) from None

    @classmethod
    def parse(cls, pairs: Mapping[str, str], start: Self | None = None) -> Self:
        """Params from text, as typed behind `--set`; what is not named keeps its value in `start` or its default.

        Raises:
            BadInput: a name is unknown or a text cannot be read as the declared kind.
        """
        specs = cls.specs()
        typed = {name: parse_value(specs[name], raw) if name in specs else raw for name, raw in pairs.items()}
        return (start or cls()).changed(typed)

    def changed(self, changes: Mapping[str, Any]) -> Self:
        """These params with some values replaced, validated like all others."""
        return type(self).make({**self.model_dump(), **changes})

    @classmethod
    def clipped(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values of which each number lies within the range of its parameter: a drag may lead beyond it."""
        found = dict(values)
        for name, value in values.items():
            spec = cls.specs().get(name)
            if spec is not None and spec.kind == "real" and isinstance(value, float) and math.isfinite(value):
                found[name] = min(max(value, cast(float, spec.low)), cast(float, spec.high))
        return found

    def diff(self, other: Self) -> dict[str, Any]:
        """The values of `other` that differ from these."""
        mine = self.model_dump()
        return {name: value for name, value in other.model_dump().items() if value != mine[name]}

    @classmethod
    def effect(cls, names: Mapping[str, Any] | list[str]) -> Effect:
        """What changing these parameters costs together; VIEW for none."""
        return Effect(max((cls.specs()[name].effect for name in names), default=VIEW))

    def plain(self) -> dict[str, Any]:
        """The values as plain JSON values."""
        return {name: list(v) if isinstance(v, tuple) else v for name, v in self.model_dump().items()}


def _value(raw: Any) -> Any:
    found = plain(raw)
    return tuple(found) if isinstance(found, list) else found


def _spec(cls: type[ConceptParams], name: str) -> Spec:
    info = cls.model_fields[name]
    extra = info.json_schema_extra
    if not isinstance(extra, dict) or "spec" not in extra:
        raise TypeError(f"{cls.__qualname__}.{name} is not made by real, integer, choice, flag, text, vector or file")
    values: dict[str, Any] = dict(cast(dict[str, Any], extra["spec"]))
    labels = cast(dict[str, str], values.pop("labels", {}))
    if values["kind"] == "choice":
        values["choices"] = {word: labels.get(word, word) for word in get_args(info.annotation)}
    role = values.pop("role", None)
    if role is not None:
        values["roles"] = {name: role}
    return Spec(name=name, default=info.default, **values)


def _within(spec: Spec, entry: float) -> bool:
    low, high = spec.low, spec.high
    return (low is None or entry >= low) and (high is None or entry <= high)


def parse_value(spec: Spec, raw: str) -> Any:
    """Text as the declared kind; what cannot be read is left as it came, and validation names it."""
    if spec.kind != "text":  # whose spaces count
        raw = raw.strip()
    match spec.kind:
        case "real":
            return _float(raw)
        case "integer":
            plain = raw.isascii() and raw.removeprefix("-").isdecimal() and len(raw) <= _LONGEST_NUMBER
            return int(raw) if plain else raw
        case "flag":
            return {"true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}.get(raw.lower(), raw)
        case "vector":
            return tuple(_float(part.strip()) for part in raw.split(",")) if raw else ()
    return raw


def _float(raw: str) -> Any:
    if not raw.isascii() or "_" in raw:
        return raw
    try:
        return float(raw)
    except ValueError:
        return raw


def _sentence(cls: type[ConceptParams], error: ValidationError) -> BadInput:
    """The first fault as one sentence; pydantic's own text is never shown."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    # A concept's own check of a value says itself what is wrong with it.
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, BadInput):
        return BadInput(str(cause), name)
    spec = cls.specs()[name]
    return BadInput(f"{name} is {shown(first['input'])}, allowed is {spec.range_text()}", name)


def shown(value: Any) -> str:
    """A value as it came, short enough for one line."""
    words = number(value) if isinstance(value, float) and math.isfinite(value) else repr(value)
    return words if len(words) <= 60 else words[:57] + "..."
