"""Cards that lie over the page without stopping it: what waits for a yes, a link to share, an export."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPixmap
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QWidget

from playground.render.qr import qr_image
from playground.ui.controller.controller import Controller
from playground.ui.controller.state import Offer, State
from playground.ui.controls.dialogs import Dialogs
from playground.ui.controls.over_card import OverCard
from playground.ui.controls.style import Look, label
from playground.ui.controls.widgets import button
from playground.ui.panel.export_card import ExportCard
from playground.ui.panel.figure_tray import FigureTray

QR_SIDE = 340


class OverlayCards:
    """The cards of a window, made when they are first needed."""

    def __init__(
        self, window: QWidget, controller: Controller, dialogs: Dialogs, look: Look, leave: Callable[[], None]
    ) -> None:
        """Nothing is shown yet.

        Args:
            window: over which they lie.
            controller: knows what waits.
            dialogs: ask for files.
            look: the theme at a factor.
            leave: gives the keys back to the picture.
        """
        self._leave = leave
        self.offer, self.share = OfferCard(window), ShareCard(window)
        self.export = ExportCard(window, controller, dialogs)
        self.figure = FigureTray(window, controller, dialogs)
        self._all = (self.offer, self.share, self.export, self.figure)
        for card in self._all:
            card.restyle(look)
        self.offer.accepted.connect(controller.exchange.accept_offer)
        self.offer.closed.connect(controller.exchange.decline_offer)
        self.share.closed.connect(controller.exchange.close_share)
        self.export.closed.connect(controller.exports.close)
        self.figure.closed.connect(controller.collecting.hide)
        self._shown: tuple[Offer | None, str] = (None, "")

    def show_state(self, state: State) -> None:
        """Shows or hides them."""
        (offer, link), self._shown = self._shown, (state.offer, state.shared_link)
        if state.offer is not None and state.offer is not offer:
            self.offer.show_offer(state.offer)
        elif state.offer is None and offer is not None:
            self._hide(self.offer)
        if state.shared_link and state.shared_link != link:
            self.share.show_link(state.shared_link)
        elif not state.shared_link and link:
            self._hide(self.share)
        if state.export is not None and state.export.visible:
            self.export.show_export(state.export)
        elif self.export.isVisible():
            self._hide(self.export)
        chooses = state.export is not None and state.export.visible
        if state.tray and state.page == "panel" and not chooses:
            self.figure.show_collected(state.collected, busy=state.export is not None and bool(state.export.path))
        elif self.figure.isVisible():
            self.figure.hide()

    def place(self) -> None:
        """Puts them where they belong in a window of another size."""
        for card in self._all:
            if card.isVisible():
                card.place()

    def _hide(self, card: OverCard) -> None:
        card.hide()
        self._leave()


class OfferCard(OverCard):
    """A file or a link before it is used: its size, its first rows, and what will be used of it.

    Signals:
        accepted: the user wants it.
    """

    accepted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "Before it is used")
        self.title, self.size_line = label("", "panel title"), label("", "small", "muted")
        self.usage = label("", "small")
        self._rows = QWidget()
        self._grid = QGridLayout(self._rows)
        self._grid.setContentsMargins(0, 0, 0, 0)
        for line in (self.title, self.size_line, self.usage):
            line.setWordWrap(True)
        for widget in (self.title, self.size_line, self._rows, self.usage):
            self.column.addWidget(widget)
        self.cancel, self.accept = button("Not now"), button("", "primary", name="Use it")
        self.cancel.clicked.connect(self.closed)
        self.accept.clicked.connect(self.accepted)
        self.buttons.addWidget(self.cancel)
        self.buttons.addWidget(self.accept)
        self.column.addLayout(self.buttons)

    def show_offer(self, offer: Offer) -> None:
        """Shows what is offered."""
        self.title.setText(offer.title)
        self.size_line.setText(offer.size)
        self.usage.setText(offer.usage)
        self.accept.setText(offer.action)
        self.accept.setAccessibleName(offer.action)
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        for y, row in enumerate(offer.rows):
            for x, cell in enumerate(row):
                self._grid.addWidget(label(cell, "small"), y, x)
        self._rows.setVisible(bool(offer.rows))
        self.appear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return is a yes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit()
        else:
            super().keyPressEvent(event)


class ShareCard(OverCard):
    """The link of a run with its QR code."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "Share this scene")
        self._link = ""
        self.column.addWidget(label("Share this scene", "panel title"))
        self.words = label("", "small", "muted")
        self.words.setWordWrap(True)
        self.column.addWidget(self.words)
        self.code = QLabel()
        self.code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.code.setAccessibleName("QR code of the link")
        self.column.addWidget(self.code)
        self.copy, close = button("Copy the link", "primary"), button("Close")
        self.copy.clicked.connect(lambda: QApplication.clipboard().setText(self._link))
        close.clicked.connect(self.closed)
        self.buttons.addWidget(close)
        self.buttons.addWidget(self.copy)
        self.column.addLayout(self.buttons)

    def show_link(self, link: str) -> None:
        """Shows a link."""
        self._link = link
        side = self._look.px(QR_SIDE) if self._look is not None else QR_SIDE
        page = self.parentWidget()
        room = min(side, page.height() * 3 // 5) if page is not None else side
        image = qr_image(link, room)
        self.code.setVisible(image is not None)
        if image is not None:
            self.code.setPixmap(QPixmap.fromImage(image))
            self.words.setText(
                f"A link of {len(link):,} letters. It opens the same run wherever the program is installed."
            )
        else:
            self.words.setText(f"A link of {len(link):,} letters: too many for a QR code. Copy it, or save the scene.")
        self.appear()
