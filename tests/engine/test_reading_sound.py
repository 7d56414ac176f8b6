"""WAV files as tables: samples from -1 to 1 in whatever form they were written, and sentences for broken ones."""

from __future__ import annotations

import io
import math
import struct
import wave
from contextlib import suppress
from pathlib import Path

import pytest

from playground.engine.errors import BadInput
from playground.engine.reading.preview import preview
from playground.engine.reading.remarks import listening
from playground.engine.reading.sound import MOST, sound_of
from playground.engine.reading.table import read_table

TONE = [math.sin(k / 5) * 0.9 for k in range(60)]


def whole(width: int, channels: int = 1, samples: list[float] = TONE) -> bytes:
    """A WAV file of whole numbers, as the standard library writes it; each channel is half as loud as the last."""
    parts = []
    for one in samples:
        for channel in range(channels):
            value = one / 2**channel
            if width == 1:
                parts.append(bytes([round(value * 127) + 128]))
            else:
                parts.append(round(value * (2 ** (8 * width - 1) - 1)).to_bytes(width, "little", signed=True))
    with wave.open(buffer := io.BytesIO(), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(8000)
        file.writeframes(b"".join(parts))
    return buffer.getvalue()


def header(kind: int, bits: int, body: bytes, channels: int = 1, rate: int = 8000) -> bytes:
    """A WAV file with this header."""
    told = struct.pack("<HHIIHH", kind, channels, rate, 0, 0, bits)
    odd = b"LIST" + (3).to_bytes(4, "little") + b"abc\0"  # a part that is passed over, of odd length
    parts = b"fmt " + len(told).to_bytes(4, "little") + told + odd + b"data" + len(body).to_bytes(4, "little") + body
    return b"RIFF" + (4 + len(parts)).to_bytes(4, "little") + b"WAVE" + parts


@pytest.mark.parametrize(("width", "within"), [(1, 0.02), (2, 1e-4), (3, 1e-6), (4, 1e-7)])
def test_whole_numbers_are_samples(width: int, within: float, tmp_path: Path) -> None:
    path = tmp_path / "tone.wav"
    path.write_bytes(whole(width))
    table = read_table(path, 1000, 10, "a signal")
    assert table.titles == ("channel 1",)
    assert table.numbers()[:, 0].tolist() == pytest.approx(TONE, abs=within)


def test_two_channels_and_floats(tmp_path: Path) -> None:
    path = tmp_path / "tone.wav"
    path.write_bytes(whole(2, 2))
    table = read_table(path, 1000, 10, "a signal")
    assert table.titles == ("left", "right")
    assert table.numbers()[:, 1].tolist() == pytest.approx([one / 2 for one in TONE], abs=1e-4)
    said, samples = sound_of("tone.wav", header(3, 32, struct.pack("<60f", *TONE)))
    assert said.floats
    assert samples[:, 0].tolist() == pytest.approx(TONE, abs=1e-6)


def test_a_long_sound_is_cut_and_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    path.write_bytes(header(1, 8, bytes([200]) * (MOST + 10)))
    with listening() as said:
        assert len(read_table(path, 10**7, 10, "a signal")) == MOST
    assert "of 200,010 samples, 25.0 s, the first 200,000 are used" in said[0]
    shown = preview(path, ["table"])
    assert (shown.kind, shown.count) == ("table", MOST + 10)
    assert "25.0 s" in shown.size


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (whole(2)[:20], "whose header is cut off"),
        (header(1, 16, b""), "without samples"),
        (header(85, 16, b"abcd"), "of another kind; save it as WAV with 16 bits"),
        (header(1, 12, b"abcd"), "of another kind"),
        (header(1, 16, b"abcd", channels=0), "of another kind"),
        (header(1, 16, b"abcd", rate=0), "of another kind"),
        (header(3, 32, struct.pack("<f", math.nan)), "samples that are no numbers"),
    ],
)
def test_a_broken_sound_is_refused_in_a_sentence(raw: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "tone.wav"
    path.write_bytes(raw)
    with pytest.raises(BadInput, match=sentence):
        read_table(path, 1000, 10, "a signal")


def test_a_sound_that_is_cut_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    path, raw = tmp_path / "tone.wav", whole(2, 2)
    for end in range(12, len(raw), 3):
        path.write_bytes(raw[:end])
        with suppress(BadInput):
            assert read_table(path, 1000, 10, "a signal").titles == ("left", "right")
