"""The numbers of the inspector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from PySide6.QtCore import QPointF

from playground.engine.declarations.concept import Badge, Card, Declaration, Metric
from playground.engine.declarations.params import VIEW, ConceptParams, choice
from playground.engine.frame import Frame
from playground.render.tokens import LIGHT
from playground.ui.controls.style import Look, dress
from playground.ui.inspector.numbers_pane import NumbersPane

WAYS = {"a": "first way", "b": "second way"}


class Params(ConceptParams):
    method: Literal["a", "b"] = choice(
        "a", label="method", effect=VIEW, labels=WAYS, roles={"a": "slot1", "b": "slot2"}
    )


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


METRICS = (
    Metric("rate", "rate", "How fast.", decimals=2, note="theory {theory.*}", over="method"),
    Metric("theory", "theory", "What theory says.", decimals=3, over="method", shown=False),
    Metric("distance", "distance", "How far.", decimals=1, note="± {error.*}", over="method"),
    Metric("error", "error", "Its error.", decimals=1, over="method", shown=False),
    Metric("seen", "modes seen", "Of all.", decimals=None, note="of {modes}", over="method"),
    Metric("modes", "modes", "How many.", decimals=None, shown=False),
    Metric("steps", "steps", "So far.", decimals=None),
)
CARD = Card(title="t", chapter="c", line="l", badge=Badge("exact", "w", "a"), sources=("s",))


@pytest.fixture
def pane(qapp: object) -> Iterator[NumbersPane]:
    made = NumbersPane(Declaration("toy", CARD, Params, METRICS, ()))
    dress(made, Look(LIGHT, 1.0))
    made.resize(268, 400)
    made.show()
    yield made
    made.deleteLater()


def cells(pane: NumbersPane) -> dict[str, tuple[str, ...]]:
    """The cells of the table by the words of the row."""
    return {row.words: row.cells for row in pane.tables["method"].rows}


def heads(pane: NumbersPane) -> list[str]:
    return [column.head for column in pane.tables["method"].columns]


def test_numbers_over_a_choice_are_a_table_with_the_marks_of_their_series(pane: NumbersPane) -> None:
    pane.show_frame(frame({"rate.a": 0.5, "rate.b": 0.75, "theory.a": 0.4, "theory.b": 0.8, "steps": 3}))
    assert heads(pane) == ["rate", "theory"]
    assert cells(pane) == {"first way": ("0.50", "0.400"), "second way": ("0.75", "0.800")}
    assert [row.role for row in pane.tables["method"].rows] == ["slot1", "slot2"]
    assert pane.texts == {"rate.a": "0.50", "rate.b": "0.75", "steps": "3"}
    pane.show_frame(frame({"rate.a": 0.5, "rate.b": None, "theory.a": 0.4, "theory.b": None}))
    assert cells(pane) == {"first way": ("0.50", "0.400")}


def test_what_is_seen_of_a_plot_called_as_a_metric_is_no_number(pane: NumbersPane) -> None:
    pane.show_frame(frame({"steps": 3, "steps.stored.show": True}))
    assert pane.texts == {"steps": "3"}


def test_what_stands_beside_a_number_is_in_its_head_or_in_a_column_of_its_own(pane: NumbersPane) -> None:
    pane.show_frame(frame({"distance.a": 1.25, "error.a": 0.11, "seen.a": 3, "seen.b": 4, "modes": 8}))
    assert heads(pane) == ["distance", "", "modes seen of 8"]
    assert cells(pane) == {"first way": ("1.2", "± 0.1", "3"), "second way": ("", "", "4")}


def test_the_table_is_parted_where_its_columns_have_no_room(pane: NumbersPane) -> None:
    numbers = {f"{name}.{way}": 0.5 for name in ("rate", "theory", "distance", "error", "seen") for way in "ab"}
    pane.show_frame(frame({**numbers, "modes": 8}))
    table = pane.tables["method"]
    one = table.height()
    table.resize(600, table.height())
    assert len(table._blocks) == 1
    table.resize(170, table.height())
    assert len(table._blocks) > 1
    assert table.height() > one
    for block in table._blocks:
        assert all(left >= 0 for left, _ in table._places(block).values())
    left, wide = table._places(table._blocks[0])[0]
    assert table.meaning_at(QPointF(left + wide / 2, table._head_height(table._blocks[0]) + 5)) == "How fast."


def test_twins_have_a_column_each_under_the_name_of_the_number(pane: NumbersPane) -> None:
    first, second = (frame({"rate.a": rate, "theory.a": 0.4}) for rate in (0.5, 0.25))
    pane.show_twins(("learning rate 0.1", "learning rate 0.2"))
    pane.show_frame(first, others=(second,))
    assert [(one.part, one.head) for one in pane.tables["method"].columns] == [("rate", "0.1"), ("rate", "0.2")]
    assert cells(pane) == {"first way": ("0.50", "0.25")}


def test_the_table_is_hidden_while_the_class_is_asked(pane: NumbersPane) -> None:
    pane.show_frame(frame({"rate.a": 0.5, "theory.a": 0.4}))
    pane.show_frame(frame({"rate.a": 0.5, "theory.a": 0.4}), asking=True)
    assert pane.tables["method"].isHidden()
    assert pane.texts == {}


def test_columns_never_become_narrower(pane: NumbersPane) -> None:
    pane.show_frame(frame({"rate.a": 1234567.0, "theory.a": 0.4}))
    column = pane.tables["method"].columns[0]
    wide = pane.tables["method"]._widths[column]
    pane.show_frame(frame({"rate.a": 0.5, "theory.a": 0.4}))
    assert pane.tables["method"]._widths[column] == wide
