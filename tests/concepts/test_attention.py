"""The attention inspector: its theorems, and that its heads learn what they are asked for."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from PySide6.QtCore import QPointF, Qt
from torch import Tensor

from playground import catalog
from playground.concepts.attention import Params, net, tasks
from playground.concepts.attention.model import updates_of
from playground.concepts.attention.signs import power, short
from playground.engine.errors import BadInput
from playground.engine.kit import attention as at
from playground.engine.run.context import Ctx
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session
from playground.figures.figure import SET
from playground.lecture.rehearse import first_figure
from playground.render.figure_view import FigureView
from playground.render.tokens import LIGHT

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

SEEDS = (101, 202, 303)


def numbers(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def run(steps: int, seed: int = 0, **params: Any) -> Session:
    """A session at this step."""
    session = Session(catalog.load("attention"), Params().changed(params), seed)
    session.advance(steps)
    return session


def seen(session: Session) -> dict[str, Any]:
    """The numbers on screen."""
    return dict(session.frame().metrics)


def batch_of(params: Params, seed: int = 1) -> net.Batch:
    """A batch of the task."""
    rng = torch.Generator().manual_seed(seed)
    return tasks.drawn(params, torch.randperm(tasks.VOCABULARY, generator=rng), rng, torch.float64)


def weights_of(params: Params, seed: int = 2) -> tuple[net.Shape, Tensor]:
    """A net and its first weights."""
    shape = tasks.shape_of(params)
    return shape, net.begin(shape, numbers(net.size(shape), seed=seed))


# ---- T1: attention


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("causal", [False, True])
def test_rows_sum_to_one_and_all_is_as_in_torch(seed: int, causal: bool) -> None:
    Q, K, V = (numbers(3, 4, 12, 8, seed=seed + k) for k in range(3))
    done = at.attend(Q, K, V, at.causal(12) if causal else None)
    assert (done.weights.sum(-1) - 1).abs().max() < 1e-12
    theirs = torch.nn.functional.scaled_dot_product_attention(Q, K, V, is_causal=causal)
    assert (done.output - theirs).abs().max() < 1e-12


@pytest.mark.parametrize("seed", SEEDS)
def test_a_layer_is_torchs_multi_head_attention(seed: int) -> None:
    params = Params(heads=4, key=8, width=32, encoding="none")
    shape, theta = weights_of(params, seed)
    asked = batch_of(params)
    done = net.run(theta, shape, asked)
    W = net.matrices(theta, shape)
    theirs = torch.nn.MultiheadAttention(32, 4, bias=False, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([W["Q0"].T, W["K0"].T, W["V0"].T]))
        theirs.out_proj.weight.copy_(W["O0"].T)
        X = done.layers[0].X
        hidden = ~at.causal(X.shape[1])
        output, weights = theirs(X, X, X, attn_mask=hidden, average_attn_weights=False)
    assert (done.stream - X - output).abs().max() < 1e-5
    assert (done.layers[0].weights - weights).abs().max() < 1e-5


@pytest.mark.parametrize(
    "params",
    [
        Params(),
        Params(layers=2, encoding="rotary", heads=3, key=6, masked=False),
        Params(layers=2, encoding="rotary", key=5, scaled=False, task="induction"),
        Params(mode="translation", encoding="none"),
        Params(mode="digits", layers=2),
    ],
    ids=["one layer", "rotary", "odd key", "two streams", "patches"],
)
def test_the_gradient_is_that_of_autograd(params: Params) -> None:
    shape, theta = weights_of(params)
    asked = batch_of(params)
    done = net.run(theta, shape, asked)
    found = net.judged(done.logits, asked)
    mine = net.gradient(theta, shape, asked, done, found.by_logits)
    theta.requires_grad_()
    logs = net.run(theta, shape, asked).logits.log_softmax(-1)
    loss = -(logs.gather(-1, asked.answers[..., None])[..., 0] * asked.counted).sum() / asked.counted.sum()
    (theirs,) = torch.autograd.grad(loss, theta)
    assert found.loss == pytest.approx(loss.item())
    assert torch.allclose(mine, theirs, rtol=1e-9, atol=1e-12)


def test_a_causal_net_does_not_see_what_is_to_come() -> None:
    params = Params(layers=2)
    shape, theta = weights_of(params)
    asked = batch_of(params)
    later = asked.source.clone()
    later[:, 10:] = (later[:, 10:] + 1) % tasks.VOCABULARY
    before, after = (net.run(theta, shape, asked._replace(source=one)).logits for one in (asked.source, later))
    assert torch.equal(before[:, :10], after[:, :10])
    assert not torch.equal(before[:, 10:], after[:, 10:])


# ---- T2: scaling


@pytest.mark.parametrize("seed", SEEDS)
def test_the_root_of_d_keeps_the_entropy(seed: int) -> None:
    session = run(12, seed, mode="scaling")
    metrics, arrays = seen(session), session.frame().arrays
    assert metrics["max_entropy"] == pytest.approx(math.log(64))
    assert metrics["entropy_unscaled"] < 1.0
    assert metrics["entropy_scaled"] > 3.4
    curves = {how: arrays[f"entropy.{how}.y"] for how in ("unscaled", "scaled")}
    assert curves["scaled"].max() - curves["scaled"].min() < 0.15, "whatever d is"
    assert curves["unscaled"][-1] == pytest.approx(0.11, abs=0.05)
    assert (curves["unscaled"][1:] < curves["unscaled"][:-1]).all()


# ---- T3: order


@pytest.mark.parametrize("seed", SEEDS)
def test_without_positions_a_new_order_changes_nothing(seed: int) -> None:
    bag = {"mode": "order", "layers": 2, "masked": False, "sentence": "a test of order"}
    assert seen(run(2, seed, encoding="none", **bag))["shuffle_gap"] <= 1e-12
    assert seen(run(2, seed, encoding="sinusoidal", **bag))["shuffle_gap"] > 0.1
    assert seen(run(2, seed, encoding="rotary", **bag))["shuffle_gap"] > 0.1
    assert seen(run(2, seed, **{**bag, "encoding": "none", "masked": True}))["shuffle_gap"] > 0.1


def test_positions_tell_the_distance_alone() -> None:
    P = at.sinusoidal(torch.arange(64, dtype=torch.float64), 32)
    products = P @ P.T
    for offset in range(64):
        along = torch.diagonal(products, offset)
        assert (along - along[0]).abs().max() < 1e-12
    q, k = numbers(2, 1, 8, seed=5)
    turn = at.turns(torch.arange(40, dtype=torch.float64), 8)
    scores = at.rotary(q.expand(40, 8), turn) @ at.rotary(k.expand(40, 8), turn).T
    for offset in range(-39, 40):
        along = torch.diagonal(scores, offset)
        assert (along - along[0]).abs().max() < 1e-12


# ---- T4 and the tasks: heads are learned


def learned(session: Session, many: int = 256) -> float:
    """The accuracy on sequences that come from another generator than those of the training."""
    params = session.params
    assert isinstance(params, Params)
    fresh = tasks.drawn(
        params.changed({"batch": 64}), session.data.relabel, torch.Generator().manual_seed(many), torch.float64
    )
    return net.judged(net.run(session.state.theta, tasks.shape_of(params), fresh).logits, fresh).accuracy


def test_a_translation_is_learned_and_its_words_aligned() -> None:
    session = run(300, 404, mode="translation", sentence="old house red sun", tokens="words", length=6)
    assert learned(session) > 0.95
    metrics = seen(session)
    assert metrics["said"] == metrics["right_answer"]
    assert metrics["best_aim"] > 0.5, "alone it would be 1/6"
    assert metrics["best_head"].startswith("layer 3")


def test_what_is_said_is_reversed() -> None:
    session = run(160, 505, sentence="workings")
    assert learned(session) > 0.9
    assert seen(session)["said_right"] >= 7


# ---- what is on screen


def test_the_weight_of_a_cell_is_worked_out() -> None:
    session = run(30, picture="matrix")
    session.act("choose_cell", {"query": 12, "key": 4})
    metrics, arrays = seen(session), session.frame().arrays
    assert (metrics["query_place"], metrics["key_place"]) == (13, 5)
    assert arrays["by_hand.products.heights"].sum() == pytest.approx(metrics["product"], rel=1e-5)
    assert metrics["score"] == pytest.approx(metrics["product"] / math.sqrt(8))
    assert metrics["weight"] == pytest.approx(metrics["grown"] / metrics["row_sum"])
    assert arrays["matrix.weights.z"][12, 4] == pytest.approx(metrics["weight"], rel=1e-5)
    session.act("choose_cell", {"query": 4, "key": 12})
    hidden = seen(session)
    assert hidden["ahead"] == 8
    assert hidden["weight"] == 0.0


def test_the_sentence_is_the_users_own() -> None:
    session = run(0, sentence="ab")
    assert session.frame().words["matrix.weights.row_words"][:4] == ("a", "b", "□", "□")
    session.set({"sentence": "", "tokens": "words"})
    assert seen(session)["asked_count"] == 9
    session.set({"sentence": "one two one", "tokens": "words"})
    assert seen(session)["right_answer"] == "□ □ □ □ □ □ one two one"
    assert session.step == 0
    for mode in ("heads", "translation", "order"):
        for words in ("", "x", "ß ÷ é", "word " * 24):
            for task in ("copy", "induction"):
                for tokens in ("characters", "words"):
                    other = run(1, mode=mode, sentence=words, tokens=tokens, task=task)
                    assert other.frame().failure is None


def test_a_click_on_a_head_shows_it_by_its_number() -> None:
    session = run(0, layers=2, heads=3, picture="grid")
    figure = session.frame().figure
    assert figure is not None
    for mouse in figure.plots[0].mouse:
        assert mouse.kind == SET
        session.set(mouse.give)
        assert seen(session)["head_name"] == mouse.target.replace(" head", ", head")


def test_a_head_that_was_shown_is_the_same_after_saving() -> None:
    """A head clicked in the grid, then another chosen by its number: the scene shows that one again."""
    session = run(20, layers=2, heads=3, picture="grid")
    session.set({"layer": 1, "head": 3})
    session.act("choose_cell", {"query": 12, "key": 4})
    session.set({"head": 2})
    again = restore(session.concept, json.loads(json.dumps(store(session))))
    assert seen(again) == seen(session)


def test_a_silent_head_is_missed() -> None:
    session = run(150, heads=1)
    spoken = seen(session)["said_right"]
    session.set({"silenced": True})
    assert seen(session)["said_right"] < spoken


def test_tokens_are_dragged_and_put_back() -> None:
    session = run(0, mode="order", sentence="abcd", encoding="none", masked=False)
    session.act("move_token", {"id": 0, "place": 2.2})
    assert session.frame().words["strip.new_words.words"] == ("b", "c", "a", "d")
    session.act("move_token", {"id": 3, "place": -9.0})
    assert session.frame().words["strip.new_words.words"] == ("d", "b", "c", "a")
    assert seen(session)["shuffle_gap"] < 1e-12
    session.act("restore", {})
    assert not seen(session)["moved"]
    with pytest.raises(BadInput, match="id is 4"):
        session.act("move_token", {"id": 4, "place": 0.0})


def test_random_numbers_of_a_step_are_its_own() -> None:
    ctx = Ctx(torch.device("cpu"), torch.float64, 3, "step", 7)
    first = tasks.drawn(Params(), torch.arange(tasks.VOCABULARY), ctx.rng, torch.float64)
    again = tasks.drawn(Params(), torch.arange(tasks.VOCABULARY), ctx.at(7).rng, torch.float64)
    assert torch.equal(first.source, again.source)


def test_a_shorter_sentence_keeps_the_order_of_its_tokens() -> None:
    session = run(2, 0, mode="order", sentence="abcdefghij")
    session.set({"sentence": "abc"})
    frame = session.frame()
    assert frame.failure is None
    session.set({"sentence": "abcdefghij"})
    assert session.frame().failure is None


def test_a_step_is_bounded_however_large_the_net() -> None:
    assert updates_of(Params(updates=10)) == 10
    assert updates_of(Params(updates=10, layers=3, heads=4, key=64, width=64, batch=64, length=12)) == 1
    assert run(2, updates=3).frame().metrics["taken"] == 6


def test_tiny_and_long_numbers_are_written_out() -> None:
    assert [power(value) for value in (4.4e-16, 0.0, 0.02)] == ["4·10⁻¹⁶", "0", "2·10⁻²"]
    assert [short(value) for value in (-1.556, 9.994, -10.57, 123.4)] == ["−1.56", "9.99", "−10.6", "123.4"]


def test_a_token_lights_up_in_every_picture(qtbot: QtBot) -> None:
    session = run(3, picture="vectors")
    view = FigureView(LIGHT, 1.0)
    qtbot.addWidget(view)
    view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    view.resize(1280, 720)
    view.set_figure(first_figure(catalog, "attention", session.params), session.concept.declaration)
    view.show()
    view.set_frame(session.frame(view.view()))
    box = view.boxes["matrix"]
    x, y = box.map.px(np.array([[4.0, 3.0]]))[0].tolist()
    pointer = view.canvas.pointer
    assert pointer is not None
    pointer.move(QPointF(box.view.left() + x, box.view.top() + y))
    for name in ("queries", "keys", "values", "scores", "outputs"):
        assert not view.boxes[name].ring_outline.isEmpty(), name
    row = QPointF(*view.boxes["queries"].map.px(np.array([[0.0, 3.0]]))[0].tolist())
    assert view.boxes["queries"].ring_outline.contains(row)
    view.close()
