"""The order of the layers of a net, from what their names say and what chains. Files do not all keep an order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from playground.engine.errors import BadInput

_LAST = ("out", "output", "outputs", "head", "classifier", "final", "last", "readout", "predictions", "logits")
_FIRST = ("in", "input", "inputs", "first", "stem", "embed", "embedding")
_TWO = 2  # orders that are looked for: a second one is too many


class UnplacedLayer(NamedTuple):
    """A layer before its place is known.

    Attributes:
        name: the path of its weights without their last word, such as "fc1" or "layers.0".
        inputs: how many numbers it takes.
        units: how many it gives.
    """

    name: str
    inputs: int
    units: int


def order_of(
    file: str, layers: Sequence[UnplacedLayer], kept: bool, inputs: Sequence[int], outputs: Sequence[int]
) -> list[int] | None:
    """The places of the layers in the order in which they follow each other, or None where nothing chains.

    Numbers in names that are alike otherwise count up; "out", "head" and the like come last, "input" and "first" first.
    Among the orders that are left one must chain: each layer takes as many numbers as the one before it gives. Where
    several do, the order of the file decides if its form keeps one.

    Args:
        file: its name, for the sentence.
        layers: a few of them.
        kept: the file keeps the order in which its tensors were made.
        inputs: how many the first layer may take.
        outputs: how many the last layer may give.

    Raises:
        BadInput: several orders chain.
    """
    every = range(len(layers))
    before = [{j for j in every if j != k and _precedes(layers[j].name, layers[k].name)} for k in every]
    found: list[list[int]] = []
    _extend([], layers, before, (inputs, outputs), found)
    if len(found) < _TWO:
        return found[0] if found else None
    fits = all(a.units == b.inputs for a, b in pairwise(layers))
    ends = layers[0].inputs in inputs and layers[-1].units in outputs
    if kept and fits and ends and all(j < k for k in every for j in before[k]):
        return list(every)
    place = next(k for k in every if found[0][k] != found[1][k])
    both = " and ".join(sorted(layers[order[place]].name for order in found))
    advice = "number the layers, as in fc1 and fc2, or save with torch.save, which keeps their order"
    raise BadInput(f"{file}: {both[:80]} fit in either order; {advice}", "file")


def in_order_of_names(names: Iterable[str]) -> list[str]:
    """The names as they say themselves: what is first, what has a number, what is last."""
    return sorted(names, key=lambda name: (_rank(name), _numbers(name)))


def _extend(
    chain: list[int],
    layers: Sequence[UnplacedLayer],
    before: Sequence[set[int]],
    ends: tuple[Sequence[int], Sequence[int]],
    found: list[list[int]],
) -> None:
    """Appends the orders that begin with this chain to those found, until there are two."""
    if len(chain) == len(layers):
        if layers[chain[-1]].units in ends[1]:
            found.append(chain)
        return
    for k, layer in enumerate(layers):
        fits = layer.inputs == layers[chain[-1]].units if chain else layer.inputs in ends[0]
        if k not in chain and fits and before[k] <= set(chain) and len(found) < _TWO:
            _extend([*chain, k], layers, before, ends, found)


def _precedes(one: str, other: str) -> bool:
    """Whether names tell that a layer comes before another."""
    if _rank(one) != _rank(other):
        return _rank(one) < _rank(other)
    for a, b in zip(_parts(one), _parts(other), strict=False):
        if a != b:
            same = re.sub(r"\d+", "", a) == re.sub(r"\d+", "", b)
            return same and _numbers(a) < _numbers(b)
    return False


def _rank(name: str) -> int:
    """-1 for what its name says is first, 1 for what is last, 0 for what lies between."""
    words = [word for part in _parts(name) for word in re.findall(r"[a-z]+", part.casefold())]
    if any(word in _LAST for word in words):
        return 1
    return -1 if any(word in _FIRST for word in words) else 0


def _parts(name: str) -> list[str]:
    return re.split(r"[./]", name)


def _numbers(name: str) -> list[int]:
    return [int(part[:9]) for part in re.findall(r"[0-9]+", name)]
