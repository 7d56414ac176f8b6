#!/usr/bin/env python3
"""Draws every preset and every way of looking of panels in all themes, and compares two such folders pixel by pixel.

    python packaging/compare_pictures.py shoot FOLDER [ID ...]    draw with the playground that PYTHONPATH names
    python packaging/compare_pictures.py compare BEFORE AFTER     list the pictures that differ; status 1 if any does

A picture stands at the step of its preset. A way of looking is a value of a VIEW parameter, shown at the first preset
in whose mode the parameter is in force.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
SIZE = (1280, 760)


def looks(concept_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Presets with the VIEW parameters that are to be changed in them: none, or one."""
    from playground import catalog

    params = catalog.declaration(concept_id).params
    seen: set[tuple[Any, ...]] = set()
    for name, preset in catalog.presets(concept_id).items():
        yield name, {}
        made = params.make(preset["params"])
        for spec in params.specs().values():
            in_force = all(getattr(made, other) in allowed for other, allowed in spec.when.items())
            if spec.effect.name != "VIEW" or not in_force:
                continue
            values = tuple(spec.choices) or ((True, False) if isinstance(spec.default, bool) else ())
            for value in values:
                key = (getattr(made, "mode", ""), spec.name, value)
                if value != getattr(made, spec.name) and key not in seen:
                    seen.add(key)
                    yield name, {spec.name: value}


def shoot(folder: Path, names: list[str]) -> None:
    """Draws the pictures of some panels, or of all."""
    from playground import catalog
    from playground.commands.filming import drawing
    from playground.commands.render import picture  # computing comes first; see there
    from playground.engine.run.starting import at_telling_step
    from playground.render.still import save_png
    from playground.render.tokens import THEMES, factor

    folder.mkdir(parents=True, exist_ok=True)
    with drawing():
        for concept_id in names or catalog.ids():
            concept = catalog.load(concept_id)
            for name, changes in looks(concept_id):
                session = at_telling_step(concept, catalog.presets(concept_id)[name])
                session.set(changes)
                tail = "".join(f"@{key}={value}" for key, value in changes.items())
                for theme in THEMES.values():
                    image = picture(session, SIZE, theme, factor(theme, SIZE[1]))
                    save_png(image, folder / f"{concept_id}-{name}{tail}-{theme.name}.png")
                print(f"{concept_id} {name}{tail}", flush=True)


def compare(before: Path, after: Path) -> int:
    """Lists what differs; returns how many pictures do."""
    import numpy as np
    from PIL import Image

    different = 0
    for path in sorted(after.glob("*.png")):
        old = before / path.name
        if not old.exists():
            print(f"{path.name}: only after")
            different += 1
            continue
        a, b = (np.asarray(Image.open(one).convert("RGB")).astype(int) for one in (old, path))
        if a.shape != b.shape or (a != b).any():
            where = np.argwhere((a != b).any(-1)) if a.shape == b.shape else None
            print(f"{path.name}: {_box(where) if where is not None else 'another size'}")
            different += 1
    print(f"{different} of {len(list(after.glob('*.png')))} differ")
    return different


def _box(where: Any) -> str:
    (top, left), (bottom, right) = where.min(0), where.max(0)
    return f"{len(where)} px, rows {top} to {bottom}, columns {left} to {right}"


def main(arguments: list[str]) -> int:
    """Runs one of the two."""
    match arguments:
        case ["shoot", folder, *names]:
            shoot(Path(folder), names)
            return 0
        case ["compare", before, after]:
            return int(compare(Path(before), Path(after)) > 0)
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
