"""The shipped cases, computed by the code that the panel runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.concepts.seq2seq import alignment
from playground.concepts.seq2seq.alignment import Additive
from playground.concepts.seq2seq.net import unroll
from playground.engine.kit.arrays import Floats

Inputs = Mapping[str, Any]


def _real(values: Any) -> Floats:
    return np.array(values, dtype=float)


def _additive(inputs: Inputs) -> dict[str, Any]:
    # The cases multiply columns from the left.
    by = Additive(_real(inputs["Ws"]).T, _real(inputs["We"]).T, _real(inputs["b"]), _real(inputs["v"]))
    done = alignment.align(by, _real(inputs["s"]), _real(inputs["encoder"]), np.array(inputs["mask"], dtype=bool))
    return {
        "scores": done.scores,
        "weights": done.weights,
        "contexts": done.contexts,
        "entropy": alignment.entropy(done.weights),
    }


def _mass(inputs: Inputs) -> dict[str, Any]:
    found = alignment.mass(_real(inputs["weights"]))
    return {
        "diagonal": found.diagonal,
        "antidiagonal": found.antidiagonal,
        "uniform": found.uniform,
        "mean_entropy": found.entropy,
        "argmax": found.argmax,
    }


def _forced_and_free(inputs: Inputs) -> dict[str, Any]:
    """A model that predicts from the last few values: they move on by what enters each step."""
    series, w = _real(inputs["series"]), _real(inputs["w"])
    p, told = len(w), dict[str, Any]()
    true = series[p:]
    for name, forced in (("forced", True), ("free", False)):
        past = list(series[: p - 1])

        def step(t: int, enters: Any, past: list[float] = past) -> float:
            past.append(float(enters))
            return float(w @ np.array(past[: -p - 1 : -1]))

        out = np.array(unroll(len(true), series[p - 1], step, true, [forced] * len(true)))
        told |= {name: out, f"{name}_error": np.abs(out - true)}
    return told


CHECKS = {"additive_attention": _additive, "alignment_mass": _mass, "forced_vs_free": _forced_and_free}
