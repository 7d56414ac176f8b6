"""Both passes over the graph on screen, and both estimators of a random node, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.concepts.backprop.building import graph_of
from playground.concepts.backprop.code.operations import pull_text, value_text
from playground.concepts.backprop.estimators import ESTIMATES, reparameterised, score, setting_of
from playground.concepts.backprop.typed import function
from playground.engine.declarations.code import Code, CodeText, Moment, NoCode
from playground.engine.kit.formula_code import for_numpy
from playground.engine.kit.formula_maths import derivative

_GRAPHS = ("expression", "units", "layers")


def _nodes(at: Moment) -> Mapping[str, Any]:
    graph = graph_of(at.params)
    values = graph.unpacked(at.state.values.numpy())
    told = [
        ("leaf", (), _own(values[k])) if node.op == "leaf" else (node.op, node.args, node.constant)
        for k, node in enumerate(graph.nodes)
    ]
    return {"nodes": told, "value": value_text(graph), "pull": pull_text(graph)}


def _own(value: Any) -> Any:
    return np.float64(value) if np.ndim(value) == 0 else np.array(value)


def _passed(at: Moment) -> Mapping[str, Any]:
    graph = graph_of(at.params)
    given = graph.unpacked(at.state.values.numpy())
    values = graph.forward({k: given[k] for k in graph.leaves})
    deltas = graph.backward(values)
    return {"v": values, "delta": deltas, "L": values[-1]}


def _samples(at: Moment) -> Mapping[str, Any]:
    params = at.params
    tree = function(params.function)
    return {
        "f": _of_z("f", tree),
        "slope": _of_z("slope", derivative(tree, "z")),
        "mu": params.mu,
        "sigma": params.sigma,
        "eps": at.ctx.randn(ESTIMATES, params.average).cpu().numpy()[0],
        "by_mu": params.by == "mu",
        "baseline": params.baseline,
    }


def _of_z(name: str, tree: Any) -> CodeText:
    text = f"import numpy as np\n\n\ndef {name}(z):\n    return {for_numpy(tree)} + 0 * z\n"
    return CodeText(text, "the function" if name == "f" else "its derivative")


def _estimated(at: Moment) -> Mapping[str, Any]:
    eps, setting = _samples(at)["eps"][None], setting_of(at.params)
    with np.errstate(all="ignore"):
        return {
            "score_mean": float(score(setting, eps).mean()),
            "path_mean": float(reparameterised(setting, eps).mean()),
        }


CODES = (
    Code(
        "backprop",
        title="Both passes",
        when={"mode": _GRAPHS},
        reads=_nodes,
        gives=_passed,
        marks={"v": "v", "delta": "δ", "L": "L"},
        step=False,
    ),
    Code(
        "estimators",
        title="One estimate of each kind",
        when={"mode": ("estimators",)},
        reads=_samples,
        gives=_estimated,
        within=1e-8,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
