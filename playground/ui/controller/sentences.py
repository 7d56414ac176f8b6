"""The sentences that the window makes from declarations: refusals, what a change costs, results of claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.declarations.concept import Claim, Declaration
from playground.engine.declarations.params import Effect, Spec, number
from playground.engine.errors import BadInput
from playground.engine.frame import Scalar

COST = {
    Effect.VIEW: "Changes the view only.",
    Effect.LIVE: "Takes effect from the next step.",
    Effect.RESTART: "Restarts the run with the same data.",
    Effect.DATA: "Makes new data and restarts the run.",
}
REPLACED = "Your data were replaced; undo brings them back"
_OPS = {"<=": "≤", ">=": "≥", "==": "=", "<": "<", ">": ">"}


def refusal(declaration: Declaration, bad: BadInput, came: Any) -> str:
    """Why a value is refused, with the label that the row shows."""
    spec = declaration.params.specs().get(bad.field)
    if spec is None:
        return str(bad)
    if spec.kind in ("real", "integer"):
        try:
            value = float(came)
        except (TypeError, ValueError):
            return f"{spec.label} must be a number from {plain(spec.low)} to {plain(spec.high)}"
        if spec.high is not None and value > spec.high:
            return f"{spec.label} must be at most {plain(spec.high)}"
        if spec.low is not None and value < spec.low:
            return f"{spec.label} must be at least {plain(spec.low)}"
    return f"{spec.label} must be {spec.range_text()}"


def tool_tip(spec: Spec) -> str:
    """Meaning, range with unit, and what a change costs, before it is made."""
    span = spec.range_text()
    if spec.kind == "choice":
        span = ", ".join(spec.choices.values())
    if spec.kind in ("real", "integer"):
        span = f"{plain(spec.low)} to {plain(spec.high)}{' ' + spec.unit if spec.unit else ''}"
    meaning = f"{spec.meaning.rstrip('.')}.\n" if spec.meaning else ""
    return f"{meaning}Range: {span}.\n{COST[spec.effect]}"


def plain(value: float | None) -> str:
    """A number with a real minus sign."""
    return number(value).replace("-", "−")


def values_of(spec: Spec) -> tuple[Any, ...]:
    """The values of a choice or a flag; none of other kinds."""
    if spec.kind == "flag":
        return (True, False)
    return tuple(spec.choices) if spec.kind == "choice" else ()


def command_text(value: Any) -> str:
    """A value as it is typed behind `--set`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def typed_text(words: str) -> str:
    """What was typed, with the minus sign and the decimal comma that people use turned into what parsers read."""
    words = words.strip().replace("−", "-")
    return words.replace(",", ".") if words.count(",") == 1 and "." not in words and " " not in words else words


def claim_result(declaration: Declaration, claim: Claim, metrics: Mapping[str, Scalar]) -> str:
    """The number beside its threshold."""
    metric = declaration.metric(claim.metric)
    got = metrics.get(claim.metric)
    label = metric.label if metric is not None else claim.metric
    want = metrics.get(claim.threshold) if isinstance(claim.threshold, str) else claim.threshold
    return f"{label} {_sentence(metric, got)}, claimed {_OPS[claim.op]} {_sentence(metric, want)}"


def _sentence(metric: Any, value: Scalar) -> str:
    """A value to more digits than the screen needs, since it is compared."""
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.6g}".replace("-", "−")
    return str(metric.text(value)) if metric is not None else str(value)
