"""Trees of tensors: walked, compared, measured, stored and read back."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.kit import tree


class Inner(NamedTuple):
    m: Tensor
    name: str


class Outer(NamedTuple):
    w: Tensor
    n: int
    x: float
    flag: bool
    nothing: None
    inner: Inner
    many: tuple[Any, ...]


def example(x: float = 0.1, many: tuple[Any, ...] = (1, "two")) -> Outer:
    w = torch.tensor([1.0, float("nan")], dtype=torch.float64)
    return Outer(w, 3, x, True, None, Inner(torch.zeros(2, 0, 3), "a"), many)


def test_leaves_carry_the_names_that_lead_to_them() -> None:
    assert [".".join(path) for path, _ in tree.leaves(example())] == [
        *("w", "n", "x", "flag", "nothing", "inner.m", "inner.name", "many.0", "many.1"),
    ]


@given(x=st.floats(allow_nan=True, allow_infinity=True), many=st.lists(st.integers() | st.text(max_size=3), max_size=4))
def test_what_is_stored_comes_back_bit_for_bit(x: float, many: list[Any]) -> None:
    stored = json.loads(json.dumps(tree.dump(example(x, tuple(many)))))
    assert tree.same(tree.undump(stored, example(many=(0,)), "data"), example(x, tuple(many)))


def test_same_tells_apart_what_differs_in_one_bit_type_or_sign() -> None:
    assert tree.same(example(), example())
    assert not tree.same(example(), example(x=0.1 + 1e-17 + 2**-56))
    assert not tree.same(example(), example()._replace(n=4))
    assert not tree.same((True,), (1,))
    assert not tree.same(torch.zeros(2), torch.zeros(2, dtype=torch.float64))
    assert not tree.same(torch.tensor([float("nan")]), torch.tensor([1.0]))
    assert tree.same(float("nan"), float("nan"))


def test_shared_memory_is_counted_once() -> None:
    big = torch.zeros(1000, dtype=torch.float64)
    found = tree.storages((big, (big[:10], torch.zeros(1, dtype=torch.float64)), "word"))
    assert sorted(found.values()) == [8, 8000]


def test_the_first_value_that_is_not_finite_is_named() -> None:
    assert tree.first_nonfinite((torch.ones(2), 1)) == ""
    assert tree.first_nonfinite(Inner(torch.tensor([1.0, float("inf")]), "")) == "m"
    assert tree.first_nonfinite((torch.tensor([1e308, 1e308], dtype=torch.float64),)) == ""
    assert tree.first_nonfinite((0, float("nan"))) == "1"


def test_digest_sees_every_bit() -> None:
    a = torch.ones(3, dtype=torch.float64)
    b = a.clone()
    b[2] += 2**-52
    assert tree.digest((a,)) == tree.digest((a.clone(),))
    assert tree.digest((a,)) != tree.digest((b,))


@pytest.mark.parametrize(
    "damage",
    [
        {"tensors": "not base64"},
        {"tensors": "AAAA"},
        {"plain": 3},
        {"plain": {}},
        {"plain": {"n": 3, "x": 1, "flag": True, "nothing": None, "inner.name": "a", "many.0": [1]}},
        {"plain": {"n": 3, "x": {"float": "0x"}, "flag": True, "nothing": None, "inner.name": "a", "many.0": 1}},
        {"plain": {"n": 3, "x": 1, "flag": True, "nothing": None, "inner.name": "a", "many.0": 1, "extra": 1}},
    ],
)
def test_damage_gets_a_sentence(damage: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        tree.undump({**tree.dump(example()), **damage}, example(), "data")


def test_a_tensor_of_another_type_is_refused() -> None:
    stored = tree.dump(Inner(torch.zeros(2, dtype=torch.int64), "a"))
    with pytest.raises(BadInput, match="int64"):
        tree.undump(stored, Inner(torch.zeros(2), "a"), "data")


def test_only_known_leaves_are_stored() -> None:
    with pytest.raises(TypeError):
        tree.dump((object(),))
