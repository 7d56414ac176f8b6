"""The figure of the laws of the samplers, whose arrays jobs yield."""

from __future__ import annotations

from playground.concepts.diffusion.names import LABELS, ROLES
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve


def laws() -> Figure:
    """Error against steps and jumps, against the error in the score, against examples; the bound by level."""
    steps = Plot(
        name="steps",
        title="Error against steps",
        unit="W₁ to data on a line, exact score",
        x=Axis(label="steps", range=(0.6, 2.65), log=True),
        y=Axis(log=True),
        layers=tuple(
            Curve(
                name=name,
                role=ROLES[name],
                x="law_steps",
                y=f"law_{name}",
                markers=True,
                outcome=True,
                text=LABELS[name],
                show=f"w1_{name}",
            )
            for name in ("sde", "ode", "ancestral", "ddim")
        ),
    )
    jumps = Plot(
        name="jumps",
        title="From noise in a few jumps",
        unit="W₁; one jump {w1_jumps_1}, 16 jumps {w1_jumps_16}",
        x=Axis(label="jumps", range=(-0.1, 1.4), log=True),
        y=Axis(log=True),
        layers=(
            Curve(
                name="jumps",
                role="slot4",
                x="law_jumps",
                y="law_jumps_w1",
                markers=True,
                outcome=True,
                show="w1_jumps_1",
            ),
        ),
    )
    examples = Plot(
        name="examples",
        title="Score of n examples",
        unit="mean square error; slope {examples_slope}",
        x=Axis(label="examples n", range=(1.6, 4.2), log=True),
        y=Axis(log=True),
        layers=(
            Curve(
                name="high",
                role="slot1",
                x="law_examples",
                y="law_mse_high",
                markers=True,
                outcome=True,
                text="σ = 0.3",
                show="mse_high",
            ),
            Curve(
                name="low",
                role="slot2",
                x="law_examples",
                y="law_mse_low",
                markers=True,
                outcome=True,
                text="σ = 0.05",
                show="mse_high",
            ),
        ),
    )
    bound = Plot(
        name="bound",
        title="The bound by level",
        unit="sum {bound_total}, −log p {bound_model}",
        x=Axis(label="t", range=(0.0, 125.0)),
        y=Axis(log=True),
        layers=(
            Curve(name="terms", role="slot3", x="kl_x", y="kl_y", text="KL", outcome=True, show="bound_total"),
            Curve(name="weights", role="muted", x="weights_x", y="weights_y", text="weight λ", show="bound_total"),
        ),
    )
    score = Plot(
        name="score",
        title="Error against error of the score",
        unit="total variation",
        x=Axis(label="error of the score", range=(0.0, 1.3)),
        y=Axis(range=(0.0, 1.0)),
        layers=(
            Curve(
                name="few",
                role="slot2",
                x="law_errors",
                y="law_tv_few",
                markers=True,
                outcome=True,
                text="20 steps",
                show="tv_wrong",
            ),
            Curve(
                name="many",
                role="slot1",
                x="law_errors",
                y="law_tv_many",
                markers=True,
                outcome=True,
                text="200 steps",
                show="tv_wrong",
            ),
        ),
    )
    return Figure(plots=(steps, jumps, examples, bound, score), even=True, hint="The measurements run by themselves")
