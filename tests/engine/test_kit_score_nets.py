"""The score net: gradients against automatic differentiation, purity, what training brings, and its file."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.kit import tree
from playground.engine.kit.diffusion import losses, mixtures, nets, schedules, training
from playground.engine.kit.diffusion.losses import KINDS
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.nets import Net

SCHEDULE = schedules.linear(100)


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def ring() -> Mixture:
    angle = torch.arange(8) * math.pi / 4
    centres = 2 * torch.stack([torch.cos(angle), torch.sin(angle)], 1).double()
    return mixtures.mixture(torch.ones(8).double(), centres, torch.full((8,), 0.09, dtype=torch.float64))


def net() -> Net:
    """A small net in double precision, its last layer not zero."""
    start = nets.begin(torch.randn(50, 2, generator=generator()), (7, 5), generator())
    theta = 0.5 * torch.randn(start.theta.shape, generator=generator(2), dtype=torch.float64)
    return Net(theta, start.mean.double(), start.spread.double(), start.sizes)


def loss_by_autograd(net: Net, kind: str, x: Tensor, z: Tensor, level: nets.NoiseLevel, v: Tensor) -> Tensor:
    """The definition of the loss, the Jacobian of the score by automatic differentiation."""

    def h(points: Tensor) -> Tensor:
        y = (points - level.shift * net.mean) / level.size
        return -y / level.size + level.gain * nets.forward(net, y, level.features).output

    sigma = level.sigma
    if kind == "noise":
        return (z + sigma * h(x)).square().sum(1).mean()
    if kind == "denoising":
        weight = (level.size * sigma / (level.shift * net.spread)) ** 2
        return (weight * (h(x) + z / sigma).square()).sum(1).mean()
    points = x.clone().requires_grad_()
    found = h(points)
    slope = [torch.autograd.grad(found[:, i].sum(), points, create_graph=True)[0] for i in range(2)]
    J = torch.stack(slope, 1)
    trace = J[:, 0, 0] + J[:, 1, 1] if kind == "hyvarinen" else torch.einsum("ni,nij,nj->n", v, J, v)
    return (sigma[:, 0] ** 2 * (found.square().sum(1) / 2 + trace)).mean()


@pytest.mark.parametrize("kind", KINDS)
def test_value_and_gradient_are_those_of_automatic_differentiation(kind: str) -> None:
    model = net()
    t = torch.tensor([1, 5, 20, 60, 99, 100])
    level = nets.NoiseLevel(*(part.double() for part in nets.frame(model, SCHEDULE.scale[t], SCHEDULE.sigma[t])))
    x, z = torch.randn(2, 6, 2, generator=generator(3), dtype=torch.float64)
    signs = torch.randint(0, 2, (1, 6, 2), generator=generator(4)).double()[0] * 2 - 1
    value, gradient = losses.value_and_gradient(model, kind, x, z, level, generator(4))
    theta = model.theta.clone().requires_grad_()
    expected = loss_by_autograd(model._replace(theta=theta), kind, x, z, level, signs)
    expected.backward()  # type: ignore[no-untyped-call]
    assert value == pytest.approx(expected.item(), rel=1e-9)
    torch.testing.assert_close(gradient, theta.grad, rtol=1e-8, atol=1e-9)


def test_a_new_net_has_the_score_of_a_gaussian() -> None:
    data = 3 + 2 * torch.randn(4000, 2, generator=generator())
    model = training.begin(data, generator()).best
    scale, sigma = SCHEDULE.scale[40].item(), SCHEDULE.sigma[40].item()
    x = torch.randn(10, 2, generator=generator(1))
    variance = scale**2 * model.spread.item() ** 2 + sigma**2
    torch.testing.assert_close(training.as_score(model, SCHEDULE)(x, 40), -(x - scale * model.mean) / variance)
    assert model.spread.item() == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize("kind", KINDS)
def test_training_brings_the_score_nearer(kind: str) -> None:
    law, rng = ring(), generator()
    data = mixtures.sample(law, 4000, rng)[0].float()
    state = training.begin(data, rng)
    levels = (5, 15, 30, 60)
    before = training.relative_error(training.as_score(state.best, SCHEDULE), law, SCHEDULE, levels, 500, generator(1))
    for _ in range(150):
        batch = data[torch.randint(0, 4000, (256,), generator=rng)]
        state = training.train(state, SCHEDULE, batch, kind, rng)
    after = training.relative_error(training.as_score(state.best, SCHEDULE), law, SCHEDULE, levels, 500, generator(1))
    assert after.mean() < 0.75 * before.mean()
    assert state.adam.taken == 150


def test_an_update_leaves_its_inputs_and_repeats_bit_for_bit() -> None:
    state = training.begin(torch.randn(100, 2, generator=generator()), generator())
    x0 = torch.randn(32, 2, generator=generator(1))
    kept = tree.digest((state, x0))
    first = training.train(state, SCHEDULE, x0, "sliced", generator(2))
    second = training.train(state, SCHEDULE, x0, "sliced", generator(2))
    assert tree.digest((state, x0)) == kept
    assert tree.same(first, second)
    assert not tree.same(first, state)


def test_the_file_of_a_net_gives_the_net() -> None:
    model = training.begin(torch.randn(100, 2, generator=generator()), generator()).best
    assert tree.same(training.from_bytes(training.to_bytes(model)), model)


@pytest.mark.parametrize("broken", [b"", b"\x00" * 50, training.to_bytes(net()._replace(theta=torch.zeros(3)))])
def test_another_file_is_refused(broken: bytes) -> None:
    with pytest.raises(BadInput, match="net"):
        training.from_bytes(broken)
