"""Long work of the window's thread in slices, between which the loop sees signals, clicks and the closing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer


def in_slices(owner: QObject, work: Iterator[object], is_over: Callable[[], bool]) -> None:
    """Goes on with some work in each turn of the loop, from the next one on.

    Args:
        owner: with which it ends.
        work: is cut where it yields.
        is_over: asked before each slice; once it is true, nothing more is done.
    """

    def go_on() -> None:
        if is_over():
            return
        try:
            next(work)
        except StopIteration:
            return
        QTimer.singleShot(0, owner, go_on)

    QTimer.singleShot(0, owner, go_on)
