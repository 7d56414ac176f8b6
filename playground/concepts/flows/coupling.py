"""Coupling layers: one coordinate stays, the other is scaled and shifted by functions of it; forwards, back, gradient.

A layer sends (k, c) to (k, c exp(s(k)) + t(k)), so that its Jacobian is triangular and its log-determinant is s(k).
From the base to the data the layers come in order; a likelihood takes them backwards. All layers of a flow have the
same size and lie one behind the other in one flat vector of weights.

Sources: L. Dinh, D. Krueger and Y. Bengio, NICE (2014); L. Dinh, J. Sohl-Dickstein and S. Bengio, Density estimation
using Real NVP (2017).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.flat_weights import FlatLayout, laid_out, length_of, matrices_of
from playground.engine.kit.giving_way import give_way

FlowKind = Literal["coupling", "one_side", "additive", "affine"]
BaseLaw = Literal["one", "two"]
LayerFunctions = Callable[[int, Tensor], tuple[Tensor, Tensor]]

CLAMP = 2.0
"""The largest |s| of a layer: s = 2 tanh(a/2)."""
APART = 4.0
"""The base of two Gaussians has its means at (-4, 0) and (4, 0)."""
_NODES, _REACH = 513, 6.0  # of the tables for pictures
_FIRST = 1.0  # the deviation of the first layer's weights of a net
_LOG_2PI = math.log(2 * math.pi)


class Flow(NamedTuple):
    """An invertible map of the plane.

    Attributes:
        theta: the weights of all layers, (P,).
        layers: how many there are.
        hidden: units of each of the two hidden layers of a net.
        kind: coupling; one_side: the same coordinate stays in all layers; additive: s = 0; affine: s does not depend on
            k, and t is a line.
        base: the law that is bent: a standard normal one, or an equal mixture of two.
    """

    theta: Tensor
    layers: int
    hidden: int
    kind: FlowKind
    base: BaseLaw


class _Pass(NamedTuple):
    """What the net of a layer did: hidden values (n, h) of both layers, and s and t, (n,)."""

    k: Tensor
    H1: Tensor
    H2: Tensor
    s: Tensor
    t: Tensor


def begin(layers: int, hidden: int, kind: FlowKind, base: BaseLaw, rng: torch.Generator) -> Flow:
    """A flow that changes nothing yet: the last layer of each net is 0."""
    layout = layout_of(layers, hidden, kind)
    theta = torch.zeros(length_of(layout))
    parts = matrices_of(theta, layout)
    if kind != "affine":
        parts["W1"].copy_(_FIRST * torch.randn(parts["W1"].shape, generator=rng))
        parts["b1"].copy_(torch.randn(parts["b1"].shape, generator=rng))
        parts["W2"].copy_(math.sqrt(2 / hidden) * torch.randn(parts["W2"].shape, generator=rng))
    return Flow(theta, layers, hidden, kind, base)


@lru_cache(maxsize=64)
def layout_of(layers: int, hidden: int, kind: FlowKind) -> FlatLayout:
    """Where the matrices lie: of layer l, a line (slope and offset of s and t) or a net with two hidden layers."""
    if kind == "affine":
        return laid_out({"slope": (layers, 2), "offset": (layers, 2)})
    return laid_out(
        {
            "W1": (layers, 1, hidden),
            "b1": (layers, hidden),
            "W2": (layers, hidden, hidden),
            "b2": (layers, hidden),
            "W3": (layers, hidden, 2),
            "b3": (layers, 2),
        }
    )


def kept_of(kind: FlowKind, layer: int) -> int:
    """Which coordinate stays in a layer: the first and the second in turn, or always the first."""
    return 0 if kind == "one_side" else layer % 2


def coupled(k: Tensor, c: Tensor, s: Tensor, t: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """One layer towards the data: what stays, c exp(s) + t, and the log-determinant, s summed over coordinates."""
    return k, c * torch.exp(s) + t, s.reshape(len(k), -1).sum(1)


def uncoupled(k: Tensor, c: Tensor, s: Tensor, t: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The same layer back: what stays, (c - t) exp(-s), and the log-determinant of the way back, -s."""
    return k, (c - t) * torch.exp(-s), -s.reshape(len(k), -1).sum(1)


def log_base(base: BaseLaw, z: Tensor) -> Tensor:
    """The log density of the base at points (n, 2), (n,)."""
    normal = -0.5 * z.square().sum(1) - _LOG_2PI
    if base == "one":
        return normal
    # log of the mean of N((-m, 0), I) and N((m, 0), I): the normal one times cosh(m z_1), scaled.
    m = APART * z[:, 0]
    return normal - 0.5 * APART**2 + m.abs() + torch.log1p(torch.exp(-2 * m.abs())) - math.log(2)


def sample_base(base: BaseLaw, n: int, rng: torch.Generator) -> Tensor:
    """Points of the base, (n, 2)."""
    z = torch.randn(n, 2, generator=rng)
    if base == "two":
        z[:, 0] += torch.where(torch.rand(n, generator=rng) < 0.5, -APART, APART)
    return z


def pushed(
    flow: Flow, z: Tensor, first: int = 0, last: int | None = None, told: LayerFunctions | None = None
) -> tuple[Tensor, Tensor]:
    """Points (n, 2) of level `first` at level `last` (all layers: the data's), and the log-determinants, (n,).

    `told` gives s and t of a layer by another way than its net.
    """
    told = told or exact_functions(flow)
    x, total = z, z.new_zeros(len(z))
    for layer in range(first, flow.layers if last is None else last):
        x, log = _moved(flow, told, layer, x, coupled)
        total = total + log
    return x, total


def pulled(
    flow: Flow, x: Tensor, first: int | None = None, last: int = 0, told: LayerFunctions | None = None
) -> tuple[Tensor, Tensor]:
    """Points (n, 2) of level `first` (the data's) back at level `last`, and the log-determinants of the way, (n,)."""
    told = told or exact_functions(flow)
    z, total = x, x.new_zeros(len(x))
    for layer in reversed(range(last, flow.layers if first is None else first)):
        z, log = _moved(flow, told, layer, z, uncoupled)
        total = total + log
    return z, total


def log_density(flow: Flow, x: Tensor) -> Tensor:
    """Log p(x) at points (n, 2), (n,): the base's at f⁻¹(x) plus the log-determinant of f⁻¹."""
    z, log = pulled(flow, x)
    return log_base(flow.base, z) + log


def exact_functions(flow: Flow) -> LayerFunctions:
    """S and t of a layer at places k (n,), (n,) each, by its net."""
    parts = _functions(flow)

    def told(layer: int, k: Tensor) -> tuple[Tensor, Tensor]:
        done = _net(flow, parts, layer, k)
        return done.s, done.t

    return told


def tabulated_functions(flow: Flow) -> LayerFunctions:
    """The same between many nodes from -6 to 6, by straight lines: for pictures, where it is ten times as fast."""
    exact, nodes = exact_functions(flow), torch.linspace(-_REACH, _REACH, _NODES)
    tables = [exact(layer, nodes) for layer in range(flow.layers)]

    def told(layer: int, k: Tensor) -> tuple[Tensor, Tensor]:
        at = ((k + _REACH) * ((_NODES - 1) / (2 * _REACH))).clamp(0, _NODES - 1.001)
        low = at.long()
        share = at - low
        s, t = (torch.lerp(table[low], table[low + 1], share) for table in tables[layer])
        return s, t

    return told


def value_and_gradient(flow: Flow, x: Tensor) -> tuple[float, Tensor]:
    """The mean negative log-likelihood of points (n, 2), in nats, and its gradient by the weights, (P,)."""
    parts = _functions(flow)
    n, passes, z, logs = len(x), [], x, x.new_zeros(len(x))
    for layer in reversed(range(flow.layers)):
        kept = kept_of(flow.kind, layer)
        done = _net(flow, parts, layer, z[:, kept])
        _, c, log = uncoupled(done.k, z[:, 1 - kept], done.s, done.t)
        z, logs = _joined(kept, done.k, c), logs + log
        passes.append((layer, kept, done, c))
    loss = -float((log_base(flow.base, z) + logs).mean())
    back = z.clone()
    if flow.base == "two":
        back[:, 0] -= APART * torch.tanh(APART * z[:, 0])
    back /= n
    gradient = torch.zeros_like(flow.theta)
    into = matrices_of(gradient, layout_of(flow.layers, flow.hidden, flow.kind))
    for layer, kept, done, c in reversed(passes):
        give_way()
        by_c = back[:, 1 - kept]
        by_old = by_c * torch.exp(-done.s)
        # The loss holds -(-s) / n of every point beside what c hands back.
        by_s = 1.0 / n - by_c * c
        by_k = back[:, kept] + _net_back(flow, parts, into, layer, done, by_s, -by_old)
        back = _joined(kept, by_k, by_old)
    return loss, gradient


def _moved(
    flow: Flow,
    told: LayerFunctions,
    layer: int,
    at: Tensor,
    way: Callable[[Tensor, Tensor, Tensor, Tensor], tuple[Tensor, Tensor, Tensor]],
) -> tuple[Tensor, Tensor]:
    """Points after one layer, in either direction, and its log-determinants."""
    give_way()
    kept = kept_of(flow.kind, layer)
    k, c, log = way(at[:, kept], at[:, 1 - kept], *told(layer, at[:, kept]))
    return _joined(kept, k, c), log


def _joined(kept: int, k: Tensor, c: Tensor) -> Tensor:
    return torch.stack((k, c) if kept == 0 else (c, k), 1)


def _functions(flow: Flow) -> dict[str, Tensor]:
    return matrices_of(flow.theta, layout_of(flow.layers, flow.hidden, flow.kind))


def _net(flow: Flow, parts: dict[str, Tensor], layer: int, k: Tensor) -> _Pass:
    """What a layer's functions say at k (n,)."""
    none = k.new_zeros(0)
    if flow.kind == "affine":
        slope, offset = parts["slope"][layer], parts["offset"][layer]
        return _Pass(k, none, none, offset[0].expand(len(k)), slope[1] * k + offset[1])
    H1 = torch.tanh(torch.addmm(parts["b1"][layer], k[:, None], parts["W1"][layer]))
    H2 = torch.tanh(torch.addmm(parts["b2"][layer], H1, parts["W2"][layer]))
    a = torch.addmm(parts["b3"][layer], H2, parts["W3"][layer])
    s = torch.zeros_like(k) if flow.kind == "additive" else CLAMP * torch.tanh(a[:, 0] / CLAMP)
    return _Pass(k, H1, H2, s, a[:, 1])


def _net_back(
    flow: Flow,
    parts: dict[str, Tensor],
    into: dict[str, Tensor],
    layer: int,
    done: _Pass,
    by_s: Tensor,
    by_t: Tensor,
) -> Tensor:
    """Writes the gradient by a layer's weights into its place; returns that by k, (n,)."""
    if flow.kind == "affine":
        into["offset"][layer] = torch.stack([by_s.sum(), by_t.sum()])
        into["slope"][layer, 1] = (by_t * done.k).sum()
        return by_t * parts["slope"][layer, 1]
    by_a = by_s * (0.0 if flow.kind == "additive" else 1.0 - (done.s / CLAMP).square())
    G = torch.stack([by_a, by_t], 1)
    into["W3"][layer], into["b3"][layer] = done.H2.T @ G, G.sum(0)
    G = (G @ parts["W3"][layer].T) * (1.0 - done.H2.square())
    into["W2"][layer], into["b2"][layer] = done.H1.T @ G, G.sum(0)
    G = (G @ parts["W2"][layer].T) * (1.0 - done.H1.square())
    into["W1"][layer], into["b1"][layer] = done.k[None] @ G, G.sum(0)
    return G @ parts["W1"][layer, 0]
