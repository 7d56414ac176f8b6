"""The oracle cases of games with cycles: almost bilinear and forsaken."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import torch

from playground.concepts.minimax import flow, linear
from playground.concepts.minimax.checks_plain import described, iterates, pair, run
from playground.concepts.minimax.games import Game, almost_bilinear, forsaken
from playground.concepts.minimax.methods import Setting, one
from playground.concepts.minimax.stationary import angle, classified, lipschitz, minty, stationary

Inputs = Mapping[str, Any]

# ---- almost bilinear


def almost_bilinear_cycle(inputs: Inputs) -> dict[str, Any]:
    """The limit cycle of the flow with phi on the maximiser, and that of the other game."""
    eps = inputs["eps"]
    game, other = almost_bilinear(eps, "maximiser"), almost_bilinear(eps, "minimiser")
    orbit = _orbits(game, 0j, 1.5)[-1]
    z = torch.tensor(list(flow.points(game, complex(orbit.r, 0.0), orbit.period, 960)), dtype=torch.complex128)[:-1]
    radius = z.abs()
    return {
        "period": orbit.period,
        "max_abs_u": _peak(z.imag.abs()),
        "max_abs_other": _peak(z.real.abs()),
        "mean_radius": float(radius.mean()),
        "min_radius": -_peak(-radius),
        "max_radius": _peak(radius),
        "u_where_other_is_zero": _orbits(other, 0j, 1.5)[-1].r,
        "van_der_pol_amplitude": math.sqrt(3) * _peak(z.imag.abs()),
        "u_is_y": {"origin_eigenvalues_of_minus_J": _values(game), "cycle_attracting": orbit.attracting},
        "u_is_x": {
            "origin_eigenvalues_of_minus_J": _values(other),
            "cycle_attracting": _orbits(other, 0j, 1.5)[-1].attracting,
        },
    }


def _orbits(game: Game, centre: complex, reach: float) -> list[flow.Orbit]:
    *_, found = flow.orbits(game, centre, torch.linspace(0.05, reach, 30, dtype=torch.float64))
    assert found is not None
    return found


def _peak(values: torch.Tensor) -> float:
    """The largest value of a periodic function, by the parabola through three of its samples."""
    i = int(values.argmax())
    a, b, c = float(values[i - 1]), float(values[i]), float(values[(i + 1) % len(values)])
    return b + (c - a) ** 2 / (8 * (2 * b - a - c))


def _values(game: Game) -> list[list[float]]:
    """Eigenvalues of -J at 0, the one below the axis first."""
    values = torch.linalg.eigvals(-game.matrix(0j)).tolist()
    return [pair(value) for value in sorted(values, key=lambda value: value.imag)]


def almost_bilinear_gda_radius(inputs: Inputs) -> dict[str, Any]:
    """The circle that GDA runs on."""
    eps, a = inputs["eps"], inputs["alpha"]
    on_y, on_x = almost_bilinear(eps, "maximiser"), almost_bilinear(eps, "minimiser")
    z, setting, total = complex(*inputs["z0"]), Setting(a, a), 0.0
    for k in range(inputs["burn_in"] + inputs["averaged_steps"]):
        z = one(on_y, "gda", z, 0j, 0j, setting).z
        if k >= inputs["burn_in"]:
            total += z.real * z.real + z.imag * z.imag
    return {
        "rms_radius": math.sqrt(total / inputs["averaged_steps"]),
        "first_order_radius": math.sqrt(4 / 3 * (1 + a / eps)),
        "origin_eigenvalue_modulus_phi_on_x": linear.radius("gda", on_x.matrix(0j), a, a),
        "origin_eigenvalue_modulus_phi_on_y": linear.radius("gda", on_y.matrix(0j), a, a),
        "gda_first_steps_phi_on_y": iterates(on_y, "gda", [1.0, 0.5], 4, a),
        "gda_first_steps_phi_on_x": iterates(on_x, "gda", [1.0, 0.5], 4, a),
    }


def almost_bilinear_other_methods(inputs: Inputs) -> dict[str, Any]:
    """First iterates and late radii of EG, OGDA and the proximal point."""
    game, found = almost_bilinear(inputs["eps"], "maximiser"), {}
    for name in ("eg", "ogda", "ppm"):
        z = iterates(game, name, inputs["z0"], inputs["steps"], inputs["alpha"])
        late = [x * x + y * y for x, y in z[-2000:]]
        found[name] = {"first": z[:4], "rms_radius_last_2000": math.sqrt(sum(late) / len(late))}
    return found


# ---- forsaken


def forsaken_stationary_points(inputs: Inputs) -> dict[str, Any]:
    """All stationary points."""
    game = forsaken(inputs["c"])
    points = []
    for point in stationary(game):
        values = sorted(point.eigenvalues, key=lambda value: -value.imag)
        points.append(
            {
                "z": pair(point.z),
                "jacobian_of_V": game.matrix(point.z).tolist(),
                "eigenvalues": [{"re": value.real, "im": value.imag} for value in values],
                "stable_for_flow_minus_V": point.kind == "attracting",
                "Phi_xx": point.xx,
                "Phi_yy": point.yy,
                "second_order_necessary_conditions_of_local_nash": point.xx >= 0 and point.yy <= 0,
            }
        )
    return {"points": points, "count": len(points)}


def forsaken_weak_minty_constants(inputs: Inputs) -> dict[str, Any]:
    """L and rho on the box."""
    game = forsaken(inputs["c"])
    z = stationary(game)[0].z
    found = minty(game, z)
    published = torch.tensor([complex(-1.01236, -0.10475)], dtype=torch.complex128)
    return {
        "L": lipschitz(game),
        "minus_one_over_2L": found.bound,
        "rho_global_minimum": found.rho,
        "argmin": pair(found.at),
        "quotient_at_published_point": float(angle(game, published, z)[0]),
    }


def forsaken_flow_cycles(inputs: Inputs) -> dict[str, Any]:
    """The closed orbits round the stationary point, and the flow from near to it."""
    game, z = forsaken(inputs["c"]), complex(*inputs["z_star"])
    end = flow.after(game, complex(*inputs["start"]), inputs["t"])
    m = game.matrix(z)
    return {
        "cycles": [
            {
                "x_on_section": z.real + orbit.r,
                "y_on_section": z.imag,
                "period": orbit.period,
                "attracting": orbit.attracting,
            }
            for orbit in _orbits(game, z, 1.5)
        ],
        "trace_of_J_at_z_star": float(m.trace()),
        "z_star_attracting": classified(game, z).kind == "attracting",
        "distance_to_z_star_at_t": abs(end - z),
    }


def forsaken_hopf_value(inputs: Inputs) -> dict[str, Any]:
    """Where the stationary point loses its stability."""

    def trace(c: float) -> float:
        game = forsaken(c)
        return float(game.matrix(stationary(game)[0].z).trace())

    low, high = inputs["bracket"]
    ends = trace(low), trace(high)
    before, c, at_before, at_c = low, high, *ends
    while abs(c - before) > 1e-13 and at_c != at_before:
        new = c - at_c * (c - before) / (at_c - at_before)
        before, c, at_before, at_c = c, new, at_c, trace(new)
    return {
        "c_hopf": c,
        "z_at_hopf": pair(stationary(forsaken(c))[0].z),
        "trace_at_0.45": ends[0],
        "trace_at_0.5": ends[1],
    }


def forsaken_adaptive_methods(inputs: Inputs) -> dict[str, Any]:
    """CurvatureEG+, AdaptiveEG+ and EG+."""
    game, gamma, z0 = forsaken(inputs["c"]), 1 / inputs["L"], inputs["z0"]
    z = stationary(game)[0].z
    curvature = run(game, "curvature_eg_plus", z0, 200, 0.0, gamma)
    adaptive = run(game, "adaptive_eg_plus", z0, 500, 0.0, gamma)
    plus = run(game, "eg_plus", z0, 500, 0.0, gamma)
    return {
        "curvature_z": [z0, *(pair(move.z) for move in curvature[:5])],
        "curvature_gamma": [move.gamma for move in curvature[:5]],
        "curvature_alpha": [move.taken / move.gamma for move in curvature[:5]],
        "curvature_z_200": pair(curvature[-1].z),
        "curvature_distance_200": abs(curvature[-1].z - z),
        "adaptive_z": [z0, *(pair(move.z) for move in adaptive[:5])],
        "adaptive_alpha": [move.taken / move.gamma for move in adaptive[:5]],
        "adaptive_distance_500": abs(adaptive[-1].z - z),
        "eg_plus_z": [z0, *(pair(move.z) for move in plus[:5])],
        "eg_plus_distance_500": abs(plus[-1].z - z),
        "z_star": pair(z),
    }


def forsaken_trajectories(inputs: Inputs) -> dict[str, Any]:
    """Five iterates of every method."""
    return described(forsaken(inputs["c"]), inputs, 5)


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "almost_bilinear_cycle": almost_bilinear_cycle,
    "almost_bilinear_gda_radius": almost_bilinear_gda_radius,
    "almost_bilinear_other_methods": almost_bilinear_other_methods,
    "forsaken_stationary_points": forsaken_stationary_points,
    "forsaken_weak_minty_constants": forsaken_weak_minty_constants,
    "forsaken_flow_cycles": forsaken_flow_cycles,
    "forsaken_hopf_value": forsaken_hopf_value,
    "forsaken_adaptive_methods": forsaken_adaptive_methods,
    "forsaken_trajectories": forsaken_trajectories,
}
