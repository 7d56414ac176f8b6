"""The MLP playground: learning, own data, gestures, and the claims on other seeds."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from playground import catalog
from playground.concepts.mlp import Params
from playground.concepts.mlp.data import REACH, load
from playground.concepts.mlp.features import columns, jacobian
from playground.engine.errors import BadInput
from playground.engine.frame import Frame, PlotView, View
from playground.engine.kit import optimisers, tree
from playground.engine.kit.linear_models import logistic_at, logistic_fit, widest_margin
from playground.engine.run.session import Session

MLP = catalog.load("mlp")


def session(seed: int = 0, **params: Any) -> Session:
    return Session(MLP, Params.make(params), seed)


def metrics_of(frame: Frame) -> Any:
    return frame.metrics


def preset(name: str, seed: int = 0, **more: Any) -> Session:
    return session(seed, **{**catalog.presets("mlp")[name]["params"], **more})


def metrics(one: Session) -> Any:
    return metrics_of(one.frame())


# ---- the claims, on other seeds than the presets'


@pytest.mark.parametrize("seed", [3, 4])
def test_logistic_regression_ends_at_the_minimum(seed: int) -> None:
    one = preset("logistic", seed)
    one.advance(60)
    assert metrics(one)["gradient_norm"] < 1e-4
    learns = ~one.data.held.numpy()
    X, labels = one.data.X.numpy()[learns], (one.data.y.numpy()[learns] == 0).astype(float)
    w, b = logistic_fit(X, labels, 0.0)
    assert np.abs(one.state.theta[0].numpy() - np.append(w, b)).max() < 1e-2


@pytest.mark.parametrize("seed", [3, 4])
def test_separable_weights_grow_like_log_t_towards_the_widest_margin(seed: int) -> None:
    one = preset("separable", seed)
    one.advance(60)
    assert metrics(one)["growth"] > 0.99
    learns = ~one.data.held.numpy()
    found = widest_margin(one.data.X.numpy()[learns], (one.data.y.numpy()[learns] == 0).astype(float))
    assert found is not None
    w = one.state.theta[0, :2].numpy()
    assert float(w @ found.direction) / float(np.linalg.norm(w)) > 0.95  # it turns there like 1 / log t


def test_any_order_of_the_units_gives_the_same_output() -> None:
    one = session(5, widths=[7, 6], norm="layer")
    one.advance(3)
    one.finish_job("permutations")
    assert metrics(one)["permutation_gap"] < 1e-6
    before = one.frame().arrays["surface"]
    one.act("permute", {})
    assert np.abs(one.frame().arrays["surface"] - before).max() < 1e-5


@pytest.mark.parametrize("activation", ["sigmoid", "tanh"])
def test_64_sigmoids_add_up_to_a_sine(activation: str) -> None:
    assert metrics(preset("steps", activation=activation))["sup_error"] < 0.02
    coarse = metrics(preset("steps", activation=activation, widths=[32]))["sup_error"]
    assert coarse > metrics(preset("steps", activation=activation))["sup_error"]


def test_a_drawn_curve_out_of_sigmoids() -> None:
    one = preset("steps", data="curve")
    assert metrics(one)["sup_error"] < 0.25  # a jump cannot be met by steps of this width
    path = [value for x in np.linspace(-2.9, 2.9, 59) for value in (float(x), float(np.cos(x)))]
    one.act("draw_points", {"path": path, "label": 1})
    one.set({"widths": (63.0,)})
    assert metrics(one)["sup_error"] < 0.02


def test_identities_of_the_activations() -> None:
    for name in ("tanh", "sigmoid", "gelu", "sine", "elu"):
        found = metrics(session(mode="units", activation=name, temperature=0.5))
        assert found["tanh_gap"] < 1e-6
        assert found["jacobian_gap"] < 1e-6
        assert found["slope_gap"] < 1e-6


@pytest.mark.parametrize("norm", ["none", "layer", "batch"])
def test_the_worst_loss_is_never_below_the_loss(norm: str) -> None:
    one = preset("worst", 6, norm=norm, features="x, y, xy")
    one.advance(10)
    found = metrics(one)
    assert found["violations"] == 0
    assert found["worst_loss"] >= found["loss"]
    curve = one.frame().arrays["worst_loss.worst.y"]
    assert curve[0] == pytest.approx(found["loss"], abs=1e-6)
    assert (np.diff(curve) > -1e-6).all()


def test_minimax_training_lowers_the_worst_loss() -> None:
    plain, robust = preset("worst", 2), preset("worst", 2, training="worst")
    for one in (plain, robust):
        one.advance(60)
    assert metrics(robust)["worst_loss"] < 0.7 * metrics(plain)["worst_loss"]


# ---- learning


@pytest.mark.parametrize(
    "more",
    [
        {"optimiser": name, "rate": rate}
        for name, rate in (("momentum", 0.02), ("nesterov", 0.02), ("adagrad", 0.2), ("rmsprop", 0.01), ("adam", 0.02))
    ]
    + [
        {"optimiser": "adamw", "rate": 0.02, "decay": 0.01},
        {"norm": "batch"},
        {"dropout": 0.1},
        {"norm": "layer", "features": "x, y, x^2, y^2"},
        {"loss": "squared"},
        {"loss": "hinge"},
        {"activation": "relu", "init": "he"},
        {"decay": 0.001, "penalty": "l1"},
    ],
    ids=str,
)
def test_every_choice_learns_the_ring(more: dict[str, Any]) -> None:
    one = session(1, widths=[8, 4], nets=3, **more)
    one.advance(60)
    assert metrics(one)["held_accuracy"] > 0.9


def test_layer_norm_sees_directions_only() -> None:
    one = session(1, widths=[8, 4], norm="layer")
    one.advance(60)
    assert metrics(one)["accuracy"] < 0.7
    tiles = one.frame().arrays["net.tiles.z"]
    assert tiles[0, 2, 2] == pytest.approx(tiles[0, 5, 5], abs=1e-3)  # one ray from the middle


@pytest.mark.parametrize("name", ["sgd", "momentum", "nesterov", "adagrad", "rmsprop", "adam", "adamw"])
def test_the_updates_are_those_of_the_kit(name: str) -> None:
    decay = 0.1 if name == "adamw" else 0.0
    one = session(2, data="moons", widths=[], batch=1000, held=0.0, optimiser=name, rate=0.03, decay=decay)
    X, y = one.data.X.numpy(), (one.data.y.numpy() == 0).astype(np.float64)
    rule = optimisers.RULES[{"sgd": "gd", "momentum": "heavy_ball"}.get(name, name)]
    beta = 0.9 if name == "rmsprop" else 0.999
    use = optimisers.Settings(rate=0.03, beta_2=beta, decay=decay * np.array([1.0, 1.0, 0.0]))
    theta = one.state.theta[0].numpy().copy()
    memory = optimisers.begin(theta)
    for _ in range(5):
        at = optimisers.ahead(theta, memory, use) if name == "nesterov" else theta
        here = logistic_at(X, y, np.asarray(at[:2], np.float64), float(at[2]))
        theta, memory = rule(theta, np.append(here.grad_w, here.grad_b), memory, use)
    one.advance(5)
    assert np.abs(one.state.theta[0].numpy() - theta).max() < 1e-12


def test_a_rewind_begins_with_the_same_weights() -> None:
    one = session(9, nets=3)
    start = one.state.theta.clone()
    one.advance(4)
    one.set({"rate": 0.5, "optimiser": "adam"})
    one.seek(0)
    assert torch.equal(one.state.theta, start)
    one.set({"batch": 3})
    assert torch.equal(session(9, nets=3, rate=0.5, batch=3).state.theta, start)


def test_seeds_at_once_are_the_seeds_alone_up_to_rounding() -> None:
    many, one = session(3, nets=4), session(3)
    many.advance(5)
    one.advance(5)
    assert torch.allclose(many.state.theta[0], one.state.theta[0], atol=1e-9)
    many.act("choose_net", {"id": 2})
    frame = many.frame()
    assert metrics_of(frame)["nets_shown"] == "3 of 4"
    assert metrics_of(frame)["loss_low"] <= metrics_of(frame)["loss"] <= metrics_of(frame)["loss_high"]
    with pytest.raises(BadInput, match="id is 4"):
        many.act("choose_net", {"id": 4})


def test_twenty_seeds_cost_far_less_than_twenty_runs() -> None:
    one, many = session(), session(nets=20)

    def best(of: Session) -> float:
        found = []
        for _ in range(5):
            begun = time.thread_time()
            of.advance(4)
            found.append(time.thread_time() - begun)
        return min(found)

    assert best(many) < 10 * best(one)  # measured: 2 to 3


def test_epochs_are_counted_whatever_a_step_is() -> None:
    one = session(mode="seeds", points=20, epochs=3)
    one.advance(2)
    one.set({"epochs": 5})
    one.advance(2)
    frame = one.frame()
    assert (metrics_of(frame)["epochs"], metrics_of(frame)["updates"]) == (16, 32)
    assert frame.arrays["fan.here.xy"][:, 0].tolist() == [3, 6, 11, 16]
    one = session(points=1000, held=0.0, batch=1, epochs=50)
    one.advance(1)
    assert metrics(one)["epochs"] == 2
    with pytest.raises(BadInput, match="nets is 50"):
        session(nets=50, widths=[64] * 8)


def test_curves_of_long_runs_are_thinned() -> None:
    one = session(mode="seeds", nets=2, points=20, widths=[2], batch=1000)
    one.advance(700)
    frame = one.frame()
    here = frame.arrays["fan.here.xy"]
    assert 128 <= len(here) <= 256
    assert here[-1, 0] == 700
    assert here[-1, 1] == pytest.approx(np.log10(metrics_of(frame)["loss"]), abs=1e-6)


# ---- gestures


def test_any_weight_and_the_output_bias_can_be_set() -> None:
    one = session(mode="net")
    frame = one.frame()
    assert metrics_of(frame)["unit_name"] == "output"
    place = int(frame.arrays["unit.handles.ids"][-1])
    one.act("set_weight", {"id": place, "value": 2.5})
    frame = one.frame()
    assert metrics_of(frame)["unit_bias"] == 2.5
    assert frame.words["unit.weights.words"] == ("unit 1", "unit 2", "bias")
    for unit in range(7):
        one.act("choose", {"id": unit})
        assert len(one.frame().arrays["unit.handles.ids"]) == (3 if unit < 4 else 5 if unit < 6 else 3)
    with pytest.raises(BadInput, match="id is 25"):
        one.act("set_weight", {"id": 25, "value": 0.0})


def test_a_silenced_unit_gives_nothing_and_learns_nothing() -> None:
    one = session()
    one.act("silence", {"id": 1})
    before = one.state.theta.clone()
    assert np.abs(one.frame().arrays["net.tiles.z"][1]).max() == 0.0
    one.advance(3)
    moved = (one.state.theta != before)[0]
    assert not bool(moved[[1, 5, 9]].any())  # its two weights and its bias
    assert bool(moved[[0, 4, 8]].all())
    one.act("silence", {"id": 1})
    assert np.abs(one.frame().arrays["net.tiles.z"][1]).max() > 0.0


def test_points_are_drawn_moved_and_removed() -> None:
    one = session(data="empty", classes=3)
    assert metrics(one)["loss"] is None
    one.act("draw_points", {"path": [-2.0, 0.0, 2.0, 0.0], "label": 3})
    xy = one.data.X.numpy()
    assert len(xy) >= 16
    assert (np.hypot(*np.diff(xy[np.argsort(xy[:, 0])], axis=0).T) > 0.24).all()
    one.act("add_point", {"x": 0.0, "y": 2.0, "label": 1})
    new = int(one.data.ids[-1])
    one.act("move_point", {"id": new, "x": 9.0, "y": 1.0})
    assert one.data.X[-1].tolist() == [REACH, 1.0]
    one.act("next_label", {"id": new})
    assert float(one.data.y[-1]) == 1.0
    one.advance(2)
    assert metrics(one)["loss"] is not None
    one.act("delete_point", {"id": new})
    assert new not in one.data.ids.tolist()
    with pytest.raises(BadInput, match="label is 4"):
        one.act("add_point", {"x": 0.0, "y": 2.0, "label": 4})
    one.act("clear", {})
    assert metrics(one)["points"] == 0


def test_the_output_layer_is_fitted_by_least_squares() -> None:
    one = session(3, mode="net", data="sine", noise=0.0, widths=[5], init="large")
    one.act("fit_output", {})
    fitted = metrics(one)["loss"]
    for place in one.frame().arrays["unit.handles.ids"][:3].tolist():
        other = session(3, data="sine", noise=0.0, widths=[5], init="large")
        other.act("fit_output", {})
        value = float(other.state.theta[0, place])
        other.act("set_weight", {"id": int(place), "value": value + 0.01})
        assert metrics(other)["loss"] > fitted


# ---- features and files


def test_features_and_their_slopes() -> None:
    X = np.array([[1.0, 2.0], [-0.5, 0.3]])
    text = "x, y, x^2, xy, sin(x)"
    table = columns(text, X)
    assert table[0].tolist() == pytest.approx([1, 2, 1, 2, np.sin(1), 1])
    assert jacobian(text, X)[0].tolist() == pytest.approx(np.array([[1, 0], [0, 1], [2, 0], [2, 1], [np.cos(1), 0]]))
    one = session(features=text)
    one.advance(1)
    assert metrics(one)["shape"] == "5-4-2-1"
    for wrong, words in (("x, z", "z"), ("log(x)", "no value"), ("x,", "features"), ("exp(x^2)^9", "above")):
        with pytest.raises(BadInput, match=words) as refused:
            session(features=wrong)
        assert refused.value.field == "features"


def test_the_ring_needs_a_bend_or_squares() -> None:
    line, squares = session(widths=[]), session(widths=[], features="x^2, y^2")
    for one in (line, squares):
        one.advance(60)
    assert metrics(line)["accuracy"] < 0.75
    assert metrics(squares)["held_accuracy"] > 0.98


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_tables_of_classes_values_and_functions(tmp_path: Path) -> None:
    rows = "".join(f"{k},{k * k % 7},{word}\n" for k, word in enumerate(["cat", "dog", "owl"] * 8))
    found = load(Params(), write(tmp_path, "a,b,kind\n" + rows))
    assert (found.classes, found.names, found.inputs, found.outputs) == (3, ("cat", "dog", "owl"), ("a", "b"), 3)
    assert int(found.held.sum()) == 7
    one = session()
    one.load(write(tmp_path, "a,b,kind\n" + rows))
    one.advance(2)
    assert metrics(one)["shape"] == "2-4-2-3"
    values = "".join(f"{k};{k * k % 7};{0.37 * k}\n" for k in range(20))
    assert load(Params(), write(tmp_path, values)).classes == 0
    line = load(Params.make({"data": "sine"}), write(tmp_path, "x,y\n0,1\n1,3\n2,2\n"))
    assert line.dimension == 1
    assert line.y.tolist() == [-1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,2\n3,4\n", "2 columns"),
        ("1,2,a\n3,4,a\n", "every row has the label"),
        ("1,2,a\n3,4,b\n5,x,a\n", "not a number"),
        ("".join(f"1,2,w{k}\n" for k in range(9)), "9 labels"),
    ],
)
def test_what_cannot_be_learnt_is_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        load(Params(), write(tmp_path, text))


def test_confusion_counts_every_point() -> None:
    one = preset("iris")
    one.advance(40)
    frame = one.frame()
    assert int(frame.arrays["confusion_flat"].sum()) == 150
    hits = np.trace(frame.arrays["confusion_flat"].reshape(3, 3))
    both = metrics_of(frame)["accuracy"] * 105 + metrics_of(frame)["held_accuracy"] * 45
    assert hits == pytest.approx(both)
    assert tree.same(one.data, preset("iris").data)


@pytest.mark.parametrize(
    ("params", "epochs"), [({"widths": [64] * 8}, 15), ({"training": "worst"}, 4), ({"batch": 1}, 14), ({}, 50)]
)
def test_a_step_of_a_large_net_or_on_worst_points_has_fewer_passes(params: dict[str, Any], epochs: int) -> None:
    one = session(epochs=50, **params)
    one.advance()
    assert one.state.epochs == epochs


# ---- a net of linear units, and the weights of a unit


@pytest.mark.parametrize("widths", [[], [5], [3, 2, 4]])
def test_a_net_of_linear_units_is_one_matrix(widths: list[float]) -> None:
    one = session(
        mode="linear", data="pinwheel", classes=4, features="x, y, x^2, xy", widths=widths, activation="linear"
    )
    one.advance(30)
    frame = one.frame()
    assert metrics_of(frame)["closure_gap"] < 1e-12
    assert metrics_of(frame)["rank"] <= min([4, *widths])
    one.set({"activation": "tanh"})
    assert one.frame().metrics["closure_gap"] is None
    assert one.frame().metrics["singular_1"] is None


def test_a_silenced_unit_takes_its_part_out_of_the_matrix() -> None:
    one = session(mode="linear", data="pinwheel", classes=4, widths=[3], activation="linear")
    one.advance(10)
    one.act("silence", {"id": 1})
    assert metrics(one)["closure_gap"] < 1e-12


def test_the_weights_of_the_unit_under_the_cursor_stand_out() -> None:
    one = session(mode="net", widths=[9, 9])

    def strong(cursor: tuple[float, float] | None) -> int:
        arrays = one.frame(View({"net": PlotView((-0.6, 3.5), (0.0, 1.0), 800, 500, cursor)})).arrays
        return len(arrays["net.negative.xy"]) + len(arrays["net.positive.xy"])

    assert strong(None) == 9, "of many weights those into the chosen output"
    assert strong((1.0, 0.5)) == 2 + 9, "into and out of the middle unit of the first layer"
    assert strong((0.4, 0.02)) == 9, "no unit is there"


def test_classes_of_a_file_keep_their_names(tmp_path: Path) -> None:
    from playground.texts.notes import Paragraph, parse
    from playground.texts.template import fill

    run = session()
    rows = [f"{k},{-k},{'cat' if k > 0 else 'dog'}" for k in (1, 2, -1)]
    (tmp_path / "own.csv").write_text("\n".join(["x,y,kind", *rows]))
    run.load(tmp_path / "own.csv")
    frame = run.frame()
    assert frame.words["plane.points.class_names"] == ("cat", "dog")
    known = {**frame.params, **frame.metrics}
    told = [
        fill(block.text, catalog.declaration("mlp"), known, frame.arrays)
        for section in parse(catalog.notes("mlp"))
        if section.visible(known)
        for block in section.blocks
        if isinstance(block, Paragraph)
    ]
    assert any("the probability of class cat, of cat, dog." in words for words in told)
