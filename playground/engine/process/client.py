"""The window's side of the engine process: commands out, messages in, and a new process when one dies. No torch.

Threads: one reads and looks after the process, one writes; both are daemons. Methods never wait for the engine, except
`stop`. Commands may be sent at any time, also before the engine is ready or while it is being replaced.
"""

from __future__ import annotations

import atexit
import logging
import pickle
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from playground.engine.process import messages as m
from playground.engine.process.child_process import Life, how_it_ended
from playground.engine.process.figure_transfer import receiving
from playground.engine.process.recovery import Book

if TYPE_CHECKING:
    from playground.engine.declarations.concept import Concept

MOST_DEATHS = 3  # on one group within DEATH_SECONDS: then the group is given up
DEATH_SECONDS = 60.0
GENTLE_SECONDS = 0.5  # that an engine may take to end by itself
STOP_SECONDS = 2.0  # that the end may take in all
_LOG = logging.getLogger(__name__)


class EngineClient:
    """Owns the engine process.

    Args:
        load: concept id -> concept; pickled by name and called in the engine.
        deliver: takes every message, on the reader thread; it must return soon.
        cases: concept id -> results of its shipped oracle cases, as `verify` gives them; called in the engine.
        strict_warnings: whether warnings are errors there, as in tests.
        trial: the command of a process that tries the scene on its standard input; empty: none is tried.
    """

    def __init__(
        self,
        load: Callable[[str], Concept],
        deliver: Callable[[m.Message], None],
        *,
        cases: Callable[[str], Iterable[dict[str, Any]]] | None = None,
        strict_warnings: bool = False,
        trial: Sequence[str] = (),
    ) -> None:
        self._entries = pickle.dumps((load, cases, tuple(trial)))
        self._deliver_to = deliver
        self._strict = strict_warnings
        self._lock = threading.Lock()
        self._book = Book()
        self._life: Life | None = None
        self._reader: threading.Thread | None = None
        self._stopping = threading.Event()
        self._ready = False
        self._reason = ""
        self._report = ""
        self._starts_failed = 0
        self._card_failed = ""

    # ---- life

    def start(self) -> None:
        """Start the process; returns at once, `Ready` is delivered when it has loaded."""
        if self._reader is not None:
            return
        self._stopping.clear()
        self._starts_failed = 0
        atexit.register(self.stop)
        self._reader = threading.Thread(target=self._read, name="engine reader", daemon=True)
        self._reader.start()

    def stop(self) -> None:
        """End the process within `STOP_SECONDS`, gently if it listens; may be called more than once."""
        reader, self._reader = self._reader, None
        if reader is None:
            return
        atexit.unregister(self.stop)
        ends = time.monotonic() + STOP_SECONDS
        with self._lock:
            self._stopping.set()
            listens = self._life is not None and self._ready
            if self._life is not None:
                self._life.orders.put(m.Order(0, "", m.Shutdown()))
        reader.join(GENTLE_SECONDS if listens else 0.0)
        # One that loads, computes or is stopped hears nothing; one that is just being made is there a moment later.
        while reader.is_alive() and time.monotonic() < ends:
            self.restart()
            reader.join(0.05)

    @property
    def alive(self) -> bool:
        """Whether an engine runs or is being started; false before `start`, after `stop` and after giving up."""
        return self._reader is not None and self._reader.is_alive()

    @property
    def pid(self) -> int | None:
        """The id of the engine process, or None while there is none."""
        with self._lock:
            return self._life.pid if self._life is not None else None

    def life(self) -> int:
        """Another number each second while the engine's process runs, in a long step too; -1 while there is none."""
        with self._lock:
            return self._life.beats if self._life is not None else -1

    def restart(self) -> None:
        """End a process that does not answer; a new one takes its place, as after any death."""
        with self._lock:
            if self._life is not None:
                self._life.kill()

    def send(self, group: str, command: m.Command) -> None:
        """Say a command to a group of any id; it never waits."""
        with self._lock:
            order = self._book.enter(group, command)
            if self._life is not None:
                self._life.orders.put(order)

    # ---- the reader thread

    def _read(self) -> None:
        """Looks after the engine; a message that cannot be read ends it with a fault, never in silence."""
        try:
            self._look_after()
        except Exception as error:
            _LOG.exception("a message of the engine could not be read")
            with self._lock:
                life, self._life = self._life, None
            if life is not None:
                life.kill()
                life.end()
            if not self._stopping.is_set():
                sentence = f"a message of the engine could not be read: {type(error).__name__}: {error}"
                self._deliver(m.Fault("", sentence, traceback.format_exc()))

    def _look_after(self) -> None:
        """One process after another, until told to stop or until it makes no sense."""
        while not self._stopping.is_set():
            try:
                life = Life(self._entries, self._strict, self._card_failed)
            except OSError as error:
                why = (error.strerror or str(error)).lower()
                self._deliver(m.Fault("", f"the engine process cannot be started: {why}", repr(error)))
                return
            with self._lock:
                self._ready, self._report, self._life = False, "", life
                for order in self._book.everything():
                    life.orders.put(order)
                if self._stopping.is_set():
                    life.kill()
            specs = receiving()
            for message in life.messages():
                self._receive(specs.whole(message))
            busy = life.busy
            with self._lock:
                self._life = None
            how = how_it_ended(life.end())
            if self._stopping.is_set():
                return
            if not self._go_on(busy, how):
                return
            self._deliver(m.Restarting(self._reason))

    def _receive(self, message: Any) -> None:
        with self._lock:
            match message:
                case m.Handled():
                    self._book.settle(message)
                    return
                case m.Checkpoint():
                    self._book.store(message)
                    return
                case m.FrameMessage() if not self._book.admit(message):
                    if self._life is not None:  # also what nobody sees is answered
                        self._life.orders.put(m.Order(0, message.group, m.Ask()))
                    return
                case m.Fault("", _, report):
                    self._report = report
                    return
                case m.CardFailed(reason):
                    self._card_failed = reason
                    return
                case m.Ready():
                    self._ready = True
        self._deliver(message)
        if isinstance(message, m.Ready) and self._reason:
            self._deliver(m.Restarted(self._reason))
            self._reason = ""

    def _go_on(self, busy: int, reason: str) -> bool:
        """After a death: give up what kills the engine again and again; returns whether to start a new one."""
        self._reason = f"the engine process ended ({reason})"
        self._starts_failed = 0 if self._ready else self._starts_failed + 1
        if self._starts_failed >= MOST_DEATHS:
            sentence = f"{self._reason} {MOST_DEATHS} times before it was ready"
            self._deliver(m.Fault("", sentence, self._report or sentence))
            return False
        now = time.monotonic()
        with self._lock:
            name = self._book.by_number(busy) if busy else None
            if name is None:
                return True
            page = self._book.pages[name]
            page.deaths = [*(at for at in page.deaths if now - at < DEATH_SECONDS), now]
            if len(page.deaths) < MOST_DEATHS:
                if len(page.deaths) > 1:
                    page.sweep = None  # the map may be what it dies of; the run shall not be given up for it
                return True
            del self._book.pages[name]
        sentence = f"the engine process ended {MOST_DEATHS} times while it worked on this run, which was given up"
        self._deliver(m.Fault(name, sentence, self._report or f"{sentence} ({reason})"))
        return True

    def _deliver(self, message: m.Message) -> None:
        try:
            self._deliver_to(message)
        except Exception:
            _LOG.exception("a message of the engine could not be delivered")
