"""The tab of the code beside the picture: one plain function, run once at the shown step, lit line by line."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from playground.engine.declarations.code import CodeListing
from playground.texts.links import linkable
from playground.ui.controller.state import Panel
from playground.ui.controls.style import SCROLL_BAR, Look, label, quiet_scroll
from playground.ui.controls.widgets import IconButton, button
from playground.ui.inspector.code_view import CodeView, line_of
from playground.ui.inspector.numbers_pane import HIDDEN
from playground.ui.keys import tip

_PACE = 450  # ms that a line is lit while they are gone through
_MARGIN = 40  # px round the lit line when it is scrolled to


class CodePane(QWidget):
    """The code of the view on screen.

    Signals:
        wanted: the code of what is on screen now is wanted.
        pointed: the keys (see `texts.links`) of the value under the cursor.
        copied: the script of the shown step is wanted in the clipboard.
    """

    wanted = Signal()
    pointed = Signal(object)
    copied = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("plane", "window")
        self._panel: Panel | None = None
        self._asked: object = None
        self.listing = CodeListing()
        self.at = -1
        self._fresh = True  # a code that nobody has gone through yet is read from its top
        self._still = False
        self._pace = QTimer(self)
        self._pace.setInterval(_PACE)
        self._pace.timeout.connect(self._go_on)
        self.title = label("", "section")
        self.step = label("", "caption", "muted")
        self.words = label("", "small", "muted")
        self.words.setWordWrap(True)
        self.view = CodeView()
        self.view.pointed.connect(self.pointed)
        self.view.chosen.connect(self._choose)
        self.view.laid_out.connect(self._reveal)
        self.area = QScrollArea()
        quiet_scroll(self.area)
        self._inside = inside = QWidget()
        inside.setProperty("plane", "window")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        column.addStretch(1)
        self.area.setWidget(inside)
        self.area.verticalScrollBar().rangeChanged.connect(self._reveal)
        self.place = label("", "caption", "muted")
        self.back = IconButton("step-backward", "Line before", tip("Line before", "line_back"))
        self.play = IconButton("play", "Light the lines one after the other")
        self.forward = IconButton("step-forward", "Next line", tip("Next line", "line_forward"))
        self.copy = button("Copy", name="Copy as a script that runs by itself")
        self.copy.setToolTip("Copy as a script that runs by itself, with the inputs of this step")
        self._compose()

    def _compose(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._head = head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.step)
        self._column.addLayout(head)
        self._column.addWidget(self.words)
        self._column.addWidget(self.area, 1)
        self._foot = foot = QHBoxLayout()
        for widget in (self.back, self.play, self.forward, self.place):
            foot.addWidget(widget)
        foot.addStretch(1)
        foot.addWidget(self.copy)
        self._column.addLayout(foot)
        self.back.clicked.connect(lambda: self.go(-1))
        self.forward.clicked.connect(lambda: self.go(1))
        self.play.clicked.connect(self.go_through)
        self.copy.clicked.connect(lambda: self.copied.emit())

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._still = look.still
        self._column.setSpacing(look.px(8))
        bar = look.px(SCROLL_BAR)
        self._head.setContentsMargins(0, 0, bar, 0)
        self._foot.setContentsMargins(0, 0, bar, 0)
        self.words.setContentsMargins(0, 0, bar, 0)

    # ---- showing

    def show_panel(self, panel: Panel) -> None:
        """Shows the code of the panel, and asks for it where the run rests; while it plays nothing is asked."""
        old, self._panel = self._panel, panel
        if not self.isVisible():
            return
        if panel.figure is not None and (old is None or old.figure is not panel.figure):
            self.view.link(linkable(panel.figure))
        frame = panel.frame
        if frame is not None and not panel.playing and not panel.asking:
            now = (panel.group, frame.epoch, frame.step, frame.status)
            if now != self._asked:
                self._asked = now
                self.wanted.emit()
        listing = panel.listing if not panel.asking else CodeListing(reason=HIDDEN)
        if listing is not None and listing is not self.listing:
            self._take(listing)
        self._tell(panel)

    def showEvent(self, event: QShowEvent) -> None:
        """The code is run only while somebody looks."""
        super().showEvent(event)
        if self._panel is not None:
            panel, self._panel = self._panel, None
            self.show_panel(panel)

    def _take(self, listing: CodeListing) -> None:
        """Another step of the same code leaves the same line lit; another code is shown from its top."""
        same = listing.text == self.listing.text and self.listing.events
        self._fresh = self._fresh or not same
        at_end = not same or self.at >= len(self.listing.events) - 1
        last = len(listing.events) - 1
        self.listing = listing
        self._pace.stop()
        self._show(last if at_end else min(self.at, last))

    def _tell(self, panel: Panel) -> None:
        listing, behind = self.listing, panel.playing
        self.title.setText(listing.title or "Code")
        to = f" → {listing.last:,}" if listing.last > listing.first else ""
        moved = f"step {listing.first:,}{to}" if listing.events else ""
        self.step.setText(moved)
        words = listing.reason
        if behind and not words:
            words = "The run goes on. Its lines are filled in where it rests."
        elif not words and listing.events and listing.last != listing.shown:
            words = "The step to come."
        self.words.setText(words)
        self.words.setVisible(bool(words))
        for widget in (self.back, self.play, self.forward):
            widget.setEnabled(bool(listing.events))
            widget.setVisible(bool(listing.text))
        self.copy.setEnabled(bool(listing.events))
        self.copy.setVisible(bool(listing.text))

    def _show(self, at: int, scroll: bool = True) -> None:
        self.at = at
        count = len(self.listing.events)
        self.view.show_listing(self.listing, at)
        self.place.setText(f"{at + 1} of {count}" if count else "")
        if scroll:
            self._reveal()

    def _reveal(self) -> None:
        top, bottom = self.view.lit_span
        # The page may just have grown; the bar knows its new height only then.
        self._inside.resize(self._inside.width(), max(self.view.height(), self.area.viewport().height()))
        bar, high = self.area.verticalScrollBar(), self.area.viewport().height()
        if self._fresh:
            bar.setValue(0)
        elif top - _MARGIN < bar.value():
            bar.setValue(max(0, top - _MARGIN))
        elif bottom + _MARGIN > bar.value() + high:
            bar.setValue(bottom + _MARGIN - high)

    # ---- going from line to line

    def go(self, by: int) -> None:
        """Lights the next line, or one before."""
        self._pace.stop()
        self._fresh = False
        count = len(self.listing.events)
        if count:
            self._show(max(0, min(count - 1, self.at + by)))

    def go_through(self) -> None:
        """Lights the lines one after the other from the first; once more: stops there."""
        if self._pace.isActive():
            self._pace.stop()
        elif self.listing.events:
            self._fresh = False
            self._show(len(self.listing.events) - 1 if self._still else 0)
            if not self._still:
                self._pace.start()

    def _go_on(self) -> None:
        if self.at >= len(self.listing.events) - 1 or not self.isVisible():
            self._pace.stop()
        else:
            self._show(self.at + 1)

    def _choose(self, event: int) -> None:
        self._pace.stop()
        self._fresh = False
        self._show(event, scroll=False)

    # ---- the picture

    def light(self, keys: frozenset[str]) -> None:
        """Lights the values of what is under the cursor in the picture."""
        self.view.light(keys)

    def show_keys(self, keys: frozenset[str]) -> None:
        """Goes to the line that gave the value of a mark that was clicked."""
        found = line_of(self.listing, keys) if keys else -1
        if found >= 0:
            self._pace.stop()
            self._fresh = False
            self._show(found)
