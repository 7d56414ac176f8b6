"""The oracle cases, computed by the panel's own recursion, derivatives and counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playground.concepts.conv_nets.architectures import compared, counted
from playground.concepts.conv_nets.shape import Window, fields, paths
from playground.engine.kit.conv_nets import size

Inputs = Mapping[str, Any]


def _receptive_field(inputs: Inputs) -> Mapping[str, Any]:
    known: list[Window] = [(k, s, d, p) for k, s, d, p in inputs["layers"]]
    found, lengths = fields(known), [inputs["n"]]
    for k, s, d, p in known:
        lengths.append(size(lengths[-1], k, s, p, d))
    ways = paths(known, inputs["n"], inputs["unit"])
    first, behind = found[-1].span(inputs["unit"])
    return {
        "r": [one.size for one in found],
        "jump": [one.jump for one in found],
        "start": [one.start for one in found],
        "lengths": lengths,
        "interval": [first, behind - 1],
        "interval_clipped": [max(first, 0), min(behind, inputs["n"]) - 1],
        "reached": ways.nonzero()[:, 0],
        "paths": ways,
    }


def _parameter_counts(inputs: Inputs) -> Mapping[str, Any]:
    K = inputs["K"]
    found = compared(inputs["m"], inputs["n"], inputs["c"], K, inputs["p"], inputs["q"])
    if found is None:
        return {"output": None}
    return {
        "output": [found.rows, found.columns, K],
        "conv": found.shared,
        "conv_no_bias": found.shared_bare,
        "local": found.local,
        "local_no_bias": found.local_bare,
        "full": found.full,
        "full_no_bias": found.full_bare,
        "conv_macs": found.work,
    }


def _architecture_counts(inputs: Inputs) -> Mapping[str, Any]:
    found = counted(tuple(inputs["input_shape"]), tuple(map(tuple, inputs["layers"])))
    return {
        "shapes": [[one.channels, one.rows, one.columns] for one in found],
        "parameters": [one.weights for one in found],
        "total": sum(one.weights for one in found),
        "macs": sum(one.work for one in found),
    }


CHECKS: dict[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "receptive_field": _receptive_field,
    "parameter_counts": _parameter_counts,
    "architecture_counts": _architecture_counts,
}
