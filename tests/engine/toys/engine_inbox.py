"""Where a test waits for what an engine sends."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

import patience

from playground.engine.frame import Frame
from playground.engine.process import messages as m
from playground.engine.process.client import EngineClient

T = TypeVar("T")
PATIENCE = patience.SECONDS


class Inbox:
    """Takes messages on the reader thread and lets a test wait for them.

    It asks for the next frame of every group as soon as one has come, as a window does.
    """

    def __init__(self) -> None:
        self._news = threading.Condition()
        self.messages: list[m.Message] = []
        self.times: list[float] = []
        self.client: EngineClient | None = None
        self.asking = True

    def __call__(self, message: m.Message) -> None:
        with self._news:
            self.messages.append(message)
            self.times.append(time.perf_counter())
            self._news.notify_all()
        if isinstance(message, m.FrameMessage) and self.client is not None and self.asking:
            self.client.send(message.group, m.Ask())

    def wait(self, kind: type[T], group: str = "", test: Callable[[T], bool] = lambda _: True, since: int = 0) -> T:
        """The first message of this kind and group that passes the test, waiting for it if need be."""

        def found() -> T | None:
            for message in self.messages[since:]:
                if (
                    isinstance(message, kind)
                    and (not group or getattr(message, "group", "") == group)
                    and test(message)
                ):
                    return message
            return None

        with self._news:
            self._news.wait_for(lambda: found() is not None, PATIENCE)
            result = found()
        assert result is not None, f"no {kind.__name__} of {group!r}; there were {self.messages[-5:]}"
        return result

    def frame(self, group: str, test: Callable[[Frame], bool] = lambda _: True, since: int = 0) -> Frame:
        """The first frame of a group that passes the test."""
        return self.wait(m.FrameMessage, group, lambda message: test(message.frames[0]), since).frames[0]

    def frames(self, group: str, since: int = 0) -> list[Frame]:
        """The first frame of every frame message of a group."""
        found = [message for message in self.messages[since:] if isinstance(message, m.FrameMessage)]
        return [message.frames[0] for message in found if message.group == group]

    @property
    def now(self) -> int:
        """The number of messages so far, for `since`."""
        return len(self.messages)
