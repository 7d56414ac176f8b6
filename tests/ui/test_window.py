"""The real window with a real engine: what a lecturer and a student do with mouse and keys."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPushButton, QSlider, QWidget
from window_desk import Driven

from playground.render.tokens import THEMES
from playground.ui.controls.widgets import ElidedLabel
from playground.ui.keys import COMMANDS

pytestmark = pytest.mark.window

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_play_pause_step_and_back_by_keys(driven: Driven) -> None:
    driven.controller.parameters.set({"noise": 0.4})
    driven.key(Qt.Key.Key_Right)
    driven.wait(lambda: driven.panel.step == 1)
    driven.key(Qt.Key.Key_Space)
    driven.wait(lambda: driven.panel.step >= 4 or not driven.panel.playing)
    driven.key(Qt.Key.Key_Space)
    driven.confirmed()
    here = driven.panel.frame.step
    assert driven.page.transport.step.text() == str(here)
    driven.key(Qt.Key.Key_Left)
    driven.wait(lambda: driven.panel.frame.step == here - 1)
    driven.key(Qt.Key.Key_Home)
    driven.wait(lambda: driven.panel.frame.step == 0)


def test_the_play_button_tells_and_does_what_it_says(driven: Driven) -> None:
    button = driven.page.transport.buttons["toggle"]
    assert (button.accessibleName(), button.toolTip()) == ("Run", "Run (space)")
    driven.controller.parameters.set({"noise": 0.4})
    button.click()
    driven.wait(lambda: button.accessibleName() == "Pause")
    driven.wait(lambda: driven.panel.frame.step > 3)
    button.click()
    driven.wait(lambda: button.accessibleName() == "Run")


def test_the_scrub_bar_goes_back_and_the_run_ahead_stays(driven: Driven) -> None:
    driven.controller.parameters.set({"noise": 0.4})
    driven.step_to(6)
    bar = driven.page.transport.scrub
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(round(bar.x_of(2)), bar.height() // 2))
    driven.wait(lambda: driven.panel.frame.step == 2)
    assert driven.panel.frame.reached == 6
    assert driven.page.transport.of.text() == "of 6 steps"


def test_the_frame_on_the_stage_is_drawn_again_where_its_figure_alone_changes(driven: Driven) -> None:
    frame, figure = driven.panel.frame, driven.panel.figure
    plots = (replace(figure.plots[0], title="Another title"), *figure.plots[1:])
    with driven.qtbot.waitSignal(driven.page.stage.painted):
        driven.controller.store.put_panel(figure=replace(figure, plots=plots))
        assert driven.panel.frame is frame
        assert driven.page.stage.picture._frame is frame


def test_a_parameter_changes_in_mid_run_and_undo_takes_a_whole_drag_back(driven: Driven) -> None:
    driven.controller.parameters.set({"noise": 0.4})
    driven.step_to(3)
    slider = driven.page.inspector.parameters.rows["rate"].slider
    middle = slider.height() // 2
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(20, middle))
    for x in (40, 60, 80):
        QTest.mouseMove(slider, QPoint(x, middle))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(80, middle))
    driven.wait(
        lambda: not driven.panel.pending and driven.panel.frame.params["rate"] == driven.panel.params.rate != 1.0
    )
    assert [(mark.step, mark.kind) for mark in driven.panel.frame.marks] == [(3, "set")]
    driven.window.focus_stage()
    driven.key(Qt.Key.Key_Z, CTRL)
    driven.wait(lambda: driven.panel.frame.params["rate"] == 1.0)
    assert driven.panel.frame.params["noise"] == 0.4
    driven.key(Qt.Key.Key_Z, CTRL | SHIFT)
    driven.wait(lambda: driven.panel.frame.params["rate"] != 1.0)


def test_an_invalid_number_is_refused_beside_its_row_and_the_run_goes_on(driven: Driven) -> None:
    row = driven.page.inspector.parameters.rows["noise"]
    row.field.setFocus()
    row.field.selectAll()
    QTest.keyClicks(row.field, "1.4")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert row.sentence.text() == "label noise must be at most 0.5"
    driven.controller.clock.forward()
    driven.wait(lambda: driven.panel.step == 1)
    assert (row.field.text(), driven.panel.frame.params["noise"]) == ("1.4", 0.0)
    QTest.keyClick(row.field, Qt.Key.Key_Escape)
    assert row.sentence.isHidden()
    driven.wait(driven.window.on_stage)


def test_a_point_is_dragged_while_it_trains_and_the_drag_is_one_undo(driven: Driven) -> None:
    driven.step_to(2)
    box = driven.page.stage.picture.boxes["plane"]
    xy = driven.panel.frame.arrays["xy"].copy()
    x, y = box.map.px(xy[:1].astype(float))[0]
    start = QPointF(box.view.left() + x, box.view.top() + y).toPoint()
    viewport = driven.page.stage.picture.canvas.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for by in (10, 20, 30):
        QTest.mouseMove(viewport, start + QPoint(by, 0))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(30, 0))
    driven.wait(lambda: driven.panel.frame.arrays["xy"][0][0] > xy[0][0] + 0.1)
    assert driven.panel.frame.step == 2
    driven.wait(lambda: driven.panel.frame.can_undo)
    driven.key(Qt.Key.Key_Z, CTRL)
    driven.wait(lambda: bool(abs(driven.panel.frame.arrays["xy"][0][0] - xy[0][0]) < 1e-6))


def test_a_scene_is_saved_and_opened_as_the_same_run(driven: Driven) -> None:
    driven.controller.parameters.set({"noise": 0.2})
    driven.step_to(5)
    driven.controller.parameters.set({"rate": 3.0})
    driven.step_to(8)
    w = driven.panel.frame.arrays["w_after"].copy()
    path = driven.folder / "run.scene.json"
    driven.answers.path = str(path)
    driven.key(Qt.Key.Key_S, CTRL)
    driven.wait(path.exists)
    assert json.loads(path.read_text())["step"] == 8
    driven.fresh()
    driven.key(Qt.Key.Key_O, CTRL)
    driven.wait(lambda: driven.panel.frame.step == 8)
    assert (driven.panel.frame.arrays["w_after"] == w).all()
    assert driven.panel.params.rate == 3.0
    assert driven.controller.state.recent[0] == str(path.resolve())


def test_files_can_be_dropped(driven: Driven) -> None:
    data = driven.folder / "own.csv"
    data.write_text("0.5,1.0,1\n-0.5,-1.0,-1\n2.0,1.0,1\n")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(data))])
    drop = QDropEvent(
        QPointF(100, 100), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    driven.window.dropEvent(drop)
    driven.wait(lambda: driven.panel.frame.data_source == "own.csv")
    assert driven.panel.frame.metrics["count"] == 3
    data.write_text("a,b,c\n")
    driven.controller.exchange.open_file(str(data))
    driven.wait(lambda: driven.controller.state.notice is not None)
    assert "own.csv row 1" in driven.window.notices.words.text()


def test_keys_act_only_while_the_stage_has_the_focus(driven: Driven) -> None:
    seed = driven.panel.seed
    field = driven.page.transport.seed
    field.setFocus()
    QTest.keyClicks(field, "R")
    QTest.keyClick(driven.page.top.badge_button, Qt.Key.Key_R)
    assert driven.panel.seed == seed
    QTest.keyClick(field, Qt.Key.Key_Escape)
    driven.wait(driven.window.on_stage)
    driven.key(Qt.Key.Key_R)
    driven.wait(lambda: driven.panel.frame.seed != seed)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "42")
    QTest.keyClick(field, Qt.Key.Key_Return)
    driven.wait(lambda: driven.panel.frame.seed == 42)


def test_a_preset_that_fails_is_marked_and_repaired_by_a_key(driven: Driven) -> None:
    driven.page.top.presets.click()
    noisy = driven.page.top.presets.sheet.tiles[1]
    assert noisy.toolTip() == "Noisy\nNo line is enough\nFails: never converges with label noise"
    noisy.click()
    assert not driven.page.top.presets.sheet.isVisible()
    driven.wait(lambda: driven.panel.frame.params["noise"] == 0.4)
    assert driven.page.top.repair.isVisible()
    driven.key(Qt.Key.Key_F)
    driven.wait(lambda: driven.panel.frame.params["noise"] == 0.0)


def test_the_badge_checks_itself_and_reproduces_a_claim(driven: Driven) -> None:
    driven.page.top.badge_button.click()
    honesty = driven.page.honesty
    assert honesty.isVisible()
    honesty.check_button.click()
    driven.wait(lambda: honesty.summary.text() == "2 of 3 cases hold")
    go, result = honesty.claims["few"]
    go.click()
    driven.wait(lambda: result.text().startswith("Holds: mistakes"))
    QTest.keyClick(honesty, Qt.Key.Key_Escape)
    assert not honesty.isVisible()


def test_a_job_says_how_far_it_is_and_its_button_stops_it(driven: Driven) -> None:
    _, button = driven.page.inspector.parameters.jobs[0]
    button.click()
    driven.wait(lambda: "count" in driven.panel.frame.jobs)
    driven.wait(lambda: not driven.panel.frame.jobs["count"].running)
    assert button.text() == "Count slowly"
    assert driven.panel.frame.metrics["counted"] > 0


def test_gesture_buttons_act_and_those_of_other_modes_are_hidden(driven: Driven) -> None:
    (_, flip), (_, clear) = driven.page.inspector.parameters.acts
    assert clear.isHidden()
    labels = driven.panel.frame.arrays["labels"].copy()
    flip.click()
    driven.wait(lambda: bool((driven.panel.frame.arrays["labels"] == 1 - labels).all()))
    driven.controller.parameters.set({"order": "worst"})
    assert not clear.isHidden()
    assert not driven.page.inspector.parameters.rows["schedule"].isHidden()


def test_a_failed_step_is_shown_in_its_panel_and_the_way_back_works(driven: Driven) -> None:
    driven.step_to(2)
    driven.controller.parameters.set({"name": "stop"})
    driven.controller.clock.forward()
    driven.wait(lambda: driven.panel.frame.failure is not None)
    assert driven.panel.frame.failure.sentence == "RuntimeError: shapes (2, 64) and (32, 2)"
    driven.page.stage.picture.copy_report.emit(driven.panel.frame.failure.report)
    assert "RuntimeError" in QGuiApplication.clipboard().text()
    driven.controller.parameters.set({"name": ""})
    driven.page.stage.picture.back_one.emit()
    driven.wait(lambda: driven.panel.frame.failure is None and driven.panel.frame.step == 1)


def test_a_run_that_blows_up_offers_the_remedy(driven: Driven) -> None:
    driven.controller.parameters.set({"rate": 10.0, "noise": 0.3})
    driven.controller.clock.set_speed("fast")
    driven.controller.clock.play()
    driven.wait(lambda: driven.panel.frame.failure is not None)
    assert "grew past all numbers" in driven.panel.frame.failure.sentence
    assert not driven.panel.playing
    driven.page.stage.picture.repair.emit()
    driven.wait(lambda: driven.panel.frame.params["rate"] == 5.0)


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_nothing_overlaps_and_nothing_is_cut_in_any_theme_and_size(
    driven: Driven, theme: str, size: tuple[int, int]
) -> None:
    driven.controller.screen.set_theme(theme)
    driven.window.resize(*size)
    driven.wait(lambda: driven.window.size().toTuple() == size)
    driven.step_to(2)
    driven.window.grab()
    page = driven.page
    bars = [page.top, page.transport]
    assert [bar.geometry() for bar in bars if not page.rect().contains(bar.geometry())] == []
    assert not page.top.geometry().intersects(page.stage.geometry())
    assert not page.transport.geometry().intersects(page.stage.geometry())
    if page.inspector.isVisible():
        assert not page.inspector.geometry().intersects(page.stage.geometry())
        assert page.inspector.area.widget().width() <= page.inspector.area.viewport().width()
    for bar in bars:
        children = [child for child in bar.findChildren(QWidget) if child.isVisible() and child.parent() is bar]
        for i, child in enumerate(children):
            assert bar.rect().contains(child.geometry()), child
            if isinstance(child, ElidedLabel):
                assert child.toolTip() == child.text()
            elif isinstance(child, QLabel | QPushButton):
                assert child.fontMetrics().horizontalAdvance(child.text()) <= child.width(), child.text()
            clash = [other for other in children[i + 1 :] if other.geometry().intersects(child.geometry())]
            assert clash == []


def test_reflow_follows_the_logical_width(driven: Driven) -> None:
    transport = driven.page.transport
    assert transport.segments.isVisible()
    driven.window.resize(1024, 768)
    driven.wait(lambda: not transport.segments.isVisible() and transport.short.isVisible())
    assert driven.page.strip.status.isVisible()
    driven.controller.screen.set_theme("projector")
    driven.wait(lambda: not driven.page.inspector.isVisible())
    assert driven.page.top.icons["parameters"].isVisible()
    driven.page.top.icons["notes"].click()
    assert driven.page.inspector.isVisible()
    assert driven.page.inspector.notes.isVisible()
    driven.key(Qt.Key.Key_Escape)
    driven.wait(lambda: not driven.page.inspector.isVisible())


def test_the_projectors_text_is_a_share_of_the_window(driven: Driven) -> None:
    driven.controller.screen.set_theme("projector")
    assert driven.window.look.factor == pytest.approx(1.35)
    driven.window.resize(1920, 1080)
    driven.wait(lambda: driven.window.look.factor == pytest.approx(2.025))
    driven.controller.screen.set_theme("dark")
    assert driven.window.look.factor == 1.0
    driven.key(Qt.Key.Key_Plus, CTRL)
    assert driven.window.look.factor == 1.05


def test_hiding_everything_leaves_the_picture_and_escape_brings_it_back(driven: Driven) -> None:
    driven.key(Qt.Key.Key_H)
    page = driven.page
    assert page.stage.size() == page.size()
    assert not any(part.isVisible() for part in (page.top, page.transport, page.inspector))
    QTest.mouseMove(page.stage.picture.canvas.viewport(), QPoint(300, 300))
    QTest.mouseMove(page.stage.picture.canvas.viewport(), QPoint(320, 300))
    assert page.transport.isVisible()
    driven.key(Qt.Key.Key_Escape)
    assert page.top.isVisible()
    assert page.inspector.isVisible()


@pytest.mark.parametrize(("key", "name"), [(Qt.Key.Key_B, "black"), (Qt.Key.Key_W, "white")])
def test_the_screen_goes_black_or_white_and_comes_back(driven: Driven, key: Qt.Key, name: str) -> None:
    driven.key(key)
    assert driven.window.curtain.isVisible()
    image = driven.window.grab().toImage()
    assert image.pixelColor(600, 300).name() == {"black": "#000000", "white": "#ffffff"}[name]
    driven.key(Qt.Key.Key_Escape)
    assert not driven.window.curtain.isVisible()


def test_ask_first_hides_and_reveals(driven: Driven) -> None:
    driven.step_to(1)
    inspector = driven.page.inspector
    told = [view for view in inspector.notes.sections if view.tells]
    assert inspector.numbers.texts
    assert driven.page.strip.ask.isHidden()
    driven.key(Qt.Key.Key_A)
    assert driven.panel.asking
    assert driven.page.top.icons["ask"].isChecked()
    assert driven.page.strip.ask.isVisible()
    assert driven.page.strip.ask.words.text() == "Draw your guess, then press A to reveal"
    assert inspector.numbers.texts == {}
    assert told
    assert all(view.isHidden() for view in told)
    assert [pane._hidden.text() for pane in (inspector.notes, inspector.numbers) if not pane._hidden.isHidden()] == [
        "Hidden while you ask."
    ] * 2
    driven.key(Qt.Key.Key_A)
    assert not driven.panel.asking
    assert inspector.numbers.texts
    assert driven.page.strip.ask.isHidden()


def test_the_palette_runs_any_command(driven: Driven) -> None:
    driven.key(Qt.Key.Key_K, CTRL)
    palette = driven.window.palette_
    assert palette.isVisible()
    QTest.keyClicks(palette.field, "dark th")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert driven.controller.state.theme == "dark"
    assert not palette.isVisible()
    driven.wait(driven.window.on_stage)


def test_all_keys_are_shown_with_what_the_mouse_does(driven: Driven) -> None:
    driven.key(Qt.Key.Key_Question, SHIFT)
    overlay = driven.window.keys
    words = {child.text() for child in overlay.findChildren(QLabel)}
    assert {"ctrl + Z", "move a point · Plane of the data", "Run or pause"} <= words
    driven.key(Qt.Key.Key_Escape)
    assert not overlay.isVisible()


def test_every_command_does_something(driven: Driven) -> None:
    assert {command.id for command in COMMANDS} == set(driven.window.commands)


def test_the_magnifier_follows_the_mouse(driven: Driven) -> None:
    driven.key(Qt.Key.Key_Z)
    lens = driven.page.magnifier
    viewport = driven.page.stage.picture.canvas.viewport()
    QTest.mouseMove(viewport, QPoint(300, 300))
    QTest.mouseMove(viewport, QPoint(310, 300))
    assert (lens.geometry().center() - QPoint(310, 300)).manhattanLength() < 6
    driven.window.grab()
    driven.key(Qt.Key.Key_Escape)
    assert not lens.isVisible()


def test_the_picture_is_copied_and_saved(driven: Driven) -> None:
    driven.key(Qt.Key.Key_C, CTRL | SHIFT)
    driven.wait(lambda: QGuiApplication.clipboard().image().width() == driven.page.stage.width())
    driven.answers.path = str(driven.folder / "picture.png")
    driven.window.run("picture")
    assert (driven.folder / "picture.png").stat().st_size > 1000
    driven.answers.path = str(driven.folder / "none" / "picture.png")
    driven.window.run("picture")
    assert driven.controller.state.notice is not None
    assert driven.controller.state.notice.kind == "failed"


def test_the_gallery_keeps_the_run_and_the_hint_is_shown_once(driven: Driven) -> None:
    driven.step_to(3)
    group = driven.panel.group
    driven.controller.store.put(hinted=(), notice=None)
    assert driven.page.strip.hint.isVisible()
    driven.key(Qt.Key.Key_G)
    assert driven.window.gallery.isVisible()
    QTest.keyClick(driven.window.gallery, Qt.Key.Key_F, CTRL)
    driven.wait(driven.window.gallery.search.hasFocus)
    card = next(card for card in driven.window.gallery.cards.cards if card.face.id == "toy")
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    driven.wait(lambda: driven.page.isVisible() and driven.panel.frame.step == 3)
    assert driven.panel.group == group
    driven.controller.acts.act("add", {"x": 0.0, "y": 0.0, "label": 0})
    assert not driven.page.strip.hint.isVisible()


def test_formulas_carry_the_numbers_of_the_step(driven: Driven) -> None:
    driven.step_to(1)
    w = driven.panel.frame.arrays["w_after"]
    driven.page.inspector.choose("notes")
    driven.wait(lambda: driven.page.inspector.notes.settled)
    latex = driven.page.inspector.notes.formulas[1]
    assert latex.count("pmatrix") == 6
    for value in w:
        assert f"{value:.2f}" in latex
    assert driven.page.inspector.notes.sections[0].step.text() == "step 1"
    assert driven.page.inspector.numbers.texts["mistakes"] == "1"


def test_notes_and_picture_speak_of_one_step_when_a_run_is_paused(driven: Driven) -> None:
    notes = driven.page.inspector.notes
    driven.page.inspector.choose("notes")
    driven.wait(lambda: notes.settled)
    driven.controller.parameters.set({"noise": 0.4})
    for more in (9, 23):
        goal = driven.panel.step + more
        driven.controller.clock.toggle()
        driven.wait(partial(_is_past, driven, goal))
        driven.controller.clock.pause()
        frames: list[Any] = []
        driven.wait(partial(_comes_to_rest, driven, frames))
        frame = driven.panel.frame
        seen = [view for view in notes.sections if not view.isHidden() and not view.visibleRegion().isEmpty()]
        assert seen
        assert all(view.frame is frame for view in seen), "in the same turn of the event loop as the picture"
        assert seen[0].step.text() == f"step {frame.step:,}"
        for value in frame.arrays["w_after"]:
            assert f"{value:.2f}" in notes.formulas[1]


def _is_past(driven: Driven, goal: int) -> bool:
    return bool(driven.panel.step >= goal)


def _comes_to_rest(driven: Driven, frames: list[Any]) -> bool:
    """Whether the run is paused and no other frame has come for a while."""
    frames.append(driven.panel.frame)
    return not driven.panel.playing and len(frames) > 10 and all(one is frames[-1] for one in frames[-10:])


def test_a_step_in_slow_motion_shows_its_parts_one_after_another(driven: Driven, monkeypatch: Any) -> None:
    parts: list[int | None] = []
    picture = driven.page.stage.picture
    monkeypatch.setattr(picture, "set_part", parts.append)
    driven.controller.clock.set_speed("slow")
    driven.controller.clock.forward()
    driven.wait(lambda: parts[-1:] == [None] and 0 in parts)
    assert [part for part in parts if part is not None] == [0, 1]
    parts.clear()
    driven.controller.screen.toggle_still()
    driven.step_to(driven.panel.step + 3)
    assert 0 not in parts


def test_pausing_in_slow_motion_completes_the_picture(driven: Driven) -> None:
    stage = driven.page.stage
    driven.controller.parameters.set({"noise": 0.4})
    driven.controller.clock.set_speed("slow")
    driven.controller.clock.toggle()
    driven.wait(lambda: stage._part is not None)
    driven.controller.clock.pause()
    assert stage._part is None


def _is_whole(pane: QWidget) -> bool:
    """Whether a pane is in sight and as high as it wants to be."""
    return not pane.visibleRegion().isEmpty() and pane.height() >= pane.minimumSizeHint().height() > 0


def test_notes_and_numbers_are_reached_in_one_column_that_scrolls(driven: Driven) -> None:
    inspector = driven.page.inspector
    for row in inspector.parameters.rows.values():
        row.setMinimumHeight(140)
    try:
        for size in ((1366, 768), (1920, 1080)):
            driven.window.resize(*size)
            driven.wait(lambda: inspector.split and inspector.area.verticalScrollBar().maximum() > 0)
            for block in ("notes", "numbers", "parameters"):
                inspector.choose(block)
                pane: QWidget = getattr(inspector, block)
                driven.wait(partial(_is_whole, pane))
                assert inspector.switch.buttons[block].isChecked()
        bar = inspector.area.verticalScrollBar()
        bar.setValue(bar.maximum())
        assert inspector.switch.buttons["numbers"].isChecked()
        bar.setValue(0)
        assert inspector.switch.buttons["parameters"].isChecked()
    finally:
        for row in inspector.parameters.rows.values():
            row.setMinimumHeight(0)


def test_the_warning_moves_nothing(driven: Driven) -> None:
    strip = driven.page.strip
    before = strip.status.geometry()
    strip.warning.show()
    driven.application.qt.processEvents()
    assert strip.status.geometry() == before
    strip.warning.hide()


def test_every_control_has_a_name_a_tool_tip_and_a_place_in_the_tab_order(driven: Driven) -> None:
    driven.controller.parameters.set({"order": "worst"})
    for root in (driven.page, driven.window.gallery):
        for kind in (QAbstractButton, QLineEdit, QSlider):
            controls: list[Any] = root.findChildren(kind)
            for control in controls:
                hidden = not control.isVisibleTo(root) and driven.page.stage.picture.isAncestorOf(control)
                if control.objectName().startswith("qt_") or hidden:
                    continue
                assert control.accessibleName() or control.text(), control
                if not isinstance(control, QAbstractButton) or not control.text():
                    assert control.toolTip(), control.accessibleName()
                assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, control.accessibleName()


def test_tab_walks_through_the_controls_and_back_to_the_stage(driven: Driven) -> None:
    seen: list[QWidget] = []
    driven.window.focus_stage()
    for _ in range(80):
        QTest.keyClick(QApplication.focusWidget() or driven.window, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        if focus is driven.page.stage:
            break
        assert focus is not None
        seen.append(focus)
    assert QApplication.focusWidget() is driven.page.stage
    assert driven.page.transport.buttons["toggle"] in seen
    assert driven.page.top.badge_button in seen
    assert driven.page.inspector.parameters.rows["rate"].slider in seen


def test_a_change_of_theme_reaches_every_part(driven: Driven) -> None:
    driven.controller.screen.set_theme("dark")
    driven.wait(lambda: driven.window.updatesEnabled())
    image = driven.window.grab().toImage()
    dark = THEMES["dark"]
    assert image.pixelColor(640, 4).name() == dark.window.lower()
    assert image.pixelColor(3, 400).name() == dark.surface.lower()
    assert driven.page.stage.picture._look.theme is dark


def test_the_window_title_names_the_panel(driven: Driven) -> None:
    assert driven.window.windowTitle() == "Perceptron and margins · Playground"
    QApplication.sendEvent(driven.window, QEvent(QEvent.Type.WindowActivate))
