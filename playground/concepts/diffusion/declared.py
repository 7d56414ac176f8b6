"""The metrics, gestures and jobs of the panel. No torch."""

from __future__ import annotations

from playground.concepts.diffusion.names import HALF_KNOWN
from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden
from playground.engine.kit.diffusion.declared import NOISE
from playground.engine.kit.points.declared import PointGestures

# ---- numbers


def _by_sampler(
    name: str, label: str, meaning: str, decimals: int | None, note: str = "", shown: bool = True
) -> Metric:
    return Metric(name, label, meaning, decimals=decimals, note=note, over="sampler", shown=shown)


_CLOUDS = (
    _by_sampler(
        "energy_distance",
        "energy distance",
        "2 E|x−y| − E|x−x'| − E|y−y'| between the particles and the exact law of the data.",
        4,
        "± {energy_error.*}",
    ),
    _by_sampler("energy_error", "its standard error", "From the influence of each particle.", 4, shown=False),
    _by_sampler(
        "sliced_wasserstein",
        "sliced Wasserstein",
        "Mean over directions of the distance that mass has to be moved (on a line: the Wasserstein distance W₁).",
        4,
        "± {sliced_spread:4}",
    ),
    _by_sampler(
        "mode_mass_error",
        "error of the masses",
        "Total variation between the shares in the modes and their masses.",
        3,
        "± {mass_spread:3}",
    ),
    _by_sampler("modes_covered", "modes covered", "Modes with at least a quarter of their mass.", None, "of {modes}"),
)
_PLAIN = (
    Metric("norm", "mean of |x|²", "Energy of the forward cloud.", decimals=3, note="exact {norm_theory}"),
    Metric("norm_theory", "its exact value", "ᾱ E|x₀|² + σ² d.", decimals=3, shown=False),
    Metric(
        "moment_error",
        "error of the moments",
        "Largest relative error of the means and variances of the cloud against the closed form.",
        decimals=4,
    ),
    Metric(
        "jump_distance", "after one jump", "Sliced Wasserstein distance of the posterior means to the data.", decimals=3
    ),
    Metric(
        "steps_distance", "after small steps", "Sliced Wasserstein distance of the moved cloud to the data.", decimals=3
    ),
    Metric("posterior_spread", "spread of the posterior", "Root mean square distance of x₀ from its mean.", decimals=3),
    Metric(
        "tweedie_gap",
        "Tweedie's gap",
        "Between the posterior mean as an average and as x plus σ² times the score, both over √ᾱ.",
        decimals=12,
    ),
    Metric("effective", "averaged over", "exp of the entropy of the posterior: components that count.", decimals=1),
    Metric(
        "conditional_distance",
        "to the exact conditional",
        "Wasserstein distance W₁, along the line, of the generated particles of the sampler in focus to the exact law "
        "at this level, given that the data lie beyond the line.",
        decimals=3,
        note="fresh {conditional_floor:3}",
    ),
)
_READ = (
    hidden("floor", "fresh data", "Energy distance that as many fresh data points have on average.", 4),
    hidden("modes", "modes", "Modes of the data."),
    hidden("score_gap", "gap of the score", "Between the score at the probe and a central difference of log p.", 10),
)
_BY_LAWS = (
    hidden("w1_sde", "W₁ of SDE", "Distance to the data on a line after 200 steps.", 4),
    hidden("w1_ode", "W₁ of ODE", "Distance to the data on a line after 200 steps.", 4),
    *(
        hidden(f"w1_jumps_{count}", f"W₁ after {count} jumps", "From pure noise to two narrow modes.", 3)
        for count in (1, 2, 4, 16)
    ),
    hidden("tv_exact", "TV with the exact score", "Total variation after 200 DDPM steps.", 3),
    hidden("tv_few", "TV after 20 steps", "With the exact score.", 3),
    hidden("tv_rises", "TV rises", "Whether it rises with the error of the score at 200 steps."),
    hidden("examples_slope", "slope of the error", "Of log mean square error over log n at noise 0.3.", 2),
    hidden("mse_low", "error of 50 examples at low noise", "Mean square error of their score at noise 0.05.", 1),
    hidden("bound_total", "the bound", "Sum of its terms, in nats.", 4),
    hidden("bound_drawn", "the bound by draws", "The same with the terms estimated by 20,000 draws a level.", 4),
    hidden("bound_model", "−log p of the model", "What it bounds.", 4),
    hidden(
        "weights_gap",
        "error of the weights",
        "Relative, of the weights in the bound to a difference of two KL divergences.",
        12,
    ),
)
METRICS = (*NOISE, *_CLOUDS, *_PLAIN, *_READ, *_BY_LAWS)


# ---- gestures

_ALL = {"mode": ("forward", "reverse")}
_CENTRES = PointGestures(noun="centre", words="component", reach=100.0, most=1_000_000, when=_ALL)
_X, _Y = _CENTRES.place

GESTURES = (
    _CENTRES.draw("draw", "Add data along a stroke."),
    _CENTRES.add("Add a component here."),
    _CENTRES.move("Move a component."),
    _CENTRES.delete("Delete a component."),
    GestureDecl(
        "drag_node",
        (
            Field("id", "integer", low=0, high=4, meaning="the point of the schedule"),
            Field("y", "real", low=0.0, high=1.0, meaning="√ᾱ there"),
        ),
        "Bend the drawn schedule.",
        target=("id",),
        when={"mode": ("forward",), "schedule": ("own",)},
    ),
    GestureDecl(
        "follow",
        (Field("id", "integer", low=0, high=1_000_000, meaning="the particle"),),
        "Follow a particle from the start, or no longer.",
        when=_ALL,
    ),
    GestureDecl(
        "move_border",
        (Field("id", "integer", low=0, high=1, meaning="the end of the line"), _X, _Y),
        "Move an end of the line that bounds the known half.",
        target=("id",),
        when=HALF_KNOWN,
    ),
    GestureDecl("swap_halves", (), "Generate the other half.", button="Generate the other half", when=HALF_KNOWN),
    GestureDecl("look_at", (_X, _Y), "Look at a noisy sample here.", when={"mode": ("denoise",)}),
)

# ---- jobs

JOBS = (
    JobDecl(
        "convergence",
        "error against steps",
        "Wasserstein distance to data on a line after 5 to 200 steps of four samplers, and after 1 to 16 jumps.",
        reads=("mode",),
        reads_data=False,
        when={"mode": ("laws",)},
    ),
    JobDecl(
        "examples",
        "error of the score of examples",
        "Mean square error of the score of 50 to 3,200 examples against that of their law.",
        reads=("mode",),
        reads_data=False,
        when={"mode": ("laws",)},
    ),
    JobDecl(
        "bound",
        "the bound by level",
        "The terms of the bound on −log p for Gaussian data, with their weights.",
        reads=("mode",),
        reads_data=False,
        when={"mode": ("laws",)},
    ),
    JobDecl(
        "tolerance",
        "error against error of the score",
        "Total variation after 200 and 20 DDPM steps with a wrong score, by exact densities on a grid.",
        reads=("mode",),
        reads_data=False,
        when={"mode": ("laws",)},
    ),
)
