"""The bench: its theorems at many settings, what spoils them, own data, gestures, and what the cursor shows."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from torch import Tensor

from playground import catalog
from playground.concepts.convolution import backward, jobs, line, shifting, spectrum, upwards
from playground.concepts.convolution.cells import MOST_SHOWN, reduced
from playground.concepts.convolution.layer import layer_of, output_of, outputs, shape_of
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.picture import copied, reached_by, window_cells
from playground.concepts.convolution.shifting import commutator, nearest_circulant, shift_errors
from playground.engine.errors import BadInput
from playground.engine.frame import PlotView, View
from playground.engine.kit import pooling
from playground.engine.kit.convolution import Sliding, output_size, padded
from playground.engine.run.session import Session

MODES = tuple(Params.specs()["mode"].choices)


@pytest.fixture
def concept() -> Any:
    return catalog.load("convolution")


def _session(concept: Any, **params: Any) -> Session:
    return Session(concept, Params.make(params), 0)


def _at(concept: Any, preset: str, seed: int | None = None) -> Session:
    chosen = catalog.presets("convolution")[preset]
    return Session(concept, Params.make(chosen["params"]), chosen["seed"] if seed is None else seed)


def _params(session: Session) -> Params:
    assert isinstance(session.params, Params)
    return session.params


# ---- theorems


@given(
    st.lists(st.floats(-10, 10), min_size=1, max_size=9),
    st.lists(st.floats(-10, 10), min_size=1, max_size=6),
)
@settings(max_examples=60, deadline=None)
def test_convolution_is_that_of_numpy_and_commutes(f: list[float], h: list[float]) -> None:
    x, w = torch.tensor(f, dtype=torch.float64), torch.tensor(h, dtype=torch.float64)
    expected = np.convolve(f, h)
    assert np.allclose(line.full(x, w).numpy(), expected, atol=1e-9)
    assert np.allclose(line.full(w, x).numpy(), expected, atol=1e-9)


@given(st.integers(2, 9), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_a_map_commutes_with_shifts_exactly_if_it_is_a_circulant(n: int, seed: int) -> None:
    rng = torch.Generator().manual_seed(seed)
    A, x = (torch.randn(shape, generator=rng, dtype=torch.float64) for shape in ((n, n), (n,)))
    near = nearest_circulant(A)
    assert float(commutator(near.circulant).abs().max()) < 1e-12
    assert float(shift_errors(near.circulant, x)[0].max()) < 1e-9
    assert float(commutator(A).norm()) > 1e-3
    # No other circulant is nearer.
    other = nearest_circulant(near.circulant + 0.01 * torch.eye(n, dtype=torch.float64)).circulant
    assert float((A - other).norm()) > near.distance


def test_a_stride_is_equivariant_to_its_multiples_alone(concept: Any) -> None:
    session = _at(concept, "stride_breaks")
    errors = session.frame().arrays["errors.errors.heights"]
    assert (errors[::2] < 1e-12).all()
    assert (errors[1::2] > 0.01).all()


@pytest.mark.parametrize(("period", "wrapped"), [(12, 4), (15, 1), (16, 0), (20, 0)])
def test_as_many_places_wrap_round_as_are_missing(concept: Any, period: int, wrapped: int) -> None:
    session = _at(concept, "wrapped")
    session.set({"period": period})
    assert session.frame().metrics["aliased"] == wrapped


def test_all_waves_together_are_the_convolution() -> None:
    f, h = torch.tensor([1.0, 2.0, 0.0, -1.0]).double(), torch.tensor([1.0, -1.0, 2.0]).double()
    for N in (6, 7):
        found = spectrum.spectra_of(f, h, N, True)
        assert torch.allclose(spectrum.waves(found.product, N // 2), found.circular)
        assert torch.allclose(found.circular[:6], line.full(f, h))


def test_both_ways_of_the_race_give_the_same_picture() -> None:
    x, w = torch.rand(20, 17, dtype=torch.float64), torch.rand(5, 5, dtype=torch.float64)
    expected = torch.nn.functional.conv2d(x[None, None], w[None, None])[0, 0]
    assert torch.allclose(jobs.by_fft(x, w), expected)


@given(
    st.sampled_from(["zeros", "reflect", "replicate", "circular"]),
    st.integers(1, 4),
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(1, 5),
)
@settings(max_examples=60, deadline=None)
def test_an_input_reaches_the_outputs_whose_window_it_is_in(border: str, s: int, p: int, d: int, k: int) -> None:
    params = Params.make({"side": 7, "stride": s, "padding": p, "dilation": d, "border": "zeros", "size": k})
    data = catalog.load("convolution").model.make_data(params, Session(catalog.load("convolution")).context("data"))
    layer = layer_of(params, data)
    if layer.size is None:
        assert output_size(7, k, p, s, d) is None
        return
    seen: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for at in itertools.product(range(layer.size[0]), range(layer.size[1])):
        rows, columns = window_cells(layer, (7, 7), at)
        for cell in itertools.product(rows, columns):
            seen.setdefault(cell, set()).add(at)
    for cell in itertools.product(range(7), range(7)):
        reached = {(int(r), int(c)) for r, c in reached_by(layer, (7, 7), cell)}
        assert reached == seen.get(cell, set())


# ---- what spoils them


def _number(session: Session, name: str) -> Any:
    return session.frame().metrics[name]


def _shorter(x: Tensor, w: Tensor) -> Tensor:
    return torch.cat([x, w])[: len(x) + len(w) - 1]


def _full_matrix(taps: Tensor, n: int, how: Sliding) -> Tensor:
    return torch.arange(float((n + 2 * how.before[1] - len(taps) + 1) * n)).view(-1, n).double()


def _square_matrix(taps: Tensor, n: int, how: Sliding) -> Tensor:
    return torch.arange(float(n * n)).view(n, n).double()


def _columns(n: int) -> Tensor:
    return (torch.arange(n) % n).expand(n, n)


def _ones(x: Tensor, w: Tensor, stride: int, padding: int, dilation: int) -> Tensor:
    return torch.ones(1, 13, 13, dtype=torch.float64)


def _nothing(delta: Tensor, w: Tensor, shape: tuple[int, int], how: Sliding) -> Tensor:
    return torch.zeros(1, *shape, dtype=torch.float64)


@pytest.mark.parametrize(
    ("preset", "metric", "where", "what", "most"),
    [
        ("signal", "commute_error", (line, "full"), _shorter, 1e-10),
        ("signal", "matrix_error", (line, "matrix_of"), _full_matrix, 1e-10),
        ("equivariant", "shift_error", (shifting, "matrix_of"), _square_matrix, 1e-6),
        ("random_map", "circulant_error", (shifting, "_wrapped"), _columns, 1e-6),
        ("checkerboard", "adjoint_gap", (upwards, "transposed"), _ones, 1e-12),
        ("backward", "autograd_error", (backward, "adjoint"), _nothing, 1e-5),
    ],
)
def test_a_spoilt_model_fails_its_claim(
    concept: Any,
    preset: str,
    metric: str,
    where: tuple[Any, str],
    what: Callable[..., Any],
    most: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert _number(_at(concept, preset), metric) < most
    monkeypatch.setattr(*where, what)
    assert _number(_at(concept, preset), metric) > most


def test_a_formula_without_the_one_fails_the_sizes(concept: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = _session(concept)
    session.finish_job("sizes")
    assert _number(session, "size_mismatches") == 0
    monkeypatch.setattr(jobs, "output_size", lambda n, k, p, s, d: (n + 2 * p - d * (k - 1)) // s)
    spoilt = _session(concept)
    spoilt.finish_job("sizes")
    assert _number(spoilt, "size_mismatches") > 100


def test_a_gradient_that_leaks_is_seen(concept: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _number(_at(concept, "pooling"), "autograd_error") == 0
    monkeypatch.setattr(pooling, "routed", pooling.shared)
    assert _number(_at(concept, "pooling"), "autograd_error") > 0.1


# ---- the run


@pytest.mark.parametrize("mode", MODES)
def test_a_run_goes_through_every_output_and_is_done(concept: Any, mode: str) -> None:
    session = _session(concept, mode=mode, side=5, length=6, padding=1)
    rows, columns = outputs(_params(session), session.data)
    session.advance(10_000)
    assert session.status == "done"
    assert session.step == rows * columns - 1
    assert session.frame().metrics["done"]


def test_by_rows_a_run_is_as_long_as_the_picture_is_high(concept: Any) -> None:
    session = _session(concept, side=64, padding=1, step_is="row")
    session.advance(10_000)
    assert session.step == 64


def test_the_output_appears_as_the_window_passes(concept: Any) -> None:
    session = _session(concept, side=6)
    session.advance(5)
    shown = session.frame().arrays["output.output.z"]
    assert np.isfinite(shown).sum() == 6
    session.set({"reveal": "all"})
    assert np.isfinite(session.frame().arrays["output.output.z"]).all()


# ---- own data


def test_what_is_painted_stays_when_something_else_is_chosen(concept: Any) -> None:
    session = _session(concept, side=8)
    session.act("paint_kernel", {"path": [0.5, 0.5], "value": 7.0, "filter": 0, "channel": 0})
    session.act("draw_signal", {"path": [0.0, 4.0, 2.0, 4.0]})
    kernel, signal = session.data.kernel, session.data.signal
    assert float(kernel[0, 0, 2, 0]) == 7.0
    assert signal[:3].tolist() == [4.0, 4.0, 4.0]
    session.set({"picture": "checks", "side": 12})
    assert shape_of(session.data) == (12, 12)
    assert torch.equal(session.data.kernel, kernel)
    assert torch.equal(session.data.signal, signal)
    session.set({"taps": "mean"})
    assert torch.equal(session.data.signal, signal)
    session.set({"kernel": "blur"})
    assert float(session.data.kernel[0, 0, 2, 0]) == pytest.approx(1 / 9)
    assert shape_of(session.data) == (12, 12)


def test_an_opened_picture_keeps_its_size_and_its_kernel_changes(concept: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    pixels = rng.integers(0, 256, (30, 50, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(tmp_path / "own.png")
    session = _session(concept)
    session.load(tmp_path / "own.png")
    assert session.data.picture.shape == (1, 30, 50)
    session.set({"size": 5, "side": 20, "kernel": "gauss"})
    assert session.data.picture.shape == (1, 30, 50)
    assert session.data.kernel.shape == (1, 1, 5, 5)
    session.set({"picture": "noise"})
    assert session.data.picture.shape == (1, 20, 20)
    three = _session(concept, colours="three")
    three.load(tmp_path / "own.png")
    assert torch.allclose(three.data.picture, torch.from_numpy(pixels.transpose(2, 0, 1) / 255), atol=1e-6)
    assert three.data.kernel.shape == (1, 3, 3, 3)


def test_a_large_picture_is_reduced_and_drawn_as_means(concept: Any, tmp_path: Path) -> None:
    Image.new("L", (2048, 1200), 128).save(tmp_path / "large.png")
    session = _session(concept, reveal="all")
    session.load(tmp_path / "large.png")
    assert session.data.picture.shape == (1, 600, 1024)
    y = output_of(_params(session), session.data)
    assert y is not None
    assert y.shape == (1, 598, 1022)
    frame = session.frame()
    assert max(frame.arrays["output.output.z"].shape) <= MOST_SHOWN
    assert frame.arrays["input.input.extent"][1] >= 1024


def test_means_of_cells_lie_where_the_cells_do() -> None:
    z = torch.arange(600.0 * 400).view(600, 400)
    shown, side = reduced(z)
    assert side == 3
    assert float(shown[0, 0]) == pytest.approx(float(z[:3, :3].mean()))
    assert shown.shape == (200, 134)


def test_a_table_is_a_signal(concept: Any, tmp_path: Path) -> None:
    path = tmp_path / "signal.csv"
    path.write_text("name,value\na,1.5\nb,-2\nc,4\n", "utf-8")
    session = _session(concept, mode="signal")
    session.load(path)
    assert session.data.signal.tolist() == [1.5, -2.0, 4.0]
    session.set({"width": 2})
    assert session.data.signal.tolist() == [1.5, -2.0, 4.0]


@pytest.mark.parametrize(
    ("words", "said"),
    [("a\nb\n", "no column of numbers"), ("1\n", "at least 2"), ("1\n1e30\n", "numbers are from")],
)
def test_a_table_that_is_no_signal_is_refused(concept: Any, tmp_path: Path, words: str, said: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(f"value\n{words}", "utf-8")
    with pytest.raises(BadInput, match=said):
        _session(concept, mode="signal").load(path)


# ---- gestures


def test_a_stroke_fills_the_bars_that_it_passes(concept: Any) -> None:
    session = _session(concept, mode="signal", length=8)
    session.act("draw_signal", {"path": [1.0, 1.0, 5.0, 3.0]})
    assert session.data.signal[1:6].tolist() == [1.0, 1.5, 2.0, 2.5, 3.0]
    with pytest.raises(BadInput, match="passes none of the 8 bars"):
        session.act("draw_signal", {"path": [-5.0, 1.0, -2.0, 1.0]})


@pytest.mark.parametrize(
    ("mode", "place", "at"),
    [
        ("picture", [2.5, 3.5], 2),
        ("picture", [-9.0, 99.0], 0),
        ("signal", [1.0, 0.5], 7),
        ("shift", [2.2, 0.7], 2),
        ("spectrum", [1.6, 3.0], 2),
        ("backward", [0.5, 0.5], 30),
        ("up", [1.5, 5.5], 1),
    ],
)
def test_a_click_goes_to_the_output_under_it(concept: Any, mode: str, place: list[float], at: int) -> None:
    session = _session(concept, mode=mode, side=6, length=6)
    session.act("go", {"place": place})
    assert session.state.at == at


def test_there_is_nowhere_to_go_where_no_window_fits(concept: Any) -> None:
    session = _at(concept, "too_large")
    assert session.frame().metrics["outputs"] == 0
    with pytest.raises(BadInput, match="no window fits"):
        session.act("go", {"place": [0.5, 0.5]})
    session.set({"padding": 1})
    assert session.frame().metrics["outputs"] == 4


def test_what_does_not_exist_cannot_be_painted(concept: Any) -> None:
    session = _session(concept)
    for kind, values, said in (
        ("paint", {"path": [0.5, 0.5], "value": 1.0, "size": 1, "channel": 2}, "channel is 2, there are 1"),
        ("paint_kernel", {"path": [0.5, 0.5], "value": 1.0, "filter": 3, "channel": 0}, "filter is 3, there are 1"),
        ("paint", {"path": [-50.0, 0.5], "value": 1.0, "size": 1, "channel": 0}, "touches no cell"),
    ):
        with pytest.raises(BadInput, match=said):
            session.act(kind, values)


def test_turning_twice_is_no_turn(concept: Any) -> None:
    session = _session(concept, kernel="ramp")
    before = session.data.kernel
    session.act("turn", {})
    assert torch.equal(session.data.kernel, before.flip((-2, -1)))
    session.act("turn", {})
    assert torch.equal(session.data.kernel, before)


# ---- the cursor


def _looking(plot: str, x: float, y: float) -> View:
    return View({plot: PlotView((0.0, 16.0), (0.0, 16.0), 400, 400, (x, y))})


def test_the_cursor_shows_another_window_without_going_there(concept: Any) -> None:
    session = _session(concept, reveal="all")
    session.advance(3)
    there = session.frame(_looking("output", 5.5, 3.5))
    assert (there.metrics["row"], there.metrics["column"]) == (10, 5)
    assert session.state.at == 3
    assert session.frame().metrics["column"] == 3


def test_the_cursor_on_an_input_shows_what_it_reaches(concept: Any) -> None:
    session = _session(concept)
    assert len(session.frame(_looking("input", 8.5, 8.5)).arrays["output.reached.xy"]) == 9 * 6 - 1
    assert len(session.frame(_looking("input", 0.5, 0.5)).arrays["output.reached.xy"]) == 5


def test_a_part_of_a_large_picture_is_drawn_cell_by_cell_where_the_wheel_zooms(concept: Any) -> None:
    session = _session(concept, side=1024, reveal="all")
    near = View({"output": PlotView((100.0, 200.0), (300.0, 420.0), 400, 400)})
    arrays = session.frame(near).arrays
    assert arrays["output.output.extent"].tolist() == [100.0, 200.0, 300.0, 420.0]
    whole = output_of(_params(session), session.data)
    assert whole is not None
    assert np.array_equal(arrays["output.output.z"], whole[0, 1022 - 420 : 1022 - 300, 100:200].numpy())
    # The border of the whole stays, so that a double click finds back.
    assert float(np.nanmax(arrays["output.inner.xy"])) == 1022.0


@pytest.mark.parametrize("operation", ["correlation", "convolution"])
def test_a_weight_sees_a_shifted_copy_of_the_picture(concept: Any, operation: str) -> None:
    session = _session(concept, side=8, stride=2, dilation=2, padding=1, operation=operation, kernel="ramp")
    params, data = _params(session), session.data
    layer = layer_of(params, data)
    y = output_of(params, data)
    assert layer.size is not None
    assert y is not None
    wide, total = padded(data.picture, layer.how)[0], torch.zeros_like(y[0])
    for cell in itertools.product(range(3), range(3)):
        (top, left), (bottom, right) = (copied(params, layer, cell) + 1).astype(int).tolist()
        total += data.kernel[0, 0][cell] * wide[top : bottom + 1 : 2, left : right + 1 : 2]
    assert torch.allclose(total, y[0])


def test_four_filters_are_shown_and_one_is_chosen(concept: Any) -> None:
    session = _session(concept, colours="three", filters=4, filter=3)
    arrays = session.frame().arrays
    marks = [bool(arrays[f"channels.filter_{i}.mark"][0]) for i in (1, 2, 3, 4)]
    assert marks == [False, False, True, False]
    parts = arrays["channels.parts.z"]
    assert np.allclose(parts[:3].sum(0), parts[3], atol=1e-6)
