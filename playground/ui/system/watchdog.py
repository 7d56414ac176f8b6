"""Looks after the window itself: errors that nobody caught, a window that does not answer, and what the last one left.

Each writes one report file and says where. The watch over the event loop is Python's fault handler, re-armed by a
timer: no thread of ours, and it also sees a window that hangs inside a library.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, QtMsgType, Signal, qInstallMessageHandler

from playground import __version__
from playground.lecture.anonymise import short_path
from playground.lecture.report import Trouble, write_report
from playground.lecture.trace import Trace

if TYPE_CHECKING:
    from playground.ui.controller.notices import Notices

BEAT = 1_000  # ms between two signs of life
FROZEN = 10.0  # seconds without one: the window does not answer
MOST_REPORTS = 5  # of errors in one run; a fault in every frame needs one
_LOG = logging.getLogger("playground.window")
_QT = logging.getLogger("playground.qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class Watch(QObject):
    """The watch over one window, from before it is built until it is closed.

    Signals:
        caught: a sentence for a notice; from any thread.
    """

    caught = Signal(str)

    def __init__(self, trace: Trace | None = None, beat: int = BEAT, frozen: float = FROZEN) -> None:
        """A watch; `start` begins it.

        Args:
            trace: the file of the fault handler; None: the user's.
            beat: ms between two signs of life.
            frozen: seconds without one until the window counts as frozen.
        """
        super().__init__()
        self._trace = trace or Trace()
        self._frozen = frozen
        self._notices: Notices | None = None
        self._device: Callable[[], str] = str
        self._waiting: list[str] = []
        self._seen: set[str] = set()
        self._last = time.monotonic()
        self._log: logging.Handler | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(beat)
        self._timer.timeout.connect(self.beat)
        self.caught.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Begins: the fault handler and the hooks; the log waits for the first paint."""
        for text in self._trace.left():
            where = self.report(Trouble("crash", "The program ended without closing its window", text))
            self._waiting.append(f"The last session crashed{where}")
        self._trace.start()
        self._hooks = sys.excepthook, threading.excepthook
        sys.excepthook = self._uncaught
        threading.excepthook = self._uncaught_in_thread
        qInstallMessageHandler(_qt_message)

    def attach(self, notices: Notices, device: Callable[[], str]) -> None:
        """The window can say something now, and from now on it must answer; a slow start is no freeze.

        Args:
            notices: tell the user.
            device: says what the engine computes on, for reports.
        """
        # Imported here: it brings what the first paint does not need.
        from playground.lecture.log import start_log

        self._log = start_log()
        _LOG.info("playground %s starts", __version__)
        self._last = time.monotonic()
        self._timer.start()
        self.beat()
        self._notices, self._device = notices, device
        notices.report_trouble = self.report
        for sentence in self._waiting:
            self._tell(sentence)
        self._waiting = []

    def stop(self) -> None:
        """The window is closed."""
        self._timer.stop()
        self._trace.stop()
        sys.excepthook, threading.excepthook = self._hooks
        qInstallMessageHandler(None)
        if self._log is not None:
            from playground.lecture.log import stop_log

            _LOG.info("playground ends")
            stop_log(self._log)

    def report(self, trouble: Trouble) -> str:
        """Writes a report; returns where it is as the end of a sentence, empty if it could not be written."""
        path = write_report(trouble, device=self._device())
        _LOG.error("%s%s", trouble.sentence, f"\n{trouble.detail}" if trouble.detail else "")
        return place_of(path)

    def beat(self) -> None:
        """The window answers; if it did not for a while, that is reported."""
        now = time.monotonic()
        silent, self._last = now - self._last, now
        self._trace.alive(self._frozen)
        if written := self._trace.read():
            sentence = f"The window did not answer for {silent:.0f} seconds"
            self.caught.emit(sentence + self.report(Trouble("freeze", sentence, written)))

    def report_crash(self, error: BaseException) -> str:
        """An error that nobody caught; returns where its report is, empty if it is known or one too many."""
        detail = "".join(traceback.format_exception(error))
        if detail in self._seen or len(self._seen) >= MOST_REPORTS:
            return ""
        self._seen.add(detail)
        return self.report(Trouble("crash", f"{type(error).__name__}: {error}", detail))

    def _uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._hooks[0](kind, error, trace)
        if isinstance(error, Exception) and (where := self.report_crash(error)):
            self.caught.emit(f"Something went wrong in the window{where}")

    def _uncaught_in_thread(self, args: threading.ExceptHookArgs) -> None:
        self._hooks[1](args)
        if isinstance(args.exc_value, Exception) and (where := self.report_crash(args.exc_value)):
            self.caught.emit(f"Something went wrong in the window{where}")

    def _tell(self, sentence: str) -> None:
        if self._notices is None:
            self._waiting.append(sentence)
        else:
            self._notices.notify(sentence, "reports", "Show it", kind="failed", later=True)


def place_of(path: Path | None) -> str:
    """Where a report is, as the end of a sentence."""
    return f"; a report is in {short_path(path)}" if path is not None else ""


def _qt_message(kind: QtMsgType, _context: object, text: str) -> None:
    """What Qt reports about itself; a message that ends the program is on the standard error as well."""
    _QT.log(_LEVELS.get(kind, logging.WARNING), "%s", text)
    if kind in (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg) and sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
