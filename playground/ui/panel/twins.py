"""What twins need on screen: a title over each picture, a line under the parameter that differs, the menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from playground.engine.declarations.params import Spec
from playground.engine.declarations.value_text import field_text, value_text
from playground.engine.frame import Frame
from playground.render.side_by_side import GAP, TwinTitle, ending
from playground.render.tokens import SPACING
from playground.render.words import Worded, tr
from playground.ui.controller.sentences import command_text, values_of
from playground.ui.controller.state import Panel
from playground.ui.controls.field import TextField
from playground.ui.controls.style import Look, label
from playground.ui.controls.widgets import IconButton

MOST = 4


class TwinHead(TwinTitle):
    """The title over a twin, with a way to take it away.

    Signals:
        closed: the twin shall leave.
    """

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self.close_button = IconButton("close", "Take this run away", size=15)
        self.close_button.target = (28, 28)
        self.close_button.clicked.connect(self.closed)
        self._row.addStretch(1)
        self._row.addWidget(self.close_button)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._row.setContentsMargins(0, look.px(4), look.px(GAP), 0)
        self._spare = look.px(28 + GAP)
        self.set_theme(look.theme, look.factor)

    _spare = 0

    def tell(self, words: str, frame: Frame, going: bool, bare: bool) -> None:
        """Says what differs, and how the run ended where the others go on.

        Args:
            words: the difference.
            frame: the newest frame of the run.
            going: the clock goes on, or stands at a later step.
            bare: nothing but pictures is shown.
        """
        self.reserved_width = 0 if bare else self._spare
        if self.say(words, ending(frame, going)):
            self.close_button.setAccessibleName(f"Take away: {words}")
        self.close_button.setVisible(not bare)


class TwinLine(Worded, QWidget):
    """Under the row of a parameter: its value in each twin, and a field for one more.

    Signals:
        typed: the twin's number and words; the number of twins for one more.
        removed: the twin's number.
        given_up: the field for one more was left empty.
    """

    typed = Signal(int, str)
    removed = Signal(int)
    given_up = Signal()

    def __init__(self, spec: Spec) -> None:
        super().__init__()
        self._spec = spec
        self._look: Look | None = None
        self._shown: tuple[object, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.fields: list[TextField] = []
        self._words: list[QLabel] = []
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setSpacing(look.px(4))
        for field in self.fields:
            self._size(field, look)

    def _size(self, field: TextField, look: Look) -> None:
        field.setFixedHeight(look.px(SPACING.field))
        if self._spec.kind in ("real", "integer"):
            field.setFixedWidth(look.px(86))

    def show_values(self, values: tuple[object, ...], asking: bool) -> None:
        """Shows the values of the twins, and an empty field if one more is asked for."""
        shown = (*values, "?") if asking else values
        if shown == self._shown:
            return
        if len(shown) != len(self._shown) or not self.fields or asking != (self._shown[-1:] == ("?",)):
            self._build(len(values), asking)
        self._shown = shown
        for i, value in enumerate(values):
            if i < len(self.fields):
                self.fields[i].show_text(field_text(self._spec, value))
            else:
                self._words[i].setText(value_text(self._spec, value))
        self.setVisible(bool(shown))
        if asking:
            self.fields[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self, count: int, asking: bool) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.fields, self._words = [], []
        written = self._spec.kind not in ("choice", "flag")
        for i in range(1, count + 1 + asking):
            self._column.addWidget(self._entry(i, written, fresh=i > count))

    def _entry(self, twin: int, written: bool, fresh: bool) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label("compare with" if fresh else "beside it", "small", "muted"))
        row.addStretch(1)
        words = f"{self._spec.label}, {'one more run' if fresh else f'run {twin + 1}'}"
        if written:
            field = TextField(words, self._spec.kind in ("real", "integer"))
            field.setToolTip(words[:1].upper() + words[1:])
            field.typed.connect(lambda text, twin=twin: self.typed.emit(twin, text))
            field.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if fresh:
                field.left.connect(self.given_up)
            self.fields.append(field)
            row.addWidget(field)
            if self._look is not None:
                self._size(field, self._look)
        else:
            value = label("", "small strong")
            self._words.append(value)
            row.addWidget(value)
        close = IconButton("close", f"Take away: {words}", size=15)
        close.target = (28, 28)
        close.clicked.connect(self.given_up if fresh else lambda _checked=False, twin=twin: self.removed.emit(twin))
        if self._look is not None:
            close.restyle(self._look)
        row.addWidget(close)
        return line


def fill_menu(menu: QMenu, panel: Panel, choose: Callable[[str], None], only: str = "") -> None:
    """Fills a menu with what a run can be compared with.

    Args:
        menu: is emptied first.
        panel: the run.
        choose: called with `NAME` (ask for a value), `NAME=VALUE`, `NAME=*` (all values of a choice), `@seed`,
            `@preset=NAME` or `@none`.
        only: the one parameter that is offered; empty: all, seeds and presets.
    """
    empty(menu)
    for name, spec in panel.params.specs().items():
        if only in ("", name) and spec.matters(panel.params) and spec.kind != "file":
            _offer(menu, spec, getattr(panel.params, name), choose)
    if not only:
        menu.addSeparator()
        _add(menu, "Another seed", "@seed", choose)
        inner = menu.addMenu("A preset")
        for name, preset in panel.presets.items():
            if name != panel.preset:
                _add(inner, str(preset["title"]), f"@preset={name}", choose)
    if panel.twins:
        menu.addSeparator()
        _add(menu, "Stop comparing", "@none", choose)


def empty(menu: QMenu) -> None:
    """Takes everything out of a menu; Qt would keep the inner menus."""
    inner = [action.menu() for action in menu.actions()]
    menu.clear()
    for one in inner:
        if one is not None:
            one.deleteLater()


def _offer(menu: QMenu, spec: Spec, here: object, choose: Callable[[str], None]) -> None:
    """The other values of one parameter, or a way to type one."""
    values = values_of(spec)
    others = [value for value in values if value != here]
    if not values:
        _add(menu, f"{spec.label}: compare with …", spec.name, choose)
    elif len(others) == 1:
        _add(menu, f"{spec.label}: {value_text(spec, others[0])}", f"{spec.name}={command_text(others[0])}", choose)
    else:
        inner = menu.addMenu(spec.label)
        if len(values) <= MOST:
            _add(inner, "All of them", f"{spec.name}=*", choose)
            inner.addSeparator()
        for value in others:
            _add(inner, value_text(spec, value), f"{spec.name}={command_text(value)}", choose)


def _add(menu: QMenu, words: str, what: str, choose: Callable[[str], None]) -> None:
    menu.addAction(tr(words).replace("&", "&&")).triggered.connect(lambda _checked=False: choose(what))
