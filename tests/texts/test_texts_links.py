"""What ties symbols to layers, and where symbols stand in a formula."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from playground.figures import layers
from playground.render.formula import formula_marks, formula_svg
from playground.texts.links import keys, symbol_key
from playground.texts.notes import Formula, latex


@pytest.mark.parametrize(
    ("written", "key"), [("w", "w"), ("𝐰", "w"), ("z*", "z*"), ("z^*", "z*"), ("x_i", "xi"), ("z̄", "z̄"), ("z ¯", "z̄")]
)
def test_a_symbol_is_the_same_however_it_is_set(written: str, key: str) -> None:
    assert symbol_key(written) == key


def test_a_layer_is_tied_to_what_it_names() -> None:
    line = layers.Lines(name="path", xy="walk", text="at {loss}", symbol="z z*", linked="nodes")
    assert keys(line) == {"@walk", "@loss", "z", "z*"}
    assert keys(layers.Level(name="bound", value="bound.eg", role="theory")) == {"@bound.eg"}


def marks_of(source: str, **values: object) -> dict[str, tuple[float, float]]:
    """Keys with the left and right ends of their boxes."""
    metrics = {name: value for name, value in values.items() if not isinstance(value, np.ndarray)}
    arrays = {name: value for name, value in values.items() if isinstance(value, np.ndarray)}
    text = latex(Formula(source), None, metrics, arrays, tagged=True)
    return {mark.key: (mark.x, mark.x + mark.width) for mark in formula_marks(text, 16.0, "#000000")}


def test_symbols_stand_where_they_are_read() -> None:
    found = marks_of(
        r"\mathbf{w} + \bar z = z^* \left( \frac{a}{\val{rate}} \right)^2 + \val{step}",
        rate=0.5,
        step=np.array([1.0, -2.0]),
    )
    assert {"w", "z̄", "z*", "a", "@rate", "@step"} <= set(found)
    left = [found[key][0] for key in ("w", "z̄", "z*", "@rate", "@step")]
    assert left == sorted(left)
    assert found["w"][1] <= found["z̄"][0]
    assert found["@step"][0] >= found["@rate"][1]


def test_keys_do_not_move_anything() -> None:
    source = Formula(r"x \leftarrow x + (\val{rate}) \, \val{step}")
    values, arrays = {"rate": -0.5}, {"step": np.array([1.0, -2.0])}
    plain, tagged = (latex(source, None, values, arrays, tagged=tagged) for tagged in (False, True))
    assert plain != tagged
    assert "@" not in plain
    one, other = (formula_svg(text, 16.0, "#000000") for text in (plain, tagged))
    # What is tagged is laid out with zeros, which are as wide as all digits and less than a px higher or lower.
    boxes = [ElementTree.fromstring(svg).get("viewBox", "").split() for svg, _ in (one, other)]
    assert [float(part) for part in boxes[0]] == pytest.approx([float(part) for part in boxes[1]], abs=0.5)
    assert len(re.findall("<path", one[0])) == len(re.findall("<path", other[0]))
    symbols = [{mark.key: mark.x for mark in marks if "@" not in mark.key} for _, marks in (one, other)]
    assert symbols[0].keys() == symbols[1].keys()
    assert all(symbols[0][key] == pytest.approx(symbols[1][key], abs=0.5) for key in symbols[0])
    assert "@" not in formula_svg(tagged, 16.0, "#000000")[0]
