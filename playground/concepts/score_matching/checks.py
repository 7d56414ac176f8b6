"""The oracle cases of score matching and of distances between laws."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.score_matching.weakness import gaps
from playground.engine.kit.diffusion import matching, mixtures
from playground.engine.kit.sampling import divergences

Inputs = Mapping[str, Any]


def exactly(values: Any) -> Tensor:
    """Numbers or lists of numbers as float64."""
    return torch.tensor(values, dtype=torch.float64)


def fisher_divergence_mode_mass(inputs: Inputs) -> dict[str, Any]:
    """What score matching sees of wrong masses."""
    found = torch.cat([gaps(2 * s, 0.0, exactly([1 - inputs["w"]])) for s in inputs["s"]])
    return dict(zip(("fisher", "tv", "kl"), found.T, strict=True))


def hyvarinen_linear_score(inputs: Inputs) -> dict[str, Any]:
    """The implicit loss of h(a) = -theta a: the mean stays at 0."""
    data, zero = exactly(inputs["data"])[:, None], exactly([0.0])
    losses = [matching.linear_loss(data, exactly([[theta]]), zero)[0] for theta in inputs["theta"]]
    around = matching.linear_fit(exactly([*inputs["data"], *(-a for a in inputs["data"])])[:, None])
    return {
        "population_minimiser": 1 / inputs["v"],
        "empirical_minimiser": None if around.precision is None else around.precision[0, 0],
        "empirical_loss_at": losses,
    }


def hyvarinen_gaussian(inputs: Inputs) -> dict[str, Any]:
    """The implicit loss of a Gaussian's score."""
    samples = exactly(inputs["samples"])
    loss, slope, push = matching.linear_loss(samples, exactly(inputs["precision"]), exactly(inputs["mean"]))
    best = matching.linear_fit(samples)
    return {
        "loss_at_given": loss,
        "grad_precision_symmetric": slope,
        "grad_mean": push,
        "best_mean": best.mean,
        "best_precision": best.precision,
        "best_loss": best.loss,
    }


def sliced_score_matching(inputs: Inputs) -> dict[str, Any]:
    """The implicit loss of a mixture's score, whole and in slices."""
    model = inputs["model"]
    law = mixtures.mixture(*(exactly(model[name]) for name in ("weights", "means", "variances")))
    x, v = exactly(inputs["points"]), exactly(inputs["directions"])
    h, J = mixtures.score(law, x), mixtures.jacobian(law, x)
    plain, reduced = matching.sliced_terms(h, J, v)
    return {
        "scores": h,
        "jacobians": J,
        "traces": J.diagonal(dim1=1, dim2=2).sum(1),
        "hyvarinen_loss": matching.implicit_loss(h, J),
        "sliced_terms": plain,
        "sliced_loss": plain.mean(),
        "variance_reduced_sliced_terms": reduced,
        "variance_reduced_sliced_loss": reduced.mean(),
    }


def denoising_score_matching(inputs: Inputs) -> dict[str, Any]:
    """Denoising targets, the loss of a line, and the best line."""
    x, z, sigma = exactly(inputs["x"]), exactly(inputs["noises"]), float(inputs["sigma"])
    noisy, targets = x + sigma * z, -z / sigma
    h = inputs["slope"] * noisy + exactly(inputs["offset"])
    loss = (h - targets).square().sum(1).mean() / 2
    slope, offset = matching.regression(noisy, targets)
    return {
        "noisy": noisy,
        "targets": targets,
        "loss_at_given": loss,
        "weighted_loss_sigma_squared": sigma**2 * loss,
        "best_slope": slope,
        "best_offset": offset,
        "population_best_slope": -1 / (inputs["population_variance"] + sigma**2),
        "mean_square_target": targets.square().sum(1).mean(),
        "expected_square_target": x.shape[1] / sigma**2,
        "denoiser_at_given": noisy + sigma**2 * h,
    }


def noisy_circle_score(inputs: Inputs) -> dict[str, Any]:
    """The score around a noisy circle."""
    x, radius, sigma = exactly(inputs["points"]), float(inputs["radius"]), float(inputs["sigma"])
    score, r = matching.circle_score(x, radius, sigma), x.norm(dim=1)
    outwards = matching.circle_score(exactly([[value, 0.0] for value in r.tolist()]), radius, sigma)[:, 0]
    return {
        "points": [
            {
                "score": score[i],
                "radial_component": outwards[i],
                "distance_to_circle": (r[i] - radius).abs(),
                "denoised": x[i] + sigma**2 * score[i],
            }
            for i in range(len(x))
        ],
        "radius_of_largest_density": matching.circle_mode(radius, sigma),
    }


def discrete_distances(inputs: Inputs) -> dict[str, Any]:
    """Distances of two laws on points of the line."""
    points, p, q = (exactly(inputs[name]) for name in ("points", "p", "q"))

    def finite(value: float) -> float | None:
        return value if math.isfinite(value) else None

    return {
        "TV": divergences.total_variation(p, q),
        "KL_p_q": finite(divergences.kl(p, q)),
        "KL_q_p": finite(divergences.kl(q, p)),
        "JSD": divergences.jensen_shannon(p, q),
        "W1": divergences.wasserstein(points, p, q),
        "W2": divergences.wasserstein(points, p, q, 2),
    }


def gaussian_distances(inputs: Inputs) -> dict[str, Any]:
    """Distances of two Gaussians on the line."""
    m1, s1, m2, s2 = (float(inputs[name]) for name in ("m1", "s1", "m2", "s2"))
    first = exactly([m1]), exactly([[s1**2]])
    last = exactly([m2]), exactly([[s2**2]])
    return {
        "KL": divergences.gaussian_kl(*first, *last),
        "KL_reverse": divergences.gaussian_kl(*last, *first),
        "W2": divergences.gaussian_w2(*first, *last),
        "TV": divergences.gaussian_total_variation(m1, s1, m2, s2),
        "fisher_divergence": divergences.gaussian_fisher(m1, s1, m2, s2),
    }


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "fisher_divergence_mode_mass": fisher_divergence_mode_mass,
    "hyvarinen_linear_score": hyvarinen_linear_score,
    "hyvarinen_gaussian": hyvarinen_gaussian,
    "sliced_score_matching": sliced_score_matching,
    "denoising_score_matching": denoising_score_matching,
    "noisy_circle_score": noisy_circle_score,
    "discrete_distances": discrete_distances,
    "gaussian_distances": gaussian_distances,
}
