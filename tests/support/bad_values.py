"""Values that a concept's parameters must refuse, made from their declarations."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from playground.engine.declarations.params import ConceptParams


def bad_values(cls: type[ConceptParams]) -> Iterator[tuple[str, Any]]:
    """Names and values, at least one of each parameter, and one of a parameter that there is not."""
    yield "no_such_parameter", 1
    for name, spec in cls.specs().items():
        yield name, None
        yield name, {"a": 1}
        match spec.kind:
            case "real" | "integer":
                yield from ((name, v) for v in (True, "word", math.nan, math.inf))
                if spec.low is not None and spec.high is not None:
                    yield name, spec.low - 1
                    yield name, spec.high + 1
                if spec.kind == "integer":
                    yield name, spec.default + 0.5
            case "choice":
                yield name, "no such word"
            case "flag":
                yield name, "perhaps"
            case "text" | "file":
                yield name, "x" * (spec.length[1] + 1)
            case "vector":
                yield name, (math.nan,) * max(spec.length[0], 1)
                yield name, (0.0,) * (spec.length[1] + 1)
