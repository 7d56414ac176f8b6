"""The planner of phase maps and studies: values along a parameter, and the settings that they make. No torch."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.engine.declarations.params import Spec


def spread(spec: Spec, count: int, span: tuple[float, float] | None = None, log: bool | None = None) -> list[Any]:
    """Values along a parameter: evenly spaced on its scale, all of a choice or a flag.

    Args:
        spec: the parameter.
        count: how many; of whole numbers fewer where they would coincide.
        span: from where to where; None: its whole range.
        log: evenly by their logarithms; None: as its slider is.
    """
    if spec.kind == "flag":
        return [False, True]
    if spec.kind == "choice":
        return list(spec.choices)
    assert spec.low is not None
    assert spec.high is not None
    low, high = span if span is not None else (spec.low, spec.high)
    logs = spec.log if log is None else log
    ends = (math.log(low), math.log(high)) if logs else (low, high)
    points = [ends[0] + (ends[1] - ends[0]) * i / max(count - 1, 1) for i in range(count)]
    values = [math.exp(point) if logs else point for point in points]
    values = [float(f"{min(max(value, low), high):.6g}") for value in values]
    return sorted({round(value) for value in values}) if spec.kind == "integer" else values


def settings(axes: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Every combination of the values of some parameters; the last one named changes fastest."""
    names = tuple(axes)
    for values in itertools.product(*axes.values()):
        yield dict(zip(names, values, strict=True))
