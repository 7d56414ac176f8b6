"""The part of the controller that feels whether the engine and the run on the stage are alive. No Qt."""

from __future__ import annotations

import logging

from playground.engine.process import messages as m
from playground.ui.controller.notices import Notices
from playground.ui.controller.pictures import PictureFeed
from playground.ui.controller.protocols import Engine
from playground.ui.controller.store import Store

EVERY = 1.0  # seconds between two beats
STILL = 5  # beats without a sign of life of the engine's process
BUSY = 30  # beats without an answer of an engine that lives
HELD = 3  # beats in which a run stands and the window answers no frame
_LOG = logging.getLogger("playground.window")


class Pulse:
    """Asks the engine once a second what the run on the stage waits for; says so when nothing comes, and heals."""

    def __init__(self, store: Store, engine: Engine, notices: Notices, pictures: PictureFeed) -> None:
        self._store, self._engine, self._notices, self._pictures = store, engine, notices, pictures
        self._life = -1  # the engine's own count of its beats
        self._still = 0
        self._unanswered = 0
        self._held = 0
        self._seen = ("", -1)  # the run that stood, and how many frames had been answered
        self._said = ""

    def beat(self) -> None:
        """Called once a second while the window can be seen."""
        state = self._store.state
        if state.engine != "ready" or state.panel is None or state.page != "panel":
            self._rest()
            return
        life = self._engine.life()
        self._still = self._still + 1 if life == self._life else 0
        self._life = life
        if self._unanswered >= STILL and self._still >= STILL:
            self._say(f"The engine has stood still for {self._still * EVERY:.0f} seconds")
        elif self._unanswered >= BUSY:
            self._say(f"The engine has been busy with one step for {self._unanswered * EVERY:.0f} seconds")
        self._unanswered += 1
        self._engine.send(state.panel.group, m.Probe())

    def _rest(self) -> None:
        self._still = self._unanswered = self._held = 0
        self._said = ""

    def _say(self, sentence: str) -> None:
        if not self._said:
            self._said = sentence
            self._notices.notify(sentence, "restart_engine", "Start it again", kind="warning")

    def take(self, message: m.Alive) -> None:
        """The engine answers; what a run and the window wait for from each other is asked for again."""
        self._unanswered = 0
        notice = self._store.state.notice
        if self._said and notice is not None and notice.text == self._said:
            self._notices.dismiss()
        self._said = ""
        panel = self._store.state.panel
        stands = message.state != "going"
        if panel is None or panel.group != message.group or self._store.state.page != "panel" or not stands:
            self._held = 0
            return
        seen = (message.group, self._pictures.answers)
        self._held = self._held + 1 if seen == self._seen else 1
        self._seen = seen
        if self._held >= HELD:
            self._held = 0
            self._heal(message)

    def _heal(self, message: m.Alive) -> None:
        _LOG.error("the run %s was %s and is asked for again", message.group, message.state)
        if message.state == "gone":
            self._notices.notify("This run is not in the engine any more", "restart_engine", "Open it again")
            return
        self._engine.send(message.group, m.Show(True))
        self._pictures.answer(message.group)
        self._notices.notify("The picture had stopped; it was asked for again", kind="warning")
