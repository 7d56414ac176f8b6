r"""Notes: a small Markdown of headings, paragraphs and formulas, all bound to the numbers of the frame.

`## Heading {when: mode = heads, not silenced}` starts a section that is shown while a condition over parameters and
numbers holds (see `playground.texts.conditions`). Paragraphs are templates. A formula stands between `$$` on lines of
their own, or as `$$ ... $$` on one line; in it `\val{name}` is a number with its decimals, `\val{name:3}` with three,
or an array (of one dimension: a column; of two: a matrix).

Behind a formula may stand `{by: NAME}`, a function of the panel's `formulas.py` that gives its numbers from its own
terms (see `playground.texts.terms`), and `{holds: CONDITION}`: it is shown while that holds; `always` says that it is
true of every setting. `{by: NAME}` in a heading checks the condition of the section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.engine.declarations.concept import Declaration
from playground.engine.errors import BadInput
from playground.engine.frame import Array
from playground.texts import conditions
from playground.texts.links import value_key
from playground.texts.template import fixed, format_value

_HEADING = re.compile(
    r"^##\s+(?P<title>.*?)\s*(?:\{when:\s*(?P<when>[^}]*?)\s*\})?\s*(?:\{by:\s*(?P<by>\w+)\s*\})?\s*$"
)
_TAG = re.compile(r"^\s*\{(?P<name>by|holds):\s*(?P<value>[^}]*?)\s*\}")
ALWAYS = "always"
_VALUE = re.compile(r"\\val\{([A-Za-z_][A-Za-z0-9_.]*)(?::(\d))?\}")
_MOST = 5


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words: a template for `playground.texts.template.fill`."""

    text: str


@dataclass(frozen=True, slots=True)
class Formula:
    r"""A formula in LaTeX, with `\val{name}` where numbers go.

    Attributes:
        latex: without the dollars.
        by: the function that gives its numbers, or both its sides, from its own terms; empty: none.
        holds: the condition on which it is true and shown; `always`, or empty: that of its section.
    """

    latex: str
    by: str = ""
    holds: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The metrics and arrays that it shows."""
        return tuple(name for name, _ in _VALUE.findall(self.latex))

    @property
    def decimals(self) -> Mapping[str, int | None]:
        """With how many decimals it shows each of them; None: as they are declared."""
        return {name: int(decimals) if decimals else None for name, decimals in _VALUE.findall(self.latex)}

    def visible(self, known: Mapping[str, Any]) -> bool:
        """Whether it is shown beside these parameters and numbers."""
        return self.holds in ("", ALWAYS) or conditions.holds(self.holds, known)


Block = Paragraph | Formula


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands under it.

    Attributes:
        heading: in sentence case.
        blocks: paragraphs and formulas in order.
        when: the condition on which it is shown; empty: always.
        by: the function that says by another way whether it should be shown; empty: none.
    """

    heading: str
    blocks: tuple[Block, ...]
    when: str = ""
    by: str = ""

    def visible(self, known: Mapping[str, Any]) -> bool:
        """Whether the section is shown beside these parameters and numbers."""
        return conditions.holds(self.when, known)


def parse(markdown: str) -> tuple[Section, ...]:
    """The sections of a notes file.

    Raises:
        BadInput: text stands before the first heading, or a formula does not end.
    """
    sections: list[Section] = []
    lines = markdown.splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith("##")]
    before = "\n".join(lines[: starts[0] if starts else None]).strip()
    if before:
        raise BadInput(f"notes begin with {before.splitlines()[0]!r}, allowed is a heading '## ...' first", "notes")
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        match = _HEADING.match(lines[start])
        if match is None:
            raise BadInput(f"heading {lines[start]!r} of the notes cannot be read, allowed is '## Title'", "notes")
        when = match["when"] or ""
        conditions.parse(when)
        blocks = tuple(_blocks("\n".join(lines[start + 1 : end]), match["title"]))
        sections.append(Section(match["title"], blocks, when, match["by"] or ""))
    return tuple(sections)


def _blocks(body: str, heading: str) -> Iterator[Block]:
    parts = body.split("$$")
    if len(parts) % 2 == 0:
        raise BadInput(f"a formula under {heading!r} of the notes does not end with $$", "notes")
    for i, part in enumerate(parts):
        if i % 2:
            yield Formula(" ".join(part.split()), **_tags(parts[i + 1]))
            continue
        while match := _TAG.match(part):
            part = part[match.end() :]
        for paragraph in re.split(r"\n\s*\n", part):
            if paragraph.strip():
                yield Paragraph(" ".join(paragraph.split()))


def _tags(text: str) -> dict[str, str]:
    """The tags at the beginning of what follows a formula.

    Raises:
        BadInput: a condition cannot be read.
    """
    found: dict[str, str] = {}
    while match := _TAG.match(text):
        found[match["name"]] = match["value"]
        text = text[match.end() :]
    if found.get("holds", ALWAYS) != ALWAYS:
        conditions.parse(found["holds"])
    return found


def latex(
    formula: Formula,
    declaration: Declaration | None,
    metrics: Mapping[str, Any],
    arrays: Mapping[str, Array],
    tagged: bool = False,
) -> str:
    r"""The formula with its numbers, for `playground.render.formula`.

    Args:
        formula: with `\val{name}`.
        declaration: formats the numbers.
        metrics: values by name.
        arrays: values by name where `metrics` has none.
        tagged: each number carries its key as a colour that no screen has, so that its place can be found.
    """

    def value(match: re.Match[str]) -> str:
        name, decimals = match.groups()
        words = written(name, decimals)
        return rf"{{\color{{{value_key(name)}}}{{{words}}}}}" if tagged else words

    def written(name: str, decimals: str | None) -> str:
        if name in metrics and decimals is not None and isinstance(metrics[name], float):
            return _number(fixed(metrics[name], int(decimals)))
        if name in metrics:
            return _number(format_value(name, metrics[name], declaration))
        if name in arrays:
            return _matrix(np.asarray(arrays[name]), int(decimals) if decimals is not None else None)
        return _number("none")

    return _VALUE.sub(value, formula.latex)


def _number(words: str) -> str:
    # In braces: after "=" a bare minus would be set as a binary operator with a gap.
    words = words.replace("−", "-").replace(",", r"{,}").replace("∞", r"\infty ")
    return f"{{{words}}}" if not re.search("[a-z]{2}", words) or "infty" in words else rf"\text{{{words}}}"


def _matrix(values: Array, decimals: int | None) -> str:
    def words(entry: Any) -> str:
        return _number(format_value("", entry, None) if decimals is None else fixed(entry, decimals))

    if values.ndim == 0:
        return words(values.item())
    rows = values[:, None] if values.ndim == 1 else values
    lines = [" & ".join(map(words, row.tolist())) for row in rows]
    if len(lines) > _MOST:
        lines = [*lines[: _MOST - 2], r"\vdots", lines[-1]]
    return r"\begin{pmatrix}" + r" \\ ".join(lines) + r"\end{pmatrix}"
