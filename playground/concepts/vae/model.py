"""A run as pure functions of the contract: training of the net, or samples of two estimators of a gradient."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from playground.concepts.vae import Params, linear, net
from playground.concepts.vae.bound import bound
from playground.concepts.vae.gradient import baseline_of, gradient
from playground.concepts.vae.plane import axes_of, pictures, plane
from playground.concepts.vae.state import Data, Info, State
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import strokes
from playground.engine.kit.opened_drawing import as_drawing
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn
from playground.resources import INK, SIDE, digits

BATCH = 128
SAMPLES = 10  # of the estimators at a step
_MARGIN = 0.06  # round a drawing of the user's


def make_data(params: Params, ctx: Ctx) -> Data:
    """The digits that ship."""
    X = torch.from_numpy(digits()[0].reshape(-1, SIDE * SIDE) / INK).float()
    return Data(X, torch.zeros((0, SIDE * SIDE)))


def load(params: Params, path: Path) -> Data:
    """The digits, and a drawing of the user's own, as dark as theirs where it is darkest: a thin pen is pale here."""
    X = torch.from_numpy(digits()[0].reshape(-1, SIDE * SIDE) / INK).float()
    own = as_drawing(path, SIDE, _MARGIN).reshape(1, -1)
    return Data(X, own / own.max().clamp_min(1e-6))


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """A net with random weights, the point in the middle, and two drawings; no samples."""
    first, other = torch.randint(len(data.X), (2,), generator=ctx.rng).tolist()
    theta = net.begin(params.latent, ctx.rng)
    none = torch.zeros_like(theta)
    return State(
        theta=theta,
        first=none,
        second=none,
        updates=0,
        z=torch.zeros(params.latent),
        drawing=data.own[0] if len(data.own) else data.X[first],
        other=other,
        sums=torch.zeros(4).double(),
        drawn=torch.zeros(2).double(),
        samples=0,
    )


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """So many updates on batches of digits, or ten samples of both estimators."""
    if params.mode == "gradient":
        state = _sampled(params, state, ctx)
        return state, info_of(params, data, state)
    theta, memory = state.theta, net.Adam(state.first, state.second, state.updates)
    for _ in range(params.updates):
        rows = torch.randint(len(data.X), (BATCH,), generator=ctx.rng)
        noise = torch.randn(BATCH, params.latent, generator=ctx.rng)
        found = net.losses(theta, params.latent, data.X[rows], noise, params.beta)
        theta, memory = net.updated(theta, memory, found.slope, params.rate)
    state = state._replace(theta=theta, first=memory.first, second=memory.second, updates=memory.updates)
    return state, Info("running", float(found.reconstruction), float(found.kl))


def _sampled(params: Params, state: State, ctx: Ctx) -> State:
    eps = torch.randn(SAMPLES, 1, generator=ctx.rng, dtype=torch.float64)
    found = estimators(params, eps)
    both = torch.cat([found.in_mu, found.score], 1)
    sums = state.sums + torch.cat([both.sum(0), both.square().sum(0)])
    return state._replace(sums=sums, drawn=torch.cat([eps[-1], found.z[-1]]), samples=state.samples + SAMPLES)


def estimators(params: Params, eps: Tensor) -> linear.Pathwise:
    """Both estimators of the gradient of E f(z) in the mean, at noise (n, 1)."""
    one = torch.ones(1, dtype=torch.float64)
    found = linear.gradients(
        params.slope * one, params.bend * one[:, None], params.mean * one, params.spread * one[:, None], eps
    )
    return found._replace(score=found.score - baseline_of(params) * eps / params.spread)


def info_of(params: Params, data: Data, state: State) -> Info:
    """The numbers of a state before any step led to it."""
    if params.mode != "gradient":
        code = net.encode(net.parts(state.theta, params.latent), data.X[:BATCH])
        x, made = data.X[:BATCH], net.decode(net.parts(state.theta, params.latent), code.mean)
        entropy = torch.nn.functional.binary_cross_entropy(made.clamp(1e-6, 1 - 1e-6), x, reduction="sum") / BATCH
        return Info("running", float(entropy), float(net.divergences(code).sum() / BATCH))
    if not state.samples:
        return Info()
    return Info("running", None, None, *(state.sums[:2] / state.samples).tolist())


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the view with their data, and the numbers that are read."""
    told: dict[str, Any] = recorded(info if info is not None else info_of(params, data, state))
    if params.mode == "gradient":
        drawn = gradient(params, state)
    else:
        drawn = plane(params, data, state) if params.mode == "plane" else bound(params, data, state)
        told["elbo"] = -told["reconstruction"] - told["kl"]
        kl = net.divergences(net.encode(net.parts(state.theta, params.latent), data.X[: 4 * BATCH])).mean(0)
        told |= {"active": int((kl > 0.01).sum()), "units": params.latent, "updates_made": state.updates}
        a, b = axes_of(params)
        told |= {"shown_across": a + 1, "shown_up": b + 1}
        told |= {"z_x": float(state.z[a])}
        told |= {"z_y": float(state.z[b])}
    return Drawn(drawn.figure, told | dict(drawn.numbers))


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Another point, ink on the paper, or other ends of the walk.

    Raises:
        BadInput: there is no such drawing or unit.
    """
    values, count = gesture.values, len(data.X)
    if gesture.kind == "draw":
        ink = strokes.by_hand(values["path"], SIDE).reshape(-1)
        return data, state._replace(drawing=torch.maximum(state.drawing, ink))
    if gesture.kind == "erase":
        return data, state._replace(drawing=strokes.rubbed(pictures(state.drawing)[0], values["path"]).reshape(-1))
    if gesture.kind == "blank":
        return data, state._replace(drawing=torch.zeros_like(state.drawing))
    if gesture.kind == "drag_z":
        z = state.z.clone()
        for unit, to in (("up", "y"), ("across", "x")):
            if values[unit] > params.latent:
                raise BadInput(f"{unit} is {values[unit]}, allowed is a whole number from 1 to {params.latent}", unit)
            z[values[unit] - 1] = values[to]
        return data, state._replace(z=z)
    if gesture.kind == "others":
        first, other = torch.randint(count, (2,), generator=ctx.rng).tolist()
        return data, state._replace(drawing=data.X[first], other=other)
    if values["row"] >= count:
        raise BadInput(f"row is {values['row']}, allowed is a whole number from 0 to {count - 1}", "row")
    if values["end"] == "first":
        return data, state._replace(drawing=data.X[values["row"]])
    return data, state._replace(other=values["row"])


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """Encoder and decoder by the names of layers; matrices are (out, in)."""
    now = net.parts(state.theta, params.latent)
    names = ("encoder.0", "encoder.2", "decoder.0", "decoder.2")
    named = zip(names, (now[k : k + 2] for k in (0, 2, 4, 6)), strict=True)
    return {
        f"{name}.{kind}": value
        for name, (W, b) in named
        for kind, value in (("weight", W.T.contiguous()), ("bias", b.clone()))
    }


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, load=load, weights=weights)
