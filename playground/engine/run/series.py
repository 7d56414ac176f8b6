"""The recorded history of a run's metrics: every step, in bounded memory."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.frame import Array

LIMIT = 65_536
MOST_STRIDE = 1 << 40
LONGEST = 2**53
_FLUSH = 512


class Series:
    """Rows of scalars by step: all of them up to `LIMIT`, then buckets of 2, 4, 8 ... steps with their extremes.

    Attributes:
        names: the recorded scalars; empty until the first row.
        last: the last recorded step, -1 if there is none.
        stride: how many steps share a bucket.
    """

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self.last = -1
        self.stride = 1
        self._pending: list[Any] = []
        self._getter: Callable[[Any], Any] | None = None
        self._steps = np.empty(0)
        self._low = np.empty((0, 0))
        self._high = np.empty((0, 0))
        self._count = 0
        self._newest: Any = None
        self._blocks: dict[int, _Blocks] = {}

    def extend(self, infos: list[Any], first: Mapping[str, Any]) -> None:
        """Record the scalars of the next steps.

        Args:
            infos: the Infos of the steps after `last`; their plain numbers, flags and 0-d tensors are recorded.
            first: the scalars known before the first step, recorded with it; what is missing is NaN.
        """
        if self.last < 0:
            self._begin(infos[0], first)
        self.last += len(infos)
        self._newest = infos[-1]
        if self._getter is not None:
            self._pending.extend(map(self._getter, infos))
            if len(self._pending) >= _FLUSH:
                self._flush()

    def _begin(self, info: Any, first: Mapping[str, Any]) -> None:
        """Fix the names by the first Info, and record step 0."""
        self.names = tuple(recorded(info))
        self.last = 0
        if self.names:
            self._low = np.empty((1024, len(self.names)))
            self._high = np.empty((1024, len(self.names)))
            self._steps = np.empty(1024)
            self._getter = attrgetter(*self.names)
            values = [first.get(name) for name in self.names]
            self._pending.append(values if len(values) > 1 else values[0])

    def _flush(self) -> None:
        """Convert the pending rows at once: on a device this is one wait instead of one a step."""
        if not self._pending:
            return
        rows = _table(self._pending, len(self.names))
        first = self.last - len(self._pending) + 1
        self._pending = []
        steps = np.arange(first, first + len(rows), dtype=np.float64)
        while len(rows):
            taken = self._take(steps, rows)
            steps, rows = steps[taken:], rows[taken:]

    def _take(self, steps: Array, rows: Array) -> int:
        """Put some of the rows into buckets; when all are full, pair the buckets and go on."""
        start = int(steps[0])
        if self._count and self.stride > 1 and start < self._steps[self._count - 1] + self.stride:
            many = min(len(rows), int(self._steps[self._count - 1]) + self.stride - start)
            i = self._count - 1
            self._low[i] = np.fmin(self._low[i], np.fmin.reduce(rows[:many]))
            self._high[i] = np.fmax(self._high[i], np.fmax.reduce(rows[:many]))
            return many
        if self._count >= LIMIT:
            self._pair()
            return 0
        self._grow()
        many = min(len(rows), self.stride if self.stride > 1 else len(self._steps) - self._count)
        into = slice(self._count, self._count + (1 if self.stride > 1 else many))
        self._steps[into] = steps[0] if self.stride > 1 else steps[:many]
        self._low[into] = np.fmin.reduce(rows[:many]) if self.stride > 1 else rows[:many]
        self._high[into] = np.fmax.reduce(rows[:many]) if self.stride > 1 else rows[:many]
        self._count = into.stop
        return many

    def _grow(self) -> None:
        if self._count == len(self._steps):
            size = min(2 * len(self._steps), LIMIT)
            self._steps, self._low, self._high = self._copy(self._count, size)

    def _copy(self, n: int, size: int) -> tuple[Array, Array, Array]:
        """The first `n` entries in arrays with room for `size`."""
        made = np.empty(size), np.empty((size, len(self.names))), np.empty((size, len(self.names)))
        for new, old in zip(made, (self._steps, self._low, self._high), strict=True):
            new[:n] = old[:n]
        return made

    def _pair(self) -> None:
        half = self._count // 2
        self._low[:half] = np.fmin(self._low[0 : 2 * half : 2], self._low[1 : 2 * half : 2])
        self._high[:half] = np.fmax(self._high[0 : 2 * half : 2], self._high[1 : 2 * half : 2])
        self._steps[:half] = self._steps[0 : 2 * half : 2]
        self._count = half
        self.stride *= 2
        self._blocks.clear()

    def get(self, name: str, points: int) -> tuple[Array, Array] | None:
        """Steps (n,) and values (n,) of a metric, n about `points`, extremes kept; None if it is not recorded."""
        if name not in self.names:
            return None
        self._flush()
        column = self.names.index(name)
        n = self._count
        steps, low, high = self._steps[:n], self._low[:n, column], self._high[:n, column]
        pool = -(-2 * n // points) if n > points else 1
        if pool == 1 and self.stride == 1:
            return steps.copy(), low.copy()
        pool, low, high = self._pool(pool, column)
        steps, values = np.repeat(steps[::pool], 2), np.stack([low, high], 1).ravel()
        if self._newest is None:
            return steps, values
        newest = _floats(attrgetter(name)(self._newest))[0]
        return np.append(steps, self.last), np.append(values, newest)

    def at(self, steps: Sequence[int]) -> dict[str, list[float]]:
        """The recorded values at these steps by name; where steps share a bucket, the least of it."""
        self._flush()
        if not len(steps) or not self._count:
            return {}
        rows = np.searchsorted(self._steps[: self._count], np.asarray(steps, dtype=np.float64), side="right") - 1
        found = self._low[np.clip(rows, 0, None)]
        return {name: found[:, k].tolist() for k, name in enumerate(self.names)}

    def _pool(self, pool: int, column: int) -> tuple[int, Array, Array]:
        """The extremes of pools of entries; of large ones by way of blocks whose extremes are kept from frame to frame.

        Returns:
            The size of a pool, at most an eighth above the one wanted, and the extremes of each.
        """
        size = 1 << max(0, pool.bit_length() - 4)
        n = self._count
        if size == 1:
            starts = np.arange(0, n, pool)
            return (
                pool,
                np.fmin.reduceat(self._low[:n, column], starts),
                np.fmax.reduceat(self._high[:n, column], starts),
            )
        pool = -(-pool // size) * size
        blocks = self._blocks.setdefault(size, _Blocks(size, len(self.names)))
        # The last entry may still grow.
        blocks.extend(self._low[: n - 1], self._high[: n - 1])
        done = blocks.count * size
        low = np.append(blocks.low[: blocks.count, column], np.fmin.reduce(self._low[done:n, column]))
        high = np.append(blocks.high[: blocks.count, column], np.fmax.reduce(self._high[done:n, column]))
        starts = np.arange(0, len(low), pool // size)
        return pool, np.fmin.reduceat(low, starts), np.fmax.reduceat(high, starts)

    def upto(self, step: int) -> Series:
        """A copy that ends at `step`; a bucket that reaches beyond it is left out."""
        self._flush()
        copy = Series()
        copy.names, copy._getter, copy.stride = self.names, self._getter, self.stride
        kept = self._steps[: self._count] + (self.stride - 1) <= step
        n = int(kept.sum())
        size = max(1024, 1 << (n - 1).bit_length()) if n else 1024
        copy._steps, copy._low, copy._high = self._copy(n, size)
        copy._count = n
        copy._blocks = {block: blocks.upto((n - 1) // block) for block, blocks in self._blocks.items() if n}
        copy.last = min(self.last, step)
        return copy

    def dump(self) -> dict[str, Any]:
        """The history as JSON values."""
        news = self.news()
        return {**news.header, "table": base64.b64encode(news.rows).decode()}

    def news(self, count: int = 0, stride: int = 1) -> News:
        """What a receiver lacks that has so many entries of a stride; all if the entries were paired since then.

        The last entry that it has is among the news, since it may have grown.
        """
        self._flush()
        since = max(0, count - 1) if stride == self.stride else 0
        new = slice(since, self._count)
        table = np.column_stack([self._steps[new], self._low[new], self._high[new]]) if self.names else np.empty((0, 1))
        described = {"names": list(self.names), "stride": self.stride, "last": self.last}
        return News(described, since, self._count, np.ascontiguousarray(table, dtype="<f8").tobytes())

    @classmethod
    def undump(cls, stored: Mapping[str, Any]) -> Series:
        """The history that `dump` stored.

        Raises:
            BadInput: it is not such a history.
        """
        series = cls()
        try:
            names = tuple(str(name) for name in stored["names"])
            kept = stored["table"]
            body = kept if isinstance(kept, bytearray) else base64.b64decode(kept, validate=True)
            table = np.frombuffer(body, "<f8")
            series.stride, series.last = int(stored["stride"]), int(stored["last"])
            if not names:
                return series
            table = table.reshape(-1, 1 + 2 * len(names))
        except (KeyError, TypeError, ValueError, OverflowError):
            raise BadInput("the history in the scene cannot be read: it is damaged", "series") from None
        if len(set(names)) < len(names) or not _is_history(table[:, 0], series.stride, series.last):
            raise BadInput("the history in the scene cannot be read: its steps are in no order", "series")
        n = len(table)
        size = max(1024, 1 << max(n - 1, 0).bit_length())
        series.names, series._count, series._getter = names, n, attrgetter(*names)
        series._steps = np.resize(table[:, 0], size)
        series._low = np.resize(table[:, 1 : 1 + len(names)], (size, len(names)))
        series._high = np.resize(table[:, 1 + len(names) :], (size, len(names)))
        return series


def _is_history(steps: Array, stride: int, last: int) -> bool:
    """Whether these may be the first steps of the entries of a history: in order, and none after the last."""
    whole = len(steps) <= LIMIT and 1 <= stride <= MOST_STRIDE and stride.bit_count() == 1
    return whole and bool((np.diff(steps, prepend=-1.0, append=last + 1.0) > 0).all()) and last <= LONGEST


def recorded(info: Any) -> dict[str, Any]:
    """The scalars of an Info that are recorded: numbers, flags, 0-d tensors and None, but not the status.

    Those of a part that is itself a NamedTuple are named `part.name`: a metric over a choice.
    """
    found: dict[str, Any] = {}
    for name, value in zip(info._fields, info, strict=True):
        if hasattr(value, "_fields"):
            found |= {f"{name}.{below}": entry for below, entry in recorded(value).items()}
        elif name != "status" and _is_scalar(value):
            found[name] = value
    return found


class News(NamedTuple):
    """Entries of a history from one on: what a receiver of earlier news lacks.

    Attributes:
        header: names, stride and last step of the history, as JSON values.
        since: how many entries it goes on from.
        total: how many entries there are with it; the last one may still grow.
        rows: the entries, each a row of float64: its step, the lowest and the highest values.
    """

    header: dict[str, Any]
    since: int
    total: int
    rows: bytes


class _Blocks:
    """The extremes of whole blocks of entries, each computed once.

    Attributes:
        count: how many blocks there are.
        low, high: their extremes, one row a block.
    """

    def __init__(self, size: int, columns: int) -> None:
        self.count = 0
        self.low = np.empty((LIMIT // size, columns))
        self.high = np.empty((LIMIT // size, columns))
        self._size = size

    def upto(self, count: int) -> _Blocks:
        """A copy with at most so many blocks."""
        copy = _Blocks(self._size, self.low.shape[1])
        copy.count = min(self.count, count)
        copy.low[: copy.count], copy.high[: copy.count] = self.low[: copy.count], self.high[: copy.count]
        return copy

    def extend(self, low: Array, high: Array) -> None:
        """Add what has come since; all entries from the first on are given."""
        count = len(low) // self._size
        new = slice(self.count * self._size, count * self._size)
        shape = (count - self.count, self._size, low.shape[1])
        self.low[self.count : count] = np.fmin.reduce(low[new].reshape(shape), axis=1)
        self.high[self.count : count] = np.fmax.reduce(high[new].reshape(shape), axis=1)
        self.count = count


def _is_scalar(value: Any) -> bool:
    if isinstance(value, Tensor):
        return value.ndim == 0
    return value is None or isinstance(value, bool | int | float)


def _table(rows: list[Any], columns: int) -> Array:
    """Rows as float64; None becomes NaN."""
    last = rows[-1] if columns > 1 else (rows[-1],)
    if any(isinstance(value, Tensor) for value in last):
        rows = [_floats(row) for row in rows]
    return np.array(rows, dtype=np.float64).reshape(len(rows), columns)


def _floats(row: Any) -> list[float]:
    values = row if isinstance(row, tuple | list) else (row,)
    return [float("nan") if value is None else float(value) for value in values]
