"""Settings drawn at random, and what the notes show there against what their formulas say in other ways."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from playground import catalog
from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.declarations.params import ConceptParams, Spec
from playground.engine.errors import BadInput
from playground.engine.frame import Frame, PlotView, View
from playground.engine.run.session import Session
from playground.figures.figure import Axis
from playground.texts.notes import Formula, Section
from playground.texts.terms import Formulas, Sides, Terms

STEPS = (0, 1, 2, 5, 12, 40)
JOBS = 2.0  # seconds that the jobs of a draw get
MOST_CHANGED = 3
SLACK = 1e-6  # relative, beside half a unit of the last decimal


class Drawn(NamedTuple):
    """A run at a random setting.

    Attributes:
        where: the setting in words, for the message of a failure.
        frame: what the screen is given.
        terms: what the formulas are given.
    """

    where: str
    frame: Frame
    terms: Terms

    @property
    def known(self) -> dict[str, Any]:
        """What conditions are read against."""
        return {**self.frame.params, **self.frame.metrics}


def draws(concept: Concept, count: int, acted: Any) -> Iterator[Drawn]:
    """Runs at random settings, the same ones for the same declarations: a preset with up to three changes."""
    rng = random.Random(f"formulas of {concept.id}")
    presets = list(catalog.presets(concept.id).values())
    for i in range(count):
        chosen = presets[i % len(presets)]
        params = random_params(rng, concept.declaration, chosen["params"], 0 if i < len(presets) else MOST_CHANGED)
        seen: list[tuple[Any, ...]] = []
        model = concept.model

        def observe(*given: Any, seen: list[tuple[Any, ...]] = seen, true: Any = model.observe) -> Any:
            seen.append(given)
            return true(*given)

        try:
            session = Session(Concept(concept.declaration, replace(model, observe=observe)), params, rng.randrange(100))
        except BadInput:
            continue
        steps = rng.choice(STEPS)
        session.advance(steps)
        kind = ""
        if concept.declaration.gestures and rng.random() < 0.3:
            kind = rng.choice(concept.declaration.gestures).kind
            kind = kind if acted(session, kind) else ""
            session.advance(rng.choice(STEPS[:4]))
        view = whole_view(session)
        session.auto_jobs(view)
        session.advance_jobs(JOBS)
        frame = session.frame(view)
        if frame.failure is not None or not seen:
            continue
        at, data, state, info, *_ = seen[-1]
        words = f"{at.plain()} at step {session.step}, {kind or 'no act'}"
        yield Drawn(words, frame, Terms(at, data, state, info, {**frame.arrays, **frame.metrics}))


def whole_view(session: Session) -> View:
    """All plots at a usual size."""
    figure = session.frame().figure
    plots = figure.plots if figure is not None else ()

    def span(axis: Axis) -> tuple[float, float]:
        return axis.range if isinstance(axis.range, tuple) else (-1.0, 1.0)

    return View({plot.name: PlotView(span(plot.x), span(plot.y), 480, 360) for plot in plots})


def random_params(rng: random.Random, declared: Declaration, start: Mapping[str, Any], most: int) -> ConceptParams:
    params = declared.params.make(start)
    for _ in range(20):
        changes: dict[str, Any] = {}
        for _ in range(rng.randint(min(1, most), most)):
            spec = rng.choice(list(params.specs().values()))
            value = _value(rng, spec)
            if value is not None:
                changes[spec.name] = value
        try:
            return params.changed(changes)
        except BadInput:
            continue
    return params


def _value(rng: random.Random, spec: Spec) -> Any:
    """A value of a parameter; of a whole number no more than twice the default, so that no run takes long."""
    match spec.kind:
        case "flag":
            return rng.random() < 0.5
        case "choice":
            return rng.choice(list(spec.choices))
        case "integer":
            low, high = int(spec.low or 0), int(spec.high or 0)
            return rng.randint(low, max(low, min(high, 2 * max(1, int(spec.default)) + 4)))
        case "real":
            least, most = float(spec.low or 0.0), float(spec.high or 0.0)
            if spec.log:
                return math.exp(rng.uniform(math.log(least), math.log(most)))
            return rng.choice((least, most, rng.uniform(least, most)))
    return None


def faults(drawn: Drawn, sections: tuple[Section, ...], functions: Formulas, used: set[str]) -> Iterator[str]:
    """What the notes show that their formulas do not say.

    Args:
        drawn: a run at a random setting.
        sections: of the notes.
        functions: of the panel's `formulas.py`.
        used: takes the names of the functions that gave something.
    """
    for section in sections:
        if not section.visible(drawn.known):
            continue
        if section.by:
            right = functions[section.by](drawn.terms)
            if right is not NotImplemented:
                used.add(section.by)
                if not right:
                    yield f"{section.heading!r} is shown where {section.by} says it does not hold, with {drawn.where}"
        for block in section.blocks:
            if isinstance(block, Formula) and block.by and block.visible(drawn.known):
                told = functions[block.by](drawn.terms)
                if told is not NotImplemented:
                    used.add(block.by)
                    for fault in _differs(drawn, block, told):
                        yield f"{section.heading!r}: {fault}, with {drawn.where}"


def _differs(drawn: Drawn, formula: Formula, told: Any) -> Iterator[str]:
    if isinstance(told, Sides):
        left, right = np.asarray(told.left, dtype=float), np.asarray(told.right, dtype=float)
        size = max(1.0, float(np.abs(left).max(initial=0.0)), float(np.abs(right).max(initial=0.0)))
        if not np.abs(left - right).max(initial=0.0) <= told.within * size:
            yield f"{formula.by} has {told.left} on the left and {told.right} on the right"
        return
    names = formula.names
    values = told if isinstance(told, Mapping) else {names[0]: told}
    for name in names:
        if name not in values:
            yield f"{formula.by} says nothing of {name}"
            continue
        shown = drawn.terms.numbers.get(name)
        if not _agree(shown, values[name], _half_unit(name, formula.decimals[name])):
            yield f"{name} is shown as {shown}, {formula.by} says {values[name]}"


def _half_unit(name: str, decimals: int | None) -> float:
    return 0.5 * 10.0 ** -(2 if decimals is None else decimals)


def _agree(shown: Any, told: Any, half: float) -> bool:
    """Whether two values read the same on the screen."""
    if isinstance(shown, str | bool) or isinstance(told, str):
        return bool(shown == told)
    if shown is None or told is None:
        return shown is None and told is None
    one, other = np.asarray(shown, dtype=float), np.asarray(told, dtype=float)
    if one.shape != other.shape:
        return False
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    with np.errstate(invalid="ignore"):
        return bool((same | (np.abs(one - other) <= half + SLACK * np.abs(other))).all())
