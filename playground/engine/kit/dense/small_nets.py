"""Passes of small nets as fast as calls of numpy allow: for the inner loop of training, and what is read after it.

At this size a call costs more than its arithmetic. Samples are columns here, so that the units of a layer, without the
row of ones below them, are one piece of memory: activations run over it in one go, and the products of a single net
are plain `dot`s into memory that was made once. The formulas are those of `passes`, against which a test holds them.

Nets without normalisation. Large nets and many of them are worked on piece by piece, giving way in between.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import Activation
from playground.engine.kit.dense.layout import DenseLayer, Sizes
from playground.engine.kit.dense.losses import Loss
from playground.engine.kit.giving_way import give_way

_MOST_AT_ONCE = 1 << 20  # weights times points: some milliseconds
_MOST_SHARED = 1 << 16  # numbers in memory that is kept from one pass to the next
Factors = list[Floats] | None
"""What the values of each hidden layer are multiplied with (dropout, silenced units): each (..., n, m) or (m,)."""


class _Room:
    """Memory for passes of n points through nets of one shape; a pass overwrites what stood there."""

    def __init__(self, sizes: Sizes, lead: tuple[int, ...], n: int) -> None:
        hidden = sizes[1:-1]
        self.before = [np.empty((*lead, m, n)) for m in hidden]
        self.full = [np.ones((*lead, m + 1, n)) for m in hidden]
        self.passed = [full[..., :-1, :] for full in self.full]
        self.slopes = [np.empty((*lead, m, n)) for m in hidden]
        self.turned = [slopes.swapaxes(-1, -2) for slopes in self.slopes]
        self.out = np.empty((*lead, sizes[-1], n))


_shared = lru_cache(maxsize=16)(_Room)


class _Piece:
    """The passes of some of the nets.

    Attributes:
        nets: which of them.
        large: whether a layer takes so long that a pass gives way after it.
        room: the memory; `room.out` holds the outputs after `forward`.
    """

    def __init__(self, layers: list[DenseLayer], nets: slice, function: Activation, n: int) -> None:
        weights = [layer.all[nets] if layer.all.ndim == 3 else layer.all for layer in layers]
        lead = weights[0].shape[:-2]
        sizes = (weights[0].shape[-2] - 1, *(part.shape[-1] for part in weights))
        self.nets, self._function = nets, function
        self._product = np.matmul if lead else np.dot
        self._maps = [part.swapaxes(-1, -2) for part in weights]
        self._back = [part[..., :-1, :] for part in weights]
        # Between two slices others may work with the same shape, so what gives way amid a pass has memory of its own.
        self.large = sum(part.size for part in weights) * n > _MOST_AT_ONCE
        kept = sum(sizes[1:]) * n * (lead[0] if lead else 1) <= _MOST_SHARED
        self.room = (_shared if kept and not self.large else _Room)(sizes, lead, n)
        self._values: list[Floats] = []

    def forward(self, X: Floats, factors: list[Floats]) -> None:
        """Outputs into `room.out`; gives way after layers of large nets."""
        room, product, h = self.room, self._product, X
        self._values = []
        for depth, passed in enumerate(room.passed):
            a = self._function.value(product(self._maps[depth], h, room.before[depth]), passed)
            if factors:
                a = a.copy()
                passed *= factors[depth]
            self._values.append(a)
            h = room.full[depth]
            if self.large:
                give_way()
        product(self._maps[-1], h, room.out)

    def backward(self, X: Floats, slope: Floats, gradient: list[Floats], factors: list[Floats]) -> None:
        """From the slope by the outputs, (..., n, K), to the gradient."""
        room, product, values, turned = self.room, self._product, self._values, slope.swapaxes(-1, -2)
        for depth in range(len(values), 0, -1):
            product(room.full[depth - 1], slope, gradient[depth])
            across = product(self._back[depth], turned, room.slopes[depth - 1])
            if factors:
                across *= factors[depth - 1]
            across *= self._function.slope(room.before[depth - 1], values[depth - 1])
            slope, turned = room.turned[depth - 1], across
            if self.large:
                give_way()
        product(X, slope, gradient[0])


class MeanGradient:
    """The gradient of the mean loss over batches of one size.

    It keeps views of the weights and of the gradient: the weights are read where they stand, the gradient is written
    where it stands.
    """

    def __init__(
        self, layers: list[DenseLayer], gradient: list[DenseLayer], function: Activation, loss: Loss, n: int
    ) -> None:
        """Makes the memory of all passes.

        Args:
            layers: one net, or several with a leading axis.
            gradient: the views into which gradients are written.
            function: of the hidden units.
            loss: its mean is what the gradient is of.
            n: points in a batch.
        """
        self._loss, self._share = loss, 1.0 / n
        self._pieces = [
            (piece, piece.room.out.swapaxes(-1, -2), [_of(part.all, piece.nets) for part in gradient])
            for piece in _pieces(layers, function, n)
        ]

    def write(self, X: Floats, target: Floats, factors: Factors = None) -> None:
        """Write the gradient at the weights as they stand.

        Args:
            X: the points as columns over a row of ones, (d + 1, n) or (S, d + 1, n).
            target: of each point, (n,).
            factors: see `Factors`.
        """
        for piece, out, gradient in self._pieces:
            points, columns = _of(X, piece.nets), _columns(factors, piece.nets)
            piece.forward(points, columns)
            slope = self._loss.slope(out, target)
            slope *= self._share
            piece.backward(points, slope, gradient, columns)
            if len(self._pieces) > 1:
                give_way()


def outputs(layers: list[DenseLayer], function: Activation, X: Floats, factors: Factors = None) -> Floats:
    """The outputs for points as columns over a row of ones (d + 1, n): (K, n) or (S, K, n), in new memory."""
    found = np.empty((*layers[0].W.shape[:-2], layers[-1].W.shape[-1], X.shape[-1]))
    pieces = _pieces(layers, function, X.shape[-1])
    for piece in pieces:
        piece.forward(X, _columns(factors, piece.nets))
        _of(found, piece.nets)[...] = piece.room.out
        if len(pieces) > 1:
            give_way()
    return found


def _pieces(layers: list[DenseLayer], function: Activation, n: int) -> list[_Piece]:
    """All nets, in pieces of such a size that a pass takes some milliseconds."""
    if layers[0].W.ndim == 2:
        return [_Piece(layers, slice(None), function, n)]
    nets, work = len(layers[0].W), sum(layer.all[0].size for layer in layers) * n
    room = sum(layer.all.shape[-1] for layer in layers) * n
    most = max(1, min(_MOST_AT_ONCE // work, _MOST_SHARED // room))
    return [_Piece(layers, slice(start, start + most), function, n) for start in range(0, nets, most)]


def _of(values: Floats, nets: slice) -> Floats:
    """The part of some nets; what has no axis of nets belongs to all."""
    return values[nets] if values.ndim == 3 else values


def _columns(factors: Factors, nets: slice) -> list[Floats]:
    """Factors with samples as columns."""
    if factors is None:
        return []
    return [_of(np.atleast_2d(one), nets).swapaxes(-1, -2) for one in factors]
