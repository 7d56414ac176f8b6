"""One engine process from its start to its end, as its parent sees it. No torch."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any

from playground.engine.process.arena import Arena, make_memory
from playground.engine.process.entry import enter
from playground.engine.process.messages import CARD_LOST, Order

_JOIN_SECONDS = 2.0


class Life:
    """A process, its two pipes, its arena and the thread that writes to it.

    Attributes:
        orders: put commands here; a thread sends them, because a send can block while the engine is in a long step.
        pid: of the engine.
    """

    def __init__(self, entries: bytes, strict_warnings: bool, card_failed: str = "") -> None:
        self.orders: SimpleQueue[Order | None] = SimpleQueue()
        spawn = multiprocessing.get_context("spawn")
        commands_out, self._commands = spawn.Pipe(duplex=False)
        self._results, results_in = spawn.Pipe(duplex=False)
        memory = make_memory()
        self._arena = Arena(memory)
        self._process = spawn.Process(
            target=enter,
            args=(entries, commands_out, results_in, memory, strict_warnings, card_failed),
            name="playground engine",
            daemon=True,
        )
        try:
            self._process.start()
        except BaseException:
            self._commands.close()
            self._results.close()
            raise
        finally:
            # The engine's ends must be closed here, or its death would not end the file.
            commands_out.close()
            results_in.close()
        self.pid = self._process.pid
        self._writer = threading.Thread(target=self._write, name="engine writer", daemon=True)
        self._writer.start()

    def messages(self) -> Iterator[Any]:
        """Every message until the process ends."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                yield self._arena.unpack(self._results.recv())

    def _write(self) -> None:
        with contextlib.suppress(OSError):
            while (order := self.orders.get()) is not None:
                self._commands.send(order)

    @property
    def busy(self) -> int:
        """The number of the group that the process worked on last, 0 for none."""
        return self._arena.busy

    @property
    def beats(self) -> int:
        """How often the process has shown that it runs."""
        return self._arena.beats

    def kill(self) -> None:
        """End the process, if it still runs."""
        with contextlib.suppress(ValueError, OSError):  # the reader has closed it
            self._process.kill()

    def end(self) -> int:
        """Clean up behind a process that has ended its messages; returns its exit status."""
        self._process.join(_JOIN_SECONDS)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        status = self._process.exitcode
        self._process.close()
        self.orders.put(None)
        self._writer.join()
        self._commands.close()
        self._results.close()
        return status if status is not None else 0


def how_it_ended(status: int) -> str:
    """An exit status in words."""
    if status == CARD_LOST:
        return "the graphics card failed"
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"
