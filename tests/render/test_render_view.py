"""The figure on the stage: frames in, gestures out, states, and stills equal to it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import render_demo as demo
import render_zoo as zoo
from drawn import sight
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from playground.engine.errors import BadInput
from playground.engine.frame import Failure
from playground.figures.figure import Axis, Mouse
from playground.figures.layers import Image, Trace
from playground.figures.values import Range
from playground.render import still
from playground.render.camera import Camera, picture
from playground.render.figure_view import FigureView
from playground.render.guess import legs, off, spread
from playground.render.overlays import Warming
from playground.render.tokens import LIGHT, PROJECTOR, THEMES, Theme

Show = Callable[..., FigureView]
Gestures = list[tuple[str, dict[str, Any], str]]

Left = Qt.MouseButton.LeftButton
Shift = Qt.KeyboardModifier.ShiftModifier
Alt = Qt.KeyboardModifier.AltModifier
None_ = Qt.KeyboardModifier.NoModifier


def hovering(box: Any) -> bool:
    return box.hovered is not None


def at(view: FigureView, plot: str, x: float, y: float) -> QPoint:
    """The px of a data position."""
    box = view.boxes[plot]
    px, py = box.map.px(np.array([[x, y]]))[0]
    return QPoint(round(box.view.left() + px), round(box.view.top() + py))


def listed(view: FigureView) -> dict[str, object]:
    """The datum under the cursor by plot."""
    return {name: box.hovered for name, box in view.boxes.items()}


def listen(view: FigureView) -> Gestures:
    heard: Gestures = []
    view.gesture.connect(lambda kind, values, stroke: heard.append((kind, values, stroke)))
    return heard


@pytest.fixture
def shown(show: Show) -> FigureView:
    view = show(demo.figure(), demo.DECLARATION)
    view.set_frame(demo.frame())
    return view


def test_a_drag_is_one_stroke_with_data_coordinates(shown: FigureView, qtbot: QtBot) -> None:
    heard = listen(shown)
    x, y = (float(value) for value in demo.frame().arrays["points_xy"][5])
    port = shown.canvas.viewport()
    start = at(shown, "plane", x, y) + QPoint(4, 3)
    QTest.mousePress(port, Left, None_, start)
    for step in range(1, 6):
        QTest.mouseMove(port, start + QPoint(8 * step, -4 * step))
    QTest.mouseRelease(port, Left, None_, start + QPoint(40, -20))
    assert {kind for kind, _, _ in heard} == {"move"}
    assert {values["id"] for _, values, _ in heard} == {105}
    assert len({stroke for _, _, stroke in heard}) == 1
    assert heard[0][2]
    assert len(heard) >= 6
    box = shown.boxes["plane"]
    unit = (box.map.x[1] - box.map.x[0]) / box.map.width
    last = heard[-1][1]
    # The point moves as far as the cursor, from where it was and not from where it was grabbed.
    assert (last["x"], last["y"]) == pytest.approx((x + 40 * unit, y + 20 * unit), abs=1e-3)


def test_the_arrow_is_a_handle_and_gives_the_vector(shown: FigureView, qtbot: QtBot) -> None:
    heard = listen(shown)
    arrays = demo.frame().arrays
    foot, head = arrays["foot"], arrays["foot"] + arrays["w"]
    port = shown.canvas.viewport()
    start = at(shown, "plane", *head)
    QTest.mousePress(port, Left, None_, start)
    QTest.mouseMove(port, at(shown, "plane", 1.0, 0.0))
    assert port.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    QTest.mouseRelease(port, Left, None_, at(shown, "plane", 1.0, -1.0))
    assert [kind for kind, _, _ in heard] == ["set_w"] * 3
    assert heard[0][1]["w"] == pytest.approx(arrays["w"].tolist(), abs=1e-5)
    assert heard[-1][1]["w"] == pytest.approx([1.0 - foot[0], -1.0 - foot[1]], abs=0.02)


def test_clicks_with_their_modifiers(shown: FigureView, qtbot: QtBot) -> None:
    heard = listen(shown)
    port = shown.canvas.viewport()
    free = at(shown, "plane", -2.5, 2.0)
    QTest.mouseClick(port, Left, None_, free)
    QTest.mouseClick(port, Left, Shift, free)
    point = at(shown, "plane", *demo.frame().arrays["points_xy"][7])
    QTest.mouseClick(port, Left, Alt, point)
    QTest.mouseDClick(port, Left, None_, point)
    assert [(kind, values.get("label"), values.get("id")) for kind, values, _ in heard if kind != "move"] == [
        ("add", 0, None),
        ("add", 1, None),
        ("delete", None, 107),
        ("flip", None, 107),
    ]
    assert heard[0][1]["x"] == pytest.approx(-2.5, abs=0.02)


def test_a_stroke_over_a_picture_touches_the_cells_it_passes(show: Show, qtbot: QtBot) -> None:
    mouse = Mouse(on="drag", target="cells", kind="paint", take={"r": "row", "c": "column"}, give={"value": 1})
    figure = zoo.figure(Image(name="cells", z="z"), axes=False, plane=True, x=Axis(), y=Axis(), mouse=(mouse,))
    view = show(figure, None, (500, 500))
    view.set_frame(zoo.frame())
    heard = listen(view)
    port = view.canvas.viewport()
    QTest.mousePress(port, Left, None_, at(view, "only", 0.5, 7.5))
    QTest.mouseMove(port, at(view, "only", 1.5, 6.5))
    QTest.mouseRelease(port, Left, None_, at(view, "only", 2.5, 6.5))
    cells = [(values["r"], values["c"]) for _, values, _ in heard]
    assert cells == [(0, 0), (1, 1), (1, 2)]


def test_hovering_snaps_to_a_datum(shown: FigureView, qtbot: QtBot) -> None:
    box = shown.boxes["plane"]
    point = at(shown, "plane", *demo.frame().arrays["points_xy"][9])
    QTest.mouseMove(shown.canvas.viewport(), point + QPoint(3, 2))
    assert box.hovered is not None
    assert box.hovered.text == "point 109"
    QTest.mouseMove(shown.canvas.viewport(), at(shown, "plane", -2.5, 2.0))
    assert listed(shown)["plane"] is None
    series = shown.boxes["mistakes"]
    QTest.mouseMove(shown.canvas.viewport(), at(shown, "mistakes", 8.1, 9.0))
    assert series.hovered is not None
    assert series.hovered.text == "step 8: 8"


def test_a_plot_that_asks_for_the_cursor_tells_where_it_is(show: Show) -> None:
    figure = demo.figure()
    asking = dataclasses.replace(figure.plots[0], cursor=True)
    view = show(dataclasses.replace(figure, plots=(asking, *figure.plots[1:])), demo.DECLARATION)
    view.set_frame(demo.frame())
    told: list[Any] = []
    view.view_changed.connect(lambda: told.append(view.view().plots[asking.name].cursor))
    port = view.canvas.viewport()
    QTest.mouseMove(port, at(view, asking.name, 0.5, -0.4))
    assert told[-1] == pytest.approx((0.5, -0.4), abs=0.02)
    count = len(told)
    QTest.mouseMove(port, at(view, "mistakes", 8.1, 9.0))
    assert (len(told), told[-1]) == (count + 1, None)
    QTest.mouseMove(port, at(view, "mistakes", 4.1, 9.0))
    assert len(told) == count + 1


def test_what_is_ringed_follows_or_vanishes(shown: FigureView, qtbot: QtBot) -> None:
    box, port = shown.boxes["plane"], shown.canvas.viewport()
    xy = demo.frame().arrays["points_xy"]
    point = at(shown, "plane", *xy[9])
    QTest.mouseMove(port, point)
    assert box.hovered is not None
    QTest.mousePress(port, Left, None_, point)
    QTest.mouseMove(port, point + QPoint(40, 0))
    moved = xy.copy()
    moved[9, 0] += 40 * (box.map.x[1] - box.map.x[0]) / box.map.width
    shown.set_frame(demo.frame(points_xy=moved))
    assert not hovering(box)
    QTest.mouseRelease(port, Left, None_, point + QPoint(40, 0))
    shown.set_frame(demo.frame(points_xy=moved))
    assert hovering(box)
    hovered: Any = box.hovered
    assert hovered.x == pytest.approx(point.x() + 40 - box.view.left(), abs=1.5)
    # It is taken back, and nothing lies under the cursor any more.
    shown.set_frame(demo.frame(points_xy=np.delete(xy, 9, axis=0)))
    assert box.hovered is None


def test_the_value_under_the_cursor_covers_no_other_words(shown: FigureView, qtbot: QtBot) -> None:
    box = shown.boxes["plane"]
    QTest.mouseMove(shown.canvas.viewport(), at(shown, "plane", *demo.frame().arrays["failing"]))
    assert box.hovered is not None
    assert box.hovered.text == "point 102"
    assert "mistake 12" in box.labels
    plate = box._hover.plate()
    assert not any(plate.intersects(placed.box) for placed in box._labels.placements)


def test_the_class_draws_its_guess_and_sees_it_beside_the_outcome(show: Show, qtbot: QtBot) -> None:
    figure = demo.figure()
    line = dataclasses.replace(figure.plots[0].layers[0], outcome=True)
    plane = dataclasses.replace(figure.plots[0], layers=(line, *figure.plots[0].layers[1:]))
    view = show(dataclasses.replace(figure, plots=(plane, *figure.plots[1:])), demo.DECLARATION)
    view.set_reduced_motion(True)
    # The outcome is the line x = 0.
    view.set_frame(demo.frame(wb=np.array([1.0, 0.0, 0.0])))
    heard, port = listen(view), view.canvas.viewport()
    view.set_ask(True)
    assert view.guess_result == ""
    QTest.mouseClick(port, Left, Alt, at(view, "plane", *demo.frame().arrays["points_xy"][5]))
    drag(view, at(view, "plane", -1.0, -1.0), at(view, "plane", 1.0, 1.0), Shift)
    assert heard == []
    assert [len(stroke) for stroke in view._guess.strokes] == [1, 2]  # type: ignore[union-attr]
    middle = at(view, "plane", 0.5, 0.5)
    image = picture(view)
    near = [image.pixelColor(middle + QPoint(i, -i)).lightness() for i in range(-20, 20)]
    # A dashed line: ink and gaps.
    assert min(near) < 140 < 220 < max(near)
    view.set_ask(False)
    assert view.guess_result == "Your guess is 45° off the line. It stays until the run begins anew."
    view.set_frame(demo.frame(step=12, wb=np.array([1.0, 0.0, 0.0])))
    assert view.guess_result != ""
    view.set_frame(demo.frame(step=13, wb=np.array([1.0, 0.0, 0.0])))
    assert view.guess_result != "", "it stands beside the run that goes on"
    view.set_frame(demo.frame(step=0))
    assert view.guess_result == ""
    QTest.mouseClick(port, Left, None_, at(view, "plane", -2.5, 2.0))
    assert [kind for kind, _, _ in heard] == ["add"]


def test_a_path_and_a_point_are_measured_in_data_units() -> None:
    stroke = np.array([[0.0, 1.0], [0.1, 1.0], [2.0, 1.0]])
    path = np.array([[-1.0, 0.0], [3.0, 0.0], [np.nan] * 2, [0.0, 9.0], [3.0, 9.0]])
    assert off(spread(stroke), legs(path)) == pytest.approx(1.0)
    assert off(np.array([[3.0, 4.0]]), legs(np.array([[0.0, 0.0]]), alone=True)) == pytest.approx(5.0)
    segments = np.array([[0.0, 0.0, 1.0, 0.0], [np.nan] * 4])
    assert legs(segments).tolist() == [[0.0, 0.0, 1.0, 0.0]]
    assert len(legs(np.zeros((0, 2)))) == 0


def drag(view: FigureView, start: QPoint, end: QPoint, modifier: Qt.KeyboardModifier = None_) -> None:
    port = view.canvas.viewport()
    QTest.mousePress(port, Left, modifier, start)
    for share in (0.25, 0.5, 0.75, 1.0):
        QTest.mouseMove(port, start + (end - start) * share)
    QTest.mouseRelease(port, Left, modifier, end)


def test_a_marker_on_the_axis_is_drawn_whole(show: Show) -> None:
    view = show(demo.figure(), demo.DECLARATION)
    steps = np.arange(17.0)
    view.set_frame(dataclasses.replace(demo.frame(step=8), series={"updates": (steps, 0 * steps)}))
    box = view.boxes["mistakes"]
    x, y = box.map.px(np.array([[8.0, box.map.y[0]]]))[0]
    assert y == pytest.approx(box.map.height)
    image = picture(view)
    below = image.pixelColor(round(box.view.left() + x), round(box.view.top() + y + box.look.point * 0.3))
    assert below.name() == LIGHT.accent.lower()


def test_the_chooser_says_which_plot_is_shown(show: Show) -> None:
    view = show(demo.figure(), demo.DECLARATION, (380, 300))
    view.set_frame(demo.frame())
    menu = view._chooser.menu()
    assert view._chooser.isVisible()
    for name, title in (("plane", "Plane of the data"), ("mistakes", "Mistakes so far")):
        view.choose(name)
        assert view._chooser.toolTip() == f"Choose the plot; this is: {title}"
        assert [action.text() for action in menu.actions() if action.isChecked()] == [title]


def test_ask_first_hides_the_outcome(shown: FigureView) -> None:
    painters = {painter.layer.name: painter for painter in shown.boxes["plane"].painters}
    assert painters["weight"].isVisible()
    shown.set_reduced_motion(True)
    shown.set_ask(True)
    assert not painters["weight"].isVisible()
    assert painters["points"].isVisible()
    shown.set_ask(False)
    assert painters["weight"].isVisible()


def test_parts_not_yet_reached_keep_the_frame_before(shown: FigureView) -> None:
    painters = {painter.layer.name: painter for painter in shown.boxes["plane"].painters}
    before = painters["failing"].values
    shown.set_part(0)
    shown.set_frame(demo.frame(step=13, failing=np.array([1.0, 1.0]), wb=np.array([1.0, 0.0, 0.0])))
    # The ring of the step before is still there; the line of part 0 is new.
    assert painters["failing"].isVisible()
    assert painters["failing"].values is before
    assert painters["line"].values[0].tolist() == [[1.0, 0.0, 0.0]]
    shown.set_part(1)
    assert painters["failing"].values[0].tolist() == [[1.0, 1.0]]
    # A layer that the next frame does not show goes when its part is reached.
    gone = demo.frame(step=14)
    shown.set_part(0)
    shown.set_frame(dataclasses.replace(gone, metrics={**gone.metrics, "failed": False}))
    assert painters["failing"].isVisible()
    shown.set_part(None)
    assert not painters["failing"].isVisible()


def test_words_carry_the_numbers(shown: FigureView) -> None:
    assert "mistake 12" in shown.boxes["plane"].labels
    assert "bound (R/γ)² = 139.6" in shown.boxes["mistakes"].labels
    assert "12" in shown.boxes["mistakes"].labels
    assert shown.boxes["plane"].title == ("Plane of the data", "x₁ across, x₂ up")


def test_every_frame_is_answered(shown: FigureView, qtbot: QtBot) -> None:
    for frame in (demo.frame(3), demo.frame(3)):
        with qtbot.waitSignal(shown.painted):
            shown.set_frame(frame)


def test_the_view_tells_range_size_and_series(shown: FigureView, qtbot: QtBot) -> None:
    view = shown.view()
    plane = view.plots["plane"]
    assert view.series == ("updates",)
    assert view.points >= 400
    unit = (plane.x[1] - plane.x[0]) / plane.width
    assert unit == pytest.approx((plane.y[1] - plane.y[0]) / plane.height, rel=0.01)
    with qtbot.waitSignal(shown.view_changed):
        shown.resize(700, 650)
    assert shown.view().plots["plane"] != plane


def test_a_growing_trace_keeps_its_range_while_it_fits(show: Show) -> None:
    view = show(zoo.figure(Trace(name="trace", series="loss"), x=Axis(), y=Axis(zero=True)), None)

    def reach(n: int) -> tuple[float, float]:
        steps = np.arange(n + 1.0)
        frame = dataclasses.replace(zoo.frame({}), series={"loss": (steps, steps)}, step=n)
        view.set_frame(frame)
        return view.view().plots["only"].y

    ranges = [reach(n) for n in range(40, 60)]
    assert len(set(ranges)) <= 3
    assert ranges[-1][1] >= 59


def test_a_plane_does_not_shake_while_a_run_goes_on(show: Show) -> None:
    figure = zoo.figure(*zoo.LAYERS[:1], plane=True, x=Axis(range="across"), y=Axis(range="up"))
    view = show(figure, None, (500, 500))

    def spans(step: int, reach: float, epoch: int = 1) -> tuple[float, float]:
        named = {"across": Range(-reach, reach), "up": Range(-reach, reach)}
        view.set_frame(dataclasses.replace(zoo.frame({}), ranges=named, step=step, epoch=epoch))
        (x0, x1), (y0, y1) = view.view().plots["only"].x, view.view().plots["only"].y
        return min(x1 - x0, y1 - y0), max(x1 - x0, y1 - y0)

    assert spans(1, 1.0)[0] == pytest.approx(2.0)
    assert spans(2, 1.5)[0] == pytest.approx(3.0)
    assert spans(3, 1.0)[0] == pytest.approx(3.0)
    assert spans(3, 1.0)[0] == pytest.approx(3.0)
    assert spans(2, 1.0)[0] == pytest.approx(2.0)
    assert spans(4, 1.5)[0] == pytest.approx(3.0)
    assert spans(5, 1.0, epoch=2)[0] == pytest.approx(2.0)


def test_a_frame_that_changes_nothing_prepares_and_places_nothing(
    shown: FigureView, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown.set_frame(demo.frame())
    made = [painter.builds for box in shown.boxes.values() for painter in box.painters]
    placed: list[object] = []

    def place(*given: object) -> list[object]:
        placed.append(given)
        return []

    monkeypatch.setattr("playground.render.labels.place", place)
    shown.set_frame(demo.frame())
    assert [painter.builds for box in shown.boxes.values() for painter in box.painters] == made
    assert placed == []


def test_wheel_and_drag_change_the_range_only_where_allowed(show: Show, qtbot: QtBot) -> None:
    view = show(zoo.figure(*zoo.LAYERS[:1], zoom=True), None)
    view.set_frame(zoo.frame())
    before = view.view().plots["only"].x
    view.canvas.on_wheel(at(view, "only", 0.0, 0.0).toPointF(), 1.0)
    zoomed = view.view().plots["only"].x
    assert zoomed[1] - zoomed[0] < before[1] - before[0]
    port = view.canvas.viewport()
    QTest.mousePress(port, Left, None_, at(view, "only", 0.9, 0.9))
    QTest.mouseMove(port, at(view, "only", 0.9, 0.9) + QPoint(30, 0))
    QTest.mouseRelease(port, Left, None_, at(view, "only", 0.9, 0.9) + QPoint(30, 0))
    assert view.view().plots["only"].x[0] < zoomed[0]
    view.reset_view()
    assert view.view().plots["only"].x == before


def test_the_empty_state_offers_the_preset(shown: FigureView, qtbot: QtBot) -> None:
    frame = demo.frame(n=0)
    shown.set_frame(dataclasses.replace(frame, metrics={**frame.metrics, "points": 0}))
    button = next(b for b in shown.findChildren(QPushButton) if b.text() == "Use the preset")
    with qtbot.waitSignal(shown.use_preset):
        QTest.mouseClick(button, Left)
    # The words let clicks through to the plot.
    heard = listen(shown)
    QTest.mouseClick(shown.canvas.viewport(), Left, None_, at(shown, "plane", 0.0, 0.3))
    assert heard[0][0] == "add"
    shown.set_frame(demo.frame())
    assert all(b.text() != "Use the preset" or not b.isVisible() for b in shown.findChildren(QPushButton))


def test_a_failure_keeps_the_picture_and_offers_ways_on(shown: FigureView, qtbot: QtBot) -> None:
    report = 'Traceback\n  File "model.py", line 88, in step\nRuntimeError: shapes differ'
    shown.set_frame(demo.frame(failure=Failure("exception", 212, "the step raised an error", report)))
    buttons = {b.text(): b for b in shown.findChildren(QPushButton) if b.isVisible()}
    with qtbot.waitSignal(shown.copy_report) as copied:
        QTest.mouseClick(buttons["Copy report"], Left)
    assert copied.args == [report]
    with qtbot.waitSignal(shown.back_one):
        QTest.mouseClick(buttons["Back one step"], Left)
    assert "mistake 12" in shown.boxes["plane"].labels
    shown.set_repair("Halve the rate")
    shown.set_frame(demo.frame(failure=Failure("nonfinite", 212, "w grew past all numbers at step 212")))
    buttons = {b.text(): b for b in shown.findChildren(QPushButton) if b.isVisible()}
    with qtbot.waitSignal(shown.repair):
        QTest.mouseClick(buttons["Halve the rate"], Left)


def test_warming_up_appears_late_and_goes_with_the_first_frame(show: Show, qtbot: QtBot) -> None:
    view = show(demo.figure(), demo.DECLARATION)
    ring = view.findChild(Warming)
    assert ring is not None
    view.set_warming(True)
    assert not ring.isVisible()
    qtbot.waitUntil(ring.isVisible)
    view.set_frame(demo.frame())
    assert not ring.isVisible()


def test_a_stand_in_is_seen_at_once_until_the_first_frame(show: Show, qtbot: QtBot) -> None:
    view = show(demo.figure(), demo.DECLARATION)
    stand_in = QPixmap(160, 90)
    stand_in.fill(QColor("#ff00ff"))
    view.set_stand_in(stand_in)
    view.set_warming(True)
    shown = view.grab().toImage()
    assert shown.pixelColor(shown.rect().center()) == QColor("#ff00ff")
    view.set_frame(demo.frame())
    shown = view.grab().toImage()
    assert shown.pixelColor(shown.rect().center()) != QColor("#ff00ff")


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_a_still_is_the_window_pixel_for_pixel(show: Show, qtbot: QtBot, theme: Theme) -> None:
    size, scale = (724, 560), 1.35 if theme is PROJECTOR else 1.0
    view = show(demo.figure(), demo.DECLARATION, size, theme, scale)
    with qtbot.waitSignal(view.painted):
        view.set_frame(demo.frame())
    window = view.canvas.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    drawn = still.still(sight(demo.figure(), demo.DECLARATION, demo.frame()), size, theme, scale=scale)
    assert drawn == window


def test_the_pictures_of_a_film_are_those_of_the_window_pixel_for_pixel(show: Show, qtbot: QtBot) -> None:
    size = (724, 561)
    view = show(demo.figure(), demo.DECLARATION, size)
    with Camera(size, LIGHT) as camera:
        for step in range(3):
            frame = demo.frame(10 + step, seed=step)
            with qtbot.waitSignal(view.painted, timeout=2000):
                view.set_frame(frame)
            camera.take((sight(demo.figure(), demo.DECLARATION, frame),))
            drawn = camera.pixels()
            window = picture(view)
            rows = np.frombuffer(window.constBits(), np.uint8).reshape(561, 724, 4)
            np.testing.assert_array_equal(drawn, rows)


def test_a_still_is_the_same_twice() -> None:
    pictures = [still.still(sight(demo.figure(), demo.DECLARATION, demo.frame()), (500, 400), LIGHT) for _ in range(2)]
    assert pictures[0] == pictures[1]


def test_a_picture_is_saved_whole_or_not_at_all(tmp_path: Any) -> None:
    image = QImage(20, 10, QImage.Format.Format_RGB32)
    image.fill(0xFF112233)
    still.save_png(image, tmp_path / "one.png")
    assert QImage(str(tmp_path / "one.png")).size() == image.size()
    with pytest.raises(BadInput, match="nowhere"):
        still.save_png(image, tmp_path / "nowhere" / "one.png")


def test_a_sheet_has_all_pictures() -> None:
    image = QImage(20, 10, QImage.Format.Format_RGB32)
    image.fill(0xFF112233)
    made = still.sheet([image] * 5, 2, gap=4)
    assert (made.width(), made.height()) == (2 * 24 + 4, 3 * 14 + 4)
    assert made.pixelColor(5, 5).name() == "#112233"
    assert made.pixelColor(30, 34).name() == "#ffffff"


def test_another_theme_and_figure_in_the_same_view(shown: FigureView, qtbot: QtBot) -> None:
    shown.set_theme(PROJECTOR, 1.35)
    shown.set_lecture(True)
    assert list(shown.boxes) in (["plane"], ["plane", "mistakes"], ["plane", "mistakes", "update"])
    shown.set_figure(zoo.figure(*zoo.LAYERS), None)
    shown.set_frame(zoo.frame())
    with qtbot.waitSignal(shown.painted):
        shown.set_frame(zoo.frame(step=2))
    assert shown.faults == ()
