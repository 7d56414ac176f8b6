"""What is known of linear recurrences: powers, scans, filters, modes, and learning by either parametrisation."""

from __future__ import annotations

import math
import wave
from pathlib import Path
from typing import Any, cast

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from playground import catalog
from playground.concepts.linear_recurrence import Params, eigenvalues, filtering, learning, matrices, race, scans
from playground.concepts.linear_recurrence.state import eigen_of, weights_of
from playground.engine.errors import BadInput
from playground.engine.run.session import Session


def session(steps_taken: int = 0, seed: int = 0, **params: Any) -> Session:
    """A session of the panel after some steps."""
    made = Session(catalog.load("linear_recurrence"), Params.make(params), seed)
    made.advance(steps_taken)
    return made


def number(run: Session, name: str) -> float:
    """A metric that is a number now."""
    value = run.frame().metrics[name]
    assert isinstance(value, int | float)
    return value


def drawn(seed: int, *shape: int) -> torch.Tensor:
    """Uniform numbers from 0 to 1."""
    return torch.rand(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


# ---- scans


@given(st.integers(1, 70), st.sampled_from(["loop", "doubling", "sweeps"]), st.integers(0, 1000))
def test_every_scan_is_the_loop(T: int, kind: Any, seed: int) -> None:
    a, b = drawn(seed, 2, T) * 2.4 - 1.2
    A, B = scans.scan(a, b, kind)
    states = scans.loop(a, b, 0.7)
    assert torch.allclose(A * 0.7 + B, states, rtol=1e-9, atol=1e-9 * (1 + float(states.abs().max())))


@pytest.mark.parametrize("T", [2, 3, 16, 17, 1000, 1024])
def test_rounds_and_work_are_what_theory_says(T: int) -> None:
    log = math.ceil(math.log2(T))
    assert len(scans.rounds(T, "doubling")) == log
    assert scans.work(T, "doubling") == sum(T - 2**r for r in range(log))
    assert len(scans.rounds(T, "sweeps")) <= 2 * log
    assert scans.work(T, "sweeps") < 2 * T
    assert scans.work(T, "loop") == len(scans.rounds(T, "loop")) == T - 1
    if 2**log == T:
        assert scans.work(T, "sweeps") == 2 * T - 2 - log


def test_a_factor_of_0_erases_the_past() -> None:
    a, b = torch.tensor([0.5, 0.0, 2.0]).double(), torch.tensor([9.0, 1.0, 1.0]).double()
    assert scans.scan(a, b, "sweeps")[1].tolist() == [9.0, 1.0, 3.0]


@pytest.mark.parametrize("scan", ["loop", "doubling", "sweeps"])
def test_the_tree_ends_at_the_loop(scan: str) -> None:
    run = session(mode="scan", scan=scan, length=13)
    assert run.frame().metrics["loop_error"] is None
    assert run.length == number(run, "depth")
    run.advance(100)
    assert number(run, "loop_error") < 1e-14
    assert number(run, "combined") == number(run, "work")
    run.act("set_input", {"x": 3.2, "y": 8.0})
    assert float(run.data.inputs[3]) == 8.0
    assert number(run, "loop_error") < 1e-14


def test_a_combination_is_worked_out() -> None:
    run = session(2, mode="scan", length=8, decay=0.5)
    run.act("node", {"x": 4.0, "y": -2.1})
    metrics = run.frame().metrics
    assert (metrics["hand_round"], metrics["hand_time"], metrics["combines"]) == (2, 4, True)
    run.act("node", {"x": 0.0, "y": -2.0})
    assert run.frame().metrics["combines"] is False  # it is carried down


def test_times_of_four_ways_are_measured_and_the_answers_agree() -> None:
    run = session(mode="scan")
    run.finish_job("race")
    assert number(run, "race_digits") > 10
    assert number(run, "race_gain") > 1
    for way in race.WAYS:
        assert len(run.frame().arrays[f"race.{way}.y"]) == (5 if way == "convolution" else 8)


# ---- eigenvalues


@given(st.floats(-20, 4), st.floats(0, math.pi))
def test_no_v_leaves_the_disc(v: float, phase: float) -> None:
    found = eigenvalues.exponential(torch.tensor([v]).double(), torch.tensor([phase]).double())
    assert 0 < float(found.modulus) < 1
    assert float(found.gamma) > 0
    assert float(eigenvalues.v_of(found.modulus)) == pytest.approx(v, abs=1e-6)


def test_an_eigenvalue_outside_has_the_same_shape_of_gain_inside() -> None:
    omega, one = torch.linspace(0.1, 3.0, 9).double(), torch.ones(1, dtype=torch.complex128)
    outside = eigenvalues.free(torch.tensor([1.1]).double(), torch.tensor([0.4]).double())
    v = eigenvalues.v_of(outside.modulus)
    inside = eigenvalues.exponential(v, outside.phase)
    # One complex pole alone: 1 / |z - lambda| and 1 / |z - 1 / conj(lambda)| differ by a factor.
    z = torch.polar(torch.ones_like(omega), omega)
    ratio = (z - outside.value).abs() / (z - inside.value).abs()
    assert torch.allclose(ratio, ratio[:1].expand_as(ratio))
    assert eigenvalues.gain(inside, one, omega).isfinite().all()


def test_white_noise_leaves_variance_1() -> None:
    run = session(units=5)
    found = eigen_of(cast(Params, run.params), run.data)
    k = torch.arange(20_000, dtype=torch.float64)
    total = (found.gamma[:, None] * eigenvalues.powers(found, k).abs()).square().sum(1)
    assert torch.allclose(total, torch.ones(5).double(), atol=1e-6)


def test_a_ring_drawn_evenly_over_area_is_that() -> None:
    u = drawn(0, 2, 20_000)
    area = eigenvalues.ring(u[0], u[1], 0.0, 1.0, area=True).modulus
    assert float((area < 0.5).double().mean()) == pytest.approx(0.25, abs=0.02)
    radius = eigenvalues.ring(u[0], u[1], 0.0, 1.0, area=False).modulus
    assert float((radius < 0.5).double().mean()) == pytest.approx(0.5, abs=0.02)


def test_32_bits_lose_gamma_near_1_unless_v_is_kept() -> None:
    near: dict[str, Any] = {"ring": (0.9999999985, 0.9999999999), "precision": "single", "units": 8}
    assert number(session(form="free", **near), "gamma_error") > 0.9
    assert number(session(form="exp", **near), "gamma_error") < 1e-5


def test_eigenvalues_are_moved_added_and_taken_away() -> None:
    run = session(units=2)
    run.act("move", {"id": 1, "x": 0.3, "y": -0.4})
    assert run.data.places[1].tolist() == [0.3, 0.4]  # the conjugate of one above
    assert number(run, "focus_modulus") == pytest.approx(0.5)
    run.act("add", {"x": 0.0, "y": 0.9})
    assert len(run.data.places) == 3
    run.act("move", {"id": 2, "x": 0.0, "y": 1.25})
    assert number(run, "focus_modulus") == pytest.approx(0.8)  # by v: the inverse
    run.set({"form": "free"})
    assert number(run, "focus_modulus") == pytest.approx(1.25)
    run.set({"mode": "filter"})
    assert len(run.data.places) == 3
    run.act("remove", {"id": 0})
    run.act("remove", {"id": 0})
    with pytest.raises(BadInput, match="one eigenvalue is left"):
        run.act("remove", {"id": 0})
    with pytest.raises(BadInput, match="id is 7, allowed is 0 to 0"):
        run.act("look_at", {"id": 7})
    run.act("move", {"id": 0, "x": 0.0, "y": 0.0})
    assert run.frame().failure is None


# ---- filters


@pytest.mark.parametrize("normalised", [True, False])
def test_the_scan_over_blocks_is_the_recurrence(normalised: bool) -> None:
    run = session(mode="filter", units=4, normalised=normalised)
    found = eigen_of(cast(Params, run.params), run.data)
    u = drawn(3, 1000) - 0.5
    fast = filtering.filtered(u, found, weights_of(found))
    assert torch.allclose(fast, race.looped(u, found, weights_of(found)), atol=1e-12)
    h = eigenvalues.impulse(found, weights_of(found), 1000)
    assert torch.allclose(fast, race.direct(u, h), atol=1e-12)


def test_the_outline_of_a_chirp_is_the_gain() -> None:
    run = session(99, mode="filter", units=1, ring=(0.97, 0.97), widest=90)
    arrays = run.frame().arrays
    made, law = arrays["river.output.high"], arrays["river.law.y"]
    middle = slice(50, 450)
    off = abs(made[middle] - law[: len(made)][middle]) / law[: len(made)][middle].max()
    assert float(off.max()) < 0.05


def test_what_explodes_is_cut_off_and_said() -> None:
    run = session(50, mode="filter", form="free", ring=(1.01, 1.05), units=3)
    frame = run.frame()
    assert frame.failure is None
    assert frame.metrics["explodes"] is True
    assert frame.metrics["gap"] is None
    assert float(abs(frame.arrays["river.output.high"]).max()) <= filtering.LARGEST


def test_an_own_signal_is_filtered(tmp_path: Path) -> None:
    path = tmp_path / "wave.csv"
    path.write_text("v\n" + "".join(f"{math.sin(i / 9)}\n" for i in range(700)))
    run = session(40, mode="filter", units=2)
    run.load(path)
    assert len(run.data.signal) == 700
    run.advance(30)
    assert number(run, "samples") == 700
    assert number(run, "gap") < 1e-12
    run.set({"units": 5})
    assert (len(run.data.signal), len(run.data.places)) == (700, 5)
    sound = tmp_path / "tone.wav"
    with wave.open(str(sound), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(b"".join(round(9000 * math.sin(i / 9)).to_bytes(2, "little", signed=True) for i in range(800)))
    run.load(sound)
    assert len(run.data.signal) == 800
    assert float(run.data.signal.abs().max()) == 1.0
    words = tmp_path / "words.csv"
    words.write_text("a,b\nx,y\nu,v\n")
    with pytest.raises(BadInput, match="no column of numbers"):
        run.load(words)


# ---- matrices


@pytest.mark.parametrize(
    ("matrix", "exists"),
    [
        ("0.9 1; 0 0.9", False),
        ("0.9 0; 0 0.9", True),
        ("0 3 1; 0 0 4; 0 0 0", False),
        ("0.5 -0.5; 0.5 0.5", True),
        ("0.9 1; 0.00001 0.9", True),
        ("1 1 0; 0 1 0; 0 0 1", False),
        ("0 0; 0 0", True),
        ("0.7", True),
    ],
)
def test_a_basis_is_there_where_there_is_one(matrix: str, exists: bool) -> None:
    run = session(3, mode="matrix", matrix=matrix)
    frame = run.frame()
    assert frame.failure is None
    assert frame.metrics["has_basis"] is exists
    if exists:
        assert number(run, "mode_error") < 1e-9


def test_the_block_of_jordan_grows_before_it_decays() -> None:
    run = session(10, mode="matrix", matrix="0.9 1; 0 0.9", inward=(0.0, 1.0))
    assert number(run, "response_now") == pytest.approx(9 * 0.9**8)
    assert number(run, "mode_error") > 0.99
    A = torch.tensor([[0.9, 1.0], [0.0, 0.9]]).double()
    assert float(matrices.norms(A, 40).max()) > 3.5


@pytest.mark.parametrize(
    ("matrix", "sentence"),
    [
        ("1 2; 3", "matrix: row 2 has 1 numbers, row 1 has 2"),
        ("1 2", "1 rows and 2 columns"),
        ("1 a; 2 3", "'a' is no number"),
        ("1 nan; 2 3", "nan is not between -10 and 10"),
    ],
)
def test_what_is_no_square_matrix_is_refused(matrix: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        Params.make({"mode": "matrix", "matrix": matrix})


# ---- learning


@pytest.mark.parametrize("form", ["exp", "free"])
def test_the_gradient_is_that_of_autograd(form: Any) -> None:
    modulus, phase = 0.68 + 0.3 * drawn(0, 7), 3 * drawn(1, 7)
    c = drawn(2, 2, 7) - 0.5
    if form == "free":
        modulus[0] = 1.02  # outside
        theta = torch.stack([modulus * phase.cos(), modulus * phase.sin(), *c])
    else:
        theta = torch.stack([eigenvalues.v_of(modulus), phase, *c])
    loss, slopes = learning.loss_and_gradient(theta, form, 12)
    given = theta.clone().requires_grad_()
    rest = learning.response(given, form, learning.reach(12)) - torch.eye(1, learning.reach(12))[0].roll(12)
    (right,) = torch.autograd.grad(rest.square().sum(), given)
    assert float(loss) == pytest.approx(float(rest.square().sum().detach()))
    assert float((slopes - right).abs().max()) < 1e-10 * float(right.abs().max())


def test_learning_by_v_echoes_and_by_lambda_leaves_the_disc() -> None:
    run = session(2, mode="learn", units=32, delay=30, widest=180)
    assert number(run, "largest.free") > 1 > number(run, "largest.exp")
    assert number(run, "long_gain.free") > 1e10
    run.advance(78)
    assert number(run, "loss.exp") < 0.05 < number(run, "loss.free")
    assert number(run, "echo") == pytest.approx(1.0, abs=0.1)


def test_a_moved_start_begins_anew() -> None:
    run = session(5, mode="learn", units=4)
    run.act("move", {"id": 0, "x": 0.5, "y": 0.5})
    assert run.state.t == 0
    assert number(run, "updates_done") == 0
    assert run.frame().failure is None
