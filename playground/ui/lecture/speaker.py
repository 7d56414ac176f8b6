"""The speaker's side while presenting: clock, notes, what comes next."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from time import monotonic

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from playground.render.words import Worded
from playground.ui.controller.state import State
from playground.ui.controls.style import Look, label, quiet_scroll
from playground.ui.controls.widgets import IconButton
from playground.ui.inspector.pinned import Pinned
from playground.ui.keys import tip
from playground.ui.lecture.cues import Cue, cue_of

TICK = 1000  # ms


def format_duration(seconds: float) -> str:
    """A duration as 4:05 or 1:04:05."""
    whole = max(0, int(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


class SpeakerPane(Worded, QFrame):
    """A column in the place of the inspector, or a strip under the stage where there is no room for one.

    Signals:
        command: the id of a command.
    """

    command = Signal(str)

    def __init__(
        self,
        ticks: Callable[[], float] = monotonic,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        """A pane with a stopped clock.

        Args:
            ticks: seconds from any moment on.
            now: the time of day.
        """
        super().__init__()
        self.setProperty("plane", "window")
        self.setAccessibleName("Speaker's notes")
        self._ticks, self._now = ticks, now
        self._since = 0.0
        self._cue: Cue | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._body.addWidget(self._clock())
        self._body.addWidget(self._notes(), 1)
        self._body.addWidget(self._next())

    def _clock(self) -> QWidget:
        box = QWidget()
        self._clock_rows = QVBoxLayout(box)
        row = QHBoxLayout()
        self.elapsed = label("0:00", "display")
        self.elapsed.setToolTip("Time since the presentation began")
        self.time = label("", "display", "muted")
        self.time.setToolTip("Time of day")
        again = IconButton("restart", "Start the clock again", size=18)
        again.clicked.connect(self.start)
        swap = IconButton("presentation-play", "Swap the screens", tip("Swap the screens", "swap"), size=18)
        end = IconButton("close", "End the presentation", tip("End the presentation", "present"), size=18)
        swap.clicked.connect(lambda: self.command.emit("swap"))
        end.clicked.connect(lambda: self.command.emit("present"))
        row.addWidget(self.elapsed)
        row.addWidget(again)
        row.addStretch(1)
        row.addWidget(self.time)
        self._clock_rows.addLayout(row)
        below = QHBoxLayout()
        self.screen_ = label("", "small", "muted")
        below.addWidget(self.screen_, 1)
        below.addWidget(swap)
        below.addWidget(end)
        self._clock_rows.addLayout(below)
        return box

    def _notes(self) -> QScrollArea:
        inside = QWidget()
        inside.setProperty("plane", "window")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.heading = _words("section")
        self.caption = _words("state")
        self.notes = _words("formula")
        self.pinned = Pinned()
        for words in (self.heading, self.caption, self.pinned, self.notes):
            self._column.addWidget(words)
        self._column.addStretch(1)
        area = QScrollArea()
        quiet_scroll(area)
        area.setWidget(inside)
        return area

    def _next(self) -> QWidget:
        box = QWidget()
        rows = QVBoxLayout(box)
        rows.setContentsMargins(0, 0, 0, 0)
        self._next_heading = label("Next", "section")
        self.next = _words("body")
        rows.addWidget(self._next_heading)
        rows.addWidget(self.next)
        return box

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        edge = look.px(16)
        self._body.setContentsMargins(edge, look.px(13), edge, look.px(13))
        self._body.setSpacing(look.px(16))
        self._clock_rows.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(look.px(12))

    def lie(self, flat: bool) -> None:
        """Stands as a column, or lies as a strip."""
        directions = QBoxLayout.Direction
        self._body.setDirection(directions.LeftToRight if flat else directions.TopToBottom)

    def start(self) -> None:
        """The presentation begins: the clock starts at zero."""
        self._since = self._ticks()
        self._tick()
        self._timer.start()

    def stop(self) -> None:
        """The presentation is over."""
        self._timer.stop()

    def _tick(self) -> None:
        self.elapsed.setText(format_duration(self._ticks() - self._since))
        self.time.setText(self._now().strftime("%H:%M"))

    def show_state(self, state: State) -> None:
        """Shows what there is to say now, and what the audience sees."""
        screen = f"The audience's screen is {state.curtain}" if state.curtain else "The audience sees the picture"
        if self.screen_.text() != screen:
            self.screen_.setText(screen)
        if state.panel is not None:
            self.pinned.show_panel(state.lesson.pin if state.lesson is not None else "", state.panel)
        cue = cue_of(state)
        if cue == self._cue:
            return
        self._cue = cue
        self.heading.setText(f"{cue.heading} · {cue.place}" if cue.place else cue.heading)
        for where, words in ((self.caption, cue.caption), (self.notes, cue.notes), (self.next, cue.following)):
            where.setText(words)
            where.setVisible(bool(words))
        self._next_heading.setVisible(bool(cue.following))


def _words(style: str) -> QLabel:
    made = label("", style)
    made.setWordWrap(True)
    made.setMinimumWidth(1)
    made.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return made
