"""What the widget shows beside the picture, as plain values: parameters, numbers, buttons, presets, theme colours."""

from __future__ import annotations

from typing import Any

from playground import catalog
from playground.engine.declarations.concept import Declaration, GestureDecl
from playground.engine.declarations.params import ConceptParams, Spec
from playground.engine.declarations.value_text import field_text
from playground.engine.frame import Frame
from playground.figures.layers import Role
from playground.render.tokens import THEMES, Theme
from playground.texts.template import fill
from playground.ui.controller.sentences import tool_tip
from playground.ui.inspector.choice_numbers import parts, rows
from playground.ui.inspector.parameters_pane import main_first

_COLOURS = ("window", "surface", "sunken", "line", "control", "text", "muted", "accent", "soft", "on_accent")
_STATES = ("bad", "warn", "ok")
_ROLES = {"positive": "slot1", "class": "slot1", "negative": "slot2", "now": "accent", "muted": "control"}


def panel(declared: Declaration) -> dict[str, Any]:
    """What does not change along a run."""
    specs = declared.params.specs()
    first = main_first(declared.params)
    names = [*first, *(name for name in specs if name not in first)]
    presets = {name: str(one["title"]) for name, one in catalog.presets(declared.id).items()}
    return {
        "id": declared.id,
        "title": declared.card.title,
        "line": declared.card.line,
        "presets": presets,
        "parameters": [_parameter(specs[name], name in first) for name in names if specs[name].kind != "file"],
    }


def settings(declared: Declaration, params: ConceptParams, seed: int) -> dict[str, Any]:
    """The values in force as fields show them, and which parameters and buttons matter beside them."""
    specs = declared.params.specs()
    # What serves a claim is started from the badge of the window, where its result is said.
    proofs = {claim.job for claim in declared.claims}
    acts = [one for one in declared.gestures if one.button and _matters(one, params)]
    jobs = [one for one in declared.jobs if not one.when and one.name not in proofs]
    return {
        "values": params.plain(),
        "texts": {name: field_text(spec, getattr(params, name)) for name, spec in specs.items()},
        "matter": [name for name, spec in specs.items() if spec.matters(params)],
        "seed": seed,
        "buttons": [
            *({"kind": "act", "name": one.kind, "label": one.button, "meaning": one.meaning} for one in acts),
            *({"kind": "job", "name": one.name, "label": one.label, "meaning": one.meaning} for one in jobs),
        ],
    }


def numbers(declared: Declaration, frame: Frame) -> list[dict[str, Any]]:
    """The numbers as the inspector of the window has them: lines, and tables over a choice."""
    found: list[dict[str, Any]] = []
    tables: set[str] = set()
    for metric in declared.metrics:
        if not metric.shown:
            continue
        if metric.over is not None:
            if metric.over not in tables:
                tables.add(metric.over)
                found += _table(declared, metric.over, frame)
        elif frame.metrics.get(metric.name) is not None:
            unit = f" {metric.unit}" if metric.unit else ""
            note = fill(metric.note, declared, {**frame.params, **frame.metrics}, frame.arrays) if metric.note else ""
            text = metric.text(frame.metrics[metric.name]) + unit
            found.append({"label": metric.label, "text": text, "note": note, "meaning": metric.meaning})
    return found


def style_sheet() -> str:
    """The colours of all themes as CSS variables."""
    return "\n".join(f'.playground[data-theme="{theme.name}"] {{ {_variables(theme)} }}' for theme in THEMES.values())


def _variables(theme: Theme) -> str:
    named = {name.replace("_", "-"): getattr(theme, name) for name in (*_COLOURS, *_STATES)}
    named |= {f"slot{i}": slot.line for i, slot in enumerate(theme.slots, start=1)}
    return " ".join(f"--{name}: {colour};" for name, colour in named.items())


def _parameter(spec: Spec, main: bool) -> dict[str, Any]:
    words = spec.choices or {}
    return {
        "name": spec.name,
        "kind": spec.kind,
        "label": spec.label,
        "unit": spec.unit,
        "group": spec.group,
        "main": main,
        "tip": tool_tip(spec),
        "low": spec.low,
        "high": spec.high,
        "log": spec.log,
        "decimals": spec.decimals,
        "default": list(spec.default) if isinstance(spec.default, tuple) else spec.default,
        "choices": [[value, label] for value, label in words.items()],
        "mark": _mark(spec.roles.get(spec.name)) if spec.kind == "flag" else "",
    }


def _mark(role: Role | None) -> str:
    """The CSS variable of a role's colour; empty: it has no mark."""
    if role is None:
        return ""
    return role if role.startswith("slot") else _ROLES.get(role, "text")


def _matters(gesture: GestureDecl, params: ConceptParams) -> bool:
    return all(getattr(params, name) in values for name, values in gesture.when.items())


def _table(declared: Declaration, over: str, frame: Frame) -> list[dict[str, Any]]:
    columns = parts(declared, over, (frame,), ())
    found = rows(declared, over, (frame,), columns)
    if not found:
        return []
    heads = [{"label": part.column.head, "meaning": part.column.meaning} for part in columns]
    body = [{"label": row.words, "mark": _mark(row.role), "cells": list(row.cells)} for row in found]
    return [{"columns": heads, "rows": body}]
