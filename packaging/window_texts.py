"""Writes all texts of the window as one catalogue: `python packaging/window_texts.py window.json`.

The file maps every text of the window, and every name that the panels declare, to nothing; filled in, it is the
`Catalogue` of another language (see `playground.render.words`). With a file that is there already, what it has is kept
and what is new is added.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Functions and methods whose words stand on screen, and the functions that return such words.
CALLS = frozenset(
    [
        "label",
        "button",
        "Button",
        "IconButton",
        "IconLabel",
        "tip",
        "notify",
        "Command",
        "Stop",
        "About",
        "Way",
        "Segments",
        "setToolTip",
        "setAccessibleName",
        "setText",
        "Words",
        "setPlaceholderText",
        "setWindowTitle",
        "show_words",
        "MenuButton",
        "ElidedLabel",
        "Entry",
        "tr",
        "Cue",
        "show_icon",
        "RailButton",
        "plain_button",
        "words_label",
        "Notice",
        "Field",
        "SearchField",
        "tell",
        "_offer",
    ]
)
# Which of the positional arguments are words, where others are styles or keys.
SHOWN = {
    "label": slice(0, 1),
    "Command": slice(1, 2),
    "Stop": slice(0, 2),
    "About": slice(0, 2),
    "Way": slice(2, 4),
    "tip": slice(0, 1),
    "button": slice(0, 1),
    "ElidedLabel": slice(0, 1),
    "IconButton": slice(1, 3),
    "IconLabel": slice(1, 2),
}
FILES = ("sentences.py", "stage.py", "state.py", "states.py", "guess.py")
TABLES = frozenset(
    [
        "ICONS",
        "BADGES",
        "SPEEDS",
        "BLOCKS",
        "SOURCES",
        "MOUSE",
        "ZOOM",
        "MARKS",
        "EFFECTS",
        "ORDERS",
        "HIDDEN",
        "REPLACED",
        "LABELS",
        "HOW",
        "COMPARE",
    ]
)


def sources() -> list[str]:
    """Every text of the window, in the order of the files."""
    found: dict[str, None] = {}
    for folder in ("ui", "render"):
        for path in sorted((ROOT / "playground" / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            for text in _texts(tree, path.name in FILES):
                found.setdefault(text)
    return list(found)


def declared(*concepts: str) -> list[str]:
    """What concepts (all, if none is named) call their parameters, choices, numbers, buttons, jobs and cards."""
    from playground import catalog

    found: dict[str, None] = {}
    for concept in concepts or catalog.ids():
        one = catalog.declaration(concept)
        for spec in one.params.specs().values():
            found.update(dict.fromkeys((spec.label, *(spec.choices or {}).values())))
        found.update(dict.fromkeys(metric.label for metric in one.metrics if metric.shown))
        found.update(dict.fromkeys(gesture.button for gesture in one.gestures if gesture.button))
        found.update(dict.fromkeys(job.label for job in one.jobs))
        found.update(dict.fromkeys((one.card.title, one.card.chapter, one.card.line)))
        for door in one.doors:
            found.update(dict.fromkeys((door.title, door.chapter, door.line)))
    return [text for text in found if readable(text) or text.isalpha()]


def _texts(tree: ast.Module, returned: bool) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in CALLS:
            name, words = _name(node.func), [*node.args, *(keyword.value for keyword in node.keywords)]
            for argument in words[SHOWN[name]] if name in SHOWN else words:
                yield from _words(argument)
        elif returned and isinstance(node, ast.Return) and node.value is not None:
            yield from _words(node.value)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(_name(target) in TABLES for target in targets):
                yield from _words(node.value)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _words(node: ast.expr) -> Iterator[str]:
    """The texts in an expression; what is filled in later is a hole {}."""
    if isinstance(node, ast.JoinedStr):
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        if readable(text):
            yield text
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and readable(node.value):
        yield node.value
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not (
            isinstance(child, ast.Call) and _name(child.func) in ("get", "property")
        ):
            yield from _words(child)


def readable(text: str) -> bool:
    """Whether a text is written for people: a capital at the front, or several words."""
    plain = text.replace("{}", "").strip()
    letters = sum(sign.isalpha() for sign in plain)
    return letters >= 2 and (plain[:1].isupper() or " " in plain)


def catalogue(known: dict[str, str]) -> dict[str, str]:
    """Every text with its words in a language, empty where there are none yet; texts that nothing says are left out."""
    from playground.ui.keys import COMMANDS

    texts = (*sources(), *(command.label for command in COMMANDS), *declared())
    return {text: known.get(text, "") for text in dict.fromkeys(texts)}


def main() -> None:
    """Writes the catalogue to the file that is named."""
    target = Path(sys.argv[1])
    known = json.loads(target.read_text("utf-8")) if target.exists() else {}
    found = catalogue(known)
    target.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{target}: {len(found)} texts, {sum(not words for words in found.values())} without words")


if __name__ == "__main__":
    main()
