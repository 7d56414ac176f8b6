"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playground.texts.terms import Terms

_ACTIVATIONS: dict[str, Any] = {
    "tanh": np.tanh,
    "relu": lambda z: np.where(z > 0, z, 0.0),
    "sigmoid": lambda z: 0.5 * (1.0 + np.tanh(0.5 * z)),
    "leaky": lambda z: np.where(z > 0, z, 0.1 * z),
    "elu": lambda z: np.where(z > 0, z, np.expm1(np.minimum(z, 0.0))),
    "gelu": lambda z: 0.5 * z * (1.0 + np.vectorize(math.erf)(z / math.sqrt(2.0))),
    "sine": np.sin,
    "abs": np.abs,
    "linear": lambda z: z,
}


def _outputs(terms: Terms, Z: Any) -> Any:
    """The outputs (n, K) of the net on screen for features (n, F), unit by unit as the formula says."""
    params, state = terms.params, terms.state
    flat, at, unit = state.theta[state.shown].numpy(), 0, 0
    gains = flat[sum((n + 1) * m for n, m in zip(state.sizes, state.sizes[1:], strict=False)) :]
    h = Z
    for depth, (n, m) in enumerate(zip(state.sizes, state.sizes[1:], strict=False)):
        W, b = flat[at : at + n * m].reshape(n, m), flat[at + n * m : at + n * m + m]
        at += n * m + m
        last = depth == len(state.sizes) - 2
        z = np.einsum("ij,jk->ik", h, W)
        if not last and params.norm != "none":
            gain = gains[unit : unit + m]
            if params.norm == "batch":
                mean, variance = (part[state.shown, unit : unit + m].numpy() for part in (state.means, state.variances))
            else:
                mean, variance = z.mean(1, keepdims=True), z.var(1, keepdims=True)
            z = gain * (z - mean) / np.sqrt(variance + 1e-5)
        h = z + b
        if not last:
            h = _ACTIVATIONS[params.activation](h) * state.alive[unit : unit + m].numpy()
            unit += m
    return h


def _learnt(terms: Terms) -> tuple[Any, Any]:
    """Features (n, F) and targets (n,) of the points that are learnt."""
    learns = ~terms.data.held.numpy()
    return terms.state.Z.numpy()[learns][:, :-1], terms.data.y.numpy()[learns]


def output_at_zero(terms: Terms) -> Any:
    """The chosen output where all features are 0."""
    return {"unit_bias": _outputs(terms, np.zeros((1, terms.state.sizes[0])))[0, terms.state.chosen]}


def mean_loss(terms: Terms) -> Any:
    """The mean of the losses of single points and outputs, in loops."""
    Z, y = _learnt(terms)
    if not len(y):
        return {"loss": None}
    classes, out = terms.data.classes, _outputs(terms, Z)
    kind = terms.params.loss if classes else terms.params.error
    total = 0.0
    for f, label in zip(out.tolist(), y.tolist(), strict=True):
        if kind == "cross-entropy":
            # Of two classes the second output is 0: its difference to the first is the logit.
            logits = [*f, 0.0] if classes == 2 else f
            most = max(logits)
            total += most + math.log(sum(math.exp(one - most) for one in logits)) - logits[int(label)]
        else:
            wanted = [1.0 - 2.0 * label] if classes == 2 else [label]
            if classes > 2:
                wanted = [1.0 if k == int(label) else -1.0 for k in range(classes)]
            total += sum(_one(kind, one, aim) for one, aim in zip(f, wanted, strict=True)) / len(wanted)
    return {"loss": total / len(y)}


def _one(kind: str, output: float, aim: float) -> float:
    off = output - aim
    match kind:
        case "squared":
            return off * off
        case "absolute":
            return abs(off)
        case "huber":
            return off * off / 2 if abs(off) <= 1 else abs(off) - 0.5
    return max(0.0, 1.0 - aim * output)


def closure(terms: Terms) -> Any:
    """The rank of the map by what the net does to single features, and the fewest units of a layer."""
    n = terms.state.sizes[0]
    rows = _outputs(terms, np.eye(n)) - _outputs(terms, np.zeros((1, n)))
    found = np.linalg.svd(rows, compute_uv=False)
    largest = found.max(initial=0.0)
    # A difference of outputs knows a singular value to some 1e-16: near the cut it cannot tell.
    if ((found > 1e-10 * largest) & (found < 1e-8 * largest)).any() or largest < 1e-6:
        return NotImplemented
    return {"rank": int((found > 1e-9 * largest).sum()), "narrowest": min(terms.state.sizes)}


def two(terms: Terms) -> Any:
    """There are two classes, and one output tells them apart."""
    return terms.data.classes == 2 and terms.state.sizes[-1] == 1


def many(terms: Terms) -> Any:
    """There are as many outputs as classes, over two."""
    return terms.data.classes == terms.state.sizes[-1] > 2


def values(terms: Terms) -> Any:
    """There are no classes."""
    return terms.data.classes == 0


def held_out(terms: Terms) -> Any:
    """Some point is held out."""
    return any(terms.data.held.tolist())


def one_line(terms: Terms) -> Any:
    """Logistic or softmax regression without a penalty."""
    params = terms.params
    return (
        len(terms.state.sizes) == 2 and terms.data.classes > 0 and params.loss == "cross-entropy" and not params.decay
    )
