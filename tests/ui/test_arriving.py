"""What comes from outside waits for a yes where it is large or from a stranger; sharing by picture, link and code."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_desk import Desk, Driven

from playground.engine.errors import BadInput
from playground.engine.process import messages as m
from playground.engine.process.messages import Recorded
from playground.engine.reading.preview import LARGE_BYTES
from playground.lecture.link import from_link, to_link
from playground.render.qr import MOST, qr_image
from playground.ui.window import dropped

SCENE = {
    "concept": "toy",
    "version": "0.1",
    "params": {},
    "seed": 4,
    "log": [],
    "step": 0,
    "data": {"source": "made", "stored": None},
}


def large(folder: Path) -> Path:
    path = folder / "large.csv"
    path.write_text("x,y\n" + "1,2\n" * (LARGE_BYTES // 4))
    return path


def test_a_large_file_is_shown_before_it_is_used(desk: Desk, tmp_path: Path) -> None:
    desk.controller.exchange.open_file(str(large(tmp_path)))
    offer = desk.controller.state.offer
    assert offer is not None
    assert (offer.title, offer.rows[0]) == ("Use large.csv?", ("x", "y"))
    assert offer.size.startswith("50,001 rows, 2 columns")
    assert offer.usage == "Used: two numbers a row are points."
    assert desk.engine.calls == []
    desk.controller.exchange.decline_offer()
    desk.controller.exchange.accept_offer()
    assert desk.engine.calls == []
    desk.controller.exchange.open_file(str(tmp_path / "large.csv"))
    desk.controller.exchange.accept_offer()
    assert desk.controller.state.offer is None
    assert desk.engine.sent(m.Load) == [m.Load((str((tmp_path / "large.csv").resolve()),))]


def test_a_table_over_the_limit_of_the_panel_says_so_before_it_is_read(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    path.write_text("x,y\n" + "1,2\n" * 21)
    card = desk.panel.declaration.card
    for most, used in ((20, "This panel takes at most 20 rows."), (21, None)):
        limited = replace(card, opens=(replace(card.opens[0], most=most),))
        desk.controller.store.put_panel(declaration=replace(desk.panel.declaration, card=limited))
        desk.controller.exchange.open_file(str(path))
        offer = desk.controller.state.offer
        assert (offer.usage if offer is not None else None) == used
        desk.controller.exchange.decline_offer()
    assert len(desk.engine.sent(m.Load)) == 1


def several(desk: Desk, files: int) -> None:
    """The panel on the stage has places for so many tables."""
    card = desk.panel.declaration.card
    more = replace(card, opens=(replace(card.opens[0], files=files),))
    desk.controller.store.put_panel(declaration=replace(desk.panel.declaration, card=more))


def tables(folder: Path, count: int) -> list[str]:
    paths = [folder / f"{'abcde'[k]}.csv" for k in range(count)]
    for k, path in enumerate(paths):
        path.write_text("x,y\n" + "1,2\n" * (k + 1))
    return [str(path) for path in paths]


def test_several_files_are_shown_and_used_together_where_there_are_places(desk: Desk, tmp_path: Path) -> None:
    paths = tables(tmp_path, 3)
    several(desk, 3)
    desk.controller.exchange.open_files(paths)
    offer = desk.controller.state.offer
    assert offer is not None
    assert (offer.title, offer.action) == ("Use these 3 files?", "Use them")
    assert [row[0] for row in offer.rows] == ["a.csv", "b.csv", "c.csv"]
    assert offer.rows[2][1].startswith("4 rows, 2 columns")
    assert offer.usage == "Each has a place of its own. Used: two numbers a row are points."
    assert desk.engine.sent(m.Load) == []
    desk.controller.exchange.accept_offer()
    assert desk.engine.sent(m.Load) == [m.Load(tuple(str(Path(path).resolve()) for path in paths))]


def test_files_without_a_place_are_named_and_left_out(desk: Desk, tmp_path: Path) -> None:
    paths = tables(tmp_path, 5)
    several(desk, 2)
    desk.controller.exchange.open_files(paths)
    offer = desk.controller.state.offer
    assert offer is not None
    assert offer.title == "Use these 2 files?"
    assert [row[0] for row in offer.rows] == ["a.csv", "b.csv"]
    assert offer.usage.endswith(" The last 3 have no place.")
    desk.controller.exchange.accept_offer()
    assert len(desk.engine.sent(m.Load)[0].paths) == 2


def test_several_files_where_one_fits_are_refused_in_words(desk: Desk, tmp_path: Path) -> None:
    desk.controller.exchange.open_files(tables(tmp_path, 2))
    assert desk.controller.state.offer is None
    notice = desk.controller.state.notice
    assert notice is not None
    assert notice.text == "2 files were given; this panel opens one file at a time"
    assert desk.engine.sent(m.Load) == []


def test_what_is_dragged_or_pasted_is_files_or_a_link(tmp_path: Path) -> None:
    files = tables(tmp_path, 2)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in files])
    assert dropped(data) == files
    link = to_link(SCENE)
    data = QMimeData()
    data.setText(f" {link}\n")
    assert dropped(data) == [link]
    data.setText("1 2\n3 4")
    assert dropped(data) == []


def test_a_table_and_a_picture_are_opened_from_the_clipboard(driven: Driven) -> None:
    opened: list[list[str]] = []
    controller = driven.controller
    controller.exchange.open_files = lambda sources: opened.append(list(sources))  # type: ignore[method-assign]
    try:
        QApplication.clipboard().setText("1 2\n3 4")
        driven.window.run("open_link")
        QApplication.clipboard().setImage(QImage(6, 4, QImage.Format.Format_RGB32))
        driven.window.run("open_link")
    finally:
        del controller.exchange.open_files
    (text,), (picture,) = opened
    assert Path(text).read_text("utf-8") == "1 2\n3 4"
    assert (QImage(picture).width(), QImage(picture).height()) == (6, 4)


def test_a_file_of_the_wrong_kind_never_reaches_the_engine(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    desk.controller.exchange.open_file(str(tmp_path / "a.png"))
    assert desk.engine.calls == []
    assert desk.controller.state.notice is not None
    assert desk.controller.state.notice.text == "a.png holds a picture; this panel opens a table"


def test_a_link_is_opened_after_a_yes(desk: Desk) -> None:
    desk.controller.exchange.open_any(to_link(SCENE | {"step": 1234, "log": [{"step": 0, "kind": "x"}]}))
    offer = desk.controller.state.offer
    assert offer is not None
    assert offer.size == "Perceptron and margins, step 1,234, seed 4, 1 act"
    assert desk.engine.calls == []
    desk.controller.exchange.accept_offer()
    assert desk.engine.opened().seed == 4
    assert desk.panel.name == "From a link"


@pytest.mark.parametrize("link", ["playground:zzzz", to_link(SCENE | {"concept": "strange"})])
def test_a_link_that_cannot_be_used_is_refused(desk: Desk, link: str) -> None:
    desk.controller.exchange.open_any(link)
    assert desk.controller.state.offer is None
    assert desk.controller.state.notice is not None
    assert desk.controller.state.notice.kind == "failed"


def test_a_run_too_large_for_a_link_is_offered_as_a_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(record: object) -> str:
        raise BadInput("this run needs a link of 99,999 letters")

    monkeypatch.setattr("playground.ui.controller.exchange.to_link", refuse)
    desk.controller.exchange.share()
    desk.controller.handle(Recorded(desk.panel.group, desk.engine.sent(m.GetRecord)[-1].token, SCENE))
    notice = desk.controller.state.notice
    assert notice is not None
    assert (notice.text, notice.action) == ("This run needs a link of 99,999 letters", "save")


def test_a_code_is_square_with_a_white_edge() -> None:
    image = qr_image("playground:" + "aB3_" * 100, 400)
    assert image is not None
    assert image.width() == image.height() <= 400
    assert all(image.pixelColor(x, 3).value() == 255 for x in range(image.width()))
    assert qr_image("a" * (MOST + 1), 400) is None


# ---- in the window


@pytest.mark.window
def test_one_key_copies_picture_and_link_and_the_code_is_shown(driven: Driven) -> None:
    driven.window.run("forward")
    driven.wait(lambda: driven.panel.frame.step == 1)
    driven.window.run("copy")
    driven.wait(lambda: driven.controller.state.notice is not None and "link" in driven.controller.state.notice.text)
    content = QApplication.clipboard().mimeData()
    assert content.hasImage()
    scene = from_link(content.text())
    assert (scene["concept"], scene["step"]) == ("toy", 1)
    driven.window.run("share")
    driven.wait(lambda: driven.window.cards is not None and driven.window.cards.share.isVisible())
    assert driven.window.cards is not None
    card = driven.window.cards.share
    assert not card.code.pixmap().isNull()
    card.copy.click()
    assert from_link(QApplication.clipboard().text())["step"] == 1
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()


@pytest.mark.window
def test_a_dropped_link_and_a_dropped_file_are_offered(driven: Driven, tmp_path: Path) -> None:
    driven.window.run("forward")
    driven.wait(lambda: driven.panel.frame.step == 1)
    link = to_link(json.loads(json.dumps(SCENE)))
    for content, title in ((link, "Open the scene of this link?"), (large(tmp_path), "Use large.csv?")):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(content)) if isinstance(content, Path) else QUrl(content)])
        button, modifier = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        event = QDropEvent(QPointF(QPoint(9, 9)), Qt.DropAction.CopyAction, data, button, modifier)
        driven.window.dropEvent(event)
        assert driven.window.cards is not None
        card = driven.window.cards.offer
        assert card.isVisible()
        assert card.title.text() == title
        QTest.keyClick(card, Qt.Key.Key_Escape)
        assert not card.isVisible()
    assert driven.panel.frame.step == 1


def test_an_offer_holds_for_the_run_for_which_it_was_made(desk: Desk, tmp_path: Path) -> None:
    large = tmp_path / "large.csv"
    large.write_text("x,y\n" + "1,2\n" * 60_000)
    desk.controller.exchange.open_files([str(large)])
    assert desk.controller.state.offer is not None
    desk.controller.opening.open("toy")
    desk.engine.calls.clear()
    desk.controller.exchange.accept_offer()
    assert not desk.engine.calls
    assert desk.controller.state.notice is not None
    assert desk.controller.state.notice.text == "large.csv had been offered for a run that has left the stage"


def test_what_is_dropped_next_takes_an_offer_away(desk: Desk, tmp_path: Path) -> None:
    large = tmp_path / "large.csv"
    large.write_text("x,y\n" + "1,2\n" * 60_000)
    desk.controller.exchange.open_files([str(large)])
    desk.controller.exchange.open_files([str(tmp_path / "none.csv")])
    assert desk.controller.state.offer is None
    desk.engine.calls.clear()
    desk.controller.exchange.accept_offer()
    assert not desk.engine.calls
