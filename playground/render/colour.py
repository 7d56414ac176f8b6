"""Colour arithmetic: contrast (WCAG 2), OKLab, CIEDE2000, colour vision deficiencies, flare, and even maps.

Colours are "#RRGGBB"; arrays of colours are (n, 3) sRGB values from 0 to 1.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.render.colour_mixing import rgb

# Linear sRGB to XYZ (D65), IEC 61966-2-1.
_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_WHITE = _XYZ.sum(axis=1)
# OKLab, B. Ottosson 2020.
_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_OK = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
# Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
DEFICIENCIES: dict[str, Floats] = {
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def srgb(*colors: str) -> Floats:
    """Colours as an (n, 3) array of sRGB values."""
    return np.array([rgb(color) for color in colors], float) / 255


def linear(values: Floats) -> Floats:
    """Linear light (..., 3) from sRGB values (..., 3), both from 0 to 1."""
    return np.where(values <= 0.04045, values / 12.92, ((np.maximum(values, 0) + 0.055) / 1.055) ** 2.4)


def encode(light: Floats) -> Floats:
    """SRGB values (..., 3) from linear light (..., 3), clipped to 0 to 1, which a screen can show."""
    light = np.clip(light, 0.0, 1.0)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def luminance(color: str) -> float:
    """Relative luminance of WCAG 2, from 0 to 1."""
    return float(linear(srgb(color))[0] @ np.array([0.2126, 0.7152, 0.0722]))


def contrast(a: str, b: str) -> float:
    """Contrast ratio of WCAG 2, from 1 to 21."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(values: Floats) -> Floats:
    """CIELAB (D65) of sRGB values, (n, 3)."""
    t = linear(values) @ _XYZ.T / _WHITE
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def oklab(values: Floats) -> Floats:
    """OKLab of sRGB values, (n, 3)."""
    return np.asarray(np.cbrt(linear(values) @ _LMS.T) @ _OK.T)


def from_oklab(values: Floats) -> Floats:
    """SRGB values (..., 3) of OKLab (..., 3), clipped to 0 to 1, which a screen can show."""
    return encode((values @ np.linalg.inv(_OK).T) ** 3 @ np.linalg.inv(_LMS).T)


def ciede2000(a: Floats, b: Floats) -> Floats:
    """Colour difference of CIELAB rows (Sharma, Wu and Dalal 2005), (n,)."""
    c1, c2 = np.hypot(a[:, 1], a[:, 2]), np.hypot(b[:, 1], b[:, 2])
    seventh = ((c1 + c2) / 2) ** 7
    g = 0.5 * (1 - np.sqrt(seventh / (seventh + 25.0**7)))
    a1, a2 = (1 + g) * a[:, 1], (1 + g) * b[:, 1]
    c1, c2 = np.hypot(a1, a[:, 2]), np.hypot(a2, b[:, 2])
    h1, h2 = np.degrees(np.arctan2(a[:, 2], a1)) % 360, np.degrees(np.arctan2(b[:, 2], a2)) % 360
    grey = c1 * c2 == 0
    turn = np.where(grey, 0.0, (h2 - h1 + 180) % 360 - 180)
    hue = np.where(grey, h1 + h2, (h1 + turn / 2) % 360)
    light, chroma = (a[:, 0] + b[:, 0]) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.20 * _cos(4 * hue - 63)
    s_l = 1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    dl, dc = (b[:, 0] - a[:, 0]) / s_l, (c2 - c1) / s_c
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / s_h
    rotation = (
        2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2))))
    )
    return np.asarray(np.sqrt(np.maximum(0.0, dl**2 + dc**2 + dh**2 - rotation * dc * dh)))


def _cos(degrees: Floats) -> Floats:
    return np.asarray(np.cos(np.radians(degrees)))


def simulate_vision(values: Floats, deficiency: str = "", flare: float = 0.0) -> Floats:
    """SRGB values (..., 3) as someone sees them: first the room's flare, then the deficiency, both on linear light."""
    light = linear(values) * (1 - flare) + flare
    if deficiency:
        light = np.clip(light @ DEFICIENCIES[deficiency].T, 0.0, 1.0)
    return encode(light)


@cache
def table(stops: tuple[str, ...], entries: int) -> tuple[tuple[int, int, int], ...]:
    """A map: stops interpolated in OKLab, then re-spaced so that neighbours are equally far in CIEDE2000.

    Maps of an odd number of stops whose middle is the lightest or darkest are re-spaced on each side, so that the
    middle stays in the middle.
    """
    ends = oklab(srgb(*stops))
    fine = 4096 * (len(stops) - 1) // 6 + 1
    at = np.linspace(0, len(stops) - 1, fine)
    dense = from_oklab(np.stack([np.interp(at, np.arange(len(stops)), ends[:, i]) for i in range(3)], axis=1))
    steps = lab(dense)
    along = np.concatenate([[0.0], np.cumsum(ciede2000(steps[:-1], steps[1:]))])
    middle = len(stops) // 2
    lightness = ends[:, 0]
    if len(stops) % 2 and (lightness[0] - lightness[middle]) * (lightness[-1] - lightness[middle]) > 0:
        half = fine // 2
        along = np.concatenate(
            [along[:half] / along[half], 1 + (along[half:] - along[half]) / (along[-1] - along[half])]
        )
    places = np.interp(np.linspace(0, along[-1], entries), along, np.arange(fine))
    colors = np.stack([np.interp(places, np.arange(fine), dense[:, i]) for i in range(3)], axis=1)
    return tuple((int(r), int(g), int(b)) for r, g, b in np.rint(colors * 255))


@cache
def ink_on(fill: str) -> str:
    """Black or white, whichever stands out more on a fill: at least 4.5 of contrast on any."""
    return max("#FFFFFF", "#000000", key=lambda ink: contrast(ink, fill))
