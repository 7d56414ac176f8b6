"""What a study varies, as it is typed: lists, scales and tables of settings. No torch."""

from __future__ import annotations

import csv
import io
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playground.engine.declarations.grid import settings as combinations
from playground.engine.declarations.grid import spread
from playground.engine.declarations.params import ConceptParams, Spec, parse_value
from playground.engine.errors import BadInput, unknown
from playground.engine.reading.text import read_text

MOST_RUNS = 10_000_000
MOST_VALUES = 1_000_000
SCALES = ("lin", "log")
SEED = "seed"  # the column of a table of settings that is no parameter


@dataclass(frozen=True, slots=True)
class Axis:
    """The values of one parameter.

    Attributes:
        spec: the parameter.
        values: of the grid.
        span: where values are drawn at random from, with whether by their logarithms; None: from `values`.
    """

    spec: Spec
    values: tuple[Any, ...]
    span: tuple[float, float, bool] | None = None

    def draw(self, numbers: random.Random) -> Any:
        """A value at random."""
        if self.span is None:
            return numbers.choice(self.values)
        low, high, log = self.span
        ends = (math.log(low), math.log(high)) if log else (low, high)
        point = numbers.uniform(*ends)
        value = min(max(math.exp(point) if log else point, low), high)
        return round(value) if self.spec.kind == "integer" else value


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a study.

    Attributes:
        values: the varied parameters by name.
        seed: of its first run; None: that of the study.
    """

    values: Mapping[str, Any]
    seed: int | None = None


def read_axes(pairs: Iterable[tuple[str, str]], base: ConceptParams) -> dict[str, Axis]:
    """What several `--vary NAME=VALUES` say, by name.

    Raises:
        BadInput: a name or a value is not allowed; the sentence names the parameter.
    """
    found: dict[str, Axis] = {}
    for name, text in pairs:
        if name == SEED:
            raise BadInput("seed is varied by --seeds N, which takes N seeds in a row from --seed on", SEED)
        if name in found:
            raise BadInput(f"{name} is varied twice", name)
        found[name] = read_axis(name, text, base)
    return found


def read_axis(name: str, text: str, base: ConceptParams) -> Axis:
    """The values of a parameter: `1,2,5`, `lin:0:1:11`, `log:1e-3:1:20`, `*` for all of a choice.

    Values that hold commas themselves are parted by semicolons.

    Raises:
        BadInput: there is no such parameter, or a value is not allowed.
    """
    spec = base.specs().get(name)
    if spec is None:
        raise unknown("parameter", name, base.specs())
    text = text.strip()
    scale, _, rest = text.partition(":")
    if scale in SCALES and rest and spec.kind in ("real", "integer", "choice", "flag", "vector"):
        return _scale(spec, scale, rest, base)
    if text == "*":
        if spec.kind not in ("choice", "flag"):
            raise BadInput(f"{name} is *, which stands for all words of a choice; allowed is {_forms(spec)}", name)
        return Axis(spec, tuple(spread(spec, 0)))
    parts = [part.strip() for part in text.split(";" if ";" in text else ",")]
    if parts and not parts[-1] and len(parts) > 1:
        del parts[-1]
    return Axis(spec, _distinct(spec, [_checked(spec, base, parse_value(spec, part)) for part in parts]))


def _scale(spec: Spec, scale: str, rest: str, base: ConceptParams) -> Axis:
    if spec.kind not in ("real", "integer"):
        raise BadInput(f"{spec.name} is {scale}:{rest}, allowed are {_forms(spec)}", spec.name)
    parts = rest.split(":")
    ends = [parse_value(spec, part) for part in parts[:2]]
    if len(parts) not in (2, 3) or len(ends) < 2:
        raise BadInput(f"{spec.name} is {scale}:{rest}, allowed is {scale}:LOW:HIGH:COUNT", spec.name)
    low, high = (_checked(spec, base, end) for end in ends)
    if not low < high:
        raise BadInput(f"{spec.name} goes from {parts[0]} to {parts[1]}: the second must be the larger one", spec.name)
    log = scale == "log"
    if log and low <= 0:
        raise BadInput(f"{spec.name} is log:{rest}: a logarithmic scale begins above 0", spec.name)
    span = (float(low), float(high), log)
    if len(parts) == 2:
        return Axis(spec, (), span)
    count = int(parts[2]) if parts[2].isdecimal() and len(parts[2]) < 8 else 0
    if not 2 <= count <= MOST_VALUES:
        raise BadInput(f"{spec.name} has {parts[2]!r} values, allowed is 2 to {MOST_VALUES:,}", spec.name)
    return Axis(spec, tuple(dict.fromkeys(spread(spec, count, span[:2], log))), span)


def _forms(spec: Spec) -> str:
    return f"values parted by commas, each {spec.range_text()}"


def _checked(spec: Spec, base: ConceptParams, value: Any) -> Any:
    """A value as the parameters hold it.

    Raises:
        BadInput: it is not allowed.
    """
    return getattr(base.changed({spec.name: value}), spec.name)


def _distinct(spec: Spec, values: Sequence[Any]) -> tuple[Any, ...]:
    for i, value in enumerate(values):
        if value in values[:i]:
            raise BadInput(f"{spec.name} has the value {spec.text(value)} twice", spec.name)
    return tuple(values)


def grid(axes: Mapping[str, Axis], seeds: int) -> list[Setting]:
    """Every combination of the values.

    Raises:
        BadInput: an axis has no values, or there are more runs than a study may have.
    """
    for name, axis in axes.items():
        if not axis.values:
            raise BadInput(f"{name} has no count: a grid needs LOW:HIGH:COUNT (--random N draws without one)", name)
    _check_count(math.prod(len(axis.values) for axis in axes.values()), seeds)
    return [Setting(values) for values in combinations({name: axis.values for name, axis in axes.items()})]


def draws(axes: Mapping[str, Axis], count: int, seeds: int, seed: int) -> list[Setting]:
    """Settings at random.

    Args:
        axes: what is varied.
        count: how many.
        seeds: how many runs each has.
        seed: of the draws.

    Raises:
        BadInput: there are more runs than a study may have.
    """
    _check_count(count, seeds)
    numbers = random.Random(seed)
    return [Setting({name: axis.draw(numbers) for name, axis in axes.items()}) for _ in range(count)]


def read_table(path: str, base: ConceptParams, seeds: int) -> tuple[tuple[str, ...], list[Setting]]:
    """The varied names and the settings of a CSV file: a column a parameter, and perhaps `seed`; a row a setting.

    Raises:
        BadInput: the file cannot be read, or a name or cell is not allowed; the sentence names line and column.
    """
    name, specs = Path(path).name, base.specs()
    rows = [row for row in csv.reader(io.StringIO(read_text(Path(path)))) if any(cell.strip() for cell in row)]
    if len(rows) < 2:
        raise BadInput(f"{name} holds no settings: a line of names, then a line for each setting", path)
    header = [cell.strip() for cell in rows[0]]
    for column in header:
        if column not in specs and column != SEED:
            raise BadInput(f"{name}, line 1: {unknown('parameter', column, (*specs, SEED))}", path)
    if len(set(header)) < len(header):
        raise BadInput(f"{name}, line 1: a column stands there twice", path)
    _check_count(len(rows) - 1, seeds)
    found = []
    for line, row in enumerate(rows[1:], 2):
        if len(row) != len(header):
            raise BadInput(f"{name}, row {line}: there are {len(row)} cells, the first row has {len(header)}", path)
        found.append(_setting(name, line, dict(zip(header, row, strict=True)), base))
    return tuple(column for column in header if column != SEED), found


def _setting(name: str, line: int, cells: dict[str, str], base: ConceptParams) -> Setting:
    raw = cells.pop(SEED, None)
    seed = None
    if raw is not None:
        seed = int(raw) if raw.strip().isdecimal() and len(raw.strip()) < 17 else -1
        if not 0 <= seed <= 2**53:
            raise BadInput(f"{name}, row {line}: seed is {raw!r}, allowed is a whole number from 0 to 2^53", SEED)
    try:
        params = type(base).parse(cells, base)
    except BadInput as error:
        raise BadInput(f"{name}, row {line}: {error}", error.field) from None
    return Setting({column: getattr(params, column) for column in cells}, seed)


def _check_count(settings: int, seeds: int) -> None:
    if settings * seeds > MOST_RUNS:
        raise BadInput(f"the study has {settings * seeds:,} runs, allowed are {MOST_RUNS:,}", "vary")
