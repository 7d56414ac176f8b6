"""The shipped files are found in a checkout, in a wheel's layout and in a frozen application."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from playground import resources

ROOT = Path(__file__).resolve().parents[1]


def test_a_checkout_uses_the_files_at_its_root() -> None:
    assert resources.asset("fonts/Inter-Regular.ttf") == ROOT / "assets" / "fonts" / "Inter-Regular.ttf"
    assert resources.asset("data") == ROOT / "assets" / "data"


def test_a_wheel_uses_the_files_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "PACKAGE", tmp_path / "playground")
    for root in (tmp_path / "assets", tmp_path / "playground" / "assets"):
        (root / "data").mkdir(parents=True)
        (root / "data" / "iris.csv").touch()
    assert resources.asset("data/iris.csv") == tmp_path / "playground" / "assets" / "data" / "iris.csv"


def test_a_frozen_application_uses_the_files_it_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    (tmp_path / "playground" / "assets" / "data").mkdir(parents=True)
    (tmp_path / "playground" / "assets" / "data" / "iris.csv").touch()
    assert resources.asset("data/iris.csv") == tmp_path / "playground" / "assets" / "data" / "iris.csv"


@pytest.mark.parametrize("name", ["fonts/Nothing.ttf", "", "../pyproject.toml", "/etc/passwd", "data/../../LICENSE"])
def test_what_is_not_shipped_is_named(name: str) -> None:
    with pytest.raises(FileNotFoundError, match="asset") as caught:
        resources.asset(name)
    assert repr(name) in str(caught.value)
