"""One declaration gives validation, sentences, parsing, effects and negative tests."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from bad_values import bad_values
from pydantic import field_validator

from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    file,
    flag,
    integer,
    real,
    text,
    vector,
)
from playground.engine.errors import BadInput


class Params(ConceptParams):
    rate: float = real(0.1, low=1e-4, high=1.0, log=True, label="learning rate", effect=LIVE)
    n: int = integer(50, low=2, high=1000, label="points", effect=DATA)
    data: Literal["blobs", "moons"] = choice("blobs", label="data set", effect=DATA, labels={"moons": "two moons"})
    bias: bool = flag(True, label="bias", effect=RESTART)
    mode: Literal["plane", "sum"] = choice("plane", label="view", effect=VIEW)
    words: str = text("", longest=10, label="sentence", effect=RESTART)
    betas: tuple[float, ...] = vector((0.1, 0.2), low=0, high=1, fewest=1, most=4, label="schedule", effect=RESTART)
    own: str = file(suffixes=(".csv",), label="own data", when={"data": ("blobs",)})


def sentence(values: dict[str, Any]) -> str:
    with pytest.raises(BadInput) as caught:
        Params.make(values)
    return str(caught.value)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"rate": 5.0}, "rate is 5, allowed is 0.0001 to 1"),
        ({"n": 2.5}, "n is 2.5, allowed is a whole number from 2 to 1000"),
        ({"n": True}, "n is True, allowed is a whole number from 2 to 1000"),
        ({"data": "spiral"}, "data is 'spiral', allowed is blobs, moons"),
        ({"bias": 1}, "bias is 1, allowed is true or false"),
        ({"words": "x" * 11}, "words is 'xxxxxxxxxxx', allowed is 0 to 10 characters"),
        ({"rat": 0.1}, "parameter 'rat' does not exist; did you mean rate?"),
        ({"betas": []}, "betas is (), allowed is 1 to 4 numbers, each 0 to 1"),
        ({"betas": [0.5, 3.0]}, "betas is (0.5, 3.0), allowed is 1 to 4 numbers, each 0 to 1"),
    ],
)
def test_sentences_name_field_value_and_range(values: dict[str, Any], expected: str) -> None:
    assert sentence(values) == expected


@pytest.mark.parametrize(("name", "value"), list(bad_values(Params)), ids=lambda v: str(v)[:20])
def test_every_bad_value_is_refused_and_names_the_field(name: str, value: Any) -> None:
    with pytest.raises(BadInput) as caught:
        Params.make({name: value})
    assert caught.value.field == name
    assert "\n" not in str(caught.value)


def test_bad_values_cover_every_parameter() -> None:
    assert {name for name, _ in bad_values(Params)} == {*Params.specs(), "no_such_parameter"}


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ({"rate": "0.25"}, {"rate": 0.25}),
        ({"rate": "1"}, {"rate": 1.0}),
        ({"n": " 7 "}, {"n": 7}),
        ({"bias": "false"}, {"bias": False}),
        ({"betas": "0.5, 0.25,1"}, {"betas": (0.5, 0.25, 1.0)}),
        ({"words": "a b"}, {"words": "a b"}),
        ({"data": "moons"}, {"data": "moons"}),
    ],
)
def test_text_is_parsed_by_declared_kind(pairs: dict[str, str], expected: dict[str, Any]) -> None:
    assert Params().diff(Params.parse(pairs)) == expected


@pytest.mark.parametrize(
    "pairs",
    [
        {"n": "9" * 5000},
        {"n": "1_0"},
        {"n": "٣"},
        {"rate": "1_0.5"},
        {"rate": "1,5"},
        {"rate": "nan"},
        {"n": "3.0"},
        {"n": "nope"},
        {"bias": "perhaps"},
        {"betas": "0.1;0.2"},
    ],
)
def test_text_that_is_not_of_the_kind_is_refused(pairs: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        Params.parse(pairs)


def test_the_strongest_effect_counts() -> None:
    assert Params.effect([]) == VIEW
    assert Params.effect(["mode", "rate"]) == LIVE
    assert Params.effect(["bias", "rate"]) == RESTART
    assert Params.effect(["n", "bias"]) == DATA


def test_values_survive_json_and_are_hashable() -> None:
    params = Params(rate=0.1 + 0.2, betas=(0.3,))
    assert Params.make(params.plain()) == params
    assert hash(Params.make(params.plain())) == hash(params)


def test_rows_that_do_not_matter_say_so() -> None:
    own = Params.specs()["own"]
    assert own.matters(Params())
    assert not own.matters(Params(data="moons"))


def test_labels_and_choices_come_from_the_declaration() -> None:
    assert Params.specs()["data"].choices == {"blobs": "blobs", "moons": "two moons"}
    assert Params.specs()["rate"].as_dict()["effect"] == "live"


def test_a_field_without_declaration_is_a_fault_of_ours() -> None:
    class Wrong(ConceptParams):
        undeclared: int = 3

    with pytest.raises(TypeError, match="undeclared"):
        Wrong()


def test_a_concept_says_itself_what_is_wrong_with_a_value() -> None:
    class Checked(ConceptParams):
        word: str = text("even", label="word", effect=VIEW, longest=10)

        @field_validator("word")
        @classmethod
        def _even(cls, word: str) -> str:
            if len(word) % 2:
                raise BadInput(f"word {word!r} has {len(word)} letters, allowed are even numbers of them", "elsewhere")
            return word

    with pytest.raises(BadInput, match="word 'odd' has 3 letters, allowed are even numbers") as caught:
        Checked.make({"word": "odd"})
    assert caught.value.field == "word"
    assert Checked.make({"word": "evenly"}).word == "evenly"


@pytest.mark.parametrize("name", ["\udcff", "", "a\nb", "\x00"])
def test_a_name_that_is_no_word_is_unknown(name: str) -> None:
    with pytest.raises(BadInput, match=r"^parameter .* does not exist; known: "):
        Params.parse({name: "1"})
