"""A random walk through the window by its own controller, and what must hold wherever it ends."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from playground.engine.frame import STOPPED

if TYPE_CHECKING:
    from playground.engine.frame import Frame
    from playground.ui.controller.controller import Controller
    from playground.ui.controller.state import Panel
    from playground.ui.window import Window

ACTS = 14
LOOPS = (0, 0, 0, 1, 2, 5, 20)  # turns of the event loop between two acts: most come before an answer to the last


class Walk:
    """One walk, the same for the same seed but for how fast the engine answers.

    Attributes:
        done: what was done, in words.
    """

    def __init__(self, window: Window, controller: Controller, seed: int, panels: tuple[str, ...], lesson: str) -> None:
        self._window, self._controller, self._panels, self._lesson = window, controller, panels, lesson
        self._random = random.Random(seed)
        self.done: list[str] = []

    @property
    def panel(self) -> Panel:
        """The panel on the stage."""
        assert self._controller.state.panel is not None
        return self._controller.state.panel

    @property
    def where(self) -> str:
        """What is on the stage, for the message of a failure."""
        panel, clock = self.panel, self._controller.clock
        frames = [f"step {frame.step} of {frame.reached} {frame.status}" for frame in panel.frames]
        said = f"playing {panel.playing} settled {clock.settled} engine {self._controller.state.engine}"
        return f"{panel.group} {frames} {said} drawn {self._seen()}"

    def go(self) -> None:
        """Does some acts, and ends on a panel, outside of lessons."""
        acts: list[Callable[[], object]] = [
            self._show,
            self._show,
            self._gallery,
            self._preset,
            self._press,
            self._press,
            self._scrub,
            self._scrub,
            self._turn_knob,
            self._branch,
            self._twins,
            self._play_lesson,
        ]
        self._show()
        for _ in range(ACTS):
            self._random.choice(acts)()
            for _ in range(self._random.choice(LOOPS)):
                QCoreApplication.processEvents()
        self._run("lesson_leave")
        self._show()

    def _run(self, command: str) -> None:
        self.done.append(command)
        self._window.run(command)

    def _note(self, *words: object) -> None:
        self.done.append(" ".join(map(str, words)))

    def _show(self) -> None:
        name = self._random.choice(self._panels)
        self._note("show", name)
        self._controller.presets.show(name)

    def _gallery(self) -> None:
        self._run("gallery")

    def _preset(self) -> None:
        name = self._random.choice(list(self.panel.presets))
        self._note("preset", name)
        self._controller.presets.choose(name, telling=self._random.random() < 0.5)

    def _press(self) -> None:
        keys = ("toggle", "toggle", "forward", "forward", "back", "reset", "undo", "redo", "speed_fast", "speed_normal")
        self._run(self._random.choice(keys))

    def _scrub(self) -> None:
        for _ in range(self._random.randrange(1, 4)):
            step = self._random.choice((0, 1, 3, 10, 40))
            self._note("seek", step)
            self._controller.clock.seek(step)

    def _turn_knob(self) -> None:
        params = self.panel.params
        spec = self._random.choice([spec for spec in params.specs().values() if spec.kind in ("choice", "flag")])
        value = self._random.choice(list(spec.choices) if spec.kind == "choice" else [True, False])
        self._note("set", spec.name, value)
        self._controller.parameters.set({spec.name: value})

    def _branch(self) -> None:
        branches = self.panel.frame.branches if self.panel.frame is not None else ()
        if branches:
            number = self._random.randrange(len(branches))
            self._note("branch", number)
            self._controller.acts.switch(number)
        else:
            self._run("reseed")

    def _twins(self) -> None:
        if self.panel.twins:
            self._run("uncompare")
        else:
            self._note("compare seeds")
            self._controller.comparison.compare_seed()

    def _play_lesson(self) -> None:
        if self._controller.lessons.player is None:
            self._note("lesson")
            self._controller.lessons.open_file(self._lesson)
        else:
            self._run(self._random.choice(("lesson_forward", "lesson_forward", "lesson_back", "lesson_leave")))

    # ---- what must hold

    def check(self, wait: Callable[[Callable[[], bool]], None]) -> None:
        """Demands that the run goes on, that space stops it and lets it run, and that the picture is the panel's.

        Args:
            wait: waits until something is so, and fails if it never is.
        """
        wait(lambda: self.panel.frame is not None)
        for _ in range(2):
            self._goes_on(wait)
            if self.panel.playing:  # it may have come to its end or to a goal
                self._run("toggle")
            wait(lambda: self._controller.clock.settled and not self.panel.playing)
            wait(self._drawn)

    def _goes_on(self, wait: Callable[[Callable[[], bool]], None]) -> None:
        if not self.panel.playing:
            self._run("toggle")
        if not self.panel.playing:  # it is at its end
            self._run("reset")
            self._run("toggle")
        group, step = self.panel.group, self._step()
        wait(lambda: self.panel.group == group and (self._step() != step or self._at_end()))

    def _step(self) -> int:
        return self.panel.clock.step if self.panel.clock is not None else -1

    def _at_end(self) -> bool:
        return all(frame.status in STOPPED for frame in self.panel.frames)

    def _drawn(self) -> bool:
        """Whether the newest frame is drawn, in the figure that belongs to it."""
        return all(self._seen())

    def _seen(self) -> tuple[bool, bool, bool, bool]:
        """Whether page, figures, frames and their data belong together."""
        page, panel = self._window.page, self.panel
        assert page is not None
        pictures = page.stage.pictures
        return (
            page.concept == panel.declaration.id,
            [picture.figure for picture in pictures] == [panel.figure, *(twin.figure for twin in panel.twins)],
            [id(picture._frame) for picture in pictures] == [id(frame) for frame in panel.frames],
            all(_belongs(frame) for frame in panel.frames),
        )


def _belongs(frame: Frame) -> bool:
    """Whether the frame has what its own figure names as the data of its layers."""
    there = {*frame.arrays, *frame.words, *frame.tables, *frame.metrics}
    named = {
        value
        for plot in (frame.figure.plots if frame.figure is not None else ())
        for layer in plot.layers
        for value in (getattr(layer, field.name) for field in fields(layer))
        if isinstance(value, str) and re.fullmatch(re.escape(plot.name) + r"\.\w+\.\w+", value)
    }
    return frame.figure is not None and named <= there


def lesson_in(folder: Path, concept: str, preset: str) -> str:
    """The path of a lesson of three beats over a panel."""
    path = folder / "walk.lesson.toml"
    path.write_text(
        f'format = "playground.lesson"\ntitle = "Walk"\nconcept = "{concept}"\n'
        f'[[beats]]\npreset = "{preset}"\nuntil = 3\ncaption = "one"\n'
        '[[beats]]\nuntil = 12\ncaption = "two"\n'
        f'[[beats]]\npreset = "{preset}"\nseed = 5\ncaption = "three"\n'
    )
    return str(path)
