"""The palette: any command, panel, preset, note or page of the handbook by a few letters (ctrl+K)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from playground.render.words import Worded, tr
from playground.ui.controller.state import State
from playground.ui.controls.field import SearchField
from playground.ui.controls.style import Look
from playground.ui.gallery.search import SearchEntry, entries, find_entries

WIDTH, ROWS = 520, 9
MOST = 200  # lines; who wants more types one more letter


class Palette(Worded, QFrame):
    """The palette over the window.

    Signals:
        chosen: what and value.
        closed: it was closed.
    """

    chosen = Signal(str, str)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("plane", "card")
        self._lines: list[SearchEntry] = []
        self._concept = ""
        self._books: list[SearchEntry] | None = None
        self.library: Callable[[], list[SearchEntry]] = list  # what is searched once something is typed
        self._look: Look | None = None
        self._column = QVBoxLayout(self)
        self.field = SearchField()
        self.field.setPlaceholderText("Any command, key, panel, preset, lesson or note")
        self.field.setAccessibleName("Any command")
        self.field.setProperty("type", "body")
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setProperty("type", "body")
        self.list.setAccessibleName("Commands")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.itemClicked.connect(self._run)
        self._column.addWidget(self.field)
        self._column.addWidget(self.list)
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setContentsMargins(*[look.px(12)] * 4)
        self._column.setSpacing(look.px(8))

    def open_for(self, state: State) -> None:
        """Opens it with what can be done now."""
        self._lines = entries(state)
        self._concept = state.panel.declaration.id if state.panel is not None and state.page == "panel" else ""
        self.field.clear()
        self._filter("")
        self.place()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def place(self) -> None:
        """In the upper third of the window."""
        look, page = self._look, self.parentWidget()
        if look is None or page is None:
            return
        width = min(look.px(WIDTH), page.width() - 2 * look.px(16))
        height = min(look.px(68 + 31 * ROWS), page.height() - look.px(80))
        self.setGeometry((page.width() - width) // 2, look.px(56), width, height)

    def _filter(self, wanted: str) -> None:
        self.list.clear()
        lines = self._lines
        if wanted.strip():
            if self._books is None:
                self._books = self.library()
            own = f"{self._concept}/"  # its presets are among the lines already
            lines = [*lines, *(one for one in self._books if one.what != "preset_of" or not one.value.startswith(own))]
        for line in find_entries(wanted, lines)[:MOST]:
            item = QListWidgetItem(f"{line.words}   ({line.key})" if line.key else line.words)
            item.setData(Qt.ItemDataRole.UserRole, (line.what, line.value))
            self.list.addItem(item)
        if not self.list.count():
            nothing = QListWidgetItem(tr("Nothing has these words"))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(nothing)
        self.list.setCurrentRow(0)

    def _run(self, item: QListWidgetItem | None) -> None:
        self.close_up()
        if item is not None and item.flags():
            what, value = item.data(Qt.ItemDataRole.UserRole)
            self.chosen.emit(what, value)

    def close_up(self) -> None:
        """Closes it."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows move in the list, return runs the line, escape or a click elsewhere closes."""
        if event.type() == QEvent.Type.FocusOut:
            self.close_up()
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: ROWS, Qt.Key.Key_PageUp: -ROWS}
            key = Qt.Key(event.key())
            if key in moves and self.list.count():
                row = min(self.list.count() - 1, max(0, self.list.currentRow() + moves[key]))
                self.list.setCurrentRow(row)
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.list.currentItem())
                return True
            if key == Qt.Key.Key_Escape:
                self.close_up()
                return True
        return super().eventFilter(watched, event)
