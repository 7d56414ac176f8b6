"""Modules of this program read as text: which statement defines a name, what it looks up, and small changes of it."""

from __future__ import annotations
import __future__

import ast
import dis
import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import CodeType, ModuleType

_OURS = "playground"
Key = tuple[str, str]  # module, name
Called = Callable[[CodeType], bool]


@dataclass(slots=True)
class Source:
    """A module as text: where each name of it comes from.

    Attributes:
        lines: of the file.
        nodes: the statement that defines a name.
        ours: names imported from this program: module and name there; an empty name is the module itself.
        others: names imported from elsewhere, with the line that does it.
    """

    module: ModuleType
    lines: list[str]
    nodes: dict[str, ast.stmt] = field(default_factory=dict)
    ours: dict[str, Key] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)


def source_of(name: str) -> Source:
    """A module by its name."""
    module = importlib.import_module(name)
    text = inspect.getsource(module)
    made = Source(module, text.splitlines())
    for node in _statements(ast.parse(text).body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            _take_import(made, node)
        else:
            for name_of in defined_names(node):
                made.nodes[name_of] = node
    return made


def _statements(body: Iterable[ast.stmt]) -> Iterable[ast.stmt]:
    """The statements of a module; imports for the type checker count as well."""
    for node in body:
        if isinstance(node, ast.If):
            yield from _statements(node.body)
        else:
            yield node


def defined_names(node: ast.stmt) -> list[str]:
    """The names that a statement of a module defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def _take_import(source: Source, node: ast.Import | ast.ImportFrom) -> None:
    for alias in node.names:
        name = alias.asname or alias.name
        if isinstance(node, ast.Import):
            source.others[name.split(".")[0]] = f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
        elif (node.module or "").split(".")[0] != _OURS:
            as_name = f" as {alias.asname}" if alias.asname else ""
            source.others[name] = f"from {node.module} import {alias.name}{as_name}"
        else:
            inside = getattr(importlib.import_module(node.module or ""), alias.name, None)
            is_module = isinstance(inside, ModuleType)
            source.ours[name] = (f"{node.module}.{alias.name}", "") if is_module else (node.module or "", alias.name)


# ---- reading code


def first_line(node: ast.stmt) -> int:
    """The line of a statement with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def compile_statement(source: Source, node: ast.stmt) -> CodeType:
    """The code of one statement, with the line numbers of its file."""
    name = source.module.__file__ or source.module.__name__
    flag = __future__.annotations.compiler_flag  # annotations are no look-ups
    code: CodeType = compile(ast.Module([node], []), name, "exec", flags=flag, dont_inherit=True)
    return code


def lookups(code: CodeType, called: Called) -> tuple[set[str], set[str]]:
    """The global names that are looked up when the statement is executed, and when what it defines is called."""
    now = {str(one.argval) for one in dis.get_instructions(code) if one.opname in ("LOAD_NAME", "LOAD_GLOBAL")}
    later: set[str] = set()
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            # The body of a class, a comprehension and a lambda belong to what is around them.
            is_class = "__qualname__" in inner.co_names and "__module__" in inner.co_names
            inline = is_class or inner.co_name.startswith("<")
            if inline or called(inner):
                first, second = lookups(inner, called)
                now, later = (now | first, later | second) if inline else (now, later | first | second)
    return now, later


def attributes(node: ast.AST, name: str) -> set[str]:
    """What is asked of a module that is called `name`."""
    return {
        part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == name
    }


# ---- changing text

Edit = tuple[int, int, int, int, str]  # from line, column to line, column, and what stands there instead


def renamings(node: ast.AST, renamed: Mapping[str, str]) -> list[Edit]:
    """Each use of a name that is called otherwise in the text."""
    edits: list[Edit] = []
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id in renamed:
            edits.append((part.lineno, part.col_offset, part.lineno, part.end_col_offset or 0, renamed[part.id]))
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in renamed:
        column = len("def " if isinstance(node, ast.FunctionDef) else "class ")
        edits.append((node.lineno, column, node.lineno, column + len(node.name), renamed[node.name]))
    return edits


def docstrings(node: ast.AST) -> list[Edit]:
    """Each docstring becomes its first line."""
    edits: list[Edit] = []
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(part):
            text = part.body[0].value  # type: ignore[attr-defined]  # a docstring is an expression
            line = (ast.get_docstring(part) or "").splitlines()[0]
            if text.end_lineno > text.lineno:
                edits.append((text.lineno, text.col_offset, text.end_lineno, text.end_col_offset, f'"""{line}"""'))
    return edits


def apply_edits(lines: list[str], first: int, last: int, edits: list[Edit]) -> str:
    """Lines `first` to `last` (from 1) with the edits done; columns count bytes, as Python's parser does."""
    raw = [line.encode() for line in lines[first - 1 : last]]
    for start, left, end, right, text in sorted(edits, reverse=True):
        head, tail = raw[start - first][:left], raw[end - first][right:]
        raw[start - first : end - first + 1] = [head + text.encode() + tail]
    return b"\n".join(raw).decode()
