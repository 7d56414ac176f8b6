"""Messages on their way: discs between the nodes of a graph."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Messages
from playground.render.data import Data
from playground.render.painter import Painter
from playground.render.painters.discs import draw_disc
from playground.render.painters.graphs import MOST_DISCS, node_radii

_LARGEST = 0.62  # half the diameter of the largest disc, of a point
_LEAST = 0.9  # px, half the diameter below which a disc is left out
_ASIDE = 0.45  # of the largest disc: how far a way keeps to the right


def map_colours(theme: Any, values: Floats, levels: Floats) -> list[str]:
    """The colour that each value has in the diverging map; without levels these are symmetric round 0."""
    table = theme.map("diverging")
    known = values[np.isfinite(values)]
    most = float(np.abs(known).max(initial=0.0)) or 1.0
    low, high = (float(levels[0]), float(levels[1])) if len(levels) == 2 else (-most, most)
    share = (np.nan_to_num(values) - low) / (high - low if high > low else 1.0)
    rows = np.clip(np.rint(share * (len(table) - 1)), 0, len(table) - 1).astype(int)
    return ["#{:02X}{:02X}{:02X}".format(*table[row]) for row in rows.tolist()]


class MessagesPainter(Painter[Messages]):
    """Draws `Messages`."""

    def __init__(self, layer: Messages) -> None:
        super().__init__(layer)
        self._discs: list[tuple[QPointF, float, str, bool]] = []
        self._free: QPainterPath | None = None

    def read(self, data: Data) -> tuple[Any, ...]:
        """Nodes, pairs, sizes, values, levels, the nodes' sizes, flags."""
        layer = self.layer
        xy, pairs = data.rows(layer.xy), data.rows(layer.pairs)
        known: Any = ((pairs >= 0) & (pairs < len(xy))).all(axis=1)
        columns = [data.column(name) for name in (layer.sizes, layer.values, layer.levels)]
        return xy, np.where(known[:, None], pairs, 0).astype(np.intp), *columns, *self._more(data)

    def _more(self, data: Data) -> tuple[Floats, Floats]:
        return data.column(self.layer.node_sizes), data.column(self.layer.strong)

    def prepare(self) -> None:
        """Places, radii and colours of the discs that can be seen, the small ones first."""
        xy, pairs, sizes, values, levels, node_sizes, strong = self.values
        self._discs, self._free = [], None
        most = float(np.nanmax(sizes, initial=0.0))
        if not len(pairs) or len(sizes) != len(pairs) or most <= 0:
            return
        px = self.map.px(xy)
        rims = node_radii(self.look, px, node_sizes)
        largest = min(_LARGEST * self.look.point, 0.8 * float(rims.min(initial=math.inf)))
        radii = largest * np.sqrt(np.clip(np.nan_to_num(sizes), 0.0, None) / most)
        tails, heads = px[pairs[:, 0]], px[pairs[:, 1]]
        length = np.maximum(np.hypot(*(heads - tails).T), 1e-9)
        along = (heads - tails) / length[:, None]
        free = np.maximum(length - rims[pairs[:, 0]] - rims[pairs[:, 1]] - 2 * largest, 0.0)
        distance = rims[pairs[:, 0]] + largest + self.layer.at * free
        aside = _ASIDE * largest * np.stack([-along[:, 1], along[:, 0]], axis=1)
        places = tails + along * np.minimum(distance, length)[:, None] + aside
        ink = self.look.ink(self.layer.role)
        colours = (
            map_colours(self.look.theme, values, levels) if len(values) == len(pairs) else [ink.color] * len(pairs)
        )
        heavy = strong.astype(bool) if len(strong) == len(pairs) else np.zeros(len(pairs), bool)
        seen = np.isfinite(places).all(axis=1) & (radii >= _LEAST)
        for k in np.argsort(radii, kind="stable").tolist():
            if seen[k]:
                self._discs.append((QPointF(*places[k].tolist()), float(radii[k]), colours[k], bool(heavy[k])))
        self._keep_clear(px, rims, places[seen], radii[seen])

    def _keep_clear(self, px: Floats, rims: Floats, places: Floats, radii: Floats) -> None:
        """Messages pass below the nodes on their ways, whose names would else be covered."""
        if not len(places) or len(px) > MOST_DISCS:
            return
        gap = np.hypot(*(places[:, None] - px).transpose(2, 0, 1)) - rims
        below = (gap < radii[:, None]).any(axis=0)
        if below.any():
            self._free = QPainterPath()
            self._free.addRect(self.boundingRect())
            for (x, y), rim in zip(px[below].tolist(), rims[below].tolist(), strict=True):
                self._free.addEllipse(QPointF(x, y), rim, rim)

    def draw(self, painter: QPainter) -> None:
        """The discs."""
        thin = max(0.6, self.look.hairline * 0.7)
        if self._free is not None:
            painter.setClipPath(self._free, Qt.ClipOperation.IntersectClip)
        for place, radius, colour, heavy in self._discs:
            draw_disc(painter, place, radius, colour, self.look.theme.text, 2 * thin if heavy else thin)

    def obstacles(self) -> Floats:
        """The discs (n, 2) in px."""
        return np.array([[place.x(), place.y()] for place, *_ in self._discs]).reshape(-1, 2)
