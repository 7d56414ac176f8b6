"""The handbook over the window: its pages at the left, the page that is read at the right."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QKeyEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QTextBrowser, QVBoxLayout, QWidget

from playground.lecture.handbook import Page
from playground.render.words import Worded
from playground.ui.controls.style import Look, label, mark
from playground.ui.controls.widgets import IconButton

LIST = 236
LEADING = 125  # per cent of a line
NARROW = 820  # logical px of the window below which the list of pages stands over the text
WIDEST, HIGHEST = 1000, 900


class HandbookView(Worded, QFrame):
    """A reader.

    Signals:
        closed: it shall go.
    """

    closed = Signal()

    def __init__(self, parent: QWidget, pages: tuple[Page, ...]) -> None:
        super().__init__(parent)
        self.setProperty("plane", "card")
        self.setAccessibleName("Handbook")
        self._look: Look | None = None
        self._pages = {one.name: one for one in pages}
        self.page = ""
        self._column = QVBoxLayout(self)
        head = QHBoxLayout()
        head.addWidget(label("Handbook", "panel title"))
        head.addStretch(1)
        shut = IconButton("close", "Close the handbook", "Close (esc)", size=18)
        shut.clicked.connect(self.closed)
        head.addWidget(shut)
        self._column.addLayout(head)
        self.list = QListWidget()
        self.list.setProperty("type", "body")
        self.list.setAccessibleName("Pages")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for one in pages:
            self.list.addItem(one.title)
        self.list.currentRowChanged.connect(self._choose)
        self.text = QTextBrowser()
        self.text.setAccessibleName("Page")
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        self._row = QHBoxLayout()
        self._row.addWidget(self.list)
        self._row.addWidget(self.text, 1)
        self._column.addLayout(self._row, 1)
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setContentsMargins(*[look.px(16)] * 4)
        self._column.setSpacing(look.px(8))
        self._row.setSpacing(look.px(16))
        self.list.setFixedWidth(look.px(LIST))
        self.text.document().setDefaultFont(look.font("body"))
        self.text.document().setDocumentMargin(look.px(8))
        mark(self.text, "type", "body")
        self._write()

    def read(self, name: str) -> None:
        """Shows a page; `page#Heading` also goes to the heading."""
        page, _, heading = name.partition("#")
        if page not in self._pages:
            page, heading = next(iter(self._pages), ""), ""
        self.page = page
        if not page:
            return
        self.list.blockSignals(True)
        self.list.setCurrentRow(list(self._pages).index(page))
        self.list.blockSignals(False)
        self._write()
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        if heading:
            self._go_to(heading)
        self.place()
        self.show()
        self.raise_()
        self.text.setFocus(Qt.FocusReason.PopupFocusReason)

    def _write(self) -> None:
        if self.page:
            self.text.setMarkdown(self._pages[self.page].text)
            self._set()

    def _set(self) -> None:
        """Sets the page: room round headings and paragraphs, code on a ground of its own, cells with padding."""
        look = self._look
        if look is None:
            return
        document = self.text.document()
        block = document.begin()
        while block.isValid():
            form, cursor = block.blockFormat(), QTextCursor(block)
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            level = form.headingLevel()
            inside = cursor.currentTable() is not None
            if form.hasProperty(QTextFormat.Property.BlockCodeFence):
                form.setBackground(look.color("sunken"))
                form.setLeftMargin(look.px(4))
                last = not block.next().blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)
                form.setBottomMargin(look.px(12) if last else 0)
            elif level:
                form.setTopMargin(look.px((0, 0, 20, 14)[min(level, 3)]))
                form.setBottomMargin(look.px(6))
                letters = QTextCharFormat()
                letters.setFont(look.font(("", "display", "panel title", "plot title")[min(level, 3)]))
                cursor.mergeCharFormat(letters)
            elif not inside:
                form.setBottomMargin(look.px(3 if block.textList() else 9))
                form.setLineHeight(LEADING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            QTextCursor(block).setBlockFormat(form)
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._set_table(frame, look)

    def _set_table(self, table: QTextTable, look: Look) -> None:
        form = table.format()
        form.setCellPadding(look.px(5))
        form.setCellSpacing(0)
        form.setBorderBrush(look.color("line"))
        form.setBorderCollapse(True)
        form.setBottomMargin(look.px(12))
        table.setFormat(form)

    def _go_to(self, heading: str) -> None:
        """Scrolls to a heading, which stands at the top then."""
        block = self.text.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and block.text() == heading:
                self.text.setTextCursor(QTextCursor(block))
                self.text.verticalScrollBar().setValue(round(self.text.cursorRect().top()))
                return
            block = block.next()

    def _choose(self, row: int) -> None:
        names = list(self._pages)
        if 0 <= row < len(names):
            self.page = names[row]
            self._write()
            self.text.moveCursor(QTextCursor.MoveOperation.Start)

    def _follow(self, link: QUrl) -> None:
        """A page of the handbook opens here, anything else in the system's browser."""
        name = link.path().removesuffix(".md")
        if link.isRelative() and name in self._pages:
            self.read(name)
        elif not link.isRelative():
            QDesktopServices.openUrl(link)

    def place(self) -> None:
        """In the middle of the window, as large as it has room for."""
        page, look = self.parentWidget(), self._look
        if page is None or look is None:
            return
        edge = look.px(24)
        width = min(page.width() - 2 * edge, look.px(WIDEST))
        height = min(page.height() - 2 * edge, look.px(HIGHEST))
        self.list.setVisible(page.width() / look.factor >= NARROW)
        self.setGeometry(QRect((page.width() - width) // 2, (page.height() - height) // 2, width, height))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape or F1 closes it."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F1):
            self.closed.emit()
        else:
            event.ignore()
