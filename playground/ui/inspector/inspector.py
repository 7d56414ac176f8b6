"""The inspector: parameters, notes and numbers; all three while they fit, else one at a time."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from playground.engine.declarations.concept import Declaration, GestureDecl
from playground.engine.frame import Frame, JobState
from playground.texts.notes import Section
from playground.ui.controller.state import Panel
from playground.ui.controls.style import SCROLL_BAR, Look, label, quiet_scroll, rule
from playground.ui.controls.widgets import SegmentedButtons, button
from playground.ui.inspector.notes_pane import NotesPane
from playground.ui.inspector.numbers_pane import NumbersPane
from playground.ui.inspector.parameter_rows import Row, row

SOURCES = {"made": "", "edited": "Data: edited by hand"}
TALL = 900  # logical px from which all three blocks are shown even if the parameters have to scroll
LEAST = 260  # logical px that the parameters keep then
BLOCKS = (("parameters", "Parameters"), ("notes", "Notes"), ("numbers", "Numbers"))


class ParametersPane(QWidget):
    """A row for every parameter that matters, then the buttons of gestures and jobs."""

    def __init__(self, declaration: Declaration) -> None:
        super().__init__()
        self.rows: dict[str, Row] = {name: row(spec) for name, spec in declaration.params.specs().items()}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.heading = label("Parameters", "section")
        self._column.addWidget(self.heading)
        self.source = label("", "caption", "muted")
        self.source.setWordWrap(True)
        self.source.hide()
        self._column.addWidget(self.source)
        for made in self.rows.values():
            self._column.addWidget(made)
        self.acts = [(gesture, button(gesture.button)) for gesture in declaration.gestures if gesture.button]
        # What serves a claim is started from the badge, where its result is said.
        proofs = {claim.job for claim in declaration.claims}
        offered = [job for job in declaration.jobs if not job.when and job.name not in proofs]
        self.jobs = [(job, button(job.label)) for job in offered]
        for gesture, made_button in self.acts:
            made_button.setToolTip(gesture.meaning)
            self._column.addWidget(made_button)
        for job, made_button in self.jobs:
            made_button.setToolTip(job.meaning)
            self._column.addWidget(made_button)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._column.setSpacing(look.px(11))

    def show_panel(self, panel: Panel) -> None:
        """Shows the values in force, and the rows that matter beside them."""
        where, sentence = panel.refusal
        own = panel.source != "made"
        words = SOURCES.get(panel.source, f"Data: {panel.source}")
        if self.source.text() != words:
            self.source.setText(words)
            self.source.setVisible(own)
        for name, made in self.rows.items():
            here = made.spec.matters(panel.params)
            if made.isHidden() == here:
                made.setVisible(here)
            made.show_own(own)
            made.set_value(getattr(panel.params, name), sentence if name == where else "")
            values = (getattr(twin.params, name) for twin in panel.twins) if name in panel.differences else ()
            made.show_twins(tuple(values))
        for gesture, made_button in self.acts:
            made_button.setVisible(matters(gesture, panel))

    def show_jobs(self, states: Mapping[str, JobState]) -> None:
        """Shows how far the jobs are; while one works, its button stops it."""
        for job, made_button in self.jobs:
            state = states.get(job.name)
            running = state is not None and state.running
            text = job.label
            if state is not None and running:
                text = f"Stop: {state.text or f'{100 * state.progress:.0f} %'}"
            if made_button.text() != text:
                made_button.setText(text)
            made_button.setProperty("running", running)


def matters(gesture: GestureDecl, panel: Panel) -> bool:
    """Whether a gesture has a use beside the current parameters."""
    return all(getattr(panel.params, name) in values for name, values in gesture.when.items())


class Inspector(QFrame):
    """The tinted column at the right.

    Signals:
        changed: a parameter's name, value and stroke.
        typed: a parameter's name and words.
        back: a parameter's name; its default is wanted.
        given_up: a refused value was given up.
        act: the kind of a gesture by button.
        job: a job's name, and whether it shall run.
        compared: a parameter's name and words; a twin with this value is wanted.
        twin_typed: a twin's number, a parameter's name and words.
        twin_removed: a twin's number.
        menu_wanted: a parameter's name and a place; what it can be compared with is wanted.
    """

    changed = Signal(str, object, str)
    typed = Signal(str, str)
    back = Signal(str)
    given_up = Signal()
    act = Signal(str)
    job = Signal(str, bool)
    compared = Signal(str, str)
    twin_typed = Signal(int, str, str)
    twin_removed = Signal(int)
    menu_wanted = Signal(str, QPoint)

    def __init__(self, declaration: Declaration, sections: tuple[Section, ...]) -> None:
        super().__init__()
        self.setProperty("plane", "window")
        self._block = "parameters"
        self._split = False
        self._panel: Panel | None = None
        self._look: Look | None = None
        self._frames: tuple[Frame, ...] = ()
        self.parameters = ParametersPane(declaration)
        self.notes = NotesPane(declaration, sections)
        self.numbers = NumbersPane(declaration)
        self.switch = SegmentedButtons(BLOCKS, "Block of the inspector")
        self.switch.chosen.connect(self.choose)
        self.switch.set_value(self._block)
        self.switch.hide()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._fit)
        self._compose()
        self._connect()

    def _compose(self) -> None:
        self._column = QVBoxLayout(self)
        self._head = QHBoxLayout()
        self._head.addWidget(self.switch)
        self._column.addLayout(self._head)
        self._inside = QWidget()
        self._inside.setProperty("plane", "window")
        self._inside.installEventFilter(self)
        self._blocks = QVBoxLayout(self._inside)
        self._blocks.setContentsMargins(0, 0, 0, 0)
        self._rules = (rule(), rule())
        self.own, self.read = (self._scroll_area(pane) for pane in (self.parameters, self.notes))
        for widget in (self.own, self._rules[0], self.read, self._rules[1], self.numbers):
            self._blocks.addWidget(widget)
        self._blocks.addStretch(1)
        self.area = QScrollArea()
        quiet_scroll(self.area)
        self.area.setWidget(self._inside)
        self._column.addWidget(self.area, 1)

    def _scroll_area(self, pane: QWidget) -> QScrollArea:
        area = QScrollArea()
        quiet_scroll(area)
        area.setWidget(pane)
        pane.setProperty("plane", "window")
        pane.installEventFilter(self)
        return area

    def _connect(self) -> None:
        for made in self.parameters.rows.values():
            made.changed.connect(self.changed)
            made.typed.connect(self.typed)
            made.back.connect(self.back)
            made.given_up.connect(self.given_up)
            made.compared.connect(self.compared)
            made.twin_typed.connect(self.twin_typed)
            made.twin_removed.connect(self.twin_removed)
            made.menu_wanted.connect(self.menu_wanted)
        for gesture, made_button in self.parameters.acts:
            made_button.clicked.connect(lambda _checked=False, kind=gesture.kind: self.act.emit(kind))
        for job, made_button in self.parameters.jobs:
            made_button.clicked.connect(
                lambda _checked=False, name=job.name, where=made_button: self.job.emit(
                    name, not where.property("running")
                )
            )

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        edge = look.px(16)
        bar = look.px(SCROLL_BAR)
        self._column.setContentsMargins(edge, look.px(13), edge - bar, look.px(8))
        self._head.setContentsMargins(0, 0, bar, 0)
        self._column.setSpacing(look.px(12))
        self._look = look
        self._blocks.setSpacing(look.px(13))
        self._later.start()

    def choose(self, block: str) -> None:
        """Shows one block, where not all fit."""
        self._block = block
        self.switch.set_value(block)
        self._arrange()

    @property
    def split(self) -> bool:
        """Whether one block at a time is shown."""
        return self._split

    def show_panel(self, panel: Panel) -> None:
        """Shows the state of the panel."""
        old, self._panel = self._panel, panel
        if panel.figure is not None and (old is None or old.figure is not panel.figure):
            self.notes.link(panel.figure)
        if old is None or _of_rows(old) != _of_rows(panel):
            self.parameters.show_panel(panel)
        asked = old is not None and old.asking != panel.asking
        fresh = len(panel.frames) != len(self._frames) or any(
            one is not other for one, other in zip(panel.frames, self._frames, strict=True)
        )
        if panel.frame is not None and (fresh or asked):
            self._frames = panel.frames
            self.parameters.show_jobs(panel.frame.jobs)
            self.notes.show_frame(panel.frame, panel.steps_per_second if panel.playing else 0.0, panel.asking)
            self.numbers.show_twins(panel.titles)
            self.numbers.show_frame(panel.frame, panel.asking, panel.frames[1:])
        elif panel.frame is not None and old is not None and old.playing and not panel.playing:
            self.notes.show_frame(panel.frame, asking=panel.asking)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A block that grew or shrank may change what fits."""
        if watched in (self._inside, self.parameters, self.notes) and event.type() == QEvent.Type.LayoutRequest:
            self._later.start()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Looks what fits."""
        super().resizeEvent(event)
        self._later.start()

    def _fit(self) -> None:
        """All blocks while they fit; back from one at a time only with some room to spare, so that nothing flickers."""
        edges = self._column.contentsMargins()
        room = self.height() - edges.top() - edges.bottom()
        width = self.width() - 2 * edges.left()
        own, read, numbers = (_height(pane, width) for pane in (self.parameters, self.notes, self.numbers))
        others = read + numbers + 4 * self._blocks.spacing() + 2
        tall = self._look is not None and self.height() >= self._look.px(TALL)
        split = not tall and own + others > (room if not self._split else room - 3 * self._blocks.spacing())
        if tall and self._look is not None:
            # Parameters and notes scroll by themselves, so that the numbers of the step stay in sight.
            own = min(own, max(room - others, self._look.px(LEAST)))
            read = min(read, max(1, room - (others - read) - own))
        self.own.setFixedHeight(own)
        self.read.setFixedHeight(read)
        on, off = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.area.setVerticalScrollBarPolicy(off if tall else on)
        for inner in (self.own, self.read):
            inner.setVerticalScrollBarPolicy(on if tall else off)
        bar = self._look.px(SCROLL_BAR) if tall and self._look is not None else 0
        self.numbers.setContentsMargins(0, 0, bar, 0)
        if split != self._split:
            self._split = split
            self.switch.setVisible(split)
        self._arrange()

    def _arrange(self) -> None:
        shown = {"parameters", "notes", "numbers"}
        if self._split:
            shown = {self._block}
            room = self.area.viewport().height()
            width = self._inside.width()
            if self._block == "notes" and _height(self.notes, width) + _height(self.numbers, width) + 40 <= room:
                shown.add("numbers")
        panes = {"parameters": self.own, "notes": self.read, "numbers": self.numbers}
        for name, pane in panes.items():
            if pane.isHidden() == (name in shown):
                pane.setVisible(name in shown)
        for heading in (self.parameters.heading, self.numbers.heading):
            heading.setVisible(not self._split)
        self._rules[0].setVisible(not self._split)
        self._rules[1].setVisible("notes" in shown and "numbers" in shown)


def _of_rows(panel: Panel) -> tuple[object, ...]:
    """What the rows of the parameters show."""
    return panel.params, panel.refusal, panel.source, panel.differences, tuple(twin.params for twin in panel.twins)


def _height(pane: QWidget, width: int) -> int:
    """The height that a pane wants at a width."""
    layout = pane.layout()
    if layout is None:
        return 0
    # A section whose formulas were just set tells its new height only once its own layout has taken them in.
    for below in pane.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        nested = below.layout()
        if nested is not None:
            nested.activate()
    layout.activate()
    return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()
