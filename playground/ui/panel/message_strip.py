"""The strip under the picture: what can be done here, what the class is asked, and how fast the run goes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from playground.render.data import Data
from playground.render.words import Worded, tr
from playground.ui.controller.state import LESSON, Panel, State, status_line
from playground.ui.controls.style import Look, label, mark
from playground.ui.controls.widgets import IconButton, IconLabel

STATUS = 210  # px at factor 1: the text changes, its place does not
ASKED = "Draw your guess, then press A to reveal"


class StripLine(Worded, QFrame):
    """An icon and a line of words, perhaps with a way to close it.

    Signals:
        closed: it was read.
    """

    closed = Signal()

    def __init__(self, icon: str, meaning: str, closing: str = "") -> None:
        """Says nothing yet.

        Args:
            icon: its name.
            meaning: of the icon, for those who do not see it.
            closing: the name of the button that closes it; empty: there is none.
        """
        super().__init__()
        self.words = label("", "small")
        self.words.setWordWrap(True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(IconLabel(icon, meaning, "muted", 18))
        self._row.addWidget(self.words, 1)
        if closing:
            close = IconButton("close", closing, size=15)
            close.target = (24, 24)
            close.clicked.connect(self.closed)
            self._row.addWidget(close)
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._row.setSpacing(look.px(8))

    def tell(self, words: str) -> None:
        """Says it, or nothing."""
        if words != self.words.text() or self.isHidden() == bool(words):
            self.words.setText(words)
            self.words.setToolTip(words)
            self.setAccessibleName(words)
            self.setVisible(bool(words))


class MessageStrip(Worded, QFrame):
    """Words at the left, the status of the run at the right; a notice lies over the words.

    Signals:
        hint_closed: the hint was read.
    """

    hint_closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("plane", "surface")
        self._status = ("", False)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.hint = StripLine("gesture-tap", "hint", "Close the hint")
        self.hint.closed.connect(self.hint_closed)
        self.ask = StripLine("eye-off-outline", "guess")
        self.status = label("", "caption", "muted")
        self.status.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.warning = IconLabel("alert-outline", "over budget", "warn")
        # It keeps its place while it is hidden, so that nothing moves when it comes.
        kept = self.warning.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.warning.setSizePolicy(kept)
        self.warning.hide()
        self._row.addWidget(self.hint, 1)
        self._row.addWidget(self.ask, 1)
        self._row.addStretch()
        self._row.addWidget(self.warning)
        self._row.addWidget(self.status)

    def keep_free(self, height: int) -> None:
        """Leaves so many px at its top to what lies there."""
        edges = self._row.contentsMargins()
        edges.setTop(height)
        self._row.setContentsMargins(edges)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        top = self._row.contentsMargins().top()
        self._row.setContentsMargins(look.px(16), top, look.px(16), 0)
        self._row.setSpacing(look.px(8))
        self.status.setFixedWidth(look.px(STATUS))

    @property
    def speaks(self) -> bool:
        """Whether there are words beside the status."""
        return not (self.hint.isHidden() and self.ask.isHidden())

    @property
    def free_width(self) -> int:
        """What the status leaves of its width, in px."""
        used = 0 if self.status.isHidden() else self.status.width() + self.warning.sizeHint().width()
        return max(1, self.width() - used - 3 * self._row.spacing())

    def show_state(self, state: State, panel: Panel, guess_result: str) -> None:
        """Shows what there is to say.

        Args:
            state: of the window.
            panel: on the stage.
            guess_result: what there is to say about the class's guess.
        """
        # A lesson asks in its caption.
        asked = ASKED if panel.asking and state.lesson is None else ""
        self.ask.tell(asked or ("" if panel.asking else guess_result))
        alone = state.lesson is None and (state.bare or panel.asking)
        self.hint.tell("" if alone or guess_result or not _stands(panel) else first_hint(state, panel))
        self.status.setVisible(not state.bare)

    def show_status(self, panel: Panel, frames_per_second: float) -> None:
        """Shows device and rates, and warns where the budget is exceeded."""
        words, over = status_line(panel, frames_per_second)
        if (words, over) == self._status:
            return
        self._status = (words, over)
        shown = self.status.fontMetrics().elidedText(tr(words), Qt.TextElideMode.ElideMiddle, self.status.width())
        self.status.setText(shown)
        self.status.setToolTip(words)
        self.warning.setVisible(over)
        self.warning.setToolTip(words)
        mark(self.status, "tone", "warn" if over else "muted")


def _stands(panel: Panel) -> bool:
    """Whether there is a picture to act in."""
    frame, main = panel.frame, panel.figure.main if panel.figure is not None else None
    if frame is None or main is None or frame.failure is not None:
        return False
    return not main.empty or Data(frame, None).true(main.empty)


def first_hint(state: State, panel: Panel) -> str:
    """What somebody new can do here: in a lesson its keys, else what the panel's mouse does; empty once it was seen."""
    if state.lesson is not None:
        seen = LESSON in state.hinted or state.presenting or state.lesson.away
        return "" if seen else "Page Down goes on, Page Up goes back, P shows the notes"
    return "" if panel.declaration.id in state.hinted or panel.figure is None else panel.figure.hint
