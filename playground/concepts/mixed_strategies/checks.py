"""The oracle cases of mixed strategies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from playground.concepts.mixed_strategies import Params, box, equilibrium, matrices
from playground.engine.kit.cases import Inputs, exactly


def mixed_nash_weird_saddle_grid(inputs: Inputs) -> dict[str, Any]:
    """The payoffs on the grid, the saddle point in them, and what some mixed strategies guarantee."""
    x, y = exactly(inputs["x_points"]), exactly(inputs["omega_points"])
    G = box.payoffs(x, y)
    worst_x, worst_y = G.amax(1), G.amin(0)
    # An entry that is the largest of its row and the smallest of its column is a saddle point, and the value of the
    # game. There are several here; the one nearest to the middle is named.
    saddles = ((worst_x[:, None] == G) & (worst_y[None, :] == G)).nonzero().tolist()
    row, column = min(saddles, key=lambda place: abs(float(x[place[0]])) + abs(float(y[place[1]])))

    def law(points: torch.Tensor, *places: float) -> torch.Tensor:
        return torch.isin(points, exactly(places)).to(torch.float64) / len(places)

    return {
        "payoff": G.tolist(),
        "value": float(worst_x.min()) if float(worst_x.min()) == float(worst_y.max()) else None,
        "pure_saddle_point": [float(x[row]), float(y[column])],
        "max_column_payoff_of_p_delta0": float((law(x, 0.0) @ G).max()),
        "max_column_payoff_of_p_half_pm2": float((law(x, -2.0, 2.0) @ G).max()),
        "max_column_payoff_of_p_delta1": float((law(x, 1.0) @ G).max()),
        "min_row_payoff_of_q_delta0": float((G @ law(y, 0.0)).min()),
        "min_row_payoff_of_q_half_pm2": float((G @ law(y, -2.0, 2.0)).min()),
    }


def mixed_nash_entropic_pair(inputs: Inputs) -> dict[str, Any]:
    """The entropic equilibrium on the grid."""
    pair = box.entropic(exactly(inputs["x_points"]), inputs["tau"])
    return {
        "p_x": pair.p.tolist(),
        "q_omega": pair.q.tolist(),
        "value": pair.value,
        "E_x2": pair.x2,
        "E_omega2": pair.y2,
    }


def mirror_descent_matrix_game(inputs: Inputs) -> dict[str, Any]:
    """Iterates of mirror descent and mirror-prox, and their divergence from the equilibrium."""
    assert inputs["A"] == [list(row) for row in equilibrium.MATRICES["pennies"]]
    params = Params(game="pennies", eta=inputs["eta"])
    game = equilibrium.game_of(params)
    names = ("mirror_descent", "mirror_prox")
    state = matrices.begin(params, exactly(inputs["p0"]), exactly(inputs["q0"]), names)
    states = [state]
    for _ in range(inputs["steps"]):
        states.append(matrices.iterated(params, names, states[-1]))
    found: dict[str, Any] = {}
    for i, name in enumerate(names):
        found[f"{name}_p"] = [at.log_p[i].exp().tolist() for at in states]
        found[f"{name}_q"] = [at.log_q[i].exp().tolist() for at in states]
        found[f"kl_{name}"] = [float(matrices.divergence(game, at.log_p, at.log_q)[i]) for at in states]
    return found


def langevin_given_noise(inputs: Inputs) -> dict[str, Any]:
    """Projected Langevin steps of one pair with given noise."""
    z = exactly([inputs["z0_x_omega"]])
    rows, clipped = [z[0].tolist()], 0
    for noise in inputs["noise"]:
        z = box.langevin(z, inputs["eta"], inputs["tau"], exactly([noise]), "pairs")
        clipped += bool((z.abs() == box.HALF).any())
        rows.append(z[0].tolist())
    return {"iterates": rows, "steps_with_clipping": clipped}


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "mixed_nash_weird_saddle_grid": mixed_nash_weird_saddle_grid,
    "mixed_nash_entropic_pair": mixed_nash_entropic_pair,
    "mirror_descent_matrix_game": mirror_descent_matrix_game,
    "langevin_given_noise": langevin_given_noise,
}
