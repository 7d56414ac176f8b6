"""A section of the notes: its heading with the step that it speaks of, then words and formulas that change together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from playground.engine.declarations.concept import Declaration
from playground.engine.frame import Frame
from playground.texts.conditions import names as condition_names
from playground.texts.links import NONE
from playground.texts.notes import ALWAYS, Formula, Paragraph, Section, latex
from playground.texts.template import fill, known_sentences, names
from playground.ui.controls.style import Look, label
from playground.ui.inspector.formula_label import FormulaLabel


class SectionView(QWidget):
    """One section; its words and formulas are made when they are first filled or asked for.

    Signals:
        pointed: the keys (see `texts.links`) of the symbol under the cursor.

    Attributes:
        tells: it depends on the numbers of the frame, so that it would give away what the class is asked.
        frame: the frame of which words and formulas speak; None before the first.
    """

    pointed = Signal(object)

    def __init__(self, section: Section, params: Collection[str]) -> None:
        super().__init__()
        self.section = section
        self.frame: Frame | None = None
        self._is_made = False
        self._linkable = self._lit = NONE
        self._paragraphs: list[tuple[QLabel, Paragraph]] = []
        self._formulas: list[FormulaLabel] = []
        self.step = label("", "caption", "muted")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        heading = label(section.heading, "section")
        heading.setWordWrap(True)
        head.addWidget(heading, 1)
        head.addWidget(self.step)
        self._column.addLayout(head)
        formulas = [block for block in section.blocks if isinstance(block, Formula)]
        numbers = any(block.names if isinstance(block, Formula) else names(block.text) for block in section.blocks)
        conditions = [section.when, *(formula.holds for formula in formulas if formula.holds != ALWAYS)]
        self.tells = numbers or any(name not in params for when in conditions for name in condition_names(when))
        self.step.setVisible(numbers)

    @property
    def paragraphs(self) -> list[tuple[QLabel, Paragraph]]:
        """The words on screen, with what they are filled from."""
        self._make()
        return self._paragraphs

    @property
    def formulas(self) -> list[FormulaLabel]:
        """The formulas on screen."""
        self._make()
        return self._formulas

    def link(self, linkable: frozenset[str]) -> None:
        """Takes the keys that the picture has layers for."""
        self._linkable = linkable
        for formula in self._formulas:
            formula.link(linkable)

    def light(self, keys: frozenset[str]) -> None:
        """Lights the symbols of these keys."""
        self._lit = keys
        for formula in self._formulas:
            formula.light(keys)

    def _make(self) -> None:
        if self._is_made:
            return
        self._is_made = True
        for widget in self._blocks():
            self._column.addWidget(widget)
        for formula in self._formulas:
            formula.pointed.connect(self.pointed)
            formula.link(self._linkable)

    def _blocks(self) -> Iterator[QWidget]:
        for block in self.section.blocks:
            if isinstance(block, Formula):
                self._formulas.append(FormulaLabel(block))
                yield self._formulas[-1]
            else:
                words = label("", "small", "muted")
                words.setWordWrap(True)
                words.setMinimumWidth(1)
                self._paragraphs.append((words, block))
                yield words

    def restyle(self, look: Look) -> None:
        """Takes the look over; formulas are set anew when they are filled the next time."""
        self._column.setSpacing(look.px(8))
        self.frame = None
        for formula in self._formulas:
            formula.shown = ""

    def prepare(self, frame: Frame, values: Mapping[str, Any], declaration: Declaration, look: Look) -> bool:
        """Does the first part of what is long in `fill`, with the same arguments; returns whether there was any."""
        if frame is self.frame:
            return False
        return any(
            formula.prepare(latex(formula.formula, declaration, values, frame.arrays, tagged=True), look)
            for formula in self.formulas
            if formula.formula.visible(values)
        )

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
            text = fill(known_sentences(paragraph.text, values, frame.arrays), declaration, values, frame.arrays)
            if words.text() != text:
                words.setText(text)
            if words.isHidden() == bool(text):
                words.setVisible(bool(text))
        for formula in self.formulas:
            here = formula.formula.visible(values)
            if formula.isHidden() == here:
                formula.setVisible(here)
            if here:
                plain, tagged = (
                    latex(formula.formula, declaration, values, frame.arrays, tagged=tagged) for tagged in (False, True)
                )
                formula.show(plain, tagged, look)
            formula.light(self._lit)
        step = f"step {frame.step:,}"
        if self.step.text() != step:
            self.step.setText(step)
