"""What is known of mixed strategies and of those who learn them."""

from __future__ import annotations

import cmath
from typing import cast

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from playground import catalog
from playground.concepts.mixed_strategies import Params, box, matrices
from playground.concepts.mixed_strategies.equilibrium import equilibrium, exploitability, game_of
from playground.engine.errors import BadInput
from playground.engine.run.session import Session


def session(steps_taken: int = 0, seed: int = 0, **params: object) -> Session:
    """A session of the panel after some steps."""
    made = Session(catalog.load("mixed_strategies"), Params.make(params), seed)
    made.advance(steps_taken)
    return made


def number(run: Session, name: str) -> float:
    """A metric that is a number now."""
    value = run.frame().metrics[name]
    assert isinstance(value, int | float)
    return value


# ---- matrix games


@pytest.mark.parametrize("game", ["pennies", "rps"])
def test_mirror_descent_leaves_and_mirror_prox_arrives(game: str) -> None:
    run = session(game=game, eta=0.2)
    far = []
    for _ in range(60):
        far.append(
            matrices.divergence(game_of(cast(Params, run.params)), run.state.matrix.log_p, run.state.matrix.log_q)
        )
        run.advance(1)
    change = torch.stack(far).diff(dim=0)
    assert (change[:, 0] > 0).all()
    assert (change[:, 1] < 0).all()


@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(2, 5), st.booleans())
def test_every_matrix_game_has_an_equilibrium(seed: int, rows: int, columns: int, whole: bool) -> None:
    A = torch.rand(rows, columns, generator=torch.Generator().manual_seed(seed), dtype=torch.float64) * 6 - 3
    A = A.round() if whole else A  # whole numbers make ties, and values of 0
    p, q = equilibrium(A)
    for share in (p, q):
        assert float(share.sum()) == pytest.approx(1)
        assert (share >= 0).all()
    assert float(exploitability(A, p, q)) == pytest.approx(0, abs=1e-9)


def test_averages_are_those_of_what_was_played() -> None:
    run = session(30, game="matrix", payoffs="2 -1 0; -1 1 1", schedule="falling")
    found = matrices.played(run.state.matrix)
    weights = torch.arange(1, 31, dtype=torch.float64).rsqrt()[:, None, None]
    means = (found.q[1:] * weights).cumsum(0) / weights.cumsum(0)
    assert torch.allclose(found.mean_q[1:], means, atol=1e-12)


@pytest.mark.parametrize(
    ("payoffs", "sentence"),
    [
        ("1 2; 3", "row 2 has 1 numbers, row 1 has 2"),
        ("1 2", "has 1 rows"),
        ("1; 2", "has 1 columns"),
        ("1 a; 2 3", "'a' is no number"),
        ("1 nan; 2 3", "nan is not between"),
    ],
)
def test_payoffs_that_are_no_table_are_refused(payoffs: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        Params.make({"game": "matrix", "payoffs": payoffs})


def test_a_share_of_two_thirds_of_the_pairs_has_a_band_round_it() -> None:
    low, high = box.between(torch.tensor([0.0, 2 / 3, 1.0], dtype=torch.float64), 400)
    assert low.tolist() == pytest.approx([0.0, 0.619, 0.9905], abs=1e-3)
    assert high.tolist() == pytest.approx([0.0095, 0.711, 1.0], abs=1e-3)


# ---- populations


def test_the_entropic_pair_answers_itself() -> None:
    points = torch.linspace(-2, 2, 41, dtype=torch.float64)
    for tau in (0.05, 0.5, 2.0):
        pair, G = box.entropic(points, tau), box.payoffs(points, points)
        assert torch.allclose(pair.p, torch.softmax(-(G @ pair.q) / tau, 0), atol=1e-12)
        assert torch.allclose(pair.q, torch.softmax((pair.p @ G) / tau, 0), atol=1e-12)


def test_every_law_with_mean_0_is_an_equilibrium() -> None:
    at_zero = torch.zeros(100)
    for x in (torch.zeros(100), torch.linspace(-2, 2, 100), torch.tensor([-2.0, 2.0]).repeat(50)):
        worth = box.worth(torch.stack([x, at_zero], 1).to(torch.float64))
        assert float(worth.exploitability) == pytest.approx(0, abs=1e-12)
        assert float(worth.value) == pytest.approx(0, abs=1e-12)


def test_langevin_players_tend_to_the_entropic_pair() -> None:
    run = session(60, game="box", eta=0.02, temperature=0.5, iterations=20, particles=600, gda=False, eg=False)
    # The projection leaves some more players at the border, of the order of the root of the step.
    assert number(run, "measured_x2") == pytest.approx(number(run, "entropic_x2"), rel=0.15)


# ---- what the user does


def test_a_triangle_gives_its_strategies_back() -> None:
    run = session(3, game="rps")
    for row, name in enumerate(("x", "y")):
        middle = run.frame().arrays[f"strategies.{'pq'[row]}_equilibrium.xy"][0].tolist()
        run.act("set_strategy", {"player": "both", "x": middle[0], "y": middle[1] + 0.3})
        shares = (run.data.p, run.data.q)[row]
        assert shares.tolist() == pytest.approx([1 / 3 + 0.2, 1 / 3 - 0.1, 1 / 3 - 0.1], abs=1e-6), name
    assert cmath.isfinite(complex(float(run.state.matrix.log_p.sum())))


def test_a_strategy_is_set_in_matrix_games_alone() -> None:
    run = session(2)
    run.act("set_strategy", {"player": "both", "x": 0.9, "y": 0.2})
    assert run.state.matrix.log_p[0].exp().tolist() == pytest.approx([0.9, 0.1])
    assert run.state.matrix.log_q[0].exp().tolist() == pytest.approx([0.2, 0.8])
    with pytest.raises(BadInput, match="game is box"):
        session(game="box").act("set_strategy", {"player": "both", "x": 0.9, "y": 0.2})


# ---- what is on screen


def test_numbers_are_of_the_methods_that_run() -> None:
    run = session(200, game="rps", mirror_prox=False)
    metrics = run.frame().metrics
    A = game_of(cast(Params, run.params)).A
    p, q = run.state.matrix.log_p.exp(), run.state.matrix.log_q.exp()
    assert metrics["exploitability.mirror_descent"] == pytest.approx(float((p @ A).max() - (A @ q[0]).min()))
    assert metrics["exploitability.mirror_prox"] is None
    assert metrics["trapped.langevin"] is None
    assert number(run, "average_exploitability.mirror_descent") < number(run, "exploitability.mirror_descent")


def test_before_the_first_step_there_is_no_average() -> None:
    run = session()
    assert run.frame().metrics["average_exploitability.mirror_prox"] is None
    assert number(run, "divergence.mirror_prox") > 0
