"""Presets as pictures: grouped by view, with words until there is a picture, drawn while nothing else goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from window_desk import Desk, Driven

from playground.lecture.thumbnails import forget_others, missing, picture_folder, preset_picture
from playground.ui.controller.state import Export, State
from playground.ui.panel.preset_sheet import groups
from playground.ui.system.preset_pictures import PresetPictures, is_busy

CHILD = """
import sys
from pathlib import Path
words = sys.argv[1:]
folder = Path(words[words.index("--out") + 1])
folder.mkdir(parents=True, exist_ok=True)
(folder / "said.txt").write_text(" ".join(words))
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))


def test_presets_stand_under_the_view_that_they_show(desk: Desk) -> None:
    params = desk.panel.params.specs()["kind"]
    assert groups(type(desk.panel.params), desk.panel.presets) == {"": ["first", "noisy", "none"]}, params

    from playground import catalog

    found = groups(catalog.declaration("hopfield").params, catalog.presets("hopfield"))
    assert len(found) > 2
    assert sorted(name for names in found.values() for name in names) == sorted(catalog.presets("hopfield"))
    modes = catalog.declaration("hopfield").params.specs()["mode"]
    for words, names in found.items():
        shown = {catalog.presets("hopfield")[name]["params"].get("mode", modes.default) for name in names}
        assert {modes.choices[value] for value in shown} == {words}


@pytest.mark.window
def test_the_sheet_has_pictures_where_there_are_some_and_goes_by_arrows(driven: Driven) -> None:
    folder = picture_folder("toy", driven.panel.presets)
    folder.mkdir(parents=True)
    image = QImage(512, 288, QImage.Format.Format_RGB32)
    image.fill(QColor("#2040c0"))
    image.save(str(preset_picture(folder, "noisy", "light")))
    button = driven.page.top.presets
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    sheet = button.sheet
    assert sheet.isVisible()
    QTest.mouseClick(driven.page.stage.picture.canvas, Qt.MouseButton.LeftButton)
    assert not sheet.isVisible()
    assert driven.panel.frame.reached == 0
    assert driven.panel.frame.marks == ()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    first, noisy, _ = sheet.tiles
    assert (first.isChecked(), noisy.isChecked()) == (True, False)
    picture, title = noisy.grab().toImage(), first.grab().toImage()
    assert picture.pixelColor(picture.width() // 2, 40) == QColor("#2040c0")
    assert title.pixelColor(title.width() // 2, 4) != QColor("#2040c0")
    assert not any(one.geometry().intersects(other.geometry()) for one, other in pairwise(sheet.tiles))
    QTest.keyClick(first, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    button.click()
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Right)
    assert noisy.hasFocus()
    QTest.keyClick(noisy, Qt.Key.Key_Return)
    assert not sheet.isVisible()
    driven.wait(lambda: driven.panel.preset == "noisy" and driven.panel.opens_at is None)
    assert driven.panel.step == 4


def test_pictures_are_forgotten_when_what_they_show_changes(desk: Desk) -> None:
    old = picture_folder("toy", desk.panel.presets)
    for name in desk.panel.presets:
        old.mkdir(parents=True, exist_ok=True)
        preset_picture(old, name, "light").touch()
    assert not missing("toy", desk.panel.presets, "light")
    assert missing("toy", desk.panel.presets, "dark")
    changed = {name: {**preset, "steps": 9} for name, preset in desk.panel.presets.items()}
    new = picture_folder("toy", changed)
    assert new != old
    assert missing("toy", changed, "light")
    forget_others("toy", new)
    assert not old.exists()


@pytest.mark.parametrize(
    "busy",
    [
        pytest.param(lambda state: replace(state, page="gallery"), id="no panel"),
        pytest.param(lambda state: replace(state, panel=replace(state.panel, playing=True)), id="a run plays"),
        pytest.param(lambda state: replace(state, panel=replace(state.panel, opens_at=3)), id="a run opens"),
        pytest.param(lambda state: replace(state, presenting=True), id="a lecture"),
        pytest.param(lambda state: replace(state, export=Export()), id="an export"),
        pytest.param(lambda state: replace(state, engine="starting"), id="the engine starts"),
    ],
)
def test_it_is_not_idle_while_something_goes_on(desk: Desk, busy: Callable[[State], State]) -> None:
    assert not is_busy(desk.controller.state)
    assert is_busy(busy(desk.controller.state))


@pytest.fixture
def pictures(desk: Desk, qtbot: QtBot, tmp_path: Path, qapp: object) -> Iterator[PresetPictures]:
    script = tmp_path / "child.py"
    script.write_text(CHILD)
    from PySide6.QtCore import QObject

    parent = QObject()
    made = PresetPictures(parent, (sys.executable, str(script)))
    made._idle.setInterval(0)
    desk.controller.listeners.append(made.show_state)
    yield made
    made.close()
    parent.deleteLater()


def test_they_are_drawn_while_idle_and_stop_for_a_run(desk: Desk, qtbot: QtBot, pictures: PresetPictures) -> None:
    said = picture_folder("toy", desk.panel.presets) / "said.txt"
    desk.send()
    qtbot.waitUntil(said.exists)
    qtbot.waitUntil(lambda: said.read_text().startswith("render toy --thumbnails --theme light --out"))
    process = pictures._process
    assert process is not None
    with qtbot.waitSignal(process.finished):
        desk.controller.clock.play()
    assert pictures._process is None
    desk.send(playing=True, step=1)
    assert not pictures._idle.isActive()
    desk.controller.clock.pause()
    desk.send(step=1)
    qtbot.waitUntil(lambda: pictures._process is not None)
    desk.controller.screen.set_theme("dark")
    qtbot.waitUntil(lambda: said.exists() and "--theme dark" in said.read_text())
