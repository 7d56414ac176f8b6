"""The oracle cases of games without cycles, computed by the panel's own methods, flow, linearisation and searches."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from playground.concepts.minimax import flow, linear
from playground.concepts.minimax.games import Game, monkey, quadratic, weird
from playground.concepts.minimax.methods import Move, Setting, memory, one
from playground.concepts.minimax.stationary import classified

Inputs = Mapping[str, Any]

BILINEAR = quadratic("bilinear", "x y", 0.0, 1.0, 0.0)
SADDLE = quadratic("saddle", "x² − y²", 2.0, 0.0, 2.0)
NAMES = {"altgda": "alt_gda", "eg+": "eg_plus"}
"""The names of the case files for ours, where they differ."""
FIVE = ("gda", "altgda", "ppm", "eg", "ogda", "rfbs")


def pair(z: complex) -> list[float]:
    """X and y."""
    return [z.real, z.imag]


def run(game: Game, name: str, z0: Any, steps: int, eta: float, gamma: float | None = None) -> list[Move]:
    """The moves of a method from a start."""
    z = complex(*z0)
    first, second = memory(name, game, z)
    moves = []
    for k in range(steps):
        move = one(game, name, z, first, second, Setting(eta, eta if gamma is None else gamma, k + 1))
        z, first, second = move.z, move.first, move.second
        moves.append(move)
    return moves


def iterates(game: Game, name: str, z0: Any, steps: int, eta: float, gamma: float | None = None) -> list[list[float]]:
    """The start and all iterates."""
    return [list(z0), *(pair(move.z) for move in run(game, NAMES.get(name, name), z0, steps, eta, gamma))]


# ---- linear games


def bilinear_norm_ratios(inputs: Inputs) -> dict[str, Any]:
    """The factors of one iteration on x y."""
    J = BILINEAR.matrix(0j)

    def factor(name: str, eta: float) -> float:
        z = complex(0.6, -1.1)
        after: complex = run(BILINEAR, name, pair(z), 1, eta)[0].z
        return abs(after) / abs(z)

    return {
        "ratios": [
            {
                "gda": factor("gda", a),
                "ppm": factor("ppm", a),
                "eg": factor("eg", a),
                "ogda_spectral_radius": linear.radius("ogda", J, a, a),
                "rfbs_spectral_radius": linear.radius("rfbs", J, a, a),
                "eg_plus_abar_half": factor("eg_plus", a),
            }
            for a in inputs["alphas"]
        ]
    }


def bilinear_stability_limits(inputs: Inputs) -> dict[str, Any]:
    """The largest stable steps, and the best ones."""
    J = BILINEAR.matrix(0j)
    ends = {name: linear.limit(name, J) for name in linear.STATIONARY}
    eg, ogda = linear.best("eg", J), linear.best("ogda", J)
    return {
        "gda": ends["gda"],
        "eg": ends["eg"],
        "eg_factor_at_limit": linear.radius("eg", J, ends["eg"], 0.0),
        "eg_best_alpha": eg[0],
        "eg_best_factor": eg[1],
        "ogda": ends["ogda"],
        "rfbs": ends["rfbs"],
        "ogda_best_alpha": ogda[0],
        "ogda_best_factor": ogda[1],
        "alternating_gda": ends["alt_gda"],
        "eg_plus_abar_half": ends["eg_plus"],
        "ppm": "none" if math.isinf(ends["ppm"]) else ends["ppm"],
    }


def bilinear_trajectories(inputs: Inputs) -> dict[str, Any]:
    """The first iterates of all methods."""
    z0, eta, steps = inputs["z0"], inputs["alpha"], inputs["steps"]
    return {name: iterates(BILINEAR, name, z0, steps, eta) for name in (*FIVE, "eg+")}


def eg_extrapolates_both_players(inputs: Inputs) -> dict[str, Any]:
    """Extragradient with both players extrapolated."""
    z = iterates(BILINEAR, "eg", inputs["z0"], 3, inputs["alpha"])
    return {"eg": z, "norm_ratio": math.hypot(*z[1]) / math.hypot(*z[0])}


def altgda_invariant(inputs: Inputs) -> dict[str, Any]:
    """What alternating GDA conserves."""
    a = inputs["alpha"]
    z = iterates(BILINEAR, "altgda", inputs["z0"], inputs["steps"], a)
    return {
        "invariant": z[-1][0] ** 2 - a * z[-1][0] * z[-1][1] + z[-1][1] ** 2,
        "z_1": z[1],
        "z_2": z[2],
        "z_200": z[200],
        "max_norm_over_200_steps": max(math.hypot(*point) for point in z),
    }


def quadratic_saddle_factors(inputs: Inputs) -> dict[str, Any]:
    """Factors and third iterates on x^2 - y^2."""
    J, z0 = SADDLE.matrix(0j), inputs["z0"]
    rows = []
    for a in inputs["alphas"]:
        row: dict[str, Any] = {name: linear.radius(name, J, a, a) for name in ("gda", "ppm", "eg")}
        row["ogda_spectral_radius"] = linear.radius("ogda", J, a, a)
        row |= {f"{name}_z3": iterates(SADDLE, name, z0, 3, a)[3] for name in ("gda", "eg", "ogda", "rfbs", "ppm")}
        rows.append(row)
    return {"rows": rows, "limits": {name: linear.limit(name, J) for name in ("gda", "eg", "ogda", "rfbs")}}


# ---- saddles that are none


def described(game: Game, inputs: Inputs, steps: int) -> dict[str, Any]:
    """Payoff, field and iterates from the start."""
    z = complex(*inputs["z0"])
    found = {name: iterates(game, name, inputs["z0"], steps, inputs["alpha"]) for name in FIVE}
    return {"Phi": game.values([z])[0], "V": pair(game.flow(z)), **found}


def monkey_saddle_complex_form(inputs: Inputs) -> dict[str, Any]:
    """Payoff, field, flow and iterates of the monkey saddle."""
    game = monkey()
    found = described(game, inputs, 5)
    end = flow.after(game, complex(*inputs["z0"]), inputs["t"])
    return {**found, "flow_at_t": pair(end), "ppm_1": found["ppm"][1]}


def monkey_saddle_escape(inputs: Inputs) -> dict[str, Any]:
    """The flow along the axis; V is homogeneous of degree 2, so it blows up at r / |V(-r)|."""
    game, r = monkey(), float(inputs["r"])
    time = r / abs(game.flow(complex(-r, 0.0)))
    m = game.matrix(0j).tolist()
    return {
        "blow_up_time": time,
        "flow_from_minus_r_at_half_that_time": pair(flow.after(game, complex(-r, 0.0), time / 2)),
        "flow_from_plus_r_at_t_10": pair(flow.after(game, complex(r, 0.0), 10.0)),
        # V = (dPhi/dx, -dPhi/dy): the Hessian has the signs of the second row turned.
        "hessian_at_0": [[round(v) for v in m[0]], [round(-v) for v in m[1]]] if not any(map(any, m)) else m,
        "is_local_nash": classified(game, 0j).nash,
    }


def weird_saddle_identities(inputs: Inputs) -> dict[str, Any]:
    """Payoff, field, flow and iterates of the weird saddle."""
    end = flow.after(weird(), complex(*inputs["z0"]), inputs["t"])
    return {**described(weird(), inputs, 5), "flow_at_t": pair(end), "flow_radius_squared": abs(end) ** 2}


def weird_saddle_stationary_points(inputs: Inputs) -> dict[str, Any]:
    """What the given points are."""
    game, rows = weird(), []
    for place in inputs["points"]:
        z = complex(*place)
        point = classified(game, z)
        rows.append(
            {
                "Phi": game.values([z])[0],
                "V_norm": abs(game.flow(z)),
                "eigenvalue_real_parts_of_J_V_sorted": sorted(value.real for value in point.eigenvalues),
                "Phi_xx": point.xx,
                "Phi_yy": point.yy,
            }
        )
    return {"classified": rows}


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "bilinear_norm_ratios": bilinear_norm_ratios,
    "bilinear_stability_limits": bilinear_stability_limits,
    "bilinear_trajectories": bilinear_trajectories,
    "eg_extrapolates_both_players": eg_extrapolates_both_players,
    "altgda_invariant": altgda_invariant,
    "quadratic_saddle_factors": quadratic_saddle_factors,
    "monkey_saddle_complex_form": monkey_saddle_complex_form,
    "monkey_saddle_escape": monkey_saddle_escape,
    "weird_saddle_identities": weird_saddle_identities,
    "weird_saddle_stationary_points": weird_saddle_stationary_points,
}
