"""What a picture in space has whatever it shows: a drag turns it, between the side and the top."""

from __future__ import annotations

import math
from typing import TypeVar

from playground.figures.layers import Cloud, Surface
from playground.render.painter import Painter

_LOW, _HIGH = math.radians(5.0), math.radians(85.0)
_TURN = 0.008  # radians a px
S = TypeVar("S", bound=Surface | Cloud)


class TurnedPainter(Painter[S]):
    """A painter of a layer in space.

    Attributes:
        turned: how far the user has turned it: round the upright axis, and up, in radians.
    """

    def __init__(self, layer: S) -> None:
        super().__init__(layer)
        self.turned = (0.0, 0.0)

    def turn(self, dx: float, dy: float) -> None:
        """Turns by a drag of so many px."""
        self.set_turned((self.turned[0] - dx * _TURN, self.turned[1] + dy * _TURN))

    def set_turned(self, turned: tuple[float, float]) -> None:
        """Takes how far it is turned; it stays between the side and the top."""
        own = math.radians(self.layer.elevation)
        turned = turned[0] % (2 * math.pi), min(_HIGH, max(_LOW, own + turned[1])) - own
        if turned != self.turned:
            self.turned, self._ready = turned, False

    def ground(self, x: float, y: float) -> tuple[float, float] | None:
        """The place of the plane that is seen at a px position; None where there is no plane."""
        return None
