"""What a phase map can be made of: the parameters that can be its axes, and what can colour it. No torch."""

from __future__ import annotations

from typing import get_args

from playground.engine.declarations.concept import Declaration
from playground.engine.declarations.params import VIEW
from playground.engine.frame import Status

STATUSES: tuple[str, ...] = get_args(Status)
_KINDS = ("real", "integer", "choice", "flag")


def axis_names(declaration: Declaration) -> tuple[str, ...]:
    """The parameters that can be an axis."""
    specs = declaration.params.specs()
    return tuple(name for name, spec in specs.items() if spec.kind in _KINDS and spec.effect != VIEW)


def colour_names(declaration: Declaration) -> tuple[str, ...]:
    """What can colour a map: the status, and every metric."""
    specs = declaration.params.specs()
    names = ["status"]
    for metric in declaration.metrics:
        values = () if metric.over is None else tuple(specs[metric.over].choices)
        names += [f"{metric.name}.{value}" for value in values] if metric.over is not None else [metric.name]
    return tuple(dict.fromkeys(names))
