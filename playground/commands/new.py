"""`playground new ID`: the files of a new concept and its test, from the templates of a source checkout."""

from __future__ import annotations

import keyword
import re
from argparse import Namespace
from pathlib import Path

import playground
from playground import catalog
from playground.commands import Outcome
from playground.engine.errors import BadInput
from playground.engine.files import write_bytes

_SUFFIX = ".txt"


def main(args: Namespace) -> Outcome:
    """Writes the files; they pass the contract tests, and the test of the theorem fails until it is written."""
    root = Path(playground.__file__).resolve().parents[1]
    written = make(root, args.concept)
    files = "\n".join(f"  {path.relative_to(root)}" for path in written)
    return Outcome(f"{files}\nNext: write the theorem in {written[-1].relative_to(root)}")


def make(root: Path, concept: str) -> list[Path]:
    """Writes the files of a concept into a source checkout and returns their paths, the test last.

    Raises:
        BadInput: there is no checkout, or the id is no good or taken.
    """
    templates = root / "packaging" / "new_concept"
    if not templates.is_dir():
        raise BadInput(f"new works in a source checkout only, and {root} is none", "new")
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,39}", concept) or keyword.iskeyword(concept) or concept.endswith("_"):
        raise BadInput(
            f"ID is {concept!r}, allowed are 2 to 40 small letters, digits and _, such as gradient_descent", "ID"
        )
    folder = root / "playground" / "concepts" / concept
    test = root / "tests" / "concepts" / f"test_{concept}.py"
    for taken in (folder, test):
        if concept in catalog.ids() or taken.exists():
            raise BadInput(f"ID {concept} is taken: {taken.relative_to(root)} exists already", "ID")
    targets = {path: _target(path, folder, test) for path in sorted(templates.iterdir()) if path.suffix == _SUFFIX}
    test.parent.mkdir(parents=True, exist_ok=True)
    (folder / "code").mkdir(parents=True)
    title = concept.replace("_", " ").capitalize()
    for template, target in targets.items():
        text = template.read_text(encoding="utf-8").replace("__ID__", concept).replace("__TITLE__", title)
        write_bytes(target, text.encode())
    return sorted(targets.values(), key=lambda path: path == test)


def _target(template: Path, folder: Path, test: Path) -> Path:
    name = template.name.removesuffix(_SUFFIX)
    room, _, inside = name.partition("-")
    return test if name == "test.py" else folder / room / inside if inside else folder / name
