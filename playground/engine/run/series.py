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
_CHUNK = 1024  # entries


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
        self._rows = _Rows(0)
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
            self._rows = _Rows(len(self.names))
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
        start, kept = int(steps[0]), self._rows
        if kept.count and self.stride > 1 and start < kept.last_step + self.stride:
            many = min(len(rows), int(kept.last_step) + self.stride - start)
            kept.widen(np.fmin.reduce(rows[:many]), np.fmax.reduce(rows[:many]))
            return many
        if kept.count >= LIMIT:
            self._pair()
            return 0
        if self.stride == 1:
            many = min(len(rows), LIMIT - kept.count)
            kept.extend(steps[:many], rows[:many], rows[:many])
            return many
        many = min(len(rows), self.stride)
        kept.extend(steps[:1], np.fmin.reduce(rows[:many])[None], np.fmax.reduce(rows[:many])[None])
        return many

    def _pair(self) -> None:
        self._rows = self._rows.paired()
        self.stride *= 2
        self._blocks.clear()

    def get(self, name: str, points: int) -> tuple[Array, Array] | None:
        """Steps (n,) and values (n,) of a metric, n about `points`, extremes kept; None if it is not recorded."""
        if name not in self.names:
            return None
        self._flush()
        column = self.names.index(name)
        n = self._rows.count
        pool = -(-2 * n // points) if n > points else 1
        if pool == 1 and self.stride == 1:
            return self._rows.steps(), self._rows.low(0, n, column)
        pool, low, high = self._pool(pool, column)
        steps, values = np.repeat(self._rows.steps(every=pool), 2), np.stack([low, high], 1).ravel()
        if self._newest is None:
            return steps, values
        newest = _floats(attrgetter(name)(self._newest))[0]
        return np.append(steps, self.last), np.append(values, newest)

    def at(self, steps: Sequence[int]) -> dict[str, list[float]]:
        """The recorded values at these steps by name; where steps share a bucket, the least of it."""
        self._flush()
        if not len(steps) or not self._rows.count:
            return {}
        rows = np.searchsorted(self._rows.steps(), np.asarray(steps, dtype=np.float64), side="right") - 1
        found = self._rows.low(0, self._rows.count)[np.clip(rows, 0, None)]
        return {name: found[:, k].tolist() for k, name in enumerate(self.names)}

    def _pool(self, pool: int, column: int) -> tuple[int, Array, Array]:
        """The extremes of pools of entries; of large ones by way of blocks whose extremes are kept from frame to frame.

        Returns:
            The size of a pool, at most an eighth above the one wanted, and the extremes of each.
        """
        size = 1 << max(0, pool.bit_length() - 4)
        kept = self._rows
        n = kept.count
        if size == 1:
            starts = np.arange(0, n, pool)
            low, high = kept.low(0, n, column), kept.high(0, n, column)
            return pool, np.fmin.reduceat(low, starts), np.fmax.reduceat(high, starts)
        pool = -(-pool // size) * size
        blocks = self._blocks.setdefault(size, _Blocks(size, len(self.names)))
        blocks.extend(kept, n - 1)  # the last entry may still grow
        done = blocks.count * size
        low = np.append(blocks.low[: blocks.count, column], np.fmin.reduce(kept.low(done, n, column)))
        high = np.append(blocks.high[: blocks.count, column], np.fmax.reduce(kept.high(done, n, column)))
        starts = np.arange(0, len(low), pool // size)
        return pool, np.fmin.reduceat(low, starts), np.fmax.reduceat(high, starts)

    def upto(self, step: int) -> Series:
        """A copy that ends at `step`; a bucket that reaches beyond it is left out."""
        self._flush()
        copy = Series()
        copy.names, copy._getter, copy.stride = self.names, self._getter, self.stride
        n = int(np.searchsorted(self._rows.steps(), step - (self.stride - 1), side="right"))
        copy._rows = self._rows.upto(n)
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
        kept, total = self._rows, self._rows.count
        parts = [kept.steps(since), kept.low(since, total), kept.high(since, total)]
        table = np.column_stack(parts) if self.names else np.empty((0, 1))
        described = {"names": list(self.names), "stride": self.stride, "last": self.last}
        return News(described, since, total, np.ascontiguousarray(table, dtype="<f8").tobytes())

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
        series.names, series._getter, columns = names, attrgetter(*names), len(names)
        series._rows = _Rows(columns)
        series._rows.extend(table[:, 0], table[:, 1 : 1 + columns], table[:, 1 + columns :])
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

    def extend(self, kept: _Rows, n: int) -> None:
        """Add the whole blocks of the first n entries that have come since."""
        count = n // self._size
        first, last = self.count * self._size, count * self._size
        if first >= last:
            return
        for made, entries in ((self.low, kept.low(first, last)), (self.high, kept.high(first, last))):
            reduce = np.fmin.reduce if made is self.low else np.fmax.reduce
            made[self.count : count] = reduce(entries.reshape(count - self.count, self._size, -1), axis=1)
        self.count = count


class _Rows:
    """Entries in chunks. Copies share the chunks that are full, since only the last entry ever changes.

    Attributes:
        count: how many entries there are.
    """

    def __init__(self, columns: int) -> None:
        self.count = 0
        self._columns = columns
        self._chunks: list[Array] = []  # each (1 + 2 columns, `_CHUNK`): steps, lowest and highest values

    @property
    def last_step(self) -> float:
        """The step at which the last entry begins."""
        return float(self._chunks[-1][0, (self.count - 1) % _CHUNK])

    def widen(self, low: Array, high: Array) -> None:
        """Let the last entry hold these values as well, each (columns,)."""
        last = self._chunks[-1][1:, (self.count - 1) % _CHUNK]
        last[: self._columns] = np.fmin(last[: self._columns], low)
        last[self._columns :] = np.fmax(last[self._columns :], high)

    def extend(self, steps: Array, low: Array, high: Array) -> None:
        """Add entries: steps (n,), lowest and highest values (n, columns)."""
        new = np.concatenate([steps[None], low.T, high.T])
        while new.shape[1]:
            at = self.count % _CHUNK
            if at == 0:
                self._chunks.append(np.empty((1 + 2 * self._columns, _CHUNK)))
            many = min(new.shape[1], _CHUNK - at)
            self._chunks[-1][:, at : at + many] = new[:, :many]
            self.count += many
            new = new[:, many:]

    def steps(self, since: int = 0, every: int = 1) -> Array:
        """The steps at which entries begin, or of every so many of them, from the first on, (n,), a copy."""
        if every == 1:
            found: Array = self._get(slice(0, 1), since, self.count)[0]
            return found
        parts = []
        for number, chunk in enumerate(self._chunks):
            at = number * _CHUNK
            parts.append(chunk[0, -at % every : self.count - at : every])
        return np.concatenate(parts)

    def low(self, start: int, stop: int, column: int | None = None) -> Array:
        """The lowest values of entries, (n, columns), or (n,) of one column; a copy."""
        return self._values(1, start, stop, column)

    def high(self, start: int, stop: int, column: int | None = None) -> Array:
        """The highest values of entries, (n, columns), or (n,) of one column; a copy."""
        return self._values(1 + self._columns, start, stop, column)

    def _values(self, first: int, start: int, stop: int, column: int | None) -> Array:
        if column is None:
            return self._get(slice(first, first + self._columns), start, stop).T
        found: Array = self._get(slice(first + column, first + column + 1), start, stop)[0]
        return found

    def _get(self, which: slice, start: int, stop: int) -> Array:
        parts = [np.empty((which.stop - which.start, 0))]
        for number in range(start // _CHUNK, -(-stop // _CHUNK)):
            at = number * _CHUNK
            parts.append(self._chunks[number][which, max(start - at, 0) : stop - at])
        return np.concatenate(parts, axis=1)

    def paired(self) -> _Rows:
        """Half as many entries, each of two; a last one without a partner is left out."""
        even = 2 * (self.count // 2)
        low, high = self.low(0, even), self.high(0, even)
        found = _Rows(self._columns)
        found.extend(self.steps()[:even:2], np.fmin(low[::2], low[1::2]), np.fmax(high[::2], high[1::2]))
        return found

    def upto(self, count: int) -> _Rows:
        """A copy with the first entries."""
        found = _Rows(self._columns)
        found.count = count
        found._chunks = self._chunks[: -(-count // _CHUNK)]
        if count:
            found._chunks[-1] = found._chunks[-1].copy()
        return found


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
