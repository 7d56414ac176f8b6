"""The formulas of the notes from their own terms, by loops and differences; see `texts.terms`."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np
import torch

from playground.concepts.every_place import phrases, unet, wavenet
from playground.concepts.every_place.flat import views
from playground.concepts.every_place.state import both, shape_of
from playground.texts.terms import Terms


def mine(terms: Terms) -> dict[str, Any]:
    """The borders as sets of pixels with a neighbour outside, or at the edge."""
    picture = unet.pictured(terms.state.mask, terms.state.noise, terms.params.noise)
    found = unet.run(both(terms.state.theta)[0], True, picture[None])[0] > 0

    def border(mask: Any) -> set[tuple[int, int]]:
        inside = {(i, j) for i, j in np.argwhere(np.asarray(mask)).tolist()}
        near = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        return {(i, j) for i, j in inside if any((i + a, j + b) not in inside for a, b in near)}

    P, T = border(found.numpy()), border(terms.state.mask.numpy() > 0.5)
    return {"mine_with": len(P & T) / len(P | T) if P | T else 1.0}


def field(terms: Terms) -> dict[str, Any]:
    """The samples that are reached backwards, as a set."""
    stack, here = wavenet.stack_of(terms.params), {0}
    for d in reversed(stack.dilations):
        here = {at - tap * d for at in here for tap in range(stack.width)}
    return {"field": max(here) - min(here) + 1}


def future(terms: Terms) -> dict[str, Any]:
    """Each later sample pushed to both sides by a little, in double precision."""
    stack, t = wavenet.stack_of(terms.params), terms.state.moment
    theta, x = terms.state.theta.double(), terms.state.wave.double()
    later = range(t + 1, len(x))
    pushes = torch.zeros((len(later), len(x)), dtype=torch.float64)
    for row, s in enumerate(later):
        pushes[row, s] = 1e-5
    change = wavenet.run(theta, stack, x + pushes)[:, t] - wavenet.run(theta, stack, x - pushes)[:, t]
    return {"future": float((change / 2e-5).abs().max())}


def _arrays(terms: Terms) -> Any:
    return [part.numpy().astype(np.float64) for part in views(terms.state.theta, phrases.forms(shape_of(terms.params)))]


def _scores(terms: Terms) -> Any:
    """The scores of all filters in all windows, word by word."""
    E, filters, bias, W, c = _arrays(terms)
    tokens, n = phrases.numbers(" ".join(terms.params.sentence.split()[:24])), terms.params.words
    scores = [
        [bias[f] + sum(filters[f, :, j] @ E[tokens[t + j]] for j in range(n)) for t in range(len(tokens) - n + 1)]
        for f in range(terms.params.filters)
    ]
    return scores, np.abs(W[0]), c[0]


def score(terms: Terms) -> dict[str, Any]:
    """The largest score of the chosen filter."""
    return {"score": max(_scores(terms)[0][terms.numbers["chosen"] - 1])}


def praise(terms: Terms) -> dict[str, Any]:
    """The sigmoid of the sum over the filters."""
    scores, W, c = _scores(terms)
    z = c + sum(w * max(0.0, max(row, default=0.0)) for w, row in zip(W, scores, strict=True))
    return {"praise": 1.0 / (1.0 + exp(-z))}
