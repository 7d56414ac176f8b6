"""What a start of the program asks for: of this process, or of another one that hands it over. No Qt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from playground.engine.errors import BadInput
from playground.engine.files import read_head
from playground.lecture.link import from_link, is_link


@dataclass(frozen=True, slots=True)
class Start:
    """What a start asks for, as the command line has it.

    Attributes:
        concept: the id of a panel or a door; None: the gallery, or whatever the open window shows.
        source: a file or a link, told apart by what it is.
        scene: a scene file to continue.
        load: data files for the concept.
        sets: parameter texts by name.
        seed: the seed.
        play: starts at once.
        preset: the name of a preset of the concept; None: that of the door, or the first one.
    """

    concept: str | None = None
    source: str | None = None
    scene: str | None = None
    load: tuple[str, ...] = ()
    sets: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    play: bool = False
    preset: str | None = None

    def absolute(self) -> Start:
        """The same with paths that another process understands."""
        source, scene = map(_absolute, (self.source, self.scene))
        load = tuple(str(Path(path).absolute()) for path in self.load)
        return replace(self, source=source, scene=scene, load=load)


def _absolute(path: str | None) -> str | None:
    return path if path is None or is_link(path) else str(Path(path).absolute())


def read_start(raw: bytes) -> Start:
    """What was handed over.

    Raises:
        ValueError: it is not what `hand_over` sends.
    """
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not found.keys() <= set(Start.__dataclass_fields__):
        raise ValueError("no start")
    words = [found.get(name) for name in ("concept", "source", "scene", "preset")]
    sets, seed, load = found.get("sets", {}), found.get("seed"), found.get("load", [])
    fits = all(word is None or isinstance(word, str) for word in words)
    fits = fits and isinstance(sets, dict) and isinstance(load, list)
    if not fits or not all(isinstance(word, str) for word in (*sets.values(), *load)):
        raise ValueError("no start")
    if not (seed is None or type(seed) is int) or not isinstance(found.get("play", False), bool):
        raise ValueError("no start")
    return Start(**(found | {"load": tuple(load)}))


def check(start: Start) -> None:
    """Finds faults of the command line before a window opens.

    Raises:
        BadInput: a name, a value or a file is not usable.
    """
    if all(one is None for one in (start.concept, start.source, start.scene)) and not start.load:
        return
    from playground import catalog  # imported here: the gallery's first paint does without it
    from playground.lecture.scene import read_scene

    if start.concept is not None:
        entrance = catalog.resolve(start.concept, start.preset)
        params = catalog.declaration(entrance.panel).params
        params.parse(start.sets, params.make(catalog.preset_at(entrance).get("params", {})))
    if start.scene is not None:
        if start.preset is not None:
            raise BadInput("--preset does not go with --scene, which has its own parameters", "preset")
        found = read_scene(start.scene)
        panel = catalog.resolve(start.concept).panel if start.concept is not None else found["concept"]
        if found["concept"] != panel:
            raise BadInput(f"{start.scene} is a scene of {found['concept']}, asked for was {panel}", "scene")
    if start.source is not None and is_link(start.source):
        catalog.declaration(str(from_link(start.source)["concept"]))
    elif start.source is not None:
        read_head(start.source, 1, start.source)
    for path in start.load:
        read_head(path, 1, path)
