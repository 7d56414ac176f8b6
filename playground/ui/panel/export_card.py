"""The card of an export: format, size, theme, steps; then how far it is, and a way to call it off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from playground.render.tokens import SPACING, THEMES
from playground.ui.controller.exports import CLEAR, FILMS, LABELS, PICTURES, WEIGHTS, Choice
from playground.ui.controller.state import Export, Panel
from playground.ui.controls.dialogs import asking
from playground.ui.controls.field import TextField
from playground.ui.controls.over_card import OverCard
from playground.ui.controls.picker import Picker
from playground.ui.controls.share_bar import Share
from playground.ui.controls.style import Look, label
from playground.ui.controls.widgets import button

if TYPE_CHECKING:
    from playground.ui.controller.controller import Controller
    from playground.ui.controls.dialogs import Dialogs

SIZES = {
    "1920x1080": "1920 x 1080, full HD",
    "1280x720": "1280 x 720, HD",
    "1024x768": "1024 x 768, 4 to 3",
    "1080x1080": "1080 x 1080, square",
    "3840x2160": "3840 x 2160, 4K",
}
WHATS = {"": "the run on the stage", "lesson": "the open lesson"}
WORDS = {"text": "as text, can be edited", "paths": "as paths, look the same everywhere"}
PACES = {"story": "as the run has it, 6 to 15 s", "": "one picture a step"}
GROUNDS = {"": "of the theme", "clear": "transparent"}
MOST_FPS = 60


class ExportCard(OverCard):
    """What shall be exported, and how far it is."""

    def __init__(self, parent: QWidget, controller: Controller, dialogs: Dialogs) -> None:
        """A card.

        Args:
            parent: the window.
            controller: exports.
            dialogs: ask for the file.
        """
        super().__init__(parent, "Export")
        self._controller, self._dialogs = controller, dialogs
        self._run: tuple[str, int] = ("", 0)
        self.what = Picker("What")
        self.format, self.size_, self.theme = Picker("Format"), Picker("Size"), Picker("Theme")
        self.words, self.ground, self.pace = Picker("Words"), Picker("Ground"), Picker("Pace")
        names = ("First step", "Last step", "Every so many steps", "Pictures a second")
        self.first, self.last, self.every, self.fps = (TextField(name, False) for name in names)
        for name, field in zip(names, (self.first, self.last, self.every, self.fps), strict=True):
            field.setToolTip(name)
        self.column.addWidget(label("Export", "panel title"))
        self._choices = self._lay_out()
        self.column.addWidget(self._choices)
        self.message = label("", "small", "muted")
        self.message.setWordWrap(True)
        self.column.addWidget(self.message)
        self.bar = Share()
        self.column.addWidget(self.bar)
        self.close_, self.cancel, self.go = button("Close"), button("Cancel"), button("Export", "primary")
        self.collect = button("Add to the figure")
        for made in (self.collect, self.close_, self.cancel, self.go):
            self.buttons.addWidget(made)
        self.collect.clicked.connect(self._collect)
        self.column.addLayout(self.buttons)
        self.close_.clicked.connect(self.closed)
        self.cancel.clicked.connect(controller.exports.cancel)
        self.go.clicked.connect(self._press)
        self._offer()

    def _lay_out(self) -> QWidget:
        whole = QWidget()
        self._grid = QGridLayout(whole)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self._rows: dict[str, tuple[QWidget, ...]] = {}
        for words, picker in (
            ("What", self.what),
            ("Format", self.format),
            ("Size", self.size_),
            ("Theme", self.theme),
            ("Words", self.words),
            ("Ground", self.ground),
            ("Pace", self.pace),
        ):
            self._add_row(words, picker)
        steps = QWidget()
        row = QHBoxLayout(steps)
        row.setContentsMargins(0, 0, 0, 0)
        self._of_runs: list[QWidget] = []  # a lesson has no such steps
        self._of_pace: list[QWidget] = []  # a story chooses them itself
        for field, after in (
            (self.first, "to"),
            (self.last, "every"),
            (self.every, "at"),
            (self.fps, "pictures a second"),
        ):
            joint = label(after, "small", "muted")
            row.addWidget(field)
            row.addWidget(joint)
            if field is not self.fps:
                self._of_runs += [field, joint]
            if field is not self.first:
                self._of_pace += [joint] if field is self.last else [field, joint]
        row.addStretch(1)
        self._add_row("Steps", steps)
        return whole

    def _add_row(self, words: str, widget: QWidget) -> None:
        head = label(words, "small", "muted")
        row = self._grid.rowCount()
        self._grid.addWidget(head, row, 0)
        self._grid.addWidget(widget, row, 1)
        self._rows[words] = (head, widget)

    def _offer(self) -> None:
        """What there is to choose from."""
        self.what.offer(WHATS)
        self.format.offer(LABELS)
        self.size_.offer(SIZES)
        self.theme.offer({name: name.capitalize() for name in THEMES})
        self.words.offer(WORDS)
        self.ground.offer(GROUNDS)
        self.pace.offer(PACES)
        for picker, first in (
            (self.what, ""),
            (self.format, ".png"),
            (self.size_, "1920x1080"),
            (self.words, "text"),
            (self.ground, ""),
            (self.pace, "story"),
        ):
            picker.pick(first)
        self.every.show_text("1")
        self.format.chosen.connect(self._adapt)
        self.pace.chosen.connect(self._adapt)
        self.what.chosen.connect(self._take_what)
        for field in (self.first, self.last, self.every, self.fps):
            field.textEdited.connect(self._count)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        super().restyle(look)
        self._grid.setHorizontalSpacing(look.px(12))
        self._grid.setVerticalSpacing(look.px(6))
        for field in (self.first, self.last, self.every, self.fps):
            field.setFixedSize(look.px(58), look.px(SPACING.field))

    # ---- showing

    def show_export(self, export: Export) -> None:
        """Shows the choices, or how far it is; takes the keys when it opens."""
        busy = bool(export.path)
        opens = self.isHidden()
        changed = busy != self.cancel.isVisibleTo(self)
        if opens and not busy:
            if self._controller.lessons.player is None:
                self.what.pick("")
            self._take_what()
            self._take_run()
        self._choices.setVisible(not busy)
        self.go.setVisible(not busy)
        self.collect.setVisible(not busy)
        for widget in (self.cancel, self.bar):
            widget.setVisible(busy)
        self.close_.setText("Hide" if busy else "Close")
        self.close_.setAccessibleName(self.close_.text())
        if busy:
            self.bar.fill(export.share)
            self.message.setText(f"{export.words} · {export.path}")
        else:
            self._adapt()
        if opens:
            self.appear()
            (self.cancel if busy else self.go).setFocus(Qt.FocusReason.PopupFocusReason)
        elif changed:
            self.place()

    def _take_run(self) -> None:
        """The steps of the run on the stage: all that it has reached."""
        state = self._controller.state
        panel = state.panel
        assert panel is not None
        self.theme.pick(state.theme)
        reached = _furthest_step(panel)
        self.first.setText("0")
        self.last.setText(str(reached))
        if self._run[0] != panel.group:
            self.fps.setText(str(max(1, min(MOST_FPS, round(panel.declaration.card.pace)))))
        self._run = (panel.group, reached)

    @property
    def _lesson(self) -> str:
        """The file of the lesson that shall be filmed, or nothing."""
        player = self._controller.lessons.player
        return player.lesson.name if player is not None and self.what.value else ""

    def _take_what(self) -> None:
        """A lesson is filmed; a run goes into every format, and its net where it has one."""
        kept = self.format.value
        panel = self._controller.state.panel
        net = panel is not None and bool(panel.declaration.card.weights)
        fits = FILMS if self._lesson else [suffix for suffix in LABELS if net or suffix != WEIGHTS]
        offered = {suffix: LABELS[suffix] for suffix in fits}
        self.format.offer(offered)
        self.format.pick(kept if kept in offered else next(iter(offered)))
        self._adapt()

    def _adapt(self) -> None:
        """Shows what this format needs."""
        suffix = self.format.value
        drawn = suffix in PICTURES
        told = bool(self.pace.value) and not self._lesson
        for widget in dict.fromkeys((*self._of_runs, *self._of_pace)):
            hidden = (self._lesson and widget in self._of_runs) or (told and widget in self._of_pace)
            widget.setVisible(not hidden)
        shown = {
            "What": self._controller.lessons.player is not None,
            "Size": drawn,
            "Theme": drawn,
            "Words": suffix == ".svg",
            "Ground": suffix in CLEAR,
            "Pace": suffix in FILMS and not self._lesson,
            "Steps": suffix in FILMS,
        }
        for name, visible in shown.items():
            for widget in self._rows[name]:
                widget.setVisible(visible)
        self._count()
        self._choices.updateGeometry()
        if self.isVisible():
            self.place()

    def _count(self) -> None:
        """Says what comes out."""
        panel = self._controller.state.panel
        if panel is None:
            return
        choice = self.choice()
        if isinstance(choice, str):
            self.message.setText(choice)
        elif choice.lesson:
            self.message.setText("Every beat, with its caption for as long as it takes to read")
        elif choice.film and choice.story:
            said = "The first and the last picture are held; it slows where much moves"
            self.message.setText(f"{said}{_side_by_side(panel)}")
        elif choice.film:
            many = choice.pictures
            said = f"{many:,} picture{'' if many == 1 else 's'}, {many / choice.fps:.1f} s"
            self.message.setText(f"{said}{_side_by_side(panel)}")
        elif choice.suffix == ".csv":
            self.message.setText(f"The metrics of steps 0 to {choice.last:,}{_of_twins(panel)}")
        else:
            several = _side_by_side if choice.suffix in PICTURES else _of_twins
            self.message.setText(f"Step {panel.step:,}{several(panel)}")
        self.go.setEnabled(not isinstance(choice, str))

    # ---- choosing

    def choice(self) -> Choice | str:
        """What is chosen, or the sentence why it cannot be."""
        suffix = self.format.value
        width, _, height = self.size_.value.partition("x")
        choice = Choice(
            suffix,
            (int(width), int(height)),
            self.theme.value or "light",
            self.words.value,
            bool(self.ground.value),
            last=self._run[1],
        )
        if not choice.film:
            return choice
        fps = _whole(self.fps.text(), 1, MOST_FPS)
        if fps is None:
            return f"Pictures a second must be a whole number from 1 to {MOST_FPS}"
        if self._lesson:
            return replace(choice, fps=fps, lesson=self._lesson, last=0)
        reached = self._run[1]
        first, last = _whole(self.first.text(), 0, reached), _whole(self.last.text(), 0, reached)
        if first is None or last is None or first > last:
            return f"The steps must be whole numbers from 0 to {reached:,}, the first not after the last"
        every = _whole(self.every.text(), 1, 10**9)
        if every is None:
            return "Every must be a whole number from 1"
        return replace(choice, first=first, last=last, every=every, fps=fps, story=bool(self.pace.value))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return exports."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.go.isVisible():
            self._press()
        else:
            super().keyPressEvent(event)

    def _collect(self) -> None:
        self._controller.exports.close()
        self._controller.collecting.add()

    def _press(self) -> None:
        choice, panel = self.choice(), self._controller.state.panel
        if isinstance(choice, str) or panel is None:
            return
        asked = asking(self._dialogs, self._controller.state.presenting)
        kind = LABELS[choice.suffix]
        name = Path(choice.lesson).name.partition(".")[0] if choice.lesson else panel.declaration.id
        if path := asked.save_export(self, name, choice.suffix, kind):
            self._controller.exports.start(choice, path)


def _furthest_step(panel: Panel) -> int:
    return panel.frame.reached if panel.frame is not None else 0


def _of_twins(panel: Panel) -> str:
    return " · of the first run" if panel.twins else ""


def _side_by_side(panel: Panel) -> str:
    return f" · {len(panel.twins) + 1} runs side by side" if panel.twins else ""


def _whole(words: str, low: int, high: int) -> int | None:
    words = words.strip()
    return int(words) if words.isascii() and words.isdecimal() and low <= int(words) <= high else None
