"""The notes of the inspector: what this step did, with formulas that carry the current numbers."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from playground.engine.declarations.concept import Declaration
from playground.engine.frame import Frame
from playground.figures.figure import Figure
from playground.texts.conditions import names as condition_names
from playground.texts.links import NONE, linkable
from playground.texts.notes import Formula, Paragraph, Section, latex
from playground.texts.template import fill, names
from playground.ui.controls.style import Look, label
from playground.ui.inspector.formula_label import FormulaLabel
from playground.ui.inspector.numbers_pane import HIDDEN

FASTEST = 30.0  # steps a second above which formulas with numbers wait until the run pauses
REST = 12.0  # setting formulas takes at most one part in so many of the time


class NotesPane(QWidget):
    """Sections of paragraphs and formulas; those whose condition does not hold are hidden.

    Signals:
        pointed: the keys (see `texts.links`) of the symbol under the cursor.
    """

    pointed = Signal(object)

    def __init__(self, declaration: Declaration, sections: tuple[Section, ...]) -> None:
        super().__init__()
        self._declaration = declaration
        self._look: Look | None = None
        self._frame: Frame | None = None
        self._filled: Frame | None = None
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._fill_formulas)
        self._free_at = 0.0
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._hidden = label(HIDDEN, "small", "muted")
        self._hidden.setWordWrap(True)
        self._hidden.hide()
        self._column.addWidget(self._hidden)
        self.sections = [SectionView(section, declaration.params.specs()) for section in sections]
        for view in self.sections:
            self._column.addWidget(view)
            for formula in view.formulas:
                formula.pointed.connect(self.pointed)
        self._lit = NONE

    def link(self, figure: Figure) -> None:
        """Takes the picture whose layers the symbols may stand for."""
        found = linkable(figure)
        for view in self.sections:
            for formula in view.formulas:
                formula.link(found)

    def light(self, keys: frozenset[str]) -> None:
        """Lights the symbols of what is under the cursor in the picture."""
        self._lit = keys
        for view in self.sections:
            for formula in view.formulas:
                formula.light(keys)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setSpacing(look.px(12))
        for view in self.sections:
            for formula in view.formulas:
                formula.shown = ""
        if self.isVisible():
            self._wait.start(0)

    @property
    def formulas(self) -> tuple[str, ...]:
        """The formulas on screen, in LaTeX."""
        return tuple(f.shown for view in self.sections if not view.isHidden() for f in view.formulas)

    @property
    def settled(self) -> bool:
        """Whether the formulas carry the numbers of the newest frame, and not yet those of an earlier one."""
        return self._filled is not None and self._filled is self._frame

    def show_frame(self, frame: Frame, steps_per_second: float = 0.0, asking: bool = False) -> None:
        """Shows a frame: words at once, formulas when there is time for them.

        Args:
            frame: the frame.
            steps_per_second: of a run that plays.
            asking: sections that would tell the outcome are hidden.
        """
        self._frame = frame
        self._hidden.setVisible(asking and any(view.tells for view in self.sections))
        values = {**frame.params, **frame.metrics}
        for view in self.sections:
            here = view.section.visible(values) and not (asking and view.tells)
            if view.isHidden() == here:
                view.setVisible(here)
            if here:
                for words, paragraph in view.paragraphs:
                    text = fill(paragraph.text, self._declaration, values, frame.arrays)
                    if words.text() != text:
                        words.setText(text)
        if steps_per_second > FASTEST:
            self._wait.stop()
            return
        if self.isVisible() and not self._wait.isActive():
            # After the picture of this frame is painted: the first formula loads its font for a third of a second.
            pause = 0.0 if steps_per_second == 0 else self._free_at - time.perf_counter()
            self._wait.start(max(0, round(1000 * pause)))

    def fill_what_is_seen(self) -> None:
        """What has come into sight is brought up to date."""

    def showEvent(self, event: QShowEvent) -> None:
        """Formulas are set only while somebody looks."""
        super().showEvent(event)
        self._wait.start(0)

    def _fill_formulas(self) -> None:
        if self._frame is None or self._look is None:
            return
        self._wait.stop()
        self._filled = self._frame
        started = time.perf_counter()
        values = {**self._frame.params, **self._frame.metrics}
        for view in self.sections:
            if not view.isHidden():
                view.step.setText(f"step {self._frame.step:,}")
                for formula in view.formulas:
                    text, tagged = (
                        latex(formula.formula, self._declaration, values, self._frame.arrays, tagged=tagged)
                        for tagged in (False, True)
                    )
                    formula.show(text, tagged, self._look)
                    formula.light(self._lit)
        spent = time.perf_counter() - started
        self._free_at = started + (1 + REST) * spent if spent > 0.002 else 0.0


class SectionView(QWidget):
    """One section: heading with the step, then words and formulas.

    Attributes:
        tells: it depends on the numbers of the frame, so that it would give away what the class is asked.
    """

    def __init__(self, section: Section, params: Collection[str]) -> None:
        super().__init__()
        self.section = section
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
        self.tells = (
            any(name not in self._declared for name in condition_names(section.when))
            or any(formula.formula.names for formula in self.formulas)
            or any(names(paragraph.text) for _, paragraph in self.paragraphs)
        )
        self.step.setVisible(any(formula.formula.names for formula in self.formulas))

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
        """Takes the look over."""
        self._column.setSpacing(look.px(8))
