"""Figures of several panels: their places, one legend for marks that agree, their files, and making them again."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
import render_demo as demo
import render_zoo as zoo
from drawn import sight
from fontTools.ttLib import TTFont
from PIL import Image
from PySide6.QtWidgets import QApplication

from playground.export.embedded_fonts import subset
from playground.export.figure_file import figure_bytes, recipe_in, write_figure
from playground.export.sheet import Part, Sheet, chosen, taken
from playground.figures.layers import Lines, Points
from playground.lecture.figure_recipe import FigureRecipe, checked_recipe
from playground.render import fonts
from playground.resources import asset

SVG = "{http://www.w3.org/2000/svg}"
PANEL = {"concept": "demo"}


def parts_of(recipe: FigureRecipe) -> list[Part]:
    shown = sight(demo.figure(), demo.DECLARATION, demo.frame())
    return [Part(panel, (chosen(shown, panel.plots),)) for panel in recipe.panels]


@pytest.fixture
def app(qapp: QApplication) -> QApplication:
    fonts.install(qapp)
    return qapp


def places(count: int, **options: object) -> Sheet:
    panels = [dict(PANEL) for _ in range(count)]
    return Sheet(recipe := checked_recipe(panels, options), parts_of(recipe))


def test_a_figure_has_its_width_to_the_pixel_and_its_panels_in_rows(app: QApplication) -> None:
    sheet = places(3, width="nature", columns=2, dpi=254, gap=2, legend="each")
    assert sheet.size[0] == 890
    first, second, third = sheet.places
    assert (first.width, second.x - first.x) == (435, 455)
    assert (third.x, third.y - first.y) == (0, round(0.75 * 435) + 20)
    assert sheet.letters == ["a", "b", "c"]
    assert places(2, letters="(a)").letters == ["(a)", "(b)"]
    assert places(2, letters="").letters == ["", ""]
    tall = places(4, width=100, height=80, columns=2, dpi=254)
    assert tall.size == (1000, 800)
    titled = Sheet(recipe := checked_recipe([PANEL, {**PANEL, "title": "b"}], {"columns": 1}), parts_of(recipe))
    first, second = titled.places
    assert first.head == 0
    assert second.height - second.head == pytest.approx(first.height, abs=1)  # a title takes nothing of its picture
    wide = Sheet(recipe := checked_recipe([PANEL, {**PANEL, "columns": 2}, PANEL], {"columns": 3}), parts_of(recipe))
    assert [place.y > 0 for place in wide.places] == [False, False, True]
    assert wide.places[1].width > 1.9 * wide.places[0].width


def keys(sheet: Sheet) -> list[tuple[str, ...]]:
    return [box.key for camera in sheet._cameras for view in camera.views for box in view.boxes.values()]


def test_marks_that_agree_stand_in_one_legend(app: QApplication) -> None:
    points = Points(name="points", xy="xy", key="training points")
    path = Lines(name="line", xy="spiral", role="slot2", key="path")
    shown = [zoo.figure(points, path), zoo.figure(points, replace(path, role="slot3"))]

    def keyed(legend: str) -> tuple[tuple[str, ...], list[tuple[str, ...]], list[int]]:
        recipe = checked_recipe([PANEL, PANEL], {"width": 200, "legend": legend})
        runs = [Part(recipe.panels[0], (sight(one, None, zoo.frame()),)) for one in shown]
        with taken(recipe, runs) as sheet:
            return sheet.legend, keys(sheet), [place.height for place in sheet.places]

    each = keyed("each")
    assert each[:2] == ((), [("training points", "path")] * 2)
    # The points mean the same in both; the paths are drawn in different ways and stay where they are.
    common = keyed("common")
    assert common[:2] == (("training points",), [("path",)] * 2)
    assert common[2] == each[2]  # the legend has a row of its own


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_a_figure_is_made_again_byte_for_byte_from_itself(app: QApplication, tmp_path: Path, suffix: str) -> None:
    recipe = checked_recipe([PANEL, {**PANEL, "title": "é ∀ “two”"}], {"width": 120, "dpi": 100})
    target = tmp_path / f"a{suffix}"
    with taken(recipe, parts_of(recipe)) as sheet:
        write_figure(target, sheet)
    again = recipe_in(target)
    assert again == recipe
    with taken(again, parts_of(again)) as sheet:
        assert figure_bytes(sheet, suffix) == target.read_bytes()


def test_a_png_has_its_size_on_paper_and_an_svg_its_millimetres(app: QApplication, tmp_path: Path) -> None:
    recipe = checked_recipe([PANEL], {"width": 89, "dpi": 300, "ground": "clear"})
    with taken(recipe, parts_of(recipe)) as sheet:
        for suffix in (".png", ".svg", ".pdf"):
            write_figure(tmp_path / f"a{suffix}", sheet)
    with Image.open(tmp_path / "a.png") as image:
        assert image.size[0] == 1051
        assert image.info["dpi"][0] == pytest.approx(300, abs=0.01)
        assert image.getchannel("A").getpixel((2, image.height - 2)) == 0
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert root.get("width") == "89mm"
    box = re.search(rb"/MediaBox \[([\d. ]+)\]", (tmp_path / "a.pdf").read_bytes())
    assert box is not None
    assert float(box[1].split()[2]) == pytest.approx(89 / 25.4 * 72, abs=0.5)  # Qt's pages have whole points


def test_an_svg_carries_the_faces_of_its_words(app: QApplication, tmp_path: Path) -> None:
    recipe = checked_recipe([{**PANEL, "title": "Öffnung 12.5"}], {"width": 120})
    with taken(recipe, parts_of(recipe)) as sheet:
        write_figure(tmp_path / "a.svg", sheet)
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "non-scaling-stroke" not in text  # which would be as thick as a px of the screen
    root = ElementTree.fromstring(text)
    shaped: dict[int, set[str]] = {}
    for one in root.iter(f"{SVG}text"):  # words stay words, which are searched and copied
        shaped.setdefault(int(one.get("font-weight", "")), set()).update(one.text or "")
    found = re.findall(r"font-weight:(\d+);src:url\(data:font/woff;base64,([\w+/=]+)\)", text)
    assert {int(weight) for weight, _ in found} == set(shaped)
    for weight, data in found:
        face = TTFont(io.BytesIO(base64.b64decode(data)), checkChecksums=2)
        whole = TTFont(str(asset(fonts.FILES[(400, 500, 600).index(int(weight))])))
        for letter in shaped[int(weight)]:
            name = face.getBestCmap()[ord(letter)]
            assert face["glyf"][name] == whole["glyf"][name], letter
    assert len(text) < 700_000


def test_a_subset_keeps_the_parts_of_its_letters_and_little_else(app: QApplication) -> None:
    face = TTFont(io.BytesIO(subset(400, frozenset({"é1"}))), checkChecksums=2)
    glyphs = face["glyf"]
    full = [name for name in face.getGlyphOrder() if glyphs[name].numberOfContours]
    assert {face.getBestCmap()[ord(letter)] for letter in "é1"} <= set(full)
    assert len(full) < 10
    parts = glyphs[face.getBestCmap()[ord("é")]]
    if parts.isComposite():
        assert set(parts.getComponentNames(glyphs)) <= set(full)
    assert len(subset(400, frozenset({"é1"}))) < 40_000


def test_what_has_no_room_is_said(app: QApplication) -> None:
    recipe = checked_recipe([PANEL, {**PANEL, "plots": [demo.figure().plots[0].name]}], {"width": 60})
    with taken(recipe, parts_of(recipe)) as sheet:
        assert len(sheet.notes) == 1
        assert sheet.notes[0].startswith("panel a has no room for ")
