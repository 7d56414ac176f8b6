"""Seq2seq alignment: its theorems, and that its nets learn what they are asked for."""

from __future__ import annotations

import math
from datetime import date
from typing import Any

import numpy as np
import pytest
import torch

from playground import catalog
from playground.concepts.seq2seq import Params, alignment, model, net, tasks, testing
from playground.concepts.seq2seq.alignment import Additive, Products
from playground.concepts.seq2seq.feeding import quarters, spoiled
from playground.concepts.seq2seq.net import ATTENDS, FIXED, NETS, Shape
from playground.concepts.seq2seq.testing import FORCED, FREE
from playground.engine.errors import BadInput
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session

SHAPES = [Shape(5, 6, 4, both, score) for both in (False, True) for score in ("product", "additive")]


def run(steps: int, seed: int = 0, preset: str = "reverse", **params: Any) -> Session:
    """A session at this step."""
    concept = catalog.load("seq2seq")
    session = Session(concept, Params.make({**catalog.presets("seq2seq")[preset]["params"], **params}), seed)
    session.advance(steps)
    return session


def settings(session: Session) -> Params:
    """Its parameters."""
    assert isinstance(session.params, Params)
    return session.params


def seen(session: Session) -> dict[str, Any]:
    """The numbers on screen."""
    return dict(session.frame().metrics)


def nets(shape: Shape, seed: int = 0) -> tuple[Any, net.Batch]:
    """Weights of both nets that differ, and a batch of 3 sequences: 6 tokens read, 4 said."""
    rng = np.random.default_rng(seed)
    theta = net.begin(shape, rng.standard_normal(net.length(shape)))
    theta += 0.1 * rng.standard_normal(theta.shape)
    return theta, net.Batch(rng.integers(shape.inputs, size=(6, 3)), rng.integers(shape.outputs, size=(4, 3)))


# ---- the nets


def by_torch(theta: torch.Tensor, shape: Shape, batch: net.Batch) -> torch.Tensor:
    """The losses of both nets with torch's operations alone, (NETS,)."""
    parts = {name: theta[:, a:b].reshape(NETS, *size) for name, (a, b, size) in net.parts(shape).items()}
    losses: list[torch.Tensor] = []
    for which in range(NETS):
        own = {name: part[which] for name, part in parts.items()}

        def gru(x: Any, h: Any, rows: Any) -> Any:
            m = shape.units
            side = torch.cat(list(rows.reshape(3, -1, m)), 1)
            Wx, Wh, b = side[: -m - 1], side[-m - 1 : -1], side[-1]
            drive = Wx[x] + b
            gates = torch.sigmoid(drive[:, : 2 * m] + h @ Wh[:, : 2 * m])
            s, r = gates[:, :m], gates[:, m:]
            n = torch.tanh(drive[:, 2 * m :] + (r * h) @ Wh[:, 2 * m :])
            return s * h + (1 - s) * n

        source, answers = torch.from_numpy(batch.source), torch.from_numpy(batch.answers)
        states = []
        for way in range(shape.ways):
            h = torch.zeros(source.shape[1], shape.units, dtype=theta.dtype)
            found = []
            for x in source.flip(0) if way else source:
                h = gru(x, h, own["encoder"][way])
                found.append(h)
            states.append(found)
        last = torch.cat([found[-1] for found in states], 1)
        keys = torch.stack(states[0])
        if shape.both:
            keys = torch.cat([keys, torch.stack(states[1]).flip(0)], 2)
        s, before, loss = (
            torch.tanh(last @ own["bridge"]),
            torch.full_like(answers[0], shape.outputs),
            torch.zeros((), dtype=theta.dtype),
        )
        for right in answers:
            s = gru(before, s, own["decoder"])
            if shape.score == "product":
                scores = torch.einsum("bi,ij,tbj->tb", s, own["A"], keys)
            else:
                scores = torch.tanh(s @ own["Ws"] + keys @ own["We"] + own["b"]) @ own["v"]
            context = (scores.softmax(0)[..., None] * keys).sum(0) if which == ATTENDS else last
            logits = s @ own["W"] + context @ own["C"] + own["c"]
            loss = loss + torch.nn.functional.cross_entropy(logits, right)
            before = right
        losses.append(loss / len(answers))
    return torch.stack(losses)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_loss_and_gradient_are_those_of_autograd(shape: Shape) -> None:
    theta, batch = nets(shape)
    known = net.weights(theta, shape)
    done = net.run(known, shape, net.read(known, shape, batch.source), net.shifted(batch.answers, shape.outputs))
    judged = net.judged(done.logits, batch.answers)
    mine = net.gradient(theta, shape, batch.source, done, judged.logits)
    wanted = torch.from_numpy(theta).requires_grad_()
    losses = by_torch(wanted, shape, batch)
    (theirs,) = torch.autograd.grad(losses.sum(), wanted)
    assert np.allclose(judged.loss, losses.detach(), atol=1e-12)
    assert np.abs(mine - theirs.numpy()).max() < 1e-10


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_fed_right_step_by_step_it_says_what_all_steps_at_once_say(shape: Shape) -> None:
    theta, batch = nets(shape)
    known = net.weights(theta, shape)
    read = net.read(known, shape, batch.source)
    at_once = net.run(known, shape, read, net.shifted(batch.answers, shape.outputs))
    spoken = net.speak(known, shape, read, 4, batch.answers, np.ones((4, 1), dtype=bool))
    assert np.array_equal(spoken.said, at_once.logits.argmax(-1))
    assert np.allclose(spoken.weights, at_once.aligned.weights)
    itself = net.speak(known, shape, read, 4)
    again = net.run(known, shape, read, itself.entered).logits.argmax(-1)
    assert np.array_equal(itself.said, again)
    assert np.array_equal(itself.entered[:, 1:], itself.said[:, :-1])


def test_the_fixed_vector_is_all_that_its_decoder_gets() -> None:
    shape = SHAPES[2]
    theta, batch = nets(shape)
    known = net.weights(theta, shape)
    read = net.read(known, shape, batch.source)
    moved = read._replace(keys=read.keys + 1.0)
    before, after = (net.speak(known, shape, one, 4) for one in (read, moved))
    assert np.array_equal(before.said[FIXED], after.said[FIXED])
    assert not np.allclose(before.weights, after.weights)


def test_both_nets_begin_alike() -> None:
    state = run(0).state
    assert torch.equal(state.theta[0], state.theta[1])


def test_what_a_step_may_look_at_alone_has_all_its_weight() -> None:
    shape = SHAPES[2]
    theta, batch = nets(shape)
    known = net.weights(theta, shape)
    spoken = net.speak(known, shape, net.read(known, shape, batch.source), 4, look={2: 5})
    assert np.array_equal(spoken.weights[:, 2], np.broadcast_to(np.arange(6) == 5, (3, 6)).astype(float))


# ---- alignment


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_products_are_torchs_attention(seed: int) -> None:
    rng = np.random.default_rng(seed)
    q, k, A = rng.standard_normal((2, 4, 3)), rng.standard_normal((2, 7, 5)), rng.standard_normal((3, 5))
    done = alignment.align(Products(A), q, k)
    Q, K = torch.from_numpy(q @ A), torch.from_numpy(k)
    theirs = torch.nn.functional.scaled_dot_product_attention(Q, K, K, scale=1.0)
    assert np.allclose(done.contexts, theirs, atol=1e-12)
    assert np.allclose(done.weights.sum(-1), 1.0, atol=1e-14)


def test_a_map_of_equal_weights_has_the_mass_of_equal_weights() -> None:
    found = alignment.mass(np.full((5, 5), 0.2))
    assert found.antidiagonal == pytest.approx(found.uniform)
    assert found.entropy == pytest.approx(math.log(5))
    assert math.isnan(alignment.mass(np.full((2, 5), 0.2)).diagonal)


def test_additive_scores_are_their_definition() -> None:
    rng = np.random.default_rng(4)
    by = Additive(*(rng.standard_normal(size) for size in ((3, 4), (5, 4), (4,), (4,))))
    s, h = rng.standard_normal((2, 3)), rng.standard_normal((6, 5))
    done = alignment.align(by, s, h)
    wanted = [[by.v @ np.tanh(a @ by.Ws + b @ by.We + by.b) for b in h] for a in s]
    assert np.allclose(done.scores, wanted)


# ---- tasks


@pytest.mark.parametrize(("task", "wanted"), [("reverse", "noitnetta"), ("copy", "attention"), ("sort", "aeinnottt")])
def test_what_should_be_said_of_letters(task: str, wanted: str) -> None:
    asked = tasks.probe(Params.make({"task": task}), np.zeros((2, 24), dtype=int), 0)
    assert "".join(asked.right) == wanted
    # Wherever the answer is said to stand, it does.
    for step, row in enumerate(asked.aims):
        assert row.any()
        assert {asked.read[place] for place in row.nonzero()[0]} == {asked.right[step]}


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ("27 March 2024", "2024-03-27"),
        ("1  may 1999", "1999-05-01"),
        ("29 feb 2000", "2000-02-29"),
        ("30 February 2024", None),
        ("5 Mai 2024", None),
        ("1 January 1899", None),
        ("", None),
        ("🎉", None),
        ("9" * 24, None),
    ],
)
def test_dates(told: str, wanted: str | None) -> None:
    day = tasks.parsed(" ".join(told.lower().split()))
    assert day == (None if wanted is None else date.fromisoformat(wanted))
    session = run(1, preset="dates", date=told)
    found = seen(session)
    assert (found["aimed"] > 0) is (wanted is not None)
    assert len(found["attention_says"]) == tasks.ISO
    if wanted is None:
        assert found["attention_count"] == 0


def test_digits_of_a_date_stand_where_they_are_said_to() -> None:
    for day in (date(2024, 3, 27), date(1999, 12, 1), date(2099, 9, 30)):
        asked = tasks.probe(Params.make({"task": "dates", "date": tasks.spelled(day)}), np.zeros((2, 24), dtype=int), 0)
        for step in (0, 1, 2, 3, 9):
            assert {asked.read[place] for place in asked.aims[step].nonzero()[0]} == {asked.right[step]}


@pytest.mark.parametrize("text", ["", "1234 !?", "A", "ÄÖ🎉x", "z" * 24])
def test_any_text_is_read_as_far_as_it_has_letters(text: str) -> None:
    found = seen(run(1, sentence=text))
    letters = [sign for sign in text.lower() if sign in tasks.LETTERS]
    assert found["reads"] == "".join(letters) or (not letters and found["reads"] == tasks.SAMPLE)
    assert found["asked"] == len(found["reads"])


def test_each_letter_once_where_none_may_repeat() -> None:
    batch = tasks.of_length(Params.make({"repeats": False}), 24, 16, np.random.default_rng(0))
    assert all(len(set(column)) == 24 for column in batch.source.T.tolist())


# ---- tests of the nets


def test_the_error_if_one_slip_spoils_all() -> None:
    assert spoiled(np.array([0.5, 0.5, 0.0])).tolist() == pytest.approx([0.5, 0.75, 0.75])
    first, last = quarters(np.arange(9.0))
    assert first.tolist() == [1.0, 2.0]
    assert last.tolist() == [7.0, 8.0]


def test_tests_of_one_state_add_up_to_their_mean() -> None:
    tested, found = testing.untested(), np.zeros((NETS, testing.WAYS, 4), dtype=np.float32)
    tested = testing.with_test(tested, 4, found + 1.0, 32, 1)
    assert float(tested.seen[4]) == 32
    later = testing.with_test(tested, 4, found, 32, 1001)
    assert float(later.wrong[0, 0, 4, 0]) == pytest.approx(0.0, abs=1e-6)
    assert float(later.seen[4]) == pytest.approx(32)
    soon = testing.with_test(tested, 4, found, 32, 3)
    assert 32 < float(soon.seen[4]) < 64


def test_attention_learns_where_to_look_and_the_vector_forgets() -> None:
    session = run(110)
    found = seen(session)
    assert found["mass"] > 0.6
    assert found["attention_right"] > 2 * found["fixed_right"]


def test_practice_on_its_own_words_helps_the_fixed_vector_hear_itself() -> None:
    wrong = {}
    for forcing in (1.0, 0.25):
        session = run(150, preset="own_words", forcing=forcing)
        session.finish_job("measure")
        wrong[forcing] = seen(session)["fixed_last_measured"]
    assert wrong[0.25] < wrong[1.0] - 0.03


def test_the_measure_is_of_the_state_on_screen() -> None:
    session = run(40, preset="hears_itself")
    session.finish_job("measure")
    found = seen(session)
    assert found["measured_on"] == testing.MOST
    rng = np.random.default_rng(1)
    again = testing.wrong(settings(session), session.state.theta.numpy(), 16, 1000, rng)
    first, last = quarters(again[ATTENDS, FREE])
    assert found["free_growth_measured"] == pytest.approx(last.mean() / first.mean(), rel=0.15)
    assert again[ATTENDS, FORCED].mean() < again[ATTENDS, FREE].mean()


# ---- gestures and the contract


def test_a_step_is_made_to_look_and_let_go() -> None:
    session = run(110)
    before = seen(session)
    session.act("look", {"query": 7, "place": 1})
    told = seen(session)
    assert told["attention_says"][7] == "t"
    assert told["weight"] == 1.0
    assert told["chosen_step"] == 8
    session.act("look", {"query": 7, "place": 1})
    assert seen(session)["attention_says"] == before["attention_says"]
    session.act("look", {"query": 7, "place": 1})
    session.act("let_look", {})
    assert seen(session)["attention_says"] == before["attention_says"]
    for values, name in (({"query": 9, "place": 0}, "query"), ({"query": 0, "place": 9}, "place")):
        with pytest.raises(BadInput, match=f"{name} is 9, allowed is 0 to 8"):
            session.act("look", values)


def test_a_look_beyond_a_shorter_word_is_left_out() -> None:
    session = run(3)
    session.act("look", {"query": 8, "place": 8})
    session.set({"sentence": "ab"})
    assert seen(session)["asked"] == 2
    assert session.frame().failure is None


def test_the_same_seed_gives_the_same_bits_and_a_record_goes_on_as_it_was() -> None:
    one, other = run(12), run(12)
    assert torch.equal(one.state.theta, other.state.theta)
    again = restore(catalog.load("seq2seq"), store(one))
    again.advance(3)
    other.advance(3)
    assert torch.equal(again.state.theta, other.state.theta)


def test_the_weights_of_both_nets_have_names() -> None:
    session = run(2, score="additive")
    found = model.weights(settings(session), session.data, session.state)
    assert {"encoder.Wx", "decoder.Wh", "bridge", "W", "C", "c", "Ws", "We", "v"} <= set(found)
