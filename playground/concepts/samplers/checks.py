"""The oracle cases of chains: Langevin, Metropolis, Hamiltonian steps, sets, and how much a chain is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from playground.engine.errors import unknown
from playground.engine.kit.diffusion.mixtures import mixture
from playground.engine.kit.sampling import (
    autocorrelation,
    constrained,
    divergences,
    hamiltonian,
    langevin,
    metropolis,
    targets,
)
from playground.engine.kit.sampling.targets import Target

Inputs = Mapping[str, Any]


def exactly(values: Any) -> Tensor:
    """Numbers or lists of numbers as float64."""
    return torch.tensor(values, dtype=torch.float64)


def mixture_target(stored: Mapping[str, Any]) -> Target:
    """A mixture of a case file."""
    return targets.of_mixture(mixture(*(exactly(stored[name]) for name in ("weights", "means", "variances"))))


def target_of(stored: Mapping[str, Any]) -> Target:
    """A target of a case file.

    Raises:
        BadInput: its type is unknown.
    """
    match stored["type"]:
        case "gaussian":
            return targets.gaussian(exactly(stored["mean"]), exactly(stored["precision"]))
        case "mixture":
            return mixture_target(stored)
        case "box":
            return targets.box(exactly(stored["low"]), exactly(stored["high"]))
        case "quartic":
            return targets.quartic()
        case other:
            raise unknown("type", str(other), ["gaussian", "mixture", "box", "quartic"])


def _finite(value: float) -> float | None:
    """The number, or null for infinite."""
    return value if math.isfinite(value) else None


def metropolis_walk(inputs: Inputs) -> dict[str, Any]:
    """A random walk with given increments and uniform numbers."""
    target, x = target_of(inputs["target"]), exactly(inputs["x0"])[None]
    chain, logs, accepted = [x], [], []
    for increment, u in zip(inputs["increments"], inputs["uniforms"], strict=True):
        decision = metropolis.walk(target, chain[-1], exactly(increment)[None], exactly([u]))
        chain.append(decision.x)
        logs.append(_finite(decision.log_acceptance.item()))
        accepted.append(bool(decision.accepted.item()))
    return {
        "log_acceptance": logs,
        "accepted": accepted,
        "chain": torch.cat(chain),
        "acceptance_rate": sum(accepted) / max(1, len(accepted)),
    }


def mala_steps(inputs: Inputs) -> dict[str, Any]:
    """Metropolis-adjusted Langevin with given noise."""
    target, eta = target_of(inputs["target"]), float(inputs["eta"])
    chain, steps = [exactly(inputs["x0"])[None]], []
    for z, u in zip(inputs["noises"], inputs["uniforms"], strict=True):
        found = metropolis.adjusted(target, chain[-1], eta, exactly(z)[None], exactly([u]))
        chain.append(found.x)
        steps.append(
            {
                "proposal": found.proposal[0],
                "log_q_forward": found.log_forward[0],
                "log_q_backward": found.log_backward[0],
                "log_ratio": _finite(found.log_ratio.item()),
                "acceptance": found.log_acceptance.exp()[0],
                "accepted": bool(found.accepted.item()),
            }
        )
    first = langevin.unadjusted(target, chain[0], eta, exactly(inputs["noises"][0])[None])
    return {"steps": steps, "chain": torch.cat(chain), "unadjusted_first_point": first[0]}


def langevin_given_noise_mixture(inputs: Inputs) -> dict[str, Any]:
    """Unadjusted Langevin steps on a mixture."""
    target, path = mixture_target(inputs["mixture"]), [exactly(inputs["x0"])[None]]
    for z in inputs["noise"]:
        path.append(langevin.unadjusted(target, path[-1], inputs["eta"], exactly(z)[None]))
    return {"trajectory": torch.cat(path)}


def ula_stationary_variance(inputs: Inputs) -> dict[str, Any]:
    """The bias of the step on a Gaussian."""
    v = float(inputs["v"])
    return {
        "variance": [_finite(langevin.stationary_variance(v, eta)) for eta in inputs["eta"]],
        "autocorrelation": [langevin.autocorrelation(v, eta) for eta in inputs["eta"]],
        "stability_limit": langevin.step_limit(exactly([[1 / v]])),
    }


def ula_gaussian(inputs: Inputs) -> dict[str, Any]:
    """The exact law of the unadjusted chain after k steps, and at last."""
    mean, precision = exactly(inputs["mean"]), exactly(inputs["precision"])
    eta, wanted = float(inputs["eta"]), torch.linalg.inv(exactly(inputs["precision"]))

    def gap(at: Tensor, covariance: Tensor) -> tuple[float | None, float]:
        return (
            _finite(divergences.gaussian_kl(at, covariance, mean, wanted)),
            divergences.gaussian_w2(at, covariance, mean, wanted),
        )

    rows = []
    for k in inputs["steps"]:
        at, covariance = langevin.moments(mean, precision, eta, exactly(inputs["x0"]), int(k))
        kl, w2 = gap(at, covariance)
        rows.append({"mean": at, "covariance": covariance, "KL_to_target": kl, "W2_to_target": w2})
    last = langevin.stationary_covariance(precision, eta)
    last_gap: tuple[float | None, float | None] = (None, None) if last is None else gap(mean, last)
    return {
        "step_limit": langevin.step_limit(precision),
        "stable": last is not None,
        "transient": rows,
        "stationary_covariance": last,
        "stationary_KL": last_gap[0],
        "stationary_W2": last_gap[1],
        "target_covariance": wanted,
    }


def underdamped_given_noise(inputs: Inputs) -> dict[str, Any]:
    """Underdamped Langevin with given noise, by Euler and by splitting."""
    target, found = target_of(inputs["target"]), {}
    for name, step in (("euler", langevin.euler), ("baoab", langevin.baoab)):
        path = [(exactly(inputs["x0"])[None], exactly(inputs["v0"])[None])]
        for z in inputs["noises"]:
            path.append(step(target, *path[-1], inputs["eta"], inputs["gamma"], exactly(z)[None]))
        x, v = zip(*path, strict=True)
        found[name] = {"x": torch.cat(x), "v": torch.cat(v)}
    return found


def underdamped_stationary(inputs: Inputs) -> dict[str, Any]:
    """The stationary law of both integrators on an oscillator."""
    k, rows = float(inputs["k"]), []
    for setting in inputs["settings"]:
        row = {}
        for name in ("euler", "baoab"):
            found = langevin.underdamped(name, k, setting["eta"], setting["gamma"])
            P = found.covariance
            row[name] = {
                "spectral_radius": found.radius,
                "stable": P is not None,
                "var_x": None if P is None else P[0, 0],
                "var_v": None if P is None else P[1, 1],
                "cov_xv": None if P is None else P[0, 1],
            }
        rows.append(row)
    return {"target_var_x": 1 / k, "settings": rows}


def hmc_trajectory(inputs: Inputs) -> dict[str, Any]:
    """A leapfrog trajectory, its decision, and the way back."""
    target, mass = target_of(inputs["target"]), exactly(inputs["mass"])
    q, p, eps, steps = exactly(inputs["q0"])[None], exactly(inputs["p0"])[None], inputs["eps"], int(inputs["steps"])
    run = hamiltonian.trajectory(target, q, p, eps, steps, mass)
    back = hamiltonian.trajectory(target, run.positions[-1], -run.momenta[-1], eps, steps, mass)
    error = max((back.positions[-1] - q).abs().max().item(), (back.momenta[-1] + p).abs().max().item())
    after, accepted = hamiltonian.transition(target, q, p, eps, steps, mass, exactly([inputs["uniform"]]))
    return {
        "positions": run.positions[:, 0],
        "momenta": run.momenta[:, 0],
        "energies": run.energies[:, 0],
        "delta_H": run.change[0],
        "acceptance": torch.exp(-run.change.clamp(min=0.0))[0],
        "accepted": bool(accepted.item()),
        "next": after[0],
        "reversal_error": error,
    }


def harmonic_integrators(inputs: Inputs) -> dict[str, Any]:
    """Four integrators of the oscillator."""
    omega, eps, steps = float(inputs["omega"]), float(inputs["eps"]), int(inputs["steps"])
    q, p, one = exactly([[inputs["q0"]]]), exactly([[inputs["p0"]]]), exactly([1.0])
    kinds = {
        "leapfrog": hamiltonian.leapfrog,
        "explicit_euler": hamiltonian.explicit_euler,
        "symplectic_euler_kick_first": hamiltonian.symplectic_euler,
        "exact": hamiltonian.exact(omega),
    }
    methods = {}
    for name, step in kinds.items():
        run = hamiltonian.trajectory(hamiltonian.oscillator(omega), q, p, eps, steps, one, step)
        M = hamiltonian.matrix(step, omega, eps)
        methods[name] = {
            "end": [run.positions[-1].item(), run.momenta[-1].item()],
            "energies": run.energies[:, 0],
            "determinant": torch.linalg.det(M),
            "spectral_radius": torch.linalg.eigvals(M).abs().max(),
        }
    kept = hamiltonian.leapfrog_invariant(omega, eps, inputs["q0"], inputs["p0"])
    return {
        "methods": methods,
        "leapfrog_stability_limit_eps": 2 / omega,
        "leapfrog_conserved_p2_plus_w2_q2_times_1_minus_w2eps2_over_4": kept,
        "leapfrog_angle": hamiltonian.leapfrog_angle(omega, eps),
        "euler_energy_factor_per_step": torch.linalg.det(hamiltonian.matrix(hamiltonian.explicit_euler, omega, eps)),
    }


def random_walk_acceptance_rate(inputs: Inputs) -> dict[str, Any]:
    """The stationary acceptance rate in closed form."""
    t = float(inputs["target_std"])
    return {"acceptance": [metropolis.walk_acceptance(t, s) for s in inputs["proposal_stds"]]}


def detailed_balance(inputs: Inputs) -> dict[str, Any]:
    """Metropolis-Hastings on a few states."""
    found = metropolis.chain(exactly(inputs["target"]), exactly(inputs["proposal"]))
    P, start = found.transition, exactly(inputs["start"])
    after = [start @ torch.linalg.matrix_power(P, int(k)) for k in inputs["steps"]]
    return {
        "target": found.target,
        "acceptance": found.acceptance,
        "transition": P,
        "flux": found.flux,
        "largest_flux_asymmetry": (found.flux - found.flux.T).abs().max(),
        "stationary_residual": (found.target @ P - found.target).abs().max(),
        "irreducible": metropolis.irreducible(P),
        "second_eigenvalue_modulus": metropolis.second_eigenvalue(P),
        "total_variation_after": [divergences.total_variation(row, found.target) for row in after],
        "expected_acceptance": (found.target[:, None] * exactly(inputs["proposal"]) * found.acceptance).sum(),
    }


def projected_langevin(inputs: Inputs) -> dict[str, Any]:
    """Langevin steps with a projection after each.

    Raises:
        BadInput: the set is unknown.
    """
    target, within, eta = target_of(inputs["target"]), inputs["set"], float(inputs["eta"])
    path, before = [exactly(inputs["x0"])[None]], []
    for z in inputs["noises"]:
        before.append(langevin.unadjusted(target, path[-1], eta, exactly(z)[None]))
        match within["type"]:
            case "box":
                path.append(constrained.onto_box(before[-1], exactly(within["low"]), exactly(within["high"])))
            case "ball":
                centre = exactly(within["center"]) if "center" in within else None
                path.append(constrained.onto_ball(before[-1], float(within["radius"]), centre))
            case "simplex":
                path.append(constrained.onto_simplex(before[-1]))
            case other:
                raise unknown("set", str(other), ["box", "ball", "simplex"])
    return {"before_projection": torch.cat(before), "path": torch.cat(path)}


def mirrored_langevin_dirichlet(inputs: Inputs) -> dict[str, Any]:
    """Mirrored Langevin steps for a Dirichlet law."""
    alpha, dual = exactly(inputs["alpha"]), [constrained.to_dual(exactly(inputs["x0"])[None])]
    for z in inputs["noises"]:
        dual.append(constrained.mirrored(alpha, dual[-1], float(inputs["eta"]), exactly(z)[None]))
    return {
        "dual": torch.cat(dual),
        "simplex": torch.cat([constrained.to_simplex(y) for y in dual]),
        "dual_gradients": torch.cat([constrained.dual_gradient(alpha, y) for y in dual[:-1]]),
        "target_mean": alpha / alpha.sum(),
    }


def effective_sample_size(inputs: Inputs) -> dict[str, Any]:
    """What a given chain is worth."""
    chain = exactly(inputs["chain"])
    covariances, found = autocorrelation.autocovariances(chain, int(inputs["lags"])), autocorrelation.worth(chain)
    return {
        "autocovariance": covariances,
        "autocorrelation": None if found.time is None else covariances / covariances[0],
        "pair_sums_used": found.pairs,
        "integrated_time": found.time,
        "effective_sample_size": found.size,
    }


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "metropolis": metropolis_walk,
    "mala_steps": mala_steps,
    "langevin_given_noise_mixture": langevin_given_noise_mixture,
    "ula_stationary_variance": ula_stationary_variance,
    "ula_gaussian": ula_gaussian,
    "underdamped_given_noise": underdamped_given_noise,
    "underdamped_stationary": underdamped_stationary,
    "hmc_trajectory": hmc_trajectory,
    "harmonic_integrators": harmonic_integrators,
    "random_walk_acceptance_rate": random_walk_acceptance_rate,
    "detailed_balance": detailed_balance,
    "projected_langevin": projected_langevin,
    "mirrored_langevin_dirichlet": mirrored_langevin_dirichlet,
    "effective_sample_size": effective_sample_size,
}
