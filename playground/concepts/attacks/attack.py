"""The attack that is chosen, on the drawing or on the point, of the standard and of the robust net."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from playground.concepts.attacks import Params
from playground.concepts.attacks.attacking import (
    Net,
    ascended,
    deepfool,
    losses_of,
    one_step,
    scores_of,
    size_of,
)
from playground.concepts.attacks.state import State, dividers, epsilon, in_plane, readers, same_size
from playground.concepts.attacks.stepping import PIXELS
from playground.engine.kit.arrays import Floats
from playground.engine.kit.newest import Newest


class Attacked(NamedTuple):
    """What an attack does to one input of one net.

    Attributes:
        way: the changes from 0 to the last, (steps + 1, d).
        losses: of the class that the net gave at first, at each of them, (steps + 1,).
        before, after, noisy: probabilities of the classes for the input, the changed input and the noisy one, (K,).
        eta: the change, (d,).
        noise: as large a change at random, (d,).
        size: of the change in the chosen norm.
    """

    way: Floats
    losses: Floats
    before: Floats
    after: Floats
    noisy: Floats
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
    return _KEPT.of(key, known, lambda: _both(params, nets, x, state.target))


def _both(params: Params, nets: Net, x: Floats, target: int) -> tuple[Attacked, Attacked]:
    return _one(params, nets.of(0), x, target), _one(params, nets.of(1), x, target)


def _one(params: Params, net: Net, x: Floats, target: int) -> Attacked:
    eps, clip = epsilon(params), None if in_plane(params) else PIXELS
    out = scores_of(net, x)
    labels = out.argmax(-1)
    aimed = target >= 0 and target != int(labels[0]) and params.method != "deepfool"
    wanted = np.array([target]) if aimed else labels
    if params.method == "deepfool":
        found_way = deepfool(net, x, params.norm)
        etas = np.concatenate([found_way.path, found_way.eta[None]])
    elif params.method == "fgsm":
        etas = one_step(net, x, wanted, -eps if aimed else eps, params.norm, clip).etas
    else:
        stride = params.stride * (-eps if aimed else eps)
        etas = ascended(net, x, wanted, eps, stride, params.norm, params.steps, clip).etas
    way = etas[:, 0]
    noise = same_size(params.norm, float(size_of(way[-1], params.norm)) if params.method == "deepfool" else eps, _normal(x))
    noisy = x + noise if clip is None else np.clip(x + noise, *clip)
    found = scores_of(net, np.concatenate([x + way, noisy]))
    shares = np.exp(found - found.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)
    return Attacked(
        way,
        losses_of(found[:-1], np.repeat(labels, len(way))),
        shares[0],
        shares[-2],
        shares[-1],
        way[-1],
        (noisy - x)[0],
        float(size_of(way[-1], params.norm)),
    )


def _normal(x: Floats) -> Floats:
    """The same standard normal numbers in every frame."""
    rng = torch.Generator().manual_seed(len(x[0]))
    return torch.randn(x.shape, generator=rng, dtype=torch.float64).numpy()
