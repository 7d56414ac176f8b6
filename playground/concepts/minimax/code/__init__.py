"""One iteration of each method, as plain code for one start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch

from playground.concepts.minimax import lockstep
from playground.concepts.minimax.code.fields import field, jacobian
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.methods import Setting, many, memory
from playground.concepts.minimax.names import LABELS, METHODS, running
from playground.engine.declarations.code import Code, Moment, NoCode

_MARKS = {"z": "z_k", "z_before": "z_{k−1}", "V": "V", "z_next": "z_{k+1}"}
_OWN = {
    "gda": {"v": "V"},
    "alt_gda": {"z_between": "z̄"},
    "ogda": {"v": "V", "v_before": "z_{k−1}"},
    "adam": {"v": "V", "m": "z_{k−1}"},
    "ppm": {},
    "curvature_eg_plus": {"v_ahead": "V"},
}
_LOOKING = {"z_ahead": "z̄", "v_ahead": "V"}


class _Iteration(NamedTuple):
    """The last iteration of a step, of one method from the user's start.

    Attributes:
        game: the game.
        z, first, second: where the method is and what it remembers.
        setting: what it is told.
        row: its place among the methods that run; None: it does not run, and begins at the start.
    """

    game: Game
    z: complex
    first: complex
    second: complex
    setting: Setting
    row: int | None


def _iteration(at: Moment, name: str) -> _Iteration:
    params, game = at.params, game_of(at.params)
    if name not in running(params):
        z = complex(*at.data.start.tolist())
        first, second = memory(name, game, torch.tensor([z], dtype=torch.complex128))
        return _Iteration(game, z, complex(first[0]), complex(second[0]), lockstep.setting_at(params, game, 1), None)
    state, setting = lockstep.last_iteration(params, at.before, params.iterations, at.ctx)
    row = running(params).index(name)
    z, first, second = (complex(*part[row, 0].tolist()) for part in (state.z, state.first, state.second))
    return _Iteration(game, z, first, second, setting, row)


def _reads(name: str) -> Callable[[Moment], Mapping[str, Any] | str]:
    def reads(at: Moment) -> Mapping[str, Any] | str:
        here = _iteration(at, name)
        if here.row is not None and not bool(at.after.alive[here.row, 0]):
            return f"The {LABELS[name]} method has left all bounds; it does not step any more."
        s, noise = here.setting, here.setting.noise or (0j, 0j)
        known = {
            "z": _pair(here.z),
            "v_before": _pair(here.first),
            "z_before": _pair(here.first),
            "ahead_before": _pair(here.second),
            "m": _pair(here.first),
            "s": _pair(here.second),
            "V": field(at.params),
            "J": jacobian(at.params),
            "eta": s.eta,
            "look": s.eta if s.look is None else s.look,
            "gamma": s.gamma,
            "k": s.time,
            "xi": np.array([_pair(sample) for sample in noise]),
        }
        return {argument: known[argument] for argument in _ARGUMENTS[name]}

    return reads


def _gives(name: str) -> Callable[[Moment], Mapping[str, Any]]:
    def gives(at: Moment) -> Mapping[str, Any]:
        here = _iteration(at, name)
        if here.row is None:
            start, first, second = (
                torch.tensor([[one]], dtype=torch.complex128) for one in (here.z, here.first, here.second)
            )
            (move,) = many(here.game, [name], start, first, second, here.setting)
            return {"z_next": _pair(complex(move.z[0]))}
        state = at.after
        found = {"z_next": state.z[here.row, 0], "v": state.first[here.row, 0]}
        if name == "adam":
            found |= {"m": state.first[here.row, 0], "s": state.second[here.row, 0]}
        elif name == "corrected_eg_plus":
            found |= {"z_ahead": state.second[here.row, 0]}
        return {one: value for one, value in found.items() if one != "v" or name == "ogda"}

    return gives


def _pair(z: complex) -> Any:
    return np.array([z.real, z.imag])


def _marks(name: str) -> Mapping[str, str]:
    known = {**_MARKS, **_OWN.get(name, _LOOKING)}
    return {one: key for one, key in known.items() if one in (*_ARGUMENTS[name], *_OWN.get(name, _LOOKING), "z_next")}


_ARGUMENTS = {
    "gda": ("z", "V", "eta", "xi"),
    "alt_gda": ("z", "V", "eta", "xi"),
    "ppm": ("z", "V", "J", "eta", "xi"),
    "eg": ("z", "V", "eta", "look", "xi"),
    "ogda": ("z", "v_before", "V", "eta", "xi"),
    "rfbs": ("z", "z_before", "V", "eta", "xi"),
    "eg_plus": ("z", "V", "gamma", "xi"),
    "adaptive_eg_plus": ("z", "V", "gamma", "xi"),
    "curvature_eg_plus": ("z", "V", "J", "xi"),
    "corrected_eg_plus": ("z", "z_before", "ahead_before", "V", "gamma", "k", "xi"),
    "adam": ("z", "m", "s", "V", "eta", "k", "xi"),
}
CODES = tuple(
    Code(
        name,
        title=LABELS[name][:1].upper() + LABELS[name][1:],
        when={"method": (name,)},
        reads=_reads(name),
        gives=_gives(name),
        marks=_marks(name),
    )
    for name in METHODS
)
WITHOUT: tuple[NoCode, ...] = ()
