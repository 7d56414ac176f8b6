"""Histories on their way to the client: each checkpoint carries only what came since the one before.

The history of a long run is 13 MB. Sent whole every two seconds it would hold up the steps for 75 ms each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playground.engine.run.series import Series


class Sender:
    """The engine's side, one a session: knows how much of the history the client has."""

    def __init__(self) -> None:
        self._has: tuple[Series, int, int] | None = None
        self._packed: tuple[Series, int, int] | None = None

    def pack(self, series: Series) -> dict[str, Any]:
        """What the client lacks of a history; all of it if it is another one, or its entries were paired."""
        count, stride = self._has[1:] if self._has is not None and self._has[0] is series else (0, 1)
        news = series.news(count, stride)
        self._packed = (series, news.total, series.stride)
        return {**news.header, "since": news.since, "rows": news.rows}

    def confirm(self, record: Mapping[str, Any]) -> None:
        """A record is on its way to the client, which keeps what is in it and nothing of those before.

        Args:
            record: the one that was stored last; where it has no state, the client has no history any more.
        """
        self._has = self._packed if "state" in record else None


def join(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> None:
    """The client's side: makes the record of a checkpoint whole.

    Args:
        old: the record before it; its history is used up.
        new: the record that came; its history is completed in place.
    """
    history = (new.get("state") or {}).get("series")
    if history is None or "rows" not in history:
        return
    since, rows = history.pop("since"), history.pop("rows")
    table = (old or {})["state"]["series"]["table"] if since else bytearray()
    del table[since * 8 * (1 + 2 * len(history["names"])) :]
    table += rows
    history["table"] = table
