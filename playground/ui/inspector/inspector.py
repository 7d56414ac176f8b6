"""The inspector: parameters, notes and numbers in one column that scrolls, or the code; a switch leads to each."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from playground.engine.declarations.concept import Declaration
from playground.engine.frame import Frame
from playground.texts.notes import Section
from playground.ui.controller.state import Panel
from playground.ui.controls.style import SCROLL_BAR, Look, dress, quiet_scroll, rule
from playground.ui.controls.widgets import SegmentedButtons
from playground.ui.inspector.code_pane import CodePane
from playground.ui.inspector.notes_pane import NotesPane
from playground.ui.inspector.numbers_pane import NumbersPane
from playground.ui.inspector.parameters_pane import ParametersPane
from playground.ui.inspector.row import Row

CODE = "code"
BLOCKS = (("parameters", "Parameters"), ("notes", "Notes"), ("numbers", "Numbers"), (CODE, "Code"))


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
        unfolded: whether the parameters that matter less shall be shown.
        reading: whether the code is shown, which wants a wider column; it is made when it is first shown.
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
    unfolded = Signal(bool)
    reading = Signal(bool)

    def __init__(self, declaration: Declaration, sections: tuple[Section, ...]) -> None:
        super().__init__()
        self.setProperty("plane", "window")
        self._block = "parameters"
        self._wanted = ""
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
        self._code: CodePane | None = None
        self.on_code: Callable[[CodePane], None] = lambda pane: None
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
        for widget in (self.parameters, self._rules[0], self.notes, self._rules[1], self.numbers):
            self._blocks.addWidget(widget)
        self._blocks.addStretch(1)
        self.area = QScrollArea()
        quiet_scroll(self.area)
        self.area.setWidget(self._inside)
        self._column.addWidget(self.area, 1)
        bar = self.area.verticalScrollBar()
        bar.valueChanged.connect(self._on_scroll)
        bar.rangeChanged.connect(self._later.start)

    def _connect(self) -> None:
        self.parameters.wires.append(self._wire)
        self.parameters.unfolded.connect(self.unfolded)
        for gesture, made_button in self.parameters.acts:
            made_button.clicked.connect(lambda _checked=False, kind=gesture.kind: self.act.emit(kind))
        for job, made_button in self.parameters.jobs:
            made_button.clicked.connect(
                lambda _checked=False, name=job.name, where=made_button: self.job.emit(
                    name, not where.property("running")
                )
            )

    def _wire(self, made: Row) -> None:
        made.changed.connect(self.changed)
        made.typed.connect(self.typed)
        made.back.connect(self.back)
        made.given_up.connect(self.given_up)
        made.compared.connect(self.compared)
        made.twin_typed.connect(self.twin_typed)
        made.twin_removed.connect(self.twin_removed)
        made.menu_wanted.connect(self.menu_wanted)

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

    @property
    def code(self) -> CodePane:
        """The tab of the code, made when it is first asked for."""
        if self._code is None:
            self._code = made = CodePane()
            made.hide()
            self._column.addWidget(made, 1)
            self.on_code(made)
            if self._look is not None:
                dress(made, self._look)
        return self._code

    @property
    def reads_code(self) -> bool:
        """Whether the code is shown in place of the blocks."""
        return self._block == CODE

    def choose(self, block: str) -> None:
        """Shows the code, or scrolls to a block, at once and again when its place is known."""
        read, self._block = self.reads_code, block
        if self.reads_code != read:
            self.area.setVisible(read)
            self.code.setVisible(not read)
            self.reading.emit(not read)
        if self.reads_code:
            self.switch.set_value(CODE)
            if self._panel is not None:
                self.code.show_panel(self._panel)
            return
        self._scroll_to(block)
        self._wanted = block
        self._later.start()

    def _scroll_to(self, block: str) -> None:
        pane = self._panes[block]
        top = 0 if block == "parameters" else pane.y() - self._blocks.spacing()
        self.area.verticalScrollBar().setValue(top)
        self._block = block
        self.switch.set_value(block)

    @property
    def _panes(self) -> dict[str, QWidget]:
        return {"parameters": self.parameters, "notes": self.notes, "numbers": self.numbers}

    @property
    def split(self) -> bool:
        """Whether not all blocks fit, so that the column scrolls."""
        return self._split

    def show_parameter(self, name: str) -> None:
        """Scrolls to the row of a parameter."""
        self.area.ensureWidgetVisible(self.parameters.rows[name])

    def show_panel(self, panel: Panel) -> None:
        """Shows the state of the panel."""
        old, self._panel = self._panel, panel
        if self.reads_code:
            self.code.show_panel(panel)
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
        if event.type() == QEvent.Type.LayoutRequest:
            self._later.start()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Looks what fits."""
        super().resizeEvent(event)
        self._later.start()

    def _fit(self) -> None:
        """Whether all fits is taken back only with some room to spare, so that nothing flickers."""
        edges = self._column.contentsMargins()
        room = self.height() - edges.top() - edges.bottom()
        if self._split:
            room -= 3 * self._blocks.spacing()
        split = _height(self._inside, self.area.viewport().width()) > room
        if split != self._split:
            self._split = split
            self.parameters.show_heading(not split)
        if self._wanted and not self.reads_code:
            wanted, self._wanted = self._wanted, ""
            self._scroll_to(wanted)
        self.notes.fill_what_is_seen()

    def _on_scroll(self, value: int) -> None:
        """The switch follows: it names the block at the top, and the last one at the end of the way."""
        self.notes.fill_what_is_seen()
        if self.reads_code:
            return
        edge = value + self._blocks.spacing() + 1
        passed = [name for name, pane in self._panes.items() if pane.y() <= edge]
        if value >= self.area.verticalScrollBar().maximum() > 0:
            passed = list(self._panes)
        self._block = passed[-1] if passed else "parameters"
        self.switch.set_value(self._block)


def _of_rows(panel: Panel) -> tuple[object, ...]:
    """What the rows of the parameters show."""
    return (
        panel.params,
        panel.refusal,
        (panel.data_kind, panel.source),
        panel.differences,
        tuple(twin.params for twin in panel.twins),
        (panel.task.challenge.ref, panel.task.phase) if panel.task is not None else None,
    )


def _height(inside: QWidget, width: int) -> int:
    """The height that the blocks want at a width."""
    layout = inside.layout()
    assert layout is not None
    # A section whose formulas were just set tells its new height only once its own layout has taken them in.
    for below in inside.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        nested = below.layout()
        if nested is not None:
            nested.activate()
    layout.activate()
    return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()
