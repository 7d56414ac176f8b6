"""The transport: reset, back, play, forward, scrub bar, speed, seed, status."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QSizePolicy

from playground.render.words import Worded, tr
from playground.ui.controller.state import Panel, status_line
from playground.ui.controls.field import TextField
from playground.ui.controls.style import Look, label, mark
from playground.ui.controls.widgets import IconButton, IconLabel, SegmentedButtons
from playground.ui.keys import tip
from playground.ui.panel.scrubbar import ScrubBar

SPEEDS = (("slow", "Slow"), ("normal", "Normal"), ("fast", "Fast"))
TIMES = {"slow": "0.1×", "normal": "1×", "fast": "max"}
STATUS_FROM = 1180  # logical px
SPEED_FROM = 1100
STATUS = 196  # px at factor 1: the text changes, its place does not


class Transport(Worded, QFrame):
    """The bar at the bottom.

    Signals:
        command: the id of a command.
        sought: a step.
        speed: a speed.
        seeded: a seed as it was typed.
    """

    command = Signal(str)
    sought = Signal(int)
    speed = Signal(str)
    seeded = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("plane", "window")
        self._panel: Panel | None = None
        self._status = ("", False)
        self._roomy = True
        self._look: Look | None = None
        self._row = QHBoxLayout(self)
        self._groups = [QHBoxLayout() for _ in range(4)]
        moves, steps, seeds, words = self._groups
        self._buttons(moves)
        self.scrub = ScrubBar()
        self.scrub.sought.connect(self.sought)
        self.step = label("0", "value")
        self.step.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.of = label("", "body", "muted")
        steps.addWidget(self.step)
        steps.addWidget(self.of)
        self._seed(seeds)
        self.status = label("", "caption", "muted")
        self.status.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.warning = IconLabel("alert-outline", "over budget", "warn")
        # It keeps its place while it is hidden, so that nothing moves when it comes.
        kept = self.warning.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.warning.setSizePolicy(kept)
        self.warning.hide()
        words.addWidget(self.warning)
        words.addWidget(self.status)
        self._row.addLayout(moves)
        self._row.addWidget(self.scrub, 1)
        self._row.addLayout(steps)
        self.branches = IconButton("source-branch", "Kept runs", tip("Kept runs", "branches"))
        self.branches.clicked.connect(lambda: self.command.emit("branches"))
        self.branches.hide()
        self._row.addWidget(self.branches)
        self._speed()
        self._row.addLayout(seeds)
        self._row.addLayout(words)

    def _buttons(self, where: QHBoxLayout) -> None:
        self.buttons: dict[str, IconButton] = {}
        for name, icon, words in (
            ("start", "skip-backward", "Back to the start"),
            ("back", "step-backward", "One step back"),
            ("toggle", "play", "Run"),
            ("forward", "step-forward", "One step forward"),
        ):
            made = IconButton(icon, words, tip(words, name), token="surface" if name == "toggle" else "text")
            made.clicked.connect(lambda _checked=False, name=name: self.command.emit(name))
            self.buttons[name] = made
            where.addWidget(made)
        play = self.buttons["toggle"]
        play.setProperty("role", "play")
        play.target = (44, 36)

    def _speed(self) -> None:
        self.segments = SegmentedButtons(SPEEDS, "Speed", stretch=False)
        self.segments.chosen.connect(self.speed)
        self._row.addWidget(self.segments)
        self.short = SpeedButton()
        menu = QMenu(self.short)
        for value, words in SPEEDS:
            menu.addAction(tr(words)).triggered.connect(lambda _checked=False, value=value: self.speed.emit(value))
        self.short.setMenu(menu)
        self.short.hide()
        self._row.addWidget(self.short)

    def _seed(self, where: QHBoxLayout) -> None:
        self.die = IconButton("dice-3-outline", "New seed", tip("New seed", "reseed"))
        self.die.clicked.connect(lambda: self.command.emit("reseed"))
        self.seed = TextField("Seed", False)
        self.seed.setToolTip("Seed of the random numbers: a whole number from 0")
        self.seed.typed.connect(self.seeded)
        self.anew = IconButton("restart", "Start anew", tip("Start anew with these parameters and data", "reset"))
        self.anew.clicked.connect(lambda: self.command.emit("reset"))
        where.addWidget(self.anew)
        where.addWidget(self.die)
        where.addWidget(self.seed)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._row.setContentsMargins(look.px(16), 0, look.px(16), 0)
        self._row.setSpacing(look.px(16))
        for group in self._groups:
            group.setSpacing(look.px(5))
        self._look = look
        self.status.setFixedWidth(look.px(STATUS))
        self._show_step()
        self.seed.setFixedSize(look.px(52), look.px(28))

    def reflow(self, width: float) -> None:
        """What has room at a logical width."""
        self._roomy = width >= STATUS_FROM
        self.status.setVisible(self._roomy)
        wide = width >= SPEED_FROM
        self.segments.setVisible(wide)
        self.short.setVisible(not wide)

    def show_panel(self, panel: Panel, frames_per_second: float) -> None:
        """Shows the state of the run."""
        old, self._panel = self._panel, panel
        if old is None or old.playing != panel.playing:
            play = self.buttons["toggle"]
            words = "Pause" if panel.playing else "Run"
            play.set_icon("pause" if panel.playing else "play")
            play.setToolTip(tip(words, "toggle"))
            play.setAccessibleName(words)
        if old is None or old.speed != panel.speed:
            self.segments.set_value(panel.speed)
            self.short.setText(TIMES[panel.speed])
        if old is None or old.seed != panel.seed:
            self.seed.show_text(str(panel.seed))
        if old is None or old.clock is not panel.clock:
            self._show_frame(panel)
        self.show_status(frames_per_second)

    def show_place(self, panel: Panel) -> None:
        """Shows where the newest frame stands, and leaves the words for later."""
        self.scrub.show_frame(panel.clock)

    def _show_frame(self, panel: Panel) -> None:
        frame = panel.clock
        self.scrub.show_frame(frame)
        some = frame is not None and bool(frame.branches)
        if self.branches.isHidden() == some:
            self.branches.setVisible(some)
        self._show_step()
        self.buttons["back"].setEnabled(frame is not None and frame.step > 0)

    def _show_step(self) -> None:
        """The step, in a field as wide as the last step needs, so that nothing jumps."""
        frame = self._panel.clock if self._panel is not None else None
        if frame is None:
            return
        last = frame.length or max(frame.reached, frame.step)
        self.step.setText(f"{frame.step:,}")
        self.of.setText(f"of {last:,}")
        width = self.step.fontMetrics().horizontalAdvance(f"{frame.total:,}") + 2
        if width != self.step.minimumWidth():
            self.step.setFixedWidth(width)
        beside = self.of.fontMetrics().horizontalAdvance(tr(f"of {frame.total:,}")) + 2
        if beside != self.of.minimumWidth():
            self.of.setFixedWidth(beside)

    def show_status(self, frames_per_second: float) -> None:
        """Shows device and rates, and warns where the budget is exceeded."""
        words, over = status_line(self._panel, frames_per_second)
        if (words, over) == self._status:
            return
        self._status = (words, over)
        shown = self.status.fontMetrics().elidedText(tr(words), Qt.TextElideMode.ElideMiddle, self.status.width())
        self.status.setText(shown)
        self.status.setToolTip(words)
        self.warning.setVisible(over)
        self.warning.setToolTip(words)
        mark(self.status, "tone", "warn" if over else "muted")
        for where in (*self.segments.buttons.values(), self.short):
            where.setToolTip(f"Speed; the size of a step does not depend on it\n{words}")


class SpeedButton(Worded, QPushButton):
    """The speed as an icon with its factor, where segments have no room."""

    def __init__(self) -> None:
        super().__init__("1×")
        self.setProperty("role", "flat")
        self.setProperty("type", "small strong")
        self.setAccessibleName("Speed")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self.setIcon(look.icon("speedometer", 20))
        self.setIconSize(QSize(look.px(20), look.px(20)))
