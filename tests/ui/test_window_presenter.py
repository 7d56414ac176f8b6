"""Presenting: where the windows go, what the audience sees, and that both draw one run."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from window_desk import Desk, Driven

from playground.engine.frame import PlotView, View
from playground.engine.process import messages as m
from playground.ui.controls import dialogs
from playground.ui.lecture.cues import cue_of
from playground.ui.lecture.screens import Places, places
from playground.ui.lecture.speaker import SpeakerPane, format_duration

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize(
    ("screens", "primary", "swapped", "found"),
    [
        (1, 0, False, Places(0, 0, alone=True)),
        (1, 0, True, Places(0, 0, alone=True)),
        (2, 0, False, Places(audience=1, speaker=0)),
        (2, 0, True, Places(audience=0, speaker=1)),
        (2, 1, False, Places(audience=0, speaker=1)),
        (3, 1, False, Places(audience=0, speaker=1)),
        (3, 1, True, Places(audience=1, speaker=0)),
    ],
)
def test_the_speaker_keeps_the_primary_screen(screens: int, primary: int, swapped: bool, found: Places) -> None:
    assert places(screens, primary, swapped) == found


def test_durations_are_written_as_on_a_clock() -> None:
    assert [format_duration(s) for s in (-1, 0, 5.9, 65, 3599, 3661)] == [
        "0:00",
        "0:00",
        "0:05",
        "1:05",
        "59:59",
        "1:01:01",
    ]


def test_views_of_two_pictures_are_joined() -> None:
    small = View({"plane": PlotView((-1, 1), (-2, 2), 300, 400)}, ("loss",), 400)
    large = View({"plane": PlotView((-3, 0.5), (-1, 3), 900, 200), "side": PlotView((0, 1), (0, 1), 5, 5)}, ("e",), 900)
    joined = small.union(large)
    assert joined.plots["plane"] == PlotView((-3, 1), (-2, 3), 900, 400)
    assert set(joined.plots) == {"plane", "side"}
    assert joined.series == ("loss", "e")
    assert joined.points == 900


# ---- without a window


def test_the_next_frame_waits_for_all_pictures(desk: Desk) -> None:
    desk.controller.pictures.finish_picture()
    assert len(desk.engine.sent(m.Ask)) == 1
    desk.controller.pictures.watchers = lambda: frozenset({"stage", "audience"})
    desk.send(step=1, reached=1)
    desk.controller.pictures.finish_picture("audience")
    desk.controller.pictures.finish_picture("audience")
    assert len(desk.engine.sent(m.Ask)) == 1
    desk.controller.pictures.finish_picture()
    assert len(desk.engine.sent(m.Ask)) == 2
    desk.controller.pictures.finish_picture()
    assert len(desk.engine.sent(m.Ask)) == 2


def test_the_engine_observes_for_both_pictures_until_one_goes(desk: Desk) -> None:
    one = View({"plane": PlotView((-1, 1), (-1, 1), 300, 300)})
    two = View({"plane": PlotView((-2, 1), (-1, 1), 500, 200)})
    desk.controller.pictures.view_changed(one)
    desk.controller.pictures.view_changed(two, "audience")
    desk.controller.pictures.view_changed(View(), "audience")
    sent = [command.view.plots["plane"] for command in desk.engine.sent(m.SetView)]
    assert sent == [one.plots["plane"], PlotView((-2, 1), (-1, 1), 500, 300), one.plots["plane"]]


def test_presenting_needs_a_panel_and_ends_with_it(desk: Desk) -> None:
    def now() -> tuple[bool, bool]:
        return desk.controller.state.presenting, desk.controller.state.swapped

    desk.controller.screen.toggle_presenting()
    assert now() == (True, False)
    desk.controller.screen.swap_screens()
    assert now() == (True, True)
    desk.controller.opening.gallery()
    assert not now()[0]
    desk.controller.screen.toggle_presenting()
    assert not now()[0]


def test_without_a_lesson_the_preset_is_the_cue(desk: Desk) -> None:
    preset = desk.panel.presets[desk.panel.preset]
    cue = cue_of(desk.controller.state)
    assert cue.heading == preset["title"]
    assert cue.notes.startswith(preset["line"])
    assert cue.caption == ""


def test_the_clock_runs_from_the_start_and_can_start_again(qtbot: Any) -> None:
    at = 100.0
    pane = SpeakerPane(lambda: at, lambda: datetime(2026, 5, 4, 9, 7))
    qtbot.addWidget(pane)
    pane.start()
    assert (pane.elapsed.text(), pane.time.text()) == ("0:00", "09:07")
    at = 165.0
    pane._tick()
    assert pane.elapsed.text() == "1:05"
    pane.start()
    assert pane.elapsed.text() == "0:00"
    pane.stop()


# ---- in the window


@pytest.fixture
def presenting(driven: Driven) -> Iterator[Driven]:
    """The window while presenting on the only screen."""
    driven.step_to(1)
    driven.key(Qt.Key.Key_P)
    driven.wait(lambda: driven.window.presenter is not None and driven.window.presenter.audience is not None)
    yield driven
    if driven.controller.state.presenting:
        driven.controller.screen.toggle_presenting()
    driven.controller.store.put(halo=True, keycaps=False, lens=False)


def audience_of(driven: Driven) -> Any:
    """The audience's window."""
    assert driven.window.presenter is not None
    return driven.window.presenter.audience


@pytest.mark.window
def test_the_audience_sees_the_picture_alone_in_the_projector_theme(presenting: Driven) -> None:
    audience = audience_of(presenting)
    assert audience.isVisible()
    assert audience.isFullScreen()
    assert audience.look.theme.name == "projector"
    assert audience.stage.size() == audience.size()
    page = presenting.page
    assert page.speaker.isVisible()
    assert not page.inspector.isVisible()
    assert page.transport.isVisible()
    presenting.key(Qt.Key.Key_P)
    assert audience_of(presenting) is None
    assert page.inspector.isVisible()
    assert not page.speaker.isVisible()


@pytest.mark.window
def test_both_windows_draw_every_frame_of_one_run(presenting: Driven) -> None:
    groups = presenting.controller.opening.groups()
    presenting.step_to(3)
    audience = audience_of(presenting)
    assert audience.stage._frame is presenting.page.stage._frame is presenting.panel.frame
    assert presenting.controller.opening.groups() == groups


@pytest.mark.window
def test_keys_of_the_audience_window_act(presenting: Driven) -> None:
    audience = audience_of(presenting)
    QTest.keyClick(audience, Qt.Key.Key_Right)
    presenting.wait(lambda: presenting.panel.frame.step == 2)
    QTest.keyClick(audience, Qt.Key.Key_B)
    assert audience.curtain.isVisible()
    assert not presenting.window.curtain.isVisible()
    assert presenting.page.speaker.screen_.text() == "The audience's screen is black"
    QTest.keyClick(audience, Qt.Key.Key_Escape)
    assert not audience.curtain.isVisible()
    QTest.keyClick(audience, Qt.Key.Key_Escape)
    assert not presenting.controller.state.presenting


@pytest.mark.window
def test_on_one_screen_the_sides_change_places(presenting: Driven) -> None:
    audience = audience_of(presenting)
    assert presenting.window.presenter.covers  # type: ignore[union-attr]
    presenting.key(Qt.Key.Key_P, SHIFT)
    assert not audience.isVisible()
    presenting.key(Qt.Key.Key_P, SHIFT)
    assert audience.isVisible()
    # What must be read on the speaker's side brings it to the front.
    presenting.window.run("keys")
    assert not audience.isVisible()
    assert presenting.window.keys.isVisible()
    presenting.window.keys.close_up()


@pytest.mark.window
def test_the_window_system_may_close_the_audience_window(presenting: Driven) -> None:
    audience_of(presenting).close()
    assert not presenting.controller.state.presenting
    presenting.step_to(2)


@pytest.mark.window
def test_the_cursor_is_followed_on_the_other_screen(presenting: Driven) -> None:
    audience, picture = audience_of(presenting), presenting.page.stage.picture
    name, box = next(iter(picture.boxes.items()))
    aim = QPoint(round(box.view.center().x()), round(box.view.center().y()))
    place = picture.place_of(QPointF(picture.canvas.mapTo(picture, aim)))
    assert place is not None
    assert place[0] == name
    QTest.mouseMove(picture.canvas.viewport(), aim - QPoint(9, 9))
    QTest.mouseMove(picture.canvas.viewport(), aim)
    there = audience.stage.picture.position_of(place)
    assert there is not None
    assert (audience.halo.geometry().center() - there.toPoint()).manhattanLength() <= 3
    presenting.controller.screen.toggle_halo()
    QTest.mouseMove(picture.canvas.viewport(), aim - QPoint(9, 9))
    assert not audience.halo.isVisible()


@pytest.mark.window
def test_zoom_is_seen_by_the_audience(presenting: Driven) -> None:
    mine, theirs = presenting.page.stage.picture, audience_of(presenting).stage.picture
    box = next(iter(mine.boxes.values()))
    box.zoomed = ((0.0, 1.0), (0.0, 2.0))
    mine.looked.emit()
    assert next(iter(theirs.boxes.values())).zoomed == ((0.0, 1.0), (0.0, 2.0))
    mine.reset_view()
    assert next(iter(theirs.boxes.values())).zoomed is None


@pytest.mark.window
def test_pressed_keys_are_shown_when_wanted(presenting: Driven) -> None:
    audience = audience_of(presenting)
    presenting.key(Qt.Key.Key_H, SHIFT)
    assert not audience.keycap.isVisible()
    presenting.controller.store.put(keycaps=True)
    QTest.keyClick(audience, Qt.Key.Key_A)
    assert audience.keycap.text().startswith("A ")
    QTest.keyClick(audience, Qt.Key.Key_A)
    audience.keycap._timer.stop()


@pytest.mark.window
def test_the_lens_shows_the_picture_larger(presenting: Driven) -> None:
    presenting.key(Qt.Key.Key_Z)
    audience = audience_of(presenting)
    assert audience.lens.isVisible()
    assert presenting.page.magnifier.isVisible()
    audience.point(QPointF(200, 200))
    image = audience.lens.grab().toImage()
    assert image.pixelColor(image.width() // 2, audience.look.px(3)).name() == audience.look.theme.accent.lower()
    presenting.key(Qt.Key.Key_Escape)
    assert not audience.lens.isVisible()


@pytest.mark.window
def test_no_box_opens_while_presenting(presenting: Driven, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("open_files", "save_scene", "save_picture"):
        monkeypatch.setattr(type(presenting.answers), name, lambda *_: pytest.fail("a box opened"))
    monkeypatch.setattr(dialogs.Unasked, "__init__", lambda self: setattr(self, "_folder", tmp_path / "new"))
    presenting.window.run("save")
    presenting.window.run("picture")
    presenting.window.run("picture")
    presenting.wait(lambda: (tmp_path / "new" / "toy-1.scene.json").exists())
    assert {path.name for path in (tmp_path / "new").iterdir()} >= {"toy-1.png", "toy-2.png"}
    presenting.window.run("open")
    assert presenting.window.palette_.isVisible()
    presenting.window.palette_.close_up()


@pytest.mark.window
@pytest.mark.parametrize("size", [(720, 540), (1024, 768), (1280, 720)])
def test_the_speakers_side_reflows_and_keeps_its_controls(presenting: Driven, size: tuple[int, int]) -> None:
    presenting.window.resize(*size)
    page = presenting.page
    parts = (page.stage, page.speaker, page.transport, page.top)
    for part in parts:
        assert part.isVisible()
        assert page.rect().contains(part.geometry())
        assert part.width() > 60
        assert part.height() > 40
    assert not page.stage.geometry().intersects(page.speaker.geometry())
