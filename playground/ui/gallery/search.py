"""The lines that the palette offers, and how they are found. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from playground.render.words import tr
from playground.ui.controller.state import Panel, State
from playground.ui.keys import COMMANDS, fits


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """One line of the palette.

    Attributes:
        what: command, open, preset, compare, lesson or scene; in the library preset_of, challenge, notes or handbook.
        value: its id, name or path.
        words: what stands there.
        key: the key, or empty.
        more: what is searched besides, and not shown.
    """

    what: str
    value: str
    words: str
    key: str = ""
    more: str = ""


def entries(state: State) -> list[SearchEntry]:
    """Everything that can be done on this page."""
    made = [SearchEntry("command", c.id, c.label, c.key) for c in COMMANDS if fits(c, state.page) and c.id != "palette"]
    panel = state.panel
    if panel is not None and state.page == "panel":
        made += [SearchEntry("preset", name, f"Preset: {preset['title']}") for name, preset in panel.presets.items()]
        made += _comparisons(panel)
    made += [SearchEntry("open", name, f"Open: {declared.card.title}") for name, declared in state.catalog.items()]
    doors = [door for declared in state.catalog.values() for door in declared.doors]
    made += [
        SearchEntry("open", door.id, f"Open: {door.title}", more=" ".join([door.line, *door.words])) for door in doors
    ]
    made += [SearchEntry("lesson", head.path, f"Lesson: {head.title}") for head in state.lessons]
    made += [SearchEntry("scene", path, f"Scene: {path}") for path in state.recent]
    return [replace(line, words=tr(line.words)) if line.what != "scene" else line for line in made]


def _comparisons(panel: Panel) -> list[SearchEntry]:
    """What the run on the stage can be compared with."""
    # Imported here: it brings what the first paint does not need.
    from playground.engine.declarations.value_text import value_text
    from playground.ui.controller.comparison import MOST
    from playground.ui.controller.sentences import command_text, values_of

    made = [SearchEntry("compare", "@seed", "Compare with another seed")]
    for name, spec in panel.params.specs().items():
        if not spec.matters(panel.params) or spec.kind == "file":
            continue
        values = values_of(spec)
        if not values:
            made.append(SearchEntry("compare", name, f"Compare: {spec.label} with …"))
        elif len(values) <= MOST:
            made.append(SearchEntry("compare", f"{name}=*", f"Compare: {spec.label}, all values"))
        for value in values:
            if value != getattr(panel.params, name):
                words = f"Compare: {spec.label} {value_text(spec, value)}"
                made.append(SearchEntry("compare", f"{name}={command_text(value)}", words))
    others = [(name, preset) for name, preset in panel.presets.items() if name != panel.preset]
    return made + [
        SearchEntry("compare", f"@preset={name}", f"Compare with preset: {one['title']}") for name, one in others
    ]


def find_entries(wanted: str, lines: list[SearchEntry]) -> list[SearchEntry]:
    """The lines that have all words: first a key of this name, then those that begin with them, last their texts."""
    words = wanted.casefold().split()
    pressed = _bare(wanted)

    def rank(line: SearchEntry) -> int:
        if pressed and _bare(line.key) == pressed:
            return 0
        shown = f"{line.words} {line.key}".casefold()
        if all(word in shown for word in words):
            return 1 if words and shown.startswith(words[0]) else 2
        return 3 if all(word in f"{shown} {line.more.casefold()}" for word in words) else 4

    ranks = [(rank(line), line) for line in lines]
    return [line for place, line in sorted(ranks, key=lambda pair: pair[0]) if place < 4]


def _bare(key: str) -> str:
    """A key without the signs between its parts."""
    return "".join(key.casefold().replace("+", " ").split())
