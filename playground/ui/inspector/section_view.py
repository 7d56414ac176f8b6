"""A section of the notes: its heading with the step that it speaks of, then words and formulas that change together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from playground.engine.declarations.concept import Declaration
from playground.engine.frame import Frame
from playground.texts.conditions import names as condition_names
from playground.texts.notes import ALWAYS, Formula, Paragraph, Section, latex
from playground.texts.template import fill, names
from playground.ui.controls.style import Look, label
from playground.ui.inspector.formula_label import FormulaLabel


class SectionView(QWidget):
    """One section.

    Attributes:
        tells: it depends on the numbers of the frame, so that it would give away what the class is asked.
        frame: the frame of which words and formulas speak; None before the first.
    """

    def __init__(self, section: Section, params: Collection[str]) -> None:
        super().__init__()
        self.section = section
        self.frame: Frame | None = None
        self._declared = params
        self.paragraphs: list[tuple[QLabel, Paragraph]] = []
        self.formulas: list[FormulaLabel] = []
        self.step = label("", "caption", "muted")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        heading = label(section.heading, "section")
        heading.setWordWrap(True)
        head.addWidget(heading, 1)
        head.addWidget(self.step)
        self._column.addLayout(head)
        for widget in self._blocks():
            self._column.addWidget(widget)
        numbers = any(formula.formula.names for formula in self.formulas) or any(
            names(paragraph.text) for _, paragraph in self.paragraphs
        )
        conditions = [section.when, *(one.formula.holds for one in self.formulas if one.formula.holds != ALWAYS)]
        self.tells = numbers or any(name not in params for when in conditions for name in condition_names(when))
        self.step.setVisible(numbers)

    def _blocks(self) -> Iterator[QWidget]:
        for block in self.section.blocks:
            if isinstance(block, Formula):
                self.formulas.append(FormulaLabel(block))
                yield self.formulas[-1]
            else:
                words = label("", "small", "muted")
                words.setWordWrap(True)
                words.setMinimumWidth(1)
                self.paragraphs.append((words, block))
                yield words

    def restyle(self, look: Look) -> None:
        """Takes the look over; formulas are set anew when they are filled the next time."""
        self._column.setSpacing(look.px(8))
        self.frame = None
        for formula in self.formulas:
            formula.shown = ""

    def fill(self, frame: Frame, values: Mapping[str, Any], declaration: Declaration, look: Look) -> None:
        """Words and formulas take the numbers of a frame, all at once.

        Args:
            frame: the frame.
            values: its parameters and numbers.
            declaration: formats the numbers.
            look: gives size and colour of the formulas.
        """
        if frame is self.frame:
            return
        self.frame = frame
        for words, paragraph in self.paragraphs:
            text = fill(paragraph.text, declaration, values, frame.arrays)
            if words.text() != text:
                words.setText(text)
        for formula in self.formulas:
            here = formula.formula.visible(values)
            if formula.isHidden() == here:
                formula.setVisible(here)
            if here:
                plain, tagged = (
                    latex(formula.formula, declaration, values, frame.arrays, tagged=tagged) for tagged in (False, True)
                )
                formula.show(plain, tagged, look)
        step = f"step {frame.step:,}"
        if self.step.text() != step:
            self.step.setText(step)
