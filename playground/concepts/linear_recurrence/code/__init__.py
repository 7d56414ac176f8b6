"""The recurrence, its scans, its gain, its modes and an update, as plain code."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.linear_recurrence import learning, scans
from playground.concepts.linear_recurrence.modes import LENGTH, split
from playground.concepts.linear_recurrence.sound import passed
from playground.concepts.linear_recurrence.state import eigen_of
from playground.concepts.linear_recurrence.tree import pairs_of
from playground.engine.declarations.code import Code, Moment, NoCode

_GROWN = 20.0  # a logarithm from which on powers are cut off on screen


def _powers(at: Moment) -> Mapping[str, Any] | str:
    found = eigen_of(at.params, at.data)
    if float(found.log_modulus.max()) * at.state.t > _GROWN:
        return "The powers have grown beyond what is drawn."
    return {"lam": found.value, "gamma": found.gamma, "T": at.state.t}


def _of_powers(at: Moment) -> Mapping[str, Any]:
    found = eigen_of(at.params, at.data)
    t = at.state.t
    xi = found.gamma * torch.exp(found.log_modulus * t) * torch.cos(found.phase * t)
    return {"h_now": float(xi.mean())}


def _pairs(at: Moment) -> Mapping[str, Any]:
    pairs = pairs_of(at.params, at.data)
    return {"a": pairs.a, "b": pairs.b}


def _of_pairs(at: Moment) -> Mapping[str, Any]:
    T, kind = at.params.length, at.params.scan
    states = pairs_of(at.params, at.data).states
    return {"z": states, "depth": len(scans.rounds(T, kind)), "work": scans.work(T, kind)}


def _angle(at: Moment) -> Mapping[str, Any] | str:
    if passed(at.params, at.data).beyond is not None:
        return "A recurrence that explodes has no gain."
    found = eigen_of(at.params, at.data)
    return {"lam": found.value, "gamma": found.gamma, "omega": math.radians(at.numbers["degrees"])}


def _system(at: Moment) -> Mapping[str, Any] | str:
    t = min(at.state.t, LENGTH - 1)
    if not t:
        return "Before the first step the impulse has not arrived."
    found = split(at.params.matrix, at.params.inward, at.params.outward)
    return {"A": found.A, "B": found.B, "C": found.C, "T": t}


def _update(at: Moment) -> Mapping[str, Any]:
    learnt = at.before.learnt
    for _ in range(at.params.updates - 1):
        learnt = learning.update(learnt, at.params.delay, at.params.rate)
    memory = learnt.memory
    return {
        "theta": learnt.theta[0],
        "m": memory.first[0],
        "v": memory.second[0],
        "count": memory.taken,
        "delay": at.params.delay,
        "K": learning.reach(at.params.delay),
        "eta": at.params.rate,
    }


CODES = (
    Code(
        "powers",
        title="An impulse remembered",
        when={"mode": ("disc",)},
        reads=_powers,
        gives=_of_powers,
        marks={"h": "h", "xi": "ξ", "tau": "τ"},
        within=1e-8,
        step=False,
    ),
    *(
        Code(
            name,
            title=title,
            when={"mode": ("scan",), "scan": (name,)},
            reads=_pairs,
            gives=_of_pairs,
            marks={"z": "z"},
            within=1e-8,
            step=False,
        )
        for name, title in (
            ("loop", "The loop"),
            ("doubling", "Hillis and Steele's scan"),
            ("sweeps", "Blelloch's scan"),
        )
    ),
    Code(
        "gain",
        title="The gain at this angle",
        when={"mode": ("filter",)},
        reads=_angle,
        gives=lambda at: {"size": at.numbers["gain_now"]},
        marks={"H": "H", "d": "d"},
        within=1e-8,
        step=False,
    ),
    Code(
        "diagonal",
        title="Powers and modes",
        when={"mode": ("matrix",)},
        reads=_system,
        gives=lambda at: {"g_now": at.numbers["response_now"], "rho": at.numbers["radius"]},
        marks={"by_modes": "g", "lam": "λ"},
        within=1e-6,
        step=False,
    ),
    Code(
        "echo",
        title="The last update of exp(−exp v)",
        when={"mode": ("learn",)},
        reads=_update,
        gives=lambda at: {"theta_next": at.after.learnt.theta[0]},
        within=1e-8,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
