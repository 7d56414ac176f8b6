"""Components along a stroke of the mouse: a density that the user draws."""

from __future__ import annotations

import torch

from playground.engine.errors import BadInput
from playground.engine.kit.diffusion.datasets import Components
from playground.engine.kit.diffusion.thinning import with_room
from playground.engine.kit.points.strokes import spaced

MOST = 400
"""Components at most."""
APART = 0.12
"""Distance of the components of a stroke."""
PEN = 0.09
"""Their standard deviation."""


def with_stroke(old: Components, path: list[float], fresh: bool) -> Components:
    """The components with small ones along a stroke, of a mode of their own.

    What is drawn already is thinned where there is no room for the stroke.

    Args:
        old: those before.
        path: x and y of the stroke's corners in turn.
        fresh: the stroke replaces what was there, such as what stands for an empty sheet.

    Raises:
        BadInput: the path is no stroke, or there are too many components of a mode of their own.
    """
    d, mass = old.means.shape[1], float(old.masses.mean())
    masses, means, spreads, modes = [part[:0] for part in old] if fresh else old
    room = len(spaced(path, APART, MOST // 2))
    if len(masses) + room > MOST:
        left = with_room(masses, modes, MOST - room)
        masses, (means, spreads, modes) = left.masses, (part[left.rows] for part in (means, spreads, modes))
    places = spaced(path, APART, MOST - len(masses))[:, :d].contiguous()
    m = len(places)
    if len(masses) + m > MOST:
        raise BadInput(f"{len(masses) + m} components are too many, allowed are {MOST}", "path")
    one = torch.ones(m, dtype=torch.float64)
    return Components(
        torch.cat([masses, mass * one]),
        torch.cat([means, places]),
        torch.cat([spreads, PEN * one]),
        torch.cat([modes, torch.full((m,), int(modes.max()) + 1 if len(modes) else 0)]),
    )
