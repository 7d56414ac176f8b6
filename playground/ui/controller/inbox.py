"""The half of the controller that reads the engine's messages. No Qt."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.frame import STOPPED, Frame, View
from playground.engine.process import messages as m
from playground.engine.process.messages import (
    Checked,
    Fault,
    FrameMessage,
    Message,
    Ready,
    Recorded,
    Refused,
    Restarted,
    Restarting,
)
from playground.figures.figure import Figure
from playground.lecture.report import Trouble
from playground.ui.controller.parts import Catalog, Engine
from playground.ui.controller.sentences import claim_result, refusal
from playground.ui.controller.state import Check, Notice, Page, Panel, Proof, State, Twin, pace

_LOG = logging.getLogger("playground.window")


@dataclass(frozen=True)
class WayBack:
    """What stood before a run that the engine has not answered for yet.

    Attributes:
        page: the page on screen.
        panel: the panel on the stage, or None.
        replaced: the run of the same concept that the new one replaces, or None; it is closed with the first frame.
    """

    page: Page
    panel: Panel | None
    replaced: Panel | None


class Inbox:
    """Keeps the state and turns messages into it."""

    _catalog: Catalog

    @property
    def catalog(self) -> Catalog:
        """The catalog of the window."""
        return self._catalog

    def __init__(self, engine: Engine, state: State) -> None:
        self.state = state
        self.listeners: list[Callable[[State, State], None]] = []
        self._engine = engine
        self._kept: dict[str, Panel] = {}
        self._way_back: WayBack | None = None
        self._before: dict[str, tuple[Mapping[str, Any], str, str]] = {}
        self._wanted: dict[str, Callable[[Mapping[str, Any]], None]] = {}
        self._groups = 0
        self._tokens = 0
        self._floor = -1
        self._view: View | None = None
        self._asked: bool | None = None
        self._noted = ""
        self._goal = 0
        self._later: list[Notice] = []
        self._where = ""
        self._card_warning = ""
        self.device = ""  # the fastest of this machine, as the engine says
        # Writes a report, and returns where it is as the end of a sentence.
        self.troubled: Callable[[Trouble], str] = lambda trouble: ""
        # Called with the number of a goal at which the run has stopped, and its frame.
        self.arrivals: list[Callable[[int, Frame], None]] = []
        # Called before something new begins on the stage.
        self.cutting: Callable[[], None] = lambda: None
        # What is visible of a figure.
        self.dressed: Callable[[Figure], Figure] = lambda figure: figure

    # ---- changing the state

    def put(self, **changes: Any) -> None:
        """Replaces parts of the state and tells the listeners."""
        before, self.state = self.state, replace(self.state, **changes)
        if self.state != before:
            for listener in self.listeners:
                listener(self.state, before)

    def put_panel(self, **changes: Any) -> None:
        """Replaces parts of the panel on the stage."""
        if self.state.panel is not None:
            self.put(panel=replace(self.state.panel, **changes))

    def notify(
        self,
        text: str,
        action: str = "",
        action_label: str = "",
        *,
        kind: str = "notice",
        closed: str = "",
        later: bool = False,
    ) -> None:
        """Shows one line for a few seconds, or until the user decides where closing it is a command.

        Args:
            text: the line; empty: nothing is shown.
            action: the id of a command that a button beside it runs.
            action_label: the button's verb.
            kind: notice, ended, warning or failed.
            closed: the id of a command that closing it runs.
            later: it waits until the line on screen has been read.
        """
        if not text:
            return
        if kind in ("warning", "failed"):
            _LOG.log(logging.WARNING if kind == "failed" else logging.INFO, "%s", text)
        number = self.state.notice.number + 1 if self.state.notice is not None else 1
        notice = Notice(number, kind, text, action, action_label, closed)  # type: ignore[arg-type]
        if later and self.state.notice is not None:
            self._later.append(replace(notice, number=number + len(self._later)))
        else:
            self.put(notice=notice)

    def dismiss(self) -> None:
        """The notice has been read; the next one that waits comes."""
        self.put(notice=self._later.pop(0) if self._later else None)

    def ask_record(self, then: Callable[[Mapping[str, Any]], None]) -> None:
        """Asks for the record of the run on the stage."""
        if self.state.panel is not None:
            self._tokens += 1
            token = str(self._tokens)
            self._wanted[token] = then
            self._engine.send(self.state.panel.group, m.GetRecord(token))

    def pace(self, panel: Panel) -> float | None:
        """Steps a second: slow leaves time for the parts of a step, fast is flat out."""
        return pace(panel)

    def _new_group(self, concept: str) -> str:
        """A name that no older run has, so that its late frames find no reader."""
        self._groups += 1
        self._floor = -1
        self._asked = None
        return f"{concept}#{self._groups}"

    # ---- reading messages

    def handle(self, message: Message) -> None:
        """Takes one message of the engine."""
        match message:
            case FrameMessage():
                self._frame(message)
            case Ready():
                self.device = message.device
                _LOG.info("the engine is ready on %s", message.device)
                self.put(engine="ready")
                if message.warning != self._card_warning:
                    self._card_warning = message.warning
                    self.notify(message.warning, kind="warning")
            case Refused():
                self._refused(message)
            case Recorded():
                then = self._wanted.pop(message.token, None)
                if then is not None:
                    then(message.record)
            case Checked():
                self._checked(message)
            case Restarting():
                self._where = self.troubled(Trouble("engine", message.reason))
                self.put(engine="starting")
                self.put_panel(restarting=True)
            case Restarted():
                self._floor = -1
                self.put(engine="starting")
                shown = ("reports", "Show it") if self._where else ("", "")
                # After a warning of the graphics card, which comes first and says why.
                later = bool(self._card_warning)
                self.notify(f"The engine restarted; nothing was lost{self._where}", *shown, later=later)
            case Fault():
                self._fault(message)

    def _frame(self, message: FrameMessage) -> None:
        panel = self.state.panel
        frame = message.frames[0]
        if panel is None or message.group != panel.group or frame.epoch < self._floor:
            return
        self._floor = frame.epoch
        self._settle()
        known = {**frame.params, "@seed": frame.seed}
        pending = {name: value for name, value in panel.pending.items() if not _equal(known.get(name), value)}
        shown = {**frame.params, **{name: value for name, value in pending.items() if name != "@seed"}}
        changed = replace(
            panel,
            frame=frame,
            pending=pending,
            params=self._params(panel, shown),
            seed=pending.get("@seed", frame.seed),
            figure=self._figure(panel, frame),
            compared=message.compared,
            title=message.titles[0] if message.titles else "",
            twins=self._twins(panel, message),
            phase=message.phase,
            playing=self._playing(message),
            steps_per_second=message.steps_per_second,
            device=message.device,
            heavy_step=message.heavy_step,
            restarting=False,
        )
        notice = self.state.notice
        if notice is not None and notice.kind == "ended" and not at_end(message.frames):
            self.dismiss()
        self.put(engine="ready", panel=replace(changed, proofs=_proved(changed, frame)))
        if frame.note and self._noted != message.group:
            self._noted = message.group
            self.notify(frame.note, kind="warning")
        if message.arrived and message.arrived == self._goal:
            self._goal = 0
            self._engine.send(panel.group, m.Pace(self.pace(panel)))
            for arrival in self.arrivals:
                arrival(message.arrived, frame)

    def _params(self, panel: Panel | Twin, values: Mapping[str, Any]) -> Any:
        same = values == panel.params.plain() or values == panel.params.model_dump()
        return panel.params if same else type(panel.params).make(values)

    def _figure(self, shown: Panel | Twin, frame: Frame) -> Figure | None:
        """What is visible of a frame's figure, the very same object while nothing in it changes."""
        if shown.frame is not None and shown.frame.figure is frame.figure:
            return shown.figure
        return self._dressed(shown, frame.figure)

    def _dressed(self, shown: Panel | Twin, figure: Figure | None) -> Figure | None:
        if figure is None:
            return shown.figure
        dressed = self.dressed(figure)
        return shown.figure if dressed == shown.figure else dressed

    def _twins(self, panel: Panel, message: FrameMessage) -> tuple[Twin, ...]:
        """The runs beside the first one."""
        found = []
        for i, frame in enumerate(message.frames[1:], start=1):
            old: Panel | Twin = panel.twins[i - 1] if i <= len(panel.twins) else panel
            figure = self._figure(old, frame)
            params = self._params(old, frame.params)
            title = message.titles[i] if i < len(message.titles) else ""
            found.append(Twin(params, frame.seed, figure, frame, title))
        return tuple(found)

    def refigure(self) -> None:
        """What is visible of the figure has changed."""
        panel = self.state.panel
        if panel is None:
            return

        def fresh(shown: Panel | Twin) -> Figure | None:
            return self._dressed(shown, shown.frame.figure if shown.frame is not None else None)

        twins = tuple(replace(twin, figure=fresh(twin)) for twin in panel.twins)
        shown: tuple[Panel | Twin, ...] = (panel, *panel.twins)
        if any(fresh(one) is not one.figure for one in shown):
            self.put_panel(figure=fresh(panel), twins=twins)

    def _playing(self, message: FrameMessage) -> bool:
        """The engine's word, except that a frame on its way does not take back what the user has just asked."""
        stopped = message.frames[0].failure is not None or at_end(message.frames)
        if (stopped or (message.arrived and message.arrived == self._goal)) and not message.playing:
            self._asked = None
        if self._asked is not None and message.playing != self._asked:
            return self._asked
        self._asked = None
        return message.playing

    def _refused(self, message: Refused) -> None:
        panel = self.state.panel
        if panel is None or message.group != panel.group:
            return
        if self._go_back():
            self.notify(message.sentence, kind="failed")
            return
        if message.field in panel.params.specs():
            bad = BadInput(message.sentence, message.field)
            said = refusal(panel.declaration, bad, panel.pending.get(message.field))
            pending = {name: value for name, value in panel.pending.items() if name != message.field}
            self.put_panel(refused=(message.field, said), pending=pending)
        self.notify(message.sentence, kind="warning")

    def _settle(self) -> None:
        """The newest run was accepted by the engine: the one that it replaces is closed."""
        way_back, self._way_back = self._way_back, None
        if way_back is not None and way_back.replaced is not None:
            self._engine.send(way_back.replaced.group, m.Close())

    def _go_back(self) -> bool:
        """Returns to what stood before the newest run, if the engine refused that before its first frame."""
        way_back, self._way_back = self._way_back, None
        if way_back is None:
            return False
        if way_back.panel is None:
            self.put(page="gallery", panel=None)
            return True
        if way_back.replaced is not None and way_back.replaced is not way_back.panel:
            self._kept[way_back.replaced.declaration.id] = way_back.replaced
        self._kept.pop(way_back.panel.declaration.id, None)
        self._engine.send(way_back.panel.group, m.Show(way_back.page == "panel"))
        self._floor = -1
        self.put(page=way_back.page, panel=way_back.panel)
        return True

    def _checked(self, message: Checked) -> None:
        panel = self.state.panel
        if panel is not None and message.group == panel.group:
            self.put_panel(check=Check(results=tuple(message.results)))

    def _fault(self, message: Fault) -> None:
        panel = self.state.panel
        if panel is not None and message.group == panel.group and not self._go_back():
            self.put_panel(fault=(message.sentence, message.report), playing=False, check=Check())
        if message.group == "":
            where = self.troubled(Trouble("engine", message.sentence, message.report))
            # The process cannot be kept alive: what stands on screen stays, and starting it again is one press.
            self.put(engine="off")
            self.put_panel(playing=False, restarting=False)
            self.notify(message.sentence + where, "restart_engine", "Start the engine", kind="failed")
        else:
            _LOG.error("%s\n%s", message.sentence, message.report)
            self.notify(message.sentence, "copy_report", "Copy report", kind="failed")

    def restart_engine(self) -> None:
        """Starts the engine again after it was given up; it brings the open runs back."""
        if self.state.engine == "off":
            self._engine.stop()
            self._engine.start()
            self.put(engine="starting")


def at_end(frames: Sequence[Frame]) -> bool:
    """Whether no run can go on from these frames."""
    return all(frame.status in STOPPED and frame.step >= frame.reached for frame in frames)


def _equal(one: Any, other: Any) -> bool:
    """Values as the engine and the window write them; a vector may be a list or a tuple."""
    return (tuple(one) if isinstance(one, list) else one) == (tuple(other) if isinstance(other, list) else other)


def _proved(panel: Panel, frame: Frame) -> Mapping[str, Proof]:
    """The running proofs that this frame decides."""
    proofs = dict(panel.proofs)
    for claim in panel.declaration.claims:
        proof = proofs.get(claim.id)
        if proof is None or proof.state != "running":
            continue
        job = frame.jobs.get(claim.job) if claim.job else None
        waiting = bool(claim.job) and (job is None or job.progress < 1) and not (job is not None and job.error)
        if waiting or (frame.step < claim.steps and frame.status not in STOPPED):
            continue
        holds = claim.holds(frame.metrics)
        words = claim_result(panel.declaration, claim, frame.metrics)
        proofs[claim.id] = Proof(claim.id, "holds" if holds else "fails", words)
    return proofs
