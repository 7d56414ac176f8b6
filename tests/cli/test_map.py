"""`playground map`: a grid of runs as numbers and as a picture."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from playground import catalog, cli
from playground.engine.declarations.axes import axis_names


@pytest.fixture
def axes() -> list[str]:
    """Two numbers that can be axes, of the first concept that has them, with the options of the command."""
    for name in catalog.ids():
        specs = catalog.declaration(name).params.specs()
        usable = [one for one in axis_names(catalog.declaration(name)) if specs[one].kind == "real"][:2]
        if len(usable) == 2:
            break
    return ["map", name, "--x", usable[0], "--y", usable[1], "--steps", "2", "--grid", "3x2"]


def test_the_table_has_a_row_for_every_run(axes: list[str], tmp_path: Path) -> None:
    target = tmp_path / "map.csv"
    assert cli.main([*axes, "--out", str(target)]) == 0
    rows = list(csv.reader(target.read_text().splitlines()))
    assert rows[0] == [axes[3], axes[5], "status"]
    assert len(rows) == 7


def test_the_picture_is_written(axes: list[str], tmp_path: Path) -> None:
    target = tmp_path / "map.png"
    assert cli.main([*axes, "--out", str(target), "--size", "640x400"]) == 0
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--out", "map.txt"], "allowed are files"),
        (["--out", "map.csv", "--y", "nothing"], "nothing"),
        (["--out", "map.csv", "--grid", "1x2"], "not COLUMNSxROWS"),
        (["--out", "map.png", "--metric", "nothing"], "nothing"),
    ],
)
def test_what_makes_no_map_is_said(
    axes: list[str],
    options: list[str],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main([*axes, *options]) == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
