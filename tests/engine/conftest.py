"""One engine for all tests that only need one; tests of its life make their own."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

# A spawned process gets a copy of sys.path, so the child finds the tests' concept by name.
sys.path.insert(0, str(Path(__file__).parent / "toys"))

from playground.engine import messages as m
from playground.engine.client import EngineClient
from playground.engine.frame import Frame

T = TypeVar("T")
PATIENCE = 30.0


class Inbox:
    """Takes messages on the reader thread and lets a test wait for them.

    It asks for the next frame of every group as soon as one has come, as a window does.
    """

    def __init__(self) -> None:
        import threading

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
            self.client.ask(message.group)

    def wait(self, kind: type[T], group: str = "", test: Callable[[T], bool] = lambda _: True, since: int = 0) -> T:
        """The first message of this kind and group that passes the test, waiting for it if need be."""

        def found() -> T | None:
            for message in self.messages[since:]:
                if isinstance(message, kind) and (not group or getattr(message, "group", "") == group) and test(message):
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

    @property
    def now(self) -> int:
        """The number of messages so far, for `since`."""
        return len(self.messages)


@pytest.fixture
def make_client() -> Iterator[Callable[..., tuple[EngineClient, Inbox]]]:
    """A maker of engines that are stopped at the end of the test."""
    import engine_toys

    made: list[EngineClient] = []

    def make(**options: Any) -> tuple[EngineClient, Inbox]:
        inbox = Inbox()
        load = options.pop("load", engine_toys.load)
        client = EngineClient(load, inbox, strict_warnings=True, cases=engine_toys.cases, **options)
        inbox.client = client
        made.append(client)
        client.start()
        return client, inbox

    yield make
    for client in made:
        client.stop()


@pytest.fixture(scope="session")
def _engine_of_the_session() -> Iterator[tuple[EngineClient, Inbox]]:
    import engine_toys

    inbox = Inbox()
    client = EngineClient(engine_toys.load, inbox, strict_warnings=True, cases=engine_toys.cases)
    inbox.client = client
    client.start()
    inbox.wait(m.Ready)
    yield client, inbox
    client.stop()


@pytest.fixture
def engine(_engine_of_the_session: tuple[EngineClient, Inbox]) -> Iterator[tuple[EngineClient, Inbox]]:
    """The session's engine with an empty inbox; the groups that a test opens are closed behind it."""
    client, inbox = _engine_of_the_session
    inbox.messages.clear()
    inbox.times.clear()
    inbox.asking = True
    yield client, inbox
    for name in {message.group for message in inbox.messages if isinstance(message, m.FrameMessage)}:
        client.close(name)
    # A question behind the closing is answered after it, so nothing of this test comes during the next.
    client.record("", "end of test")
    inbox.wait(m.Refused, test=lambda refused: "no open run" in refused.sentence)
