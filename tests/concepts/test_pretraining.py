"""Pretraining: its nets learn what can be known and no more, and its gradients are right."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
import torch

from playground import catalog
from playground.concepts.pretraining import Params, bilm, reading, senses, sentences, shots, texts
from playground.engine.errors import BadInput
from playground.engine.kit import recurrent_layers, transformer, transformer_gradient
from playground.engine.run.session import Session

SEEDS = (101, 202)


def run(steps: int, seed: int = 0, **params: Any) -> Session:
    """A session at this step."""
    session = Session(catalog.load("pretraining"), Params().changed(params), seed)
    session.advance(steps)
    return session


def seen(session: Session) -> dict[str, Any]:
    """The numbers on screen."""
    frame = session.frame()
    assert frame.failure is None, frame.failure
    return dict(frame.metrics)


def rng(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


# ---- texts


def test_palindromes_read_the_same_backwards_and_sentences_are_of_the_language() -> None:
    drawn = texts.drawn("palindromes", 50, rng(1))
    assert torch.equal(drawn, drawn.flip(1))
    table = sentences.every_sentence()
    assert float(table.chance.sum()) == pytest.approx(1.0)
    known = set(map(tuple, table.tokens.tolist()))
    told = sentences.told(4000, rng(2))
    assert set(map(tuple, told.tokens.tolist())) <= known
    counted = Counter(map(tuple, told.tokens.tolist()))
    chance: Counter[tuple[int, ...]] = Counter()
    for row, share in zip(table.tokens.tolist(), table.chance.tolist(), strict=True):
        chance[tuple(row)] += share
    likeliest, share = chance.most_common(1)[0]
    assert counted[likeliest] / 4000 == pytest.approx(share, abs=5 * math.sqrt(share / 4000))


def test_what_is_hidden_is_80_10_10() -> None:
    drawn = texts.drawn("palindromes", 4000, rng(3))
    done = texts.hidden(drawn, 26, 0.15, True, texts.chances(drawn, 26, rng(4)), torch.float64)
    asked = done.asked > 0
    assert float(done.asked.mean()) == pytest.approx(0.15, abs=0.01)
    assert torch.equal(done.given[~asked], drawn[~asked])
    given, true = done.given[asked], drawn[asked]
    assert float((given == 26).double().mean()) == pytest.approx(0.8, abs=0.02)
    assert float((given == true).double().mean()) == pytest.approx(0.1 + 0.1 / 26, abs=0.02)


def test_bayes_rule_knows_no_more_than_the_limit() -> None:
    """The mean of the best guess over drawn texts is the limit, from the left and from both sides."""
    for kind in ("palindromes", "sentences"):
        drawn = texts.drawn(kind, 400, rng(5))
        for causal, limit in zip((True, False), texts.limits(kind), strict=True):
            for place in (1, 4, 7):
                hit = []
                for text in drawn:
                    shares = texts.knowable(kind, text, place, causal)
                    assert shares is not None
                    hit.append(float(shares.max()))
                assert sum(hit) / len(hit) == pytest.approx(float(limit[place]), abs=0.06), (kind, causal, place)


def test_a_text_of_the_users_own_is_taken_as_it_is() -> None:
    assert texts.typed("palindromes", "Star rats!").tolist() == [18, 19, 0, 17, 17, 0, 19, 18]
    assert texts.typed("palindromes", "star").tolist() == [18, 19, 0, 17, 17, 0, 19, 18], "the rest is mirrored"
    assert texts.typed("palindromes", "ß3").tolist() == [26] * 8
    words = texts.typed("sentences", "The OTTER zebra")
    unknown = len(sentences.WORDS)
    assert words.tolist() == [0, sentences.NUMBER["otter"], unknown, *[unknown] * 5]
    assert texts.knowable("palindromes", texts.typed("palindromes", "starrots"), 0, causal=False) is None


@pytest.mark.parametrize("own", ["", "x", "the the the", "ß ÷", "word " * 16])
def test_any_words_can_be_typed(own: str) -> None:
    for given in (
        {"texts": "palindromes", "own": own},
        {"texts": "sentences", "own": own},
        {"mode": "shots", "prompt": own, "layers": 2},
        {"mode": "senses", "first": own, "second": own},
    ):
        seen(run(1, **given))


# ---- both nets


@pytest.mark.parametrize(("causal", "mode"), [(True, "masks"), (False, "masks"), (True, "shots")])
def test_the_gradient_is_that_of_autograd(causal: bool, mode: str) -> None:
    params = Params().changed({"mode": mode, "layers": 2, "inner": 8, "keys": 4})
    shape = reading.shape_of(params, causal)
    theta = torch.randn(transformer.size(shape), generator=rng(6), dtype=torch.float64) * 0.3
    given = torch.randint(shape.outputs, (3, shape.length), generator=rng(7))
    asked = (torch.rand(3, shape.length, generator=rng(8)) < 0.4).double()
    done = transformer.forward(theta, shape, given)
    found = transformer_gradient.cross_entropy(done.logits, given, asked)
    mine = transformer_gradient.gradient(theta, shape, given, done, found.by_logits)
    leaf = theta.clone().requires_grad_()
    logs = transformer.forward(leaf, shape, given).logits.log_softmax(-1)
    loss = -(logs.gather(-1, given[..., None])[..., 0] * asked).sum() / asked.sum()
    (theirs,) = torch.autograd.grad(loss, leaf)
    assert (mine - theirs).abs().max() < 1e-5


@pytest.mark.parametrize("seed", SEEDS)
def test_both_nets_reach_what_can_be_known(seed: int) -> None:
    session = run(100, seed)
    numbers, by_place = seen(session), session.state.tested
    assert numbers["masked_accuracy"] > 0.95
    assert numbers["causal_accuracy"] == pytest.approx(0.5 + 0.5 / 26, abs=0.05)
    assert float(by_place[0, :4].mean()) < 0.15
    assert float(by_place[0, 4:].mean()) > 0.95


def test_the_masked_net_knows_what_follows() -> None:
    words = "the child saw the bank near the river"
    session = run(140, texts="sentences", own=words, inner=32, rate=0.02, hidden=0.3)
    session.act("hide", {"place": 4})
    numbers = seen(session)
    assert numbers["hidden_word"] == "bank"
    assert numbers["causal_knowable"] == pytest.approx(1 / 3)
    assert numbers["masked_knowable"] == pytest.approx(1.0)
    assert numbers["masked_right"] > 0.8
    assert numbers["causal_right"] == pytest.approx(1 / 3, abs=0.3)


def test_the_causal_net_does_not_see_what_follows() -> None:
    params = Params()
    shape = reading.shape_of(params, True)
    theta = run(5).state.nets[0].theta
    text = texts.drawn("palindromes", 4, rng(9))
    other = text.clone()
    other[:, 5:] = (other[:, 5:] + 1) % 26
    one, two = (reading.logits(shape, theta, texts.behind(given, 26)) for given in (text, other))
    assert torch.equal(one[:, :6], two[:, :6])


def test_a_net_that_is_asked_nothing_stays_as_it_is() -> None:
    net = run(0).state.nets[1]
    text = texts.drawn("palindromes", 2, rng(10))
    shape = reading.shape_of(Params(), False)
    assert reading.updated(Params(), shape, net, text, text, torch.zeros(2, 8)) is net


# ---- few shots


def test_prompts_keep_to_one_dictionary() -> None:
    for prompt in reading.prompts(20, 5, rng(11)).tolist():
        known: dict[int, int] = {}
        for letter, digit in zip(prompt[0::2], prompt[1::2], strict=True):
            assert known.setdefault(letter, digit) == digit
            assert 0 <= letter < 5 <= digit < 15


def test_nothing_beats_the_limit_of_a_prompt() -> None:
    """A reader that remembers, and guesses 0 where it cannot, is right as often as the limit says."""
    right = torch.zeros(reading.SHOTS + 1)
    told = reading.prompts(4000, 8, rng(12))
    for k in range(reading.SHOTS + 1):
        letters, digits = told[:, 0 : 2 * k : 2], told[:, 1 : 2 * k + 1 : 2] - 8
        met = letters == told[:, 2 * k, None]
        answer = (digits * met).amax(1) if k else torch.zeros(len(told), dtype=torch.int64)
        right[k] = (answer == told[:, 2 * k + 1] - 8).float().mean()
    assert (right - reading.shot_limits(8)).abs().max() < 0.03


def test_it_learns_from_the_prompt_alone() -> None:
    session = run(200, mode="shots", layers=2)
    before = session.state.nets[0].theta.clone()
    for prompt, says in (("a3 b7 c1 b", "7"), ("a3 b2 c1 b", "2"), ("h9 h", "9")):
        session.set({"prompt": prompt})
        numbers = seen(session)
        assert numbers["says"] == says
        assert numbers["answer_weight"] > 0.5
    assert torch.equal(before, session.state.nets[0].theta)


def test_a_prompt_of_the_users_own_is_read_in_pairs() -> None:
    asked = shots.prompted(Params(mode="shots", prompt="a3, B 7; zz9 c"))
    assert asked.words == ("a", "3", "b", "7", "c")
    assert shots.prompted(Params(mode="shots", prompt="a1 a2 a")).digits == (1, 2)
    assert shots.prompted(Params(mode="shots", prompt="")).words == ("a",)
    assert len(shots.prompted(Params(mode="shots", prompt="a1" * 40)).words) == 2 * reading.SHOTS + 1


# ---- two LSTMs


def test_the_gradient_of_both_lstms_is_that_of_torch() -> None:
    units, told = 5, sentences.told(4, rng(13)).tokens
    theta = bilm.begin(torch.randn(bilm.size(units), generator=rng(14), dtype=torch.float64), units)
    loss, mine = bilm.loss_and_gradient(theta, units, told)
    for k in torch.randint(len(theta), (25,), generator=rng(15)).tolist():
        moved = torch.zeros_like(theta)
        moved[k] = 1e-6
        above, below = (bilm.loss_and_gradient(theta + sign * moved, units, told)[0] for sign in (1.0, -1.0))
        assert float(mine[k]) == pytest.approx((above - below) / 2e-6, abs=1e-7)
    assert loss == pytest.approx(math.log(len(sentences.WORDS) + 1), rel=0.3)


def test_the_states_are_those_of_torch() -> None:
    units, told = 6, sentences.told(3, rng(16)).tokens
    theta = bilm.begin(torch.randn(bilm.size(units), generator=rng(17), dtype=torch.float64), units)
    own, done = bilm.forward(theta, units, bilm.with_ends(told))
    W = bilm.parts(theta.numpy(), units)
    cells = recurrent_layers.weights(W.cells, bilm.layers(units))[0]
    theirs = torch.nn.LSTM(units, units, bidirectional=True, dtype=torch.float64)
    order = (2, 1, 3, 0)  # torch: input, forget, candidate, output
    with torch.no_grad():
        for cell, end in zip(cells, ("", "_reverse"), strict=True):
            for name, part in (("weight_ih_l0", cell.Wx), ("weight_hh_l0", cell.Wh)):
                stacked = torch.cat([torch.from_numpy(part[k].copy()).T for k in order])
                getattr(theirs, name + end).copy_(stacked)
            getattr(theirs, "bias_ih_l0" + end).copy_(torch.cat([torch.from_numpy(cell.b[k, 0].copy()) for k in order]))
            getattr(theirs, "bias_hh_l0" + end).zero_()
        found, _ = theirs(torch.from_numpy(own))
    assert (found - torch.from_numpy(done.output)).abs().max() < 1e-10


def test_a_state_knows_its_side_alone() -> None:
    units = 6
    theta = bilm.begin(torch.randn(bilm.size(units), generator=rng(18)), units)
    told = sentences.told(1, rng(19)).tokens
    other = told.clone()
    other[0, -1] = sentences.NUMBER["tree"]
    place = torch.tensor([sentences.PLACE])
    one, two = (bilm.vectors(theta, units, given, place) for given in (told, other))
    assert torch.equal(one.states[:, :units], two.states[:, :units])
    assert not torch.equal(one.states[:, units:], two.states[:, units:])
    assert torch.equal(one.own, two.own)


def test_the_senses_part_while_it_learns() -> None:
    session = run(260, 101, mode="senses", rate=0.02, units=24, mix=0.0)
    assert torch.equal(senses.tested(session.data, session.state.nets[0].theta, 24), session.state.tested)
    numbers = seen(session)
    assert numbers["left_behind"] > 0.04
    assert numbers["mixed_between"] == pytest.approx(1.0)
    session.set({"mix": 1.0})
    curves = session.frame().arrays
    assert (curves["by_mix.between.y"][1:] < curves["by_mix.within.y"][1:]).all()
    assert seen(session)["own_cosine"] < 1.0


def test_the_plane_has_the_directions_of_largest_variance() -> None:
    vectors = torch.randn(30, 7, generator=rng(20), dtype=torch.float64) * torch.arange(1.0, 8.0)
    mean, directions = senses.plane(vectors)
    _, values, theirs = torch.linalg.svd(vectors - mean)
    assert (directions @ theirs[:2].T).abs().diagonal() == pytest.approx([1.0, 1.0])
    spread = ((vectors - mean) @ directions.T).square().sum(0).sqrt()
    assert spread == pytest.approx(values[:2])


def test_a_sentence_without_the_word_is_said_to_lack_it() -> None:
    numbers = seen(run(1, mode="senses", first="the otter saw the zebra"))
    assert numbers["lacking"] is True
    assert numbers["own_cosine"] is None
    assert numbers["unknown_words"] == "zebra"


# ---- acts


def test_a_token_is_hidden_by_a_click() -> None:
    session = run(3)
    session.act("hide", {"place": 6})
    assert seen(session)["hidden_place"] == 7
    with pytest.raises(BadInput, match="place"):
        session.act("hide", {"place": 8})
    with pytest.raises(BadInput, match="has none"):
        run(0, mode="shots", layers=2).act("hide", {"place": 1})


def test_weights_have_names() -> None:
    from playground.concepts.pretraining.model import CONCEPT

    assert CONCEPT.weights is not None
    for mode in ("masks", "shots", "senses"):
        session = run(0, mode=mode)
        parts = CONCEPT.weights(session.params, session.data, session.state)
        assert sum(part.numel() for part in parts.values()) == sum(len(net.theta) for net in session.state.nets)
