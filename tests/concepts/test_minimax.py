"""What is known of minimax games and of the methods that play them."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from playground import catalog
from playground.concepts.minimax import Params, cycles, flow, linear, methods
from playground.concepts.minimax.games import (
    Game,
    almost_bilinear,
    forsaken,
    from_formula,
    game_of,
    monkey,
    polar,
    quadratic,
    weird,
)
from playground.concepts.minimax.methods import Setting, memory, one
from playground.concepts.minimax.names import GAMES, METHODS
from playground.concepts.minimax.stationary import classified, lipschitz, minty, stationary
from playground.concepts.minimax.stepping import statuses
from playground.engine.errors import BadInput
from playground.engine.run.session import Session

BILINEAR = quadratic("bilinear", "x y", 0.0, 1.0, 0.0)
EVERY = dict.fromkeys(("further", *METHODS), True)
steps = st.floats(0.01, 0.95)
places = st.builds(complex, st.floats(-2, 2), st.floats(-2, 2)).filter(lambda z: abs(z) > 0.1)


def session(steps_taken: int = 0, seed: int = 0, **params: object) -> Session:
    """A session of the panel after some steps."""
    made = Session(catalog.load("minimax"), Params.make(params), seed)
    made.advance(steps_taken)
    return made


def number(run: Session, name: str) -> float:
    """A metric that is a number now."""
    value = run.frame().metrics[name]
    assert isinstance(value, int | float)
    return value


def after(game: Game, name: str, z: complex, eta: float, count: int) -> list[complex]:
    """The iterates of a method, the start first."""
    first, second = methods.memory(name, game, z)
    found = [z]
    for k in range(count):
        move = methods.one(game, name, z, first, second, methods.Setting(eta, eta, k + 1))
        z, first, second = move.z, move.first, move.second
        found.append(z)
    return found


# ---- linear games


@given(steps, places)
def test_on_x_y_one_iteration_has_the_known_factor(eta: float, z: complex) -> None:
    factors = {
        "gda": math.sqrt(1 + eta**2),
        "ppm": 1 / math.sqrt(1 + eta**2),
        "eg": math.sqrt(1 - eta**2 + eta**4),
        "eg_plus": math.sqrt((1 - eta**2 / 2) ** 2 + eta**2 / 4),
    }
    for name, factor in factors.items():
        assert abs(after(BILINEAR, name, z, eta, 1)[1]) == pytest.approx(factor * abs(z), rel=1e-9)
        assert linear.radius(name, BILINEAR.matrix(0j), eta, eta) == pytest.approx(factor, rel=1e-12)


@given(steps, places)
def test_alternating_descent_conserves_its_ellipse(eta: float, z: complex) -> None:
    kept = [w.real**2 - eta * w.real * w.imag + w.imag**2 for w in after(BILINEAR, "alt_gda", z, eta, 50)]
    assert kept == pytest.approx([kept[0]] * 51, rel=1e-9)


@given(st.lists(st.floats(-2, 2), min_size=4, max_size=4), steps)
def test_closed_eigenvalues_are_those_of_the_matrix(entries: list[float], eta: float) -> None:
    J = torch.tensor(entries, dtype=torch.float64).reshape(2, 2)
    for name in linear.STATIONARY:
        if name == "ppm" and abs(float(torch.linalg.det(torch.eye(2, dtype=J.dtype) + eta * J))) < 1e-3:
            continue
        largest = float(linear.eigenvalues(linear.matrix(name, J, eta, 2 * eta)).abs().max())
        # Double eigenvalues are known to half of the digits only.
        assert linear.radius(name, J, eta, 2 * eta) == pytest.approx(largest, abs=1e-6 * (1 + largest))


def test_limits_of_the_true_saddle() -> None:
    J = quadratic("saddle", "", 2.0, 0.0, 2.0).matrix(0j)
    limits = {name: linear.limit(name, J) for name in linear.STATIONARY}
    expected = {"gda": 1, "alt_gda": 1, "ppm": math.inf, "eg": 1 / 2, "ogda": 1 / 3, "rfbs": 1 / 3, "eg_plus": 1 / 2}
    assert limits == pytest.approx(expected, rel=1e-9)


def test_the_noise_scales_a_linear_game() -> None:
    quiet, once, twice = (session(60, game="quadratic", eta=0.1, noise=noise).state.z for noise in (0.0, 0.4, 0.8))
    assert torch.allclose(twice - quiet, 2 * (once - quiet), atol=1e-12)
    assert not torch.allclose(once, quiet)


# ---- games and their derivatives

TYPED = {
    "bilinear": "x*y",
    "saddle": "x^2-y^2",
    "monkey": "x^3 - 3x*y^2",
    "weird": "-x^2*y^2 + xy",
    "almost": "x y + 0.1*(y²/2 - y^4/4)",
    "forsaken": "x(y-0.45) + x^2/4-x^4/2+x^6/6 - (y^2/4-y^4/2+y^6/6)",
    "gan": "log(sigmoid(0)) + log(sigmoid(-x*y))",
}


@pytest.mark.parametrize("name", TYPED)
def test_autograd_agrees_with_the_closed_form(name: str) -> None:
    built = game_of(Params.make({"game": name, "mean": 0.0, "spread": 0.0}))
    typed = game_of(Params.make({"game": "typed", "formula": TYPED[name]}))
    z = torch.complex(
        torch.linspace(-1.2, 1.4, 9, dtype=torch.float64), torch.linspace(1.1, -0.7, 9, dtype=torch.float64)
    )
    assert torch.allclose(built.V(z), typed.V(z), atol=1e-12)
    for mine, theirs in zip(built.J(z), typed.J(z), strict=True):
        assert torch.allclose(mine + 0 * z.real, theirs, atol=1e-12)


@pytest.mark.parametrize("game", [polar(1.3), game_of(Params.make({"game": "gan"}))], ids=["polar", "gan"])
def test_jacobians_are_the_slopes_of_the_field(game: Game) -> None:
    z = torch.complex(torch.linspace(-1, 1, 7, dtype=torch.float64), torch.linspace(0.8, -0.6, 7, dtype=torch.float64))
    h = 1e-5
    dx, dy = ((game.V(z + s) - game.V(z - s)) / (2 * h) for s in (h, h * 1j))
    slopes = (dx.real, dy.real, dx.imag, dy.imag)
    for entry, slope in zip(game.J(z), slopes, strict=True):
        assert torch.allclose(entry, slope, atol=1e-8)


def test_a_constant_payoff_has_no_field() -> None:
    game = game_of(Params.make({"game": "typed", "formula": "3"}))
    assert game.flow(0.3 + 0.2j) == 0
    assert game.matrix(0.3 + 0.2j).tolist() == [[0, 0], [0, 0]]


def test_what_stationary_points_are() -> None:
    found = {name: stationary(game_of(Params.make({"game": name}))) for name in GAMES if name != "weird"}
    assert {name: (points[0].kind, points[0].nash) for name, points in found.items()} == {
        "bilinear": ("centre", True),
        "saddle": ("attracting", True),
        "quadratic": ("attracting", True),
        "monkey": ("degenerate", False),
        "almost": ("repelling", False),
        "forsaken": ("attracting", False),
        "polar": ("attracting", None),
        "gan": ("attracting", True),
        "typed": ("attracting", True),
    }
    assert [len(points) for points in found.values()] == [1] * 9


def test_the_weird_saddle_has_a_hyperbola_of_stationary_points() -> None:
    points = stationary(weird())
    assert points[0].z == 0
    assert points[0].nash
    others = points[1:]
    assert len(others) > 5
    assert all(point.z.real * point.z.imag == pytest.approx(0.5, abs=1e-8) and not point.nash for point in others)
    assert classified(weird(), 1 + 0.5j).kind == "attracting line"
    assert classified(weird(), 0.5 + 1j).kind == "repelling line"


def test_forsaken_is_outside_of_all_theory_with_a_fixed_step() -> None:
    game = forsaken(0.45)
    found = minty(game, stationary(game)[0].z)
    assert found.rho < found.bound < 0
    assert lipschitz(game) == pytest.approx(12.40256922665, rel=1e-9)


# ---- the flow


def test_the_flow_of_the_weird_saddle_keeps_its_radius() -> None:
    for z in (0.4 + 0.3j, -1.0 + 0.2j):
        assert abs(flow.after(weird(), z, 5.0)) == pytest.approx(abs(z), rel=1e-12)


def test_the_flow_of_the_monkey_saddle_is_known() -> None:
    z, t = 0.4 + 0.3j, 2.0
    assert flow.after(monkey(), z, t) == pytest.approx(z / (1 + 3 * t * z), rel=1e-12)


def test_the_flow_is_turned_back_by_going_back() -> None:
    game = forsaken(0.45)
    there = flow.after(game, 1.1 - 0.4j, 2.0)
    assert flow.after(game, there, -2.0) == pytest.approx(1.1 - 0.4j, abs=1e-7)


def test_where_all_orbits_are_closed_none_stands_out() -> None:
    *_, found = flow.orbits(weird(), 0j, torch.linspace(0.1, 0.6, 6, dtype=torch.float64))
    assert found == []


# ---- methods


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("game", [forsaken(0.45), monkey(), BILINEAR], ids=lambda game: game.name)
def test_many_starts_do_what_one_does(name: str, game: Game) -> None:
    starts = [0.4 + 0.3j, -0.2 + 0.7j, 1.0 - 0.8j]
    z = torch.tensor([starts], dtype=torch.complex128)
    first, second = (part[None] for part in methods.memory(name, game, z[0]))
    for k in range(6):
        setting = methods.Setting(0.07, 0.05, k + 1)
        move = methods.many(game, (name,), z, first, second, setting)[0]
        z, first, second = move.z[None], move.first[None], move.second[None]
    for start, end in zip(starts, z[0].tolist(), strict=True):
        w, a, b = start, *methods.memory(name, game, start)
        for k in range(6):
            alone = methods.one(game, name, w, a, b, methods.Setting(0.07, 0.05, k + 1))
            w, a, b = alone.z, alone.first, alone.second
        assert w == pytest.approx(end, abs=1e-12)


@given(st.floats(0.05, 1.5), places)
def test_the_proximal_step_solves_its_equation(eta: float, z: complex) -> None:
    move = methods.one(BILINEAR, "ppm", z, 0j, 0j, methods.Setting(eta, eta))
    assert move.solved
    assert move.z + eta * BILINEAR.flow(move.z) == pytest.approx(z, abs=1e-11)


def test_a_proximal_step_without_a_solution_is_counted() -> None:
    # x+ = x + eta exp(x+) has no solution for eta e^x > 1/e.
    run = session(3, game="typed", formula="y*y*0 - exp(x) - y^2", further=True, ppm=True, start=[1.0, 0.5], eta=0.5)
    assert number(run, "unsolved") > 0


def test_curvature_steps_are_as_long_as_the_test_allows() -> None:
    game = forsaken(0.45)
    for z in (1 - 0.8j, -1.3 + 1.2j, 0.2 + 0.1j):
        move = methods.one(game, "curvature_eg_plus", z, 0j, 0j, methods.Setting(0.1, 0.1))
        ahead = z - move.gamma * game.flow(z)
        lhs = move.gamma * abs(game.flow(ahead) - game.flow(z))
        assert lhs <= methods.NU * abs(ahead - z) * (1 + 1e-12)


def test_a_method_that_diverges_stays_and_the_others_go_on() -> None:
    run = session(60, game="monkey", eta=0.05, start=[-0.7, 0.05])
    assert isinstance(run.params, Params)
    each = statuses(run.params, run.data, run.state)
    status = dict(zip(("gda", "alt_gda", "eg", "ogda"), each, strict=True))
    assert status == {"gda": "diverged", "alt_gda": "running", "eg": "diverged", "ogda": "diverged"}
    stands = run.state.z
    run.advance(20)
    moved = (run.state.z - stands).abs().sum((1, 2)) > 0
    assert moved.tolist() == [False, True, False, False]
    assert torch.isfinite(run.state.z).all()
    assert run.failure is None
    assert run.frame().metrics["diverged_words"] == "diverged: simultaneous, extragradient, optimistic"


def test_a_run_ends_when_all_have_arrived() -> None:
    run = session(2000, game="saddle", eta=0.2, further=True, ppm=True)
    assert run.status == "converged"
    assert run.step < 2000


# ---- cycles


@pytest.mark.parametrize("eta", [0.1, 0.2, 0.4])
def test_the_period_of_alternating_descent_is_exact(eta: float) -> None:
    found = cycles.find(torch.tensor(after(BILINEAR, "alt_gda", 1.5 + 0.75j, eta, 400)).numpy(), 0j)
    assert found is not None
    assert found.period == pytest.approx(2 * math.pi / math.acos(1 - eta**2 / 2), rel=1e-5)


@pytest.mark.parametrize(("name", "eta"), [("eg", 0.05), ("ogda", 0.05), ("ppm", 0.05), ("gda", 0.03), ("eg", 0.02)])
def test_a_slow_spiral_is_no_cycle(name: str, eta: float) -> None:
    assert cycles.find(torch.tensor(after(BILINEAR, name, 1.5 + 0.75j, eta, 2500)).numpy(), 0j) is None


def test_a_rotation_by_a_quarter_is_a_cycle_of_four() -> None:
    found = cycles.find(torch.tensor(after(BILINEAR, "eg", 1.5 + 0.75j, 1.0, 200)).numpy(), 0j)
    assert found is not None
    assert found.period == 4
    assert found.radius == pytest.approx(abs(1.5 + 0.75j))


def test_points_that_stand_still_are_no_cycle() -> None:
    assert cycles.find(torch.full((300,), 0.3 + 0.1j, dtype=torch.complex128).numpy(), 0j) is None


def test_the_circle_of_gda_has_the_radius_of_first_order() -> None:
    run = session(60, game="almost", eta=0.05, start=[1.3, 0.0], alt_gda=False, eg=False, ogda=False, iterations=50)
    metrics = run.frame().metrics
    assert metrics["status.gda"] == "cycling"
    assert metrics["radius.gda"] == pytest.approx(math.sqrt(4 / 3 * (1 + 0.05 / 0.1)), rel=2e-3)
    assert run.status == "cycling"


def test_both_almost_bilinear_games_have_one_cycle_of_the_flow() -> None:
    for on, attracting in (("maximiser", True), ("minimiser", False)):
        *_, found = flow.orbits(almost_bilinear(0.2, on), 0j, torch.linspace(0.2, 1.6, 12, dtype=torch.float64))
        assert found is not None
        assert [orbit.attracting for orbit in found] == [attracting]


# ---- what the user does


def test_a_dragged_start_redraws_the_paths() -> None:
    run = session(50)
    run.act("set_start", {"x": -1.0, "y": 0.5})
    fresh = session(50, start=[-1.0, 0.5])
    assert torch.equal(run.state.z, fresh.state.z)
    frame = run.frame()
    assert frame.metrics["iteration"] == 50
    assert frame.arrays["plane.path_eg.xy"].shape == (51, 2)


def test_a_chosen_solution_is_what_distances_are_measured_to() -> None:
    run = session(10, game="weird", start=[1.2, 0.5])
    assert run.frame().metrics["solution_x"] == 0
    run.act("choose_solution", {"x": 1.0, "y": 0.5})
    assert number(run, "solution_x") * number(run, "solution_y") == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("formula", "sentence"),
    [
        ("x+", "at its end"),
        ("(x", "the bracket of character 1 is not closed"),
        ("x)", "at character 2"),
        ("x*foo(y)", "at character 3 stands 'foo'"),
        ("sin x", "at character 5 a bracket is expected"),
        ("x; import os", "at character 2 stands ';'"),
        ("__import__('os')", "at character 1 stands '_'"),
        ("1e999", "larger than all numbers"),
        ("(" * 60 + "x" + ")" * 60, "nested more than 40 deep"),
        ("", "at its end"),
    ],
)
def test_a_formula_that_cannot_be_read_points_at_the_character(formula: str, sentence: str) -> None:
    run = session(5, game="typed")
    before = run.frame().metrics
    with pytest.raises(BadInput, match="formula") as refused:
        run.set({"formula": formula})
    assert sentence in str(refused.value)
    assert refused.value.field == "formula"
    assert run.frame().metrics == before


EXPRESSIONS = st.recursive(
    st.sampled_from(["x", "y", "2", "0.5", "pi"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(st.sampled_from(["sin", "cos", "tanh"]), inner).map(lambda t: f"{t[0]}({t[1]})"),
        inner.map(lambda part: f"-{part}"),
        inner.map(lambda part: f"({part})^2"),
    ),
    max_leaves=8,
)


@given(EXPRESSIONS)
def test_formulas_mean_what_they_mean_elsewhere(text: str) -> None:
    if len(text) > 190:
        return
    game = game_of(Params.make({"game": "typed", "formula": text}))
    known = {"x": 0.7, "y": -0.4, "pi": math.pi, "sin": math.sin, "cos": math.cos, "tanh": math.tanh}
    expected = eval(text.replace("^", "**"), {"__builtins__": {}}, known)
    assert game.values([0.7 - 0.4j])[0] == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_a_live_change_starts_the_theory_anew() -> None:
    run = session(40, **EVERY)
    run.set({"eta": 0.4})
    run.advance(30)
    assert run.state.since == 40
    law = run.frame().arrays["distance.law_eg.xy"]
    assert law[0, 0] == 40
    assert run.frame().metrics["rate.eg"] == pytest.approx(math.sqrt(1 - 0.16 + 0.16**2), rel=1e-9)


# ---- stationary points, rates, step laws and many starts


@pytest.mark.parametrize(("formula", "kind"), [("x^3 - y^2", "degenerate"), ("(x - y^2)^2 - 0*y", "attracting line")])
def test_a_curve_of_stationary_points_has_others_on_both_sides(formula: str, kind: str) -> None:
    point = min(stationary(from_formula(formula, 2.0)), key=lambda one: abs(one.z))
    assert abs(point.z) < 1e-3
    assert point.kind == kind


def test_a_method_that_has_arrived_keeps_the_rate_it_came_with() -> None:
    run = session(40, game="saddle", eta=0.3, alt_gda=False, eg=False, ogda=False, iterations=10, start=[0.8, 0.5])
    assert run.frame().metrics["status.gda"] == "converged"
    assert run.frame().metrics["rate.gda"] == pytest.approx(0.4, abs=1e-6)


@pytest.mark.parametrize(("law", "look"), [("root", 0.3 / math.sqrt(5)), ("double", 0.3)])
def test_steps_fall_and_a_look_may_stay(law: str, look: float) -> None:
    run = session(4, law=law, eta=0.3, gda=False, alt_gda=False, ogda=False)
    z = complex(*run.state.z[0, 0].tolist())
    run.advance(1)
    ahead = z - look * BILINEAR.flow(z)
    wanted = z - 0.3 / math.sqrt(5) * BILINEAR.flow(ahead)
    assert complex(*run.state.z[0, 0].tolist()) == pytest.approx(wanted, abs=1e-12)


def test_the_corrected_method_takes_the_bias_of_its_look_away() -> None:
    game, gamma = forsaken(0.45), 0.1
    z = before = ahead = 0.6 + 0.3j
    first, second = memory("corrected_eg_plus", game, z)
    for k in range(1, 9):
        noise = (complex(0.1 * k, -0.2), complex(-0.1, 0.05 * k))
        share = 1 / math.sqrt(k)
        move = one(game, "corrected_eg_plus", z, first, second, Setting(0.0, gamma, k, noise))
        here, there = game.flow(z) + noise[0], game.flow(before) + noise[0]
        ahead = z - gamma * here + (1 - share) * (ahead - before + gamma * there)
        before, z = z, z - share * gamma * (game.flow(ahead) + noise[1])
        assert move.z == pytest.approx(z, abs=1e-14)
        first, second = move.first, move.second


def test_the_band_of_many_starts_holds_four_fifths_of_them() -> None:
    run = session(7, lattice=9, alt_gda=False, ogda=False)
    frame, far = run.frame(), torch.view_as_complex(run.state.z)[1, 1:].abs().sort().values
    assert len(far) == 81
    assert frame.arrays["distance.band_eg.low"][-1] == pytest.approx(math.log10(float(far[8])), abs=1e-6)
    assert frame.arrays["distance.band_eg.high"][-1] == pytest.approx(math.log10(float(far[72])), abs=1e-6)
    assert frame.metrics["middle.eg"] == pytest.approx(float(far[40]))
    run.act("choose_solution", {"x": 0.1, "y": 0.0})
    assert run.frame().arrays["distance.band_eg.x"].size == 0, "how far they were from another point is forgotten"


def test_a_path_that_left_the_view_has_its_name_where_it_did() -> None:
    run = session(120, eta=0.3)
    xy = run.frame().arrays["plane.path_gda.xy"]
    assert np.isnan(xy[-2]).all()
    assert np.abs(xy[-1]).max() == pytest.approx(3 * (1 - 2 * 0.03))
    assert len(run.frame().arrays["plane.path_eg.xy"]) == 121


def test_a_long_path_says_how_much_of_it_is_shown() -> None:
    run = session(30, iterations=100)
    assert "last 1,500 iterations" in str(run.frame().metrics["tail_words"])
