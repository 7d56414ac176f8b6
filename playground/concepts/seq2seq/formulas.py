"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.nn.functional import scaled_dot_product_attention

from playground.concepts.seq2seq import tasks
from playground.concepts.seq2seq.alignment import Additive
from playground.concepts.seq2seq.net import ATTENDS
from playground.concepts.seq2seq.screen import screen_of
from playground.concepts.seq2seq.testing import FORCED, wrong_by_step
from playground.texts.terms import Terms


def weight(terms: Terms) -> Any:
    """The largest weight of the chosen step, by torch's own attention."""
    one = screen_of(terms.params, terms.data, terms.state, terms.params.fed)
    s = torch.from_numpy(one.spoken.queries[0, one.chosen].copy())
    H = torch.from_numpy(one.read.keys[0].copy())
    place = int(terms.state.look[one.chosen])
    allowed = torch.arange(len(H)) == place if 0 <= place < len(H) else torch.ones(len(H), dtype=torch.bool)
    by = [torch.from_numpy(part.copy()) for part in one.known.scores]
    if isinstance(one.known.scores, Additive):
        Ws, We, b, v = by
        scores = torch.stack([v @ torch.tanh(Ws.T @ s + We.T @ h + b) for h in H])
        return float(torch.where(allowed, scores, -torch.inf).softmax(0).max())
    query, eye = (s @ by[0])[None], torch.eye(len(H))
    return float(scaled_dot_product_attention(query, H, eye, attn_mask=allowed[None], scale=1.0).max())


def bits(terms: Terms) -> Any:
    """The logarithm of the number of all sequences."""
    if terms.params.task == "dates":
        return NotImplemented
    return math.log2(len(tasks.LETTERS) ** terms.params.length)


def spoiled(terms: Terms) -> Any:
    """The chance of a slip up to the last step, by logarithms."""
    n = tasks.tested_length(terms.params)
    errors = wrong_by_step(terms.params, terms.state.tested, n)[ATTENDS, FORCED].tolist()
    if any(error >= 1.0 for error in errors):
        return NotImplemented
    return 1.0 - math.exp(sum(math.log1p(-error) for error in errors))
