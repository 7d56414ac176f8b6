"""`playground figure`: panels named in place, recipes, and figures that are made again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from playground import figure, open_session
from playground.engine.errors import BadInput

Say = Callable[..., Any]


def test_a_figure_of_named_panels_is_remade_from_its_recipe_and_from_itself(
    say: Say, qapp: QApplication, tmp_path: Path
) -> None:
    png, recipe, again, svg = (tmp_path / name for name in ("a.png", "a.figure.toml", "b.png", "b.svg"))
    said = say("figure", "demo@3", "demo@9,rate=0.02", "--width", 120, "--dpi", 100, "--out", png, "--recipe", recipe)
    assert (said.status, said.out) == (0, f"{png}: 2 panels, 120.0 x 44.5 mm\n{recipe}: the recipe\n")
    assert QImage(str(png)).width() == 472
    assert "steps = 9\n" in recipe.read_text()
    assert "set = { rate = 0.02 }" in recipe.read_text()
    for source in (recipe, png):
        say("figure", source, "--out", again)
        assert again.read_bytes() == png.read_bytes()
    # The options change what a recipe says.
    say("figure", recipe, "--width", "nature", "--letters", "A", "--words", "paths", "--out", svg)
    assert 'width="89mm"' in svg.read_text()
    assert "<text" not in svg.read_text()


def test_a_panel_stands_at_its_step_with_its_parameters(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    scene, one, two = tmp_path / "a.scene.json", tmp_path / "a.png", tmp_path / "b.png"
    say("run", "demo", "--set", "rate=0.02", "--steps", 7, "--save", scene)
    say("figure", "demo@7,rate=0.02", "--dpi", 100, "--out", one)
    say("figure", scene, "--dpi", 100, "--out", two)
    assert QImage(str(one)) == QImage(str(two))
    say("figure", "demo@6,rate=0.02", "--dpi", 100, "--out", two)
    assert QImage(str(one)) != QImage(str(two))


def test_a_recipe_names_files_beside_itself_alone(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    say("run", "demo", "--steps", 4, "--save", tmp_path / "in" / "a.scene.json")
    recipe, target = tmp_path / "in" / "r.figure.toml", tmp_path / "a.png"
    head = 'format = "playground.figure"\ndpi = 100\n[[panels]]\nscene = '
    recipe.write_text(head + '"a.scene.json"\n')
    assert say("figure", recipe, "--out", target).status == 0
    for elsewhere in ("../in/a.scene.json", str(tmp_path / "in" / "a.scene.json")):
        recipe.write_text(head + f'"{elsewhere}"\n')
        assert (
            "leads elsewhere, allowed is the path of a file beside the recipe"
            in say("figure", recipe, "--out", target).refusal
        )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["demo"], "--out is missing"),
        (["demo", "--out", "/tmp/a.mp4"], "a figure is a .png, .svg or .pdf"),
        (["demo", "--out", "/nowhere/a.pdf"], "the folder /nowhere does not exist"),
        (["dmo", "--out", "/tmp/a.pdf"], "concept 'dmo' does not exist; did you mean demo?"),
        (["demo:nope", "--out", "/tmp/a.pdf"], "preset 'nope' does not exist"),
        (["demo/nope", "--out", "/tmp/a.pdf"], "panel demo: plot 'nope' does not exist"),
        (["demo,rate=99", "--out", "/tmp/a.pdf"], "rate is 99"),
        (["demo,rte=1", "--out", "/tmp/a.pdf"], "did you mean rate?"),
        (["demo", "--width", 3, "--out", "/tmp/a.pdf"], "width is 3, allowed are mm from 20 to 600"),
        (["demo", "--width", "natur", "--out", "/tmp/a.pdf"], "did you mean nature?"),
        (["demo", "--theme", "drak", "--out", "/tmp/a.pdf"], "theme is 'drak', allowed is light, dark or projector"),
        (["nope.figure.toml", "--out", "/tmp/a.pdf"], "nope.figure.toml does not exist"),
        (["a.figure.toml", "demo", "--out", "/tmp/a.pdf"], "a.figure.toml stands alone"),
    ],
)
def test_what_cannot_be_drawn_gets_a_sentence(say: Say, words: list[object], sentence: str) -> None:
    assert sentence in say("figure", *words).refusal


def test_a_picture_that_is_no_figure_is_refused(say: Say, qapp: QApplication, tmp_path: Path) -> None:
    for name in ("a.png", "a.svg", "a.pdf"):
        say("render", "demo", "--steps", 1, "--size", "240x160", "--out", tmp_path / name)
        said = say("figure", tmp_path / name, "--out", tmp_path / "b.png")
        assert "holds no recipe of a figure" in said.refusal


def test_runs_of_a_notebook_stand_in_a_figure(demo: Path, say: Say, qapp: QApplication, tmp_path: Path) -> None:
    run = open_session("demo", rate=0.02).step(7)
    made = figure([run, {"run": run, "title": "Again"}, "demo@3"], width=120, dpi=100)
    assert made._repr_png_()[1:4] == b"PNG"
    made.save(tmp_path / "a.png").save(tmp_path / "a.figure.toml")
    say("figure", tmp_path / "a.figure.toml", "--out", tmp_path / "b.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    with pytest.raises(BadInput, match="key 'wdth' does not exist"):
        figure([run], wdth=3)
    with pytest.raises(BadInput, match="panels is missing"):
        figure([])
    with pytest.raises(BadInput, match="neither a run"):
        figure([{"run": 3}])
