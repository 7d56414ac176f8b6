"""The style sheet comes from the tokens, and no widget names a colour of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QStyle, QStyleOptionButton
from pytestqt.qtbot import QtBot

import playground.ui
from playground.render.icons import codepoints
from playground.render.tokens import PROJECTOR_FACTOR, STYLES, THEMES
from playground.ui.controls.style import Look, dress, label, mark
from playground.ui.controls.widgets import SegmentedButtons
from playground.ui.inspector.inspector import BLOCKS
from playground.ui.panel.places import side_width

SOURCES = sorted(Path(playground.ui.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("factor", [0.85, 1.0, 2.0])
def test_every_token_and_size_of_the_sheet_is_filled_in(theme: str, factor: float) -> None:
    sheet = Look(THEMES[theme], factor).sheet()
    assert not re.findall(r"\$\w+|\b\d+u\b", sheet)
    colours = set(re.findall(r"#[0-9A-Fa-f]{6}", sheet))
    assert {THEMES[theme].accent, THEMES[theme].text, THEMES[theme].bad} <= colours
    least = min(int(size) for size in re.findall(r"font-size: (\d+)px", sheet))
    assert least == round(12 * factor)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_source_names_a_colour_or_a_font_size(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"#[0-9A-Fa-f]{6}\b|setPixelSize|setPointSize|QFont\(|rgba?\(", text)


def test_every_icon_that_is_named_is_shipped() -> None:
    names = set(codepoints())
    texts = [path.read_text("utf-8") for path in SOURCES if path.name != "requirements.py"]  # that one names libraries
    literals = {name for text in texts for name in re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)+)"', text)}
    used = literals - {"utf-8", "double-click", "ml-playground"}
    assert len(used) > 20
    assert used <= names


@pytest.mark.parametrize("style", ["caption", "small", "value", "panel title", "display"])
def test_a_label_has_the_size_and_weight_of_its_style(qtbot: QtBot, style: str) -> None:
    made = label("Words", style)
    qtbot.addWidget(made)
    made.setStyleSheet(Look(THEMES["light"], 1.5).sheet())
    made.ensurePolished()
    assert made.font().pixelSize() == round(STYLES[style].px * 1.5)
    assert made.font().weight() == STYLES[style].weight


def test_a_mark_is_applied_at_once(qtbot: QtBot) -> None:
    made = QLabel("Words")
    qtbot.addWidget(made)
    look = Look(THEMES["light"], 1.0)
    made.setStyleSheet(look.sheet())
    dress(made, look)
    mark(made, "tone", "bad")
    assert made.palette().color(made.foregroundRole()).name() == look.theme.bad.lower()
    assert isinstance(QApplication.instance(), QApplication)


def test_the_words_of_four_segments_have_room_in_the_inspector(qtbot: QtBot) -> None:
    made = SegmentedButtons(BLOCKS, "Block of the inspector")
    qtbot.addWidget(made)
    look = Look(THEMES["projector"], PROJECTOR_FACTOR)
    made.setStyleSheet(look.sheet())
    dress(made, look)
    edge = 16  # px at factor 1, left and right of the inspector
    made.setFixedWidth(side_width(look) - 2 * look.px(edge))
    made.show()
    for button in made.buttons.values():
        option = QStyleOptionButton()
        button.initStyleOption(option)
        room = button.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, button)
        assert button.fontMetrics().horizontalAdvance(button.text()) <= room.width()
