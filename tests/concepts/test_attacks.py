"""Attacks: gradients against torch, the smallest steps against search, certificates against exact shares, and acts."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import torch

from playground import open_session
from playground.concepts.attacks import lipschitz, smoothing
from playground.concepts.attacks.attacking import (
    Net,
    NormName,
    affine_distances,
    ascended,
    deepfool,
    dual_size,
    one_step,
    scores_of,
    seen_by,
    size_of,
    slopes_of,
    within,
)
from playground.concepts.attacks.nearest import nearest
from playground.concepts.attacks.state import two_scores
from playground.engine.errors import BadInput
from playground.engine.kit.dense.layout import length, views
from playground.engine.kit.dense.passes import Rules, forward, with_ones
from playground.engine.kit.shrinkage import onto_l1

NORMS: tuple[NormName, ...] = ("linf", "l2", "l1")


def _net(sizes: tuple[int, ...], seed: int = 0) -> Net:
    theta = np.random.default_rng(seed).normal(size=length(sizes))
    return Net(views(theta, sizes), Rules("relu"))


def test_the_slope_by_the_input_is_that_of_torch() -> None:
    """Cross-entropy by the point, float64, within 1e-10."""
    net, X = _net((7, 9, 4)), np.random.default_rng(1).normal(size=(5, 7))
    labels = np.array([0, 1, 2, 3, 1])
    x = torch.tensor(X, requires_grad=True)
    z = x
    for depth, layer in enumerate(net.layers):
        z = z @ torch.tensor(layer.W) + torch.tensor(layer.b)
        z = z.relu() if depth < len(net.layers) - 1 else z
    torch.nn.functional.cross_entropy(z, torch.tensor(labels), reduction="sum").backward()  # type: ignore[no-untyped-call]
    assert x.grad is not None
    assert np.abs(slopes_of(net, seen_by(net, X), labels) - x.grad.numpy()).max() < 1e-10


@pytest.mark.parametrize("norm", NORMS)
def test_no_change_leaves_its_ball_and_the_pixels(norm: NormName) -> None:
    """Every step of PGD, and the one step, of three nets at once."""
    theta = np.random.default_rng(2).normal(size=(3, length((6, 8, 3))))
    nets = Net(views(theta, (6, 8, 3)), Rules("relu"))
    X, labels = np.random.default_rng(3).uniform(size=(4, 6)), np.array([0, 1, 2, 0])
    found = ascended(nets, X, labels, 0.3, 0.1, norm, 8, (0.0, 1.0))
    assert found.etas.shape == (9, 3, 4, 6)
    assert size_of(found.etas, norm).max() <= 0.3 + 1e-12
    assert ((X + found.etas >= -1e-12) & (X + found.etas <= 1 + 1e-12)).all()
    assert size_of(one_step(nets, X, labels, 0.3, norm).etas[-1], norm).max() <= 0.3 + 1e-12
    alone = ascended(nets.of(1), X, labels, 0.3, 0.1, norm, 8, (0.0, 1.0))
    assert np.abs(alone.etas - found.etas[:, 1]).max() < 1e-12


@pytest.mark.parametrize("norm", NORMS)
def test_the_step_over_a_line_is_the_smallest(norm: NormName) -> None:
    """It just reaches the boundary, DeepFool finds it in one step, and the pieces of the line give the same."""
    net = two_scores(views(np.array([1.5, -0.7, 0.3]), (2, 1)))
    x = np.array([0.8, -0.4])
    _, far, which, eta = affine_distances(net.layers[0].W.T, net.layers[0].b[0], x, norm)
    assert which is not None
    before, near, beyond = scores_of(net, x + np.array([[0.0], [0.999], [1.001]]) * eta).argmax(-1)
    assert before == near != beyond
    pushed = deepfool(net, x[None], norm)
    assert pushed.steps[0] == 1
    assert size_of(pushed.eta[0], norm) == pytest.approx(1.02 * far[which])
    # The same line as one long piece.
    ends = np.array([[y, (1.5 * y + 0.3) / 0.7] for y in (-50.0, 50.0)]).reshape(1, 4)
    assert nearest(ends, x, norm)[0] == pytest.approx(far[which])
    assert nearest(np.zeros((0, 4)), x, norm)[0] is None


@pytest.mark.parametrize("norm", NORMS)
def test_a_projection_is_the_nearest_place_of_the_ball(norm: NormName) -> None:
    """No random place of the ball is nearer; rows do not touch one another."""
    rng = np.random.default_rng(4)
    rows = rng.normal(size=(6, 3))
    found = within(rows, 0.8, norm)
    ball = rng.normal(size=(4000, 3))
    ball *= 0.8 * rng.uniform(size=(4000, 1)) / size_of(ball, norm)[:, None]
    for row, place in zip(rows, found, strict=True):
        assert size_of(place, norm) <= 0.8 + 1e-12
        assert np.linalg.norm(row - place) <= np.linalg.norm(row - ball, axis=1).min() + 1e-12
        assert np.abs(within(row[None], 0.8, norm)[0] - place).max() < 1e-15
    assert onto_l1(np.zeros(3), 0.0).tolist() == [0.0, 0.0, 0.0]


def test_the_pieces_of_a_net_hold_its_steepest_place() -> None:
    """The exact constant of 2-16-16-1 in a box is reached on no grid, nearly by a fine one, and below both bounds."""
    layers = views(np.random.default_rng(5).normal(size=length((2, 8, 8, 1))), (2, 8, 8, 1))
    axis = np.linspace(-2, 2, 301)
    grid = np.stack([one.ravel() for one in np.meshgrid(axis, axis)], 1)
    for norm in NORMS:
        exact, _ = lipschitz.exact(layers, (-2.0, 2.0, -2.0, 2.0), norm)
        from_grid = dual_size(lipschitz.gradients(layers, forward(layers, Rules("relu"), with_ones(grid))), norm).max()
        weights = [one.W for one in layers]
        assert 0.9 * exact <= from_grid <= exact + 1e-9
        assert exact <= min(lipschitz.product(weights, norm), lipschitz.absolute(weights, norm)) + 1e-9


def test_the_interval_of_a_share_has_its_level() -> None:
    """At its lower end so many votes or more have chance alpha, by the sum of binomials; all and none are exact."""
    for k, n in ((7, 10), (55, 100), (990, 1000)):
        p = smoothing.share_below(k, n, 0.01)
        tail = sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))
        assert tail == pytest.approx(0.01, rel=1e-6)
    assert smoothing.share_below(0, 10) == 0.0
    assert smoothing.share_below(10, 10, 0.001) == pytest.approx(0.001**0.1)
    assert smoothing.share_above(0, 10, 0.001) == pytest.approx(1 - 0.001**0.1)
    assert smoothing.radius(0.5, 1.0) == 0.0


def test_acts_on_the_paper_and_in_the_plane() -> None:
    """A stroke darkens, the rubber and a new sheet lighten, a target is aimed at, and the point keeps to the window."""
    run = open_session("attacks", digits="handwritten")
    ink = run.arrays["change.drawing.z"].sum()
    run.act("draw", path=[0.1, 0.9, 0.9, 0.9])
    more = run.arrays["change.drawing.z"].sum()
    assert more > ink
    run.act("erase", path=[0.1, 0.9, 0.9, 0.9])
    assert run.arrays["change.drawing.z"].sum() < more
    run.act("blank")
    assert run.arrays["change.drawing.z"].sum() == 0
    with pytest.raises(BadInput, match="pairs of x and y"):
        run.act("draw", path=[0.1, 0.9, 0.9])
    run.act("example", digit=7)
    run.step(30)
    says = int(run.arrays["standard_says.before.heights"].argmax())
    target = (says + 3) % 10
    run.act("aim", digit=target)
    assert run.arrays["standard_says.after.heights"][target] > run.arrays["standard_says.before.heights"][target]


def test_the_point_is_put_and_a_plane_without_points_stands_still() -> None:
    """The point is kept within the window; with all points gone a step changes nothing and nothing fails."""
    run = open_session("attacks", preset="lockstep")
    run.step(2)
    run.act("put", x=50.0, y=-0.5)
    assert run.arrays["standard.point.xy"].tolist() == [[3.0, -0.5]]
    run.act("clear")
    before = run.arrays["standard.boundary.xy"].copy()
    run.step(3)
    assert (run.arrays["standard.boundary.xy"] == before).all()


def test_both_worlds_keep_what_they_learnt() -> None:
    """Turning to the plane and back leaves the nets that read digits as they were."""
    run = open_session("attacks", digits="handwritten")
    run.step(3)
    before = run.metrics["updates"]
    run.set(mode="plane").step(2)
    assert run.metrics["updates"] == 4
    run.set(mode="picture")
    assert run.metrics["updates"] == before


def test_a_net_of_ones_own_stands_in_the_place_of_the_standard_one(tmp_path: Path) -> None:
    """Its scores are those that torch gives; a net of another shape is refused by name."""
    net = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 10)).double()
    file = tmp_path / "mine.pt"
    torch.save(net.state_dict(), file)
    run = open_session("attacks", digits="handwritten")
    run.load(file)
    x = torch.tensor(run.arrays["change.drawing.z"]).flatten()
    shares = net(x).softmax(0).detach().numpy()
    assert np.abs(run.arrays["standard_says.before.heights"] - shares).max() < 1e-6
    torch.save(torch.nn.Sequential(torch.nn.Linear(64, 9), torch.nn.ReLU(), torch.nn.Linear(9, 10)).state_dict(), file)
    with pytest.raises(BadInput, match=r"64-9-10, allowed is 64-64-10 or 2-16-16-1"):
        run.load(file)
