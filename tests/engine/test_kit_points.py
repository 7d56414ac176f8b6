"""Points that the user edits: ids stay, columns keep together, strokes have places along them."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
import torch
from torch import Tensor

from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit.diffusion.thinning import with_room
from playground.engine.kit.points.declared import TWO_CLASSES, PointGestures
from playground.engine.kit.points.edits import KINDS, SPACING, Edits
from playground.engine.kit.points.strokes import along, spaced
from playground.engine.kit.points.table import PointTable


class Data(NamedTuple):
    X: Tensor
    y: Tensor
    ids: Tensor
    next_id: int
    name: str


EDITS: Edits[Data] = Edits(table=PointTable(("X", "y")), place=lambda data, x, y, row: {"X": [x, y]})
DECLARED = PointGestures(label=TWO_CLASSES)


def data() -> Data:
    X = torch.tensor([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], dtype=torch.float64)
    return Data(X, torch.tensor([1.0, -1.0, 1.0], dtype=torch.float64), torch.arange(3), 3, "three")


def act(before: Data, kind: str, **values: Any) -> Data:
    return EDITS.apply(before, Gesture(kind, values))


def test_ids_stay_and_are_never_given_twice() -> None:
    start = data()
    less = act(start, "delete_point", id=1)
    more = act(less, "add_point", x=5.0, y=6.0, label="orange")
    assert more.ids.tolist() == [0, 2, 3]
    assert more.next_id == 4
    assert more.X.tolist() == [[0, 0], [2, 0], [5, 6]]
    assert more.y.tolist() == [1, 1, -1]
    moved = act(more, "move_point", id=2, x=-1.0, y=-2.0)
    assert moved.X.tolist() == [[0, 0], [-1, -2], [5, 6]]
    assert act(moved, "flip_label", id=3).y.tolist() == [1, 1, 1]
    empty = act(moved, "clear")
    assert (empty.X.shape, empty.next_id, empty.name) == ((0, 2), 4, "three")
    assert start.X.tolist() == data().X.tolist()


def test_a_point_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadInput, match="id is 7, there is no such point"):
        act(data(), "move_point", id=7, x=0.0, y=0.0)


def test_paint_keeps_its_distance_and_is_the_same_twice() -> None:
    path = [-2.0, 1.0, 2.0, 1.0, 9.0, 1.0]
    painted = act(data(), "draw_points", path=path, label="blue")
    new = painted.X[3:]
    assert len(new) > 10
    assert float(new.abs().max()) <= EDITS.reach
    assert float(torch.pdist(new).min()) >= SPACING - 1e-9
    assert act(painted, "draw_points", path=path, label="blue").ids.tolist() == painted.ids.tolist()


def test_the_declared_kinds_are_those_that_are_applied() -> None:
    declared = {
        DECLARED.add("").kind,
        DECLARED.draw("draw_points", "").kind,
        DECLARED.move("").kind,
        DECLARED.delete("").kind,
        DECLARED.relabel("flip_label", "").kind,
        DECLARED.relabel("next_label", "").kind,
        DECLARED.clear().kind,
    }
    assert declared == KINDS


def test_strokes_have_places_along_them() -> None:
    places = along([0.0, 0.0, 1.0, 0.0], 0.3)
    assert places == [(0.0, 0.0), (0.25, 0.0), (0.5, 0.0), (0.75, 0.0), (1.0, 0.0)]
    for wrong in ([], [1.0], [0.0] * 5000):
        with pytest.raises(BadInput, match="path"):
            along(wrong, 0.1)


def test_spaced_places_of_a_stroke_are_equally_far_apart() -> None:
    places = spaced([0.0, 0.0, 1.0, 0.0, 1.0, 1.0], 0.3, 50)
    assert torch.allclose((places[1:] - places[:-1]).abs().sum(1), torch.full((7,), 2 / 7, dtype=torch.float64))
    assert places[-1].tolist() == [1, 1]
    thin = spaced([0.0, 0.0, 10.0, 0.0], 0.1, 50)
    assert len(thin) == 50
    assert torch.allclose((thin[1:] - thin[:-1])[:, 0], torch.full((49,), 10 / 49, dtype=torch.float64))
    for wrong in ([], [1.0]):
        with pytest.raises(BadInput, match="path"):
            spaced(wrong, 0.1, 50)


def test_a_density_that_is_thinned_keeps_its_mass_and_every_mode() -> None:
    masses = torch.linspace(1.0, 2.0, 41, dtype=torch.float64)
    modes = torch.tensor([0] * 30 + [1] * 10 + [2])
    left = with_room(masses, modes, 20)
    assert len(left.rows) <= 20
    assert set(modes[left.rows].tolist()) == {0, 1, 2}
    for mode in range(3):
        before, after = masses[modes == mode].sum(), left.masses[modes[left.rows] == mode].sum()
        assert float(after) == pytest.approx(float(before))
    assert left.rows.tolist() == sorted(left.rows.tolist())
    assert with_room(masses, torch.arange(41), 20).rows.tolist() == list(range(41)), "modes keep one component each"
