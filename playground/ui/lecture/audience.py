"""The audience's window: the picture alone, its caption, and what the speaker points at."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from playground.render.tokens import PROJECTOR, SPACING, factor
from playground.render.words import tr
from playground.ui.controller.state import Panel, State
from playground.ui.controls.style import Look, dress
from playground.ui.help.overlays import CurtainView
from playground.ui.lecture.cues import cue_of, pinned_words
from playground.ui.lecture.pointing import Halo, KeyCap, Lens
from playground.ui.panel.caption import Caption
from playground.ui.panel.stage import Stage


class Audience(QWidget):
    """A window in the projector theme without any control.

    Signals:
        pressed: a key went down here.
        closed: the window system closed it.
        made: there is a new stage, to be connected.
    """

    pressed = Signal(QKeyEvent)
    closed = Signal()
    made = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle(tr("Playground: audience"))
        self.setProperty("plane", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.stage: Stage | None = None
        self.lens: Lens | None = None
        self.look = Look(PROJECTOR, factor(PROJECTOR, self.height()))
        self._concept = ""
        self._state: State | None = None
        self.caption = Caption(self)
        self.keycap = KeyCap(self)
        self.halo = Halo(self)
        self.curtain = CurtainView(self)
        self._dress()

    # ---- showing

    def show_state(self, state: State, panel: Panel) -> None:
        """Shows the newest frame; another concept gets another stage."""
        before, self._state = self._state, state
        if panel.declaration.id != self._concept or self.stage is None:
            self._make_stage(panel)
        assert self.stage is not None
        assert self.lens is not None
        cue = cue_of(state)
        if self.caption.tell(cue.caption, f"{panel.step:,}", cue.place if cue.caption else ""):
            self._arrange()
        self.caption.pin(*pinned_words(state, panel))
        self.stage.show_state(replace(state, bare=True), panel)
        if before is None or before.curtain != state.curtain:
            self.curtain.draw(state.curtain)
        if self.lens.isHidden() == state.lens:
            self.lens.setVisible(state.lens)
        if before is not None and before.still != state.still:
            self._dress()

    def _make_stage(self, panel: Panel) -> None:
        if self.stage is not None:
            self.stage.hide()
            self.stage.deleteLater()
        self._concept = panel.declaration.id
        self.stage = Stage(panel, self.look)
        self.stage.setParent(self)
        self.lens = Lens(self.stage)
        self.stage.lower()
        for widget in (self.stage, *self.stage.findChildren(QWidget)):
            widget.setMouseTracking(True)
            widget.installEventFilter(self)
        self.stage.show()
        dress(self.stage, self.look)
        self._arrange()
        self.made.emit(self.stage)

    def point(self, position: QPointF | None) -> None:
        """The speaker points at a position of the stage, or at nothing."""
        stage, state = self.stage, self._state
        if stage is None or state is None:
            return
        on = position is not None and state.halo
        self.halo.follow(stage.mapTo(self, position.toPoint()) if on and position is not None else None)
        if position is not None and self.lens is not None:
            self.lens.follow(position)

    def press(self, key: str, words: str) -> None:
        """Shows a key that was pressed."""
        edge = self.look.px(20)
        self.keycap.press(key, words, self.rect().adjusted(edge, edge, -edge, -edge - self.caption.room))

    # ---- the look

    def _dress(self) -> None:
        still = self._state is not None and self._state.still
        self.look = Look(PROJECTOR, factor(PROJECTOR, self.height()), still)
        self.setPalette(self.look.palette())
        self.setStyleSheet(self.look.sheet())
        dress(self, self.look)
        self._arrange()

    def _arrange(self) -> None:
        strip, line = self.caption.room, self.look.px(SPACING.progress)
        self.caption.setGeometry(QRect(0, self.height() - strip - line, self.width(), strip))
        if self.stage is not None:
            self.stage.foot = strip
            self.stage.setGeometry(self.rect())
            self.stage.place()
        if self.curtain.isVisible():
            self.curtain.setGeometry(self.rect())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The text is a share of the height."""
        super().resizeEvent(event)
        self._dress()

    # ---- events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The cursor may be here itself."""
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent) and self.stage is not None:
            self.point(QPointF(self.stage.mapFromGlobal(event.globalPosition().toPoint())))
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The other window knows the keys."""
        self.pressed.emit(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Says that it is gone."""
        self.closed.emit()
        event.accept()
