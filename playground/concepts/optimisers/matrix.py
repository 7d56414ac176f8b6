"""A matrix for Muon: its steps beside those of heavy ball where some inputs are rare, and what is shown of them."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.optimisers import Params
from playground.concepts.optimisers.names import LABELS, ROLES
from playground.concepts.optimisers.state import Data, Info, Matrices, PerMethod, zeros
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.optimisers import Memory, Settings
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Image, Role, Trace

METHODS = ("heavy_ball", "muon")
_FAR = 1e12  # an entry beyond which a method stays where it was


def target(size: int, ctx: Ctx) -> Tensor:
    """A random matrix with singular values of about 0 to 2, (size, size)."""
    return torch.as_tensor(ctx.randn(size, size) / size**0.5)


def variances(params: Params) -> Reals:
    """The variances k^-p of the inputs, the rarest last, (size,)."""
    return np.asarray(np.arange(1.0, params.size + 1) ** -params.power)


def begin(params: Params) -> Matrices:
    """Both at 0."""
    still = zeros(2, params.size, params.size)
    return Matrices(still, still.clone(), still.clone(), 0, still.clone())


def gradient(params: Params, data: Data, W: Reals) -> Reals:
    """The gradient (W - W*) S of E |(W - W*) x|^2 / 2, where S is the covariance of x, (..., size, size)."""
    return np.asarray((W - data.target.numpy()) * variances(params))


def advance(params: Params, data: Data, state: Matrices) -> Matrices:
    """One step of both, with step sizes that fall to 0 on a straight line."""
    left = max(0.0, 1 - state.taken / params.steps)
    W, first, second = (part.numpy() for part in (state.W, state.first, state.second))
    slope = gradient(params, data, W)
    news, firsts = [], []
    for i, (name, rate) in enumerate(zip(METHODS, (params.rate, params.alpha), strict=True)):
        use = Settings(rate=rate * left, momentum=params.momentum)
        new, memory = optimisers.RULES[name](W[i], slope[i], Memory(first[i], second[i], state.taken), use)
        lost = not np.isfinite(new).all() or np.abs(new).max() > _FAR
        news.append(W[i] if lost else new)
        firsts.append(first[i] if lost else memory.first)
    after = np.stack(news)
    first_after, update = torch.from_numpy(np.stack(firsts)), torch.from_numpy(after - W)
    return Matrices(torch.from_numpy(after), first_after, state.second, state.taken + 1, update)


def record(params: Params, data: Data, state: Matrices) -> Info:
    """The loss of both, and what is left of the error in the rarest direction."""
    off, wanted = state.W.numpy() - data.target.numpy(), data.target.numpy()[:, -1]
    loss = (off * off * variances(params)).sum((1, 2)) / 2
    rare = np.linalg.norm(off[:, :, -1], axis=1) / np.linalg.norm(wanted)
    gap, rarest = (PerMethod(heavy_ball=ball, muon=muon) for ball, muon in (loss.tolist(), rare.tolist()))
    return Info("done" if state.taken >= params.steps else "running", state.taken, gap=gap, rare=rarest)


def observe(params: Params, data: Data, here: Matrices) -> Drawn:
    """What is left along each input, and the singular values of gradient and updates."""
    of_gradient = _singular_values(gradient(params, data, here.W.numpy()[1]))
    of_ball, of_muon = (_singular_values(update) for update in here.update.numpy())
    inputs = torch.arange(1.0, params.size + 1, dtype=torch.float64)
    off = here.W.numpy() - data.target.numpy()
    plots = (
        _left(inputs, np.linalg.norm(off, axis=1) / np.linalg.norm(data.target.numpy(), axis=0)),
        _rare(),
        _singular(inputs, of_gradient, of_ball, of_muon),
        _errors(np.concatenate(list(np.abs(off)), axis=1)),
    )
    numbers = {
        "gradient_condition": _condition(of_gradient),
        "update_condition": _condition(of_muon) if here.taken else None,
        # What only a race has.
        **dict.fromkeys(("steps_to.muon", "first_step.muon", "rate_share.muon")),
    }
    return Drawn(Figure(plots=plots, hint="Press space to run"), numbers)


def _singular_values(matrix: Reals) -> Reals:
    """As shares of the largest."""
    found = np.linalg.svd(matrix, compute_uv=False)
    return found / found[0] if found[0] > 0 else np.zeros_like(found)


def _condition(values: Reals) -> float | None:
    return float(values[0] / values[-1]) if values[-1] > 0 else None


def _left(inputs: Tensor, shares: Reals) -> Plot:
    layers = tuple(
        Curve(
            name=f"left {name}",
            role=ROLES[name],
            x=inputs,
            y=share,
            text=LABELS[name],
            markers=True,
            outcome=True,
            symbol="W" * (name == "muon"),
        )
        for name, share in zip(METHODS, shares, strict=True)
    )
    return Plot(
        name="left",
        title="Error left along each input",
        unit="share of the first; rare inputs on the right",
        main=True,
        x=Axis(label="input", whole=True),
        y=Axis(range=(0.0, 1.2)),
        badge="exact",
        layers=layers,
    )


def _rare() -> Plot:
    layers = tuple(
        Trace(name=f"rare {name}", role=ROLES[name], series=f"rare.{name}", text=LABELS[name], outcome=True)
        for name in METHODS
    )
    return Plot(
        name="rare",
        title="The rarest direction",
        unit="share of its error",
        x=Axis(label="step", whole=True),
        y=Axis(zero=True),
        badge="exact",
        layers=layers,
    )


def _singular(inputs: Tensor, *values: Reals) -> Plot:
    styles: tuple[tuple[str, Role, str, str], ...] = (
        ("of the gradient", "theory", "gradient", "G"),
        ("of heavy ball", "slot2", "heavy ball", ""),
        ("of Muon", "slot6", "Muon", "U"),
    )
    layers = tuple(
        Curve(name=name, role=role, x=inputs, y=np.log10(np.maximum(one, 1e-12)), text=text, symbol=symbol)
        for (name, role, text, symbol), one in zip(styles, values, strict=True)
    )
    return Plot(
        name="singular",
        title="Singular values",
        unit="over the largest",
        x=Axis(label="number", whole=True),
        y=Axis(log=True),
        badge="exact",
        layers=layers,
    )


def _errors(off: Reals) -> Plot:
    return Plot(
        name="weights",
        title="|W − W*|",
        unit="heavy ball on the left, Muon on the right",
        axes=False,
        badge="exact",
        layers=(Image(name="off", z=off, bar="error", outcome=True),),
    )
