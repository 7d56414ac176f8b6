"""Workers of a Dask scheduler, on other machines. Only this file knows Dask, and it is loaded when it is asked for.

Dask moves the tasks of a worker that has died to another one. When the scheduler itself goes, all that is under way is
given back and a new connection is tried until one comes about; the file of the study knows what is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
import uuid
from concurrent.futures import CancelledError
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from playground.engine.errors import BadInput
from playground.sweep.executors import Done
from playground.sweep.work import Result, Task, compute

AHEAD = 2  # tasks for each thread of a worker
MOST_SLOTS = 2000  # tasks that the scheduler has at once
_CONNECT = 5.0  # seconds that one try to connect takes
_LOOK = 2.0  # seconds between two looks at who is there


class _Events:
    """The loop of Dask's client in a thread of ours: it ends when we say so, also after a try to connect that failed.

    Attributes:
        loop: tornado's.
    """

    def __init__(self) -> None:
        self.loop: Any = None
        self._started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()), name="cluster", daemon=True)
        self._thread.start()
        self._started.wait()

    async def _live(self) -> None:
        from tornado.ioloop import IOLoop

        self.loop, self._end = IOLoop.current(), asyncio.Event()
        self._started.set()
        await self._end.wait()

    def stop(self) -> None:
        """Ends the thread."""
        if self._thread.is_alive():
            self.loop.add_callback(self._end.set)
            self._thread.join(_CONNECT)


class Cluster:
    """Tasks as futures of one scheduler."""

    def __init__(self, scheduler: str) -> None:
        """Connects.

        Args:
            scheduler: its address, such as `tcp://host:8786`, or a scheduler file that ends in .json.

        Raises:
            BadInput: Dask is not installed, or the scheduler does not answer.
        """
        try:
            import distributed
            from distributed.client import done_callback
        except ImportError:
            sentence = "--scheduler needs one more package: pip install 'ml-playground[cluster]'"
            raise BadInput(sentence, "scheduler") from None
        self._dask, self._when_done = distributed, done_callback
        self._events = _Events()
        self._scheduler = scheduler
        self._tasks: dict[str, tuple[Task, Any]] = {}  # with the future; None: it is lost
        self._ended: SimpleQueue[str] = SimpleQueue()
        self._client: Any = None  # none while there is no connection
        self._threads = 0
        self._looked = 0.0
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what it says of lost connections, we say
        try:
            self._connect()
        except (OSError, ValueError) as error:
            self.close()
            why = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise BadInput(f"the scheduler at {scheduler} does not answer: {why}", "scheduler") from None

    def _connect(self) -> None:
        """One try.

        Raises:
            OSError: there is none.
        """
        from_file = self._scheduler.endswith(".json")
        if from_file and not Path(self._scheduler).is_file():
            raise OSError(f"there is no file {self._scheduler}")
        where = {"scheduler_file" if from_file else "address": self._scheduler}
        options = {"timeout": _CONNECT, "set_as_default": False, "loop": self._events.loop}
        connect: Any = self._dask.Client
        self._client = connect(**where, **options)
        self._looked = 0.0
        self._look()

    # ---- the interface

    @property
    def workers(self) -> int:
        """How many tasks are computed at the same time."""
        return max(1, self._threads)

    @property
    def slots(self) -> int:
        """How many tasks it takes at once; none while there is no connection."""
        return min(AHEAD * self.workers, MOST_SLOTS) if self._client is not None else 0

    @property
    def note(self) -> str:
        """What it waits for."""
        if self._client is None:
            return "waiting for the scheduler to come back"
        return "" if self._threads else "waiting for a worker"

    def submit(self, task: Task) -> None:
        """Hands a task to the scheduler."""
        assert self._client is not None
        key = f"playground-{task.runs[0].number}-{uuid.uuid4().hex}"
        try:
            future = self._client.submit(work, task, key=key, pure=False)
        except Exception:  # the connection is lost at this very moment
            self._ended.put(key)
            self._tasks[key] = (task, None)
            return
        self._tasks[key] = (task, future)
        ended = self._ended
        # What the future's own method does, without a thread that outlives it.
        self._events.loop.add_callback(self._when_done, future, lambda one: ended.put(one.key))

    def collect(self, seconds: float) -> list[Done]:
        """What has ended.

        Raises:
            BadInput: a worker cannot compute this study.
        """
        if self._client is None:
            return self._try_again(seconds)
        self._look()
        found: list[Done] = []
        with contextlib.suppress(Empty):
            found += self._done(self._ended.get(timeout=seconds))
            while True:
                found += self._done(self._ended.get_nowait())
        if self._client is not None and self._client.status != "running":
            found += self._lost()
        return found

    def close(self) -> None:
        """Drops what is under way and leaves the scheduler."""
        client, self._client = self._client, None
        futures = [future for _, future in self._tasks.values() if future is not None]
        self._tasks.clear()
        if client is not None:
            with contextlib.suppress(Exception):
                client.cancel(futures, force=True)
            with contextlib.suppress(Exception):
                client.close(timeout=_CONNECT)
        self._events.stop()

    # ---- inside

    def _look(self) -> None:
        """Counts the threads of the workers, now and then."""
        now = time.monotonic()
        if self._client is not None and now - self._looked > _LOOK:
            self._looked = now
            with contextlib.suppress(Exception):  # the connection is lost: `collect` sees it
                self._threads = sum(self._client.nthreads().values())

    def _done(self, key: str) -> list[Done]:
        task, future = self._tasks.get(key, (None, None))
        if task is None:
            return []
        if future is None or future.status in ("cancelled", "lost"):
            return self._lost()
        del self._tasks[key]
        if future.status == "finished":
            try:
                return [Done(task, future.result(timeout=_CONNECT))]
            except (CancelledError, TimeoutError, OSError):
                self._tasks[key] = (task, None)
                return self._lost()
        error = future.exception()
        if isinstance(error, self._dask.scheduler.KilledWorker):
            return [Done(task, None, "its workers died")]
        raise BadInput(f"a worker cannot compute this study: {_words(error)}", "scheduler")

    def _lost(self) -> list[Done]:
        """Gives everything back: the scheduler has gone."""
        given_back = [Done(task, None) for task, _ in self._tasks.values()]
        self._tasks.clear()
        self._ended = SimpleQueue()
        client, self._client, self._threads = self._client, None, 0
        if client is not None:
            with contextlib.suppress(Exception):
                client.close(timeout=0.5)
        return given_back

    def _try_again(self, seconds: float) -> list[Done]:
        try:
            self._connect()
        except (OSError, ValueError):
            time.sleep(seconds)
        return []


def _words(error: BaseException | None) -> str:
    if isinstance(error, ImportError):
        return f"the playground is not installed there as it is here ({error})"
    return f"{type(error).__name__}: {error}"


def work(task: Task) -> Result:
    """A task at a worker of Dask."""
    from distributed import get_worker

    from playground.engine import device

    device.prepare()
    return compute(task, f"the worker at {get_worker().address}")
