"""The caption of a lesson in a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import window_lesson

if TYPE_CHECKING:
    from window_desk import Driven

pytestmark = pytest.mark.window


def test_the_caption_keeps_its_room_in_every_theme(driven: Driven) -> None:
    driven.controller.exchange.open_file(window_lesson.write(driven.folder, pin="rate"))
    caption, page = driven.page.caption, driven.page
    driven.wait(lambda: bool(caption.words))
    assert page.pinned.row is not None
    assert page.pinned.isVisible()
    assert page.pinned.row.spec.name == "rate"
    assert caption.geometry().contains(page.pinned.geometry())
    assert caption.reserved_width > page.pinned.width()
    for theme in ("light", "projector", "dark"):
        driven.controller.screen.set_theme(theme)
        for size in ((1024, 768), (1280, 720)):
            driven.window.resize(*size)
            driven.wait(lambda: caption.height() == caption.room == driven.window.look.px(70))
            assert caption.geometry().bottom() < page.height()
            said = page.strip.height() if page.strip.isVisible() else 0
            assert page.stage.foot == caption.room + said
    driven.controller.screen.toggle_bare()
    assert page.stage.geometry().bottom() < caption.geometry().top() < page.transport.geometry().top()
    driven.controller.lessons.leave()
    assert not caption.words
    assert not page.pinned.isVisible()
