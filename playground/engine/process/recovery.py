"""What the client keeps of each group, so that a new engine process can take up where a dead one stopped. No torch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from playground.engine.process import messages as m
from playground.engine.run import history


@dataclass
class Sent:
    """A command that the newest record does not contain; `steps` once the engine has carried it out."""

    order: m.Order
    steps: tuple[int, ...] | None = None


@dataclass
class Page:
    """One group.

    Attributes:
        number: in the arena.
        runs: what re-opens it; empty until the engine has opened it.
        commands: what was sent since, in order.
        steps: where its sessions were last seen, after the last command.
        epoch: the highest epoch seen.
        jobs: the jobs that were started and not stopped, nor taken over into the run.
        shown: the jobs of the newest frame.
        sweep: the map that was asked for last and not left off.
        playing, goal: as the window set them.
        settings: the newest of each type.
        deaths: when the process died on it.
    """

    number: int
    runs: tuple[m.SessionStart, ...] = ()
    commands: list[Sent] = field(default_factory=list)
    steps: tuple[int, ...] = ()
    epoch: int = -1
    jobs: dict[str, m.StartJob] = field(default_factory=dict)
    shown: frozenset[str] = frozenset()
    playing: bool = False
    goal: m.Goal | None = None
    settings: dict[type[m.Setting], m.Setting] = field(default_factory=dict)
    sweep: m.Order | None = None
    deaths: list[float] = field(default_factory=list)


class Book:
    """All groups and unanswered questions. The caller sees to it that one thread at a time writes here."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self._questions: dict[int, m.Order] = {}
        self._serial = 0
        self._numbers = 0

    # ---- on the way out

    def enter(self, group: str, command: m.Command) -> m.Order:
        """Note a command, and number it."""
        self._serial += 1
        if isinstance(command, m.Open):
            command = self._opening(group, command)
        order = m.Order(self._serial, group, command)
        page = self.pages.get(group)
        if isinstance(command, m.Asking):
            self._questions[order.serial] = order
        elif page is not None:
            self._note(page, order)
        return order

    def _opening(self, group: str, command: m.Open) -> m.Open:
        page = self.pages.get(group)
        if page is None:
            self._numbers += 1
            page = self.pages[group] = Page(self._numbers)
        page.playing, page.goal, page.sweep = False, None, None
        page.settings.pop(m.Pace, None)
        return m.Open(command.runs, page.number, page.epoch + 1)

    def _note(self, page: Page, order: m.Order) -> None:
        match order.command:
            case m.Close():
                del self.pages[order.group]
            case m.Play(on, goal):
                page.playing, page.goal = on, goal or page.goal
            case m.Setting() as setting:
                page.settings[type(setting)] = setting
            case m.StartSweep():
                page.sweep = order
            case m.StopSweep():
                page.sweep = None
            case m.Acting() as act:
                page.commands.append(Sent(order))
                if act.stops:
                    page.playing, page.goal = False, None

    # ---- on the way in

    def settle(self, done: m.Handled) -> None:
        """A command was carried out or refused."""
        self._questions.pop(done.serial, None)
        page = self.pages.get(done.group)
        mine = next((sent for sent in page.commands if sent.order.serial == done.serial), None) if page else None
        if page is not None and page.sweep is not None and page.sweep.serial == done.serial and not done.ok:
            page.sweep = None
        if page is None or mine is None:
            return
        page.steps = ()
        if not done.ok:
            page.commands.remove(mine)
            return
        # What was sent before it and never confirmed has been replaced by it.
        page.commands = [sent for sent in page.commands if sent.steps is not None or sent.order.serial >= done.serial]
        mine.steps = done.steps
        match mine.order.command:
            case m.Open(runs):
                page.runs, page.jobs = tuple(replace(run, foreign=False) for run in runs), {}  # it was tried
                self._contained(page, done.serial)
            case m.StartJob(name) as job:
                page.commands.remove(mine)
                page.jobs[name] = job
                page.shown |= {name}
            case m.StopJob(name):
                page.commands.remove(mine)
                page.jobs.pop(name, None)

    def store(self, checkpoint: m.Checkpoint) -> None:
        """A newer record of a group."""
        page = self.pages.get(checkpoint.group)
        if page is not None and page.runs:
            old = [run.record for run in page.runs]
            for i, record in enumerate(checkpoint.records):
                history.join(old[i] if i < len(old) else None, record)
            page.runs = tuple(m.SessionStart(page.runs[0].concept_id, record=record) for record in checkpoint.records)
            self._contained(page, checkpoint.serial)
            # A job that has left the frames was taken over: its result is in this record, and must not come again.
            page.jobs = {name: job for name, job in page.jobs.items() if name in page.shown}

    @staticmethod
    def _contained(page: Page, serial: int) -> None:
        page.commands = [sent for sent in page.commands if sent.order.serial > serial]

    def admit(self, message: m.FrameMessage) -> bool:
        """Note a frame; returns false if it shows a run that was closed or replaced since."""
        page = self.pages.get(message.group)
        if page is None or not page.runs:
            return False
        page.steps = tuple(frame.step for frame in message.frames)
        page.epoch = max(page.epoch, *(frame.epoch for frame in message.frames))
        if page.goal is not None and message.arrived == page.goal.number:
            page.playing, page.goal = False, None
        page.shown = frozenset(name for frame in message.frames for name in frame.jobs)
        return True

    # ---- after a death

    def by_number(self, number: int) -> str | None:
        """The id of the group with a number in the arena."""
        return next((name for name, page in self.pages.items() if page.number == number), None)

    def everything(self) -> list[m.Order]:
        """What brings a new engine process to where the last one was."""
        orders = [order for name, page in self.pages.items() for order in _way_back(name, page)]
        return orders + list(self._questions.values())


def _way_back(name: str, page: Page) -> Iterable[m.Order]:
    """Opens one group from its record, repeats what came after, each act at its step, and restores its settings."""

    def order(command: m.Command) -> m.Order:
        return m.Order(0, name, command)

    if page.runs:
        yield order(m.Open(page.runs, page.number, page.epoch + 1))
    confirmed = [sent for sent in page.commands if sent.steps is not None]
    for sent in confirmed:
        if sent.steps:
            yield order(m.Advance(sent.steps))
        yield sent.order
    if page.steps:
        yield order(m.Advance(page.steps))
    yield from (order(job) for job in page.jobs.values())
    yield from (sent.order for sent in page.commands if sent.steps is None)
    if page.sweep is not None:
        yield order(page.sweep.command)  # a map is computed again
    yield from (order(setting) for setting in page.settings.values())
    if page.playing:
        yield order(m.Play(True, page.goal))
