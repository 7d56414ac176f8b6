"""The stage: the picture, and on top of it what is to be said while there is none, or where a run stopped."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImage, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from playground.engine.frame import Frame, View
from playground.lecture.thumbnails import picture_folder, preset_picture
from playground.render.data import Data
from playground.render.figure_view import FigureView
from playground.render.overlays import WARMING
from playground.render.tokens import MOTION, SPACING
from playground.render.words import Worded
from playground.resources import thumbnail
from playground.ui.controller.state import Panel, State
from playground.ui.controls.style import Look
from playground.ui.panel.pictures import Pictures
from playground.ui.panel.stage_overlays import JobLine, remedy


class Stage(Worded, QFrame):
    """Holds the picture and has the focus for the keys.

    Signals:
        gesture: kind, values and stroke.
        view_changed: what the picture shows now.
        drawing: a frame is being drawn; the next may be made meanwhile.
        painted: a frame was drawn.
        command: the id of a command.
        preset: the name of a preset is wanted.
        job_stopped: the name of a job.
        remedy: the parameters that mend a run that blew up.
        separated: the number of a twin that shall leave.
        looked: the number of the picture that is looked at in another way.
        touched: the keys of the layer under the cursor, in any picture.
    """

    gesture = Signal(str, dict, str)
    view_changed = Signal(object)
    drawing = Signal()
    painted = Signal()
    command = Signal(str)
    preset = Signal(str)
    job_stopped = Signal(str)
    remedy = Signal(dict)
    separated = Signal(int)
    touched = Signal(object)
    looked = Signal(int)

    def __init__(self, panel: Panel, look: Look) -> None:
        super().__init__()
        self.setProperty("plane", "surface")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"Stage: {panel.declaration.card.title}")
        self._look = look
        self._panel = panel
        self._frame: Frame | None = None
        self._watchers: list[QObject] = []
        self.foot = 0  # px at the bottom that the picture leaves free in lecture mode
        self._bare = False
        self._asking = False
        self._remedy = ""
        self._stand_in = ("", "")
        self._stands: tuple[Path | None, bool] = (None, False)
        self._parts: list[int] = []
        self._part: int | None = None
        self._slow = QTimer(self)
        self._slow.timeout.connect(self._next_part)
        self._make_picture(look)
        self._make_words()

    def _make_picture(self, look: Look) -> None:
        self.split = Pictures(self, look, self._wire)
        self.split.view_changed.connect(lambda: self.view_changed.emit(self.split.view()))
        self.split.drawing.connect(self.drawing)
        self.split.painted.connect(self.painted)
        self.split.separated.connect(self.separated)

    @property
    def picture(self) -> FigureView:
        """The picture of the first run."""
        return self.split.all[0]

    def _wire(self, picture: FigureView) -> None:
        picture.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for widget in (picture, *picture.findChildren(QWidget)):
            widget.installEventFilter(self)
            for watcher in self._watchers:
                widget.installEventFilter(watcher)
                widget.setMouseTracking(True)
        picture.gesture.connect(self.gesture)
        picture.touched.connect(self.touched)
        picture.looked.connect(lambda: self.looked.emit(self.split.all.index(picture)))
        picture.use_preset.connect(lambda: self.preset.emit(next(iter(self._panel.presets), "")))
        picture.back_one.connect(self._step_away)
        picture.copy_report.connect(lambda report: QGuiApplication.clipboard().setText(report))
        picture.repair.connect(lambda: self.remedy.emit(remedy(self._panel)[1]))

    def watch(self, watcher: QObject) -> None:
        """Lets somebody see the events of the stage and of all pictures, also of those to come."""
        self._watchers.append(watcher)
        pictures = [part for view in self.split.all for part in (view, *view.findChildren(QWidget))]
        for widget in (self, *pictures):
            widget.setMouseTracking(True)
            widget.installEventFilter(watcher)

    def _make_words(self) -> None:
        self.job = JobLine(self)
        self.job.stopped.connect(self.job_stopped)

    # ---- showing

    def show_state(self, state: State, panel: Panel) -> None:
        """Shows the panel's newest frame and what there is to say."""
        paused = self._panel.playing and not panel.playing and panel.clock is self._frame
        self._panel = panel
        if paused:
            self.settle()
        self.split.show_panel(panel)
        if panel.asking != self._asking:
            self._asking = panel.asking
            self.split.set_ask(panel.asking)
        if state.bare != self._bare:
            self._bare = state.bare
            self.split.set_lecture(state.bare)
            self.place()
        clock = panel.clock
        if clock is not None and (clock is not self._frame or not self.split.shows(panel.frames)):
            self._show_frame(panel, clock)
        self._say(state, panel)
        if self._bare:
            # Only the line of progress: what is below the picture would have it painted as a whole.
            line = self._look.px(SPACING.progress)
            self.update(0, self.height() - line, self.width(), line)

    def _show_frame(self, panel: Panel, frame: Frame) -> None:
        before, self._frame = self._frame, frame
        stepped = before is not None and frame.step == before.step + 1
        if panel.speed == "slow" and stepped and not self._look.still:
            self._parts = parts_shown(frame)
        elif before is None or frame.step != before.step:
            self._parts = []
        if len(self._parts) > 1 and stepped:
            self._show_part(self._parts.pop(0))
            self._slow.start(MOTION.part)
        elif not self._slow.isActive() or not self._parts:
            self._slow.stop()
            self._show_part(None)
        self.split.show_frames(panel.frames)

    def _next_part(self) -> None:
        if len(self._parts) > 1:
            self._show_part(self._parts.pop(0))
        else:
            self._parts = []
            self._slow.stop()
            self._show_part(None)

    def _show_part(self, part: int | None) -> None:
        if part != self._part:
            self._part = part
            self.split.set_part(part)

    def settle(self) -> None:
        """Ends a step in slow motion: all of it is shown."""
        self._parts = []
        self._next_part()

    def _say(self, state: State, panel: Panel) -> None:
        frame = panel.frame
        self._await_picture(state, panel)
        grown = frame is not None and frame.failure is not None and frame.failure.kind == "nonfinite"
        words = remedy(panel)[0] if grown else ""
        if words != self._remedy:
            self._remedy = words
            self.picture.set_repair(words)
        self.job.tell(panel)
        self._place_job()

    def _await_picture(self, state: State, panel: Panel) -> None:
        """Until a run is where it opens, the picture of its preset stands, or that of its panel, or the run before."""
        coming = panel.opens_at is not None
        if not coming and panel.frame is not None:
            self._stand_in = ("", "")
            self.picture.set_warming(False)
            return
        if self._stand_in != (state.theme, panel.group):
            self._stand_in = (state.theme, panel.group)
            self._stands = stand_in(panel, state.theme)
            self.picture.set_stand_in(QPixmap(str(self._stands[0])) if self._stands[0] is not None else QPixmap())
        _, own = self._stands
        warm = state.engine == "ready"
        words = (f"Going to step {panel.opens_at:,}", "") if warm and panel.opens_at else WARMING
        self.picture.set_warming(panel.frame is None or own, words, over=panel.frame is not None)

    def _step_away(self) -> None:
        """Back from where the run stopped."""
        self.command.emit("back")

    # ---- the picture

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.split.restyle(look)
        self.place()

    @property
    def pictures(self) -> tuple[FigureView, ...]:
        """The pictures on the stage, in reading order."""
        return tuple(self.split.all)

    def view(self) -> View:
        """What the picture shows now."""
        return self.split.view()

    def image(self) -> QImage:
        """The picture as it stands, without what lies on top of it."""
        return self.split.image()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Places the picture and the words."""
        super().resizeEvent(event)
        self.place()

    def place(self) -> None:
        """The picture fills the stage; words stand in its middle or at its edges."""
        look = self._look
        bottom = look.px(SPACING.progress) + self.foot if self._bare else 0
        self.split.place(QRect(0, 0, self.width(), max(1, self.height() - bottom)))
        self._place_job()

    def _place_job(self) -> None:
        """The job in the title row of the main plot, which another figure has elsewhere."""
        boxes = self.picture.boxes
        figure = self._panel.figure
        if boxes and figure is not None:
            main = boxes.get(figure.main.name) or next(iter(boxes.values()))
            below = self.picture.canvas.mapTo(self, main.title_row.topLeft().toPoint())
            self.job.place(QRectF(below, main.title_row.size()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The progress line of lecture mode on the bottom edge."""
        super().paintEvent(event)
        frame = self._panel.clock
        if self._bare and frame is not None:
            painter = QPainter(self)
            high = self._look.px(SPACING.progress)
            line = QRectF(0, self.height() - high, self.width(), high)
            painter.fillRect(line, self._look.color("sunken"))
            line.setWidth(self.width() * min(1.0, frame.step / frame.total))
            painter.fillRect(line, self._look.color("accent"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A press in the picture gives the stage the focus."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        return super().eventFilter(watched, event)


def parts_shown(frame: Frame) -> list[int]:
    """The parts of a step that this frame has layers for, in order; more than one when an update happened."""
    parts, data = {0}, Data(frame, None)
    for plot in frame.figure.plots if frame.figure is not None else ():
        parts |= {layer.part for layer in plot.layers if layer.part and (not layer.show or data.true(layer.show))}
    return sorted(parts)


def stand_in(panel: Panel, theme: str) -> tuple[Path | None, bool]:
    """What stands until the first frame: a picture or None, and whether it is that of the preset itself.

    Pictures of presets are drawn on the user's machine; that of the panel ships.
    """
    folder = picture_folder(panel.declaration.id, panel.presets)
    path = preset_picture(folder, panel.preset, theme) if panel.preset else None
    if path is not None and path.exists():
        return path, True
    return thumbnail(panel.declaration.id, theme), False
