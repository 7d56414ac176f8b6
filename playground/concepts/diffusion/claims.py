"""The headline claims, each as a preset, a metric and a threshold. No torch."""

from __future__ import annotations

from typing import Literal

from playground.engine.declarations.concept import Claim

Where = tuple[str, int] | tuple[str, int, str]
_FORWARD: Where = ("forward", 120)
_MOONS: Where = ("learn_moons", 250, "samples")
_STEPS: Where = ("laws", 0, "convergence")
_BOUND: Where = ("laws", 0, "bound")
_TOLERANCE: Where = ("laws", 0, "tolerance")
_EXAMPLES: Where = ("laws", 0, "examples")
_LANGEVIN: Where = ("langevin", 300)
_SIMPLEX: Where = ("simplex", 400)
_BLIND: Where = ("blind", 0)


def _claim(
    id: str,
    text: str,
    where: Where,
    metric: str,
    op: Literal["<=", ">=", "==", "<", ">"],
    threshold: float | bool | str,
) -> Claim:
    preset, steps, *job = where
    return Claim(id, text, preset, metric, op, threshold, steps, job=str(job[0]) if job else "")


CLAIMS = (
    _claim("V11 moments", "Simulated and exact moments differ by less than 2 %.", _FORWARD, "moment_error", "<", 0.02),
    _claim("V11 energy", "E|x|² stays d = 2 where it starts there.", _FORWARD, "norm_theory", ">=", 1.999999),
    _claim(
        "V12", "Samples by the net are within 0.012 of two moons after 1,000 updates.", _MOONS,
        "sample_distance", "<", 0.012,
    ),
    _claim("V13 SDE", "After 200 steps the SDE is within 0.06 of the data.", _STEPS, "w1_sde", "<", 0.06),
    _claim("V13 ODE", "After 200 steps the ODE is within 0.06 of the data.", _STEPS, "w1_ode", "<", 0.06),
    _claim("V14", "The terms of the bound sum to at least −log p.", _BOUND, "bound_total", ">=", "bound_model"),
    _claim("V15", "Tweedie's formula is the posterior mean to 10⁻⁶.", ("tweedie", 0), "tweedie_gap", "<", 1e-6),
    _claim("V17 one", "One jump from noise misses two modes by more than 1.5.", _STEPS, "w1_jumps_1", ">", 1.5),
    _claim("V17 two", "Two jumps miss by more than 1.", _STEPS, "w1_jumps_2", ">", 1.0),
    _claim("V17 four", "Four jumps miss by less than 0.3.", _STEPS, "w1_jumps_4", "<", 0.3),
    _claim("V17 sixteen", "Sixteen jumps miss by less than 0.05.", _STEPS, "w1_jumps_16", "<", 0.05),
    _claim("V19", "Weighted errors of the noise are the terms of the bound.", _BOUND, "weights_gap", "<", 1e-9),
    _claim("V20 exact", "With the exact score 200 steps are within 0.04.", _TOLERANCE, "tv_exact", "<", 0.04),
    _claim("V20 error", "The distance rises with the error of the score.", _TOLERANCE, "tv_rises", "==", True),
    _claim("V20 steps", "Twenty steps cost more than the exact score gains.", _TOLERANCE, "tv_few", ">", "tv_exact"),
    _claim("V21 rate", "Squared errors of n examples fall like 1/n.", _EXAMPLES, "examples_slope", "<", -0.8),
    _claim("V21 blow-up", "Near the data they are more than 100 times as large.", _EXAMPLES, "mse_low", ">", 100.0),
    _claim("S1 low", "The unadjusted chain is too wide, as theory says: by 1/3.", _LANGEVIN, "variance.ula", ">", 1.27),
    _claim("S1 high", "It is so to 5 %.", _LANGEVIN, "variance.ula", "<", 1.4),
    _claim("S1 adjusted", "Accepting or refusing removes that.", _LANGEVIN, "variance.mala", "<", 1.05),
    _claim("S2", "Momentum needs less than a third of the steps.", ("stiff", 1200), "speed_up", ">", 3.0),
    _claim("S3 means", "Mirrored Langevin has the means of the Dirichlet law.", _SIMPLEX, "mean_error", "<", 0.02),
    _claim("S3 inside", "No particle ever leaves the simplex.", _SIMPLEX, "stays_inside", "==", True),
    _claim("S7", "The score is the slope of log p to 10⁻⁵.", ("tweedie", 0), "score_gap", "<", 1e-5),
    _claim("S8 sliced", "Sliced score matching learns it to 0.12.", ("learn_line", 250), "error_here", "<", 0.12),
    _claim("S8 Hyvärinen", "Hyvärinen's loss learns it to 0.12.", ("learn_implicit", 250), "error_here", "<", 0.12),
    _claim("S8 denoising", "Denoising learns it to 0.12.", ("learn_denoising", 250), "error_here", "<", 0.12),
    _claim(
        "learned", "After 4,000 updates the score of eight Gaussians is off by less than 0.1.", ("learn", 1000),
        "score_error", "<", 0.1,
    ),
    _claim("S9 Fisher", "The Fisher divergence of wrong masses is below 10⁻⁶.", _BLIND, "fisher", "<", 1e-6),
    _claim("S9 TV", "The total variation is 0.3.", _BLIND, "tv", ">=", 0.299),
    _claim("S9 KL", "The KL divergence is 0.22.", _BLIND, "kl", ">=", 0.22),
)  # fmt: skip
