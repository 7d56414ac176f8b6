"""What the panel shows beside the race: a matrix for Muon, a mean from samples, a small net."""

from __future__ import annotations

from playground.concepts.optimisers import Params
from playground.concepts.optimisers.names import LABELS, ROLES, SCHEDULES
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Bars, Curve, Image, Level, Lines, Role, Trace

_SLOTS: dict[str, Role] = {"constant": "slot1", "root": "slot2", "three_quarters": "slot3", "inverse": "slot4"}


# ---- a matrix


def left() -> Plot:
    """What is left of the error along each input."""
    return Plot(
        name="left",
        title="Error left along each input",
        unit="share of the first; rare inputs on the right",
        main=True,
        x=Axis(label="input", whole=True),
        y=Axis(range=(0.0, 1.2)),
        layers=tuple(
            Curve(
                name=f"left {name}",
                role=ROLES[name],
                x="inputs",
                y=f"left_{name}",
                text=LABELS[name],
                markers=True,
                outcome=True,
                symbol="W" * (name == "muon"),
            )
            for name in ("heavy_ball", "muon")
        ),
    )


def rare() -> Plot:
    """The rarest direction over the steps."""
    return Plot(
        name="rare",
        title="The rarest direction",
        unit="share of its error",
        x=Axis(label="step", whole=True),
        y=Axis(zero=True),
        layers=tuple(
            Trace(name=f"rare {name}", role=ROLES[name], series=f"rare.{name}", text=LABELS[name], outcome=True)
            for name in ("heavy_ball", "muon")
        ),
    )


def singular() -> Plot:
    """Singular values of gradient and updates."""
    return Plot(
        name="singular",
        title="Singular values",
        unit="over the largest",
        x=Axis(label="number", whole=True),
        y=Axis(log=True),
        layers=(
            Curve(
                name="of the gradient", role="theory", x="inputs", y="singular_gradient", text="gradient", symbol="G"
            ),
            Curve(name="of heavy ball", role="slot2", x="inputs", y="singular_heavy_ball", text="heavy ball"),
            Curve(name="of Muon", role="slot6", x="inputs", y="singular_muon", text="Muon", symbol="U"),
        ),
    )


def weights() -> Plot:
    """The errors of both matrices."""
    return Plot(
        name="weights",
        title="|W − W*|",
        unit="heavy ball on the left, Muon on the right",
        axes=False,
        layers=(Image(name="off", z="weights_off", bar="error", outcome=True),),
    )


# ---- a mean


def errors(part: str) -> Plot:
    """Errors against samples, of the iterates or of their average."""
    averaged = part == "mean"
    return Plot(
        name="averages" if averaged else "errors",
        title="Error of the average" if averaged else "Error of the last iterate",
        unit="root mean square; solid measured, dashed exact",
        main=not averaged,
        x=Axis(label="samples", log=True),
        y=Axis(log=True),
        layers=(
            *(
                Curve(
                    name=f"exact {name}",
                    role=_SLOTS[name],
                    x="exact_x",
                    y=f"exact_mean_{name}" if averaged else f"exact_{name}",
                )
                for name in SCHEDULES
            ),
            *(
                Lines(
                    name=f"{part} {name}",
                    role=_SLOTS[name],
                    xy=f"{part}_{name}",
                    dash="solid",
                    halo=False,
                    text=words,
                    outcome=True,
                )
                for name, (words, _, _) in SCHEDULES.items()
            ),
            Lines(name="best", role="theory", xy="best_line", dash="dotted", text="1/√N", symbol="N"),
        ),
    )


def spread(params: Params) -> Plot:
    """Where all runs of the schedule in focus are."""
    return Plot(
        name="spread",
        title="Where the runs are",
        unit=f"step sizes {SCHEDULES[params.schedule][0]}",
        x=Axis(label="θ − θ*"),
        y=Axis(zero=True),
        layers=(
            Bars(name="runs", role="second", heights="spread", edges="spread_edges", outcome=True),
            Curve(name="exact", role="theory", x="normal_x", y="normal", text="exact"),
        ),
    )


# ---- a net


def sharpness() -> Plot:
    """The sharpness and its limit."""
    return Plot(
        name="sharpness",
        title="Sharpness",
        unit="largest eigenvalue of the Hessian",
        main=True,
        x=Axis(label="step", whole=True),
        y=Axis(zero=True),
        layers=(
            Level(name="limit", role="theory", value="limit", text="2/η = {limit}", symbol="2/η"),
            Trace(name="sharpness", role="hero", series="sharpness", text="{sharpness}", outcome=True, symbol="λ"),
        ),
    )


def loss() -> Plot:
    """The loss of the net."""
    return Plot(
        name="loss",
        title="Loss",
        unit="mean of (out − y)²",
        x=Axis(label="step", whole=True),
        y=Axis(log=True),
        layers=(Trace(name="loss", role="second", series="loss", text="{loss}", log=True, outcome=True),),
    )
