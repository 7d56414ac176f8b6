"""The view of laws: what jobs measure about the samplers on a line, where errors can be computed exactly.

Error against steps and after a few jumps (Song et al. 2021), against the error of the score (Chen et al. 2023), of the
score of finitely many examples (its mean square falls like 1/n), and the bound level by level (Sohl-Dickstein 2015).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.names import LABELS, ROLES
from playground.concepts.diffusion.state import State
from playground.engine.declarations.concept import Findings, Partial
from playground.engine.frame import View
from playground.engine.kit.diffusion import bounds, finite, guidance, line, mixtures, schedules
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Role

METHODS = ("sde", "ode", "ancestral", "ddim")
COUNTS = (5, 10, 20, 50, 100, 200)
JUMPS = (1, 2, 4, 8, 16)
ERRORS = (0.0, 0.1, 0.3, 1.0)
EXAMPLES = (50, 100, 200, 400, 800, 1600, 3200)
_PARTICLES = 1000
_T = 1000
_LEVELS = 100  # of the bound
_DRAWS = 20_000  # of x_t at each level
_NUMBERS = (
    "w1_ancestral",
    "w1_ddim",
    "w1_jumps_8",
    "tv_wrong",
    "mse_high",
    "bound_truth",
    "bound_drawn_error",
)  # None until measured
_LEAST = 0.1  # noise at which chains are stopped where densities are compared


def _logs(values: Sequence[float]) -> Tensor:
    return torch.tensor([float(value) for value in values], dtype=torch.float64).clamp_min(1e-12).log10()


_STEPS, _JUMPS, _EXAMPLES = map(_logs, (COUNTS, JUMPS, EXAMPLES))
_ERRORS = torch.tensor(ERRORS)


def _law(masses: list[float], means: list[float], variances: list[float]) -> Mixture:
    m, x, v = (torch.tensor(part, dtype=torch.float64) for part in (masses, means, variances))
    return mixtures.mixture(m, x[:, None], v)


def two() -> Mixture:
    """Two modes of different masses and widths."""
    return _law([0.3, 0.7], [-2.0, 1.5], [0.09, 0.25])


def far() -> Mixture:
    """Two narrow modes, so that averages are far from both."""
    return _law([0.5, 0.5], [-2.0, 2.0], [0.04, 0.04])


def convergence(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """W1 to the data after 5 to 200 steps by four samplers, and after 1 to 16 jumps to the best guess."""
    schedule = schedules.linear(_T)
    score, jumps = guidance.exact(two(), schedule), guidance.exact(far(), schedule)
    found: dict[str, Any] = {}
    for done, name in enumerate(METHODS):
        curve = []
        for count in COUNTS:
            visited = schedules.levels(schedule, count)
            curve.append(line.w1_after(two(), schedule, name, visited, score, _PARTICLES, ctx.seed))
            yield Partial({}, (done + len(curve) / len(COUNTS)) / 5)
        found |= {name: _logs(curve), f"w1_{name}": curve[-1]}
    after = []
    for count in JUMPS:
        after.append(line.w1_after(far(), schedule, "ddim", schedules.levels(schedule, count), jumps, _PARTICLES, 0))
        yield Partial({}, 0.8 + 0.2 * len(after) / len(JUMPS))
    found |= {f"w1_jumps_{count}": value for count, value in zip(JUMPS, after, strict=True)}
    yield Partial(found | {"jumps": _logs(after)}, 1.0)


def tolerance(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Total variation after 200 and after 20 DDPM steps with a wrong score, the densities on a grid."""
    schedule = schedules.linear(_T)
    found: dict[int, list[float]] = {20: [], 200: []}
    for count, values in found.items():
        visited = [level for level in schedules.levels(schedule, count) if float(schedule.sigma[level]) > _LEAST]
        for error in ERRORS:
            values.append(line.tv_after(two(), schedule, visited, error, mesh=0.03))
            yield Partial({}, sum(map(len, found.values())) / (2 * len(ERRORS)))
    many, few = found[200], found[20]
    yield Partial(
        {
            "many": torch.tensor(many),
            "few": torch.tensor(few),
            "tv_exact": many[0],
            "tv_wrong": many[-1],
            "tv_few": few[0],
            "tv_rises": all(a < b for a, b in pairwise(many)),
        },
        1.0,
    )


def examples(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Mean square error of the score of n examples against that of the law, at two levels of noise."""
    found: dict[str, Any] = {}
    for name, sigma in (("high", 0.3), ("low", 0.05)):
        rng, errors = torch.Generator().manual_seed(ctx.seed % 2**32), []
        for n in EXAMPLES:
            errors.append(finite.score_error(two(), n, sigma, 6, 200, rng))
            yield Partial({}, (2 * len(found) + 1) / 8)
        found |= {name: _logs(errors), f"mse_{name}": errors[0]}
        if name == "high":
            counts = torch.tensor(EXAMPLES, dtype=torch.float64)
            found["examples_slope"] = finite.slope(counts, torch.tensor(errors, dtype=torch.float64))
    yield Partial(found, 1.0)


def bound(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The terms of the bound on -log p for Gaussian data at one point, with the exact reverse means."""
    schedule = schedules.linear(_LEVELS)
    mean, variance, x0 = 0.5, 0.64, 1.2
    terms = bounds.gaussian_terms(mean, variance, x0, schedule)
    weights = schedules.bound_weights(schedule)
    rng = torch.Generator().manual_seed(ctx.seed % 2**32)
    drawn, errors = bounds.sampled_terms(mean, variance, x0, schedule, _DRAWS, rng)
    again = bounds.weights_by_shift(schedule)
    found = {
        "terms": terms.between.clamp_min(1e-12).log10(),
        "weights": weights[1:].log10(),
        "bound_total": terms.total,
        "bound_model": -bounds.gaussian_model_log_density(mean, variance, x0, schedule),
        "bound_truth": 0.5 * math.log(2 * math.pi * variance) + (x0 - mean) ** 2 / (2 * variance),
        "weights_gap": float(((weights[1:] - again).abs() / weights[1:]).max()),
        "drawn": drawn.clamp_min(1e-12).log10(),
        "drawn_low": (drawn - 2 * errors).clamp_min(1e-12).log10(),
        "drawn_high": (drawn + 2 * errors).clamp_min(1e-12).log10(),
        "bound_drawn": terms.first + float(drawn.sum()) + terms.last,
        "bound_drawn_error": float(errors.square().sum().sqrt()),
    }
    yield Partial(found, 1.0)


JOBS = {"convergence": convergence, "tolerance": tolerance, "examples": examples, "bound": bound}


# ---- the plots


def laws(findings: Findings) -> Drawn:
    """Error against steps and jumps, against the error in the score, against examples; the bound by level."""
    by_steps, by_score, by_examples, by_level = (findings[name] for name in JOBS)
    steps = Plot(
        name="steps",
        title="Error against steps",
        badge="sampled",
        unit="W₁ to data on a line, exact score",
        x=Axis(label="steps", range=(0.6, 2.65), log=True),
        y=Axis(log=True),
        layers=tuple(_curve(by_steps, name, ROLES[name], _STEPS, LABELS[name]) for name in METHODS),
    )
    jumps = Plot(
        name="jumps",
        title="From noise in a few jumps",
        badge="sampled",
        unit="W₁; one jump {w1_jumps_1}, 16 jumps {w1_jumps_16}",
        x=Axis(label="jumps", range=(-0.1, 1.4), log=True),
        y=Axis(log=True),
        layers=(_curve(by_steps, "jumps", "slot6", _JUMPS),),
    )
    examples = Plot(
        name="examples",
        title="Score of n examples",
        badge="sampled",
        unit="mean square error; slope {examples_slope}",
        x=Axis(label="examples n", range=(1.6, 4.2), log=True),
        y=Axis(log=True),
        layers=(
            _curve(by_examples, "high", "slot1", _EXAMPLES, "σ = 0.3"),
            _curve(by_examples, "low", "slot2", _EXAMPLES, "σ = 0.05"),
        ),
    )
    bound = Plot(
        name="bound",
        title="The bound by level",
        badge="exact",
        unit="sum {bound_total}, by draws {bound_drawn}, −log p {bound_model}",
        x=Axis(label="t", range=(0.0, 125.0)),
        y=Axis(log=True),
        layers=(
            _drawn(by_level),
            _curve(by_level, "terms", "slot3", torch.arange(1, _LEVELS), "KL", markers=False),
            _curve(by_level, "weights", "muted", torch.arange(2, _LEVELS + 1), "weight λ", markers=False),
        ),
    )
    score = Plot(
        name="score",
        title="Error against error of the score",
        badge="exact",
        unit="total variation",
        x=Axis(label="error of the score", range=(0.0, 1.3)),
        y=Axis(range=(0.0, 1.0)),
        layers=(
            _curve(by_score, "few", "slot2", _ERRORS, "20 steps"),
            _curve(by_score, "many", "slot1", _ERRORS, "200 steps"),
        ),
    )
    found = {name: value for job in JOBS for name, value in findings[job].items() if not isinstance(value, Tensor)}
    figure = Figure(plots=(steps, jumps, examples, bound, score), even=True, hint="The measurements run by themselves")
    return Drawn(figure, {**dict.fromkeys(_NUMBERS), **found})


def _curve(found: Mapping[str, Any], name: str, role: Role, x: Tensor, text: str = "", markers: bool = True) -> Curve:
    """What a job has found, once it has."""
    there = name in found
    y = found.get(name, torch.zeros(0))
    return Curve(
        name=name,
        role=role,
        x=x if there else y,
        y=y,
        markers=markers,
        outcome=name != "weights",
        text=text,
        show=there,
    )


def _drawn(found: Mapping[str, Any]) -> Curve:
    """The terms of the bound by draws, with two standard errors."""
    there = "drawn" in found
    nothing = torch.zeros(0)
    mean, low, high = (found.get(name, nothing) for name in ("drawn", "drawn_low", "drawn_high"))
    x = torch.arange(1, _LEVELS) if there else nothing
    return Curve(name="drawn", role="slot3", x=x, y=mean, low=low, high=high, show=there, key="by draws ± 2 errors")
