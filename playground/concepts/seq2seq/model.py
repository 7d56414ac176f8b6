"""A run: both nets learn the same batch, and one length is tested; pure functions of the contract."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.seq2seq import Params, alignment, feeding, lengths, net, tasks, unrolled
from playground.concepts.seq2seq.net import ATTENDS, FIXED
from playground.concepts.seq2seq.state import Data, Info, State, generator, init, make_data
from playground.concepts.seq2seq.testing import FORCED, FREE, Tested, errors_of, measure_pieces, tested_anew
from playground.engine.declarations.concept import Findings, Gesture, Model, Partial
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn

BETA_2 = 0.98
LARGEST = 1.0  # norm of a net's gradient; a longer one is shortened


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One update of both nets on the same new batch, and a test of one length on other sequences."""
    rng, shape = generator(ctx), tasks.shape_of(params)
    theta = state.theta.numpy()
    known, batch = net.weights(theta, shape), tasks.drawn(params, rng)
    was = net.read(known, shape, batch.source)
    entered = net.shifted(batch.answers, shape.outputs)
    if params.forcing < 1.0:
        forced = rng.random(batch.answers.shape) < params.forcing
        entered = net.speak(known, shape, was, len(batch.answers), batch.answers, forced).entered
    give_way()
    done = net.run(known, shape, was, entered)
    judged = net.judged(done.logits, batch.answers)
    by_theta = net.gradient(theta, shape, batch.source, done, judged.logits)
    give_way()
    norm = np.sqrt((by_theta * by_theta).sum(1, keepdims=True))
    by_theta *= np.minimum(1.0, LARGEST / np.maximum(norm, 1e-12))
    use = optimisers.Settings(rate=params.rate, beta_2=BETA_2)
    new, moments = optimisers.adam(state.theta, torch.from_numpy(by_theta), state.moments, use)
    give_way()
    tested = tested_anew(params, new.numpy(), state.tested, rng, moments.taken)
    state = state._replace(theta=new, moments=moments, tested=tested)
    return state, _told(params, tested, judged, alignment.mass(done.aligned.weights.mean(0)))


def _told(params: Params, tested: Tested, judged: net.Judged, mass: alignment.Mass) -> Info:
    wrong = errors_of(params, tested, tasks.tested_length(params))
    return Info(
        "running",
        float(judged.loss[ATTENDS]),
        float(judged.loss[FIXED]),
        None if wrong is None else 1.0 - float(wrong[ATTENDS, FREE]),
        None if wrong is None else 1.0 - float(wrong[FIXED, FREE]),
        None if wrong is None else float(wrong[ATTENDS, FREE]),
        None if wrong is None else float(wrong[ATTENDS, FORCED]),
        None if math.isnan(mass.antidiagonal) else mass.antidiagonal,
        None if math.isnan(mass.diagonal) else mass.diagonal,
        mass.uniform,
    )


def measure(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """All lengths on many new sequences."""
    return measure_pieces(params, state.theta.numpy(), state.moments.taken, generator(ctx))


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    measured: Tested | None = findings["measure"].get("tested")
    match params.mode:
        case "unrolled":
            return unrolled.observe(params, data, state)
        case "lengths":
            return lengths.observe(params, data, state, measured)
        case "feeding":
            return feeding.observe(params, data, state, measured)


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """A step is chosen, or told where to look.

    Raises:
        BadInput: there is no such step or place.
    """
    if gesture.kind == "let_look":
        return data, state._replace(look=torch.full_like(state.look, -1))
    asked = tasks.probe(params, data.letters, data.day)
    chosen = _within("query", gesture.values["query"], len(asked.right))
    if gesture.kind == "choose_step":
        return data, state._replace(chosen=chosen)
    place = _within("place", gesture.values["place"], len(asked.read))
    look = state.look.clone()
    look[chosen] = -1 if int(look[chosen]) == place else place
    return data, state._replace(chosen=chosen, look=look)


def _within(name: str, value: int, n: int) -> int:
    if value >= n:
        raise BadInput(f"{name} is {value}, allowed is 0 to {n - 1}", name)
    return value


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The matrices of both nets by name."""
    known = net.weights(state.theta.numpy(), tasks.shape_of(params))
    found: dict[str, Any] = {
        **{f"encoder.{name}": part for name, part in known.encoder._asdict().items()},
        **{f"decoder.{name}": part for name, part in known.decoder._asdict().items()},
        **{name: getattr(known, name) for name in ("bridge", "W", "C", "c")},
        **known.scores._asdict(),
    }
    return {name: torch.from_numpy(part.copy()) for name, part in found.items()}


CONCEPT = Model(
    make_data=make_data,
    init=init,
    step=step,
    observe=observe,
    apply=apply,
    jobs={"measure": measure},
    weights=weights,
)
