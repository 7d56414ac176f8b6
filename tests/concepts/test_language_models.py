"""Tiny language models: what is drawn, what is measured, what a user opens, and claims that a spoilt model fails."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from claims import failing
from spoiling import Spoil, changed, fresh, replaced
from torch.nn import functional

from playground import catalog
from playground.concepts.language_models import Params, formulas, meter_view, model, numbers, writing
from playground.concepts.language_models.read import measured, written
from playground.concepts.language_models.state import Data, State, baselines
from playground.concepts.language_models.writing import chances, drawn
from playground.engine.errors import BadInput
from playground.engine.kit import characters, ngrams, optimisers
from playground.engine.kit import transformer as tf
from playground.engine.kit import transformer_gradient as back
from playground.engine.reading.preview import preview
from playground.engine.run.session import Session
from playground.resources import asset

CONCEPT = catalog.load("language_models")
SMALL = {"batch": 4, "length": 16, "heads": 2, "key": 8}


def session(seed: int = 0, **values: Any) -> Session:
    return Session(CONCEPT, Params().changed({**SMALL, **values}), seed)


def here(run: Session) -> tuple[Params, Data, State]:
    assert isinstance(run.params, Params)
    assert isinstance(run.data, Data)
    assert isinstance(run.state, State)
    return run.params, run.data, run.state


def metrics(run: Session) -> dict[str, Any]:
    return dict(run.frame().metrics)


def text_of(run: Session) -> str:
    _, data, state = here(run)
    return characters.written(data.signs, state.written)


# ---- what is drawn


def test_characters_come_as_often_as_their_chances_say() -> None:
    p = chances(torch.tensor([1.0, 0.0, 2.0, -1.0]), 1.5, 3)
    counts = np.bincount([drawn(p, (k + 0.5) / 20_000) for k in range(20_000)], minlength=4)
    assert np.allclose(counts / 20_000, p, atol=1e-4)
    assert counts[3] == 0


def test_a_character_without_chance_is_never_drawn() -> None:
    p = torch.tensor([0.0, 0.5, 0.5, 0.0], dtype=torch.float64)
    assert {drawn(p, u) for u in (0.0, 0.25, 0.4999999, 0.5, 0.999999999999, 1.0)} == {1, 2}


@pytest.mark.parametrize("logits", [[1e6, -1e6, 0.0], [0.0, 0.0, 0.0], [3.0, 3.0, 1.0]])
@pytest.mark.parametrize("T", [0.0, 1e-9, 1.0, 3.0])
def test_chances_are_numbers_that_add_up_to_one(logits: list[float], T: float) -> None:
    p = chances(torch.tensor(logits), T, 0)
    assert float(p.sum()) == pytest.approx(1.0, abs=1e-12)
    assert bool((p >= 0).all())


def test_what_is_written_with_a_cache_is_what_is_written_without_one() -> None:
    run = session(seed=3)
    run.advance(10)
    run.set({"learns": False})
    run.advance(60)
    params, data, state = here(run)
    kept, anew = state, state._replace(cache=state.cache[..., :0, :])
    for k in range(30):
        u = (k * 0.37 + 0.11) % 1.0
        kept, anew = (writing.draw(params, data, one, u) for one in (kept, anew))
        anew = anew._replace(cache=anew.cache[..., :0, :])
    assert torch.equal(kept.written, anew.written)


def test_a_step_never_writes_into_the_state_that_it_is_given() -> None:
    run = session()
    run.advance(3)
    before = [part.clone() if isinstance(part, torch.Tensor) else part for part in here(run)[2]]
    params, data, state = here(run)
    model.step(params, data, state, _ctx())
    for part, old in zip(state, before, strict=True):
        if isinstance(part, torch.Tensor):
            assert isinstance(old, torch.Tensor)
            assert torch.equal(part, old)


def _ctx() -> Any:
    from playground.engine.run.context import Ctx

    return Ctx(torch.device("cpu"), torch.float32, 0, "step", 9)


def test_a_new_prompt_begins_a_new_text_and_learning_goes_on() -> None:
    run = session()
    run.advance(12)
    run.set({"prompt": "Oh dear"})
    frame = metrics(run)
    assert frame["place_sign"] == "r"
    run.advance(1)
    assert text_of(run).startswith("Oh dear")
    assert len(text_of(run)) == len("Oh dear") + 1
    assert metrics(run)["taken"] == 13


def test_a_click_on_a_bar_writes_that_character_and_forgets_what_stood_behind() -> None:
    run = session(mode="write")
    run.advance(20)
    before = text_of(run)
    params, data, state = here(run)
    place = state.window + 4
    run.act("choose_place", {"place": place})
    wanted = int(written(params, data, state).logits[4].argsort(descending=True, stable=True)[2])
    run.act("write", {"rank": 2})
    assert text_of(run) == before[: place + 1] + characters.written(data.signs, torch.tensor([wanted]))
    with pytest.raises(BadInput, match="rank is 100, allowed is 0 to 63"):
        run.act("write", {"rank": 100})


def test_a_long_text_keeps_its_beginning_and_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MOST_WRITTEN", 2200)
    run = session(model="single", mode="write", learns=False)
    run.advance(2500)
    assert len(text_of(run)) <= 2200
    assert text_of(run).startswith("Alice was ")
    run.set({"model": "net"})
    run.advance(3)
    assert run.frame().failure is None


# ---- what is measured


def test_perplexity_held_out_is_that_of_torch() -> None:
    run = session(layers=2)
    run.advance(20)
    params, data, state = here(run)

    class Asked:
        pass

    terms: Any = Asked()
    terms.params, terms.data, terms.state = params, data, state
    known = baselines(params, data)
    loss = functional.cross_entropy(formulas._logits(terms, known.inputs).flatten(0, 1), known.following.flatten())
    assert math.exp(float(loss)) == pytest.approx(metrics(run)["held_out_perplexity"], rel=1e-4)


def test_a_typed_text_longer_than_the_context_is_measured_piece_by_piece() -> None:
    run = session(mode="meter", sentence="Alice was beginning to get very tired of sitting by her sister on the bank")
    run.advance(10)
    params, data, state = here(run)
    typed = characters.numbered(data.signs, params.sentence)
    whole = measured(params, data, state, "net", typed)
    assert len(whole) == len(typed) - 1
    assert bool((whole > 0).all())
    first = measured(params, data, state, "net", typed[: params.length])
    assert torch.allclose(whole[: params.length - 1], first, rtol=1e-5)


@pytest.mark.parametrize("sentence", ["", "a", "ab", "\u4f60\u597d \u2603", "x" * 240])
def test_whatever_is_typed_is_measured(sentence: str) -> None:
    run = session(mode="meter", sentence=sentence)
    assert run.frame().failure is None
    assert metrics(run)["uniform_gap"] == 0.0


def test_repetition_is_found() -> None:
    assert numbers.period("so on and the the the the ") == 4
    assert numbers.period("aaa") == 1
    assert numbers.period("abcdefg") is None


def test_the_shipped_text_is_what_its_readme_says() -> None:
    text = asset("texts/alice.txt").read_text(encoding="utf-8")
    readme = asset("texts/README.md").read_text(encoding="utf-8")
    assert f"{len(text):,} characters, {len(set(text))} different ones" in readme
    assert text.isascii()
    assert "Gutenberg" not in text
    found = characters.of_text(text)
    assert characters.written(found.signs, found.numbers) == text


# ---- the user's own text


def test_a_text_of_ones_own_is_learnt(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_bytes("Größe, Maß und Fuß: 你好! \r\n".encode() * 60)
    assert preview(path, ("text",)).kind == "text"
    run = session()
    run.load(path)
    run.advance(30)
    frame = metrics(run)
    assert frame["uniform_perplexity"] == len(set("Größe, Maß und Fuß: 你好! \n"))
    assert frame["held_out_perplexity"] < frame["unigram_perplexity"]


def test_rare_characters_beyond_128_become_one() -> None:
    text = "".join(chr(0x4E00 + k) for k in range(500)) + "ab" * 400
    found = characters.of_text(text)
    assert len(found.signs) == characters.MOST_SIGNS
    assert characters.written(found.signs, found.numbers).count(characters.OTHER) == 500 - (characters.MOST_SIGNS - 3)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"too short", "own.txt has 9 characters, allowed is 400 or more"),
        (b"a" * 1000, "one and the same character"),
        (b"\x00\x01\x02\xff" * 400, "not"),
        (b"abc \xe9 caf\xe9\n" * 100, "UTF-8"),
        (b"a b" * 2_000_000, "allowed are 5,000,000"),
    ],
    ids=["short", "one sign", "bytes", "latin-1", "large"],
)
def test_what_is_no_text_to_learn_from_is_refused_in_a_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "own.txt"
    path.write_bytes(content)
    run = session()
    with pytest.raises(BadInput, match=sentence):
        run.load(path)
    assert len(here(run)[1].signs) == 64


# ---- training


@pytest.mark.slow
def test_training_perplexity_comes_below_five(request: pytest.FixtureRequest) -> None:
    """As the preset learns, at the rate of a shorter way; about ten seconds of play."""
    if not request.config.getoption("--long"):
        pytest.skip("in the long run")
    run = Session(CONCEPT, Params().changed({"rate": 0.005}), 0)
    run.advance(900)
    assert metrics(run)["train_perplexity"] < 5.0


def test_dropout_and_every_shape_learn() -> None:
    for values in ({"dropout": 0.3}, {"layers": 3}, {"positions": "learnt"}, {"positions": "none"}, {"key": 7}):
        run = session(**values)
        run.advance(20)
        assert run.frame().failure is None, values
        assert metrics(run)["held_out_perplexity"] < 50, values


# ---- claims


def _deaf(true: Any, theta: torch.Tensor, *given: Any) -> torch.Tensor:
    return torch.zeros_like(theta)


def _flat(true: Any, logits: torch.Tensor, temperature: float, top_k: int) -> torch.Tensor:
    return torch.full(logits.shape, 1.0 / logits.shape[-1], dtype=torch.float64)


SPOILT: dict[str, Spoil] = {
    "T6": replaced(back, "gradient", _deaf),
    "T6 bigram": replaced(back, "gradient", _deaf),
    "T6 beginning": changed(tf, "begin", lambda theta: theta * 30.0),
    "T7": changed(meter_view, "measured", lambda p: p * (1 - 1e-9)),
    "T7 bases": changed(ngrams, "surprises", lambda bits: bits * math.log(2.0)),
    "by heart": replaced(back, "gradient", _deaf),
    "loop": replaced(writing, "chances", _flat),
    "noise": replaced(writing, "chances", lambda true, logits, T, k: true(logits, 0.1, k)),
    "too fast": replaced(optimisers, "adam", lambda true, t, g, m, use: true(t, g, m, use._replace(rate=0.003))),
}


@pytest.fixture
def no_caches() -> Iterator[None]:
    fresh("language_models")
    yield
    fresh("language_models")


def test_every_claim_can_be_spoilt() -> None:
    assert set(SPOILT) == {claim.id for claim in CONCEPT.declaration.claims}


@pytest.mark.slow
@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_model_fails_the_claim(name: str, no_caches: None, monkeypatch: pytest.MonkeyPatch) -> None:
    SPOILT[name](monkeypatch)
    assert failing("language_models", [name]) == {name}
