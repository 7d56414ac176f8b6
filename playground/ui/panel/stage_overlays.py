"""What lies in the title row of the picture: a job at work; and the remedy of a run that blew up."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from playground.render.words import Worded
from playground.ui.controller.state import Panel
from playground.ui.controls.style import Look, label
from playground.ui.controls.widgets import IconButton

JOB_AFTER = 300  # ms that a job works before it is spoken of


def remedy(panel: Panel) -> tuple[str, dict[str, Any]]:
    """The likely remedy of a run that blew up: the preset's own, or half the first logarithmic live parameter."""
    if panel.repair:
        return str(panel.repair["label"]), dict(panel.repair["set"])
    for name, spec in panel.params.specs().items():
        value = getattr(panel.params, name)
        if spec.kind == "real" and spec.log and spec.effect.name == "LIVE" and value / 2 >= (spec.low or 0.0):
            return f"Halve the {spec.label}", {name: value / 2}
    return "", {}


class JobLine(Worded, QWidget):
    """The count beside the title, a line of progress below it, and a way to stop.

    Signals:
        stopped: the name of the job.
    """

    stopped = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._look: Look | None = None
        self._name = ""
        self._progress = 0.0
        self._row = QHBoxLayout(self)
        self.words = label("", "caption", "muted")
        self.stop = IconButton("close", "Stop the job", "Stop", size=15)
        self.stop.target = (24, 24)
        self.stop.clicked.connect(lambda: self.stopped.emit(self._name))
        self._row.addWidget(self.words)
        self._row.addWidget(self.stop)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(JOB_AFTER)
        self._wait.timeout.connect(self.show)
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._row.setContentsMargins(look.px(8), 0, 0, look.px(4))
        self._row.setSpacing(look.px(8))

    def tell(self, panel: Panel) -> None:
        """Says how far the first running job is."""
        states = panel.frame.jobs if panel.frame is not None else {}
        running = [(name, job) for name, job in states.items() if job.running]
        if not running:
            self._wait.stop()
            self.hide()
            return
        self._name, job = running[0]
        self._progress = job.progress
        self.words.setText(job.text or f"{100 * job.progress:.0f} %")
        self.setToolTip(panel.declaration.job(self._name).label)
        if self.isHidden() and not self._wait.isActive():
            self._wait.start()
        self.update()

    def place(self, row: QRectF) -> None:
        """At the right of a plot's title row."""
        width = min(self.sizeHint().width(), round(row.width()))
        self.setGeometry(round(row.right()) - width, round(row.top()), width, round(row.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the line of progress under the words."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), look.color("surface"))
        line = QRectF(0, self.height() - look.px(3), self.width(), look.px(3))
        painter.fillRect(line, look.color("sunken"))
        line.setWidth(self.width() * self._progress)
        painter.fillRect(line, look.color("accent"))
