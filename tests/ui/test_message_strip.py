"""Hints, notices and the tour have a strip of their own: nothing that the window says covers the picture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget
from window_desk import Driven

from playground.ui.controller.tour import STOPS

pytestmark = pytest.mark.window
LONG = "This run first differs from the saved one at or before step 12: smallest margin was 0.31, is 0.29; it was saved"


def place(driven: Driven, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(driven.window, QPoint(0, 0)), widget.size())


def covered(driven: Driven, widget: QWidget) -> list[QWidget]:
    """The pictures and bars that a part of the window lies over."""
    page, here = driven.page, place(driven, widget)
    others = (*page.stage.pictures, page.transport, page.top, page.inspector)
    return [other for other in others if other.isVisible() and place(driven, other).intersects(here)]


@pytest.fixture(params=["light 1024x768", "dark 1366x768", "projector 1920x1080", "projector 1024x768"])
def sized(driven: Driven, request: pytest.FixtureRequest) -> Iterator[Driven]:
    theme, _, size = request.param.partition(" ")
    driven.controller.screen.set_theme(theme)
    driven.window.resize(*map(int, size.split("x")))
    driven.application.qt.processEvents()
    yield driven
    driven.controller.help.leave()
    driven.controller.store.put(notice=None)


def test_a_hint_and_a_notice_lie_on_the_strip(sized: Driven) -> None:
    sized.controller.store.put(hinted=())
    assert sized.page.strip.hint.isVisible()
    assert covered(sized, sized.page.strip) == []
    for words in ("Short", LONG):
        sized.controller.notices.notify(words, "undo", "Undo")
        notices = sized.window.notices
        assert notices.isVisible()
        assert covered(sized, notices) == []
        assert place(sized, sized.page.strip).contains(place(sized, notices))
        assert notices.words.height() >= notices.words.heightForWidth(notices.words.width())
        assert not place(sized, notices).intersects(place(sized, sized.page.strip.status))


def test_a_short_notice_moves_nothing(sized: Driven) -> None:
    before = sized.page.stage.geometry()
    sized.controller.notices.notify("Saved it", "undo", "Undo")
    assert sized.page.stage.geometry() == before


def test_the_tour_lies_below_the_picture_and_gives_its_room_back(sized: Driven) -> None:
    before = sized.page.stage.geometry()
    sized.controller.help.tour()
    for _ in STOPS:
        guide = sized.window._helpers().guide
        assert guide.isVisible()
        assert covered(sized, guide) == []
        sized.application.qt.processEvents()
        assert not place(sized, guide).intersects(place(sized, sized.page.strip.status)), "the status stays in sight"
        assert guide.text.height() >= guide.text.heightForWidth(guide.text.width())
        sized.controller.help.go(1)
    sized.controller.notices.dismiss()
    assert sized.page.stage.geometry() == before


def test_with_the_bare_picture_the_strip_comes_with_what_it_says(driven: Driven) -> None:
    driven.controller.screen.toggle_bare()
    whole = driven.page.stage.picture.geometry()
    driven.controller.notices.notify("The seed must be a whole number")
    assert covered(driven, driven.window.notices) == []
    assert driven.page.stage.picture.height() < whole.height()
    driven.controller.notices.dismiss()
    assert driven.page.stage.picture.geometry() == whole
