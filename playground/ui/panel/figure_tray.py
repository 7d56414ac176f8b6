"""The tray of a figure: what was collected for it, in the order of its letters, and how it shall be made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QDropEvent, QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QListView, QListWidget, QListWidgetItem, QWidget

from playground.lecture.figure_recipe import USUAL_WIDTH, WIDTHS
from playground.render import fonts
from playground.ui.controller.collecting import FigureChoice
from playground.ui.controller.state import Collected
from playground.ui.controls.dialogs import asking
from playground.ui.controls.over_card import OverCard
from playground.ui.controls.picker import Picker
from playground.ui.controls.style import Look, label
from playground.ui.controls.widgets import button

if TYPE_CHECKING:
    from playground.ui.controller.controller import Controller
    from playground.ui.controls.dialogs import Dialogs

PICTURE = (112, 63)  # px at factor 1
ROOM = (132, 112)  # of a picture with its words
BELOW = 124  # px at factor 1 that stay free below it: the transport and the strip
FORMATS = {".pdf": "PDF", ".svg": "SVG", ".png": "PNG"}
NAMED = {name: f"{name.replace('-', ' ')}, {size:g} mm" for name, size in WIDTHS.items()}
ROWS = {"": "as it fits", "1": "1 in a row", "2": "2 in a row", "3": "3 in a row", "4": "4 in a row"}
TEXTS = {"6.0": "6 points", "7.0": "7 points", "8.0": "8 points", "9.0": "9 points", "10.0": "10 points"}
GROUNDS = {"theme": "white", "clear": "transparent"}


class PanelList(QListWidget):
    """Pictures in a row that are dragged into order.

    Signals:
        moved: a row, and before which one it was dropped.
    """

    moved = Signal(int, int)

    def dropEvent(self, event: QDropEvent) -> None:
        """Says where the chosen row goes; whoever holds the order puts it there."""
        at = event.position().x()
        rects = (self.visualItemRect(self.item(row)) for row in range(self.count()))
        to = sum(rect.center().x() < at for rect in rects)
        event.setDropAction(Qt.DropAction.IgnoreAction)  # else Qt would take the row away
        event.accept()
        if self.currentRow() >= 0:
            self.moved.emit(self.currentRow(), to)


class FigureTray(OverCard):
    """Shows what is collected while the window goes on."""

    def __init__(self, parent: QWidget, controller: Controller, dialogs: Dialogs) -> None:
        """A tray.

        Args:
            parent: the window.
            controller: collects.
            dialogs: ask for the file.
        """
        super().__init__(parent, "Figure")
        self._controller, self._dialogs = controller, dialogs
        self._pictures: dict[int, QPixmap] = {}
        self._shown: tuple[Collected, ...] = ()
        self.message = label("", "small", "muted")
        self.list_ = PanelList()
        self.list_.setAccessibleName("Panels of the figure")
        self.list_.setViewMode(QListView.ViewMode.IconMode)
        self.list_.setFlow(QListView.Flow.LeftToRight)
        self.list_.setWrapping(False)
        self.list_.setMovement(QListView.Movement.Static)
        self.list_.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.list_.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list_.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list_.installEventFilter(self)
        self.list_.moved.connect(self._move)
        self.width_, self.rows = Picker("Width of the figure"), Picker("Panels in a row")
        self.text, self.format = Picker("Smallest text"), Picker("Format of the figure")
        self.ground = Picker("Ground of the figure")
        for picker, words, first in (
            (self.width_, NAMED, USUAL_WIDTH),
            (self.rows, ROWS, ""),
            (self.text, TEXTS, "7.0"),
            (self.format, FORMATS, ".pdf"),
            (self.ground, GROUNDS, "theme"),
        ):
            picker.offer(words)
            picker.pick(first)
        head = QHBoxLayout()
        head.addWidget(label("Figure", "panel title"))
        head.addWidget(self.message, 1)
        choices = QHBoxLayout()
        for picker in (self.width_, self.rows, self.text, self.format, self.ground):
            choices.addWidget(picker, 3 if picker is self.width_ else 2)
        self._choices, self._head = choices, head
        self.column.addLayout(head)
        self.column.addWidget(self.list_)
        self.column.addLayout(choices)
        self.close_, self.out, self.go = button("Close"), button("Take out"), button("Make the figure", "primary")
        for made in (self.out, self.close_, self.go):
            head.addWidget(made)
        self.close_.clicked.connect(self.closed)
        self.out.clicked.connect(self._take_out)
        self.go.clicked.connect(self._make)
        self.list_.itemSelectionChanged.connect(self._offer)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        super().restyle(look)
        self.column.setContentsMargins(*[look.px(12)] * 4)
        self._choices.setSpacing(look.px(8))
        self._head.setSpacing(look.px(8))
        self.list_.setFont(fonts.font("caption", look.factor))
        self.list_.setIconSize(QSize(*(look.px(side) for side in PICTURE)))
        self.list_.setGridSize(QSize(*(look.px(side) for side in ROOM)))
        self.list_.setFixedHeight(look.px(ROOM[1] + 8))

    def place(self) -> None:
        """At the bottom of the page, above the transport."""
        page, look = self.parentWidget(), self._look
        if page is None or look is None:
            return
        width = min(page.width() - 2 * look.px(16), look.px(760))
        self.column.activate()
        height = self.minimumSizeHint().height()
        self.setGeometry(look.px(16), max(0, page.height() - height - look.px(BELOW)), width, height)

    # ---- showing

    def show_collected(self, collected: Sequence[Collected], *, busy: bool) -> None:
        """Shows the runs.

        Args:
            collected: in the order of their letters.
            busy: a file is being made.
        """
        found = tuple(collected)
        if [one.number for one in found] != [one.number for one in self._shown]:
            self._fill(found)
        self._shown = found
        many = f"{len(found)} panel{'' if len(found) == 1 else 's'}"
        self.message.setText(many if found else "Nothing yet: stop where a picture says what you mean, and add it")
        self._offer()
        self.go.setEnabled(bool(found) and not busy and all(one.record is not None for one in found))
        if self.isHidden():
            self.appear()
        self.raise_()  # a page that is shown anew lies over it

    def _fill(self, found: Sequence[Collected]) -> None:
        for one in found:
            if one.number not in self._pictures:
                self._pictures[one.number] = self._picture()
        self.list_.clear()
        for place, one in enumerate(found):
            words = f"{chr(97 + place)}  step {one.step:,}\n{one.title.partition(',')[0]}"
            item = QListWidgetItem(QIcon(self._pictures[one.number]), words)
            item.setData(Qt.ItemDataRole.UserRole, one.number)
            item.setToolTip(f"{one.title}, step {one.step:,}")
            self.list_.addItem(item)

    def _picture(self) -> QPixmap:
        """What stands on the stage now, small."""
        page = getattr(self.window(), "page", None)
        view = page.stage.picture if page is not None else None
        if view is None:
            return QPixmap()
        found: QPixmap = view.grab()
        wanted = self.list_.iconSize() * 2
        return found.scaled(wanted, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)

    def _offer(self) -> None:
        self.out.setEnabled(bool(self.list_.selectedItems()))

    # ---- changing

    @property
    def order(self) -> tuple[int, ...]:
        """The numbers of the runs as they stand in the tray."""
        items = (self.list_.item(row) for row in range(self.list_.count()))
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in items)

    def _move(self, row: int, to: int) -> None:
        """A run goes before the one that stands at a place, or to the end."""
        order = list(self.order)
        moved = order.pop(row)
        order.insert(to - (to > row), moved)
        self._controller.collecting.arrange(order)
        self.list_.setCurrentRow(order.index(moved))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete takes the chosen one out; alt with an arrow moves it."""
        row = self.list_.currentRow()
        if watched is self.list_ and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and row >= 0:
            if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
                self._take_out()
                return True
            by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 2}.get(Qt.Key(event.key()), 0)
            if by and event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self._move(row, max(0, min(self.list_.count(), row + by)))
                return True
        return super().eventFilter(watched, event)

    def _take_out(self) -> None:
        for item in self.list_.selectedItems():
            self._controller.collecting.remove(item.data(Qt.ItemDataRole.UserRole))

    def choice(self) -> FigureChoice:
        """How the figure shall be."""
        options = {"width": self.width_.value, "text": float(self.text.value), "ground": self.ground.value}
        if self.rows.value:
            options["columns"] = int(self.rows.value)
        return FigureChoice(self.format.value, options)

    def _make(self) -> None:
        choice = self.choice()
        asked = asking(self._dialogs, self._controller.state.presenting)
        if path := asked.save_export(self, "figure", choice.suffix, FORMATS[choice.suffix]):
            self._controller.collecting.export(choice, path)
