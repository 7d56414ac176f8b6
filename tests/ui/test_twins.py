"""Twins in the window: what is compared, what the titles say, and that all pictures are one picture to the hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from playground.engine.process import messages as m
from playground.engine.process.messages import FrameMessage
from playground.engine.run.variants import Variant

if TYPE_CHECKING:
    from window_desk import Desk, Driven


def send(desk: Desk, *changes: dict[str, Any], compared: tuple[str, ...] = ("rate",), titles: Any = ()) -> None:
    """A message of a group of twins; each differs from the first frame by its changes."""
    first = desk.frame
    others = tuple(
        replace(first, params={**first.params, **change.get("params", {})}, **change.get("frame", {}))
        for change in changes
    )
    group = desk.panel.group
    desk.controller.handle(FrameMessage(group, (first, *others), False, 0.0, "CPU", False, 0, compared, titles))


def test_a_value_is_compared_once_and_at_most_four_stand_side_by_side(desk: Desk) -> None:
    controller = desk.controller
    assert controller.comparison.compare("rate", [2.0, 1.0, 2.0])
    assert desk.engine.sent(m.Compare) == [m.Compare(("rate",), (Variant({"rate": 2.0}),))]
    send(desk, *({"params": {"rate": rate}} for rate in (2.0, 3.0)))
    assert controller.comparison.compare("rate", [4.0, 5.0])
    assert desk.engine.sent(m.Compare)[-1] == m.Compare(("rate",), (Variant({"rate": 4.0}),))
    assert not controller.comparison.compare("rate", [3.0])
    assert "already" in controller.state.notice.text  # type: ignore[union-attr]


def test_all_values_of_a_choice_stand_beside_the_one_in_force(desk: Desk) -> None:
    assert desk.controller.comparison.compare_all("order")
    twins = (Variant({"order": "shuffled"}), Variant({"order": "worst"}))
    assert desk.engine.sent(m.Compare) == [m.Compare(("order",), twins)]


@pytest.mark.parametrize("words", ["nope", "50"])
def test_a_value_that_is_not_allowed_is_said_at_its_row(desk: Desk, words: str) -> None:
    assert not desk.controller.comparison.compare_typed("rate", words)
    assert desk.panel.refusal[0] == "rate"
    assert not desk.engine.sent(m.Compare)


def test_seeds_and_presets_stand_beside_the_run(desk: Desk) -> None:
    desk.controller.comparison.compare_seed()
    assert desk.engine.sent(m.Compare)[-1] == m.Compare(("@seed",), (Variant({}, 5),))
    name = list(desk.panel.presets)[1]
    desk.controller.comparison.compare_preset(name)
    sent = desk.engine.sent(m.Compare)[-1]
    names, twins, title = sent.names, sent.twins, sent.title
    assert (names, title) == (("@preset",), desk.panel.origin)
    assert twins[0].anew
    assert twins[0].title == desk.panel.presets[name]["title"]


def test_titles_are_the_difference_alone(desk: Desk) -> None:
    assert desk.panel.titles == ()
    send(desk, {"params": {"rate": 2.0}})
    assert desk.panel.titles == ("learning rate 1.0", "learning rate 2.0")
    send(desk, {"params": {"order": "worst"}}, compared=("order",))
    assert desk.panel.titles == ("Given", "Worst")
    send(desk, {"frame": {"seed": 8}}, compared=("@seed",))
    assert desk.panel.titles == ("seed 7", "seed 8")
    send(desk, {"params": {"rate": 2.0}}, compared=("@preset",), titles=("Here", "There"))
    assert desk.panel.titles == ("Here", "There")


def test_a_change_goes_to_all_but_the_named_difference_to_the_first(desk: Desk) -> None:
    send(desk, {"params": {"rate": 2.0}})
    desk.controller.parameters.set({"rate": 0.5}, "s")
    desk.controller.parameters.set({"noise": 0.1}, "t")
    assert desk.engine.sent(m.Set) == [m.Set({"rate": 0.5}, 0, "s"), m.Set({"noise": 0.1}, stroke="t")]
    desk.controller.comparison.type_twin(1, "rate", "0,25")
    assert desk.engine.sent(m.Set)[-1] == m.Set({"rate": 0.25}, 1)
    assert not desk.controller.comparison.type_twin(1, "rate", "-4")
    desk.controller.parameters.reseed(11)
    assert desk.engine.sent(m.Reseed) == [m.Reseed(11)]
    send(desk, {"frame": {"seed": 8}}, compared=("@seed",))
    desk.controller.parameters.reseed(12)
    assert desk.engine.sent(m.Reseed)[-1] == m.Reseed(12, 0)


def test_the_clock_is_that_of_the_twin_that_got_on(desk: Desk) -> None:
    ended: dict[str, Any] = {"step": 3, "reached": 3, "status": "converged"}
    desk.frame = replace(desk.frame, **ended)
    send(desk, {"frame": {"step": 9, "reached": 9, "status": "running"}})
    assert desk.panel.clock.step == 9
    desk.controller.clock.play()
    assert desk.panel.playing
    desk.controller.clock.pause()
    send(desk, {"frame": {**ended, "step": 9, "reached": 9}})
    desk.controller.clock.play()
    assert not desk.panel.playing


def test_the_last_twin_leaves_one_picture(desk: Desk) -> None:
    send(desk, {"params": {"rate": 2.0}})
    desk.controller.comparison.separate(1)
    desk.controller.comparison.separate()
    assert desk.engine.sent(m.Separate) == [m.Separate(1), m.Separate()]
    desk.send()
    assert desk.panel.twins == ()
    assert desk.panel.own == frozenset()


def test_columns_are_named_by_what_differs() -> None:
    from playground.ui.inspector.numbers_pane import apart

    assert apart(("learning rate 0.1", "learning rate 0.2")) == ("0.1", "0.2")
    assert apart(("Given", "Worst")) == ("Given", "Worst")
    assert apart(("seed 3", "seed 3")) == ("3", "3")
    assert apart(()) == ()


def test_the_window_splits_shares_ranges_and_comes_together_again(driven: Driven) -> None:
    stage = driven.page.stage
    driven.window._choose("compare", "rate=3")
    driven.wait(lambda: len(stage.split.all) == 2 and driven.panel.titles[1:] == ("learning rate 3.0",))
    driven.step_to(3)
    first, second = stage.split.all
    driven.wait(lambda: second._frame is driven.panel.twins[0].frame and second._frame.step == 3)
    assert first.size() == second.size()
    assert [head.words for head in stage.split.heads] == ["learning rate 1.0", "learning rate 3.0"]
    for name, box in first.boxes.items():
        assert (box.map.x, box.map.y) == (second.boxes[name].map.x, second.boxes[name].map.y)
    name, box = next(iter(second.boxes.items()))
    second._range(box, ((0.0, 1.0), (0.0, 1.0)))
    assert first.boxes[name].map.x == box.map.x
    assert first.boxes[name].map.x[1] < 2.0
    second.reset_view()
    assert stage.image().width() == stage.width()
    assert len(driven.page.inspector.parameters.rows["rate"].twins.fields) == 1
    driven.window.run("undo")
    driven.wait(lambda: driven.panel.frame.step == 3 and len(stage.split.all) == 1)
    assert stage.split.heads == []
    assert first.geometry() == stage.rect()


def test_a_row_asks_for_the_value_of_a_twin_and_the_title_takes_it_away(driven: Driven) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    driven.window._choose("compare", "rate")
    line = driven.page.inspector.parameters.rows["rate"].twins
    field = line.fields[-1]
    assert field.hasFocus()
    QTest.keyClicks(field, "0.2")
    QTest.keyClick(field, Qt.Key.Key_Return)
    driven.wait(lambda: driven.panel.titles == ("learning rate 1.0", "learning rate 0.2"))
    driven.wait(lambda: line.fields[0].text() == "0.2")
    heads = driven.page.stage.split.heads
    QTest.mouseClick(heads[0].close_button, Qt.MouseButton.LeftButton)
    driven.wait(lambda: not driven.panel.twins and driven.panel.params.rate == 0.2)


def test_a_gesture_in_one_picture_goes_to_all(driven: Driven) -> None:
    driven.window._choose("compare", "rate=3")
    driven.wait(lambda: len(driven.panel.twins) == 1)
    driven.page.stage.split.all[1].gesture.emit("add", {"x": 1.5, "y": 1.5, "label": 1}, "")
    driven.wait(lambda: all(frame.marks for frame in driven.panel.frames))


def test_the_menus_offer_what_can_differ(driven: Driven) -> None:
    from playground.ui.panel.twins import empty

    top = driven.page.top
    top._offer()
    words = [action.text() for action in top.compare_menu.actions()]
    assert "learning rate: compare with …" in words
    assert "order of examples" in words
    assert "Stop comparing" not in words
    driven.window._choose("compare", "order=*")
    driven.wait(lambda: driven.panel.titles == ("Given", "Shuffled", "Worst"))
    top._offer()
    assert "Stop comparing" in [action.text() for action in top.compare_menu.actions()]
    driven.window.run("uncompare")
    driven.wait(lambda: not driven.panel.twins)
    empty(top.compare_menu)
