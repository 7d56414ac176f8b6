"""The cases, computed by the code that the panel runs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.language_models.next_plot import entropy_of
from playground.concepts.language_models.writing import chances, drawn
from playground.engine.kit import characters, ngrams
from playground.engine.kit import transformer as tf
from playground.engine.kit import transformer_cache as caches
from playground.engine.kit import transformer_gradient as back
from playground.engine.kit.cases import exactly

Inputs = Mapping[str, Any]


def _said(value: float) -> float | str:
    return value if math.isfinite(value) else "inf" if value > 0 else "-inf"


def _perplexity(inputs: Inputs) -> dict[str, Any]:
    p = exactly(inputs["probabilities"])
    found = ngrams.measured(p)
    told = found._asdict() | {"bits_per_character": found.bits * len(p) / inputs["n_characters"]}
    return {name: _said(value) for name, value in told.items()}


def _perplexity_from_logits(inputs: Inputs) -> dict[str, Any]:
    logits, targets = exactly(inputs["logits"])[None], torch.tensor(inputs["targets"])[None]
    counted = (targets >= 0).double()
    if not bool(counted.any()):
        return {"nats": None, "bits": None, "perplexity": None, "gradient": None}
    found = back.cross_entropy(logits, targets.clamp_min(0), counted)
    nats = float(found.loss)
    return {
        "nats": nats,
        "bits": nats / math.log(2.0),
        "perplexity": math.exp(nats),
        "gradient": found.by_logits[0],
    }


def _next_token(inputs: Inputs) -> dict[str, Any]:
    p = chances(exactly(inputs["logits"]), inputs["temperature"], inputs["top_k"])
    return {"chances": p, "token": drawn(p, inputs["u"]), "entropy_bits": entropy_of(p)}


def _counting(inputs: Inputs) -> dict[str, Any]:
    signs = characters.of_text(inputs["learnt"] + inputs["asked"]).signs
    learnt, asked = (characters.numbered(signs, inputs[name]) for name in ("learnt", "asked"))
    tables, at = ngrams.counted(learnt, len(signs), inputs["first"]), asked.long()
    alike = torch.full((len(at) - 1,), 1.0 / len(signs), dtype=torch.float64)
    given = {"uniform": alike, "unigram": tables.single[at[1:]], "bigram": tables.pairs[at[:-1], at[1:]]}
    return {name: ngrams.measured(p).perplexity for name, p in given.items()}


def _transformer(inputs: Inputs) -> dict[str, Any]:
    W = {name: exactly(values) for name, values in inputs["weights"].items()}
    tokens = torch.tensor(inputs["tokens"])
    (V, d), layers = W["E"].shape, sum(name.startswith("QKV") for name in W)
    shape = tf.TransformerShape(
        V, W["R"].shape[1], len(W["P"]), d, inputs["heads"], layers, W["U0"].shape[1], inputs["causal"]
    )
    theta = torch.cat([W[name].flatten() for name in tf.parts(shape)])
    logits = tf.forward(theta, shape, tokens).logits
    if inputs["causal"]:
        logits = (logits + _one_by_one(theta, shape, tokens)) / 2  # wrong if either is
    return {"logits": logits}


def _one_by_one(theta: Tensor, shape: tf.TransformerShape, tokens: Tensor) -> Tensor:
    """The logits of a cache that is given one token after the other."""
    cache, found = caches.empty_cache(theta, shape, len(tokens)), []
    for place in range(tokens.shape[1]):
        one = caches.extended(theta, shape, cache, tokens[:, place : place + 1])
        cache = one.cache
        found.append(one.logits)
    return torch.cat(found, 1)


CHECKS = {
    "perplexity": _perplexity,
    "perplexity_from_logits": _perplexity_from_logits,
    "next_token": _next_token,
    "counting": _counting,
    "transformer": _transformer,
}
