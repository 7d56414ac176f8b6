"""The part of the controller that reads the engine's messages. No Qt."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from playground.engine.frame import Frame
from playground.engine.process.messages import (
    Alive,
    Checked,
    Fault,
    FrameMessage,
    Listed,
    Message,
    Ready,
    Recorded,
    Refused,
    Restarted,
    Restarting,
)
from playground.figures.figure import Figure
from playground.lecture.report import Trouble
from playground.ui.controller.claims import Claims
from playground.ui.controller.clock import Clock, at_end
from playground.ui.controller.listings import Listings
from playground.ui.controller.notices import Notices
from playground.ui.controller.opening import Opening
from playground.ui.controller.parameters import Parameters, params_of
from playground.ui.controller.pictures import PictureFeed
from playground.ui.controller.protocols import Engine
from playground.ui.controller.pulse import Pulse
from playground.ui.controller.records import RecordRequests
from playground.ui.controller.state import Panel, Twin
from playground.ui.controller.store import Store

_LOG = logging.getLogger("playground.window")


class Inbox:
    """Turns messages into state.

    Attributes:
        device: the fastest of this machine, as the engine says.
        dressed: what is visible of a figure.
        heard: called with every message whose frame has come to the stage.
    """

    def __init__(
        self,
        store: Store,
        engine: Engine,
        *,
        notices: Notices,
        records: RecordRequests,
        clock: Clock,
        parameters: Parameters,
        opening: Opening,
        claims: Claims,
        listings: Listings,
        pictures: PictureFeed,
        pulse: Pulse,
    ) -> None:
        self._store, self._engine = store, engine
        self._notices, self._records, self._clock = notices, records, clock
        self._parameters, self._opening, self._claims = parameters, opening, claims
        self._listings, self._pictures, self._pulse = listings, pictures, pulse
        self.device = ""
        self.dress: Callable[[Figure], Figure] = lambda figure: figure
        self.heard: list[Callable[[FrameMessage], None]] = []
        self._floors: dict[str, int] = {}  # by group: the lowest epoch that a frame may have
        self._noted = ("", "")
        self._where = ""
        self._card_warning = ""

    # ---- reading messages

    def handle(self, message: Message) -> None:
        """Takes one message of the engine."""
        match message:
            case FrameMessage():
                self._frame(message)
            case Ready():
                self.device = message.device
                _LOG.info("the engine is ready on %s", message.device)
                self._store.put(engine="ready")
                if message.warning != self._card_warning:
                    self._card_warning = message.warning
                    self._notices.notify(message.warning, kind="warning")
            case Refused():
                self._on_refusal(message)
            case Recorded():
                self._records.hand(message)
            case Alive():
                self._pulse.take(message)
            case Checked():
                self._claims.take_results(message)
            case Listed():
                self._listings.take(message)
            case Restarting():
                self._where = self._notices.report_trouble(Trouble("engine", message.reason))
                self._store.put(engine="starting")
                self._store.put_panel(restarting=True)
            case Restarted():
                self._floors.clear()
                self._store.put(engine="starting")
                shown = ("reports", "Show it") if self._where else ("", "")
                # After a warning of the graphics card, which comes first and says why.
                later = bool(self._card_warning)
                self._notices.notify(f"The engine restarted; nothing was lost{self._where}", *shown, later=later)
            case Fault():
                self._fault(message)

    def _frame(self, message: FrameMessage) -> None:
        panel = self._store.state.panel
        frame = message.frames[0]
        if panel is None or message.group != panel.group or frame.epoch < self._floors.get(message.group, -1):
            self._pictures.answer(message.group)
            return
        self._pictures.expect(message.group)
        open_groups = self._opening.groups()
        self._floors = {group: floor for group, floor in self._floors.items() if group in open_groups}
        self._floors[message.group] = frame.epoch
        self._opening.settle(message.group)
        notice = self._store.state.notice
        if notice is not None and notice.kind == "ended" and not at_end(message.frames):
            self._notices.dismiss()
        with self._store.together():
            self._store.put(engine="ready")
            self._store.put_panel(
                frame=frame,
                opens_at=None,
                figure=self._figure(panel, frame),
                differences=message.differences,
                title=message.titles[0] if message.titles else "",
                twins=self._twins(panel, message),
                phase=message.phase,
                device=message.device,
                heavy_step=message.heavy_step,
                restarting=False,
            )
            self._parameters.take(frame)
            self._clock.take(message)
            self._claims.take(frame)
        if frame.note and self._noted != (message.group, frame.note):
            self._noted = (message.group, frame.note)
            self._notices.notify(frame.note, kind="warning")
        for hear in self.heard:
            hear(message)
        self._clock.arrive(message)

    def _figure(self, shown: Panel | Twin, frame: Frame) -> Figure | None:
        """What is visible of a frame's figure, the very same object while nothing in it changes."""
        if shown.frame is not None and shown.frame.figure is frame.figure:
            return shown.figure
        return self._dress(shown, frame.figure)

    def _dress(self, shown: Panel | Twin, figure: Figure | None) -> Figure | None:
        if figure is None:
            return shown.figure
        dressed = self.dress(figure)
        return shown.figure if dressed == shown.figure else dressed

    def _twins(self, panel: Panel, message: FrameMessage) -> tuple[Twin, ...]:
        """The runs beside the first one."""
        found = []
        for i, frame in enumerate(message.frames[1:], start=1):
            old: Panel | Twin = panel.twins[i - 1] if i <= len(panel.twins) else panel
            figure = self._figure(old, frame)
            params = params_of(old, frame.params)
            title = message.titles[i] if i < len(message.titles) else ""
            found.append(Twin(params, frame.seed, figure, frame, title))
        return tuple(found)

    def refigure(self) -> None:
        """What is visible of the figure has changed."""
        panel = self._store.state.panel
        if panel is None:
            return

        def fresh(shown: Panel | Twin) -> Figure | None:
            return self._dress(shown, shown.frame.figure if shown.frame is not None else None)

        twins = tuple(replace(twin, figure=fresh(twin)) for twin in panel.twins)
        shown: tuple[Panel | Twin, ...] = (panel, *panel.twins)
        if any(fresh(one) is not one.figure for one in shown):
            self._store.put_panel(figure=fresh(panel), twins=twins)

    def _on_refusal(self, message: Refused) -> None:
        if self._opening.go_back(message.group):
            self._notices.notify(message.sentence, kind="failed")
            return
        self._clock.await_nothing(message.group)
        panel = self._store.state.panel
        if panel is None or message.group != panel.group:
            return
        self._parameters.take_refusal(message)
        self._notices.notify(message.sentence, kind="warning")

    def _fault(self, message: Fault) -> None:
        panel = self._store.state.panel
        gone_back = self._opening.go_back(message.group)
        if panel is not None and message.group == panel.group and not gone_back:
            with self._store.together():
                self._store.put_panel(fault=(message.sentence, message.report))
                self._clock.stand()
                self._claims.drop()
        if message.group == "":
            where = self._notices.report_trouble(Trouble("engine", message.sentence, message.report))
            # The process cannot be kept alive: what stands on screen stays, and starting it again is one press.
            with self._store.together():
                self._store.put(engine="off")
                self._store.put_panel(restarting=False)
                self._clock.stand()
            self._notices.notify(message.sentence + where, "restart_engine", "Start the engine", kind="failed")
        else:
            _LOG.error("%s\n%s", message.sentence, message.report)
            self._notices.notify(message.sentence, "copy_report", "Copy report", kind="failed")

    def restart_engine(self) -> None:
        """Starts the engine again, after it was given up or where it does not answer; it brings the open runs back."""
        if self._store.state.engine != "off":
            self._engine.restart()
        else:
            self._engine.stop()
            self._engine.start()
            self._store.put(engine="starting")
