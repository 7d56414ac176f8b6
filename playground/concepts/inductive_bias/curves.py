"""The view of learning curves: accuracy by the number of examples, over seeds, and the run at hand among them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from playground.concepts.inductive_bias import ROLES, Params, by_hand, nets
from playground.concepts.inductive_bias.pictures import POOL, batch, dealt, made
from playground.concepts.inductive_bias.state import NAMES, NETS, Data, State
from playground.concepts.inductive_bias.stored import Accuracies, accuracies
from playground.concepts.inductive_bias.testing import tests
from playground.engine.declarations.concept import Findings, Partial
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Level, Ring, Trace

SIZES = (25, 50, 100, 300, 1200)
SEEDS = 4
UPDATES = 250
FEW, MANY = 100, 1200
ENOUGH = 0.7
PIECE = 10  # updates between two partial results


def trained(name: str, params: Params, n: int, seeds: int, ctx: Ctx) -> Iterator[Tensor | None]:
    """Nets that learn from n examples each, every one of its own; at last their test accuracy, (seeds,)."""
    deals = [dealt(params, ctx.rng) for _ in range(seeds)]
    theta = torch.cat(
        [nets.begin(name, params, deal.scramble, ctx.randn(1, nets.count(name, params))) for deal in deals]
    )
    moments = optimisers.begin(theta)
    for taken in range(UPDATES):
        if taken % PIECE == 0:
            yield None
        seen = [batch(params, deal, torch.randint(n, (params.batch,), generator=ctx.rng), ctx.rng) for deal in deals]
        x, y = torch.stack([one.x for one in seen]), torch.stack([one.y for one in seen])
        theta, moments, _ = nets.update(name, params, theta, moments, x, y)
    right = []
    for one, deal in zip(theta, deals, strict=True):
        known = made(params, deal)
        right.append(nets.right(name, params, one[None], known.x[POOL:], known.y[POOL:])[0])
        yield None
    yield torch.stack(right)


def measure(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Every net at every number of examples, from four seeds."""
    found = {name: torch.full((len(SIZES), SEEDS), math.nan, dtype=torch.float64) for name in NETS}
    whole, done = len(NETS) * len(SIZES) * (UPDATES // PIECE + SEEDS), 0
    for row, n in enumerate(SIZES):
        for name in NETS:
            for accuracy in trained(name, params, n, SEEDS, ctx):
                if accuracy is not None:
                    found = found | {name: found[name].index_copy(0, torch.tensor([row]), accuracy[None])}
                    continue
                done += 1
                yield Partial(found, done / whole, f"{NAMES[name]}, {n} examples")
    yield Partial(found, 1.0, f"{len(SIZES)} sizes, {SEEDS} seeds each")


def curves(params: Params, data: Data, state: State, findings: Findings) -> Drawn:
    """The curves so far, the run at hand, and what the nets say of twelve test digits."""
    nothing = torch.full((len(SIZES), SEEDS), math.nan)
    known = accuracies("curves", params, findings, nothing)
    shown, numbers = tests(params, state)
    plots = (_curves(params, state, known.shown), learning(), shown)
    figure = Figure(plots=plots, hint="Press space: the three nets learn from the same n examples")
    hand = {"hand_band": by_hand.band(known.shown["cnn"][SIZES.index(FEW)]), "curve_updates": UPDATES}
    return Drawn(figure, {"curves_words": known.words, **read(known), **numbers, **hand})


def read(known: Accuracies) -> dict[str, Any]:
    """What notes read of the stored curves, and claims of those found here, None where there are none."""
    needs = {f"needs_{name}": needed(known.shown[name].mean(1)) for name in NETS}
    return _leads(known.ships) | {f"found_{name}": value for name, value in _leads(known.found).items()} | needs


def _leads(found: dict[str, Tensor]) -> dict[str, float | None]:
    mean = {name: found[name].double().mean(1) for name in NETS}
    few, many = SIZES.index(FEW), SIZES.index(MANY)
    rest = torch.maximum(mean["mlp"], mean["vit"])
    lead = mean["cnn"] - rest
    numbers = {
        "cnn_few": mean["cnn"][few],
        "mlp_few": mean["mlp"][few],
        "vit_few": mean["vit"][few],
        "cnn_many": mean["cnn"][many],
        "mlp_many": mean["mlp"][many],
        "vit_many": mean["vit"][many],
        "lead_few": lead[few],
        "lead_many": lead[many],
        "lead_fell": lead[few] - lead[many],
    }
    return {name: None if math.isnan(float(value)) else float(value) for name, value in numbers.items()}


def needed(mean: Tensor) -> str:
    """How many examples bring a net to 70 %, between the sizes on a logarithmic scale, in words."""
    if bool(mean.isnan().any()):
        return "unknown"
    above = (mean >= ENOUGH).nonzero()[:, 0]
    if not len(above):
        return f"more than {SIZES[-1]:,}"
    k = int(above[0])
    if k == 0:
        return f"fewer than {SIZES[0]}"
    low, high = float(mean[k - 1]), float(mean[k])
    share = (ENOUGH - low) / (high - low)
    return f"{float(f'{SIZES[k - 1] * (SIZES[k] / SIZES[k - 1]) ** share:.2g}'):,.0f}"


def band(name: str, x: Tensor, accuracy: Tensor) -> Curve:
    """A net's mean accuracy with two standard errors round it, where it is known.

    Args:
        name: of the net.
        x: where the means stand, (k,).
        accuracy: over the seeds, (k, SEEDS).
    """
    mean, margin = accuracy.mean(1), 2 * accuracy.std(1) / math.sqrt(SEEDS)
    known = ~mean.isnan()
    return Curve(
        name=name,
        role=ROLES[name],
        x=x[known],
        y=mean[known],
        low=(mean - margin)[known].clamp(0, 1),
        high=(mean + margin)[known].clamp(0, 1),
        markers=True,
        text=NAMES[name],
        outcome=True,
    )


def _curves(params: Params, state: State, found: dict[str, Tensor]) -> Plot:
    x = torch.tensor(SIZES, dtype=torch.float64).log10()
    layers: list[Any] = [
        Level(name="n", role="now", value=math.log10(params.n), across="vertical", text="n = {n}"),
    ]
    layers += [band(name, x, found[name].double()) for name in NETS]
    for name in NETS:
        here = torch.tensor([[math.log10(params.n), getattr(state, name).accuracy]])
        layers.append(Ring(name=f"{name}_now", role=ROLES[name], xy=here, key="this run" if name == "mlp" else ""))
    return Plot(
        name="curves",
        title="Accuracy by examples",
        unit="{curves_words}",
        main=True,
        x=Axis(label="examples n", range=(math.log10(18), math.log10(2600)), log=True),
        y=Axis(range=(0.0, 1.05)),
        badge="sampled",
        layers=tuple(layers),
    )


def learning() -> Plot:
    """How the accuracy of the three nets grows in this run."""
    return Plot(
        name="learning",
        title="This run",
        unit="accuracy on 300 test digits",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        badge="sampled",
        layers=tuple(
            Trace(
                name=name,
                role=ROLES[name],
                series=f"accuracy.{name}",
                text=f"{NAMES[name]} {{accuracy.{name}}}",
                outcome=True,
            )
            for name in NETS
        ),
    )
