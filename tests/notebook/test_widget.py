"""The widget as a page talks with it: what is asked and answered, without a browser."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from playground import catalog, open_session
from playground.engine.errors import BadInput
from playground.notebook.session import NotebookSession

pytest.importorskip("anywidget")

from playground.notebook.live_picture import LivePicture
from playground.notebook.widget import PanelWidget

LOOK = {"width": 500, "height": 320, "theme": "light", "ratio": 1.0}
MOST_STEPS = 12


class Page:
    """What the JavaScript of a page does."""

    def __init__(self, run: NotebookSession, **look: Any) -> None:
        self.widget = run.widget()
        self.ask("look", **{**LOOK, **look})

    def ask(self, kind: str, **values: Any) -> dict[str, Any]:
        self.widget._take(self.widget, {**values, "kind": kind}, [])
        return dict(self.widget.shown)

    def tick(self) -> dict[str, Any]:
        return self.ask("tick", count=self.widget.shown["count"])


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    for widget in tuple(PanelWidget._all):
        widget.close()


def test_it_shows_the_panel_with_its_parameters_main_ones_first(qapp: object) -> None:
    page = Page(open_session("minimax"))
    assert page.widget.picture.startswith(b"\x89PNG")
    told = page.widget.panel
    names = [one["name"] for one in told["parameters"]]
    main = list(catalog.declaration("minimax").params.main)
    assert [name for name in names if name in main] == main
    is_main = [one["main"] for one in told["parameters"]]
    assert is_main == sorted(is_main, reverse=True)
    assert list(told["presets"]) == list(catalog.presets("minimax"))
    shown = page.widget.shown
    assert "eta" in shown["matter"]
    assert shown["values"]["eta"] == catalog.declaration("minimax").params().eta  # type: ignore[attr-defined]


@pytest.mark.parametrize("concept", catalog.ids())
def test_every_panel_is_shown_and_steps(concept: str, qapp: object) -> None:
    page = Page(open_session(concept))
    before = page.widget.picture
    shown = page.ask("step", by=1)
    assert shown["step"] == 1
    assert not shown["wrong"]
    for _ in range(MOST_STEPS):  # a picture may show what is measured every few steps
        if page.widget.picture != before:
            break
        page.ask("step", by=1)
    assert page.widget.picture != before
    assert any(one.get("text") or one.get("rows") for one in shown["numbers"])


def test_play_goes_on_only_when_the_page_has_shown_the_last_picture(qapp: object) -> None:
    page = Page(open_session("minimax"))
    shown = page.ask("play", speed="normal")
    first = shown["step"]
    end = time.monotonic() + 10
    while shown["step"] < first + 2 and time.monotonic() < end:
        assert shown["wait"] <= 1000 / catalog.declaration("minimax").card.pace + 1
        shown = page.tick()
    assert shown["step"] >= first + 2
    stale = page.ask("tick", count=shown["count"] - 1)
    assert stale["step"] == shown["step"], "a second page that asks for what was answered gets no step"
    assert page.widget.run.step_number == stale["step"], "nothing runs unasked"


def test_flat_out_takes_as_many_steps_as_one_answer_has_time_for(qapp: object) -> None:
    page = Page(open_session("minimax"))
    shown = page.ask("play", speed="fast")
    assert shown["wait"] == 0
    answers, end = 0, time.monotonic() + 30
    while shown["step"] < 100 and time.monotonic() < end:
        shown, answers = page.tick(), answers + 1
    assert shown["step"] >= 100 > answers


def test_a_value_that_is_refused_is_said_beside_its_control_and_changes_nothing(qapp: object) -> None:
    page = Page(open_session("minimax"))
    shown = page.ask("set", name="eta", value="99")
    assert (shown["wrong"], shown["values"]["eta"]) == ("eta", 0.2)
    assert shown["said"].startswith("step size η must be at most")
    shown = page.ask("set", name="eta", value="0.5")
    assert (shown["wrong"], shown["said"], shown["values"]["eta"]) == ("", "", 0.5)
    assert page.ask("undo")["values"]["eta"] == 0.2
    assert page.ask("redo")["values"]["eta"] == 0.5
    assert page.ask("seed", value="x")["wrong"] == "seed"
    assert page.ask("seed", value="7")["seed"] == 7
    for broken in ("nothing", ""):
        assert page.ask(broken)["seed"] == 7
    assert "does not exist" in page.ask("preset", name="nothing")["said"]


def test_a_preset_opens_at_its_telling_step_and_scrubbing_goes_anywhere(qapp: object) -> None:
    page = Page(open_session("minimax"))
    name, preset = next((name, one) for name, one in catalog.presets("minimax").items() if one.get("steps", 0) > 3)
    assert page.ask("preset", name=name)["step"] == preset["steps"]
    assert page.ask("seek", step=2)["step"] == 2
    assert page.widget.shown["reached"] == preset["steps"]


def test_the_mouse_does_what_it_does_in_the_window(qapp: object) -> None:
    """A point is added where the cursor is in the plot's own units, dragged, and panning is no act of the run."""
    page = Page(open_session("perceptron", seed=3, points=20))
    assert page.widget._picture._camera is not None
    box = page.widget._picture._camera.views[0].boxes["plane"]
    before = page.widget.run._session.frame().arrays["plane.points.xy"]
    x, y = box.map.px(before[:1])[0]
    x, y = x + box.view.left(), y + box.view.top()
    page.ask("mouse", event="press", x=x, y=y)
    for part in (5, 10, 20):
        page.ask("mouse", event="move", x=x + part, y=y)
    shown = page.ask("mouse", event="release", x=x + 20, y=y)
    after = page.widget.run._session.frame().arrays["plane.points.xy"]
    assert shown["undo"]
    (x0, x1), width = box.map.x, box.map.width
    assert after[0, 0] - before[0, 0] == pytest.approx(20 * (x1 - x0) / width, rel=0.05)
    assert after[0, 1] == pytest.approx(before[0, 1], abs=1e-4)


def test_theme_and_sharpness_are_those_of_the_page(qapp: object) -> None:
    from PySide6.QtGui import QImage

    page = Page(open_session("minimax"), theme="dark", ratio=2.0)
    image = QImage.fromData(page.widget.picture)
    assert (image.width(), image.height()) == (1000, 640)
    assert image.pixelColor(1, 1).lightness() < 60
    page.ask("look", **LOOK)
    assert QImage.fromData(page.widget.picture).pixelColor(1, 1).lightness() > 200
    with pytest.raises(BadInput, match="theme 'pink' does not exist; known: auto, dark, light, projector"):
        open_session("minimax").widget(theme="pink")


def test_cells_that_change_the_run_are_shown_now_and_then_and_at_last(qapp: object) -> None:
    run = open_session("minimax")
    page = Page(run)
    for _ in range(40):
        run.step()
    assert page.widget.stale or page.widget.shown["step"] == 40
    assert page.widget.shown["count"] < 40, "not every step is drawn"
    assert page.ask("refresh")["step"] == 40
    assert not page.widget.stale
    run.set(eta=0.4)
    assert page.ask("refresh")["values"]["eta"] == 0.4


def test_a_widget_off_the_page_keeps_what_a_scene_keeps_and_lets_the_run_go(qapp: object) -> None:
    run = open_session("minimax").step(30)
    page, metrics = Page(run), run.metrics
    page.ask("leave")
    assert LivePicture.count() == 0
    gone, mine = weakref.ref(run), run
    assert page.widget.run is mine, "a run that somebody holds is the same one"
    page.widget.rest()
    del run, mine
    gc.collect()
    assert gone() is None
    assert page.ask("look", **LOOK)["step"] == 30, "it comes back as it was"
    assert page.widget.run.metrics == metrics


def test_of_many_widgets_few_pictures_stay_and_each_comes_back(qapp: object) -> None:
    pages = [Page(open_session("minimax", seed=k)) for k in range(8)]
    assert LivePicture.count() <= 4
    assert all(page.ask("step", by=1)["step"] == 1 for page in pages)
    for page in pages:
        page.widget.close()
    assert LivePicture.count() == 0


LEAKS = """
import gc, threading, warnings, weakref
import psutil
from playground import open_session
from playground.notebook.live_picture import LivePicture
from ipywidgets.widgets.widget import _instances
me, held = psutil.Process(), []
look = {"kind": "look", "width": 500, "height": 320, "theme": "light", "ratio": 1.0}
def one(k):
    run = open_session("minimax", seed=k)
    widget = run.widget()
    for asked in (look, {"kind": "play", "speed": "fast"}, {"kind": "leave"}):
        widget._take(widget, asked, [])
    held.append(weakref.ref(run._session))
    return widget
kept = [one(k) for k in range(20)]
gc.collect()
before, threads = me.memory_info().rss, threading.active_count()
kept += [one(k) for k in range(100)]
gc.collect()
grown = (me.memory_info().rss - before) / 2**20
print(sum(ref() is not None for ref in held), LivePicture.count(), threading.active_count() - threads, round(grown))
for widget in kept:
    widget.close()
shells = [weakref.ref(widget) for widget in kept]
del kept, widget
gc.collect()
print(sum(ref() is not None for ref in shells), len(_instances))
"""


@pytest.mark.slow
def test_a_hundred_widgets_leave_no_run_no_picture_and_no_thread() -> None:
    done = subprocess.run([sys.executable, "-c", LEAKS], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    runs, pictures, threads, megabytes = map(int, first.split())
    assert (runs, pictures, threads) == (0, 0, 0)
    assert megabytes < 60, "not even a megabyte each, which the record of a run may take"
    shells, instances = map(int, second.split())
    assert (shells, instances) == (0, 0)
    assert not done.stderr


VISITORS = """
import threading
from playground import open_session
def visit(k, found):
    widget = open_session("minimax", seed=k).widget()
    widget._take(widget, {"kind": "look", "width": 400, "height": 300, "theme": "light", "ratio": 1.0}, [])
    for _ in range(5):
        widget._take(widget, {"kind": "step", "by": 1}, [])
    found.append((widget.shown["step"], len(widget.picture) > 5000))
found = []
for _ in range(2):
    visitors = [threading.Thread(target=visit, args=(k, found)) for k in range(4)]
    for one in visitors: one.start()
    for one in visitors: one.join(100)
print(sorted(set(found)), len(found))
"""


def test_visitors_in_threads_of_their_own_play_at_once_and_the_process_ends() -> None:
    """As `marimo run` has them: one thread a visitor, none of which is the main one."""
    done = subprocess.run([sys.executable, "-c", VISITORS], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[(5, True)] 8\n"
    assert not done.stderr, "Qt has nothing to warn of"


def test_cells_in_another_thread_and_the_page_do_not_meet_within_a_step(qapp: object) -> None:
    run = open_session("minimax")
    run.step(5)
    before = run.metrics
    cells = threading.Thread(target=lambda: [run.seek(5) for _ in range(30)])
    cells.start()
    while cells.is_alive():
        assert run.metrics == before
    cells.join()
