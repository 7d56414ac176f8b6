"""Lists, scales and tables of settings; whatever is wrong in them is one sentence that names the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground import catalog
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput
from playground.sweep.vary import draws, grid, read_axes, read_axis, read_table


@pytest.fixture
def base() -> ConceptParams:
    return catalog.declaration("mlp").params()


@pytest.mark.parametrize(
    ("name", "text", "values"),
    [
        ("rate", "0.1, 0.5", (0.1, 0.5)),
        ("rate", "log:1e-3:1:4", (0.001, 0.01, 0.1, 1.0)),
        ("noise", "lin:0:0.5:3", (0.0, 0.25, 0.5)),
        ("points", "lin:4:8:30", (4, 5, 6, 7, 8)),
        ("widths", "4,8,16", ((4.0,), (8.0,), (16.0,))),
        ("widths", "4;8,8", ((4.0,), (8.0, 8.0))),
        ("widths", "8,8;", ((8.0, 8.0),)),
        ("features", "x, y; x^2", ("x, y", "x^2")),
        ("hard", "*", (False, True)),
        ("loss", "*", ("cross-entropy", "squared", "hinge")),
    ],
)
def test_values(name: str, text: str, values: tuple[object, ...], base: ConceptParams) -> None:
    assert read_axis(name, text, base).values == values


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("nothing", "1", "parameter 'nothing' does not exist"),
        ("rate", "much", "rate is 'much', allowed is 0.0001 to 10"),
        ("rate", "", "rate is ''"),
        ("rate", "1,2,1", "rate has the value 1 twice"),
        ("rate", "log:0:1:3", "rate is 0, allowed"),
        ("noise", "log:0:0.5:3", "noise is log:0:0.5:3: a logarithmic scale begins above 0"),
        ("rate", "lin:1:0.5:3", "rate goes from 1 to 0.5"),
        ("rate", "lin:0.1:0.5:1", "rate has '1' values, allowed is 2 to"),
        ("rate", "lin:0.1:0.5:x", "rate has 'x' values"),
        ("rate", "lin:0.1", "rate is lin:0.1, allowed is lin:LOW:HIGH:COUNT"),
        ("rate", "*", "rate is *, which stands for all words"),
        ("loss", "log:1:2:3", "loss is log:1:2:3, allowed are values parted by commas"),
        ("loss", "squared,round", "loss is 'round'"),
    ],
)
def test_what_is_no_axis_is_said(name: str, text: str, words: str, base: ConceptParams) -> None:
    with pytest.raises(BadInput) as caught:
        read_axis(name, text, base)
    assert words in str(caught.value)
    assert caught.value.field == name


def test_the_last_parameter_of_a_grid_changes_fastest(base: ConceptParams) -> None:
    axes = read_axes([("rate", "0.1,1"), ("widths", "4,8")], base)
    assert [(s.values["rate"], s.values["widths"]) for s in grid(axes, 1)] == [
        (0.1, (4.0,)),
        (0.1, (8.0,)),
        (1.0, (4.0,)),
        (1.0, (8.0,)),
    ]


def test_a_parameter_is_varied_once(base: ConceptParams) -> None:
    with pytest.raises(BadInput, match="rate is varied twice"):
        read_axes([("rate", "1"), ("rate", "2")], base)


def test_seeds_have_an_option_of_their_own(base: ConceptParams) -> None:
    with pytest.raises(BadInput, match="seed is varied by --seeds"):
        read_axes([("seed", "1,2")], base)


def test_a_grid_needs_a_count(base: ConceptParams) -> None:
    axes = read_axes([("rate", "log:1e-3:1")], base)
    with pytest.raises(BadInput, match="rate has no count"):
        grid(axes, 1)


def test_too_large_a_study_is_refused(base: ConceptParams) -> None:
    axes = read_axes([("rate", "lin:0.1:1:5000"), ("noise", "lin:0:0.5:5000")], base)
    with pytest.raises(BadInput, match="25,000,000 runs"):
        grid(axes, 1)


def test_draws_are_within_their_range_and_the_same_each_time(base: ConceptParams) -> None:
    axes = read_axes([("rate", "log:1e-3:1"), ("points", "lin:4:8"), ("widths", "4,8"), ("loss", "*")], base)
    found = draws(axes, 200, 1, 7)
    assert found == draws(axes, 200, 1, 7) != draws(axes, 200, 1, 8)
    rates = [setting.values["rate"] for setting in found]
    assert 0.001 <= min(rates) < 0.002 < 0.5 < max(rates) <= 1.0
    assert sum(rate < 0.0316 for rate in rates) > 70, "half of them lie in the lower half of the logarithms"
    assert {setting.values["points"] for setting in found} == {4, 5, 6, 7, 8}


def test_a_table_of_settings(base: ConceptParams, tmp_path: Path) -> None:
    path = tmp_path / "settings.csv"
    path.write_text('rate,widths,seed\n0.5,"8,8",3\n\n1,4,9\n', encoding="utf-8")
    names, settings = read_table(str(path), base, 1)
    assert names == ("rate", "widths")
    assert [(s.values, s.seed) for s in settings] == [
        ({"rate": 0.5, "widths": (8.0, 8.0)}, 3),
        ({"rate": 1.0, "widths": (4.0,)}, 9),
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "holds no settings"),
        ("rate\n", "holds no settings"),
        ("rat\n1\n", "line 1: parameter 'rat' does not exist; did you mean rate?"),
        ("rate,rate\n1,2\n", "a column stands there twice"),
        ("rate,noise\n1\n", "row 2: there are 1 cells, the first row has 2"),
        ("rate\n1\nmuch\n", "row 3: rate is 'much'"),
        ("rate,seed\n1,-4\n", "row 2: seed is '-4'"),
    ],
)
def test_what_is_no_table_of_settings_is_said(content: str, words: str, base: ConceptParams, tmp_path: Path) -> None:
    path = tmp_path / "settings.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_table(str(path), base, 1)
    assert str(caught.value).startswith("settings.csv")
    assert words in str(caught.value)


def test_a_table_that_is_not_there(base: ConceptParams, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.csv does not exist"):
        read_table(str(tmp_path / "none.csv"), base, 1)


@pytest.mark.parametrize("concept", catalog.ids())
def test_every_value_is_read_back_from_its_words(concept: str) -> None:
    params = catalog.declaration(concept).params
    start = params()
    told = {name: spec.text(getattr(start, name)) for name, spec in params.specs().items()}
    assert params.parse(told) == start
