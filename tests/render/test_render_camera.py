"""What a camera draws anew is what it would draw as a whole."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import render_demo as demo
from drawn import sight
from PySide6.QtWidgets import QApplication

from playground.render.camera import Camera
from playground.render.slide import Sight, SlideWords
from playground.render.tokens import LIGHT

SIZE = (640, 400)


@pytest.mark.parametrize("runs", [1, 2])
def test_only_what_has_changed_is_drawn_and_the_rest_is_as_it_was(qapp: QApplication, runs: int) -> None:
    def sights(step: int) -> list[Sight]:
        frame = demo.frame(step)
        return [replace(sight(demo.figure(), demo.DECLARATION, frame), title=f"run {i}") for i in range(runs)]

    with Camera(SIZE, LIGHT, lecture=True) as kept:
        for step in (0, 1, 1, 2, 5):
            words = SlideWords(f"After {step} steps", "beat 1 of 2")
            kept.take(sights(step), words)
            drawn = kept.pixels()
            if step == 1 and drawn is None:
                continue
            assert drawn is not None
            kept._slide._dirty.append(kept._slide.rect())
            part = drawn.copy()
            whole = kept.pixels()
            assert whole is not None
            np.testing.assert_array_equal(part, whole)
        kept.take(sights(5), words)
        assert kept.pixels() is None
