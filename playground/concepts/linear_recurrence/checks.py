"""The oracle cases of linear recurrences, scans and eigenvalues."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from playground.concepts.linear_recurrence import eigenvalues, matrices, scans
from playground.concepts.linear_recurrence.eigenvalues import Eigen
from playground.engine.kit.cases import Inputs, exactly


def prefix_scan(inputs: Inputs) -> dict[str, Any]:
    """The doubling scan, round by round, against the loop; all kinds of scan agree."""
    a, b, z0 = (exactly(inputs[name]) for name in ("a", "b", "z0"))
    found, now = [], (a, b)
    for one in scans.rounds(len(a), "doubling"):
        now = scans.combined(*now, one)
        found.append({"a": now[0], "b": now[1]})
    swept = scans.scan(a, b, "sweeps")
    assert torch.allclose(swept[0] * z0 + swept[1], now[0] * z0 + now[1])
    return {
        "states": now[0] * z0 + now[1],
        "rounds": found,
        "number_of_rounds": len(found),
        "combinations": scans.work(len(a), "doubling"),
        "loop_combinations": scans.work(len(a), "loop"),
    }


def linear_gru(inputs: Inputs) -> dict[str, Any]:
    """Gates that see the input alone, as a scan of pairs (s, (1 - s) V x) for each unit."""
    x, z0 = exactly(inputs["x"]), exactly(inputs["z0"])
    gates = torch.sigmoid(x @ exactly(inputs["G"]).T + exactly(inputs["g"]))
    written = (1 - gates) * (x @ exactly(inputs["V"]).T)
    A, B = scans.scan(gates, written)
    later = torch.cat([gates[1:].flip(0).cumprod(0).flip(0), torch.ones_like(gates[:1])])
    return {"gates": gates, "states": A * z0 + B, "weight_z0": A[-1], "weights": (1 - gates) * later}


def lru_parametrisation(inputs: Inputs) -> dict[str, Any]:
    """Moduli, memory and normaliser from v, at both ends of what floats can say."""
    v = exactly(inputs["v"])
    found = eigenvalues.exponential(v, exactly(inputs["phi"]))
    return {
        "re": found.value.real,
        "im": found.value.imag,
        "modulus": found.modulus,
        "log_modulus": found.log_modulus,
        "memory": found.memory,
        "gamma": found.gamma,
        "d_modulus_dv": eigenvalues.slope(v),
    }


def ring_init(inputs: Inputs) -> dict[str, Any]:
    """Both laws of the modulus on a ring."""
    u1, u2, low, high = (exactly(inputs[name]) for name in ("u1", "u2", "r_min", "r_max"))
    by_area = eigenvalues.ring(u1, u2, float(low), float(high), area=True)
    by_radius = eigenvalues.ring(u1, u2, float(low), float(high), area=False)
    return {
        "phase": by_area.phase,
        "modulus_uniform": by_radius.modulus,
        "modulus_area": by_area.modulus,
        "v_uniform": _logs(by_radius.modulus),
        "v_area": _logs(by_area.modulus),
        "mean_square_uniform": (low**2 + low * high + high**2) / 3,
        "mean_square_area": (low**2 + high**2) / 2,
    }


def _logs(modulus: Tensor) -> list[Any]:
    found = eigenvalues.v_of(modulus).tolist()
    return ["inf" if math.isinf(one) else one for one in found]


def impulse_response_diagonal(inputs: Inputs) -> dict[str, Any]:
    """Impulse response and output of a diagonal system, and what white noise leaves in its states."""
    value, B, C = (
        torch.complex(exactly(inputs[f"{name}_re"]), exactly(inputs[f"{name}_im"])) for name in ("lambda", "B", "C")
    )
    found: Eigen = eigenvalues.free(value.real, value.imag)
    u = exactly(inputs["u"])
    h = eigenvalues.impulse(found, B * C, max(inputs["length"], len(u)))
    output = torch.stack([(h[: t + 1].flip(0) * u[: t + 1]).sum() for t in range(len(u))])
    white = B.abs() ** 2 / (1 - found.modulus**2)
    return {
        "impulse": h[: inputs["length"]],
        "output": output,
        "gamma": found.gamma,
        "variance_with_gamma": found.gamma**2 * white,
        "variance_without": white,
    }


def diagonalisation(inputs: Inputs) -> dict[str, Any]:
    """A given matrix as it is and in its eigenbasis, where it has one."""
    A, B, C, x = (exactly(inputs[name]) for name in ("A", "B", "C", "x"))
    after = matrices.states(A, B, x)
    states = torch.cat([torch.zeros_like(B)[None], after])
    h, found = matrices.impulse(A, B, C, inputs["length"]), matrices.basis(A)
    assert found.exists == inputs["diagonalisable"]
    if found.exists:
        assert torch.allclose(matrices.modes(found, B, C, inputs["length"]).sum(0).real, h, atol=1e-7)
    return {
        "states": after,
        "outputs": states[:-1] @ C,
        "impulse": h,
        "eigenvalues_re": found.values.real,
        "eigenvalues_im": found.values.imag,
        "condition": found.condition if found.exists else "inf",
    }


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "prefix_scan": prefix_scan,
    "linear_gru": linear_gru,
    "lru_parametrisation": lru_parametrisation,
    "ring_init": ring_init,
    "impulse_response_diagonal": impulse_response_diagonal,
    "diagonalisation": diagonalisation,
}
