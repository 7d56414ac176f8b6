"""Names at the ends of lines: apart, and inside the view."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from playground.render.labels import place
from playground.render.look import FigureLook
from playground.render.painter import Label


@pytest.mark.usefixtures("shipped_font")
@pytest.mark.parametrize("y", [3.0, 50.0, 97.0])
def test_ends_close_to_a_border_stay_apart_and_inside(y: float) -> None:
    labels = [Label(name, 20.0, y + k, "ink", kind="end") for k, name in enumerate(("held out", "0.0167", "third"))]
    none = np.zeros((0, 2))
    boxes = sorted(
        (one.box for one in place(labels, FigureLook(), 300.0, 100.0, none, none)),
        key=lambda box: box.top(),
    )
    assert boxes[0].top() >= 0
    assert boxes[-1].bottom() <= 100
    assert all(upper.bottom() <= lower.top() + 1e-6 for upper, lower in pairwise(boxes))
