"""The palette: any command, panel or preset by a few letters (ctrl+K)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from playground.render.words import Worded, tr
from playground.ui.field import SearchField
from playground.ui.keys import COMMANDS, fits
from playground.ui.state import Panel, State
from playground.ui.style import Look

WIDTH, ROWS = 520, 9


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the palette.

    Attributes:
        what: command, open, preset, compare, lesson or scene.
        value: its id, name or path.
        words: what stands there.
        key: the key, or empty.
    """

    what: str
    value: str
    words: str
    key: str = ""


def entries(state: State) -> list[Entry]:
    """Everything that can be done on this page."""
    made = [Entry("command", c.id, c.label, c.key) for c in COMMANDS if fits(c, state.page) and c.id != "palette"]
    panel = state.panel
    if panel is not None and state.page == "panel":
        made += [Entry("preset", name, f"Preset: {preset['title']}") for name, preset in panel.presets.items()]
        made += _comparisons(panel)
    made += [Entry("open", name, f"Open: {declared.card.title}") for name, declared in state.catalog.items()]
    made += [Entry("lesson", head.path, f"Lesson: {head.title}") for head in state.lessons]
    made += [Entry("scene", path, f"Scene: {path}") for path in state.recent]
    return [replace(line, words=tr(line.words)) if line.what != "scene" else line for line in made]


def _comparisons(panel: Panel) -> list[Entry]:
    """What the run on the stage can be compared with."""
    # Imported here: it brings what the first paint does not need.
    from playground.engine.spoken import value_text
    from playground.ui.comparing import MOST
    from playground.ui.sentences import typed, values_of

    made = [Entry("compare", "@seed", "Compare with another seed")]
    for name, spec in panel.params.specs().items():
        if not spec.matters(panel.params) or spec.kind == "file":
            continue
        values = values_of(spec)
        if not values:
            made.append(Entry("compare", name, f"Compare: {spec.label} with …"))
        elif len(values) <= MOST:
            made.append(Entry("compare", f"{name}=*", f"Compare: {spec.label}, all values"))
        for value in values:
            if value != getattr(panel.params, name):
                words = f"Compare: {spec.label} {value_text(spec, value)}"
                made.append(Entry("compare", f"{name}={typed(value)}", words))
    others = [(name, preset) for name, preset in panel.presets.items() if name != panel.preset]
    return made + [Entry("compare", f"@preset={name}", f"Compare with preset: {one['title']}") for name, one in others]


def found(wanted: str, lines: list[Entry]) -> list[Entry]:
    """The lines that have all words, those that begin with them first."""
    words = wanted.casefold().split()
    hits = [line for line in lines if all(word in line.words.casefold() for word in words)]
    return sorted(hits, key=lambda line: not (words and line.words.casefold().startswith(words[0])))


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
        self._lines: list[Entry] = []
        self._look: Look | None = None
        self._column = QVBoxLayout(self)
        self.field = SearchField()
        self.field.setPlaceholderText("Any command, panel, lesson or preset")
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
        for line in found(wanted, self._lines):
            item = QListWidgetItem(f"{line.words}   ({line.key})" if line.key else line.words)
            item.setData(Qt.ItemDataRole.UserRole, (line.what, line.value))
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _run(self, item: QListWidgetItem | None) -> None:
        self.close_up()
        if item is not None:
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
