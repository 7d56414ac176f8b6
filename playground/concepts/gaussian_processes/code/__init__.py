"""Posterior, evidence and expected improvement as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.concepts.gaussian_processes.kernels import covariance_of
from playground.concepts.gaussian_processes.search import belief
from playground.concepts.gaussian_processes.state import GRID
from playground.engine.declarations.code import Code, Moment, NoCode

_EMPTY = "There are no points."


def _points(at: Moment) -> Mapping[str, Any] | str:
    if not len(at.data.y):
        return _EMPTY
    k, x = covariance_of(at.params), at.data.x
    return {
        "K": k(x, x).numpy(),
        "Kx": k(x, GRID).numpy(),
        "Kxx": k(GRID, GRID).numpy(),
        "y": at.data.y.numpy().copy(),
        "sigma": at.params.noise,
    }


def _band(at: Moment) -> Mapping[str, Any]:
    return {"mean": at.numbers["band.mean.y"]}


def _knobs(at: Moment) -> Mapping[str, Any] | str:
    if not len(at.data.y):
        return _EMPTY
    k = covariance_of(at.params)._replace(length=at.numbers["length_now"])
    return {
        "K": k(at.data.x, at.data.x).numpy(),
        "y": at.data.y.numpy().copy(),
        "sigma": at.numbers["noise_now"],
    }


def _terms(at: Moment) -> Mapping[str, Any]:
    return {"fit": at.numbers["fit_term"], "complexity": at.numbers["complexity"], "evidence": at.numbers["evidence"]}


def _asked(at: Moment) -> Mapping[str, Any]:
    found = belief(at.params, at.data, at.state.asked)
    return {"m": found.belief.mean.numpy().copy(), "s": found.belief.std.numpy().copy(), "best": found.best}


def _score(at: Moment) -> Mapping[str, Any]:
    return {"score": at.numbers["score.score.y"]}


CODES = (
    Code(
        "posterior",
        title="Mean and band",
        when={"mode": ("posterior",)},
        reads=_points,
        gives=_band,
        marks={"mean": "m"},
        step=False,
        within=1e-4,
    ),
    Code(
        "log_evidence",
        title="The evidence here",
        when={"mode": ("evidence",)},
        reads=_knobs,
        gives=_terms,
        marks={"evidence": "L"},
        step=False,
        within=1e-6,
    ),
    Code(
        "improvement",
        title="Expected improvement",
        when={"mode": ("search",), "rule": ("improvement",)},
        reads=_asked,
        gives=_score,
        marks={"score": "a"},
        step=False,
        within=1e-6,
    ),
)
WITHOUT = (
    NoCode(when={"mode": ("search",)}, because="The rule is a maximum of mean, bound or draw: one line."),
    NoCode(when={"mode": ("slice",)}, because="Marginal and slice are the two formulas of the notes."),
    NoCode(when={"mode": ("widths",)}, because="The picture sums over thousands of random nets."),
)
