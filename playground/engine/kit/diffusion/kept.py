"""What is computed once and kept: densities over time, rulers, quantile lines."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from torch import Tensor

T = TypeVar("T")
Ingredient = Tensor | float | str | tuple[object, ...]


class Kept(Generic[T]):
    """The newest results of a pure function, by the contents of what went into it."""

    def __init__(self, most: int = 4) -> None:
        self._most = most
        self._found: OrderedDict[tuple[object, ...], T] = OrderedDict()

    def get(self, parts: tuple[Ingredient, ...], make: Callable[[], T]) -> T:
        """The result for these parts, made if it is not known."""
        key = tuple(part.numpy().tobytes() if isinstance(part, Tensor) else part for part in parts)
        if key in self._found:
            self._found.move_to_end(key)
        else:
            self._found[key] = make()
            while len(self._found) > self._most:
                self._found.popitem(last=False)
        return self._found[key]

    def cache_clear(self) -> None:
        """Forgets everything, as the function of this name of `functools` does."""
        self._found.clear()
