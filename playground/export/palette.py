"""At most 255 colours for the pictures of a GIF, the same ones as long as they serve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Colours = np.ndarray[Any, np.dtype[np.uint32]]  # 0xRRGGBB
Pixels = np.ndarray[Any, np.dtype[np.uint8]]

_COLOURS = 255  # and one that is transparent, by which the encoder leaves out what has not changed
_EVERY = 3  # every third px in both directions judges a palette
_PIECE = 2048  # colours looked for at once
_FAR, _SHARE = 24, 5e-4  # no larger share of px may be further off than this, of 255


class Palette:
    """Chooses colours by the first pictures, and again when a picture has others.

    One palette over many pictures leaves still areas still: only what has changed is written. Pictures with another one
    than the first are written whole, which takes several times the space.
    """

    def __init__(self) -> None:
        self._colours = np.zeros((_COLOURS + 1, 4), np.uint8)
        self._nearest = np.zeros(0, np.int16)  # by colour as 0xRRGGBB; -1: not looked for yet

    def quantise(self, pixels: Pixels) -> tuple[Pixels, Pixels]:
        """Indices (height, width) and colours (256, 4) as alpha, red, green, blue.

        Args:
            pixels: (height, width, 4) blue, green, red, alpha.
        """
        words: Colours = np.ascontiguousarray(pixels).view("<u4")[:, :, 0] & np.uint32(0xFFFFFF)
        if len(self._nearest):
            found = self._indices(words)
            if self._serves(pixels, found):
                return found, self._colours
        self._choose(pixels[:, :, 2::-1].reshape(-1, 3))
        return self._indices(words), self._colours

    def look_ahead(self, pictures: Sequence[Pixels]) -> None:
        """Chooses colours by several pictures: all of the first, and what the others have elsewhere."""
        first, *others = pictures
        new = [one[(one != first).any(axis=2)] for one in others]
        self._choose(np.concatenate([first.reshape(-1, 4), *new])[:, 2::-1])

    def _choose(self, shown: Pixels) -> None:
        """Colours that cover these px (n, 3) and the colours before."""
        from PIL import Image

        before = self._colours[:_COLOURS, 1:] if len(self._nearest) else shown[:0]
        picture = Image.fromarray(np.concatenate([shown, before])[None])
        chosen = picture.quantize(_COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        listed = np.array(chosen.getpalette("RGB"), np.uint8).reshape(-1, 3)
        self._colours = np.zeros((_COLOURS + 1, 4), np.uint8)
        self._colours[:_COLOURS, 0] = 255
        self._colours[: len(listed), 1:] = listed
        self._nearest = np.full(1 << 24, -1, np.int16)

    def _indices(self, words: Colours) -> Pixels:
        """The nearest colour of each px; each colour is looked for once."""
        indices = self._nearest[words]
        new = np.unique(words[indices < 0])
        for some in np.array_split(new, -(-len(new) // _PIECE)) if len(new) else ():
            wanted = np.stack([some >> 16, some >> 8 & 255, some & 255], axis=1).astype(np.int32)
            apart = wanted[:, None, :] - self._colours[None, :_COLOURS, 1:].astype(np.int32)
            self._nearest[some] = (apart**2).sum(axis=2).argmin(axis=1)
        found = self._nearest[words] if len(new) else indices
        return np.asarray(found, np.uint8)

    def _serves(self, pixels: Pixels, indices: Pixels) -> bool:
        """Whether the colours come close enough nearly everywhere."""
        wanted = pixels[::_EVERY, ::_EVERY, 2::-1].astype(np.int16)
        got = self._colours[indices[::_EVERY, ::_EVERY], 1:].astype(np.int16)
        return bool((np.abs(wanted - got).max(axis=2) > _FAR).mean() <= _SHARE)
