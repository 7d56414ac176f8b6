"""What is shown of a state: all metrics, and the arrays of the views that are on screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.minimax import MATRIX_GAMES, Params, box, lockstep, matrices
from playground.concepts.minimax.data import Data, solution
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.linear import STATIONARY, limit
from playground.concepts.minimax.names import LABELS, METHODS, running
from playground.concepts.minimax.picture_maps import angle_picture, rate_curves
from playground.concepts.minimax.picture_mixed import box_picture, matrix_picture
from playground.concepts.minimax.picture_plane import plane_picture
from playground.concepts.minimax.picture_points import points_picture
from playground.concepts.minimax.picture_step import step_picture
from playground.concepts.minimax.state import Plane, State, path
from playground.concepts.minimax.stationary import Point, lipschitz, minty, stationary
from playground.concepts.minimax.stepping import Info, distances, rate_at, told, words
from playground.engine.frame import Scalar, View

Shown = dict[str, Tensor | Scalar]
ALWAYS = ("status", "distance", "residual", "value")
IN_PLANE = (*ALWAYS, "rate", "period", "radius", "theory", "limit", "growth", "nearest")
IN_MATRIX = (*ALWAYS, "gap_average")
IN_BOX = (*ALWAYS, "trapped")
EACH = tuple(dict.fromkeys((*IN_PLANE, *IN_MATRIX, *IN_BOX)))
_WINDOW = 100
_LATELY = 500
_LOOKING = ("alt_gda", "eg", "rfbs", "eg_plus", "adaptive_eg_plus", "curvature_eg_plus", "ppm")


def observe(params: Params, data: Data, state: State, info: Info | None, view: View) -> Mapping[str, Tensor | Scalar]:
    """Metrics always, the arrays of the view on screen."""
    # What is recorded for all, what the game has for those that run, and everything for the one in focus.
    shown: Shown = {f"{name}.{method}": None for name in ("distance", "residual") for method in METHODS}
    here = IN_MATRIX if state.matrix is not None else IN_BOX if state.box is not None else IN_PLANE
    shown |= {f"{name}.{method}": None for name in here for method in running(params)}
    shown |= {f"{name}.{params.method}": None for name in EACH}
    shown |= _kind(params)
    numbers = info if info is not None else told(params, data, state)
    shown |= _parts(numbers)
    if state.plane is not None:
        shown |= _plane_numbers(params, data, state.plane)
        return shown | _focus(params, shown) | _plane_arrays(params, data, state.plane, view)
    shown |= _no_plane_numbers()
    if state.matrix is not None:
        shown |= _matrix_numbers(params, state.matrix) | matrix_picture(params, state.matrix)
    if state.box is not None:
        shown |= _box_numbers(params, state.box) | box_picture(params, state.box)
    return shown | _focus(params, shown)


def _plane_arrays(params: Params, data: Data, plane: Plane, view: View) -> Shown:
    shown = plane_picture(params, data, plane, view)
    match params.mode:
        case "step":
            shown |= step_picture(params, plane)
        case "points":
            shown |= points_picture(params, data, plane, view)
        case "rates":
            shown |= rate_curves(params, data)
        case "minty":
            shown |= angle_picture(params, data, view)
    return shown


def _parts(info: Info) -> Shown:
    shown: Shown = {"iteration": info.iteration}
    for name, part in (("distance", info.distance), ("residual", info.residual)):
        shown |= {f"{name}.{method}": value for method, value in part._asdict().items() if value is not None}
    return shown


def _kind(params: Params) -> Shown:
    plane = params.game not in (*MATRIX_GAMES, "box")
    game = game_of(params)
    words_of = (
        game.words if plane else "p′A q" if params.game in MATRIX_GAMES else "x y − x² y², y is the ω of the slides"
    )
    return {
        "plane_game": plane,
        "matrix_game": params.game in MATRIX_GAMES,
        "box_game": params.game == "box",
        "game_words": words_of,
        "linear_game": plane and game.linear,
        "bent_game": plane and not game.linear,
        "no_payoff": plane and game.payoff is None,
        "by_autograd": params.game == "typed",
        "offset_here": params.offset if params.game == "forsaken" else None,
        "focus": LABELS[params.method],
        "has_look": params.method in _LOOKING,
        "has_memory": params.method in ("ogda", "adam"),
        **{f"focus_{name}": name == params.method for name in METHODS},
    }


# ---- games of two numbers


def _plane_numbers(params: Params, data: Data, plane: Plane) -> Shown:
    game, names = game_of(params), running(params)
    found = solution(game, data)
    points = torch.view_as_complex(plane.z)[:, 0].tolist()
    said = words(params, data, plane)
    shown: Shown = {f"status.{name}": word for name, word in zip(names, said, strict=True)}
    lost = [LABELS[name] for name, word in zip(names, said, strict=True) if word == "diverged"]
    shown |= {"some_diverged": bool(lost), "diverged_words": f"diverged: {', '.join(lost)}" if lost else ""}
    shown |= {f"value.{name}": value for name, value in zip(names, game.values(points), strict=True)}
    for name, (period, radius) in zip(names, plane.cycle.tolist(), strict=True):
        shown |= {f"period.{name}": period or None, f"radius.{name}": radius or None}
    shown |= _of_solution(game, found)
    if found is not None:
        shown |= _rates(params, data, plane, game, found)
    shown["unsolved"], shown["unsolved_some"] = plane.unsolved, plane.unsolved > 0
    return shown | _nowhere_in_plane()


def _of_solution(game: Game, found: Point | None) -> Shown:
    quotient = minty(game, found.z) if found is not None else None
    return {
        "points_found": len(stationary(game)),
        "solution": found.words if found is not None else "none in the window",
        "solution_x": found.z.real if found is not None else None,
        "solution_y": found.z.imag if found is not None else None,
        "nash": found.nash if found is not None else None,
        "not_nash": found is not None and found.nash is False,
        "has_solution": found is not None,
        "no_solution": found is None,
        "eigen_real": 0.0 - min(value.real for value in found.eigenvalues) if found is not None else None,
        "xx": found.xx if found is not None else None,
        "yy": found.yy if found is not None else None,
        "L": lipschitz(game),
        "rho": quotient.rho if quotient is not None else None,
        "minty_bound": quotient.bound if quotient is not None else None,
        "outside_theory": quotient is not None and quotient.rho < quotient.bound,
    }


def _rates(params: Params, data: Data, plane: Plane, game: Game, found: Point) -> Shown:
    """Measured and theoretical rates of all methods, and how far they are from the solution."""
    names, gamma = running(params), lockstep.look_ahead(params, game)
    far = (torch.view_as_complex(path(plane)) - found.z).abs()
    under = max(0, min(len(far), plane.iteration - plane.since + 1))
    last = far[-min(under, _WINDOW + 1) :] if under else far[-1:]
    now = distances(params, data, plane)
    start = abs(complex(*data.start.tolist()) - found.z)
    shown: Shown = {}
    gaps = []
    for i, name in enumerate(names):
        measured = _measured(last[:, i], bool(plane.alive[i, 0]))
        theory = None
        if name in STATIONARY:
            theory = rate_at(game, name, found.z, params.eta, gamma)
            shown[f"limit.{name}"] = _limit(game, name, found.z)
        shown[f"rate.{name}"], shown[f"theory.{name}"] = measured, theory
        here = getattr(now, name)
        shown[f"growth.{name}"] = here / start if start > 0 else None
        shown[f"nearest.{name}"] = float(far[-_LATELY:, i].min())
        if game.linear and measured is not None and theory is not None:
            gaps.append(abs(measured - theory))
    shown["rate_gap"] = max(gaps) if gaps else None
    return shown


def _measured(far: Tensor, alive: bool) -> float | None:
    """The mean factor of the distances of consecutive iterates; None where it cannot be told."""
    if len(far) < 3 or not alive or float(far.min()) < 1e-13:
        return None
    return float((far[-1] / far[0]) ** (1 / (len(far) - 1)))


@lru_cache(maxsize=512)
def _limit(game: Game, name: str, z: complex) -> float | None:
    found = limit(name, game.matrix(z))
    return found if found < 1e6 else None


def _nowhere_in_plane() -> Shown:
    return dict.fromkeys(("entropic_value", "entropic_x2", "measured_x2"))


# ---- strategies and populations


def _no_plane_numbers() -> Shown:
    shown: Shown = dict.fromkeys(
        (
            "points_found", "solution", "solution_x", "solution_y", "nash", "eigen_real", "xx", "yy", "L", "rho",
            "minty_bound", "rate_gap", "entropic_value", "entropic_x2", "measured_x2",
        )
    )  # fmt: skip
    flags = ("not_nash", "has_solution", "no_solution", "outside_theory", "unsolved_some", "some_diverged")
    return shown | dict.fromkeys(flags, False) | {"unsolved": 0, "diverged_words": ""}


def _matrix_numbers(params: Params, matrix: matrices.Matrix) -> Shown:
    A, names = matrices.matrix_of(params.game), running(params)
    p, q = matrix.log_p.exp(), matrix.log_q.exp()
    value = ((p @ A) * q).sum(-1).tolist()
    weight = matrix.weight or 1.0
    gap = matrices.exploitability(A, matrix.sum_p / weight, matrix.sum_q / weight).tolist()
    shown: Shown = {}
    for i, name in enumerate(names):
        shown[f"value.{name}"] = value[i]
        shown[f"gap_average.{name}"] = gap[i] if matrix.iteration else None
        shown[f"status.{name}"] = "running"
    return shown


def _box_numbers(params: Params, players: box.Box) -> Shown:
    names, worth = running(params), box.worth(players.z)
    caught = box.trapped(players.z).tolist()
    shown: Shown = {}
    for i, name in enumerate(names):
        shown[f"value.{name}"] = float(worth.value[i])
        shown[f"trapped.{name}"] = caught[i]
        shown[f"status.{name}"] = "running"
    points, p, q = box.densities(params.temperature)
    width = float(points[1] - points[0])
    x2, y2 = float((p * points**2).sum()) * width, float((q * points**2).sum()) * width
    shown |= {"entropic_value": -x2 * y2, "entropic_x2": x2}
    row = names.index("langevin") if "langevin" in names else None
    shown["measured_x2"] = box.second_moment(players, row) if row is not None else None
    return shown


# ---- the method in focus


def _focus(params: Params, shown: Shown) -> Shown:
    name = params.method
    period, state = shown[f"period.{name}"], shown[f"status.{name}"]
    assert not isinstance(period, Tensor)
    turn = period * params.eta if isinstance(period, float) else None
    return {
        "focus_gamma": lockstep.look_ahead(params, game_of(params)) if name.endswith("_plus") else params.eta,
        "focus_rate": shown[f"rate.{name}"],
        "focus_theory": shown[f"theory.{name}"],
        "focus_limit": shown[f"limit.{name}"],
        "focus_period": period,
        "focus_radius": shown[f"radius.{name}"],
        "focus_turn": turn,
        "focus_cycles": state == "cycling",
        "focus_diverges": state in ("diverging", "diverged"),
        "focus_law": bool(shown["linear_game"]) and shown[f"theory.{name}"] is not None,
    }
