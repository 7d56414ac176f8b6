"""The view of scrambled pixels: what each net loses when all pictures have their pixels in another order.

A net has a symmetry where some other weights say of the scrambled pictures what these say of the plain ones. The MLP
has one for every order of the pixels; the ViT for patches that change places, with their positions, and for pixels that
change places within each patch alike; the CNN for none of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from torch import Tensor

from playground.concepts.inductive_bias import Params, by_hand, nets
from playground.concepts.inductive_bias.curves import PIECE, UPDATES, band, learning, trained
from playground.concepts.inductive_bias.pictures import POOL, SCRAMBLES, bare, labelled, order, scrambled
from playground.concepts.inductive_bias.state import NAMES, NETS, Data, State
from playground.concepts.inductive_bias.stored import accuracies
from playground.engine.declarations.concept import Findings, Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Text, Tiles

SEEDS = 3
_EXAMPLES = 4
_WORDS = {"plain": "in order", "patches": "patches moved", "inside": "inside patches", "all": "all moved"}


def measure(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Every net on every order of the pixels; the same examples, starts and batches for all orders."""
    found = {name: torch.full((len(SCRAMBLES), SEEDS), math.nan, dtype=torch.float64) for name in NETS}
    whole, done = len(NETS) * len(SCRAMBLES), 0
    for row, pixels in enumerate(SCRAMBLES):
        for name in NETS:
            alike = Ctx(ctx.device, ctx.dtype, ctx.seed, f"{ctx.stream}/{name}")
            here = params.changed({"pixels": pixels})
            for part, accuracy in enumerate(trained(name, here, params.n, SEEDS, alike)):
                if accuracy is not None:
                    found = found | {name: found[name].index_copy(0, torch.tensor([row]), accuracy[None])}
                    continue
                share = part / (UPDATES // PIECE + SEEDS)
                yield Partial(found, (done + share) / whole, f"{NAMES[name]}, pixels {_WORDS[pixels]}")
            done += 1
    yield Partial(found, 1.0, f"4 orders, {SEEDS} seeds each")


def scramble(params: Params, state: State, findings: Findings) -> Drawn:
    """The four orders on a few digits, what each net loses by them, and the run at hand."""
    known = accuracies("orders", params, findings, torch.full((len(SCRAMBLES), SEEDS), math.nan))
    plots = (_lost(known.shown), _orders(params, state), learning())
    numbers = (
        {"orders_words": known.words}
        | _read(known.ships)
        | _read(known.found, "found_")
        | {f"undone.{name}": undone(name, params, state) for name in NETS}
        | {"hand_lost": by_hand.lost(known.shown["cnn"])}
    )
    return Drawn(Figure(plots=plots, hint="Choose an order of the pixels, then press space"), numbers)


def _read(found: dict[str, Tensor], before: str = "") -> dict[str, float | None]:
    """What all pixels moved costs each net; None until it is known."""
    lost = {f"{before}{name}_scrambled": float(one[0].mean() - one[-1].mean()) for name, one in found.items()}
    return {name: None if math.isnan(value) else value for name, value in lost.items()}


def undone(name: str, params: Params, state: State) -> float:
    """How much a net says otherwise of plain test digits, with its weights moved back as far as weights can be.

    Returns:
        The largest difference of a probability from what it says of the scrambled digits as it is.
    """
    base = bare(state.deal)
    plain = labelled(params, base.x[POOL:], base.y[POOL:], state.deal.spots[POOL:], test=True).x[:_EXAMPLES]
    theta: Tensor = getattr(state, name).theta
    back = nets.moved_back(name, params, state.deal.scramble, theta)
    here = scrambled(plain, order(params.pixels, params.patch, state.deal))
    return float(
        (nets.probabilities(name, params, theta, here) - nets.probabilities(name, params, back, plain)).abs().max()
    )


def _lost(found: dict[str, Tensor]) -> Plot:
    x = torch.arange(len(SCRAMBLES), dtype=torch.float64)
    layers = [band(name, x, found[name]) for name in NETS]
    return Plot(
        name="orders",
        title="Accuracy by the order of the pixels",
        unit="n = {n}; {orders_words}",
        main=True,
        x=Axis(range=(-0.5, 3.8), words=tuple(_WORDS[one] for one in SCRAMBLES)),
        y=Axis(range=(0.0, 1.05)),
        badge="sampled",
        layers=tuple(layers),
    )


def _orders(params: Params, state: State) -> Plot:
    """The same digits with their pixels in each order."""
    base, spots = bare(state.deal), state.deal.spots[POOL : POOL + _EXAMPLES]
    plain = labelled(params, base.x[POOL : POOL + _EXAMPLES], base.y[POOL : POOL + _EXAMPLES], spots, test=True).x
    rows = [scrambled(plain, order(one, params.patch, state.deal)) for one in SCRAMBLES]
    n = len(SCRAMBLES)
    places = torch.arange(n * _EXAMPLES)
    middles = torch.stack([places % _EXAMPLES + 0.5, n - 0.5 - (places // _EXAMPLES).double()], 1).double()
    names = torch.stack([torch.full((n,), -0.15), n - 0.5 - torch.arange(n)], 1).double()
    return Plot(
        name="digits",
        title="The same digits",
        unit="no pixel is lost",
        axes=False,
        x=Axis(range=(-2.1, float(_EXAMPLES))),
        y=Axis(range=(0.0, float(n))),
        badge="exact",
        layers=(
            Tiles(
                name="digits",
                z=torch.cat(rows),
                xy=middles,
                size=torch.tensor([0.92, 0.92]),
                color_map="sequential",
                levels=(0.0, 1.0),
                mark=places // _EXAMPLES == SCRAMBLES.index(params.pixels),
                ids=places,
                key="outlined: the order of this run",
            ),
            Text(
                name="names", role="muted", words=[_WORDS[one] for one in SCRAMBLES], xy=names, side="left", plate=False
            ),
        ),
    )
