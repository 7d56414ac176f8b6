"""Runs a plain function once and notes, line by line, what its names stand for. Never in a run's own way."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, NamedTuple

import numpy as np
from torch import Tensor

from playground.engine.declarations.code import CodeText, LineEvent, NamedValue
from playground.engine.run.overflow import without_warnings
from playground.engine.run.short_values import short

MOST_VISITS = 12
"""Runs of one line that are shown, most of them the first ones."""
_LAST = 3
_MOST_NOTED = 20_000
_LARGE = 10_000  # entries of an array that is put into words at once, and not kept until it is known to be shown


class Statement(NamedTuple):
    """A line of the function.

    Attributes:
        line, end: where it stands.
        names: what it gives a value to, or returns.
    """

    line: int
    end: int
    names: tuple[str, ...]


class Anatomy(NamedTuple):
    """What is known of a source before it runs.

    Attributes:
        name: of the function.
        statements: by each of their lines.
        arguments: by name, in order.
        results: the names behind its last `return`.
        line, end: its head.
    """

    name: str
    statements: Mapping[int, Statement]
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    line: int
    end: int


class Traced(NamedTuple):
    """What came of it.

    Attributes:
        events: the lines in the order in which they were run.
        values: the function's names at its end.
        result: what it returned.
    """

    events: tuple[LineEvent, ...]
    values: dict[str, Any]
    result: Any


@lru_cache(maxsize=64)
def anatomy(text: str, name: str) -> Anatomy:
    """Where the lines of a function stand and what they give.

    Raises:
        ValueError: the text has no such function.
    """
    found = next((one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef) and one.name == name), None)
    if found is None:
        raise ValueError(f"there is no function {name}")
    statements: dict[int, Statement] = {}
    results: tuple[str, ...] = ()
    for node in ast.walk(found):
        if not isinstance(node, ast.stmt) or node is found:
            continue
        end = node.body[0].lineno - 1 if isinstance(node, ast.For | ast.While | ast.If | ast.With) else node.end_lineno
        one = Statement(node.lineno, max(node.lineno, end or node.lineno), _given(node))
        for line in range(one.line, one.end + 1):
            statements[line] = one
        if isinstance(node, ast.Return):
            results = one.names
    spec = found.args
    arguments = tuple(arg.arg for arg in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs))
    return Anatomy(name, statements, arguments, results, found.lineno, max(found.lineno, found.body[0].lineno - 1))


def _given(node: ast.stmt) -> tuple[str, ...]:
    """The names that a statement gives a value to."""
    targets: list[ast.expr] = []
    match node:
        case ast.Assign():
            targets = node.targets
        case ast.AugAssign() | ast.AnnAssign() | ast.For():
            targets = [node.target]
        case ast.Return(value=value) if value is not None:
            targets = value.elts if isinstance(value, ast.Tuple) else [value]
            return tuple(one.id for one in targets if isinstance(one, ast.Name))
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner)))):
            return (owner,)  # such as path.append(z)
    names: list[str] = []
    for target in targets:
        for one in ast.walk(target):
            if isinstance(one, ast.Name) and not (isinstance(one.ctx, ast.Load) and _is_index(target, one)):
                names.append(one.id)
    return tuple(dict.fromkeys(names))


def _is_index(target: ast.expr, name: ast.Name) -> bool:
    """Whether a name is only what another is indexed with."""
    for one in ast.walk(target):
        if isinstance(one, ast.Subscript) and any(inner is name for inner in ast.walk(one.slice)):
            return True
    return False


def function_of(text: str, name: str, file: str = "code") -> Any:
    """The function that a source defines."""
    space: dict[str, Any] = {"__name__": file}
    exec(compile(text, file, "exec"), space)  # the panel's own source
    return space[name]


def called_with(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as the function takes them: what is written as code is what that code defines."""
    return {
        name: function_of(value.text, name) if isinstance(value, CodeText) else value
        for name, value in arguments.items()
    }


def run(text: str, name: str, arguments: Mapping[str, Any], marks: Mapping[str, str]) -> Traced:
    """Runs a function once.

    Args:
        text: its source.
        name: its name.
        arguments: by name; a `CodeText` is what it defines.
        marks: keys of the picture by the names of values.
    """
    file = f"<code {name}>"
    function = function_of(text, name, file)
    notes = _Notes(anatomy(text, name), function.__code__, marks)
    notes.begin(arguments)
    before = sys.gettrace()
    sys.settrace(notes.enter)
    try:
        with without_warnings():
            result = function(**called_with(arguments))
    finally:
        sys.settrace(before)
    return Traced(tuple(notes.told()), notes.values, result)


class _Noted(NamedTuple):
    """A line that was run, with what its names stood for."""

    line: int
    end: int
    values: dict[str, Any]


class _Notes:
    """Follows one function, none that it calls."""

    def __init__(self, known: Anatomy, code: CodeType, marks: Mapping[str, str]) -> None:
        self._noted: list[_Noted] = []
        self.values: dict[str, Any] = {}
        self._known, self._code, self._marks = known, code, marks
        self._open: Statement | None = None

    def begin(self, arguments: Mapping[str, Any]) -> None:
        """The head of the function, with its arguments."""
        values = {name: _kept(arguments[name]) for name in self._known.arguments if name in arguments}
        self._noted.append(_Noted(self._known.line, self._known.end, values))

    def enter(self, frame: FrameType, event: str, arg: Any) -> Any:
        """A call; only the one function is followed."""
        return self._follow if frame.f_code is self._code else None

    def _follow(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            here = self._known.statements.get(frame.f_lineno)
            if here is self._open and here is not None:
                return self._follow  # another line of the same statement, or back on its first one
            self._close(frame)
            self._open = here
        elif event == "return":
            self._close(frame)
            self.values = dict(frame.f_locals)
        return self._follow

    def _close(self, frame: FrameType) -> None:
        """The open line has been run: what it gave is known."""
        here, self._open = self._open, None
        if here is None or len(self._noted) >= _MOST_NOTED:
            return
        names = frame.f_locals
        values = {name: _kept(names[name]) for name in here.names if name in names and name != "_"}
        self._noted.append(_Noted(here.line, here.end, values))

    def told(self) -> Iterator[LineEvent]:
        """The lines with their values in words; of those that were run many times the first and the last ones."""
        many = Counter(one.line for one in self._noted)
        seen: Counter[int] = Counter()
        passed: Counter[int] = Counter()
        for one in self._noted:
            seen[one.line] += 1
            visit, total = seen[one.line], many[one.line]
            if total > MOST_VISITS and MOST_VISITS - _LAST < visit <= total - _LAST:
                passed[one.line] += 1
                continue
            values = tuple(self._value(name, value) for name, value in one.values.items())
            yield LineEvent(one.line, one.end, values, passed.pop(one.line, 0))

    def _value(self, name: str, value: Any) -> NamedValue:
        return NamedValue(name, short(value), tuple(self._marks.get(name, "").split()))


class _Words(str):
    """A value that is in words already."""

    __slots__ = ()


def _kept(value: Any) -> Any:
    """A value as it is now, whatever is written into it later."""
    if isinstance(value, np.ndarray):
        return value.copy() if value.size <= _LARGE else _Words(short(value))
    if isinstance(value, Tensor):
        return value.detach().clone() if value.numel() <= _LARGE else _Words(short(value))
    return _Words(short(value)) if isinstance(value, list | dict | set | tuple) else value
