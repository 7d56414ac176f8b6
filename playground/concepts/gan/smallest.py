"""The view of the smallest GAN: θ and ψ going round, both at once and one after the other."""

from __future__ import annotations

import torch

from playground.concepts.gan import Params
from playground.concepts.gan.dirac import DiracPlay, moduli
from playground.concepts.gan.state import State
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Lines, Points, Ring, Trace
from playground.figures.values import Range
from playground.texts.sums import signed
from playground.texts.template import fixed

_HALF = 3.0


def smallest(params: Params, state: State) -> Drawn:
    """The plane of both numbers, and the distance from where both should be."""
    ways = state.ways
    side = torch.linspace(-_HALF, _HALF, 15, dtype=torch.float64)
    at = torch.cartesian_prod(side, side)
    t = at.prod(1)
    slope = torch.ones_like(t) if params.toy_loss == "wgan" else torch.sigmoid(-t)
    down = torch.sigmoid(t) if params.toy_loss == "ns" else slope
    pull = torch.stack([-at[:, 1] * down, at[:, 0] * slope - params.r1 * at[:, 1]], 1)
    both, turn = ways[:, 0], ways[:, 1]
    home = Axis(range=Range(-_HALF, _HALF))
    plots = (
        Plot(
            name="numbers",
            title="Generator θ and critic ψ",
            badge="exact",
            unit="both should come to 0",
            main=True,
            plane=True,
            x=Axis(label="θ", range=Range(-_HALF, _HALF)),
            y=home,
            layers=(
                Arrows(name="pull", role="field", tails=at, vectors=pull, field=True, key="where both are sent"),
                Lines(name="both", role="slot2", xy=both, key="both at once"),
                Lines(name="turn", role="slot1", xy=turn, key="one after the other"),
                Points(name="goal", role="theory", xy=torch.zeros(1, 2), key="equilibrium"),
                Ring(name="here", role="slot2", xy=both[-1], symbol="θ ψ"),
                Ring(name="there", role="slot1", xy=turn[-1]),
            ),
        ),
        Plot(
            name="distance",
            title="Distance from the equilibrium",
            badge="exact",
            unit="over that at the start",
            x=Axis(label="step", whole=True, zero=True),
            y=Axis(zero=True),
            layers=(
                Trace(name="both", role="slot2", series="together_grew", text="at once {together_grew}"),
                Trace(name="turn", role="slot1", series="alternating_grew", text="in turn {alternating_grew}"),
            ),
        ),
    )
    theta, psi = both[-1].tolist()
    factors = [
        moduli(DiracPlay(params.toy_loss, params.toy_rate, together, None, params.r1))[-1] for together in (True, False)
    ]
    return Drawn(
        Figure(plots=plots, hint="Press space: one method spirals out, the other goes round"),
        {
            "theta": theta,
            "psi": psi,
            "next_line": f"{fixed(theta, 3)} − {params.toy_rate:.4f}·{signed(psi, 3)}",
            "next": theta - params.toy_rate * psi,
            "factor_both": factors[0],
            "factor_turn": factors[1],
        },
    )
