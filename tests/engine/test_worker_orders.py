from __future__ import annotations

from typing import Any

from playground.engine.errors import BadInput
from playground.engine.process import messages as m
from playground.engine.process.command_chains import chains


def target_of(group: str, act: m.Act) -> tuple[str, ...]:
    if act.kind == "unknown":
        raise BadInput("no such gesture")
    return ("id",) if act.kind == "move" else ()


def grouped(*commands: m.Command | tuple[str, m.Command]) -> list[list[int]]:
    orders = []
    for serial, entry in enumerate(commands):
        group, command = entry if isinstance(entry, tuple) else ("a", entry)
        orders.append(m.Order(serial, group, command))
    return [[order.serial for order in chain] for chain in chains(orders, target_of)]


def move(point: int, x: float, stroke: str = "s") -> m.Act:
    values: dict[str, Any] = {"id": point, "x": x}
    return m.Act("move", values, stroke)


def test_moves_of_one_target_in_one_stroke_count_once() -> None:
    assert grouped(move(1, 0.1), m.Ask(), move(1, 0.2), ("b", m.Step(1)), move(1, 0.3)) == [[0, 2, 4], [1], [3]]


def test_other_targets_strokes_and_clicks_stay() -> None:
    assert grouped(move(1, 0.1), move(2, 0.1)) == [[0], [1]]
    assert grouped(move(1, 0.1, "s"), move(1, 0.2, "t")) == [[0], [1]]
    assert grouped(move(1, 0.1, ""), move(1, 0.2, "")) == [[0], [1]]
    assert grouped(m.Act("add", {}, "s"), m.Act("add", {}, "s")) == [[0], [1]]
    assert grouped(m.Act("unknown", {}, "s"), m.Act("unknown", {}, "s")) == [[0], [1]]


def test_what_comes_between_parts_the_moves() -> None:
    for between in (m.Step(1), m.GetRecord("t"), m.Close(), move(2, 0.0)):
        assert grouped(move(1, 0.1), between, move(1, 0.2)) == [[0], [1], [2]]


def test_sliders_and_scrub_bars_count_once() -> None:
    assert grouped(m.Set({"r": 1}), m.Set({"r": 2}), m.Set({"q": 2})) == [[0, 1], [2]]
    assert grouped(m.Set({"r": 1}, 0), m.Set({"r": 2}, 1)) == [[0], [1]]
    assert grouped(m.Seek(3), m.Seek(4), m.Step(1), m.Step(1)) == [[0, 1], [2], [3]]
