"""The sheet of a panel's challenges, with a tick at those that are done on this machine."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from playground.lecture.challenges import Challenge
from playground.render.tokens import SPACING
from playground.render.words import Worded, tr
from playground.ui.controller.state import State
from playground.ui.controls.closable import Closable
from playground.ui.controls.style import Look, dress, label, quiet_scroll
from playground.ui.controls.widgets import Button, IconButton, IconLabel, button

WIDTH = 470  # px at factor 1
NONE = "This panel has no challenges"


class ChallengeSheet(Worded, Closable):
    """The challenges of the panel on the stage.

    Signals:
        begun: the name of a challenge among those of all panels.
        cleared: the ticks shall go.
        closed: the sheet was closed.
    """

    begun = Signal(str)
    cleared = Signal()

    def __init__(self, parent: QWidget, challenges: tuple[Challenge, ...]) -> None:
        super().__init__(parent)
        self.setProperty("plane", "card")
        self.setAccessibleName("Challenges")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._look: Look | None = None
        self._done: tuple[bool, ...] = ()
        self._challenges = challenges
        self._column = QVBoxLayout(self)
        head = QHBoxLayout()
        head.addWidget(label("Challenges", "body strong"))
        head.addStretch(1)
        self.clear = button("Clear the ticks")
        self.clear.setToolTip("Forgets, for all panels, what is done on this machine")
        self.clear.clicked.connect(self.cleared)
        head.addWidget(self.clear)
        close = IconButton("close", "Close the sheet", "Close (esc)", size=18)
        close.clicked.connect(self.close_up)
        head.addWidget(close)
        self._column.addLayout(head)
        self._inside = QWidget()
        self._inside.setProperty("plane", "surface")
        self._rows = QVBoxLayout(self._inside)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._area = QScrollArea()
        self._area.setWidget(self._inside)
        quiet_scroll(self._area)
        self._column.addWidget(self._area)
        self.lines = [self._line(one) for one in challenges]
        if not challenges:
            self._rows.addWidget(label(NONE, "small", "muted"))
        self.hide()

    def _line(self, challenge: Challenge) -> tuple[IconLabel, Button]:
        icon = IconLabel("flag-outline", "not done", "muted", size=18)
        go = Button("Try it")
        go.setProperty("type", "small strong")
        go.setAccessibleName(f"Try it: {challenge.title}")
        go.clicked.connect(lambda: self._begin(challenge.ref))
        title, task = label(challenge.title, "body strong"), label(challenge.task, "small", "muted")
        for words in (title, task):
            words.setWordWrap(True)
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(title)
        text.addWidget(task)
        row = QHBoxLayout()
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(text, 1)
        row.addWidget(go, 0, Qt.AlignmentFlag.AlignTop)
        self._rows.addLayout(row)
        return icon, go

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setContentsMargins(*[look.px(12)] * 4)
        self._column.setSpacing(look.px(8))
        self._rows.setSpacing(look.px(10))
        for _, go in self.lines:
            go.setFixedWidth(look.px(84))

    def show_state(self, state: State) -> None:
        """Shows which are done, while the sheet is open."""
        if self.isHidden():
            return
        done = tuple(one.ref in state.challenges_done for one in self._challenges)
        self.clear.setVisible(bool(state.challenges_done))
        if done != self._done:
            self._done = done
            for (icon, go), one, is_done in zip(self.lines, self._challenges, done, strict=True):
                icon.show_icon(*(("check-decagram-outline", "done", "ok") if is_done else ("flag-outline", "not done")))
                go.setText(tr("Again" if is_done else "Try it"))
                go.setAccessibleName(f"{go.text()}: {one.title}")

    def open_for(self, state: State) -> None:
        """Opens the sheet."""
        self.show()
        self.raise_()
        self.show_state(state)
        self.place()
        (self.lines[0][1] if self.lines else self).setFocus(Qt.FocusReason.PopupFocusReason)

    def place(self) -> None:
        """Below the top bar at the right, as high as it needs."""
        look, page = self._look, self.parentWidget()
        if look is None or page is None:
            return
        edge, top = look.px(16), look.px(SPACING.top_bar) + look.px(4)
        width = min(look.px(WIDTH), page.width() - 2 * edge)
        dress(self._inside, look)
        self._rows.activate()
        inner = width - 2 * look.px(12) - look.px(14)
        wanted = self._rows.totalHeightForWidth(inner) + look.px(SPACING.target) + look.px(40)
        height = min(wanted, page.height() - top - look.px(SPACING.transport) - edge)
        self.setGeometry(page.width() - width - edge, top, width, height)

    def _begin(self, ref: str) -> None:
        self.close_up()
        self.begun.emit(ref)
