"""Case kinds about rates, bounds, flows, Newton's method and schedules, with the panel's own code."""

from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from playground.concepts.optimisers import rates
from playground.concepts.optimisers.stationary import pl_constant
from playground.concepts.optimisers.surfaces import flowed, quadratic
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.optimisers import RULES, Settings, begin

Inputs = Mapping[str, Any]
Result = dict[str, Any]
_METHODS = ("gd", "heavy_ball", "nesterov")
_RATES = (
    "kappa",
    "gd_1_over_L",
    "gd_best",
    "heavy_ball_best",
    "nesterov_standard",
    "nesterov_best_for_quadratics",
    "lower_bound_rate_of_first_order_methods",
)

_BOUNDS = (
    "L",
    "mu_strong_convexity",
    "mu_pl",
    "minimum",
    "gaps",
    "decrease",
    "guaranteed_decrease",
    "pl_bounds",
    "eps_critical_bound",
    "first_eps_critical_step",
)


def _descend(gradient: Callable[[Reals], Reals], theta: Reals, eta: float, steps: int) -> Reals:
    """All iterates of gradient descent, the start first."""
    places, memory, use = [theta], begin(theta), Settings(rate=eta)
    for _ in range(steps):
        theta, memory = RULES["gd"](theta, gradient(theta), memory, use)
        places.append(theta)
    return np.array(places)


def stability_limit(inputs: Inputs) -> Result:
    """Largest stable steps, and the factors at given ones."""
    values, beta = np.array(inputs["eigenvalues"]), inputs["beta"]
    flat = not (values > 0).any()
    limits = {name: None if flat else rates.stable_limit(name, values, beta) for name in _METHODS}
    return {
        "limits": limits,
        "factors": {name: [rates.worst_factor(name, values, eta, beta) for eta in inputs["etas"]] for name in _METHODS},
        "diverges": {
            name: [limit is not None and eta > limit * (1 + 1e-12) for eta in inputs["etas"]]
            for name, limit in limits.items()
        },
    }


def optimal_rates(inputs: Inputs) -> Result:
    """Best constant steps and their factors."""
    mu, L = inputs["mu"], inputs["L"]
    if not 0 < mu <= L:
        return dict.fromkeys(_RATES)
    kappa = L / mu
    gd, ball, nesterov = (rates.best_steps(name, mu, L) for name in _METHODS)
    root = (3 * kappa + 1) ** 0.5
    beta, tuned = (root - 2) / (root + 2), 4 / (3 * L + mu)
    spectrum = np.array([mu, L])
    return {
        "kappa": kappa,
        "gd_1_over_L": {"eta": 1 / L, "rate": rates.worst_factor("gd", spectrum, 1 / L, 0.0)},
        "gd_best": {"eta": gd[0], "rate": gd[2]},
        "heavy_ball_best": {"eta": ball[0], "beta": ball[1], "rate": ball[2]},
        "nesterov_standard": {"eta": nesterov[0], "beta": nesterov[1], "rate": nesterov[2]},
        "nesterov_best_for_quadratics": {"eta": tuned, "beta": beta, "rate": 1 - 2 / root},
        "lower_bound_rate_of_first_order_methods": rates.lower_bound_rate(mu, L),
    }


def steps_to_tolerance(inputs: Inputs) -> Result:
    """Steps until a diagonal quadratic is down."""
    values, found = np.array(inputs["eigenvalues"]), []
    for row in inputs["methods"]:
        use = Settings(rate=row["eta"], momentum=row["beta"])
        theta: Reals = np.array(inputs["theta0"], dtype=np.float64)
        memory, before = begin(theta), None
        answer: Result = {"name": row["name"], "steps": None, "loss_there": None, "loss_before": None}
        for step in range(inputs["max_steps"] + 1):
            loss = float((values * theta * theta).sum() / 2)
            if loss <= inputs["tolerance"]:
                answer |= {"steps": step, "loss_there": loss, "loss_before": before}
                break
            at = optimisers.ahead(theta, memory, use) if row["method"] == "nesterov" else theta
            theta, memory = RULES[row["method"]](theta, values * at, memory, use)
            before = loss
        found.append(answer)
    return {"results": found}


def smoothness_and_pl_bounds(inputs: Inputs) -> Result:
    """What 1/L guarantees on a convex quadratic."""
    A, b, theta = np.array(inputs["A"]), np.array(inputs["b"]), np.array(inputs["theta0"], dtype=np.float64)
    values = np.linalg.eigvalsh(A)
    L, positive = float(values[-1]), values[values > 1e-9 * values[-1]]
    if not len(positive):
        return dict.fromkeys(_BOUNDS)  # a flat function, or a slope without an end: no step is 1/L
    mu = float(positive[0])
    places = _descend(lambda z: A @ z - b, theta, 1 / L, inputs["steps"])
    best = np.linalg.pinv(A) @ b
    lowest = float(best @ A @ best / 2 - b @ best)
    losses = np.array([float(z @ A @ z / 2 - b @ z) for z in places])
    slopes = np.array([float(np.linalg.norm(A @ z - b)) for z in places])
    small = slopes <= inputs["eps"]
    return {
        "L": L,
        "mu_strong_convexity": float(values[0]) if values[0] > 1e-9 * L else 0.0,
        "mu_pl": mu,
        "minimum": lowest,
        "gaps": losses - lowest,
        "decrease": losses[:-1] - losses[1:],
        "guaranteed_decrease": slopes[:-1] ** 2 / (2 * L),
        "pl_bounds": (losses[0] - lowest) * (1 - mu / L) ** np.arange(len(losses)),
        "eps_critical_bound": 2 * L * float(losses[0] - lowest) / inputs["eps"] ** 2 if inputs["eps"] else None,
        "first_eps_critical_step": int(small.argmax()) if small.any() else None,
    }


def pl_nonconvex(inputs: Inputs) -> Result:
    """x^2 + a sin^2 x under gradient descent with the step 1/L."""
    a = inputs["a"]
    L = 2 + 2 * a
    constant, at, others = pl_constant(a)
    places = _descend(lambda z: 2 * z + a * np.sin(2 * z), np.array([inputs["x0"]]), 1 / L, inputs["steps"])[:, 0]
    gaps = places**2 + a * np.sin(places) ** 2
    return {
        "L": L,
        "min_second_derivative": 2 - 2 * a,
        "convex": a <= 1,
        "positive_stationary_points": others,
        "pl_constant": constant,
        "pl_constant_attained_at": at,
        "iterates": places,
        "gaps": gaps,
        "pl_bounds": gaps[0] * (1 - constant / L) ** np.arange(len(gaps)),
    }


def gradient_flow(inputs: Inputs) -> Result:
    """The flow of a quadratic, and how far gradient descent is from it at one time."""
    A, b, theta = np.array(inputs["A"]), np.array(inputs["b"]), np.array(inputs["theta0"], dtype=np.float64)
    values = np.abs(np.linalg.eigvalsh(A))
    if values.min() <= 1e-12 * values.max() or 0 in inputs["etas"]:
        # It need not come to rest, or no step leads there.
        return dict.fromkeys(("flow", "flow_at_T", "gd_at_T", "distances", "ratios"))
    rest = np.linalg.solve(A, b)

    def flow(time: float) -> Reals:
        return np.asarray(rest + flowed(A, theta - rest, time))

    exact = flow(inputs["T"])
    ends = [_descend(lambda z: A @ z - b, theta, eta, round(inputs["T"] / eta))[-1] for eta in inputs["etas"]]
    far = [float(np.linalg.norm(end - exact)) for end in ends]
    return {
        "flow": np.array([flow(time) for time in inputs["times"]]),
        "flow_at_T": exact,
        "gd_at_T": np.array(ends),
        "distances": far,
        "ratios": [after / before if before else None for before, after in pairwise(far)],
    }


def saddle_escape(inputs: Inputs) -> Result:
    """How long gradient descent stays on a saddle."""
    values = np.array([inputs["a"], -inputs["b"]])
    first: list[int | None] = []
    points = []
    for start in inputs["starts"]:
        places = _descend(lambda z: values * z, np.array(start), inputs["eta"], 3)
        points.append(places)
        theta, found = np.array(start), None
        # What does not grow never leaves.
        if theta[1] and abs(1 + inputs["eta"] * inputs["b"]) > 1:
            memory, use, step = begin(theta), Settings(rate=inputs["eta"]), 0
            while not abs(theta[1]) > inputs["radius"]:
                theta, memory = RULES["gd"](theta, values * theta, memory, use)
                step += 1
            found = step
        first.append(found)
    return {"first_step_outside": first, "first_points": np.array(points), "saddle_eigenvalues": values}


def newton_quadratic(inputs: Inputs) -> Result:
    """One Newton step on a quadratic, and its relatives where the Hessian is singular."""
    A, b, theta = np.array(inputs["A"]), np.array(inputs["b"]), np.array(inputs["theta0"], dtype=np.float64)
    gradient, values = A @ theta - b, np.linalg.eigvalsh(A)
    singular = bool(np.abs(values).min() < 1e-12 * np.abs(values).max())
    point = optimisers.newton(theta, gradient, A)
    low, high = float(values[0]), float(values[-1])
    kind = "degenerate" if singular else "minimum" if low > 0 else "maximum" if high < 0 else "saddle"

    def loss(z: Reals) -> float:
        return float(quadratic(A).value(z) - b @ z)

    return {
        "gradient": gradient,
        "hessian_eigenvalues": values,
        "singular": singular,
        "stationary_point_type": kind,
        "newton_point": None if singular else point,
        "pseudoinverse_point": point,
        "damped_point": optimisers.newton(theta, gradient, A, inputs["damping"]),
        "loss": loss(theta),
        "loss_at_newton_point": None if singular else loss(point),
        "newton_direction_is_descent": None if singular else bool(gradient @ (point - theta) < 0),
    }


def newton_polynomial(inputs: Inputs) -> Result:
    """Newton's method on a polynomial of one number."""
    first = np.polynomial.Polynomial(inputs["coefficients"]).deriv()
    second = first.deriv()
    x, seen, stopped = np.array([float(inputs["x0"])]), [float(inputs["x0"])], None
    for step in range(inputs["steps"]):
        if abs(second(x[0])) < 1e-14:
            stopped = step
            break
        x = optimisers.newton(x, np.array([first(x[0])]), np.array([[second(x[0])]]))
        seen.append(float(x[0]))
    return {
        "iterates": seen,
        "singular_at_step": stopped,
        "derivatives": [float(first(place)) for place in seen],
        "second_derivatives": [float(second(place)) for place in seen],
    }


def newton_basins(inputs: Inputs) -> Result:
    """Which root of z^n = 1 Newton's method reaches: as a step in the plane, with the Jacobian of z^n - 1."""
    n = inputs["n"]
    roots = [cmath.exp(2j * cmath.pi * k / n) for k in range(n)]
    ends: list[int | None] = []
    steps: list[int | None] = []
    for start in inputs["starts"]:
        z, count = complex(*start), 0
        while abs(z**n - 1) >= 1e-9 and z != 0 and count < 1000:
            slope, value = n * z ** (n - 1), z**n - 1
            # The inverse of a rotation with a stretch is division.
            z = z - value / slope
            count += 1
        near = min(range(n), key=lambda k: abs(z - roots[k]), default=None)
        ends.append(near if z else None)
        steps.append(count if z and near is not None else None)
    return {"root_index": ends, "steps": steps, "roots": [[root.real, root.imag] for root in roots]}


def robbins_monro(inputs: Inputs) -> Result:
    """Sums of step sizes a t^-p and of their squares."""
    a, N, rows = inputs["a"], inputs["N"], []
    for p in inputs["exponents"]:
        steps = np.array([float(optimisers.power_rate(a, p, t)) for t in range(1, N + 1)])
        diverges, converges = p <= 1, 2 * p > 1
        rows.append(
            {
                "partial_sum": float(steps.sum()),
                "partial_sum_of_squares": float((steps * steps).sum()),
                "sum_diverges": diverges,
                "sum_of_squares_converges": converges,
                "limit_of_sum": None if diverges else a * _zeta(p),
                "limit_of_squares": a * a * _zeta(2 * p) if converges else None,
                "satisfies_both": diverges and converges,
            }
        )
    return {"rows": rows}


def _zeta(s: float) -> float:
    one = torch.tensor(1.0, dtype=torch.float64)
    return float(torch.special.zeta(torch.tensor(s, dtype=torch.float64), one))


def sgd_given_samples(inputs: Inputs) -> Result:
    """SGD on the mean of given samples, with both kinds of averages."""
    theta = np.array([float(inputs["theta0"])])
    mean, slow, memory = theta, theta, begin(theta)
    thetas, means, slows = [float(theta[0])], [], []
    for t, sample in enumerate(inputs["samples"], 1):
        use = Settings(rate=optimisers.power_rate(inputs["a"], inputs["p"], t))
        theta, memory = RULES["gd"](theta, theta - sample, memory, use)
        mean = optimisers.averaged(mean, theta, t)
        slow = slow + inputs["ema_beta"] * (theta - slow)
        thetas.append(float(theta[0]))
        means.append(float(mean[0]))
        slows.append(float(slow[0]))
    samples = np.array(inputs["samples"])
    return {
        "thetas": thetas,
        "averages": means,
        "exponential_averages": slows,
        "running_mean_of_samples": np.cumsum(samples) / np.arange(1, len(samples) + 1),
    }


def schedule_error(inputs: Inputs) -> Result:
    """Exact errors of schedules after N samples."""
    N, sigma, found = inputs["N"], inputs["sigma"], []
    for row in inputs["schedules"]:
        last, mean = rates.rms_of_schedule(row["a"], row["p"], sigma, inputs["e0"], N)
        still = (row["a"] * sigma**2 / (2 - row["a"])) ** 0.5 if row["p"] == 0 else None
        found.append({"rms_last": float(last[-1]), "rms_average": float(mean[-1]), "stationary_rms": still})
    return {"schedules": found, "optimal_rms": sigma / N**0.5 if N else None}


THEORY: dict[str, Callable[[Inputs], Result]] = {
    "stability_limit": stability_limit,
    "optimal_rates": optimal_rates,
    "steps_to_tolerance": steps_to_tolerance,
    "smoothness_and_pl_bounds": smoothness_and_pl_bounds,
    "pl_nonconvex": pl_nonconvex,
    "gradient_flow": gradient_flow,
    "saddle_escape": saddle_escape,
    "newton_quadratic": newton_quadratic,
    "newton_polynomial": newton_polynomial,
    "newton_basins": newton_basins,
    "robbins_monro": robbins_monro,
    "sgd_given_samples": sgd_given_samples,
    "schedule_error": schedule_error,
}
