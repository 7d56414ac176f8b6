"""The parameters of the inspector: the main ones, the others under a fold, then the buttons of gestures and jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from playground.engine.declarations.concept import Declaration, GestureDecl
from playground.engine.declarations.params import ConceptParams, Spec
from playground.engine.frame import JobState
from playground.render.words import Worded
from playground.ui.controller.locks import lock
from playground.ui.controller.state import Panel
from playground.ui.controls.flow import FlowLayout
from playground.ui.controls.style import Look, dress, label
from playground.ui.controls.widgets import IconLabel, button
from playground.ui.inspector.parameter_rows import row
from playground.ui.inspector.row import MARKS, Row

SOURCES = {"made": "", "edited": "Data: edited by hand"}


class GroupView(Worded, QWidget):
    """Toggles that belong together, under their common words."""

    def __init__(self, words: str, rows: tuple[Row, ...]) -> None:
        super().__init__()
        self.rows = rows
        self.setAccessibleName(words)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._head = QHBoxLayout()
        self._head.addWidget(label(words, "body strong"))
        effect = max(made.spec.effect for made in rows)
        if effect in MARKS:
            self._head.addWidget(IconLabel(*MARKS[effect]))
        self._head.addStretch(1)
        self._column.addLayout(self._head)
        self._flow = FlowLayout(self._inside())
        for made in rows:
            self._flow.addWidget(made)

    def _inside(self) -> QWidget:
        inside = QWidget()
        self._column.addWidget(inside)
        return inside

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._head.setSpacing(look.px(4))
        self._column.setSpacing(look.px(5))
        self._flow.setSpacing(look.px(6))


class Fold(Worded, QWidget):
    """The line that opens and closes what is folded.

    Signals:
        turned: whether it is open now.
    """

    turned = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.open = False
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self.button = button("More parameters", "fold")
        self.button.setCheckable(True)
        self.button.setToolTip("Shows or hides the parameters that matter less")
        self.button.clicked.connect(self.turned)
        self._line.addWidget(self.button)
        self.changed = label("", "caption", "accent")
        self._line.addWidget(self.changed)
        self._line.addStretch(1)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.button.setFixedHeight(look.px(28))
        self._draw()

    def show_fold(self, is_open: bool, count: int, changed: int) -> None:
        """Shows whether it is open, how many parameters it holds, and how many of these are not at their default."""
        self.open = is_open
        words = "Fewer parameters" if is_open else f"{count} more parameters" if count > 1 else "1 more parameter"
        if self.button.text() != words:
            self.button.setText(words)
            self.button.setAccessibleName(words)
        self.button.setChecked(is_open)
        told = f"{changed} changed" if changed and not is_open else ""
        if self.changed.text() != told:
            self.changed.setText(told)
        self._draw()

    def _draw(self) -> None:
        look = getattr(self, "_look", None)
        if look is not None:
            self.button.setIcon(look.icon("chevron-down" if self.open else "chevron-right", 18, "muted"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The whole line opens it."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.turned.emit(not self.open)


class ParameterRows(dict[str, Row]):
    """The rows that were made so far, in the order of their parameters; another is made when it is asked for."""

    def __init__(self, names: tuple[str, ...], make: Callable[[str], Mapping[str, Row]]) -> None:
        super().__init__()
        self._names, self._make = names, make

    def __missing__(self, name: str) -> Row:
        if name not in self._names:
            raise KeyError(name)
        made = {**self, **self._make(name)}
        self.clear()
        self.update((one, made[one]) for one in self._names if one in made)
        return self[name]


class ParametersPane(QWidget):
    """A row for every parameter that matters, then the buttons of gestures and jobs.

    Signals:
        unfolded: whether the parameters that matter less shall be shown.

    Attributes:
        rows: the rows by the name of their parameter; made when they are first shown.
        wires: called with every row that is made.
    """

    unfolded = Signal(bool)

    def __init__(self, declaration: Declaration) -> None:
        super().__init__()
        self._params = declaration.params
        specs = declaration.params.specs()
        self.rows = ParameterRows(tuple(specs), self._make)
        self.wires: list[Callable[[Row], None]] = []
        self._look: Look | None = None
        self._is_open = False
        self._panel: Panel | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.heading = label("Parameters", "section")
        self._column.addWidget(self.heading)
        self.source = label("", "caption", "muted")
        self.source.setWordWrap(True)
        self.source.hide()
        self._column.addWidget(self.source)
        self._groups: list[GroupView] = []
        first = main_first(declaration.params)
        self._folded = frozenset(specs) - frozenset(first)
        # Rows that stand together, by the first of them, in the order from the top; and what was made of them.
        self._blocks = [*self._parts(first), *self._parts(tuple(name for name in specs if name in self._folded))]
        self._views: dict[tuple[str, ...], QWidget] = {}
        self.fold = Fold()
        self.fold.turned.connect(self.unfolded)
        self._column.addWidget(self.fold)
        self.acts = [(gesture, button(gesture.button)) for gesture in declaration.gestures if gesture.button]
        # What serves a claim is started from the badge, where its result is said.
        proofs = {claim.job for claim in declaration.claims}
        offered = [job for job in declaration.jobs if not job.when and job.name not in proofs]
        self.jobs = [(job, button(job.label)) for job in offered]
        self._foot = buttons = QWidget()
        self._buttons = FlowLayout(buttons)
        meanings = [(one.meaning, made) for one, made in self.acts] + [(one.meaning, made) for one, made in self.jobs]
        for meaning, made_button in meanings:
            made_button.setToolTip(meaning)
            self._buttons.addWidget(made_button)
        self._column.addWidget(buttons)
        buttons.setVisible(bool(self.acts or self.jobs))

    def _parts(self, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Parameters in order, those of a group together in the place of its first."""
        specs = self._params.specs()
        done: set[str] = set()
        for name in names:
            group = specs[name].group
            if not group:
                yield (name,)
            elif group not in done:
                done.add(group)
                yield tuple(one for one in names if specs[one].group == group)

    def _make(self, name: str) -> dict[str, Row]:
        """Makes the row of a parameter, with those of its group, in its place."""
        block = next(one for one in self._blocks if name in one)
        specs = self._params.specs()
        rows = {one: row(specs[one]) for one in block}
        view: QWidget = rows[name]
        if specs[name].group:
            view = GroupView(specs[name].group, tuple(rows.values()))
            self._groups.append(view)
        self._views[block] = view
        folded, place = block[0] in self._folded, self._blocks.index(block)
        later = [one for one in self._blocks[place + 1 :] if one in self._views and (one[0] in self._folded) == folded]
        end = self._foot if folded else self.fold
        self._column.insertWidget(self._column.indexOf(self._views[later[0]] if later else end), view)
        for made in rows.values():
            made.hide()
            for wire in self.wires:
                wire(made)
        if self._look is not None:
            dress(view, self._look)
        return rows

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setSpacing(look.px(11))
        self._buttons.setSpacing(look.px(8))

    def show_heading(self, on: bool) -> None:
        """Shows the heading, which the switch stands for where there is one."""
        self.heading.setVisible(on)
        self._column.activate()

    def show_open(self, is_open: bool) -> None:
        """Opens or closes the fold."""
        if is_open != self._is_open:
            self._is_open = is_open
            if self._panel is not None:
                self.show_panel(self._panel)

    def show_panel(self, panel: Panel) -> None:
        """Shows the values in force, and the rows that matter beside them."""
        self._panel = panel
        where, sentence = panel.refusal
        own = panel.data_kind != "made"
        words = SOURCES.get(panel.data_kind, f"Data: {panel.source}")
        if self.source.text() != words:
            self.source.setText(words)
            self.source.setVisible(own)
        touched = touched_by_hand(panel)
        below = changed = 0
        for name, spec in self._params.specs().items():
            value = getattr(panel.params, name)
            here = spec.matters(panel.params)
            if name in self._folded and here:
                below += 1
                changed += value != spec.default and name not in touched
                here = self._is_open or name in touched
            if not here and name not in self.rows:
                continue
            made = self.rows[name]
            if made.isHidden() == here:
                made.setVisible(here)
            made.show_own(own)
            made.show_lock(lock(panel, name))
            made.set_value(value, sentence if name == where else "")
            values = (getattr(twin.params, name) for twin in panel.twins) if name in panel.differences else ()
            made.show_twins(tuple(values))
        for view in self._groups:
            view.setVisible(any(not made.isHidden() for made in view.rows))
        hidden = below if self._is_open else below - sum(self._matters(name, panel) for name in touched & self._folded)
        self.fold.setVisible(hidden > 0)
        self.fold.show_fold(self._is_open, hidden, changed)
        for gesture, made_button in self.acts:
            made_button.setVisible(matters(gesture, panel))
            why = lock(panel, gesture.kind)
            made_button.setEnabled(not why)
            made_button.setToolTip(why or gesture.meaning)

    def ask_twin(self, name: str) -> None:
        """The row of a parameter asks for the value of one more twin, folded or not."""
        self.rows[name].show()
        self.rows[name].ask_twin()

    def _matters(self, name: str, panel: Panel) -> bool:
        return self._params.specs()[name].matters(panel.params)

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


def main_first(params: type[ConceptParams]) -> tuple[str, ...]:
    """The names of the parameters that are not folded, in order; those of a group come with its first one."""
    specs: Mapping[str, Spec] = params.specs()
    if not params.main:
        return tuple(specs)
    groups = {specs[name].group for name in params.main if name in specs} - {""}
    more = [name for name, spec in specs.items() if spec.group in groups and name not in params.main]
    return (*(name for name in params.main if name in specs), *more)


def touched_by_hand(panel: Panel) -> frozenset[str]:
    """The parameters that were changed since the start, that twins differ in, were refused, or a challenge allows."""
    start = panel.start
    changed = start.diff(panel.params) if start is not None and start is not panel.params else {}
    tried = panel.task.challenge.allows if panel.task is not None else ()
    return frozenset({*changed, *panel.differences, panel.refusal[0], *tried})


def matters(gesture: GestureDecl, panel: Panel) -> bool:
    """Whether a gesture has a use beside the current parameters."""
    return all(getattr(panel.params, name) in values for name, values in gesture.when.items())
