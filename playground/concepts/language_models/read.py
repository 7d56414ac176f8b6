"""What a model makes of a text, character by character: chances behind each, and how it was surprised by each."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.language_models import Params
from playground.concepts.language_models.state import Data, State, is_prompted, prompt_of, shape_of
from playground.concepts.language_models.writing import table_logits
from playground.engine.kit import transformer_cache as caches
from playground.engine.kit.newest import Newest


class Reading(NamedTuple):
    """A text and what a model made of it.

    Attributes:
        numbers: of its characters, (n,).
        logits: behind each of them, (n, V), in float64.
        weights: of each layer's attention, (layers, heads, n, n); of tables there is none.
        start: where the text begins in all that was written.
    """

    numbers: Tensor
    logits: Tensor
    weights: Tensor | None
    start: int


_written: Newest[Reading] = Newest(4)
_measured: Newest[Reading] = Newest(4)


def written(params: Params, data: Data, state: State) -> Reading:
    """The end of the text that is written, as far as the net looks back; a new prompt alone."""
    if not is_prompted(params, data, state):
        prompt = prompt_of(params, data)[-params.length :]
        return _read(params, data, state, prompt, 0)
    return _written.of(
        (state.theta, state.written),
        (params.model, state.window, params.amount),
        lambda: _read(params, data, state, state.written[state.window :], state.window),
    )


def _read(params: Params, data: Data, state: State, numbers: Tensor, start: int) -> Reading:
    at = numbers.long()
    if params.model != "net":
        return Reading(at, table_logits(params, data, at), None, start)
    shape = shape_of(params, data)
    found = caches.extended(state.theta, shape, caches.empty_cache(state.theta, shape), at[None].to(state.theta.device))
    return Reading(at, found.logits[0].double().cpu(), found.weights[:, 0].cpu(), start)


def measured(params: Params, data: Data, state: State, model: str, numbers: Tensor) -> Tensor:
    """What a model gave to each character of a text behind the first one, (n - 1,) chances in float64.

    A net sees as many characters before it as it looks back, and where the text is longer every piece begins anew with
    half of them.
    """
    shape, at = shape_of(params, data), numbers.long()
    if model != "net":
        logs = table_logits(params.model_copy(update={"model": model}), data, at[:-1])
        return logs.softmax(-1).gather(1, at[1:, None])[:, 0]
    given = [_read(params.model_copy(update={"model": "net"}), data, state, at[: params.length], 0).logits]
    half = max(1, params.length // 2)
    start = params.length
    while start < len(at):
        piece = at[start - half : start - half + params.length]
        given.append(_read(params.model_copy(update={"model": "net"}), data, state, piece, 0).logits[half:])
        start += params.length - half
    logits = torch.cat(given)[: len(at) - 1]
    assert logits.shape[1] == shape.outputs
    return logits.softmax(-1).gather(1, at[1:, None])[:, 0]


def reading_of(params: Params, data: Data, state: State, numbers: Tensor, place: int) -> Tensor:
    """The logits with which the chosen model met the character at a place, (V,)."""
    at = numbers[max(0, place - params.length) : place]
    return _read(params, data, state, at, 0).logits[-1]
