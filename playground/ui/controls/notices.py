"""Notices: one line under the picture for six seconds, never a dialog."""

from __future__ import annotations

from PySide6.QtCore import QRect, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from playground.render.tokens import MOTION
from playground.render.words import Worded
from playground.ui.controller.state import Notice
from playground.ui.controls.style import Look, label, mark
from playground.ui.controls.widgets import IconButton, IconLabel, button

ICONS = {
    "notice": ("information-outline", "notice", "muted"),
    "ended": ("information-outline", "notice", "muted"),
    "warning": ("alert-outline", "warning", "warn"),
    "failed": ("alert-circle-outline", "failed", "bad"),
}


class NoticeBar(Worded, QFrame):
    """The notice on screen; one whose closing is a decision stays until it is made.

    Signals:
        command: the id of a command.
        done: it has been shown long enough.
    """

    command = Signal(str)
    done = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("plane", "card")
        self.setAccessibleName("Notice")
        self._look: Look | None = None
        self._number = 0
        self._action = self._closed = ""
        self._row = QHBoxLayout(self)
        self._icons = {kind: IconLabel(*icon, size=18) for kind, icon in ICONS.items()}
        for icon in self._icons.values():
            self._row.addWidget(icon)
        self.words = label("", "small")
        self.words.setWordWrap(True)
        self._row.addWidget(self.words, 1)
        self.act = button("", name="What the notice offers")
        self.act.clicked.connect(self._run)
        self._row.addWidget(self.act)
        close = IconButton("close", "Close the notice", size=15)
        close.target = (24, 24)
        close.clicked.connect(self._close)
        self._row.addWidget(close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(MOTION.notice_stays)
        self._timer.timeout.connect(self.done)
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._row.setContentsMargins(look.px(16), look.px(3), look.px(8), look.px(3))
        self._row.setSpacing(look.px(10))

    def show_notice(self, notice: Notice | None) -> None:
        """Shows a notice, or nothing."""
        if notice is None:
            self._timer.stop()
            self.hide()
            return
        if notice.number == self._number and not self.isHidden():
            return
        self._number, self._action, self._closed = notice.number, notice.action, notice.closed
        for kind, icon in self._icons.items():
            icon.setVisible(kind == notice.kind)
        self.words.setText(notice.text)
        self.words.setAccessibleName(notice.text)
        self.act.setText(notice.action_label)
        self.act.setVisible(bool(notice.action))
        self.show()
        self.raise_()
        if notice.closed:
            self._timer.stop()
        else:
            self._timer.start()

    def _close(self) -> None:
        self.done.emit()
        if self._closed:
            self.command.emit(self._closed)

    def _run(self) -> None:
        self.done.emit()
        self.command.emit(self._action)

    def height_at(self, width: int) -> int:
        """How high it is where it has this width, in px."""
        self._row.activate()
        return max(self.heightForWidth(width), self.minimumSizeHint().height())

    def lie_at(self, place: QRect) -> None:
        """In a place that is kept for it, in px of the window."""
        mark(self, "plane", "window")
        self.setGeometry(place)

    def float_at(self, bottom: int) -> None:
        """At the bottom left of the window, over what is there."""
        look, page = self._look, self.parentWidget()
        if look is None or page is None or self.isHidden():
            return
        mark(self, "plane", "card")
        edge = look.px(16)
        words = self.words.fontMetrics().horizontalAdvance(self.words.text())
        others = self.sizeHint().width() - self.words.sizeHint().width()
        width = min(page.width() - 2 * edge, words + others + look.px(4), look.px(640))
        height = self.height_at(width)
        self.setGeometry(edge, bottom - height - edge, width, height)
