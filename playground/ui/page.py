"""A panel's page: top bar, stage, inspector and transport, placed by the rules of the window's logical size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from time import perf_counter

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu

from playground.render.tokens import MOTION, SPACING
from playground.texts.notes import parse
from playground.ui.controller.controller import Controller
from playground.ui.controller.state import Panel, State
from playground.ui.controls.style import Look, dress, rule
from playground.ui.inspector.code_pane import CodePane
from playground.ui.inspector.inspector import CODE, Inspector
from playground.ui.inspector.pinned import WIDTH as PINNED
from playground.ui.inspector.pinned import Pinned
from playground.ui.lecture.cues import cue_of
from playground.ui.lecture.pointing import Lens
from playground.ui.lecture.speaker import SpeakerPane
from playground.ui.panel.branches import BranchList
from playground.ui.panel.caption import Caption
from playground.ui.panel.challenge_bar import ChallengeBar
from playground.ui.panel.challenge_sheet import ChallengeSheet
from playground.ui.panel.honesty_card import Honesty
from playground.ui.panel.message_strip import MessageStrip
from playground.ui.panel.phase_sheet import PhaseSheet
from playground.ui.panel.places import STRIP, code_width, is_narrow, side_width
from playground.ui.panel.stage import Stage
from playground.ui.panel.study_sheet import StudySheet
from playground.ui.panel.topbar import TopBar
from playground.ui.panel.transport import Transport
from playground.ui.panel.twins import fill_menu

SPEAKER = 320  # logical px of the speaker's column
SPEAKER_STRIP = 170  # logical px of the strip that it becomes where there is no room for a column
WORDS_EVERY = 0.1  # s between two readings of the numbers while a run plays: nobody reads faster, and each is a layout
# What a frame of a playing run brings; anything else that is new is shown at once.
_RUNNING = ("frame", "steps_per_second", "params", "figure", "twins", "phase")
_STANDING = tuple(name.name for name in fields(Panel) if name.name not in _RUNNING)


class PanelPage(QFrame):
    """Composes the parts of one panel and connects them with the controller.

    Signals:
        pointed: the cursor is at a position of the stage, or (None) has left it.
        arranged: the parts have other places.
    """

    pointed = Signal(object)
    arranged = Signal()

    def __init__(
        self, panel: Panel, notes: str, controller: Controller, run: Callable[[str], None], look: Look
    ) -> None:
        """A page.

        Args:
            panel: what it shows.
            notes: the notes in Markdown.
            controller: takes what the user wants.
            run: runs a command by its id.
            look: the theme at a factor.
        """
        super().__init__()
        self.setProperty("plane", "window")
        self.concept = panel.declaration.id
        self._controller = controller
        self._look = look
        self._drawer = False
        self._open = False
        self._bare = False
        self._presenting = False
        self.frames_per_second = 0.0
        self._newest = panel
        self._read: Panel | None = None
        self._read_at = 0.0
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.timeout.connect(self._show_words)
        self.top = TopBar(panel)
        self.stage = Stage(panel, look)
        self.inspector = Inspector(panel.declaration, parse(notes))
        self.transport = Transport()
        self.strip = MessageStrip()
        self._lain = {"notice": 0, "guide": 0}  # px that what lies over the strip needs, lowest first
        self.speaker = SpeakerPane()
        self.speaker.hide()
        self.rules = (rule(), rule(vertical=True), rule())
        for part in (self.stage, self.strip, self.speaker, self.inspector, self.top, self.transport, *self.rules):
            part.setParent(self)
        self.caption = Caption(self)
        self.challenge = ChallengeBar()
        self.challenge.setParent(self)
        self.challenges: ChallengeSheet | None = None  # made when it is first opened
        self.pinned = Pinned()
        self.pinned.setParent(self)
        self._honesty: Honesty | None = None
        self.branches = BranchList(self)
        self.phase = PhaseSheet(self, panel.declaration)
        self.study: StudySheet | None = None  # made with the first study
        self.magnifier = Lens(self.stage)
        self._peek = QTimer(self)
        self._peek.setSingleShot(True)
        self._peek.setInterval(MOTION.lecture_transport)
        self._peek.timeout.connect(self.arrange)
        self.stage.watch(self)
        self._connect(controller, run)

    def _connect(self, controller: Controller, run: Callable[[str], None]) -> None:
        top, stage, inspector, transport = self.top, self.stage, self.inspector, self.transport
        top.command.connect(run)
        top.preset.connect(controller.presets.choose)
        top.badge.connect(self.toggle_honesty)
        top.drawer.connect(self.toggle_drawer)
        stage.gesture.connect(controller.acts.act)
        stage.view_changed.connect(controller.pictures.view_changed)
        stage.drawing.connect(controller.pictures.finish_picture)
        stage.command.connect(run)
        stage.preset.connect(controller.presets.choose)
        stage.job_stopped.connect(controller.jobs.stop)
        stage.remedy.connect(controller.parameters.set)
        self.strip.hint_closed.connect(controller.hints.close)
        self.challenge.command.connect(run)
        self.challenge.grown.connect(self.arrange)
        self.challenge.waited.connect(controller.challenges.go_on)
        inspector.changed.connect(lambda name, value, stroke: controller.parameters.set({name: value}, stroke))
        inspector.typed.connect(controller.parameters.set_text)
        inspector.back.connect(controller.parameters.default)
        inspector.given_up.connect(controller.parameters.give_up)
        for pinned in (self.pinned, self.speaker.pinned):
            pinned.changed.connect(lambda name, value, stroke: controller.parameters.set({name: value}, stroke))
            pinned.typed.connect(controller.parameters.set_text)
            pinned.back.connect(controller.parameters.default)
            pinned.given_up.connect(controller.parameters.give_up)
        inspector.act.connect(lambda kind: controller.acts.act(kind, {}))
        inspector.job.connect(lambda name, on: (controller.jobs.start if on else controller.jobs.stop)(name))
        top.compare.connect(self.compare)
        stage.separated.connect(controller.comparison.separate)
        stage.touched.connect(inspector.notes.light)
        inspector.compared.connect(controller.comparison.compare_typed)
        inspector.twin_typed.connect(controller.comparison.type_twin)
        inspector.twin_removed.connect(controller.comparison.separate)
        inspector.menu_wanted.connect(self._offer_comparison)
        inspector.unfolded.connect(lambda on: controller.screen.unfold(self.concept, on))
        self.phase.wanted.connect(controller.jobs.sweep)
        self.phase.stopped.connect(controller.jobs.stop_sweep)
        self.phase.entered.connect(controller.jobs.enter)
        self.phase.saved.connect(lambda: run("save_map"))
        self.phase.closed.connect(self.stage.setFocus)
        self.branches.switched.connect(controller.acts.switch)
        self.branches.renamed.connect(controller.acts.rename)
        self.branches.unghosted.connect(controller.acts.hide_ghost)
        self.branches.separated.connect(controller.comparison.separate)
        self.branches.closed.connect(self.stage.setFocus)
        inspector.notes.pointed.connect(self.light)
        inspector.reading.connect(lambda on: self.arrange())
        inspector.on_code = self._connect_code
        self.speaker.command.connect(run)
        transport.command.connect(run)
        transport.sought.connect(controller.clock.seek)
        transport.stepped.connect(controller.clock.typed_step)
        transport.speed.connect(controller.clock.set_speed)
        transport.seeded.connect(controller.parameters.typed_seed)
        # A choice made, the keys act on the picture again.
        for made in (top.preset, transport.command, transport.speed, self.challenge.command):
            made.connect(lambda *_: self.stage.setFocus())

    def _connect_code(self, code: CodePane) -> None:
        """The tab of the code has been made."""
        code.wanted.connect(self._controller.listings.ask)
        code.pointed.connect(self.light)
        code.copied.connect(lambda: self._controller.listings.copy(QGuiApplication.clipboard().setText))
        self.stage.touched.connect(code.light)

    @property
    def honesty(self) -> Honesty:
        """The pop-up of the badge, made when it is first needed."""
        if self._honesty is None:
            self._honesty = made = Honesty(self._newest.declaration, self)
            made.check.connect(self._controller.claims.self_check)
            made.reproduce.connect(self._controller.claims.reproduce)
            made.closed.connect(self.stage.setFocus)
            dress(made, self._look)
            made.show_panel(self._newest)
        return self._honesty

    def _close_honesty(self) -> None:
        if self._honesty is not None:
            self._honesty.close_up()

    # ---- showing

    def _show_study(self, state: State, panel: Panel) -> None:
        """Shows or closes the study that is looked at over this stage."""
        path = state.study.path if state.study is not None and state.study.concept == self.concept else ""
        if self.study is None:
            if not path:
                return
            self.study = made = StudySheet(self)
            made.entered.connect(self._controller.studies.enter)
            for then in (self._controller.studies.close, self.stage.setFocus):
                made.closed.connect(then)
            dress(made, self._look)
        self.study.show_study(path, panel)
        if self.study.isVisible():
            self.study.setGeometry(self.stage.geometry())

    def show_state(self, state: State, panel: Panel) -> None:
        """Shows the state of the window and the panel."""
        if (state.bare, state.presenting) != (self._bare, self._presenting):
            if state.presenting != self._presenting:
                (self.speaker.start if state.presenting else self.speaker.stop)()
            self._bare, self._presenting = state.bare, state.presenting
            self.arrange()
        if state.presenting:
            self.speaker.show_state(state)
        self._show_caption(state, panel)
        if self.magnifier.isHidden() == state.lens:
            self.magnifier.setVisible(state.lens)
        self._newest = panel
        self.inspector.parameters.show_open(self.concept in state.unfolded)
        self.stage.show_state(state, panel)
        self._show_study(state, panel)
        self.top.offer_challenges(state.challenges_on)
        if self.challenge.show_panel(panel, state.lesson is None):
            self.arrange()
        if self.challenges is not None:
            self.challenges.show_state(state)
        spoke = self.strip.speaks
        self.strip.show_state(state, panel, self.stage.split.guess_result)
        if self._bare and spoke != self.strip.speaks:
            self.arrange()
        if self._read is None and panel.frame is None and not self._late.isActive():
            self._late.start(0)  # rows and notes in the next turn: what stands for the picture is on screen before
            return
        early = self._read_at + WORDS_EVERY - perf_counter()
        if early <= 0 or not runs_on(self._read, panel):
            self._show_words()
            return
        self.transport.show_place(panel)
        if not self._late.isActive():
            self._late.start(round(1000 * early) + 1)

    def _show_caption(self, state: State, panel: Panel) -> None:
        """The caption of a lesson under the picture; while presenting the audience and the notes have it."""
        cue = cue_of(state)
        on = state.lesson is not None and not state.presenting
        left = "Off the lesson. Backspace returns." if state.lesson is not None and state.lesson.away else ""
        moved = self.caption.tell((cue.caption or left) if on else "", f"{panel.step:,}", cue.place)
        pin = state.lesson.pin if state.lesson is not None and self.caption.words and state.bare else ""
        if self.pinned.show_panel(pin, panel) or moved:
            self.arrange()
        elif pin:
            self._place_pinned()

    def _show_words(self) -> None:
        """Shows everything round the picture."""
        panel = self._newest
        self._late.stop()
        self._read, self._read_at = panel, perf_counter()
        self.top.show_panel(panel)
        self.inspector.show_panel(panel)
        self.transport.show_panel(panel, self.frames_per_second)
        self.challenge.show_now(panel)
        self.strip.show_status(panel, self.frames_per_second)
        if self._honesty is not None:
            self._honesty.show_panel(panel)
        self.branches.show_panel(panel)
        self.phase.show_panel(panel)

    def set_rate(self, frames_per_second: float) -> None:
        """Frames a second as the window measures them."""
        self.frames_per_second = frames_per_second
        self.transport.show_status(frames_per_second)
        self.strip.show_status(self._newest, frames_per_second)

    def light(self, keys: frozenset[str]) -> None:
        """A symbol of the notes is under the cursor: what it stands for stands out in the picture."""
        for picture in self.stage.pictures:
            picture.light(keys)

    def toggle_honesty(self) -> None:
        """Opens or closes the pop-up of the badge."""
        if self.honesty.isVisible():
            self.honesty.close_up()
            return
        badge = self.top.badge_button
        corner = badge.mapTo(self, QPoint(0, badge.height()))
        self.honesty.open_at(QPoint(corner.x(), self.top.height() + self._look.px(4)))

    def toggle_drawer(self, block: str) -> None:
        """Opens the inspector over the stage at a block, or closes it."""
        same = self._open and self.inspector.split and block == self._block
        self._block = block
        self._open = not same
        self.inspector.choose(block)
        self.arrange()

    def show_block(self, block: str) -> None:
        """Shows a block of the inspector, wherever that stands."""
        if self._drawer and not self._open:
            self.toggle_drawer(block)
        else:
            self.inspector.choose(block)

    def toggle_code(self) -> None:
        """Opens the tab of the code, or goes back to the parameters."""
        self.show_block("parameters" if self.inspector.reads_code and self.inspector.isVisible() else CODE)

    def close_popups(self) -> bool:
        """Closes what lies over the stage; whether there was anything."""
        lists = self._honesty, self.branches, self.phase, self.study, self.challenges
        some = any(one is not None and one.isVisible() for one in lists) or (self._drawer and self._open)
        self._close_honesty()
        self.branches.close_up()
        self.phase.close_up()
        for sheet in (self.study, self.challenges):
            if sheet is not None:
                sheet.close_up()
        if self._open:
            self._open = False
            self.arrange()
        return some

    def toggle_phase(self) -> None:
        """Opens or closes the sheet of the phase map."""
        if self.phase.isVisible():
            self.phase.close_up()
        else:
            self.phase.setGeometry(self.stage.geometry())
            self.phase.open_for(self._newest)

    def toggle_challenges(self) -> None:
        """Opens or closes the sheet of challenges."""
        if self.challenges is None:
            self.challenges = made = ChallengeSheet(self, self._controller.challenges.known(self.concept))
            made.begun.connect(self._controller.challenges.begin)
            made.cleared.connect(self._controller.challenges.clear)
            made.closed.connect(self.stage.setFocus)
            dress(made, self._look)
        if self.challenges.isVisible():
            self.challenges.close_up()
        else:
            self.challenges.open_for(self._controller.state)

    def toggle_branches(self) -> None:
        """Opens or closes the list of kept runs."""
        if self.branches.isVisible():
            self.branches.close_up()
        else:
            self.branches.open_for(self._newest)

    def compare(self, what: str) -> None:
        """Compares the run, as `twins.fill_menu` writes it; asks for a value where none is given."""
        controller = self._controller
        name, sign, value = what.partition("=")
        if name == "@none":
            controller.comparison.separate()
        elif name == "@seed":
            controller.comparison.compare_seed()
        elif name == "@preset":
            controller.comparison.compare_preset(value)
        elif value == "*":
            controller.comparison.compare_all(name)
        elif sign:
            controller.comparison.compare_typed(name, value)
        else:
            self._ask_twin(name)

    def _ask_twin(self, name: str) -> None:
        """The row of the parameter asks for the value of one more twin."""
        if self._bare:
            return
        self.inspector.choose("parameters")
        if self._drawer and not self._open:
            self.toggle_drawer("parameters")
        self.inspector.parameters.ask_twin(name)
        self.inspector.show_parameter(name)

    def _offer_comparison(self, name: str, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fill_menu(menu, self._newest, self.compare, only=name)
        menu.popup(place)

    # ---- placing

    _block = "parameters"

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        for picture in self.stage.pictures:
            picture.await_theme()  # which comes to it after its place
        self.caption.restyle(look)  # its height follows the look, and the stage's place follows it
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Places the parts."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Places the parts by the window's logical width."""
        look, width, height = self._look, self.width(), self.height()
        logical = width / look.factor
        narrow = is_narrow(look, width)
        self._drawer = narrow or self._presenting
        line = SPACING.hairline
        top, bottom = look.px(SPACING.top_bar), look.px(SPACING.transport)
        side = code_width(look, width) if self.inspector.reads_code else side_width(look)
        peek = self._bare and self._peek.isActive()
        shown = not self._bare
        self.top.setVisible(shown)
        self.transport.setVisible(shown or peek)
        self.inspector.setVisible(shown and (not self._drawer or self._open))
        self.rules[0].setVisible(shown)
        self.speaker.setVisible(shown and self._presenting)
        column = self._presenting and not narrow
        self.rules[1].setVisible(self.inspector.isVisibleTo(self) or (shown and column))
        self.rules[2].setVisible(shown or peek)
        self.top.setGeometry(0, 0, width, top)
        self.top.reflow(logical, self._drawer)
        self.transport.setGeometry(0, height - bottom, width, bottom)
        self.transport.reflow(logical)
        middle = max(1, height - top - bottom - 2 * line)
        strip, said = self.caption.room, self._strip_height()
        task = self.challenge.height_at(width if not shown or self._drawer else width - side - line)
        # A drawer lies over the stage, not over the words under it.
        below = strip + said + task if self._drawer and not self._presenting else 0
        self.inspector.setGeometry(width - side, top + line, side, max(1, middle - below))
        self.rules[0].setGeometry(0, top, width, line)
        self.rules[1].setGeometry(width - side - line, top + line, line, middle)
        self.rules[2].setGeometry(0, height - bottom - line, width, line)
        self.caption.setVisible(strip > 0)
        self.strip.setVisible(said > 0)
        self.strip.keep_free(self._lain["guide"])
        self.stage.foot = strip + said + task if self._bare else 0
        if self._bare:
            self.stage.setGeometry(0, 0, width, height)
            self.stage.place()
            self.caption.setGeometry(0, height - strip - look.px(SPACING.progress), width, strip)
            self.strip.setGeometry(0, height - strip - said - look.px(SPACING.progress), width, said)
            self.challenge.setGeometry(0, height - strip - said - task - look.px(SPACING.progress), width, task)
        elif self._presenting:
            self._arrange_speaker(QRect(0, top + line, width, middle - said - task), narrow)
            self.challenge.setGeometry(0, top + line + middle - said - task, width, task)
            self.strip.setGeometry(0, top + line + middle - said, width, said)
        else:
            room = max(1, width - (0 if self._drawer else side + line))
            self.stage.setGeometry(0, top + line, room, max(1, middle - strip - said - task))
            self.challenge.setGeometry(0, top + line + middle - strip - said - task, room, task)
            self.strip.setGeometry(0, top + line + middle - strip - said, room, said)
            self.caption.setGeometry(0, top + line + middle - strip, room, strip)
        for part in (self.challenge, self.strip, self.caption):
            part.raise_()
        self._place_pinned()
        if peek:
            self.transport.raise_()
        if self._honesty is not None and self._honesty.isVisible():
            self._honesty.place()
        for opened in (self.branches, self.challenges):
            if opened is not None and opened.isVisible():
                opened.place()
                opened.raise_()
        for sheet in (self.phase, self.study):
            if sheet is not None and sheet.isVisible():
                sheet.setGeometry(self.stage.geometry())
        self.arranged.emit()

    def _strip_height(self) -> int:
        """What the words under the picture need: a line, and what lies over it."""
        line = 0 if self._bare and not self.strip.speaks else self._look.px(STRIP)
        return max(line, self._lain["notice"]) + self._lain["guide"]

    def lay_below(self, what: str, height: int | None = None) -> QRect:
        """Makes room below the picture, for nothing may cover it; returns the place, in px of the page.

        Args:
            what: a notice or the guide.
            height: of what shall lie there, in px; 0: it is gone; None: as it is.
        """
        if height is not None and self._lain[what] != height:
            self._lain[what] = height
            self.arrange()
        place = QRect(self.strip.geometry())
        if what == "guide":
            place.setHeight(self._lain["guide"])
        else:
            place.setTop(place.top() + self._lain["guide"])
            place.setWidth(self.strip.free_width)
        return place

    def _place_pinned(self) -> None:
        """The row of the pinned parameter on the caption, at the left of the step."""
        pinned, strip = self.pinned, self.caption.geometry()
        wide = self._look.px(PINNED)
        if pinned.isHidden():
            wide = 0
        else:
            high = min(strip.height(), pinned.sizeHint().height())
            right = strip.right() - self._look.px(24) - self.caption.number_width()
            pinned.setGeometry(right - wide, strip.center().y() - high // 2, wide, high)
            pinned.raise_()
        reserved = wide + self._look.px(24) if wide else 0
        if reserved != self.caption.reserved_width:
            self.caption.reserved_width = reserved
            self.caption.update()

    def _arrange_speaker(self, middle: QRect, narrow: bool) -> None:
        """Stage and speaker's notes side by side, or one above the other; the inspector lies over them as a drawer."""
        look = self._look
        stage, notes = QRect(middle), QRect(middle)
        if narrow:
            notes.setTop(middle.bottom() - min(look.px(SPEAKER_STRIP), middle.height() // 2))
            stage.setBottom(notes.top() - 1)
        else:
            notes.setLeft(middle.right() + 1 - look.px(SPEAKER))
            stage.setRight(notes.left() - 1 - SPACING.hairline)
            self.rules[1].setGeometry(stage.right() + 1, middle.top(), SPACING.hairline, middle.height())
        self.speaker.lie(narrow)
        self.speaker.setGeometry(notes)
        self.stage.setGeometry(stage)

    # ---- events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The cursor is told of; in lecture mode it brings the transport; a press closes what lies over the stage."""
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            position = QPointF(self.stage.mapFromGlobal(event.globalPosition().toPoint()))
            if self.magnifier.isVisible():
                self.magnifier.follow(position)
            self.pointed.emit(position)
            if self._bare:
                was = self._peek.isActive()
                self._peek.start()
                if not was:
                    self.arrange()
        elif event.type() == QEvent.Type.Leave and watched is self.stage:
            self.pointed.emit(None)
        elif event.type() == QEvent.Type.MouseButtonPress:
            self._close_honesty()
            self.branches.close_up()
            if self.inspector.reads_code:
                self.inspector.code.show_keys(self.inspector.code.view.lit_keys)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The window knows the keys."""
        event.ignore()


def runs_on(old: Panel | None, new: Panel) -> bool:
    """Whether a panel differs from an older one only by what a run that plays brings with every frame."""
    if old is None or not new.playing or old.frame is None or new.frame is None or old.params != new.params:
        return False
    if any(
        getattr(old, name) is not getattr(new, name) and getattr(old, name) != getattr(new, name) for name in _STANDING
    ):
        return False
    if len(old.frames) != len(new.frames):
        return False
    return all(
        getattr(one, name) == getattr(other, name)
        for one, other in zip(old.frames, new.frames, strict=True)
        for name in ("epoch", "status", "failure", "branches")
    )
