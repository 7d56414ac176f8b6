"""A run: the net learns and writes; pure functions of the contract."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor

from playground.concepts.language_models import Params
from playground.concepts.language_models.learn_view import learn_view
from playground.concepts.language_models.meter_view import meter_view
from playground.concepts.language_models.numbers import perplexities
from playground.concepts.language_models.read import written
from playground.concepts.language_models.state import (
    Data,
    Info,
    State,
    baselines,
    begun,
    is_prompted,
    prompt_of,
    shape_of,
)
from playground.concepts.language_models.write_view import chosen, write_view
from playground.concepts.language_models.writing import appended, draw
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import characters, optimisers
from playground.engine.kit import transformer as tf
from playground.engine.kit import transformer_cache as caches
from playground.engine.kit import transformer_gradient as back
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.resources import alice

MEASURED_EVERY = 10  # updates, over which the losses of training are averaged too
WARM = 20  # updates until the rate is what it says
BETA_2 = 0.99
_PIECES = 16  # of the text held out that are measured at once
LARGEST = 1.0  # norm of a gradient that is used as it is


def make_data(params: Params, ctx: Ctx) -> Data:
    """The text that ships."""
    return Data(*characters.of_text(alice()))


def load(params: Params, path: Path) -> Data:
    """A text of the user's own."""
    return Data(*characters.opened(path))


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """Random weights, and a text that is nothing but its prompt."""
    shape = shape_of(params, data)
    theta = tf.begin(shape, ctx.randn(tf.size(shape)))
    losses = torch.zeros(MEASURED_EVERY, dtype=ctx.dtype)
    nothing = torch.zeros(0, dtype=torch.uint8)
    state = State(
        theta,
        optimisers.begin(theta),
        losses,
        _held_out_loss(theta, params, data),
        nothing,
        0,
        nothing.int(),
        0,
        caches.empty_cache(theta, shape),
        -1,
    )
    return begun(state, prompt_of(params, data), 0)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """An update of the net, unless it only writes, and one more character."""
    norm = None
    if params.learns:
        state, norm = _learn(params, data, state, ctx)
    if not is_prompted(params, data, state):
        state = begun(state, prompt_of(params, data), state.moments.taken)
    give_way()
    state = draw(params, data, state, float(torch.rand((), generator=ctx.rng)))
    return state, Info("running", *perplexities(state), norm)


def _learn(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, float]:
    """One update, and the norm of the gradient before it was cut."""
    shape, text = shape_of(params, data), baselines(params, data).learnt
    n = min(params.length, len(text) - 1)
    starts = torch.randint(len(text) - n, (params.batch, 1), generator=ctx.rng)
    pieces = text[starts + torch.arange(n + 1)].long().to(state.theta.device)
    tokens, answers = pieces[:, :-1].contiguous(), pieces[:, 1:].contiguous()
    kept = None
    if params.dropout:
        kept = tf.dropout(ctx.rand(1 + 2 * shape.layers, *tokens.shape, shape.width), params.dropout)
    done = tf.forward(state.theta, shape, tokens, kept)
    give_way()
    found = back.cross_entropy(done.logits, answers)
    by_theta = back.gradient(state.theta, shape, tokens, done, found.by_logits, kept)
    norm = float(by_theta.norm())
    if norm > LARGEST:
        by_theta *= LARGEST / norm
    give_way()
    rate = params.rate * min(1.0, (state.moments.taken + 1) / WARM)
    use = optimisers.Settings(rate=rate, beta_2=BETA_2)
    theta, moments = optimisers.adam(state.theta, by_theta, state.moments, use)
    losses = torch.cat([state.losses[1:], found.loss.detach().cpu()[None]])
    held_out = state.held_out
    if moments.taken % MEASURED_EVERY == 0:
        held_out = _held_out_loss(theta, params, data)
    # What was read before was read with other weights.
    state = state._replace(
        theta=theta, moments=moments, losses=losses, held_out=held_out, cache=state.cache[..., :0, :]
    )
    return state, norm


def _held_out_loss(theta: Tensor, params: Params, data: Data) -> float:
    """The mean loss on the text held out, a few pieces at a time."""
    shape, known = shape_of(params, data), baselines(params, data)
    total = 0.0
    for start in range(0, len(known.inputs), _PIECES):
        give_way()
        piece = slice(start, start + _PIECES)
        logits = tf.forward(theta, shape, known.inputs[piece].to(theta.device)).logits
        total += float(back.cross_entropy(logits, known.following[piece].to(theta.device)).each.sum())
    return total / known.following.numel()


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    if params.mode == "learn":
        return learn_view(params, data, state)
    return write_view(params, data, state) if params.mode == "write" else meter_view(params, data, state)


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """What the mouse and the buttons do.

    Raises:
        BadInput: there is no such place or sign.
    """
    if gesture.kind == "choose_place":
        return data, state._replace(place=int(gesture.values["place"]))
    if not is_prompted(params, data, state) or gesture.kind == "begin_again":
        state = begun(state, prompt_of(params, data), state.moments.taken)
    if gesture.kind == "write":
        rank = int(gesture.values["rank"])
        if rank >= len(data.signs):
            raise BadInput(f"rank is {rank}, allowed is 0 to {len(data.signs) - 1}", "rank")
        state = _rewritten(params, data, state, rank)
    return data, state


def _rewritten(params: Params, data: Data, state: State, rank: int) -> State:
    """The text up to the chosen place, and behind it the sign that so many others are likelier than."""
    reading = written(params, data, state)
    place = chosen(state, reading, 0)
    sign = int(reading.logits[place].argsort(descending=True, stable=True)[rank])
    end = max(reading.start + place + 1, state.prompted)
    if end < len(state.written):
        state = state._replace(written=state.written[:end], born=state.born[:end], cache=state.cache[..., :0, :])
    return appended(params, state._replace(place=-1), sign)


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The matrices of the net by name."""
    return {name: part.clone() for name, part in tf.matrices(state.theta, shape_of(params, data)).items()}


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, load=load, weights=weights)
