"""Values in words, as fields and titles show them. No torch, no Qt."""

from __future__ import annotations

from typing import Any

from playground.engine.declarations.params import ConceptParams, Spec, number


def field_text(spec: Spec, value: Any) -> str:
    """A value as its field shows it: fixed decimals, and more of them where these would hide the value."""
    if spec.kind == "integer":
        return str(value)
    if spec.kind == "real":
        words = f"{value:.{spec.decimals}f}"
        exact = value == 0 or abs(float(words) - value) <= 0.005 * abs(value)
        return (words if exact else f"{value:.3g}").replace("-", "−")
    if spec.kind == "vector":
        return ", ".join(_entry_text(entry) for entry in value)
    return str(value)


def _entry_text(entry: float) -> str:
    """To six decimals, and to more of them where these would make it look like a whole number."""
    short = round(entry, 6)
    return number(entry if short != entry and short == round(entry) else short)


def value_text(spec: Spec, value: Any) -> str:
    """A value in words, as a title or a list shows it."""
    if spec.kind == "choice":
        return spec.choices[value]
    if spec.kind == "flag":
        return "on" if value else "off"
    return f"{field_text(spec, value)} {spec.unit}".rstrip()


def difference(names: tuple[str, ...], params: ConceptParams, seed: int) -> str:
    """What sets a twin apart: "learning rate 0.2", "Extragradient", "seed 3"."""
    words = []
    for name in names:
        spec = params.specs().get(name)
        if spec is None:
            words.append(f"seed {seed}")
        else:
            value = value_text(spec, getattr(params, name))
            words.append(value if spec.kind == "choice" else f"{spec.label} {value}")
    return ", ".join(words)
