"""The shipped fonts have the signs that the interface needs, and Qt groups them as one family."""

from __future__ import annotations

import json

import pytest
from fontTools.ttLib import TTFont
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from pytestqt.qtbot import QtBot

from playground.resources import asset

NEEDED = "AZaz09 äöüÉß −–—…‘’“” αβγδεηθλμνρσφψω ΔΣΩ ⁰¹²³⁻ⁿ ₀₁₂ₙₜₖ ←→↑↓ ±×·÷√∞≈≠≤≥∂∑∫‖ ẑŵ ½ ✓✗ ●○◆■□▲▶"

WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600}


@pytest.mark.parametrize("style", sorted(WEIGHTS))
def test_a_text_font_has_the_signs_of_the_interface_and_figures_of_one_width(style: str) -> None:
    font = TTFont(asset(f"fonts/Inter-{style}.ttf"))
    characters = font.getBestCmap()
    assert not [sign for sign in NEEDED if ord(sign) not in characters]
    assert "tnum" in {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
    assert font["OS/2"].usWeightClass == WEIGHTS[style]


def test_the_font_of_code_has_the_same_signs_all_of_one_width() -> None:
    font = TTFont(asset("fonts/DejaVuSansMono.ttf"))
    characters = font.getBestCmap()
    assert not [sign for sign in NEEDED if ord(sign) not in characters and sign not in "ẑŵ"]
    assert len({font["hmtx"][characters[ord(sign)]][0] for sign in "iMαη−…→ ("}) == 1


def test_the_fonts_are_small_enough_to_load_before_the_first_paint() -> None:
    assert sum(path.stat().st_size for path in asset("fonts").glob("Inter*.ttf")) < 400_000
    assert asset("fonts/DejaVuSansMono.ttf").stat().st_size < 200_000
    assert asset("icons/icons.ttf").stat().st_size < 10_000


def test_every_icon_has_a_drawing() -> None:
    points: dict[str, int] = json.loads(asset("icons/icons.json").read_text(encoding="utf-8"))
    font = TTFont(asset("icons/icons.ttf"))
    assert set(points.values()) == set(font.getBestCmap())
    for name, point in points.items():
        assert font["glyf"][font.getBestCmap()[point]].numberOfContours, name


def test_qt_finds_three_weights_of_one_family(qtbot: QtBot) -> None:
    loaded = [QFontDatabase.addApplicationFont(str(asset(f"fonts/Inter-{style}.ttf"))) for style in WEIGHTS]
    for style, weight in WEIGHTS.items():
        font = QFont("Inter")
        font.setWeight(QFont.Weight(weight))
        found = QFontInfo(font)
        assert (found.family(), found.weight(), found.styleName()) == ("Inter", weight, style)
    for identifier in loaded:
        QFontDatabase.removeApplicationFont(identifier)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("fonts/OFL.txt", "SIL OPEN FONT LICENSE"),
        ("fonts/LICENSE_DEJAVU.txt", "Bitstream"),
        ("icons/LICENSE.txt", "Apache"),
    ],
)
def test_the_licences_travel_with_the_fonts(name: str, words: str) -> None:
    assert words in asset(name).read_text(encoding="utf-8")
