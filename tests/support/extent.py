"""How much of a panel a test of the contract goes through: all of its presets and settings, or a sample of them.

What the engine promises for every run is seen in a few runs of each of many panels. The sample depends on the files of
the panel alone, so that it is the same until the panel changes; a panel that a change touches is gone through whole
in continuous integration, and with `--long` every panel is.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import pytest
from linux import ci

T = TypeVar("T")
FOLDER = "playground/concepts"
FEW = 2  # panels that can be gone through at twelve seeds in one run of the tests


def whole(config: pytest.Config, concept_id: str) -> bool:
    """Whether a panel is gone through whole."""
    if config.option.long:
        return True
    changed = touched(ci.ROOT) if os.environ.get("CI") else frozenset[str]()
    return changed is None or concept_id in changed


def closely(config: pytest.Config, concept_id: str) -> bool:
    """Whether a panel is gone through at many seeds: in the long run, and where a change touches it and few others."""
    if config.option.long:
        return True
    changed = touched(ci.ROOT) if os.environ.get("CI") else frozenset[str]()
    return changed is not None and concept_id in changed and len(changed) <= FEW


@cache
def touched(checkout: Path) -> frozenset[str] | None:
    """The panels whose files differ from the branch that a change goes to; None where Git cannot tell."""
    bases = ci.bases(checkout)
    diffs = [ci.git("diff", "--name-only", base, "--", FOLDER, at=checkout) for base in bases or ()]
    if not diffs or None in diffs:
        return None
    return frozenset(Path(name).parts[2] for diff in diffs for name in (diff or "").splitlines())


def sample(concept_id: str, of: Iterable[T], most: int) -> list[T]:
    """The first and some others, chosen by what stands in the files of the panel, in their order."""
    first, *others = of
    ranked = sorted(others, key=lambda one: hashlib.sha256(f"{_contents(concept_id)} {one}".encode()).digest())
    chosen = ranked[: most - 1]
    return [first, *(one for one in others if one in chosen)]


@cache
def _contents(concept_id: str) -> str:
    """A digest of the files of a panel."""
    digest = hashlib.sha256()
    folder: Any = files(f"playground.concepts.{concept_id}")
    for path in sorted(Path(folder).iterdir()):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()
