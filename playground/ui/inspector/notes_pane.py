"""The notes of the inspector: what this step did, with formulas that carry the current numbers."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.engine.declarations.concept import Declaration
from playground.engine.frame import Frame
from playground.figures.figure import Figure
from playground.render.formula_layout import is_loading
from playground.texts.links import linkable
from playground.texts.notes import Section
from playground.ui.controls.style import Look, label
from playground.ui.inspector.numbers_pane import HIDDEN
from playground.ui.inspector.section_view import SectionView

_AGAIN = 30  # ms until it is looked again whether formulas can be set
TURN = 0.016  # s of a turn of the loop after which no further formula is laid out in it
REST = 8.0  # while a run plays, filling takes at most one part in so many of the time


class NotesPane(QWidget):
    """Sections of paragraphs and formulas; those whose condition does not hold are hidden.

    Words and formulas of a section always speak of one step, which its heading names. A run that rests is shown at
    once; while it plays, what is in sight is filled as often as there is time for it, and the rest when it comes into
    sight or the run rests.

    Signals:
        pointed: the keys (see `texts.links`) of the symbol under the cursor.
    """

    pointed = Signal(object)

    def __init__(self, declaration: Declaration, sections: tuple[Section, ...]) -> None:
        super().__init__()
        self._declaration = declaration
        self._look: Look | None = None
        self._frame: Frame | None = None
        self._asking = self._plays = False
        self._first = True
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._go_on)
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
            view.hide()
            view.pointed.connect(self.pointed)

    def link(self, figure: Figure) -> None:
        """Takes the picture whose layers the symbols may stand for."""
        found = linkable(figure)
        for view in self.sections:
            view.link(found)

    def light(self, keys: frozenset[str]) -> None:
        """Lights the symbols of what is under the cursor in the picture."""
        for view in self.sections:
            view.light(keys)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setSpacing(look.px(12))
        if self.isVisible():
            self._wait.start(0)

    @property
    def formulas(self) -> tuple[str, ...]:
        """The formulas on screen, in LaTeX."""
        shown = [formula for view in self.sections if not view.isHidden() for formula in view.formulas]
        return tuple(formula.shown for formula in shown if not formula.isHidden())

    @property
    def settled(self) -> bool:
        """Whether all that is shown speaks of the newest frame."""
        return self._frame is not None and not self._first and not self._stale()

    def _stale(self) -> list[SectionView]:
        return [view for view in self.sections if not view.isHidden() and view.frame is not self._frame]

    def show_frame(self, frame: Frame, steps_per_second: float = 0.0, asking: bool = False) -> None:
        """Shows a frame: at once where the run rests, else when there is time for it.

        Args:
            frame: the frame.
            steps_per_second: of a run that plays.
            asking: sections that would tell the outcome are hidden.
        """
        at_once = steps_per_second == 0 or asking != self._asking
        self._frame, self._asking, self._plays = frame, asking, steps_per_second > 0
        if not self.isVisible():
            return
        left = self._free_at - time.perf_counter()
        if self._first:
            # After the picture of this frame is painted.
            self._wait.start(0)
        elif at_once or left <= 0:
            self.fill_what_is_seen()
        elif not self._wait.isActive():
            self._wait.start(round(1000 * left))

    def showEvent(self, event: QShowEvent) -> None:
        """The notes are filled only while somebody looks."""
        super().showEvent(event)
        self._wait.start(0)

    def fill_what_is_seen(self) -> bool:
        """Sections come and go by their conditions; those in sight speak of the newest frame, unless it takes longer.

        Returns:
            Whether that is done; else it goes on in a later turn of the loop.
        """
        if self._frame is None or self._look is None or not self.isVisible():
            return False
        if self._first and is_loading():
            self._wait.start(_AGAIN)
            return False
        self._wait.stop()
        started = time.perf_counter()
        for view in self.sections:
            if not view.isHidden() and not self._has_place(view):
                view.hide()
        while any(self._prepare_one(view) for view in self.sections if self._is_due(view)):
            # A formula takes as long as a frame to lay out: no more in one turn of the loop.
            if time.perf_counter() - started > TURN:
                self._free_at = started + (REST * (time.perf_counter() - started) if self._plays else 0.0)
                self._wait.start(max(0, round(1000 * (self._free_at - time.perf_counter()))))
                return False
        self.fill(everything=False)
        self._free_at = started + REST * (time.perf_counter() - started)
        if self._stale() and not self._plays:
            self._wait.start(0)
        return True

    def fill(self, everything: bool = True) -> None:
        """Fills the sections whose condition holds, all of them or those in sight."""
        frame, look = self._frame, self._look
        if frame is None or look is None:
            return
        self._first = False
        self._hidden.setVisible(self._asking and any(view.tells for view in self.sections))
        for view in self.sections:
            here = self._has_place(view)
            if here and (everything or self._is_due(view)):
                view.fill(*self._source(), look)
            if view.isHidden() == here:
                view.setVisible(here)

    def _has_place(self, view: SectionView) -> bool:
        """Whether the condition of a section holds, and it gives nothing away."""
        frame = self._frame
        assert frame is not None
        return view.section.visible({**frame.params, **frame.metrics}) and not (self._asking and view.tells)

    def _is_due(self, view: SectionView) -> bool:
        """Whether a section has a place and is in sight, or is about to come."""
        return self._has_place(view) and (view.isHidden() or not view.visibleRegion().isEmpty())

    def _source(self) -> tuple[Frame, dict[str, Any], Declaration]:
        """What sections are filled from."""
        assert self._frame is not None
        return self._frame, {**self._frame.params, **self._frame.metrics}, self._declaration

    def _prepare_one(self, view: SectionView) -> bool:
        """Does a part of what is long in filling a section; whether there was any."""
        assert self._look is not None
        return view.prepare(*self._source(), self._look)

    def _go_on(self) -> None:
        """What is in sight first, then, one after another, what is not."""
        if not self.isVisible():
            return
        stale = self._stale()
        if self.fill_what_is_seen() and not self._plays and stale and self._stale() == stale:
            assert self._look is not None
            if not self._prepare_one(stale[0]):
                stale[0].fill(*self._source(), self._look)
            self._wait.start(0)
