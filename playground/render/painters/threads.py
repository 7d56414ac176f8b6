"""Many series as one ribbon of thin lines."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtGui import QPainter

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Threads
from playground.render.data import Data
from playground.render.painter import Extent, Painter, keeps_paths, span
from playground.render.pg import Segments, pen

_COLOURS = 24  # into which the threads are sorted
_FEW = 50  # threads; more are hairlines
_MANY = 2000  # pieces; more are hairlines, which take half the time
_DENSE = 5000  # pieces, which lie so close that smooth edges are not seen: half the time again
_PALE = 0.16  # half of the share of the map's middle that is left out: it could not be seen


class ThreadsPainter(Painter[Threads]):
    """Draws `Threads`, each colour with one call."""

    def __init__(self, layer: Threads) -> None:
        super().__init__(layer)
        self._bundles: list[tuple[str, Segments]] = []

    def read(self, data: Data) -> tuple[Any, ...]:
        """The axis, the series, the levels."""
        x, found = data.column(self.layer.x), data.array(self.layer.y)
        fits = found is not None and found.ndim == 2 and found.shape[1] == len(x)
        y = np.asarray(found, float) if fits else np.zeros((0, len(x)))
        return x, y, data.column(self.layer.levels)

    def prepare(self) -> None:
        """Pieces in px, sorted by colour."""
        x, y, levels = self.values
        self._bundles = []
        n, k = y.shape
        if not n or k < 2:
            return
        px = self.map.px(np.stack([np.tile(x, n), y.ravel()], axis=1)).reshape(n, k, 2)
        pieces = np.concatenate([px[:, :-1], px[:, 1:]], axis=2)
        bins = self._bins(y[:, -1], levels)
        table = self.look.theme.map("diverging")
        for place in np.unique(bins).tolist():
            chosen = pieces[bins == place].reshape(-1, 4)
            bundle = Segments()
            bundle.fill(chosen[np.isfinite(chosen).all(axis=1)])
            share = (place + 0.5) / _COLOURS
            share = (0.5 - _PALE) * 2 * share if share < 0.5 else 1 - (0.5 - _PALE) * 2 * (1 - share)
            r, g, b = table[round(share * (len(table) - 1))]
            self._bundles.append((f"#{r:02X}{g:02X}{b:02X}", bundle))

    def _bins(self, last: Floats, levels: Floats) -> Any:
        most = float(np.abs(last[np.isfinite(last)]).max(initial=0.0)) or 1.0
        low, high = (float(levels[0]), float(levels[1])) if len(levels) == 2 else (-most, most)
        share = (np.nan_to_num(last) - low) / (high - low if high > low else 1.0)
        return np.clip((share * _COLOURS).astype(int), 0, _COLOURS - 1)

    def draw(self, painter: QPainter) -> None:
        """The bundles."""
        many = sum(bundle.size for _, bundle in self._bundles)
        width = self.look.second if len(self.values[1]) <= _FEW and many <= _MANY else self.look.hairline
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, many <= _DENSE or keeps_paths(painter))
        for colour, bundle in self._bundles:
            painter.setPen(pen(colour, width))
            bundle.draw(painter)

    def extent(self) -> Extent:
        """All values."""
        x, y, _ = self.values
        return Extent(span(x), span(y.ravel()))
