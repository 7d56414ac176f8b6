"""What a reader guessed or left out: said while it reads, heard by whoever asked it to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from playground.engine.errors import printable

_heard: ContextVar[list[str] | None] = ContextVar("heard", default=None)


def remark(said: str) -> None:
    """Says what was guessed or left out, in words; without anybody who listens nothing happens."""
    listening, said = _heard.get(), printable(said)
    if listening is not None and said not in listening:
        listening.append(said)


@contextmanager
def listening() -> Iterator[list[str]]:
    """The remarks of the readers that run in the block, in their order; those inside another block reach that alone."""
    said: list[str] = []
    token = _heard.set(said)
    try:
        yield said
    finally:
        _heard.reset(token)
