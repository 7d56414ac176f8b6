"""What may come next, one character drawn of it, and the text that grows by it."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.language_models import Params
from playground.concepts.language_models.state import MOST_WRITTEN, Data, State, baselines, shape_of
from playground.engine.kit import transformer_cache as caches

_THINNED = 1000  # characters that are left out at once where a text is too long


def chances(logits: Tensor, temperature: float, top_k: int) -> Tensor:
    """The softmax of logits over a temperature, of the k likeliest alone.

    Args:
        logits: (..., V).
        temperature: 0: all of it is on the likeliest.
        top_k: how many may come; 0: all.
    """
    logits = logits.double()
    best = logits.argmax(-1, keepdim=True)
    if temperature == 0.0:
        return torch.zeros_like(logits).scatter_(-1, best, 1.0)
    if 0 < top_k < logits.shape[-1]:
        least = logits.topk(top_k, -1).values[..., -1:]
        logits = logits.masked_fill(logits < least, -torch.inf)
    # The largest is taken off before the division, so that a temperature near 0 makes no infinity.
    return ((logits - logits.amax(-1, keepdim=True)) / temperature).softmax(-1)


def drawn(p: Tensor, u: float) -> int:
    """The sign in whose piece of [0, 1) a number falls, where the pieces are as long as the chances (V,)."""
    ends = p.cumsum(0)
    last = int(p.nonzero()[-1])
    return min(int(torch.searchsorted(ends, u * float(ends[-1]), right=True)), last)


def table_logits(params: Params, data: Data, numbers: Tensor) -> Tensor:
    """The logarithms of what a table of counts gives behind each of some characters, (n, V)."""
    tables, V = baselines(params, data).tables, len(data.signs)
    at = numbers.long()
    if params.model == "pairs":
        return tables.pairs[at].log()
    if params.model == "single":
        return tables.single.log().expand(len(at), V)
    return torch.zeros(len(at), V, dtype=torch.float64)


def draw(params: Params, data: Data, state: State, u: float) -> State:
    """One more character, by a uniform number."""
    if params.model == "net":
        context = state.written[state.window + state.cache.shape[4] :].long()[None].to(state.theta.device)
        found = caches.extended(state.theta, shape_of(params, data), state.cache, context)
        state, logits = state._replace(cache=found.cache), found.logits[0, -1]
    else:
        logits = table_logits(params, data, state.written[-1:])[0]
    return appended(params, state, drawn(chances(logits, params.temperature, params.top_k).cpu(), u))


def appended(params: Params, state: State, sign: int) -> State:
    """The text with one more character; where the context is full, its older half is forgotten."""
    written = torch.cat([state.written, torch.tensor([sign], dtype=torch.uint8)])
    born = torch.cat([state.born, torch.tensor([state.moments.taken], dtype=torch.int32)])
    window, cache, place = state.window, state.cache, state.place
    if len(written) - window > params.length:
        window, cache = len(written) - max(1, params.length // 2), cache[..., :0, :]
    if len(written) > MOST_WRITTEN:
        # The beginning stays: it tells how the net wrote when it was young.
        kept = torch.cat([torch.arange(MOST_WRITTEN // 2), torch.arange(MOST_WRITTEN // 2 + _THINNED, len(written))])
        written, born, window, place = written[kept], born[kept], window - _THINNED, -1
    return state._replace(written=written, born=born, window=window, cache=cache, place=place)
