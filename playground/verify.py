"""Case files: oracle cases run through the very code that the panels use, and every expected value compared.

A number holds when |got - expected| <= abs + rel |expected|; tolerance kind `exact` means equal; null, flags and text
must be equal exactly. Every key of `expected` is compared; what the code returns besides is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput, unknown
from playground.engine.files import read_bytes
from playground.engine.reading.strict_json import parse_json
from playground.engine.reading.text import decode

Checks = Mapping[str, Callable[[Mapping[str, Any]], Any]]

LARGEST = 50_000_000  # bytes of a case file
# Beside abs and rel a tolerance may say its kind and, for the reader, why it is so wide.
_TOLERANCE_KINDS = (None, "exact")


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How one case came out.

    Attributes:
        name, kind: of the case.
        ok: whether everything held.
        deviation: the largest |got - expected| over all numbers; None if no number could be compared.
        where: the path of the first value that does not hold, or of the largest deviation if all hold.
        reason: why it does not hold, in words; empty if it does.
        compared: how many values were compared.
        tolerance: how much they may deviate, in words.
        checks: what the case checks, in its own words.
    """

    name: str
    kind: str
    ok: bool
    deviation: float | None
    where: str
    reason: str = ""
    compared: int = 0
    tolerance: str = ""
    checks: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The stable JSON form."""
        return {
            "name": self.name,
            "kind": self.kind,
            "ok": self.ok,
            "deviation": self.deviation,
            "where": self.where,
        }


def verify_cases(case_file: Mapping[str, Any], checks: Callable[[str], Checks]) -> list[dict[str, Any]]:
    """The results of all cases in the stable JSON form: name, kind, ok, deviation, where.

    Args:
        case_file: the content of a case file.
        checks: from the file's `panel` to its routines by kind.

    Raises:
        BadInput: it is not a case file, or no concept has such a panel.
    """
    return [result.as_dict() for result in run_cases(case_file, checks)]


def run_cases(case_file: Mapping[str, Any], checks: Callable[[str], Checks]) -> Iterator[CaseResult]:
    """The result of every case, one by one; arguments and errors as for `verify_cases`."""
    panel, cases = case_file.get("panel"), case_file.get("cases")
    if not isinstance(panel, str):
        raise BadInput("panel is missing, expected is the name of the panel that the cases belong to", "panel")
    if not isinstance(cases, list) or not cases:
        raise BadInput("cases is missing or empty, expected is a list of cases", "cases")
    routines = checks(panel)
    return (_run_case(case, number, routines) for number, case in enumerate(cases))


def read_cases(path: str | Path) -> dict[str, Any]:
    """The content of a case file.

    Raises:
        BadInput: the file is missing or no JSON object.
    """
    try:
        content = parse_json(decode(str(path), read_bytes(path, LARGEST, str(path))))
    except BadInput as bad:
        if bad.field == str(path):
            raise
        raise BadInput(f"{path} is not a case file: {bad}", str(path)) from None
    if not isinstance(content, dict):
        raise BadInput(f"{path} is not a case file: it holds no object", str(path))
    return content


def _run_case(case: Any, number: int, routines: Checks) -> CaseResult:
    if not isinstance(case, dict):
        return CaseResult(f"case {number}", "", False, None, "", "it is not an object")
    name, kind = str(case.get("name", f"case {number}")), str(case.get("kind", ""))

    def failed(where: str, reason: str) -> CaseResult:
        return CaseResult(name, kind, False, None, where, reason)

    for key in ("kind", "inputs", "expected", "tolerance"):
        if key not in case:
            return failed(key, f"the case has no {key}")
    if kind not in routines:
        return failed("kind", str(unknown("kind", kind, routines)))
    tolerance = _tolerance(case["tolerance"])
    if tolerance is None:
        return failed("tolerance", 'expected is {"abs": ..., "rel": ...} of numbers from 0, or the kind "exact"')
    if case["expected"] in ({}, [], None):
        return failed("expected", "nothing is expected, so nothing can hold")
    try:
        got = plain(routines[kind](case["inputs"]))
    except BadInput as error:
        return failed(f"inputs.{error.field}".rstrip("."), str(error))
    except Exception as error:  # a fault of the routine is a failed case, and the other cases still count
        return failed("inputs", f"{type(error).__name__}: {error}")
    comparison = _Comparison(tolerance)
    comparison.compare(got, case["expected"], "")
    return replace(comparison.result(name, kind), checks=str(case.get("checks", "")))


def plain(value: Any) -> Any:
    """Tensors, arrays, tuples and NamedTuples as lists, numbers and dicts."""
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value.tolist() if hasattr(value, "tolist") else value


@dataclass(frozen=True, slots=True)
class _Tolerance:
    abs: float
    rel: float

    def holds(self, got: float, expected: float) -> bool:
        if not (math.isfinite(got) and math.isfinite(expected)):
            return got == expected
        return abs(got - expected) <= self.abs + self.rel * abs(expected)

    def __str__(self) -> str:
        parts = [f"{bound:.0e}{what}" for bound, what in ((self.abs, ""), (self.rel, " of the value")) if bound]
        return " + ".join(parts) or "none"


def _tolerance(raw: Any) -> _Tolerance | None:
    if not isinstance(raw, dict) or raw.get("kind") not in _TOLERANCE_KINDS:
        return None
    if raw.get("kind") == "exact":
        return _Tolerance(0.0, 0.0)
    bounds = [raw.get("abs"), raw.get("rel")]
    if not all(_is_number(bound) and 0 <= bound < math.inf for bound in bounds if bound is not None):
        return None
    return None if bounds == [None, None] else _Tolerance(bounds[0] or 0.0, bounds[1] or 0.0)


class _Comparison:
    """Walks over what is expected and keeps the first failure and the largest deviation."""

    def __init__(self, tolerance: _Tolerance) -> None:
        self._tolerance = tolerance
        self._deviation: float | None = None
        self._largest_at = ""
        self._failed_at: str | None = None
        self._reason = ""
        self._compared = 0

    def compare(self, got: Any, expected: Any, path: str) -> None:
        """Compares one value and all below it."""
        if isinstance(expected, dict):
            self._object(got, expected, path)
        elif isinstance(expected, list):
            self._list(got, expected, path)
        else:
            self._value(got, expected, path)

    def _value(self, got: Any, expected: Any, path: str) -> None:
        self._compared += 1
        if _is_number(expected) and _is_number(got):
            self._number(got, expected, path)
        elif type(got) is not type(expected) or got != expected:
            self._fail(path, f"got {_format_value(got)}, expected {_format_value(expected)}")

    def result(self, name: str, kind: str) -> CaseResult:
        """What came of it."""
        ok = self._failed_at is None
        where = self._largest_at if self._failed_at is None else self._failed_at
        return CaseResult(name, kind, ok, self._deviation, where, self._reason, self._compared, str(self._tolerance))

    def _object(self, got: Any, expected: dict[str, Any], path: str) -> None:
        if not isinstance(got, dict):
            self._fail(path, f"got {_format_value(got)}, expected an object")
            return
        for key, value in expected.items():
            below = f"{path}.{key}" if path else key
            if key in got:
                self.compare(got[key], value, below)
            else:
                self._fail(below, "the key is missing")

    def _list(self, got: Any, expected: list[Any], path: str) -> None:
        if not isinstance(got, list):
            self._fail(path, f"got {_format_value(got)}, expected a list")
            return
        if len(got) != len(expected):
            self._fail(path, f"got {len(got)} entries, expected {len(expected)}")
        for number, (mine, theirs) in enumerate(zip(got, expected, strict=False)):
            self.compare(mine, theirs, f"{path}[{number}]")

    def _number(self, got: float, expected: float, path: str) -> None:
        deviation = 0.0 if got == expected else float(abs(got - expected))
        if math.isfinite(deviation) and (self._deviation is None or deviation > self._deviation):
            self._deviation, self._largest_at = deviation, path
        if not self._tolerance.holds(got, expected):
            self._fail(path, f"got {_format_value(got)}, expected {_format_value(expected)}")

    def _fail(self, path: str, reason: str) -> None:
        if self._failed_at is None:
            self._failed_at, self._reason = path, reason


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _format_value(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 60 else words[:57] + "..."
