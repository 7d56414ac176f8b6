"""The shipped font is the one in use, and every shipped string is inside it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from PySide6.QtGui import QFontInfo, QRawFont
from PySide6.QtWidgets import QApplication

from playground import catalog
from playground.lecture.rehearse import first_figure
from playground.render import fonts, icons
from playground.render.formula import formula_pixmap
from playground.render.tokens import LIGHT, STYLES
from playground.resources import asset
from playground.texts.notes import Paragraph, parse

NOT_DRAWN = {"symbol"}  # a layer's key in the formulas, which have their own font


def texts(value: Any) -> Iterator[str]:
    """Every string inside a declaration, figure, preset or mapping."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from texts(key)
            yield from texts(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from texts(entry)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.name not in NOT_DRAWN:
                yield from texts(getattr(value, field.name))


def shipped(concept_id: str) -> Iterator[str]:
    """What the screen may show of a concept."""
    declared = catalog.declaration(concept_id)
    yield from texts(declared)
    for spec in declared.params.specs().values():
        yield from texts(spec.as_dict())
    yield from texts(dict(catalog.presets(concept_id)))
    for section in parse(catalog.notes(concept_id)):
        yield section.heading
        yield from (block.text for block in section.blocks if isinstance(block, Paragraph))
    figure = first_figure(catalog, concept_id, declared.params())
    yield from texts(figure)


def covered(name: str) -> set[str]:
    font = TTFont(asset(name))
    return {chr(code) for code in font.getBestCmap()} | {"\n"}


@pytest.mark.parametrize("name", fonts.FILES)
def test_every_shipped_string_is_inside_the_font(name: str) -> None:
    inside = covered(name)
    missing = {
        (concept_id, text, "".join(sorted(set(text) - inside)))
        for concept_id in catalog.ids()
        for text in shipped(concept_id)
        if set(text) - inside
    }
    assert not missing
    assert set("−·…’“”×≤γ²₁ₙ⁻‖→ẑ≥±°–") <= inside


def test_the_collector_sees_strings() -> None:
    found = list(texts({"a": ["b", ("c", {"d": 1})]}))
    assert found == ["a", "b", "c", "d"]


@pytest.mark.parametrize("style", STYLES)
def test_the_font_in_use_is_the_shipped_one(style: str, qapp: QApplication) -> None:
    font = fonts.font(style, 1.0)
    used = QRawFont.fromFont(font)
    assert QFontInfo(font).family() == fonts.FAMILY
    assert used.weight() == STYLES[style].weight
    assert QFontInfo(font).pixelSize() == STYLES[style].px
    assert qapp.font().family() == fonts.FAMILY


def test_figures_are_tabular() -> None:
    from PySide6.QtGui import QFontMetricsF

    metrics = QFontMetricsF(fonts.font("value", 1.0))
    assert len({round(metrics.horizontalAdvance(digit * 10), 3) for digit in "0123456789"}) == 1


def test_nothing_is_smaller_than_a_caption() -> None:
    assert min(style.px for style in STYLES.values()) == STYLES["caption"].px


def test_every_icon_of_the_map_is_in_the_font() -> None:
    codes = json.loads(asset("icons/icons.json").read_text("utf-8"))
    cmap = TTFont(asset("icons/icons.ttf")).getBestCmap()
    assert set(codes.values()) <= set(cmap)
    needed = {"gesture-tap", "chart-line-variant", "alert-circle-outline", "content-copy", "chevron-down", "play"}
    assert needed <= set(codes)


def test_icons_and_formulas_take_a_colour(qapp: QApplication) -> None:
    for picture in (icons.pixmap("play", "#123456", 20), formula_pixmap(r"w \leftarrow {-1.5}", 18, "#123456")):
        image = picture.toImage()
        places = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
        darkest = max(places, key=lambda color: color.alpha())
        assert darkest.name() == "#123456"
        assert darkest.alpha() > 200
        assert image.pixelColor(0, 0).alpha() < 50
    assert not icons.icon("play", LIGHT, 20).isNull()
    assert formula_pixmap("x", 18, "#123456") is formula_pixmap("x", 18, "#123456")
    with pytest.raises(KeyError):
        icons.glyph("no such icon")
