"""One row a parameter, made from its declaration: label, mark, way back, field, unit, slider or choice."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from playground.engine.declarations.params import Effect, Spec
from playground.engine.declarations.value_text import field_text
from playground.render.tokens import SPACING
from playground.render.words import Worded, tr
from playground.ui.controller.sentences import plain, tool_tip, typed_text
from playground.ui.controls.field import TextField
from playground.ui.controls.slider import Slider
from playground.ui.controls.style import Look, label, mark
from playground.ui.controls.widgets import IconButton, IconLabel, MenuButton, SegmentedButtons, Switch, button
from playground.ui.panel.twins import TwinLine

POSITIONS = 1000
MARKS = {
    Effect.VIEW: ("eye-outline", "changes the view only"),
    Effect.RESTART: ("restart", "restarts the run"),
    Effect.DATA: ("restart", "makes new data and restarts the run"),
}
OWN = ("alert-outline", "replaces your own data and restarts the run", "warn")
REPLACES = "\nYour own data would be replaced."
MOST_SEGMENTS = 4


class Row(Worded, QWidget):
    """A parameter's row.

    Signals:
        changed: name, value and the stroke that it belongs to (a drag is one stroke).
        typed: name and words.
        back: name; the default is wanted.
        given_up: a refused value was given up.
        compared: name and words; a twin with this value is wanted.
        twin_typed: a twin's number, name and words.
        twin_removed: a twin's number.
        menu_wanted: name and place; what can be compared is wanted.
    """

    compared = Signal(str, str)
    twin_typed = Signal(int, str, str)
    twin_removed = Signal(int)
    menu_wanted = Signal(str, QPoint)
    changed = Signal(str, object, str)
    typed = Signal(str, str)
    back = Signal(str)
    given_up = Signal()
    _strokes = 0

    def __init__(self, spec: Spec) -> None:
        super().__init__()
        self.spec = spec
        self._look: Look | None = None
        self._value: Any = spec.default
        self._stroke = ""
        self.setAccessibleName(spec.label)
        self.setToolTip(tool_tip(spec))
        self.setMinimumWidth(1)
        self.layout_ = QVBoxLayout(self)
        self.layout_.setContentsMargins(0, 0, 0, 0)
        self.head = QHBoxLayout()
        self.head.setContentsMargins(0, 0, 0, 0)
        self.layout_.addLayout(self.head)
        self.name = label(spec.label, "body strong")
        self.head.addWidget(self.name)
        self._own = False
        if spec.effect in MARKS:
            self.mark = IconLabel(*MARKS[spec.effect])
            self.head.addWidget(self.mark)
        self.head.addStretch(1)
        self.back_button = IconButton("arrow-u-left-top", f"{spec.label}: back to the default", size=15, token="accent")
        self.back_button.target = (SPACING.field, SPACING.field)
        self.back_button.clicked.connect(lambda: self.back.emit(spec.name))
        keep = self.back_button.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.back_button.setSizePolicy(keep)
        self.back_button.hide()
        self.head.addWidget(self.back_button)
        self.sentence = label("", "caption", "bad")
        self.sentence.setWordWrap(True)
        self.sentence.hide()
        self.build()
        self.layout_.addWidget(self.sentence)
        self.twins: TwinLine | None = None
        self._beside: tuple[Any, ...] = ()

    def build(self) -> None:
        """Adds the field or the choice."""
        raise NotImplementedError

    def show_value(self, value: Any) -> None:
        """Shows the value in force."""
        raise NotImplementedError

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.layout_.setSpacing(0)
        self.head.setSpacing(look.px(4))
        self._wrap()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A label that has no room beside its field gets a second line."""
        super().resizeEvent(event)
        self._wrap()

    def _wrap(self) -> None:
        items = [self.head.itemAt(i) for i in range(self.head.count())]
        others = sum(item.sizeHint().width() for item in items if item is not None and item.widget() is not self.name)
        room = self.width() - others - self.head.spacing() * (len(items) - 1)
        wrap = self.name.fontMetrics().horizontalAdvance(self.name.text()) > room
        self.name.setWordWrap(wrap)
        self.name.setMinimumWidth(max(1, room) if wrap else 1)

    def set_value(self, value: Any, refused: str) -> None:
        """Shows the value in force, whether it is changed, and why the last one was refused."""
        self._value = value
        changed = value != self.spec.default
        if self.back_button.isHidden() == changed:
            self.back_button.setVisible(changed)
        mark(self.name, "type", "plot title" if changed else "body strong")
        mark(self, "changed", "true" if changed else "false")
        if self.sentence.text() != refused:
            self.sentence.setText(refused)
            self.sentence.setVisible(bool(refused))
        self.show_value(value)
        self.show_wrong(bool(refused), changed)

    def show_twins(self, values: tuple[Any, ...], asking: bool = False) -> None:
        """Shows the values of the twins that differ in this parameter, or asks for one more."""
        if self.twins is None and not values and not asking:
            return
        if self.twins is None:
            self.twins = TwinLine(self.spec)
            self.twins.typed.connect(self._type_twin)
            self.twins.removed.connect(self.twin_removed)
            self.twins.given_up.connect(lambda: self.show_twins(self._beside))
            if self._look is not None:
                self.twins.restyle(self._look)
            self.layout_.addWidget(self.twins)
        self._beside = values
        self.twins.show_values(values, asking)

    def ask_twin(self) -> None:
        """Opens a field for the value of one more twin."""
        self.show_twins(self._beside, asking=True)

    def _type_twin(self, twin: int, words: str) -> None:
        if twin > len(self._beside):
            self.compared.emit(self.spec.name, words)
        else:
            self.twin_typed.emit(twin, self.spec.name, words)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What this parameter can be compared with."""
        self.menu_wanted.emit(self.spec.name, event.globalPos())

    def show_own(self, own: bool) -> None:
        """Warns, where a change makes new data, that the user's own would be replaced."""
        if self.spec.effect != Effect.DATA or own == self._own:
            return
        self._own = own
        self.mark.show_icon(*(OWN if own else MARKS[Effect.DATA]))
        words = tool_tip(self.spec)
        for widget in [self, *self.findChildren(QWidget)]:
            if widget.toolTip() in (words, words + REPLACES):
                widget.setToolTip(words + REPLACES if own else words)

    def show_wrong(self, wrong: bool, changed: bool) -> None:
        """Marks the field."""

    def _send(self, value: Any, going_on: bool = False) -> None:
        if not self._stroke:
            Row._strokes += 1
            self._stroke = f"{self.spec.name}/{Row._strokes}"
        self.changed.emit(self.spec.name, value, self._stroke)
        if not going_on:
            self._stroke = ""


class FieldRow(Row):
    """A row with a field at the right of its label."""

    wide = False

    def build(self) -> None:
        """Adds the field and the unit."""
        self.field = TextField(self.spec.label, self.spec.kind in ("real", "integer"))
        self.field.setToolTip(tool_tip(self.spec))
        self.field.typed.connect(lambda words: self.typed.emit(self.spec.name, self.clean(words)))
        self.field.left.connect(self.given_up)
        if self.wide:
            self.layout_.addWidget(self.field)
        else:
            self.field.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.head.addWidget(self.field)
        if self.spec.unit:
            self.unit = label(self.spec.unit, "caption", "muted")
            self.head.addWidget(self.unit)

    def clean(self, words: str) -> str:
        """What was typed, as the parser reads it."""
        return words.strip()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        super().restyle(look)
        if not self.wide:
            self.field.setFixedWidth(self._width(look))
        self.field.setFixedHeight(look.px(SPACING.field))

    def _width(self, look: Look) -> int:
        """Room for every number that the slider gives, within bounds."""
        if self.spec.kind != "real":
            return look.px(66)
        ends = (float(self.spec.low or 0.0), float(self.spec.high or 0.0), float(self.spec.default))
        texts = [field_text(self.spec, value * part) for value in ends for part in (1.0, 1.2345)]
        wide = max(self.field.fontMetrics().horizontalAdvance(text) for text in texts)
        return min(max(look.px(66), wide + look.px(26)), look.px(104))

    def show_value(self, value: Any) -> None:
        """Shows the value in the field; a refused text stays beside its sentence."""
        if not self.sentence.text():
            self.field.show_text(field_text(self.spec, value))

    def show_wrong(self, wrong: bool, changed: bool) -> None:
        """Marks the field."""
        mark(self.field, "changed", "true" if changed else "false")
        mark(self.field, "wrong", "true" if wrong else "false")


class NumberRow(FieldRow):
    """A real or whole number: typed, dragged on the slider, or turned by the wheel."""

    def build(self) -> None:
        """Adds field and slider with the ends of the range."""
        super().build()
        spec = self.spec
        self.field.nudged.connect(self._nudge)
        assert spec.low is not None
        assert spec.high is not None
        many = POSITIONS
        if spec.kind == "integer" and not spec.log:
            many = min(POSITIONS, int(spec.high - spec.low))
        self.slider = Slider(spec.label, max(1, many), 0)
        self.slider.setToolTip(tool_tip(spec))
        self.slider._default = self.position(spec.default)
        self.slider.moved.connect(self._slid)
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        self.line = line
        line.addWidget(label(plain(spec.low), "caption", "muted"))
        line.addWidget(self.slider, 1)
        line.addWidget(label(plain(spec.high), "caption", "muted"))
        self.layout_.addLayout(line)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        super().restyle(look)
        self.line.setSpacing(look.px(8))

    def clean(self, words: str) -> str:
        """A number with its minus sign or decimal comma as parsers read them."""
        return typed_text(words)

    def position(self, value: float) -> int:
        """Where a value stands on the slider."""
        low, high = self._ends()
        here = math.log(value) if self.spec.log else value
        return round((here - low) / (high - low) * self.slider.maximum()) if high > low else 0

    def value_at(self, position: int) -> float | int:
        """The value at a position, rounded to what the field can show; the ends are exact."""
        spec = self.spec
        if position <= 0 or position >= self.slider.maximum():
            end = spec.low if position <= 0 else spec.high
            assert end is not None
            return int(end) if spec.kind == "integer" else float(end)
        if position == self.slider._default:
            return spec.default  # type: ignore[no-any-return]
        low, high = self._ends()
        here = low + (high - low) * position / self.slider.maximum()
        value = math.exp(here) if spec.log else here
        if spec.kind == "integer":
            return round(value)
        value = float(f"{value:.3g}") if spec.log else round(value, max(spec.decimals, 3))
        return min(max(value, float(spec.low or 0.0)), float(spec.high if spec.high is not None else value))

    def _ends(self) -> tuple[float, float]:
        assert self.spec.low is not None
        assert self.spec.high is not None
        if self.spec.log:
            return math.log(self.spec.low), math.log(self.spec.high)
        return float(self.spec.low), float(self.spec.high)

    def show_value(self, value: Any) -> None:
        """Shows the value in field and slider."""
        super().show_value(value)
        self.slider.set_position(self.position(value))

    def _slid(self, position: int, dragging: bool) -> None:
        self._send(self.value_at(position), dragging)

    def _nudge(self, steps: int) -> None:
        """A hundredth of the range, or a twentieth of a decade."""
        spec = self.spec
        assert spec.low is not None
        assert spec.high is not None
        if spec.log:
            value = self._value * 10 ** (steps / 20)
            if spec.kind == "integer":
                value = self._value + steps if round(value) == self._value else value
        else:
            hundredth = (spec.high - spec.low) / 100
            value = self._value + steps * (max(1, round(hundredth)) if spec.kind == "integer" else hundredth)
        value = min(spec.high, max(spec.low, value))
        self._send(round(value) if spec.kind == "integer" else float(f"{value:.6g}"))


class WideRow(FieldRow):
    """Text or a vector: the field has the whole width."""

    wide = True


class FileRow(WideRow):
    """A file of the user's own."""

    def build(self) -> None:
        """Adds the field and a button that opens a dialog."""
        super().build()
        self.open_button = button("Open", name=f"{self.spec.label}: open a file")
        self.open_button.clicked.connect(self._ask)
        self.head.addWidget(self.open_button)

    def _ask(self) -> None:
        pattern = " ".join(f"*{suffix}" for suffix in self.spec.suffixes)
        path, _ = QFileDialog.getOpenFileName(self, self.spec.label, self._value, f"{self.spec.label} ({pattern})")
        if path:
            self._send(path)


class FlagRow(Row):
    """On or off."""

    def build(self) -> None:
        """Adds the switch."""
        self.switch = Switch(self.spec.label)
        self.switch.setToolTip(tool_tip(self.spec))
        self.switch.clicked.connect(lambda: self._send(self.switch.isChecked()))
        self.head.addWidget(self.switch)

    def show_value(self, value: Any) -> None:
        """Shows the value."""
        self.switch.setChecked(bool(value))


class ChoiceRow(Row):
    """One of a few words: segments for up to four that fit, a menu for more."""

    def build(self) -> None:
        """Adds segments or a menu."""
        choices = self.spec.choices
        self.segments: SegmentedButtons | None = None
        if len(choices) <= MOST_SEGMENTS:
            self.segments = SegmentedButtons(choices.items(), self.spec.label)
            self.segments.chosen.connect(self._send)
            self.layout_.addWidget(self.segments)
        self.menu_button = MenuButton(self.spec.label)
        menu = QMenu(self.menu_button)
        for value, text in choices.items():
            menu.addAction(tr(text)).triggered.connect(lambda _checked=False, value=value: self._send(value))
        self.menu_button.setMenu(menu)
        self.menu_button.setMinimumWidth(1)
        self.layout_.addWidget(self.menu_button)
        self.menu_button.setVisible(self.segments is None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Segments whose words have no room give way to the menu."""
        super().resizeEvent(event)
        if self.segments is not None:
            room = self.segments.sizeHint().width() <= self.width()
            self.segments.setVisible(room)
            self.menu_button.setVisible(not room)

    def show_value(self, value: Any) -> None:
        """Shows the value."""
        if self.segments is not None:
            self.segments.set_value(value)
        self.menu_button.show_words(self.spec.choices[value])


KINDS: dict[str, type[Row]] = {
    "real": NumberRow,
    "integer": NumberRow,
    "choice": ChoiceRow,
    "flag": FlagRow,
    "text": WideRow,
    "vector": WideRow,
    "file": FileRow,
}


def row(spec: Spec) -> Row:
    """The row of one declaration."""
    return KINDS[spec.kind](spec)
