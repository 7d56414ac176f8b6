"""Presenting: a window for the audience beside the one for the speaker, on two screens or on one.

Both draw the frames of the same run: the next frame is asked for when both have drawn the last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QByteArray, QObject, QPointF, Qt, QTimer, SignalInstance
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget

from playground.engine.frame import View
from playground.render.figure_view import FigureView
from playground.ui.controller.controller import Controller
from playground.ui.controller.state import State
from playground.ui.inspector.inspector import Inspector
from playground.ui.lecture.audience import Audience
from playground.ui.lecture.screens import Places, places
from playground.ui.panel.stage import Stage


class SpeakerPage(Protocol):
    """What the presenter needs of the speaker's page."""

    stage: Stage
    inspector: Inspector

    @property
    def pointed(self) -> SignalInstance:
        """The cursor is at a position of the stage, or (None) has left it."""


class Presenter(QObject):
    """Owns the audience's window while there is one."""

    def __init__(
        self,
        window: QWidget,
        controller: Controller,
        press: Callable[[QKeyEvent], None],
        leave: Callable[[], None],
    ) -> None:
        """Nothing is shown yet.

        Args:
            window: the speaker's.
            controller: of both.
            press: takes a key that was pressed in the audience's window.
            leave: gives the keys back to the speaker's picture.
        """
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._press, self._leave = press, leave
        self._page: SpeakerPage | None = None
        self.audience: Audience | None = None
        self._before: QByteArray | None = None
        self._places: Places | None = None
        self._moves = self._swapped = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._place)

    # ---- beginning and ending

    def show_state(self, state: State) -> None:
        """Begins, goes on or ends."""
        panel = state.panel
        if not state.presenting or panel is None:
            self.end()
            return
        fresh = self.audience is None or state.swapped != self._swapped
        if self.audience is None:
            self.audience = self._begin()
        self.audience.show_state(state, panel)
        if fresh:
            self._swapped = state.swapped
            self._place()

    def _begin(self) -> Audience:
        audience = Audience()
        audience.made.connect(self._connect)
        audience.pressed.connect(self._press)
        audience.closed.connect(self._on_close)
        audience.curtain.clicked.connect(lambda: self._controller.screen.toggle_curtain(self._controller.state.curtain))
        self._before = self._window.saveGeometry()
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        for signal in (application.screenAdded, application.screenRemoved, application.primaryScreenChanged):
            signal.connect(self._on_move)
        self._controller.pictures.watchers = self._watchers
        return audience

    def end(self) -> None:
        """The audience's window goes, the other one returns to its place."""
        audience, self.audience = self.audience, None
        if audience is None:
            return
        self._later.stop()
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        for signal in (application.screenAdded, application.screenRemoved, application.primaryScreenChanged):
            signal.disconnect(self._on_move)
        self._controller.pictures.watchers = lambda: frozenset({"stage"})
        self._controller.pictures.view_changed(View(), "audience")
        audience.close()
        audience.deleteLater()
        if self._moves and self._before is not None:
            self._window.restoreGeometry(self._before)
        self._places, self._moves = None, False
        self._window.activateWindow()
        # The last frame may wait for the window that is gone.
        self._controller.pictures.finish_picture()

    def _on_close(self) -> None:
        if self.audience is not None and self._controller.state.presenting:
            self._controller.screen.toggle_presenting()

    # ---- places

    def _find(self, state: State) -> Places:
        screens = QGuiApplication.screens()
        return places(len(screens), screens.index(QGuiApplication.primaryScreen()), state.swapped)

    def _on_move(self) -> None:
        """A screen came or went; Qt is not done with it yet."""
        self._later.start()

    def _place(self) -> None:
        audience, window = self.audience, self._window
        if audience is None:
            return
        state = self._controller.state
        found = self._places = self._find(state)
        screens = QGuiApplication.screens()
        if found.alone and state.swapped:
            audience.hide()
            window.activateWindow()
            self._leave()
            self._controller.pictures.finish_picture()
            return
        speaker = screens[found.speaker]
        if not found.alone and window.screen() is not speaker:
            self._moves = True
            window.showNormal()
            window.setGeometry(speaker.availableGeometry())
        audience.setScreen(screens[found.audience])
        audience.setGeometry(screens[found.audience].geometry())
        audience.showFullScreen()
        front = audience if found.alone else window
        front.activateWindow()
        if found.alone:
            audience.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._leave()

    # ---- one run, two pictures

    def _watchers(self) -> frozenset[str]:
        """Whose pictures are on a screen: a window that is covered or put away does not paint."""
        audience = self.audience
        shown = {
            "audience": audience is not None and audience.isVisible() and not audience.isMinimized(),
            "stage": not self._window.isMinimized() and not self.covers,
        }
        return frozenset(name for name, here in shown.items() if here) or frozenset({"stage"})

    @property
    def covers(self) -> bool:
        """Whether the audience's window lies over the speaker's."""
        audience = self.audience
        return bool(self._places and self._places.alone and audience is not None and audience.isVisible())

    def _connect(self, stage: Stage) -> None:
        controller = self._controller
        stage.gesture.connect(controller.acts.act)
        stage.drawing.connect(lambda: controller.pictures.finish_picture("audience"))
        stage.view_changed.connect(lambda view: controller.pictures.view_changed(view, "audience"))
        stage.looked.connect(lambda number: self._mirror(number, back=True))

    def watch(self, page: SpeakerPage) -> None:
        """The speaker's page: what is pointed at, zoomed, guessed and lit there, the audience sees as well."""
        self._page = page
        page.pointed.connect(self.point)
        page.inspector.notes.pointed.connect(self._light)
        page.stage.looked.connect(self._mirror)

    def _light(self, keys: frozenset[str]) -> None:
        if self.audience is not None and self.audience.stage is not None:
            for picture in self.audience.stage.pictures:
                picture.light(keys)

    def _mirror(self, number: int, back: bool = False) -> None:
        """One picture takes over how the other one is looked at."""
        pair = self._pair(number)
        if pair is not None:
            (pair[0] if back else pair[1]).mirror(pair[1] if back else pair[0])

    def _pair(self, number: int) -> tuple[FigureView, FigureView] | None:
        """The speaker's and the audience's picture of one run."""
        audience, page = self.audience, self._page
        if audience is None or audience.stage is None or page is None:
            return None
        both = page.stage.pictures, audience.stage.pictures
        return (both[0][number], both[1][number]) if number < min(map(len, both)) else None

    def point(self, position: QPointF | None) -> None:
        """The speaker's cursor is at a position of the speaker's stage, or has left it."""
        audience, page = self.audience, self._page
        if audience is None or audience.stage is None or page is None:
            return
        aim = None
        for number, picture in enumerate(page.stage.pictures):
            pair = self._pair(number)
            if pair is None:
                continue
            local = QPointF(picture.mapFrom(page.stage, position.toPoint())) if position is not None else None
            place = picture.place_of(local) if local is not None else None
            there = pair[1].position_of(place) if place is not None else None
            pair[1].point(there)
            if there is not None:
                aim = QPointF(pair[1].mapTo(audience.stage, there.toPoint()))
        audience.point(aim)

    def press(self, key: str, words: str) -> None:
        """A key was pressed that did something."""
        if self.audience is not None and self._controller.state.keycaps:
            self.audience.press(key, words)
