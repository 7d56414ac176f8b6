"""The metrics, gestures and jobs of the panel. No torch."""

from __future__ import annotations

from playground.concepts.diffusion.names import HALF_KNOWN, LABELS
from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden
from playground.engine.kit.points.declared import PointGestures

# ---- numbers


def _by_sampler(
    name: str, label: str, meaning: str, decimals: int | None, note: str = "", shown: bool = True
) -> Metric:
    return Metric(name, label, meaning, decimals=decimals, note=note, over="sampler", shown=shown)


def _by_chain(name: str, label: str, meaning: str, decimals: int | None, note: str = "") -> Metric:
    return Metric(name, label, meaning, decimals=decimals, note=note, over="chain")


_TIME = (
    Metric("t", "level t", "The level of noise, from 0 (data) to T (noise).", decimals=None, note="of {T}"),
    Metric(
        "alpha_bar",
        "ᾱ",
        "Square of what the data are multiplied with: the share of the signal in the variance.",
        decimals=4,
    ),
    Metric("snr", "signal to noise", "ᾱ over the variance of the noise; none without noise.", decimals=4),
)
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
        "± {sliced_spread}",
    ),
    _by_sampler(
        "mode_mass_error",
        "error of the masses",
        "Total variation between the shares in the modes and their masses.",
        3,
        "± {mass_spread}",
    ),
    _by_sampler(
        "modes_covered",
        "modes covered",
        "Modes with at least a quarter of their mass.",
        None,
        "of {modes}",
    ),
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
    Metric(
        "effective",
        "averaged over",
        "exp of the entropy of the posterior: components or pictures that count.",
        decimals=1,
    ),
    _by_chain(
        "variance",
        "spread over the target's",
        "Mean squared distance from the target's mean in units of its variance, over about the last 50 steps.",
        3,
    ),
    _by_chain("acceptance", "accepted", "Share of moves that were accepted.", 3),
    _by_chain("visited", "modes visited", "By a particle since the start, on average.", 2, "of {modes_there}"),
    _by_chain(
        "burn_in", "burn-in", "First step at which the spread of the particles is within 10 % of the target's.", None
    ),
    Metric(
        "conditional_distance",
        "to the exact conditional",
        "Wasserstein distance W₁, along the line, of the generated particles of the sampler in focus to the exact law "
        "at this level, given that the data lie beyond the line.",
        decimals=3,
        note="fresh {conditional_floor}",
    ),
    Metric("variance_theory", "spread in theory", "Of the unadjusted chain: mean of 1/(1 − η λ/2).", decimals=3),
    Metric("mean_error", "error of the mean", "Largest error of a mean over particles and time.", decimals=4),
    Metric("loss", "loss", "Running mean of the loss over the batches.", decimals=4),
    Metric(
        "score_error",
        "error of the score",
        "Root mean square error over the root mean square score, under the noised law, averaged over six levels.",
        decimals=3,
    ),
    Metric("error_here", "error at this level", "The same at the level that is shown, on a grid.", decimals=3),
    Metric("updates", "updates", "Of the net since the start.", decimals=None),
    Metric("fisher", "Fisher divergence", "E|score of the data − score of the model|² under the data.", decimals=9),
    Metric("tv", "total variation", "Half the integral of the difference of the densities.", decimals=4),
    Metric("kl", "KL divergence", "Of the model from the data.", decimals=4),
    Metric(
        "nearest_train_distance",
        "to the nearest training digit",
        "Mean Euclidean distance; pixels go from −1 to 1.",
        decimals=3,
    ),
    Metric(
        "frequencies_above",
        "frequencies above the noise",
        "Radial frequencies with more signal than noise.",
        decimals=None,
    ),
)
_FURTHER = (
    hidden("floor", "fresh data", "Energy distance that as many fresh data points have on average.", 4),
    hidden("sliced_floor", "fresh data, sliced", "Sliced distance of as many fresh data points.", 4),
    hidden("mass_floor", "fresh data, masses", "Error of the masses of as many fresh data points.", 3),
    hidden("sliced_spread", "its spread", "Standard deviation of the sliced distance of fresh data.", 4),
    hidden("mass_spread", "its spread", "Standard deviation of the error of the masses of fresh data.", 3),
    hidden("modes", "modes", "Modes of the data."),
    hidden("measured", "particles measured", "Of each cloud."),
    hidden("components", "components", "Gaussians that the data are made of."),
    hidden("focus", "sampler in focus", "In words."),
    hidden("exploding", "variance explodes", "Whether the schedule is variance exploding."),
    hidden("preserving", "variance preserved", "Whether the schedule is variance preserving."),
    hidden("memorises", "memorises", "Whether the score is that of the examples alone."),
    hidden("no_net", "no net", "Whether a learned score was asked for and no net was kept."),
    hidden("has_net", "net kept", "Whether a net was kept."),
    hidden("guided", "guided", "Whether a label guides the samplers."),
    hidden("net_words", "net", "What the kept net is."),
    hidden("sigma_now", "σ", "Standard deviation of the noise.", 3),
    hidden("scale_now", "√ᾱ", "What the data are multiplied with.", 3),
    hidden("sigma_unit", "unit of the noise curve", "What the noise is divided by in the plot of the schedule."),
    hidden("score_gap", "gap of the score", "Between the score at the probe and a central difference of log p.", 10),
    hidden("speed_up", "burn-in saved", "Burn-in of the unadjusted chain over that of the underdamped one.", 2),
    hidden("guess_x", "posterior mean", "Its first coordinate.", 3),
    hidden("probe_x", "noisy sample", "Its first coordinate.", 3),
    hidden("stays_inside", "stays inside", "Whether no particle has ever left the simplex."),
    hidden("modes_there", "modes of the target", "How many."),
    hidden("one", "one", "The target's own spread."),
    hidden("mass_now", "mass of the left mode", "In the model.", 2),
    hidden("net_size", "weights of the net", "How many."),
    hidden("examples_used", "examples", "Of training; 0 where every batch is fresh."),
    hidden("inpainting", "inpainting", "Whether pixels are known."),
    hidden("at_cursor", "at the cursor", "Whether the cursor is in the plane."),
    *(
        hidden(f"{name}_{axis}", f"{words} {axis}", f"At the cursor, along {axis}.", 2)
        for name, words in (("cursor_score", "score"), ("cursor_guess", "posterior mean"))
        for axis in ("x", "y")
    ),
    hidden("cursor_count", "components that count", "exp of the entropy of the posterior at the cursor.", 1),
    hidden("half_known", "half known", "Whether half of the plane is known."),
    hidden("conditional_floor", "fresh draws, along the line", "Mean W₁ of as many draws from the exact law.", 3),
    hidden("conditional_count", "generated", "Particles that are generated, of those that are measured."),
    hidden("generated_share", "generated", "Share of the particles that are generated.", 3),
    hidden("half_share", "mass beyond the line", "Exact probability of the half that is generated.", 3),
    hidden("beyond_share", "beyond the line", "Share of the generated particles that are beyond the line.", 3),
    hidden("label_share", "wanted label", "Share of the particles in modes of the wanted label.", 3),
    hidden("diversity", "diversity", "Spread of the particles within a mode over the true one.", 3),
    *(
        hidden(f"is_{mode}", mode, "Whether this view is on.")
        for mode in ("forward", "reverse", "denoise", "learn", "sampling", "weakness", "digits", "laws")
    ),
)
_BY_JOBS = (
    Metric(
        "sample_distance", "samples by the net", "Energy distance of 1,000 samples by the net to the data.", decimals=4
    ),
    hidden("sample_mass_error", "masses of the samples", "Their error of the masses of the modes.", 3),
)
_BY_LAWS = (
    *(
        hidden(f"w1_{name}", f"W₁ of {LABELS[name]}", "Distance to the data on a line after 200 steps.", 4)
        for name in ("sde", "ode", "ancestral", "ddim")
    ),
    *(
        hidden(f"w1_jumps_{count}", f"W₁ after {count} jumps", "From pure noise to two narrow modes.", 3)
        for count in (1, 2, 4, 8, 16)
    ),
    hidden("tv_exact", "TV with the exact score", "Total variation after 200 DDPM steps.", 3),
    hidden("tv_wrong", "TV with a wrong score", "The same with an error of 1 in the score.", 3),
    hidden("tv_few", "TV after 20 steps", "With the exact score.", 3),
    hidden("tv_rises", "TV rises", "Whether it rises with the error of the score at 200 steps."),
    hidden("examples_slope", "slope of the error", "Of log mean square error over log n at noise 0.3.", 2),
    hidden("mse_high", "error of 50 examples", "Mean square error of their score at noise 0.3.", 3),
    hidden("mse_low", "error of 50 examples at low noise", "The same at noise 0.05.", 1),
    hidden("bound_total", "the bound", "Sum of its terms, in nats.", 4),
    hidden("bound_model", "−log p of the model", "What it bounds.", 4),
    hidden("bound_truth", "−log p of the data", "The exact value.", 4),
    hidden("weights_gap", "error of the weights", "Relative, of the weights in the bound to their closed form.", 12),
)
METRICS = (*_TIME, *_CLOUDS, *_PLAIN, *_FURTHER, *_BY_JOBS, *_BY_LAWS)


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
    GestureDecl("start_at", (_X, _Y), "Start all chains here.", when={"mode": ("sampling",)}),
    GestureDecl("keep_net", (), "Keep this net, for the samplers.", button="Keep this net", when={"mode": ("learn",)}),
    GestureDecl(
        "hide_pixel",
        (
            Field("row", "integer", low=0, high=7, meaning="from the top"),
            Field("column", "integer", low=0, high=7, meaning="from the left"),
            Field("hide", "choice", choices=("yes", "no"), meaning="whether it is hidden"),
        ),
        "Hide or show a pixel to inpaint.",
        target=("row", "column"),
        when={"mode": ("digits",), "task": ("inpaint",)},
    ),
    GestureDecl(
        "other_half",
        (),
        "Hide another half of the digits.",
        button="Hide another half",
        when={"mode": ("digits",), "task": ("inpaint",)},
    ),
)

# ---- jobs

JOBS = (
    JobDecl(
        "samples",
        "samples by the net",
        "Turns noise into data with the net as it is now.",
        reads=("mode", "schedule", "T"),
        reads_state=True,
        when={"mode": ("learn",)},
    ),
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
