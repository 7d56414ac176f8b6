"""Optimiser race: case kind to the function that computes it with the panel's own steps; traces of updates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playground.concepts.optimisers.checks_theory import THEORY
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.optimisers import RULES, Memory, Settings, UpdateRule, begin

Inputs = Mapping[str, Any]
Result = dict[str, Any]


def follow(rule: UpdateRule, theta: Reals, gradients: Any, use: Settings) -> tuple[list[Reals], list[Memory[Reals]]]:
    """Places and memories of a rule on given gradients; the places from the start on."""
    memory, places, memories = begin(theta), [theta], []
    for gradient in gradients:
        theta, memory = rule(theta, np.array(gradient, dtype=np.float64), memory, use)
        places.append(theta)
        memories.append(memory)
    return places, memories


def _quadratic(inputs: Inputs, method: str) -> tuple[list[Reals], list[Reals], list[float]]:
    """Places, places of the gradients and losses on x'Ax/2 - b'x."""
    A, b = np.array(inputs["A"]), np.array(inputs["b"])
    use = Settings(rate=inputs["eta"], momentum=inputs.get("beta", 0.0))
    theta: Reals = np.array(inputs["theta0"], dtype=np.float64)
    memory, places, seen = begin(theta), [theta], []
    for _ in range(inputs["steps"]):
        at = optimisers.ahead(theta, memory, use) if method == "nesterov" else theta
        seen.append(at)
        theta, memory = RULES[method](theta, A @ at - b, memory, use)
        places.append(theta)
    return places, seen, [float(z @ A @ z / 2 - b @ z) for z in places]


def gd_trace(inputs: Inputs) -> Result:
    """Gradient descent on a quadratic."""
    A, b = np.array(inputs["A"]), np.array(inputs["b"])
    places, _, losses = _quadratic(inputs, "gd")
    values = np.linalg.eigvalsh(A)
    return {
        "thetas": np.array(places),
        "losses": losses,
        "gradient_norms": [float(np.linalg.norm(A @ z - b)) for z in places],
        "eigenvalues": values,
        "factors": 1 - inputs["eta"] * values,
    }


def heavy_ball_trace(inputs: Inputs) -> Result:
    """Heavy ball on a quadratic."""
    places, _, losses = _quadratic(inputs, "heavy_ball")
    return {"thetas": np.array(places), "losses": losses}


def nesterov_trace(inputs: Inputs) -> Result:
    """Nesterov on a quadratic, with the points of its gradients."""
    places, seen, losses = _quadratic(inputs, "nesterov")
    return {"thetas": np.array(places), "lookahead_points": np.array(seen), "losses": losses}


def momentum_constant_gradient(inputs: Inputs) -> Result:
    """The same gradient for ever: steps grow to 1/(1 - beta) times their first length."""
    eta, beta, gradient = inputs["eta"], inputs["beta"], inputs["gradient"]
    use = Settings(rate=eta, momentum=beta)
    ball, _ = follow(RULES["heavy_ball"], np.zeros(1), [[gradient]] * inputs["steps"], use)
    nesterov, _ = follow(RULES["nesterov"], np.zeros(1), [[gradient]] * inputs["steps"], use)
    places = np.concatenate(ball)
    return {
        "heavy_ball_steps": np.diff(places),
        "heavy_ball_positions": places[1:],
        "nesterov_steps": np.diff(np.concatenate(nesterov)),
        "limit_step": over(-eta * gradient, 1 - beta),
        "gain": over(1.0, 1 - beta),
    }


def adagrad_trace(inputs: Inputs) -> Result:
    """AdaGrad on given gradients, with the constant outside and inside the root."""
    theta, eta, delta = np.array(inputs["theta0"]), inputs["eta"], inputs["delta"]
    found: Result = {}
    memories: list[Memory[Reals]] = []
    for inside in (False, True):
        use = Settings(rate=eta, epsilon=delta, inside=inside)
        places, memories = follow(RULES["adagrad"], theta, inputs["gradients"], use)
        roots = [np.sqrt(m.second + delta) if inside else np.sqrt(m.second) + delta for m in memories]
        with np.errstate(divide="ignore"):
            rates = [_finite(eta / root) for root in roots]
        found["delta_inside_root" if inside else "delta_outside_root"] = {
            "thetas": np.array(places),
            "learning_rates": rates,
        }
    return found | {"accumulator": memories[-1].second}


def over(a: float, b: float) -> float | None:
    """A quotient; None where nothing is divided by 0."""
    return float(a / b) if b else None


def known(values: Any) -> Any:
    """Nested lists with None for what is not finite."""
    rows = np.asarray(values, dtype=np.float64)
    return rows.tolist() if np.isfinite(rows).all() else np.where(np.isfinite(rows), rows, None).tolist()  # type: ignore[call-overload]


def _finite(values: Reals) -> list[float | None]:
    return [float(value) if np.isfinite(value) else None for value in values]


def rmsprop_trace(inputs: Inputs) -> Result:
    """RMSProp on given gradients."""
    use = Settings(rate=inputs["alpha"], beta_2=inputs["beta"], epsilon=inputs["epsilon"])
    places, memories = follow(RULES["rmsprop"], np.array(inputs["theta0"]), inputs["gradients"], use)
    return {
        "thetas": known(places),
        "mean_squares": np.array([memory.second for memory in memories]),
        "first_step_over_alpha_if_gradient_large": over(1.0, (1 - inputs["beta"]) ** 0.5),
    }


def _adam(inputs: Inputs, **changes: Any) -> Settings:
    # As numbers of numpy: where a correction divides by 0 a place is none, and nothing is raised.
    betas = np.float64(inputs["beta1"]), np.float64(inputs["beta2"])
    return Settings(inputs["alpha"], 0.0, *betas, inputs["epsilon"])._replace(**changes)


def adam_trace(inputs: Inputs) -> Result:
    """Adam on given gradients, with and without correction."""
    theta = np.array(inputs["theta0"])
    right, memories = follow(RULES["adam"], theta, inputs["gradients"], _adam(inputs))
    raw, _ = follow(RULES["adam"], theta, inputs["gradients"], _adam(inputs, corrected=False))
    return {
        "m": np.array([memory.first for memory in memories]),
        "v": np.array([memory.second for memory in memories]),
        "thetas_with_correction": known(right),
        "thetas_without_correction": known(raw),
        "bias_factors": [
            [1 - inputs["beta1"] ** t, 1 - inputs["beta2"] ** t] for t in range(1, len(inputs["gradients"]) + 1)
        ],
    }


def adam_first_step(inputs: Inputs) -> Result:
    """The first step and its variants; the epsilon-hat one is the uncorrected step at a corrected rate."""
    gradient = np.array(inputs["gradient"])
    b1, b2 = inputs["beta1"], inputs["beta2"]

    def first(**changes: Any) -> Reals:
        zero = np.zeros_like(gradient)
        return RULES["adam"](zero, gradient, begin(zero), _adam(inputs, **changes))[0]

    hat = over(inputs["alpha"] * (1 - b2) ** 0.5, 1 - b1)
    return {
        "with_correction": known(first()),
        "without_correction": known(first(corrected=False)),
        "epsilon_hat_variant": None if hat is None else known(first(corrected=False, rate=hat)),
        "epsilon_inside_root_variant": known(first(inside=True)),
        "ratio_without_over_with_for_large_gradients": over(1 - b1, (1 - b2) ** 0.5),
    }


def adamw_trace(inputs: Inputs) -> Result:
    """Decoupled decay, the penalty in the gradient, and none."""
    theta, decay = np.array(inputs["theta0"]), inputs["weight_decay"]

    def penalised(here: Reals, gradient: Reals, memory: Memory[Reals], use: Settings) -> tuple[Reals, Memory[Reals]]:
        return RULES["adam"](here, gradient + decay * here, memory, use)

    decoupled, _ = follow(RULES["adamw"], theta, inputs["gradients"], _adam(inputs, decay=decay))
    plain, _ = follow(RULES["adam"], theta, inputs["gradients"], _adam(inputs))
    inside, _ = follow(penalised, theta, inputs["gradients"], _adam(inputs))
    return {"decoupled": known(decoupled), "l2_in_the_gradient": known(inside), "no_decay": known(plain)}


def adam_wrong_limit(inputs: Inputs) -> Result:
    """Adam with a short memory on an online problem that it gets wrong, and with the running maximum of squares."""
    return {"adam": _online(inputs, maximum=False), "amsgrad": _online(inputs, maximum=True), "best_fixed_point": -1.0}


def _online(inputs: Inputs, maximum: bool) -> Result:
    x, largest, memory, seen = np.array([inputs["x0"]]), np.zeros(1), begin(np.zeros(1)), []
    for t in range(1, inputs["steps"] + 1):
        gradient = np.array([inputs["C"] if t % 3 == 1 else -1.0])
        rate = float(optimisers.power_rate(inputs["alpha"], 0.5, t))
        use = Settings(rate=rate, beta_1=0.0, beta_2=inputs["beta2"], epsilon=0.0, corrected=False)
        moved, memory = RULES["adam"](x, gradient, memory, use)
        largest = np.maximum(largest, memory.second)
        if maximum:
            # The step of a mean of squares that never falls is the same, shorter.
            moved = x + (moved - x) * np.sqrt(np.divide(memory.second, largest, out=np.zeros(1), where=largest > 0))
        x = np.clip(moved, -1.0, 1.0)
        seen.append(float(x[0]))
    return {"first_12": seen[:12], "last": seen[-1] if seen else None}


def muon_orthogonalise(inputs: Inputs) -> Result:
    """The nearest partial isometry, and what five Newton-Schulz steps make of the singular values."""
    M = np.array(inputs["M"], dtype=np.float64)
    P, values = optimisers.orthogonalised(M), np.linalg.svd(M, compute_uv=False)
    rank = int(np.linalg.matrix_rank(P)) if P.any() else 0
    return {
        "P": P,
        "singular_values": values,
        "rank": rank,
        "condition_number_before": float(values[0] / values[rank - 1]) if rank else None,
        "update_scale": (M.shape[0] / M.shape[1]) ** 0.5,
        "nuclear_norm_equals_inner_product": float((P * M).sum()),
        "newton_schulz_singular_values": np.linalg.svd(optimisers.newton_schulz(M), compute_uv=False),
    }


def muon_trace(inputs: Inputs) -> Result:
    """Muon on given gradients."""
    W = np.array(inputs["W0"], dtype=np.float64)
    use = Settings(rate=inputs["eta"], momentum=inputs["mu"])
    places, memories = follow(RULES["muon"], W, inputs["gradients"], use)
    steps = []
    for before, after, memory in zip(places, places[1:], memories, strict=False):
        values = np.linalg.svd(memory.first, compute_uv=False)
        steps.append(
            {
                "rank": int((values > 1e-10 * values[0]).sum()) if values[0] > 0 else 0,
                "update_spectral_norm": float(np.linalg.norm(after - before, 2)),
                "momentum_singular_values": values,
            }
        )
    return {"W": np.array(places), "steps": steps, "scale": (W.shape[0] / W.shape[1]) ** 0.5}


CHECKS: dict[str, Callable[[Inputs], Result]] = {
    "gd_trace": gd_trace,
    "heavy_ball_trace": heavy_ball_trace,
    "nesterov_trace": nesterov_trace,
    "momentum_constant_gradient": momentum_constant_gradient,
    "adagrad_trace": adagrad_trace,
    "rmsprop_trace": rmsprop_trace,
    "adam_trace": adam_trace,
    "adam_first_step": adam_first_step,
    "adamw_trace": adamw_trace,
    "adam_wrong_limit": adam_wrong_limit,
    "muon_orthogonalise": muon_orthogonalise,
    "muon_trace": muon_trace,
    **THEORY,
}
