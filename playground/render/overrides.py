"""Errors in what Qt calls of ours are told, and do not take the process down.

Before Python 3.12 an error that C code raises (a division by zero, a number too large, a widget that is gone) is no
whole exception yet when it leaves a method that Qt has called, and PySide reads past it: the program ends without a
word. An error that has been caught once is whole.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from PySide6.QtCore import QObject

_CALLED = re.compile(r"\w*[eE]vent|eventFilter|paint|boundingRect|shape|itemChange|sizeHint|minimumSizeHint")
_GUARDED = "_errors_are_whole"


def make_errors_whole() -> None:
    """From now on errors in the methods that Qt calls are whole, in all classes that there are and that will be."""
    if sys.version_info >= (3, 12) or hasattr(QObject, _GUARDED):
        return
    setattr(QObject, _GUARDED, True)
    waiting: list[type] = [QObject]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        _guard_methods(kind)

    def init_subclass(kind: Any, /, **named: Any) -> None:
        super(QObject, kind).__init_subclass__(**named)
        _guard_methods(kind)

    QObject.__init_subclass__ = classmethod(init_subclass)  # type: ignore[assignment]


def _guard_methods(kind: type) -> None:
    for name, method in list(vars(kind).items()):
        if isinstance(method, FunctionType) and _CALLED.fullmatch(name) and not hasattr(method, _GUARDED):
            setattr(kind, name, _guarded(method))


def _guarded(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(*args: Any, **named: Any) -> Any:
        try:
            return method(*args, **named)
        except BaseException:  # catching it is all that is needed
            raise

    setattr(call, _GUARDED, True)
    return call
