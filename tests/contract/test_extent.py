"""What of a panel is gone through: a sample that its files choose, and all of it where it has changed."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import extent
import pytest

from playground import catalog

MANY = [f"preset {k}" for k in range(30)]


def of(long: bool) -> Any:
    """The configuration of a run of the suite."""
    return SimpleNamespace(option=SimpleNamespace(long=long))


def test_a_sample_has_the_first_and_others_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    one = catalog.ids()[0]
    chosen = extent.sample(one, MANY, 5)
    assert chosen[0] == MANY[0]
    assert len(chosen) == 5
    assert chosen == sorted(chosen, key=MANY.index) == extent.sample(one, MANY, 5)
    assert extent.sample(one, MANY[:3], 5) == MANY[:3]
    samples = []
    for contents in ("before", "after"):
        monkeypatch.setattr(extent, "_contents", lambda _, contents=contents: contents)
        samples.append(extent.sample(one, MANY, 5))
    assert samples[0] != samples[1], "another version of a panel has another sample"


def test_in_ci_a_panel_that_changed_is_gone_through_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extent, "touched", lambda _: frozenset({"a"}))
    monkeypatch.setenv("CI", "true")
    assert [extent.whole(of(False), one) for one in ("a", "b")] == [True, False]
    assert extent.whole(of(True), "b")
    monkeypatch.setattr(extent, "touched", lambda _: None)
    assert extent.whole(of(False), "b"), "what Git cannot tell is not left out"
    monkeypatch.delenv("CI")
    assert not extent.whole(of(False), "a")


def test_the_panels_that_changed_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLAYGROUND_BASE", raising=False)

    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@e", *words], cwd=tmp_path, check=True)

    assert extent.touched(tmp_path / "nowhere") is None
    for one in ("a", "b"):
        (tmp_path / extent.FOLDER / one).mkdir(parents=True)
        (tmp_path / extent.FOLDER / one / "model.py").write_text("first", encoding="utf-8")
    git("init", "-q", "-b", "main")
    for content in ("first", "second"):
        (tmp_path / extent.FOLDER / "b" / "model.py").write_text(content, encoding="utf-8")
        git("add", ".")
        git("commit", "-q", "-m", content)
    assert extent.touched(tmp_path) == frozenset({"b"})
