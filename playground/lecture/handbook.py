"""The handbook as it ships: pages in Markdown, read from assets/handbook. No Qt, no torch."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from playground.resources import asset

INDEX = "index"
_LINK = re.compile(r"\]\((?P<page>[a-z_]+)\.md\)")


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        name: of its file, without the ending.
        title: its first heading.
        text: the whole in Markdown.
    """

    name: str
    title: str
    text: str

    @property
    def sections(self) -> tuple[tuple[str, str], ...]:
        """Its second-level headings, each with the text below it; code is left out."""
        found: list[tuple[str, str]] = []
        lines: list[str] = []
        heading, code = "", False
        for line in self.text.splitlines():
            code ^= line.startswith("```")
            if line.startswith("## ") and not code:
                found.append((heading, "\n".join(lines)))
                heading, lines = line[3:].strip(), []
            else:
                lines.append(line)
        found.append((heading, "\n".join(lines)))
        return tuple((name, text) for name, text in found if name)


@cache
def pages() -> tuple[Page, ...]:
    """All pages in the order in which the first one links to them; none where the handbook is not shipped."""
    try:
        folder = asset("handbook")
    except FileNotFoundError:
        return ()
    index = page(INDEX, (folder / f"{INDEX}.md").read_text(encoding="utf-8"))
    names = dict.fromkeys(match["page"] for match in _LINK.finditer(index.text))
    there = [name for name in names if (folder / f"{name}.md").is_file()]
    return (index, *(page(name, (folder / f"{name}.md").read_text(encoding="utf-8")) for name in there))


def page(name: str, text: str) -> Page:
    """A page of this text, which begins with its title."""
    return Page(name, text.partition("\n")[0].lstrip("# ").strip(), text)
