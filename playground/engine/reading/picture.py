"""Pictures: PNG, JPEG, WebP, GIF and BMP of limited size, upright, with or without transparency."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.frame import Array
from playground.engine.reading.foreign import refuse_foreign

if TYPE_CHECKING:
    from PIL import Image

MOST_PIXELS = 40_000_000
MOST_BYTES = 100_000_000
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP")
_SIGNS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8")


@dataclass(frozen=True)
class Picture:
    """A picture.

    Attributes:
        name: of the file.
        rgba: red, green, blue and opacity, shape (height, width, 4), uint8.
    """

    name: str
    rgba: Array

    @property
    def grey(self) -> Array:
        """Grey values over white paper from 0 (black) to 1 (white), shape (height, width), float64."""
        from PIL import Image

        seen = Image.fromarray(self.rgba)
        paper = Image.new("RGBA", seen.size, "white")
        return np.asarray(Image.alpha_composite(paper, seen).convert("L"), dtype=np.float64) / 255


def read_picture(path: Path, pixels: int = MOST_PIXELS) -> Picture:
    """The picture in a file, turned as the camera says.

    Args:
        path: the file.
        pixels: how many pixels are allowed.

    Raises:
        BadInput: it is no such picture, damaged, too large, or smaller than 2 x 2.
    """
    name = path.name
    raw = read_bytes(path, MOST_BYTES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of odd but readable files
        try:
            rgba = _pixels(name, raw, pixels)
        except BadInput:
            raise
        except Exception as error:  # decoders raise errors of many kinds on damaged files
            raise BadInput(f"{name} cannot be opened: it is damaged or cut off", "file") from error
    height, width = rgba.shape[:2]
    if min(height, width) < 2:
        raise BadInput(f"{name} has {width} x {height} pixels, at least 2 x 2 are needed", "file")
    return Picture(name, rgba)


def is_picture(head: bytes) -> bool:
    """Whether a file that begins like this is a picture of one of the formats; the letters BM alone begin words too."""
    webp, bitmap = head[:4] == b"RIFF" and head[8:12] == b"WEBP", head[:2] == b"BM" and head[6:10] == b"\0\0\0\0"
    return head.startswith(_SIGNS) or webp or bitmap


def picture_size(raw: bytes) -> tuple[int, int] | None:
    """Width and height of a picture as its head says, without decoding it; None if it is none."""
    from PIL import Image

    try:
        with warnings.catch_warnings(), Image.open(io.BytesIO(raw), formats=FORMATS) as picture:
            warnings.simplefilter("ignore")
            return picture.size
    except Exception:  # not a picture that can be opened, for whatever reason
        return None


def _pixels(name: str, raw: bytes, most: int) -> Array:
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        if not is_picture(raw):
            raise UnidentifiedImageError
        opened = Image.open(io.BytesIO(raw), formats=FORMATS)
    except UnidentifiedImageError:
        refuse_foreign(name, raw)
        raise BadInput(f"{name} is not a picture; allowed are PNG, JPEG, WebP, GIF and BMP files", "file") from None
    except Image.DecompressionBombError:
        raise BadInput(f"{name} is too large, allowed are {most:,} pixels", "file") from None
    with opened as picture:
        width, height = picture.size
        if width * height > most:
            raise BadInput(f"{name} has {width} x {height} pixels, allowed are {most:,}", "file")
        upright = ImageOps.exif_transpose(picture)
        return np.asarray(_plain(upright))


def _plain(picture: Image.Image) -> Image.Image:
    """Red, green, blue and opacity; grey of 16 bits is brought to 8, which a conversion would cut off."""
    from PIL import Image

    if picture.mode.startswith("I"):
        deep: Any = np.asarray(picture).astype(np.float64)
        picture = Image.fromarray(np.clip(np.round(deep / 257), 0, 255).astype(np.uint8))
    if picture.mode in ("RGBA", "LA", "PA", "P", "L", "1", "RGB"):
        return picture.convert("RGBA")
    return picture.convert("RGB").convert("RGBA")
