"""Theorems about ReLU nets, and what the panel promises beyond the contract."""

from __future__ import annotations

import json
import math
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from playground import catalog
from playground.concepts.relu import Params, bounds
from playground.concepts.relu.affine import joined, maps
from playground.concepts.relu.cells import FAR, examined, on_plane, pattern_of
from playground.concepts.relu.files import load
from playground.concepts.relu.line import drawn, hinge_net, hinges, linear, pieces, restricted, value, within
from playground.concepts.relu.net import built, layers_of, started
from playground.concepts.relu.painting import zero_line
from playground.concepts.relu.subdivide import Layers, areas, centres, polygons, preactivations, subdivide
from playground.concepts.relu.training import at_rest, gradient, losses, outputs, updated
from playground.engine.errors import BadInput
from playground.engine.frame import PlotView, View
from playground.engine.kit.dense.layout import length
from playground.engine.run.context import Ctx
from playground.engine.run.session import Session

CONCEPT = catalog.load("relu")
WINDOW = (-3.0, 3.0, -3.0, 3.0)


def ctx(seed: int = 0) -> Ctx:
    return Ctx(torch.device("cpu"), torch.float64, seed, "test")


def net(*sizes: int, seed: int = 0, spread: float = 0.5) -> Layers:
    return layers_of(started(sizes, "he", spread, 1, ctx(seed))[0], sizes)


def session(seed: int = 0, **values: Any) -> Session:
    return Session(CONCEPT, Params().changed(values), seed)


def numbers(run: Session) -> dict[str, Any]:
    return dict(run.frame().metrics)


def best(work: Callable[[], object], tries: int = 5) -> float:
    """The shortest processor time of some tries: what others do on the machine does not count."""
    shortest = float("inf")
    for _ in range(tries):
        start = time.process_time()
        work()
        shortest = min(shortest, time.process_time() - start)
    return shortest


# ---- subdivision


@pytest.mark.parametrize("sizes", [(2, 12, 1), (2, 8, 8, 1), (2, 16, 16, 16, 1), (2, 5, 5, 5, 5, 5, 5, 1)])
def test_cells_tile_the_window_and_have_patterns_of_their_own(sizes: tuple[int, ...]) -> None:
    layers = net(*sizes)
    mesh = subdivide(layers, WINDOW)
    corners, starts = polygons(mesh)
    area = areas(corners, starts)
    assert area.min() > 0
    assert area.sum() == pytest.approx(36.0, abs=1e-10)
    assert len(np.unique(mesh.bits, axis=1).T) == mesh.regions
    middle = centres(mesh)
    for cell in range(0, mesh.regions, max(1, mesh.regions // 50)):
        if area[cell] > 1e-6:
            assert np.array_equal(pattern_of(layers, middle[cell])[0], mesh.bits[:, cell])


def test_no_point_lies_in_a_cell_that_was_not_found() -> None:
    layers = net(2, 10, 10, 1, seed=3)
    known = {column.tobytes() for column in subdivide(layers, WINDOW).bits.T.copy()}
    points = 6 * ctx().rand(4000, 2).numpy() - 3
    assert all(pattern_of(layers, x)[0].tobytes() in known for x in points)


def test_the_map_of_a_cell_is_the_net_there() -> None:
    layers = net(2, 12, 12, 1, seed=1)
    mesh = subdivide(layers, WINDOW)
    found, at = maps(layers, mesh.bits), centres(mesh)
    expected = preactivations(layers, at)[:, 0]
    assert (found.gradient * at).sum(1) + found.offset == pytest.approx(expected, abs=1e-10)


def test_dead_double_and_opposite_units_add_nothing() -> None:
    (W, b), out = net(2, 4, 1, seed=2)
    more = np.concatenate([W, 2 * W[:1], -W[1:2], np.zeros((1, 2))]), np.concatenate([b, 2 * b[:1], -b[1:2], [-1.0]])
    wider: Layers = (more, (np.concatenate([out[0], [[0.3, -0.7, 5.0]]], axis=1), out[1]))
    assert subdivide(wider, WINDOW).regions == subdivide(((W, b), out), WINDOW).regions
    metrics = numbers(session(net="spoiled", data="empty", widths=[6, 4]))
    assert metrics["dead_units"] >= 1
    assert metrics["linear_regions"] < metrics["activation_regions"]


def test_linear_regions_are_joined_where_paths_cancel() -> None:
    first = (np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), np.array([0.0, 0.0, 0.1]))
    out = (np.array([[0.1 * 3, -0.3, 1.0]]), np.zeros(1))  # 0.3 (x)_+ - 0.3 (-x)_+ = 0.3 x, up to rounding
    mesh = subdivide((first, out), WINDOW)
    assert mesh.regions == 4
    assert int(joined((first, out), mesh)[1].max()) + 1 == 2


def test_one_layer_agrees_with_zaslavsky_on_the_plane() -> None:
    for seed in range(5):
        layers = net(2, 9, 1, seed=seed)
        W, b = layers[0]
        regions, inside, lines = bounds.counted(W.tolist(), b.tolist())
        assert (regions, inside, lines) == (bounds.arrangement(9, 2), bounds.bounded(9, 2), 9)
        assert on_plane(layers) == bounds.lines_exactly(*(part.tolist() for part in layers[0])) == regions
        assert subdivide(layers, (-FAR, FAR, -FAR, FAR)).regions == regions
    assert bounds.counted(W.tolist(), [0.0] * 9)[0] == bounds.central(9, 2)


def test_counts_stay_below_every_bound() -> None:
    for seed in range(6):
        for widths in ((5,), (4, 4), (3, 5, 2)):
            count = examined(net(2, *widths, 1, seed=seed), (-50.0, 50.0, -50.0, 50.0))
            assert count.complete
            assert count.joined <= count.cut <= 2 ** sum(widths)
            assert count.joined <= bounds.serra(2, widths)


@pytest.mark.parametrize("widths", [(4, 4), (4, 4, 4), (6, 5), (5, 3), (2, 2, 6)])
def test_the_fold_reaches_the_lower_bound(widths: tuple[int, ...]) -> None:
    low, high = np.array([-3.0, -3.0]), np.array([3.0, 3.0])
    found = examined(built("fold", 2, widths, low, high), WINDOW)
    assert found.linear == bounds.montufar(2, widths)


@pytest.mark.parametrize("widths", [(3, 3), (2, 2, 2), (4, 3, 5)])
def test_folds_of_the_line(widths: tuple[int, ...]) -> None:
    low, high = np.array([-3.0]), np.array([3.0])
    assert within(pieces(built("fold", 1, widths, low, high)), -3.0, 3.0)[1] == bounds.montufar(1, widths)
    tooth = pieces(built("sawtooth", 1, widths, low, high))
    assert within(tooth, -3.0, 3.0)[1] == np.prod(widths)


def test_the_zero_line_is_where_the_output_is_zero() -> None:
    layers = net(2, 8, 8, 1, seed=4)
    mesh = subdivide(layers, WINDOW)
    segments = zero_line(preactivations(layers, mesh.xy)[:, 0], mesh)
    assert len(segments)
    for ends in (segments[:, :2], segments[:, 2:], (segments[:, :2] + segments[:, 2:]) / 2):
        assert np.abs(preactivations(layers, ends)).max() < 1e-9


def test_five_thousand_regions_take_a_tenth_of_a_second() -> None:
    layers = net(2, 32, 32, 32, 1, spread=1.0)
    per_region = best(lambda: examined(layers, WINDOW)) / subdivide(layers, WINDOW).regions
    assert 5000 * per_region <= 0.1 * 1.5, f"{1e6 * per_region:.0f} us a region"  # a slower processor passes too


# ---- one input


def test_a_profile_meets_the_cells_of_the_plane() -> None:
    layers = net(2, 10, 10, 1, seed=6)
    start, end = np.array([-2.5, -1.0]), np.array([2.0, 2.2])
    found = pieces(restricted(layers, start, end))
    t = np.linspace(0, 1, 500)
    points = start + t[:, None] * (end - start)
    assert value(found, t) == pytest.approx(preactivations(layers, points)[:, 0], abs=1e-10)
    seen = {pattern_of(layers, x)[0].tobytes() for x in start + np.linspace(0, 1, 20001)[:, None] * (end - start)}
    assert len(seen) <= within(found, 0.0, 1.0)[0] <= len(seen) + 2


def test_a_broken_line_is_its_hinge_form() -> None:
    x, y = np.array([-1.0, 0.5, 1.25]), np.array([2.0, -1.0, 0.0])
    found = pieces(hinge_net(hinges(x, y, 0.5, 2.0)))
    breaks, slopes, _ = linear(found)
    assert breaks == pytest.approx(x, abs=1e-12)
    assert slopes == pytest.approx([0.5, -2.0, 4 / 3, 2.0], abs=1e-12)
    assert drawn(found, -1.0, 1.25)[[0, -1], 1] == pytest.approx([2.0, 0.0], abs=1e-12)
    assert len(found.breaks) == 4  # the two opposite units for a x switch at 0 without a bend


def test_nodes_are_dragged_and_the_form_follows() -> None:
    state = session(data="nodes")
    state.act("move_point", {"id": 1, "x": 0.0, "y": -2.0})
    metrics = numbers(state)
    assert "(x − 0.00)₊" in metrics["hinge_text"] or "(x + 0.00)₊" in metrics["hinge_text"]
    assert metrics["loss"] == pytest.approx(0.0, abs=1e-20)
    before = metrics["linear_regions"]
    state.act("add_point", {"x": 1.5, "y": 2.0, "label": "blue"})  # on the straight line between two nodes
    assert numbers(state)["linear_regions"] == before
    assert numbers(state)["activation_regions"] > metrics["activation_regions"]


# ---- training


def module_of(layers: Layers) -> nn.Sequential:
    parts: list[nn.Module] = []
    for W, b in layers:
        one = nn.Linear(W.shape[1], W.shape[0], dtype=torch.float64)
        one.weight.data, one.bias.data = torch.from_numpy(W.copy()), torch.from_numpy(b.copy())
        parts += [one, nn.ReLU()]
    return nn.Sequential(*parts[:-1])


@pytest.mark.parametrize("classes", [True, False])
def test_gradients_are_those_of_autograd(classes: bool) -> None:
    sizes = (2, 7, 5, 1)
    theta = started(sizes, "he", 0.5, 3, ctx())
    X, y = ctx(1).randn(20, 2), torch.sign(ctx(2).randn(20))
    g = torch.from_numpy(gradient(theta.numpy(), sizes, X.numpy(), y.numpy(), classes))
    for k in range(3):
        module = module_of(layers_of(theta[k], sizes))
        grads = torch.autograd.grad(losses(module(X).T, y, classes)[0], list(module.parameters()))
        expected = torch.cat([one.T.reshape(-1) if one.dim() == 2 else one for one in grads])
        assert torch.allclose(g[k], expected, atol=1e-14)


@pytest.mark.parametrize("optimiser", ["adam", "momentum", "sgd"])
def test_nets_in_one_batch_learn_as_each_would_alone(optimiser: str) -> None:
    sizes = (2, 6, 6, 1)
    theta = started(sizes, "he", 0.5, 4, ctx())
    X, y = ctx(1).randn(30, 2), torch.sign(ctx(2).randn(30))
    together = at_rest(theta)
    alone = [at_rest(theta[k : k + 1]) for k in range(4)]
    before = losses(outputs(theta, sizes, X), y, True)
    for _ in range(50):
        together = updated(together, sizes, [(X, y)], True, 0.05, optimiser, None)
        alone = [updated(one, sizes, [(X, y)], True, 0.05, optimiser, None) for one in alone]
    assert torch.allclose(together.theta, torch.cat([one.theta for one in alone]), atol=1e-9)
    assert bool((losses(outputs(together.theta, sizes, X), y, True) < before).all())


def test_adam_is_torchs_and_three_times_as_fast_as_a_plain_loop() -> None:
    sizes = (2, 32, 32, 1)
    theta = started(sizes, "he", 0.5, 1, ctx())
    X, y = ctx(1).randn(64, 2), torch.sign(ctx(2).randn(64))
    module = module_of(layers_of(theta[0], sizes))
    theirs = torch.optim.Adam(module.parameters(), lr=0.01)

    def plain(n: int = 20) -> None:
        for _ in range(n):
            theirs.zero_grad()
            losses(module(X).T, y, True)[0].backward()  # type: ignore[no-untyped-call]
            theirs.step()

    nets = updated(at_rest(theta), sizes, [(X, y)] * 20, True, 0.01, "adam", None)
    plain()
    expected = torch.cat([p.data.T.reshape(-1) if p.dim() == 2 else p.data for p in module.parameters()])
    assert torch.allclose(nets.theta[0], expected, atol=1e-9)

    def ours() -> None:
        updated(nets, sizes, [(X, y)] * 20, True, 0.01, "adam", None)

    times = [(best(plain, 1), best(ours, 1)) for _ in range(20)]  # in turn, so that both meet the same load
    ratio = min(a for a, _ in times) / min(b for _, b in times)
    assert ratio >= 3, f"{ratio:.1f} times"


def test_ntk_rates_scale_with_the_width() -> None:
    a, b = (session(rule=rule, optimiser="sgd", widths=[8], updates=1) for rule in ("he", "ntk"))
    assert torch.equal(a.state.nets.theta, b.state.nets.theta)
    moved = []
    for run in (a, b):
        before = run.state.nets.theta
        run.advance(1)
        moved.append(run.state.nets.theta - before)
    assert torch.allclose(moved[1][0, 24:32], moved[0][0, 24:32] * 2 / 8, atol=1e-15)  # the output's weights


def test_the_moons_are_learnt_while_regions_are_counted() -> None:
    run = session()
    run.advance(60)
    frame = run.frame()
    assert frame.metrics["accuracy"] == 1.0
    assert (
        frame.metrics["activation_regions"]
        == examined(layers_of(run.state.nets.theta[0], run.state.sizes), WINDOW).activation
    )


def test_too_large_a_rate_kills_units_and_a_smaller_one_does_not() -> None:
    preset = catalog.presets("relu")["too_hot"]
    for rate, dies in ((preset["params"]["rate"], True), (preset["repair"]["set"]["rate"], False)):
        run = session(preset["seed"], **{**preset["params"], "rate": rate})
        run.advance(60)
        found = numbers(run)
        assert (found["dead_units"] >= 5) == dies
        assert (found["accuracy"] < 0.6) == dies


# ---- gestures


def output(run: Session) -> Tensor:
    return outputs(run.state.nets.theta, run.state.sizes, ctx(9).randn(50, 2))


def test_permuting_the_units_changes_nothing() -> None:
    run = session(widths=[7, 5, 6])
    run.advance(3)
    before, theta = output(run), run.state.nets.theta
    run.act("permute", {})
    assert not torch.equal(run.state.nets.theta, theta)
    assert torch.allclose(output(run), before, atol=1e-12)
    kept = numbers(run)["activation_regions"]
    run.undo()
    assert numbers(run)["activation_regions"] == kept


def test_a_line_is_dragged_through_the_cursor() -> None:
    run = session(widths=[5])
    for kind, x, y in (("move_line", 1.2, -0.4), ("turn_line", -2.0, 0.7)):
        run.act(kind, {"id": 3, "x": x, "y": y})
        W, b = layers_of(run.state.nets.theta[0], run.state.sizes)[0]
        assert W[3] @ np.array([x, y]) + b[3] == pytest.approx(0.0, abs=1e-9)
    with pytest.raises(BadInput, match="from 0 to 4"):
        run.act("move_line", {"id": 5, "x": 0.0, "y": 0.0})


def test_any_weight_and_the_output_bias_can_be_set() -> None:
    run = session(mode="net", widths=[3, 2])
    assert numbers(run)["chosen_name"] == "output bias"
    before = output(run)
    run.act("set_chosen", {"value": 1.5})
    assert torch.allclose(output(run), before + 1.5, atol=1e-12)
    run.act("choose", {"id": 0})
    assert numbers(run)["chosen_name"] == "weight of layer 1, unit 1, from 1"
    with pytest.raises(BadInput, match="allowed is a weight"):
        run.act("choose", {"id": 999})


# ---- files


def store(tmp_path: Path, kind: str, layers: Layers) -> Path:
    path = tmp_path / f"net.{kind}"
    tensors: dict[str, Tensor] = {}
    for k, (W, b) in enumerate(layers):
        tensors |= {f"{2 * k}.weight": torch.from_numpy(W.copy()), f"{2 * k}.bias": torch.from_numpy(b.copy())}
    if kind == "json":
        path.write_text(json.dumps({"layers": [{"W": W.tolist(), "b": b.tolist()} for W, b in layers]}))
    elif kind == "safetensors":
        save_file(tensors, path)
    else:
        torch.save(tensors, path)
    return path


@pytest.mark.parametrize("kind", ["json", "safetensors", "pt"])
def test_a_net_of_ones_own_is_opened(tmp_path: Path, kind: str) -> None:
    layers = net(2, 5, 11, 3, 1, seed=8)
    run = session()
    run.load(store(tmp_path, kind, layers))
    metrics = numbers(run)
    assert metrics["shape"] == "2-5-11-3-1"
    assert metrics["activation_regions"] == subdivide(layers, WINDOW).regions


@pytest.mark.parametrize(
    ("sizes", "said"),
    [((3, 4, 1), "3 inputs"), ((2, 4, 2), "2 outputs"), ((2, 65, 1), "65 units"), ((2, 1), "1 layer,")],
)
def test_a_wrong_shape_is_named(tmp_path: Path, sizes: tuple[int, ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        load(Params(), store(tmp_path, "json", net(*sizes)))


def test_layers_that_do_not_fit_are_named(tmp_path: Path) -> None:
    (W, b), _ = net(2, 4, 1)
    with pytest.raises(BadInput, match="layer 2 takes 3 inputs, layer 1 has 4 units"):
        load(Params(), store(tmp_path, "safetensors", ((W, b), (np.ones((1, 3)), np.zeros(1)))))


def test_a_net_must_fit_the_kind_of_data(tmp_path: Path) -> None:
    file = store(tmp_path, "json", net(1, 4, 1))
    with pytest.raises(BadInput, match=r"takes 1 input, the data on screen have 2; choose data with one input first"):
        load(Params(), file)
    run = session(data="sine")
    run.load(file)
    assert numbers(run)["shape"] == "1-4-1"


def table(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text(text)
    return path


def test_points_of_ones_own_are_learnt_by_the_chosen_net(tmp_path: Path) -> None:
    run = session(widths=(5.0,))
    run.load(table(tmp_path, "a,b,kind\n-1,-1,no\n1,1,yes\n1.5,2,yes\n-2,-1,no\n"))
    assert run.data.X.tolist() == [[-1.0, -1.0], [1.0, 1.0], [1.5, 2.0], [-2.0, -1.0]]
    assert run.data.y.tolist() == [1.0, -1.0, -1.0, 1.0]
    assert numbers(run)["shape"] == "2-5-1"
    before = numbers(run)["loss"]
    run.advance(30)
    assert numbers(run)["loss"] < before


def test_points_outside_of_the_window_are_scaled_into_it_and_that_is_said(tmp_path: Path) -> None:
    run = session()
    run.load(table(tmp_path, "0,100,a\n200,100,b\n100,150,a\n"))
    assert run.data.X.numpy() == pytest.approx(np.array([[-2.7, -0.675], [2.7, -0.675], [0.0, 0.675]]))
    assert numbers(run)["file_name"] == "mine.csv, x scaled to the window"


def test_a_function_and_the_nodes_of_a_broken_line_come_from_two_columns(tmp_path: Path) -> None:
    file = table(tmp_path, "x,y\n-1,0\n0,2\n1,1\n")
    run = session(data="sine")
    run.load(file)
    assert (run.data.X[:, 0].tolist(), run.data.y.tolist()) == ([-1.0, 0.0, 1.0], [0.0, 2.0, 1.0])
    line = session(data="nodes")
    line.load(file)
    assert numbers(line)["broken_line"]
    assert line.frame().arrays["hinge_c"].tolist() == [2.0, -3.0, -1.0]
    with pytest.raises(BadInput, match="an x twice"):
        load(Params(data="nodes"), table(tmp_path, "1,2\n1,3\n"))
    with pytest.raises(BadInput, match="1 column of numbers, expected are two columns of numbers and one with two"):
        load(Params(), table(tmp_path, "1,a\n1,b\n"))


def test_a_stroke_draws_points_of_a_class_that_keep_apart() -> None:
    run = session(data="empty")
    run.act("draw_points", {"path": [-2.0, 0.0], "label": "blue"}, "s")
    run.act("draw_points", {"path": [-2.0, 0.0, 2.0, 0.0], "label": "blue"}, "s")
    first = run.data.X
    assert len(first) == 17, "one every quarter"
    run.advance(2)
    run.act("draw_points", {"path": [-2.0, 0.0, 2.0, 0.0, 2.0, 1.0], "label": "blue"}, "s")
    assert torch.equal(run.data.X[:17], first), "what was drawn stays as it is, though the run went on"
    assert len(run.data.X) == 21
    run.act("draw_points", {"path": [-2.0, 0.1, 9.0, 0.1], "label": "orange"}, "t")
    assert float(run.data.X[:, 0].max()) <= 3.0
    assert int((run.data.y < 0).sum()) == 21
    with pytest.raises(BadInput, match="path has 3 entries"):
        run.act("draw_points", {"path": [0.0, 0.0, 1.0], "label": "blue"})


def test_deep_and_wide_learn_the_same_points_in_lockstep() -> None:
    preset = catalog.presets("relu")["deep_and_wide"]
    params = Params().changed(preset["params"])
    run = Session(CONCEPT, params, preset["seed"])
    start = numbers(run)
    assert start["weights"] == start["rival_weights"] == 77
    assert start["activation_regions"] == 704
    assert start["rival_regions"] <= start["one_layer_most"] == 191
    run.advance(7)
    assert run.state.rival.t == run.state.nets.t == 28
    alone = updated(
        at_rest(Session(CONCEPT, run.params, preset["seed"]).state.rival.theta),
        run.state.rival_sizes,
        [(run.data.X, run.data.y)] * 28,
        True,
        params.rate,
        params.optimiser,
        None,
    )
    assert torch.equal(run.state.rival.theta, alone.theta)
    assert numbers(run)["rival_loss"] < start["rival_loss"]


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path(tmp_path / "sprung").touch, ())

    for name, content in (("a.pt", pickle.dumps(Trap())), ("b.pt", b"PK\x03\x04 no zip")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BadInput):
            load(Params(), tmp_path / name)
    torch.save({"0.weight": Trap()}, tmp_path / "c.pt")
    with pytest.raises(BadInput):
        load(Params(), tmp_path / "c.pt")
    assert not (tmp_path / "sprung").exists()


def test_every_region_in_sight_is_drawn_and_only_the_window_has_shares() -> None:
    run = session(widths=(6.0, 5.0))
    shown = View({"plane": PlotView((-5.0, 5.0), (-3.0, 3.0), 500, 300)})
    frame = run.frame(shown)
    layers = layers_of(run.state.nets.theta[0], run.state.sizes)
    lines = frame.words["plane.cells.words"]
    inside = [line for line in lines if not line.endswith("outside of the window")]
    assert len(inside) == frame.metrics["activation_regions"] == subdivide(layers, WINDOW).regions
    assert sum(float(line.split()[-2]) for line in inside) == pytest.approx(100.0, abs=0.005 * len(inside))
    beyond = sum(subdivide(layers, band).regions for band in ((-5.0, -3.0, -3.0, 3.0), (3.0, 5.0, -3.0, 3.0)))
    assert len(lines) == len(inside) + beyond
    assert len(frame.arrays["plane.cells.values"]) == len(lines)
    x = frame.arrays["plane.cells.xy"][:, 0]
    assert (np.nanmin(x), np.nanmax(x)) == (-5.0, 5.0)


# ---- jobs


def test_all_regions_of_a_net_beyond_the_budget_are_counted() -> None:
    run = session(net="fold", data="empty", widths=[6, 6, 4, 6], color="linear")
    before = numbers(run)
    assert before["plane.too_many.show"]
    assert before["counted"] is None
    run.finish_job("all_regions")
    metrics = numbers(run)
    assert metrics["counted_linear"] == bounds.montufar(2, (6, 6, 4, 6)) == 7128
    assert not metrics["plane.too_many.show"]
    assert before["regions_words"] == "over 5,000"
    assert metrics["regions_words"] == f"{metrics['counted']:,}"
    assert metrics["counted"] > 5000
    both = {**metrics, "regions_words": "", "counted": None, "counted_linear": None}
    plain = {name: value for name, value in before.items() if not name.startswith("plane.")}
    assert {name: both[name] for name in plain} == {**plain, "regions_words": ""}, "a number means one thing"
    assert plain["activation_regions"] is None
    assert plain["linear_regions"] is None
    assert [math.isnan(count) for count in run.frame().arrays["bar_counts"]] == [True, True, False, False, False]
    run.set({"color": "output"})
    assert numbers(run)["plane.too_many.show"], "the job's picture has the colouring that it was made in"
    assert numbers(run)["counted"] == metrics["counted"]


@pytest.mark.parametrize(("widths", "job"), [((16.0, 16.0), "all_regions"), ((6.0, 5.0), "plane")])
def test_no_number_depends_on_whether_a_job_counted_before(widths: tuple[float, ...], job: str) -> None:
    run = session(widths=widths, batch=32)
    run.finish_job(job)
    counted = numbers(run)
    run.advance(20)
    seen = numbers(run)
    fresh = session(widths=widths, batch=32)
    unseen = numbers(fresh)
    fresh.advance(20)
    assert seen == numbers(fresh), "what a job found of another net is not said of this one"
    assert {**counted, "counted": None, "counted_linear": None} == unseen
    assert counted["counted"] == (counted["activation_regions"] if job == "all_regions" else None)


def test_the_plane_has_more_regions_than_the_window() -> None:
    run = session(data="empty", widths=[12, 6])
    inside = numbers(run)["activation_regions"]
    run.finish_job("plane")
    assert numbers(run)["regions_plane"] > inside


def test_the_length_of_the_flat_vector() -> None:
    assert length((2, 16, 16, 1)) == 2 * 16 + 16 + 16 * 16 + 16 + 16 + 1


def test_a_net_that_switches_too_often_along_a_line_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    session = Session(catalog.load("relu"), Params(data="sine", net="sawtooth", widths=(4.0, 4.0)))
    with pytest.raises(BadInput, match=r"widths fold a line 68,719,476,736 times, allowed are 50,000"):
        session.set({"widths": [64.0] * 6})
    assert session.params.plain()["widths"] == [4.0, 4.0]
    layers = built("sawtooth", 1, (64,) * 6, np.array([0.0]), np.array([1.0]))
    named = {
        f"{2 * i}.{kind}": torch.from_numpy(part)
        for i, pair in enumerate(layers)
        for kind, part in zip(("weight", "bias"), pair, strict=True)
    }
    save_file({name: part.contiguous() for name, part in named.items()}, tmp_path / "saw.safetensors")
    with pytest.raises(BadInput, match=r"the net switches more than 50,000 times along a line"):
        session.load(tmp_path / "saw.safetensors")
    assert session.params.plain()["widths"] == [4.0, 4.0]
    assert session.status == "running"
