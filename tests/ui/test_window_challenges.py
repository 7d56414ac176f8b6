"""A challenge in the window, with a real engine: its bar, the locks, the sheet, and the solution that plays."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from window_desk import Driven

from playground.ui.gallery.search import find_entries

pytestmark = pytest.mark.window


@pytest.fixture
def trying(driven: Driven) -> Driven:
    """The toy's first challenge on the stage."""
    driven.controller.store.put(challenges_done=())
    driven.controller.challenges.begin("toy/gentle")
    driven.wait(lambda: driven.panel.task is not None and driven.panel.frame is not None)
    driven.wait(lambda: driven.panel.frame.step == 0 and driven.panel.opens_at is None)
    return driven


def test_the_task_stands_under_the_picture_and_covers_nothing(trying: Driven) -> None:
    page = trying.page
    bar = page.challenge
    assert bar.isVisible()
    assert bar.title.text() == "Gentle"
    assert bar.text.text() == "Make two mistakes with a rate below 0.5."
    assert bar.now.text() == "0 mistakes at rate 1.0 · by step 20"
    assert bar.geometry().top() >= page.stage.geometry().bottom()
    assert bar.geometry().bottom() <= page.strip.geometry().top() + 1
    high = bar.height()
    bar.buttons["challenge_hint"].click()
    assert bar.more.text() == "Hint: The rate is a slider."
    assert bar.height() > high
    for theme in ("projector", "light"):
        trying.controller.screen.set_theme(theme)
        trying.window.resize(1024, 768)
        trying.wait(lambda: bar.height() == bar.height_at(bar.width()))
        assert bar.geometry().top() >= page.stage.geometry().bottom()
        assert bar.buttons["challenge_hint"].geometry().bottom() < bar.text.geometry().top()


def test_what_is_not_allowed_is_locked_and_says_why(trying: Driven) -> None:
    rows = trying.page.inspector.parameters.rows
    assert rows["rate"].field.isEnabled()
    assert not rows["noise"].field.isEnabled()
    assert "about learning rate" in rows["noise"].toolTip()
    assert rows["noise"].lock.isVisibleTo(rows["noise"])
    assert not trying.page.transport.die.isEnabled()
    trying.controller.challenges.leave()
    assert rows["noise"].field.isEnabled()
    assert not rows["noise"].lock.isVisibleTo(rows["noise"])
    assert trying.page.transport.die.isEnabled()
    assert not trying.page.challenge.isVisible()


def test_doing_it_ticks_it_and_offers_the_next(trying: Driven) -> None:
    controller = trying.controller
    controller.parameters.set({"rate": 0.2})
    controller.clock.set_speed("fast")
    controller.clock.play()
    trying.wait(lambda: trying.panel.task.phase == "done")
    assert controller.state.challenges_done == ("toy/gentle",)
    bar = trying.page.challenge
    assert bar.title.text() == "Done: Gentle"
    assert "changes nothing but the length of w: 2 mistakes." in bar.text.text()
    bar.buttons["challenge_next"].click()
    trying.wait(lambda: trying.panel.task is not None and trying.panel.task.challenge.id == "fewer")


def test_the_solution_plays_by_itself_and_undo_brings_the_own_run_back(trying: Driven) -> None:
    trying.controller.parameters.set({"rate": 3.0})
    trying.step_to(2)
    trying.page.challenge.buttons["challenge_solve"].click()
    trying.wait(lambda: trying.panel.task is not None and trying.panel.task.phase == "shown")
    assert trying.panel.frame.params["rate"] == 0.1
    assert trying.page.challenge.title.text() == "Solution: Gentle"
    trying.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    trying.wait(lambda: trying.panel.task is not None and trying.panel.task.phase == "trying")
    trying.wait(lambda: trying.panel.frame.params["rate"] == 3.0 and trying.panel.frame.step == 2)
    assert not trying.controller.state.challenges_done


def test_the_sheet_lists_them_with_their_ticks(trying: Driven) -> None:
    trying.controller.store.put(challenges_done=("toy/fewer",))
    trying.key(Qt.Key.Key_X)
    sheet = trying.page.challenges
    assert sheet.isVisible()
    assert [go.text() for _, go in sheet.lines] == ["Try it", "Again"]
    assert sheet.clear.isVisibleTo(sheet)
    sheet.lines[1][1].click()
    assert not sheet.isVisible()
    trying.wait(lambda: trying.panel.task is not None and trying.panel.task.challenge.id == "fewer")
    trying.wait(lambda: trying.panel.frame.step == 2 and trying.panel.frame.params["noise"] == 0.1)


def test_a_lecturer_switches_them_off(driven: Driven) -> None:
    flag = driven.page.top.icons["challenges"]
    assert flag.isVisible()
    driven.window.run("challenges_off")
    try:
        assert not flag.isVisible()
        driven.window.resize(1400, 800)
        assert not flag.isVisible()
        driven.window.run("challenges")
        assert driven.page.challenges is None or not driven.page.challenges.isVisible()
        assert driven.controller.state.notice is not None
        assert driven.controller.state.notice.action == "challenges_off"
    finally:
        driven.window.run("challenges_off")
    assert flag.isVisible()


def test_the_palette_finds_them(driven: Driven) -> None:
    lines = driven.window.palette_.library()
    (found,) = [line for line in find_entries("challenge fewer points", lines) if line.what == "challenge"]
    assert found.value == "toy/fewer"
