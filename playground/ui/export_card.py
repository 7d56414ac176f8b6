"""The card of an export: format, size, theme, steps; then how far it is, and a way to call it off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from playground.render.tokens import SPACING, THEMES
from playground.ui.controls import button
from playground.ui.dialogs import asking
from playground.ui.exports import CLEAR, FILMS, LABELS, PICTURES, WEIGHTS, Choice
from playground.ui.field import Field
from playground.ui.over_card import OverCard
from playground.ui.picker import Picker
from playground.ui.state import Export, Panel
from playground.ui.style import Look, label

if TYPE_CHECKING:
    from playground.ui.controller import Controller
    from playground.ui.dialogs import Dialogs

SIZES = {
    "1920x1080": "1920 x 1080, full HD",
    "1280x720": "1280 x 720, HD",
    "1024x768": "1024 x 768, 4 to 3",
    "1080x1080": "1080 x 1080, square",
    "3840x2160": "3840 x 2160, 4K",
}
WORDS = {"text": "as text, can be edited", "paths": "as paths, look the same everywhere"}
GROUNDS = {"": "of the theme", "clear": "transparent"}
MOST_FPS = 60
BAR = 6


class Share(QWidget):
    """A bar that fills."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Progress")
        self._share = 0.0
        self._look: Look | None = None

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.setFixedHeight(look.px(BAR))

    def fill(self, share: float) -> None:
        """Shows a share from 0 to 1."""
        self._share = share
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the bar."""
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(self.rect())
        radius = whole.height() / 2
        for colour, share in ((self._look.track(), 1.0), (self._look.color("accent"), self._share)):
            painter.setBrush(colour)
            if share > 0:
                wide = max(whole.height(), share * whole.width())
                painter.drawRoundedRect(QRectF(0, 0, wide, whole.height()), radius, radius)


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
        self.format, self.size_, self.theme = Picker("Format"), Picker("Size"), Picker("Theme")
        self.words, self.ground = Picker("Words"), Picker("Ground")
        names = ("First step", "Last step", "Every so many steps", "Pictures a second")
        self.first, self.last, self.every, self.fps = (Field(name, False) for name in names)
        for name, field in zip(names, (self.first, self.last, self.every, self.fps), strict=True):
            field.setToolTip(name)
        self.column.addWidget(label("Export", "panel title"))
        self._choices = self._lay_out()
        self.column.addWidget(self._choices)
        self.said = label("", "small", "muted")
        self.said.setWordWrap(True)
        self.column.addWidget(self.said)
        self.bar = Share()
        self.column.addWidget(self.bar)
        self.close_, self.cancel, self.go = button("Close"), button("Cancel"), button("Export", "primary")
        for made in (self.close_, self.cancel, self.go):
            self.buttons.addWidget(made)
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
            ("Format", self.format),
            ("Size", self.size_),
            ("Theme", self.theme),
            ("Words", self.words),
            ("Ground", self.ground),
        ):
            self._add_row(words, picker)
        steps = QWidget()
        row = QHBoxLayout(steps)
        row.setContentsMargins(0, 0, 0, 0)
        for field, after in (
            (self.first, "to"),
            (self.last, "every"),
            (self.every, "at"),
            (self.fps, "pictures a second"),
        ):
            row.addWidget(field)
            row.addWidget(label(after, "small", "muted"))
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
        self.format.offer(LABELS)
        self.size_.offer(SIZES)
        self.theme.offer({name: name.capitalize() for name in THEMES})
        self.words.offer(WORDS)
        self.ground.offer(GROUNDS)
        for picker, first in (
            (self.format, ".png"),
            (self.size_, "1920x1080"),
            (self.words, "text"),
            (self.ground, ""),
        ):
            picker.pick(first)
        self.every.show_text("1")
        self.format.chosen.connect(self._adapt)
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
            self._take_run()
        self._choices.setVisible(not busy)
        self.go.setVisible(not busy)
        for widget in (self.cancel, self.bar):
            widget.setVisible(busy)
        self.close_.setText("Hide" if busy else "Close")
        self.close_.setAccessibleName(self.close_.text())
        if busy:
            self.bar.fill(export.share)
            self.said.setText(f"{export.words} · {export.path}")
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
        self._offer_formats(bool(panel.declaration.card.weights))
        reached = _reached(panel)
        self.first.setText("0")
        self.last.setText(str(reached))
        if self._run[0] != panel.group:
            self.fps.setText(str(max(1, min(MOST_FPS, round(panel.declaration.card.pace)))))
        self._run = (panel.group, reached)

    def _offer_formats(self, net: bool) -> None:
        """Weights only where there is a net; what was chosen stays where it can."""
        before = self.format.value
        offered = {suffix: words for suffix, words in LABELS.items() if net or suffix != WEIGHTS}
        self.format.offer(offered)
        self.format.pick(before if before in offered else ".png")

    def _adapt(self) -> None:
        """Shows what this format needs."""
        suffix = self.format.value
        drawn = suffix in PICTURES
        shown = {
            "Size": drawn,
            "Theme": drawn,
            "Words": suffix == ".svg",
            "Ground": suffix in CLEAR,
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
            self.said.setText(choice)
        elif choice.film:
            many = choice.pictures
            said = f"{many:,} picture{'' if many == 1 else 's'}, {many / choice.fps:.1f} s"
            self.said.setText(f"{said}{_of_twins(panel)}")
        elif choice.suffix == ".csv":
            self.said.setText(f"The metrics of steps 0 to {choice.last:,}{_of_twins(panel)}")
        else:
            self.said.setText(f"Step {panel.step:,}{_of_twins(panel)}")
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
        reached = self._run[1]
        first, last = _whole(self.first.text(), 0, reached), _whole(self.last.text(), 0, reached)
        if first is None or last is None or first > last:
            return f"The steps must be whole numbers from 0 to {reached:,}, the first not after the last"
        every = _whole(self.every.text(), 1, 10**9)
        if every is None:
            return "Every must be a whole number from 1"
        fps = _whole(self.fps.text(), 1, MOST_FPS)
        if fps is None:
            return f"Pictures a second must be a whole number from 1 to {MOST_FPS}"
        return Choice(suffix, choice.size, choice.theme, first=first, last=last, every=every, fps=fps)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return exports."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.go.isVisible():
            self._press()
        else:
            super().keyPressEvent(event)

    def _press(self) -> None:
        choice, panel = self.choice(), self._controller.state.panel
        if isinstance(choice, str) or panel is None:
            return
        asked = asking(self._dialogs, self._controller.state.presenting)
        kind = LABELS[choice.suffix]
        if path := asked.save_export(self, panel.declaration.id, choice.suffix, kind):
            self._controller.exports.start(choice, path)


def _reached(panel: Panel) -> int:
    return panel.frame.reached if panel.frame is not None else 0


def _of_twins(panel: Panel) -> str:
    return " · of the first run" if panel.twins else ""


def _whole(words: str, low: int, high: int) -> int | None:
    words = words.strip()
    return int(words) if words.isascii() and words.isdecimal() and low <= int(words) <= high else None
