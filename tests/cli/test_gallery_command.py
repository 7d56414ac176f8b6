"""The gallery: every panel in every theme, of the right size, none of them blank; and what the README shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from playground import catalog, cli
from playground.commands.gallery import README_SIZE, block, with_block
from playground.engine.errors import BadInput
from playground.render.tokens import THEMES

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "gallery"
CARDS = (*catalog.ids(), *catalog.doors())
MOST_BYTES = 60_000  # of one picture: the README of forty panels stays a page that loads at once


def colours(path: Path) -> set[int]:
    """A sample of the pixels of a picture, checked for its size."""
    image = QImage(str(path))
    assert (image.width(), image.height()) == README_SIZE, path.name
    return {image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)}


def test_one_panel_in_every_theme(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = catalog.ids()[-1]
    assert cli.main(["gallery", "--out", str(tmp_path / "new"), "--only", name, "--size", "640x360"]) == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == sorted(f"{name}-{t}.png" for t in THEMES)
    assert all(len(colours(path)) > 10 for path in (tmp_path / "new").iterdir())
    assert len(capsys.readouterr().out.splitlines()) == len(THEMES)


def test_the_committed_pictures_are_those_of_all_panels_and_doors_in_all_themes() -> None:
    expected = {f"{name}-{theme}.png" for name in CARDS for theme in THEMES}
    assert {path.name for path in PICTURES.iterdir()} == expected, "run `playground gallery --readme`"
    for name in expected:
        assert (PICTURES / name).stat().st_size <= MOST_BYTES, name
        assert len(colours(PICTURES / name)) > 10, f"{name} is blank"


def test_the_readme_shows_every_panel_and_door() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert with_block(readme, block(CARDS)) == readme, "run `playground gallery --readme`"


def test_the_ground_of_a_picture_is_that_of_its_theme() -> None:
    for theme in THEMES.values():
        image = QImage(str(PICTURES / f"{catalog.ids()[0]}-{theme.name}.png"))
        assert image.pixelColor(2, 2).name().upper() == theme.surface.upper()


@pytest.mark.parametrize(
    ("words", "named"),
    [([], "--out"), (["--out", "x", "--readme"], "--out"), (["--out", "x", "--only", "nope"], "nope")],
)
def test_what_cannot_be_drawn_is_said(words: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["gallery", *words]) == 2
    assert named in capsys.readouterr().err


def test_a_readme_without_a_place_is_left_alone() -> None:
    with pytest.raises(BadInput, match="no place for the gallery"):
        with_block("# Title\n", block(()))
