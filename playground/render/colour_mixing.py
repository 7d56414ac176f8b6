"""Colours as bytes and their mixtures; light, since the first paint waits for it."""

from __future__ import annotations

from functools import lru_cache


def rgb(color: str) -> tuple[int, int, int]:
    """The three bytes of "#RRGGBB"."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def hex_code(values: tuple[int, int, int]) -> str:
    """Three bytes as "#RRGGBB"."""
    return "#{:02X}{:02X}{:02X}".format(*values)


@lru_cache(maxsize=512)
def mix(ground: str, color: str, share: float) -> str:
    """`share` of a colour in the ground, as a painter with that opacity gives it."""
    a, b = rgb(ground), rgb(color)
    return hex_code((_blend(a[0], b[0], share), _blend(a[1], b[1], share), _blend(a[2], b[2], share)))


def _blend(a: int, b: int, share: float) -> int:
    return round(a + (b - a) * share)
