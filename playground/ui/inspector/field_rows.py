"""Rows with a field: numbers with their slider, text, vectors, files."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout

from playground.engine.declarations.value_text import field_text
from playground.render.tokens import SPACING
from playground.ui.controller.sentences import plain, tool_tip, typed_text
from playground.ui.controls.field import TextField
from playground.ui.controls.slider import Slider
from playground.ui.controls.style import Look, label, mark
from playground.ui.controls.widgets import button
from playground.ui.inspector.row import Row

POSITIONS = 1000


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
