"""A panel as a widget of Jupyter, marimo and VS Code: its picture, its transport and its parameters.

The page asks and the widget answers, one question at a time: while it plays, the page asks for the next picture once it
has shown the last one. So play takes no more of the kernel than the page can show, cells run in between, and a widget
that is not on the page any more does nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cache, partial
from importlib.resources import files
from threading import RLock, get_ident
from typing import Any, ClassVar, Protocol
from weakref import WeakSet, ref

import anywidget
import traitlets

from playground import catalog
from playground.engine.declarations.params import parse_value
from playground.engine.errors import BadInput, unknown
from playground.engine.frame import STOPPED, Frame
from playground.engine.process.pacing import StepPace
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session
from playground.figures.figure import SET
from playground.notebook import controls
from playground.notebook.live_picture import LivePicture, Look
from playground.render.tokens import THEMES
from playground.ui.controller.sentences import refusal

STEP_SECONDS = 0.03  # how long one answer steps
OWN_SECONDS = 0.2  # how often cells that change the run draw it while they work
MOST_PX = 4000
SPEEDS = {"slow": 0.1, "normal": 1.0, "fast": math.inf}
Message = Mapping[str, Any]


@cache
def _shipped(name: str) -> str:
    return files("playground.notebook").joinpath(name).read_text(encoding="utf-8")


class ShownRun(Protocol):
    """What a widget asks of the session of a notebook, which is made anew from the engine's."""

    _session: Session
    _watchers: WeakSet[PanelWidget]

    def __init__(self, session: Session) -> None: ...

    @property
    def step_number(self) -> int:
        """How many steps were taken."""

    @property
    def status(self) -> str:
        """What the run is in."""

    def preset(self, name: str) -> ShownRun:
        """Starts anew at a preset."""

    def _at_work(self) -> AbstractContextManager[Session]: ...

    def _change(self, act: Callable[[Session], object]) -> ShownRun: ...


class PanelWidget(anywidget.AnyWidget):  # type: ignore[misc]  # of a library without types
    """One run on a page of a notebook."""

    _esm = _shipped("widget.js")
    _css = controls.style_sheet() + _shipped("widget.css")
    panel = traitlets.Dict().tag(sync=True)  # what does not change
    options = traitlets.Dict().tag(sync=True)  # the height and the theme that were asked for
    shown = traitlets.Dict().tag(sync=True)  # the newest answer
    picture = traitlets.Bytes().tag(sync=True)  # PNG
    stale = traitlets.Bool(False).tag(sync=True)  # a cell has changed the run since

    _all: ClassVar[WeakSet[PanelWidget]] = WeakSet()

    def __init__(self, run: ShownRun, height: int = 0, theme: str = "auto") -> None:
        """A widget of a run.

        Raises:
            BadInput: there is no such theme.
        """
        self._picture = LivePicture()
        if theme != "auto" and theme not in THEMES:
            raise unknown("theme", theme, ("auto", *THEMES))
        self._run: ShownRun | None = run
        self._kept: tuple[ref[ShownRun], Mapping[str, Any]] | None = None
        self._concept = run._session.concept
        self._kind = type(run)
        self._look: Look | None = None
        self._answering = RLock()
        self._answers_in = 0  # the thread that answers the page
        self._count = 0
        self._drawn = -math.inf
        self._said = ""
        self._wrong = ""
        self._pace: StepPace | None = None
        declared = self._concept.declaration
        super().__init__(panel=controls.panel(declared), options={"height": height, "theme": theme})
        for other in tuple(self._all):
            if getattr(other.comm, "_closed", True):  # marimo closes what a cell had when it runs again
                other.rest()
        self._all.add(self)
        run._watchers.add(self)
        self.on_msg(self._take)

    # ---- its run

    @property
    def run(self) -> ShownRun:
        """The run that it shows."""
        if self._run is None:
            assert self._kept is not None
            there, record = self._kept[0](), self._kept[1]
            self._run = there if there is not None else self._kind(restore(self._concept, record))
            self._kept = None
            self._run._watchers.add(self)
        return self._run

    def rest(self) -> None:
        """Off the page: its picture goes, and of a run that nobody else holds only what a scene keeps."""
        with self._answering:
            self._picture.close()
            self._look = self._pace = None
            if self._run is not None:
                with self._run._at_work() as session:
                    self._kept = ref(self._run), store(session)
                self._run._watchers.discard(self)
                self._run = None
            self.picture = b""

    def close(self) -> None:
        """Takes it off every page for good."""
        self._picture.close()
        self._all.discard(self)
        if self.comm is not None:
            self.layout.close()
        super().close()

    def run_changed(self) -> None:
        """A cell has changed the run: it is drawn now and then, and at last when the page asks."""
        if self._look is None or self._answers_in == get_ident():  # it is the page that has changed it
            return
        if time.perf_counter() - self._drawn > OWN_SECONDS:
            with self._answering:
                self._answer()
        else:
            self.stale = True

    # ---- what the page asks

    def _take(self, _widget: object, message: Message, _buffers: object) -> None:
        with self._answering:
            self._said = self._wrong = ""
            self._answers_in = get_ident()
            kind = message.get("kind")
            try:
                if kind == "leave":
                    self.rest()
                    return
                handler = self._handlers().get(str(kind))
                if handler is not None:
                    handler(self, message)
            except BadInput as bad:
                self._said, self._wrong = refusal(self._concept.declaration, bad, message.get("value")), bad.field
            finally:
                self._answers_in = 0
            self._answer()

    @staticmethod
    @cache
    def _handlers() -> Mapping[str, Callable[[PanelWidget, Message], None]]:
        return {
            "look": PanelWidget._on_look,
            "play": PanelWidget._on_play,
            "tick": PanelWidget._on_tick,
            "step": lambda self, asked: self._move(self.run.step_number + int(asked["by"])),
            "seek": lambda self, asked: self._move(int(asked["step"])),
            "set": PanelWidget._on_set,
            "seed": lambda self, asked: self._act(lambda session: session.reseed(_number(asked["value"]))),
            "preset": PanelWidget._on_preset,
            "undo": lambda self, asked: self._act(lambda session: session.undo()),
            "redo": lambda self, asked: self._act(lambda session: session.redo()),
            "act": lambda self, asked: self._act(lambda session: session.act(str(asked["name"]), {})),
            "job": lambda self, asked: self._act(lambda session: session.start_job(str(asked["name"]))),
            "mouse": PanelWidget._on_mouse,
        }

    def _act(self, act: Callable[[Session], object]) -> None:
        self.run._change(act)

    def _on_look(self, asked: Message) -> None:
        width, height = (min(MOST_PX, max(1, int(asked[name]))) for name in ("width", "height"))
        ratio = min(3.0, max(1.0, float(asked.get("ratio", 1.0))))
        theme = str(asked.get("theme"))
        self._look = Look(width, height, theme if theme in THEMES else "light", ratio)

    def _on_play(self, asked: Message) -> None:
        """Begins to play at a speed; a run at its end begins anew, as in the window."""
        self._pace = StepPace(_rate(self._concept.declaration.card.pace, str(asked.get("speed"))))
        self._pace.start(time.perf_counter())
        if self.run.status in STOPPED:
            self._move(0)
        self._on_tick(asked)

    def _on_tick(self, asked: Message) -> None:
        """The steps that are due, as many as one answer has time for. A second page asks for the same and gets none."""
        if self._pace is None or asked.get("count", self._count) != self._count:
            return
        started = time.perf_counter()
        due = self._pace.due(started)
        if due < 1:
            return
        many = 1_000_000 if math.isinf(due) else int(due)

        def advance(session: Session) -> None:
            taken = session.advance(many, started + STEP_SECONDS)
            if self._pace is not None:
                self._pace.took(taken)

        self._act(advance)

    def _move(self, step: int) -> None:
        self._act(lambda session: session.seek(max(0, step)))

    def _on_set(self, asked: Message) -> None:
        """One parameter, from its control or as text."""
        name, value = str(asked["name"]), asked["value"]
        spec = self._concept.declaration.params.specs().get(name)
        if spec is not None and isinstance(value, str):
            value = parse_value(spec, value.replace("−", "-"))
        self._act(lambda session: session.set({name: value}, str(asked.get("stroke", ""))))

    def _on_preset(self, asked: Message) -> None:
        """A preset opens at its telling step, as in the window."""
        name = str(asked["name"])
        self.run.preset(name)
        self._move(int(catalog.presets(self._concept.id)[name].get("steps", 0)))

    def _on_mouse(self, asked: Message) -> None:
        place = float(asked["x"]), float(asked["y"])
        acts = self._picture.touch(
            asked["event"], *place, str(asked.get("modifier", "")), float(asked.get("notches", 0.0))
        )
        for kind, values, stroke in acts:
            if kind == SET:
                changes = self._concept.declaration.params.clipped(values)
                self._act(partial(Session.set, changes=changes, stroke=stroke))
            else:
                self._act(partial(Session.act, kind=kind, values=values, stroke=stroke))

    # ---- what it answers

    def _answer(self) -> None:
        """Sends what stands now, with its picture where that has changed."""
        if self._look is None:
            return
        with self.run._at_work() as session:
            frame, drawn = self._picture.draw(session, self._look)
            told = self._tell(session, frame)
        self._drawn = time.perf_counter()
        self._count += 1
        with self.hold_sync():
            if drawn is not None:
                self.picture = drawn
            self.stale = False
            self.shown = {**told, "count": self._count}

    def _tell(self, session: Session, frame: Frame) -> dict[str, Any]:
        declared = self._concept.declaration
        wait = self._pace.wait(time.perf_counter()) if self._pace is not None else 0.0
        said = self._said or (frame.failure.sentence if frame.failure is not None else frame.note)
        return {
            "step": frame.step,
            "reached": frame.reached,
            "total": frame.total,
            "status": frame.status,
            "ended": frame.status in STOPPED,
            "wait": round(1000 * wait),
            "busy": self._picture.busy,
            "cursor": self._picture.cursor,
            "undo": frame.can_undo,
            "redo": frame.can_redo,
            "marks": [mark.step for mark in frame.marks],
            "said": said,
            "wrong": self._wrong,
            "numbers": controls.numbers(declared, frame),
            **controls.settings(declared, session.params, session.seed),
            "jobs": {
                name: job.text or f"{100 * job.progress:.0f} %" for name, job in frame.jobs.items() if job.running
            },
        }


def _rate(normal: float, speed: str) -> float | None:
    times = SPEEDS.get(speed, 1.0)
    return None if math.isinf(times) else normal * times


def _number(value: Any) -> Any:
    """A whole number that was typed; what is none is refused where it is used."""
    words = str(value).strip()
    return int(words) if words.isascii() and words.isdecimal() else value
