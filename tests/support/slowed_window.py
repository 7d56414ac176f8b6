"""The bench's own window with a panel that is slow in every way: at its steps, its gestures and its painters."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from playground.commands.bench import null, probe
from playground.engine.declarations.concept import Concept

STEP, GESTURE, DRAWING, HELD = 0.012, 0.06, 0.01, 0.15


def busily(act: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    """An act that computes for so long before it does what it did."""

    def slow(*args: Any, **named: Any) -> Any:
        until = time.process_time() + seconds
        while time.process_time() < until:
            pass
        return act(*args, **named)

    return slow


fast_load = null.load


def load(concept_id: str) -> Concept:
    """The panel, slowed; what does nothing still does nothing."""
    concept = fast_load(concept_id)
    if concept_id == null.NULL:
        return concept
    model = concept.model
    assert model.apply is not None
    return replace(concept, model=replace(model, step=busily(model.step, STEP), apply=busily(model.apply, GESTURE)))


def main() -> None:
    """Measures the slowed window."""
    from playground.render.canvas import Canvas
    from playground.render.figure_view import FigureView
    from playground.ui.window import Window

    def slowed(draw: Callable[..., None], view_of: Callable[[Any], Any]) -> Callable[..., None]:
        slow = busily(draw, DRAWING)

        def drawn(widget: Any, *args: Any) -> None:
            declaration = view_of(widget)._declaration
            (draw if declaration is None or declaration.id == null.NULL else slow)(widget, *args)

        return drawn

    Canvas.paintEvent = slowed(Canvas.paintEvent, lambda canvas: canvas.parent())  # type: ignore[method-assign]
    FigureView._take = slowed(FigureView._take, lambda view: view)  # type: ignore[method-assign]
    null.load = load
    Window._restyle = busily(Window._restyle, HELD)  # type: ignore[method-assign]
    probe.main()
