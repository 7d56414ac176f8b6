"""The gallery: chapters, search over words and formulas, cards by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import window_toy
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from playground.engine.declarations.concept import Door
from playground.lecture.shipped_lessons import Head
from playground.render.tokens import LIGHT, PROJECTOR
from playground.ui.controller.state import State
from playground.ui.controls.style import Look, dress
from playground.ui.gallery.gallery import Gallery

CATALOG = {name: window_toy.declaration(name) for name in window_toy.ids()}


@pytest.fixture
def gallery(qtbot: QtBot) -> Gallery:
    made = Gallery(lambda concept: r"$$\frac{R}{\gamma}$$" if concept == "toy" else "patterns")
    qtbot.addWidget(made)
    look = Look(LIGHT, 1.0)
    made.setStyleSheet(look.sheet())
    dress(made, look)
    made.resize(1280, 720)
    made.show_state(State(catalog=CATALOG, recent=("/a/old.scene.json",)))
    made.show()
    return made


def titles(gallery: Gallery) -> list[str]:
    return [card.face.id for card in gallery.cards.visible_cards()]


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("", ["toy", "other"]),
        ("hopfield", ["other"]),
        ("separable", ["toy"]),
        ("frac gamma", ["toy"]),
        ("MISTAKES", ["toy"]),
        ("hopfield mistakes", []),
        ("memories", ["other"]),
    ],
)
def test_the_search_reads_titles_lines_words_and_formulas(gallery: Gallery, words: str, ids: list[str]) -> None:
    gallery.search.setText(words)
    assert titles(gallery) == ids
    assert gallery.nothing.isVisible() == (not ids)
    assert gallery.clear.isVisible() == (not ids)


def test_chapters_count_and_filter(gallery: Gallery) -> None:
    assert {name: count.text() for name, (_, count) in gallery.chapters.items()} == {
        "All": "2",
        "Connectionism": "1",
        "Memories": "1",
    }
    gallery.chapters["Memories"][0].click()
    assert titles(gallery) == ["other"]
    gallery.chapters["All"][0].click()
    assert titles(gallery) == ["toy", "other"]


def test_recent_shows_what_was_opened_newest_first(gallery: Gallery) -> None:
    gallery.order.buttons["recent"].click()
    assert titles(gallery) == []
    gallery.show_state(State(catalog=CATALOG, recent_panels=("other", "toy")))
    assert titles(gallery) == ["other", "toy"]


def test_cards_open_by_click_return_and_from_the_search(qtbot: QtBot, gallery: Gallery) -> None:
    opened: list[str] = []
    gallery.opened.connect(opened.append)
    QTest.mouseClick(gallery.cards.cards[0], Qt.MouseButton.LeftButton)
    gallery.search.setFocus()
    QTest.keyClick(gallery.search, Qt.Key.Key_Down)
    QTest.keyClick(gallery.cards.cards[0], Qt.Key.Key_Right)
    QTest.keyClick(gallery.cards.cards[1], Qt.Key.Key_Return)
    gallery.search.setFocus()
    QTest.keyClicks(gallery.search, "hop")
    QTest.keyClick(gallery.search, Qt.Key.Key_Return)
    assert opened == ["toy", "other", "other"]


def test_a_recent_scene_is_one_press_away(gallery: Gallery) -> None:
    paths: list[str] = []
    gallery.scene.connect(paths.append)
    item = gallery._scenes.itemAt(0)
    assert item is not None
    widget = item.widget()
    click: Callable[[], None] = widget.click  # type: ignore[union-attr]
    click()
    assert paths == ["/a/old.scene.json"]


@pytest.mark.parametrize(("look", "columns"), [(Look(LIGHT, 1.0), 4), (Look(PROJECTOR, 1.35), 2)])
def test_cards_are_four_columns_or_two_on_a_projector(qtbot: QtBot, gallery: Gallery, look: Look, columns: int) -> None:
    dress(gallery, look)
    qtbot.waitUntil(lambda: gallery.cards._columns == columns)
    card = gallery.cards.cards[0]
    assert card.width() >= look.px(236)


def test_lessons_have_a_chapter_and_the_search_finds_them(gallery: Gallery, qtbot: QtBot) -> None:
    head = Head(
        "spiral", "Why games spiral", "A look ahead", 15, 7, "toy", "/l/spiral.lesson.toml", "games spiral ahead"
    )
    made = Gallery(lambda concept: "")
    qtbot.addWidget(made)
    dress(made, Look(LIGHT, 1.0))
    made.show_state(State(catalog=CATALOG, lessons=(head,)))
    assert titles(made) == ["toy", "other"], "all panels, without the lessons"
    made.chapters["Lessons"][0].click()
    assert titles(made) == ["spiral"]
    card = made.cards.visible_cards()[0]
    assert "7 beats, about 15 minutes" in card.toolTip()
    assert card.face.tag == f"15 min · {CATALOG['toy'].card.title}"
    with qtbot.waitSignal(made.lesson) as opened:
        card.click()
    assert opened.args == ["/l/spiral.lesson.toml"]
    made.chapters["All"][0].click()
    made.search.setText("spiral")
    assert titles(made) == ["spiral"]
    title = CATALOG["toy"].card.title
    made.search.setText(f"{title} lesson")
    assert titles(made) == ["spiral"], "by the name of what it is about"


def test_a_door_has_a_card_in_its_own_chapter_and_is_found_by_its_words(qtbot: QtBot) -> None:
    door = Door("noise", "Noisy labels", "Memories", "What no line separates", "noisy", ("agnostic",))
    made = Gallery(lambda concept: "")
    qtbot.addWidget(made)
    dress(made, Look(LIGHT, 1.0))
    made.show_state(State(catalog={**CATALOG, "toy": replace(CATALOG["toy"], doors=(door,))}))
    assert titles(made) == ["toy", "other", "noise"]
    assert {name: count.text() for name, (_, count) in made.chapters.items()} == {
        "All": "3",
        "Connectionism": "1",
        "Memories": "2",
    }
    made.search.setText("agnostic")
    assert titles(made) == ["noise"]
    card = made.cards.visible_cards()[0]
    assert card.toolTip() == f"{door.line}\nOpens {CATALOG['toy'].card.title}"
    with qtbot.waitSignal(made.opened) as opened:
        card.click()
    assert opened.args == ["noise"]
