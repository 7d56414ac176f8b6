"""A figure travels when it is new, and stands for itself from then on."""

from __future__ import annotations

from dataclasses import replace

import toys

from playground.engine.frame import Frame
from playground.engine.process.figure_transfer import Specs, receiving
from playground.engine.process.messages import FrameMessage
from playground.engine.run.session import Session
from playground.figures.figure import Figure, Plot

ONE = Figure(plots=(Plot(name="one", title="One", layers=()),))
OTHER = Figure(plots=(Plot(name="other", title="Other", layers=()),))
FRAME = Session(toys.walk()).frame()


def message(*figures: Figure | None, group: str = "a") -> FrameMessage:
    frames: tuple[Frame, ...] = tuple(replace(FRAME, figure=figure) for figure in figures)
    return FrameMessage(group, frames, False, 0.0, "CPU", False)


def test_what_comes_is_what_was_sent_and_an_equal_figure_is_left_out() -> None:
    sender, receiver = Specs(), receiving()
    for sent, kept in [
        (message(ONE), 1),
        (message(ONE), 0),
        (message(OTHER), 1),
        (message(OTHER, ONE), 1),
        (message(OTHER, ONE), 0),
        (message(None), 1),
        (message(None), 0),
        (message(ONE, group="b"), 1),
        (message(ONE), 1),
    ]:
        parcel = sender.without(sent)
        assert len(parcel.frames) - len(parcel.same) == kept
        assert all(frame.figure is None for i, frame in enumerate(parcel.frames) if i in parcel.same)
        assert receiver.whole(parcel) == sent
        came = receiver.whole(sender.without(sent))
        assert [a.figure is b.figure for a, b in zip(came.frames, sent.frames, strict=True)] == [True] * len(
            sent.frames
        )


def test_the_window_remembers_more_groups_than_the_engine() -> None:
    sender, receiver = Specs(), receiving()
    for turn in range(3):
        for number in range(100):
            sent = message(ONE, group=f"panel#{number}")
            assert receiver.whole(sender.without(sent)) == sent, turn
    assert len(sender._known) < len(receiver._known) < 100


def test_other_messages_pass() -> None:
    assert Specs().without("words") == Specs().whole("words") == "words"
