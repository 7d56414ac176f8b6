"""Theorems about signals in deep nets, and what the panel promises beyond the contract."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from playground import catalog
from playground.concepts.signals import METHODS, Params, nets
from playground.concepts.signals.columns import BINS, column, counted
from playground.concepts.signals.state import State
from playground.concepts.signals.theory import mean_field
from playground.engine.errors import BadInput
from playground.engine.kit.flat_weights import length_of
from playground.engine.run.session import Session

CONCEPT = catalog.load("signals")
FUNCTIONS: dict[str, Any] = {"relu": torch.relu, "tanh": torch.tanh, "linear": lambda z: z}


def session(seed: int = 0, **values: Any) -> Session:
    return Session(CONCEPT, Params().changed(values), seed)


def params_of(run: Session) -> Params:
    assert isinstance(run.params, Params)
    return run.params


def state_of(run: Session) -> State:
    state = run.snapshot().state
    assert isinstance(state, State)
    return state


def number(run: Session, name: str) -> float:
    value = run.frame().metrics[name]
    assert isinstance(value, int | float)
    return value


def loss_by_torch(theta: torch.Tensor, net: nets.SignalNet, method: str, X: Any, y: Any) -> torch.Tensor:
    """The definition, with a graph for autograd."""
    places = nets.layout(net.sizes)

    def part(name: str) -> torch.Tensor:
        one = places[name]
        return theta[one.start : one.stop].view(one.size)

    h, last = X, len(net.sizes) - 2
    for k in range(last):
        W, b, g = (part(f"{name}{k}") for name in "Wbg")
        z = h @ (g * W / W.norm(dim=0, keepdim=True) if method == "weight" else W)
        if method == "batch":
            z = torch.nn.functional.batch_norm(z, None, None, g[0], b[0], training=True)
        elif method == "layer":
            z = torch.nn.functional.layer_norm(z, (z.shape[1],), g[0], b[0])
        else:
            z = z + b
        a = FUNCTIONS[net.activation](z)
        h = h + net.skip * a if method == "residual" and k else a
    return torch.nn.functional.cross_entropy(h @ part(f"W{last}") + part(f"b{last}"), y)


@pytest.mark.parametrize("activation", ["relu", "tanh"])
@pytest.mark.parametrize("method", METHODS)
def test_the_gradient_of_an_update_is_that_of_autograd(method: str, activation: str) -> None:
    params = Params().changed({"mode": "learn", "depth": 3, "width": 6, "branch": 0.7, "activation": activation})
    net = nets.net_of(params, 5, 4)
    rng = np.random.default_rng(0)
    theta = 0.6 * rng.standard_normal((2, length_of(nets.layout(net.sizes)))) + 0.1
    X, y = rng.standard_normal((7, 5)), rng.integers(0, 4, 7)
    found = nets.learnt(method, theta, net, X, y)
    for k in range(2):
        leaf = torch.tensor(theta[k], requires_grad=True)
        loss = loss_by_torch(leaf, net, method, torch.tensor(X), torch.tensor(y))
        (wanted,) = torch.autograd.grad(loss, leaf)
        assert found.loss[k] == pytest.approx(float(loss.detach()), abs=1e-12)
        assert np.allclose(found.gradient[k], wanted, atol=1e-10)


@pytest.mark.parametrize(("init", "activation"), [("he", "relu"), ("lecun", "tanh"), ("orthogonal", "linear")])
def test_wide_nets_follow_the_recursion(init: str, activation: str) -> None:
    run = session(init=init, activation=activation, depth=20, width=256)
    params, state = params_of(run), state_of(run)
    for method in METHODS:
        found = column(params, state, method)
        theory = mean_field(method, activation, 2.0 if init == "he" else 1.0, 20, 1.0)
        assert np.abs(found.forward - found.forward[0] - theory.forward).max() < 0.4, method
        if method != "batch":  # whose theory is for large batches
            back = found.backward - found.backward[-1] - theory.backward
            assert np.isnan(back).all() or np.abs(back).max() < 0.4, method


def test_batch_norm_of_relu_multiplies_the_gradient() -> None:
    """By pi / (pi - 1) a layer, behind the first."""
    back = mean_field("batch", "relu", 1.0, 9, 1.0).backward
    assert back[1] - back[2] == pytest.approx(0.5 * math.log10(math.pi / (math.pi - 1.0)))


def test_orthogonal_layers_without_a_function_keep_every_length() -> None:
    run = session(init="orthogonal", activation="linear", width=64)
    assert number(run, "arrives.plain") == pytest.approx(0.0, abs=1e-4)
    assert number(run, "returns.plain") == pytest.approx(0.0, abs=1e-4)


def test_a_strip_counts_every_value_in_its_decade() -> None:
    values = np.array([[1.0, -1.0, 0.0, 1e-3], [np.nan, 1e9, 1e-9, 10.0**1.5]])
    found = counted(values, -4.0, 2.0)
    assert found.shape == (BINS, 2)
    assert np.nonzero(found[:, 0])[0].tolist() == [BINS // 3, 5 * BINS // 6]
    assert found[:, 0].tolist()[BINS // 3] == 1.0
    assert (found[:, 1] > 0).sum() == 1


def test_a_signal_beyond_all_numbers_is_told_and_drawn() -> None:
    run = session(init="he", gain=3.0, depth=100, width=32)
    assert run.frame().metrics["arrives.plain"] is None
    assert number(run, "arrives.layer") < 1.0
    run = session(init="torch", gain=0.2, depth=100, width=32)
    assert run.frame().metrics["arrives.plain"] is None


def test_the_walk_goes_there_and_back() -> None:
    run = session(depth=5, width=8)
    seen = []
    for _ in range(12):
        frame = run.frame().metrics
        seen.append((frame["layer_number"], frame["what_shown"]))
        run.advance(1)
    assert [layer for layer, _ in seen] == [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 0]
    assert seen[6][1] == "gradients"
    run.act("choose_layer", {"x": 2.2 + 7.0, "back": 1})
    assert (run.frame().metrics["layer_number"], run.frame().metrics["what_shown"]) == (2, "gradients")


def test_what_is_dragged_stands_where_it_was_put() -> None:
    run = session(mode="batches")
    run.act("move_point", {"id": 103, "xy": [1.25, -0.5]})
    data = run.frame().arrays["given.others.xy"]
    assert np.allclose(np.asarray(data)[15 + 2], [1.25, -0.5])
    before = number(run, "moved_batch")
    run.act("move_point", {"id": 0, "xy": [3.0, 3.0]})
    assert number(run, "moved_batch") != before
    assert number(run, "moved_layer") == 0.0
    run.act("move_point", {"id": 9999, "xy": [0.0, 0.0]})


def test_a_net_that_is_lost_stays_lost_and_the_others_go_on() -> None:
    run = session(mode="rates", depth=3, width=16)
    run.advance(30)
    assert run.frame().failure is None
    assert number(run, "usable.batch") >= 0
    losses = state_of(run).losses
    assert bool(torch.isfinite(losses).all())


def test_the_same_seed_gives_the_same_bits() -> None:
    runs = [session(mode="learn", depth=4, width=16) for _ in range(2)]
    for run in runs:
        run.advance(5)
    assert torch.equal(state_of(runs[0]).theta, state_of(runs[1]).theta)


def test_a_table_of_ones_own_is_learnt(tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text("a,b,kind\n" + "".join(f"{k % 7},{k % 5},{'x' if k % 2 else 'y'}\n" for k in range(40)))
    assert CONCEPT.model.load is not None
    data = CONCEPT.model.load(Params(), path)
    assert (data.X.shape, data.classes, data.name) == ((40, 2), 2, "two.csv")
    path.write_text("a\n1\n2\n")
    with pytest.raises(BadInput, match="1 column"):
        CONCEPT.model.load(Params(), path)


def test_v_never_gets_shorter() -> None:
    run = session(mode="unit", rate=3.0)
    run.advance(50)
    lengths = np.linalg.norm(state_of(run).path.numpy(), axis=1)
    assert (np.diff(lengths) >= 0.0).all()
    assert number(run, "angle_gap") < 1e-12
