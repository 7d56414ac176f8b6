"""Sounds in WAV files as tables: a row a sample, a column a channel, from -1 to 1. No torch."""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.frame import Array
from playground.engine.reading.remarks import remark

MOST = 200_000
"""Samples of a sound that are read."""
_INTEGER, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_SIDES = ("left", "right")


class WavFormat(NamedTuple):
    """What the header of a WAV file says.

    Attributes:
        channels: how many.
        rate: samples a second.
        bits: of a sample.
        floats: whether samples are floats.
    """

    channels: int
    rate: int
    bits: int
    floats: bool


def is_sound(raw: bytes) -> bool:
    """Whether a file begins as a WAV file does."""
    return raw[:4] == b"RIFF" and raw[8:12] == b"WAVE"


def rows_of_sound(name: str, raw: bytes, most: int) -> tuple[list[str], list[list[str]]]:
    """Titles and cells of the first samples.

    Args:
        name: of the file.
        raw: its bytes.
        most: how many rows are allowed, at most 200,000; what is longer is cut, and that is said.

    Raises:
        BadInput: the file is broken, or its samples are packed.
    """
    said, samples = sound_of(name, raw)
    most = min(most, MOST)
    if len(samples) > most:
        remark(f"{name}: of {len(samples):,} samples, {len(samples) / said.rate:,.1f} s, the first {most:,} are used")
    titles = list(_SIDES[: said.channels]) if said.channels == len(_SIDES) else []
    titles = titles or [f"channel {k + 1}" for k in range(said.channels)]
    return titles, [[f"{one:.8g}" for one in row] for row in samples[:most].tolist()]


def sound_of(name: str, raw: bytes) -> tuple[WavFormat, Array]:
    """What the header says, and the samples from -1 to 1, (samples, channels).

    Raises:
        BadInput: the file is broken, or its samples are packed.
    """
    said: WavFormat | None = None
    at = 12
    while at + 8 <= len(raw):
        size = int.from_bytes(raw[at + 4 : at + 8], "little")
        part = raw[at + 8 : at + 8 + size]
        if raw[at : at + 4] == b"fmt ":
            said = _format(name, part)
        elif raw[at : at + 4] == b"data" and said is not None:
            return said, _samples(name, part, said)
        at += 8 + size + size % 2
    raise BadInput(f"{name} is a sound without samples", "file")


def _format(name: str, part: bytes) -> WavFormat:
    if len(part) < 16:
        raise BadInput(f"{name} is a sound whose header is cut off", "file")
    kind, channels, rate, _, _, bits = struct.unpack("<HHIIHH", part[:16])
    if kind == _EXTENSIBLE and len(part) >= 26:
        kind = int.from_bytes(part[24:26], "little")
    sizes = {_INTEGER: (8, 16, 24, 32), _FLOAT: (32, 64)}.get(kind, ())
    if bits not in sizes or not 1 <= channels <= 64 or not rate:
        raise BadInput(f"{name} is a sound of another kind; save it as WAV with 16 bits and open that", "file")
    return WavFormat(channels, rate, bits, kind == _FLOAT)


def _samples(name: str, part: bytes, said: WavFormat) -> Array:
    width = said.bits // 8
    part = part[: len(part) - len(part) % (width * said.channels)]
    if not part:
        raise BadInput(f"{name} is a sound without samples", "file")
    if said.floats:
        values = np.frombuffer(part, f"<f{width}").astype(np.float64)
        if not np.isfinite(values).all():
            raise BadInput(f"{name} has samples that are no numbers", "file")
    elif width == 1:
        values = (np.frombuffer(part, np.uint8).astype(np.float64) - 128) / 128
    elif width == 3:
        parts = np.frombuffer(part, np.uint8).reshape(-1, 3).astype(np.int32)
        values = ((parts[:, 0] << 8 | parts[:, 1] << 16 | parts[:, 2] << 24) >> 8) / float(1 << 23)
    else:
        values = np.frombuffer(part, f"<i{width}") / float(1 << (said.bits - 1))
    return np.asarray(values.reshape(-1, said.channels))
