"""A figure that holds its data, and its two halves: what stays along a run, and what each frame brings. No torch.

A concept gives values where a layer wants an array, words, a table, a number or a range. `part` takes them out under
names that it makes itself: `PLOT.LAYER.FIELD`, and `PLOT.x` or `PLOT.y` for the range of an axis. What is left, the
spec, is compared, kept on screen, and sent only when it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from playground.figures.figure import Figure, Plot
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
    if before is not None and same and replace(figure, plots=before.plots) == before:
        return before, data
    return replace(figure, plots=plots), data


def _plot(plot: Plot, before: Plot | None, data: dict[str, Any]) -> Plot:
    old = before.layers if before is not None and len(before.layers) == len(plot.layers) else (None,) * len(plot.layers)
    names: dict[str, Any] = {
        "layers": tuple(_layer(plot.name, layer, kept, data) for layer, kept in zip(plot.layers, old, strict=True))
    }
    for which, axis in (("x", plot.x), ("y", plot.y)):
        if isinstance(axis.range, Range | Named):
            names[which] = replace(axis, range=_name(f"{plot.name}.{which}", axis.range, data))
    if not isinstance(plot.empty, str):
        names["empty"] = _name(f"{plot.name}.empty", plot.empty, data)
    return _spec(plot, before, names)


def _layer(plot: str, layer: Layer, before: Layer | None, data: dict[str, Any]) -> Layer:
    known = _known_types(type(layer))
    names: dict[str, Any] = {}
    stem = ""
    for one in known.data:
        value = getattr(layer, one)
        if value.__class__ is not str:
            stem = stem or f"{plot}.{layer.name.replace(' ', '_')}."
            names[one] = _name(stem + one, value, data)
    for one in known.texts:
        text = getattr(layer, one)
        if names and "{" in text:
            names[one] = _with_names(text, tuple(names.items()))
    return _spec(layer, before, names)


def _name(name: str, value: Any, data: dict[str, Any]) -> str:
    if isinstance(value, Named):
        name, value = value.name, value.value
    data[name] = value
    return name


@lru_cache(maxsize=1024)
def _with_names(text: str, names: tuple[tuple[str, str], ...]) -> str:
    """A template of a layer whose own fields have their names in the frame."""
    for one, name in names:
        text = text.replace(f"{{{one}}}", f"{{{name}}}").replace(f"{{{one}:", f"{{{name}:")
    return text


T = TypeVar("T", Plot, Layer)


def _spec(part: T, before: T | None, names: Mapping[str, Any]) -> T:
    """A plot or layer with other values in some fields: the very one of before if nothing in it is new."""
    if type(before) is type(part):
        known = _known_types(type(part))
        values = list(known.values(part))
        for one, value in names.items():
            values[known.places[one]] = value
        if tuple(values) == known.values(before):
            return before
    return replace(part, **names) if names else part


class _Known(NamedTuple):
    """What is known of a kind of plot or layer.

    Attributes:
        places: the place of each field.
        values: gives the values of all fields in that order.
        data: the fields that hold data.
        texts: the fields that are templates.
    """

    places: dict[str, int]
    values: Callable[[Any], tuple[Any, ...]]
    data: tuple[str, ...]
    texts: tuple[str, ...]


_KINDS: dict[type[Any], _Known] = {}


def _known_types(kind: type[Any]) -> _Known:
    found = _KINDS.get(kind)
    if found is None:
        types = {one.name: str(one.type) for one in fields(kind)}
        data = tuple(name for name, what in types.items() if what in _DATA)
        texts = tuple(name for name, what in types.items() if what == "Template")
        places = {name: place for place, name in enumerate(types)}
        found = _KINDS[kind] = _Known(places, attrgetter(*types), data, texts)
    return found
