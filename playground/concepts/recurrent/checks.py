"""The oracle cases, computed by the cells of the panel, their way back, and its powers of matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playground.engine.kit import recurrent, recurrent_back
from playground.engine.kit import recurrent_layers as deep
from playground.engine.kit.arrays import Floats
from playground.engine.kit.recurrent import CellKind, RecurrentCell, Unrolled
from playground.engine.kit.recurrent_back import StateSlope

Inputs = Mapping[str, Any]

_FUNCTIONS: dict[str, CellKind] = {"tanh": "elman", "linear": "linear", "relu": "relu"}
_LSTM = ("output", "forget", "input", "candidate")
_GRU = ("update_gate", "reset_gate", "candidate")
_SURE = 60.0  # the bias of a gate that is open to rounding


def _array(values: Any) -> Floats:
    return np.asarray(values, dtype=np.float64)


# ---- Elman


def _elman(inputs: Inputs) -> tuple[RecurrentCell, Floats, Unrolled]:
    U, V = _array(inputs["U"]), _array(inputs["V"])
    cell = RecurrentCell(_FUNCTIONS[inputs.get("phi", "tanh")], V.shape[1], len(U))
    x = _array(inputs["x"]).reshape(-1, 1, V.shape[1])
    drive = (x @ V.T + _array(inputs["b"]))[None]
    return cell, U, recurrent.forward(cell, U.T[None], drive, _array(inputs["z0"]))


def _elman_trace(inputs: Inputs) -> Mapping[str, Any]:
    states = _elman(inputs)[2].states[:, 0]
    return {"states": states, "outputs": states @ _array(inputs["W"]).T + _array(inputs["c"])}


def _bptt(inputs: Inputs) -> Mapping[str, Any]:
    _, U, seen = _elman(inputs)
    W, target = _array(inputs["W"]), _array(inputs["target"])
    states, x = seen.states[:, 0], _array(inputs["x"])
    error = states @ W.T + _array(inputs["c"]) - target
    asked = (error @ W)[:, None]
    found = recurrent_back.backward(seen, U.T[None], asked)
    drive = found.drive[0, :, 0]
    each = drive[:, :, None] * seen.h[:-1, 0][:, None, :]
    truncated = np.zeros_like(U)
    for t in range(len(x)):
        alone = np.zeros_like(asked)
        alone[t] = asked[t]
        cut = recurrent_back.backward(seen, U.T[None], alone, steps=len(x) - t + inputs["k"] - 1)
        truncated += cut.drive[0, :, 0].T @ seen.h[:-1, 0]
    return {
        "loss": 0.5 * float((error**2).sum()),
        "dL_dz": found.h[1:, 0],
        "dU_per_step": each,
        "dU": each.sum(0),
        "dV": drive.T @ x.reshape(len(x), -1),
        "db": drive.sum(0),
        "dW": error.T @ states,
        "dz0": found.h[0, 0],
        "truncated_dU": truncated,
    }


def _jacobian_products(inputs: Inputs) -> Mapping[str, Any]:
    _, U, seen = _elman(inputs)
    n, sigma = len(U), float(np.linalg.norm(U, 2))
    slopes = recurrent_back.local(seen).gates[0, :, 0]
    # One sequence for each direction at the end: rows of the products.
    rows = np.eye(n)
    norms, bounds, bound = list[float](), list[float](), 1.0
    for t in range(len(slopes) - 1, -1, -1):
        rows = (rows * slopes[t]) @ U
        bound *= float(slopes[t].max()) * sigma
        norms.append(float(np.linalg.norm(rows, 2)))
        bounds.append(bound)
    copies = recurrent.forward(
        _elman(inputs)[0], U.T[None], np.repeat(_drive(inputs), n, 2), np.repeat(_array(inputs["z0"])[None], n, 0)
    )
    whole = recurrent_back.backward(copies, U.T[None], None, StateSlope(np.eye(n))).h[0]
    radius = float(np.abs(np.linalg.eigvals(U)).max())
    return {"norms": norms, "bounds": bounds, "sigma_max": sigma, "spectral_radius": radius, "full_product": whole}


def _drive(inputs: Inputs) -> Floats:
    x = _array(inputs["x"]).reshape(-1, 1, _array(inputs["V"]).shape[1])
    found: Floats = (x @ _array(inputs["V"]).T + _array(inputs["b"]))[None]
    return found


def _linear_rnn_powers(inputs: Inputs) -> Mapping[str, Any]:
    U = _array(inputs["U"])
    norm = {k: float(np.linalg.norm(np.linalg.matrix_power(U, k), 2)) for k in inputs["powers"]}
    radius = float(np.abs(np.linalg.eigvals(U)).max())
    last = max(inputs["powers"])
    after = float(np.linalg.norm(np.linalg.matrix_power(U, last + 1), 2))
    verdict = "marginal" if abs(radius - 1.0) < 1e-9 else "vanishes" if radius < 1.0 else "explodes"
    return {
        "norms": [norm[k] for k in inputs["powers"]],
        "sigma_max": float(np.linalg.norm(U, 2)),
        "spectral_radius": radius,
        "last_ratio": after / norm[last] if norm[last] > 0.0 else None,
        "verdict": verdict,
    }


def _bidirectional_and_stacked(inputs: Inputs) -> Mapping[str, Any]:
    x = _array(inputs["x"])[:, None]
    units, n = len(inputs["U1"]), x.shape[2]

    def rows(*names: str) -> Floats:
        return np.concatenate([_array(inputs[name]).T.reshape(-1, units) for name in names]).ravel()

    both = deep.RecurrentLayers("elman", n, units, 1, both=True)
    theta = np.concatenate([rows("V1", "U1", "b1"), rows("V2", "U2", "b2")])
    seen = deep.forward(theta, both, x)[0]
    two = deep.RecurrentLayers("elman", n, units, 2)
    over = deep.forward(np.concatenate([rows("V1", "U1", "b1"), rows("Vs", "Us", "bs")]), two, x)
    return {
        "forward": seen.ways[0].states[:, 0],
        "backward": deep.turned(seen.ways[1].states, True)[:, 0],
        "concatenated": seen.output[:, 0],
        "stacked": over[1].output[:, 0],
    }


# ---- gates


def _gated(kind: CellKind, gates: list[Mapping[str, Any]], inputs: Inputs) -> tuple[Floats, Floats, RecurrentCell]:
    """Recurrent weights and drive of a cell whose gates are given one by one."""
    Wh = np.stack([_array(gate["Wh"]).T for gate in gates])
    x = _array(inputs["x"])
    x = x.reshape(len(x), 1, -1)
    drive = np.stack([x @ _array(gate["Wx"]).T + _array(gate["b"]) for gate in gates])
    return Wh, drive, RecurrentCell(kind, x.shape[2], Wh.shape[1])


def _lstm(inputs: Inputs, copies: int = 1) -> tuple[Floats, Unrolled]:
    Wh, drive, cell = _gated("lstm", [inputs["gates"][name] for name in _LSTM], inputs)
    drive = np.repeat(drive, copies, 2)
    return Wh, recurrent.forward(cell, Wh, drive, _array(inputs["h0"]), _array(inputs["c0"]))


def _lstm_trace(inputs: Inputs) -> Mapping[str, Any]:
    seen = _lstm(inputs)[1]
    o, f, i, g = seen.gates[:, :, 0]
    assert seen.c is not None
    states = {"c": seen.c[1:, 0], "h": seen.states[:, 0]}
    return {"f": f, "i": i, "o": o, "g": g, **states, "forget_product": f.prod(0)}


def _lstm_gradient(inputs: Inputs) -> Mapping[str, Any]:
    n = len(inputs["h0"])
    Wh, seen = _lstm(inputs, 2 * n)
    ends = np.eye(2 * n)
    found = recurrent_back.backward(seen, Wh, None, StateSlope(ends[:, :n].copy(), ends[:, n:].copy()))
    assert found.c is not None
    return {
        "jacobian": np.concatenate([found.h[0], found.c[0]], 1),
        "forget_product": seen.gates[1, :, 0].prod(0),
    }


def _gru_after(inputs: Inputs, gates: list[Mapping[str, Any]]) -> Floats:
    """Torch's convention, which the panel does not use: the reset gate acts behind the recurrent weights."""
    Wh, drive, _ = _gated("gru", gates, inputs)
    h, found = _array(inputs["h0"]), []
    for t in range(drive.shape[1]):
        s, r = (1.0 / (1.0 + np.exp(-(drive[k, t, 0] + h @ Wh[k]))) for k in range(2))
        n = np.tanh(drive[2, t, 0] + r * (h @ Wh[2] + _array(inputs["bh"])))
        h = s * h + (1.0 - s) * n
        found.append(h)
    return np.array(found)


def _negated(gate: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: -_array(values) for name, values in gate.items()}


def _gru_trace(inputs: Inputs) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    update, reset, candidate = (inputs[name] for name in _GRU)
    none = {name: 0.0 * _array(values) for name, values in reset.items()} | {"b": 0.0 * _array(reset["b"]) + _SURE}
    for way, first in (("keep", update), ("write", _negated(update))):
        for what, second in (("before", reset), ("none", none)):
            Wh, drive, cell = _gated("gru", [first, second, candidate], inputs)
            found[f"{way}_{what}"] = recurrent.forward(cell, Wh, drive, _array(inputs["h0"])).states[:, 0]
        found[f"{way}_after"] = _gru_after(inputs, [first, reset, candidate])
    return found


def _gru_gradient(inputs: Inputs) -> Mapping[str, Any]:
    n = len(inputs["h0"])
    Wh, drive, cell = _gated("gru", [inputs[name] for name in _GRU], inputs)
    seen = recurrent.forward(cell, Wh, np.repeat(drive, n, 2), _array(inputs["h0"]))
    return {"jacobian": recurrent_back.backward(seen, Wh, None, StateSlope(np.eye(n))).h[0]}


CHECKS: dict[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "elman_trace": _elman_trace,
    "bptt": _bptt,
    "jacobian_products": _jacobian_products,
    "linear_rnn_powers": _linear_rnn_powers,
    "bidirectional_and_stacked": _bidirectional_and_stacked,
    "lstm_trace": _lstm_trace,
    "lstm_gradient": _lstm_gradient,
    "gru_trace": _gru_trace,
    "gru_gradient": _gru_gradient,
}
