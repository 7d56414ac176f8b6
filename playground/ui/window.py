"""The window: composes gallery, panel page and overlays, and turns keys into commands. It knows no concept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QKeyCombination, QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMoveEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QLineEdit, QStackedLayout, QWhatsThis, QWidget

from playground.lecture.link import is_link
from playground.render.tokens import THEMES, factor
from playground.render.words import tr
from playground.ui.controller.state import State
from playground.ui.controls.notices import NoticeBar
from playground.ui.controls.style import Look, dress
from playground.ui.gallery.gallery import Gallery
from playground.ui.gallery.palette import Palette
from playground.ui.help.overlays import CurtainView, KeysOverlay
from playground.ui.keys import COMMANDS, Action, fits
from playground.ui.panel.opening_page import OpeningPage

if TYPE_CHECKING:
    from playground.ui.controller.controller import Controller
    from playground.ui.controls.dialogs import Dialogs
    from playground.ui.help.help_views import HelpViews
    from playground.ui.lecture.presenter import Presenter
    from playground.ui.page import PanelPage
    from playground.ui.panel.overlay_cards import OverlayCards

RATE_EVERY = 500  # ms
SMALLEST = (720, 540)


class Window(QWidget):
    """The one window.

    Signals:
        painted_first: the first paint is done; what is slow may begin.
        closing: the window closes.
        placed: the window was moved or has another size.
    """

    painted_first = Signal()
    closing = Signal()
    placed = Signal()

    def __init__(self, state: State) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle("Playground")
        self.setProperty("plane", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        self.setMinimumSize(*SMALLEST)
        self.state = state
        self.page: PanelPage | None = None
        self.commands: Mapping[str, Callable[[], Any]] = {}
        self._controller: Controller | None = None
        self._dialogs: Dialogs | None = None
        self.presenter: Presenter | None = None
        self.cards: OverlayCards | None = None
        self.helpers: HelpViews | None = None
        self.reference: Callable[[], str] = str  # a page of the handbook, which the command line knows
        self._opening: OpeningPage | None = None
        self._painted = False
        self._count, self._since = 0, perf_counter()
        self._notes: Callable[[str], str] = lambda concept: ""
        self.gallery = Gallery(lambda concept: self._notes(concept))
        self.gallery.command.connect(self.run)
        self.stack = QStackedLayout(self)
        self.stack.addWidget(self.gallery)
        self._rate = QTimer(self)
        self._rate.setInterval(RATE_EVERY)
        self._rate.timeout.connect(self._measure)
        self._dressing = QTimer(self, singleShot=True, interval=0)
        self._dressing.timeout.connect(self._dress)
        self.look = self._look()
        self._lay_over()
        self._apply(self.look)
        self.gallery.setFocus()

    def _lay_over(self) -> None:
        """What lies over both pages."""
        self.notices = NoticeBar(self)
        self.keys = KeysOverlay(self)
        self.palette_ = Palette(self)
        self.curtain = CurtainView(self)
        self.notices.command.connect(self.run)
        self.keys.closed.connect(self.focus_stage)
        self.palette_.closed.connect(self.focus_stage)
        self.palette_.chosen.connect(self._choose)

    def await_panel(self, concept: str) -> None:
        """A panel is going to be opened: its picture stands where it will be, instead of the gallery.

        Args:
            concept: its id, or that of a door; empty: a file says which.
        """
        self._opening = OpeningPage(concept)
        self._opening.restyle(self.look)
        self.stack.addWidget(self._opening)
        self.stack.setCurrentWidget(self._opening)

    def end_waiting(self) -> None:
        """What was to be opened is open, or never will be."""
        opening, self._opening = self._opening, None
        if opening is not None:
            self.show_state(self.state, self.state)
            self.stack.removeWidget(opening)
            opening.hide()
            opening.deleteLater()

    def attach(
        self,
        controller: Controller,
        notes: Callable[[str], str],
        dialogs: Dialogs,
        commands: Mapping[str, Callable[[], Any]],
    ) -> None:
        """Connects the window with its controller, once the first paint is done.

        Args:
            controller: resolves the state.
            notes: the notes of a concept, for the search and the inspector.
            dialogs: ask for files.
            commands: what each command does, by its id.
        """
        from playground.ui.gallery.library import library

        self._controller = controller
        self._dialogs = dialogs
        self._notes = notes
        self.commands = commands
        self.gallery.opened.connect(controller.presets.show)
        self.gallery.scene.connect(controller.opening.open_scene)
        self.gallery.lesson.connect(controller.lessons.open_file)
        self.notices.done.connect(controller.notices.dismiss)
        self.curtain.clicked.connect(lambda: controller.screen.toggle_curtain(controller.state.curtain))
        self.palette_.library = lambda: library(controller.catalog)
        controller.listeners.append(self.show_state)
        self._rate.start()
        self.show_state(controller.state, self.state)

    # ---- showing

    def show_state(self, state: State, before: State) -> None:
        """Shows a state; only what changed is touched."""
        self.state = state
        if (state.theme, state.scale, state.still) != (before.theme, before.scale, before.still):
            self._restyle(in_turns=self.isVisible())
        if state.page == "gallery" and self._opening is None:
            self.gallery.show_state(state)
        self._show_page(state)
        self._present(state)
        self._show_cards(state)
        self._show_help(state)
        self.notices.show_notice(state.notice)
        if state.notice is not before.notice or state.page != before.page:
            self._place_notice()
        if state.recording != before.recording:
            self._title()
        if (state.curtain, state.presenting) != (before.curtain, before.presenting):
            self.curtain.draw("" if state.presenting else state.curtain)

    def _show_cards(self, state: State) -> None:
        """What waits for a yes, a link to share, an export, and what is collected for a figure."""
        if self.cards is None:
            if state.offer is None and not state.shared_link and state.export is None and not state.tray:
                return
            # Imported here: most runs never need them.
            from playground.ui.panel.overlay_cards import OverlayCards

            assert self._controller is not None
            assert self._dialogs is not None
            self.cards = OverlayCards(self, self._controller, self._dialogs, self.look, self.focus_stage)
        self.cards.show_state(state)

    def _show_help(self, state: State) -> None:
        """The welcome page, the tour and the handbook."""
        if self.helpers is not None or state.welcome or state.tour or state.handbook:
            self._helpers().show_state(state)

    def _helpers(self) -> HelpViews:
        """What helps, made when it is first needed."""
        if self.helpers is None:
            # Imported here: most runs need no help.
            from playground.ui.help.help_views import HelpViews

            assert self._controller is not None
            self.helpers = HelpViews(
                self,
                self._controller,
                self.look,
                page=lambda: self.page,
                run=self.run,
                leave=self.focus_stage,
                reference=self.reference(),
            )
        return self.helpers

    def ask_what(self) -> None:
        """Says what the control with the focus is for; without one, what is clicked next."""
        focus = QApplication.focusWidget()
        if focus is not None and not self.on_stage() and self._helpers().explain(focus):
            return
        QWhatsThis.enterWhatsThisMode()

    def event(self, event: QEvent) -> bool:
        """A click in the search for "what is this?" is answered for the control below it."""
        if event.type() == QEvent.Type.QueryWhatsThis:
            return True
        if event.type() == QEvent.Type.WhatsThis and isinstance(event, QHelpEvent):
            below = self.childAt(self.mapFromGlobal(event.globalPos()))
            QWhatsThis.leaveWhatsThisMode()
            if below is not None:
                self._helpers().explain(below)
            return True
        return super().event(event)

    def _present(self, state: State) -> None:
        """While presenting, the audience has a window of its own."""
        if self.presenter is None:
            if not state.presenting:
                return
            # Imported here: most people never present.
            from playground.ui.lecture.presenter import Presenter

            assert self._controller is not None
            self.presenter = Presenter(self, self._controller, self.keyPressEvent, self.focus_stage)
            if self.page is not None:
                self._watch_page()
        self.presenter.show_state(state)

    def _title(self) -> None:
        """What the window is called: the panel, and whether a lesson is being recorded."""
        state = self.state
        panel = state.panel.declaration.card.title if state.panel is not None and state.page == "panel" else ""
        words = ("Recording" if state.recording else "", panel, "Playground")
        self.setWindowTitle(" · ".join(tr(word) for word in words if word))

    def _watch_page(self) -> None:
        if self.page is not None and self.presenter is not None:
            self.presenter.watch(self.page)

    def _show_page(self, state: State) -> None:
        panel = state.panel
        if state.page != "panel" or panel is None:
            if self._opening is not None:
                return
            if self.stack.currentWidget() is not self.gallery:
                self.stack.setCurrentWidget(self.gallery)
                self.gallery.setFocus()
                self._title()
            return
        if self.page is None or self.page.concept != panel.declaration.id:
            self._make_page(state)
        assert self.page is not None
        if self.stack.currentWidget() is not self.page:
            self.stack.setCurrentWidget(self.page)
            self._title()
            self.focus_stage()
        self.page.show_state(state, panel)

    def _make_page(self, state: State) -> None:
        # Imported here: it brings what the first paint does not need.
        from playground.ui.page import PanelPage

        panel, controller = state.panel, self._controller
        assert panel is not None
        assert controller is not None
        if self.page is not None:
            self.stack.removeWidget(self.page)
            self.page.deleteLater()
        self.page = PanelPage(panel, self._notes(panel.declaration.id), controller, self.run, self.look)
        self.page.stage.painted.connect(self._count_frame)
        self.page.arranged.connect(self._place_overlays)
        self._watch_page()
        self.stack.addWidget(self.page)
        self.page.resize(self.size())
        dress(self.page, self.look)
        self.page.stage.show_state(state, panel)
        controller.pictures.view_changed(self.page.stage.view())

    def _count_frame(self) -> None:
        self._count += 1

    def _measure(self) -> None:
        now = perf_counter()
        rate = self._count / max(1e-9, now - self._since)
        self._count, self._since = 0, now
        if self.page is not None and self.state.page == "panel":
            self.page.set_rate(rate)

    # ---- the look

    def _look(self) -> Look:
        theme = THEMES[self.state.theme]
        return Look(theme, factor(theme, self.height(), self.state.scale), self.state.still)

    def _restyle(self, in_turns: bool = False) -> None:
        look = self._look()
        if look != self.look:
            self._apply(look, in_turns)

    def _apply(self, look: Look, in_turns: bool = False) -> None:
        """Takes a look over; in two turns of the loop, between which nothing is painted, or at once."""
        self.look = look
        self.setUpdatesEnabled(False)
        self.setPalette(look.palette())
        QApplication.setPalette(look.palette())  # for file dialogs, which are windows of their own
        self.setStyleSheet(look.sheet())
        if in_turns:
            self._dressing.start()
        else:
            self._dress()

    def _dress(self) -> None:
        """What the style sheet does not do."""
        self._dressing.stop()
        dress(self, self.look)
        self._place_overlays()
        self.setUpdatesEnabled(True)

    def _place_notice(self) -> None:
        """On the strip under the picture; in the gallery at its bottom left."""
        page = self.page if self.state.page == "panel" else None
        if page is None:
            self.notices.float_at(self.height())
        else:
            needed = 0 if self.notices.isHidden() else self.notices.height_at(page.strip.free_width)
            self.notices.lie_at(page.lay_below("notice", needed))

    def _place_overlays(self) -> None:
        self._place_notice()
        if self.keys.isVisible():
            self.keys.place()
        if self.palette_.isVisible():
            self.palette_.place()
        if self.cards is not None:
            self.cards.place()
        if self.helpers is not None:
            self.helpers.place()
        if self.curtain.isVisible():
            self.curtain.setGeometry(self.rect())

    # ---- commands

    def run(self, command: str) -> None:
        """Runs a command by its id."""
        act = self.commands.get(command)
        if command in ("palette", "keys") and self.presenter is not None and self.presenter.covers:
            self.run("swap")
        if act is not None:
            act()

    def _choose(self, what: str, value: str) -> None:
        """A line of the palette."""
        controller = self._controller
        if controller is None:
            return
        choices: dict[str, Callable[[str], Any]] = {
            "command": self.run,
            "open": controller.presets.show,
            "preset": controller.presets.choose,
            "compare": self._compare,
            "scene": controller.opening.open_scene,
            "lesson": controller.lessons.open_file,
            "preset_of": lambda name: controller.opening.open(
                name.partition("/")[0], preset=name.partition("/")[2], telling=True
            ),
            "notes": self._read_notes,
            "handbook": controller.help.read,
            "challenge": controller.challenges.begin,
        }
        choices[what](value)

    def _read_notes(self, concept: str) -> None:
        """Opens a panel at its notes."""
        if self._controller is not None:
            self._controller.presets.show(concept)
        if self.page is not None:
            self.page.show_block("notes")

    def _compare(self, what: str) -> None:
        if self.page is not None:
            self.page.compare(what)

    def focus_stage(self) -> None:
        """Gives the keys back to the picture, or to the gallery."""
        if self.page is not None and self.state.page == "panel":
            self.page.stage.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.gallery.setFocus(Qt.FocusReason.OtherFocusReason)

    def on_stage(self) -> bool:
        """Whether the keys go to the picture (or, in the gallery, to no text field)."""
        focus = QApplication.focusWidget()
        if focus is None or focus is self or focus.window() is not self:
            return True
        if self.state.page == "gallery" or self.page is None:
            return not isinstance(focus, QLineEdit)
        return focus is self.page.stage or self.page.stage.isAncestorOf(focus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key that no control has taken."""
        command = command_of(event)
        if command is None or not fits(command, self.state.page) or not (command.anywhere or self.on_stage()):
            event.ignore()
            return
        if event.isAutoRepeat() and command.id not in ("forward", "back"):
            return
        if self.presenter is not None:
            self.presenter.press(command.key, command.label)
        self.run(command.id)

    # ---- events of the window

    def paintEvent(self, event: QPaintEvent) -> None:
        """After the first paint the slow part of the start begins."""
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self.painted_first.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The projector's text is a share of the window."""
        super().resizeEvent(event)
        self._restyle()
        self._place_overlays()
        self.placed.emit()

    def moveEvent(self, event: QMoveEvent) -> None:
        """The place is found again the next time."""
        super().moveEvent(event)
        self.placed.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files and links may be dropped."""
        if dropped(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """A scene or a link is opened, data go to the panel, also several files of them."""
        sources = dropped(event.mimeData())
        if sources and self._controller is not None:
            event.acceptProposedAction()
            self._controller.exchange.open_files(sources)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The application puts everything away."""
        self._rate.stop()
        if self.presenter is not None:
            self.presenter.end()
        self.closing.emit()
        event.accept()


def dropped(data: QMimeData) -> list[str]:
    """The files of what is dragged or pasted, or the first link."""
    files = [str(Path(url.toLocalFile())) for url in data.urls() if url.isLocalFile()]
    links = [text for text in (*(url.toString() for url in data.urls()), data.text().strip()) if is_link(text)]
    return files or links[:1]


_KEYS: dict[str, Action] = {QKeySequence(key).toString(): command for command in COMMANDS for key in command.keys}


def command_of(event: QKeyEvent) -> Action | None:
    """The command of a key; signs count as they are written, with shift or without."""
    found = _KEYS.get(QKeySequence(event.keyCombination()).toString())
    if found is None and not event.text().isalnum():
        bare = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        found = _KEYS.get(QKeySequence(QKeyCombination(bare, Qt.Key(event.key()))).toString())
    return found
