"""The numbers of the inspector."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from playground.engine.declarations.concept import Badge, Card, Declaration, Metric
from playground.engine.declarations.params import VIEW, ConceptParams, choice
from playground.engine.frame import Frame
from playground.ui.inspector.numbers_pane import NumbersPane


class Params(ConceptParams):
    method: Literal["a", "b"] = choice("a", label="method", effect=VIEW, labels={"a": "first way", "b": "second way"})


def frame(metrics: dict[str, Any]) -> Frame:
    return Frame(
        epoch=0,
        step=1,
        reached=1,
        length=None,
        status="running",
        metrics=metrics,
        arrays={},
        series={},
        jobs={},
        params={"method": "a"},
        seed=0,
    )


@pytest.mark.usefixtures("qapp")
def test_a_metric_over_a_choice_has_a_row_for_each_value_with_its_own_note() -> None:
    metrics = (
        Metric("rate", "rate", "How fast.", decimals=2, note="theory {theory.*}", over="method"),
        Metric("theory", "theory", "What theory says.", decimals=3, over="method", shown=False),
    )
    card = Card(title="t", chapter="c", line="l", badge=Badge("exact", "w", "a"), sources=("s",))
    pane = NumbersPane(Declaration("toy", card, Params, metrics, ()))
    pane.show_frame(frame({"rate.a": 0.5, "rate.b": 0.75, "theory.a": 0.4, "theory.b": 0.8}))
    rows = {name: [part.text() for part in parts] for name, parts in pane._rows.items()}
    assert rows == {
        "rate.a": ["rate, first way", "0.50", "theory 0.400"],
        "rate.b": ["rate, second way", "0.75", "theory 0.800"],
    }
    pane.show_frame(frame({"rate.a": 0.5, "rate.b": None, "theory.a": 0.4, "theory.b": None}))
    assert set(pane.texts) == {"rate.a"}
    pane.deleteLater()
