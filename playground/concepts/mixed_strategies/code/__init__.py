"""One iteration of each method, as plain code."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from playground.concepts.mixed_strategies import box, matrices
from playground.concepts.mixed_strategies.equilibrium import game_of
from playground.concepts.mixed_strategies.names import BOX, LABELS, MATRIX, MATRIX_GAMES, running
from playground.engine.declarations.code import Code, Moment, NoCode

_OFF = "{} does not run here; switch it on among the methods."


def _title(name: str) -> str:
    return LABELS[name][:1].upper() + LABELS[name][1:]


def _of_matrix(name: str) -> Callable[[Moment], Mapping[str, Any] | str]:
    def reads(at: Moment) -> Mapping[str, Any] | str:
        params, names = at.params, running(at.params)
        if name not in names:
            return _OFF.format(_title(name))
        state = at.before.matrix
        for _ in range(params.iterations - 1):
            state = matrices.iterated(params, names, state)
        row = names.index(name)
        falls = math.sqrt(state.iteration + 1) if params.schedule == "falling" else 1.0
        return {"log_p": state.log_p[row], "log_q": state.log_q[row], "A": game_of(params).A, "eta": params.eta / falls}

    return reads


def _played(name: str) -> Callable[[Moment], Mapping[str, Any]]:
    def gives(at: Moment) -> Mapping[str, Any]:
        row, now = running(at.params).index(name), at.after.matrix
        return {"p_next": now.log_p[row].exp(), "q_next": now.log_q[row].exp()}

    return gives


def _in_box(name: str) -> Callable[[Moment], Mapping[str, Any] | str]:
    def reads(at: Moment) -> Mapping[str, Any] | str:
        params, names, ctx = at.params, running(at.params), at.ctx
        if name not in names:
            return _OFF.format(_title(name))
        state = at.before.box
        for _ in range(params.iterations - 1):
            state = box.iterated(params, names, state, ctx)
        z = state.z[names.index(name)]
        told: dict[str, Any] = {"z": z, "eta": params.eta}
        if name != "langevin":
            return told
        noise = ctx.randn(len(z), 2)
        return {**told, "tau": params.temperature, "xi": noise, "all_meet_all": params.players == "all"}

    return reads


def _pairs(name: str) -> Callable[[Moment], Mapping[str, Any]]:
    return lambda at: {"z_next": at.after.box.z[running(at.params).index(name)]}


CODES = (
    *(
        Code(
            name,
            title=_title(name),
            when={"game": MATRIX_GAMES, "method": (name,)},
            reads=_of_matrix(name),
            gives=_played(name),
            marks={"p_next": "p", "q_next": "q"},
        )
        for name in MATRIX
    ),
    *(
        Code(
            name,
            title=_title(name),
            when={"game": ("box",), "method": (name,)},
            reads=_in_box(name),
            gives=_pairs(name),
        )
        for name in BOX
    ),
)
WITHOUT = (
    NoCode(
        when={"game": MATRIX_GAMES, "method": BOX},
        because="The method in focus moves in a box; choose mirror descent or mirror-prox for strategies.",
    ),
    NoCode(
        when={"game": ("box",), "method": MATRIX},
        because="The method in focus needs a matrix; choose one that moves in the box.",
    ),
)
