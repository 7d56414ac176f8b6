"""One move of each chain, of the first particle, and the exact chain on a few states, as plain code."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch

from playground.concepts.samplers import few_states
from playground.concepts.samplers.chains import LIMIT
from playground.concepts.samplers.code.laws import gradient, potential
from playground.concepts.samplers.names import CHAINS, LABELS, running
from playground.concepts.samplers.targets import ALPHA, target_of
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit import drawing

_ARGUMENTS = {
    "ula": "x grad eta z",
    "mala": "x f grad eta z u",
    "underdamped": "x v grad h gamma z",
    "hmc": "q f grad h leaps p u",
    "walk": "x f h z u",
    "mirrored": "x alpha eta z",
}
_ENDS = {"underdamped": "x"}


def _title(name: str) -> str:
    return f"One move: {LABELS[name]}"


def _reads(name: str) -> Callable[[Moment], Mapping[str, Any] | str]:
    def reads(at: Moment) -> Mapping[str, Any] | str:
        params, names = at.params, running(at.params)
        if name not in names:
            return f"The {LABELS[name]} chain does not run on this target, or is switched off."
        chains = at.before.chains
        n, d = chains.x.shape[1:]
        rng = at.ctx.rng
        z = drawing.normal((n, d), rng, torch.float64)[0].numpy()
        u = float(drawing.uniform((n,), rng, torch.float64)[0])
        x = chains.x[names.index(name), 0].numpy()
        if float(np.abs(x).max()) >= LIMIT:
            return "The particle has run away past all bounds."
        target = target_of(params, at.data)
        if name == "mirrored":
            x = np.maximum(np.append(x, 1 - x.sum()), 1e-300)
        known = {
            "x": x,
            "q": x,
            "v": chains.v[0].numpy(),
            "f": potential(target),
            "grad": gradient(target),
            "eta": params.stride,
            "h": math.sqrt(2 * params.stride),
            "gamma": params.friction,
            "leaps": params.leaps,
            "alpha": np.array(ALPHA),
            "z": z,
            "p": z,
            "u": u,
        }
        return {argument: known[argument] for argument in _ARGUMENTS[name].split()}

    return reads


def _gives(name: str) -> Callable[[Moment], Mapping[str, Any]]:
    def gives(at: Moment) -> Mapping[str, Any]:
        row, chains = running(at.params).index(name), at.after.chains
        x = chains.x[row, 0].numpy()
        if float(np.abs(x).max()) >= LIMIT:
            return {}
        if name == "mirrored":
            return {"x_next": np.append(x, 1 - x.sum())}
        told: dict[str, Any] = {_ENDS.get(name, "x_next"): x}
        if name == "underdamped":
            told["v"] = chains.v[0].numpy()
        if name in ("mala", "walk", "hmc"):
            told["accepted"] = bool(chains.proposed.accepted[row, 0])
        return told

    return gives


def _ring(at: Moment) -> Mapping[str, Any]:
    params, data = at.params, at.data
    return {
        "weights": data.weights,
        "Q": few_states.proposals(params, data),
        "law": at.before.walker.law,
        "rule": params.rule,
    }


def _settled(at: Moment) -> Mapping[str, Any]:
    moves = few_states.transition(at.params, at.data)
    target = at.data.weights / at.data.weights.sum()
    return {"P": moves, "law_next": at.after.walker.law, "flux": target[:, None] * moves}


CODES = (
    *(
        Code(
            name,
            title=_title(name),
            when={"mode": ("race",), "chain": (name,)},
            reads=_reads(name),
            gives=_gives(name),
            marks={_ENDS.get(name, "x_next"): "x"},
            within=1e-7,
        )
        for name in CHAINS
    ),
    Code(
        "states",
        title="One move, exactly",
        when={"mode": ("states",)},
        reads=_ring,
        gives=_settled,
        marks={"law_next": "p", "flux": "F"},
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
