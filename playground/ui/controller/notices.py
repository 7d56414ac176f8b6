"""The part of the controller that tells the user something in one line, and writes reports of faults. No Qt."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from playground.lecture.report import Trouble
from playground.ui.controller.state import Notice
from playground.ui.controller.store import Store

_LOG = logging.getLogger("playground.window")


class Notices:
    """The notice on screen, and those that wait.

    Attributes:
        troubled: writes a report, and returns where it is as the end of a sentence.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._later: list[Notice] = []
        self._patient: Notice | None = None  # on screen though it would have waited
        self.report_trouble: Callable[[Trouble], str] = lambda trouble: ""

    def notify(
        self,
        text: str,
        action: str = "",
        action_label: str = "",
        *,
        kind: str = "notice",
        closed: str = "",
        later: bool = False,
    ) -> None:
        """Shows one line for a few seconds, or until the user decides where closing it is a command.

        Args:
            text: the line; empty: nothing is shown.
            action: the id of a command that a button beside it runs.
            action_label: the button's verb.
            kind: notice, ended, warning or failed.
            closed: the id of a command that closing it runs.
            later: it waits until the line on screen has been read, and gives way to one that comes at once.
        """
        if not text:
            return
        if kind in ("warning", "failed"):
            _LOG.log(logging.WARNING if kind == "failed" else logging.INFO, "%s", text)
        number = self._store.state.notice.number + 1 if self._store.state.notice is not None else 1
        notice = Notice(number, kind, text, action, action_label, closed)  # type: ignore[arg-type]
        if later and self._store.state.notice is not None:
            self._later.append(replace(notice, number=number + len(self._later)))
            return
        if self._patient is not None and self._patient is self._store.state.notice:
            self._later.insert(0, replace(self._patient, number=number + 1))
        self._patient = notice if later else None
        self._store.put(notice=notice)

    def dismiss(self) -> None:
        """The notice has been read; the next one that waits comes."""
        self._patient = self._later.pop(0) if self._later else None
        self._store.put(notice=self._patient)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Whatever is said inside, the notice on screen stays."""
        notice = self._store.state.notice
        yield
        self._store.put(notice=notice)

    def report(self) -> None:
        """Writes a report at the user's wish."""
        where = self.report_trouble(Trouble("asked", "The user asked for this report"))
        if where:
            self.notify(f"Written{where}", "reports", "Show it")
        else:
            self.notify("The report could not be written", kind="failed")
