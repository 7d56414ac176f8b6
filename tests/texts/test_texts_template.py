"""Templates and notes: the numbers in the words."""

from __future__ import annotations

import numpy as np
import pytest

from playground.engine.declarations.concept import Badge, Card, Declaration, Metric
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput
from playground.texts.notes import Formula, Paragraph, latex, parse
from playground.texts.template import fill, known_sentences, names

DECLARED = Declaration(
    id="demo",
    card=Card("Demo", "Tests", "A demo.", Badge("exact", "all", "nothing"), ("none",)),
    params=ConceptParams,
    metrics=(
        Metric("margin", "margin", "The margin.", decimals=3),
        Metric("distance", "distance", "By method.", decimals=1, over="method"),
    ),
)


def test_metrics_have_their_decimals() -> None:
    assert fill("margin {margin} of {n}", DECLARED, {"margin": -0.5, "n": 12}) == "margin −0.500 of 12"
    assert fill("{distance.eg}", DECLARED, {"distance.eg": 2.25}) == "2.2"
    assert fill("{flag}, {gone}", DECLARED, {"flag": True}) == "yes, none"


def test_undeclared_values_have_two() -> None:
    assert fill("{a} {b}", None, {"a": 1.0, "b": -0.001}) == "1.00 0.00"


def test_rows_and_arrays() -> None:
    arrays = {"w": np.array([1.0, -2.0]), "k": np.array([3, 4])}
    assert fill("{w}", None, {}, arrays) == "(1.00, −2.00)"
    assert fill("{i}: {k}", None, {}, arrays, row=1) == "1: 4"


def test_entries_of_arrays_have_the_decimals_that_are_asked_for() -> None:
    arrays = {"counts": np.array([176.0, np.nan, 1331.2], np.float32), "whole": np.array([3, 4], np.int32)}
    assert [fill("{counts:0}", None, {}, arrays, row) for row in range(3)] == ["176", "none", "1,331"]
    assert fill("{whole:2}", None, {}, arrays, 1) == "4"


def test_sentences_about_what_is_not_known_are_left_out() -> None:
    text = "The law has {law}. Of all samples {stray} are astray. Is {gap} much? By J. Neyman, e.g. {law}."
    known = {"law": 2.0, "stray": None, "gap": float("nan")}
    assert known_sentences(text, known) == "The law has {law}. By J. Neyman, e.g. {law}."
    assert known_sentences(text, known | {"stray": 0.0, "gap": False}) == text
    assert known_sentences("{w} is {gone}.", {}, {"w": np.zeros(2)}) == ""
    assert known_sentences("Shift is {w}.", {}, {"w": np.zeros(2)}) == "Shift is {w}."


def test_names_and_other_braces() -> None:
    assert names("{a} and {b.c}") == ("a", "b.c")
    assert fill("{} {1} {a b}", None) == "{} {1} {a b}"


NOTES = r"""
## What this step did {when: updated}

The point was on the wrong side,
so w turns: {margin}.

$$
\mathbf{w} = \val{w} + \val{margin}
$$

And on.

## Otherwise {when: not updated}

$$ a = \val{k} $$
"""


def test_notes_are_sections_with_conditions() -> None:
    first, second = parse(NOTES)
    assert (first.heading, first.when) == ("What this step did", "updated")
    assert (second.heading, second.when) == ("Otherwise", "not updated")
    assert [type(block) for block in first.blocks] == [Paragraph, Formula, Paragraph]
    assert first.blocks[0] == Paragraph("The point was on the wrong side, so w turns: {margin}.")
    assert isinstance(first.blocks[1], Formula)
    assert first.blocks[1].names == ("w", "margin")
    assert first.visible({"updated": True})
    assert not first.visible({"updated": 0})
    assert second.visible({})
    assert not second.visible({"updated": True})


def test_formulas_carry_numbers() -> None:
    formula = parse(NOTES)[0].blocks[1]
    assert isinstance(formula, Formula)
    made = latex(formula, DECLARED, {"margin": -0.25}, {"w": np.array([1.0, -2.5])})
    assert made == r"\mathbf{w} = \begin{pmatrix}{1.00} \\ {-2.50}\end{pmatrix} + {-0.250}"


def test_long_columns_are_shortened_and_matrices_written_out() -> None:
    formula = Formula(r"\val{k}")
    long = latex(formula, None, {}, {"k": np.arange(64)})
    assert long.count(r"\\") == 4
    assert r"\vdots" in long
    assert latex(formula, None, {}, {"k": np.eye(2, dtype=int)}).count("&") == 2
    assert latex(formula, None, {}, {}) == r"\text{none}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("Words first.\n## Then", "heading"), ("## One\n$$ a = 1", "does not end"), ("##broken", "cannot be read")],
)
def test_broken_notes_are_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        parse(text)
