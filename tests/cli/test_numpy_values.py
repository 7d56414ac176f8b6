"""Values of NumPy and torch are taken wherever Python's are, and what is stored and shown is Python's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from playground import catalog, open_session
from playground.engine.errors import BadInput

WHOLE: list[Any] = [np.int64(3), np.int8(3), np.uint32(3), np.array(3), torch.tensor(3)]
REAL: list[Any] = [np.float64(0.5), np.float32(0.5), np.float16(0.5), np.array(0.5), torch.tensor(0.5)]
TRUE: list[Any] = [np.bool_(True), np.array(True), torch.tensor(True)]


@pytest.mark.parametrize("three", WHOLE)
def test_whole_numbers_in_every_method(three: Any, tmp_path: Path) -> None:
    plain, given = (open_session("perceptron", seed=n, points=20 * n).step(n).seek(n) for n in (3, three))
    assert given.step_number == 3
    assert repr(given) == repr(plain)
    plain.act("flip_label", id=3)
    given.act("flip_label", id=three)
    given.save(tmp_path / "a.scene.json")
    plain.save(tmp_path / "b.scene.json")
    saved = [json.loads((tmp_path / f"{name}.scene.json").read_text("utf-8")) for name in "ab"]
    assert saved[0] == saved[1]
    assert given.history("updates", three) is not None
    side = np.int16(600) if isinstance(three, np.generic | np.ndarray) else torch.tensor(600)
    assert given.picture(size=(side, np.int64(450))) == plain.picture(size=(600, 450))


@pytest.mark.parametrize("half", REAL)
def test_real_numbers(half: Any) -> None:
    params = catalog.declaration("perceptron").params
    assert params(**{"rate": half}) == params(**{"rate": 0.5})
    run = open_session("perceptron", rate=half).set(noise=half / 4)
    assert run.params.plain() == open_session("perceptron", rate=0.5, noise=0.125).params.plain()
    assert type(run.params.plain()["rate"]) is float


@pytest.mark.parametrize("true", TRUE)
def test_flags(true: Any) -> None:
    params = catalog.declaration("perceptron").params
    name = next(name for name, spec in params.specs().items() if spec.kind == "flag")
    assert params.make({name: true}).plain()[name] is True


@pytest.mark.parametrize("widths", [np.array([3, 2]), np.array([3.0, 2.0]), [np.int64(3), np.float32(2)], (3, 2)])
def test_vectors(widths: Any) -> None:
    run = open_session("mlp", widths=widths)
    assert run.params.plain()["widths"] == [3.0, 2.0]
    assert run.metrics["shape"] == "2-3-2-1"


def test_words_and_every_declared_default(tmp_path: Path) -> None:
    assert open_session("perceptron", data=np.str_("moons")).params == open_session("perceptron", data="moons").params
    for concept in catalog.ids():
        params = catalog.declaration(concept).params
        made = {name: np.asarray(value) for name, value in params().plain().items()}
        assert params.make(made) == params(), concept
        json.dumps(params.make(made).plain())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda run: run.step(2.5), "n is 2.5, allowed is a whole number"),
        (lambda run: run.step(np.array([1, 2])), r"n is \[1, 2\], allowed is a whole number"),
        (lambda run: run.seek("3"), "step is '3', allowed is a whole number"),
        (lambda run: run.set(rate=np.float64("nan")), "rate is nan, allowed is"),
        (lambda run: run.set(rate=np.array([0.1, 0.2])), "rate is"),
        (lambda run: run.act("flip_label", id=np.float64(1.5)), "id is 1.5, allowed is"),
        (lambda run: open_session("perceptron", seed=np.float64(1.0)), "seed is 1.0, allowed is a whole number"),
    ],
)
def test_what_python_would_not_give_is_refused(change: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        change(open_session("perceptron"))
