"""Puts the definitions that some functions need into one plain text, which imports nothing of this program.

Names are found by what the compiled functions look up, so a name in a comment or an annotation is not taken for a need.
What a trace saw being called is followed; one that is only named (in a table, say) stands there without its needs.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any

from playground.engine.declarations.params import ConceptParams
from playground.export.sources import (
    Called,
    Key,
    Source,
    apply_edits,
    attributes,
    compile_statement,
    defined_names,
    docstrings,
    first_line,
    lookups,
    renamings,
    source_of,
)

_FILES = {"__file__", "__package__", "__path__", "__spec__"}


@dataclass(frozen=True, slots=True)
class Bundle:
    """Definitions that stand alone.

    Attributes:
        imports: lines that import packages.
        text: the definitions, in an order in which they can be executed.
        names: what a root is called in the text.
    """

    imports: tuple[str, ...]
    text: str
    names: Mapping[Key, str]


def bundle(roots: Iterable[Callable[..., Any] | type], called: Called) -> Bundle:
    """The definitions that `roots` need.

    Args:
        roots: functions and classes of this program.
        called: whether the code of a function runs at all; the needs of others are left out.

    Raises:
        LookupError: a definition cannot stand alone; the sentence says which, and why.
    """
    made = _Bundler(called)
    keys = [(root.__module__, root.__qualname__) for root in roots]
    for key in keys:
        made.need(key)
    return made.result(keys)


# ---- the bundler


class _Bundler:
    def __init__(self, called: Called) -> None:
        self._called = called
        self._sources: dict[str, Source] = {}
        self._order: list[str] = []  # of modules: what one imports stands before it
        self._kept: dict[Key, set[str]] = {}  # definitions with the global names they look up
        self._left_out: set[Key] = set()  # functions that are named where they might be called, but are not
        self._imports: dict[str, str] = {}
        self._members: dict[Key, set[str]] = {}  # what is asked of a module, by (module, how it is called)

    def need(self, key: Key) -> None:
        """Takes a definition and all that it needs."""
        module, name = self._origin(key)
        if (module, name) in self._kept:
            return
        source = self._sources[module]
        node = source.nodes.get(name)
        value = getattr(source.module, name, None)
        if node is None:
            raise LookupError(f"{module}.{name} is no plain definition")
        if isinstance(value, type) and issubclass(value, ConceptParams):
            return  # a script has its parameters as values
        now, later = lookups(compile_statement(source, node), self._called)
        if _FILES & (now | later):
            raise LookupError("it reads data that ship with it")
        self._kept[module, name] = now | later
        for wanted in sorted(now | later):
            self._follow(source, node, wanted, wanted in now)
        self._annotations(source, node)

    def _origin(self, key: Key) -> Key:
        """Where a name is defined, through the modules that only pass it on."""
        module, name = key
        source = self._read(module)
        while name not in source.nodes and name in source.ours:
            module, name = source.ours[name]
            source = self._read(module)
        return module, name

    def _read(self, module: str) -> Source:
        if module not in self._sources:
            self._sources[module] = source = source_of(module)
            for other, _ in source.ours.values():
                self._read(other)
            self._order.append(module)
        return self._sources[module]

    def _follow(self, source: Source, node: ast.stmt, wanted: str, at_once: bool) -> None:
        own = source.module.__name__
        if wanted in source.ours and not source.ours[wanted][1]:
            target = source.ours[wanted][0]
            for asked in attributes(node, wanted):
                if at_once or self._runs((target, asked)):
                    self._members.setdefault((target, wanted), set()).add(asked)
                    self.need((target, asked))
        elif wanted in source.nodes or wanted in source.ours:
            if at_once or self._runs((own, wanted)):
                self.need((own, wanted))
            else:
                self._left_out.add(self._origin((own, wanted)))
        elif wanted in source.others:
            self._take_line(wanted, source.others[wanted])

    def _runs(self, key: Key) -> bool:
        """Whether a definition is more than a function that is never called."""
        module, name = self._origin(key)
        node = self._sources[module].nodes.get(name)
        if not isinstance(node, ast.FunctionDef):
            return True
        code = compile_statement(self._sources[module], node)
        return any(isinstance(inner, CodeType) and self._called(inner) for inner in code.co_consts)

    def _take_line(self, name: str, line: str) -> None:
        if self._imports.setdefault(name, line) != line:
            raise LookupError(f"{name} is imported in two ways: {self._imports[name]}, {line}")

    def _annotations(self, source: Source, node: ast.stmt) -> None:
        """Names of packages in annotations are imported for the reader's sake."""
        for part in ast.walk(node):
            for written in (getattr(part, "annotation", None), getattr(part, "returns", None)):
                for leaf in ast.walk(written) if written is not None else ():
                    if isinstance(leaf, ast.Name) and leaf.id in source.others:
                        self._take_line(leaf.id, source.others[leaf.id])

    # ---- the text

    def result(self, roots: list[Key]) -> Bundle:
        """Everything that was taken."""
        finals = self._finals()
        parts = self._nothings(finals)
        for module in self._order:
            source = self._sources[module]
            names = [name for name in source.nodes if (module, name) in self._kept]
            parts.extend(self._aliases(module, finals))
            done: set[int] = set()
            for name in sorted(names, key=lambda name: source.nodes[name].lineno):
                node = source.nodes[name]
                if id(node) not in done:
                    done.add(id(node))
                    parts.append(self._write(source, node, self._kept[module, name], finals))
            parts.extend(self._modules(module, finals))
        called = {key: finals[self._origin(key)] for key in roots}
        return Bundle(tuple(sorted(set(self._imports.values()))), "\n\n\n".join(parts), called)

    def _finals(self) -> dict[Key, str]:
        """What each definition is called: its own name, unless another module has one of that name."""
        finals: dict[Key, str] = {}
        taken = set(self._imports)
        for module in self._order:
            for key in self._kept:
                if key[0] == module:
                    name = key[1]
                    if name in taken:
                        name = f"{name}_of_{module.rsplit('.', 1)[1]}"
                    taken.add(name)
                    finals[key] = name
        return finals

    def _nothings(self, finals: Mapping[Key, str]) -> list[str]:
        """What is named but never called is nothing, so that a table of choices can still be made."""
        names = sorted({name for module, name in self._left_out - set(self._kept)} - set(finals.values()))
        return ["# Named below, but not reached by this run.\n" + " = ".join([*names, "None"])] if names else []

    def _aliases(self, module: str, finals: Mapping[Key, str]) -> list[str]:
        """Names under which a module knows definitions of others."""
        source, lines = self._sources[module], []
        used = {name for key, names in self._kept.items() if key[0] == module for name in names}
        for name in sorted(used & set(source.ours)):
            if source.ours[name][1]:
                final = finals.get(self._origin((module, name)))
                if final is not None and final != name and name != source.ours[name][1]:
                    lines.append(f"{name} = {final}")
        return lines

    def _modules(self, module: str, finals: Mapping[Key, str]) -> list[str]:
        """A module as others name it, with what they ask of it."""
        lines = []
        for (target, alias), members in sorted(self._members.items()):
            if target == module:
                pairs = ", ".join(f"{name}={finals[self._origin((target, name))]}" for name in sorted(members))
                self._take_line("SimpleNamespace", "from types import SimpleNamespace")
                lines.append(f"{alias} = SimpleNamespace({pairs})")
        return lines

    def _write(self, source: Source, node: ast.stmt, looked_up: set[str], finals: Mapping[Key, str]) -> str:
        """A definition's lines, with the first line of its docstrings and the names that the text gives."""
        module = source.module.__name__
        renamed: dict[str, str] = {}
        for name in looked_up | set(defined_names(node)):
            known = name in source.nodes or (name in source.ours and source.ours[name][1])
            final = finals.get(self._origin((module, name))) if known else None
            if final is not None and final != name and name == self._origin((module, name))[1]:
                renamed[name] = final
        edits = [*renamings(node, renamed), *docstrings(node)]
        first = first_line(node)
        while first > 1 and source.lines[first - 2].startswith("#"):
            first -= 1
        return apply_edits(source.lines, first, node.end_lineno or first, edits)
