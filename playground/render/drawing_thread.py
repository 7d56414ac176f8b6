"""Pictures from any thread: Qt draws in the thread that made its application, so one thread draws for all."""

from __future__ import annotations

import atexit
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QCoreApplication, QThread

from playground.engine.errors import BadInput

Result = TypeVar("Result")

_END_SECONDS = 2.0  # a drawing that is still at work when the interpreter ends may take as long


def drawn(draw: Callable[[], Result]) -> Result:
    """What a drawing gives, done in the thread of Qt's application; threads that ask at once wait for each other.

    Where there is no application yet, a thread of its own makes one and draws from then on. Where the program has its
    own, it draws in its thread.

    Args:
        draw: makes the picture; it may make Qt's application.

    Raises:
        BadInput: the program's own application belongs to another thread than this one.
    """
    if threading.current_thread() is _thread.thread:
        return draw()
    application = QCoreApplication.instance()
    if application is None or _thread.thread is not None:
        return _thread.do(draw)
    if application.thread() is not QThread.currentThread():
        raise BadInput(
            "pictures are drawn in the thread of this program's QApplication, and this is another", "picture"
        )
    return draw()


class _DrawingThread:
    def __init__(self) -> None:
        self.thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self._asked: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = queue.SimpleQueue()

    def do(self, draw: Callable[[], Result]) -> Result:
        with self._starting:
            if self.thread is None:
                self.thread = threading.Thread(target=self._work, name="drawing", daemon=True)
                self.thread.start()
                atexit.register(self._end)  # before that of PySide, which would end the application in a wrong thread
        answer: Future[Result] = Future()
        self._asked.put((draw, answer))
        return answer.result()

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None:
            draw, answer = asked
            try:
                answer.set_result(draw())
            except BaseException as error:  # told where it was asked
                answer.set_exception(error)
            del draw, answer, asked
        if (application := QCoreApplication.instance()) is not None:
            shiboken6.delete(application)

    def _end(self) -> None:
        self._asked.put(None)
        if self.thread is not None:
            self.thread.join(_END_SECONDS)


_thread = _DrawingThread()
