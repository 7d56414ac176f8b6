"""The help of the window: three ways in, the tour, what a control is for, the search, the handbook."""

from __future__ import annotations

from dataclasses import replace

import pytest
import window_toy
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QListWidget, QWidget
from window_desk import Desk, Driven

from playground.engine.process import messages as m
from playground.lecture.handbook import page, pages
from playground.lecture.settings import Settings
from playground.ui.controller.tour import STOPS
from playground.ui.controls.slider import Slider
from playground.ui.gallery.library import library
from playground.ui.gallery.search import entries, find_entries
from playground.ui.help.anchors import anchor, part
from playground.ui.help.guide import beside
from playground.ui.help.whats_this import about
from playground.ui.panel.scrubbar import ScrubBar
from playground.ui.system.geometry import settings_of, state_of

CONTROLS = (QAbstractButton, QLineEdit, QListWidget, Slider, ScrubBar)


def test_the_welcome_page_comes_once_by_itself(desk: Desk) -> None:
    shown = []
    for _ in range(2):
        desk.controller.help.greet()
        shown.append(desk.controller.state.welcome)
        desk.controller.help.close()
    assert shown == [True, False]
    kept = settings_of(Settings(), desk.controller.state, "")
    assert state_of(kept).welcomed
    assert not state_of(Settings()).welcomed


def test_play_opens_a_panel_and_teach_a_lesson(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.controller.opening.gallery()
    desk.controller.help.welcome()
    desk.controller.help.play()
    assert (desk.controller.state.page, desk.controller.state.welcome) == ("panel", False)
    opened: list[str] = []
    monkeypatch.setattr(desk.controller.lessons, "open_file", opened.append)
    desk.controller.help.teach()
    assert [path.endswith("perceptron.lesson.toml") for path in opened] == [True]


def test_make_figures_waits_for_a_step_that_is_worth_one(desk: Desk) -> None:
    panel = desk.panel
    presets = {**panel.presets, panel.preset: {**panel.presets[panel.preset], "steps": 12}}
    desk.controller.store.put(panel=replace(panel, presets=presets))
    desk.controller.help.figures()
    assert desk.engine.sent(m.Seek) == [m.Seek(12)]
    opened = []
    for step in (7, 12):
        desk.send(step=step, reached=step)
        export = desk.controller.state.export
        opened.append(export is not None and export.visible)
    assert opened == [False, True]


def test_the_tour_begins_on_a_panel_and_ends_behind_its_last_stop(desk: Desk) -> None:
    desk.controller.opening.gallery()
    desk.controller.help.tour()
    assert (desk.controller.state.page, desk.controller.state.tour) == ("panel", 1)
    desk.controller.help.go(-1)
    assert desk.controller.state.tour == 1
    for _ in STOPS:
        desk.controller.help.go(1)
    assert desk.controller.state.tour == 0
    for ends in (desk.controller.help.leave, desk.controller.opening.gallery):
        desk.controller.help.tour()
        ends()
        assert desk.controller.state.tour == 0


@pytest.mark.window
def test_the_tour_is_gone_through_by_keys(driven: Driven) -> None:
    driven.window.run("tour")
    guide = driven.window._helpers().guide
    for number, stop in enumerate(STOPS, start=1):
        assert driven.controller.state.tour == number
        assert guide.title.text() == stop.title
        assert QApplication.focusWidget() is guide
        pointed = anchor(driven.page, stop)
        assert pointed.isVisibleTo(driven.page)
        inside = QRect(pointed.mapTo(driven.window, QPoint(1, 1)), pointed.size() * 0.5)
        assert guide.ring.geometry().contains(inside)
        assert driven.window.rect().contains(guide.geometry())
        driven.key(Qt.Key.Key_Right)
    assert guide.isHidden()
    assert guide.ring.isHidden()
    driven.window.run("tour")
    driven.key(Qt.Key.Key_Right)
    driven.key(Qt.Key.Key_Left)
    assert driven.controller.state.tour == 1
    driven.key(Qt.Key.Key_Escape)
    assert driven.controller.state.tour == 0
    assert driven.controller.state.notice is not None
    assert "help menu" in driven.controller.state.notice.text


@pytest.mark.window
def test_every_stop_points_at_something_in_the_smallest_window(driven: Driven) -> None:
    driven.controller.screen.set_theme("projector")
    driven.window.resize(720, 540)
    for stop in STOPS:
        assert all(isinstance(part(driven.page, name), QWidget) for name in stop.anchors)
        assert anchor(driven.page, stop).isVisibleTo(driven.page)


@pytest.mark.window
def test_every_control_says_what_it_is_for(driven: Driven) -> None:
    driven.window.run("welcome")
    driven.window.run("welcome")
    driven.controller.help.read()
    driven.controller.help.read("")
    controls = [widget for kind in CONTROLS for widget in driven.window.findChildren(kind)]
    # Boxes of Qt are windows of their own, with help of their own.
    controls = [widget for widget in controls if widget.window() is driven.window]
    controls = [widget for widget in controls if widget.focusPolicy() != Qt.FocusPolicy.NoFocus]
    assert len(controls) > 60
    silent = []
    for widget in controls:
        title, text = about(widget)
        if not title or not text or text == title:
            silent.append(f"{type(widget).__name__} {getattr(widget, 'word', '') or widget.accessibleName()!r}")
    assert not silent, "\n".join(sorted(set(silent)))


@pytest.mark.window
def test_a_parameter_is_explained_by_its_declaration(driven: Driven) -> None:
    row = driven.page.inspector.parameters.rows["rate"]
    title, text = about(row.slider)
    assert title == row.spec.label
    assert "Range: " in text
    assert "Takes effect from the next step." in text
    row.field.setFocus()
    driven.window.run("whats_this")
    guide = driven.window._helpers().guide
    assert guide.isVisible()
    assert guide.text.text() == text
    driven.key(Qt.Key.Key_Escape)
    assert guide.isHidden()


@pytest.mark.window
def test_a_click_that_asks_is_answered(driven: Driven) -> None:
    play = driven.page.transport.buttons["toggle"]
    place = play.mapToGlobal(play.rect().center())
    assert driven.window.event(QEvent(QEvent.Type.QueryWhatsThis))
    assert driven.window.event(QHelpEvent(QEvent.Type.WhatsThis, driven.window.mapFromGlobal(place), place))
    guide = driven.window._helpers().guide
    assert guide.title.text() == "Run"
    driven.key(Qt.Key.Key_Space)
    assert guide.isHidden()
    assert not driven.panel.playing


def test_the_search_reads_keys_presets_notes_and_pages(desk: Desk) -> None:
    lines = [*entries(desk.controller.state), *library(window_toy)]
    assert find_entries("ctrl e", lines)[0].value == "export"
    assert find_entries("shift f1", lines)[0].value == "whats_this"
    assert {line.what for line in lines} >= {"command", "preset", "preset_of", "notes", "open"}
    notes = next(line for line in lines if line.what == "notes" and line.more.strip())
    word = max(notes.more.split(), key=len)
    assert notes in find_entries(word, lines)
    assert find_entries("no such words anywhere", lines) == []


@pytest.mark.window
def test_a_line_of_the_library_opens_what_it_names(driven: Driven) -> None:
    driven.window.run("palette")
    driven.window.palette_.field.setText("notes")
    row = next(i for i, line in enumerate(_shown(driven)) if line[0] == "notes")
    driven.window.palette_.list.setCurrentRow(row)
    driven.key(Qt.Key.Key_Return)
    assert driven.page.inspector._block == "notes"
    driven.window._choose("preset_of", "toy/" + next(iter(driven.panel.presets)))
    assert driven.panel.preset == next(iter(driven.panel.presets))
    driven.window._choose("handbook", "index")
    assert driven.controller.state.handbook == "index"
    driven.controller.help.read("")


@pytest.mark.window
def test_a_search_that_finds_nothing_says_so_and_runs_nothing(driven: Driven) -> None:
    driven.window.run("palette")
    driven.window.palette_.field.setText("no such words anywhere")
    items = driven.window.palette_.list
    assert [items.item(i).text() for i in range(items.count())] == ["Nothing has these words"]
    before = driven.controller.state
    driven.key(Qt.Key.Key_Return)
    assert driven.controller.state is before
    assert driven.window.palette_.isHidden()


def _shown(driven: Driven) -> list[tuple[str, str]]:
    items = driven.window.palette_.list
    return [items.item(i).data(Qt.ItemDataRole.UserRole) for i in range(items.count())]


@pytest.mark.window
def test_the_handbook_is_read_over_the_window(driven: Driven) -> None:
    driven.key(Qt.Key.Key_F1)
    book = driven.window._helpers().handbook
    assert book.isVisible()
    assert book.page == "index"
    assert book.list.count() >= len(pages())
    for one in pages():
        book._follow(QUrl(f"{one.name}.md"))
        assert book.page == one.name
        assert one.title in book.text.toPlainText()
    heading = pages()[1].sections[-1][0]
    book.read(f"{pages()[1].name}#{heading}")
    assert book.text.textCursor().block().text() == heading
    driven.key(Qt.Key.Key_F1)
    assert book.isHidden()
    assert driven.window.on_stage()


def test_a_page_knows_its_title_and_sections() -> None:
    made = page("x", "# Title\n\nWords\n\n## One\n\na\n```\n## no heading\n```\n## Two\nb\n")
    assert made.title == "Title"
    assert [name for name, _ in made.sections] == ["One", "Two"]


def test_a_card_finds_a_place_beside_its_control() -> None:
    room = QRect(0, 0, 1000, 700)
    for control in (QRect(0, 0, 40, 40), QRect(960, 660, 40, 40), QRect(700, 0, 300, 700), QRect(0, 0, 300, 700)):
        place = beside(control, room, 300, 200, 10)
        assert room.contains(place)
        assert not place.intersects(control)
    assert room.contains(beside(room, room, 300, 200, 10))
