"""The oracle cases, computed by the panel's own masks, net and kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise, product
from math import log
from typing import Any

import torch
from torch import Tensor

from playground.concepts.autoregressive import made, pixelcnn
from playground.concepts.autoregressive.made import Weights
from playground.engine.kit.cases import exactly

Inputs = Mapping[str, Any]


def _degrees(inputs: Inputs) -> tuple[Tensor, list[Tensor]]:
    return torch.tensor(inputs["order"]), [torch.tensor(one) for one in inputs["hidden"]]


def _made(inputs: Inputs) -> Weights:
    weights = Weights(tuple(map(exactly, inputs["weights"])), tuple(map(exactly, inputs["biases"])))
    return made.masked(weights, made.masks(*_degrees(inputs)))


def _made_masks(inputs: Inputs) -> Mapping[str, Any]:
    order, hidden = _degrees(inputs)
    known = made.masks(order, hidden)
    ways = made.paths(known)
    depends = [row.nonzero()[:, 0].tolist() for row in ways]
    earlier = [(order < place).nonzero()[:, 0].tolist() for place in order]
    return {
        "masks": [mask.long() for mask in known],
        "paths": ways.long(),
        "depends_on": depends,
        "full": [a == b for a, b in zip(depends, earlier, strict=True)],
    }


def _made_likelihood(inputs: Inputs) -> Mapping[str, Any]:
    weights, x = _made(inputs), exactly(inputs["x"])
    logits = made.run(weights, x).logits
    total = made.log_shares(logits, x).sum(1)
    states = exactly(list(product((0.0, 1.0), repeat=x.shape[1])))
    return {
        "conditionals": logits.sigmoid(),
        "log_likelihood": total,
        "bits_per_variable": -total / (log(2) * x.shape[1]),
        "total_probability": made.log_shares(made.run(weights, states).logits, states).sum(1).exp().sum(),
    }


def _ancestral_sampling(inputs: Inputs) -> Mapping[str, Any]:
    order, hidden = _degrees(inputs)
    temperature = float(inputs["temperature"])
    found = made.sample(_made(inputs), order, hidden, exactly([inputs["u"]]), temperature)
    shares = (found.logits / temperature).sigmoid() if temperature > 0 else (found.logits > 0).double()
    return {
        "sample": found.x[0].long(),
        "probabilities": shares[0],
        "log_likelihood": made.log_shares(found.logits, found.x).sum(),
    }


def _sigmoid_belief_net(inputs: Inputs) -> Mapping[str, Any]:
    x, c, V = exactly(inputs["data"]), exactly(inputs["c"]), exactly(inputs["V"])
    known = made.masks(torch.arange(len(c)) + 1, [])
    weights = made.masked(Weights((V,), (c,)), known)
    done, slope = made.run(weights, x), Weights((torch.empty_like(V),), (torch.empty_like(c),))
    made.gradient(weights, known, done, x, slope)
    return {
        "nll": -made.log_shares(done.logits, x).sum(1).mean(),
        "grad_c": slope.b[0],
        "grad_V": slope.W[0],
        "independent_nats": made.independent_nats(x.mean(0), x).mean(),
    }


def _pixelcnn_mask(inputs: Inputs) -> Mapping[str, Any]:
    found = pixelcnn.seen_from(
        inputs["k"], (inputs["H"], inputs["W"]), (inputs["row"], inputs["column"]), inputs["n_b_layers"]
    )
    return {
        "mask_A": pixelcnn.kernel_mask(inputs["k"], centre=False).long(),
        "mask_B": pixelcnn.kernel_mask(inputs["k"], centre=True).long(),
        "reached": found.reached.nonzero(),
        "blind_spot": found.blind.nonzero(),
    }


def _chain_rule(inputs: Inputs) -> Mapping[str, Any]:
    order, state = inputs["order"], inputs["state"]
    table = exactly(inputs["table"]).permute(*order)
    shares, entropies, before = list[float | None](), list[float](), 0.0
    marginals = [table.sum(tuple(range(k, table.dim()))) if k < table.dim() else table for k in range(table.dim() + 1)]
    for k, (whole, part) in enumerate(pairwise(marginals)):
        context, value = (float(one[tuple(state[i] for i in order[:n])]) for one, n in ((whole, k), (part, k + 1)))
        shares.append(value / context if context > 0 else None)
        now = _entropy(part)
        entropies.append(now - before)
        before = now
    likely = float(marginals[-1][tuple(state[i] for i in order)])
    singles = [
        _entropy(exactly(inputs["table"]).sum(tuple(j for j in range(table.dim()) if j != i)))
        for i in range(table.dim())
    ]
    return {
        "conditionals": shares,
        "log_likelihood": log(likely) if likely > 0 else "-inf",
        "conditional_entropies": entropies,
        "entropy": before,
        "single_entropies": singles,
    }


def _entropy(table: Tensor) -> float:
    return -float(torch.special.xlogy(table, table).sum())


CHECKS: dict[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "made_masks": _made_masks,
    "made_likelihood": _made_likelihood,
    "ancestral_sampling": _ancestral_sampling,
    "sigmoid_belief_net": _sigmoid_belief_net,
    "pixelcnn_mask": _pixelcnn_mask,
    "chain_rule": _chain_rule,
}
