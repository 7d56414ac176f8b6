"""A run: the net and its optimiser, or an order of tokens, or random scores; pure functions of the contract."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.attention import Params, net
from playground.concepts.attention.heads import heads
from playground.concepts.attention.order import order
from playground.concepts.attention.scaling import draw, entropies, nothing_drawn, scaling
from playground.concepts.attention.state import Data, Info, State
from playground.concepts.attention.tasks import LONGEST, VOCABULARY, drawn, probe, shape_of
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn

MOST_WORK = 500_000  # of the updates of a step: about 40 ms on one core
BETA_2 = 0.98  # as in Vaswani et al.; the second moment must follow heads that form within a hundred updates


def make_data(params: Params, ctx: Ctx) -> Data:
    """The dictionary of the other language."""
    return Data(torch.randperm(VOCABULARY, generator=ctx.rng))


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """Random weights, the tokens as they were typed, and the first draw of scores."""
    draws = draw(params, nothing_drawn(params, ctx), ctx) if params.mode == "scaling" else nothing_drawn(params, ctx)
    theta = torch.zeros(0, dtype=ctx.dtype, device=ctx.device)
    if params.mode != "scaling":
        shape = shape_of(params)
        theta = net.begin(shape, ctx.randn(net.size(shape)))
    order = torch.arange(LONGEST, device=ctx.device)
    return State(theta, optimisers.begin(theta), draws, order, query=-1, key=-1)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Some updates of the net; in the other modes a new order of the tokens, or new random scores."""
    if params.mode == "scaling":
        state = state._replace(draws=draw(params, state.draws, ctx))
        return state, Info("running", None, None, None, *entropies(params, state.draws))
    if params.mode == "order":
        return state._replace(order=_shuffled(ctx.rng)), Info("running", None, None, None, None, None)
    return _learn(params, data, state, ctx)


def updates_of(params: Params) -> int:
    """As many updates as were asked for, as long as they fit into the time of a step."""
    work = params.layers * params.batch * params.length * (params.heads * (params.key + params.length) + params.width)
    return max(1, min(params.updates, MOST_WORK // work))


def _learn(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    shape = shape_of(params)
    theta, moments = state.theta, state.moments
    use = optimisers.Settings(rate=params.rate, beta_2=BETA_2)
    for _ in range(updates_of(params)):
        give_way()
        batch = drawn(params, data.relabel, ctx.rng, theta.dtype)
        done = net.run(theta, shape, batch)
        give_way()
        found = net.judged(done.logits, batch)
        before, by_theta = theta, net.gradient(theta, shape, batch, done, found.by_logits)
        theta, moments = optimisers.adam(theta, by_theta, moments, use)
    honest = found.accuracy if shape.masked or params.mode == "digits" else _honest(before, shape, batch)
    info = Info("running", found.loss, found.accuracy, honest, None, None)
    return state._replace(theta=theta, moments=moments), info


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    if params.mode == "scaling":
        return scaling(params, state)
    asked = probe(params, data.relabel, state.theta.dtype)
    return order(params, asked, state) if params.mode == "order" else heads(params, asked, state)


def _honest(theta: Tensor, shape: net.Shape, batch: net.Batch) -> float:
    """How much is right when the answers cannot be looked up in what is still to come."""
    hidden = shape._replace(masked=True)
    return net.judged(net.run(theta, hidden, batch).logits, batch).accuracy


def _shuffled(rng: torch.Generator) -> Tensor:
    """An order of all places, so that it does not depend on how many tokens are looked at."""
    return torch.randperm(LONGEST, generator=rng)


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """What the mouse and the buttons do.

    Raises:
        BadInput: there is no such token or head, or nothing of the kind in this mode.
    """
    values = gesture.values
    if params.mode == "scaling":
        raise BadInput(f"{gesture.kind} acts on tokens, and this view has none", "mode")
    asked = probe(params, data.relabel, state.theta.dtype)
    match gesture.kind:
        case "choose_cell":
            query = _within("query", values["query"], len(asked.asks))
            return data, state._replace(query=query, key=_within("key", values["key"], len(asked.looked)))
        case "choose_query":
            return data, state._replace(query=_within("query", values["query"], len(asked.asks)), key=-1)
        case "move_token":
            return data, state._replace(order=_moved(state.order, len(asked.asks), values["id"], values["place"]))
        case "shuffle":
            return data, state._replace(order=_shuffled(ctx.rng))
        case _:
            return data, state._replace(order=torch.arange(LONGEST))


def _within(name: str, value: int, n: int) -> int:
    if value >= n:
        raise BadInput(f"{name} is {value}, allowed is 0 to {n - 1}", name)
    return value


def _moved(order: Tensor, n: int, token: int, place: float) -> Tensor:
    """The order with one token taken out and put in elsewhere."""
    _within("id", token, n)
    rest = [other for other in order[order < n].tolist() if other != token]
    rest.insert(max(0, min(n - 1, round(place))), token)
    return torch.cat([torch.tensor(rest), order[order >= n]])


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The matrices of the net by name.

    Raises:
        BadInput: random scores need no net.
    """
    if not len(state.theta):
        raise BadInput("there is no net to write: this view draws random scores", "weights")
    return {name: part.clone() for name, part in net.matrices(state.theta, shape_of(params)).items()}


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, weights=weights)
