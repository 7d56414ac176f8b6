"""What every row of a parameter has: label, mark, way back, the sentence of a refusal, and the values of twins."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QPoint, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from playground.engine.declarations.params import Effect, Spec
from playground.render.tokens import SPACING
from playground.render.words import Worded
from playground.ui.controller.sentences import tool_tip
from playground.ui.controls.style import Look, label, mark
from playground.ui.controls.widgets import IconButton, IconLabel
from playground.ui.panel.twins import TwinLine

MARKS = {
    Effect.VIEW: ("eye-outline", "changes the view only"),
    Effect.RESTART: ("restart", "restarts the run"),
    Effect.DATA: ("restart", "makes new data and restarts the run"),
}
OWN = ("alert-outline", "replaces your own data and restarts the run", "warn")
REPLACES = "\nYour own data would be replaced."


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
    goes_back = True  # a button beside a changed value leads back to the default
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
        self.has_mark = spec.effect in MARKS
        if self.has_mark:
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
        self.lock: IconLabel | None = None
        self._locked = self._lock_tip = ""
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
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What has no room any more is placed anew."""
        super().resizeEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:
        """The same where a part has another size, as in another face."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return done

    def fit(self) -> None:
        """A label that has no room beside its field gets a second line."""
        items = [self.head.itemAt(i) for i in range(self.head.count())]
        others = sum(item.sizeHint().width() for item in items if item is not None and item.widget() is not self.name)
        room = self.width() - others - self.head.spacing() * (len(items) - 1)
        wrap = self.name.fontMetrics().horizontalAdvance(self.name.text()) > room
        self.wrap_name(wrap, max(1, room) if wrap else 1)

    def wrap_name(self, wrap: bool, least: int) -> None:
        """Sets whether the label goes on in a second line, and its least width in px.

        Only what changes is set: Qt lays a row out anew for whatever is, which would ask for the next fit for ever.
        """
        if self.name.wordWrap() != wrap:
            self.name.setWordWrap(wrap)
        if self.name.minimumWidth() != least:
            self.name.setMinimumWidth(least)

    def set_value(self, value: Any, refused: str) -> None:
        """Shows the value in force, whether it is changed, and why the last one was refused."""
        self._value = value
        changed = value != self.spec.default
        if self.goes_back and self.back_button.isHidden() == changed:
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
        own = own and not self.spec.redraws
        if self.spec.effect != Effect.DATA or own == self._own:
            return
        self._own = own
        self.mark.show_icon(*(OWN if own else MARKS[Effect.DATA]))
        words = tool_tip(self.spec)
        for widget in [self, *self.findChildren(QWidget)]:
            if widget.toolTip() in (words, words + REPLACES):
                widget.setToolTip(words + REPLACES if own else words)

    def show_lock(self, why: str) -> None:
        """Locks the row and says why, or opens it again with an empty sentence."""
        if why == self._locked:
            return
        self._locked = why
        self._mark_lock(why)
        self.setToolTip(why or tool_tip(self.spec))
        for child in self.findChildren(QWidget):
            if child not in (self.lock, self.name, self.sentence):
                child.setEnabled(not why)
                if child.toolTip() in (self._lock_tip, tool_tip(self.spec)):
                    child.setToolTip(self.toolTip())
        self._lock_tip = why
        self.fit()

    def _mark_lock(self, why: str) -> None:
        """Shows a lock behind the label, in the place of the mark where there is one."""
        if self.lock is None:
            self.lock = IconLabel("lock-outline", why)
            self.head.insertWidget(1, self.lock)
            if self._look is not None:
                self.lock.restyle(self._look)
        self.lock.show_icon("lock-outline", why)
        self.lock.setVisible(bool(why))
        if self.has_mark:
            self.mark.setVisible(not why)

    def show_wrong(self, wrong: bool, changed: bool) -> None:
        """Marks the field."""

    def _send(self, value: Any, going_on: bool = False) -> None:
        if not self._stroke:
            Row._strokes += 1
            self._stroke = f"{self.spec.name}/{Row._strokes}"
        self.changed.emit(self.spec.name, value, self._stroke)
        if not going_on:
            self._stroke = ""
