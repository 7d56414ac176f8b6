"""Known nets as lists of layers, counted: shapes, weights, multiply-adds and receptive fields, layer by layer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from playground.concepts.conv_nets.shape import Field, grown
from playground.engine.errors import BadInput
from playground.engine.kit.conv_nets import Shape, size

Spec = tuple[Any, ...]
"""A layer: ("conv", in, out, k, s, p), perhaps with a dilation and groups; ("maxpool" or "avgpool", k, s), perhaps with
a padding; ("adaptive_avg", size); ("linear", in, out); ("inception", in, 1x1, before 3x3, 3x3, before 5x5, 5x5, behind
the pooling)."""


class Counted(NamedTuple):
    """A layer with its numbers.

    Attributes:
        name: what it is, in words.
        channels, rows, columns: what it gives; a linear layer gives channels alone, of 1 x 1.
        weights: with biases.
        biases: of them.
        work: multiply-adds for one picture.
        field: what a unit of it sees; None behind a linear layer.
    """

    name: str
    channels: int
    rows: int
    columns: int
    weights: int
    biases: int
    work: int
    field: Field | None


Layers = tuple[Spec, ...]

LENET: Layers = (
    ("conv", 1, 6, 5, 1, 2),
    ("avgpool", 2, 2),
    ("conv", 6, 16, 5, 1, 0),
    ("avgpool", 2, 2),
    ("linear", 400, 120),
    ("linear", 120, 84),
    ("linear", 84, 10),
)
ALEXNET: Layers = (
    ("conv", 3, 96, 11, 4, 0),
    ("maxpool", 3, 2),
    ("conv", 96, 256, 5, 1, 2, 1, 2),
    ("maxpool", 3, 2),
    ("conv", 256, 384, 3, 1, 1),
    ("conv", 384, 384, 3, 1, 1, 1, 2),
    ("conv", 384, 256, 3, 1, 1, 1, 2),
    ("maxpool", 3, 2),
    ("linear", 9216, 4096),
    ("linear", 4096, 4096),
    ("linear", 4096, 1000),
)


def _vgg() -> Layers:
    layers, before = list[Spec](), 3
    for channels, times in ((64, 2), (128, 2), (256, 3), (512, 3), (512, 3)):
        for _ in range(times):
            layers.append(("conv", before, channels, 3, 1, 1))
            before = channels
        layers.append(("maxpool", 2, 2))
    return (*layers, ("linear", 25088, 4096), ("linear", 4096, 4096), ("linear", 4096, 1000))


VGG = _vgg()
GOOGLENET: Layers = (
    ("conv", 3, 64, 7, 2, 3),
    ("maxpool", 3, 2, 1),
    ("conv", 64, 64, 1, 1, 0),
    ("conv", 64, 192, 3, 1, 1),
    ("maxpool", 3, 2, 1),
    ("inception", 192, 64, 96, 128, 16, 32, 32),
    ("inception", 256, 128, 128, 192, 32, 96, 64),
    ("maxpool", 3, 2, 1),
    ("inception", 480, 192, 96, 208, 16, 48, 64),
    ("inception", 512, 160, 112, 224, 24, 64, 64),
    ("inception", 512, 128, 128, 256, 24, 64, 64),
    ("inception", 512, 112, 144, 288, 32, 64, 64),
    ("inception", 528, 256, 160, 320, 32, 128, 128),
    ("maxpool", 3, 2, 1),
    ("inception", 832, 256, 160, 320, 32, 128, 128),
    ("inception", 832, 384, 192, 384, 48, 128, 128),
    ("adaptive_avg", 1),
    ("linear", 1024, 1000),
)
WIDE: Layers = (("conv", 192, 32, 5, 1, 2),)
BOTTLENECK: Layers = (("conv", 192, 16, 1, 1, 0), ("conv", 16, 32, 5, 1, 2))
THREES: Layers = (("conv", 64, 64, 3, 1, 1), ("conv", 64, 64, 3, 1, 1))
FIVE: Layers = (("conv", 64, 64, 5, 1, 2),)
KNOWN: dict[str, tuple[tuple[int, int, int], Layers]] = {
    "lenet": ((1, 28, 28), LENET),
    "alexnet": ((3, 227, 227), ALEXNET),
    "vgg": ((3, 224, 224), VGG),
    "inception": ((3, 224, 224), GOOGLENET),
    "bottleneck": ((192, 28, 28), BOTTLENECK),
    "wide": ((192, 28, 28), WIDE),
    "threes": ((64, 56, 56), THREES),
    "five": ((64, 56, 56), FIVE),
}
"""Channels, rows and columns of what enters, and the layers."""


def of_shape(shape: Shape) -> tuple[tuple[int, int, int], Layers]:
    """The net trained here in the same words."""
    layers, before, last = list[Spec](), shape.colours, shape.side
    for layer in shape.layers:
        layers.append(("conv", before, layer.channels, layer.kernel, layer.stride, layer.padding, layer.dilation))
        last = size(last, layer.kernel, layer.stride, layer.padding, layer.dilation)
        if layer.pool > 1:
            layers.append(("maxpool", layer.pool, layer.pool))
            last //= layer.pool
        before = layer.channels
    if shape.head == "mean":
        layers.append(("adaptive_avg", 1))
        last = 1
    layers.append(("linear", before * last * last, shape.classes))
    return (shape.colours, shape.side, shape.side), tuple(layers)


@lru_cache(maxsize=64)
def counted(enters: tuple[int, int, int], layers: Layers) -> tuple[Counted, ...]:
    """Every layer with its numbers.

    Raises:
        BadInput: a window does not fit, or a layer does not take what comes.
    """
    found, (channels, rows, columns), field = list[Counted](), enters, Field(1, 1, 0)
    seen: Field | None = field
    for spec in layers:
        match spec[0]:
            case "conv":
                one, seen = _conv(spec, channels, rows, columns, seen)
            case "maxpool" | "avgpool":
                k, s, p = (*spec[1:], 0)[:3]
                seen = None if seen is None else grown(seen, (k, s, 1, p))
                a, b = (size(n, k, s, p) for n in (rows, columns))
                one = Counted(f"{_POOLS[spec[0]]} {k} × {k}", channels, a, b, 0, 0, 0, seen)
            case "adaptive_avg":
                one, seen = Counted("mean", channels, spec[1], spec[1], 0, 0, 0, None), None
            case "inception":
                one, seen = _inception(spec, channels, rows, columns, seen)
            case "linear":
                if spec[1] != channels * rows * columns:
                    raise BadInput(f"linear takes {spec[1]} numbers, {channels * rows * columns} come", "layers")
                one, seen = (
                    Counted("linear", spec[2], 1, 1, (spec[1] + 1) * spec[2], spec[2], spec[1] * spec[2], None),
                    None,
                )
            case other:
                raise BadInput(
                    f"layer is {other!r}, allowed are conv, maxpool, avgpool, adaptive_avg, inception, linear", "layers"
                )
        if min(one.rows, one.columns) < 1:
            raise BadInput(f"{one.name} has no window in {rows} x {columns}", "layers")
        found.append(one)
        channels, rows, columns = one.channels, one.rows, one.columns
    return tuple(found)


_POOLS = {"maxpool": "max pool", "avgpool": "mean pool"}


def _conv(spec: Spec, channels: int, rows: int, columns: int, seen: Field | None) -> tuple[Counted, Field | None]:
    into, out, k, s, p = spec[1:6]
    more: tuple[int, ...] = spec[6:]
    d, groups = (*more, 1, 1)[:2] if len(more) < 2 else more
    if into != channels:
        raise BadInput(f"conv takes {into} channels, {channels} come", "layers")
    a, b = (size(n, k, s, p, d) for n in (rows, columns))
    weights = k * k * into // groups * out
    seen = None if seen is None else grown(seen, (k, s, d, p))
    return Counted(f"conv {k} × {k}", out, a, b, weights + out, out, weights * a * b, seen), seen


def _inception(spec: Spec, channels: int, rows: int, columns: int, seen: Field | None) -> tuple[Counted, Field | None]:
    """Four branches side by side: 1x1; 1x1 and 3x3; 1x1 and 5x5; 3x3 pooling and 1x1."""
    into, one, low3, three, low5, five, pool = spec[1:]
    if into != channels:
        raise BadInput(f"inception takes {into} channels, {channels} come", "layers")
    weights = into * (one + low3 + low5 + pool) + 9 * low3 * three + 25 * low5 * five
    biases, out = one + low3 + three + low5 + five + pool, one + three + five + pool
    seen = None if seen is None else grown(seen, (5, 1, 1, 2))
    return Counted("inception", out, rows, columns, weights + biases, biases, weights * rows * columns, seen), seen


class Compared(NamedTuple):
    """Three ways to wire the same maps, with biases and without.

    Attributes:
        rows, columns: of the maps.
        shared, local, full: weights with biases.
        shared_bare, local_bare, full_bare: without.
        work: multiply-adds of the convolution.
    """

    rows: int
    columns: int
    shared: int
    local: int
    full: int
    shared_bare: int
    local_bare: int
    full_bare: int
    work: int


def compared(m: int, n: int, c: int, K: int, p: int, q: int) -> Compared | None:
    """K kernels p x q on a picture m x n of c channels, all windows inside; None where none fits."""
    rows, columns = m - p + 1, n - q + 1
    if rows < 1 or columns < 1:
        return None
    places, cell = rows * columns, p * q * c
    return Compared(
        rows,
        columns,
        K * (cell + 1),
        K * (cell + 1) * places,
        K * (m * n * c + 1) * places,
        K * cell,
        K * cell * places,
        K * m * n * c * places,
        K * cell * places,
    )


def by_hand(m: int, n: int, c: int, K: int, p: int, q: int) -> tuple[int, int, int]:
    """The weights of the three, counted one place after another."""
    shared = local = full = 0
    for _ in range(K):
        shared += p * q * c + 1
    for _ in range((m - p + 1) * (n - q + 1)):
        local += K * (p * q * c + 1)
        full += K * (m * n * c + 1)
    return shared, local, full


def total(layers: Sequence[Counted], of: str) -> int:
    """The sum of a number over the layers."""
    return sum(getattr(one, of) for one in layers)
