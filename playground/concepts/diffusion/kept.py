"""What is computed once for tensors that never change in place: densities over time, rulers, quantile lines."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from torch import Tensor

T = TypeVar("T")
Part = Tensor | float | str | tuple[object, ...]


class Kept(Generic[T]):
    """The newest results of a pure function, by what went into them; tensors count as the objects that they are."""

    def __init__(self, most: int = 4) -> None:
        self._most = most
        # The parts are kept with the result, so that no other tensor gets the identity of one of them.
        self._found: OrderedDict[tuple[object, ...], tuple[tuple[Part, ...], T]] = OrderedDict()

    def get(self, parts: tuple[Part, ...], make: Callable[[], T]) -> T:
        """The result for these parts, made if it is not known."""
        key = tuple(("tensor", id(part)) if isinstance(part, Tensor) else part for part in parts)
        if key in self._found:
            self._found.move_to_end(key)
        else:
            self._found[key] = (parts, make())
            while len(self._found) > self._most:
                self._found.popitem(last=False)
        return self._found[key][1]
