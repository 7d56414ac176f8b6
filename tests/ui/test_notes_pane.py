"""The notes of the inspector: words and formulas of a section speak of one step, and of the newest one in a rest."""

from __future__ import annotations

import math
from dataclasses import replace
from time import perf_counter
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QResizeEvent
from pytestqt.qtbot import QtBot

from playground.engine.declarations.concept import Badge, Card, Declaration, Metric
from playground.engine.declarations.params import VIEW, ConceptParams, flag
from playground.engine.frame import Frame
from playground.render import formula_layout
from playground.render.tokens import LIGHT
from playground.texts.notes import Formula, parse
from playground.ui.controls.style import Look, dress
from playground.ui.inspector import notes_pane
from playground.ui.inspector.formula_label import FormulaLabel, in_lines
from playground.ui.inspector.notes_pane import NotesPane

NOTES = r"""
## How far it is

$$ \rho = \sqrt{\val{rho}} $$

$$ \rho^2 = \val{rho} $$ {holds: squared}

It is {rho} now.

## It goes round {when: cycling}

$$ T = \val{period} $$

After {period} it is back.
"""


class Params(ConceptParams):
    squared: bool = flag(False, label="squared", effect=VIEW)


CARD = Card(title="t", chapter="c", line="l", badge=Badge("exact", "w", "a"), sources=("s",))
METRICS = (Metric("rho", "ρ", "How far.", decimals=3), Metric("period", "period", "In steps.", decimals=None))


def frame(step: int, **params: Any) -> Frame:
    """A frame whose numbers follow from its step."""
    numbers = {"rho": round(1 / math.sqrt(1 + step), 3), "cycling": step >= 5, "period": step}
    return Frame(
        epoch=0,
        step=step,
        reached=step,
        length=None,
        status="running",
        metrics=numbers,
        arrays={},
        series={},
        jobs={},
        params={"squared": False, **params},
        seed=0,
    )


@pytest.fixture
def notes(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> NotesPane:
    monkeypatch.setattr(notes_pane, "TURN", math.inf)
    pane = NotesPane(Declaration("toy", CARD, Params, METRICS, ()), parse(NOTES))
    qtbot.addWidget(pane)
    dress(pane, Look(LIGHT, 1.0))
    pane.resize(280, 500)
    pane.show()
    pane.show_frame(frame(0))
    qtbot.waitUntil(lambda: pane.settled)
    return pane


def told(pane: NotesPane) -> list[tuple[str, str, str]]:
    """For each section on screen its step, its words and its first formula."""
    return [
        (view.step.text(), view.paragraphs[0][0].text(), view.formulas[0].shown)
        for view in pane.sections
        if not view.isHidden()
    ]


def of(step: int) -> list[tuple[str, str, str]]:
    """What the notes say of a step."""
    rho = f"{1 / math.sqrt(1 + step):.3f}"
    found = [(f"step {step}", f"It is {rho} now.", rf"\rho = \sqrt{{{{{rho}}}}}")]
    if step >= 5:
        found.append((f"step {step}", f"After {step} it is back.", f"T = {{{step}}}"))
    return found


def test_a_run_that_rests_is_shown_at_once(notes: NotesPane) -> None:
    for step in (1, 2, 7, 3):
        notes.show_frame(frame(step))
        assert told(notes) == of(step), "without an event loop in between"


def test_one_formula_is_laid_out_in_a_turn_of_the_loop(
    notes: NotesPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes_pane, "TURN", 0.0)
    formula_layout.layout.cache_clear()
    notes.show_frame(frame(12, squared=True))
    known = formula_layout.layout.cache_info().currsize
    assert known == 1
    seen = [told(notes)]
    while not notes.settled:
        QCoreApplication.processEvents()
        assert formula_layout.layout.cache_info().currsize <= known + 1, "another one"
        known = formula_layout.layout.cache_info().currsize
        seen.append(told(notes))
    assert known == len(notes.formulas) > 1
    assert seen[0] == of(0), "until all are known the words are those of the step before"
    assert seen[-1] == of(12)
    notes.show_frame(frame(12, squared=True), asking=True)
    assert told(notes) == [], "what tells is gone at once"


def test_words_and_formulas_of_a_run_that_plays_speak_of_one_step(notes: NotesPane) -> None:
    notes._free_at = perf_counter() + 1000.0
    for step in range(1, 5):
        notes.show_frame(frame(step), steps_per_second=200.0)
        assert told(notes) == of(0), "there is no time yet, so nothing changes and the heading says the step"
    notes.show_frame(frame(4))
    assert told(notes) == of(4), "it pauses"


def test_a_run_that_plays_is_followed_as_there_is_time(notes: NotesPane, qtbot: QtBot) -> None:
    notes._free_at = 0.0
    notes.show_frame(frame(6), steps_per_second=500.0)
    assert told(notes) == of(6)
    notes.show_frame(frame(8), steps_per_second=500.0)
    qtbot.waitUntil(lambda: told(notes) == of(8))


def test_asking_hides_what_tells_at_once_while_the_run_plays(notes: NotesPane) -> None:
    notes._free_at = perf_counter() + 1000.0
    notes.show_frame(frame(6), steps_per_second=500.0, asking=True)
    assert told(notes) == []
    notes.show_frame(frame(6), steps_per_second=500.0)
    assert told(notes) == of(6)


def test_a_formula_is_shown_where_it_holds(notes: NotesPane) -> None:
    assert list(notes.formulas) == [r"\rho = \sqrt{{1.000}}"]
    notes.show_frame(frame(3, squared=True))
    assert list(notes.formulas) == [r"\rho = \sqrt{{0.500}}", r"\rho^2 = {0.500}"]
    notes.show_frame(frame(3))
    assert list(notes.formulas) == [r"\rho = \sqrt{{0.500}}"]


def test_a_formula_too_wide_for_its_column_goes_on_in_lines(qtbot: QtBot) -> None:
    latex = r"a = \frac{1}{\left( b \quad c \right)}, \qquad {x \quad y} = \sqrt{d}, \quad e = 2"
    assert in_lines(latex).count(r"\\") == 2, "only what stands side by side is parted"
    assert in_lines("a = b") == "a = b"
    wide = r"\alpha_{ij} = \frac{1}{\sqrt{(d_i + c)(d_j + c)}}, \qquad \beta_{ij} = \frac{1}{\sqrt{(d_i + c)(d_j + c)}}"
    made = FormulaLabel(Formula(wide))
    qtbot.addWidget(made)
    # Before the column is laid out the label has a width of its own.
    made.show(wide, wide, Look(LIGHT, 1.0))
    for width in (600, 268, 600, 200):
        made.resize(width, 60)
        QCoreApplication.sendEvent(made, QResizeEvent(made.size(), QSize(1, 1)))
        size = made.pixmap().deviceIndependentSize()
        assert size.width() <= max(width, 240)
        assert (size.height() > 60) == (width < 300)


def test_no_sentence_speaks_of_a_number_that_there_is_not(qtbot: QtBot) -> None:
    text = "## Astray\n\nThe law is known. Of all samples {gone} are astray.\n\nSo {gone} it is."
    pane = NotesPane(Declaration("toy", CARD, Params, METRICS, ()), parse(text))
    qtbot.addWidget(pane)
    dress(pane, Look(LIGHT, 1.0))
    pane.show()
    for gone, told in (
        (None, ["The law is known."]),
        (2, ["The law is known. Of all samples 2 are astray.", "So 2 it is."]),
    ):
        seen = frame(0)
        pane.show_frame(replace(seen, metrics={**seen.metrics, "gone": gone}))
        qtbot.waitUntil(lambda: pane.settled)
        assert [words.text() for words, _ in pane.sections[0].paragraphs if not words.isHidden()] == told
