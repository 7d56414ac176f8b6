"""The bar of a challenge under the picture, which it never covers: the task, where it stands, hint and solution."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from playground.lecture.player import words
from playground.render.words import Worded, tr
from playground.ui.controller.state import Panel, Task
from playground.ui.controls.style import Look, label
from playground.ui.controls.widgets import ElidedLabel, IconButton, IconLabel, button
from playground.ui.keys import tip

READING = 60  # ms a letter of a word about a move
LEAST_WAIT, MOST_WAIT = 700, 5000  # ms between two moves of a solution
BUTTONS = {
    "challenge_hint": ("Hint", "plain", "Shows the hint, or hides it"),
    "challenge_solve": ("Solution", "plain", "Plays the solution here; undo brings your own run back"),
    "challenge_back": ("Back to my run", "primary", "Takes the solution back: your own run as you left it"),
    "challenge_next": ("Next challenge", "primary", "The next one of this panel that is not done"),
}
ICONS = {
    "trying": ("flag-outline", "challenge", "accent"),
    "done": ("check-decagram-outline", "done", "ok"),
    "showing": ("school-outline", "solution", "accent"),
    "shown": ("school-outline", "solution", "accent"),
}
HEADS = {"trying": "{}", "done": "Done: {}", "showing": "Solution: {}", "shown": "Solution: {}"}


class ChallengeBar(Worded, QFrame):
    """The challenge on the stage.

    Signals:
        command: the id of a command.
        waited: the word about the last move of a solution has been read.
        grown: it needs another height, as in another face.
    """

    command = Signal(str)
    waited = Signal()
    grown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("plane", "window")
        self._look: Look | None = None
        self._shown: tuple[object, ...] = ()
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._read)
        self._phase = ""
        self._column = QVBoxLayout(self)
        self._head = QHBoxLayout()
        self.icon = IconLabel(*ICONS["trying"], size=18)
        self.title = label("", "body strong")
        self.now = ElidedLabel("", "small")
        self._head.addWidget(self.icon)
        self._head.addWidget(self.title)
        self._head.addWidget(self.now, 1)
        self.buttons = {name: button(words, role) for name, (words, role, _) in BUTTONS.items()}
        icons = {
            "challenge_again": IconButton("restart", "Begin anew", "The challenge from its beginning", size=18),
            "challenges": IconButton("flag-outline", "Challenges", tip("All challenges", "challenges"), size=18),
            "challenge_leave": IconButton(
                "close", "Leave the challenge", "The run stays, and nothing is locked", size=18
            ),
        }
        self.buttons["challenge_hint"].setCheckable(True)
        for name, (_, _, why) in BUTTONS.items():
            self.buttons[name].setToolTip(why)
        for name, made in (*self.buttons.items(), *icons.items()):
            made.clicked.connect(lambda _checked=False, name=name: self.command.emit(name))
            self._head.addWidget(made)
        self.icons = icons
        self._column.addLayout(self._head)
        self.text, self.more = _line(), _line("muted")
        self._column.addWidget(self.text)
        self._column.addWidget(self.more)
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setContentsMargins(look.px(16), look.px(6), look.px(10), look.px(8))
        self._column.setSpacing(look.px(2))
        self._head.setSpacing(look.px(8))

    def show_panel(self, panel: Panel, free: bool = True) -> bool:
        """Shows the challenge of the panel; whether it needs another height now.

        Args:
            panel: on the stage.
            free: it may be left and solved; else it belongs to a lesson.
        """
        task = panel.task
        self.setVisible(task is not None)
        if task is None:
            moved = bool(self._shown)
            self._shown, self._phase = (), ""
            self._wait.stop()
            return moved
        self._await(task)
        shown = (task.challenge.ref, task.phase, task.hinted, task.say, free)
        if shown == self._shown:
            return False
        self._shown = shown
        self._tell(panel, task, free)
        self.show_now(panel)
        return True

    def show_now(self, panel: Panel) -> None:
        """Shows where the student stands."""
        now = now_text(panel, panel.task) if panel.task is not None else ""
        if now != self.now.text():
            self.now.setText(now)
            self.now.setToolTip(now)

    def _tell(self, panel: Panel, task: Task, free: bool) -> None:
        challenge, phase = task.challenge, task.phase
        self.icon.show_icon(*ICONS[phase])
        self.title.setText(tr(HEADS[phase].format(challenge.title)))
        after = words(challenge.after, panel.declaration, panel.frame)
        self.text.setText(after if phase in ("done", "shown") else challenge.task)
        hint = f"{tr('Hint')}: {challenge.hint}" if task.hinted else ""
        more = {"trying": hint, "showing": task.say}.get(phase, "")
        self.more.setText(more)
        self.more.setVisible(bool(more))
        self.setAccessibleName(f"{self.title.text()}. {self.text.text()} {more}".strip())
        trying = phase == "trying"
        self.buttons["challenge_hint"].setVisible(trying)
        self.buttons["challenge_hint"].setChecked(task.hinted)
        self.buttons["challenge_solve"].setVisible(trying and free)
        self.buttons["challenge_back"].setVisible(phase in ("showing", "shown"))
        self.buttons["challenge_next"].setVisible(phase == "done" and free)
        self.icons["challenge_again"].setVisible(trying)
        self.icons["challenges"].setVisible(phase == "done" and free)
        self.icons["challenge_leave"].setVisible(free)

    def height_at(self, width: int) -> int:
        """How high it is where it has this width, in px; not shown: 0."""
        if self.isHidden():
            return 0
        self._column.invalidate()
        self._column.activate()
        return self._column.totalHeightForWidth(width)

    def event(self, event: QEvent) -> bool:
        """Another face or another word may need another height."""
        done = super().event(event)
        asked = event.type() == QEvent.Type.LayoutRequest and self.isVisible()
        if asked and self._column.totalHeightForWidth(self.width()) != self.height():
            self.grown.emit()
        return done

    # ---- the shown solution

    def _await(self, task: Task) -> None:
        """While a solution is shown, its next move comes when the word about the last one was read."""
        if task.phase != "showing":
            self._wait.stop()
        elif not self._wait.isActive():
            self._wait.start(min(MOST_WAIT, max(LEAST_WAIT, READING * len(task.say))))

    def _read(self) -> None:
        self.waited.emit()


def now_text(panel: Panel, task: Task) -> str:
    """Where the student stands, in words: the numbers of the task, and how long its condition has held."""
    challenge, frame = task.challenge, panel.frame
    if frame is None or task.phase == "done":
        return ""
    said = [words(challenge.now, panel.declaration, frame)] if challenge.now else []
    if challenge.during and task.held is not None:
        said.append(f"held for {min(task.held, challenge.during)} of {challenge.during} steps")
    if challenge.within is not None:
        late = frame.step > challenge.within
        said.append(f"too late, step {challenge.within} is past" if late else f"by step {challenge.within}")
    return " · ".join(said)


def _line(tone: str = "") -> QLabel:
    made = label("", "small", tone)
    made.setWordWrap(True)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made
