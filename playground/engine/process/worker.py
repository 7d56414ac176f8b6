"""The engine process: a `Host` between two pipes. Started by the client; nothing else calls it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import platform
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Sequence
from ctypes import Array, c_ubyte
from multiprocessing.connection import Connection
from typing import Any

# First of ours: it sets the thread counts that numpy and torch read when they load.
from playground.engine import device as devices
from playground.engine.declarations.concept import Concept
from playground.engine.errors import DeviceLost
from playground.engine.process import allocator
from playground.engine.process import messages as m
from playground.engine.process.arena import Arena
from playground.engine.process.figure_transfer import Specs
from playground.engine.process.host import Cases, Host

NICENESS = 5
HEARTBEAT = 0.5  # seconds
ORPHANED = 3  # exit status when the window has gone


def main(
    load: Callable[[str], Concept],
    cases: Cases | None,
    trial: Sequence[str],
    commands: Connection,
    results: Connection,
    memory: Array[c_ubyte],
    strict_warnings: bool,
    card_failed: str = "",
) -> None:
    """Serve until told to stop or until the window has gone.

    Args:
        load: concept id -> concept.
        cases: concept id -> results of its shipped oracle cases, or None.
        trial: the command that tries a scene, or nothing.
        commands: where lists of `Order` come from.
        results: where parcels go.
        memory: the shared bytes of the arena.
        strict_warnings: whether warnings are errors, as in tests.
        card_failed: why an engine before this one lost its graphics card; empty: none has.
    """
    arena, specs = Arena(memory), Specs()
    _settle(strict_warnings, arena)
    if card_failed:
        devices.give_up(card_failed)

    def send(message: Any) -> None:
        results.send(arena.pack(specs.without(message)))

    host = Host(load, send, cases=cases, trial=trial, work_on=arena.work_on)
    versions = {**devices.fingerprint(), "python": platform.python_version()}
    send(m.Ready(devices.name(devices.best()), versions, devices.warning()))
    try:
        try:
            serve(host, commands)
        finally:
            host.end_trials()
    except (EOFError, ConnectionError):
        pass
    except DeviceLost as lost:
        # What is on the card cannot be trusted, nor can the driver: a new process goes on from the last checkpoint.
        send(m.CardFailed(str(lost)))
        sys.exit(m.CARD_LOST)
    except Exception as error:
        send(m.Fault("", f"the engine failed: {type(error).__name__}: {error}", traceback.format_exc()))
        raise


def serve(host: Host, commands: Connection) -> None:
    """Slices of work, and commands between them.

    Raises:
        EOFError: the window has gone.
    """
    while host.running:
        waiting = commands.poll(host.wait())
        orders: list[m.Order] = []
        while waiting:
            orders.append(commands.recv())
            waiting = commands.poll(0)
        if orders:
            host.take(orders)
        host.run()


def _settle(strict_warnings: bool, arena: Arena) -> None:
    """Be a quiet background process that ends with its parent."""
    allocator.settle()  # before there is a second thread
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the window decides
    threading.Thread(target=_live_with_parent, args=(arena,), name="parent watch", daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    devices.prepare()
    if strict_warnings:
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Sparse .* tensor support is in beta state", category=UserWarning)
    gc.collect()
    gc.freeze()


def _live_with_parent(arena: Arena) -> None:
    """Shows that this process runs, and ends it with its parent: the end of file does so in an idle engine alone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        while parent.is_alive():
            arena.beat()
            parent.join(HEARTBEAT)
        os._exit(ORPHANED)
