"""The code beside the picture as a script that runs by itself: the function, the inputs of a step, and its call."""

from __future__ import annotations

import ast
import base64
import math
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from torch import Tensor

from playground.engine.declarations.code import CodeText
from playground.engine.run.code_trace import anatomy

PLAIN = 120
"""Entries of an array that stand in the script as they are; more are packed."""
_WIDE = 100
_UNPACK = '''def unpacked(shape, dtype, text):
    """An array from its packed numbers."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype).reshape(shape).copy()'''


def script(head: list[str], text: str, name: str, arguments: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    """A script that calls a function with literal inputs and prints what it returns.

    Args:
        head: what is said above, line by line.
        text: the source of the function.
        name: its name.
        arguments: by name.
        expected: what the run itself has, by the names of the results.
    """
    writer = _Writer()
    sources = [value.text for value in arguments.values() if isinstance(value, CodeText)]
    inputs = "\n".join(
        f"{one} = {writer.literal(value)}" for one, value in arguments.items() if not isinstance(value, CodeText)
    )
    known = anatomy(text, name)
    results = known.results
    call = f"{', '.join(results)} = {name}({', '.join(known.arguments)})"
    prints = "\n".join(f'print("{one} =", {one})' for one in results)
    told = [f"# The run itself: {one} = {line}" for one in results for line in _told(expected.get(one))]
    above, body = _parted(text)
    parts = [
        "\n".join(f"# {line}" if line else "#" for line in head),
        "\n".join(sorted({*above, *writer.imports(), *(line for one in sources for line in _parted(one)[0])})),
        *([_UNPACK] if writer.packs else []),
        *(_parted(one)[1] for one in sources),
        body,
        "\n".join(("# The inputs of this step.", inputs)),
        "\n".join((call, prints, *told)),
    ]
    gaps = ["\n\n\n" if "\n    " in part else "\n\n" for part in parts]
    return "".join(part + gap for part, gap in zip(parts, gaps, strict=True) if part).rstrip() + "\n"


def _parted(text: str) -> tuple[list[str], str]:
    """The lines of a source that import, and the rest without the words above them."""
    tree = ast.parse(text)
    lines = text.splitlines()
    above = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    rest = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr)]
    first = min(node.lineno for node in rest)
    return [lines[node.lineno - 1] for node in above], "\n".join(lines[first - 1 :]).strip()


def _told(value: Any) -> Iterator[str]:
    """A result in a comment, where it is short enough."""
    if value is None:
        return
    plain = value.tolist() if isinstance(value, Tensor | np.ndarray) else value
    words = " ".join(repr(plain).split())
    if len(words) <= _WIDE:
        yield words


class _Writer:
    """Writes values; knows what they need."""

    def __init__(self) -> None:
        self.packs = self.numpy = self.torch = False

    def imports(self) -> list[str]:
        """The lines that the values need."""
        found = [("base64", self.packs), ("zlib", self.packs), ("numpy as np", self.numpy), ("torch", self.torch)]
        return [f"import {name}" for name, needed in found if needed]

    def literal(self, value: Any) -> str:
        """A value as Python reads it, to the last bit."""
        if isinstance(value, Tensor):
            self.torch = True
            array = value.detach().cpu().resolve_conj().numpy()
            if array.size <= PLAIN:
                return f"torch.tensor({self._plain(array.tolist())}, dtype=torch.{str(value.dtype).split('.')[-1]})"
            return f"torch.from_numpy({self._packed(array)})"
        if isinstance(value, np.ndarray):
            self.numpy = True
            if value.size <= PLAIN:
                return f"np.array({self._plain(value.tolist())}{self._kind(value)})"
            return self._packed(value)
        if isinstance(value, np.generic):
            return self.literal(value.item())
        return self._plain(value)

    def _kind(self, array: Any) -> str:
        """The type of an array, where its numbers do not say it."""
        usual = array.size and str(array.dtype) in ("float64", "int64", "bool", "complex128")
        return "" if usual else f", dtype={str(array.dtype)!r}"

    def _packed(self, array: Any) -> str:
        self.packs = self.numpy = True
        text = base64.b64encode(zlib.compress(np.ascontiguousarray(array).tobytes(), 6)).decode()
        lines = "\n".join(f'    "{text[at : at + _WIDE]}"' for at in range(0, len(text), _WIDE))
        return f"unpacked({array.shape!r}, {str(array.dtype)!r}, (\n{lines}\n))"

    def _plain(self, value: Any) -> str:
        match value:
            case bool() | int() | str() | None:
                return repr(value)
            case float() if not math.isfinite(value):
                return f'float("{value}")'
            case list() | tuple() | set() | frozenset():
                entries = ", ".join(self.literal(one) for one in value)
                if isinstance(value, tuple):
                    return f"({entries}{',' if len(value) == 1 else ''})"
                return f"[{entries}]" if isinstance(value, list) else f"{{{entries}}}" if value else "set()"
            case dict():
                return "{" + ", ".join(f"{key!r}: {self.literal(one)}" for key, one in value.items()) + "}"
        return repr(value)
