"""Messages on their way between nodes, a sentence with arcs, a ribbon of series, and layers of one moment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import render_zoo
from pytestqt.qtbot import QtBot
from render_zoo import figure

from playground.figures.layers import Layer, Messages, Points, Sentence, Threads
from playground.render.data import Data
from playground.render.figure_view import FigureView
from playground.render.look import FigureLook
from playground.render.painters.messages import MessagesPainter
from playground.render.painters.sentences import SentencePainter
from playground.render.painters.threads import ThreadsPainter
from playground.render.scales import Mapping
from playground.render.tokens import LIGHT

SQUARE = Mapping((0.0, 10.0), (0.0, 10.0), 500.0, 500.0)
NODES = np.array([[1.0, 5.0], [9.0, 5.0]])


def taken(painter: Any, words: tuple[str, ...] = (), **arrays: Any) -> Any:
    """A painter that has read these arrays."""
    frame = render_zoo.frame(arrays, told=words)
    painter.take(Data(frame, None))
    painter.refresh(FigureLook(LIGHT), SQUARE)
    assert not painter.fault
    return painter


def messages(at: float, sizes: list[float], pairs: list[list[int]]) -> MessagesPainter:
    layer = Messages(name="messages", xy="xy", pairs="pairs", sizes="sizes", at=at)
    made: MessagesPainter = taken(MessagesPainter(layer), xy=NODES, pairs=np.array(pairs), sizes=np.array(sizes))
    return made


def test_a_message_goes_from_rim_to_rim_and_keeps_to_the_right() -> None:
    places = [float(messages(at, [1.0], [[0, 1]]).obstacles()[0, 0]) for at in (0.0, 0.5, 1.0)]
    assert places[1] == 250.0
    assert places[0] > 50.0
    assert places[2] < 450.0
    assert places[1] - places[0] == places[2] - places[1]
    both = messages(0.5, [1.0, 1.0], [[0, 1], [1, 0]]).obstacles()
    assert both[0, 1] > 250.0 > both[1, 1], "seen along the way, right is below on the way to the right"


def test_the_area_of_a_message_is_its_size_and_nothing_is_not_drawn() -> None:
    painter = messages(0.5, [4.0, 1.0, 0.0], [[0, 1], [1, 0], [0, 1]])
    radii = sorted(radius for _, radius, *_ in painter._discs)
    assert len(radii) == 2
    assert radii[1] / radii[0] == 2.0


def test_arcs_are_as_wide_as_their_weights_and_stand_over_their_tokens() -> None:
    layer = Sentence(name="s", role="slot1", words="told", pairs="pairs", weights="weights", strong="strong")
    painter: SentencePainter = taken(
        SentencePainter(layer),
        words=("a", "b", "c"),
        pairs=np.array([[2, 0], [1, 0]]),
        weights=np.array([1.0, 0.25]),
        strong=np.array([True, False]),
    )
    (muted, thin, _), (blue, wide, _) = painter._arcs
    assert muted != blue
    assert wide == 4 * thin
    assert np.allclose(painter._curves(np.array([[2, 0]]))[0, [0, -1], 0], [0.0, 100.0])
    hit = painter.hit(52.0, 495.0, 5.0)
    assert hit is not None
    assert hit.id == 1


def test_threads_take_the_colour_of_their_last_value() -> None:
    painter: ThreadsPainter = taken(
        ThreadsPainter(Threads(name="t", x="x", y="y")),
        x=np.array([0.0, 1.0, 2.0]),
        y=np.array([[1.0, 0.0, -1.0], [-1.0, 0.0, 1.0], [1.0, 0.5, -1.0]]),
    )
    assert len(painter._bundles) == 2


def test_layers_of_a_moment_are_seen_one_after_another(qtbot: QtBot) -> None:
    def layers() -> tuple[Layer, ...]:
        dots = Points(name="dot", xy="xy", moment=True)
        return (
            Points(name="still", xy="xy"),
            *(replace(dots, name=f"dot {part}", part=part) for part in range(3)),
        )

    view = FigureView(LIGHT, 1.0)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.set_figure(figure(*layers()), None)
    frames = [render_zoo.frame({"xy": NODES / 10}, step=step) for step in (0, 1)]
    view.set_frame(frames[0])
    box = view.boxes["only"]

    def seen() -> list[str]:
        return [painter.layer.name for painter in box.painters if painter.isVisible()]

    assert seen() == ["still", "dot 2"]
    for part in range(3):
        view.set_part(part)
        view.set_frame(frames[1])
        assert seen() == ["still", f"dot {part}"]
    view.set_part(None)
    assert seen() == ["still", "dot 2"]
    view.close()
