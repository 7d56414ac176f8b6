"""A small map of every concept: each cell is bit for bit the run that it stands for."""

from __future__ import annotations

import math

import pytest

from playground.engine.declarations.axes import STATUSES, axis_names, colour_names
from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.declarations.grid import spread
from playground.engine.declarations.params import ConceptParams, Spec
from playground.engine.errors import BadInput
from playground.engine.kit import tree
from playground.engine.run.phase import Phase, cell
from playground.engine.run.session import Session
from playground.engine.run.variants import Sweep

STEPS = 3


def numbers(params: ConceptParams) -> list[Spec]:
    """The parameters that matter; cheap ones first, whole numbers (sizes) last."""
    specs = [spec for name, spec in params.specs().items() if spec.matters(params)]
    usable = [spec for spec in specs if spec.kind in ("real", "choice", "integer")]
    return sorted(usable, key=lambda spec: (spec.kind == "integer", spec.effect))


def test_each_cell_of_a_map_is_its_own_run(concept: Concept, declared: Declaration) -> None:
    session = Session(concept)
    session.advance(1)
    usable = [spec for spec in numbers(session.params) if spec.name in axis_names(declared)]
    x, y = usable[0], usable[1]
    shown = next(name for name in colour_names(declared) if isinstance(session.frame().metrics.get(name), int | float))
    for metric in ("status", shown):
        phase = Phase.begin(session, Sweep(x.name, y.name, metric, STEPS, 3, 3))
        while phase.advance(1.0):
            pass
        found = phase.map
        assert found.done == len(found.xs) * len(found.ys)
        assert not found.running
        for place in (0, len(found.xs) - 1):
            values = {x.name: found.xs[place], y.name: found.ys[-1]}
            try:
                alone = Session(concept, session.params.changed(values), session.seed)
            except BadInput:
                assert math.isnan(found.z[-1, place])
                continue
            alone.advance(STEPS)
            alone.guard()
            assert tree.digest(cell_at(session, values).state) == tree.digest(alone.state)
            expected = STATUSES.index(alone.status) if metric == "status" else alone.frame().metrics.get(metric)
            assert found.z[-1, place] == pytest.approx(math.nan if expected is None else expected, nan_ok=True)


def cell_at(session: Session, values: dict[str, object]) -> Session:
    """The run of a cell at its last step."""
    one = cell(session, values)
    one.advance(STEPS)
    one.guard()
    return one


def test_axes_go_from_end_to_end_on_their_own_scale(declared: Declaration) -> None:
    for name in axis_names(declared):
        spec = declared.params.specs()[name]
        values = spread(spec, 5)
        assert len(set(values)) == len(values)
        if spec.kind in ("real", "integer"):
            assert values[0] == pytest.approx(spec.low)
            assert values[-1] == pytest.approx(spec.high)
