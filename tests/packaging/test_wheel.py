"""The wheel carries everything that the program reads at run time."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import patience
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    made = subprocess.run(
        [*command, "-w", str(folder), str(ROOT)], capture_output=True, encoding="utf-8", timeout=patience.SECONDS
    )
    assert made.returncode == 0, made.stderr
    (wheel,) = folder.glob("ml_playground-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def shipped(root: Path) -> set[str]:
    """The files below a folder, but for what Python leaves there."""
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file() and path.suffix != ".pyc"}


@pytest.mark.slow
def test_all_assets_are_inside_the_package(unpacked: Path) -> None:
    assert shipped(ROOT / "assets") == shipped(unpacked / "playground" / "assets")


@pytest.mark.slow
def test_all_files_of_the_package_are_there_and_no_others(unpacked: Path) -> None:
    inside = {name for name in shipped(unpacked / "playground") if not name.startswith("assets")}
    assert inside == shipped(ROOT / "playground")
    tops = {path.name.split("-")[0] for path in unpacked.iterdir()}
    assert tops == {"playground", "ml_playground"}


@pytest.mark.slow
def test_the_installed_package_finds_its_own_assets(unpacked: Path) -> None:
    code = "from playground.resources import asset; print(asset('data/iris.csv'))"
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=unpacked,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=patience.SECONDS,
    )
    assert Path(found.stdout.strip()) == unpacked / "playground" / "assets" / "data" / "iris.csv"
