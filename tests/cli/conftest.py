"""A concept of its own for the command line's tests: what `playground new` makes, in place of the shipped ones."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from playground import catalog, cli, concepts
from playground.commands.new import make

ROOT = Path(__file__).resolve().parents[2]
CACHED = (catalog.ids, catalog.declaration, catalog.load, catalog.presets, catalog.checks, catalog.challenges)

FRAGILE = """
from playground.concepts.demo.model import CONCEPT as _demo
from dataclasses import replace

def step(params, data, state, ctx):
    if ctx.step == 3:
        raise RuntimeError("shapes (2, 64) and (32, 2)")
    return _demo.step(params, data, state, ctx)

CONCEPT = replace(_demo, step=step)
"""


def _forget() -> None:
    for cached in CACHED:
        cached.cache_clear()
    for name in [
        name for name in sys.modules if name.startswith(("playground.concepts.demo", "playground.concepts.fragile"))
    ]:
        del sys.modules[name]


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the concept `demo`, and `fragile`, whose step raises at step 3."""
    root = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "packaging" / "new_concept", root / "packaging" / "new_concept")
    (root / "playground" / "concepts").mkdir(parents=True)
    make(root, "demo")
    make(root, "fragile")
    (root / "playground" / "concepts" / "fragile" / "model.py").write_text(FRAGILE)
    return root


@pytest.fixture
def demo(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A catalog of `demo` and `fragile` alone; gives the folder of `demo`."""
    folder = checkout / "playground" / "concepts"
    monkeypatch.setattr(concepts, "__path__", [str(folder)])
    _forget()
    yield folder / "demo"
    _forget()


class Said(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The printed JSON, which must be strict."""

        def refuse(word: str) -> None:
            raise AssertionError(f"{word} is no JSON")

        return json.loads(self.out, parse_constant=refuse)

    @property
    def refusal(self) -> str:
        """The one line of a bad input."""
        assert self.status == 2, self
        assert self.out == ""
        assert self.err.startswith("playground: ")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("playground: ").strip()


@pytest.fixture
def say(demo: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Runs a command line in this process."""

    def run(*words: object) -> Said:
        capsys.readouterr()
        status = cli.main([str(word) for word in words])
        return Said(status, *capsys.readouterr())

    return run
