"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.recurrent import nets
from playground.concepts.recurrent.reading import step_of
from playground.concepts.recurrent.tokens import ASKED, INPUTS, LETTERS, typed
from playground.texts.terms import Terms

_HELD = 80.0


def step_digits(terms: Terms) -> dict[str, Any]:
    """The net of the definition, and torch's own derivative by its states."""
    params, name = terms.params, terms.params.net
    one = nets.net(terms.state.theta.numpy().astype(float), params, name)
    Wx, Wh, b = (torch.tensor(part.copy()) for part in one.known)
    tokens, T = typed(params.sequence)[1], len(typed(params.sequence)[1])
    first = max(0, T - params.truncation) if params.truncation else 0
    h = c = torch.zeros(params.units, dtype=torch.float64)
    kept = list[Tensor]()
    for t in range(T + 1):
        if t == first or t > first:
            leaf = c if name == "lstm" else h
            if t == first:
                h, c = h.detach(), c.detach()
                leaf = (c if name == "lstm" else h).requires_grad_(True)
            leaf.retain_grad()
        kept.append(c if name == "lstm" else h)
        if t < T:
            h, c = _advanced(name, params.activation, int(tokens[t]), int(terms.state.valves[t]), h, c, (Wx, Wh, b))
    z = h @ torch.tensor(one.W.copy()) + torch.tensor(one.b.copy())
    answer = LETTERS.index(terms.numbers["asked_letter"])
    loss: Any = -z.log_softmax(0)[answer]
    loss.backward()
    at, last = kept[step_of(params, terms.state) + 1].grad, kept[T].grad
    if at is None or last is None or not float(at.norm()) or not float(last.norm()):
        return {"step_digits": None}
    return {"step_digits": math.log10(float(at.norm()) / float(last.norm()))}


def _advanced(
    name: str, function: str, token: int, held: int, h: Tensor, c: Tensor, known: tuple[Tensor, ...]
) -> tuple[Tensor, Tensor]:
    """One step of a cell as the books have it."""
    Wx, Wh, b = known
    drive = [Wx[k, token] + b[k, 0] for k in range(len(Wx))]
    if name == "rnn":
        z = drive[0] + h @ Wh[0]
        return (z.tanh() if function == "tanh" else z.relu() if function == "relu" else z), c
    if name == "gru":
        s = (drive[0] + h @ Wh[0] + _HELD * held).sigmoid()
        r = (drive[1] + h @ Wh[1]).sigmoid()
        n = (drive[2] + (r * h) @ Wh[2]).tanh()
        return s * h + (1 - s) * n, c
    o, f, i, g = (drive[k] + h @ Wh[k] for k in range(4))
    c = (f + _HELD * held).sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def power_digits(terms: Terms) -> dict[str, Any]:
    """One factor after another."""
    return {"power_digits": sum(math.log10(terms.params.radius) for _ in range(terms.params.length))}


def chance_loss(terms: Terms) -> dict[str, Any]:
    """Of a net that gives every answer the same share."""
    return {"chance_loss": -math.log(1.0 / ASKED)}


def clipped_share(terms: Terms) -> dict[str, Any]:
    """How much of its length the gradient keeps."""
    norm = float(terms.state.norms[("rnn", "lstm", "gru").index(terms.params.net)])
    return {"clipped_share": min(norm, terms.params.clip) / norm if norm else 1.0}


def weights(terms: Terms) -> dict[str, Any]:
    """Torch's own layers, which have a second bias in each cell."""
    kind = {"rnn": torch.nn.RNN, "lstm": torch.nn.LSTM, "gru": torch.nn.GRU}[terms.params.net]
    net: Any = kind(INPUTS, 8, terms.params.depth, bidirectional=terms.params.both)
    known = {name: part.numel() for name, part in net.named_parameters()}
    return {"weights": sum(size for name, size in known.items() if not name.startswith("bias_hh"))}
