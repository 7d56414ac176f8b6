"""The attack that is chosen, on the drawing or on the point, of the standard and of the robust net."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from playground.concepts.attacks import Params
from playground.concepts.attacks.attacking import Net, climb, deepfool, losses_of, scores_of, size_of, steepest, within
from playground.concepts.attacks.state import State, dividers, epsilon, in_plane, readers, same_size
from playground.concepts.attacks.stepping import PIXELS
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import softmax
from playground.engine.kit.newest import Newest


class Attacked(NamedTuple):
    """What an attack does to one input of one net.

    Attributes:
        way: the changes from 0 to the last, (steps + 1, d).
        losses: of the class that the net gave at first, at each of them, (steps + 1,).
        before, after, noisy: probabilities of the classes for the input, the changed input and the noisy one, (K,).
        scores: for the input, (K,).
        eta: the change, (d,).
        noise: as large a change at random, (d,).
        size: of the change in the chosen norm.
    """

    way: Floats
    losses: Floats
    before: Floats
    after: Floats
    noisy: Floats
    scores: Floats
    eta: Floats
    noise: Floats
    size: float

    @property
    def says(self) -> tuple[int, int, int]:
        """The class before, after, and under the noise."""
        return int(self.before.argmax()), int(self.after.argmax()), int(self.noisy.argmax())

    @property
    def flips(self) -> bool:
        """Whether the class is another."""
        return self.says[0] != self.says[1]


_KEPT: Newest[tuple[Attacked, Attacked]] = Newest()


def attacked(params: Params, state: State) -> tuple[Attacked, Attacked]:
    """The attack on the standard and on the robust net, of the drawing or of the point; kept while nothing changes."""
    known = (params.method, params.norm, epsilon(params), params.steps, params.stride, params.net, state.target)
    if in_plane(params):
        both, place = dividers(params, state), state.point
        return _KEPT.of((state.divider.theta, place), known, lambda: _both(params, both, place.numpy()[None], -1))
    nets, x = readers(params, state), state.drawing.numpy().reshape(1, -1)
    key = (state.reader.theta, state.drawing)
    return _KEPT.of(key, known, lambda: _both(params, nets.first(2), x, state.target))


def _both(params: Params, nets: Net, x: Floats, target: int) -> tuple[Attacked, Attacked]:
    """The attack on both nets at once, (2, 1, d)."""
    eps, clip = epsilon(params), None if in_plane(params) else PIXELS
    labels = scores_of(nets, x).argmax(-1)
    aimed = (target >= 0) & (labels != target)
    wanted = np.where(aimed, target, labels)
    normal = _normal(x)
    if params.method == "deepfool":
        found = [deepfool(nets.of(k), x, params.norm) for k in (0, 1)]
        ways = [np.concatenate([one.path, one.eta[None]])[:, 0] for one in found]
        noise = [same_size(params.norm, float(size_of(way[-1], params.norm)), normal) for way in ways]
    else:
        sign = np.where(aimed, -1.0, 1.0)[..., None]
        many = params.method == "pgd"
        stride, steps = (params.stride * eps, params.steps) if many else (eps, 1)

        def move(eta: Floats, g: Floats) -> Floats:
            moved = eta + stride * steepest(sign * g, params.norm)
            return within(moved, eps, params.norm) if many else moved

        etas = climb(nets, x, wanted, move, steps, None, clip).etas
        ways, noise = [etas[:, k, 0] for k in (0, 1)], [same_size(params.norm, eps, normal)] * 2
    return tuple(_told(params, nets.of(k), x, ways[k], noise[k], clip) for k in (0, 1))  # type: ignore[return-value]


def _told(
    params: Params, net: Net, x: Floats, way: Floats, noise: Floats, clip: tuple[float, float] | None
) -> Attacked:
    """What a net says on the way and under the noise."""
    noisy = x + noise if clip is None else np.clip(x + noise, *clip)
    found = scores_of(net, np.concatenate([x + way, noisy]))
    shares = softmax(found)
    return Attacked(
        way=way,
        losses=losses_of(found[:-1], np.repeat(found[:1].argmax(-1), len(way))),
        before=shares[0],
        after=shares[-2],
        noisy=shares[-1],
        scores=found[0],
        eta=way[-1],
        noise=(noisy - x)[0],
        size=float(size_of(way[-1], params.norm)),
    )


def _normal(x: Floats) -> Floats:
    """The same standard normal numbers in every frame."""
    rng = torch.Generator().manual_seed(len(x[0]))
    return torch.randn(x.shape, generator=rng, dtype=torch.float64).numpy()
