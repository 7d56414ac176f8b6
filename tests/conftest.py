"""What every test gets: no screen, one thread, seeds that are printed, and a look at what it left behind."""

from __future__ import annotations

import os

# Before Qt, numpy or torch is imported: Qt reads the platform once, the libraries their thread count.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["MKL_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import gc
import multiprocessing
import random
import sys
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterator
from functools import cache
from typing import Any

import patience
import pytest
from hypothesis import HealthCheck, settings

from playground.commands.leaving import Leave

PATIENCE = 30.0
"""Seconds that a thread or process may take to end after its test."""

settings.register_profile("ci", max_examples=300, deadline=None, print_blob=True)
settings.register_profile("dev", max_examples=25, deadline=None, print_blob=True)
settings.register_profile(
    "thorough", max_examples=5000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    """One switch for the suite at its full length."""
    words = "run the contract for every preset and setting of every panel, not for a sample of them"
    parser.addoption("--long", action="store_true", help=words)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Gives hypothesis a seed of this run, so that it can be printed and given again."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(2**32))
    _check_qt(config)
    _wait_patiently()


def _wait_patiently() -> None:
    """A wait fails late and ends at once, also where a test says nothing of it."""
    from pytestqt.qtbot import QtBot

    for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitExposed, QtBot.waitActive):
        wait.__kwdefaults__ = {**(wait.__kwdefaults__ or {}), "timeout": patience.MS}


_leave = Leave()


def _check_qt(config: pytest.Config) -> None:
    """Ends the run with the packages to install where Qt's libraries are missing."""
    from playground.engine.errors import BadInput
    from playground.ui.system.requirements import check_system

    try:
        check_system(window=False)
    except BadInput as error:
        raise pytest.UsageError(str(error)) from None


def pytest_report_header(config: pytest.Config) -> str:
    """The seed of the property tests and how to repeat them with it."""
    profile = settings.get_current_profile_name()
    return f"property tests: profile {profile}, --hypothesis-seed={config.option.hypothesis_seed}"


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keeps the status for the end of the process."""
    _leave.with_status(int(session.exitstatus))


_PHASES = pytest.StashKey[dict[str, bool]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remembers whether a test passed: what a failed one leaves behind is held by its traceback."""
    report = yield
    item.stash.setdefault(_PHASES, {})[report.when] = report.passed
    return report


@pytest.fixture(autouse=True)
def leaves_nothing_running(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test that leaves a thread, a process, or with Qt a window, a timer or a Qt thread behind.

    Whatever a fixture of a wider scope had started before the test may stay.
    """
    with_qt = "qapp" in request.fixturenames
    threads, children = set(threading.enumerate()), set(multiprocessing.active_children())
    objects = {id(item): item for item in _qt_running()} if with_qt else {}
    yield
    if not request.node.stash.get(_PHASES, {}).get("call", False):
        return
    left = [
        *_wait_for(
            lambda: [thread for thread in threading.enumerate() if thread not in threads and _ours(thread)],
            _end_idle_threads,
        ),
        *_wait_for(lambda: [child for child in multiprocessing.active_children() if child not in children]),
    ]
    if with_qt:
        left += _wait_for(lambda: [item for item in _qt_running() if id(item) not in objects], _clean_qt)
    if left:
        pytest.fail(f"the test left behind: {', '.join(map(repr, left))}")


def _ours(thread: threading.Thread) -> bool:
    """Whether Python started the thread; one of Qt's own that once called Python only looks like it."""
    return not isinstance(thread, threading._DummyThread)


def _wait_for(running: Callable[[], list[Any]], clean: Callable[[], None] = lambda: None) -> list[Any]:
    """What still runs when the patience is over; returns as soon as nothing does."""
    deadline = time.monotonic() + PATIENCE
    left = running()
    while left and time.monotonic() < deadline:
        clean()
        time.sleep(0.005)
        left = running()
    return left


def _end_idle_threads() -> None:
    """Ends the threads for long work that wait for the next; one amid work that somebody still holds stays."""
    giving_way = sys.modules.get("playground.engine.kit.giving_way")
    if giving_way is not None:
        gc.collect()
        giving_way.end_idle()


def _clean_qt() -> None:
    """Lets Qt and Python delete what nobody holds any more."""
    from PySide6.QtCore import QCoreApplication, QEvent

    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QCoreApplication.processEvents()


@cache
def _made() -> list[weakref.ref[Any]]:
    """Every timer and Qt thread that Python makes from the first call on, and may have freed since.

    To look for them among all of Python's objects, or in shiboken's own list (getAllValidWrappers), which also holds
    wrappers of values that are freed already, takes longer than most tests.
    """
    from PySide6.QtCore import QThread, QTimer

    found: list[weakref.ref[Any]] = []

    def watch(kind: Any) -> None:
        begin = kind.__init__

        def begin_seen(self: Any, *args: Any, **options: Any) -> None:
            begin(self, *args, **options)
            found.append(weakref.ref(self))

        kind.__init__ = begin_seen

    watch(QTimer)
    watch(QThread)
    return found


def _qt_running() -> list[Any]:
    """Windows that exist, timers that tick and Qt threads that run; of timers and threads those that Python made."""
    import shiboken6
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance()
    tops = QApplication.topLevelWidgets() if isinstance(application, QApplication) else []
    # A menu that is not open goes with the widget that it belongs to.
    windows: list[Any] = [window for window in tops if window.parent() is None or window.isVisible()]
    made = _made()
    made[:] = [kept for kept in made if (item := kept()) is not None and shiboken6.isValid(item)]
    alive = [item for kept in made if (item := kept()) is not None]
    return [*windows, *(item for item in alive if (item.isActive() if isinstance(item, QTimer) else item.isRunning()))]


if sys.platform == "win32":
    import torch  # noqa: F401  on Windows torch cannot be loaded after Qt in one process
