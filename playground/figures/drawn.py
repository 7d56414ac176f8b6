"""A figure that holds its data, and its two halves: what stays along a run, and what each frame brings. No torch.

A concept gives values where a layer wants an array, words, a table, a number or a range. `part` takes them out under
names that it makes itself: `PLOT.LAYER.FIELD`, and `PLOT.x` or `PLOT.y` for the range of an axis. What is left, the
spec, is compared, kept on screen, and sent only when it changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, NamedTuple

from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Layer
from playground.figures.values import Named, Range

# The types of fields that hold data; annotations are words here.
_DATA = frozenset({"Values", "Words", "Number", "Flag", "TableRows"})


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a concept shows of a state.

    Attributes:
        figure: plots whose layers hold their data.
        numbers: what notes, titles, claims, files and the list of numbers read, by name: numbers, flags, words, arrays,
            lists of words, tables, ranges. What is missing is None without being said.
    """

    figure: Figure
    numbers: Mapping[str, Any] = field(default_factory=dict)


def part(figure: Figure, before: Figure | None = None) -> tuple[Figure, dict[str, Any]]:
    """The spec of a figure, and its data by name.

    Args:
        figure: plots whose layers hold their data.
        before: the spec of the frame before; the very same object comes back while nothing in it has changed.
    """
    data: dict[str, Any] = {}
    old = before.plots if before is not None and len(before.plots) == len(figure.plots) else (None,) * len(figure.plots)
    plots = tuple(_plot(plot, kept, data) for plot, kept in zip(figure.plots, old, strict=True))
    same = before is not None and all(plot is kept for plot, kept in zip(plots, old, strict=True))
    if before is not None and same and (figure.hint, figure.even) == (before.hint, before.even):
        return before, data
    return replace(figure, plots=plots), data


def _plot(plot: Plot, before: Plot | None, data: dict[str, Any]) -> Plot:
    old = before.layers if before is not None and len(before.layers) == len(plot.layers) else (None,) * len(plot.layers)
    layers = tuple(_layer(plot.name, layer, kept, data) for layer, kept in zip(plot.layers, old, strict=True))
    x, y = _axis(f"{plot.name}.x", plot.x, data), _axis(f"{plot.name}.y", plot.y, data)
    empty: Any = plot.empty
    if not isinstance(empty, str):
        empty = _named(f"{plot.name}.empty", empty, data)
    found = replace(plot, layers=layers, x=x, y=y, empty=empty)
    return before if before is not None and found == before else found


def _axis(name: str, axis: Axis, data: dict[str, Any]) -> Axis:
    if not isinstance(axis.range, Range | Named):
        return axis
    return replace(axis, range=_named(name, axis.range, data))


def _named(name: str, value: Any, data: dict[str, Any]) -> str:
    if isinstance(value, Named):
        name, value = value.name, value.value
    data[name] = value
    return name


def _layer(plot: str, layer: Layer, before: Layer | None, data: dict[str, Any]) -> Layer:
    kind, known = type(layer), _fields(type(layer))
    stem, names = f"{plot}.{layer.name.replace(' ', '_')}.", dict[str, Any]()
    for one in known.data:
        value = getattr(layer, one)
        if not isinstance(value, str):
            names[one] = _named(stem + one, value, data)
    short = tuple(names.items())
    for one in known.texts:
        text = getattr(layer, one)
        if "{" in text:
            names[one] = _with_names(text, short)
    if before is not None and type(before) is kind and _same(layer, before, names):
        return before
    return replace(layer, **names) if names else layer


def _same(layer: Layer, before: Layer, names: Mapping[str, Any]) -> bool:
    return all(
        (names[one] if one in names else getattr(layer, one)) == getattr(before, one)
        for one in _fields(type(layer)).every
    )


@lru_cache(maxsize=256)
def _with_names(text: str, short: tuple[tuple[str, str], ...]) -> str:
    """A template of a layer whose own fields have their names in the frame."""
    for one, name in short:
        text = text.replace(f"{{{one}}}", f"{{{name}}}").replace(f"{{{one}:", f"{{{name}:")
    return text


class _Fields(NamedTuple):
    """The names of a layer kind's fields: all, those that hold data, and those that are templates."""

    every: tuple[str, ...]
    data: tuple[str, ...]
    texts: tuple[str, ...]


_KINDS: dict[type[Layer], _Fields] = {}


def _fields(kind: type[Layer]) -> _Fields:
    known = _KINDS.get(kind)
    if known is None:
        types = {one.name: str(one.type) for one in fields(kind)}
        data = tuple(name for name, what in types.items() if what in _DATA)
        texts = tuple(name for name, what in types.items() if what == "Template")
        known = _KINDS[kind] = _Fields(tuple(types), data, texts)
    return known
