"""The welcome page: three ways in."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from playground.render.words import Worded
from playground.ui.controls.over_card import OverCard
from playground.ui.controls.style import Look, label
from playground.ui.controls.widgets import IconLabel, button


class Way(Worded, QPushButton):
    """One way in: an icon, a verb, and what happens."""

    def __init__(self, command: str, icon: str, verb: str, line: str) -> None:
        super().__init__()
        self.command = command
        self.setProperty("role", "way")
        self.setAccessibleName(f"{verb}: {line}")
        self.setToolTip(line)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._row = QHBoxLayout(self)
        self._icon = IconLabel(icon, verb, "text", 34)
        words = QVBoxLayout()
        words.setSpacing(2)
        self.verb, self.line = label(verb, "panel title"), label(line, "small", "muted")
        self.line.setWordWrap(True)
        words.addWidget(self.verb)
        words.addWidget(self.line)
        self._row.addWidget(self._icon)
        self._row.addLayout(words, 1)
        for part in (self._icon, self.verb, self.line):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._row.setContentsMargins(look.px(14), look.px(10), look.px(14), look.px(10))
        self._row.setSpacing(look.px(16))

    def hasHeightForWidth(self) -> bool:
        """The line below the verb is wrapped."""
        return True

    def heightForWidth(self, width: int) -> int:
        """As high as its words need."""
        return self._row.heightForWidth(width)

    def sizeHint(self) -> QSize:
        """As its words need."""
        return self._row.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """As its words need at the least."""
        return self._row.minimumSize()


class WelcomeCard(OverCard):
    """The page itself.

    Signals:
        command: the id of a command.
    """

    command = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "Welcome")
        self.column.addWidget(label("Welcome to the playground", "display"))
        line = label("Machine learning to touch: every picture is computed while you watch.", "body")
        line.setWordWrap(True)
        self.column.addWidget(line)
        self.ways = (
            Way("welcome_play", "gesture-tap", "Play", "A first panel: press space, turn a knob, drag a point."),
            Way(
                "welcome_teach",
                "school-outline",
                "Teach",
                "A lesson with captions and speaker notes: page down goes on.",
            ),
            Way(
                "welcome_figures",
                "export-variant",
                "Make figures",
                "A run at a good step, ready to export for a paper or a slide.",
            ),
        )
        for way in self.ways:
            way.clicked.connect(lambda _checked=False, way=way: self.command.emit(way.command))
            self.column.addWidget(way)
        self.again = label("This page, the tour and the handbook are in the help menu.", "small", "muted")
        self.again.setWordWrap(True)
        self.column.addWidget(self.again)
        self.tour, self.shut = button("Take the tour", "primary"), button("Close")
        self.tour.clicked.connect(lambda: self.command.emit("tour"))
        self.shut.clicked.connect(self.closed)
        self.buttons.addWidget(self.shut)
        self.buttons.addWidget(self.tour)
        self.column.addLayout(self.buttons)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from way to way."""
        moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        key = Qt.Key(event.key())
        if key in moves:
            here = next((i for i, way in enumerate(self.ways) if way.hasFocus()), -1 if moves[key] > 0 else 0)
            self.ways[(here + moves[key]) % len(self.ways)].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)
