"""How long each picture of a GIF stays, in whole hundredths of a second as browsers honour them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

LEAST = 2  # hundredths of a second; browsers show what is faster at 10
_TICKS = 100


def delays(times: Sequence[int], fps: int) -> list[int]:
    """Hundredths of a second for each picture; no picture begins more than half of one too early or too late.

    Args:
        times: for how many pictures of the film each one stays.
        fps: pictures a second of the film, at most 50.
    """
    found, shown, done = [], 0, 0
    for many in times:
        shown += many
        end = max(done + LEAST, round(shown * _TICKS / fps))
        found.append(end - done)
        done = end
    return found


def write_delays(path: Path, found: Sequence[int]) -> None:
    """Writes the delays of a GIF's pictures into the file."""
    raw = bytearray(path.read_bytes())
    for at, delay in zip(_controls(raw), found, strict=True):
        raw[at + 4 : at + 6] = min(delay, 0xFFFF).to_bytes(2, "little")
    path.write_bytes(raw)


def _controls(raw: bytes | bytearray) -> Iterator[int]:
    """Where the graphic control extension of each picture begins."""
    at = 13 + _table(raw[10])
    while raw[at] != 0x3B:
        if raw[at] == 0x2C:
            at += 10 + _table(raw[at + 9]) + 1
        else:
            if raw[at + 1] == 0xF9:
                yield at
            at += 2
        while raw[at]:  # blocks of data, each with its length before it
            at += raw[at] + 1
        at += 1


def _table(flags: int) -> int:
    """Bytes of the colour table that these flags announce."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0
