"""What is wrong in a lesson beside the catalog: names of concepts, presets, metrics, plots and layers. No torch."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator

from playground.engine.declarations.concept import Declaration
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput, unknown
from playground.engine.run.conditions import ALWAYS_THERE, condition
from playground.figures.figure import Figure
from playground.lecture.beat_start import Catalog, beginning
from playground.lecture.lesson import Beat, Lesson, Problem
from playground.texts.template import names

FirstFigure = Callable[[str, ConceptParams], Figure]
_BEGUN = ("preset", "params", "seed", "scene", "compare", "step", "set", "acts", "until")
_TEMPLATES = ("question", "caption", "after")


def check_lesson(lesson: Lesson, catalog: Catalog, figure: FirstFigure | None = None) -> list[Problem]:
    """What cannot be shown as it is written, beat by beat; beats that could not be read are passed over.

    Args:
        lesson: as it was read.
        catalog: the concepts.
        figure: what a panel shows for some parameters, which needs torch; None: names of plots and layers go unchecked.
    """
    found: list[Problem] = []
    run: tuple[Declaration, ConceptParams] | None = None
    for number, beat in enumerate(lesson.beats):
        if number in lesson.faults:
            continue
        try:
            if beat.opens:
                begun = beginning(lesson, beat, catalog)
                run = (begun.declaration, begun.params)
        except BadInput as bad:
            key = bad.field if bad.field in type(beat).model_fields else "scene"
            found.append(lesson.problem(number, str(bad), key))
            run = None
            continue
        if run is None:
            if beat.opens or number == 0 or not found:
                found.append(lesson.problem(number, "it goes on with a run that no beat before it opens"))
            continue
        problems = list(_of_beat(beat, *run, figure))
        found += [lesson.problem(number, sentence, *path) for path, sentence in problems]
        if not problems:
            run = (run[0], _params_after(beat, run[1]))
    return found


_Found = Iterator[tuple[tuple[str | int, ...], str]]


def _of_beat(beat: Beat, declared: Declaration, params: ConceptParams, figure: FirstFigure | None) -> _Found:
    sound = True
    yield from _beside_challenge(beat)
    for key, acts in (("set", [beat.set] if beat.set else []), ("acts", beat.acts)):
        for problem in _acts(beat, key, acts, declared):
            sound = False
            yield (key,), problem
    for key in ("until", "claim"):
        text = beat.goal if key == "until" else beat.claim
        known = [*ALWAYS_THERE, *declared.metric_names]
        for name in condition(text).names if text else ():
            if name not in known:
                yield (key,), _no_number("metric", name, known, declared)
    for key in _TEMPLATES:
        known = ["step", *declared.metric_names, *declared.params.specs()]
        for name in names(getattr(beat, key)):
            if name not in known:
                yield (key,), _no_number("number", name, known, declared)
    if beat.pin and beat.pin not in declared.params.specs():
        yield ("pin",), str(unknown(f"parameter of {declared.id}", beat.pin, declared.params.specs()))
    if beat.job and beat.job not in [job.name for job in declared.jobs]:
        yield ("job",), str(unknown(f"job of {declared.id}", beat.job, [job.name for job in declared.jobs]))
    if sound and figure is not None and (beat.plots or beat.hide):
        yield from unknown_names(beat, figure(declared.id, _params_after(beat, params, timed=False)))


def _beside_challenge(beat: Beat) -> _Found:
    """What a beat with a challenge says besides, which the challenge says itself."""
    also = [name for name in _BEGUN if getattr(beat, name)] if beat.challenge else []
    if also:
        yield ("challenge",), f"a challenge says itself how its run begins and ends: leave out {', '.join(also)}"


def _no_number(what: str, name: str, known: list[str], declared: Declaration) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"playground describe {declared.id} lists them"
    return f"{what} {name!r} of {declared.id} does not exist; {hint}"


def _acts(beat: Beat, key: str, raw: list[dict[str, object]], declared: Declaration) -> Iterator[str]:
    acts = beat.parsed_acts[: len(raw)] if key == "set" else beat.parsed_acts[len(beat.parsed_acts) - len(raw) :]
    for number, act in enumerate(acts, start=1):
        try:
            act.check(declared)
        except BadInput as bad:
            yield str(bad) if key == "set" else f"act {number}: {bad}"


def unknown_names(beat: Beat, figure: Figure) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Plots and layers that a beat names and its picture does not have: the keys of the beat, and a sentence."""
    plots = {plot.name: plot for plot in figure.plots}
    for name in beat.plots:
        if name not in plots:
            yield ("plots",), str(unknown("plot of this picture", name, plots))
    layers = {
        name for plot in figure.plots for layer in plot.layers for name in (layer.name, f"{plot.name}.{layer.name}")
    }
    for name in beat.hide:
        if name not in layers:
            yield ("hide",), str(unknown("layer of this picture", name, layers))


def _params_after(beat: Beat, params: ConceptParams, *, timed: bool = True) -> ConceptParams:
    for act in (*beat.on_entering, *(beat.timed_acts if timed else ())):
        params = params if act.kind else params.changed(act.values)
    return params
