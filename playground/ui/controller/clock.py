"""The part of the controller that lets the run on the stage go on, stand, and travel. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from playground.engine.frame import STOPPED, Frame
from playground.engine.process import messages as m
from playground.ui.controller.hints import Hints
from playground.ui.controller.lesson_recording import Recording
from playground.ui.controller.notices import Notices
from playground.ui.controller.protocols import Engine
from playground.ui.controller.state import Panel, Speed, pace
from playground.ui.controller.store import Store

FURTHEST = 1_000_000  # step that may be typed where a run has no end


class Clock:
    """The clock of the run on the stage.

    Attributes:
        arrivals: called with the number of a goal at which the run has stopped, and its frame.
    """

    def __init__(self, store: Store, engine: Engine, notices: Notices, hints: Hints, recording: Recording) -> None:
        self._store, self._engine, self._notices = store, engine, notices
        self._hints, self._recording = hints, recording
        self.arrivals: list[Callable[[int, Frame], None]] = []
        self._asked: dict[str, bool] = {}  # by group: whether the run shall play, until the engine says the same
        self._goals: dict[str, int] = {}  # by group: the number of the goal that it runs to

    def toggle(self) -> None:
        """Runs or pauses."""
        panel = self._store.state.panel
        if panel is not None:
            if panel.playing:
                self.pause()
            else:
                self.play()

    def pause(self) -> None:
        """Stops at this step."""
        panel = self._store.state.panel
        if panel is not None and panel.playing:
            self._asked[panel.group] = False
            self._engine.send(panel.group, m.Play(False))
            self._store.put_panel(playing=False)

    def forward(self) -> None:
        """One step, paused."""
        self._move(1)

    def back(self) -> None:
        """One step back, paused."""
        self._move(-1)

    def _move(self, by: int) -> None:
        self.pause()
        panel = self._store.state.panel
        if panel is not None:
            self._hints.use()
            self._engine.send(panel.group, m.Step(by))

    def seek(self, step: int) -> None:
        """To a step of this run, paused."""
        self.pause()
        panel = self._store.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.Seek(max(0, step)))

    def typed_step(self, words: str) -> None:
        """To a step as it was typed, paused; what is no step of this run is refused in a sentence."""
        panel = self._store.state.panel
        frame = panel.clock if panel is not None else None
        if frame is None:
            return
        last = frame.length if frame.length is not None else FURTHEST
        plain = words.strip().replace(",", "")
        if plain.isdecimal() and int(plain) <= last:
            self.seek(int(plain))
            return
        ends = ", the last one of this run" if frame.length is not None else ""
        self._notices.notify(f"The step must be a whole number from 0 to {last:,}{ends}", kind="warning")

    def to_start(self) -> None:
        """To step 0, paused; the run is kept."""
        self.seek(0)

    def replay(self) -> None:
        """Plays the run from step 0."""
        self.to_start()
        panel = self._store.state.panel
        if panel is not None:
            self._set_going(panel)

    def reset(self) -> None:
        """Begins anew with the parameters and data of this step; the run so far is kept for an undo."""
        self.pause()
        panel = self._store.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.Reset())

    def set_speed(self, speed: Speed) -> None:
        """Slow, normal or fast; the step size never depends on it."""
        panel = self._store.state.panel
        if panel is not None:
            self._store.put_panel(speed=speed)
            self._engine.send(panel.group, m.Pace(pace(replace(panel, speed=speed))))

    def play(self) -> None:
        """Lets the run go on."""
        panel = self._store.state.panel
        if panel is None:
            return
        frame = panel.clock
        if frame is not None and at_end(panel.frames):
            words = {"converged": "has converged", "done": "is at its end", "failed": "has stopped"}[frame.status]
            self._notices.notify(f"This run {words}", "replay", "Play from the start", kind="ended")
            return
        self._set_going(panel)

    def _set_going(self, panel: Panel) -> None:
        self._hints.use()
        self._recording.cut()
        self._asked[panel.group] = True
        self._engine.send(panel.group, m.Play())
        self._store.put_panel(playing=True)

    def play_to(self, goal: m.Goal, rate: float | None, hurry: bool) -> None:
        """Lets the run go on until a goal is reached.

        Args:
            goal: where it stops by itself.
            rate: steps a second; None: as the panel has it.
            hurry: as fast as it can.
        """
        panel = self._store.state.panel
        if panel is not None:
            self._goals[panel.group] = goal.number
            self._asked[panel.group] = True
            self._engine.send(panel.group, m.Pace(None if hurry else rate or pace(panel)))
            self._engine.send(panel.group, m.Play(True, goal))
            self._store.put_panel(playing=True)

    def set_off(self, group: str, rate: float | None) -> None:
        """A new run is on the stage, at its pace."""
        self._engine.send(group, m.Pace(rate))

    def halt(self) -> None:
        """The engine pauses by itself, after an undo for instance; its word counts from now on."""
        panel = self._store.state.panel
        if panel is not None:
            self._asked[panel.group] = False
            self.stand()

    def await_nothing(self, group: str) -> None:
        """The engine refused a command, and its word counts from now on: the run may go on as it did."""
        self._asked.pop(group, None)

    def forget(self, group: str) -> None:
        """A run was closed."""
        self._asked.pop(group, None)
        self._goals.pop(group, None)

    @property
    def settled(self) -> bool:
        """Whether the engine has confirmed what was asked of the run on the stage."""
        panel = self._store.state.panel
        return panel is None or panel.group not in self._asked

    def stand(self) -> None:
        """The run does not go on."""
        self._store.put_panel(playing=False)

    # ---- what the engine says

    def take(self, message: m.FrameMessage) -> None:
        """Shows whether the run plays, and how fast."""
        self._store.put_panel(playing=self._playing(message), steps_per_second=message.steps_per_second)

    def _playing(self, message: m.FrameMessage) -> bool:
        """The engine's word, except that a frame on its way does not take back what the user has just asked."""
        stopped = message.frames[0].failure is not None or at_end(message.frames)
        if not message.playing and (stopped or self._is_goal(message)):
            self._asked.pop(message.group, None)
        asked = self._asked.get(message.group, message.playing)
        if asked == message.playing:
            self._asked.pop(message.group, None)
        return asked

    def _is_goal(self, message: m.FrameMessage) -> bool:
        return message.arrived != 0 and message.arrived == self._goals.get(message.group)

    def arrive(self, message: m.FrameMessage) -> None:
        """Where this frame is the goal: the panel's own pace again, and whoever waits is told."""
        panel = self._store.state.panel
        if panel is not None and self._is_goal(message):
            del self._goals[message.group]
            self._engine.send(panel.group, m.Pace(pace(panel)))
            for arrival in self.arrivals:
                arrival(message.arrived, message.frames[0])


def at_end(frames: Sequence[Frame]) -> bool:
    """Whether no run can go on from these frames."""
    return all(frame.status in STOPPED and frame.step >= frame.reached for frame in frames)
