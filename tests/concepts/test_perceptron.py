"""The perceptron's theorems, held by the code that the panel runs."""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from playground import catalog
from playground.concepts.perceptron import JOBS, Params
from playground.concepts.perceptron.checks import CHECKS
from playground.concepts.perceptron.cover import cover_number, grow_labelings, sample_labelings, share
from playground.concepts.perceptron.data import Data, data_of, load
from playground.concepts.perceptron.gates import count_units
from playground.concepts.perceptron.geometry import clipped, projected, version_share
from playground.concepts.perceptron.jobs import count_norm_violations, outside_span
from playground.concepts.perceptron.model import CONCEPT
from playground.concepts.perceptron.problem import pose
from playground.concepts.perceptron.state import State, begin, in_use, true_weights
from playground.concepts.perceptron.stepping import Info, step
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import tree
from playground.engine.kit.separability import is_separable
from playground.engine.run import observing
from playground.engine.run.context import Ctx
from playground.engine.run.session import Session
from playground.figures.drawn import part
from playground.figures.values import Range

GATE = ((1.0, 1.0), (0.0, 0.0), (0.0, 1.0), (1.0, 0.0))


def ctx(seed: int = 0, stream: str = "step", at: int = 0) -> Ctx:
    return Ctx(torch.device("cpu"), torch.float64, seed, stream, at)


def points(X: Any, y: Any) -> Data:
    return data_of(torch.as_tensor(X, dtype=torch.float64), torch.as_tensor(y, dtype=torch.float64))


def seen(params: Params, data: Data, state: State, info: Info | None = None) -> dict[str, Any]:
    """What is shown before any job: the numbers, and the data of the layers by name."""
    drawn = CONCEPT.observe(params, data, state, info, View(), {job.name: {} for job in JOBS})
    return {**drawn.numbers, **part(drawn.figure)[1]}


def made(seed: int = 0, **params: Any) -> tuple[Params, Data, State]:
    chosen = Params().changed(params)
    data = CONCEPT.make_data(chosen, ctx(seed, "data"))
    return chosen, data, begin(chosen, data, ctx(seed, "init"))


def play(params: Params, data: Data, state: State, most: int = 100_000, seed: int = 0) -> tuple[State, list[Info]]:
    infos: list[Info] = []
    while not state.converged and len(infos) < most:
        state, info = step(params, data, state, ctx(seed, at=len(infos)))
        infos.append(info)
    return state, infos


def random_separable(seed: int, n: int, d: int, bias: bool) -> Data:
    rng = ctx(seed, "test")
    X = rng.randn(n, d)
    y = torch.sign(X @ rng.randn(d) + (0.3 if bias else 0.0))
    return points(X, torch.where(y == 0, torch.ones_like(y), y))


# ---- the mistake bound


@given(st.integers(0, 10**6), st.integers(2, 25), st.integers(1, 6), st.booleans(), st.sampled_from(["sgn", "margin"]))
def test_mistakes_never_exceed_the_bound(seed: int, n: int, d: int, bias: bool, rule: str) -> None:
    params = Params().changed({"bias": bias, "rule": rule, "order": "shuffled"})
    data = random_separable(seed, n, d, bias)
    state = begin(params, data, ctx(seed))
    bound = state.start.bound
    assert bound is not None
    assert bound == pytest.approx((state.problem.R / state.problem.margin) ** 2, rel=1e-9)
    if bound > 3e4:
        return
    state, infos = play(params, data, state, seed=seed)
    assert infos[-1].status == "converged"
    assert state.updates <= bound * (1 + 1e-9)
    for info in infos:
        assert info.alignment is not None
        assert info.alignment_low is not None
        assert info.length_high is not None
        slack = 1e-9 * (1 + info.length_high)
        assert info.alignment_low - slack <= info.alignment <= info.length + slack
        assert info.length <= info.length_high + slack


@given(st.integers(0, 10**6), st.integers(1, 8))
def test_the_bound_goes_on_after_the_weights_and_the_rate_were_changed(seed: int, moves: int) -> None:
    params = Params(rate=1.0)
    data = random_separable(seed, 12, 2, True)
    state = begin(params, data, ctx())
    if state.problem.margin < 0.05:
        return
    state, _ = play(params, data, state, most=moves)
    gesture = Gesture("set_weights", {"w1": 3.0 - moves, "w2": 5.0})
    data, state = CONCEPT.apply(params, data, state, gesture, ctx())  # type: ignore[misc]
    state, _ = play(params, data, state, most=2)
    params = params.changed({"rate": 0.3})
    state, infos = play(params, data, state)
    assert state.converged
    assert state.start.bound is not None
    assert state.updates <= state.start.bound + 1e-6
    for info in infos:
        assert info.alignment is not None
        assert info.alignment_low is not None
        assert info.alignment_low - 1e-8 <= info.alignment <= info.length + 1e-8
        assert info.length_high is not None
        assert info.length <= info.length_high + 1e-8


def test_the_bound_without_the_one_of_the_bias_is_false_and_with_it_true() -> None:
    params, data, state = made(data="offset pair")
    state, _ = play(params, data, state)
    plain = (0.0625 / 0.0234375) ** 2
    assert state.updates == 685 > plain
    assert state.start.bound == pytest.approx(1830.344, abs=1e-3)


def test_the_bound_counts_mistakes_not_passes() -> None:
    params, data, state = made(data="offset pair", step_is="pass")
    state, infos = play(params, data, state)
    assert state.epochs == len(infos) == 344
    assert state.updates == 685


# ---- the algorithm


@given(st.integers(0, 10**6), st.sampled_from([0.01, 0.1, 0.25, 0.37, 3.0, 10.0]))
def test_from_zero_the_rate_only_rescales(seed: int, rate: float) -> None:
    one, data, first = made(seed, points=20, noise=0.1)
    other = one.changed({"rate": rate})
    a, infos = play(one, data, first, most=60)
    b, others = play(other, data, begin(other, data, ctx()), most=60)
    assert [info.row for info in infos] == [info.row for info in others]
    assert torch.allclose(true_weights(b), rate * true_weights(a), rtol=1e-12, atol=0)


def test_from_another_start_the_rate_matters() -> None:
    data = points(GATE, (1, -1, -1, -1))
    counts = []
    for rate in (1.0, 0.5):
        params = Params(rate=rate)
        start = begin(params, data, ctx(), torch.tensor([3.0, -2.0, 1.0], dtype=torch.float64))
        counts.append(play(params, data, start)[0].updates)
    assert counts == [12, 18]


@given(st.integers(0, 10**6), st.integers(2, 8), st.integers(2, 12))
def test_the_weights_lie_in_the_span_of_the_points(seed: int, n: int, d: int) -> None:
    params = Params(bias=False)
    data = random_separable(seed, n, d, False)
    state, _ = play(params, data, begin(params, data, ctx()), most=300)
    assert outside_span(state) < 1e-10
    rows = data.X
    nearest = torch.linalg.lstsq(rows.T, true_weights(state)[:, None], driver="gelsd").solution
    assert torch.allclose(rows.T @ nearest, true_weights(state)[:, None], atol=1e-8)


@pytest.mark.parametrize("step_is", ["sample", "update", "pass"])
@pytest.mark.parametrize("order", ["cyclic", "shuffled", "given"])
def test_the_size_of_a_step_changes_nothing_but_the_size(step_is: str, order: str) -> None:
    params, data, state = made(3, step_is=step_is, order=order, gap=0.05)
    end, infos = play(params, data, state, seed=3)
    reference, _, first = made(3, step_is="update", order=order, gap=0.05)
    other, _ = play(reference, data, first, seed=3)
    assert infos[-1].status == "converged"
    assert (end.updates, end.epochs, end.seen) == (other.updates, other.epochs, other.seen)
    assert end.seen == end.epochs * len(data.y)
    assert torch.equal(end.W, other.W)
    assert {"sample": end.seen, "update": end.updates + 1, "pass": end.epochs}[step_is] == len(infos)


def test_a_given_order_is_kept_and_the_rest_follows() -> None:
    params = Params(order="given", sequence=(2.0, 0.0), step_is="sample", rule="margin")
    data = points(GATE, (1, -1, -1, -1))
    _, infos = play(params, data, begin(params, data, ctx()), most=8)
    assert [info.row for info in infos] == [2, 0, 1, 3] * 2
    with pytest.raises(BadInput, match=r"sequence has the entry 2\b"):
        begin(params.changed({"sequence": (2.0, 2.0)}), data, ctx())
    with pytest.raises(BadInput, match=r"sequence has the entry 0\.5"):
        begin(params.changed({"sequence": (0.5,)}), data, ctx())


def test_each_shuffled_pass_visits_every_point_once() -> None:
    params, data, state = made(1, order="shuffled", step_is="sample", noise=0.2)
    _, infos = play(params, data, state, most=3 * len(data.y), seed=1)
    rows = [info.row for info in infos]
    passes = [rows[i : i + len(data.y)] for i in range(0, len(rows), len(data.y))]
    assert all(sorted(visited) == list(range(len(data.y))) for visited in passes)
    assert passes[0] != passes[1]


def test_a_zero_score_is_right_for_blue_alone_and_never_under_the_margin_rule() -> None:
    data = points(GATE, (1, -1, 1, -1))
    assert begin(Params(rule="sgn"), data, ctx()).wrong.tolist() == [False, True, False, True]
    assert begin(Params(rule="margin"), data, ctx()).wrong.tolist() == [True] * 4


def test_the_average_and_the_pocket_are_what_they_are_called() -> None:
    params, data, state = made(4, noise=0.1, step_is="sample")
    averaged, pocket = params.changed({"variant": "averaged"}), params.changed({"variant": "pocket"})
    total, fewest = torch.zeros_like(state.W), state.errors
    for k in range(150):
        state, _ = step(params, data, state, ctx(at=k))
        total = total + state.W
        fewest = min(fewest, state.errors)
        assert torch.allclose(in_use(averaged, state), total / (k + 1), rtol=1e-12)
        best = in_use(pocket, state)
        assert int((state.problem.A @ best < state.problem.bar).sum()) == state.pocket_errors == fewest


def test_decimal_data_are_computed_without_rounding() -> None:
    data = points([[0.1, 0.7], [0.3, -0.2], [-0.4, 0.1]], [1, -1, 1])
    params = Params(rate=0.1, step_is="sample", rule="margin")
    state = begin(params, data, ctx())
    assert state.problem.exact
    state, infos = play(params, data, state, most=1)
    assert infos[0].updated
    assert true_weights(state).tolist() == [0.01, 0.07, 0.1]


# ---- separability and cycles


@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.sampled_from([-1, 1])), min_size=1, max_size=7))
def test_a_run_converges_exactly_if_the_data_are_separable_and_else_repeats(rows: list[tuple[int, int, int]]) -> None:
    data = points([row[:2] for row in rows], [row[2] for row in rows])
    params = Params(rule="margin", step_is="pass")
    state = begin(params, data, ctx())
    for k in range(20_000):
        state, info = step(params, data, state, ctx(at=k))
        if info.status != "running":
            break
    assert info.status == ("converged" if state.problem.separable else "cycling")
    if state.period is not None:
        here, period = state.W, state.period
        for k in range(1, period + 1):
            state, _ = step(params, data, state, ctx(at=k))
            assert torch.equal(state.W, here) == (k == period)


@pytest.mark.parametrize(("name", "period"), [("xor", 1), ("duplicate", 1)])
def test_known_cycles(name: str, period: int) -> None:
    params, data, state = made(data=name)
    state, infos = play(params, data, state, most=50)
    assert state.period == period
    assert infos[-1].status == "cycling"
    assert not state.problem.separable


def test_the_long_cycle_has_its_period_with_any_rate() -> None:
    data = points([[1, -3], [-3, -2], [-3, 2], [0, -3], [3, 2]], [1, -1, 1, -1, -1])
    for rate in (1.0, 0.1, 0.7):
        params = Params(rate=rate, step_is="pass")
        state, _ = play(params, data, begin(params, data, ctx()), most=100)
        assert state.period == 30


def test_an_act_ends_a_cycle_and_a_convergence() -> None:
    params, data, state = made(data="xor")
    state, _ = play(params, data, state, most=50)
    data, state = CONCEPT.apply(params, data, state, Gesture("flip_label", {"id": 1}), ctx())  # type: ignore[misc]
    assert state.period is None
    state, infos = play(params, data, state)
    assert infos[-1].status == "converged"
    values = {"x": 2.0, "y": 2.0, "label": "blue"}
    data, state = CONCEPT.apply(params, data, state, Gesture("add_point", values), ctx())  # type: ignore[misc]
    assert not state.converged
    assert not state.problem.separable


# ---- gestures


def act(params: Params, data: Data, state: State, kind: str, **values: Any) -> tuple[Data, State]:
    assert CONCEPT.apply is not None
    return CONCEPT.apply(params, data, state, Gesture(kind, values), ctx(7, "gesture"))


@given(st.lists(st.sampled_from(["step", "add", "delete", "move", "flip", "relabel"]), max_size=25), st.integers(0, 99))
def test_bookkeeping_holds_whatever_is_done_in_mid_run(acts: list[str], seed: int) -> None:
    params, data, state = made(seed, points=6, order="shuffled", step_is="sample")
    for k, name in enumerate(acts):
        ids = data.ids.tolist()
        if name == "step":
            state, _ = step(params, data, state, ctx(seed, at=k))
        elif name == "add":
            data, state = act(params, data, state, "add_point", x=0.3 * k - 2, y=1.1, label="orange")
        elif name == "relabel":
            data, state = act(params, data, state, "relabel")
        elif ids and name == "delete":
            data, state = act(params, data, state, "delete_point", id=ids[k % len(ids)])
        elif ids and name == "move":
            data, state = act(params, data, state, "move_point", id=ids[k % len(ids)], x=k / 7, y=-0.5)
        elif ids:
            data, state = act(params, data, state, "flip_label", id=ids[k % len(ids)])
    n = len(data.y)
    assert state.order is not None
    assert sorted(state.order.tolist()) == list(range(n))
    assert 0 <= state.position <= n
    assert len(state.counts) == len(state.wrong) == n
    assert len(set(data.ids.tolist())) == n
    assert torch.equal(state.products, state.problem.A @ state.W)
    again = pose(data, params.rule, params.bias)
    assert tree.same(again, state.problem)
    x0, x1, y0, y1 = data.window.tolist()
    assert all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in data.X.tolist())


def test_the_dragged_arrow_ends_at_the_mouse() -> None:
    params, data, state = made(2)
    state, _ = play(params, data, state, most=3)
    window = data.window
    target = torch.stack([0.6 * window[1] + 0.4 * window[0], 0.55 * window[3] + 0.45 * window[2]])
    data, state = act(params, data, state, "aim", x=float(target[0]), y=float(target[1]))
    shown = seen(params, data, state)
    tail, vector, line = shown["plane.w.tails"], shown["plane.w.vectors"], shown["plane.line.wb"]
    assert isinstance(tail, Tensor)
    assert isinstance(vector, Tensor)
    assert isinstance(line, Tensor)
    assert torch.allclose(tail + vector, target, atol=0.02)
    assert float(line[:2] @ tail + line[2]) == pytest.approx(0.0, abs=1e-9)


def test_acts_that_make_no_sense_are_refused() -> None:
    params, data, state = made(2)
    with pytest.raises(BadInput, match="id is 999"):
        act(params, data, state, "delete_point", id=999)
    digits = made(0, data="digits")
    with pytest.raises(BadInput, match="64 features"):
        act(*digits, "add_point", x=0.0, y=0.0, label="blue")
    with pytest.raises(BadInput, match="orange_species"):
        made(0, data="iris", orange_species="setosa")
    with pytest.raises(BadInput, match="orange_digit"):
        made(0, data="digits", orange_digit=3)


def test_relabelling_depends_on_the_seed_alone() -> None:
    params, data, state = made(2, data="random", points=30)
    first, _ = act(params, data, state, "relabel")
    second, _ = act(params, data, state, "relabel")
    assert torch.equal(first.y, second.y)
    assert not torch.equal(first.y, data.y)
    assert torch.equal(first.X, data.X)


@pytest.mark.parametrize("variant", ["classic", "averaged", "pocket"])
@pytest.mark.parametrize("step_is", ["sample", "update", "pass"])
def test_step_and_gestures_never_write_into_their_inputs(variant: str, step_is: str) -> None:
    params, data, state = made(1, noise=0.1, variant=variant, step_is=step_is)
    for k in range(20):
        before, points_before = tree.digest(state), tree.digest(data)
        after, _ = step(params, data, state, ctx(at=k))
        act(params, data, state, "move_point", id=3, x=0.1, y=0.2)
        act(params, data, state, "delete_point", id=2)
        act(params, data, state, "relabel")
        seen(params, data, state)
        assert tree.digest(state) == before
        assert tree.digest(data) == points_before
        state = after


# ---- Cover's count


def counts_of(rows: Tensor) -> list[int]:
    return [len(found) for found in grow_labelings(rows) if found is not None]


def whitney(rows: Tensor) -> int:
    """Regions of the central arrangement by Whitney's sum over subsets: sum (-1)^(|B| - rank B)."""
    total = 0
    for size in range(len(rows) + 1):
        for chosen in combinations(range(len(rows)), size):
            rank = int(torch.linalg.matrix_rank(rows[list(chosen)])) if chosen else 0
            total += (-1) ** (size - rank)
    return total


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_points_in_general_position_have_cover_s_number(d: int) -> None:
    rows = ctx(d, "test").randn(9 if d < 4 else 8, d)
    assert counts_of(rows) == [cover_number(n, d) for n in range(1, len(rows) + 1)]


@given(st.lists(st.tuples(*[st.integers(-1, 1)] * 3), min_size=1, max_size=6))
def test_special_positions_are_counted_exactly(rows: list[tuple[int, int, int]]) -> None:
    table = torch.tensor(rows, dtype=torch.float64)
    expected = 0 if bool((table == 0).all(1).any()) else whitney(table)
    assert counts_of(table)[-1] == expected


def test_cover_s_recurrence_and_half() -> None:
    for n in range(1, 15):
        for d in range(2, 8):
            assert cover_number(n + 1, d) == cover_number(n, d) + cover_number(n, d - 1)
        assert cover_number(n, n) == 2**n
        assert share(2 * n, n) == 0.5


@pytest.mark.parametrize(("n", "d"), [(15, 10), (20, 10), (30, 10)])
def test_sampled_shares_are_near_cover_s(n: int, d: int) -> None:
    rng = ctx(n, "test")
    *_, found = sample_labelings(rng.randn(n, d), 60, rng.rng)
    assert found.tried == 60
    assert abs(found.share - share(n, d)) < 0.15
    assert abs(found.share - share(n, d)) < 4 * found.error


# ---- the version space


@given(st.integers(0, 10**6), st.integers(2, 3))
def test_the_version_space_only_shrinks_and_is_empty_if_nothing_separates(seed: int, d: int) -> None:
    rng = ctx(seed, "test")
    signed = torch.where(rng.rand(9) < 0.5, -1.0, 1.0)[:, None] * rng.randn(9, d)
    before = 1.0
    for n in range(1, 10):
        now = version_share(signed[:n].tolist())
        assert now <= before + 1e-9
        assert (now > 0.0) == is_separable(signed[:n].numpy())
        before = now


def test_known_version_spaces() -> None:
    assert version_share([[1.0, 0.0]]) == 0.5
    assert version_share([[1.0, 0.0], [0.0, 1.0]]) == pytest.approx(0.25)
    assert version_share([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]) == pytest.approx(0.125)
    assert version_share([[1.0, 0.0], [-1.0, 0.0]]) == 0.0
    w = ctx(0, "test").randn(200_000, 3)
    signed = torch.tensor([[1.0, 0.3, -0.2], [0.1, 1.0, 0.4], [0.5, -0.2, 1.0], [1.0, 1.0, 1.0]], dtype=torch.float64)
    sampled = float((w @ signed.T > 0).all(1).to(torch.float64).mean())
    assert version_share(signed.tolist()) == pytest.approx(sampled, abs=0.004)


def test_the_drawn_version_space_holds_exactly_the_weights_that_classify_all() -> None:
    params, data, state = made(28, mode="weights", points=12, gap=0.1, bias=False)
    shown = seen(params, data, state)
    polygon, across, up = shown["weights.version.xy"], shown["weights.x"], shown["weights.y"]
    assert isinstance(polygon, Tensor)
    assert isinstance(across, Range)
    assert isinstance(up, Range)
    assert ((state.problem.A @ polygon.T) >= -1e-9).all()
    centre = polygon.mean(0)
    assert ((state.problem.A @ centre) > 0).all()
    assert clipped((0, 1, 0, 1), [(1.0, 0.0, -2.0)]) == []
    assert clipped((0, 1, 0, 1), [(1.0, 0.0, -0.5)]) == [(0.5, 0.0), (1, 0), (1, 1), (0.5, 1.0)]


def test_many_features_are_shown_from_the_side_of_the_boundary() -> None:
    rng = ctx(0, "test")
    X, w = rng.randn(30, 5), rng.randn(5)
    flat = projected(X, w, 0.7)
    assert torch.allclose(flat[:, 0], (X @ w + 0.7) / torch.linalg.vector_norm(w))
    within = X - X.mean(0)
    within = within - (within @ w)[:, None] * w / (w @ w)
    assert float(flat[:, 1].var()) == pytest.approx(float(torch.linalg.svdvals(within)[0]) ** 2 / 29, rel=1e-9)


# ---- norms and gates


@given(st.integers(1, 40), st.integers(0, 10**6))
def test_the_norm_inequalities_hold_and_are_tight_where_known(d: int, seed: int) -> None:
    rng = ctx(seed, "test")
    assert count_norm_violations(rng.randn(50, d), rng.randn(50, d)) == 0
    unit, ones = torch.eye(d, dtype=torch.float64), torch.ones((d, d), dtype=torch.float64)
    assert count_norm_violations(unit, unit) == count_norm_violations(ones, -2 * ones) == 0


@pytest.mark.parametrize("claim", catalog.declaration("perceptron").claims, ids=lambda claim: claim.id)
def test_claims_hold_at_their_thresholds(claim: Any) -> None:
    concept = catalog.load("perceptron")
    preset = catalog.presets("perceptron")[claim.preset]
    session = Session(concept, concept.declaration.params.make(preset["params"]), preset["seed"])
    session.advance(claim.steps)
    if claim.job:
        session.finish_job(claim.job)
    assert claim.holds(observing.frame(session, View()).metrics)


def test_units_with_weights_of_one_compute_and_or_and_not_but_never_xor() -> None:
    assert count_units(lambda a, b: a & b, 2) == 1
    assert count_units(lambda a, b: a | b, 2) == 1
    assert count_units(lambda a: 1 - a, 1) == 1
    assert count_units(lambda a, b: a ^ b, 2) == 0
    assert count_units(lambda a, b: 1, 2) == 1 + 2 * 2 + 3


# ---- data and files


def test_shipped_data_have_their_known_verdicts() -> None:
    assert made(0, data="iris")[2].problem.separable
    assert not made(0, data="iris", blue_species="virginica")[2].problem.separable
    params, data, state = made(0, data="digits")
    assert data.X.shape[1] == 64
    state, infos = play(params, data, state)
    assert infos[-1].status == "converged"
    shown = seen(params, data, state)
    assert isinstance(shown["picture.weights.z"], Tensor)
    assert torch.equal(shown["picture.weights.z"].ravel(), -true_weights(state)[:64])


def test_noise_and_margin_do_what_they_say() -> None:
    assert made(1, gap=0.5)[2].problem.separable
    flipped = made(1, gap=0.5, noise=0.5)[1].y
    assert not torch.equal(flipped, made(1, gap=0.5)[1].y)
    wide, narrow = made(5, gap=1.0)[2], made(5, gap=0.1)[2]
    assert wide.problem.margin > narrow.problem.margin


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_read_with_or_without_a_header(tmp_path: Path) -> None:
    data = load(Params(), write(tmp_path, "height,weight,kind\n1.5,2,cat\n\n3,-4e0,dog\n5,6,cat\n"))
    assert data.X.tolist() == [[1.5, 2.0], [3.0, -4.0], [5.0, 6.0]]
    assert data.y.tolist() == [1.0, -1.0, 1.0]
    assert (data.names, data.classes) == (("height", "weight"), ("cat", "dog"))
    bare = load(Params(), write(tmp_path, "\ufeff0;1;2;3\n1;4;5;6\n"))
    assert bare.X.tolist() == [[0.0, 1.0, 2.0], [1.0, 4.0, 5.0]]
    assert bare.y.tolist() == [-1.0, 1.0]
    assert bare.classes == ("6", "3")
    first = load(Params(), write(tmp_path, "kind,x\nb,1\na,2\n"))
    assert first.X.tolist() == [[1.0], [2.0]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b,c\n1,2,x\n1,oops,y\n", r"mine\.csv, row 3, column b: 'oops' is not a number"),
        ("a,b,c\noops,2,x\n1,2,y\n1,2,y\n", r"row 2, column a: 'oops' is not a number"),
        ("a,b,c\n1,,x\n1,2,y\n1,2,y\n", r"row 2, column b: the cell is empty"),
        ("a,b,c\n1,nan,x\n1,2,y\n", r"row 2, column b: 'nan' is not a number"),
        ("a,b,c\n1,2,x\n1,2e9,y\n", r"row 3, column b: 2e9 is not allowed"),
        ("a,b,c\n1,2,x\n1,2,y\n1,2,z\n", r"row 4, column c: 'z' is a third label"),
        ("a,b,c\n1,2,x\n1,2,x\n", r"column c: every row has the label 'x'"),
        ("a,b,c\n1,2,x\n1,2\n", r"row 3 has 2 columns, row 1 has 3"),
        ("a,b,c\n1,2,x\n1,2,\n1,1,y\n", r"row 3, column c: the label is empty"),
        ("1,2,3\n4,5,6\n7,8,9\n", r"row 3, column 3: '9' is a third label"),
        ("a,b\n", r"has a header but no rows"),
        ("a\nb\n", r"has one column"),
        ("", r"is empty"),
    ],
)
def test_a_file_that_cannot_be_used_says_where(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        load(Params(), write(tmp_path, text))


def test_a_file_that_is_no_text_or_not_there(tmp_path: Path) -> None:
    (tmp_path / "picture.csv").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadInput, match=r"picture\.csv is a picture; expected are columns of numbers"):
        load(Params(), tmp_path / "picture.csv")
    with pytest.raises(BadInput, match=r"none\.csv does not exist"):
        load(Params(), tmp_path / "none.csv")


def test_a_file_of_many_features_runs_and_is_shown(tmp_path: Path) -> None:
    rows = "\n".join(f"{i},{i * i},{-i},{'up' if i > 3 else 'down'}" for i in range(8))
    session = Session(catalog.load("perceptron"), Params(step_is="pass"))
    session.load(write(tmp_path, "a,b,c,kind\n" + rows))
    session.advance(500)
    frame = observing.frame(session, View())
    assert frame.failure is None
    assert frame.metrics["separable"] is True
    assert frame.metrics["x_name"] == "signed distance to the boundary"
    assert frame.status == "converged"


# ---- the shipped cases


def holds(got: Any, expected: Any, absolute: float, relative: float) -> bool:
    if isinstance(expected, dict):
        return all(holds(got[key], value, absolute, relative) for key, value in expected.items())
    if isinstance(expected, list):
        pairs = zip(got, expected, strict=True)
        return all(holds(a, b, absolute, relative) for a, b in pairs)
    if isinstance(expected, bool | str) or expected is None:
        return bool(got == expected) and isinstance(got, bool) == isinstance(expected, bool)
    return math.isfinite(got) and abs(got - expected) <= absolute + relative * abs(expected)


CASES = json.loads((Path(catalog.__file__).parent / "concepts/perceptron/cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["name"])
def test_the_shipped_cases_hold(case: dict[str, Any]) -> None:
    got = CHECKS[case["kind"]](case["inputs"])
    assert holds(got, case["expected"], case["tolerance"]["abs"], case["tolerance"]["rel"])


# ---- what is shown


def test_the_bound_without_the_one_is_named_for_the_offset_pair_alone() -> None:
    params, data, state = made(data="offset pair")
    shown = seen(params, data, state)
    assert shown["bound_without_one"] == pytest.approx((0.0625 / 0.0234375) ** 2)
    assert seen(*made(data="and"))["bound_without_one"] is None


@pytest.mark.parametrize("name", ["and", "or", "xor", "iris", "duplicate", "offset pair"])
def test_the_weight_arrow_is_always_in_the_range_of_the_plane(name: str) -> None:
    params, data, state = made(data=name, rule="margin", step_is="sample")
    for k in range(60):
        state, info = step(params, data, state, ctx(at=k))
        shown = seen(params, data, state, info)
        tail, vector, across, up = (shown[key] for key in ("plane.w.tails", "plane.w.vectors", "plane.x", "plane.y"))
        assert isinstance(tail, Tensor)
        assert isinstance(vector, Tensor)
        assert isinstance(across, Range)
        assert isinstance(up, Range)
        for x, y in (tail.tolist(), (tail + vector).tolist()):
            assert across[0] <= x <= across[1]
            assert up[0] <= y <= up[1]


def test_an_empty_plane_is_done_at_once_and_has_no_verdict() -> None:
    session = Session(catalog.load("perceptron"), Params(data="empty"))
    session.advance(50)
    assert (session.step, session.status) == (1, "done")
    metrics = observing.frame(session, View()).metrics
    assert metrics["separable"] is None
    assert metrics["inseparable"] is False
    session.act("add_point", {"x": 1.0, "y": 1.0, "label": "orange"})
    session.advance(50)
    assert session.status == "converged"


def test_the_promised_curves_start_anew_from_an_act_and_meet_at_the_bound() -> None:
    params, data, state = made(0, mode="weights", points=12, gap=1.0)
    state, _ = play(params, data, state)
    data, state = act(params, data, state, "set_weights", w1=1.0, w2=-2.0)
    shown = seen(params, data, state)
    t, low, high = (shown[key] for key in ("novikoff.floor.x", "novikoff.floor.y", "novikoff.ceiling.y"))
    assert isinstance(t, Tensor)
    assert isinstance(low, Tensor)
    assert isinstance(high, Tensor)
    assert float(t[0]) == state.updates == shown["start_updates"]
    assert float(high[0]) == pytest.approx(state.length)
    assert state.start.bound is not None
    if float(t[-1]) == pytest.approx(state.start.bound):
        assert float(low[-1]) == pytest.approx(float(high[-1]))
    assert shown["novikoff"] == f"; they meet at {state.start.bound:,.1f}"


def test_a_score_of_exactly_zero_of_the_average_is_positive() -> None:
    concept = catalog.load("perceptron")
    params = concept.declaration.params.make({"data": "and", "variant": "averaged", "step_is": "pass"})
    session = Session(concept, params)
    session.advance(3)
    # The mean of the weights over twelve visits is (11, 4, -15) / 12, so (1, 1) has the score 0 and is right.
    assert session.info.errors == 0
    assert session.frame().metrics["errors"] == 0


# ---- points on the line


def test_points_on_the_line_are_right_where_the_rule_says_so() -> None:
    data = points([(1, 0), (-1, 0), (0, -1), (0, -2)], [1, 1, -1, -1])
    params = Params(bias=False)
    state = begin(params, data, ctx())
    state, infos = play(params, data, state, most=50)
    shown = seen(params, data, state, infos[-1])
    assert (shown["errors"], shown["converged"], shown["separable"]) == (0, True, True)
    assert (shown["verdict"], shown["max_margin"], shown["bound"]) == (
        "a line with points on it separates them",
        0.0,
        None,
    )
    assert not shown["inseparable"]
    strict = params.changed({"rule": "margin"})
    shown = seen(strict, data, begin(strict, data, ctx()))
    assert (shown["separable"], shown["verdict"]) == (False, "no line separates these points")
    assert shown["max_margin"] is None


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("rule", ["sgn", "margin"])
def test_the_verdict_is_whether_some_weights_make_no_mistake(bias: bool, rule: str) -> None:
    rng = torch.Generator().manual_seed(3)
    reach, width = (24, 3) if bias else (4, 2)
    sides = torch.arange(-reach, reach + 1, dtype=torch.float64)
    tried = torch.cartesian_prod(*[sides] * width)
    tied = 0
    for _ in range(60 if bias else 300):
        n = int(torch.randint(1, 7, (), generator=rng))
        X = torch.randint(-2, 3, (n, 2), generator=rng).to(torch.float64)
        y = 1 - 2 * torch.randint(0, 2, (n,), generator=rng).to(torch.float64)
        problem = pose(points(X, y), rule, bias)
        scores = tried @ (torch.cat([X, torch.ones(n, 1).to(X)], 1) if bias else X).T
        wrong = scores * y <= 0 if rule == "margin" else torch.where(y > 0, scores < 0, scores >= 0)
        assert problem.separable == bool((~wrong).all(1).any()), (X, y)
        tied += problem.tied
        if problem.tied and bool(problem.best.any()):
            products = problem.A @ problem.best
            assert products.min() > -1e-9
            assert (products[y < 0] > 1e-9).all()
    assert (tied > 0) == (rule == "sgn" and not bias), "with a bias the line can be moved off the points"


def test_the_lines_before_the_last_mistakes_are_remembered() -> None:
    params, data, state = made(0)
    before: list[Tensor] = []
    for at in range(11):
        before.append(true_weights(state))
        state, info = step(params, data, state, ctx(at=at))
        assert info.updated
    shown = seen(params, data, state, info)
    assert shown["plane.before.wb"].tolist() == before[-1].tolist()
    assert shown["plane.trail.wb"].tolist() == [w.tolist() for w in before[-8:-1]]
    data, state = act(params, data, state, "set_weights", w1=1.0, w2=-1.0)
    assert len(seen(params, data, state)["plane.trail.wb"]) == 0


# ---- logic units


@pytest.mark.parametrize(("gate", "sigma", "theta"), [("and", "11", 1.5), ("or", "11", 0.5), ("not", "-", -0.5)])
def test_the_view_of_gates_has_a_unit_for_each_but_xor(gate: str, sigma: str, theta: float) -> None:
    params, data, state = made(0, mode="gates", gate=gate, first_weight="1" if sigma[0] == "1" else "-1", theta=theta)
    shown = seen(params, data, state)
    assert shown["unit_right"] == shown["unit_rows"] == (2 if gate == "not" else 4)
    assert shown["gate_units"] == 1
    assert len(shown["unit.wrong.xy"]) == 0


def test_the_view_of_gates_counts_what_each_unit_gives() -> None:
    for first in ("1", "-1"):
        for second in ("1", "-1"):
            for theta in (-2.5, -2.0, -1.2, 0.0, 0.7, 1.0, 2.0, 2.5):
                params, data, state = made(
                    0, mode="gates", gate="xor", first_weight=first, second_weight=second, theta=theta
                )
                shown = seen(params, data, state)
                fires = {(a, b): int(first) * a + int(second) * b >= theta for a in (0, 1) for b in (0, 1)}
                right = sum(fires[a, b] == (a != b) for a in (0, 1) for b in (0, 1))
                column, row = (int(v) for v in shown["units.here.xy"][0])
                table = shown["units.right.z"]
                assert shown["unit_right"] == right == table[len(table) - 1 - row, column] < 4
    assert (shown["gate_units"], shown["gate_all"]) == (0, 24)
