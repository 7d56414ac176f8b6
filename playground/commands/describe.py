"""`playground describe ID`: everything that a concept declares."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from playground import catalog
from playground.commands import Outcome
from playground.commands.output import table, to_json
from playground.commands.run import arrays as run_arrays
from playground.engine.declarations.concept import Declaration, Entrance, Field
from playground.engine.declarations.params import shown
from playground.engine.frame import View
from playground.engine.run import observing
from playground.engine.run.starting import begin
from playground.lecture.challenges import Challenge, read_challenges


def main(args: Namespace) -> Outcome:
    """The declarations of one concept, as JSON or to be read; of a door, those of the panel that it opens."""
    declared = catalog.declaration(catalog.resolve(args.concept).panel)
    return Outcome(to_json(description(declared)) if args.json else _text(declared))


def description(declared: Declaration) -> dict[str, Any]:
    """The stable JSON form: parameters, numbers, gestures, presets, jobs, claims, challenges, files, weights, doors."""
    numbers, arrays = further_names(declared)
    return {
        "id": declared.id,
        "params": [spec.as_dict() for spec in declared.params.specs().values()],
        "metrics": [asdict(metric) for metric in declared.metrics],
        "numbers": numbers,
        "arrays": arrays,
        "gestures": [asdict(gesture) | {"fields": _fields(gesture.fields)} for gesture in declared.gestures],
        "presets": [{"name": name, **preset} for name, preset in catalog.presets(declared.id).items()],
        "jobs": [asdict(job) for job in declared.jobs],
        "claims": [asdict(claim) for claim in declared.claims],
        "challenges": [{"name": one.id, "title": one.title, "task": one.task} for one in _challenges(declared)],
        "opens": [asdict(one) for one in declared.card.opens],
        "weights": declared.card.weights,
        "doors": [asdict(one) for one in declared.doors],
    }


def further_names(declared: Declaration) -> tuple[list[str], list[str]]:
    """The names of what a run of the first preset offers beside the declared metrics: other numbers, and arrays."""
    session = begin(catalog.load(declared.id), catalog.preset_at(Entrance(declared.id)))
    kinds = observing.partition(observing.see(session, View()).numbers)
    names = (*kinds.scalars, *kinds.words, *kinds.tables)
    return sorted(name for name in names if declared.metric(name) is None), sorted(run_arrays(session))


def _challenges(declared: Declaration) -> tuple[Challenge, ...]:
    return tuple(read_challenges(catalog.challenges(declared.id), declared.id).values())


def _fields(fields: tuple[Field, ...]) -> list[dict[str, Any]]:
    return [asdict(field) | {"allowed": field.range_text()} for field in fields]


def _text(declared: Declaration) -> str:
    card = declared.card
    head = f"{card.title} ({declared.id}): {card.line}\n{card.badge.kind}: {card.badge.what}; {card.badge.against}"
    return "\n\n".join([head, *(f"{title}\n{table(rows)}" for title, rows in _tables(declared) if rows)])


def _tables(declared: Declaration) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    metrics = declared.metrics
    numbers, arrays = further_names(declared)
    yield (
        "Parameters (name, label, value, allowed, what a change costs, meaning)",
        [
            (spec.name, spec.label, shown(spec.default), spec.range_text(), spec.effect.name.lower(), spec.meaning)
            for spec in declared.params.specs().values()
        ],
    )
    yield (
        "Choices (parameter, value, what the window calls it)",
        [
            (spec.name, word, label)
            for spec in declared.params.specs().values()
            for word, label in spec.choices.items()
            if label != word
        ],
    )
    yield "Metrics (name, label, unit, meaning)", [(one.name, one.label, one.unit, one.meaning) for one in metrics]
    yield (
        "Numbers that titles and notes read beside the metrics, at the first preset",
        [(", ".join(numbers),)] * bool(numbers),
    )
    yield "Arrays at the first preset", [(one,) for one in arrays]
    yield (
        "Gestures",
        [(one.kind, ", ".join(field.name for field in one.fields), one.meaning) for one in declared.gestures],
    )
    yield (
        "Presets",
        [
            (name, preset.get("title", ""), preset.get("line", ""))
            for name, preset in catalog.presets(declared.id).items()
        ],
    )
    yield "Jobs", [(one.name, one.label, one.meaning) for one in declared.jobs]
    yield "Claims", [(one.id, one.preset, one.text) for one in declared.claims]
    yield "Challenges", [(one.id, one.title, one.task) for one in _challenges(declared)]
    yield "Files", [(one.kind, one.what) for one in declared.card.opens]
    yield "Doors", [(one.id, one.preset, f"{one.title}: {one.line}") for one in declared.doors]
