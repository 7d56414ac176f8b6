"""What the window shows, as one frozen value; every widget is a function of it. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from playground.engine.declarations.code import CodeListing
    from playground.engine.declarations.concept import Declaration
    from playground.engine.declarations.params import ConceptParams
    from playground.engine.frame import DataKind, Frame, PhaseMap
    from playground.figures.figure import Figure
    from playground.lecture.challenges import Challenge
    from playground.lecture.player import Place
    from playground.lecture.shipped_lessons import Head

PageName = Literal["gallery", "panel"]
Speed = Literal["slow", "normal", "fast"]
Curtain = Literal["", "black", "white"]
EngineState = Literal["off", "starting", "ready"]

PART_SECONDS = 0.5  # a part of a step in slow motion
LESSON = "@lesson"  # among the panels whose hint was seen: the hint of lessons
LEAST_RATE = 20  # steps a second below which the rate of drawing says nothing


@dataclass(frozen=True, slots=True)
class Notice:
    """One line at the bottom left for a few seconds.

    Attributes:
        number: counts up, so that the same words twice are two notices.
        kind: which icon and word stand before it; "ended" goes when the run is not at its end any more.
        text: the sentence.
        action: the id of a command that a button beside it runs; empty: none.
        action_label: the button's verb.
        closed: the id of a command that closing it runs; such a notice stays until the user decides.
    """

    number: int
    kind: Literal["notice", "warning", "failed", "ended"]
    text: str
    action: str = ""
    action_label: str = ""
    closed: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """What came from outside and is shown before it is used.

    Attributes:
        title: a question.
        size: how much it is, in words.
        rows: its first rows, if it has any.
        usage: what will be done with it.
        action: the button's verb.
    """

    title: str
    size: str
    rows: tuple[tuple[str, ...], ...]
    usage: str
    action: str


@dataclass(frozen=True, slots=True)
class Export:
    """An export that is being chosen or made.

    Attributes:
        visible: its card is open.
        path: where it goes; empty: nothing is being made yet.
        words: how far it is.
        share: how far it is, 0 to 1.
    """

    visible: bool = False
    path: str = ""
    words: str = ""
    share: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Collected:
    """A run that was added to the figure.

    Attributes:
        number: counts up with each one that is added.
        title: the panel and its preset.
        step: at which it stood.
        record: the run; None while the engine has not given it yet.
    """

    number: int
    title: str
    step: int
    record: Mapping[str, Any] | None = None

    def knowing(self, record: Mapping[str, Any]) -> Collected:
        """The same with its record."""
        return Collected(self.number, self.title, self.step, record)


@dataclass(frozen=True, slots=True)
class Proof:
    """How far a claim has been reproduced.

    Attributes:
        claim: the claim's id.
        state: running, holds or fails.
        text: the number beside the threshold, in words.
    """

    claim: str
    state: Literal["running", "holds", "fails"]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """The self-check of a panel.

    Attributes:
        running: the engine is computing.
        results: a row a case: name, kind, ok, deviation, where, reason, compared, tolerance, checks.
    """

    running: bool = False
    results: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """A challenge that is tried on the stage.

    Attributes:
        challenge: what is to be done.
        phase: trying; done by hand; showing the solution, or at its end.
        held: during how many steps its condition has held; None: it does not hold.
        hinted: the hint is shown.
        moves: how many moves of the solution were shown.
        say: the word about the newest of them.
        number: of its aim, as the engine tells it back.
    """

    challenge: Challenge
    phase: Literal["trying", "done", "showing", "shown"] = "trying"
    held: int | None = None
    hinted: bool = False
    moves: int = 0
    say: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Twin:
    """A run beside the first one, in lockstep with it.

    Attributes:
        params: its parameters.
        seed: its seed.
        figure: the picture that belongs to its frame.
        frame: its newest frame.
        title: words for it where the values that differ do not name it.
    """

    params: ConceptParams
    seed: int
    figure: Figure | None
    frame: Frame
    title: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One concept on the stage; two panels are equal only if they are the same, since frames hold arrays.

    Attributes:
        group: the engine's name of the run.
        declaration: what the concept declares.
        params: the parameters as asked for; what the engine has not yet confirmed is in `pending`.
        seed: the seed as asked for.
        figure: the picture that belongs to the frame; None before the first one.
        presets: the presets by name.
        preset: the preset last chosen.
        name: the name of the scene that was opened; empty: none.
        start: the parameters of the preset or the scene.
        frame: the newest frame, or None while the engine warms up.
        opens_at: the step at which a run that has no frame of its own yet will be shown; None: it is shown. Until then
            `frame` is None, or that of the run that stood there before.
        pending: values asked for that no frame has confirmed.
        playing: whether the run goes on.
        speed: how fast; the step size never depends on it.
        steps_per_second: as the engine measures it.
        device: where it computes, in words.
        heavy_step: a step or an observation takes more than 10 ms.
        refusal: the parameter or field and the sentence why its value was refused.
        asking: the class is being asked first: outcome layers are hidden.
        proofs: by claim id.
        check: the self-check.
        fault: an engine fault that no frame carries: the sentence and the report.
        restarting: the engine died and a new one is on its way; the frame is the last one before that.
        differences: what the twins differ by: parameters by name, `@seed` or `@preset`; empty: there are none.
        title: words for the first run where the values that differ do not name it.
        twins: the other runs of a comparison.
        phase: the map of two parameters that was asked for last, or None.
        task: the challenge that is tried, or None.
        listing: the code of the view as it was run last, or None.
    """

    group: str
    declaration: Declaration
    params: ConceptParams
    seed: int
    figure: Figure | None
    presets: Mapping[str, Mapping[str, Any]]
    preset: str = ""
    name: str = ""
    start: ConceptParams | None = None
    frame: Frame | None = None
    opens_at: int | None = None
    pending: Mapping[str, Any] = field(default_factory=dict)
    playing: bool = False
    speed: Speed = "normal"
    steps_per_second: float = 0.0
    device: str = ""
    heavy_step: bool = False
    refusal: tuple[str, str] = ("", "")
    asking: bool = False
    proofs: Mapping[str, Proof] = field(default_factory=dict)
    check: Check = Check()
    fault: tuple[str, str] = ("", "")
    restarting: bool = False
    differences: tuple[str, ...] = ()
    title: str = ""
    twins: tuple[Twin, ...] = ()
    phase: PhaseMap | None = None
    task: Task | None = None
    listing: CodeListing | None = None

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames of all twins, the first run's first; none while the engine warms up."""
        return () if self.frame is None else (self.frame, *(twin.frame for twin in self.twins))

    @property
    def clock(self) -> Frame | None:
        """The frame that says where the clock stands: of twins that end at different steps, the one that got on."""
        return max(self.frames, key=lambda frame: (frame.step, frame.reached), default=None)

    @property
    def own(self) -> frozenset[str]:
        """What every twin has for itself, so that a change concerns the first run alone."""
        if "@preset" not in self.differences:
            return frozenset(self.differences)
        names = {name for twin in self.twins for name in self.params.diff(twin.params)}
        return frozenset(names | {"@seed" for twin in self.twins if twin.seed != self.seed})

    @property
    def titles(self) -> tuple[str, ...]:
        """For each twin the difference in words; none while nothing is compared."""
        from playground.engine.declarations.value_text import difference

        if not self.twins:
            return ()
        runs = ((self.title, self.params, self.seed), *((one.title, one.params, one.seed) for one in self.twins))
        return tuple(title or difference(self.differences, params, seed) for title, params, seed in runs)

    @property
    def step(self) -> int:
        """The step on screen, 0 before the first frame."""
        return self.frame.step if self.frame is not None else 0

    @property
    def fails(self) -> str:
        """Why the chosen preset fails, in one line; empty if it does not, or does no more."""
        return "" if self._is_mended else str(self.presets.get(self.preset, {}).get("fails", ""))

    @property
    def repair(self) -> Mapping[str, Any]:
        """What mends a failing preset: `label` and `set`; empty if there is nothing to mend."""
        return {} if self._is_mended else self._repair

    @property
    def _repair(self) -> Mapping[str, Any]:
        repair: Mapping[str, Any] = self.presets.get(self.preset, {}).get("repair", {})
        return repair

    @property
    def _is_mended(self) -> bool:
        """Whether the repair is in force, or the preset's data have given way to a file."""
        repair = self._repair.get("set", {})
        plain = self.params.plain() if repair else {}
        done = bool(repair) and all(
            plain.get(name) == (list(value) if isinstance(value, tuple) else value) for name, value in repair.items()
        )
        return done or self.data_kind == "file"

    @property
    def source(self) -> str:
        """Where the data come from, in words: "made", "edited", or the name of a file."""
        return self.frame.data_source if self.frame is not None else "made"

    @property
    def data_kind(self) -> DataKind:
        """Whether the data are made, edited, or from a file."""
        return self.frame.data_kind if self.frame is not None else "made"

    @property
    def origin(self) -> str:
        """What the run shows: a preset's title or a scene's name, from which it may be changed, or a data file."""
        if self.data_kind == "file":
            return self.source
        title = self.name or str(self.presets.get(self.preset, {}).get("title", ""))
        if not title:
            return "Presets"
        changed = self.data_kind == "edited" and not self.name
        if self.start is not None and self.start is not self.params:
            specs = self.params.specs()
            changed = changed or any(specs[name].effect.name != "VIEW" for name in self.start.diff(self.params))
        return f"Changed from {title}" if changed else title


@dataclass(frozen=True, slots=True)
class OpenStudy:
    """The file of a study.

    Attributes:
        path: of the file.
        concept: the panel whose runs it holds.
    """

    path: str
    concept: str


@dataclass(frozen=True, slots=True)
class State:
    """The whole window.

    Attributes:
        page: the gallery or a panel.
        catalog: the declarations by id, once the catalog is loaded.
        panel: the panel on the stage; kept while the gallery is shown.
        engine: whether the engine can compute.
        theme: light, dark or projector.
        scale: the user's own factor, 0.85 to 2.0.
        still: motion is reduced.
        bare: everything is hidden but the picture.
        curtain: the screen is black or white; while presenting, the audience's.
        presenting: the audience has a window of its own, and this one has the speaker's notes.
        swapped: the two windows have changed screens; on one screen the speaker's side is in front.
        halo: a ring goes with the cursor on the audience's screen.
        keycaps: pressed keys are shown on the audience's screen.
        lens: the magnifier is out.
        notice: the newest notice, or None.
        recent: recently used scene files, newest first.
        recent_panels: recently opened concepts, newest first.
        hinted: concepts whose first-run hint was seen, and `LESSON`.
        unfolded: concepts all of whose parameters are shown, not the main ones alone.
        lessons: the lessons that ship.
        lesson: where the open lesson stands, or None.
        recording: what is done becomes a lesson.
        offer: what came from outside and waits for a yes, or None.
        shared_link: the link that is shown with its QR code, or empty.
        export: what is being exported, or None.
        collected: the runs that were added to the figure, in the order of their letters.
        tray: they are shown.
        welcome: the welcome page is shown.
        welcomed: it was shown before.
        tour: the stop of the tour, counted from 1; 0: there is none.
        handbook: the page of the handbook that is read, with `#Heading` behind it; empty: none.
        study: the file of runs that is looked at over the stage of its panel, or None.
        challenges_done: the challenges that were done on this machine, as panel/name.
        challenges_on: challenges are offered.
    """

    page: PageName = "gallery"
    catalog: Mapping[str, Declaration] = field(default_factory=dict)
    panel: Panel | None = None
    engine: EngineState = "off"
    theme: str = "light"
    scale: float = 1.0
    still: bool = False
    bare: bool = False
    curtain: Curtain = ""
    presenting: bool = False
    swapped: bool = False
    halo: bool = True
    keycaps: bool = False
    lens: bool = False
    notice: Notice | None = None
    recent: tuple[str, ...] = ()
    recent_panels: tuple[str, ...] = ()
    hinted: tuple[str, ...] = ()
    unfolded: tuple[str, ...] = ()
    lessons: tuple[Head, ...] = ()
    lesson: Place | None = None
    recording: bool = False
    offer: Offer | None = None
    shared_link: str = ""
    export: Export | None = None
    collected: tuple[Collected, ...] = ()
    tray: bool = False
    welcome: bool = False
    welcomed: bool = False
    tour: int = 0
    handbook: str = ""
    study: OpenStudy | None = None
    challenges_done: tuple[str, ...] = ()
    challenges_on: bool = True


def pace(panel: Panel) -> float | None:
    """Steps a second that are asked for: slow leaves time for the parts of a step, fast is flat out (None)."""
    normal = panel.declaration.card.pace
    if panel.speed == "normal":
        return normal
    if panel.speed == "fast":
        return None
    plots = panel.figure.plots if panel.figure is not None else ()
    parts = max((layer.part for plot in plots for layer in plot.layers), default=0)
    return min(normal / 10, 1 / (PART_SECONDS * (parts + 1))) if parts else normal / 10


def status_line(panel: Panel | None, frames_per_second: float) -> tuple[str, bool]:
    """The status in words, and whether the picture or the steps are over budget.

    Args:
        panel: the panel on the stage.
        frames_per_second: as the window measures it; 0 while nothing is drawn.
    """
    if panel is None or (panel.frame is None and not panel.opens_at):
        return "", False
    if panel.opens_at is not None:
        return f"going to step {panel.opens_at:,}" if panel.opens_at else "starting", False
    assert panel.frame is not None
    device = panel.device or "CPU"
    if any(job.shipped for frame in panel.frames for job in frame.jobs.values()):
        device = "stored result"
    if panel.restarting:
        return "the engine is restarting", True
    if not panel.playing:
        statuses = {frame.status for frame in panel.frames}
        return (
            f"{device} · {panel.frame.status if len(statuses) == 1 and 'running' not in statuses else 'paused'}",
            False,
        )
    # The engine measures over a short while, in which a paced run may take a step or none.
    asked = pace(panel)
    steps = panel.steps_per_second if asked is None else min(asked, panel.steps_per_second)
    wanted = min(60.0, steps)
    if wanted >= LEAST_RATE and 0 < frames_per_second < 0.5 * wanted:
        return f"{device} · drawing {frames_per_second:.0f} frames/s", True
    if panel.heavy_step:
        return f"{device} · heavy steps, {_rate(steps)} steps/s", True
    rate = _rate(steps)
    if asked is not None and asked < LEAST_RATE:
        return f"{device} · {rate} steps/s", False
    return f"{device} · {rate} steps/s · {frames_per_second:.0f} frames/s", False


def _rate(steps: float) -> str:
    return f"{steps:,.0f}" if steps >= 10 else f"{steps:.1f}"
