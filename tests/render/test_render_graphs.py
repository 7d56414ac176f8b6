"""Graph layers: edges are kept while they stay, nodes are found, coloured, named and ringed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from render_zoo import frame

from playground.figures.layers import Graph
from playground.render.data import Data
from playground.render.look import FigureLook
from playground.render.painters.graphs import MOST_DISCS, MOST_EDGES, GraphPainter, _faint
from playground.render.scales import Mapping

LAYER = Graph(
    name="nodes",
    xy="xy",
    pairs="pairs",
    values="v",
    ids="ids",
    sizes="s",
    widths="w",
    strong="strong",
    mark="mark",
    hover="{v}",
)
MAP = Mapping((-1.0, 1.0), (-1.0, 1.0), 200.0, 200.0)


def arrays(n: int = 6, m: int = 5, **changed: Any) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    found = {
        "xy": rng.uniform(-0.9, 0.9, (n, 2)),
        "pairs": rng.integers(0, n, (m, 2)).astype(np.int32),
        "v": np.linspace(-1, 1, n),
        "ids": np.arange(n) + 100,
        "s": np.arange(n, dtype=float),
        "w": np.linspace(0, 1, m),
        "strong": np.zeros(m, bool),
        "mark": np.zeros(n, bool),
    }
    return found | changed


def painter_of(values: dict[str, Any], layer: Graph = LAYER) -> GraphPainter:
    made = GraphPainter(layer)
    show(made, values)
    return made


def show(painter: GraphPainter, values: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    painter.take(Data(frame(values), None))
    painter.refresh(FigureLook(), MAP)
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    inner = QPainter(image)
    painter.paint(inner, None)  # type: ignore[arg-type]  # it has no use for the option
    inner.end()
    assert painter.fault == ""
    return np.array(image.constBits(), np.uint8).reshape(200, 200, 4)[:, :, :3].copy()


def at(painter: GraphPainter, xy: Any, pixels: Any) -> tuple[int, ...]:
    """The colour (red, green, blue) at a position in data units."""
    x, y = painter.map.px(np.asarray([xy], float))[0]
    return tuple(int(c) for c in pixels[round(y), round(x)][::-1])


@pytest.mark.parametrize(("m", "times"), [(MOST_EDGES + 1, 1), (5, 4)])
def test_many_edges_are_drawn_once_while_values_change(m: int, times: int) -> None:
    values = arrays(50, m)
    painter = painter_of(values)
    pictures = [show(painter, values | {"v": np.full(50, level)}) for level in (-0.5, 0.2, 1.0)]
    assert painter.edges_drawn == times
    assert (pictures[0] != pictures[2]).any()
    chosen = show(painter, values | {"v": np.full(50, 1.0), "strong": np.arange(m) < 2})
    assert (chosen != pictures[2]).any()
    assert painter.edges_drawn == times + (m <= MOST_EDGES), "edges that stand out are drawn over the others"
    show(painter, values | {"xy": values["xy"] * 0.5})
    assert painter.edges_drawn == times + 1 + (m <= MOST_EDGES)


def test_values_colour_the_nodes_at_both_ends_of_the_map() -> None:
    xy = np.array([[-0.5, 0.0], [0.5, 0.0], [0.0, 0.5]])
    painter = painter_of(arrays(3, 0, xy=xy))
    pixels = show(painter, arrays(3, 0, xy=xy, v=np.array([-2.0, 2.0, np.nan])))
    table = FigureLook().theme.map("diverging")
    assert at(painter, xy[0], pixels) == table[0]
    assert at(painter, xy[1], pixels) == table[-1]
    assert at(painter, xy[2], pixels) == (255, 255, 255), "no value, no colour"


def test_classes_come_before_values() -> None:
    xy = np.array([[-0.5, 0.0], [0.5, 0.0]])
    layer = Graph(name="nodes", xy="xy", pairs="pairs", values="v", labels="labels")
    painter = GraphPainter(layer)
    pixels = show(painter, arrays(2, 0, xy=xy) | {"labels": np.array([1, -1])})
    slot = FigureLook().slot(1).color
    assert at(painter, xy[0], pixels) == tuple(bytes.fromhex(slot[1:]))
    assert at(painter, xy[1], pixels) == (255, 255, 255)


def test_many_nodes_come_from_an_atlas_in_the_same_colours() -> None:
    n = MOST_DISCS + 1
    xy = np.stack([np.linspace(-0.9, 0.9, n), np.zeros(n)], axis=1)
    xy[0], xy[-1] = (-0.5, 0.6), (0.5, 0.6)
    painter = painter_of(arrays(n, 0, xy=xy))
    pixels = show(painter, arrays(n, 0, xy=xy))
    table = FigureLook().theme.map("diverging")
    assert at(painter, xy[0], pixels) == table[0]
    assert at(painter, xy[-1], pixels) == table[-1]


def test_the_nearest_node_is_found_with_its_id_and_value() -> None:
    xy = np.array([[-0.5, 0.0], [0.5, 0.0]])
    painter = painter_of(arrays(2, 1, xy=xy, v=np.array([0.25, -1.0])))
    px = painter.map.px(xy)
    hit = painter.hit(float(px[0, 0]), float(px[0, 1]), 4.0)
    assert hit is not None
    assert (hit.id, hit.at, hit.text) == (100, (-0.5, 0.0), "100: 0.25")
    assert painter.hit(100.0, 20.0, 4.0) is None


def test_sizes_grow_with_the_degree_and_do_not_overlap() -> None:
    xy = np.array([[-0.5, 0.0], [0.5, 0.0], [0.0, 0.8]])
    painter = painter_of(arrays(3, 0, xy=xy, s=np.array([1.0, 4.0, 9.0])))
    assert painter._radius[0] < painter._radius[1] < painter._radius[2]
    close = painter_of(arrays(40, 0, xy=np.stack([np.linspace(-0.9, 0.9, 40), np.zeros(40)], axis=1)))
    assert float(close._radius.max()) * 2 < 1.8 * 200 * 0.9 / 39 * 1.2


def test_rings_and_strong_edges_are_seen() -> None:
    xy = np.array([[-0.5, 0.0], [0.5, 0.0]])
    pairs = np.array([[0, 1]], np.int32)
    plain = arrays(2, 1, xy=xy, pairs=pairs, w=np.ones(1))
    painter = painter_of(plain)
    before = show(painter, plain)
    assert (show(painter, plain | {"strong": np.array([True])}) != before).any()
    assert (show(painter, plain | {"mark": np.array([True, False])}) != before).any()


def test_names_are_drawn_only_where_they_fit() -> None:
    xy = np.array([[-0.5, 0.0], [0.5, 0.0]])
    layer = Graph(name="nodes", xy="xy", pairs="pairs", words="words", scale=2.0)
    painter = GraphPainter(layer)
    values = arrays(2, 0, xy=xy)

    def named(*words: str) -> Any:
        painter.take(Data(frame(values), None))
        painter.take(Data(replace(frame(values), words={"words": words}), None))
        painter.refresh(FigureLook(), MAP)
        return show_as_it_is(painter)

    blank = named("", "")
    assert (named("1", "2") != blank).any()
    assert (named("a very long name", "another long name") == blank).all()


def show_as_it_is(painter: GraphPainter) -> np.ndarray[Any, np.dtype[np.uint8]]:
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    inner = QPainter(image)
    painter.paint(inner, None)  # type: ignore[arg-type]  # it has no use for the option
    inner.end()
    return np.array(image.constBits(), np.uint8).reshape(200, 200, 4)[:, :, :3].copy()


def test_edges_fade_with_their_number_and_heavy_ones_do_not() -> None:
    few, many, most = (int(_faint("#808080", edges, 0.0)[1:3], 16) for edges in (100, 3000, 10**6))
    assert few == 255 > many > most > 20
    assert _faint("#808080", 10**6, 1.0) == "#FF808080"
