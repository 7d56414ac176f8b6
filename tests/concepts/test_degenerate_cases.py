"""What is undefined is none: cases with a flat function, a momentum of 1, a step of 0 are computed, never refused."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from playground import catalog


def _variants(value: Any) -> Iterator[Any]:
    """Zeros in the shape of a value; of a number also 1."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield from (type(value)(0), type(value)(1))
    elif isinstance(value, list) and value and all(isinstance(one, int | float) for one in value):
        yield [0.0] * len(value)
    elif isinstance(value, list) and value and all(_is_row(row) for row in value):
        yield [[0.0] * len(row) for row in value]


def _is_row(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, int | float) for one in value)


def _unknown(value: Any) -> bool:
    """Whether some number in it is not finite."""
    if isinstance(value, dict):
        return any(map(_unknown, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_unknown, value))
    if isinstance(value, np.ndarray):
        return not bool(np.isfinite(value.astype(float)).all())
    return isinstance(value, float) and not math.isfinite(value)


@pytest.mark.parametrize("concept_id", ["optimisers", "backprop"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_is_undefined_is_none(concept_id: str) -> None:
    checks, wrong = catalog.checks(concept_id), []
    firsts = {case["kind"]: case["inputs"] for case in reversed(catalog.cases(concept_id)["cases"])}
    for kind, inputs in firsts.items():
        for name, value in inputs.items():
            for other in _variants(value):
                changed = {**copy.deepcopy(inputs), name: other}
                try:
                    found = checks[kind](changed)
                except Exception as fault:
                    wrong.append(f"{kind} with {name} = {other}: {type(fault).__name__}: {fault}")
                else:
                    if _unknown(found):
                        wrong.append(f"{kind} with {name} = {other}: not finite")
    assert not wrong, "\n".join(wrong)
