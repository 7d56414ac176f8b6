"""Pictures: every mode gives the same tones; what is broken or too large is refused before it is unpacked."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from playground.engine.errors import BadInput
from playground.engine.reading.picture import picture_size, read_picture


def png(width: int, height: int, body: bytes = b"") -> bytes:
    """A PNG whose head says this size, whatever follows."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        crc = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc)

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b"")


MODES = {
    "PNG": ("L", "1", "P", "LA", "RGB", "RGBA", "I;16"),
    "JPEG": ("L", "RGB", "CMYK"),
    "WEBP": ("RGB",),
    "GIF": ("L",),
    "BMP": ("RGB",),
}


@pytest.mark.parametrize(("kind", "mode"), [(kind, mode) for kind, modes in MODES.items() for mode in modes])
def test_black_is_black_in_every_mode(tmp_path: Path, kind: str, mode: str) -> None:
    grey = np.full((32, 48), 255, dtype=np.uint8)
    grey[:16, :24] = 0
    image = Image.fromarray(grey.astype(np.uint16) * 257) if mode == "I;16" else Image.fromarray(grey).convert("RGB")
    (image if mode == "I;16" else image.convert(mode)).save(tmp_path / "a.dat", kind)
    found = read_picture(tmp_path / "a.dat").grey
    assert found.shape == (32, 48)
    assert found[:12, :20].max() < 0.05
    assert found[20:].min() > 0.95
    assert picture_size((tmp_path / "a.dat").read_bytes()) == (48, 32)


def test_transparent_is_paper_and_the_camera_is_believed(tmp_path: Path) -> None:
    image = Image.new("RGBA", (4, 8), (0, 0, 0, 0))
    image.putpixel((0, 0), (0, 0, 0, 255))
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned: the top left corner stands top right
    image.save(tmp_path / "a.png", exif=exif)
    found = read_picture(tmp_path / "a.png").grey
    assert found.shape == (4, 8)
    assert found[0, 7] == 0
    assert found.sum() == 31


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is not a picture; allowed are PNG"),
        (b"x,y", "is not a picture; allowed are PNG"),
        (b"%PDF-1.4", "is a PDF; save its table as CSV, or its picture as PNG"),
        (b"II*\x00\x08\x00\x00\x00", "is a picture in TIFF; save it as PNG"),
        (png(100_000, 100_000), "100000 x 100000 pixels, allowed are|is too large"),
        (png(8000, 6000), "has 8000 x 6000 pixels, allowed are 40,000,000"),
        (png(9, 9), "is damaged or cut off"),
        (png(1, 9, b"\0\0" * 9), "has 1 x 9 pixels, at least 2 x 2 are needed"),
    ],
)
def test_what_cannot_be_used_is_said(tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "a.png").write_bytes(content)
    with pytest.raises(BadInput, match=sentence):
        read_picture(tmp_path / "a.png")
