"""Exports of the window: the choices, the process that makes the file, its progress, its end, and calling it off."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from queue import Queue
from typing import Any

import patience
import pytest
import window_lesson
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from window_desk import Desk, Driven
from window_exports import FakeChild, answer, notice

from playground import cli
from playground.engine.frame import Frame, View
from playground.engine.process import messages as m
from playground.lecture.scene import read_scene
from playground.render.camera import Camera
from playground.render.slide import Sight, SlideWords
from playground.ui.controller import export_process
from playground.ui.controller.export_process import Child, ExportEnd, ExportProgress
from playground.ui.controller.exports import Choice
from playground.ui.controller.state import LESSON, Export

# Tells of one picture, then waits for the end of its input.
WAITS = """
import sys
print('{"done": 1, "total": 4, "left": 3, "words": "1 of 4, 3 s left"}', flush=True)
sys.stdin.read()
sys.exit(130)
"""


@pytest.fixture
def made(desk: Desk, tmp_path: Path) -> FakeChild:
    """A process that only writes down, for the desk's exports."""
    made = FakeChild(tmp_path)
    desk.controller.exports.entry = ("program",)
    desk.controller.exports.launch = lambda: made
    return made


# ---- without a process


def test_a_choice_becomes_a_command_that_the_command_line_reads() -> None:
    def read(choice: Choice) -> Any:
        return cli.parser().parse_args(choice.command("toy", Path("s.json"), "out" + choice.suffix, 1.25))

    film = read(Choice(".mp4", (640, 480), "dark", first=2, last=9, every=3, fps=12))
    assert (film.command, film.concept, film.scene, film.out) == ("render", "toy", "s.json", "out.mp4")
    assert (film.size, film.theme, film.scale, film.progress) == ((640, 480), "dark", 125, True)
    assert (film.first, film.steps, film.every, film.fps) == (2, 9, 3, 12)
    assert Choice(".mp4", first=2, last=9, every=3).pictures == 3  # steps 2, 5, 8
    story = read(Choice(".mp4", first=2, last=9, story=True))
    assert (story.first, story.steps, story.pace, story.every, story.fps) == (2, 9, "story", None, None)
    drawing = read(Choice(".svg", words="paths", clear=True, last=9))
    assert (drawing.words, drawing.clear, drawing.steps, drawing.progress) == ("paths", True, None, False)
    table = read(Choice(".csv", last=9))
    assert (table.command, table.csv, table.steps) == ("run", "out.csv", 9)
    assert read(Choice(".npz", clear=True)).npz == "out.npz"
    assert read(Choice(".safetensors", last=9)).weights == "out.safetensors"
    lesson = read(Choice(".webp", (640, 480), "dark", fps=12, lesson="a.lesson.toml"))
    choice = (lesson.concept, lesson.scene, lesson.steps, lesson.fps, lesson.progress)
    assert choice == ("a.lesson.toml", None, None, 12, True)


def test_an_export_is_told_from_its_start_to_its_end(desk: Desk, made: FakeChild, tmp_path: Path) -> None:
    exports, target = desk.controller.exports, tmp_path / "a.mp4"
    exports.open()
    exports.start(Choice(".mp4", last=3), str(target))
    assert desk.controller.state.export is not None
    assert desk.controller.state.export.words == "Preparing"
    exports.start(Choice(".png"), str(tmp_path / "second.png"))
    assert len(desk.engine.sent(m.GetRecord)) == 1
    answer(desk)
    assert made.commands[0][:3] == ["program", "render", "toy"]
    assert read_scene(tmp_path / "run.scene.json")["step"] == 5
    exports.take(ExportProgress(1, 4, "1 of 4, 3 s left"))
    exports.close()
    assert desk.controller.state.export == Export(False, str(target), "1 of 4, 3 s left", 0.25)
    exports.take(ExportEnd(0, ("the run ended at step 2, and the film with it",)))
    assert notice(desk) == ("notice", f"Exported {target}; the run ended at step 2, and the film with it")
    assert made.calls == ["close"]


def test_a_table_begins_at_the_start_of_the_run(desk: Desk, made: FakeChild, tmp_path: Path) -> None:
    desk.controller.exports.start(Choice(".csv", last=5), str(tmp_path / "a.csv"))
    answer(desk)
    scene = read_scene(tmp_path / "run.scene.json")
    assert (scene["step"], scene["digests"]) == (0, {})


@pytest.mark.parametrize(
    ("ended", "sentence"),
    [
        (ExportEnd(2, ("some note", "the disk is full")), "a.gif was not exported: the disk is full"),
        (ExportEnd(-9, ()), "a.gif was not exported: its process ended with status -9"),
    ],
)
def test_a_failed_export_says_why(desk: Desk, made: FakeChild, tmp_path: Path, ended: ExportEnd, sentence: str) -> None:
    desk.controller.exports.start(Choice(".gif"), str(tmp_path / "a.gif"))
    answer(desk)
    desk.controller.exports.take(ended)
    assert notice(desk) == ("failed", sentence)
    assert desk.controller.state.export is None


def test_a_target_that_cannot_be_written_is_refused_at_once(desk: Desk, made: FakeChild, tmp_path: Path) -> None:
    desk.controller.exports.start(Choice(), str(tmp_path / "no" / "a.png"))
    assert "cannot be written: the folder" in notice(desk)[1]
    assert desk.engine.calls == []


def test_an_export_is_called_off_before_and_after_its_process_starts(
    desk: Desk, made: FakeChild, tmp_path: Path
) -> None:
    exports = desk.controller.exports
    exports.start(Choice(), str(tmp_path / "a.png"))
    exports.cancel()
    answer(desk)
    assert (made.commands, notice(desk)[1]) == ([], "Export cancelled; nothing was written")
    exports.start(Choice(), str(tmp_path / "a.png"))
    answer(desk)
    exports.cancel()
    exports.cancel()
    exports.take(ExportProgress(2, 4, "2 of 4"))
    assert desk.controller.state.export is not None
    assert desk.controller.state.export.words == "Cancelling"
    exports.take(ExportEnd(130, ("cancelled; nothing was written",)))
    assert made.calls == ["cancel", "close"]
    assert notice(desk) == ("notice", "Export cancelled; nothing was written")


# ---- the process


def test_a_process_is_read_to_its_end() -> None:
    told: Queue[ExportProgress | ExportEnd] = Queue()
    one = Child(told.put)
    said = json.dumps({"done": 2, "total": 3, "left": None, "words": "2 of 3"})
    code = f"import sys; print('words'); print('[1]'); print({said!r}); "
    code += "print('a library\\nplayground: no room', file=sys.stderr); sys.exit(2)"
    one.start([sys.executable, "-c", code])
    assert told.get(timeout=patience.SECONDS) == ExportProgress(2, 3, "2 of 3")
    assert told.get(timeout=patience.SECONDS) == ExportEnd(2, ("no room",))
    one.close()
    assert not one.folder.exists()


def test_closing_ends_a_process_even_one_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_process, "_PATIENCE", 0.05)
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    deaf += 'print(\'{"done": 0, "total": 1, "words": ""}\', flush=True); time.sleep(600)'
    told: Queue[ExportProgress | ExportEnd] = Queue()
    one = Child(told.put)
    one.start([sys.executable, "-c", deaf])
    assert isinstance(told.get(timeout=patience.SECONDS), ExportProgress)
    one.close()
    assert isinstance(told.get(timeout=patience.SECONDS), ExportEnd)


# ---- in the window


@pytest.mark.window
def test_the_run_is_exported_as_a_film_with_its_scrubbed_range(driven: Driven, tmp_path: Path) -> None:
    import av

    driven.step_to(2)
    driven.window.run("export")
    assert driven.window.cards is not None
    card = driven.window.cards.export
    assert card.isVisible()
    assert card.message.text() == "Step 2"
    card.size_._choose("1280x720")
    card.format._choose(".mp4")
    assert card.pace.value == "story"
    assert not card.every.isVisible()
    assert card.message.text() == "The first and the last picture are held; it slows where much moves"
    card.pace._choose("")
    assert (card.first.text(), card.last.text(), card.fps.text()) == ("0", "2", "40")
    card.every.setText("0")
    card._count()
    assert (card.message.text(), card.go.isEnabled()) == ("Every must be a whole number from 1", False)
    card.every.setText("1")
    card._count()
    assert card.message.text() == "3 pictures, 0.1 s"
    driven.answers.path = str(tmp_path / "a.mp4")
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert card.cancel.isVisible()
    driven.wait(lambda: driven.controller.state.export is None)
    assert driven.controller.state.notice is not None
    assert driven.controller.state.notice.text == f"Exported {tmp_path / 'a.mp4'}"
    assert not card.isVisible()
    with av.open(str(tmp_path / "a.mp4")) as container:
        assert sum(1 for _ in container.decode(video=0)) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["a.mp4"]


@pytest.mark.window
@pytest.mark.parametrize("how", ["cancel", "stop"])
def test_an_export_of_the_window_is_called_off(
    driven: Driven, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    exports = driven.controller.exports
    monkeypatch.setattr(exports, "entry", (sys.executable, "-c", WAITS))
    exports.open()
    exports.start(Choice(".mp4"), str(tmp_path / "a.mp4"))
    driven.wait(lambda: driven.controller.state.export is not None and driven.controller.state.export.share == 0.25)
    assert driven.window.cards is not None
    card = driven.window.cards.export
    assert card.message.text() == f"1 of 4, 3 s left · {tmp_path / 'a.mp4'}"
    if how == "stop":  # as when the window closes
        exports.stop()
        driven.controller.store.put(export=None)
        return
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()
    driven.window.run("export")
    assert card.isVisible()
    card.cancel.click()
    driven.wait(lambda: driven.controller.state.export is None)
    assert driven.controller.state.notice is not None
    assert driven.controller.state.notice.text == "Export cancelled; nothing was written"


@pytest.mark.window
def test_the_open_lesson_is_filmed_from_the_card(
    driven: Driven, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = window_lesson.write(driven.folder)
    driven.controller.exchange.open_file(path)
    driven.wait(lambda: bool(driven.page.caption.words) and driven.panel.frame is not None)
    started: list[Sequence[str]] = []
    made = FakeChild(tmp_path)
    monkeypatch.setattr(made, "start", started.append)
    monkeypatch.setattr(driven.controller.exports, "launch", lambda: made)
    driven.window.run("export")
    assert driven.window.cards is not None
    card = driven.window.cards.export
    assert card.what.isVisible()
    card.what._choose("lesson")
    assert list(card.format._words) == [".mp4", ".gif", ".webp"]
    assert not card.first.isVisible()
    assert card.fps.isVisible()
    assert card.message.text() == "Every beat, with its caption for as long as it takes to read"
    driven.answers.path = str(tmp_path / "a.mp4")
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert started[0][-len(words := ["--fps", card.fps.text(), "--progress"]) :] == words
    assert started[0][started[0].index("render") + 1] == path
    driven.controller.exports.take(ExportEnd(0, ()))
    driven.controller.lessons.leave()
    driven.window.run("export")
    assert not card.what.isVisible()
    assert next(iter(card.format._words)) == ".png"
    driven.controller.exports.close()


# ---- the camera sees what the window shows


def _the(frame: Frame, view: View) -> Frame:
    return frame


def seen(driven: Driven, size: tuple[int, int], words: SlideWords | None = None) -> QImage:
    """What a camera makes of the frames on the stage."""
    panel, look = driven.panel, driven.window.look
    titles = panel.titles or ("",)
    sights = [
        Sight(panel.declaration, partial(_the, frame), title) for frame, title in zip(panel.frames, titles, strict=True)
    ]
    with Camera(size, look.theme, scale=look.factor, lecture=words is not None) as camera:
        camera.take(sights, words, ask=panel.asking)
        return camera.picture()


@pytest.mark.window
def test_twins_stand_in_a_picture_as_on_the_stage(driven: Driven) -> None:
    stage = driven.page.stage
    driven.window._choose("compare", "rate=3")
    driven.wait(lambda: len(stage.split.all) == 2 and driven.panel.titles[1:] == ("learning rate 3.0",))
    driven.step_to(3)
    driven.wait(lambda: all(view._frame is not None and view._frame.step == 3 for view in stage.split.all))
    image = stage.image()
    drawn = seen(driven, (image.width(), image.height()))
    # The traces below the planes have another range: the window has played up to here.
    planes = stage.split.all[0].boxes["plane"].view.toRect().bottom()
    part = QRect(0, 0, image.width(), stage.split.all[0].y() + planes)
    assert planes > 0.4 * image.height()
    assert drawn.copy(part) == image.copy(part)


@pytest.mark.window
@pytest.mark.parametrize("theme", ["light", "projector"])
def test_a_lesson_is_filmed_as_the_window_shows_it(driven: Driven, theme: str) -> None:
    driven.controller.screen.set_theme(theme)
    driven.controller.store.put(hinted=(LESSON,))  # a film has no hints
    driven.controller.exchange.open_file(window_lesson.write(driven.folder))
    page = driven.page

    def at_rest() -> bool:
        lesson = driven.controller.state.lesson
        shown = page.stage.picture._frame is driven.panel.frame and bool(page.caption.words)
        return shown and lesson is not None and lesson.phase == "end" and not driven.panel.playing

    driven.wait(at_rest)
    driven.controller.store.put(notice=None)  # nor notices, which move the picture up
    driven.wait(lambda: not page.strip.isVisible())
    place = driven.controller.state.lesson
    assert place is not None
    assert page.caption.texts[1] == f"{driven.panel.step:,}"
    words = SlideWords(place.caption_text(driven.panel.declaration, driven.panel.frame), f"beat {place.number}")
    found = page.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    drawn = seen(driven, (page.width(), page.height()), words)
    # The trace beside the plane has another range: the window has played up to here.
    half = page.stage.picture.boxes["plane"].view.toRect().right()
    for part in (QRect(0, 0, half, page.height()), QRect(0, page.caption.y(), page.width(), page.height())):
        assert drawn.copy(part) == found.copy(part)
    driven.controller.lessons.leave()
