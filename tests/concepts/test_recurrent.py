"""Theorems about recurrent nets, and what the panel promises beyond the contract."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch

from playground import catalog
from playground.concepts.recurrent import NETS, Params, nets
from playground.concepts.recurrent.reading import read
from playground.concepts.recurrent.stack import stack_of
from playground.concepts.recurrent.state import State
from playground.concepts.recurrent.tokens import ASKED, INPUTS, Sequences, drawn, one_hot, typed
from playground.engine.kit.arrays import Reals
from playground.engine.run.session import Session

CONCEPT = catalog.load("recurrent")


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


def loss_by_torch(theta: torch.Tensor, params: Params, name: str, batch: Sequences) -> torch.Tensor:
    """The definition, with a graph for autograd."""
    cell, start, output, end = nets.parts(params)[name]
    m = cell.units
    rows = theta[start:output].reshape(cell.gates, INPUTS + m + 1, m)
    Wx, Wh, b = rows[:, :INPUTS], rows[:, INPUTS:-1], rows[:, -1]
    x = torch.tensor(one_hot(batch.tokens, np.float64))
    h = c = torch.zeros(x.shape[1], m, dtype=torch.float64)
    for t in range(len(x)):
        drive = [x[t] @ Wx[k] + b[k] for k in range(cell.gates)]
        if name == "rnn":
            h = (drive[0] + h @ Wh[0]).tanh()
        elif name == "gru":
            s, r = (drive[0] + h @ Wh[0]).sigmoid(), (drive[1] + h @ Wh[1]).sigmoid()
            h = s * h + (1 - s) * (drive[2] + (r * h) @ Wh[2]).tanh()
        else:
            o, f, i, g = (drive[k] + h @ Wh[k] for k in range(4))
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
    z = h @ theta[output : end - ASKED].reshape(m, ASKED) + theta[end - ASKED : end]
    return torch.nn.functional.cross_entropy(z, torch.tensor(batch.answers))


def test_the_gradient_of_an_update_is_that_of_autograd() -> None:
    """All weights of all three nets, in double precision."""
    params = Params().changed({"units": 6, "length": 9})
    rng = torch.Generator().manual_seed(1)
    theta: Reals = nets.begin(params, torch.randn(nets.length(params), generator=rng).double().numpy())
    batch = drawn(9, 5, rng)
    gradient = np.full_like(theta, np.nan)
    for name in NETS:
        nets.learnt(theta, params, name, batch, gradient, None)
    leaf = torch.tensor(theta, requires_grad=True)
    total = torch.stack([loss_by_torch(leaf, params, name, batch) for name in NETS]).sum()
    (wanted,) = torch.autograd.grad(total, leaf)
    assert np.allclose(gradient, wanted, atol=1e-12)


def test_in_single_precision_it_is_the_same_within_a_hundred_thousandth() -> None:
    params = Params()
    rng = torch.Generator().manual_seed(1)
    theta = nets.begin(params, torch.randn(nets.length(params), generator=rng).double().numpy())
    batch = drawn(params.length, 8, rng)
    both = list[Reals]()
    for kind in (np.float64, np.float32):
        gradient: Reals = np.empty(len(theta), kind)
        for name in NETS:
            nets.learnt(theta.astype(kind), params, name, batch, gradient, None)
        both.append(gradient)
    assert np.abs(both[0] - both[1]).max() < 1e-5 * np.abs(both[0]).max()


@pytest.mark.parametrize(("matrix", "exact"), [("orthogonal", True), ("random", False), ("triangular", False)])
def test_powers_of_the_spectral_radius(matrix: str, exact: bool) -> None:
    """Exact for a scaled orthogonal U only; for others the norm of the powers is at least as large."""
    run = session(mode="lag", activation="linear", matrix=matrix, radius=0.9, length=40, units=12)
    assert number(run, "radius_now") == pytest.approx(0.9, abs=1e-4)
    gap = number(run, "power_gap")
    assert (gap < 1e-9) == exact
    assert number(run, "norm_least") >= 1.0 - 1e-5


def test_the_bound_is_above_the_gradient_as_it_learns() -> None:
    run = session(mode="lag", length=20, units=8)
    for _ in range(5):
        assert number(run, "bound_slack") > -1e-5
        run.advance(3)


def test_a_bound_beyond_all_numbers_is_told_by_its_logarithm() -> None:
    """One unit feels all others a hundred thousandfold, and another none: its slope is 1 at every step."""
    params = Params.make({"length": 100, "units": 4})
    theta = torch.randn(nets.length(params), generator=torch.Generator().manual_seed(0)).double().numpy()
    one = nets.net(theta, params, "rnn")
    one.known.Wx[0][...] = 0.0
    one.known.Wh[0][...] = 0.0
    one.known.Wh[0][1, 0] = 1e5
    one.known.b[0][...] = 0.0
    batch = drawn(params.length, 3, torch.Generator().manual_seed(0))
    found = nets.learnt(theta, params, "rnn", batch, np.zeros_like(theta), None)
    told = nets.bound(one, found.seen, found.slopes)
    assert told[::-1].tolist() == pytest.approx([5.0 * lag for lag in range(101)])


def test_a_gate_that_is_shut_cuts_the_river() -> None:
    """Of the LSTM and the GRU nothing is left before it on the direct way; what stands behind stays."""
    run = session()
    before = [np.abs(read(params_of(run), state_of(run), name).back).max(1) for name in ("lstm", "gru")]
    run.act("turn_valve", {"x": 15.0})
    for name, old in zip(("lstm", "gru"), before, strict=True):
        new = np.abs(read(params_of(run), state_of(run), name).back).max(1)
        assert new[:16].max() < 0.6 * old[:16].max()
        assert new[16:].min() > 0.0
    seen = read(params_of(run), state_of(run), "gru").seen
    assert float(seen.gates[0, 15].max()) < 1e-15
    run.act("turn_valve", {"x": 15.0})
    assert float(read(params_of(run), state_of(run), "lstm").seen.gates[1, 15].min()) > 1.0 - 1e-15
    run.act("free", {})
    assert not bool(state_of(run).valves.any())


def test_truncation_stops_the_gradient_at_its_step() -> None:
    run = session(truncation=10, length=30)
    assert not bool(state_of(run).profile[:, :20].any())
    assert bool((state_of(run).profile[:, 20:] > 0).all())


def test_a_clipped_gradient_keeps_its_direction() -> None:
    """By gradient descent the step is the gradient, no longer than it may be."""
    moved = []
    for clip in (100.0, 0.01):
        run = session(optimiser="sgd", rate=1.0, clip=clip, length=8, units=4)
        first = state_of(run).theta.clone()
        run.advance(1)
        part = nets.parts(params_of(run))["lstm"]
        moved.append((state_of(run).theta - first)[part.start : part.end].double())
    whole, cut = moved
    assert float(cut.norm()) == pytest.approx(0.01, rel=1e-3)
    assert float(torch.dot(whole, cut) / whole.norm() / cut.norm()) == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("net", NETS)
def test_who_has_seen_whom(net: str) -> None:
    """In one direction the influence is triangular; in both it is full, by differences too."""
    params = Params().changed({"mode": "layers", "net": net, "sequence": "Abcdefgh", "both": False})
    run = Session(CONCEPT, params, 0)
    there = stack_of(params, state_of(run)).influence
    assert not np.triu(there, 1).any()
    assert (np.tril(there) > 0).sum() == 36
    both = params.changed({"both": True})
    assert (stack_of(both, state_of(run)).influence > 0).all()


def test_typed_sequences() -> None:
    """Capitals A to D are what is to be remembered; equal fillers are equal tokens."""
    signs, tokens = typed("B hello")
    assert signs == ["B", "␣", "h", "e", "l", "l", "o"]
    assert tokens[0] == 1
    assert (tokens[1:] >= ASKED).all()
    assert tokens[4] == tokens[5]
    assert len(typed("")[1]) == 1


def test_the_same_seed_gives_the_same_bits() -> None:
    runs = [session(3, length=12, units=6) for _ in range(2)]
    for run in runs:
        run.advance(5)
    assert torch.equal(state_of(runs[0]).theta, state_of(runs[1]).theta)


def test_an_exploding_gradient_ends_the_run_and_a_clipped_one_does_not() -> None:
    wild: dict[str, Any] = {"activation": "linear", "radius": 1.2, "optimiser": "sgd", "rate": 0.1}
    run = session(mode="race", clipping=False, **wild)
    run.advance(20)
    assert run.frame().status in ("diverging", "failed")
    tame = session(mode="race", clipping=True, clip=1.0, **wild)
    tame.advance(20)
    assert tame.frame().status == "running"
    assert math.isfinite(number(tame, "loss.rnn"))


def test_a_share_that_vanishes_in_the_rounding_has_its_whole_loss() -> None:
    one = nets.net(np.zeros(nets.length(Params())), Params(), "rnn")
    one.b[...] = [0.0, 200.0, 0.0, 0.0]
    _, loss, _ = nets.cross_entropy(one, np.zeros((1, one.W.shape[0]), one.W.dtype), np.array([0]))
    assert loss == pytest.approx(200.0)
