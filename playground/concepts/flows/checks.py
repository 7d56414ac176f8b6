"""The oracle cases of flows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from playground.concepts.flows import maps
from playground.concepts.flows.coupling import coupled, uncoupled
from playground.concepts.flows.maps import LINKS, Link, leaky, log_normal
from playground.engine.kit.cases import Inputs, exactly


def _said(net: Inputs, k: Tensor) -> Tensor:
    """What a given net says at k (n, kept), (n, changed)."""
    if "W1" in net:
        hidden = torch.tanh(k @ exactly(net["W1"]).T + exactly(net["b1"]))
        return hidden @ exactly(net["W2"]).T + exactly(net["b2"])
    return k @ exactly(net["W"]).T + exactly(net["b"])


def _through(layers: list[Inputs], at: Tensor, way: Callable[..., Any]) -> tuple[list[Tensor], Tensor]:
    """Points after every layer in turn, and the log-determinants of the whole way."""
    total, places = torch.zeros(len(at), dtype=torch.float64), []
    for layer in layers:
        keep, change = layer["keep"], layer["change"]
        k = at[:, keep]
        _, c, log = way(k, at[:, change], _said(layer["s"], k), _said(layer["t"], k))
        at = at.clone()
        at[:, change] = c
        total = total + log
        places.append(at)
    return places, total


def coupling_flow(inputs: Inputs) -> dict[str, Any]:
    """A stack of coupling layers, both ways."""
    layers = inputs["layers"]
    forward, log_det = _through(layers, exactly(inputs["z"]), coupled)
    back, inverse_log = _through(layers[::-1], exactly(inputs["x"]), uncoupled)
    return {
        "forward": forward[-1],
        "after_each_layer": torch.stack(forward, 1),
        "log_det": log_det,
        "inverse": back[-1],
        "inverse_log_det": inverse_log,
        "log_density": log_normal(back[-1]).sum(1) + inverse_log,
    }


def log_det_overflow(inputs: Inputs) -> dict[str, Any]:
    """The log-determinant of a layer as a sum, where the product leaves the range of float64."""
    s, z = exactly([inputs["s"]]), exactly([inputs["z"]])
    _, _, log = coupled(z[:, :0], z, s, torch.zeros_like(s))
    product = 1.0
    for one in inputs["s"]:
        product *= math.exp(one)
    return {
        "log_det": log[0],
        "det_float64": "inf" if math.isinf(product) else product,
        "log_density": log_normal(z).sum() - log[0],
    }


def change_of_variables_1d(inputs: Inputs) -> dict[str, Any]:
    """The density of a mapped normal draw."""
    found = maps.log_density(inputs["map"], inputs["a"], inputs["b"], exactly(inputs["x"]))
    return {"log_density": [_finite(value) for value in found.tolist()]}


def _finite(value: float) -> float | str:
    return value if math.isfinite(value) else "inf" if value > 0 else "-inf"


def affine_flow(inputs: Inputs) -> dict[str, Any]:
    """One linear map of normal draws."""
    M, b, x = exactly(inputs["M"]), exactly(inputs["b"]), exactly(inputs["x"])
    sign, log = torch.linalg.slogdet(M)
    if float(sign) == 0.0:
        return {"log_abs_det": "-inf", "sign": 0, "log_density": None, "inverse": None}
    z = torch.linalg.solve(M, (x - b).T).T
    return {"log_abs_det": log, "sign": int(sign), "log_density": log_normal(z).sum(1) - log, "inverse": z}


def affine_flow_likelihood(inputs: Inputs) -> dict[str, Any]:
    """A flow of one line on the line: its likelihood, its gradient and its best values."""
    x, a, b = exactly(inputs["data"]), float(inputs["a"]), float(inputs["b"])
    z = (x - b) * math.exp(-a)
    best, spread = x.mean(), x.std(correction=0)
    degenerate = float(spread) == 0.0
    return {
        "nll": -(log_normal(z) - a).mean(),
        "grad_a": 1.0 - z.square().mean(),
        "grad_b": -z.mean() * math.exp(-a),
        "best_b": best,
        "best_a": "-inf" if degenerate else spread.log(),
        "best_nll": "-inf" if degenerate else spread.log() + 0.5 + 0.5 * math.log(2 * math.pi),
    }


def composition(inputs: Inputs) -> dict[str, Any]:
    """A chain of maps of the line, link by link."""
    points = []
    for z in inputs["z"]:
        u, total, steps = exactly(z), exactly(0.0), []
        for kind, *numbers in inputs["maps"]:
            link = _link(kind, numbers)
            total, u = total + link.slope(u).abs().log(), link.value(u)
            steps.append([u, total])
        points.append({"steps": steps, "log_density": log_normal(exactly(z)) - total})
    return {"points": points}


def _link(kind: str, numbers: list[float]) -> Link:
    if kind == "leaky":
        return leaky(numbers[0])
    if kind == "affine":
        a, b = numbers
        return Link(lambda u: a * u + b, lambda u: torch.full_like(u, a), lambda x: ((x - b) / a,))
    return LINKS[kind]


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "coupling_flow": coupling_flow,
    "log_det_overflow": log_det_overflow,
    "change_of_variables_1d": change_of_variables_1d,
    "affine_flow": affine_flow,
    "affine_flow_likelihood": affine_flow_likelihood,
    "composition": composition,
}
