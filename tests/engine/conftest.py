"""One engine for all tests that only need one; tests of its life make their own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# A spawned process gets a copy of sys.path, so the child finds the tests' concept by name.
sys.path.insert(0, str(Path(__file__).parent / "toys"))

import engine_toys
from engine_inbox import Inbox

from playground.engine.process import messages as m
from playground.engine.process.client import EngineClient


@pytest.fixture
def make_client() -> Iterator[Callable[..., tuple[EngineClient, Inbox]]]:
    """A maker of engines that are stopped at the end of the test."""
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
        client.send(name, m.Close())
    # A question behind the closing is answered after it, so nothing of this test comes during the next.
    client.send("", m.GetRecord("end of test"))
    inbox.wait(m.Refused, test=lambda refused: "no open run" in refused.sentence)
