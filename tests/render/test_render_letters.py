"""Letters in the cells of a picture: where they stand, in which ink, and what is found under the cursor."""

from __future__ import annotations

import numpy as np
import render_zoo
from pytestqt.qtbot import QtBot

from playground.figures.layers import Letters
from playground.render.data import Data
from playground.render.look import FigureLook
from playground.render.painters.letters import LettersPainter
from playground.render.scales import Mapping
from playground.render.tokens import DARK, LIGHT, Theme


def taken(theme: Theme = LIGHT) -> LettersPainter:
    """Two rows of two letters over 200 x 100 px; the last cell is empty and one has no number."""
    painter = LettersPainter(Letters(name="l", z="z", words="told", mark="mark", levels=(0.0, 1.0)))
    arrays = {"z": np.array([[0.0, 1.0], [np.nan, 0.5]]), "mark": np.array([[0, 1], [0, 0]])}
    painter.take(Data(render_zoo.frame(arrays, told=("a", "b", "c", "")), None))
    painter.refresh(FigureLook(theme), Mapping((0.0, 2.0), (0.0, 2.0), 200.0, 100.0))
    assert not painter.fault
    return painter


def test_each_letter_stands_in_its_cell(qtbot: QtBot) -> None:
    painter = taken()
    feet = {word: foot for _, letters in painter._written for foot, word in letters}
    assert set(feet) == {"a", "b", "c"}
    assert 0 < feet["a"].x() < 100 < feet["b"].x() < 200
    assert 0 < feet["a"].y() < 50 < feet["c"].y() < 100
    assert len(painter._framed) == 1


def test_the_ink_stands_out_on_the_cell(qtbot: QtBot) -> None:
    for theme in (LIGHT, DARK):
        inks = {word: ink for ink, letters in taken(theme)._written for _, word in letters}
        assert inks["a"] != inks["b"]
        assert inks["c"] == theme.text


def test_a_letter_is_found_under_the_cursor_and_an_empty_cell_is_not(qtbot: QtBot) -> None:
    painter = taken()
    hit = painter.hit(150.0, 20.0, 5.0)
    assert hit is not None
    assert (hit.id, hit.row, hit.column, hit.text) == (1, 0, 1, "b: 1")
    unmeasured = painter.hit(20.0, 80.0, 5.0)
    assert unmeasured is not None
    assert unmeasured.text == "c"
    assert painter.hit(150.0, 80.0, 5.0) is None
