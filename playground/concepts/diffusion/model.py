"""Diffusion as the functions of the contract: each view has a file of its own beside this one."""

from __future__ import annotations

from playground.concepts.diffusion import Params, denoising, moving
from playground.concepts.diffusion.data import Data, load, make_data
from playground.concepts.diffusion.denoise import denoise, level
from playground.concepts.diffusion.forward import forward, moments
from playground.concepts.diffusion.gestures import apply
from playground.concepts.diffusion.laws import JOBS, laws
from playground.concepts.diffusion.plan import level_at, moves, schedule_of
from playground.concepts.diffusion.reverse import distances, reverse
from playground.concepts.diffusion.state import Info, State
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.engine.kit.diffusion import schedules
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """A run from its start."""
    match params.mode:
        case "forward":
            return State(clouds=moving.begin_forward(params, data, ctx))
        case "reverse":
            return State(clouds=moving.begin_reverse(params, data, ctx))
        case "denoise":
            return State(denoising=denoising.begin(params, data, ctx))
    return State()


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One move of the view's process."""
    if state.clouds is not None:
        move = moving.forward if params.mode == "forward" else moving.reverse
        state = State(clouds=move(params, data, state.clouds, ctx))
    elif state.denoising is not None:
        state = State(denoising=denoising.step(params, data, state.denoising, ctx))
    give_way()
    return state, info_of(params, data, state)


def length(params: Params) -> int:
    """The last step."""
    if params.mode == "denoise":
        return min(params.steps, schedules.level_at(params.level, params.T))
    return 0 if params.mode == "laws" else moves(params)


def info_of(params: Params, data: Data, state: State) -> Info:
    """The numbers of a state."""
    schedule = schedule_of(params, data)
    if state.clouds is not None:
        measure = moments if params.mode == "forward" else distances
        noise = schedules.noise_numbers(schedule, level_at(params, data, state.clouds.move))
        return Info("running", **noise, **measure(params, data, state.clouds))
    if state.denoising is not None:
        jump, steps = (found.sliced for found in state.denoising.measured)
        noise = schedules.noise_numbers(schedule, level(params, state.denoising))
        return Info("running", **noise, jump_distance=jump, steps_distance=steps)
    return Info("running")


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    if state.clouds is not None:
        drawn = (forward if params.mode == "forward" else reverse)(params, data, state.clouds, view)
    elif state.denoising is not None:
        drawn = denoise(params, data, state.denoising, view)
    else:
        return laws(findings)
    # Where a step has led here, what it recorded is in the frame anyway.
    numbers = {} if info is not None else recorded(info_of(params, data, state))
    net = {"has_net": bool(data.net), "net_words": data.net_words or "No net was opened: the exact score is used"}
    return Drawn(drawn.figure, {**numbers, **net, **drawn.numbers})


CONCEPT = Model(
    make_data=make_data, init=init, step=step, observe=observe, apply=apply, load=load, jobs=JOBS, length=length
)
