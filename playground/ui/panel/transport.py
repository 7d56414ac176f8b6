"""The transport: start, back, play, forward, scrub bar, step, speed, seed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QSizePolicy

from playground.lecture.challenges import SEED
from playground.render.tokens import SPACING
from playground.render.words import Worded, tr
from playground.ui.controller.locks import lock
from playground.ui.controller.state import Panel, status_line
from playground.ui.controls.field import TextField
from playground.ui.controls.style import Look, label
from playground.ui.controls.widgets import IconButton, SegmentedButtons
from playground.ui.keys import tip
from playground.ui.panel.scrubbar import ScrubBar

SPEEDS = (("slow", "Slow"), ("normal", "Normal"), ("fast", "Fast"))
FIELD_EDGES = 20  # px at factor 1 that a field has beside its number
USUAL = 100  # steps: the least run that the field has room for, so that it stays as it is while one comes
SEED_TIP = "Seed of the random numbers: a whole number from 0"
TIMES = {"slow": "0.1×", "normal": "1×", "fast": "max"}
SPEED_FROM = 1060  # logical px


class Transport(Worded, QFrame):
    """The bar at the bottom.

    Signals:
        command: the id of a command.
        sought: a step.
        stepped: a step as it was typed.
        speed: a speed.
        seeded: a seed as it was typed.
    """

    command = Signal(str)
    sought = Signal(int)
    stepped = Signal(str)
    speed = Signal(str)
    seeded = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("plane", "window")
        self._panel: Panel | None = None
        self._status = ""
        self._look: Look | None = None
        self._row = QHBoxLayout(self)
        self._groups = [QHBoxLayout() for _ in range(3)]
        moves, steps, seeds = self._groups
        self._buttons(moves)
        self.scrub = ScrubBar()
        self.scrub.sought.connect(self.sought)
        self.step = TextField("Step", False)
        self.step.setToolTip("The step on screen; type another to go there")
        self.step.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.step.typed.connect(self._type_step)
        self.of = label("", "body", "muted")
        steps.addWidget(self.step)
        steps.addWidget(self.of)
        self._seed(seeds)
        self._row.addLayout(moves)
        self._row.addWidget(self.scrub, 1)
        self._row.addLayout(steps)
        self.branches = IconButton("source-branch", "Kept runs", tip("Kept runs", "branches"))
        self.branches.clicked.connect(lambda: self.command.emit("branches"))
        self.branches.hide()
        self._row.addWidget(self.branches)
        self._speed()
        self._row.addLayout(seeds)

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
        self.seed.setToolTip(SEED_TIP)
        self.seed.typed.connect(self._type_seed)
        self.anew = IconButton("restart", "Start anew", tip("Start anew with these parameters and data", "reset"))
        self.anew.clicked.connect(lambda: self.command.emit("reset"))
        where.addWidget(self.anew)
        where.addWidget(self.die)
        where.addWidget(self.seed)

    def _type_step(self, words: str) -> None:
        """Until the run is there, and where the words are refused, the field has the step on screen."""
        self.stepped.emit(words)
        self._show_step()

    def _type_seed(self, words: str) -> None:
        self.seeded.emit(words)
        if self._panel is not None:
            self.seed.show_text(str(self._panel.seed))

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._row.setContentsMargins(look.px(16), 0, look.px(16), 0)
        self._row.setSpacing(look.px(16))
        for group in self._groups:
            group.setSpacing(look.px(5))
        self._look = look
        self._show_step()
        for field in (self.step, self.seed):
            field.setFixedHeight(look.px(SPACING.field))
        self.seed.setFixedWidth(look.px(52))

    def reflow(self, width: float) -> None:
        """What has room at a logical width."""
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
        if old is None or old.task is not panel.task:
            self._show_lock(lock(panel, SEED))
        if old is None or old.clock is not panel.clock:
            self._show_frame(panel)
        self.show_status(frames_per_second)

    def _show_lock(self, why: str) -> None:
        """Locks the seed and says why, or opens it with an empty sentence."""
        for made, usual in ((self.die, tip("New seed", "reseed")), (self.seed, SEED_TIP)):
            made.setEnabled(not why)
            made.setToolTip(why or usual)

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
        self._row.activate()  # at once: a paint may come before the event that would lay out anew
        self.buttons["back"].setEnabled(frame is not None and frame.step > 0)

    def _show_step(self) -> None:
        """The step, in a field as wide as the last step needs, so that nothing jumps; empty until a run is there."""
        frame = self._panel.clock if self._panel is not None else None
        total = 0
        if frame is None:
            self.step.show_text("")
            self.of.setText("")
        else:
            total = frame.total
            self.step.show_text(f"{frame.step:,}")
            self.of.setText(f"of {frame.length or max(frame.reached, frame.step):,} steps")
        edges = self._look.px(FIELD_EDGES) if self._look is not None else FIELD_EDGES
        width = self.step.fontMetrics().horizontalAdvance(f"{max(total, USUAL):,}") + edges
        if width != self.step.minimumWidth():
            self.step.setFixedWidth(width)
        beside = self.of.fontMetrics().horizontalAdvance(tr(f"of {max(total, USUAL):,} steps")) + 2
        if beside != self.of.minimumWidth():
            self.of.setFixedWidth(beside)

    def show_status(self, frames_per_second: float) -> None:
        """Tells device and rates where the speed is chosen."""
        words, _ = status_line(self._panel, frames_per_second)
        if words != self._status:
            self._status = words
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
