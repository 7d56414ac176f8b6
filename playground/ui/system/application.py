"""The application object with its window, engine client, controller and keeper."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from playground.lecture.autosave import Autosave
from playground.lecture.settings import Settings, open_settings
from playground.render import fonts
from playground.render.overrides import make_errors_whole
from playground.resources import asset
from playground.ui.controller.state import State
from playground.ui.system.shutdown import MOST_SECONDS, at_once
from playground.ui.system.slices import in_slices
from playground.ui.system.start_request import Start
from playground.ui.window import Window

if TYPE_CHECKING:
    from playground.engine.declarations.concept import Concept
    from playground.engine.process.client import EngineClient
    from playground.ui.controller.controller import Controller
    from playground.ui.controller.protocols import Catalog
    from playground.ui.controls.dialogs import Dialogs
    from playground.ui.system.incoming_requests import Arrivals
    from playground.ui.system.instance import Instance
    from playground.ui.system.persistence import Keeper
    from playground.ui.system.preset_pictures import PresetPictures
    from playground.ui.system.thread_bridge import Bridge
    from playground.ui.system.watchdog import Watch

SIZE = (1280, 720)
LAST_WORDS = 300  # ms that the engine has for a last record of the run, where the system ends the program


class Application:
    """Everything that runs while the window is open.

    Attributes:
        window: the window.
        client, controller, keeper: there once the window has painted.
    """

    def __init__(
        self,
        argv: list[str],
        *,
        settings: Settings | None = None,
        autosave: Autosave | None = None,
        dialogs: Dialogs | None = None,
        catalog: Catalog | None = None,
        load: Callable[[str], Concept] | None = None,
        cases: Callable[[str], Iterable[dict[str, Any]]] | None = None,
        strict_warnings: bool = False,
        entry: Sequence[str] = (),
        watch: Watch | None = None,
        reference: Callable[[], str] = str,
        instance: Instance | None = None,
        draws_presets: bool = False,
    ) -> None:
        """Builds and shows the window.

        Args:
            argv: for Qt.
            settings: instead of those of the user.
            autosave: instead of the user's.
            dialogs: instead of those of Qt.
            catalog: instead of the catalog of this installation.
            load: makes a concept with its functions in the engine; instead of the catalog's.
            cases: runs the shipped cases in the engine; instead of the catalog's.
            strict_warnings: warnings are errors in the engine, as in tests.
            entry: starts this program once more, for exports.
            reference: the page of the handbook that is made from the code; empty: there is none.
            watch: reports what goes wrong in the window; None: nobody does, as in tests.
            instance: hears of other starts; None: nobody does, as in tests.
            draws_presets: draws the pictures of presets while nothing else goes on.
        """
        make_errors_whole()
        running = QCoreApplication.instance()
        self.qt = running if isinstance(running, QApplication) else QApplication(argv)
        self.qt.setApplicationName("Playground")
        self.qt.setDesktopFileName("ml-playground")  # of the menu entry, which has the icon on Wayland
        self.qt.setWindowIcon(QIcon(str(asset("icons/application.png"))))
        self.qt.setStyle("Fusion")
        fonts.install(self.qt)
        self._settings, self._said = (settings, "") if settings is not None else open_settings()
        self._autosave = autosave if autosave is not None else Autosave()
        self._dialogs = dialogs
        self._strict = strict_warnings
        self._entry = entry
        self._watch = watch
        self._instance = instance
        self._draws_presets = draws_presets
        self.preset_pictures: PresetPictures | None = None
        self._arrivals: Arrivals | None = None
        self._catalog, self._load_concept, self._cases = catalog, load, cases
        self._then: Callable[[], None] | None = None
        self.client: EngineClient | None = None
        self.controller: Controller | None = None
        self.keeper: Keeper | None = None
        self._bridge: Bridge | None = None
        self._exports: Bridge | None = None
        self._pulse: QTimer | None = None
        self._early: list[Any] = []  # what the engine said before the controller was there
        self._runs = self._closed = False
        self._is_asked = True  # whoever ends it: the user, unless something says otherwise
        state = _first_state(self._settings)
        self.window = Window(state)
        self.window.reference = reference
        self.window.painted_first.connect(self._start)
        self.window.closing.connect(self._stop)
        self.qt.commitDataRequest.connect(self._end_unasked)
        self._place()
        self.window.show()

    def _place(self) -> None:
        """Where the window was, else in the middle of the screen."""
        from playground.ui.system.geometry import restore_geometry

        if not restore_geometry(self.window, self._settings):
            screen = self.window.screen().availableGeometry()
            self.window.resize(min(SIZE[0], screen.width()), min(SIZE[1], screen.height()))

    def open_first(self, start: Start) -> None:
        """What is opened as soon as the catalog is loaded."""
        if start.concept is not None or start.source is not None or start.scene is not None:
            self.window.await_panel(start.concept or "")
        self._then = lambda: self._open(start, first=True)

    def hand(self, start: Start) -> None:
        """Takes what another start of this program asks for, and brings the window to the front."""
        if self._closed:
            return
        self._open(start)
        window = self.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()

    def _open(self, start: Start, first: bool = False) -> None:
        """Opens what a start asks for; where the first one names nothing, somebody new is greeted."""
        controller = self.controller
        assert controller is not None
        if start.source is not None:
            controller.exchange.open_any(start.source)
        elif start.scene is not None:
            if controller.opening.open_scene(start.scene):
                controller.parameters.type_all(start.sets)
                if start.seed is not None:
                    controller.parameters.reseed(start.seed)
        elif start.concept is not None:
            telling = not (start.play or start.load)
            controller.opening.open(
                start.concept, preset=start.preset or "", sets=start.sets, seed=start.seed, telling=telling
            )
        elif first:
            controller.help.greet()
        controller.opening.open_data(*start.load)
        if start.play:
            controller.clock.play()

    def _start(self) -> None:
        """After the first paint: the engine first, since it takes longest."""
        if self._closed:
            return
        from playground.engine.process.client import EngineClient
        from playground.ui.system.engine_callbacks import load_concept, shipped_cases
        from playground.ui.system.thread_bridge import Bridge

        load, cases = self._load_concept or load_concept, self._cases or shipped_cases
        self._bridge = Bridge(self._take)
        # Another process knows no catalog but the installed one.
        trial = (*self._entry, "check", "-") if self._entry and self._catalog is None else ()
        self.client = EngineClient(load, self._bridge.deliver, cases=cases, strict_warnings=self._strict, trial=trial)
        self.client.start()
        in_slices(self.window, self._load(), lambda: self._closed)

    def _take(self, message: Any) -> None:
        """What the engine says before the controller is there waits for it."""
        if self.controller is not None:
            self.controller.handle(message)
        else:
            self._early.append(message)

    def _load(self) -> Iterator[None]:
        """The catalog, the controller, and what was asked for, in slices; each import is one, and each panel."""
        from playground.render.formula_layout import load_beside
        from playground.ui.system.preloading import FIRST, load

        yield from load(FIRST)
        from playground import catalog as installed

        yield
        from playground.ui.commands import commands

        yield
        from playground.ui.controller.controller import Controller
        from playground.ui.controller.pulse import EVERY
        from playground.ui.controls.dialogs import Dialogs

        yield
        from playground.ui.system.geometry import geometry_of
        from playground.ui.system.incoming_requests import Arrivals
        from playground.ui.system.persistence import Keeper
        from playground.ui.system.preset_pictures import PresetPictures

        catalog = self._catalog if self._catalog is not None else installed
        for concept in catalog.ids():
            yield
            catalog.declaration(concept)
        yield
        assert self.client is not None
        controller = Controller(self.client, catalog, self.window.state)
        self._connect_exports(controller)
        self.keeper = Keeper(controller, self._autosave, self._settings, lambda: geometry_of(self.window))
        dialogs = self._dialogs or Dialogs()
        extra = {"recover": self.keeper.recover, "discard_recovery": self.keeper.discard}
        self.window.attach(controller, catalog.notes, dialogs, commands(self.window, controller, dialogs) | extra)
        self.window.placed.connect(self.keeper.settle)
        yield
        controller.load_catalog()
        yield
        self.controller = controller
        if self._draws_presets:
            self.preset_pictures = PresetPictures(self.window, self._entry)
            controller.listeners.append(self.preset_pictures.show_state)
        self.keeper.start()
        self._pulse = QTimer(self.window)
        self._pulse.setInterval(round(1000 * EVERY))
        self._pulse.timeout.connect(self._beat)
        self._pulse.start()
        controller.notices.notify(self._said, kind="warning", later=True)
        if self._watch is not None:
            self._watch.attach(controller.notices, lambda: controller.inbox.device)
        if self._then is not None:
            self._then()
        for message in self._early:
            controller.handle(message)
        self._early.clear()
        self.window.end_waiting()
        self._arrivals = Arrivals(self.qt, self.hand, self._instance)
        yield
        load_beside()
        _freeze()

    def _beat(self) -> None:
        """Nobody misses the frames of a window that is covered or put away, since it does not paint."""
        handle = self.window.windowHandle()
        if self.controller is not None and handle is not None and handle.isExposed():
            self.controller.pulse.beat()

    def _connect_exports(self, controller: Controller) -> None:
        """What an export says comes in the thread of the window."""
        from playground.ui.controller.export_process import Child
        from playground.ui.system.thread_bridge import Bridge

        exports = controller.exports
        self._exports = bridge = Bridge(exports.take)
        exports.entry = self._entry
        exports.launch = lambda: Child(bridge.deliver)

    def execute(self) -> int:
        """Runs until the window is closed, which it may be already."""
        if self._closed:
            return 0
        self._runs = True
        try:
            return self.qt.exec()
        finally:
            self._runs = False

    def break_off(self) -> None:
        """Closes the window although the user did not: what is open is kept, and offered at the next start."""
        again = not self._is_asked
        self._end_unasked()
        QTimer.singleShot(0 if again else LAST_WORDS, self.window, self.window.close)

    def _end_unasked(self) -> None:
        """The system ends the program, or soon will."""
        self._is_asked = False
        if self.keeper is not None:
            self.keeper.save()

    def _stop(self) -> None:
        """The window closes, and all that belongs to it ends at the same time, whatever it is doing."""
        if self._closed:
            return
        self._closed = True
        if self._pulse is not None:
            self._pulse.stop()
        if self._arrivals is not None:
            self._arrivals.close()
        if self.preset_pictures is not None:
            self.preset_pictures.close()
        for bridge in (self._bridge, self._exports):
            if bridge is not None:
                bridge.close()
        ends = [self._instance.close] if self._instance is not None else []
        if self.client is not None:
            ends.append(self.client.stop)
        if self.controller is not None:
            ends.append(self.controller.exports.stop)
        at_once(ends, MOST_SECONDS)
        if self.keeper is not None:
            self.keeper.stop(clean=self._is_asked)
            self.keeper = None
        if self._runs:
            self.qt.exit(0)  # a dialog that is open would hold the loop

    def close(self) -> None:
        """Closes every window before the interpreter ends; a shown one would take it down.

        One that is still open then was not closed by the user: the screen has gone, or an error ended the loop.
        """
        self._is_asked = self._is_asked and self._closed
        self.window.close()
        for widget in self.qt.topLevelWidgets():
            widget.close()
        self.window.deleteLater()
        self.qt.processEvents()
        del self.window


def _first_state(settings: Settings) -> State:
    from playground.ui.system.geometry import state_of

    return state_of(settings)


def _freeze() -> None:
    """Takes what is built out of the collector's sight: it stays, and each collection would walk through it."""
    gc.collect()
    gc.freeze()
