"""The plots of mixed strategies: matrix games, and populations in a box."""

from __future__ import annotations

from playground.concepts.minimax import Params
from playground.concepts.minimax.names import LABELS, MOVES, ROLES
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Bars, Curve, Layer, Lines, Points, Ring, Role, Text

Names = tuple[str, ...]

# ---- matrix games


def strategies(params: Params, names: Names) -> Plot:
    """Both players' mixed strategies."""
    layers: list[Layer] = [Lines(name="border", role="muted", xy="triangle", dash="solid")]
    if params.game == "rps":
        layers += [
            Text(name="minimises", text="x minimises", xy="corner_x"),
            Text(name="maximises", text="y maximises", xy="corner_y"),
        ]
    for player in ("p", "q"):
        for name in names:
            layers += [
                Lines(
                    name=f"{player} path {name}",
                    outcome=True,
                    role=ROLES[name],
                    xy=f"{player}_path_{name}",
                    dash="solid",
                ),
                Points(
                    name=f"{player} at {name}", outcome=True, role=ROLES[name], xy=f"{player}_at_{name}", symbol=player
                ),
                Ring(name=f"{player} mean {name}", outcome=True, role=ROLES[name], xy=f"{player}_mean_{name}"),
            ]
    layers.append(Points(name="equilibrium", xy="equilibrium", size=0.8))
    pennies = params.game == "pennies"
    return Plot(
        name="strategies",
        title="Strategies",
        unit="heads of x across, of y up; rings are averages" if pennies else "rock on top; rings are averages",
        main=True,
        plane=True,
        x=Axis(range="plane_x", ticks=pennies),
        y=Axis(range="plane_y", ticks=pennies),
        layers=tuple(layers),
        mouse=(
            Mouse(
                on="click", kind="set_strategy", take={"x": "x", "y": "y"}, give={"player": "both"},
                label="start from here",
            ),
        ),
    )  # fmt: skip


def divergence(names: Names) -> Plot:
    """How far the strategies are from the equilibrium."""
    return Plot(
        name="divergence",
        title="Divergence from the equilibrium",
        unit="KL(p*|p) + KL(q*|q)",
        x=Axis(label="iteration", whole=True, zero=True),
        y=Axis(log=True),
        layers=tuple(
            Curve(name=name, outcome=True, role=ROLES[name], x="mix_time", y=f"mix_{name}", text=LABELS[name])
            for name in names
        ),
    )


def average(names: Names) -> Plot:
    """How exploitable the averages are."""
    return Plot(
        name="average",
        title="Exploitability of the average",
        unit="dashed T to the −1/2",
        x=Axis(label="iterations T", log=True),
        y=Axis(log=True),
        layers=(
            Lines(name="law", role="theory", xy="gap_law"),
            *(
                Curve(name=name, outcome=True, role=ROLES[name], x="gap_time", y=f"gap_{name}", text=LABELS[name])
                for name in names
            ),
        ),
    )


def shares(params: Params) -> Plot:
    """The present strategies of the method in focus as bars."""
    moves = MOVES[params.game]
    return Plot(
        name="shares",
        title="Shares now",
        unit="{focus}; x, then y",
        x=Axis(),
        y=Axis(range=(0.0, 1.0)),
        layers=(Bars(name="shares", role="muted", heights="shares", labels="share_owner", names=(*moves, *moves)),),
    )


# ---- the box


def box(names: Names) -> Plot:
    """All pairs of players."""
    return Plot(
        name="box",
        title="Pairs of players",
        unit="{game_words}",
        main=True,
        plane=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            Lines(name="trap", role="theory", xy="trap"),
            *(
                Points(name=name, outcome=True, role=ROLES[name], xy=f"box_{name}", size=0.9, symbol="z")
                for name in names
            ),
        ),
    )


def law(player: str) -> Plot:
    """The law of one player beside the entropic one."""
    return Plot(
        name=f"law of {player}",
        title=f"Law of {player}, {{focus}}",
        unit="line: entropic equilibrium",
        x=Axis(range=(-2.0, 2.0)),
        y=Axis(zero=True),
        layers=(
            Bars(name="measured", role="muted", heights=f"law_of_{player}", edges="bin_edges", symbol=player),
            Curve(name="theory", role="theory", x="theory_at", y=f"theory_of_{player}"),
        ),
    )


def temperatures() -> Plot:
    """The entropic equilibria over the temperature."""

    def line(name: str, role: Role, text: str) -> Layer:
        return Curve(name=name, role=role, x="tau_x", y=name, text=text)

    return Plot(
        name="temperatures",
        title="Entropic equilibria",
        unit="over the temperature",
        x=Axis(label="temperature τ", log=True),
        y=Axis(zero=True),
        layers=(line("tau_x2", "slot1", "E x²"), line("tau_y2", "slot2", "E y²"), line("tau_gap", "muted", "gain")),
    )
