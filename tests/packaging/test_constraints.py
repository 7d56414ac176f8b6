"""The pinned versions fit the ranges of the project, on every system."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PINS = [
    Requirement(line)
    for line in (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def plain(name: str) -> str:
    """A package name as an index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_line_pins_one_exact_version_that_every_index_has() -> None:
    for pin in PINS:
        (version,) = pin.specifier
        assert version.operator == "==", pin
        assert "+" not in version.version, pin


def test_what_the_project_asks_for_is_pinned_within_its_range() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for text in (*project["dependencies"], *extras["test"], *extras["package"]):
        wanted = Requirement(text)
        pins = [pin for pin in PINS if plain(pin.name) == plain(wanted.name)]
        assert pins, wanted
        for pin in pins:
            assert wanted.specifier.contains(next(iter(pin.specifier)).version), (wanted, pin)


def test_the_graphics_cards_libraries_are_left_to_torch() -> None:
    assert not [pin for pin in PINS if plain(pin.name).startswith(("nvidia-", "cuda-", "triton"))]
