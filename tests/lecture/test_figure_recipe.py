"""Recipes of figures are read strictly, with clear sentences, and written so that they are read as the same."""

from __future__ import annotations

import pytest

from playground.engine.errors import BadInput
from playground.lecture.figure_recipe import PanelRecipe, panel_of, parse_recipe, recipe_text

HEAD = 'format = "playground.figure"\n'
WHOLE = (
    HEAD
    + """width = "ieee-wide"
height = 70
columns = 2
text = 8
letters = "(a)"
ground = "clear"
dpi = 600

[[panels]]
concept = "minimax"
preset = "bilinear"
steps = 90
set = { rate = 0.1, methods = ["gda"] }
plots = ["plane"]
title = "Two \\"steps\\""

[[panels]]
scene = "a.scene.json"
columns = 2
"""
)


def test_a_recipe_is_written_as_it_is_read() -> None:
    recipe = parse_recipe(WHOLE, "r.figure.toml")
    assert (recipe.millimetres, recipe.height, recipe.text, recipe.dpi, recipe.in_a_row) == (181.9, 70, 8, 600, 2)
    assert recipe.panels[0].title == 'Two "steps"'
    assert parse_recipe(recipe_text(recipe), "again") == recipe


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("width = 3", 'r is not a recipe of a figure: it has no line format = "playground.figure"'),
        (HEAD + "width = = 3", "r line 2: it is not TOML"),
        (HEAD + "version = 2", "was made by a newer version"),
        (HEAD, "panels is missing, allowed are 1 to 26 tables"),
        (HEAD + "panels = []", "panels is missing"),
        (HEAD + 'wdth = 3\n[[panels]]\nconcept = "a"', "r line 2: key 'wdth' does not exist; did you mean width?"),
        (HEAD + 'width = 3\n[[panels]]\nconcept = "a"', "r line 2: width is 3, allowed are mm from 20 to 600"),
        (HEAD + 'width = "natur"\n[[panels]]\nconcept = "a"', "width 'natur' does not exist; did you mean nature?"),
        (HEAD + 'height = nan\n[[panels]]\nconcept = "a"', "height is nan, allowed are mm from 15 to 900"),
        (
            HEAD + 'text = 2.0\n[[panels]]\nconcept = "a"',
            "text is 2, allowed is points of the smallest text",
        ),
        (HEAD + 'letters = "b"\n[[panels]]\nconcept = "a"', "letters is 'b', allowed is"),
        (HEAD + 'dpi = 5000\n[[panels]]\nconcept = "a"', "dpi is 5000, allowed is pixels an inch"),
        (HEAD + '[[panels]]\nconcept = "a"\nsteps = -1', "r line 4: panel 1: steps is -1, allowed is the step"),
        (HEAD + '[[panels]]\nconcept = "a"\n[[panels]]\nstep = 1', "r line 5: panel 2: key 'step' does not exist"),
        (HEAD + "[[panels]]\nsteps = 1", "panel 1: concept is missing, allowed is the id of a concept, or a scene"),
        (HEAD + '[[panels]]\nscene = "a"\npreset = "b"', "scene does not go with preset, set, seed or load"),
        (HEAD + "[[panels]]\nconcept = 3", "concept is 3, allowed is the id of a concept"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_recipe(text, "r")
    assert sentence in str(refused.value)


def test_a_panel_is_named_in_one_word() -> None:
    panel, values = panel_of("minimax:bilinear/plane+distance@90,rate=0.1,seed=4")
    wanted = PanelRecipe(concept="minimax", preset="bilinear", plots=["plane", "distance"], steps=90, seed=4)
    assert (panel, values) == (wanted, {"rate": "0.1"})
    assert panel_of("relu")[0] == PanelRecipe(concept="relu")
    assert panel_of("mine.scene.json")[0] == PanelRecipe(scene="mine.scene.json")
    for word in ("min max", "minimax@", "minimax@-1", "minimax:", "minimax,rate", "minimax,seed=x", ""):
        with pytest.raises(BadInput):
            panel_of(word)
