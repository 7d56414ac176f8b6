"""The floors of contrast and of the palette, computed from the token table."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from playground.render.colour import DEFICIENCIES, ciede2000, contrast, lab, simulate_vision, srgb
from playground.render.tokens import DARK, LIGHT, PROJECTOR, THEMES, Theme, factor

TEXT_FLOOR = {"light": 4.5, "dark": 4.5, "projector": 7.0}
OTHER_FLOOR = {"light": 3.0, "dark": 3.0, "projector": 4.5}
SEEN = [("", 0.0), ("protanopia", 0.0), ("deuteranopia", 0.0), ("tritanopia", 0.0), ("", 0.2)]

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


@themes
def test_text_is_readable_on_every_ground(theme: Theme) -> None:
    floor = TEXT_FLOOR[theme.name]
    grounds = (theme.window, theme.surface, theme.sunken)
    for color in (theme.text, theme.muted, theme.accent):
        assert min(contrast(color, ground) for ground in grounds) >= floor, color
    # States and names of series stand on the window and on the sheet.
    for color in (theme.bad, theme.warn, theme.ok):
        assert min(contrast(color, ground) for ground in (theme.window, theme.surface)) >= floor, color
    for slot in theme.slots:
        assert contrast(slot.text, theme.surface) >= floor, slot
    assert contrast(theme.text, theme.soft) >= floor
    assert contrast(theme.surface, theme.text) >= floor  # words of a filled button
    assert contrast(theme.on_accent, theme.accent) >= floor


@themes
def test_text_is_readable_on_class_tints(theme: Theme) -> None:
    floor = {"light": 14.0, "dark": 10.7, "projector": 16.0}[theme.name]
    assert min(contrast(theme.text, theme.slot_tint(slot)) for slot in (0, 1)) >= floor


@themes
def test_marks_stand_out(theme: Theme) -> None:
    floor = OTHER_FLOOR[theme.name]
    assert min(contrast(theme.control, ground) for ground in (theme.window, theme.surface)) >= floor
    assert min(contrast(slot.line, theme.surface) for slot in theme.slots) >= floor * 0.999
    for point, tint in ((0, 1), (1, 0)):
        assert contrast(theme.slots[point].line, theme.slot_tint(tint)) >= 3.0


@themes
@pytest.mark.parametrize(("deficiency", "flare"), SEEN)
def test_series_can_be_told_apart(theme: Theme, deficiency: str, flare: float) -> None:
    colors = lab(simulate_vision(srgb(*(slot.line for slot in theme.slots)), deficiency, flare))
    pairs = list(combinations(range(len(theme.slots)), 2))
    apart = ciede2000(colors[[a for a, _ in pairs]], colors[[b for _, b in pairs]])
    assert apart.min() >= 8.0
    assert min(d for d, (_, b) in zip(apart, pairs, strict=True) if b < 4) >= 13.0
    assert apart[0] >= 30.0


@themes
@pytest.mark.parametrize("deficiency", ["", *DEFICIENCIES])
def test_maps_are_monotone_in_lightness(theme: Theme, deficiency: str) -> None:
    for name in ("sequential", "grey", "diverging"):
        table = np.array(theme.map(name)) / 255
        light = lab(simulate_vision(table, deficiency))[:, 0]
        halves = [light[:128], light[128:]] if name == "diverging" else [light]
        signs = []
        for half in halves:
            steps = np.diff(half)
            # Entries are rounded to bytes, which moves lightness by up to 0.4.
            sign = np.sign(half[-1] - half[0])
            assert (steps * sign > -0.45).all()
            signs.append(sign)
        assert len(set(signs)) == len(signs)


@themes
def test_maps_have_even_steps(theme: Theme) -> None:
    table = np.array(theme.map("sequential")) / 255
    every = lab(table[::15])
    steps = ciede2000(every[:-1], every[1:])
    assert steps.max() <= 1.25 * steps.min()


def test_ends_of_maps() -> None:
    for theme, (low, high) in ((LIGHT, (100, 12)), (DARK, (11, 95)), (PROJECTOR, (100, 4))):
        ends = lab(np.array([theme.map("sequential")[0], theme.map("sequential")[-1]]) / 255)[:, 0]
        assert ends == pytest.approx([low, high], abs=1.0)
        assert "#{:02X}{:02X}{:02X}".format(*theme.map("sequential")[0]) == theme.surface
        for flare, floor in ((0.0, 43.0), (0.2, 22.0)):
            far = lab(
                simulate_vision(np.array([theme.map("diverging")[0], theme.map("diverging")[-1]]) / 255, "", flare)
            )
            assert ciede2000(far[:1], far[1:])[0] >= floor


def test_ciede2000_agrees_with_the_published_pairs() -> None:
    # Sharma, Wu and Dalal 2005, table 1, rows 1, 7, 10, 17, 25 and 34.
    rows = np.array(
        [
            (50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425),
            (50, 0, 0, 50, -1, 2, 2.3669),
            (50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195),
            (50, 2.5, 0, 73, 25, -18, 27.1492),
            (60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644),
            (2.0776, 0.0795, -1.135, 0.9033, -0.0636, -0.5514, 0.9082),
        ]
    )
    assert ciede2000(rows[:, :3], rows[:, 3:6]) == pytest.approx(rows[:, 6], abs=1e-4)


def test_contrast_of_black_on_white() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)


def test_factor_is_a_share_of_the_height_on_a_projector() -> None:
    assert factor(PROJECTOR, 720) == pytest.approx(1.35)
    assert factor(PROJECTOR, 600) == pytest.approx(1.35)
    assert factor(PROJECTOR, 1080, user=0.85) == pytest.approx(2.025)
    assert factor(LIGHT, 1080) == 1.0
    assert factor(DARK, 720, user=5.0) == 2.0
