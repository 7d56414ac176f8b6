"""What covers the whole window for a while: all keys, and the black or white screen."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from playground.render.words import Worded, tr
from playground.ui.controller.state import Curtain, State
from playground.ui.controls.closable import Closable
from playground.ui.controls.style import Look, dress, label, quiet_scroll
from playground.ui.controls.widgets import IconButton
from playground.ui.keys import COMMANDS, fits, key_label

MOUSE = {
    "click": "click",
    "shift+click": "shift + click",
    "alt+click": "alt + click",
    "double-click": "double click",
    "drag": "drag",
    "shift+drag": "shift + drag",
    "alt+drag": "alt + drag",
    "hover": "hover",
    "wheel": "wheel",
}

ZOOM = "zoom at the cursor"


def mouse_lines(state: State) -> list[tuple[str, str]]:
    """What the mouse does in the panel: event and meaning, each once, and in which plots where it is not in all."""
    panel = state.panel
    if panel is None or state.page != "panel":
        return []
    from playground.texts.template import fill

    plots = panel.figure.plots if panel.figure is not None else ()
    values = panel.frame.metrics if panel.frame is not None else {}
    lines: dict[tuple[str, str], list[str]] = {}
    for plot in plots:
        title = fill(plot.title, panel.declaration, {**panel.params.plain(), **values})
        done = [(MOUSE[mouse.on], mouse.label) for mouse in plot.mouse if mouse.label]
        for line in dict.fromkeys([*done, *([(MOUSE["wheel"], ZOOM)] if plot.zoom else [])]):
            lines.setdefault(line, []).append(title)
    return [
        (event, tr(words) if len(where) == len(plots) else f"{tr(words)} · {', '.join(map(tr, where))}")
        for (event, words), where in lines.items()
    ]


class KeysOverlay(Worded, Closable):
    """All keys of the page, and what the mouse does.

    Signals:
        closed: it was closed.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("plane", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("All keys")
        self._look: Look | None = None
        self._groups: dict[str, list[tuple[str, str]]] = {}
        self._column = QVBoxLayout(self)
        self._head = head = QHBoxLayout()
        head.addWidget(label("Keys", "panel title"))
        head.addStretch(1)
        close = IconButton("close", "Close", "Close (esc)", size=18)
        close.clicked.connect(self.close_up)
        head.addWidget(close)
        self._column.addLayout(head)
        self._area = QScrollArea()
        self._body = QWidget(self._area)
        quiet_scroll(self._area)
        self._column.addWidget(self._area)
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setContentsMargins(*[look.px(20)] * 4)

    def open_for(self, state: State) -> None:
        """Shows the keys that act on this page."""
        if self._look is None:
            return
        groups: dict[str, list[tuple[str, str]]] = {}
        for command in COMMANDS:
            if command.keys and fits(command, state.page):
                keys = " or ".join(key_label(key) for key in command.keys)
                groups.setdefault(command.group, []).append((keys, command.label))
        if mouse := mouse_lines(state):
            groups["Mouse"] = mouse
        self._groups = groups
        self.show()
        self.place()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def _fill(self, columns: int) -> None:
        """Lays the keys out in one column or two."""
        assert self._look is not None
        self._body = self._columns(self._groups, self._look, columns)
        self._area.setWidget(self._body)
        dress(self._body, self._look)

    def _columns(self, groups: dict[str, list[tuple[str, str]]], look: Look, columns: int) -> QWidget:
        body = QWidget()
        body.setProperty("plane", "surface")
        row = QHBoxLayout(body)
        row.setContentsMargins(0, look.px(8), 0, 0)
        row.setSpacing(look.px(32))
        for some in _halves(groups) if columns == 2 else [list(groups)]:
            grid = QGridLayout()
            grid.setHorizontalSpacing(look.px(14))
            grid.setVerticalSpacing(look.px(5))
            line = 0
            for name in some:
                grid.addWidget(label(name, "section"), line, 0, 1, 2)
                line += 1
                for keys, words in groups[name]:
                    grid.addWidget(label(keys, "small strong"), line, 0)
                    grid.addWidget(label(words, "small", "muted"), line, 1)
                    line += 1
                grid.setRowMinimumHeight(line, look.px(8))
                line += 1
            grid.setRowStretch(line, 1)
            row.addLayout(grid)
        return body

    def place(self) -> None:
        """In the middle of the window."""
        page = self.parentWidget()
        if page is None:
            return
        edges = self._column.contentsMargins()
        bar = self._area.verticalScrollBar().sizeHint().width()
        others = bar + edges.left() + edges.right() + 2
        # Two columns where they have room; the rest of one that is too high is scrolled.
        self._fill(2)
        if self._body.sizeHint().width() + others > page.width():
            self._fill(1)
        inside = self._body.sizeHint()
        head = self._head.sizeHint().height() + self._column.spacing()
        wanted = QSize(
            inside.width() + others,
            inside.height() + head + edges.top() + edges.bottom() + 2,
        )
        size = wanted.boundedTo(page.size())
        self.setGeometry(QRect(QPoint(0, 0), size))
        self.move((page.width() - size.width()) // 2, (page.height() - size.height()) // 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape, or the key that opened it, closes it."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Question):
            self.close_up()
        else:
            event.ignore()


def _halves(groups: Mapping[str, list[tuple[str, str]]]) -> tuple[list[str], list[str]]:
    """The headings in two columns of about the same height."""
    whole = sum(len(lines) + 2 for lines in groups.values())
    left: list[str] = []
    used = 0
    for name, lines in groups.items():
        if left and used + (len(lines) + 2) / 2 > whole / 2:
            break
        left.append(name)
        used += len(lines) + 2
    return left, [name for name in groups if name not in left]


class CurtainView(Worded, QWidget):
    """The whole window black or white; a click or the same key takes it away.

    Signals:
        clicked: it shall go.
    """

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._color: Curtain = ""
        self.hide()

    def draw(self, color: Curtain) -> None:
        """Draws it, or takes it away."""
        self._color = color
        self.setAccessibleName(f"{color} screen")
        self.setVisible(bool(color))
        page = self.parentWidget()
        if color and page is not None:
            self.setGeometry(page.rect())
            self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fills the window."""
        if self._color:
            QPainter(self).fillRect(self.rect(), QColor(self._color))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Takes it away."""
        self.clicked.emit()
