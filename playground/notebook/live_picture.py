"""A picture that stays: drawn anew as its run goes on, and touched with the mouse as in the window.

Everything here is done in the thread that draws for all (`render.drawing_thread`).
"""

from __future__ import annotations

import atexit
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

from playground.engine import device
from playground.engine.frame import Frame, View
from playground.engine.run.session import Session

# After torch, which the session has loaded: on Windows the other order fails.
from PySide6.QtCore import QBuffer, QIODevice, QPointF, Qt  # isort: skip
from PySide6.QtGui import QImage

from playground.commands.filming import drawing
from playground.render.camera import Camera
from playground.render.drawing_thread import drawn
from playground.render.slide import Sight
from playground.render.tokens import THEMES

Result = TypeVar("Result")
MouseEvent = Literal["press", "move", "release", "double", "wheel", "leave"]
MOST = 4  # pictures that stay at a time; one that was left longest is made again when it is asked for
JOB_SECONDS = 0.02
_PNG_QUALITY = 80  # that is how Qt calls little compression: half the time for a tenth more bytes
_CURSORS = {
    Qt.CursorShape.OpenHandCursor: "grab",
    Qt.CursorShape.ClosedHandCursor: "grabbing",
    Qt.CursorShape.CrossCursor: "crosshair",
    Qt.CursorShape.PointingHandCursor: "pointer",
}

_application: Any = None  # Qt's, made with the first picture and kept while the process lives


class Look(NamedTuple):
    """How a picture is drawn.

    Attributes:
        width, height: px of the page.
        theme: light, dark or projector.
        ratio: px of the screen in one of the page.
    """

    width: int
    height: int
    theme: str
    ratio: float


class Act(NamedTuple):
    """What the mouse did: a gesture, or new values of parameters."""

    kind: str
    values: dict[str, Any]
    stroke: str


def draw_in_place(draw: Callable[[], Result]) -> Result:
    """What a drawing gives, done where all are drawn, with an application and the shipped face.

    Raises:
        BadInput: a system library that Qt needs is missing.
    """

    def work() -> Result:
        global _application
        with device.preparation(), drawing() as application:
            _application = application
            return draw()

    return drawn(work)


class LivePicture:
    """The figure of one run as PNG after PNG, each drawn over the last one where something has changed.

    Attributes:
        busy: whether jobs of the mode on screen have work left.
        cursor: what the cursor looks like where the mouse was last, as CSS names it.
    """

    _kept: ClassVar[OrderedDict[LivePicture, None]] = OrderedDict()  # those with a camera, in the order of their use

    _ends: ClassVar[bool] = False

    def __init__(self) -> None:
        self.busy = False
        self.cursor = "default"
        self._camera: Camera | None = None
        self._look: Look | None = None
        self._acts: list[Act] = []

    @classmethod
    def count(cls) -> int:
        """How many pictures stay."""
        return len(cls._kept)

    def draw(self, session: Session, look: Look) -> tuple[Frame, bytes | None]:
        """The frame of the present step, and its picture; None for one that is like the last.

        Args:
            session: nobody else uses it meanwhile.
            look: how it is drawn.
        """
        return draw_in_place(lambda: self._draw(session, look))

    def touch(self, event: MouseEvent, x: float, y: float, modifier: str = "", notches: float = 0.0) -> list[Act]:
        """Takes a mouse event; what it did to the run is for the caller to do.

        Args:
            event: what happened.
            x: where across, px of the page.
            y: where down, px of the page.
            modifier: shift, alt or none.
            notches: of the wheel.
        """
        return draw_in_place(lambda: self._touch(event, x, y, modifier, notches))

    def close(self) -> None:
        """Gives its memory back; the next `draw` makes it anew."""
        if self._camera is not None:
            draw_in_place(self._drop)

    @classmethod
    def _end(cls) -> None:
        for picture in list(cls._kept):
            picture.close()

    # ---- in the drawing thread

    def _draw(self, session: Session, look: Look) -> tuple[Frame, bytes | None]:
        if look != self._look:
            self._drop()
        if self._camera is None:
            size = max(1, round(look.width * look.ratio)), max(1, round(look.height * look.ratio))
            self._camera, self._look = Camera(size, THEMES[look.theme], scale=look.ratio), look
        if not LivePicture._ends:
            LivePicture._ends = True
            atexit.register(LivePicture._end)  # before the application ends, which pictures may not outlive
        self._kept[self] = None
        self._kept.move_to_end(self)
        for old in list(self._kept)[:-MOST]:
            old._drop()
        frame: Frame | None = None

        def frame_for(view: View) -> Frame:
            nonlocal frame
            if view.plots:  # else nobody looks yet
                session.auto_jobs(view)
            self.busy = session.advance_jobs(JOB_SECONDS, gives_way=True)
            frame = session.frame(view)
            return frame

        known = bool(self._camera.views)
        self._camera.take((Sight(session.concept.declaration, frame_for),))
        if not known:
            self._camera.views[0].gesture.connect(self._note)
        assert frame is not None
        pixels = self._camera.pixels()
        return frame, None if pixels is None else _png(self._camera.picture())

    def _note(self, kind: str, values: dict[str, Any], stroke: str) -> None:
        self._acts.append(Act(kind, values, stroke))

    def _touch(self, event: MouseEvent, x: float, y: float, modifier: str, notches: float) -> list[Act]:
        if self._camera is None or self._look is None or not self._camera.views:
            return []
        canvas, ratio = self._camera.views[0].canvas, self._look.ratio
        place, pointer = QPointF(x * ratio, y * ratio), canvas.pointer
        assert pointer is not None
        none = Qt.KeyboardModifier.NoModifier
        held = {"shift": Qt.KeyboardModifier.ShiftModifier, "alt": Qt.KeyboardModifier.AltModifier}.get(modifier, none)
        match event:
            case "press":
                pointer.press(place, held)
            case "move":
                pointer.move(place)
            case "release":
                pointer.release(place)
            case "double":
                pointer.double(place)
            case "wheel":
                canvas.on_wheel(place, notches)
            case "leave":
                pointer.leave()
        self.cursor = _CURSORS.get(pointer.cursor(place), "default")
        acts, self._acts = self._acts, []
        return acts

    def _drop(self) -> None:
        if self._camera is not None:
            self._camera.__exit__(None, None, None)
            self._camera = None
        self._kept.pop(self, None)


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", _PNG_QUALITY)  # type: ignore[call-overload]  # the stubs say bytes, PySide6 takes str
    return bytes(buffer.data().data())
